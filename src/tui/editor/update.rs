//! The position editor: what keys and the mouse change, how it is opened and closed, and where its position
//! goes.

use crate::chess::{Draft, DraftEdit, Piece, Position, Square};
use crate::game::{PastedText, pasted};
use crate::tui::context::UpdateContext;
use crate::tui::keymap::{EditorAction, PasteAction};
use crate::tui::message::{MouseGesture, MouseHit, Request};
use crate::tui::model::dialog::{PasteContent, PasteDialog};
use crate::tui::model::{Dialog, Editor, EditorDrag, EditorGrip, EditorState, EditorTool, Shared};
use crate::tui::navigation::ValueStep;

/// Opens the editor: as it was left, or with the position on the board.
pub(crate) fn open(state: &mut EditorState, shared: &mut Shared, here: Option<&Position>) {
    if state.open.is_some() {
        return;
    }
    shared.clear_input();
    let mut editor = state.draft.take().unwrap_or_else(|| Box::new(Editor::new(draft_of(here))));
    editor.opened_from = None;
    state.open = Some(editor);
}

/// Opens the editor with the position recognized by the paste dialog. If the text is unchanged since, the
/// draft goes on as it was left.
pub(crate) fn open_from_text(state: &mut EditorState, shared: &mut Shared, paste: &PasteDialog) {
    shared.clear_input();
    let text = paste.input.value();
    let read = match paste.content {
        PasteContent::Position | PasteContent::Moves { .. } => Some(Draft::from(&paste.preview)),
        PasteContent::Empty
        | PasteContent::IllegalPosition(_)
        | PasteContent::Games(_)
        | PasteContent::Unknown(_) => Draft::parse_lenient(text),
    };
    let goes_on = |kept: &Editor| {
        let below = kept.opened_from.as_deref();
        below.is_some_and(|below| below.input.value() == text) || kept.draft().fen() == text.trim()
    };
    let mut editor = match (state.draft.take(), read) {
        (Some(kept), Some(read)) if !goes_on(&kept) => {
            let mut draft_editor = kept;
            draft_editor.replace(read);
            draft_editor
        }
        (Some(kept), _) => kept,
        (None, read) => Box::new(Editor::new(read.unwrap_or_else(|| Draft::from(&paste.preview)))),
    };
    editor.opened_from = Some(Box::new(paste.clone()));
    state.open = Some(editor);
}

fn draft_of(position: Option<&Position>) -> Draft {
    position.map_or_else(Draft::start_position, Draft::from)
}

/// Closes the editor; its draft is kept.
pub(crate) fn close(state: &mut EditorState) {
    if let Some(mut editor) = state.open.take() {
        editor.end_stroke();
        state.draft = Some(editor).filter(|editor| editor.is_changed());
    }
}

/// One level back: the held piece, the tool, the editor itself.
pub(crate) fn back(state: &mut EditorState, shared: &mut Shared) {
    let Some(editor) = state.open.as_deref_mut() else { return };
    if editor.grip != EditorGrip::Nothing {
        return editor.end_stroke();
    }
    if editor.tool != EditorTool::Hand {
        editor.tool = EditorTool::Hand;
        return;
    }
    let below = editor.opened_from.clone();
    close(state);
    shared.dialog = below.map(Dialog::Paste);
}

/// Changes the draft.
pub(crate) fn change(state: &mut EditorState, edit: DraftEdit) {
    if let Some(editor) = state.open.as_deref_mut() {
        editor.change(edit);
    }
}

/// Puts a piece under the cursor by its letter in a FEN.
pub(crate) fn put_piece(state: &mut EditorState, letter: char) {
    if let Some(editor) = state.open.as_deref_mut()
        && let Some(piece) = Piece::from_char(letter)
    {
        editor.change(DraftEdit::SetPiece(editor.cursor, Some(piece)));
    }
}

