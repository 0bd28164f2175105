//! Orders moves so that the refutation usually comes first, and makes none that nobody asks for.
//!
//! Table move, captures that win by exchange, killers, quiet moves by their history, captures that lose.
//! Each stage makes its moves when it is reached, so a cutoff on the table's move makes none at all; the
//! exchange is worked out only for captures whose turn comes.

pub(crate) mod exchange;
pub(crate) mod history;

use arrayvec::ArrayVec;

use crate::chess::Role;
use crate::chess::board::{Bonds, Step, Wanted};

use super::state::State;
use super::table::PackedMove;
use history::{Histories, Place};

/// More moves than any position has.
const MOST: usize = 256;
/// More than any move has earned.
const MOST_MERIT: i32 = 1 << 20;

/// What the node knows that bears on the order.
pub(crate) struct Hints {
    /// The move that the table holds.
    pub(crate) table_move: PackedMove,
    /// Quiet moves that refuted siblings.
    pub(crate) killers: [PackedMove; 2],
    /// Where the last two moves put their men.
    pub(crate) before: [Option<Place>; 2],
}

/// Gives moves one by one, most promising first.
pub(crate) struct Picker {
    choice: Choice,
    bonds: Bonds,
    hints: Hints,
    goal: Goal,
    /// Losing captures first, then what is not yet given.
    made: ArrayVec<Scored, MOST>,
    next: usize,
    losing: usize,
}

/// What the picker does next.
#[derive(Clone, Copy)]
enum Goal {
    GiveTable,
    MakeCaptures,
    GiveCaptures,
    GiveKiller(usize),
    MakeQuiets,
    GiveQuiets,
    MakeChecks,
    GiveChecks,
    GiveLosing(usize),
    End,
}

/// A move with its score in the upper 24 bits and room for its place in the lower eight, so that the best of
/// many, the first among equals, is found without a branch.
#[derive(Clone, Copy)]
struct Scored {
    rank: i32,
    step: Step,
}

impl Scored {
    const fn score(self) -> i32 {
        self.rank >> 8
    }
}

/// A move and where in the order it stood.
#[derive(Clone, Copy)]
pub(crate) struct Picked {
    /// The move.
    pub(crate) step: Step,
    /// Its stage.
    pub(crate) stage: Stage,
    /// Its history, for quiet moves by [`Histories::quiet`]; nought in the other stages.
    pub(crate) merit: i32,
}

/// The stages of the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    /// From the transposition table.
    Table,
    /// A capture or promotion that loses nothing.
    GoodCapture,
    /// A killer.
    Killer,
    /// Any other quiet move.
    Quiet,
    /// A capture that loses material.
    BadCapture,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// All legal moves.
    All,
    /// Captures and promotions to a queen that lose nothing, where the side to move is not in check.
    Gains,
    /// The same, then quiet moves that give check and lose nothing.
    GainsAndChecks,
}

impl Picker {
    /// The moves of a position, none made yet.
    pub(crate) fn new(state: &State, choice: Choice, hints: Hints) -> Self {
        Self {
            choice,
            bonds: state.bonds(),
            hints,
            goal: Goal::GiveTable,
            made: ArrayVec::new(),
            next: 0,
            losing: 0,
        }
    }

    /// The next move.
    pub(crate) fn next(&mut self, state: &State, histories: &Histories) -> Option<Picked> {
        let board = state.board();
        loop {
            match self.goal {
                Goal::GiveTable => {
                    self.goal = Goal::MakeCaptures;
                    let known = board.find(self.hints.table_move.bits());
                    if let Some(step) = known
                        && (self.choice == Choice::All || step.is_noisy())
                    {
                        return Some(Picked { step, stage: Stage::Table, merit: 0 });
                    }
                }
                Goal::MakeCaptures => {
                    let color = state.turn();
                    self.make(state, Wanted::Noisy, |step| gain(step) * 32 + histories.capture(color, step));
                    self.goal = Goal::GiveCaptures;
                }
                Goal::GiveCaptures => match self.best() {
                    Some(Scored { step, .. }) => {
                        if exchange::gains(board, step, 0) {
                            return Some(Picked { step, stage: Stage::GoodCapture, merit: 0 });
                        }
                        self.made.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    }
                    None => {
                        self.goal = match self.choice {
                            Choice::All => Goal::GiveKiller(0),
                            Choice::Gains => Goal::End,
                            Choice::GainsAndChecks => Goal::MakeChecks,
                        }
                    }
                },
                Goal::GiveKiller(n) => {
                    let Some(&killer) = self.hints.killers.get(n) else {
                        self.goal = Goal::MakeQuiets;
                        continue;
                    };
                    self.goal = Goal::GiveKiller(n + 1);
                    let new = !self.hints.killers[..n].contains(&killer);
                    if new
                        && killer != self.hints.table_move
                        && let Some(step) = board.find(killer.bits())
                        && !step.is_noisy()
                    {
                        return Some(Picked { step, stage: Stage::Killer, merit: 0 });
                    }
                }
                Goal::MakeQuiets => {
                    let (color, before) = (state.turn(), self.hints.before);
                    self.make(state, Wanted::Quiet, |step| histories.quiet(color, step, before));
                    self.goal = Goal::GiveQuiets;
                }
                Goal::MakeChecks => {
                    self.make_checks(state, histories);
                    self.goal = Goal::GiveChecks;
                }
                Goal::GiveChecks => match self.best() {
                    Some(best) if exchange::gains(board, best.step, 0) => {
                        return Some(Picked { step: best.step, stage: Stage::Quiet, merit: best.score() });
                    }
                    Some(_) => {}
                    None => self.goal = Goal::End,
                },
                Goal::GiveQuiets => match self.best() {
                    Some(best) => {
                        return Some(Picked { step: best.step, stage: Stage::Quiet, merit: best.score() });
                    }
                    None => self.goal = Goal::GiveLosing(0),
                },
                Goal::GiveLosing(n) => {
                    if n >= self.losing {
                        self.goal = Goal::End;
                        continue;
                    }
                    self.goal = Goal::GiveLosing(n + 1);
                    return Some(Picked { step: self.made[n].step, stage: Stage::BadCapture, merit: 0 });
                }
                Goal::End => return None,
            }
        }
    }

