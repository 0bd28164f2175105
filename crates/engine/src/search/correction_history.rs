//! Correction history: what searches have found that the static evaluation misses, remembered by features of the
//! position.
//!
//! Where the score of a search differs from the static evaluation, positions with the same pawns, the same pieces
//! of one side or the same last two moves are probably misjudged alike. The differences are averaged, and the
//! averages correct the static evaluations to come (Caissa 2023, Stockfish 16).

use crate::eval::EvalState;
use crate::order::history::{CONTINUATION_COUNT, PieceTo, apply_bonus, continuation_index};
use chess::Color;

/// The bound of every counter.
const MAX_CORRECTION: i32 = 1_024;
/// The largest change of a counter at once.
const MAX_BONUS: i32 = MAX_CORRECTION / 4;
/// Counters for one side to move and one feature, a power of two.
const SIZE: usize = 1 << 14;
/// The sum of the counters that makes one centipawn: each corrects by 64 centipawns at most.
const COUNTS_PER_CENTIPAWN: i32 = 16;

/// The correction history of one thread.
#[derive(Clone)]
pub(crate) struct CorrectionHistory {
    /// By side to move and pawn structure.
    pawns: Vec<i16>,
    /// By side to move and the pieces of White, of Black, without pawns.
    pieces: [Vec<i16>; 2],
    /// By the last two moves.
    continuation: Vec<i16>,
}

/// The counters of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct CorrectionIndex {
    pawns: usize,
    pieces: [usize; 2],
    /// None where the last two moves are not known, or one of them is a null move.
    continuation: Option<usize>,
}

impl CorrectionIndex {
    /// The counters of a position with this side to move that was reached by these moves, the last one first.
    pub(super) fn of(turn: Color, state: EvalState, previous_moves: [Option<PieceTo>; 2]) -> Self {
        let side = turn.fold_wb(0, SIZE);
        let index = |key: u64| side + usize::try_from(key & (SIZE as u64 - 1)).unwrap_or_default();
        let continuation = match previous_moves {
            [Some(last), Some(earlier)] => Some(continuation_index(earlier, last)),
            _ => None,
        };
        Self { pawns: index(state.pawn_key), pieces: state.piece_keys.map(index), continuation }
    }
}

impl CorrectionHistory {
    /// No corrections.
    pub(crate) fn new() -> Self {
        Self {
            pawns: vec![0; 2 * SIZE],
            pieces: [(); 2].map(|()| vec![0; 2 * SIZE]),
            continuation: vec![0; CONTINUATION_COUNT],
        }
    }

    /// Forgets every correction.
    pub(crate) fn clear(&mut self) {
        let Self { pawns, pieces: [white, black], continuation } = self;
        for counters in [pawns, white, black, continuation] {
            counters.fill(0);
        }
    }

    /// What to add to the static evaluation of the side to move, in centipawns: from -256 to 256.
    pub(super) fn correction(&self, index: CorrectionIndex) -> i32 {
        let pieces = |side: usize| i32::from(self.pieces[side][index.pieces[side]]);
        let continuation = index.continuation.map_or(0, |place| i32::from(self.continuation[place]));
        (i32::from(self.pawns[index.pawns]) + pieces(0) + pieces(1) + continuation) / COUNTS_PER_CENTIPAWN
    }

    /// Moves the counters of a position towards the sign of the bonus.
    pub(super) fn update(&mut self, index: CorrectionIndex, bonus: i32) {
        let bonus = bonus.clamp(-MAX_BONUS, MAX_BONUS);
        apply_bonus(&mut self.pawns[index.pawns], bonus, MAX_CORRECTION);
        for (counters, place) in self.pieces.iter_mut().zip(index.pieces) {
            apply_bonus(&mut counters[place], bonus, MAX_CORRECTION);
        }
        if let Some(place) = index.continuation {
            apply_bonus(&mut self.continuation[place], bonus, MAX_CORRECTION);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_position::SearchPosition;
    use chess::fen;

    fn index(text: &str) -> CorrectionIndex {
        let position = fen::parse(text).unwrap();
        CorrectionIndex::of(position.turn(), SearchPosition::from(&position).eval_state(), [None; 2])
    }

    #[test]
    fn a_correction_stays_within_its_bound_and_fades() {
        let mut history = CorrectionHistory::new();
        let start = index("4k3/pp6/8/8/8/8/PP6/4K2R w - - 0 1");
        assert_eq!(history.correction(start), 0);
        for _ in 0..1_000 {
            history.update(start, 10_000);
        }
        // Without moves before it, three counters are full.
        assert!((180..=192).contains(&history.correction(start)), "{}", history.correction(start));
        history.update(start, -MAX_BONUS);
        assert!(history.correction(start) < 110);
        history.clear();
        assert_eq!(history.correction(start), 0);
    }

    #[test]
    fn positions_with_a_feature_in_common_share_a_part_of_the_correction() {
        let mut history = CorrectionHistory::new();
        let learned = index("4k3/pp6/8/8/8/8/PP6/4K2R w - - 0 1");
        for _ in 0..100 {
            history.update(learned, 100);
        }
        let whole = history.correction(learned);
        let same_pawns = index("3k4/pp6/8/8/8/8/PP6/3K3N w - - 0 1");
        let same_pieces = index("4k3/1p6/8/8/8/8/1P6/4K2R w - - 0 1");
        let other_turn = index("4k3/pp6/8/8/8/8/PP6/4K2R b - - 0 1");
        let of = |place| history.correction(place);
        assert_eq!((of(same_pawns), of(same_pieces), of(other_turn)), (whole / 3, whole * 2 / 3, 0));
    }
}
