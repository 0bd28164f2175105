//! The game library as a list, and beside it the chosen game: a position of it and its tags.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::chess::names::group_digits;
use crate::database::ListExtent;
use crate::game::game_query::completions;
use crate::game::pgn::GameResult;
use crate::game::{GameListEntry, GameResumable, NodeId, PlayerResult, game_list};
use crate::tui::keymap::{AppAction, GamesAction};
use crate::tui::model::{
    GameFilterFocus, GameListColumn, GameListLoadState, GameListOrder, GameListSource, GamePreview,
    GamesState, PaneId,
};
use crate::tui::scene::list_scene::{ListPreview, ListScene};
use crate::tui::scene::{ViewContext, key_for_footer};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::form::ListWidgetEntry;
use crate::tui::widget::moves::MoveListItem;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::prompt::cut_around_caret;
use crate::tui::widget::text::{clip, clip_spans, prose, sanitized_line, spread, width_of, wrap};
use crate::tui::widget::{form, moves};

/// Rows above the games: the filter or the names of the columns.
const HEAD_ROWS: u16 = 1;

/// The facts for the status bar.
pub(crate) fn bar_facts(games: &GamesState) -> Vec<String> {
    vec![source_title(games)]
}

/// The list with the chosen game: its tags, its last position and its moves.
pub(crate) fn scene<'a>(
    view: &ViewContext,
    games: &'a GamesState,
    list: Rect,
    details: Rect,
) -> ListScene<'a> {
    let width = usize::from(details.width);
    let preview = games.shown_preview();
    let (title, body) = match games.selected_game() {
        Some(row) => (
            sanitized_line(&row.title()),
            preview
                .map_or_else(Vec::new, |preview| details_lines(&view.inside(details), games, &row, preview)),
        ),
        None => ("Game".to_owned(), Vec::new()),
    };
    let (lines_below, line_in_sight) =
        preview.map_or_else(Default::default, |preview| preview_text(preview, view.theme, width));
    ListScene {
        list: list_pane(view, games, list),
        details: Some(Pane::new(PaneId::Details, title, body)),
        preview: preview.filter(|preview| preview.text_only.is_none()).map(|preview| ListPreview {
            position: preview.walk.position(),
            last_move: preview.walk.last_move(),
            bottom: view.shared.board.bottom,
        }),
        material: None,
        lines_below,
        line_in_sight,
    }
}

fn list_pane(view: &ViewContext, games: &GamesState, inner: Rect) -> Pane {
    let all = games.listing.all();
    let count = game_list::count_text(all.len(), all.extent().are_positions);
    let count = match games.listing.len() {
        listed if listed >= all.len() => count,
        listed => format!("{} of {count}", group_digits(listed as u64)),
    };
    let count = match games.order {
        order if order == GameListOrder::default() => count,
        GameListOrder { column, reversed } => {
            format!("{count}, by {}{}", column.name(), if reversed { ", reversed" } else { "" })
        }
    };
    let count = match view.shared.library_review.progress_text() {
        Some(progress) => format!("{count}, {progress}"),
        None => count,
    };
    let count = games.import_progress.map_or(count, |thousandths| {
        let key = key_for_footer(view, AppAction::Back).unwrap_or_default();
        format!("importing {} %: {key} cancels", thousandths / 10)
    });
    let note = vec![view.span(Role::Faint, count)];
    let shown = shown_games(games, inner);
    let lines = game_lines(view, games, shown.clone(), inner);
    Pane::new(PaneId::List, "Games", lines).with_items(usize::from(HEAD_ROWS), shown).with_note(note)
}

/// Whose games are listed.
fn source_title(games: &GamesState) -> String {
    match &games.source {
        GameListSource::Library => "your games".to_owned(),
        GameListSource::File(file) => {
            let name = file.file_name().unwrap_or(file.as_os_str());
            sanitized_line(&name.to_string_lossy())
        }
        GameListSource::Text(_) => "pasted games".to_owned(),
    }
}

