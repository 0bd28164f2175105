//! What the ideas of the lessons say of sets of positions with five pieces is true. The sets are written as the
//! squares of a lesson are.

use matescope::chess::{Color, GameTermination, Move, Oracle, Piece, Position, Role, Square, Verdict, fen};
use matescope::practice::course;
use matescope::practice::start_filter::{is_calm, keeping_moves};
use matescope::practice::start_squares::StartSquares;
use shakmaty::{Board, Setup};

use super::{is_slow, tables};
use crate::skip::{SkipReason, skipped};

/// The result that a statement promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Promise {
    /// White wins.
    Win,
    /// White does not win.
    NoWin,
}

/// A statement, and where it is to hold.
struct Statement<'a> {
    /// A sentence of the course, or a part of one.
    text: &'a str,
    /// Where the pieces stand, as in a lesson. No side is in check, and the game is not over.
    squares: &'a [(&'a str, &'a str)],
    /// Who is to move.
    turns: &'a [Color],
    /// Whether only positions count in which nothing is to be taken or saved at once.
    only_calm: bool,
    promise: Promise,
    /// The number of positions.
    positions: usize,
    /// The exceptions among them: none where the sentence has no "mostly" or "may".
    exceptions: usize,
}

const BOTH: &[Color] = &Color::ALL;
const WHITE: &[Color] = &[Color::White];
const BLACK: &[Color] = &[Color::Black];

/// Every placement of the pieces.
fn each_board(squares: &StartSquares, pieces: &[Piece], board: &Board, visit: &mut dyn FnMut(&Board)) {
    let Some((&piece, rest)) = pieces.split_first() else { return visit(board) };
    for square in squares.squares_of(piece, board) & !board.occupied() {
        let mut next = board.clone();
        next.set_piece_at(square, piece);
        each_board(squares, rest, &next, visit);
    }
}

/// The legal positions without check in which the game goes on.
fn positions(squares: &[(&str, &str)], turns: &[Color]) -> Vec<Position> {
    let squares = StartSquares::parse(squares.iter().copied()).expect("squares as in a lesson");
    let pieces: Vec<Piece> = squares.pieces().collect();
    let mut found = Vec::new();
    each_board(&squares, &pieces, &Board::empty(), &mut |board| {
        let setups = turns.iter().map(|&turn| Setup { board: board.clone(), turn, ..Setup::empty() });
        let legal = setups.filter_map(|setup| fen::from_setup(setup).ok());
        let calm = legal.filter(|position| !position.is_check());
        found.extend(calm.filter(|position| GameTermination::on_board(position).is_none()));
    });
    found
}

fn white_wins(position: &Position) -> bool {
    match tables().probe(position).expect("a lesson's ending") {
        Verdict::Win(_) => position.turn().is_white(),
        Verdict::Loss(_) => position.turn().is_black(),
        Verdict::Draw => false,
    }
}

#[track_caller]
fn check(statement: &Statement) {
    let said = course::BUILT_IN.contains(statement.text);
    assert!(said, "the course does not say {:?}: its check goes with it", statement.text);
    let mut all = positions(statement.squares, statement.turns);
    all.retain(|position| !statement.only_calm || is_calm(position));
    let is_exception = |position: &&Position| white_wins(position) != (statement.promise == Promise::Win);
    let exceptions: Vec<String> = all.iter().filter(is_exception).map(fen::format).collect();
    let shown = &exceptions[..exceptions.len().min(5)];
    assert_eq!(
        (all.len(), exceptions.len()),
        (statement.positions, statement.exceptions),
        "positions and exceptions of {:?}, as in {shown:?}",
        statement.text
    );
}

/// Checks statements about five pieces, where their tables are there.
fn check_slow(statements: &[Statement]) {
    if !is_slow() {
        return skipped(&SkipReason::NotPossible("tables of five pieces take RUN_SLOW_TESTS"));
    }
    statements.iter().for_each(check);
}

