//! Ranking of root moves by Syzygy tables: by result first, and by DTZ where the fifty-move counter or a
//! repetition matters (the ranking that Stockfish uses at its root).

use std::cmp::Reverse;

use shakmaty_syzygy::{Dtz, MaybeRounded, Wdl};

use super::{Syzygy, SyzygyResult, SyzygyVerdict};
use chess::score::FIFTY_MOVES;
use chess::{Move, Root};

/// Syzygy results of all root moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyzygyRootMoves {
    /// The result of the root position.
    pub verdict: SyzygyVerdict,
    /// Every legal move, best first.
    pub moves: Vec<SyzygyRootMove>,
}

/// The Syzygy result of one root move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyzygyRootMove {
    /// The move.
    pub mv: Move,
    /// The result after the move, for the side that plays it, under the fifty-move rule.
    pub result: SyzygyResult,
    rank: i32,
}

/// The rank of a move that certainly wins within the fifty-move rule.
const SURE_WIN_RANK: i32 = 1_000;

impl SyzygyRootMoves {
    /// The moves of the best rank; for MultiPV also those of the next ranks.
    #[must_use]
    pub fn best(&self, lines: usize) -> Vec<Move> {
        let last = self.moves.get(lines.max(1) - 1).or(self.moves.last()).map(|advised| advised.rank);
        self.moves.iter().filter(|advised| Some(advised.rank) >= last).map(|advised| advised.mv).collect()
    }

    /// The result of a move.
    #[must_use]
    pub fn result_of(&self, mv: Move) -> Option<SyzygyResult> {
        self.find(mv).map(|advised| advised.result)
    }

    /// The rank of a move; larger is better.
    #[must_use]
    pub fn rank_of(&self, mv: Move) -> Option<i32> {
        self.find(mv).map(|advised| advised.rank)
    }

    fn find(&self, mv: Move) -> Option<&SyzygyRootMove> {
        self.moves.iter().find(|advised| advised.mv == mv)
    }
}

impl Syzygy {
    /// Probes every move; None unless the tables cover all of them, or where the game is over.
    #[must_use]
    pub fn rank_root_moves(&self, root: &Root) -> Option<SyzygyRootMoves> {
        let position = &root.position;
        if usize::from(position.material().piece_count()) > self.max_pieces() {
            return None;
        }
        let verdict = self.probe(position)?;
        let counter = i32::from(position.halfmoves());
        let has_repetition = !root.history.repeated_keys().is_empty();
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let wdl = || self.tables.probe_wdl_after_zeroing(after.chess()).ok().map(rank_by_wdl);
            let (rank, result) = if after.legal_moves().is_empty() {
                if after.is_check() {
                    (SURE_WIN_RANK + 1, SyzygyResult::Win)
                } else {
                    (0, SyzygyResult::Draw)
                }
            } else if mv.is_zeroing() {
                wdl()?
            } else if let Ok(dtz) = self.tables.probe_dtz(after.chess()) {
                rank_by_dtz(dtz, counter, has_repetition)
            } else {
                let (rank, result) = wdl()?;
                (rank, if counter == 0 { result } else { result.ignoring_counter() })
            };
            moves.push(SyzygyRootMove { mv, result, rank });
        }
        moves.sort_by_key(|advised| Reverse(advised.rank));
        (!moves.is_empty()).then_some(SyzygyRootMoves { verdict, moves })
    }
}

/// The rank of a zeroing move, from the result for the opponent.
const fn rank_by_wdl(opponent: Wdl) -> (i32, SyzygyResult) {
    match opponent {
        Wdl::Loss => (SURE_WIN_RANK, SyzygyResult::Win),
        Wdl::BlessedLoss => (SURE_WIN_RANK / 2, SyzygyResult::CursedWin),
        Wdl::Draw => (0, SyzygyResult::Draw),
        Wdl::CursedWin => (-SURE_WIN_RANK / 2, SyzygyResult::BlessedLoss),
        Wdl::Win => (-SURE_WIN_RANK, SyzygyResult::Loss),
    }
}

