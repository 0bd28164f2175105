//! One finished ending: its layout and its bytes, plain or packed.

use std::sync::Arc;

use shakmaty::{Board, Setup};

use super::index::{EndingLayout, MAX_TABLE_PIECES, TableSquares};
use super::packed::{ByteSource, PackInput, PackedTable, PackedTableError, occurring_values, pack};
use super::value::TableByte;
use chess::{Color, Material, Ply, Position, Verdict, fen};

/// A stored table of up to this many bytes is read into memory when it is loaded; all of four pieces have 9 MB together.
const MAX_BYTES_IN_MEMORY: u64 = 2 << 20;

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
    Packed(Box<PackedTable>),
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

impl BuiltEnding {
    /// The longest mate, whichever side mates and whichever is to move; 0 where nobody can be mated.
    pub(super) fn longest_mate(&self, layout: &EndingLayout) -> Ply {
        let longest_of_side = |(&turn, values): (&Color, &[u8])| {
            let occurring = (0..=u8::MAX).zip(occurring_values(values)).filter(|&(_, occurs)| occurs);
            occurring.filter_map(|(byte, _)| TableByte(byte).plies(turn)).max()
        };
        let sides = layout.turns().iter().zip(self.bytes.chunks(layout.plane_size()));
        Ply::new(sides.filter_map(longest_of_side).max().unwrap_or(0))
    }

    /// The packed form.
    pub(super) fn pack(&self, layout: &EndingLayout) -> Vec<u8> {
        pack(&PackInput {
            values: &self.bytes[..layout.plane_size()],
            axes: Some(&layout.axes()),
            dont_care: TableByte::ILLEGAL.0,
            apart: Some(TableByte::DRAW.0),
            lowerable: &self.explained,
            quality: |byte| TableByte(byte).quality(),
        })
    }
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

    /// A table from a build, unpacked.
    pub(super) fn plain(layout: EndingLayout, built: BuiltEnding) -> Self {
        Self { layout, data: EndingData::Plain(Arc::new(built.bytes)) }
    }

    /// A table from its packed form.
    ///
    /// # Errors
    /// When the bytes are damaged, have the wrong length, or cannot be read.
    pub(super) fn from_source(
        layout: EndingLayout,
        mut source: Arc<dyn ByteSource>,
    ) -> Result<Self, PackedTableError> {
        if source.byte_count() <= MAX_BYTES_IN_MEMORY {
            let mut bytes = vec![0; usize::try_from(source.byte_count()).unwrap_or_default()];
            let read = source.read_exact_at(&mut bytes, 0);
            read.map_err(|error| PackedTableError::Unreadable(error.kind()))?;
            source = Arc::new(bytes);
        }
        let packed = PackedTable::open_source(source)?;
        if packed.len() != layout.plane_size() {
            return Err(PackedTableError::Invalid("length"));
        }
        Ok(Self { layout, data: EndingData::Packed(Box::new(packed)) })
    }

    /// The layout of the table.
    pub(super) const fn layout(&self) -> &EndingLayout {
        &self.layout
    }

    /// Its values, as they are kept.
    pub(super) const fn data(&self) -> &EndingData {
        &self.data
    }

    /// The packed table, if its values are kept in one.
    pub(super) const fn packed(&self) -> Option<&PackedTable> {
        match &self.data {
            EndingData::Packed(packed) => Some(packed),
            EndingData::Dead | EndingData::Plain(_) => None,
        }
    }

    /// The verdict of a legal position from the values of both sides to move; without any the ending is dead.
    pub(super) fn verdict_in(&self, bytes: Option<&[u8]>, at: TableSquares, turn: Color) -> Option<Verdict> {
        let index = self.layout.index(at, turn)?;
        bytes.map_or(TableByte::DRAW, |bytes| TableByte(bytes[index])).verdict(self.layout.stored_turn(turn))
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