#[test]
fn statements_about_winning_with_rook_and_pawn_hold() {
    check_slow(&[
        Statement {
            text: "Your king stands in front of its pawn and has to get out. First drive the other king one file away.",
            squares: &[
                ("P", "b7-d7"),
                ("K", "P[0,1]"),
                ("k", "P[2..3,-1..1]"),
                ("R", "P[1,-6..-2]"),
                ("r", "a1-h8"),
            ],
            turns: WHITE,
            only_calm: false,
            promise: Promise::Win,
            positions: 4_875,
            exceptions: 0,
        },
        Statement {
            text: "Then put the rook on the fourth rank. That is the bridge: it will stop the checks.",
            squares: &[
                ("P", "b7-d7"),
                ("K", "P[0,1]"),
                ("k", "P[3..6,-6..1]"),
                ("R", "a4-h4"),
                ("r", "P[-1,-6..-1]"),
            ],
            turns: BLACK,
            only_calm: true,
            promise: Promise::Win,
            positions: 1_740,
            exceptions: 0,
        },
        Statement {
            text: "You are in time if Black's king is on the f-file or farther away.",
            squares: &[("P", "a7"), ("K", "a8"), ("k", "f1-h8"), ("r", "b1-b5"), ("R", "a1-h8")],
            turns: WHITE,
            only_calm: true,
            promise: Promise::Win,
            positions: 3_895,
            exceptions: 0,
        },
        // The exceptions have White's king in the way of its rook.
        Statement {
            text: "Cut the other king off from the pawn with your rook, along a file or a rank.",
            squares: &[
                ("P", "b5-d6"),
                ("K", "P[-1..1,0..1]"),
                ("k", "P[2,-2..2]"),
                ("R", "P[1,-5..2]"),
                ("r", "a1-h8"),
            ],
            turns: WHITE,
            only_calm: true,
            promise: Promise::Win,
            positions: 21_642,
            exceptions: 6,
        },
    ]);
}

#[test]
fn statements_about_holding_from_the_front_hold() {
    // The rook is not on the pawn's file: there it would stand in front of its own king.
    let third_rank = [
        ("P", "a5-d5"),
        ("k", "P[0,2..3]"),
        ("K", "P[-1..1,-1..0]"),
        ("r", "P[-7..-1,1] P[1..7,1]"),
        ("R", "a1-h8"),
    ];
    let far_back = [("P", "a6-d6"), ("k", "P[0,1..2]"), ("K", "P[-1..1,-1]"), ("r", "a1-h2"), ("R", "a1-h8")];
    // White's rook is on the next file, so the king is cut off by one file.
    let frontal = [
        ("P", "b3-e4"),
        ("K", "P[-1..1,-1..1]"),
        ("k", "P[2..4,0..3]"),
        ("R", "P[1,-3..-1]"),
        ("r", "P[0,4..5]"),
    ];
    let last_rank =
        [("P", "a5-b6"), ("k", "P[0,1..3]&a7-b8"), ("r", "c8-h8"), ("K", "P[-1..1,-1..1]"), ("R", "a1-h8")];
    let last_rank_seventh =
        [("P", "a7-b7"), ("k", "P[0,1]"), ("r", "c8-h8"), ("K", "P[-1..1,-1..1]"), ("R", "a1-h8")];
    check_slow(&[
        Statement {
            text: "Your king stands before the pawn, your rook on the sixth rank: White's king cannot come forward.",
            squares: &third_rank,
            turns: BOTH,
            only_calm: true,
            promise: Promise::NoWin,
            positions: 12_944,
            exceptions: 0,
        },
        Statement {
            text: "Now White's king has nowhere to hide: go far back with the rook and check from behind.",
            squares: &far_back,
            turns: BOTH,
            only_calm: true,
            promise: Promise::NoWin,
            positions: 23_484,
            exceptions: 0,
        },
        Statement {
            text: "Three ranks between rook and pawn are mostly enough.",
            squares: &frontal,
            turns: BLACK,
            only_calm: false,
            promise: Promise::NoWin,
            positions: 1_868,
            exceptions: 277,
        },
        Statement {
            text: "Against a rook's or knight's pawn the rook may wait on the last rank, your king before the pawn.",
            squares: &last_rank,
            turns: WHITE,
            only_calm: true,
            promise: Promise::NoWin,
            positions: 8_366,
            exceptions: 11,
        },
        Statement {
            text: "When the pawn steps to the seventh, check from behind",
            squares: &last_rank_seventh,
            turns: BLACK,
            only_calm: false,
            promise: Promise::NoWin,
            positions: 1_637,
            exceptions: 7,
        },
    ]);
}

