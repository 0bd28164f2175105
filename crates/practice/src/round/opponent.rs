//! The opponent in a round: plays the longest defense, or tests what the lesson is about.
//!
//! Against a trainee who holds a draw it keeps its material, does not repeat itself, brings about the critical
//! moment that the lesson names, and else plays what is answered wrongly most easily. Every move that it plays
//! keeps its own result.

use std::cmp::Reverse;

use super::super::exercise::Goal;
use super::super::start_filter::keeping_moves;
use super::Round;
use super::defense::DefenseStyle;
use chess::{GameTermination, Move, MoveCost, Oracle, Ply, Position, RankedMove, Ranking};

/// By how many half-moves a defense against a promotion may be shorter than the longest one.
const SHORTER_DEFENSE: u16 = 2;

/// After how many moves of the trainee the other side steers for the critical moment: 0 to 2, by the seed.
const WAITING_MOVES: u16 = 3;

/// After how many moves of the trainee the other side walks into a stalemate that it has dodged before.
const DODGED_MOVES: usize = 4;

impl Round {
    /// The reply, and how many were as good. None where the oracle does not know, or the game is over.
    pub(super) fn choose_reply(&self, oracle: &dyn Oracle) -> Option<(Move, usize)> {
        let position = self.position();
        let ranking = Ranking::of(position, oracle)?;
        let best: Vec<Move> = ranking.best().map(|ranked| ranked.mv).collect();
        let equal_moves = match (self.exercise.goal, self.defense) {
            (Goal::Mate | Goal::Convert, DefenseStyle::Longest) | (Goal::Resist, _) => best,
            (Goal::Mate | Goal::Convert, DefenseStyle::Trickiest) => {
                highest_rated(best, |mv| wrong_replies(&position.after(mv), oracle))?
            }
            (Goal::Promote, _) => {
                let long = long_defenses(&ranking);
                highest_rated(long, |mv| {
                    let next = position.after(mv);
                    Some((Reverse(gives_way(&next, oracle)?), share_of_wrong_replies(&next, oracle)?))
                })?
            }
            (Goal::Stalemate, DefenseStyle::Longest) if self.turns.len() > DODGED_MOVES => {
                let walks_in = |mv: &Move| is_stalemate(&position.after(*mv));
                let into: Vec<Move> = best.iter().copied().filter(walks_in).collect();
                if into.is_empty() {
                    highest_rated(best, |mv| drawing_attempt(self, mv, oracle))?
                } else {
                    into
                }
            }
            (Goal::Hold { .. } | Goal::Stalemate, _) => {
                highest_rated(best, |mv| drawing_attempt(self, mv, oracle))?
            }
        };
        // The same seed answers the same position alike, also after an undo.
        let mut random = self.seed.rng(position.key());
        random.choice(&equal_moves).map(|&mv| (mv, equal_moves.len()))
    }
}

fn is_stalemate(position: &Position) -> bool {
    matches!(GameTermination::on_board(position), Some(GameTermination::Stalemate { .. }))
}

/// The moves that are rated highest. None where one of them cannot be rated.
fn highest_rated<T: Ord + Copy>(moves: Vec<Move>, rate: impl Fn(Move) -> Option<T>) -> Option<Vec<Move>> {
    let rated: Vec<(T, Move)> = moves.into_iter().map(|mv| Some((rate(mv)?, mv))).collect::<Option<_>>()?;
    let highest = rated.iter().map(|(rate, _)| *rate).max()?;
    Some(rated.into_iter().filter(|(rate, _)| *rate == highest).map(|(_, mv)| mv).collect())
}

/// The defenses that are nearly as long as the longest one.
fn long_defenses(ranking: &Ranking) -> Vec<Move> {
    let distance = |ranked: &RankedMove| ranked.after.distance().map_or(0, Ply::get);
    let keeping_moves = || ranking.moves.iter().filter(|ranked| ranked.cost.keeps_result());
    let longest = keeping_moves().map(distance).max().unwrap_or(0);
    let is_long = |ranked: &&RankedMove| distance(ranked).saturating_add(SHORTER_DEFENSE) >= longest;
    keeping_moves().filter(is_long).map(|ranked| ranked.mv).collect()
}

/// The replies that go wrong: those that change the result, then all that cost something.
fn wrong_replies(position: &Position, oracle: &dyn Oracle) -> Option<(usize, usize)> {
    let ranking = Ranking::of(position, oracle)?;
    Some((ranking.count(|cost| !cost.keeps_result()), ranking.count(|cost| cost != MoveCost::Keeps)))
}

/// The share of replies that change the result, in thousandths.
fn share_of_wrong_replies(position: &Position, oracle: &dyn Oracle) -> Option<usize> {
    let all = position.legal_moves().len();
    let wrong = all - keeping_moves(position, oracle)?.len();
    Some((1000 * wrong).checked_div(all).unwrap_or(0))
}

/// Whether a capture or a promotion keeps the result of the side to move: what it takes was given away, or its
/// pawn was let through.
fn gives_way(position: &Position, oracle: &dyn Oracle) -> Option<bool> {
    let is_gain = |mv: &Move| mv.is_capture() || mv.is_promotion();
    if !position.legal_moves().iter().any(is_gain) {
        return Some(false);
    }
    Some(keeping_moves(position, oracle)?.iter().any(is_gain))
}

/// What makes a move a good try against a trainee who holds a draw, the most important first: it keeps the game
/// going, it gives nothing away, it is nothing that was there before, it brings the critical moment nearer, and
/// as large a share of the replies as possible loses.
type DrawingAttempt = (bool, Reverse<bool>, bool, Reverse<u32>, usize);

fn drawing_attempt(round: &Round, mv: Move, oracle: &dyn Oracle) -> Option<DrawingAttempt> {
    let next = round.position().after(mv);
    let goes_on = GameTermination::on_board(&next).is_none();
    let is_new = round.root.history.occurrences(next.key()) == 0;
    let moment = round.exercise.moment.as_ref().filter(|_| round.moment_came_at().is_none());
    let distance = moment.map_or(0, |moment| {
        let distance = moment.distance(next.board());
        // It waits a little, so that the trainee cannot count on the moment, but never goes away from it.
        let waits = round.moves_played() <= round.seed.0 % WAITING_MOVES;
        if waits { distance.max(moment.distance(round.position().board())) } else { distance }
    });
    let wrong = share_of_wrong_replies(&next, oracle)?;
    Some((goes_on, Reverse(gives_way(&next, oracle)?), is_new, Reverse(distance), wrong))
}