/// The games that have room. The chosen one is in the middle, as far as the list allows.
fn shown_games(games: &GamesState, inner: Rect) -> Range<usize> {
    let count = games.listing.len();
    let rows = usize::from(inner.height.saturating_sub(HEAD_ROWS)).min(count);
    let first = games.chosen.saturating_sub(rows / 2).min(count - rows);
    first..first + rows
}

fn game_lines(
    view: &ViewContext,
    games: &GamesState,
    shown: Range<usize>,
    inner: Rect,
) -> Vec<Line<'static>> {
    let theme = view.theme;
    let width = usize::from(inner.width);
    let room = width.saturating_sub(review_cells(games) + result_cells(view));
    let columns = GameListColumns::of(room, games.listing.all().extent());
    let mut lines = vec![head(&view.inside(inner), games, &columns)];
    let entries = shown.filter_map(|row| {
        let entry = games.listing.entry(row)?;
        let sign = if games.is_starred(&entry) { theme.glyphs().star } else { " " };
        let chosen = row == games.chosen;
        Some(form::marked_row(game_entry(view, games, &entry, chosen, &columns), sign, theme, width))
    });
    lines.extend(entries);
    if games.listing.is_empty() {
        let text = match games.load_state {
            GameListLoadState::NotLoaded => "The games are being read.".to_owned(),
            GameListLoadState::Loading => match games.progress {
                0 => "The games are being read.".to_owned(),
                thousandths => format!("The games are being read: {} %.", thousandths / 10),
            },
            GameListLoadState::Loaded if games.listing.all().is_empty() => {
                let import = key_for_footer(view, GamesAction::Import).unwrap_or_default();
                format!("No game yet. What you play is kept here by itself; {import} imports a PGN file.")
            }
            GameListLoadState::Loaded if games.is_board_searched() => {
                "The positions of all games are being searched.".to_owned()
            }
            GameListLoadState::Loaded => match &games.filter_problem {
                Some(problem) => format!("{}.", sanitized_line(problem)),
                None if games.game_set.is_some() => "None of these games fits this search.".to_owned(),
                None => "No game fits this search.".to_owned(),
            },
        };
        lines.push(Line::default());
        lines.extend(prose(theme, Role::Faint, &text, width));
    }
    lines
}

/// What can be searched for.
const FILTER_HINT: &str = " words, time:blitz date:2024.05 color:white";

/// The filter where there is one, else what the columns are.
fn head(view: &ViewContext, games: &GamesState, columns: &GameListColumns) -> Line<'static> {
    let theme = view.theme;
    let text = games.filter_input.value();
    if games.filter_focus == GameFilterFocus::Browsing && text.is_empty() && games.game_set.is_none() {
        let heads = GameListHeads { order: games.order, theme };
        let of = |column: GameListColumn, text: &str| heads.of(column, text);
        let players =
            format!("{} - {}", of(GameListColumn::White, "White"), of(GameListColumn::Black, "Black"));
        let elos = [of(GameListColumn::WhiteElo, "Elo"), of(GameListColumn::BlackElo, "Elo")];
        let (date, opening) = (of(GameListColumn::Date, "date"), of(GameListColumn::Opening, "opening"));
        let words = columns.name(&date, &players, &elos, &opening, theme);
        let name = vec![view.span(Role::Faint, words)];
        let result = of(GameListColumn::Result, "result");
        let ends = note(&result, result_cells(view), &of(GameListColumn::Moves, "moves"));
        let note = vec![view.span(Role::Faint, ends + &" ".repeat(review_cells(games)))];
        return spread(
            std::iter::once(Span::raw("  ")).chain(name).collect(),
            note,
            view.width,
            theme.glyphs(),
        );
    }
    let key = match games.filter_focus {
        GameFilterFocus::Typing => key_for_footer(view, GamesAction::ClearFilter),
        GameFilterFocus::Browsing => key_for_footer(view, AppAction::Back),
    };
    let does = if games.game_set.is_none() {
        "shows all"
    } else if text.is_empty() && games.filter_focus == GameFilterFocus::Browsing {
        "goes back"
    } else {
        "clears the search"
    };
    let note = vec![view.span(Role::Faint, format!("{} {does}", key.unwrap_or_default()))];
    let mut spans = Vec::new();
    if let Some(set) = &games.game_set {
        spans.push(view.span(Role::Faint, "Games: "));
        spans.push(view.span(Role::Strong, format!("{}  ", sanitized_line(&set.label))));
    }
    if games.filter_focus == GameFilterFocus::Typing || !text.is_empty() {
        spans.push(view.span(Role::Key, "/ "));
    }
    if games.filter_focus == GameFilterFocus::Typing {
        let room = view.width.saturating_sub(width_of(&spans) + width_of(&note) + 2).max(1);
        spans.extend(cut_around_caret(text, games.filter_input.cursor(), room, theme));
        if text.is_empty() {
            spans.push(view.span(Role::Faint, FILTER_HINT.to_owned()));
        } else {
            let next = completions(games.filter_before_cursor(), games.query_names()).join(" ");
            spans.push(view.span(Role::Faint, format!("  {next}")));
        }
    } else {
        spans.push(view.span(Role::Strong, text.to_owned()));
    }
    spread(clip_spans(spans, view.width, theme.glyphs()), note, view.width, theme.glyphs())
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
}

