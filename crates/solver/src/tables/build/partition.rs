//! How an ending is divided while it is built.
//!
//! The positions of a slice are divided by the king pair and the side to move. Within a king pair, a block is
//! a placement of all other pieces but the last one, and its 64 positions are the squares of the last piece:
//! one bitboard. If there are only kings and pawns, Black's king is the last piece, and White's king alone
//! selects the part. Equal pieces are kept apart here; the index of the finished table merges them.

use shakmaty::attacks;

use crate::tables::index::symmetry::BoardSymmetry;
use crate::tables::index::{EndingLayout, MAX_TABLE_PIECES, TableSquares};
use crate::tables::rules::{attacked, occupied};
use crate::tables::value::TableByte;
use chess::{Bitboard, Color, Piece, Square};

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
    forms: IndexForms,
}

/// A placement that has no index.
const NO_INDEX: u32 = u32::MAX;

/// How the positions of a king pair are numbered in the finished table.
#[derive(Debug)]
enum IndexForms {
    /// In the order of their blocks.
    InOrder,
    /// Some share a number: with equal pieces, or if both kings are on the long diagonal. By place in the order of the
    /// blocks; [`NO_INDEX`] where two pieces share a square.
    Merged { plain: Vec<u32>, diagonal: Vec<u32> },
    /// There are only kings and pawns: by White's king alone.
    KingsAlone,
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

/// The indices of a king pair's positions in a finished plane, counted from where its part begins.
pub(super) enum KingPairIndex<'a> {
    InOrder,
    Merged(&'a [u32]),
    KingsAlone {
        layout: &'a EndingLayout,
        /// The squares of the pawns and of White's king.
        at: TableSquares,
        first: usize,
    },
}

impl KingPairIndex<'_> {
    /// The index of a position; None if the kings are adjacent or two pieces share a square.
    #[inline]
    pub(super) fn of(&self, block: usize, last: Square) -> Option<usize> {
        let place = block * 64 + last.to_usize();
        match *self {
            Self::InOrder => Some(place),
            Self::Merged(forms) => {
                Some(forms[place]).filter(|&index| index != NO_INDEX).map(|index| index as usize)
            }
            Self::KingsAlone { layout, mut at, first } => {
                at[1] = last;
                Some(layout.index_in_plane(at, Color::White)? - first)
            }
        }
    }
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
        let mut shape =
            Self { layout, fixed_pieces, last_piece, king_pairs, king_moves, forms: IndexForms::KingsAlone };
        if !kings_alone {
            shape.forms = shape.index_forms();
        }
        shape
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

    /// The squares of the pawns in a slice; those of the other pieces are not set.
    pub(super) fn pawn_placement(&self, slice: usize) -> TableSquares {
        let mut base = [Square::A1; MAX_TABLE_PIECES];
        let pawns = self.layout.pawns();
        let squares = self.layout.pawn_squares(slice);
        base[pawns.clone()].copy_from_slice(&squares[..pawns.len()]);
        base
    }

    /// Where the part of a king pair begins in a plane; with only kings and pawns that of the slice.
    pub(super) fn first_index(&self, slice: usize, king_pair: usize) -> usize {
        let part = if self.has_only_kings_and_pawns() { 0 } else { king_pair * self.layout.others() };
        slice * self.layout.slice_size() + part
    }

    /// The indices of a king pair's positions, from [`BuildPartition::first_index`] on.
    pub(super) fn king_pair_index(&self, slice: usize, king_pair: usize) -> KingPairIndex<'_> {
        match &self.forms {
            IndexForms::Merged { plain, diagonal } if !self.layout.has_one_form(king_pair) => {
                let is_diagonal = self.layout.is_diagonal_pair(king_pair);
                KingPairIndex::Merged(if is_diagonal { diagonal } else { plain })
            }
            IndexForms::InOrder | IndexForms::Merged { .. } => KingPairIndex::InOrder,
            IndexForms::KingsAlone => {
                let mut at = self.pawn_placement(slice);
                at[0] = self.king_pairs[king_pair].white;
                let first = self.first_index(slice, king_pair);
                KingPairIndex::KingsAlone { layout: self.layout, at, first }
            }
        }
    }

    /// The values of a block in a plane.
    #[inline]
    pub(super) fn row(&self, plane: &[u8], slice: usize, king_pair: usize, block: usize) -> [u8; 64] {
        let values = &plane[self.first_index(slice, king_pair)..];
        let index = self.king_pair_index(slice, king_pair);
        if let KingPairIndex::InOrder = index
            && let Some(row) = values[block * 64..].first_chunk()
        {
            return *row;
        }
        Square::ALL.map(|last| index.of(block, last).map_or(TableByte::ILLEGAL.0, |index| values[index]))
    }

    /// The squares of the last piece for which a position is legal; none if other pieces share a square.
    pub(super) fn legal_squares(&self, at: TableSquares, turn: Color) -> Bitboard {
        let pieces = self.pieces();
        let last = Some(self.last_piece);
        let occupied_squares = occupied(pieces, at, None, last);
        if occupied_squares.count() + 1 < pieces.len() {
            return Bitboard::EMPTY;
        }
        !occupied_squares & !attacked(pieces, at, !turn, None, last)
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

    fn index_forms(&self) -> IndexForms {
        if (0..self.king_pair_count()).all(|king_pair| self.layout.has_one_form(king_pair)) {
            return IndexForms::InOrder;
        }
        let forms = |is_diagonal: bool| {
            let mut at = [Square::A1; MAX_TABLE_PIECES];
            let mut forms = Vec::with_capacity(self.blocks() * 64);
            for block in 0..self.blocks() {
                self.place_pieces(0, block, &mut at);
                for last in Square::ALL {
                    at[self.last_piece] = last;
                    let others = &at[self.layout.pawns().end..=self.last_piece];
                    let apart = others.iter().enumerate().all(|(n, square)| !others[..n].contains(square));
                    let number =
                        apart.then(|| self.layout.others_number(at, BoardSymmetry::IDENTITY, is_diagonal));
                    forms.push(number.and_then(|number| u32::try_from(number).ok()).unwrap_or(NO_INDEX));
                }
            }
            forms
        };
        IndexForms::Merged { plain: forms(false), diagonal: forms(true) }
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
