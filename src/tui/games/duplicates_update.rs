//! Games with several texts: looked for in the library, compared, and made into one text.

use crate::chess::names::pluralized;
use crate::game::GameListEntry;
use crate::game::text_comparison::ComparedText;
use crate::tui::context::UpdateContext;
use crate::tui::keymap::DuplicateListAction;
use crate::tui::message::LibraryRequest;
use crate::tui::model::dialog::{DuplicateMerge, DuplicatesDialog};
use crate::tui::model::{Dialog, GameListSource, GamesState, Shared};

/// Opens the box and looks for the games.
pub(super) fn open(games: &GamesState, cx: &mut UpdateContext) {
    if games.source != GameListSource::Library {
        return cx.shared.show_note("These games are not in your library: Esc goes back to it");
    }
    cx.shared.dialog = Some(Dialog::Duplicates(Box::new(DuplicatesDialog::searching())));
    cx.effects.push(LibraryRequest::FindDuplicates);
}

/// Performs an action of the box.
pub(crate) fn act(cx: &mut UpdateContext, action: DuplicateListAction) {
    let Some(Dialog::Duplicates(dialog)) = &mut cx.shared.dialog else { return };
    if !dialog.is_ready() {
        return;
    }
    match action {
        DuplicateListAction::Rows(step) => {
            let chosen = step.from(dialog.chosen, dialog.games.len() - 1);
            if chosen != dialog.chosen {
                dialog.show(chosen);
                compare(cx);
            }
        }
        DuplicateListAction::Texts(step) => {
            let others = dialog.texts().map_or(0, <[GameListEntry]>::len).saturating_sub(1);
            let other = dialog.other.saturating_add_signed(step.delta());
            dialog.other = other.min(others.saturating_sub(1));
        }
        DuplicateListAction::Merge if dialog.compared.is_some() => dialog.merge = DuplicateMerge::Asked,
        DuplicateListAction::Merge => {}
    }
}

/// The question whether the texts become one was answered.
pub(crate) fn answer(cx: &mut UpdateContext, is_yes: bool) {
    let Some(Dialog::Duplicates(dialog)) = &mut cx.shared.dialog else { return };
    dialog.merge = DuplicateMerge::None;
    let Some(texts) = dialog.texts().filter(|_| is_yes).map(<[GameListEntry]>::to_vec) else { return };
    (dialog.merge, dialog.problem) = (DuplicateMerge::Running, None);
    cx.effects.push(LibraryRequest::MergeTexts(texts));
}

/// The box is to be closed. False where only its question is.
pub(crate) fn close(cx: &mut UpdateContext) -> bool {
    let Some(Dialog::Duplicates(dialog)) = &mut cx.shared.dialog else { return true };
    if dialog.merge == DuplicateMerge::Asked {
        dialog.merge = DuplicateMerge::None;
        return false;
    }
    if dialog.is_searching {
        cx.effects.push(LibraryRequest::CancelDuplicates);
    }
    true
}

/// The games were found.
pub(crate) fn found(cx: &mut UpdateContext, games: Vec<Vec<GameListEntry>>) {
    let Some(Dialog::Duplicates(dialog)) = &mut cx.shared.dialog else { return };
    dialog.is_searching = false;
    let chosen = dialog.chosen.min(games.len().saturating_sub(1));
    dialog.games = games;
    dialog.show(chosen);
    compare(cx);
}

/// They cannot be looked for: a sentence.
pub(crate) fn failed(shared: &mut Shared, reason: String) {
    if matches!(shared.dialog, Some(Dialog::Duplicates(_))) {
        shared.dialog = None;
    }
    shared.show_error(reason);
}

/// The texts of a game were read, or not: a sentence. Those of another game than the shown one are dropped.
pub(crate) fn compared(
    shared: &mut Shared,
    texts: &[GameListEntry],
    result: Result<Vec<ComparedText>, String>,
) {
    let Some(Dialog::Duplicates(dialog)) = &mut shared.dialog else { return };
    if dialog.texts() == Some(texts) {
        match result {
            Ok(compared) => dialog.compared = Some(compared),
            Err(reason) => dialog.problem = Some(reason),
        }
    }
}

/// So many texts went to the trash, since the game has one text now; or why it was left as it is. After a merge other games of
/// its files lie elsewhere, so that all are looked for again.
pub(crate) fn merged(cx: &mut UpdateContext, result: Result<usize, String>) {
    if let Ok(trashed) = &result {
        cx.shared.show_note(format!("Merged: {} in the trash", pluralized(*trashed, "text")));
    }
    match (&mut cx.shared.dialog, result) {
        (Some(Dialog::Duplicates(dialog)), Ok(_)) => {
            (dialog.merge, dialog.is_searching) = (DuplicateMerge::None, true);
            cx.effects.push(LibraryRequest::FindDuplicates);
        }
        (Some(Dialog::Duplicates(dialog)), Err(reason)) => {
            (dialog.merge, dialog.problem) = (DuplicateMerge::None, Some(reason));
        }
        (_, Ok(_)) => {}
        (_, Err(reason)) => cx.shared.show_warning(reason),
    }
}

/// Has the texts of the shown game read.
fn compare(cx: &mut UpdateContext) {
    let Some(Dialog::Duplicates(dialog)) = &cx.shared.dialog else { return };
    if let Some(texts) = dialog.texts() {
        cx.effects.push(LibraryRequest::CompareTexts(texts.to_vec()));
    }
}
