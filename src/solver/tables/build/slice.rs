//! One slice from its mates backwards, one half-move at a time (Thompson's retrograde analysis).
//!
//! Both colors take turns within each half-move: a color's patches read what the other one decided half a move
//! earlier. Wins follow at once from a lost successor; a loss is held against every move.

use crate::chess::{Color, Square, StopToken};

use crate::solver::tables::MOST_MEN;
use crate::solver::tables::index::Squares;
use crate::solver::tables::value::Byte;

use super::Failure;
use super::crew::Crew;
use super::exits::{Exit, Exits};
use super::patch::{Patch, ROW, Side};
use super::shape::Shape;

/// Blocks with something new below which one thread is faster than many.
const SMALL: usize = 400;

/// The most half-moves that are kept while building.
const MOST_PLIES: usize = 254;

/// Both colors' patches, used again for one slice after the other.
#[derive(Debug)]
pub(super) struct Desk {
    patches: [Vec<Patch>; 2],
}

/// What it takes to work a slice out.
pub(super) struct Slice<'a> {
    pub(super) shape: &'a Shape<'a>,
    pub(super) kinds: &'a [Vec<Exit<'a>>; 2],
    /// Its place among all slices.
    pub(super) number: usize,
    pub(super) crew: Crew,
    pub(super) stop: &'a StopToken,
}

impl Desk {
    pub(super) fn new(shape: &Shape<'_>) -> Self {
        let patches = || (0..shape.patches()).map(|_| Patch::default()).collect();
        Self { patches: [patches(), patches()] }
    }
}

impl Slice<'_> {
    /// Works the slice out on a desk. `tick` hears how much of a thousand is done.
    pub(super) fn work(&self, desk: &mut Desk, tick: &mut dyn FnMut(usize)) -> Result<(), Failure> {
        for (n, color) in Color::ALL.into_iter().enumerate() {
            let side = self.side(color);
            let exits = Exits { shape: self.shape, kinds: self.kinds, mover: color };
            let all = self.shape.patches();
            self.crew.each(
                &mut desk.patches[n],
                self.stop,
                || (),
                |(), place, patch| side.survey(&exits, place, patch),
                |done| tick(n * 250 + 250 * done.min(all) / all),
            )?;
        }
        for plies in 0..=MOST_PLIES + 1 {
            let mut decided = 0;
            for color in Color::ALL {
                let side = self.side(color);
                let [white, black] = &mut desk.patches;
                let (own, others) = if color == Color::White { (white, &*black) } else { (black, &*white) };
                let before: usize = others.iter().map(|patch| patch.decided_in(plies + 1)).sum();
                let alone = plies > 0 && before < SMALL;
                let crew = if alone { Crew { threads: 1 } } else { self.crew };
                let work =
                    |(): &mut (), place: usize, patch: &mut Patch| side.advance(plies, place, patch, others);
                crew.each(own, self.stop, || (), work, |_| {})?;
                decided += own.iter().map(|patch| patch.decided_in(plies)).sum::<usize>();
            }
            tick(500 + 500 * plies / (plies + 40));
            let all = || desk.patches.iter().flatten();
            if all().any(|patch| patch.too_long) || plies > MOST_PLIES && decided > 0 {
                return Err(Failure::TooLong);
            }
            if decided == 0 && !all().any(Patch::is_waiting) {
                break;
            }
        }
        Ok(())
    }

    fn side(&self, mover: Color) -> Side<'_> {
        Side { shape: self.shape, mover, base: self.base() }
    }

    /// The pawns on their squares.
    fn base(&self) -> Squares {
        let mut base = [Square::A1; MOST_MEN];
        let pawns = self.shape.layout.pawns();
        let squares = self.shape.layout.pawn_squares(self.number);
        base[pawns.clone()].copy_from_slice(&squares[..pawns.len()]);
        base
    }

    /// Writes what was worked out into the slice's part of a table with this side to move.
    pub(super) fn hand_over(&self, desk: &Desk, turn: Color, part: &mut [u8]) -> Result<(), Failure> {
        let layout = self.shape.layout;
        let codes = Codes::new(turn);
        let patches = &desk.patches[turn.fold_wb(0, 1)];
        let fits = if self.shape.is_kings_alone() {
            patches.iter().enumerate().all(|(place, patch)| self.scatter(&codes, place, patch, turn, part))
        } else {
            let mut parts: Vec<(&mut [u8], bool)> =
                part.chunks_mut(layout.others()).map(|part| (part, true)).collect();
            self.crew.each(
                &mut parts,
                self.stop,
                || (),
                |(), place, (part, fits)| {
                    *fits = if layout.folds_men() {
                        self.scatter(&codes, place, &patches[place], turn, part)
                    } else {
                        copy(&codes, &patches[place], part)
                    };
                },
                |_| {},
            )?;
            parts.iter().all(|&(_, fits)| fits)
        };
        if fits { Ok(()) } else { Err(Failure::TooLong) }
    }

    /// Puts each position of a patch where its number says. False where a byte has no room for one.
    fn scatter(&self, codes: &Codes, place: usize, patch: &Patch, turn: Color, part: &mut [u8]) -> bool {
        let (layout, shape) = (self.shape.layout, self.shape);
        let mut at = self.base();
        for block in 0..shape.blocks() {
            shape.place(place, block, &mut at);
            for (n, square) in Square::ALL.into_iter().enumerate() {
                at[shape.last] = square;
                let Some(byte) = codes.of(patch, block, n) else { return false };
                if byte == Byte::ILLEGAL.0 {
                    continue;
                }
                if let Some(index) = layout.index(at, turn) {
                    let len = part.len();
                    part[index % len] = byte;
                }
            }
        }
        true
    }
}

/// Copies a patch whose positions stand in the order of their numbers. False where a byte has no room for one.
fn copy(codes: &Codes, patch: &Patch, part: &mut [u8]) -> bool {
    for (block, row) in part.chunks_mut(ROW).enumerate() {
        for (n, to) in row.iter_mut().enumerate() {
            let Some(byte) = codes.of(patch, block, n) else { return false };
            *to = byte;
        }
    }
    true
}

/// What a table keeps for each number of half-moves; None where a byte has no room.
struct Codes {
    bytes: [Option<u8>; 256],
}

impl Codes {
    fn new(turn: Color) -> Self {
        let code = |plies: usize| Byte::decided(u16::try_from(plies).ok()?, turn).map(|byte| byte.0);
        Self { bytes: std::array::from_fn(code) }
    }

    /// The byte of one position.
    fn of(&self, patch: &Patch, block: usize, n: usize) -> Option<u8> {
        let square = Square::ALL[n];
        let byte = patch.bytes[block * ROW + n];
        if patch.open[block].contains(square) {
            Some(Byte::DRAW.0)
        } else if byte == 0 && patch.shut[block].contains(square) {
            Some(Byte::ILLEGAL.0)
        } else {
            self.bytes[usize::from(byte)]
        }
    }
}
