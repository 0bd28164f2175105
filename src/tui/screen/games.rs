//! The list of games, and beside it the chosen one: its last position and what its tags say.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::chess::names::grouped;
use crate::game::pgn::GameResult;
use crate::game::{Listed, Resumes, listed};
use crate::tui::app::App;
use crate::tui::app::games::{Column, Extent, Order, Preview, Reading, Source, Typing};
use crate::tui::keymap::Action;
use crate::tui::theme::{Role, Theme};
use crate::tui::update::{Hit, is_running};
use crate::tui::widget::board::{Board, Geometry, Labels, Marks, Orientation};
use crate::tui::widget::form::{self, Entry};
use crate::tui::widget::moves;
use crate::tui::widget::pane::{Pane, draw_box};
use crate::tui::widget::prompt::with_caret;
use crate::tui::widget::text::{clip, clip_spans, harmless, prose, span, spread, width_of, wrap};

use super::{key_of, list};

/// Rows above the games: the filter or the names of the columns.
const HEAD: u16 = 1;

/// Draws the list, and beside or below it the chosen game.
pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    let games = &app.games;
    let facts = vec![whose(app)];
    let middle = super::draw_around(app, &facts, area, buffer);
    let (place, about) = list::places(middle);
    let count = match (games.shown.len(), games.rows.len()) {
        (shown, all) if shown == all => listed::counted(&games.rows),
        (shown, _) => format!("{} of {}", grouped(shown as u64), listed::counted(&games.rows)),
    };
    let count = match games.order {
        order if order == Order::default() => count,
        Order { column, reversed } => {
            format!("{count}, by {}{}", column.name(), if reversed { ", reversed" } else { "" })
        }
    };
    let pane = Pane::new("Games", Vec::new()).noted(vec![span(app.theme, Role::Faint, count)]);
    let inner = draw_box(&pane, app.theme, place, buffer);
    draw_rows(app, inner, buffer);
    draw_about(app, about, buffer);
}

/// The game under the mouse.
pub(super) fn hit(app: &App, area: Rect, column: u16, row: u16) -> Option<Hit> {
    let inner = list::inner(area);
    let below = row.checked_sub(inner.y + HEAD)?;
    if !inner.contains((column, row).into()) {
        return None;
    }
    let index = first_shown(app, inner) + usize::from(below);
    (index < app.games.shown.len()).then_some(Hit::Row(index))
}

/// Whose games are listed.
fn whose(app: &App) -> String {
    match &app.games.source {
        Source::Library => "your games".to_owned(),
        Source::File(file) => {
            let name = file.file_name().unwrap_or(file.as_os_str());
            harmless(&name.to_string_lossy())
        }
        Source::Text(_) => "pasted games".to_owned(),
    }
}

fn first_shown(app: &App, inner: Rect) -> usize {
    let rows = usize::from(inner.height.saturating_sub(HEAD));
    let beyond = app.games.shown.len().saturating_sub(rows);
    // The chosen game stands in the middle, as far as the list allows.
    app.games.chosen.saturating_sub(rows / 2).min(beyond)
}

fn draw_rows(app: &App, inner: Rect, buffer: &mut Buffer) {
    let theme = app.theme;
    let games = &app.games;
    let width = usize::from(inner.width);
    let columns = Columns::of(width, games.extent);
    let mut lines = vec![head(app, &columns, width)];
    let first = first_shown(app, inner);
    let rows = usize::from(inner.height.saturating_sub(HEAD));
    let shown = games.shown.iter().enumerate().skip(first).take(rows);
    let entries = shown.map(|(index, &row)| entry(app, &games.rows[row], index == games.chosen, &columns));
    lines.extend(form::list(entries.collect(), theme, width));
    if games.shown.is_empty() {
        let text = match games.reading {
            Reading::NotYet => "The games are being read.".to_owned(),
            Reading::Underway => match games.progress {
                0 => "The games are being read.".to_owned(),
                thousandths => format!("The games are being read: {} %.", thousandths / 10),
            },
            Reading::Done if games.rows.is_empty() => {
                let import = key_of(app, Action::GameImport).unwrap_or_default();
                format!("No game yet. What you play is kept here by itself; {import} imports a PGN file.")
            }
            Reading::Done => "No game has all these words.".to_owned(),
        };
        lines.push(Line::default());
        lines.extend(prose(theme, Role::Faint, &text, width));
    }
    for (line, row) in lines.into_iter().zip(inner.rows()) {
        line.render(row, buffer);
    }
}

