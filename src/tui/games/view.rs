//! The game library as a list, and beside it the chosen game: a position of it and its tags.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::chess::names::group_digits;
use crate::game::game_query::completions;
use crate::game::{GameListEntry, GameResumable, NodeId, game_list};
use crate::tui::games::list_columns::ListColumns;
use crate::tui::games::row_view;
use crate::tui::keymap::{AppAction, GamesAction};
use crate::tui::model::{
    GameFilterFocus, GameListLoadState, GameListOrder, GameListSource, GamePreview, GamesState, PaneId,
};
use crate::tui::scene::list_scene::{ListPreview, ListScene};
use crate::tui::scene::{ViewContext, key_for_footer};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::moves::MoveListItem;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::prompt::cut_around_caret;
use crate::tui::widget::text::{clip_spans, prose, sanitized_line, spread, width_of, wrap};
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
    let columns = row_view::columns(view, games, width);
    let mut lines = vec![head(&view.inside(inner), games, &columns)];
    let entries = shown.filter_map(|row| {
        let entry = games.listing.entry(row)?;
        let sign = if games.is_starred(&entry) { theme.glyphs().star } else { " " };
        let chosen = row == games.chosen;
        Some(form::marked_row(row_view::entry(view, games, &entry, chosen, &columns), sign, theme, width))
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
fn head(view: &ViewContext, games: &GamesState, columns: &ListColumns) -> Line<'static> {
    let theme = view.theme;
    let text = games.filter_input.value();
    if games.filter_focus == GameFilterFocus::Browsing && text.is_empty() && games.game_set.is_none() {
        return row_view::head(view, games, columns);
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
