//! The pane of the opening explorer.

use crate::chess::Position;
use crate::tui::keymap::{AnalyzeAction, AppAction, GamesAction};
use crate::tui::model::{AnalyzeState, Explorer, ExplorerAnswer, ExplorerSource, PaneId};
use crate::tui::navigation::{BoardPart, Tab};
use crate::tui::scene::{ViewContext, key_for_footer, keys_note};
use crate::tui::theme::Role;
use crate::tui::widget::explorer;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::sanitized_line;

/// The cells that the keys in the frame take, with the frame around them.
const NOTE_CELLS: usize = 26;

/// The moves that were played from the position on the board, where the explorer is shown.
pub(super) fn pane(view: &ViewContext, analyze: &AnalyzeState, shown: &Position) -> Option<Pane> {
    let state = &analyze.explorer;
    if !state.is_shown {
        return None;
    }
    let indexing = state.indexing.map(|percent| format!("Indexing the games, {percent} %"));
    let text = match state.answer(shown) {
        Some(ExplorerAnswer::Tree(tree)) if tree.counts.games > 0 => {
            let chosen = analyze.explorer_row().filter(|_| state.has_focus()).map(|(row, _)| row);
            let pane = match chosen {
                Some(row) => {
                    explorer::pane_with_choice(tree, shown, row, title(state), view.theme, view.width)
                }
                None => explorer::pane(tree, shown, title(state), view.theme, view.width),
            };
            let keys = || {
                if chosen.is_some() {
                    return keys_note(view, [AnalyzeAction::PlayExplorerRow], "plays");
                }
                let list = keys_note(view, [AnalyzeAction::GamesWith(BoardPart::Position)], "list");
                // Both where the title leaves them room.
                if title(state).len() + NOTE_CELLS > view.width {
                    return list;
                }
                let mut both = keys_note(view, [AnalyzeAction::ExplorerFocus], "choose  ");
                both.extend(list);
                both
            };
            let note = indexing.map_or_else(keys, |text| vec![view.span(Role::Faint, text)]);
            return Some(pane.with_note(note));
        }
        Some(ExplorerAnswer::Tree(_)) => no_game_text(view, state),
        Some(ExplorerAnswer::EmptyLibrary) => empty_library_text(view),
        Some(ExplorerAnswer::Failed(reason)) => reason.clone(),
        None => indexing.unwrap_or_else(|| view.theme.glyphs().ellipsis.to_owned()),
    };
    let pane = Pane::new(PaneId::Explorer, title(state), view.prose(Role::Faint, &text));
    Some(pane.with_min_rows(3).with_reserved_rows(explorer::ROWS))
}

/// The title of the pane, with the games that are counted.
const fn title(explorer: &Explorer) -> &'static str {
    match explorer.source {
        ExplorerSource::All => "Explorer",
        ExplorerSource::MineAsWhite => "Explorer: you as White",
        ExplorerSource::MineAsBlack => "Explorer: you as Black",
        ExplorerSource::Listed if explorer.is_of_file() => "Explorer: the file",
        ExplorerSource::Listed => "Explorer: the search",
    }
}

/// Which games do not reach the position.
fn no_game_text(view: &ViewContext, explorer: &Explorer) -> String {
    if let Some(problem) = explorer.problem() {
        return sanitized_line(&problem.to_string());
    }
    let text = explorer.source.no_game_text();
    let is_mine = matches!(explorer.source, ExplorerSource::MineAsWhite | ExplorerSource::MineAsBlack);
    let names = key_for_footer(view, GamesAction::MyNames);
    match names.filter(|_| is_mine && view.shared.config.games.my_names.is_empty()) {
        Some(names) => format!("{text}; {names} on the list of games says which names are yours"),
        None => text.to_owned(),
    }
}

/// How games come into the library.
fn empty_library_text(view: &ViewContext) -> String {
    let list = key_for_footer(view, AppAction::ShowTab(Tab::Games));
    let import = key_for_footer(view, GamesAction::Import);
    match (list, import) {
        (Some(list), Some(import)) => {
            format!(
                "No game is in the library: {list} goes to the list of games, where {import} imports a file"
            )
        }
        _ => "No game is in the library: the list of games can import a file".to_owned(),
    }
}
