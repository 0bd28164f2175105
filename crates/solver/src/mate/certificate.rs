//! Mate certificates: a forced mate as text that people can read and a program can verify by the rules of
//! chess alone.
//!
//! ```text
//! matescope mate certificate 1
//! position 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1
//! claim White mates in 3
//! positions 3
//! # …
//! 1 M3 Qb4 Ka2:2
//! 2 M2 Kc2 Ka1:3
//! 3 M1 Qb1#
//! checksum 7b6a7b0de8b6ff5b
//! ```
//!
//! Each numbered line is one position with the attacker to move: its number, the moves to mate, the
//! attacker's move, and every legal reply with the number of the line that answers it. The first line is the
//! position of the header; if the defender is to move there, the attacker's move is `-`. Positions are not
//! written out: they follow from the moves.
//!
//! Soundness: a line leads only to later lines with fewer moves to mate, so every path ends and no position
//! repeats on it. Every legal reply appears exactly once, so no defense is missing. The fifty-move counter is
//! checked along the longest path to each line. The checksum only detects accidental damage; the proof does
//! not depend on it.
//!
//! Reading order: `text` (lines and words with their positions), `verifier`, `writer`.

mod text;
mod verifier;
mod writer;

pub use verifier::verify;
pub use writer::{CertificateLimit, CertificateWriteError, write};

use chess::fnv::Fnv1a;
use chess::{Color, Position};

/// The first line, without the version.
const TITLE: &str = "matescope mate certificate";
/// The format version.
const VERSION: &str = "1";
/// Number of header lines, comments not counted.
const HEADER_ROWS: usize = 4;
/// Written in place of the attacker's move if the defender is to move.
const NO_MOVE: &str = "-";
/// The largest number of positions in a certificate, to limit memory.
const MAX_POSITIONS: usize = 4_000_000;
/// The longest mate in a certificate, in moves.
const MAX_MATE_MOVES: u16 = 500;

/// What a certificate proves.
#[derive(Clone, PartialEq, Debug)]
pub struct VerifiedCertificate {
    /// The position.
    pub position: Position,
    /// The side that mates, whatever the other side plays.
    pub winner: Color,
    /// The length in moves of the winner; 0 is checkmate on the board.
    pub moves: u16,
    /// The number of positions in the proof, with the winner to move.
    pub positions: usize,
}

/// The error for an invalid certificate, with its position in the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct CertificateError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The text of the line, without its end.
    pub text: String,
    /// The number of characters at fault, 1 or more.
    pub width: usize,
    /// What is wrong and what was expected.
    pub reason: String,
    /// What to do.
    pub advice: CertificateAdvice,
}

/// Advice for an invalid certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CertificateAdvice {
    /// The text is no certificate, or has another version.
    GiveACertificate,
    /// The text is damaged: copy it again.
    CopyAgain,
    /// The proof is wrong: make a new certificate.
    ProveAgain,
}

impl CertificateAdvice {
    /// The advice in one sentence, without a full stop.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::GiveACertificate => "give a file that `matescope mate --certificate FILE` has written",
            Self::CopyAgain => "the file has been changed or cut short: copy it again from where it came",
            Self::ProveAgain => {
                "this is not a proof: write it again with `matescope mate --certificate FILE`"
            }
        }
    }
}

/// The checksum of lines, to detect accidental damage. Line ends do not count, because mail changes them.
struct Checksum(Fnv1a);

impl Checksum {
    const fn new() -> Self {
        Self(Fnv1a::new())
    }

    fn add_line(&mut self, line: &str) {
        self.0.add(line.bytes().chain([b'\n']));
    }

