//! Evaluation breakdown: every term with its value, for users who want to know why a position is evaluated as
//! it is.

use super::side::EvalSide;
use super::tally::{EvalSum, EvalTally, danger_score};
use super::taper::{Taper, taper};
use super::terms::{GROUPS, Group, INITIATIVE};
use super::weights::WEIGHTS;
use super::{EvalState, TaperBlend, ending, tally_all_terms};
use chess::board::Board;
use chess::{Color, Position};

/// An evaluation, term by term.
#[derive(Clone, PartialEq, Debug)]
pub struct EvalBreakdown {
    /// The terms of both sides; terms that are zero for both are left out.
    pub terms: Vec<EvalTerm>,
    /// The evaluation for White, in centipawns.
    pub total: i32,
}

/// The value of one term for both sides, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalTerm {
    /// The name of the term.
    pub name: &'static str,
    /// White's value: middlegame, endgame.
    pub white: (i32, i32),
    /// Black's value: middlegame, endgame.
    pub black: (i32, i32),
    /// The contribution of the difference to the evaluation, for White.
    pub contribution: i32,
}

/// The name of all king danger terms together.
const DANGER: &str = "danger to the enemy king";

impl EvalBreakdown {
    /// The breakdown of a position's evaluation; None where it is not a sum of terms, as against a bare king.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let board = Board::from(position);
        if ending::known_win(&board).is_some() {
            return None;
        }
        let mut tally =
            BreakdownTally { shares: vec![[Taper::ZERO; 2]; GROUPS.len()], dangers: EvalSum::default() };
        let (view, passed) = tally_all_terms(&board, &mut tally);
        let blend =
            TaperBlend::of(&view, tally.total(), EvalState::of(&board).phase, position.halfmoves(), passed);
        let part = |name, [black, white]: [Taper; 2]| EvalTerm {
            name,
            white: (white.middle(), white.end()),
            black: (black.middle(), black.end()),
            contribution: blend.contribution(white - black),
        };
        let [black, white] = tally.dangers.dangers().map(danger_score);
        let mut parts: Vec<EvalTerm> =
            GROUPS.iter().zip(&tally.shares).map(|(group, &shares)| part(group.name, shares)).collect();
        // The danger to a king counts for the other side.
        parts.push(part(DANGER, [white, black]));
        let better = |worth: i32| (0, worth.max(0));
        parts.push(EvalTerm {
            name: INITIATIVE.name,
            white: better(blend.initiative),
            black: better(-blend.initiative),
            contribution: blend.contribution(taper(0, blend.initiative)),
        });
        parts.retain(|part| part.white != (0, 0) || part.black != (0, 0));
        Some(Self { terms: parts, total: blend.blend(tally.total()) })
    }
}

/// Sums the terms of each side and group.
struct BreakdownTally {
    shares: Vec<[Taper; 2]>,
    dangers: EvalSum,
}

impl BreakdownTally {
    fn add_term(&mut self, color: Color, index: usize, times: i32) {
        let group = GROUPS.partition_point(|group: &Group| group.start <= index) - 1;
        self.shares[group][color as usize] += WEIGHTS[index] * times;
    }

    /// White's terms minus Black's.
    fn total(&self) -> Taper {
        let terms = self.shares.iter().fold(Taper::ZERO, |sum, &[black, white]| sum + white - black);
        terms + self.dangers.total()
    }
}

impl EvalTally for BreakdownTally {
    fn add<S: EvalSide>(&mut self, index: usize, times: i32) {
        self.add_term(S::US, index, times);
    }

    fn add_danger<S: EvalSide>(&mut self, index: usize, times: i32) {
        self.dangers.add_danger::<S>(index, times);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;
    use crate::eval::terms::TEMPO;
    use chess::{fen, random_games};

    #[test]
    fn the_reasons_add_up_to_the_evaluation() {
        random_games::each_position(6, 21, |position, _| {
            let Some(explanation) = EvalBreakdown::of(position) else { return };
            let worth = i32::from(evaluate(position).raw());
            let text = fen::format(position);
            assert_eq!(explanation.total, position.turn().fold_wb(worth, -worth), "{text}");
            let sum: i32 = explanation.terms.iter().map(|part| part.contribution).sum();
            let terms = i32::try_from(explanation.terms.len()).unwrap();
            assert!((sum - explanation.total).abs() <= terms, "{sum} {}: {text}", explanation.total);
        });
    }

    #[test]
    fn what_only_one_side_has_is_entered_for_that_side() {
        let position = fen::parse("4k3/8/8/8/8/8/2B2B2/4K3 w - - 0 1").unwrap();
        assert_eq!(EvalBreakdown::of(&position), None, "a bare king is known");
        let position = fen::parse("4k3/pp6/8/8/8/8/2B2B2/4K3 b - - 0 1").unwrap();
        let explanation = EvalBreakdown::of(&position).unwrap();
        let part = |name: &str| explanation.terms.iter().find(|part| part.name == name).copied();
        let pair = part("bishops of both colors").unwrap();
        assert!(pair.white.1 > 0 && pair.black == (0, 0), "{pair:?}");
        let tempo = part(GROUPS.iter().find(|group| group.start == TEMPO.start).unwrap().name).unwrap();
        assert!(tempo.black.0 > 0 && tempo.white == (0, 0), "{tempo:?}");
        assert_eq!(part("a second rook"), None);
    }
}
