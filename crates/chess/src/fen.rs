//! FEN parser and writer. Errors name the field, the place and the reason, and offer repairs.
//!
//! Reading order: `fields` (splits the text), `placement` (the board), `setup` (the other fields), `rules`
//! (legality), `lenient` (parsing invalid text), `link` (the FEN in a web address).

mod error;
mod fields;
mod lenient;
mod link;
mod placement;
mod rules;
mod setup;

use error::FenFault;
pub use error::{FenError, FenField, Repair};
use fields::FenFields;
pub use lenient::parse_setup_lenient;
pub use link::{fen_in_link, is_link, moves_in_link};
use rules::position_from_setup;
pub use rules::{FenRule, FenRuleCheck, FenRuleStatus};
use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::{EnPassantMode, Setup};

use super::position::Position;

/// The starting position of standard chess.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A repair may reveal the next error: this many errors are repaired one after the other.
const MAX_CHAINED_REPAIRS: u8 = 3;

/// The largest number of repairs that are offered.
const MAX_REPAIRS: usize = 6;

/// Parses a FEN, or an EPD (its operations are ignored, except `hmvc` and `fmvn`). Tabs, line breaks, quotes
/// around it and missing last fields are accepted; Chess960 castling rights are recognized, and so is a link
/// that contains a FEN.
///
/// An impossible check is accepted, because the game can continue from there. Impossible material is not:
/// neither engines nor tables are made for it.
///
/// # Errors
/// The field, the place and the reason, with repairs.
pub fn parse(text: &str) -> Result<Position, FenError> {
    match fen_in_link(text) {
        // The place of an error in the FEN has no counterpart in the link.
        Some(fen) => parse_with_repairs(&fen, MAX_CHAINED_REPAIRS)
            .map_err(|error| FenError { place: 0..text.len(), ..error }),
        None => parse_with_repairs(text, MAX_CHAINED_REPAIRS),
    }
}

fn parse_with_repairs(text: &str, repairs_left: u8) -> Result<Position, FenError> {
    let validate = |text| {
        let fields = FenFields::split(text)?;
        let setup = fields.setup()?;
        rules::validate_setup(&fields, setup)
    };
    validate(text).map_err(|fault: FenFault| {
        let mut repairs: Vec<Repair> = Vec::new();
        for (label, fen) in fault.candidates {
            if let Some(repair) = try_repair(label, fen, repairs_left)
                && repairs.iter().all(|known| known.fen != repair.fen)
            {
                repairs.push(repair);
            }
        }
        repairs.truncate(MAX_REPAIRS);
        FenError { field: fault.field, place: fault.place, reason: fault.reason, repairs }
    })
}

/// A candidate is a repair if it is a legal FEN, or becomes one by further repairs.
fn try_repair(label: String, fen: String, repairs_left: u8) -> Option<Repair> {
    let left = repairs_left.checked_sub(1)?;
    match parse_with_repairs(&fen, left) {
        Ok(_) => Some(Repair { label, fen }),
        Err(error) => {
            let next = error.repairs.into_iter().next()?;
            Some(Repair { label: format!("{label}, {}", next.label), fen: next.fen })
        }
    }
}

/// Checks every rule for a text that can be parsed. A text that satisfies them all is accepted by [`parse`].
///
/// # Errors
/// If the text cannot be parsed: the field, the place and the reason, with repairs.
pub fn check(text: &str) -> Result<Vec<FenRuleCheck>, FenError> {
    let checked = FenFields::split(text).and_then(|fields| {
        let setup = fields.setup()?;
        Ok(rules::check_all(&fields, &setup))
    });
    match checked {
        Ok(checked) => Ok(checked),
        // Parsing again gives the error with its repairs.
        Err(fault) => Err(parse_with_repairs(text, MAX_CHAINED_REPAIRS).err().unwrap_or(FenError {
            field: fault.field,
            place: fault.place,
            reason: fault.reason,
            repairs: Vec::new(),
        })),
    }
}

/// A legal position from a setup.
///
/// # Errors
/// The rule that the setup breaks, in words.
pub fn from_setup(setup: Setup) -> Result<Position, String> {
    let fen = Fen::try_from_setup(setup.clone()).unwrap_or_else(LossyFenError::ignore).to_string();
    position_from_setup(setup).ok_or_else(|| match parse_with_repairs(&fen, 0) {
        Err(error) => error.reason,
        Ok(_) => "castling rights without king and rook on their squares".to_owned(),
    })
}

/// The FEN of a position, with the en passant square only if the capture is legal.
#[must_use]
pub fn format(position: &Position) -> String {
    Fen::from_position(position.chess(), EnPassantMode::Legal).to_string()
}

