//! Annotations on the move tree: variations promoted and deleted, comments, glyphs; each can be undone.

use crate::chess::Square;
use crate::chess::names::pluralized;
use crate::game::game_list::{ANALYSIS_EVENT, ANALYSIS_TAG};
use crate::game::own_game::GAME_TAG;
use crate::game::pgn::drawing::{self, Drawing};
use crate::game::pgn::{self, GameResult, PgnGame, TagChange, command};
use crate::game::{GameId, NodeId, TreeCursor};
use crate::tui::analyze::request;
use crate::tui::context::UpdateContext;
use crate::tui::message::{Effect, LibraryRequest};
use crate::tui::model::dialog::tags::TagOwner;
use crate::tui::model::dialog::{InputDialog, TagsDialog};
use crate::tui::model::{AnalyzeState, Dialog, InputPurpose, Shared};
use crate::tui::widget::text::sanitized_line;

/// How many changes can be undone.
const MAX_EDITS: usize = 100;

/// Makes an undoable change of the tree. Nothing is recorded where nothing changed.
pub(crate) fn edit(
    analyze: &mut AnalyzeState,
    cx: &mut UpdateContext,
    change: impl FnOnce(&mut TreeCursor) -> bool,
) -> bool {
    let before = analyze.walk.clone();
    if !change(&mut analyze.walk) {
        return false;
    }
    let edits = &mut analyze.edits;
    edits.undo_stack.push(before);
    edits.undo_stack.drain(..edits.undo_stack.len().saturating_sub(MAX_EDITS));
    edits.redo_stack.clear();
    edits.at = Some(analyze.walk.node_id());
    analyze.walked_line = None;
    cx.shared.board.clear_selection();
    cx.effects.push(Effect::SaveAnalysis);
    true
}

/// Whether undo takes back the last change: the current position is still the one that it was made at.
pub(crate) fn can_undo(analyze: &AnalyzeState) -> bool {
    is_at_last_edit(analyze) && !analyze.edits.undo_stack.is_empty()
}

/// Whether redo applies to the change that was undone last.
pub(crate) fn can_redo(analyze: &AnalyzeState) -> bool {
    is_at_last_edit(analyze) && !analyze.edits.redo_stack.is_empty()
}

fn is_at_last_edit(analyze: &AnalyzeState) -> bool {
    analyze.edits.at == Some(analyze.walk.node_id()) && analyze.walked_line.is_none()
}

/// Undoes the last change.
pub(crate) fn undo(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    if let Some(walk) = analyze.edits.undo_stack.pop() {
        let now = swap_tree(analyze, cx, walk);
        analyze.edits.redo_stack.push(now);
        cx.shared.show_note("The change is undone: U does it again");
    }
}

/// Redoes the change that was undone last.
pub(crate) fn redo(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    if let Some(walk) = analyze.edits.redo_stack.pop() {
        let now = swap_tree(analyze, cx, walk);
        analyze.edits.undo_stack.push(now);
        cx.shared.show_note("The change is done again");
    }
}

/// Replaces the tree by another state, and returns the old one.
fn swap_tree(analyze: &mut AnalyzeState, cx: &mut UpdateContext, walk: TreeCursor) -> TreeCursor {
    let before = std::mem::replace(&mut analyze.walk, walk);
    analyze.edits.at = Some(analyze.walk.node_id());
    request::drop_outdated_review(analyze, cx.effects);
    cx.shared.board.clear_selection();
    if analyze.walk.node_id() != before.node_id() {
        request::request_analysis(analyze, cx);
    }
    cx.effects.push(Effect::SaveAnalysis);
    before
}

/// Promotes the current variation by one level, at its fork.
pub(crate) fn promote(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let raised = edit(analyze, cx, |walk| {
        let at = walk.node_id();
        walk.tree_mut().promote_variation(at)
    });
    cx.shared.show_note(if raised {
        "The variation is promoted: u undoes it"
    } else {
        "This is the main line"
    });
}

/// Makes the current line the game's main line.
pub(crate) fn make_main_line(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let made = edit(analyze, cx, |walk| {
        let at = walk.node_id();
        walk.tree_mut().make_main_line(at)
    });
    cx.shared.show_note(if made {
        "This is the main line now: u undoes it"
    } else {
        "This is the main line"
    });
}

/// Deletes the last move and all that follows it; the current position becomes the one before.
pub(crate) fn delete(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let mut gone = 0;
    let done = edit(analyze, cx, |walk| {
        let at = walk.node_id();
        let Some(before) = walk.tree().node(at).parent() else { return false };
        walk.go_to(before);
        gone = walk.tree_mut().delete(at);
        true
    });
    if !done {
        return cx.shared.show_note("This is the start: X begins a new analysis");
    }
    cx.shared.show_note(format!("{} deleted: u undoes it", pluralized(gone, "move")));
    request::request_analysis(analyze, cx);
}

