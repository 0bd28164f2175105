//! A row of the list of games, and the names of its columns.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::chess::Color;
use crate::config::GameColumn;
use crate::game::opening::split_eco;
use crate::game::pgn::{GameResult, known};
use crate::game::{GameListEntry, GameResumable, PlayerResult, TimeClass};
use crate::tui::games::list_columns::{ELO_CELLS, ListColumns};
use crate::tui::model::{GameListColumn, GameListOrder, GamesState};
use crate::tui::scene::ViewContext;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::form::ListWidgetEntry;
use crate::tui::widget::text::{clip, clip_spans, sanitized_line};

/// The cells before the columns: the mark of the chosen row, and the star.
const MARK_CELLS: usize = 2;

/// The columns of the list in a pane of this width.
pub(super) fn columns(view: &ViewContext, games: &GamesState, width: usize) -> ListColumns {
    let review_cells = if games.shows_reviews() { 2 } else { 0 };
    let room = width.saturating_sub(MARK_CELLS + review_cells);
    let (chosen, extent) = (&view.shared.config.games.columns, games.listing.all().extent());
    ListColumns::of(room, chosen, extent, result_cells(view))
}

/// A game as a row.
pub(super) fn entry(
    view: &ViewContext,
    games: &GamesState,
    row: &GameListEntry,
    chosen: bool,
    columns: &ListColumns,
) -> ListWidgetEntry {
    let theme = view.theme;
    let role = if chosen { Role::Strong } else { Role::Ground };
    let mut name = Vec::new();
    for &(column, cells) in &columns.0 {
        if !name.is_empty() {
            name.push(Span::raw(" "));
        }
        match column {
            GameColumn::Result => {
                let (role, result) = result_cell(view, games, row);
                name.push(view.span(role, format!("{result:^cells$}")));
            }
            GameColumn::Moves => {
                name.push(view.span(Role::Faint, format!("{:>cells$}", row.plies.div_ceil(2))));
            }
            GameColumn::Accuracy => name.extend(accuracy_spans(view, games, row, cells)),
            GameColumn::Date
            | GameColumn::Players
            | GameColumn::Elo
            | GameColumn::Event
            | GameColumn::Site
            | GameColumn::Round
            | GameColumn::Eco
            | GameColumn::Opening
            | GameColumn::Time => {
                name.push(view.span(role, fitted(&text_of(row, column, columns), cells, theme)));
            }
        }
    }
    let mut note = Vec::new();
    if games.shows_reviews() {
        let sign = if games.is_reviewed(row) { theme.glyphs().reviewed } else { " " };
        note.push(view.span(Role::Success, sign));
    }
    ListWidgetEntry { name, note, chosen }
}

/// What a column of text says of a game.
fn text_of(row: &GameListEntry, column: GameColumn, columns: &ListColumns) -> String {
    let elo = |color: Color| row.elo(color).map(|elo| elo.to_string()).unwrap_or_default();
    let (eco, opening) = split_eco(&row.opening);
    match column {
        GameColumn::Date => sanitized_line(row.date.trim_end_matches(".??")),
        GameColumn::Players => sanitized_line(&row.title()),
        GameColumn::Elo => format!("{:<ELO_CELLS$} {}", elo(Color::White), elo(Color::Black)),
        GameColumn::Event => sanitized_line(known(&row.event)),
        GameColumn::Site => sanitized_line(known(&row.site)),
        GameColumn::Round => sanitized_line(known(&row.round)),
        GameColumn::Eco => eco.to_owned(),
        GameColumn::Opening if columns.has(GameColumn::Eco) => sanitized_line(opening),
        GameColumn::Opening => sanitized_line(&row.opening),
        GameColumn::Time => match row.time_class {
            Some(TimeClass::Correspondence) => "corresp.".to_owned(),
            Some(class) => class.name().to_owned(),
            None => String::new(),
        },
        GameColumn::Accuracy | GameColumn::Result | GameColumn::Moves => String::new(),
    }
}

/// The accuracy of both sides of a reviewed game: that of the user stands out.
fn accuracy_spans(
    view: &ViewContext,
    games: &GamesState,
    row: &GameListEntry,
    cells: usize,
) -> Vec<Span<'static>> {
    let Some([white, black]) = games.accuracies(row) else { return vec![Span::raw(" ".repeat(cells))] };
    let text = |accuracy: Option<f64>| accuracy.map(|accuracy| format!("{accuracy:.0}")).unwrap_or_default();
    let mine = row.side_of(&view.shared.config.games.my_names);
    let role = |color: Color| match mine {
        Some(side) if side == color => Role::Strong,
        Some(_) => Role::Faint,
        None => Role::Ground,
    };
    vec![
        view.span(role(Color::White), format!("{:>3}", text(white))),
        view.span(Role::Faint, " - "),
        view.span(role(Color::Black), format!("{:<3}", text(black))),
    ]
}

