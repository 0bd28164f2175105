//! One patch at work: what is known of its positions, and one half-move more of it.
//!
//! A position is open until it is decided. Its successors' rows are masked and laid over its own, so that a
//! move is looked at for 64 positions together. A patch writes to itself alone and reads the other color's
//! patches, which is why all patches of one color can be worked on at once.

use crate::chess::{Bitboard, Color, Square};

use crate::solver::tables::index::Squares;
use crate::solver::tables::rules::{attacked, occupied, reach};

use super::exits::{Exits, worth};
use super::paths::{each_path, sweep};
use super::shape::Shape;

/// Positions in a block.
pub(super) const ROW: usize = 64;

/// What is known of the positions of one patch.
#[derive(Debug, Default)]
pub(super) struct Patch {
    /// For a decided position its half-moves to mate, for an open one the worth of its moves out of the slice.
    pub(super) bytes: Vec<u8>,
    /// By block: legal and not decided.
    pub(super) open: Vec<Bitboard>,
    /// By block: won for the side to move, or not legal: nobody escapes there.
    pub(super) shut: Vec<Bitboard>,
    /// By block: to be looked at in this half-move.
    marked: Vec<Bitboard>,
    /// Blocks with marks.
    dirty: Vec<u16>,
    /// What was decided in the last even half-move and in the last odd one.
    fresh: [Vec<(u16, Bitboard)>; 2],
    /// Half-moves in which moves out of the slice may decide something, and blocks; the next ones last.
    agenda: Vec<(u8, u16)>,
    /// Whether a move leads to a mate that no byte has room for.
    pub(super) too_long: bool,
}

impl Patch {
    /// Forgets everything.
    fn clear(&mut self, blocks: usize) {
        self.bytes.clear();
        self.bytes.resize(blocks * ROW, worth::NOTHING);
        for rows in [&mut self.open, &mut self.shut, &mut self.marked] {
            rows.clear();
            rows.resize(blocks, Bitboard::EMPTY);
        }
        self.dirty.clear();
        self.fresh = Default::default();
        self.agenda.clear();
        self.too_long = false;
    }

    /// Positions that were decided in this half-move, roughly: the blocks that have one.
    pub(super) fn decided_in(&self, plies: usize) -> usize {
        self.fresh[plies % 2].len()
    }

    /// Whether a move out of the slice decides something later.
    pub(super) fn is_waiting(&self) -> bool {
        !self.agenda.is_empty()
    }

    /// Marks the positions that a move out of the slice decides now.
    fn mark_by_exits(&mut self, plies: usize) {
        while let Some(&(worth, block)) = self.agenda.last()
            && usize::from(worth) <= plies
        {
            self.agenda.pop();
            let row = &self.bytes[usize::from(block) * ROW..][..ROW];
            let rows = row.iter().zip(Square::ALL).filter(|&(&byte, _)| byte == worth);
            let rows = rows.map(|(_, square)| square).collect();
            self.mark(usize::from(block), rows);
        }
    }

