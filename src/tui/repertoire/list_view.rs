//! Draws the page of the opening repertoires.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::chess::names::{color_name, pluralized};
use crate::chess::{Color, Position, notation};
use crate::game::repertoire::{RepertoireGap, RepertoirePlace};
use crate::game::{Opening, Repertoire, Repertoires};
use crate::tui::keymap::{AnalyzeAction, AppAction, RepertoireAction};
use crate::tui::model::repertoire::CountedRepertoire;
use crate::tui::model::{PaneId, PracticeTab, RepertoireRow, RepertoireState, Shared, TrainingMode};
use crate::tui::navigation::Tab;
use crate::tui::scene::list_scene::{ListPreview, ListScene};
use crate::tui::scene::{ViewContext, key_for_footer, keys_note};
use crate::tui::theme::Role;
use crate::tui::widget::form::{self, ListWidgetEntry};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::sanitized_line;

/// The facts for the status bar.
pub(crate) fn bar_facts(tab: &PracticeTab, shared: &Shared) -> Vec<String> {
    let count = |of: fn(&crate::practice::repertoire::RepertoireCards) -> usize| {
        tab.repertoire_cards.iter().map(of).sum::<usize>()
    };
    let new_today = tab.progress.new_repertoire_cards_on(shared.today);
    vec![
        format!("due {}", count(|cards| cards.due.len())),
        format!("new {}", count(|cards| cards.new.len())),
        format!("shown today {new_today}"),
    ]
}

/// The page.
pub(crate) fn scene<'a>(
    view: &ViewContext<'a>,
    state: &'a RepertoireState,
    tab: &'a PracticeTab,
    list: Rect,
    details: Rect,
) -> ListScene<'a> {
    let repertoires = view.shared.repertoires.as_deref();
    let rows = state.rows(repertoires);
    let width = usize::from(list.width);
    let lines: Vec<Line<'static>> = match repertoires {
        Some(repertoires) if !rows.is_empty() => {
            let counts = Color::ALL.map(|side| counts_by_chapter(tab, repertoires.of(side)));
            let line = |(at, &row): (usize, &RepertoireRow)| {
                let chosen = at == state.chosen;
                form::list_row(entry(view, state, (repertoires, &counts), row, chosen), view.theme, width)
            };
            rows.iter().enumerate().map(line).collect()
        }
        Some(_) => empty_lines(&view.inside(list)),
        None => view.prose(Role::Faint, view.theme.glyphs().ellipsis),
    };
    let pane =
        Pane::new(PaneId::List, "Openings", lines).with_items(0, 0..rows.len()).filling(Some(state.chosen));
    let row = rows.get(state.chosen).copied().zip(repertoires);
    ListScene {
        list: pane.with_note(keys_note(view, [RepertoireAction::Begin], "begins")),
        details: row
            .map(|(row, repertoires)| details_pane(&view.inside(details), state, tab, repertoires, row)),
        preview: row.and_then(|(row, repertoires)| preview(state, repertoires, row)),
        material: None,
        line_in_sight: None,
        lines_below: Vec::new(),
    }
}

/// How a repertoire comes to be.
fn empty_lines(view: &ViewContext) -> Vec<Line<'static>> {
    let board = key_for_footer(view, AppAction::ShowTab(Tab::Analyze));
    let add = key_for_footer(view, AnalyzeAction::AddToRepertoire);
    let mut lines = view.prose(Role::Ground, "There is no repertoire yet.");
    if let (Some(board), Some(add)) = (board, add) {
        let text = format!(
            "{board} goes to the analysis board: play a line that you want to know, then {add} adds it to the repertoire of the side \
             at the bottom."
        );
        lines.extend(view.prose(Role::Ground, &text));
    }
    for text in ["A study or a course as PGN:", "matescope repertoire add FILE"] {
        lines.extend(view.prose(Role::Faint, text));
    }
    lines
}

/// How many cards of each chapter of a repertoire are due and new.
fn counts_by_chapter(tab: &PracticeTab, repertoire: &Repertoire) -> Vec<(usize, usize)> {
    let cards = &tab.repertoire_cards[repertoire.side().fold_wb(0, 1)];
    let mut counts = vec![(0, 0); repertoire.chapters().len()];
    for &place in &cards.due {
        counts[repertoire.written(place).chapter].0 += 1;
    }
    for &place in &cards.new {
        counts[repertoire.written(place).chapter].1 += 1;
    }
    counts
}

