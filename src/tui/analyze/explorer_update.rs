//! The opening explorer: shown and hidden, and the questions that follow the position on the board.

use crate::tui::message::{Effect, Effects};
use crate::tui::model::{AnalyzeState, ExplorerEvent, Shared};
use crate::tui::navigation::Tab;

/// Shows or hides the explorer. Its question is sent by [`follow`].
pub(crate) fn toggle(analyze: &mut AnalyzeState, effects: &mut Effects) {
    let explorer = &mut analyze.explorer;
    if explorer.is_shown {
        explorer.hide();
        effects.push(Effect::CloseExplorer);
    } else {
        explorer.is_shown = true;
    }
}

/// Asks about the position on the board, where the explorer shows another one, or where the library has changed. Called
/// after every message.
pub(crate) fn follow(analyze: &mut AnalyzeState, shared: &Shared, effects: &mut Effects) {
    if effects.change_library() {
        analyze.explorer.library_changed();
    }
    // While a mistake is tried again the explorer could give the better move away.
    let is_on_screen = analyze.explorer.is_shown && shared.tab == Tab::Analyze && analyze.retry().is_none();
    let position = is_on_screen.then(|| analyze.shown_position());
    if let Some(question) = analyze.explorer.follow(position.as_ref()) {
        effects.push(Effect::AskExplorer(question));
    }
}

/// Handles what the index of the library's games answers. What is about a position that was asked for earlier
/// is dropped.
pub(crate) fn receive_event(analyze: &mut AnalyzeState, event: ExplorerEvent) {
    let explorer = &mut analyze.explorer;
    match event {
        ExplorerEvent::Indexing(percent) => explorer.indexing = explorer.is_shown.then_some(percent),
        ExplorerEvent::Answered(position, answer) => {
            explorer.indexing = None;
            explorer.receive(&position, answer);
        }
    }
}