/// Opens the prompt for a comment on the last move.
pub(crate) fn open_comment_input(analyze: &AnalyzeState, shared: &mut Shared) {
    let at = analyze.walk.node_id();
    let after = &analyze.walk.tree().node(at).notes.after;
    let text =
        after.iter().map(|comment| command::text_without_commands(comment)).filter(|text| !text.is_empty());
    let text = text.collect::<Vec<_>>().join(" ");
    shared.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Comment(at), &text)));
}

/// Sets the comment after a move. Commands of programs (`[%...]`) in the old one stay.
pub(crate) fn set_comment(analyze: &mut AnalyzeState, cx: &mut UpdateContext, node: NodeId, text: &str) {
    edit(analyze, cx, |walk| {
        let notes = &mut walk.tree_mut().node_mut(node).notes;
        let commands = notes.after.iter().flat_map(|comment| command::commands(comment));
        let commands: Vec<String> = commands.map(|(name, value)| format!("[%{name} {value}]")).collect();
        let both = [text.to_owned(), commands.join(" ")];
        let after: Vec<String> = both.into_iter().filter(|part| !part.is_empty()).collect();
        let changed = after != notes.after;
        notes.after = after;
        changed
    });
}

/// Draws an arrow from one square to another, or colors one; repeating it takes the next color, and removes
/// it after the last.
pub(crate) fn toggle_drawing(analyze: &mut AnalyzeState, cx: &mut UpdateContext, from: Square, to: Square) {
    edit(analyze, cx, |walk| {
        let at = walk.node_id();
        drawing::draw(&mut walk.tree_mut().node_mut(at).notes, from, to);
        true
    });
}

/// Opens the prompt for squares and arrows by name.
pub(crate) fn open_drawings_input(analyze: &AnalyzeState, shared: &mut Shared) {
    let at = analyze.walk.node_id();
    let drawn = drawing::drawings(&analyze.walk.tree().node(at).notes);
    let text = drawn.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    shared.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Drawings(at), &text)));
}

/// Sets the drawings of the position as typed: `Ge2e4 Rf7`. On an invalid one an error names it and nothing
/// changes.
pub(crate) fn set_drawings(analyze: &mut AnalyzeState, cx: &mut UpdateContext, node: NodeId, text: &str) {
    let mut drawn = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let Ok(drawing) = word.parse::<Drawing>() else {
            let word = sanitized_line(word);
            let how = "a square (e4) or an arrow (e2e4), with G, R, Y or B before it for its color";
            return cx.shared.show_warning(format!("\"{word}\" cannot be drawn: write {how}"));
        };
        drawn.push(drawing);
    }
    edit(analyze, cx, |walk| {
        let notes = &mut walk.tree_mut().node_mut(node).notes;
        let before = drawing::drawings(notes);
        drawing::set_drawings(notes, &drawn);
        drawn != before
    });
}

/// Adds a glyph (NAG) to the last move or removes it; zero removes all.
pub(crate) fn toggle_nag(analyze: &mut AnalyzeState, cx: &mut UpdateContext, nag: u8) {
    let at = analyze.walk.node_id();
    if analyze.walk.tree().node(at).parent().is_none() {
        return cx.shared.show_note("A glyph belongs to a move");
    }
    edit(analyze, cx, |walk| {
        let tree = walk.tree_mut();
        let before = tree.node(at).notes.nags.clone();
        if nag == 0 {
            tree.node_mut(at).notes.nags.clear();
        } else {
            tree.toggle_nag(at, nag);
        }
        tree.node(at).notes.nags != before
    });
}

/// Opens the form for the tags with which the analysis is kept.
pub(crate) fn open_tags_form(analyze: &AnalyzeState, shared: &mut Shared) {
    if analyze.walk.tree().move_count() == 0 {
        return shared.show_note("There is no move to keep yet");
    }
    let day = GameId { day: shared.today, number: 0 };
    let form = TagsDialog::new(TagOwner::Analysis, &analyze.header);
    let form = form.proposing("Event", ANALYSIS_EVENT).proposing("Date", &day.date_tag());
    shared.dialog = Some(Dialog::Tags(Box::new(form)));
}

/// Saves the analysis in the library, as a game of its own, with changes of its tags.
pub(crate) fn save_to_library(analyze: &mut AnalyzeState, cx: &mut UpdateContext, changes: &[TagChange]) {
    for change in changes {
        match change.value() {
            Some(value) => analyze.header.set(change.name(), value),
            None => analyze.header.tags.retain(|(name, _)| name != change.name()),
        }
        if change.name() == "Result" {
            analyze.header.result = change.value().and_then(GameResult::of).unwrap_or_default();
        }
    }
    let tree = analyze.walk.tree().clone();
    let mut header = analyze.header.clone();
    // A copy of a game that was played here is not that game.
    header.tags.retain(|(name, _)| name != GAME_TAG && name != ANALYSIS_TAG);
    analyze.kept.set_kept(&tree);
    cx.effects
        .push(LibraryRequest::AddToLibrary(cx.shared.new_game_id(), pgn::write(&PgnGame { header, tree })));
}
