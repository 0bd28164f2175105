//! Engine output: `info` and `bestmove` lines. Those of our own engine are written here; those of other
//! engines are parsed by [`parse`].

pub mod parse;

use std::fmt;
use std::time::Duration;

use shakmaty::{CastlingMode, Move};

use chess::text::sanitize;
use chess::{Bound, Depth, Line, Ply, Score, ScoreValue};

/// One `info` line about one of the best root moves.
#[derive(Clone, PartialEq, Debug)]
pub struct UciInfo {
    /// Depth of the last finished iteration.
    pub depth: Depth,
    /// Selective depth: the deepest ply reached.
    pub seldepth: Ply,
    /// The `multipv` rank, from 1.
    pub multipv: usize,
    /// The score from the side to move.
    pub score: Score,
    /// Whether the score is exact, a lower or an upper bound.
    pub bound: Bound,
    /// Nodes.
    pub nodes: u64,
    /// Win, draw and loss in permille for the side to move, if the interface has enabled `UCI_ShowWDL`.
    pub wdl: Option<[u16; 3]>,
    /// Nodes per second.
    pub nodes_per_second: u64,
    /// Hash usage in permille.
    pub hashfull: u16,
    /// Tablebase hits.
    pub tb_hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The principal variation in UCI notation.
    pub moves: Vec<String>,
}

impl fmt::Display for UciInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "info depth {} seldepth {} multipv {} {}",
            self.depth,
            self.seldepth,
            self.multipv,
            format_score(self.score)
        )?;
        match self.bound {
            Bound::Exact => {}
            Bound::AtLeast => f.write_str(" lowerbound")?,
            Bound::AtMost => f.write_str(" upperbound")?,
        }
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        write!(
            f,
            " nodes {} nps {} hashfull {} tbhits {} time {}",
            self.nodes,
            self.nodes_per_second,
            self.hashfull,
            self.tb_hits,
            self.time.as_millis()
        )?;
        if !self.moves.is_empty() {
            write!(f, " pv {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

/// The score of a win of unknown length, in centipawns.
const UNKNOWN_MATE_CENTIPAWNS: u16 = 20_000;

/// A score in UCI: `score cp 35`, `score mate 3`, `score mate -2`; checkmate on the board is `score mate 0`.
/// A win of unknown length cannot be expressed in UCI: it is `score cp 20000` with a bound.
#[must_use]
pub fn format_score(score: Score) -> String {
    match score.value() {
        ScoreValue::Centipawns(value) => format!("score cp {value}"),
        ScoreValue::Wins => format!("score cp {UNKNOWN_MATE_CENTIPAWNS}"),
        ScoreValue::Loses => format!("score cp -{UNKNOWN_MATE_CENTIPAWNS}"),
        ScoreValue::Mates(plies) => format!("score mate {}", plies.moves()),
        ScoreValue::Mated(plies) => format!("score mate {}", -i32::from(plies.moves())),
    }
}

/// A move in UCI notation; castling according to `mode`.
#[must_use]
pub fn format_move(mv: Move, mode: CastlingMode) -> String {
    mv.to_uci(mode).to_string()
}

/// The moves of a line in UCI notation.
#[must_use]
pub fn format_moves(line: &Line, mode: CastlingMode) -> Vec<String> {
    line.moves.iter().map(|&played| format_move(played, mode)).collect()
}

/// The `bestmove` line: the best move and the ponder move. Without a move, the game is over.
#[must_use]
pub fn format_best_move(moves: &[Move], mode: CastlingMode) -> String {
    match *moves {
        [] => "bestmove (none)".to_owned(),
        [best] => format!("bestmove {}", format_move(best, mode)),
        [best, reply, ..] => {
            format!("bestmove {} ponder {}", format_move(best, mode), format_move(reply, mode))
        }
    }
}

/// An `info string` line. Line breaks become spaces.
#[must_use]
pub fn info_string(text: &str) -> String {
    format!("info string {}", sanitize(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{fen, notation};

    fn check(score: Score, text: &str) {
        assert_eq!(super::format_score(score), text);
    }

    #[test]
    fn mates_are_written_in_moves() {
        check(Score::mates_in(Ply::new(1)), "score mate 1");
        check(Score::mates_in(Ply::new(5)), "score mate 3");
        check(Score::mated_in(Ply::new(2)), "score mate -1");
        check(Score::mated_in(Ply::new(6)), "score mate -3");
        check(Score::mated_in(Ply::ZERO), "score mate 0");
        check(Score::centipawns(-35), "score cp -35");
        check(Score::WIN, "score cp 20000");
        check(-Score::WIN, "score cp -20000");
    }

    #[test]
    fn a_bound_stands_beside_its_score() {
        let mut info = UciInfo {
            depth: Depth::new(9),
            seldepth: Ply::new(14),
            multipv: 2,
            score: Score::centipawns(20),
            bound: Bound::AtLeast,
            nodes: 1200,
            nodes_per_second: 600_000,
            hashfull: 3,
            wdl: None,
            tb_hits: 7,
            time: Duration::from_millis(2),
            moves: vec!["e2e4".to_owned(), "e7e5".to_owned()],
        };
        assert_eq!(
            info.to_string(),
            "info depth 9 seldepth 14 multipv 2 score cp 20 lowerbound nodes 1200 nps 600000 hashfull 3 \
             tbhits 7 time 2 pv e2e4 e7e5"
        );
        info.bound = Bound::AtMost;
        info.moves.clear();
        info.wdl = Some([150, 800, 50]);
        let shown = info.to_string();
        assert!(
            shown.ends_with("upperbound wdl 150 800 50 nodes 1200 nps 600000 hashfull 3 tbhits 7 time 2"),
            "{shown}"
        );
    }

    #[test]
    fn castling_is_written_as_the_interface_wants_it() {
        let position = fen::parse("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        let castle = notation::parse_move(&position, "O-O").unwrap();
        assert_eq!(format_best_move(&[castle], CastlingMode::Standard), "bestmove e1g1");
        assert_eq!(format_best_move(&[castle], CastlingMode::Chess960), "bestmove e1h1");
        assert_eq!(format_best_move(&[], CastlingMode::Standard), "bestmove (none)");
    }

    #[test]
    fn the_expected_reply_stands_beside_the_move() {
        let position = fen::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let mv = |text| notation::parse_move(&position, text).unwrap();
        let line = [mv("e2e4"), mv("e1d1"), mv("e1f1")];
        assert_eq!(format_best_move(&line, CastlingMode::Standard), "bestmove e2e4 ponder e1d1");
    }

    #[test]
    fn a_remark_stays_on_its_line() {
        assert_eq!(info_string("a\nb\tc"), "info string a b c");
    }
}