/// The first four fields of the FEN of a position, without the counters, as a line of EPD begins: equal for positions with the
/// same moves.
#[must_use]
pub fn epd(position: &Position) -> String {
    let mut text = format(position);
    if let Some((end, _)) = text.match_indices(' ').nth(3) {
        text.truncate(end);
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::CastlingMode;

    use super::*;

    /// Checks that a text is read as this FEN.
    fn check_read(text: &str, fen: &str) {
        assert_eq!(parse(text).map(|position| format(&position)), Ok(fen.to_owned()), "{text:?}");
    }

    /// Checks a fault: its field, the text at its place, its reason, and the first repair.
    fn check_fault(text: &str, field: FenField, place: &str, reason: &str, repair: Option<(&str, &str)>) {
        let Err(error) = parse(text) else { panic!("{text:?} was read") };
        assert_eq!((error.field, &text[error.place.clone()], error.reason.as_str()), (field, place, reason));
        let first = error.repairs.first().map(|repair| (repair.label.as_str(), repair.fen.as_str()));
        assert_eq!(first, repair, "{text:?}");
    }

    #[test]
    fn what_people_paste_is_understood() {
        for text in [
            START,
            "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\tw  KQkq -\n0 1\r\n",
            "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
            "“rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1”",
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"the start\";",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 bm e4;",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - -",
        ] {
            check_read(text, START);
        }
        let bare = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
        for text in ["8/8/8/8/8/1Q6/8/k2K4", "8/8/8/8/8/1Q6/8/k2K4 w", "8/8/8/8/8/1Q6/8/k2K4 w -"] {
            check_read(text, bare);
        }
        check_read("8/8/8/8/8/1Q6/8/k2K4 b - - hmvc 12; fmvn 40;", "8/8/8/8/8/1Q6/8/k2K4 b - - 12 40");
        check_read("8/8/8/8/8/1Q6/8/k2K4 w - - 150 200", "8/8/8/8/8/1Q6/8/k2K4 w - - 150 200");
    }

    #[test]
    fn chess960_rights_are_recognized() {
        let text = "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1";
        assert_eq!(parse(text).unwrap().castling_mode(), CastlingMode::Chess960);
        assert_eq!(parse(START).unwrap().castling_mode(), CastlingMode::Standard);
    }

    #[test]
    fn a_rank_that_does_not_add_up_shows_its_sum() {
        check_fault(
            "8/8/8/8/8/1Q6/8/k2K5 w - - 0 1",
            FenField::Board,
            "k2K5",
            "rank 1 adds up to 9 files (1+2+1+5)",
            Some(("rank 1: k2K4", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1")),
        );
        check_fault(
            "8/8/8/8/8/1Q5/8/k2K4 w - - 0 1",
            FenField::Board,
            "1Q5",
            "rank 3 adds up to 7 files (1+1+5)",
            Some(("rank 3: 1Q6", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1")),
        );
        check_fault(
            "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            FenField::Board,
            "ppppppp",
            "rank 7 adds up to 7 files (1+1+1+1+1+1+1)",
            Some(("rank 7: ppppppp1", "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")),
        );
        let both = parse("8/8/8/8/8/1Q6/8/k2K5").unwrap_err();
        let fens: Vec<&str> = both.repairs.iter().map(|repair| repair.fen.as_str()).collect();
        assert_eq!(fens, ["8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "8/8/8/8/8/1Q6/8/k1K5 w - - 0 1"]);
    }

    #[test]
    fn the_board_is_read_letter_by_letter() {
        check_fault("", FenField::Whole, "", "there is no position", None);
        check_fault(
            "8/8/8/8/8/1X6/8/k2K4 w - - 0 1",
            FenField::Board,
            "X",
            "\"X\" is not a piece: use K Q R B N P for White, k q r b n p for Black",
            Some(("rank 3: 8", "8/8/8/8/8/8/8/k2K4 w - - 0 1")),
        );
        check_fault(
            "8/8/8/8/8/9/8/k2K4 w - - 0 1",
            FenField::Board,
            "9",
            "\"9\" is not a count of empty squares: use 1 to 8",
            Some(("rank 3: 8", "8/8/8/8/8/8/8/k2K4 w - - 0 1")),
        );
        check_fault(
            "8/8/8/8/8/8/k2K4 w - - 0 1",
            FenField::Board,
            "8/8/8/8/8/8/k2K4",
            "the board has 7 ranks instead of 8",
            None,
        );
        check_fault(
            "8/8/8/8/8/1Q6/8/k2K4/ w - - 0 1",
            FenField::Board,
            "",
            "the board has 9 ranks instead of 8",
            Some(("drop the last \"/\"", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1")),
        );
        check_fault(
            "e4",
            FenField::Board,
            "e",
            "\"e\" is not a piece: use K Q R B N P for White, k q r b n p for Black",
            None,
        );
    }

    #[test]
    fn impossible_pieces_are_reported() {
        check_fault(
            "8/8/8/8/8/1Q6/8/k7 w - - 0 1",
            FenField::Board,
            "8/8/8/8/8/1Q6/8/k7",
            "White has no king",
            None,
        );
        check_fault(
            "8/8/8/8/8/1Q6/8/3K4 w - - 0 1",
            FenField::Board,
            "8/8/8/8/8/1Q6/8/3K4",
            "Black has no king",
            None,
        );
        check_fault(
            "8/8/8/8/8/8/8/8 w - - 0 1",
            FenField::Board,
            "8/8/8/8/8/8/8/8",
            "both kings are missing",
            None,
        );
        check_fault(
            "8/8/8/8/8/8/8/KK6 w - - 0 1",
            FenField::Board,
            "K",
            "White has 2 kings, Black has no king",
            None,
        );
        check_fault(
            "8/8/8/8/8/1Q6/8/k2K3K w - - 0 1",
            FenField::Board,
            "K",
            "White has 2 kings",
            Some(("without the king on h1", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1")),
        );
        check_fault(
            "8/8/8/8/8/1Q6/8/kK6 w - - 0 1",
            FenField::Board,
            "k",
            "the kings on a1 and b1 stand side by side",
            None,
        );
        check_fault(
            "4P3/8/8/8/8/8/8/k2K4 w - - 0 1",
            FenField::Board,
            "P",
            "a pawn stands on e8, where none can be",
            Some(("without the pawn on e8", "8/8/8/8/8/8/8/k2K4 w - - 0 1")),
        );
        check_fault(
            "QQQQQQQQ/QQ6/8/8/8/8/8/k2K4 w - - 0 1",
            FenField::Board,
            "QQQQQQQQ/QQ6/8/8/8/8/8/k2K4",
            "White has more pieces than eight pawns can become",
            None,
        );
    }

    #[test]
    fn the_side_to_move_is_checked() {
        check_fault(
            "8/8/8/8/8/8/1Q6/k2K4 w - - 0 1",
            FenField::Turn,
            "w",
            "Black is in check, but White is to move",
            Some(("Black to move", "8/8/8/8/8/8/1Q6/k2K4 b - - 0 1")),
        );
        check_fault(
            "8/8/8/8/8/1Q6/8/k2K4 x - - 0 1",
            FenField::Turn,
            "x",
            "\"x\" is not a side to move: use w or b",
            Some(("White to move", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1")),
        );
        check_fault(
            "8/8/8/8/8/1Q6/8/k2K4 Black - - 0 1",
            FenField::Turn,
            "Black",
            "\"Black\" is not a side to move: use w or b",
            Some(("Black to move", "8/8/8/8/8/1Q6/8/k2K4 b - - 0 1")),
        );
    }

    #[test]
    fn castling_rights_need_their_king_and_rook() {
        check_fault(
            "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1",
            FenField::Castling,
            "K",
            "White cannot castle kingside: there is no rook for it",
            Some(("without K", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1")),
        );
        check_fault(
            "r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1",
            FenField::Castling,
            "KQ",
            "White cannot castle: the king has left the first rank",
            Some(("without KQ", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1")),
        );
        check_fault(
            "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            FenField::Castling,
            "KQ",
            "White cannot castle: there is no rook for it",
            Some(("without KQ, without kq", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        );
        check_fault(
            "r3k2r/8/8/8/8/8/8/R3K2R w KQxq - 0 1",
            FenField::Castling,
            "x",
            "\"x\" is not a castling right: use K, Q, k, q or -",
            Some(("without x", "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1")),
        );
        check_fault(
            "4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1",
            FenField::Castling,
            "AB",
            "two castling rights to one side exclude each other",
            Some(("no castling", "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1")),
        );
    }

    #[test]
    fn an_en_passant_square_needs_its_pawn() {
        check_fault(
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            FenField::EnPassant,
            "e6",
            "no pawn has just passed e6",
            Some(("no en passant", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        );
        check_fault(
            "4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1",
            FenField::EnPassant,
            "d5",
            "when White is to move, an en passant square is on rank 6",
            Some(("no en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")),
        );
        check_fault(
            "4k3/8/8/8/8/8/8/4K3 w - x9 0 1",
            FenField::EnPassant,
            "x9",
            "\"x9\" is not a square: use one like e6, or -",
            Some(("no en passant", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        );
    }

    #[test]
    fn counters_are_numbers() {
        check_fault(
            "4k3/8/8/8/8/8/8/4K3 w - - x 1",
            FenField::Halfmoves,
            "x",
            "\"x\" is not a number of half-moves: use 0 or more",
            Some(("half-moves 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        );
        check_fault(
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999",
            FenField::Fullmoves,
            "99999999999",
            "\"99999999999\" is not a move number: use 1 or more",
            Some(("move number 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        );
        check_fault(
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2 3",
            FenField::Whole,
            "2 3",
            "a FEN ends after its six fields",
            Some(("drop what follows", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        );
    }

    #[test]
    fn several_faults_are_mended_one_after_the_other() {
        check_fault(
            "8/8/8/8/8/1Q6/8/k2K5 w KQ e9 0 1",
            FenField::Board,
            "k2K5",
            "rank 1 adds up to 9 files (1+2+1+5)",
            Some(("rank 1: k2K4, no en passant, without KQ", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1")),
        );
    }

    #[test]
    fn every_broken_rule_is_reported_with_its_squares() {
        let broken_rules = |text: &str| -> Vec<String> {
            let broken = |checked: FenRuleCheck| match checked.status {
                FenRuleStatus::Satisfied => None,
                FenRuleStatus::NotChecked => Some(format!("{:?}?", checked.rule)),
                FenRuleStatus::Violated(reason) => {
                    let squares: Vec<String> = checked.squares.into_iter().map(|s| s.to_string()).collect();
                    Some([reason, squares.join(" ")].join(": "))
                }
            };
            check(text).unwrap().into_iter().filter_map(broken).collect()
        };
        assert_eq!(broken_rules(START), [""; 0]);
        assert_eq!(
            broken_rules("P3k3/8/8/8/8/8/8/K6K w - e6 0 1"),
            [
                "White has 2 kings: a1 h1",
                "a pawn stands on a8, where none can be: a8",
                "Turn?",
                "no pawn has just passed e6: e6"
            ]
        );
        assert_eq!(broken_rules("8/8/8/8/8/8/8/kK6 w - - 0 1").len(), 2);
        assert_eq!(
            broken_rules("8/8/8/8/8/8/1Q6/k2K4 w - - 0 1"),
            ["Black is in check, but White is to move: a1"]
        );
        assert_eq!(broken_rules("8/8/8/8/8/8/8/8 w - - 0 1"), ["both kings are missing: ", "Turn?"]);
        assert_eq!(check("8/8/8/8/8/1Q6/8/k2K5").map_err(|error| error.repairs.len()), Err(2));
    }

    #[test]
    fn an_impossible_check_is_played_from() {
        check_read("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1");
    }

    #[test]
    fn a_setup_gives_the_same_errors() {
        let mut setup = Setup::initial();
        setup.board.discard_piece_at(shakmaty::Square::E1);
        assert_eq!(from_setup(setup), Err("White has no king".to_owned()));
    }

    /// Texts that are nearly FENs: every field now and then wrong.
    fn nearly_fen() -> impl Strategy<Value = String> {
        let rank = "[pnbrqkPNBRQK1-9x/]{0,9}";
        let board = proptest::collection::vec(rank, 6..10).prop_map(|ranks| ranks.join("/"));
        let rest =
            "( [wbx])?( [KQkqABab-]{1,5})?( [a-h-][1-9]?)?( -?[0-9]{1,12})?( [0-9]{1,4})?( [a-z]{1,3})?";
        (board, rest).prop_map(|(board, rest)| format!("{board}{rest}"))
    }

    fn check_any(text: &str) {
        let is_satisfied = |checked: &FenRuleCheck| checked.status == FenRuleStatus::Satisfied;
        let satisfies_all = check(text).is_ok_and(|all| all.iter().all(is_satisfied));
        assert_eq!(parse(text).is_ok(), satisfies_all, "{text:?}");
        drop(parse_setup_lenient(text));
        match parse(text) {
            Ok(position) => {
                let fen = format(&position);
                assert_eq!(parse(&fen).map(|again| format(&again)), Ok(fen), "{text:?}");
            }
            Err(error) => {
                assert!(text.get(error.place.clone()).is_some(), "{text:?}: {error:?}");
                assert!(!error.reason.is_empty(), "{text:?}");
                for repair in error.repairs {
                    assert!(parse(&repair.fen).is_ok(), "{text:?}: {repair:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "\\PC{0,100}") {
            check_any(&text);
        }

        #[test]
        fn nearly_a_fen_is_survived(text in nearly_fen()) {
            check_any(&text);
        }

        #[test]
        fn a_fen_with_one_wrong_letter_is_survived(at in 0usize..56, letter in "\\PC") {
            let mut text: Vec<char> = START.chars().collect();
            text[at] = letter.chars().next().unwrap();
            check_any(&text.into_iter().collect::<String>());
        }

        #[test]
        fn every_position_of_a_game_comes_back(seed in any::<u64>()) {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut position = Position::start();
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.usize(..moves.len())]);
                let text = format(&position);
                let back = parse(&text).map(|back| (format(&back), back.key()));
                prop_assert_eq!(back, Ok((text, position.key())));
            }
        }
    }
}
