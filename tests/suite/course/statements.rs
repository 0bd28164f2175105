//! What the ideas of the lessons say of a whole ending is true: the tables are asked in every position of it.

use matescope::chess::{Color, GameTermination, Oracle, Piece, Position, Square, Verdict, fen};
use matescope::practice::course;
use shakmaty::{Board, Setup, attacks};

use super::{is_slow, tables};
use crate::skip::{SkipReason, skipped};

/// A statement, and where it is to hold.
struct Statement<'a> {
    /// A sentence of the course, or a part of one.
    text: &'a str,
    /// The pieces, as in a FEN.
    pieces: &'a str,
    /// Whether the statement is about a position: the squares are those of the pieces, in their order.
    covers: &'a dyn Fn(&[Square], Color) -> bool,
    /// What holds then, for White.
    holds: fn(Verdict) -> bool,
    /// The most exceptions, in 1,000 positions: none where the sentence has no "mostly" or "nearly always".
    most_exceptions: usize,
}

const WIN: fn(Verdict) -> bool = |verdict| matches!(verdict, Verdict::Win(_));
const DRAW: fn(Verdict) -> bool = |verdict| verdict == Verdict::Draw;
const NO_LOSS: fn(Verdict) -> bool = |verdict| !matches!(verdict, Verdict::Loss(_));

/// Counts the legal positions and the exceptions. The first piece is a pawn or has its mirrored squares: it stays on the
/// files a to d.
fn count(statement: &Statement) -> (usize, Vec<String>) {
    let pieces: Vec<Piece> = statement.pieces.chars().map(|c| Piece::from_char(c).unwrap()).collect();
    let (mut all, mut exceptions) = (0, Vec::new());
    let mut squares = vec![Square::A1; pieces.len()];
    let total = 64_usize.pow(u32::try_from(pieces.len()).unwrap());
    for number in 0..total {
        let mut rest = number;
        for square in &mut squares {
            *square = Square::ALL[rest % 64];
            rest /= 64;
        }
        if u32::from(squares[0].file()) > 3 {
            continue;
        }
        for turn in Color::ALL {
            if !(statement.covers)(&squares, turn) {
                continue;
            }
            let Some(position) = position(&pieces, &squares, turn) else { continue };
            all += 1;
            let verdict = tables().probe(&position).expect("a covered ending");
            let of_white = match (turn, verdict) {
                (Color::Black, Verdict::Win(plies)) => Verdict::Loss(plies),
                (Color::Black, Verdict::Loss(plies)) => Verdict::Win(plies),
                (_, verdict) => verdict,
            };
            // A position in which the game is over says nothing about a win to come.
            let is_over = GameTermination::on_board(&position).is_some();
            let is_fine = (statement.holds)(of_white) || is_over && statement.most_exceptions > 0;
            if !is_fine {
                exceptions.push(fen::format(&position));
            }
        }
    }
    (all, exceptions)
}

fn position(pieces: &[Piece], squares: &[Square], turn: Color) -> Option<Position> {
    let mut board = Board::empty();
    for (&piece, &square) in pieces.iter().zip(squares) {
        board.set_piece_at(square, piece);
    }
    if board.occupied().count() != pieces.len() {
        return None;
    }
    fen::from_setup(Setup { board, turn, ..Setup::empty() }).ok()
}

#[track_caller]
fn check(statement: &Statement) {
    let said = course::BUILT_IN.contains(statement.text);
    assert!(said, "the course does not say {:?}: its check goes with it", statement.text);
    let (all, exceptions) = count(statement);
    assert!(all >= 30, "{}: {all} positions", statement.text);
    let shown = &exceptions[..exceptions.len().min(5)];
    assert!(
        exceptions.len() * 1_000 <= all * statement.most_exceptions,
        "{}: {} exceptions in {all} positions, as in {shown:?}",
        statement.text,
        exceptions.len()
    );
}

/// Steps of a king from one square to another.
fn distance(one: Square, other: Square) -> u32 {
    one.distance(other)
}

fn rank(square: Square) -> i32 {
    i32::from(square.rank())
}

fn file(square: Square) -> i32 {
    i32::from(square.file())
}

/// Whether Black, to move, takes a pawn that is not guarded by its king.
fn takes_at_once(pawn: Square, white: Square, black: Square, turn: Color) -> bool {
    turn.is_black() && distance(pawn, black) == 1 && distance(pawn, white) > 1
}