#[test]
fn statements_about_holding_from_the_side_hold() {
    let vancura = "attack it from the side, four or five files away.";
    check_slow(&[
        // White to move: the king is not near the pawn or the rook yet.
        Statement {
            text: vancura,
            squares: &[("P", "a6"), ("R", "a8"), ("r", "e6-f6"), ("k", "g7-h7"), ("K", "a1-h4")],
            turns: WHITE,
            only_calm: false,
            promise: Promise::NoWin,
            positions: 112,
            exceptions: 0,
        },
        Statement {
            text: "When the king comes to guard the pawn, check it away.",
            squares: &[("P", "a6"), ("R", "a8"), ("r", "e6-f6"), ("k", "g7-h7"), ("K", "a1-h8")],
            turns: BLACK,
            only_calm: false,
            promise: Promise::NoWin,
            positions: 174,
            exceptions: 0,
        },
        Statement {
            text: "Keep three files between rook and pawn, so that the king cannot chase the rook away.",
            squares: &[
                ("P", "e6-f6"),
                ("K", "P[-1,-1..1]"),
                ("k", "P[1..2,0..1]"),
                ("r", "P[-7..-4,-6..2]"),
                ("R", "a1-h8"),
            ],
            turns: BLACK,
            only_calm: false,
            promise: Promise::NoWin,
            positions: 9_577,
            exceptions: 0,
        },
    ]);
}

#[test]
fn statements_about_bishops_hold() {
    check_slow(&[
        Statement {
            text: "Cochrane's defense: pin the bishop to its king from behind while White's king is on the fifth rank.",
            squares: &[
                ("K", "c5-f5"),
                ("k", "c7-f8"),
                ("B", "K[0,-2..-1]"),
                ("r", "B[0,-4..-1]"),
                ("R", "a1-h8"),
            ],
            turns: BLACK,
            only_calm: true,
            promise: Promise::NoWin,
            positions: 3_812,
            exceptions: 0,
        },
        // The exceptions have Black's bishop shut in beside White's king in a corner.
        Statement {
            text: "Block the pawn with king or bishop on a square that White's bishop cannot attack.",
            squares: &[("P", "a2-d7"), ("B", "light"), ("b", "dark"), ("k", "P[0,1]&dark"), ("K", "a1-h8")],
            turns: BOTH,
            only_calm: true,
            promise: Promise::NoWin,
            positions: 338_075,
            exceptions: 30,
        },
        // The exceptions have Black's bishop shut in in a corner.
        Statement {
            text: "The defense holds with its king in front of the pawn on a square that your bishop cannot attack.",
            squares: &[
                ("P", "a2-d7"),
                ("B", "light"),
                ("b", "light"),
                ("k", "P[0,1..2]&dark"),
                ("K", "P[-2..2,-2..2]"),
            ],
            turns: BOTH,
            only_calm: true,
            promise: Promise::NoWin,
            positions: 207_474,
            exceptions: 3,
        },
    ]);
}

/// With the rook on the long side the king's way to the short side is never the worse one, and often the only one.
#[test]
fn the_short_side_is_the_right_one() {
    if !is_slow() {
        return skipped(&SkipReason::NotPossible("tables of five pieces take RUN_SLOW_TESTS"));
    }
    let text =
        "If your king has to leave the pawn's file, go to the short side, where there are fewer files.";
    assert!(course::BUILT_IN.contains(text), "{text}");
    let squares = [("P", "e5"), ("K", "e6"), ("k", "e8"), ("r", "a1-b8"), ("R", "a1-h8")];
    let (mut draws, mut only_short) = (0, 0);
    for position in positions(&squares, BLACK) {
        if tables().probe(&position) != Some(Verdict::Draw) {
            continue;
        }
        draws += 1;
        let keeping = keeping_moves(&position, tables()).expect("a lesson's ending");
        let is_to = |mv: &Move, square| mv.role() == Role::King && mv.to() == square;
        let [short, long] = [Square::F8, Square::D8].map(|square| keeping.iter().any(|mv| is_to(mv, square)));
        assert!(short || !long, "{}", fen::format(&position));
        only_short += usize::from(short && !long);
    }
    assert_eq!((draws, only_short), (540, 261));
}
