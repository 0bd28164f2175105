//! A kind of move that leads into a finished table (a capture, a promotion, a pawn move), and where its result is looked
//! up.

use super::worth;
use crate::tables::ending_table::UnpackedEnding;
use crate::tables::index::{EndingLayout, IndexLine, MAX_TABLE_PIECES, TableSquares, material_of};
use crate::tables::value::TableByte;
use chess::{Bitboard, Color, Material, Piece, Role, Square};

/// A finished table as plain bytes, or the finished part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainTable<'a> {
    pub(super) layout: &'a EndingLayout,
    /// The values by stored side to move, White's first; nothing where they are not needed.
    pub(super) planes: [&'a [u8]; 2],
}

impl<'a> PlainTable<'a> {
    /// A restored table; None for a dead ending.
    pub(super) fn new(unpacked: &'a UnpackedEnding) -> Option<Self> {
        let planes = [unpacked.plane(Color::White)?, unpacked.plane(Color::Black)?];
        Some(Self { layout: unpacked.ending.layout(), planes })
    }
}

/// A kind of move by which a side can leave a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveKind {
    pub(super) piece_index: usize,
    pub(super) captured: Option<usize>,
    pub(super) promotion: Option<Role>,
}

impl MoveKind {
    /// Whether it is a capture or a promotion.
    pub(super) const fn leaves_table(self) -> bool {
        self.captured.is_some() || self.promotion.is_some()
    }

    /// Whether a pawn takes a pawn, in passing or not, and is not promoted.
    pub(super) fn is_pawn_taking_pawn(self, pieces: &[Piece]) -> bool {
        let is_pawn = |piece_index: usize| pieces[piece_index].role == Role::Pawn;
        is_pawn(self.piece_index) && self.captured.is_some_and(is_pawn) && self.promotion.is_none()
    }

    /// The material after such a move; either color may be the stronger side.
    pub(super) fn material_after(self, pieces: &[Piece]) -> Material {
        material_of(self.pieces_after(pieces).map(|(_, piece)| piece))
    }

    /// Whether the table that it leads to has the colors swapped.
    fn swaps_colors(self, pieces: &[Piece]) -> bool {
        self.material_after(pieces).stronger() == Color::Black
    }

    /// The side to move after it, in the table that it leads to.
    pub(super) fn turn_after(self, pieces: &[Piece]) -> Color {
        let mover = pieces[self.piece_index].color;
        if self.swaps_colors(pieces) { mover } else { !mover }
    }

    /// The piece that a pawn is promoted to, in the table that it leads to.
    pub(super) fn promoted_piece(self, pieces: &[Piece]) -> Option<Piece> {
        Some(self.promotion?.of(!self.turn_after(pieces)))
    }

    /// The remaining pieces after it, with their previous indices.
    fn pieces_after(self, pieces: &[Piece]) -> impl Iterator<Item = (usize, Piece)> {
        let left = pieces.iter().copied().enumerate().filter(move |&(other, _)| Some(other) != self.captured);
        left.map(move |(other, piece)| match self.promotion {
            Some(role) if other == self.piece_index => (other, role.of(piece.color)),
            _ => (other, piece),
        })
    }
}

/// Moves of one kind that leave the slice, and where their results are.
#[derive(Debug)]
pub(super) struct SubTableMove<'a> {
    pub(super) kind: MoveKind,
    mapping: SubTableMapping<'a>,
}

/// Maps a position to the sub-table that a move leads to.
#[derive(Debug)]
struct SubTableMapping<'a> {
    /// None for a dead ending.
    table: Option<SubTable<'a>>,
    /// For each piece of the sub-table, the index of ours.
    piece_sources: Vec<usize>,
    /// Whether the colors are swapped.
    colors_swapped: bool,
}

/// The plane of a sub-table that the positions after a move are in.
#[derive(Debug)]
struct SubTable<'a> {
    layout: &'a EndingLayout,
    values: &'a [u8],
    /// The side to move of the plane.
    stored_turn: Color,
    /// The side to move in the sub-table.
    turn: Color,
    /// For each byte the value of a move there as [`worth`] writes it.
    worths: [u8; 256],
}