#[test]
fn a_king_on_a_key_square_wins() {
    let is_pawn_square = |pawn| (1..=4).contains(&rank(pawn)) && file(pawn) > 0;
    let on_key_square = |pawn, king, ahead: std::ops::RangeInclusive<i32>| {
        ahead.contains(&(rank(king) - rank(pawn))) && (file(king) - file(pawn)).abs() <= 1
    };
    check(&Statement {
        text: "On a key square it wins, whoever is to move, if the pawn is not lost at once.",
        pieces: "PKk",
        covers: &|squares, turn| {
            let [pawn, king, black] = squares else { return false };
            is_pawn_square(*pawn)
                && on_key_square(*pawn, *king, 2..=2)
                && !takes_at_once(*pawn, *king, *black, turn)
        },
        holds: WIN,
        most_exceptions: 0,
    });
    check(&Statement {
        text: "A pawn on the fifth rank has the three squares right in front of it as well.",
        pieces: "PKk",
        covers: &|squares, turn| {
            let [pawn, king, black] = squares else { return false };
            is_pawn_square(*pawn)
                && rank(*pawn) == 4
                && on_key_square(*pawn, *king, 1..=2)
                && !takes_at_once(*pawn, *king, *black, turn)
        },
        holds: WIN,
        most_exceptions: 0,
    });
}

#[test]
fn a_king_on_the_sixth_rank_before_its_pawn_wins_but_for_a_rooks_pawn() {
    let right_behind =
        |pawn: Square, king: Square| rank(king) == 5 && rank(pawn) == 4 && file(pawn) == file(king);
    check(&Statement {
        text: "With your king on the sixth rank and the pawn right behind it you win, but for a rook's pawn.",
        pieces: "PKk",
        covers: &|squares, _| {
            let [pawn, king, _] = squares else { return false };
            file(*pawn) > 0 && right_behind(*pawn, *king)
        },
        holds: WIN,
        most_exceptions: 0,
    });
    let (all, exceptions) = count(&Statement {
        text: "",
        pieces: "PKk",
        covers: &|squares, _| {
            let [pawn, king, _] = squares else { return false };
            file(*pawn) == 0 && right_behind(*pawn, *king)
        },
        holds: WIN,
        most_exceptions: 0,
    });
    assert!(!exceptions.is_empty() && exceptions.len() < all, "{exceptions:?} of {all}");
}

#[test]
fn a_bare_king_in_the_corner_holds_against_a_rooks_pawn() {
    check(&Statement {
        text: "A rook's pawn has a file on one side only, so nobody can drive you out.",
        pieces: "PkK",
        covers: &|squares, _| file(squares[0]) == 0 && squares[1] == Square::A8,
        holds: DRAW,
        most_exceptions: 0,
    });
    check(&Statement {
        text: "If White's king goes in front of its own pawn, shut it in from c7 and c8.",
        pieces: "PKk",
        covers: &|squares, _| {
            let [pawn, king, black] = squares else { return false };
            file(*pawn) == 0
                && matches!(*king, Square::A7 | Square::A8)
                && rank(*pawn) < rank(*king)
                && matches!(*black, Square::C7 | Square::C8)
        },
        holds: DRAW,
        most_exceptions: 0,
    });
}

/// Checks statements about four pieces, where their tables are there.
fn check_slow(statements: &[Statement]) {
    if !is_slow() {
        return skipped(&SkipReason::NotPossible("all positions of four pieces take RUN_SLOW_TESTS"));
    }
    statements.iter().for_each(check);
}

#[test]
fn statements_about_pawns_hold() {
    let is_pawn = |square: Square| (1..=6).contains(&rank(square));
    // The rear one first.
    let guards = |rear, front| {
        (file(rear) - file(front)).abs() == 1 && rank(front) == rank(rear) + 1 && is_pawn(front)
    };
    let side_by_side =
        |one, other| (file(one) - file(other)).abs() == 1 && rank(one) == rank(other) && is_pawn(one);
    let pair = "Two pawns side by side, or one guarding the other, hold off a bare king by themselves.";
    check_slow(&[
        Statement {
            text: pair,
            pieces: "PPKk",
            covers: &|squares, turn| {
                let (one, other) = (squares[0], squares[1]);
                is_pawn(one) && turn.is_white() && (guards(one, other) || side_by_side(one, other))
            },
            holds: WIN,
            most_exceptions: 0,
        },
        // Black to move: all but stalemates.
        Statement {
            text: pair,
            pieces: "PPKk",
            covers: &|squares, turn| is_pawn(squares[0]) && turn.is_black() && guards(squares[0], squares[1]),
            holds: WIN,
            most_exceptions: 1,
        },
        Statement {
            text: "Doubled pawns mostly win too",
            pieces: "PPKk",
            covers: &|squares, turn| {
                let (one, other) = (squares[0], squares[1]);
                let ranks = (1..=6).contains(&rank(one)) && (1..=6).contains(&rank(other));
                turn.is_white() && ranks && file(one) == file(other)
            },
            holds: WIN,
            most_exceptions: 200,
        },
        Statement {
            text: "Each king stands beside the other side's pawn, on opposite sides: whoever must move loses the pawn.",
            pieces: "PpKk",
            covers: &|squares, turn| {
                let [pawn, other, king, black] = *squares else { return false };
                let blocked = is_pawn(pawn) && file(pawn) == file(other) && rank(other) == rank(pawn) + 1;
                let beside = |king, pawn| rank(king) == rank(pawn) && distance(king, pawn) == 1;
                let opposite = file(king) - file(other) == file(pawn) - file(black);
                turn.is_white() && blocked && beside(king, other) && beside(black, pawn) && opposite
            },
            holds: |verdict| matches!(verdict, Verdict::Loss(_)),
            most_exceptions: 0,
        },
    ]);
}

