//! Evaluation trace for the tuner: how often each weight counts in a position.

use super::side::{Black, EvalSide, White};
use super::tally::{EvalSum, EvalTally};
use super::{BLEND_DIVISOR, EvalState, TaperBlend, ending, initiative, tally_all_terms, terms};
use chess::board::Board;
use chess::{Color, Position};

/// The coefficients of an evaluation, from White's point of view.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct EvalTrace {
    /// Coefficients of the weights, White's minus Black's, by index; zeros are left out.
    pub(crate) terms: Vec<(u16, i16)>,
    /// Coefficients of weights that count in the endgame half only.
    pub(crate) ending: Vec<(u16, i16)>,
    /// Coefficients of the danger to Black's king, and to White's.
    pub(crate) danger: [Vec<(u16, i16)>; 2],
    /// Factor of the middlegame half.
    pub(crate) middle: f32,
    /// Factor of the endgame half.
    pub(crate) end: f32,
    /// The number of pieces on the board, kings and pawns included.
    pub(crate) pieces: u8,
}

impl EvalTrace {
    /// The trace of a position; None where its evaluation is not a sum of weights, as against a bare king.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        let board = Board::from(position);
        if ending::known_win(&board).is_some() {
            return None;
        }
        let state = EvalState::of(&board);
        let mut counts = TraceTally::default();
        let (view, passed) = tally_all_terms(&board, &mut counts);
        let total = counts.sum(state);
        let blend = TaperBlend::of(&view, total, state.phase, position.halfmoves(), passed);
        // Where the initiative is capped, the endgame half is zero, whatever its weights.
        let initiative_capped = blend.initiative == -total.end();
        let mut ending = Vec::new();
        if !initiative_capped {
            for (index, times) in initiative::counts(&view, passed).into_iter().enumerate() {
                ending.push((terms::INITIATIVE.at(index), times * total.end().signum()));
            }
        }
        let divisor = to_f32(BLEND_DIVISOR);
        Some(Self {
            terms: packed(counts.terms),
            ending: packed(ending),
            danger: counts.danger.map(packed),
            middle: to_f32(blend.middle) / divisor,
            end: if initiative_capped { 0.0 } else { to_f32(blend.end) / divisor },
            pieces: position.material().piece_count(),
        })
    }
}

/// Converts a small integer exactly.
pub(crate) fn to_f32(figure: i32) -> f32 {
    i16::try_from(figure).map_or_else(|_| f32::from(i16::MAX), f32::from)
}

/// Merges the counts of each weight and drops those that cancel out.
fn packed(mut counts: Vec<(usize, i32)>) -> Vec<(u16, i16)> {
    counts.sort_unstable();
    counts.dedup_by(|next, first| {
        let same = next.0 == first.0;
        if same {
            first.1 += next.1;
        }
        same
    });
    counts.retain(|&(_, times)| times != 0);
    let narrow = |(index, times)| (u16::try_from(index).ok(), i16::try_from(times).ok());
    counts.into_iter().map(narrow).filter_map(|(index, times)| index.zip(times)).collect()
}

#[derive(Default)]
struct TraceTally {
    terms: Vec<(usize, i32)>,
    danger: [Vec<(usize, i32)>; 2],
}

impl TraceTally {
    fn count(&mut self, color: Color, index: usize, times: i32) {
        self.terms.push((index, color.fold_wb(times, -times)));
    }

    /// The sum of the counted terms, as in play.
    fn sum(&self, state: EvalState) -> super::Taper {
        let mut sum = EvalSum::from(state.psqt);
        for &(index, times) in &self.terms {
            if index >= terms::TEMPO.start {
                sum.add::<White>(index, times);
            }
        }
        for &(index, times) in &self.danger[Black::US as usize] {
            sum.add_danger::<Black>(index, times);
        }
        for &(index, times) in &self.danger[White::US as usize] {
            sum.add_danger::<White>(index, times);
        }
        sum.total()
    }
}

impl EvalTally for TraceTally {
    fn add<S: EvalSide>(&mut self, index: usize, times: i32) {
        self.count(S::US, index, times);
    }

    fn add_danger<S: EvalSide>(&mut self, index: usize, times: i32) {
        self.danger[S::US as usize].push((index, times));
    }
}
