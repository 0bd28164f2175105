//! The other side of a drill: it defends as long as can be, or sets the traps that are there.

use crate::chess::{Cost, Ending, Move, Oracle, Position, Ranking, Root};

use super::super::deal::Seed;
use super::super::drill::{Drill, Goal};

/// How the other side of a drill of mating chooses among defenses that are equally long.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Defense {
    /// Any of them, varied by the seed.
    #[default]
    Longest,
    /// The one after which most of the trainee's moves go wrong.
    Trickiest,
}

/// The reply, and how many were as good. None where the oracle does not know, or the game is over.
pub(super) fn choose(
    drill: &Drill,
    defense: Defense,
    seed: Seed,
    root: &Root,
    oracle: &dyn Oracle,
) -> Option<(Move, usize)> {
    let ranking = Ranking::of(&root.position, oracle)?;
    let best: Vec<_> = ranking.best().map(|ranked| ranked.mv).collect();
    let equals = match (drill.goal, defense) {
        (Goal::Mate | Goal::Promote, Defense::Longest) | (Goal::Resist, _) => best,
        (Goal::Mate | Goal::Promote, Defense::Trickiest) => {
            most(best, |mv| wrong_replies(&root.position.after(mv), oracle))?
        }
        (Goal::Stalemate, Defense::Longest) => {
            // It walks into what the trainee has found.
            let walks_in = |mv: &Move| {
                matches!(Ending::on_board(&root.position.after(*mv)), Some(Ending::Stalemate { .. }))
            };
            let into: Vec<_> = best.iter().copied().filter(walks_in).collect();
            if into.is_empty() { most(best, |mv| temptation(root, mv, oracle))? } else { into }
        }
        (Goal::Hold { .. } | Goal::Stalemate, _) => most(best, |mv| temptation(root, mv, oracle))?,
    };
    // The same seed answers the same position alike, also after an undo.
    let mut random = seed.numbers(root.position.key());
    random.choice(&equals).map(|&mv| (mv, equals.len()))
}

/// The moves that are rated highest. None where one of them cannot be rated.
fn most<T: Ord + Copy>(moves: Vec<Move>, rate: impl Fn(Move) -> Option<T>) -> Option<Vec<Move>> {
    let rated: Vec<(T, Move)> = moves.into_iter().map(|mv| Some((rate(mv)?, mv))).collect::<Option<_>>()?;
    let highest = rated.iter().map(|(rate, _)| *rate).max()?;
    Some(rated.into_iter().filter(|(rate, _)| *rate == highest).map(|(_, mv)| mv).collect())
}

/// The replies that go wrong: those that change the result, then all that cost something.
fn wrong_replies(position: &Position, oracle: &dyn Oracle) -> Option<(usize, usize)> {
    let ranking = Ranking::of(position, oracle)?;
    Some((ranking.count(|cost| !cost.keeps_result()), ranking.count(|cost| cost != Cost::Keeps)))
}

/// What makes a move hard to answer: it keeps the game going, it is nothing that was there before, and
/// as many replies as possible lose.
type Temptation = (Flow, Novelty, usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Flow {
    Ends,
    GoesOn,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Novelty {
    Repeats,
    IsNew,
}

fn temptation(root: &Root, mv: Move, oracle: &dyn Oracle) -> Option<Temptation> {
    let next = root.position.after(mv);
    let flow = if Ending::on_board(&next).is_some() { Flow::Ends } else { Flow::GoesOn };
    let novelty = if root.trail.times(next.key()) > 0 { Novelty::Repeats } else { Novelty::IsNew };
    Some((flow, novelty, losing_replies(&next, oracle)?))
}

fn losing_replies(position: &Position, oracle: &dyn Oracle) -> Option<usize> {
    Some(Ranking::of(position, oracle)?.count(|cost| cost == Cost::Loses))
}
