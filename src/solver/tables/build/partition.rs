//! How an ending is divided while it is built.
//!
//! The positions of a slice are divided by the king pair and the side to move. Within a king pair, a block is
//! a placement of all other pieces but the last one, and its 64 positions are the squares of the last piece:
//! one bitboard. If there are only kings and pawns, Black's king is the last piece, and White's king alone
//! selects the part. Equal pieces are kept apart here; the index of the finished table merges them.

use shakmaty::attacks;

use crate::chess::{Color, Piece, Square};
use crate::solver::tables::index::symmetry::BoardSymmetry;
use crate::solver::tables::index::{EndingLayout, TableSquares};

/// The pieces and king pairs of an ending.
#[derive(Debug)]
pub(super) struct BuildPartition<'a> {
    pub(super) layout: &'a EndingLayout,
    /// The pieces whose squares select the block.
    pub(super) fixed_pieces: std::ops::Range<usize>,
    /// The piece whose squares are the bits.
    pub(super) last_piece: usize,
    king_pairs: Vec<KingSquares>,
    /// For each color and king pair: the moves of that king, unless it is the last piece.
    king_moves: [Vec<Vec<KingMove>>; 2],
}

/// The king squares of a king pair; Black's king may be the last piece.
#[derive(Clone, Copy, Debug)]
struct KingSquares {
    white: Square,
    black: Option<Square>,
}

/// A king move into another king pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct KingMove {
    /// Where it leads.
    pub(super) king_pair: usize,
    /// The symmetry that maps a position into its normal form.
    pub(super) symmetry: BoardSymmetry,
}

impl<'a> BuildPartition<'a> {
    pub(super) fn new(layout: &'a EndingLayout) -> Self {
        let first = layout.pawns().end;
        let kings_alone = first == layout.pieces().len();
        let (fixed_pieces, last_piece) = if kings_alone {
            (first..first, 1)
        } else {
            (first..layout.pieces().len() - 1, layout.pieces().len() - 1)
        };
        let king_pairs: Vec<KingSquares> = if kings_alone {
            Square::ALL.iter().map(|&white| KingSquares { white, black: None }).collect()
        } else {
            let pairs = layout.kings().squares();
            pairs.iter().map(|&(white, black)| KingSquares { white, black: Some(black) }).collect()
        };
        let king_moves = Color::ALL.map(|color| {
            king_pairs.iter().map(|&kings| king_moves_from(layout, kings, color)).collect::<Vec<_>>()
        });
        Self { layout, fixed_pieces, last_piece, king_pairs, king_moves }
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        self.layout.pieces()
    }

    pub(super) const fn king_pair_count(&self) -> usize {
        self.king_pairs.len()
    }

    /// Whether there are only kings and pawns.
    pub(super) const fn has_only_kings_and_pawns(&self) -> bool {
        self.last_piece == 1
    }

    /// Blocks per king pair.
    pub(super) fn blocks(&self) -> usize {
        1 << (6 * self.fixed_pieces.len())
    }

    /// The index in the finished table of a position with White to move. `at` has all pieces on their squares.
    pub(super) fn index(
        &self,
        slice: usize,
        king_pair: usize,
        block: usize,
        at: TableSquares,
    ) -> Option<usize> {
        if self.has_only_kings_and_pawns() || !self.layout.has_one_form(king_pair) {
            return self.layout.index(at, Color::White);
        }
        let last = at[self.last_piece].to_usize();
        Some(slice * self.layout.slice_size() + king_pair * self.layout.others() + block * 64 + last)
    }

    /// Sets the squares of a block's pieces; pawns and the last piece stay unchanged.
    pub(super) fn place_pieces(&self, king_pair: usize, block: usize, at: &mut TableSquares) {
        let kings = self.king_pairs[king_pair];
        at[0] = kings.white;
        if let Some(black) = kings.black {
            at[1] = black;
        }
        for piece_index in self.fixed_pieces.clone() {
            at[piece_index] = Square::ALL[block >> self.square_shift(piece_index) & 63];
        }
    }

    /// The block after moving one piece.
    pub(super) fn with_piece_on(&self, block: usize, piece_index: usize, to: Square) -> usize {
        let shift = self.square_shift(piece_index);
        block & !(63 << shift) | to.to_usize() << shift
    }

    /// The block with every piece's square mapped.
    pub(super) fn transformed(&self, block: usize, turn: impl Fn(Square) -> Square) -> usize {
        self.fixed_pieces.clone().fold(0, |turned, piece_index| {
            let shift = self.square_shift(piece_index);
            turned | turn(Square::ALL[block >> shift & 63]).to_usize() << shift
        })
    }

    /// The king moves of a color out of a king pair; none if the king is the last piece.
    pub(super) fn king_moves(&self, king_pair: usize, color: Color) -> &[KingMove] {
        &self.king_moves[color.fold_wb(0, 1)][king_pair]
    }

    fn square_shift(&self, piece_index: usize) -> usize {
        6 * (self.fixed_pieces.end - 1 - piece_index)
    }
}

fn king_moves_from(layout: &EndingLayout, kings: KingSquares, color: Color) -> Vec<KingMove> {
    let Some(black) = kings.black else {
        let targets = attacks::king_attacks(kings.white).into_iter();
        let king_move = |to: Square| KingMove { king_pair: to.to_usize(), symmetry: BoardSymmetry::IDENTITY };
        return if color == Color::White { targets.map(king_move).collect() } else { Vec::new() };
    };
    let from = color.fold_wb(kings.white, black);
    let pairs = attacks::king_attacks(from).into_iter().filter_map(|to| {
        let (white, black) = color.fold_wb((to, black), (kings.white, to));
        layout.kings().pair(white, black)
    });
    pairs.map(|pair| KingMove { king_pair: usize::from(pair.number), symmetry: pair.symmetry }).collect()
}