impl<'a> SubTable<'a> {
    fn new(plain: PlainTable<'a>, turn: Color) -> Self {
        let stored_turn = plain.layout.stored_turn(turn);
        let worth = |byte| worth::of(TableByte(byte).plies(stored_turn));
        let worths = std::array::from_fn(|byte| worth(byte.to_le_bytes()[0]));
        let values = plain.planes[stored_turn.fold_wb(0, 1)];
        Self { layout: plain.layout, values, stored_turn, turn, worths }
    }
}

impl<'a> SubTableMove<'a> {
    /// A kind of move with the table that it leads to; None for a dead ending.
    pub(super) fn new(pieces: &[Piece], kind: MoveKind, table: Option<PlainTable<'a>>) -> Self {
        let colors_swapped = kind.swaps_colors(pieces);
        let mut ours: Vec<(usize, Piece)> = kind.pieces_after(pieces).collect();
        let wanted = table.map_or(&[][..], |plain| plain.layout.pieces());
        let sources = wanted.iter().filter_map(|&piece| {
            let piece = if colors_swapped { piece.role.of(!piece.color) } else { piece };
            let place = ours.iter().position(|&(_, ours)| ours == piece)?;
            Some(ours.swap_remove(place).0)
        });
        let piece_sources = sources.collect();
        let table = table.map(|plain| SubTable::new(plain, kind.turn_after(pieces)));
        Self { kind, mapping: SubTableMapping { table, piece_sources, colors_swapped } }
    }

    /// Half-moves to mate after the move, from the squares of our pieces after it; None for draws.
    pub(super) fn plies(&self, at: TableSquares) -> Option<u16> {
        let table = self.mapping.table.as_ref()?;
        let index = table.layout.index_in_plane(self.mapping.squares(at), table.turn)?;
        TableByte(table.values[index]).plies(table.stored_turn)
    }

    /// Calls `visit` with the value of the move, as [`worth`] writes it, for each square of our piece `free` after it.
    /// `at` are the squares of the other pieces after the move.
    pub(super) fn each_worth(
        &self,
        at: TableSquares,
        free: usize,
        squares: Bitboard,
        mut visit: impl FnMut(Square, u8),
    ) {
        let Some(table) = &self.mapping.table else {
            squares.into_iter().for_each(|square| visit(square, worth::DRAW));
            return;
        };
        if let Some(line) = self.mapping.line(table, at, free) {
            for square in squares {
                visit(square, table.worths[usize::from(table.values[line.index(square)])]);
            }
            return;
        }
        let mut at = at;
        for square in squares {
            at[free] = square;
            let index = table.layout.index_in_plane(self.mapping.squares(at), table.turn);
            visit(square, index.map_or(worth::DRAW, |index| table.worths[usize::from(table.values[index])]));
        }
    }
}

impl SubTableMapping<'_> {
    /// The squares of the sub-table's pieces.
    fn squares(&self, at: TableSquares) -> TableSquares {
        let mut there = [Square::A1; MAX_TABLE_PIECES];
        for (square, &piece_index) in there.iter_mut().zip(&self.piece_sources) {
            *square = if self.colors_swapped { at[piece_index].flip_vertical() } else { at[piece_index] };
        }
        there
    }

    /// The indices of all squares of one of our pieces, if they are evenly spaced.
    fn line(&self, table: &SubTable<'_>, at: TableSquares, free: usize) -> Option<IndexLine> {
        let there = self.piece_sources.iter().position(|&ours| ours == free)?;
        let line = table.layout.line(self.squares(at), table.turn, there)?;
        Some(if self.colors_swapped { line.flipped() } else { line })
    }
}

/// Every kind of move by which a color can leave a slice.
pub(super) fn move_kinds(pieces: &[Piece], color: Color) -> Vec<MoveKind> {
    let mut kinds = Vec::new();
    let promotions = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(Some);
    for (piece_index, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.color == color) {
        let victims = (2..pieces.len()).filter(|&other| pieces[other].color != color).map(Some);
        for captured in victims {
            kinds.push(MoveKind { piece_index, captured, promotion: None });
        }
        if piece.role == Role::Pawn {
            kinds.push(MoveKind { piece_index, captured: None, promotion: None });
            let victims = (2..pieces.len())
                .filter(|&other| pieces[other].color != color && pieces[other].role != Role::Pawn);
            for captured in victims.map(Some).chain([None]) {
                kinds.extend(promotions.iter().map(|&promotion| MoveKind {
                    piece_index,
                    captured,
                    promotion,
                }));
            }
        }
    }
    kinds
}
