//! What an evaluation is made of, term by term, for people who want to know why.

use crate::chess::board::Board;
use crate::chess::{Color, Position};

use super::side::Side;
use super::tally::{Sum, Tally, weighed};
use super::taper::{Taper, taper};
use super::terms::{GROUPS, Group, INITIATIVE};
use super::weights::WEIGHTS;
use super::{Frame, Kept, ending, name_all};

/// An evaluation with its reasons.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// What both sides have; terms that neither has are left out.
    pub parts: Vec<Part>,
    /// What a position is worth to White in the end, in centipawns.
    pub worth: i32,
}

/// What one term gives to the sides, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// What the term is about.
    pub name: &'static str,
    /// White's share: in the middlegame, in the endgame.
    pub white: (i32, i32),
    /// Black's.
    pub black: (i32, i32),
    /// What the difference counts in this position, for White.
    pub counts: i32,
}

/// The name of what endangers the kings, all of it together.
const DANGER: &str = "danger to the enemy king";

impl Explanation {
    /// The reasons for a position's evaluation; None where it is not made of terms, as against a bare king.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let board = Board::from(position);
        if ending::known_win(&board).is_some() {
            return None;
        }
        let mut ledger = Ledger { shares: vec![[Taper::ZERO; 2]; GROUPS.len()], dangers: Sum::default() };
        let (view, passed) = name_all(&board, &mut ledger);
        let frame = Frame::of(&view, ledger.total(), Kept::of(&board).phase, position.halfmoves(), passed);
        let part = |name, [black, white]: [Taper; 2]| Part {
            name,
            white: (white.middle(), white.end()),
            black: (black.middle(), black.end()),
            counts: frame.share_of(white - black),
        };
        let [black, white] = ledger.dangers.dangers().map(weighed);
        let mut parts: Vec<Part> =
            GROUPS.iter().zip(&ledger.shares).map(|(group, &shares)| part(group.name, shares)).collect();
        // A king's danger is the other side's share.
        parts.push(part(DANGER, [white, black]));
        let better = |worth: i32| (0, worth.max(0));
        parts.push(Part {
            name: INITIATIVE.name,
            white: better(frame.initiative),
            black: better(-frame.initiative),
            counts: frame.share_of(taper(0, frame.initiative)),
        });
        parts.retain(|part| part.white != (0, 0) || part.black != (0, 0));
        Some(Self { parts, worth: frame.blend(ledger.total()) })
    }
}

/// Keeps an account for each side and group of terms.
struct Ledger {
    shares: Vec<[Taper; 2]>,
    dangers: Sum,
}

impl Ledger {
    fn enter(&mut self, color: Color, index: usize, times: i32) {
        let group = GROUPS.partition_point(|group: &Group| group.start <= index) - 1;
        self.shares[group][color as usize] += WEIGHTS[index] * times;
    }

    /// White's terms less Black's.
    fn total(&self) -> Taper {
        let terms = self.shares.iter().fold(Taper::ZERO, |sum, &[black, white]| sum + white - black);
        terms + self.dangers.total()
    }
}

impl Tally for Ledger {
    fn add<S: Side>(&mut self, index: usize, times: i32) {
        self.enter(S::US, index, times);
    }

    fn endanger<S: Side>(&mut self, index: usize, times: i32) {
        self.dangers.endanger::<S>(index, times);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{fen, random_games};
    use crate::engine::eval::evaluate;
    use crate::engine::eval::terms::TEMPO;

    #[test]
    fn the_reasons_add_up_to_the_evaluation() {
        random_games::each_position(6, 21, |position, _| {
            let Some(explanation) = Explanation::of(position) else { return };
            let worth = i32::from(evaluate(position).raw());
            let text = fen::format(position);
            assert_eq!(explanation.worth, position.turn().fold_wb(worth, -worth), "{text}");
            let sum: i32 = explanation.parts.iter().map(|part| part.counts).sum();
            let terms = i32::try_from(explanation.parts.len()).unwrap();
            assert!((sum - explanation.worth).abs() <= terms, "{sum} {}: {text}", explanation.worth);
        });
    }

    #[test]
    fn what_only_one_side_has_is_entered_for_that_side() {
        let position = fen::parse("4k3/8/8/8/8/8/2B2B2/4K3 w - - 0 1").unwrap();
        assert_eq!(Explanation::of(&position), None, "a bare king is known");
        let position = fen::parse("4k3/pp6/8/8/8/8/2B2B2/4K3 b - - 0 1").unwrap();
        let explanation = Explanation::of(&position).unwrap();
        let part = |name: &str| explanation.parts.iter().find(|part| part.name == name).copied();
        let pair = part("bishops of both colors").unwrap();
        assert!(pair.white.1 > 0 && pair.black == (0, 0), "{pair:?}");
        let tempo = part(GROUPS.iter().find(|group| group.start == TEMPO.start).unwrap().name).unwrap();
        assert!(tempo.black.0 > 0 && tempo.white == (0, 0), "{tempo:?}");
        assert_eq!(part("a second rook"), None);
    }
}
