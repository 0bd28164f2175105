//! The analysis of an external engine, verified by the rules of chess.
//!
//! Scores are taken as they are. Moves are played out: a line ends before its first illegal move. A mate is
//! only a claim, even if the line ends in checkmate: that shows one way to be mated, not that there is no
//! defense. Nothing from an external engine is ever certain.

use std::time::Duration;

use super::problem::UciWarning;
use crate::from_engine::parse::{UciEngineInfo, UciScore};
use crate::from_gui::parse_move;
use chess::{Bound, Certainty, Line, Ply, Root, Score};

/// The longest mate that a score can carry, in moves.
const MAX_MATE_MOVES: u32 = 499;

/// The analysis so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UciAnalysis {
    /// The depth.
    pub depth: u16,
    /// The selective depth.
    pub seldepth: u16,
    /// Nodes.
    pub nodes: u64,
    /// Hash usage in permille.
    pub hashfull: u16,
    /// Search time, as reported.
    pub time: Duration,
    /// Its lines by rank; None if a rank is not reported yet.
    ranks: Vec<Option<Line>>,
}

impl UciAnalysis {
    /// The reported lines, best first.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.ranks.iter().flatten()
    }

    /// Adds an `info` line about `root`, for a search with `multipv` lines. Returns a warning if something is
    /// wrong with it.
    pub(super) fn update(&mut self, info: &UciEngineInfo, root: &Root, multipv: usize) -> Vec<UciWarning> {
        self.depth = info.depth.unwrap_or(self.depth);
        self.seldepth = info.seldepth.unwrap_or(self.seldepth).max(self.depth);
        self.nodes = info.nodes.unwrap_or(self.nodes);
        self.hashfull = info.hashfull.unwrap_or(self.hashfull).min(1_000);
        self.time = info.time.unwrap_or(self.time);
        let rank = info.multipv.unwrap_or(1);
        let Some((claim, bound)) = info.score.filter(|_| (1..=multipv.max(1)).contains(&rank)) else {
            return Vec::new();
        };
        let (line, warnings) = legal_line(&info.moves, claim, bound, root);
        if let Some(line) = line {
            // A move has only one rank: its line of an earlier iteration is out of date.
            for old in &mut self.ranks {
                if old.as_ref().is_some_and(|old| old.moves.first() == line.moves.first()) {
                    *old = None;
                }
            }
            if self.ranks.len() < rank {
                self.ranks.resize(rank, None);
            }
            self.ranks[rank - 1] = Some(line);
        }
        warnings
    }
}

/// The legal part of a line with its score; None without a legal move.
fn legal_line(
    texts: &[String],
    claim: UciScore,
    bound: Bound,
    root: &Root,
) -> (Option<Line>, Vec<UciWarning>) {
    let mut warnings = Vec::new();
    let mut at = root.clone();
    let mut moves = Vec::with_capacity(texts.len());
    let mut ends_in = None;
    for text in texts {
        let Ok(mv) = parse_move(&at.position, text) else {
            warnings.push(UciWarning::IllegalPvMove(text.clone()));
            break;
        };
        at.play(mv);
        moves.push(mv);
        ends_in = at.termination();
        // Nothing follows the end of the game.
        if ends_in.is_some() {
            break;
        }
    }
    if moves.is_empty() {
        return (None, warnings);
    }
    let (score, certainty) = match claim {
        UciScore::Centipawns(value) => (Score::centipawns(value), Certainty::Searched),
        UciScore::Mate(count) if count.unsigned_abs() > MAX_MATE_MOVES || count == 0 => {
            // A mate distance of 0 means that the game is over, but there is a line.
            warnings.push(UciWarning::ImpossibleMate(count));
            return (None, warnings);
        }
        UciScore::Mate(count) => (mate_score(count), Certainty::Claimed),
    };
    (Some(Line { score, bound, certainty, moves, ends_in }), warnings)
}