    /// Makes the moves of a stage but those that were given already.
    fn make(&mut self, state: &State, wanted: Wanted, score: impl Fn(Step) -> i32) {
        let Self { bonds, hints, made, next, .. } = self;
        *next = made.len();
        let given = |packed| {
            packed == hints.table_move || (wanted == Wanted::Quiet && hints.killers.contains(&packed))
        };
        state.board().each_step(bonds, wanted, &mut |step| {
            if !given(PackedMove::of(step)) {
                made.push(Scored { rank: score(step) << 8, step });
            }
        });
    }

    /// Makes the quiet moves that give check; the table's comes first.
    fn make_checks(&mut self, state: &State, histories: &Histories) {
        let Self { bonds, hints, made, next, .. } = self;
        *next = made.len();
        let (color, before) = (state.turn(), hints.before);
        state.board().each_quiet_check(bonds, &mut |step| {
            let known = PackedMove::of(step) == hints.table_move;
            let score = if known { MOST_MERIT } else { histories.quiet(color, step, before) };
            made.push(Scored { rank: score << 8, step });
        });
    }

    /// Takes the best of the moves that are made and not yet given.
    fn best(&mut self) -> Option<Scored> {
        let left = self.made.get(self.next..)?;
        let ranks = (0..).zip(left).map(|(n, scored)| scored.rank | (0xff - n));
        let place = usize::try_from(0xff - (ranks.max()? & 0xff)).unwrap_or_default();
        self.made.swap(self.next, self.next + place);
        self.next += 1;
        self.made.get(self.next - 1).copied()
    }
}

/// What a capture takes and a promotion makes, less a little for a dear capturer.
fn gain(step: Step) -> i32 {
    let worth = super::eval::exchange_worth;
    let promotion = step.promotion.map_or(0, |role| worth(role) - worth(Role::Pawn));
    let taken = step.capture.map_or(0, worth);
    let capturer = if step.role == Role::King { 9 } else { worth(step.role) / 100 };
    taken * 8 + promotion * 8 - capturer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, fen, random_games};
    use std::collections::HashSet;

    fn picked(position: &Position, table_move: PackedMove, killers: [PackedMove; 2]) -> Vec<Picked> {
        let state = State::from(position);
        let hints = Hints { table_move, killers, before: [None; 2] };
        let mut picker = Picker::new(&state, Choice::All, hints);
        let histories = Histories::new();
        std::iter::from_fn(|| picker.next(&state, &histories)).collect()
    }

    /// Whatever the table and the killers hold, every legal move comes once, in the order of the stages.
    #[test]
    fn every_move_comes_once() {
        let mut random = fastrand::Rng::with_seed(3);
        // Of this position or of the last: killers are often illegal where they are tried.
        let mut steps: Vec<PackedMove> = Vec::new();
        random_games::each_position(20, 3, |position, _| {
            let legal = position.legal_moves();
            let state = State::from(position);
            steps.extend(legal.iter().filter_map(|&mv| state.board().find_move(mv)).map(PackedMove::of));
            let mut any = || match random.u8(..3) {
                0 => PackedMove::NONE,
                _ => random.choice(&steps).copied().unwrap_or(PackedMove::NONE),
            };
            let order = picked(position, any(), [any(), any()]);
            let moves: HashSet<_> = order.iter().map(|picked| picked.step.to_move()).collect();
            assert_eq!(moves, legal.iter().copied().collect(), "{}", fen::format(position));
            assert_eq!(order.len(), legal.len(), "{}", fen::format(position));
            assert!(order.is_sorted_by_key(|picked| picked.stage));
            steps.drain(..steps.len() - legal.len());
        });
    }

    #[test]
    fn the_table_move_comes_first() {
        let position =
            fen::parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
        let castles = crate::chess::notation::parse_move(&position, "e1g1").unwrap();
        let step = State::from(&position).board().find_move(castles).unwrap();
        let order = picked(&position, PackedMove::of(step), [PackedMove::NONE; 2]);
        assert_eq!(order[0].step, step);
        assert_eq!(order[0].stage, Stage::Table);
    }
}