/// A text replaces the draft, if it contains a position.
pub(crate) fn paste(state: &mut EditorState, shared: &mut Shared, text: &str) {
    set_pasted(state, shared, pasted::recognize(text, &Position::start()));
}

/// A recognized text replaces the draft, if it contains a position.
pub(crate) fn set_pasted(state: &mut EditorState, shared: &mut Shared, pasted: PastedText) {
    let mut unread = None;
    let read = match pasted {
        PastedText::Position(position) => Ok(Draft::from(&*position)),
        PastedText::FaultyPosition { text, fault } => Draft::parse_lenient(&text).ok_or(fault.reason),
        PastedText::Moves { game, fault, .. } => {
            unread = fault;
            let end = game.tree.main_line_from(game.tree.start()).last().copied();
            Ok(Draft::from(game.tree.node(end.unwrap_or(game.tree.start())).position()))
        }
        PastedText::Games(_) => Err("The editor takes one position; these are several".to_owned()),
        PastedText::Unknown { reason } => Err(reason),
    };
    match (state.open.as_deref_mut(), read) {
        (Some(editor), Ok(read)) => editor.replace(read),
        (_, Err(reason)) => shared.show_warning(reason),
        (None, Ok(_)) => {}
    }
    if let Some(fault) = unread {
        shared.show_warning(format!("Read as far as possible: {fault}"));
    }
}

/// Performs an action of the editor; `behind` is the position on the board that it covers.
pub(crate) fn act(
    state: &mut EditorState,
    shared: &mut Shared,
    action: EditorAction,
    behind: Option<Position>,
) {
    let bottom = shared.board.bottom;
    let Some(editor) = state.open.as_deref_mut() else { return };
    let draft = editor.draft();
    match action {
        EditorAction::ClearSquare => editor.change(DraftEdit::SetPiece(editor.cursor, None)),
        EditorAction::SideToMove => editor.change(DraftEdit::SideToMove(draft.turn().other())),
        EditorAction::CastlingRights => cycle_castling_rights(state, shared),
        EditorAction::EnPassant => cycle_en_passant(state, shared),
        EditorAction::Halfmoves(ValueStep::More) => {
            editor.change(DraftEdit::Halfmoves(draft.halfmoves().saturating_add(1)));
        }
        EditorAction::Halfmoves(ValueStep::Less) => {
            editor.change(DraftEdit::Halfmoves(draft.halfmoves().saturating_sub(1)));
        }
        EditorAction::MoveNumber(ValueStep::More) => {
            editor.change(DraftEdit::Fullmoves(draft.fullmoves().saturating_add(1)));
        }
        EditorAction::MoveNumber(ValueStep::Less) => {
            editor.change(DraftEdit::Fullmoves(draft.fullmoves().saturating_sub(1)));
        }
        EditorAction::EmptyBoard => editor.change(DraftEdit::Clear),
        EditorAction::StartPosition => editor.change(DraftEdit::StartPosition),
        EditorAction::TakeBoard => editor.replace(draft_of(behind.as_ref())),
        EditorAction::Mirror => editor.change(DraftEdit::FlipHorizontal),
        EditorAction::SwapColors => editor.change(DraftEdit::SwapColors),
        EditorAction::Undo => {
            if !editor.undo() {
                shared.show_note("Nothing to undo");
            }
        }
        EditorAction::Redo => {
            if !editor.redo() {
                shared.show_note("Nothing to redo");
            }
        }
        EditorAction::AsText => {
            let text = draft.fen();
            let here = behind.unwrap_or_default();
            close(state);
            shared.dialog = Some(Dialog::Paste(Box::new(PasteDialog::new(&text, &here))));
        }
        EditorAction::Cursor(direction) => {
            editor.cursor = direction.neighbor(editor.cursor, bottom).unwrap_or(editor.cursor);
        }
        EditorAction::CursorToEdge(direction) => {
            while let Some(next) = direction.neighbor(editor.cursor, bottom) {
                editor.cursor = next;
            }
        }
    }
}