/// A row. `counts` has the due and new cards of each chapter of White's and of Black's.
fn entry(
    view: &ViewContext,
    state: &RepertoireState,
    (repertoires, counts): (&Repertoires, &[Vec<(usize, usize)>; 2]),
    row: RepertoireRow,
    chosen: bool,
) -> ListWidgetEntry {
    let counts_note = |counts: (usize, usize)| match counts {
        (0, 0) => view.span(Role::Faint, "nothing due"),
        (0, new) => view.span(Role::Faint, format!("{new} new")),
        (due, 0) => view.span(Role::Warning, format!("{due} due")),
        (due, new) => view.span(Role::Warning, format!("{due} due, {new} new")),
    };
    match row {
        RepertoireRow::Side(side) => {
            let name = vec![view.span(Role::Strong, format!("All openings as {}", color_name(side)))];
            let of_all = counts[side.fold_wb(0, 1)].iter();
            let all = of_all.fold((0, 0), |(due, new), of| (due + of.0, new + of.1));
            ListWidgetEntry { name, note: vec![counts_note(all)], chosen }
        }
        RepertoireRow::Chapter(side, at) => {
            let repertoire = repertoires.of(side);
            let chapter = &repertoire.chapters()[at];
            let title = if chapter.title().is_empty() {
                format!("{} {}", chapter.file, chapter.number)
            } else {
                chapter.title().to_owned()
            };
            let name = vec![view.span(Role::Ground, format!("  {}", sanitized_line(&title)))];
            ListWidgetEntry { name, note: vec![counts_note(counts[side.fold_wb(0, 1)][at])], chosen }
        }
        RepertoireRow::Gap(side, at) => {
            let repertoire = repertoires.of(side);
            let gap = gap(state, repertoires, side, at);
            let text = gap.map_or_else(String::new, |gap| gap_text(repertoire, gap));
            let share = gap.map_or(0.0, |gap| gap.share);
            let name = vec![view.span(Role::Faint, "  no answer "), view.span(Role::Ground, text)];
            ListWidgetEntry { name, note: vec![view.span(Role::Faint, percent(share))], chosen }
        }
    }
}

/// A share in percent: `8.3 %`.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn gap<'s>(
    state: &'s RepertoireState,
    repertoires: &Repertoires,
    side: Color,
    at: usize,
) -> Option<&'s RepertoireGap> {
    state.counted(repertoires.of(side))?.coverage.gaps.get(at)
}

/// The end of the line to a reply that is not answered: the opening's name, or its last moves.
fn gap_text(repertoire: &Repertoire, gap: &RepertoireGap) -> String {
    /// The last half-moves that are shown.
    const SHOWN: usize = 4;
    let (start, mut moves) = repertoire.way_to(gap.place);
    moves.push(gap.reply);
    let mut from = repertoire.at(start).position().clone();
    let left_out = moves.len().saturating_sub(SHOWN);
    for &mv in &moves[..left_out] {
        from.play(mv);
    }
    notation::numbered_line(&from, &moves[left_out..])
}

/// The position of the row.
fn preview<'a>(
    state: &'a RepertoireState,
    repertoires: &'a Repertoires,
    row: RepertoireRow,
) -> Option<ListPreview<'a>> {
    let (side, place) = match row {
        RepertoireRow::Side(side) => (side, repertoires.of(side).places().next()?),
        RepertoireRow::Chapter(side, chapter) => (side, first_branch(repertoires.of(side), chapter)?),
        RepertoireRow::Gap(side, at) => {
            let counted = state.counted(repertoires.of(side))?;
            let last_move = counted.coverage.gaps.get(at).map(|gap| gap.reply);
            return Some(ListPreview { position: counted.gap_positions.get(at)?, last_move, bottom: side });
        }
    };
    let repertoire = repertoires.of(side);
    let last_move = repertoire.way_to(place).1.last().copied();
    Some(ListPreview { position: repertoire.at(place).position(), last_move, bottom: side })
}

/// The first position of a chapter in which there is a choice: up to there all its lines go together.
fn first_branch(repertoire: &Repertoire, chapter: usize) -> Option<RepertoirePlace> {
    let tree = &repertoire.chapters().get(chapter)?.game.tree;
    let mut at = tree.start();
    while let [only] = tree.node(at).children() {
        at = *only;
    }
    repertoire.find(tree.node(at).position())
}

