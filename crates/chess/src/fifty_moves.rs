//! The fifty-move rule applied to exact results: whether the mate of an endgame table still comes in time.
//!
//! Endgame tables with the distance to mate know nothing of the counter. A mate that comes by the hundredth
//! half-move stands. Of a later one a small search decides: only a capture or a pawn move restarts the counter,
//! and only one that keeps the win helps. Where no such move can ever be played the position is a draw ("cursed
//! win" and "blessed loss" of the Syzygy tables).

use std::cmp::Reverse;
use std::collections::HashMap;

use shakmaty::Color;

use super::material::Material;
use super::names::pluralized;
use super::position::Position;
use super::score::FIFTY_MOVES;
use super::unit::Ply;
use super::verdict::{Oracle, Verdict};

/// Positions that the search may look up in the tables before it leaves the question open.
const MAX_PROBES: u32 = 20_000;

/// What the fifty-move rule makes of a table's result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FiftyMoveEffect {
    /// Nothing: the mate comes in time, or the position is a draw anyway.
    Unchanged,
    /// The win is a draw: neither the mate nor a capture or pawn move that keeps the win comes in time.
    Draws,
    /// The win stands, but its mate comes later than the table's, after a capture or pawn move.
    Delays,
    /// Not decided: the rule may end the game before the mate.
    Undecided,
}

impl FiftyMoveEffect {
    /// The name in JSON output: `none`, `draw`, `delay`, `undecided`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unchanged => "none",
            Self::Draws => "draw",
            Self::Delays => "delay",
            Self::Undecided => "undecided",
        }
    }
}

/// The exact result of a position with its fifty-move counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CountedVerdict {
    /// The result under the rule, for the side to move; the table's where the rule leaves it open.
    pub verdict: Verdict,
    /// The table's result, which ignores the rule.
    pub table: Verdict,
    /// What the rule changes.
    pub effect: FiftyMoveEffect,
}

impl CountedVerdict {
    /// The result of a position that the oracle covers, under the fifty-move rule.
    #[must_use]
    pub fn probe(position: &Position, oracle: &dyn Oracle) -> Option<Self> {
        Some(FiftyMoveSearch::new(oracle).count(position, oracle.probe(position)?))
    }

    /// The result as far as the material alone decides it: without a search, for the nodes of one.
    #[must_use]
    pub fn at_sight(position: &Position, table: Verdict) -> Self {
        let effect = effect_at_sight(position, table);
        let verdict = if effect == FiftyMoveEffect::Draws { Verdict::Draw } else { table };
        Self { verdict, table, effect }
    }
}

/// What the rule does to the mate of a table, in words without a full stop; None where it does nothing.
pub(super) fn fifty_move_explanation(
    effect: FiftyMoveEffect,
    table: Verdict,
    halfmoves: u16,
) -> Option<String> {
    let plies = table.distance()?;
    let left = FIFTY_MOVES.saturating_sub(halfmoves);
    let takes = pluralized(plies.index(), "half-move");
    match effect {
        FiftyMoveEffect::Unchanged => None,
        FiftyMoveEffect::Draws => {
            let are = if left == 1 { "is" } else { "are" };
            Some(format!("the mate takes {takes}, and {left} {are} left"))
        }
        FiftyMoveEffect::Delays => Some(format!(
            "the fifty-move counter is at {halfmoves}: the shortest mate takes {takes} and would come too late"
        )),
        FiftyMoveEffect::Undecided => Some(format!(
            "the fifty-move counter is at {halfmoves}: the rule may end the game before the mate"
        )),
    }
}

/// What the rule changes as far as the counter and the material show it.
fn effect_at_sight(position: &Position, table: Verdict) -> FiftyMoveEffect {
    let Some(plies) = table.distance() else { return FiftyMoveEffect::Unchanged };
    let halfmoves = position.halfmoves();
    if plies == Ply::ZERO || table.beats_fifty_move_rule(halfmoves) {
        return FiftyMoveEffect::Unchanged;
    }
    let turn = position.turn();
    let winner = if matches!(table, Verdict::Win(_)) { turn } else { turn.other() };
    if halfmoves >= FIFTY_MOVES || !can_restart_counter(&position.material(), winner) {
        FiftyMoveEffect::Draws
    } else {
        FiftyMoveEffect::Undecided
    }
}

/// Whether a capture or a pawn move can restart the counter and leave `winner` something to mate with. Against a
/// bare king the only captures are the king's, of the pieces that mate.
fn can_restart_counter(material: &Material, winner: Color) -> bool {
    let (own, other) = (material.side(winner), material.side(winner.other()));
    let is_bare = other.iter().sum::<u8>() == 1;
    let minors = own.bishop + own.knight;
    let is_dead_after_loss = match (own.queen + own.rook, minors) {
        (1, 0) => true,
        (0, minors) => minors <= 2,
        _ => false,
    };
    !(is_bare && own.pawn == 0 && is_dead_after_loss)
}