/// The filter where there is one, else what the columns are.
fn head(app: &App, columns: &Columns, width: usize) -> Line<'static> {
    let theme = app.theme;
    let games = &app.games;
    let text = games.filter.value();
    if games.typing == Typing::Nothing && text.is_empty() {
        let heads = Heads { order: games.order, theme };
        let of = |column: Column, text: &str| heads.of(column, text);
        let players = format!("{} - {}", of(Column::White, "White"), of(Column::Black, "Black"));
        let elos = [of(Column::WhiteElo, "Elo"), of(Column::BlackElo, "Elo")];
        let (date, opening) = (of(Column::Date, "date"), of(Column::Opening, "opening"));
        let words = columns.name(&date, &players, &elos, &opening, theme);
        let name = vec![span(theme, Role::Faint, words)];
        let ends = self::note(&of(Column::Result, "result"), &of(Column::Moves, "moves"));
        let note = vec![span(theme, Role::Faint, ends)];
        return spread(std::iter::once(Span::raw("  ")).chain(name).collect(), note, width, theme.glyphs());
    }
    let mut spans = vec![span(theme, Role::Key, "/ ")];
    if games.typing == Typing::Filter {
        spans.extend(with_caret(text, games.filter.cursor(), theme));
    } else {
        spans.push(span(theme, Role::Strong, text.to_owned()));
    }
    let key = match games.typing {
        Typing::Filter => key_of(app, Action::FilterDrop),
        Typing::Nothing => key_of(app, Action::Back),
    };
    let note = vec![span(theme, Role::Faint, format!("{} shows all", key.unwrap_or_default()))];
    spread(clip_spans(spans, width, theme.glyphs()), note, width, theme.glyphs())
}

/// The names of the columns; the one that the list is sorted by has an arrow, unless it is the usual order.
struct Heads {
    order: Order,
    theme: Theme,
}

impl Heads {
    fn of(&self, column: Column, name: &str) -> String {
        let [.., up, down] = self.theme.glyphs().arrows;
        match self.order {
            order if order.column != column || order == Order::default() => name.to_owned(),
            Order { reversed: true, .. } => format!("{name}{up}"),
            Order { reversed: false, .. } => format!("{name}{down}"),
        }
    }
}

/// Cells that both players' names have before an opening has any, as far as the longest ones need them.
const MOST_NAMES: usize = 40;

/// Cells that they have at least.
const LEAST_NAMES: usize = 15;

/// Cells that an opening's name has at least.
const LEAST_OPENING: usize = 14;

/// How wide the columns are.
struct Columns {
    date: usize,
    players: usize,
    /// Either side's rating.
    elo: usize,
    opening: usize,
}

impl Columns {
    fn of(width: usize, extent: Extent) -> Self {
        let Extent { rated, dated, longest_title } = extent;
        // The mark before a row, result and moves behind it, blanks between.
        let room = width.saturating_sub(2 + 7 + 1 + 5 + 1);
        let date = if dated && room >= 36 { 10 } else { 0 };
        let rest = room.saturating_sub(date + usize::from(date > 0));
        let elo = if rated && rest >= 36 { 4 } else { 0 };
        let rest = rest.saturating_sub(2 * (elo + usize::from(elo > 0)));
        let names = longest_title.clamp(LEAST_NAMES, MOST_NAMES);
        let opening = if rest > names + LEAST_OPENING { rest - names.max(rest / 2) - 1 } else { 0 };
        let players = rest.saturating_sub(opening + usize::from(opening > 0));
        Self { date, players, elo, opening }
    }

    fn name(&self, date: &str, players: &str, elos: &[String; 2], opening: &str, theme: Theme) -> String {
        let [white, black] = elos;
        let (white, black) = ((white.as_str(), self.elo), (black.as_str(), self.elo));
        let parts = [(date, self.date), (players, self.players), white, black, (opening, self.opening)];
        let cells = parts.into_iter().filter(|(_, wide)| *wide > 0).map(|(text, wide)| {
            let text = clip(text, wide, theme.glyphs());
            let gap = wide.saturating_sub(width_of(&[Span::raw(text.as_str())]));
            format!("{text}{}", " ".repeat(gap))
        });
        cells.collect::<Vec<_>>().join(" ")
    }
}

/// The columns at the right.
fn note(result: &str, moves: &str) -> String {
    format!("{result:^7} {moves:>5}")
}

