//! The annotator's work on the tree: variations raised and deleted, comments, glyphs; each can be undone.

use crate::chess::Square;
use crate::chess::names::counted;
use crate::game::pgn::drawing::{self, Drawing};
use crate::game::pgn::{self, Game, command};
use crate::game::{NodeId, Walk};
use crate::tui::app::{App, Tone};
use crate::tui::dialog::{Ask, Dialog, ask::Wanted};
use crate::tui::widget::text::harmless;

use super::super::{Effect, review};

/// How many changes can be undone.
const MOST_EDITS: usize = 100;

/// Does something to the tree that can be undone. Nothing is noted where nothing changed.
pub(in crate::tui::update) fn edit(
    app: &mut App,
    effects: &mut Vec<Effect>,
    change: impl FnOnce(&mut Walk) -> bool,
) -> bool {
    let before = app.study.walk.clone();
    if !change(&mut app.study.walk) {
        return false;
    }
    let edits = &mut app.study.edits;
    edits.done.push(before);
    edits.done.drain(..edits.done.len().saturating_sub(MOST_EDITS));
    edits.undone.clear();
    edits.at = Some(app.study.walk.at());
    app.study.line = None;
    app.board.let_go();
    effects.push(Effect::SaveStudy);
    true
}

/// Whether undo means the last change: the reader still stands at it.
pub(in crate::tui::update) fn can_undo(app: &App) -> bool {
    stands_there(app) && !app.study.edits.done.is_empty()
}

/// Whether redo means the change that was undone last.
pub(in crate::tui::update) fn can_redo(app: &App) -> bool {
    stands_there(app) && !app.study.edits.undone.is_empty()
}

fn stands_there(app: &App) -> bool {
    app.study.edits.at == Some(app.study.walk.at()) && app.study.line.is_none()
}

/// Undoes the last change.
pub(in crate::tui::update) fn undo(app: &mut App, effects: &mut Vec<Effect>) {
    if let Some(walk) = app.study.edits.done.pop() {
        let now = turn(app, walk, effects);
        app.study.edits.undone.push(now);
        app.say(Tone::Note, "The change is undone: U does it again");
    }
}

/// Does again what was undone last.
pub(in crate::tui::update) fn redo(app: &mut App, effects: &mut Vec<Effect>) {
    if let Some(walk) = app.study.edits.undone.pop() {
        let now = turn(app, walk, effects);
        app.study.edits.done.push(now);
        app.say(Tone::Note, "The change is done again");
    }
}

/// Puts another state of the tree in place of the one that comes back.
fn turn(app: &mut App, walk: Walk, effects: &mut Vec<Effect>) -> Walk {
    let before = std::mem::replace(&mut app.study.walk, walk);
    app.study.edits.at = Some(app.study.walk.at());
    review::hold_against_tree(app, effects);
    app.board.let_go();
    if app.study.walk.at() != before.at() {
        super::ask(app, effects);
    }
    effects.push(Effect::SaveStudy);
    before
}

/// Makes the variation at hand the main one of its fork.
pub(in crate::tui::update) fn promote(app: &mut App, effects: &mut Vec<Effect>) {
    let raised = edit(app, effects, |walk| {
        let at = walk.at();
        walk.tree_mut().promote_variation(at)
    });
    app.say(
        Tone::Note,
        if raised { "The variation is promoted: u undoes it" } else { "This is the main line" },
    );
}

/// Makes the line at hand the game's main line.
pub(in crate::tui::update) fn make_main_line(app: &mut App, effects: &mut Vec<Effect>) {
    let made = edit(app, effects, |walk| {
        let at = walk.at();
        walk.tree_mut().make_main_line(at)
    });
    app.say(
        Tone::Note,
        if made { "This is the main line now: u undoes it" } else { "This is the main line" },
    );
}