/// A minimax search of the table's wins with the counter: exact distances to mate under the fifty-move rule.
pub(super) struct FiftyMoveSearch<'a> {
    oracle: &'a dyn Oracle,
    /// The results of positions with their counters; None where the search gave up.
    known: HashMap<(u64, u16), Option<Verdict>>,
    probes_left: u32,
}

impl<'a> FiftyMoveSearch<'a> {
    pub(super) fn new(oracle: &'a dyn Oracle) -> Self {
        Self { oracle, known: HashMap::new(), probes_left: MAX_PROBES }
    }

    /// The result under the rule of a position whose table result is `table`.
    pub(super) fn count(&mut self, position: &Position, table: Verdict) -> CountedVerdict {
        if self.oracle.ignores_fifty_move_rule() {
            return CountedVerdict { verdict: table, table, effect: FiftyMoveEffect::Unchanged };
        }
        let at_sight = CountedVerdict::at_sight(position, table);
        if at_sight.effect != FiftyMoveEffect::Undecided {
            return at_sight;
        }
        match self.value(position, table) {
            Some(Verdict::Draw) => {
                CountedVerdict { verdict: Verdict::Draw, effect: FiftyMoveEffect::Draws, ..at_sight }
            }
            Some(verdict) if verdict == table => {
                CountedVerdict { effect: FiftyMoveEffect::Unchanged, ..at_sight }
            }
            Some(verdict) => CountedVerdict { verdict, effect: FiftyMoveEffect::Delays, ..at_sight },
            None => at_sight,
        }
    }

    /// The exact result of a position whose table result is `table`; None where the search gave up.
    fn value(&mut self, position: &Position, table: Verdict) -> Option<Verdict> {
        let at_sight = CountedVerdict::at_sight(position, table);
        if at_sight.effect != FiftyMoveEffect::Undecided {
            return Some(at_sight.verdict);
        }
        // What decided a position is known of its moves even if the probes are used up by then.
        let key = (position.key(), position.halfmoves());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        // A fresh counter that does not suffice leads too far.
        if position.halfmoves() == 0 || self.probes_left == 0 {
            return None;
        }
        let value = match table {
            Verdict::Win(_) => self.value_for_winner(position),
            Verdict::Loss(_) => self.value_for_loser(position),
            Verdict::Draw => Some(Verdict::Draw),
        };
        self.known.insert(key, value);
        value
    }

    /// The shortest win that comes in time. A move whose distance without the rule is no shorter than a win that
    /// is found needs no search: the rule makes no mate shorter.
    fn value_for_winner(&mut self, position: &Position) -> Option<Verdict> {
        let mut wins = self.replies(position)?;
        wins.retain(|(_, after)| matches!(after, Verdict::Loss(_)));
        wins.sort_by_key(|(_, after)| after.distance());
        let mut best: Option<Ply> = None;
        for (next, after) in wins {
            let plies = after.distance().unwrap_or_default().next();
            if best.is_some_and(|best| best <= plies) {
                break;
            }
            if let Verdict::Loss(plies) = self.value(&next, after)? {
                best = Some(best.map_or(plies.next(), |best| best.min(plies.next())));
            }
        }
        Some(best.map_or(Verdict::Draw, Verdict::Win))
    }

    /// The longest defense, or a draw.
    fn value_for_loser(&mut self, position: &Position) -> Option<Verdict> {
        let mut replies = self.replies(position)?;
        replies.sort_by_key(|(_, after)| Reverse(after.distance()));
        let mut longest = Some(Ply::ZERO);
        for (next, after) in replies {
            match self.value(&next, after) {
                Some(Verdict::Win(plies)) => longest = longest.map(|longest| longest.max(plies.next())),
                Some(Verdict::Draw | Verdict::Loss(_)) => return Some(Verdict::Draw),
                None => longest = None,
            }
        }
        longest.map(Verdict::Loss)
    }

    /// The positions after every move, with their table results. None where the probes are used up or one is not
    /// covered.
    fn replies(&mut self, position: &Position) -> Option<Vec<(Position, Verdict)>> {
        let moves = position.legal_moves();
        let count = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        let Some(left) = self.probes_left.checked_sub(count) else {
            self.probes_left = 0;
            return None;
        };
        self.probes_left = left;
        let probed = moves.iter().map(|&mv| {
            let next = position.after(mv);
            let table = self.oracle.probe(&next)?;
            Some((next, table))
        });
        probed.collect()
    }
}
