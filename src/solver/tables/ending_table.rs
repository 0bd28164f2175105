//! One finished ending: its layout and its bytes, plain or packed.

use std::sync::Arc;

use shakmaty::{Board, Setup};

use super::index::{EndingLayout, MAX_TABLE_PIECES, TableSquares};
use super::packed::{PackInput, PackedTable, PackedTableError, pack};
use super::value::TableByte;
use crate::chess::{Color, Material, Position, Verdict, fen};

/// Up to this number of pieces a table is not stored: it is built in no time.
const MAX_UNSTORED_PIECES: usize = 3;

/// Up to this number of pieces a table stays unpacked in the process that built it: 155 MB for all of four.
const MAX_UNPACKED_PIECES: usize = 4;

/// A finished ending, White the stronger side.
#[derive(Debug)]
pub(super) struct EndingTable {
    layout: EndingLayout,
    data: EndingData,
}

/// The values of a table.
#[derive(Debug)]
pub(super) enum EndingData {
    /// A dead ending: none.
    Dead,
    /// Those of both sides to move, by index.
    Plain(Arc<Vec<u8>>),
    /// Those of White to move, by index. Black's follow from them by one half-move; where a capture is
    /// among White's best moves, the value may be a worse one.
    Packed(PackedTable),
}

/// What a packed table says of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum PackedVerdict {
    /// The verdict is this one, or that of a capture, if it is better.
    AtLeast(Verdict),
    /// The verdict is that of the best move.
    FromSuccessors,
}

/// A finished build.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct BuiltEnding {
    /// The values by index.
    pub(super) bytes: Vec<u8>,
    /// The positions with White to move whose value a capture explains: by index, 64 in each number,
    /// the lowest bit first.
    pub(super) explained: Vec<u64>,
}

/// A finished ending with the values of one or both sides to move.
#[derive(Debug)]
pub(super) struct UnpackedEnding {
    pub(super) ending: Arc<EndingTable>,
    /// The stored side to move if the values are those of one of two; None if they are all.
    pub(super) only: Option<Color>,
    /// The values by index; None for a dead ending.
    pub(super) bytes: Option<Arc<Vec<u8>>>,
}

impl UnpackedEnding {
    /// The values by index; None for a dead ending, or if they are not all there.
    pub(super) fn values(&self) -> Option<&[u8]> {
        self.bytes.as_ref().filter(|_| self.only.is_none()).map(|bytes| bytes.as_slice())
    }

    /// The values of a stored side to move; nothing where they are not there, None for a dead ending.
    pub(super) fn plane(&self, turn: Color) -> Option<&[u8]> {
        let bytes = self.bytes.as_ref()?.as_slice();
        let (white, black) = match self.only {
            None => bytes.split_at(self.ending.layout.plane_size()),
            Some(Color::White) => (bytes, &[][..]),
            Some(Color::Black) => (&[][..], bytes),
        };
        Some(turn.fold_wb(white, black))
    }
}

impl EndingTable {
    /// A dead ending.
    pub(super) fn dead(layout: EndingLayout) -> Self {
        Self { layout, data: EndingData::Dead }
    }

    /// A table from a build, and its packed form if it is to be stored. Without a store, and up to four pieces, the
    /// table itself stays unpacked.
    pub(super) fn from_build(
        layout: EndingLayout,
        built: BuiltEnding,
        is_stored: bool,
    ) -> (Self, Option<Vec<u8>>) {
        let BuiltEnding { bytes, explained } = built;
        let pieces = layout.pieces().len();
        let packed = (is_stored && pieces > MAX_UNSTORED_PIECES).then(|| {
            pack(&PackInput {
                values: &bytes[..layout.plane_size()],
                dont_care: TableByte::ILLEGAL.0,
                lowerable: &explained,
                quality: |byte| TableByte(byte).quality(),
                dimensions: &layout.dimensions(),
            })
        });
        let opened = packed.as_ref().filter(|_| pieces > MAX_UNPACKED_PIECES);
        let data = match opened.map(|packed| PackedTable::open(packed.clone())) {
            Some(Ok(packed)) => EndingData::Packed(packed),
            None | Some(Err(_)) => EndingData::Plain(Arc::new(bytes)),
        };
        (Self { layout, data }, packed)
    }

    /// A table from its packed form.
    ///
    /// # Errors
    /// When the bytes are damaged or have the wrong length.
    pub(super) fn from_packed(layout: EndingLayout, packed: Vec<u8>) -> Result<Self, PackedTableError> {
        let packed = PackedTable::open(packed)?;
        if packed.len() != layout.plane_size() {
            return Err(PackedTableError::Invalid("length"));
        }
        Ok(Self { layout, data: EndingData::Packed(packed) })
    }

    /// The layout of the table.
    pub(super) const fn layout(&self) -> &EndingLayout {
        &self.layout
    }

    /// Its values, as they are kept.
    pub(super) const fn data(&self) -> &EndingData {
        &self.data
    }

    /// The verdict of a legal position from the values of both sides to move; without any the ending is dead.
    pub(super) fn verdict_in(&self, bytes: Option<&[u8]>, at: TableSquares, turn: Color) -> Option<Verdict> {
        let index = self.layout.index(at, turn)?;
        bytes.map_or(TableByte::DRAW, |bytes| TableByte(bytes[index])).verdict(self.layout.stored_turn(turn))
    }

    /// What a packed table says of a legal position. `at` and `turn` have the stronger side as White.
    pub(super) fn packed_verdict(
        &self,
        packed: &PackedTable,
        at: TableSquares,
        turn: Color,
    ) -> Option<PackedVerdict> {
        if self.layout.stored_turn(turn) == Color::Black {
            return Some(PackedVerdict::FromSuccessors);
        }
        let index = self.layout.index(at, turn)?;
        TableByte(packed.get(index)).verdict(Color::White).map(PackedVerdict::AtLeast)
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
