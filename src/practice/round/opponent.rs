//! The opponent in a round: plays the longest defense or sets traps.

use serde::{Deserialize, Serialize};

use super::super::deal::Seed;
use super::super::exercise::{Exercise, Goal};
use crate::chess::{GameTermination, Move, MoveCost, Oracle, Position, Ranking, Root};

/// How the other side of an exercise of mating chooses among defenses that are equally long.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DefenseStyle {
    /// Any of them, varied by the seed.
    #[default]
    Longest,
    /// The one after which most of the trainee's moves go wrong.
    Trickiest,
}

/// The reply, and how many were as good. None where the oracle does not know, or the game is over.
pub(super) fn choose(
    exercise: &Exercise,
    defense: DefenseStyle,
    seed: Seed,
    root: &Root,
    oracle: &dyn Oracle,
) -> Option<(Move, usize)> {
    let ranking = Ranking::of(&root.position, oracle)?;
    let best: Vec<_> = ranking.best().map(|ranked| ranked.mv).collect();
    let equal_moves = match (exercise.goal, defense) {
        (Goal::Mate | Goal::Promote, DefenseStyle::Longest) | (Goal::Resist, _) => best,
        (Goal::Mate | Goal::Promote, DefenseStyle::Trickiest) => {
            highest_rated(best, |mv| wrong_replies(&root.position.after(mv), oracle))?
        }
        (Goal::Stalemate, DefenseStyle::Longest) => {
            // It walks into what the trainee has found.
            let walks_in = |mv: &Move| {
                matches!(
                    GameTermination::on_board(&root.position.after(*mv)),
                    Some(GameTermination::Stalemate { .. })
                )
            };
            let into: Vec<_> = best.iter().copied().filter(walks_in).collect();
            if into.is_empty() { highest_rated(best, |mv| reply_difficulty(root, mv, oracle))? } else { into }
        }
        (Goal::Hold { .. } | Goal::Stalemate, _) => {
            highest_rated(best, |mv| reply_difficulty(root, mv, oracle))?
        }
    };
    // The same seed answers the same position alike, also after an undo.
    let mut random = seed.rng(root.position.key());
    random.choice(&equal_moves).map(|&mv| (mv, equal_moves.len()))
}

/// The moves that are rated highest. None where one of them cannot be rated.
fn highest_rated<T: Ord + Copy>(moves: Vec<Move>, rate: impl Fn(Move) -> Option<T>) -> Option<Vec<Move>> {
    let rated: Vec<(T, Move)> = moves.into_iter().map(|mv| Some((rate(mv)?, mv))).collect::<Option<_>>()?;
    let highest = rated.iter().map(|(rate, _)| *rate).max()?;
    Some(rated.into_iter().filter(|(rate, _)| *rate == highest).map(|(_, mv)| mv).collect())
}

/// The replies that go wrong: those that change the result, then all that cost something.
fn wrong_replies(position: &Position, oracle: &dyn Oracle) -> Option<(usize, usize)> {
    let ranking = Ranking::of(position, oracle)?;
    Some((ranking.count(|cost| !cost.keeps_result()), ranking.count(|cost| cost != MoveCost::Keeps)))
}

/// What makes a move hard to answer: it keeps the game going, it is nothing that was there before, and
/// as many replies as possible lose.
type ReplyDifficulty = (GameFlow, Novelty, usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum GameFlow {
    Ends,
    GoesOn,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Novelty {
    Repeats,
    IsNew,
}

fn reply_difficulty(root: &Root, mv: Move, oracle: &dyn Oracle) -> Option<ReplyDifficulty> {
    let next = root.position.after(mv);
    let flow = if GameTermination::on_board(&next).is_some() { GameFlow::Ends } else { GameFlow::GoesOn };
    let novelty = if root.history.occurrences(next.key()) > 0 { Novelty::Repeats } else { Novelty::IsNew };
    Some((flow, novelty, losing_replies(&next, oracle)?))
}

fn losing_replies(position: &Position, oracle: &dyn Oracle) -> Option<usize> {
    Some(Ranking::of(position, oracle)?.count(|cost| cost == MoveCost::Loses))
}
