//! The other side of a drill: it defends as long as can be, or sets the traps that are there.

use crate::chess::{Cost, Ending, Move, Oracle, Position, Ranking, Root};

use super::super::deal::Seed;
use super::super::drill::{Drill, Goal};

/// The reply, and how many were as good. None where the oracle does not know, or the game is over.
pub(super) fn choose(drill: &Drill, seed: Seed, root: &Root, oracle: &dyn Oracle) -> Option<(Move, usize)> {
    let ranking = Ranking::of(&root.position, oracle)?;
    let best: Vec<_> = ranking.best().map(|ranked| ranked.mv).collect();
    let equals = match drill.goal {
        Goal::Mate => best,
        Goal::Hold { .. } => {
            let rated: Option<Vec<_>> =
                best.into_iter().map(|mv| Some((temptation(root, mv, oracle)?, mv))).collect();
            let rated = rated?;
            let most = rated.iter().map(|(temptation, _)| *temptation).max()?;
            rated.into_iter().filter(|(temptation, _)| *temptation == most).map(|(_, mv)| mv).collect()
        }
    };
    // The same seed answers the same position alike, also after an undo.
    let mut random = seed.numbers(root.position.key());
    random.choice(&equals).map(|&mv| (mv, equals.len()))
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
