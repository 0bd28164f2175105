//! Starts and ends analysis restricted to some moves.

use crate::tui::analyze::request;
use crate::tui::context::UpdateContext;
use crate::tui::model::search_moves::parse;
use crate::tui::model::{AnalyzeState, Dialog, InputDialog, InputPurpose, Shared};

/// Opens the prompt for the moves to analyze. Two of them are compared side by side.
pub(crate) fn open_search_moves_input(analyze: &AnalyzeState, shared: &mut Shared) {
    if analyze.walk.termination().is_some() {
        return shared.show_note("The game is over here");
    }
    let words = analyze.search_moves_here().map_or_else(String::new, |only| only.text.clone());
    shared.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Moves, &words)));
}

/// Analyzes only the given moves, as long as the user stays in this position.
pub(crate) fn set_search_moves(analyze: &mut AnalyzeState, cx: &mut UpdateContext, words: &str) {
    match parse(analyze.walk.position(), words) {
        Ok(only) => {
            analyze.search_moves = only;
            request::request_analysis(analyze, cx);
        }
        Err(reason) => cx.shared.show_warning(reason),
    }
}
