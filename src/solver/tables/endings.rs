//! One finished ending: its layout and its bytes, plain or packed.

use std::borrow::Cow;

use shakmaty::{Board, Setup};

use crate::chess::{Color, Material, Position, Verdict, fen};

use super::index::{Layout, Squares};
use super::packed::{Damaged, Packed, pack};
use super::value::Byte;

/// Men up to which an ending is kept as it is: so small that packing saves nothing.
const PLAIN_MEN: usize = 3;

/// A finished ending, White the stronger side.
#[derive(Debug)]
pub(super) struct Ending {
    layout: Layout,
    kept: Kept,
}

/// How the bytes are kept.
#[derive(Debug)]
enum Kept {
    /// Nobody can mate: there are none.
    Nothing,
    /// By number.
    Plain(Vec<u8>),
    /// Packed, by number as well.
    Packed(Packed),
}

impl Ending {
    /// An ending that nobody can win.
    pub(super) fn dead(layout: Layout) -> Self {
        Self { layout, kept: Kept::Nothing }
    }

    /// An ending from what the builder found, and its packed form.
    pub(super) fn built(layout: Layout, bytes: Vec<u8>) -> (Self, Option<Vec<u8>>) {
        if layout.men().len() <= PLAIN_MEN {
            return (Self { layout, kept: Kept::Plain(bytes) }, None);
        }
        let packed = pack(&bytes, Byte::ILLEGAL.0);
        let kept = match Packed::open(packed.clone()) {
            Ok(packed) => Kept::Packed(packed),
            Err(_) => Kept::Plain(bytes),
        };
        (Self { layout, kept }, Some(packed))
    }

    /// An ending from its packed form.
    ///
    /// # Errors
    /// When the bytes are damaged or of another length.
    pub(super) fn opened(layout: Layout, packed: Vec<u8>) -> Result<Self, Damaged> {
        let packed = Packed::open(packed)?;
        if packed.len() != layout.size() {
            return Err(Damaged::Senseless("length"));
        }
        Ok(Self { layout, kept: Kept::Packed(packed) })
    }

    /// The men and their numbers.
    pub(super) const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// All bytes by number; None where nobody can mate.
    pub(super) fn plain(&self, threads: usize) -> Option<Cow<'_, [u8]>> {
        match &self.kept {
            Kept::Nothing => None,
            Kept::Plain(bytes) => Some(Cow::Borrowed(bytes)),
            Kept::Packed(packed) => Some(Cow::Owned(packed.unpack(threads))),
        }
    }

    /// What is known of a legal placement of the layout's men.
    pub(super) fn verdict(&self, at: Squares, turn: Color) -> Option<Verdict> {
        match &self.kept {
            Kept::Plain(bytes) => self.verdict_in(Some(bytes), at, turn),
            Kept::Nothing => self.verdict_in(None, at, turn),
            Kept::Packed(packed) => {
                let index = self.layout.index(at, turn)?;
                Byte(packed.get(index)).verdict(self.kept_turn(turn))
            }
        }
    }

    /// The same, read from the ending's plain bytes.
    pub(super) fn verdict_in(&self, plain: Option<&[u8]>, at: Squares, turn: Color) -> Option<Verdict> {
        let index = self.layout.index(at, turn)?;
        plain.map_or(Byte::DRAW, |bytes| Byte(bytes[index])).verdict(self.kept_turn(turn))
    }

    /// The side to move as a byte sees it.
    fn kept_turn(&self, turn: Color) -> Color {
        if self.layout.turns().len() == 1 { Color::White } else { turn }
    }

    /// The squares of the layout's men in a position of this ending, and the side to move, the stronger side
    /// being White.
    pub(super) fn placement(&self, board: &Board, turn: Color) -> (Squares, Color) {
        let turned = Material::of(board).stronger() == Color::Black;
        let mut at = [shakmaty::Square::A1; super::MOST_MEN];
        let mut left = board.occupied();
        for (place, &man) in at.iter_mut().zip(self.layout.men()) {
            let man = if turned { man.role.of(!man.color) } else { man };
            if let Some(square) = (board.by_piece(man) & left).first() {
                left.discard(square);
                *place = if turned { square.flip_vertical() } else { square };
            }
        }
        (at, if turned { !turn } else { turn })
    }

    /// The position that a placement stands for.
    pub(super) fn position(&self, at: Squares, turn: Color) -> Option<Position> {
        let mut board = Board::empty();
        for (&man, square) in self.layout.men().iter().zip(at) {
            board.set_piece_at(square, man);
        }
        fen::from_setup(Setup { board, turn, ..Setup::empty() }).ok()
    }
}
