//! Ranking of all legal moves by an oracle: what each one costs compared with the best. Used by the distance
//! pane, practice and the `table` command.

use shakmaty::{Move, Role};

use super::fifty_moves::{CountedVerdict, FiftyMoveEffect, FiftyMoveSearch, fifty_move_explanation};
use super::notation;
use super::position::Position;
use super::termination::GameTermination;
use super::unit::Ply;
use super::verdict::{Oracle, Verdict};

/// The cost of a move compared with the best one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveCost {
    /// Best: it keeps the shortest win, the draw or the longest defense.
    Keeps,
    /// A win that takes this many moves longer (1 or more).
    Slower(u16),
    /// A loss that comes this many moves sooner (1 or more).
    Sooner(u16),
    /// A win thrown away by stalemate.
    Stalemate,
    /// A win thrown away: this piece can be captured.
    HangsPiece(Role),
    /// A win thrown away in some other way.
    Draws,
    /// A win or draw turned into a loss.
    Loses,
}

impl MoveCost {
    /// The cost of a move from the verdicts before and after it, both for the mover, and the termination that
    /// it causes. A hanging piece needs a look at the board: see [`Ranking::of`].
    #[must_use]
    pub const fn from_verdicts(
        before: Verdict,
        after: Verdict,
        termination: Option<GameTermination>,
    ) -> Self {
        match (before, after) {
            (Verdict::Win(best), Verdict::Win(taken)) => match moves_slower(best, taken) {
                0 => Self::Keeps,
                moves => Self::Slower(moves),
            },
            (Verdict::Loss(longest), Verdict::Loss(taken)) => match moves_sooner(longest, taken) {
                0 => Self::Keeps,
                moves => Self::Sooner(moves),
            },
            (Verdict::Win(_), Verdict::Draw) => match termination {
                Some(GameTermination::Stalemate { .. }) => Self::Stalemate,
                _ => Self::Draws,
            },
            (Verdict::Win(_) | Verdict::Draw, Verdict::Loss(_)) => Self::Loses,
            (Verdict::Draw | Verdict::Loss(_), _) => Self::Keeps,
        }
    }

    /// Whether the result of the game stays what it was.
    #[must_use]
    pub const fn keeps_result(self) -> bool {
        matches!(self, Self::Keeps | Self::Slower(_) | Self::Sooner(_))
    }

    /// Moves lost compared with best play, if the result stays the same: 0 or more.
    #[must_use]
    pub const fn moves_lost(self) -> Option<u16> {
        match self {
            Self::Keeps => Some(0),
            Self::Slower(moves) | Self::Sooner(moves) => Some(moves),
            _ => None,
        }
    }
}

/// A legal move with its cost.
#[derive(Clone, PartialEq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation, with `+` and `#`.
    pub san: String,
    /// The verdict after the move for the mover, under the fifty-move rule; its distance does not include the
    /// move.
    pub after: Verdict,
    /// What the fifty-move rule changes after the move.
    pub fifty_moves: FiftyMoveEffect,
    /// The cost.
    pub cost: MoveCost,
    /// How the game ends with this move, if it does.
    pub termination: Option<GameTermination>,
}

/// All legal moves of a position that an oracle covers, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking {
    /// The verdict of the position under the fifty-move rule.
    pub verdict: Verdict,
    /// The verdict without the fifty-move rule.
    pub table_verdict: Verdict,
    /// What the fifty-move rule changes.
    pub fifty_moves: FiftyMoveEffect,
    /// Every legal move, by cost, then by SAN.
    pub moves: Vec<RankedMove>,
}

impl Ranking {
    /// Probes every legal move. None if one of them is not covered.
    #[must_use]
    pub fn of(position: &Position, oracle: &dyn Oracle) -> Option<Self> {
        let mut search = FiftyMoveSearch::new(oracle);
        let now = search.count(position, oracle.probe(position)?);
        let mut probed = Vec::new();
        for &mv in &position.legal_moves() {
            let next = position.after(mv);
            let table = oracle.probe(&next)?;
            probed.push((mv, next, table));
        }
        // The best moves of the table first: they tell whether its win comes in time.
        probed.sort_by_key(|(_, _, table)| practical_order(table.for_mover()));
        let mut counted = Vec::new();
        for (mv, next, table) in probed {
            let after = search.count(&next, table);
            counted.push((mv, next, after));
        }
        let (verdict, fifty_moves) = match now.effect {
            FiftyMoveEffect::Undecided => best_of(now, counted.iter().map(|(_, _, after)| after)),
            effect => (now.verdict, effect),
        };
        let mut moves: Vec<(RankedMove, Verdict)> = Vec::new();
        for (mv, next, counted) in counted {
            let termination = GameTermination::on_board(&next);
            let after = counted.verdict.for_mover();
            let cost = match MoveCost::from_verdicts(verdict, after, termination) {
                MoveCost::Draws => hanging_piece(&next, oracle).map_or(MoveCost::Draws, MoveCost::HangsPiece),
                cost => cost,
            };
            let san = notation::san(position, mv);
            let ranked = RankedMove { mv, san, after, fifty_moves: counted.effect, cost, termination };
            moves.push((ranked, counted.table.for_mover()));
        }
        // Where the rule makes equals of moves the table's order still tells which is the better try.
        moves.sort_by(|(a, of_a), (b, of_b)| {
            let order = |ranked: &RankedMove, table: Verdict| {
                let is_open = ranked.fifty_moves == FiftyMoveEffect::Undecided;
                let is_drawn = fifty_moves == FiftyMoveEffect::Draws;
                (ranked.cost, is_open, is_drawn.then(|| practical_order(table)))
            };
            order(a, *of_a).cmp(&order(b, *of_b)).then_with(|| a.san.cmp(&b.san))
        });
        let moves = moves.into_iter().map(|(ranked, _)| ranked).collect();
        Some(Self { verdict, table_verdict: now.table, fifty_moves, moves })
    }