    fn to_hex(&self) -> String {
        format!("{:016x}", self.0.finish())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Tables;
    use crate::mate::{MateOracle, MateProblem, SearchMateOracle, TableMateOracle};
    use chess::{NoOracle, Oracle, Root, StopToken, Verdict, fen};

    const QUEEN: &str = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";

    fn by_proof(fen: &str, winner: Color, within: u16) -> Result<String, CertificateWriteError> {
        let root = Root::new(fen::parse(fen).unwrap());
        let problem = MateProblem { root: &root, within, oracle: &NoOracle, nodes: None };
        let mut mate_oracle = SearchMateOracle::new(&problem);
        write(
            &root.position,
            winner,
            within,
            &mut mate_oracle,
            CertificateLimit::default(),
            &StopToken::never(),
        )
    }

    fn by_table(fen: &str, limit: CertificateLimit) -> (u16, Result<String, CertificateWriteError>) {
        let tables = Tables::new();
        tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}).unwrap();
        let root = Root::new(fen::parse(fen).unwrap());
        let mut mate_oracle = TableMateOracle::new(&root, &tables);
        let (winner, moves) = match tables.probe(&root.position).unwrap() {
            Verdict::Win(plies) => (root.position.turn(), plies.moves()),
            Verdict::Loss(plies) => (root.position.turn().other(), plies.moves()),
            Verdict::Draw => panic!("{fen} is a draw"),
        };
        (moves, write(&root.position, winner, moves, &mut mate_oracle, limit, &StopToken::never()))
    }

    /// The text with a checksum that is right for what it says.
    fn with_checksum(text: &str) -> String {
        let mut checksum = Checksum::new();
        let mut out = String::new();
        for line in text.lines().filter(|line| !line.starts_with("checksum")) {
            checksum.add_line(line);
            out += line;
            out.push('\n');
        }
        out + "checksum " + &checksum.to_hex() + "\n"
    }

    /// Asks a search whether a claim is true.
    fn is_claim_true(verified: &VerifiedCertificate) -> bool {
        let root = Root::new(verified.position.clone());
        let problem =
            MateProblem { root: &root, within: verified.moves.max(1), oracle: &NoOracle, nodes: None };
        let mut mate_oracle = SearchMateOracle::new(&problem);
        let mut mates = |position: &Position| {
            let shown = mate_oracle.mating_move(position, verified.moves, &StopToken::never());
            verified.moves > 0 && shown.unwrap().is_some()
        };
        if verified.moves == 0 {
            return root.position.is_check() && root.position.legal_moves().is_empty();
        }
        if root.position.turn() == verified.winner {
            mates(&root.position)
        } else {
            let replies = root.position.legal_moves();
            (root.position.is_check() || !replies.is_empty())
                && replies.iter().all(|&mv| mates(&root.position.after(mv)))
        }
    }

    #[test]
    fn a_certificate_reads_like_this() {
        let text = by_proof(QUEEN, Color::White, 3).unwrap();
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(
            lines[..4],
            [
                "matescope mate certificate 1",
                "position 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
                "claim White mates in 3",
                "positions 3",
            ]
        );
        assert_eq!(lines[4..7], ["1 M3 Qb4 Ka2:2", "2 M2 Kc1 Ka1:3", "3 M1 Qb1#"]);
    }

    #[test]
    fn what_is_written_is_verified() {
        for (fen, winner, moves) in [
            (QUEEN, Color::White, 3),
            ("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", Color::White, 1),
            ("8/8/8/8/1Q6/8/k7/3K4 b - - 0 1", Color::White, 2),
            ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", Color::Black, 0),
            ("8/8/8/8/8/2k5/1q6/K7 w - - 100 80", Color::Black, 0),
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Color::White, 2),
            ("r3k2r/8/8/8/8/8/7q/6K1 w kq - 0 1", Color::Black, 1),
            ("5k2/8/8/8/8/8/8/Q3K2R w K - 0 1", Color::White, 2),
            ("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", Color::White, 1),
            ("8/4n2b/2p5/R1ppN3/R2P3r/6p1/3K2P1/1k6 w - - 0 1", Color::White, 5),
        ] {
            let text = by_proof(fen, winner, moves).unwrap();
            let verified = verify(text.as_bytes()).unwrap();
            assert_eq!((fen::format(&verified.position).as_str(), verified.winner), (fen, winner));
            assert_eq!(verified.moves, moves, "{fen}");
            assert!(is_claim_true(&verified), "{fen}");
        }
    }

    #[test]
    fn long_table_mates_can_be_written() {
        for (fen, longest) in [
            ("7K/6Q1/8/8/2k5/8/8/8 w - - 0 1", Some(10)),
            ("8/8/2R5/3k4/8/8/8/1K6 w - - 0 1", Some(16)),
            ("8/8/2R5/8/3k4/8/1K6/8 b - - 0 1", None),
            ("8/8/8/8/8/8/3KP3/k7 w - - 0 1", None),
        ] {
            let (moves, text) = by_table(fen, CertificateLimit::default());
            assert_eq!(verify(text.unwrap().as_bytes()).unwrap().moves, moves, "{fen}");
            assert_eq!(longest.unwrap_or(moves), moves, "{fen}");
        }
        let few = CertificateLimit { positions: 10 };
        let (_, cut) = by_table("8/8/2R5/3k4/8/8/8/1K6 w - - 0 1", few);
        assert_eq!(cut, Err(CertificateWriteError::TooLarge(10)));
    }

    #[test]
    fn the_fifty_move_counter_is_followed() {
        // Three moves take five half-moves, and mate on the hundredth still wins.
        let late = "8/8/8/8/8/1Q6/8/k2K4 w - - 95 80";
        assert_eq!(verify(by_proof(late, Color::White, 3).unwrap().as_bytes()).unwrap().moves, 3);
        let too_late = "8/8/8/8/8/1Q6/8/k2K4 w - - 96 80";
        assert!(matches!(by_proof(too_late, Color::White, 3), Err(CertificateWriteError::NotShown { .. })));
        let moved = with_checksum(&by_proof(late, Color::White, 3).unwrap().replace(late, too_late));
        check_fault(&moved, "1 M3 Qb4 Ka2:2".len(), "Fifty-move rule, a draw");
    }

    /// Checks that a text is refused with a reason that has `part` in it, on a line as long as this.
    fn check_fault(text: &str, length: usize, part: &str) {
        let fault = verify(text.as_bytes()).unwrap_err();
        assert!(fault.reason.contains(part), "{fault}\n{text}");
        assert!(fault.column <= length + 1 && fault.line <= text.lines().count() + 1, "{fault}\n{text}");
    }

    #[test]
    fn a_refusal_names_the_place() {
        let good = by_proof("8/8/8/8/1Q6/8/k7/3K4 b - - 0 1", Color::White, 2).unwrap();
        for (from, to, reason) in [
            ("certificate 1", "certificate 2", "version 1 was expected"),
            ("k7/3K4 b", "k7/3K4 w", "its move was expected"),
            ("mates in 2", "mates in 3", "one of mate in 2"),
            ("White mates", "Black mates", "its move was expected"),
            ("checksum ", "checksum 0", "add up to"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good, "{from}");
            let fault = verify(bad.as_bytes()).unwrap_err();
            assert!(fault.reason.contains(reason), "{from}: {fault}");
        }
        for cut in 0..good.len() - 1 {
            assert!(verify(&good.as_bytes()[..cut]).is_err(), "cut to {cut}");
        }
    }

    #[test]
    fn no_change_of_one_byte_makes_a_false_proof() {
        let good = by_proof("8/8/8/8/1Q6/8/k7/3K4 b - - 0 1", Color::White, 2).unwrap();
        for at in 0..good.len() {
            for &byte in b" -+#:0123459MKQRBNabcdhkwx/O=\n\r\0\xff" {
                let mut bytes = good.clone().into_bytes();
                bytes[at] = byte;
                let Ok(text) = String::from_utf8(bytes.clone()) else {
                    assert!(verify(&bytes).is_err());
                    continue;
                };
                for text in [with_checksum(&text), text] {
                    if let Ok(verified) = verify(text.as_bytes()) {
                        assert!(is_claim_true(&verified), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn hostile_texts_do_no_harm() {
        let head = format!("{TITLE} {VERSION}\nposition {QUEEN}\nclaim White mates in 3\npositions ");
        for rest in [
            "99999999999999999999999\n1 M3 Qb4 Ka2:2\n".to_owned(),
            "4000000\n1 M3 Qb4 Ka2:3999999\n".to_owned(),
            "3\n1 M3 Qb4 Ka2:1\n".to_owned(),
            "3\n1 M3 Qb4 Ka2:2\n2 M65535 Kc2 Ka1:1\n".to_owned(),
            format!("3\n1 M3 Qb4{}\n", " Ka2:2".repeat(100_000)),
            format!("3\n1 M3 {}\n", "Q".repeat(1_000_000)),
            format!("3\n1 M{}\n", "9".repeat(1_000_000)),
        ] {
            assert!(verify((head.clone() + &rest).as_bytes()).is_err());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// Tables show mates, the proof is written and verified; then lines are thrown about.
        #[test]
        fn certificates_come_back_and_lines_thrown_about_prove_nothing_false(
            white in 0u32..64, black in 0u32..64, rook in 0u32..64, from in 0usize..40, to in 0usize..40,
        ) {
            let place = |square: u32| (usize::try_from(7 - square / 8).unwrap(), usize::try_from(square % 8).unwrap());
            let mut board = [[' '; 8]; 8];
            for (square, letter) in [(white, 'K'), (black, 'k'), (rook, 'R')] {
                let (rank, file) = place(square);
                board[rank][file] = letter;
            }
            let ranks: Vec<String> = board.iter().map(|rank| rank.iter().map(|&c| if c == ' ' { '1' } else { c }).collect()).collect();
            let text = format!("{} w - - 0 1", ranks.join("/"));
            prop_assume!([white, black, rook].iter().collect::<std::collections::HashSet<_>>().len() == 3);
            let Ok(position) = fen::parse(&text) else { return Ok(()) };
            let text = fen::format(&position);
            let within = 4;
            let Ok(good) = by_proof(&text, Color::White, within) else { return Ok(()) };
            prop_assert!(is_claim_true(&verify(good.as_bytes()).unwrap()));
            let mut lines: Vec<_> = good.lines().collect();
            let count = lines.len();
            lines.swap(from % count, to % count);
            if let Ok(verified) = verify(with_checksum(&lines.join("\n")).as_bytes()) {
                prop_assert!(is_claim_true(&verified));
            }
        }
    }
}
