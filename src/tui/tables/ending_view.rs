//! Draws the page of one ending: its table's contents, the lengths of its mates, sample positions.

use ratatui::text::{Line, Span};

use crate::analysis::{EndingResultCounts, EndingStats, StatsStep};
use crate::chess::names::{byte_size, color_name, group_digits, percent, percentages, role_name};
use crate::chess::{Color, Material, Position, Role as PieceRole, Square, fen};
use crate::tui::keymap::TablesAction;
use crate::tui::model::tables::samples;
use crate::tui::model::{PaneId, TableSampleKind, TablesTab};
use crate::tui::scene::{BoardScene, SceneMarks, ViewContext, keys_note};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::eval_bar::EvalBarValue;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{clip_spans, count_text, flow, span, spread, spread_or_stack, width_of};
use crate::tui::widget::{gauge, histogram};

/// The width below which one pane is in front of the others.
const NARROW_WIDTH: usize = 34;

/// The width from which the title of the positions has room for two keys.
const TWO_KEYS_WIDTH: usize = 44;

/// What the screen shows.
pub(crate) fn scene(view: &ViewContext, tables: &TablesTab) -> BoardScene {
    let Some(page) = &tables.open_page else { return BoardScene::default() };
    let theme = view.theme;
    let material = page.material;
    let mut facts = vec![material.to_string(), material_in_words(&material)];
    facts.extend(view.shared.table_builds.saved_sizes.get(&material).map(|&bytes| byte_size(bytes)));
    let Some(stats) = tables.stats(&material) else {
        let text = if tables.counting == Some(material) {
            counting_text(tables)
        } else {
            "There is nothing to count.".to_owned()
        };
        let panes =
            vec![Pane::new(PaneId::Ending, material_in_words(&material), view.prose(Role::Faint, &text))];
        return BoardScene { bar_facts: facts, panes, ..BoardScene::default() };
    };
    let counts = Pane::new(PaneId::Results, "Results", count_lines(view, stats));
    let counts = counts.with_min_rows(4).with_note(vec![view.span(Role::Exact, "EXACT")]);
    let positions = positions(view, stats, page.chosen);
    let mut panes = vec![counts];
    panes.extend(win_lengths(stats, theme, view.width));
    let place = if view.width < NARROW_WIDTH { 0 } else { panes.len() };
    panes.insert(place, positions);
    let under = tables.sample().map(|position| Line::from(view.span(Role::Faint, fen::format(position))));
    let score = tables.sample().and_then(|position| {
        let verdict = view.shared.oracle.verdict(position)?;
        Some(verdict.score().for_white(position.turn()))
    });
    let note = note(stats, page.chosen);
    let bar = EvalBarValue::from_score(score);
    BoardScene {
        bar_facts: facts,
        panes,
        lines_below: under.into_iter().collect(),
        eval_bar: bar,
        score_text: None,
        marks: SceneMarks::default(),
        prompt_note: Some(note),
    }
}

/// Results for each side to move (wins, draws, losses), with a bar.
pub(crate) fn count_lines(view: &ViewContext, stats: &EndingStats) -> Vec<Line<'static>> {
    let sides = [(Color::White, &stats.stronger), (Color::Black, &stats.weaker)];
    let results = sides.into_iter().flat_map(|(turn, of)| side_lines(turn, of, view.theme, view.width));
    let only_moves = only_move_lines(&sides, view.theme, view.width);
    results.chain(only_moves).chain(zugzwang_line(stats, view.theme, view.width)).collect()
}

/// `Mutual zugzwangs: 418 (209 up to symmetry)`
fn zugzwang_line(stats: &EndingStats, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let (count, classes) = (stats.zugzwangs.count(), stats.zugzwangs.count_up_to_symmetry());
    let numbers = if count == 0 {
        "none".to_owned()
    } else {
        format!("{} ({} up to symmetry)", group_digits(count), group_digits(classes as u64))
    };
    let name = if width < TWO_KEYS_WIDTH { "Zugzwangs" } else { "Mutual zugzwangs" };
    let head = vec![span(theme, Role::Strong, name)];
    spread_or_stack(head, vec![span(theme, Role::Faint, numbers)], width, theme.glyphs())
}

/// `The positions are being counted: step 2 of 4.`
pub(crate) fn counting_text(tables: &TablesTab) -> String {
    match tables.counting_step {
        Some(step) => {
            format!("The positions are being counted: step {} of {}.", step.number(), StatsStep::COUNT)
        }
        None => "The positions are being counted.".to_owned(),
    }
}

/// In how many of each side's wins a single move keeps them.
fn only_move_lines(sides: &[(Color, &EndingResultCounts)], theme: Theme, width: usize) -> Vec<Line<'static>> {
    let winning = sides.iter().filter(|(_, of)| of.wins > 0);
    let shares: Vec<String> = winning
        .map(|(turn, of)| format!("{} {}", color_name(*turn), percent(of.only_moves.count, of.wins)))
        .collect();
    if shares.is_empty() {
        return Vec::new();
    }
    let head = vec![span(theme, Role::Strong, "Wins with an only move")];
    spread_or_stack(head, vec![span(theme, Role::Faint, shares.join("  "))], width, theme.glyphs())
}