#[test]
fn statements_about_queen_rook_and_knight_against_a_pawn_hold() {
    let is_beside = |pawn, king| distance(pawn, king) == 1;
    check_slow(&[
        Statement {
            text: "Against b-, d-, e- and g-pawns this nearly always works, unless your own king is in the queen's way.",
            pieces: "pkKQ",
            covers: &|squares, turn| {
                turn.is_white()
                    && matches!(squares[0], Square::B2 | Square::D2)
                    && is_beside(squares[0], squares[1])
                    && rank(squares[2]) >= 3
            },
            holds: WIN,
            most_exceptions: 2,
        },
        Statement {
            text: "A rook's or bishop's pawn often draws on the seventh rank.",
            pieces: "pkKQ",
            covers: &|squares, turn| {
                turn.is_white()
                    && matches!(squares[0], Square::A2 | Square::C2)
                    && is_beside(squares[0], squares[1])
                    && rank(squares[2]) >= 3
            },
            holds: DRAW,
            most_exceptions: 500,
        },
        Statement {
            text: "A pawn far from its king is nearly always lost.",
            pieces: "pkKR",
            covers: &|squares, turn| turn.is_white() && distance(squares[0], squares[1]) >= 4,
            holds: WIN,
            most_exceptions: 10,
        },
        Statement {
            text: "Without its king the pawn hardly ever gets through",
            pieces: "pkKR",
            covers: &|squares, turn| {
                let [pawn, king, _, rook] = *squares else { return false };
                turn.is_white() && rank(rook) == 4 && rank(king) > 4 && (2..4).contains(&rank(pawn))
            },
            holds: WIN,
            most_exceptions: 5,
        },
        Statement {
            text: "The knight mostly holds if it guards the square in front of the pawn.",
            pieces: "pkKN",
            covers: &|squares, turn| {
                let front = squares[0].offset(-8);
                turn.is_white()
                    && file(squares[0]) == 0
                    && front.is_some_and(|front| attacks::knight_attacks(squares[3]).contains(front))
            },
            holds: NO_LOSS,
            most_exceptions: 20,
        },
    ]);
}

#[test]
fn statements_about_corners_hold() {
    let is_dark = |square: Square| square.is_dark();
    let in_corner = |square| matches!(square, Square::A8 | Square::B7);
    check_slow(&[
        Statement {
            text: "Get to that corner first. From there nothing wins for White.",
            pieces: "PBKk",
            covers: &|squares, _| file(squares[0]) == 0 && is_dark(squares[1]) && squares[3] == Square::A8,
            holds: DRAW,
            most_exceptions: 0,
        },
        Statement {
            text: "On the seventh rank a rook's pawn guarded only by the knight cannot win once Black sits in the corner.",
            pieces: "PNKk",
            covers: &|squares, _| {
                let [pawn, knight, king, black] = *squares else { return false };
                pawn == Square::A7
                    && attacks::knight_attacks(knight).contains(pawn)
                    && distance(king, pawn) > 1
                    && in_corner(black)
            },
            holds: DRAW,
            most_exceptions: 0,
        },
        Statement {
            text: "There even a pinned bishop does not lose when you are to move: often it is stalemate.",
            pieces: "bkKR",
            covers: &|squares, turn| {
                let [bishop, king, white, rook] = *squares else { return false };
                let pins = rank(rook) == 7 && file(rook) > 1 && (rank(white) < 7 || file(white) > file(rook));
                turn.is_black() && king == Square::A8 && bishop == Square::B8 && pins
            },
            holds: DRAW,
            most_exceptions: 0,
        },
        Statement {
            text: "yours is near: with the move the rook mostly wins.",
            pieces: "kbKR",
            covers: &|squares, turn| {
                let [king, bishop, white, _] = *squares else { return false };
                let near = distance(king, white) == 2;
                turn.is_white() && king == Square::A1 && is_dark(bishop) && near
            },
            holds: WIN,
            most_exceptions: 50,
        },
        Statement {
            text: "the knight beside it nearly always keeps mate away.",
            pieces: "knKR",
            covers: &|squares, turn| {
                let edge = rank(squares[0]) == 7 && file(squares[0]) > 0;
                turn.is_black()
                    && edge
                    && distance(squares[0], squares[1]) == 1
                    && !matches!(squares[1], Square::A8)
            },
            holds: DRAW,
            most_exceptions: 20,
        },
    ]);
}
