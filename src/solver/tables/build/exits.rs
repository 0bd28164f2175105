//! Moves that leave a slice: captures, promotions and pawn moves, looked up in what is finished.
//!
//! What all such moves of a position together are worth is one byte beside it: nothing, a draw at least, a win
//! at its distance, or a loss that stands only if every other move loses too.

use crate::chess::{Bitboard, Color, Material, Piece, Role, Square};

use crate::solver::tables::index::{Layout, Squares, material_of};
use crate::solver::tables::rules::{attacked, last_rank, occupied, pushes, reach, slides};
use crate::solver::tables::value::Byte;

use super::passant;
use super::shape::Shape;

/// What the moves out of a slice are worth, in one byte.
pub(super) mod worth {
    /// There is no such move.
    pub(in super::super) const NOTHING: u8 = 0;
    /// One of them draws and none wins.
    pub(in super::super) const DRAW: u8 = u8::MAX;

    /// Whether one of them wins; the byte is then the number of half-moves.
    pub(in super::super) const fn wins(worth: u8) -> bool {
        worth % 2 == 1 && worth != DRAW
    }

    /// The better of two for the side to move.
    pub(in super::super) fn better(one: u8, other: u8) -> u8 {
        match (wins(one), wins(other)) {
            (true, true) => one.min(other),
            (true, false) => one,
            (false, true) => other,
            // A draw is the largest; of losses the longer one is better, and nothing is nought.
            (false, false) => one.max(other),
        }
    }

    /// A move's worth from what it leads to: half-moves to mate from there, if any. None where it is too long.
    pub(in super::super) fn of(plies: Option<u16>) -> Option<u8> {
        match plies {
            None => Some(DRAW),
            Some(plies) => u8::try_from(plies + 1).ok().filter(|&worth| worth != DRAW),
        }
    }
}

/// A finished table as plain bytes, or the finished part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain<'a> {
    pub(super) layout: &'a Layout,
    pub(super) bytes: &'a [u8],
}

impl Plain<'_> {
    /// Half-moves to mate; None for draws.
    pub(super) fn plies(self, at: Squares, turn: Color) -> Option<u16> {
        let stored = if self.layout.turns().len() == 1 { Color::White } else { turn };
        self.layout.index(at, turn).and_then(|index| Byte(self.bytes[index]).plies(stored))
    }
}

/// Moves of one kind that leave the slice.
#[derive(Debug)]
pub(super) struct Exit<'a> {
    pub(super) man: usize,
    pub(super) captured: Option<usize>,
    pub(super) promotion: Option<Role>,
    door: Door<'a>,
}

/// How the men stand in the ending that a move leads to.
#[derive(Debug)]
struct Door<'a> {
    /// None where nobody can mate any more.
    into: Option<Plain<'a>>,
    /// For each man over there, which of ours it is.
    from: Vec<usize>,
    /// Whether the colors are exchanged.
    turned: bool,
}

impl<'a> Exit<'a> {
    /// The ending that such a move leads to, with either color as the stronger side.
    pub(super) fn material(
        men: &[Piece],
        man: usize,
        captured: Option<usize>,
        promotion: Option<Role>,
    ) -> Material {
        material_of(after(men, man, captured, promotion).map(|(_, piece)| piece))
    }

    /// A kind of move, with the table that it leads to; None where nobody can mate there.
    pub(super) fn new(
        men: &[Piece],
        (man, captured, promotion): (usize, Option<usize>, Option<Role>),
        into: Option<Plain<'a>>,
    ) -> Self {
        let turned = Self::material(men, man, captured, promotion).stronger() == Color::Black;
        let mut ours: Vec<(usize, Piece)> = after(men, man, captured, promotion).collect();
        let wanted = into.map_or(&[][..], |plain| plain.layout.men());
        let from = wanted.iter().filter_map(|&piece| {
            let piece = if turned { piece.role.of(!piece.color) } else { piece };
            let place = ours.iter().position(|&(_, ours)| ours == piece)?;
            Some(ours.swap_remove(place).0)
        });
        let from = from.collect();
        Self { man, captured, promotion, door: Door { into, from, turned } }
    }

    /// Half-moves to mate after the move, from the squares of our men after it; None for draws.
    pub(super) fn plies(&self, at: Squares, turn: Color) -> Option<u16> {
        let plain = self.door.into?;
        let mut there = [Square::A1; crate::solver::tables::MOST_MEN];
        for (square, &man) in there.iter_mut().zip(&self.door.from) {
            *square = if self.door.turned { at[man].flip_vertical() } else { at[man] };
        }
        plain.plies(there, if self.door.turned { !turn } else { turn })
    }
}

/// The men that are left after a move, each with its place before it.
fn after(
    men: &[Piece],
    man: usize,
    captured: Option<usize>,
    promotion: Option<Role>,
) -> impl Iterator<Item = (usize, Piece)> {
    let left = men.iter().copied().enumerate().filter(move |&(other, _)| Some(other) != captured);
    left.map(move |(other, piece)| match promotion {
        Some(role) if other == man => (man, role.of(piece.color)),
        _ => (other, piece),
    })
}

/// Every kind of move by which a color can leave a slice, as (man, captured, promotion).
pub(super) fn kinds(men: &[Piece], color: Color) -> Vec<(usize, Option<usize>, Option<Role>)> {
    let mut kinds = Vec::new();
    let promotions = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(Some);
    for (man, piece) in men.iter().enumerate().filter(|(_, piece)| piece.color == color) {
        let prey = (2..men.len()).filter(|&other| men[other].color != color).map(Some);
        for captured in prey {
            kinds.push((man, captured, None));
        }
        if piece.role == Role::Pawn {
            kinds.push((man, None, None));
            let prey =
                (2..men.len()).filter(|&other| men[other].color != color && men[other].role != Role::Pawn);
            for captured in prey.map(Some).chain([None]) {
                kinds.extend(promotions.iter().map(|&promotion| (man, captured, promotion)));
            }
        }
    }
    kinds
}