fn side_lines(turn: Color, of: &EndingResultCounts, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let all = of.all();
    let dot = theme.glyphs().dot;
    let faint = |text: String| span(theme, Role::Faint, text);
    let head = vec![span(theme, Role::Strong, format!("{} to move", color_name(turn)))];
    let mut lines = spread_or_stack(head, vec![faint(group_digits(all))], width, theme.glyphs());
    lines.push(Line::from(gauge::share_bar([of.wins, of.draws, of.losses], width, theme)));
    let results =
        [(Role::Best, "wins", of.wins), (Role::Draw, "draws", of.draws), (Role::Loss, "losses", of.losses)];
    let mut words = Vec::new();
    let shares = percentages(&results.map(|(_, _, part)| part));
    for ((role, name, _), share) in results.into_iter().zip(shares).filter(|((_, _, part), _)| *part > 0) {
        let gap = if words.is_empty() { "" } else { "  " };
        words.push(span(theme, role, format!("{gap}{name} {share}")));
    }
    let ends = [(of.mates, "mated"), (of.stalemates, "stalemated")];
    let ends = ends.into_iter().filter(|(number, _)| *number > 0);
    let ends: Vec<String> = ends.map(|(number, name)| format!("{} {name}", count_text(number))).collect();
    let tail = vec![faint(ends.join(&format!(" {dot} ")))];
    if width_of(&words) + width_of(&tail) + 2 <= width {
        lines.push(spread(words, tail, width, theme.glyphs()));
    } else if width_of(&words) <= width {
        lines.push(Line::from(words));
    } else {
        // No share is parted from its name.
        let shares =
            words.into_iter().map(|word| Span::styled(word.content.trim_start().to_owned(), word.style));
        lines.extend(flow(shares.collect(), width, 0));
    }
    lines
}

/// `longest win: mate in 35`
pub(crate) fn longest_text(stats: &EndingStats) -> String {
    match stats.longest().longest.moves() {
        0 => "Nothing is won here".to_owned(),
        moves => format!("Longest win: mate in {moves}"),
    }
}

/// The wins by their distance to mate, for the side that has the longest.
fn win_lengths(stats: &EndingStats, theme: Theme, width: usize) -> Option<Pane> {
    let of = stats.longest();
    let side = if std::ptr::eq(of, &raw const stats.stronger) { Color::White } else { Color::Black };
    if of.longest.moves() == 0 {
        return None;
    }
    let tall = |rows| bars(stats, rows, theme, width);
    let title = format!("Lengths of {}'s wins", color_name(side));
    let note = vec![span(theme, Role::Exact, format!("M{}", of.longest.moves()))];
    Some(
        Pane::new(PaneId::WinLengths, title, tall(3))
            .with_chart(0..4)
            .with_min_rows(4)
            .with_note(note)
            .with_longer((4..=8).map(tall).collect()),
    )
}

/// A histogram of the distances to mate, for the side that has the longest.
pub(crate) fn bars(stats: &EndingStats, rows: usize, theme: Theme, width: usize) -> Vec<Line<'static>> {
    histogram::lines(&stats.longest().won_in, rows, width, theme)
}

fn positions(view: &ViewContext, stats: &EndingStats, chosen: usize) -> Pane {
    let theme = view.theme;
    let samples = samples(stats);
    let mut pane = Pane::grouped(
        (PaneId::Positions, "Positions"),
        samples.iter().map(|(kind, _)| *kind),
        chosen,
        |first| {
            let text = vec![view.span(Role::Title, heading(samples[first].0, stats, view.width))];
            Line::from(clip_spans(text, view.width, theme.glyphs()))
        },
        |at| position_line(samples[at].1, at == chosen, theme, view.width),
    );
    if samples.is_empty() {
        pane.body = view.prose(Role::Faint, "Every position is a draw.");
    }
    let note = if samples.is_empty() {
        Vec::new()
    } else {
        let mut note = keys_note(view, [TablesAction::AnalyzeSample], "analyze");
        if view.width >= TWO_KEYS_WIDTH {
            note.push(Span::raw("  "));
            note.extend(keys_note(view, [TablesAction::PracticeSample], "practice"));
        }
        note
    };
    pane.with_min_rows(4).with_note(note)
}