/// The rank of a move from the opponent's DTZ after it.
fn rank_by_dtz(opponent: MaybeRounded<Dtz>, counter: i32, has_repetition: bool) -> (i32, SyzygyResult) {
    let most = i32::from(FIFTY_MOVES);
    // A rounded DTZ may be one half-move too low.
    let (after, slack) = match opponent {
        MaybeRounded::Precise(dtz) => (-dtz.0, 0),
        MaybeRounded::Rounded(dtz) => (-dtz.0, 1),
    };
    let plies = after.abs() + 1;
    let spent = plies + counter;
    let is_late = spent > most;
    let is_unsure = !is_late && spent + slack > most;
    match after.signum() {
        1 => {
            let is_safe = spent + slack < most && !has_repetition;
            let result = match (is_late, is_unsure) {
                (true, _) => SyzygyResult::CursedWin,
                (_, true) => SyzygyResult::MaybeWin,
                _ => SyzygyResult::Win,
            };
            (if is_safe { SURE_WIN_RANK } else { SURE_WIN_RANK - spent }, result)
        }
        -1 => {
            let is_hopeless = spent + plies < most;
            let result = match (is_late, is_unsure) {
                (true, _) => SyzygyResult::BlessedLoss,
                (_, true) => SyzygyResult::MaybeLoss,
                _ => SyzygyResult::Loss,
            };
            (if is_hopeless { -SURE_WIN_RANK } else { spent - SURE_WIN_RANK }, result)
        }
        _ => (0, SyzygyResult::Draw),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use chess::{fen, notation};

    fn root_moves(text: &str) -> Option<SyzygyRootMoves> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy");
        let Ok(tables) = Syzygy::open(&folder) else {
            eprintln!("SKIPPED: no Syzygy tables in {}", folder.display());
            return None;
        };
        tables.rank_root_moves(&Root::new(fen::parse(text).unwrap()))
    }

    fn check_best_moves(text: &str, moves: &str, result: SyzygyResult) {
        let Some(ranked) = root_moves(text) else { return };
        let root = fen::parse(text).unwrap();
        let best: Vec<String> = ranked.best(1).iter().map(|&mv| notation::san(&root, mv)).collect();
        let mut wanted: Vec<&str> = moves.split(' ').collect();
        wanted.sort_unstable();
        let mut found = best.clone();
        found.sort_unstable();
        assert_eq!(found, wanted, "{text}");
        assert_eq!(ranked.moves[0].result, result, "{text}");
    }

    #[test]
    fn moves_that_keep_the_result_are_as_good_as_each_other() {
        // White takes the opposition, or it is a draw.
        check_best_moves("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "Kd6 Kf6", SyzygyResult::Win);
        // One move of Black holds the draw.
        check_best_moves("8/8/4k3/8/4PK2/8/8/8 b - - 0 1", "Kf6", SyzygyResult::Draw);
        // Mate is on the board.
        check_best_moves("4k3/Q7/3K4/8/8/8/8/8 w - - 98 90", "Qe7#", SyzygyResult::Win);
    }

    #[test]
    fn the_counter_makes_the_way_count() {
        // Mate in three: the nearer the counter comes, the fewer moves are in time.
        let at = |counter| root_moves(&format!("8/8/8/8/8/1Q6/8/k2K4 w - - {counter} 90"));
        let counts: Vec<usize> = (85..=97).filter_map(at).map(|ranked| ranked.best(1).len()).collect();
        assert!(counts.is_sorted_by(|sooner, later| sooner >= later), "{counts:?}");
        assert!(counts.last() < counts.first() || counts.is_empty(), "{counts:?}");
        let Some(late) = at(98) else { return };
        assert_eq!(late.moves[0].result, SyzygyResult::CursedWin);
    }

    #[test]
    fn distances_are_weighed_against_the_counter() {
        use SyzygyResult as S;
        let check = |dtz, counter, presses, rank, result| {
            assert_eq!(rank_by_dtz(dtz, counter, presses), (rank, result), "{dtz:?} {counter} {presses}");
        };
        let (precise, rounded) =
            (|dtz| MaybeRounded::Precise(Dtz(dtz)), |dtz| MaybeRounded::Rounded(Dtz(dtz)));
        check(precise(-9), 0, false, SURE_WIN_RANK, S::Win);
        check(precise(-9), 0, true, SURE_WIN_RANK - 10, S::Win);
        check(precise(-9), 89, false, SURE_WIN_RANK, S::Win);
        check(precise(-9), 90, false, SURE_WIN_RANK - 100, S::Win);
        check(rounded(-9), 90, false, SURE_WIN_RANK - 100, S::MaybeWin);
        check(precise(-9), 91, false, SURE_WIN_RANK - 101, S::CursedWin);
        check(precise(-120), 0, false, SURE_WIN_RANK - 121, S::CursedWin);
        check(precise(0), 40, true, 0, S::Draw);
        check(precise(20), 0, false, -SURE_WIN_RANK, S::Loss);
        check(precise(20), 70, false, 91 - SURE_WIN_RANK, S::Loss);
        check(rounded(20), 79, false, 100 - SURE_WIN_RANK, S::MaybeLoss);
        check(precise(20), 80, false, 101 - SURE_WIN_RANK, S::BlessedLoss);
    }

    #[test]
    fn more_lines_take_the_next_best_too() {
        let Some(ranked) = root_moves("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1") else { return };
        assert_eq!(ranked.best(1).len(), 2);
        assert_eq!(ranked.best(3).len(), ranked.moves.len(), "the others draw, all of them");
        let results: Vec<SyzygyResult> =
            ranked.moves.iter().filter_map(|of| ranked.result_of(of.mv)).collect();
        assert_eq!(results[2], SyzygyResult::Draw);
    }

    #[test]
    fn what_the_tables_do_not_cover_gets_no_advice() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/8/8/8/2k5/1q6/K7 w - - 0 1",
        ] {
            assert_eq!(root_moves(text), None, "{text}");
        }
    }
}