/// The names of the columns.
pub(super) fn head(view: &ViewContext, games: &GamesState, columns: &ListColumns) -> Line<'static> {
    let theme = view.theme;
    let heads = GameListHeads { order: games.order, theme };
    let mut names = " ".repeat(MARK_CELLS);
    for (place, &(column, cells)) in columns.0.iter().enumerate() {
        let name = heads.name(column);
        let (name, is_right) = match column {
            GameColumn::Result => (format!("{name:^cells$}"), false),
            GameColumn::Moves => (format!("{name:>cells$}"), true),
            _ => (fitted(&name, cells, theme), false),
        };
        // The arrow of a column at the right may take the blank before it.
        if place > 0 && !(is_right && name.width() > cells) {
            names.push(' ');
        }
        names.push_str(&name);
    }
    Line::from(clip_spans(vec![view.span(Role::Faint, names)], view.width, theme.glyphs()))
}

/// A text in exactly so many cells.
fn fitted(text: &str, cells: usize, theme: Theme) -> String {
    let text = clip(text, cells, theme.glyphs());
    let gap = cells.saturating_sub(text.width());
    text + &" ".repeat(gap)
}

/// The names of the columns; the one that the list is sorted by has an arrow, unless it is the default order.
struct GameListHeads {
    order: GameListOrder,
    theme: Theme,
}

impl GameListHeads {
    fn of(&self, column: GameListColumn, name: &str) -> String {
        let [.., up, down] = self.theme.glyphs().arrows;
        match self.order {
            order if order.column != column || order == GameListOrder::default() => name.to_owned(),
            GameListOrder { reversed: true, .. } => format!("{name}{up}"),
            GameListOrder { reversed: false, .. } => format!("{name}{down}"),
        }
    }

    /// The name of a column.
    fn name(&self, column: GameColumn) -> String {
        match column {
            GameColumn::Date => self.of(GameListColumn::Date, "date"),
            GameColumn::Players => {
                let [white, black] = [(GameListColumn::White, "White"), (GameListColumn::Black, "Black")]
                    .map(|(column, name)| self.of(column, name));
                format!("{white} - {black}")
            }
            GameColumn::Elo => {
                let [white, black] =
                    [GameListColumn::WhiteElo, GameListColumn::BlackElo].map(|column| self.of(column, "Elo"));
                format!("{white:<ELO_CELLS$} {black}")
            }
            GameColumn::Event => self.of(GameListColumn::Event, "event"),
            GameColumn::Site => self.of(GameListColumn::Site, "site"),
            GameColumn::Round => "round".to_owned(),
            GameColumn::Eco => "ECO".to_owned(),
            GameColumn::Opening => self.of(GameListColumn::Opening, "opening"),
            GameColumn::Time => "time".to_owned(),
            GameColumn::Accuracy => "accuracy".to_owned(),
            GameColumn::Result => self.of(GameListColumn::Result, "result"),
            GameColumn::Moves => self.of(GameListColumn::Moves, "moves"),
        }
    }
}

/// The cells of the column of results. Without colors words say whether the user won or lost.
fn result_cells(view: &ViewContext) -> usize {
    let has_words = view.theme.is_mono() && !view.shared.config.games.my_names.is_empty();
    if has_words { 8 } else { 7 }
}

/// The result of a game, from the user's side where the user played it.
fn result_cell(view: &ViewContext, games: &GamesState, row: &GameListEntry) -> (Role, String) {
    let result = match row.result {
        GameResult::Unknown if games.is_running(&row.location) => {
            return (Role::Success, "playing".to_owned());
        }
        GameResult::Unknown if row.resumes == GameResumable::Yes => return (Role::Bound, "open".to_owned()),
        GameResult::Draw => view.theme.glyphs().half.to_owned(),
        result => result.to_string(),
    };
    // An analysis of a game was not played.
    let of_user = row.result_of(&view.shared.config.games.my_names).filter(|_| !row.is_analysis);
    let (role, word) = match of_user {
        Some(PlayerResult::Won) => (Role::Win, " won"),
        Some(PlayerResult::Drawn) => (Role::Draw, ""),
        Some(PlayerResult::Lost) => (Role::Loss, " lost"),
        Some(PlayerResult::Unfinished) | None => (Role::Ground, ""),
    };
    (role, if view.theme.is_mono() { result + word } else { result })
}
