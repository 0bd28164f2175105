//! The position editor: what keys and the mouse change, how it is opened and left, and what becomes of its position.

use crate::chess::{Draft, Edit, File, Piece, Position, Rank, Square};
use crate::game::{Pasted, pasted};
use crate::tui::app::editor::{Dragged, Grip};
use crate::tui::app::{App, Editor, Tone, Tool};
use crate::tui::dialog::{Dialog, Found, Paste};
use crate::tui::keymap::Action;

use super::{Effect, Gesture, Hit, act as actions, dialogs, drill, study, why};

/// Opens the editor: as it was left, or with the position on the board.
pub(super) fn open(app: &mut App, here: Option<&Position>, effects: &mut Vec<Effect>) {
    if app.editor.is_some() {
        return;
    }
    why::close(app, effects);
    app.board.let_go();
    app.board.cursor = None;
    app.prompt.close();
    let mut editor = app.draft.take().unwrap_or_else(|| Box::new(Editor::new(draft_of(here))));
    editor.below = None;
    app.editor = Some(editor);
}

/// Opens the editor with what the box for text has recognized. A text that has not changed since goes on as it was
/// left on the board.
pub(super) fn open_from_text(app: &mut App, paste: &Paste) {
    app.board.let_go();
    app.board.cursor = None;
    app.prompt.close();
    let text = paste.input.value();
    let read = match paste.found {
        Found::Position | Found::Moves { .. } => Some(Draft::from(&paste.preview)),
        Found::Nothing | Found::Faulty(_) | Found::Games(_) | Found::Unknown(_) => Draft::read(text),
    };
    let goes_on = |kept: &Editor| {
        let below = kept.below.as_deref();
        below.is_some_and(|below| below.input.value() == text) || kept.draft().fen() == text.trim()
    };
    let mut editor = match (app.draft.take(), read) {
        (Some(kept), Some(read)) if !goes_on(&kept) => {
            let mut kept = kept;
            kept.replace(read);
            kept
        }
        (Some(kept), _) => kept,
        (None, read) => Box::new(Editor::new(read.unwrap_or_else(|| Draft::from(&paste.preview)))),
    };
    editor.below = Some(Box::new(paste.clone()));
    app.editor = Some(editor);
}

fn draft_of(position: Option<&Position>) -> Draft {
    position.map_or_else(Draft::first, Draft::from)
}

/// Puts the editor away as it is; what was changed is kept.
pub(super) fn put_away(app: &mut App) {
    if let Some(mut editor) = app.editor.take() {
        editor.end_stroke();
        app.draft = Some(editor).filter(|editor| editor.is_changed());
    }
}

/// One level back: the man in hand, the tool, the editor itself.
pub(super) fn back(app: &mut App) {
    let Some(editor) = app.editor.as_deref_mut() else { return };
    if editor.grip != Grip::Nothing {
        return editor.end_stroke();
    }
    if editor.tool != Tool::Hand {
        editor.tool = Tool::Hand;
        return;
    }
    let below = editor.below.clone();
    put_away(app);
    app.dialog = below.map(Dialog::Paste);
}

/// Changes what is set up.
pub(super) fn change(app: &mut App, edit: Edit) {
    if let Some(editor) = app.editor.as_deref_mut() {
        editor.change(edit);
    }
}

/// Puts a man under the cursor by its letter in a FEN.
pub(super) fn put(app: &mut App, letter: char) {
    if let Some(editor) = app.editor.as_deref_mut()
        && let Some(piece) = Piece::from_char(letter)
    {
        editor.change(Edit::Put(editor.cursor, Some(piece)));
    }
}

/// A text takes the place of what is set up, where there is a position in it.
pub(super) fn paste(app: &mut App, text: &str) {
    take_pasted(app, pasted::recognize(text, &Position::start()));
}

/// A recognized text takes the place of what is set up, where there is a position in it.
pub(super) fn take_pasted(app: &mut App, pasted: Pasted) {
    let read = match pasted {
        Pasted::Position(position) => Ok(Draft::from(&*position)),
        Pasted::FaultyPosition { text, fault } => Draft::read(&text).ok_or(fault.reason),
        Pasted::Moves { game, .. } => {
            let end = game.tree.main_line_from(game.tree.start()).last().copied();
            Ok(Draft::from(game.tree.node(end.unwrap_or(game.tree.start())).position()))
        }
        Pasted::Games(_) => Err("The editor takes one position; these are several".to_owned()),
        Pasted::Unknown { reason } => Err(reason),
    };
    match (app.editor.as_deref_mut(), read) {
        (Some(editor), Ok(read)) => editor.replace(read),
        (_, Err(reason)) => app.say(Tone::Warning, reason),
        (None, Ok(_)) => {}
    }
}