fn entry(app: &App, row: &Listed, chosen: bool, columns: &Columns) -> Entry {
    let theme = app.theme;
    let players = harmless(&row.title());
    let date = harmless(row.date.trim_end_matches(".??"));
    let running = is_running(app, &row.place);
    let (result_role, result) = match row.result {
        GameResult::Unknown if running && app.play.over.is_none() => (Role::Good, "playing".to_owned()),
        GameResult::Unknown if row.resumes == Resumes::Yes => (Role::Bound, "open".to_owned()),
        GameResult::Draw => (Role::Ground, theme.glyphs().half.to_owned()),
        result => (Role::Ground, result.to_string()),
    };
    let elos = [row.white_elo, row.black_elo].map(|elo| elo.map(|elo| elo.to_string()).unwrap_or_default());
    let words = columns.name(&date, &players, &elos, &harmless(&row.opening), theme);
    let name = vec![span(theme, if chosen { Role::Strong } else { Role::Ground }, words)];
    let moves = row.plies.div_ceil(2).to_string();
    let note = vec![
        span(theme, result_role, format!("{result:^7}")),
        span(theme, Role::Faint, format!(" {moves:>5}")),
    ];
    Entry { name, note, chosen }
}

fn draw_about(app: &App, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme;
    let Some(row) = app.games.row() else {
        draw_box(&Pane::new("Game", Vec::new()), theme, area, buffer);
        return;
    };
    let title = harmless(&row.title());
    let inner = draw_box(&Pane::new(title, Vec::new()), theme, area, buffer);
    let width = usize::from(inner.width);
    let Some(preview) = app.games.shown_preview() else { return };
    let body = about(app, row, preview, width);
    // The board has the room below what is said, where that is enough for one.
    let said = u16::try_from(body.len()).unwrap_or(u16::MAX);
    let room = Rect { y: inner.y + said + 1, height: inner.height.saturating_sub(said + 1), ..inner };
    let orientation = Orientation(app.board.bottom);
    let geometry = Geometry::fit(room, orientation, Labels::Shown).filter(|_| inner.height > said + 9);
    let text = preview_text(preview, theme, width);
    for (line, row) in body.into_iter().zip(inner.rows()) {
        line.render(row, buffer);
    }
    let below = match geometry {
        Some(geometry) => {
            let position = preview.walk.position();
            let mut marks = Marks::default().with_check(position);
            if let Some(mv) = preview.walk.last_move() {
                marks = marks.with_last_move(mv);
            }
            let board = Board { men: position.board(), marks: &marks, orientation, theme };
            board.draw(geometry, buffer);
            let bottom = geometry.squares().bottom() + 2;
            Rect { y: bottom, height: inner.bottom().saturating_sub(bottom), ..inner }
        }
        None => Rect { y: inner.y + said, height: inner.height.saturating_sub(said), ..inner },
    };
    // The end of the game is what its last position comes from.
    let first = text.len().saturating_sub(usize::from(below.height));
    for (line, row) in text.into_iter().skip(first).zip(below.rows()) {
        line.render(row, buffer);
    }
}

/// What the tags say, in a few lines.
fn about(app: &App, row: &Listed, preview: &Preview, width: usize) -> Vec<Line<'static>> {
    let theme = app.theme;
    let dot = theme.glyphs().dot;
    let tag = |name: &str| preview.header.tag(name).map(harmless);
    let rated = |side: &str| tag(&format!("{side}Elo")).map(|elo| format!("{side} {elo}"));
    let facts = [
        Some(row.result.to_string()),
        tag("Event"),
        tag("Site"),
        tag("Date"),
        rated("White"),
        rated("Black"),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    let mut lines = prose(theme, Role::Faint, &facts.join(&format!(" {dot} ")), width);
    if !row.opening.is_empty() {
        lines.extend(prose(theme, Role::Ground, &harmless(&row.opening), width));
    }
    if let Some(fault) = &preview.fault {
        lines.extend(prose(theme, Role::Warning, &format!("not all of it can be read: {fault}"), width));
    }
    if row.resumes == Resumes::Yes && !is_running(app, &row.place) {
        let key = key_of(app, Action::GameResume).unwrap_or_default();
        let spans = vec![span(theme, Role::Key, key), span(theme, Role::Faint, " plays it on")];
        lines.extend(wrap(spans, width));
    }
    lines
}

/// The moves of the main line as a text.
fn preview_text(preview: &Preview, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let tree = preview.walk.tree();
    let line = tree.main_line_from(tree.start());
    let items: Vec<moves::Item> = line.iter().map(|&id| moves::Item::plain(tree, id)).collect();
    moves::strip(&items, theme, width)
}
