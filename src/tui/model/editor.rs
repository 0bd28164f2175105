//! State of the position editor: the draft with its undo history, the cursor, and what the mouse holds.

use crate::chess::draft::{Draft, DraftEdit};
use crate::chess::fen::{FenRuleCheck, FenRuleStatus};
use crate::chess::{Bitboard, Color, Piece, Position, Role, Square};
use crate::tui::model::dialog::PasteDialog;

/// The most changes that can be undone.
const MOST_UNDONE: usize = 1_000;

/// The position editor, open or left.
#[derive(Clone, Debug, Default)]
pub struct EditorState {
    /// The editor, while it is shown.
    pub open: Option<Box<Editor>>,
    /// The editor as it was left, until its position is used.
    pub draft: Option<Box<Editor>>,
}

/// The editor. It is kept when it is closed, until its position is used or replaced.
#[derive(Clone, Debug)]
pub struct Editor {
    draft: Draft,
    /// The rules' verdict on the draft.
    checks: Vec<FenRuleCheck>,
    /// The draft as a position, while it breaks no rule.
    position: Option<Position>,
    /// The drafts before each change, the newest last.
    done: Vec<Draft>,
    /// The drafts before each undoing, the newest last.
    undone: Vec<Draft>,
    stroke: EditorStroke,
    /// The square that keys change.
    pub cursor: Square,
    /// What a click on a square does.
    pub tool: EditorTool,
    /// What the mouse holds with its button down, or after a click.
    pub grip: EditorGrip,
    /// The paste dialog that it was opened from: Esc leads back to it.
    pub opened_from: Option<Box<PasteDialog>>,
}

/// What a click on a square does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EditorTool {
    /// It selects the piece, to be put down elsewhere.
    #[default]
    Hand,
    /// It puts this piece there, or removes it if it is there already.
    Piece(Piece),
    /// It clears the square.
    Eraser,
}

/// What the mouse holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EditorGrip {
    /// Nothing.
    #[default]
    Nothing,
    /// The piece of a square; where it is dragged, what lies under it.
    Piece(Square, EditorDrag),
    /// A piece or the eraser out of the box.
    FromBox {
        /// The slot that was pressed.
        tool: EditorTool,
        /// The tool before it.
        previous_tool: EditorTool,
        /// How far it was dragged.
        dragged: EditorDrag,
    },
    /// It is put on every square that is passed.
    Painting(Option<Piece>),
}

/// How far something was dragged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditorDrag {
    /// Not at all: a click.
    No,
    /// Over a square.
    Over(Square),
    /// Off the board.
    Off,
}

/// Whether several changes form one stroke, which one undo takes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EditorStroke {
    /// Each is one by itself.
    None,
    /// The next one begins a stroke.
    Started,
    /// The next one belongs to the last one.
    Continued,
}

impl Editor {
    /// An editor of a draft.
    pub(crate) fn new(draft: Draft) -> Self {
        let king = draft.board().king_of(draft.turn());
        let mut editor = Self {
            draft,
            checks: Vec::new(),
            position: None,
            done: Vec::new(),
            undone: Vec::new(),
            stroke: EditorStroke::None,
            cursor: king.unwrap_or(Square::E4),
            tool: EditorTool::Hand,
            grip: EditorGrip::Nothing,
            opened_from: None,
        };
        editor.recheck();
        editor
    }

    /// The draft.
    #[must_use]
    pub const fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The rules' verdict.
    pub(crate) fn checks(&self) -> &[FenRuleCheck] {
        &self.checks
    }

    /// The draft as a position, while it breaks no rule.
    pub(crate) const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// The first rule that is broken: why, and where.
    pub(crate) fn first_broken_rule(&self) -> Option<(&str, Bitboard)> {
        self.checks.iter().find_map(|checked| match &checked.status {
            FenRuleStatus::Violated(reason) => Some((reason.as_str(), checked.squares)),
            FenRuleStatus::Satisfied | FenRuleStatus::NotChecked => None,
        })
    }

    /// Whether there is a draft worth keeping.
    pub(crate) const fn is_changed(&self) -> bool {
        !self.done.is_empty() || !self.undone.is_empty()
    }

    /// Makes an undoable change. One that changes nothing is not recorded.
    pub(crate) fn change(&mut self, edit: DraftEdit) {
        let mut next = self.draft.clone();
        next.apply(edit);
        self.replace(next);
    }

    /// Replaces the draft; this can be undone, too.
    pub(crate) fn replace(&mut self, next: Draft) {
        if next == self.draft {
            return;
        }
        let before = std::mem::replace(&mut self.draft, next);
        if self.stroke != EditorStroke::Continued {
            if self.done.len() >= MOST_UNDONE {
                self.done.remove(0);
            }
            self.done.push(before);
        }
        if self.stroke == EditorStroke::Started {
            self.stroke = EditorStroke::Continued;
        }
        self.undone.clear();
        self.recheck();
    }