/// What is known of the chosen row.
fn details_pane(
    view: &ViewContext,
    state: &RepertoireState,
    tab: &PracticeTab,
    repertoires: &Repertoires,
    row: RepertoireRow,
) -> Pane {
    let (title, mut body) = match row {
        RepertoireRow::Side(side) => {
            let repertoire = repertoires.of(side);
            let cards = tab.repertoire_cards[side.fold_wb(0, 1)].count();
            let text = format!("{}, {cards} of them asked about.", pluralized(repertoire.len(), "position"));
            let mut body = view.prose(Role::Ground, &text);
            if let Some(counted) = state.counted(repertoire) {
                body.extend(coverage_lines(view, counted));
            }
            (format!("Openings as {}", color_name(side)), body)
        }
        RepertoireRow::Chapter(side, at) => {
            let chapter = &repertoires.of(side).chapters()[at];
            let moves = pluralized(chapter.game.tree.move_count(), "move");
            let text = format!("{moves}, in {}.pgn.", chapter.file);
            let mut body = view.prose(Role::Ground, &sanitized_line(&text));
            let name = first_branch(repertoires.of(side), at)
                .and_then(|place| opening_name(repertoires.of(side), place));
            body.extend(name.iter().flat_map(|name| view.prose(Role::Faint, name)));
            (sanitized_line(chapter.title()), body)
        }
        RepertoireRow::Gap(side, at) => {
            let repertoire = repertoires.of(side);
            let mut body = Vec::new();
            if let Some(gap) = gap(state, repertoires, side, at) {
                let (start, mut moves) = repertoire.way_to(gap.place);
                moves.push(gap.reply);
                let line = notation::numbered_line(repertoire.at(start).position(), &moves);
                body.extend(view.prose(Role::Strong, &line));
                let text = format!(
                    "When you keep to your repertoire, {} of your games as {} come here, by what was played in {} of the library. It \
                     has no answer.",
                    percent(gap.share),
                    color_name(side),
                    pluralized(gap.games as usize, "game")
                );
                body.extend(view.prose(Role::Ground, &text));
            }
            ("No answer".to_owned(), body)
        }
    };
    body.push(Line::default());
    let mode = match state.mode {
        TrainingMode::Due => "Asked: what is due, then what is new.",
        TrainingMode::Frequency => "Asked: everything; the replies come as often as they are played.",
        TrainingMode::Random => "Asked: everything, with random replies.",
    };
    if !matches!(row, RepertoireRow::Gap(..)) {
        body.extend(view.prose(Role::Ground, mode));
        if let Some(key) = key_for_footer(view, RepertoireAction::Mode) {
            body.extend(view.prose(Role::Faint, &format!("{key} changes that.")));
        }
    } else if let Some(key) = key_for_footer(view, RepertoireAction::Begin) {
        let add = key_for_footer(view, AnalyzeAction::AddToRepertoire).unwrap_or_default();
        let text = format!("{key} shows it on the analysis board, where {add} adds your answer.");
        body.extend(view.prose(Role::Faint, &text));
    }
    Pane::new(PaneId::Details, title, body)
}

/// The name of the opening of a position, or of the last one with a name on the way there.
fn opening_name(repertoire: &Repertoire, place: RepertoirePlace) -> Option<String> {
    let name = |at: RepertoirePlace| {
        let position: &Position = repertoire.at(at).position();
        Opening::of(position).map(|opening| format!("{} {}", opening.eco(), opening.name()))
    };
    repertoire.ancestors(place).find_map(name)
}

/// How much of what opponents play is answered, by move numbers.
fn coverage_lines(view: &ViewContext, counted: &CountedRepertoire) -> Vec<Line<'static>> {
    /// The moves whose coverage is shown.
    const MOVES: [usize; 5] = [1, 3, 5, 8, 12];
    let coverage = &counted.coverage;
    if coverage.games == 0 {
        return Vec::new();
    }
    let parts = MOVES.iter().filter_map(|&number| {
        let share = coverage.by_move.get(number - 1)?;
        Some(format!("move {number}: {:.0} %", 100.0 * share))
    });
    let text = format!(
        "You have a move ready, by the games of the library, at {}.",
        parts.collect::<Vec<_>>().join(", ")
    );
    view.prose(Role::Ground, &text)
}
