//! A kind of move that leads into a finished table (a capture, a promotion, a pawn move), and where its result is looked
//! up.

use crate::chess::{Color, Material, Piece, Role, Square};
use crate::solver::tables::index::{EndingLayout, MAX_TABLE_PIECES, TableSquares, material_of};
use crate::solver::tables::value::TableByte;

/// A finished table as plain bytes, or the finished part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainTable<'a> {
    pub(super) layout: &'a EndingLayout,
    pub(super) bytes: &'a [u8],
}

impl PlainTable<'_> {
    /// Half-moves to mate; None for draws.
    pub(super) fn plies(self, at: TableSquares, turn: Color) -> Option<u16> {
        let stored = if self.layout.turns().len() == 1 { Color::White } else { turn };
        self.layout.index(at, turn).and_then(|index| TableByte(self.bytes[index]).plies(stored))
    }
}

/// Moves of one kind that leave the slice.
#[derive(Debug)]
pub(super) struct SubTableMove<'a> {
    pub(super) piece_index: usize,
    pub(super) captured: Option<usize>,
    pub(super) promotion: Option<Role>,
    mapping: SubTableMapping<'a>,
}

/// Maps a position to the sub-table that a move leads to.
#[derive(Debug)]
struct SubTableMapping<'a> {
    /// None for a dead ending.
    table: Option<PlainTable<'a>>,
    /// For each piece of the sub-table, the index of ours.
    piece_sources: Vec<usize>,
    /// Whether the colors are swapped.
    colors_swapped: bool,
}

impl<'a> SubTableMove<'a> {
    /// The material after such a move; either color may be the stronger side.
    pub(super) fn material(
        pieces: &[Piece],
        piece_index: usize,
        captured: Option<usize>,
        promotion: Option<Role>,
    ) -> Material {
        material_of(pieces_after(pieces, piece_index, captured, promotion).map(|(_, piece)| piece))
    }

    /// A kind of move with the table that it leads to; None for a dead ending.
    pub(super) fn new(
        pieces: &[Piece],
        (piece_index, captured, promotion): (usize, Option<usize>, Option<Role>),
        table: Option<PlainTable<'a>>,
    ) -> Self {
        let colors_swapped =
            Self::material(pieces, piece_index, captured, promotion).stronger() == Color::Black;
        let mut ours: Vec<(usize, Piece)> = pieces_after(pieces, piece_index, captured, promotion).collect();
        let wanted = table.map_or(&[][..], |plain| plain.layout.pieces());
        let sources = wanted.iter().filter_map(|&piece| {
            let piece = if colors_swapped { piece.role.of(!piece.color) } else { piece };
            let place = ours.iter().position(|&(_, ours)| ours == piece)?;
            Some(ours.swap_remove(place).0)
        });
        let piece_sources = sources.collect();
        Self {
            piece_index,
            captured,
            promotion,
            mapping: SubTableMapping { table, piece_sources, colors_swapped },
        }
    }

    /// Whether it is a capture or a promotion.
    pub(super) const fn leaves_table(&self) -> bool {
        self.captured.is_some() || self.promotion.is_some()
    }

    /// Half-moves to mate after the move, from the squares of our pieces after it; None for draws.
    pub(super) fn plies(&self, at: TableSquares, turn: Color) -> Option<u16> {
        let plain = self.mapping.table?;
        let mut there = [Square::A1; MAX_TABLE_PIECES];
        for (square, &piece_index) in there.iter_mut().zip(&self.mapping.piece_sources) {
            *square =
                if self.mapping.colors_swapped { at[piece_index].flip_vertical() } else { at[piece_index] };
        }
        plain.plies(there, if self.mapping.colors_swapped { !turn } else { turn })
    }
}

/// The remaining pieces after a move, with their previous indices.
fn pieces_after(
    pieces: &[Piece],
    piece_index: usize,
    captured: Option<usize>,
    promotion: Option<Role>,
) -> impl Iterator<Item = (usize, Piece)> {
    let left = pieces.iter().copied().enumerate().filter(move |&(other, _)| Some(other) != captured);
    left.map(move |(other, piece)| match promotion {
        Some(role) if other == piece_index => (piece_index, role.of(piece.color)),
        _ => (other, piece),
    })
}

/// Every kind of move by which a color can leave a slice, as (piece, captured piece, promotion).
pub(super) fn move_kinds(pieces: &[Piece], color: Color) -> Vec<(usize, Option<usize>, Option<Role>)> {
    let mut kinds = Vec::new();
    let promotions = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(Some);
    for (piece_index, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.color == color) {
        let victims = (2..pieces.len()).filter(|&other| pieces[other].color != color).map(Some);
        for captured in victims {
            kinds.push((piece_index, captured, None));
        }
        if piece.role == Role::Pawn {
            kinds.push((piece_index, None, None));
            let victims = (2..pieces.len())
                .filter(|&other| pieces[other].color != color && pieces[other].role != Role::Pawn);
            for captured in victims.map(Some).chain([None]) {
                kinds.extend(promotions.iter().map(|&promotion| (piece_index, captured, promotion)));
            }
        }
    }
    kinds
}