    /// Whether only the fifty-move rule makes the position a draw.
    #[must_use]
    pub fn is_drawn_by_fifty_moves(&self) -> bool {
        self.fifty_moves == FiftyMoveEffect::Draws
    }

    /// What the fifty-move rule does to the mate, in words without a full stop; None where it does nothing:
    /// `the mate takes 59 half-moves, and 20 are left`.
    #[must_use]
    pub fn fifty_move_explanation(&self, position: &Position) -> Option<String> {
        fifty_move_explanation(self.fifty_moves, self.table_verdict, position.halfmoves())
    }

    /// The best moves.
    pub fn best(&self) -> impl Iterator<Item = &RankedMove> {
        self.moves.iter().filter(|ranked| ranked.cost == MoveCost::Keeps)
    }

    /// The number of moves whose cost satisfies `predicate`.
    #[must_use]
    pub fn count(&self, predicate: impl Fn(MoveCost) -> bool) -> usize {
        self.moves.iter().filter(|ranked| predicate(ranked.cost)).count()
    }

    /// The entry of one move.
    #[must_use]
    pub fn find(&self, mv: Move) -> Option<&RankedMove> {
        self.moves.iter().find(|ranked| ranked.mv == mv)
    }
}

/// Wins before draws before losses for the mover, short wins and long losses first.
fn practical_order(after: Verdict) -> (u8, i32) {
    match after {
        Verdict::Win(plies) => (0, i32::from(plies.get())),
        Verdict::Draw => (1, 0),
        Verdict::Loss(plies) => (2, -i32::from(plies.get())),
    }
}

/// The best result among the moves of a position that the rule leaves open: where every move that might still win
/// is drawn, or one that might lose is, it is decided after all.
fn best_of<'a>(
    now: CountedVerdict,
    after: impl Iterator<Item = &'a CountedVerdict>,
) -> (Verdict, FiftyMoveEffect) {
    let all: Vec<(Verdict, FiftyMoveEffect)> =
        after.map(|of| (of.verdict.for_mover().one_ply_earlier(), of.effect)).collect();
    let is_win = matches!(now.table, Verdict::Win(_));
    let best = if is_win {
        all.iter().filter(|(of, _)| matches!(of, Verdict::Win(_))).min_by_key(|(of, _)| of.distance())
    } else if all.iter().any(|(of, _)| *of == Verdict::Draw) {
        None
    } else {
        all.iter().max_by_key(|(of, _)| of.distance())
    };
    match best {
        Some(&(verdict, _)) => (verdict, FiftyMoveEffect::Undecided),
        None => (Verdict::Draw, FiftyMoveEffect::Draws),
    }
}

/// By how many moves a win in `taken` half-moves after the move is longer than the best one.
const fn moves_slower(best: Ply, taken: Ply) -> u16 {
    (taken.get() + 1).saturating_sub(best.get()) / 2
}

/// By how many moves a loss in `taken` half-moves after the move is shorter than the longest defense.
const fn moves_sooner(longest: Ply, taken: Ply) -> u16 {
    longest.get().saturating_sub(taken.get() + 1) / 2
}

/// The piece that can be captured at once without losing, if there is one.
fn hanging_piece(next: &Position, oracle: &dyn Oracle) -> Option<Role> {
    next.legal_moves().into_iter().find_map(|reply| {
        let role = reply.capture()?;
        let taken = oracle.probe(&next.after(reply))?.for_mover();
        (!matches!(taken, Verdict::Loss(_))).then_some(role)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    #[test]
    fn a_played_move_costs_what_the_truth_says() {
        let (win, loss) = (|plies| Verdict::Win(Ply::new(plies)), |plies| Verdict::Loss(Ply::new(plies)));
        for (was, is, cost) in [
            (win(5), win(4), MoveCost::Keeps),
            (win(5), win(6), MoveCost::Slower(1)),
            (win(1), win(0), MoveCost::Keeps),
            (loss(4), loss(3), MoveCost::Keeps),
            (loss(4), loss(1), MoveCost::Sooner(1)),
            (win(5), Verdict::Draw, MoveCost::Draws),
            (Verdict::Draw, loss(9), MoveCost::Loses),
            (Verdict::Draw, Verdict::Draw, MoveCost::Keeps),
        ] {
            assert_eq!(MoveCost::from_verdicts(was, is, None), cost, "{was:?} {is:?}");
        }
        let stale = Some(GameTermination::Stalemate { stuck: Color::Black });
        assert_eq!(MoveCost::from_verdicts(win(5), Verdict::Draw, stale), MoveCost::Stalemate);
    }
}