/// The score of a mate in this number of moves.
fn mate_score(count: i32) -> Score {
    let moves = u16::try_from(count.unsigned_abs()).unwrap_or(u16::MAX / 2);
    if count > 0 { Score::mates_in(Ply::new(2 * moves - 1)) } else { Score::mated_in(Ply::new(2 * moves)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::from_engine::parse::{UciEngineMessage, parse_engine_line};
    use chess::fen;

    const QUEEN: &str = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";

    /// Checks what becomes of a line: its score, its certainty, its moves, and the oddities.
    fn check(fen: &str, line: &str, wanted: Option<(Score, Certainty, usize)>, odd: &[UciWarning]) {
        let root = Root::new(fen::parse(fen).unwrap());
        let UciEngineMessage::Info(info) = parse_engine_line(line) else { panic!("{line}") };
        let mut analysis = UciAnalysis::default();
        assert_eq!(analysis.update(&info, &root, 1), odd, "{line}");
        let found = analysis.lines().next().map(|line| (line.score, line.certainty, line.moves.len()));
        assert_eq!(found, wanted, "{line}");
    }

    #[test]
    fn a_bound_stays_a_bound() {
        for score in ["mate 3", "cp 30"] {
            for (word, bound) in
                [("lowerbound", Bound::AtLeast), ("upperbound", Bound::AtMost), ("", Bound::Exact)]
            {
                let text = format!("info depth 9 score {score} {word} pv b3b4");
                let UciEngineMessage::Info(info) = parse_engine_line(&text) else { panic!("{text}") };
                let mut analysis = UciAnalysis::default();
                let root = Root::new(fen::parse(QUEEN).unwrap());
                assert_eq!(analysis.update(&info, &root, 1), []);
                assert_eq!(analysis.lines().next().map(|line| line.bound), Some(bound), "{text}");
            }
        }
    }

    #[test]
    fn a_mate_is_a_claim_whatever_the_line_shows() {
        let mates = |moves: u16| Score::mates_in(Ply::new(2 * moves - 1));
        let shown = "info depth 9 score mate 3 pv b3b4 a1a2 d1c1 a2a1 b4b1";
        check(QUEEN, shown, Some((mates(3), Certainty::Claimed, 5)), &[]);
        let short = "info depth 9 score mate 3 pv b3b4 a1a2";
        check(QUEEN, short, Some((mates(3), Certainty::Claimed, 2)), &[]);
        let wrong = "info depth 9 score mate 2 pv b3b4 a1a2 d1c1 a2a1 b4b1";
        check(QUEEN, wrong, Some((mates(2), Certainty::Claimed, 5)), &[]);
        let stalemate = "info depth 9 score mate 1 pv b3c2";
        check(QUEEN, stalemate, Some((mates(1), Certainty::Claimed, 1)), &[]);
        let at_most = "info depth 9 score mate 3 upperbound pv b3b4 a1a2 d1c1 a2a1 b4b1";
        check(QUEEN, at_most, Some((mates(3), Certainty::Claimed, 5)), &[]);
        let foreign = "info depth 9 score mate -1 pv h7h8 g6g7";
        let lost = "8/7k/5KQ1/8/8/8/8/8 b - - 0 1";
        check(
            lost,
            "info score mate -1 pv h7h8 g6g7",
            Some((Score::mated_in(Ply::new(2)), Certainty::Claimed, 2)),
            &[],
        );
        check(QUEEN, foreign, None, &[UciWarning::IllegalPvMove("h7h8".to_owned())]);
    }

    #[test]
    fn a_line_ends_before_a_move_that_is_not_legal() {
        let plain = |value, moves| Some((Score::centipawns(value), Certainty::Searched, moves));
        let illegal = [UciWarning::IllegalPvMove("a1b2".to_owned())];
        check(QUEEN, "info score cp 900 pv b3b4 a1b2 d1c1", plain(900, 1), &illegal);
        check(
            QUEEN,
            "info score cp 900 pv b3b4 xyzzy",
            plain(900, 1),
            &[UciWarning::IllegalPvMove("xyzzy".to_owned())],
        );
        check(QUEEN, "info score cp 900", None, &[]);
        check(QUEEN, "info score cp 99999999 pv b3b4", plain(30_000, 1), &[]);
        check(
            QUEEN,
            "info score mate 2000000000 pv b3b4",
            None,
            &[UciWarning::ImpossibleMate(2_000_000_000)],
        );
        check(QUEEN, "info score mate -2147483648 pv b3b4", None, &[UciWarning::ImpossibleMate(i32::MIN)]);
        check(QUEEN, "info score mate 0 pv b3b4", None, &[UciWarning::ImpossibleMate(0)]);
        check(QUEEN, "info multipv 2 score cp 900 pv b3b4", None, &[]);
        // After the stalemate nothing is played any more.
        check(QUEEN, "info score cp 0 pv b3c2 d1d2", plain(0, 1), &[]);
    }

    #[test]
    fn a_move_has_one_rank() {
        let root = Root::new(fen::parse(QUEEN).unwrap());
        let mut analysis = UciAnalysis::default();
        for line in [
            "info depth 1 multipv 1 score cp 5 pv b3b4",
            "info depth 1 multipv 2 score cp 4 pv b3b5",
            "info depth 2 multipv 1 score cp 9 pv b3b5",
        ] {
            let UciEngineMessage::Info(info) = parse_engine_line(line) else { panic!("{line}") };
            analysis.update(&info, &root, 3);
        }
        assert_eq!(analysis.lines().map(|line| line.score.raw()).collect::<Vec<_>>(), [9]);
        assert_eq!(analysis.depth, 2);
    }
}