/// Whether an action is available.
pub(crate) fn is_available(state: &EditorState, action: EditorAction) -> bool {
    state.open.as_ref().is_some_and(|editor| match action {
        EditorAction::CastlingRights => !editor.draft().possible_castling_rights().is_empty(),
        EditorAction::EnPassant => !editor.draft().possible_en_passant().is_empty(),
        EditorAction::Cursor(_)
        | EditorAction::CursorToEdge(_)
        | EditorAction::ClearSquare
        | EditorAction::SideToMove
        | EditorAction::Halfmoves(_)
        | EditorAction::MoveNumber(_)
        | EditorAction::EmptyBoard
        | EditorAction::StartPosition
        | EditorAction::TakeBoard
        | EditorAction::Mirror
        | EditorAction::SwapColors
        | EditorAction::Undo
        | EditorAction::Redo
        | EditorAction::AsText => true,
    })
}

fn cycle_castling_rights(state: &mut EditorState, shared: &mut Shared) {
    let Some(editor) = state.open.as_deref_mut() else { return };
    if editor.draft().possible_castling_rights().is_empty() {
        return shared.show_note("Castling needs a king and a rook on their first rank");
    }
    editor.change(DraftEdit::ToggleCastlingRights(editor.cursor));
}

fn cycle_en_passant(state: &mut EditorState, shared: &mut Shared) {
    let Some(editor) = state.open.as_deref_mut() else { return };
    if editor.draft().possible_en_passant().is_empty() {
        return shared.show_note("No pawn can have just moved two squares here");
    }
    editor.change(DraftEdit::EnPassant(editor.next_en_passant()));
}

/// Analyzes, plays or practices the draft. Where it breaks a rule, shows which and goes there.
pub(crate) fn use_position(state: &mut EditorState, cx: &mut UpdateContext, action: PasteAction) {
    let is_about_text = matches!(action, PasteAction::Clear | PasteAction::Repair | PasteAction::Edit);
    let Some(mut editor) = state.open.take_if(|_| !is_about_text) else { return };
    editor.end_stroke();
    let Some(position) = editor.position().cloned() else {
        let fault = editor.first_broken_rule().map(|(reason, squares)| (reason.to_owned(), squares.first()));
        if let Some((reason, square)) = fault {
            editor.cursor = square.unwrap_or(editor.cursor);
            cx.shared.show_warning(format!("Not yet: {reason}"));
        }
        state.open = Some(editor);
        return;
    };
    match action {
        PasteAction::Play => cx.effects.request(Request::PlayFrom(Box::new(position))),
        PasteAction::Practice => {
            state.open = Some(editor);
            cx.effects.request(Request::Practice(Box::new(position)));
        }
        PasteAction::Analyze => cx.effects.request(Request::Analyze(Box::new(position))),
        PasteAction::Clear | PasteAction::Repair | PasteAction::Edit => {}
    }
}

/// The mouse in the editor. A piece of the box is put on squares by clicks or a stroke; without one a piece
/// is moved, by clicks or a drag, and one that is dragged off the board is removed.
pub(crate) fn mouse(state: &mut EditorState, gesture: MouseGesture, hit: Option<MouseHit>) {
    let Some(editor) = state.open.as_deref_mut() else { return };
    match (gesture, hit) {
        (MouseGesture::Press, Some(MouseHit::Square(square))) => press(editor, square),
        (MouseGesture::Press, Some(MouseHit::Tool(tool))) => {
            let previous_tool = editor.tool;
            editor.tool = if tool == previous_tool { EditorTool::Hand } else { tool };
            editor.grip = EditorGrip::FromBox { tool, previous_tool, dragged: EditorDrag::No };
        }
        (MouseGesture::Press, Some(MouseHit::EditPosition(edit))) => editor.change(edit),
        (MouseGesture::Press, _) => editor.end_stroke(),
        (MouseGesture::Drag, hit) => drag(editor, hit),
        (MouseGesture::Release, _) => release(editor),
        (MouseGesture::RightPress, Some(MouseHit::Square(square))) => {
            editor.begin_stroke();
            paint(editor, square, None);
        }
        (MouseGesture::RightPress, _) => {
            editor.end_stroke();
            editor.tool = EditorTool::Hand;
        }
        (MouseGesture::RightDrag, Some(MouseHit::Square(square)))
            if editor.grip == EditorGrip::Painting(None) =>
        {
            paint(editor, square, None);
        }
        (MouseGesture::RightDrag | MouseGesture::WheelUp | MouseGesture::WheelDown, _) => {}
    }
}

