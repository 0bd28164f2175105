//! The pane of the opening explorer.

use crate::chess::Position;
use crate::tui::keymap::{AppAction, GamesAction};
use crate::tui::model::{AnalyzeState, ExplorerAnswer, PaneId};
use crate::tui::navigation::Tab;
use crate::tui::scene::{ViewContext, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::explorer;
use crate::tui::widget::pane::Pane;

/// The moves that were played from the position on the board, where the explorer is shown.
pub(super) fn pane(view: &ViewContext, analyze: &AnalyzeState, shown: &Position) -> Option<Pane> {
    let state = &analyze.explorer;
    if !state.is_shown {
        return None;
    }
    let indexing = state.indexing.map(|percent| format!("Indexing the games, {percent} %"));
    let text = match state.answer(shown) {
        Some(ExplorerAnswer::Tree(tree)) if tree.counts.games > 0 => {
            let pane = explorer::pane(tree, shown, view.theme, view.width);
            let note = indexing.map_or_else(Vec::new, |text| vec![view.span(Role::Faint, text)]);
            return Some(pane.with_note(note));
        }
        Some(ExplorerAnswer::Tree(_)) => "No game of the library reaches this position".to_owned(),
        Some(ExplorerAnswer::EmptyLibrary) => empty_library_text(view),
        Some(ExplorerAnswer::Failed(reason)) => reason.clone(),
        None => indexing.unwrap_or_else(|| view.theme.glyphs().ellipsis.to_owned()),
    };
    let pane = Pane::new(PaneId::Explorer, explorer::TITLE, view.prose(Role::Faint, &text));
    Some(pane.with_min_rows(3).with_reserved_rows(explorer::ROWS))
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
