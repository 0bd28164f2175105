//! How an ending is cut up while it is built.
//!
//! A patch is one pair of kings with one side to move, a block in it one placement of the other men but the
//! last, and a block's 64 positions are the squares of the last man: one word of bits. Where there are only
//! kings and pawns, Black's king is the last man, and a patch is a square of White's. Men of one kind are kept
//! apart here; the numbers of the finished table put them together.

use shakmaty::attacks;

use crate::chess::{Color, Piece, Square};

use crate::solver::tables::index::symmetry::BoardSymmetry;
use crate::solver::tables::index::{EndingLayout, TableSquares};

/// The men and patches of an ending.
#[derive(Debug)]
pub(super) struct BuildPartition<'a> {
    pub(super) layout: &'a EndingLayout,
    /// The men whose squares make the block.
    pub(super) fixed_pieces: std::ops::Range<usize>,
    /// The man whose squares are the bits.
    pub(super) last_piece: usize,
    king_pairs: Vec<KingSquares>,
    /// For each color: from each patch, the steps of that color's king, if it makes the patch.
    king_moves: [Vec<Vec<KingMove>>; 2],
}

/// The kings of a patch; Black's may be the last man.
#[derive(Clone, Copy, Debug)]
struct KingSquares {
    white: Square,
    black: Option<Square>,
}

/// A step of a king into another patch.
#[derive(Clone, Copy, Debug)]
pub(super) struct KingMove {
    /// Where it leads.
    pub(super) king_pair: usize,
    /// What brings a placement into that patch's form.
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

    /// Blocks of a patch.
    pub(super) fn blocks(&self) -> usize {
        1 << (6 * self.fixed_pieces.len())
    }

    /// The men's squares in a block, but for the pawns' and the last man's, which stay as they are.
    pub(super) fn place_pieces(&self, patch: usize, block: usize, at: &mut TableSquares) {
        let kings = self.king_pairs[patch];
        at[0] = kings.white;
        if let Some(black) = kings.black {
            at[1] = black;
        }
        for piece_index in self.fixed_pieces.clone() {
            at[piece_index] = Square::ALL[block >> self.square_shift(piece_index) & 63];
        }
    }

    /// The block with one man moved.
    pub(super) fn with_piece_on(&self, block: usize, piece_index: usize, to: Square) -> usize {
        let shift = self.square_shift(piece_index);
        block & !(63 << shift) | to.to_usize() << shift
    }

    /// The block with each man's square changed.
    pub(super) fn transformed(&self, block: usize, turn: impl Fn(Square) -> Square) -> usize {
        self.fixed_pieces.clone().fold(0, |turned, piece_index| {
            let shift = self.square_shift(piece_index);
            turned | turn(Square::ALL[block >> shift & 63]).to_usize() << shift
        })
    }

    /// The steps of a color's king out of a patch, none where it is the last man.
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