/// Does what an action means in the editor. False where it means nothing.
pub(super) fn act(app: &mut App, action: Action, effects: &mut Vec<Effect>) -> bool {
    use Action as A;
    let bottom = app.board.bottom;
    let behind = app.behind_editor();
    let Some(editor) = app.editor.as_deref_mut() else { return false };
    let draft = editor.draft();
    match action {
        A::EditClear => editor.change(Edit::Put(editor.cursor, None)),
        A::EditTurn => editor.change(Edit::Turn(draft.turn().other())),
        A::EditRights => give_rights(app),
        A::EditPassant => give_en_passant(app),
        A::EditHalfmovesMore => editor.change(Edit::Halfmoves(draft.halfmoves().saturating_add(1))),
        A::EditHalfmovesLess => editor.change(Edit::Halfmoves(draft.halfmoves().saturating_sub(1))),
        A::EditNumberMore => editor.change(Edit::Fullmoves(draft.fullmoves().saturating_add(1))),
        A::EditNumberLess => editor.change(Edit::Fullmoves(draft.fullmoves().saturating_sub(1))),
        A::EditEmpty => editor.change(Edit::Empty),
        A::EditFirst => editor.change(Edit::First),
        A::EditBoard => editor.replace(draft_of(behind.as_ref())),
        A::EditMirror => editor.change(Edit::Mirror),
        A::EditSwap => editor.change(Edit::Swap),
        A::EditUndo => {
            if !editor.undo() {
                app.say(Tone::Note, "Nothing to undo");
            }
        }
        A::EditRedo => {
            if !editor.redo() {
                app.say(Tone::Note, "Nothing to redo");
            }
        }
        A::EditText => {
            let text = draft.fen();
            let here = behind.unwrap_or_default();
            put_away(app);
            app.dialog = Some(Dialog::Paste(Box::new(Paste::new(&text, &here))));
        }
        A::PasteAnalyze | A::PastePlay | A::PasteDrill => take(app, action, effects),
        A::EditLeft
        | A::EditRight
        | A::EditUp
        | A::EditDown
        | A::EditRowStart
        | A::EditRowEnd
        | A::EditTop
        | A::EditBottom => editor.cursor = moved(editor.cursor, action, bottom),
        _ => return false,
    }
    true
}

/// The cursor's next square, as the board is turned.
fn moved(at: Square, action: Action, bottom: crate::chess::Color) -> Square {
    use Action as A;
    let sign = bottom.fold_wb(1, -1);
    let (left, right) = bottom.fold_wb((File::A, File::H), (File::H, File::A));
    let (low, high) = bottom.fold_wb((Rank::First, Rank::Eighth), (Rank::Eighth, Rank::First));
    let (file, rank) = (at.file(), at.rank());
    let (file, rank) = match action {
        A::EditLeft => (file.offset(-sign).unwrap_or(file), rank),
        A::EditRight => (file.offset(sign).unwrap_or(file), rank),
        A::EditUp => (file, rank.offset(sign).unwrap_or(rank)),
        A::EditDown => (file, rank.offset(-sign).unwrap_or(rank)),
        A::EditRowStart => (left, rank),
        A::EditRowEnd => (right, rank),
        A::EditTop => (file, high),
        A::EditBottom => (file, low),
        _ => (file, rank),
    };
    Square::from_coords(file, rank)
}

fn give_rights(app: &mut App) {
    let Some(editor) = app.editor.as_deref_mut() else { return };
    if editor.draft().possible_rights().is_empty() {
        return app.say(Tone::Note, "Castling needs a king and a rook on their first rank");
    }
    editor.change(Edit::Rights(editor.cursor));
}

fn give_en_passant(app: &mut App) {
    let Some(editor) = app.editor.as_deref_mut() else { return };
    if editor.draft().possible_en_passant().is_empty() {
        return app.say(Tone::Note, "No pawn can have just moved two squares here");
    }
    editor.change(Edit::EnPassant(editor.next_en_passant()));
}

/// Analyzes, plays or practices what is set up; where it breaks a rule, says which and leads there.
fn take(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    let Some(mut editor) = app.editor.take() else { return };
    editor.end_stroke();
    let Some(position) = editor.position().cloned() else {
        let fault = editor.fault().map(|(reason, squares)| (reason.to_owned(), squares.first()));
        if let Some((reason, square)) = fault {
            editor.cursor = square.unwrap_or(editor.cursor);
            app.say(Tone::Warning, format!("Not yet: {reason}"));
        }
        app.editor = Some(editor);
        return;
    };
    match action {
        Action::PastePlay => dialogs::play_from(app, position, effects),
        Action::PasteDrill => {
            if drill::start::begin_from(app, &position, effects) == drill::start::Begins::Not {
                app.editor = Some(editor);
            }
        }
        _ => study::open_position(app, position, effects),
    }
}

