//! One finished ending: its layout and its bytes, plain or packed.

use std::borrow::Cow;

use shakmaty::{Board, Setup};

use super::index::{EndingLayout, MAX_TABLE_PIECES, TableSquares};
use super::packed::{PackedTable, PackedTableError, pack};
use super::value::TableByte;
use crate::chess::{Color, Material, Position, Verdict, fen};

/// Up to this number of pieces a table stays unpacked: it is too small for packing to pay.
const MAX_PLAIN_PIECES: usize = 3;

/// A finished ending, White the stronger side.
#[derive(Debug)]
pub(super) struct EndingTable {
    layout: EndingLayout,
    data: EndingData,
}

/// The data of a table.
#[derive(Debug)]
enum EndingData {
    /// A dead ending: no data.
    Dead,
    /// Unpacked, by index.
    Plain(Vec<u8>),
    /// Packed, by index.
    Packed(PackedTable),
}

impl EndingTable {
    /// A dead ending.
    pub(super) fn dead(layout: EndingLayout) -> Self {
        Self { layout, data: EndingData::Dead }
    }

    /// A table from the bytes of a build, and its packed form.
    pub(super) fn from_bytes(layout: EndingLayout, bytes: Vec<u8>) -> (Self, Option<Vec<u8>>) {
        if layout.pieces().len() <= MAX_PLAIN_PIECES {
            return (Self { layout, data: EndingData::Plain(bytes) }, None);
        }
        let packed = pack(&bytes, TableByte::ILLEGAL.0);
        let data = match PackedTable::open(packed.clone()) {
            Ok(packed) => EndingData::Packed(packed),
            Err(_) => EndingData::Plain(bytes),
        };
        (Self { layout, data }, Some(packed))
    }

    /// A table from its packed form.
    ///
    /// # Errors
    /// When the bytes are damaged or have the wrong length.
    pub(super) fn from_packed(layout: EndingLayout, packed: Vec<u8>) -> Result<Self, PackedTableError> {
        let packed = PackedTable::open(packed)?;
        if packed.len() != layout.size() {
            return Err(PackedTableError::Invalid("length"));
        }
        Ok(Self { layout, data: EndingData::Packed(packed) })
    }

    /// The layout of the table.
    pub(super) const fn layout(&self) -> &EndingLayout {
        &self.layout
    }

    /// All bytes by index; None for a dead ending.
    pub(super) fn plain(&self, threads: usize) -> Option<Cow<'_, [u8]>> {
        match &self.data {
            EndingData::Dead => None,
            EndingData::Plain(bytes) => Some(Cow::Borrowed(bytes)),
            EndingData::Packed(packed) => Some(Cow::Owned(packed.unpack(threads))),
        }
    }

    /// The verdict of a legal position.
    pub(super) fn verdict(&self, at: TableSquares, turn: Color) -> Option<Verdict> {
        match &self.data {
            EndingData::Plain(bytes) => self.verdict_in(Some(bytes), at, turn),
            EndingData::Dead => self.verdict_in(None, at, turn),
            EndingData::Packed(packed) => {
                let index = self.layout.index(at, turn)?;
                TableByte(packed.get(index)).verdict(self.stored_turn(turn))
            }
        }
    }

    /// The verdict of a legal position, from unpacked bytes.
    pub(super) fn verdict_in(&self, plain: Option<&[u8]>, at: TableSquares, turn: Color) -> Option<Verdict> {
        let index = self.layout.index(at, turn)?;
        plain.map_or(TableByte::DRAW, |bytes| TableByte(bytes[index])).verdict(self.stored_turn(turn))
    }

    /// The side to move for the meaning of a byte.
    fn stored_turn(&self, turn: Color) -> Color {
        if self.layout.turns().len() == 1 { Color::White } else { turn }
    }

    /// The squares of the layout's pieces in a position of this ending, and the side to move, with the
    /// stronger side as White.
    pub(super) fn placement(&self, board: &Board, turn: Color) -> (TableSquares, Color) {
        let colors_swapped = Material::of(board).stronger() == Color::Black;
        let mut at = [shakmaty::Square::A1; MAX_TABLE_PIECES];
        let mut left = board.occupied();
        for (place, &piece) in at.iter_mut().zip(self.layout.pieces()) {
            let piece = if colors_swapped { piece.role.of(!piece.color) } else { piece };
            if let Some(square) = (board.by_piece(piece) & left).first() {
                left.discard(square);
                *place = if colors_swapped { square.flip_vertical() } else { square };
            }
        }
        (at, if colors_swapped { !turn } else { turn })
    }

    /// The position of a placement.
    pub(super) fn position(&self, at: TableSquares, turn: Color) -> Option<Position> {
        let mut board = Board::empty();
        for (&piece, square) in self.layout.pieces().iter().zip(at) {
            board.set_piece_at(square, piece);
        }
        fen::from_setup(Setup { board, turn, ..Setup::empty() }).ok()
    }
}