    fn mark(&mut self, block: usize, rows: Bitboard) {
        let rows = rows & self.open[block];
        if rows.any() {
            if self.marked[block].is_empty() {
                self.dirty.push(narrow(block));
            }
            self.marked[block] |= rows;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a patch has 4096 blocks at most")]
const fn narrow(block: usize) -> u16 {
    block as u16
}

/// One color's work in a slice.
pub(super) struct Side<'a> {
    pub(super) shape: &'a Shape<'a>,
    pub(super) mover: Color,
    /// The pawns' squares.
    pub(super) base: Squares,
}

impl Side<'_> {
    /// Looks at every position of a patch for the first time: what is legal, what moves out of the slice are
    /// worth, and which ones may be mate.
    pub(super) fn survey(&self, exits: &Exits<'_>, place: usize, patch: &mut Patch) {
        let (shape, men) = (self.shape, self.shape.men());
        patch.clear(shape.blocks());
        let mut at = self.base;
        for block in 0..shape.blocks() {
            shape.place(place, block, &mut at);
            let standing = occupied(men, at, None, Some(shape.last));
            if standing.count() + 1 < men.len() {
                patch.shut[block] = Bitboard::FULL;
                continue;
            }
            let legal = !standing & !attacked(men, at, !self.mover, None, Some(shape.last));
            patch.open[block] = legal;
            patch.shut[block] = !legal;
            if legal.is_empty() {
                continue;
            }
            let row = &mut patch.bytes[block * ROW..][..ROW];
            if !exits.add(at, legal, row) {
                patch.too_long = true;
            }
            let mut seen = [0u64; 4];
            let mut stuck = legal;
            for square in legal {
                let worth = row[square.to_usize()];
                if worth != worth::NOTHING {
                    stuck.discard(square);
                    seen[usize::from(worth / 64)] |= 1 << (worth % 64);
                }
            }
            for (n, seen) in (0..).zip(seen) {
                let worths = Bitboard(seen).into_iter().map(|bit| n * 64 + bit as u8);
                patch
                    .agenda
                    .extend(worths.filter(|&worth| worth != worth::DRAW).map(|worth| (worth, narrow(block))));
            }
            if stuck.any() {
                patch.mark(block, stuck & attacked(men, at, self.mover, None, Some(shape.last)));
            }
        }
        patch.agenda.sort_unstable_by_key(|&(worth, _)| std::cmp::Reverse(worth));
    }

    /// Decides what is decided in exactly `plies`: wins in odd ones, losses in even ones. `others` are the
    /// patches of the other color, with all that was decided in fewer.
    pub(super) fn advance(&self, plies: usize, place: usize, patch: &mut Patch, others: &[Patch]) {
        let before = (plies + 1) % 2;
        patch.fresh[plies % 2].clear();
        if plies > 0 {
            self.mark_by_men(place, patch, &others[place].fresh[before]);
            for step in self.shape.steps(place, self.mover) {
                for &(block, rows) in &others[step.patch].fresh[before] {
                    let block = self.shape.turned(usize::from(block), |square| step.fold.back(square));
                    patch.mark(block, step.fold.set_back(rows));
                }
            }
            patch.mark_by_exits(plies);
        }
        let dirty = std::mem::take(&mut patch.dirty);
        for &block in &dirty {
            let mut rows = std::mem::take(&mut patch.marked[usize::from(block)]);
            if plies.is_multiple_of(2) {
                rows = self.lost(plies, place, usize::from(block), rows, patch, others);
            } else {
                patch.shut[usize::from(block)] |= rows;
            }
            if rows.any() {
                patch.open[usize::from(block)] ^= rows;
                for square in rows {
                    patch.bytes[usize::from(block) * ROW + square.to_usize()] = byte(plies);
                }
                patch.fresh[plies % 2].push((block, rows));
            }
        }
        patch.dirty = dirty;
        patch.dirty.clear();
    }

    /// Marks the positions from which another man than the king moves into these.
    fn mark_by_men(&self, place: usize, patch: &mut Patch, fresh: &[(u16, Bitboard)]) {
        let (shape, men) = (self.shape, self.shape.men());
        let mut at = self.base;
        for &(block, rows) in fresh {
            let block = usize::from(block);
            shape.place(place, block, &mut at);
            let standing = occupied(men, at, None, Some(shape.last));
            if men[shape.last].color == self.mover {
                patch.mark(block, sweep(men[shape.last], rows, standing));
            }
            for man in shape.fixed.clone().filter(|&man| men[man].color == self.mover) {
                each_path(men[man].role, at[man], standing, |from, path| {
                    patch.mark(shape.moved(block, man, from), rows & !path);
                });
            }
        }
    }

    /// Those of a block's positions in which every move loses in fewer than `plies`.
    fn lost(
        &self,
        plies: usize,
        place: usize,
        block: usize,
        mut rows: Bitboard,
        patch: &Patch,
        others: &[Patch],
    ) -> Bitboard {
        let (shape, men) = (self.shape, self.shape.men());
        let row = &patch.bytes[block * ROW..][..ROW];
        for square in rows {
            let worth = row[square.to_usize()];
            if worth % 2 == 1 || usize::from(worth) > plies {
                rows.discard(square);
            }
        }
        for step in shape.steps(place, self.mover) {
            if rows.is_empty() {
                return rows;
            }
            let there = shape.turned(block, |square| step.fold.of(square));
            rows &= step.fold.set_back(others[step.patch].shut[there]);
        }
        if rows.is_empty() {
            return rows;
        }
        let mut at = self.base;
        shape.place(place, block, &mut at);
        let standing = occupied(men, at, None, Some(shape.last));
        let here = &others[place].shut;
        if men[shape.last].color == self.mover {
            let escapes = !here[block];
            for square in rows {
                if (reach(men[shape.last], square, standing) & escapes).any() {
                    rows.discard(square);
                }
            }
        }
        for man in shape.fixed.clone().filter(|&man| men[man].color == self.mover) {
            if rows.is_empty() {
                return rows;
            }
            each_path(men[man].role, at[man], standing, |to, path| {
                rows &= here[shape.moved(block, man, to)] | path;
            });
        }
        rows
    }
}

/// Half-moves as they are kept while an ending is built.
#[expect(clippy::cast_possible_truncation, reason = "the work ends before 255 half-moves")]
const fn byte(plies: usize) -> u8 {
    plies as u8
}