/// The mouse over the editor. The box gives a man to put on squares, one each click or all that are passed; without
/// one a man is moved, by clicks or a drag, and one that is dragged off the board is taken off.
pub(super) fn mouse(app: &mut App, gesture: Gesture, hit: Option<Hit>, effects: &mut Vec<Effect>) {
    match (gesture, hit) {
        (Gesture::Press, Some(Hit::Tab(tab))) => return actions::show_tab(app, tab, effects),
        (Gesture::Press, Some(Hit::Action(action))) => return actions::act(app, action, effects),
        _ => {}
    }
    let Some(editor) = app.editor.as_deref_mut() else { return };
    match (gesture, hit) {
        (Gesture::Press, Some(Hit::Square(square))) => press(editor, square),
        (Gesture::Press, Some(Hit::Tool(tool))) => {
            let before = editor.tool;
            editor.tool = if tool == before { Tool::Hand } else { tool };
            editor.grip = Grip::FromBox { what: tool, before, dragged: Dragged::No };
        }
        (Gesture::Press, Some(Hit::SetUp(edit))) => editor.change(edit),
        (Gesture::Press, _) => editor.end_stroke(),
        (Gesture::Drag, hit) => drag(editor, hit),
        (Gesture::Release, _) => release(editor),
        (Gesture::RightPress, Some(Hit::Square(square))) => {
            editor.begin_stroke();
            paint(editor, square, None);
        }
        (Gesture::RightPress, _) => {
            editor.end_stroke();
            editor.tool = Tool::Hand;
        }
        (Gesture::RightDrag, Some(Hit::Square(square))) if editor.grip == Grip::Paints(None) => {
            paint(editor, square, None);
        }
        (Gesture::RightDrag | Gesture::WheelUp | Gesture::WheelDown, _) => {}
    }
}

/// Gives a square what is painted with, and goes on with it.
fn paint(editor: &mut Editor, square: Square, what: Option<Piece>) {
    editor.cursor = square;
    editor.grip = Grip::Paints(what);
    editor.change(Edit::Put(square, what));
}

fn press(editor: &mut Editor, square: Square) {
    editor.cursor = square;
    let stands = editor.draft().men().piece_at(square);
    match (editor.tool, editor.grip) {
        (Tool::Man(piece), _) => {
            editor.begin_stroke();
            paint(editor, square, Some(piece).filter(|_| stands != Some(piece)));
        }
        (Tool::Eraser, _) => {
            editor.begin_stroke();
            paint(editor, square, None);
        }
        (Tool::Hand, Grip::Man(from, _)) => {
            editor.end_stroke();
            if from != square {
                editor.change(Edit::Shift(from, square));
            }
        }
        (Tool::Hand, _) if stands.is_some() => editor.grip = Grip::Man(square, Dragged::No),
        (Tool::Hand, _) => editor.end_stroke(),
    }
}

fn drag(editor: &mut Editor, hit: Option<Hit>) {
    let over = match hit {
        Some(Hit::Square(square)) => Dragged::Over(square),
        _ => Dragged::Off,
    };
    match (editor.grip, over) {
        (Grip::Paints(what), Dragged::Over(square)) => paint(editor, square, what),
        // A hand that trembles on its square drags nothing.
        (Grip::Man(from, Dragged::No), Dragged::Over(square)) if square == from => {}
        (Grip::Man(from, _), over) => editor.grip = Grip::Man(from, over),
        (Grip::FromBox { dragged: Dragged::No, .. }, Dragged::Off) => {}
        (Grip::FromBox { what, before, .. }, dragged) => {
            editor.grip = Grip::FromBox { what, before, dragged };
        }
        _ => {}
    }
}

fn release(editor: &mut Editor) {
    let grip = editor.grip;
    // A click leaves the man in hand: the next one puts it down.
    if matches!(grip, Grip::Man(_, Dragged::No)) {
        return;
    }
    editor.end_stroke();
    match grip {
        Grip::Man(from, Dragged::Over(to)) => {
            editor.cursor = to;
            if from != to {
                editor.change(Edit::Shift(from, to));
            }
        }
        Grip::Man(from, Dragged::Off) => editor.change(Edit::Put(from, None)),
        // One man out of the box; clicks do what they did before.
        Grip::FromBox { what, before, dragged: Dragged::Over(square) } => {
            editor.tool = before;
            let piece = match what {
                Tool::Man(piece) => Some(piece),
                Tool::Eraser => None,
                Tool::Hand => return,
            };
            editor.cursor = square;
            editor.change(Edit::Put(square, piece));
        }
        _ => {}
    }
}
