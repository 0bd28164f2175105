//! Which root moves spoil nothing, by Syzygy tables: the result first, and where the fifty-move counter or a
//! repetition presses, the way to the next capture or pawn move (the ranking that Stockfish uses at its root).

use std::cmp::Reverse;

use shakmaty_syzygy::{MaybeRounded, Wdl};

use crate::chess::score::FIFTY_MOVES;
use crate::chess::{Move, Root};

use super::{Syzygy, SyzygyResult, SyzygyVerdict};

/// What tables say of every move at a root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// What they say of the position itself.
    pub verdict: SyzygyVerdict,
    /// Every legal move, best first.
    pub moves: Vec<Advised>,
}

/// What tables say of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advised {
    /// The move.
    pub mv: Move,
    /// What it leads to, for the side that plays it; the fifty-move counter is regarded.
    pub result: SyzygyResult,
    rank: i32,
}

/// The rank of a move that surely wins in time.
const SURE: i32 = 1_000;

impl Advice {
    /// The best moves, as good as each other; where more lines are wanted, the next best too.
    #[must_use]
    pub fn best(&self, lines: usize) -> Vec<Move> {
        let last = self.moves.get(lines.max(1) - 1).or(self.moves.last()).map(|advised| advised.rank);
        self.moves.iter().filter(|advised| Some(advised.rank) >= last).map(|advised| advised.mv).collect()
    }

    /// What a move leads to.
    #[must_use]
    pub fn result_of(&self, mv: Move) -> Option<SyzygyResult> {
        self.find(mv).map(|advised| advised.result)
    }

    /// How good a move is, to be compared with others: the larger, the better.
    #[must_use]
    pub fn rank_of(&self, mv: Move) -> Option<i32> {
        self.find(mv).map(|advised| advised.rank)
    }

    fn find(&self, mv: Move) -> Option<&Advised> {
        self.moves.iter().find(|advised| advised.mv == mv)
    }
}

impl Syzygy {
    /// What the tables say of every move here; None unless they cover them all, or where the game is over.
    #[must_use]
    pub fn advise(&self, root: &Root) -> Option<Advice> {
        let position = &root.position;
        if usize::from(position.material().men()) > self.most_men() {
            return None;
        }
        let verdict = self.probe(position)?;
        let counter = i32::from(position.halfmoves());
        let presses = !root.trail.stood_twice().is_empty();
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let rank = if after.legal_moves().is_empty() {
                if after.is_check() { SURE + 1 } else { 0 }
            } else if mv.is_zeroing() {
                rank_of_result(self.tables.probe_wdl_after_zeroing(after.chess()).ok()?)
            } else if let Ok(dtz) = self.tables.probe_dtz(after.chess()) {
                // A rounded win may take one half-move more than it says.
                let (after, slack) = match dtz {
                    MaybeRounded::Precise(dtz) => (-dtz.0, 0),
                    MaybeRounded::Rounded(dtz) => (-dtz.0, i32::from(dtz.0 < 0)),
                };
                rank(after + after.signum() * (1 + slack), counter, presses)
            } else {
                rank_of_result(self.tables.probe_wdl_after_zeroing(after.chess()).ok()?)
            };
            moves.push(Advised { mv, rank, result: result(rank) });
        }
        moves.sort_by_key(|advised| Reverse(advised.rank));
        (!moves.is_empty()).then_some(Advice { verdict, moves })
    }
}

/// The rank of a move that leads to this for the opponent, with the counter at nought.
const fn rank_of_result(opponent: Wdl) -> i32 {
    match opponent {
        Wdl::Loss => SURE,
        Wdl::BlessedLoss => SURE / 2,
        Wdl::Draw => 0,
        Wdl::CursedWin => -SURE / 2,
        Wdl::Win => -SURE,
    }
}

/// The rank of a move from the half-moves to the next capture or pawn move, itself among them; below nought
/// for the side that loses.
fn rank(plies: i32, counter: i32, presses: bool) -> i32 {
    let most = i32::from(FIFTY_MOVES);
    let spent = plies.abs() + counter;
    match plies.signum() {
        1 if spent < most && !presses => SURE,
        1 => SURE - spent,
        -1 if spent + plies.abs() < most => -SURE,
        -1 => spent - SURE,
        _ => 0,
    }
}

/// What a rank means.
fn result(rank: i32) -> SyzygyResult {
    let sure = SURE - i32::from(FIFTY_MOVES);
    match rank {
        _ if rank >= sure => SyzygyResult::Win,
        1.. => SyzygyResult::CursedWin,
        0 => SyzygyResult::Draw,
        _ if rank > -sure => SyzygyResult::BlessedLoss,
        _ => SyzygyResult::Loss,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::chess::{fen, notation};

    fn advice(text: &str) -> Option<Advice> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy");
        let Ok(tables) = Syzygy::open(&folder) else {
            eprintln!("SKIPPED: no Syzygy tables in {}", folder.display());
            return None;
        };
        tables.advise(&Root::new(fen::parse(text).unwrap()))
    }

    fn check_best(text: &str, moves: &str, result: SyzygyResult) {
        let Some(advice) = advice(text) else { return };
        let root = fen::parse(text).unwrap();
        let best: Vec<String> = advice.best(1).iter().map(|&mv| notation::san(&root, mv)).collect();
        let mut wanted: Vec<&str> = moves.split(' ').collect();
        wanted.sort_unstable();
        let mut found = best.clone();
        found.sort_unstable();
        assert_eq!(found, wanted, "{text}");
        assert_eq!(advice.moves[0].result, result, "{text}");
    }

    #[test]
    fn moves_that_keep_the_result_are_as_good_as_each_other() {
        // White takes the opposition, or it is a draw.
        check_best("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "Kd6 Kf6", SyzygyResult::Win);
        // One move of Black holds the draw.
        check_best("8/8/4k3/8/4PK2/8/8/8 b - - 0 1", "Kf6", SyzygyResult::Draw);
        // Mate is on the board.
        check_best("4k3/Q7/3K4/8/8/8/8/8 w - - 98 90", "Qe7#", SyzygyResult::Win);
    }

    #[test]
    fn the_counter_makes_the_way_count() {
        // Mate in ten, and the counter leaves no more half-moves than a shortest way takes.
        let Some(pressed) = advice("7K/6Q1/8/8/2k5/8/8/8 w - - 79 90") else { return };
        let relaxed = advice("7K/6Q1/8/8/2k5/8/8/8 w - - 0 90").unwrap();
        assert!(pressed.best(1).len() < relaxed.best(1).len());
        let late = advice("7K/6Q1/8/8/2k5/8/8/8 w - - 95 90").unwrap();
        assert_eq!(late.moves[0].result, SyzygyResult::CursedWin);
    }

    #[test]
    fn more_lines_take_the_next_best_too() {
        let Some(advice) = advice("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1") else { return };
        assert_eq!(advice.best(1).len(), 2);
        assert_eq!(advice.best(3).len(), advice.moves.len(), "the others draw, all of them");
        let results: Vec<SyzygyResult> =
            advice.moves.iter().filter_map(|advised| advice.result_of(advised.mv)).collect();
        assert_eq!(results[2], SyzygyResult::Draw);
    }

    #[test]
    fn what_the_tables_do_not_cover_gets_no_advice() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/8/8/8/2k5/1q6/K7 w - - 0 1",
        ] {
            assert_eq!(advice(text), None, "{text}");
        }
    }
}