/// Puts the selected piece or the eraser on a square, and continues the stroke.
fn paint(editor: &mut Editor, square: Square, piece: Option<Piece>) {
    editor.cursor = square;
    editor.grip = EditorGrip::Painting(piece);
    editor.change(DraftEdit::SetPiece(square, piece));
}

fn press(editor: &mut Editor, square: Square) {
    editor.cursor = square;
    let occupant = editor.draft().board().piece_at(square);
    match (editor.tool, editor.grip) {
        (EditorTool::Piece(piece), _) => {
            editor.begin_stroke();
            paint(editor, square, Some(piece).filter(|_| occupant != Some(piece)));
        }
        (EditorTool::Eraser, _) => {
            editor.begin_stroke();
            paint(editor, square, None);
        }
        (EditorTool::Hand, EditorGrip::Piece(from, _)) => {
            editor.end_stroke();
            if from != square {
                editor.change(DraftEdit::MovePiece(from, square));
            }
        }
        (EditorTool::Hand, _) if occupant.is_some() => {
            editor.grip = EditorGrip::Piece(square, EditorDrag::No);
        }
        (EditorTool::Hand, _) => editor.end_stroke(),
    }
}

fn drag(editor: &mut Editor, hit: Option<MouseHit>) {
    let over = match hit {
        Some(MouseHit::Square(square)) => EditorDrag::Over(square),
        _ => EditorDrag::Off,
    };
    match (editor.grip, over) {
        (EditorGrip::Painting(what), EditorDrag::Over(square)) => paint(editor, square, what),
        // A small movement within a square is not a drag.
        (EditorGrip::Piece(from, EditorDrag::No), EditorDrag::Over(square)) if square == from => {}
        (EditorGrip::Piece(from, _), over) => editor.grip = EditorGrip::Piece(from, over),
        (EditorGrip::FromBox { dragged: EditorDrag::No, .. }, EditorDrag::Off) => {}
        (EditorGrip::FromBox { tool: what, previous_tool: before, .. }, dragged) => {
            editor.grip = EditorGrip::FromBox { tool: what, previous_tool: before, dragged };
        }
        _ => {}
    }
}

fn release(editor: &mut Editor) {
    let grip = editor.grip;
    // After a click the piece stays in hand: the next click puts it down.
    if matches!(grip, EditorGrip::Piece(_, EditorDrag::No)) {
        return;
    }
    editor.end_stroke();
    match grip {
        EditorGrip::Piece(from, EditorDrag::Over(to)) => {
            editor.cursor = to;
            if from != to {
                editor.change(DraftEdit::MovePiece(from, to));
            }
        }
        EditorGrip::Piece(from, EditorDrag::Off) => editor.change(DraftEdit::SetPiece(from, None)),
        // One piece out of the box; clicks do what they did before.
        EditorGrip::FromBox { tool: what, previous_tool: before, dragged: EditorDrag::Over(square) } => {
            editor.tool = before;
            let piece = match what {
                EditorTool::Piece(piece) => Some(piece),
                EditorTool::Eraser => None,
                EditorTool::Hand => return,
            };
            editor.cursor = square;
            editor.change(DraftEdit::SetPiece(square, piece));
        }
        _ => {}
    }
}
