//! How an ending is cut up while it is built.
//!
//! A patch is one pair of kings with one side to move, a block in it one placement of the other men but the
//! last, and a block's 64 positions are the squares of the last man: one word of bits. Where there are only
//! kings and pawns, Black's king is the last man, and a patch is a square of White's. Men of one kind are kept
//! apart here; the numbers of the finished table put them together.

use shakmaty::attacks;

use crate::chess::{Color, Piece, Square};

use crate::solver::tables::index::fold::Fold;
use crate::solver::tables::index::{Layout, Squares};

/// The men and patches of an ending.
#[derive(Debug)]
pub(super) struct Shape<'a> {
    pub(super) layout: &'a Layout,
    /// The men whose squares make the block.
    pub(super) fixed: std::ops::Range<usize>,
    /// The man whose squares are the bits.
    pub(super) last: usize,
    patches: Vec<Kings>,
    /// For each color: from each patch, the steps of that color's king, if it makes the patch.
    steps: [Vec<Vec<Step>>; 2],
}

/// The kings of a patch; Black's may be the last man.
#[derive(Clone, Copy, Debug)]
struct Kings {
    white: Square,
    black: Option<Square>,
}

/// A step of a king into another patch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Where it leads.
    pub(super) patch: usize,
    /// What brings a placement into that patch's form.
    pub(super) fold: Fold,
}

impl<'a> Shape<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        let first = layout.pawns().end;
        let kings_alone = first == layout.men().len();
        let (fixed, last) = if kings_alone {
            (first..first, 1)
        } else {
            (first..layout.men().len() - 1, layout.men().len() - 1)
        };
        let patches: Vec<Kings> = if kings_alone {
            Square::ALL.iter().map(|&white| Kings { white, black: None }).collect()
        } else {
            let pairs = layout.kings().squares();
            pairs.iter().map(|&(white, black)| Kings { white, black: Some(black) }).collect()
        };
        let steps = Color::ALL
            .map(|color| patches.iter().map(|&kings| steps(layout, kings, color)).collect::<Vec<_>>());
        Self { layout, fixed, last, patches, steps }
    }

    pub(super) fn men(&self) -> &[Piece] {
        self.layout.men()
    }

    pub(super) const fn patches(&self) -> usize {
        self.patches.len()
    }

    /// Whether there are only kings and pawns.
    pub(super) const fn is_kings_alone(&self) -> bool {
        self.last == 1
    }

    /// Blocks of a patch.
    pub(super) fn blocks(&self) -> usize {
        1 << (6 * self.fixed.len())
    }

    /// The men's squares in a block, but for the pawns' and the last man's, which stay as they are.
    pub(super) fn place(&self, patch: usize, block: usize, at: &mut Squares) {
        let kings = self.patches[patch];
        at[0] = kings.white;
        if let Some(black) = kings.black {
            at[1] = black;
        }
        for man in self.fixed.clone() {
            at[man] = Square::ALL[block >> self.shift(man) & 63];
        }
    }

    /// The block with one man moved.
    pub(super) fn moved(&self, block: usize, man: usize, to: Square) -> usize {
        let shift = self.shift(man);
        block & !(63 << shift) | to.to_usize() << shift
    }

    /// The block with each man's square changed.
    pub(super) fn turned(&self, block: usize, turn: impl Fn(Square) -> Square) -> usize {
        self.fixed.clone().fold(0, |turned, man| {
            let shift = self.shift(man);
            turned | turn(Square::ALL[block >> shift & 63]).to_usize() << shift
        })
    }

    /// The steps of a color's king out of a patch, none where it is the last man.
    pub(super) fn steps(&self, patch: usize, color: Color) -> &[Step] {
        &self.steps[color.fold_wb(0, 1)][patch]
    }

    fn shift(&self, man: usize) -> usize {
        6 * (self.fixed.end - 1 - man)
    }
}

fn steps(layout: &Layout, kings: Kings, color: Color) -> Vec<Step> {
    let Some(black) = kings.black else {
        let steps = attacks::king_attacks(kings.white).into_iter();
        let step = |to: Square| Step { patch: to.to_usize(), fold: Fold::NONE };
        return if color == Color::White { steps.map(step).collect() } else { Vec::new() };
    };
    let from = color.fold_wb(kings.white, black);
    let steps = attacks::king_attacks(from).into_iter().filter_map(|to| {
        let (white, black) = color.fold_wb((to, black), (kings.white, to));
        layout.kings().pair(white, black)
    });
    steps.map(|pair| Step { patch: usize::from(pair.number), fold: pair.fold }).collect()
}