/// Deletes the last move and all that follows it; the reader goes to the move before.
pub(in crate::tui::update) fn delete(app: &mut App, effects: &mut Vec<Effect>) {
    let mut gone = 0;
    let done = edit(app, effects, |walk| {
        let at = walk.at();
        let Some(before) = walk.tree().node(at).parent() else { return false };
        walk.go_to(before);
        gone = walk.tree_mut().delete(at);
        true
    });
    if !done {
        return app.say(Tone::Note, "This is the start: X begins a new analysis");
    }
    app.say(Tone::Note, format!("{} deleted: u undoes it", counted(gone, "move")));
    super::ask(app, effects);
}

/// Opens the line in which the last move is commented on.
pub(in crate::tui::update) fn ask_comment(app: &mut App) {
    let at = app.study.walk.at();
    let after = &app.study.walk.tree().node(at).notes.after;
    let text = after.iter().map(|comment| command::prose(comment)).filter(|text| !text.is_empty());
    let text = text.collect::<Vec<_>>().join(" ");
    app.dialog = Some(Dialog::Ask(Ask::new(Wanted::Comment(at), &text)));
}

/// Sets the comment behind a move. What programs wrote into the old one stays.
pub(in crate::tui::update) fn comment(app: &mut App, node: NodeId, text: &str, effects: &mut Vec<Effect>) {
    edit(app, effects, |walk| {
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

/// Draws from one square to another, or on one; the same again takes the next color, and goes after the last.
pub(in crate::tui::update) fn draw(app: &mut App, from: Square, to: Square, effects: &mut Vec<Effect>) {
    edit(app, effects, |walk| {
        let at = walk.at();
        drawing::draw(&mut walk.tree_mut().node_mut(at).notes, from, to);
        true
    });
}

/// Opens the line in which squares and arrows are drawn by their names.
pub(in crate::tui::update) fn ask_drawings(app: &mut App) {
    let at = app.study.walk.at();
    let drawn = drawing::drawings(&app.study.walk.tree().node(at).notes);
    let text = drawn.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    app.dialog = Some(Dialog::Ask(Ask::new(Wanted::Drawings(at), &text)));
}

/// Has on the board what was typed: `Ge2e4 Rf7`. What is no drawing is named, and then nothing changes.
pub(in crate::tui::update) fn take_drawings(
    app: &mut App,
    node: NodeId,
    text: &str,
    effects: &mut Vec<Effect>,
) {
    let mut drawn = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let Ok(drawing) = word.parse::<Drawing>() else {
            let word = harmless(word);
            let how = "a square (e4) or an arrow (e2e4), with G, R, Y or B before it for its color";
            return app.say(Tone::Warning, format!("\"{word}\" cannot be drawn: write {how}"));
        };
        drawn.push(drawing);
    }
    edit(app, effects, |walk| {
        let notes = &mut walk.tree_mut().node_mut(node).notes;
        let before = drawing::drawings(notes);
        drawing::set(notes, &drawn);
        drawn != before
    });
}

/// Puts a glyph behind the last move or takes it away; nought takes all away.
pub(in crate::tui::update) fn mark(app: &mut App, nag: u8, effects: &mut Vec<Effect>) {
    let at = app.study.walk.at();
    if app.study.walk.tree().node(at).parent().is_none() {
        return app.say(Tone::Note, "A glyph belongs to a move");
    }
    edit(app, effects, |walk| {
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

/// Has the analysis written into the library, as a game of its own.
pub(in crate::tui::update) fn keep(app: &mut App, effects: &mut Vec<Effect>) {
    let tree = app.study.walk.tree().clone();
    if tree.moves() == 0 {
        return app.say(Tone::Note, "There is no move to keep yet");
    }
    let mut header = app.study.header.clone();
    // A copy of a game that was played here is not that game.
    header.tags.retain(|(name, _)| name != "GameMark");
    effects.push(Effect::KeepGame(app.mark(), pgn::write(&Game { header, tree })));
}