/// `▸ Kd1 Qa8 – Kh5 Rg7`, the pieces of both sides with their squares.
fn position_line(position: &Position, chosen: bool, theme: Theme, width: usize) -> Line<'static> {
    let glyphs = theme.glyphs();
    let mark = if chosen { glyphs.current } else { " " };
    let side = |color: Color| {
        let roles = [
            PieceRole::King,
            PieceRole::Queen,
            PieceRole::Rook,
            PieceRole::Bishop,
            PieceRole::Knight,
            PieceRole::Pawn,
        ];
        let pieces = roles.into_iter().flat_map(|piece_role| {
            let squares = position.board().by_piece(piece_role.of(color));
            squares.into_iter().map(move |square: Square| match piece_role {
                PieceRole::Pawn => square.to_string(),
                _ => format!("{}{square}", piece_role.upper_char()),
            })
        });
        pieces.collect::<Vec<_>>().join(" ")
    };
    let role = |role: Role| if chosen { Role::SelectedRow } else { role };
    let spans = vec![
        span(theme, role(Role::Key), format!("{mark} ")),
        span(theme, role(Role::Strong), side(Color::White)),
        span(theme, role(Role::Faint), " - "),
        span(theme, role(Role::Ground), side(Color::Black)),
    ];
    let mut spans = clip_spans(spans, width, glyphs);
    if chosen {
        let gap = width.saturating_sub(width_of(&spans));
        spans.push(Span::styled(" ".repeat(gap), theme.style(Role::SelectedRow)));
    }
    Line::from(spans)
}

fn heading(kind: TableSampleKind, stats: &EndingStats, width: usize) -> String {
    let zugzwangs = &stats.zugzwangs;
    let zugzwang = |text: &str, number| {
        if width < NARROW_WIDTH {
            format!("{text}: {}", count_text(number))
        } else {
            format!("Zugzwang, {text}: {}", group_digits(number))
        }
    };
    let longest = |who: &str, moves| {
        if width < NARROW_WIDTH {
            format!("{who}'s longest: M{moves}")
        } else {
            format!("{who}'s longest wins: mate in {moves}")
        }
    };
    let only_moves = |who: &str, moves| {
        if width < NARROW_WIDTH {
            format!("{who}'s only moves: {moves}")
        } else {
            let plural = if moves == 1 { "" } else { "s" };
            format!("{who}'s hardest wins: {moves} only move{plural}")
        }
    };
    match kind {
        TableSampleKind::WhiteLongest => longest("White", stats.stronger.longest.moves()),
        TableSampleKind::BlackLongest => longest("Black", stats.weaker.longest.moves()),
        TableSampleKind::WhiteOnlyMoves => only_moves("White", stats.stronger.only_moves.longest_run),
        TableSampleKind::BlackOnlyMoves => only_moves("Black", stats.weaker.only_moves.longest_run),
        TableSampleKind::FullPointZugzwang => zugzwang("both lose", zugzwangs.full_point.count),
        TableSampleKind::WhiteDraws => zugzwang("White only draws", zugzwangs.white_draws.count),
        TableSampleKind::BlackDraws => zugzwang("Black only draws", zugzwangs.black_draws.count),
    }
}

/// `7 only moves in a row`
fn only_moves_in_a_row(moves: u16) -> String {
    if moves == 1 { "an only move".to_owned() } else { format!("{moves} only moves in a row") }
}

/// The result of the chosen position, in the prompt's place.
fn note(stats: &EndingStats, chosen: usize) -> (Role, String) {
    let text = match samples(stats).get(chosen).map(|(kind, _)| *kind) {
        None => return (Role::Faint, "Nothing is won here".to_owned()),
        Some(TableSampleKind::WhiteLongest) => {
            format!("White to move mates in {}: the longest win", stats.stronger.longest.moves())
        }
        Some(TableSampleKind::BlackLongest) => {
            format!("Black to move mates in {}: Black's longest win", stats.weaker.longest.moves())
        }
        Some(TableSampleKind::WhiteOnlyMoves) => {
            format!("White to move wins by {}", only_moves_in_a_row(stats.stronger.only_moves.longest_run))
        }
        Some(TableSampleKind::BlackOnlyMoves) => {
            format!("Black to move wins by {}", only_moves_in_a_row(stats.weaker.only_moves.longest_run))
        }
        Some(TableSampleKind::FullPointZugzwang) => "Mutual zugzwang: whoever is to move loses".to_owned(),
        Some(TableSampleKind::WhiteDraws) => "White to move only draws; Black to move would lose".to_owned(),
        Some(TableSampleKind::BlackDraws) => "White to move loses; Black to move would only draw".to_owned(),
    };
    (Role::Strong, text)
}
/// The pieces of an ending in words: `queen v rook`.
pub(crate) fn material_in_words(material: &Material) -> String {
    let side = |color: Color| {
        let count = material.side(color);
        let names =
            [PieceRole::Queen, PieceRole::Rook, PieceRole::Bishop, PieceRole::Knight, PieceRole::Pawn]
                .into_iter();
        let words: Vec<String> = names
            .filter_map(|piece_role| match *count.get(piece_role) {
                0 => None,
                1 => Some(role_name(piece_role).to_owned()),
                2 => Some(format!("two {}s", role_name(piece_role))),
                _ => Some(format!("three {}s", role_name(piece_role))),
            })
            .collect();
        match words.split_last() {
            None => "king".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    };
    format!("{} v {}", side(Color::White), side(Color::Black))
}