/// Cells that both players' names have before an opening has any, as far as the longest ones need them.
const MAX_NAME_CELLS: usize = ListExtent::MAX_TITLE_LENGTH;

/// Cells that they have at least.
const MIN_NAME_CELLS: usize = 15;

/// Cells that an opening's name has at least.
const MIN_OPENING_CELLS: usize = 14;

/// The cells that say which games are reviewed, at the right edge.
fn review_cells(games: &GamesState) -> usize {
    if games.shows_reviews() { 2 } else { 0 }
}

/// How wide the columns are.
struct GameListColumns {
    date: usize,
    players: usize,
    /// Either side's rating.
    elo: usize,
    opening: usize,
}

impl GameListColumns {
    /// The columns before those of result and moves.
    fn of(width: usize, extent: ListExtent) -> Self {
        let ListExtent { is_rated, is_dated, longest_title, .. } = extent;
        // The mark before a row, moves behind it, blanks between.
        let room = width.saturating_sub(2 + 1 + 5 + 1);
        let date = if is_dated && room >= 36 { 10 } else { 0 };
        let rest = room.saturating_sub(date + usize::from(date > 0));
        let elo = if is_rated && rest >= 36 { 4 } else { 0 };
        let rest = rest.saturating_sub(2 * (elo + usize::from(elo > 0)));
        let names = longest_title.clamp(MIN_NAME_CELLS, MAX_NAME_CELLS);
        let opening = if rest > names + MIN_OPENING_CELLS { rest - names.max(rest / 2) - 1 } else { 0 };
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
fn note(result: &str, result_cells: usize, moves: &str) -> String {
    format!("{result:^result_cells$} {moves:>5}")
}

fn game_entry(
    view: &ViewContext,
    games: &GamesState,
    row: &GameListEntry,
    chosen: bool,
    columns: &GameListColumns,
) -> ListWidgetEntry {
    let theme = view.theme;
    let players = sanitized_line(&row.title());
    let date = sanitized_line(row.date.trim_end_matches(".??"));
    let (result_role, result) = result_cell(view, games, row);
    let elos = [row.white_elo, row.black_elo].map(|elo| elo.map(|elo| elo.to_string()).unwrap_or_default());
    let words = columns.name(&date, &players, &elos, &sanitized_line(&row.opening), theme);
    let name = vec![view.span(if chosen { Role::Strong } else { Role::Ground }, words)];
    let moves = row.plies.div_ceil(2).to_string();
    let result_cells = result_cells(view);
    let mut note = vec![
        view.span(result_role, format!("{result:^result_cells$}")),
        view.span(Role::Faint, format!(" {moves:>5}")),
    ];
    if games.shows_reviews() {
        let sign = if games.is_reviewed(row) { theme.glyphs().reviewed } else { " " };
        note.push(view.span(Role::Success, format!(" {sign}")));
    }
    ListWidgetEntry { name, note, chosen }
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
    let (role, word) = match row.result_of(&view.shared.config.games.my_names) {
        Some(PlayerResult::Won) => (Role::Win, " won"),
        Some(PlayerResult::Drawn) => (Role::Draw, ""),
        Some(PlayerResult::Lost) => (Role::Loss, " lost"),
        Some(PlayerResult::Unfinished) | None => (Role::Ground, ""),
    };
    (role, if view.theme.is_mono() { result + word } else { result })
}

/// The tags of the game, in a few lines.
fn details_lines(
    view: &ViewContext,
    games: &GamesState,
    row: &GameListEntry,
    preview: &GamePreview,
) -> Vec<Line<'static>> {
    let theme = view.theme;
    let dot = theme.glyphs().dot;
    let tag = |name: &str| preview.header.tag(name).map(sanitized_line);
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
    let mut lines = view.prose(Role::Faint, &facts.join(&format!(" {dot} ")));
    if !row.opening.is_empty() {
        lines.extend(view.prose(Role::Ground, &sanitized_line(&row.opening)));
    }
    let labels: Vec<&str> = games.labels_of(&row.location).collect();
    if !labels.is_empty() {
        let text = format!("Labels: {}", labels.join(", "));
        lines.extend(view.prose(Role::Strong, &sanitized_line(&text)));
    }
    if let Some(summaries) = &preview.summaries {
        let [white, black] = summaries.map(|side| match side.accuracy {
            Some(accuracy) => format!("{accuracy:.0} %"),
            None => "-".to_owned(),
        });
        let text = format!("Reviewed: accuracy of White {white}, of Black {black}");
        lines.extend(view.prose(Role::Success, &text));
    }
    if let Some((unplayable, _)) = &preview.text_only {
        let text = format!("Kept as text: {unplayable}");
        lines.extend(view.prose(Role::Warning, &sanitized_line(&text)));
    } else if let Some(fault) = &preview.error {
        lines.extend(view.prose(Role::Warning, &format!("not all of it can be read: {fault}")));
    }
    if row.resumes == GameResumable::Yes && !games.is_on_board(&row.location) {
        let key = key_for_footer(view, GamesAction::Resume).unwrap_or_default();
        let spans = vec![view.span(Role::Key, key), view.span(Role::Faint, " plays it on")];
        lines.extend(wrap(spans, view.width));
    }
    lines
}

/// The moves of the main line as a text, and the line of it that has to be seen where the preview does not show the last
/// position; all that is written where they cannot be played.
fn preview_text(preview: &GamePreview, theme: Theme, width: usize) -> (Vec<Line<'static>>, Option<usize>) {
    if let Some((_, text)) = &preview.text_only {
        let words: Vec<String> = text.split_whitespace().map(sanitized_line).collect();
        return (prose(theme, Role::Ground, &words.join(" "), width), None);
    }
    let tree = preview.walk.tree();
    let line = tree.main_line_from(tree.start());
    let shown = Some(preview.walk.node_id()).filter(|_| !preview.is_at_end());
    let item = |&id: &NodeId| {
        let current = shown == Some(id);
        MoveListItem { current, ..MoveListItem::plain(tree, id) }
    };
    let items: Vec<MoveListItem> = line.iter().map(item).collect();
    let in_sight = shown.map(|id| {
        let index = line.iter().position(|&node| node == id);
        index.map_or(0, |index| moves::strip_line_of(&items, theme, width, index))
    });
    (moves::move_list_strip(&items, theme, width), in_sight)
}