/// The moves of one side out of a block.
pub(super) struct Exits<'a> {
    pub(super) shape: &'a Shape<'a>,
    /// Both colors' kinds of such moves, White's first.
    pub(super) kinds: &'a [Vec<Exit<'a>>; 2],
    pub(super) mover: Color,
}

impl Exits<'_> {
    /// Adds the worth of every such move to the positions of a block, those in `legal`. False where one of
    /// them is longer than a byte can say.
    #[must_use]
    pub(super) fn add(&self, at: Squares, legal: Bitboard, block: &mut [u8]) -> bool {
        let mut fits = true;
        let occupied = occupied(self.shape.men(), at, None, Some(self.shape.last));
        for exit in self.kinds_of(self.mover) {
            let mut note = |on: Square, plies: Option<u16>| match worth::of(plies) {
                Some(worth) => {
                    let place = &mut block[on.to_usize()];
                    *place = worth::better(*place, worth);
                }
                None => fits = false,
            };
            match exit.captured {
                None => self.push(exit, at, occupied, legal, &mut note),
                Some(captured) if exit.man == self.shape.last => {
                    self.last_takes(exit, captured, at, occupied, legal, &mut note);
                }
                Some(captured) if captured == self.shape.last => {
                    self.takes_last(exit, at, occupied, legal, &mut note);
                }
                Some(captured) => self.takes(exit, captured, at, occupied, legal, &mut note),
            }
        }
        fits
    }

    fn kinds_of(&self, color: Color) -> &[Exit<'_>] {
        &self.kinds[color.fold_wb(0, 1)]
    }

    /// Whether a move of this kind may end on this square: pawns are promoted on the last rank and only there.
    fn may_end(&self, exit: &Exit<'_>, to: Square) -> bool {
        let is_pawn = self.shape.men()[exit.man].role == Role::Pawn;
        !is_pawn || (to.rank() == last_rank(self.mover)) == exit.promotion.is_some()
    }

    /// The last man takes another: one position after it, from wherever it came.
    fn last_takes(
        &self,
        exit: &Exit<'_>,
        captured: usize,
        at: Squares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, Option<u16>),
    ) {
        let men = self.shape.men();
        let from = reach(men[exit.man], at[captured], occupied) & legal;
        let mut after = at;
        after[exit.man] = at[captured];
        if from.is_empty() || attacked(men, after, self.mover, Some(captured), None).any() {
            return;
        }
        let plies = exit.plies(after, !self.mover);
        for square in from {
            note(square, plies);
        }
    }

    /// Another man takes the last one, wherever it stands.
    fn takes_last(
        &self,
        exit: &Exit<'_>,
        at: Squares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, Option<u16>),
    ) {
        let men = self.shape.men();
        let mut targets = reach(men[exit.man], at[exit.man], occupied) & legal;
        let gone = Some(self.shape.last);
        if targets.is_empty() {
            return;
        }
        targets &= !attacked(men, at, self.mover, gone, Some(exit.man));
        let mut after = at;
        for to in targets.into_iter().filter(|&to| self.may_end(exit, to)) {
            after[exit.man] = to;
            note(to, exit.plies(after, !self.mover));
        }
    }

    /// One of the standing men takes another, with the last man anywhere but in between.
    fn takes(
        &self,
        exit: &Exit<'_>,
        captured: usize,
        at: Squares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, Option<u16>),
    ) {
        let men = self.shape.men();
        let (from, to) = (at[exit.man], at[captured]);
        if !reach(men[exit.man], from, occupied).contains(to) || !self.may_end(exit, to) {
            return;
        }
        let mut rows = legal;
        if slides(men[exit.man].role) {
            rows &= !shakmaty::attacks::between(from, to);
        }
        let mut after = at;
        after[exit.man] = to;
        rows &= !attacked(men, after, self.mover, Some(captured), Some(self.shape.last));
        for square in rows {
            after[self.shape.last] = square;
            note(square, exit.plies(after, !self.mover));
        }
    }

    /// A pawn goes straight ahead.
    fn push(
        &self,
        exit: &Exit<'_>,
        at: Squares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, Option<u16>),
    ) {
        let (men, last) = (self.shape.men(), self.shape.last);
        let mut rows = legal;
        let targets = pushes(at[exit.man], self.mover, occupied);
        let steps = targets.into_iter().filter(|&to| self.may_end(exit, to));
        let mut steps: Vec<Square> = steps.collect();
        if self.mover == Color::Black {
            steps.reverse();
        }
        for (n, to) in steps.into_iter().enumerate() {
            rows.discard(to);
            let mut after = at;
            after[exit.man] = to;
            let safe = rows & !attacked(men, after, self.mover, None, Some(last));
            let takers = if n == 1 { passant::takers(men, after, exit.man) } else { [None; 2] };
            for square in safe {
                after[last] = square;
                let plain = exit.plies(after, !self.mover);
                if takers == [None; 2] {
                    note(square, plain);
                } else {
                    note(
                        square,
                        passant::after_double_step(
                            men,
                            after,
                            exit.man,
                            takers,
                            plain,
                            self.kinds_of(!self.mover),
                        ),
                    );
                }
            }
        }
    }
}