    /// Begins a stroke: changes are one until [`Editor::end_stroke`].
    pub(crate) const fn begin_stroke(&mut self) {
        self.stroke = EditorStroke::Started;
    }

    /// Ends the stroke and whatever the mouse holds.
    pub(crate) const fn end_stroke(&mut self) {
        self.stroke = EditorStroke::None;
        self.grip = EditorGrip::Nothing;
    }

    /// Undoes the last change. False where there is none.
    pub(crate) fn undo(&mut self) -> bool {
        self.end_stroke();
        let Some(before) = self.done.pop() else { return false };
        self.undone.push(std::mem::replace(&mut self.draft, before));
        self.recheck();
        true
    }

    /// Redoes a change that was undone. False where there is none.
    pub(crate) fn redo(&mut self) -> bool {
        self.end_stroke();
        let Some(next) = self.undone.pop() else { return false };
        self.done.push(std::mem::replace(&mut self.draft, next));
        self.recheck();
        true
    }

    /// The next possible en passant square after the one that is set, or none after the last; the cursor's,
    /// where it is one.
    pub(crate) fn next_en_passant(&self) -> Option<Square> {
        let possible = self.draft.possible_en_passant();
        let now = self.draft.en_passant();
        if possible.contains(self.cursor) && now != Some(self.cursor) {
            return Some(self.cursor);
        }
        possible.into_iter().find(|&square| now.is_none_or(|now| square.file() > now.file()))
    }

    fn recheck(&mut self) {
        self.checks = self.draft.checks();
        self.position = self.draft.position().ok();
        // A removed piece cannot be held.
        if let EditorGrip::Piece(square, _) = self.grip
            && self.draft.board().piece_at(square).is_none()
        {
            self.grip = EditorGrip::Nothing;
        }
    }
}

impl EditorTool {
    /// The slots of the piece box, row by row as drawn: White's pieces, then Black's, each row followed by
    /// the tools.
    pub const BOX: [[Self; 8]; 2] = [box_row(Color::White), box_row(Color::Black)];
}

const fn box_row(color: Color) -> [EditorTool; 8] {
    const fn piece_tool(color: Color, role: Role) -> EditorTool {
        EditorTool::Piece(Piece { color, role })
    }
    [
        piece_tool(color, Role::King),
        piece_tool(color, Role::Queen),
        piece_tool(color, Role::Rook),
        piece_tool(color, Role::Bishop),
        piece_tool(color, Role::Knight),
        piece_tool(color, Role::Pawn),
        EditorTool::Eraser,
        EditorTool::Hand,
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn queen(square: Square) -> DraftEdit {
        DraftEdit::SetPiece(square, Some(Color::White.queen()))
    }

    #[test]
    fn a_stroke_is_undone_as_a_whole() {
        let mut editor = Editor::new(Draft::empty());
        editor.change(queen(Square::A1));
        editor.begin_stroke();
        for square in [Square::B1, Square::B2, Square::B2, Square::B3] {
            editor.change(queen(square));
        }
        editor.end_stroke();
        assert_eq!(editor.draft().board().occupied().count(), 4);
        assert!(editor.undo());
        assert_eq!(editor.draft().board().occupied().count(), 1);
        assert!(editor.redo() && !editor.redo());
        assert_eq!(editor.draft().board().occupied().count(), 4);
        assert!(editor.undo() && editor.undo() && !editor.undo());
        assert_eq!(editor.draft(), &Draft::empty());
    }

    #[test]
    fn en_passant_goes_round() {
        let draft = Draft::parse_lenient("4k3/8/8/1pPp4/8/8/8/4K3 w - - 0 1").unwrap();
        let mut editor = Editor::new(draft);
        let mut seen = Vec::new();
        for _ in 0..4 {
            editor.change(DraftEdit::EnPassant(editor.next_en_passant()));
            seen.push(editor.draft().en_passant());
        }
        assert_eq!(seen, [Some(Square::B6), Some(Square::D6), None, Some(Square::B6)]);
        editor.cursor = Square::D6;
        assert_eq!(editor.next_en_passant(), Some(Square::D6));
    }

    proptest! {
        #[test]
        fn undo_returns_exactly(places in proptest::collection::vec((0_u32..64, 0_usize..6, any::<bool>()), 1..40)) {
            let mut editor = Editor::new(Draft::start_position());
            let mut seen = vec![editor.draft().clone()];
            for (square, role, whether) in places {
                let piece = whether.then(|| Role::ALL[role].of(Color::Black));
                editor.change(DraftEdit::SetPiece(Square::new(square), piece));
                if seen.last() != Some(editor.draft()) {
                    seen.push(editor.draft().clone());
                }
            }
            for draft in seen.iter().rev().skip(1) {
                prop_assert!(editor.undo());
                prop_assert_eq!(editor.draft(), draft);
            }
            prop_assert!(!editor.undo());
            for draft in &seen[1..] {
                prop_assert!(editor.redo());
                prop_assert_eq!(editor.draft(), draft);
            }
        }
    }
}
