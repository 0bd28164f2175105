//! What a position is worth without looking ahead.
//!
//! One file an idea: [`placement`] (material and squares), [`activity`] (mobility, files, outposts and
//! pressure on the king), [`pawns`], [`king`] (shelter and attack), [`threats`], [`ending`] (mating
//! knowledge and drawish endings). Every idea is worked out for one side from a shared [`View`]; the sum
//! fades from middlegame to endgame with the pieces.

mod activity;
mod ending;
mod king;
mod pawns;
mod placement;
pub(crate) mod taper;
mod threats;
mod view;

use crate::chess::{Bitboard, Color, Position, Role, Score};

use taper::{FULL_PHASE, Taper};
use view::View;

/// Being the one to move, in centipawns.
const TEMPO: i32 = 12;

/// The worth of a position to the side to move; never a mate.
pub(crate) fn evaluate(position: &Position) -> Score {
    let turn = position.turn();
    if let Some(known) = ending::known_win(position) {
        return Score::centipawns(turn.fold_wb(known, -known));
    }
    let view = View::of(position.board());
    let balance = side(&view, Color::White) - side(&view, Color::Black);
    let level = balance.at(phase(&view));
    let scaled = level * ending::winning_share(&view, level) / ending::FULL_SHARE;
    let faded = scaled * (220 - i32::from(position.halfmoves().min(100))) / 220;
    Score::centipawns(turn.fold_wb(faded, -faded) + TEMPO)
}

/// The worth of a man in the exchange on one square, in centipawns.
pub(crate) const fn exchange_worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 10_000,
    }
}

fn side(view: &View, us: Color) -> Taper {
    let mut sum = Taper::ZERO;
    for square in view.men(us) {
        if let Some(role) = view.board.role_at(square) {
            sum += placement::worth(role.of(us), square);
        }
    }
    sum + activity::of(view, us) + pawns::of(view, us) + king::of(view, us) + threats::of(view, us)
}

fn phase(view: &View) -> i32 {
    let board = view.board;
    let units =
        count(board.knights() | board.bishops()) + 2 * count(board.rooks()) + 4 * count(board.queens());
    units.min(FULL_PHASE)
}

/// How many squares a set holds.
fn count(squares: Bitboard) -> i32 {
    i32::from(u8::try_from(squares.count()).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;
    use shakmaty::{Chess, FromSetup, Position as _, Setup};

    fn check_order(worse: &str, better: &str) {
        let worth = |text: &str| evaluate(&fen::parse(text).unwrap());
        assert!(worth(worse) < worth(better), "{worse} {:?}, {better} {:?}", worth(worse), worth(better));
    }

    /// The position with the board mirrored and the colors exchanged.
    fn mirrored(position: &Position) -> Position {
        let mut setup: Setup = position.to_setup();
        setup.mirror();
        let mode = position.castling_mode();
        Position::from(Chess::from_setup(setup, mode).unwrap())
    }

    #[test]
    fn both_colors_are_judged_alike() {
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..60 {
            let mut position = Position::start();
            for _ in 0..100 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.usize(..moves.len())]);
                let twin = mirrored(&position);
                assert_eq!(evaluate(&position), evaluate(&twin), "{}", fen::format(&position));
                assert_eq!(position.chess().turn(), twin.chess().turn().other());
            }
        }
    }

    #[test]
    fn what_every_player_knows() {
        check_order("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4P3/8/8/8/8/8/4K3 w - - 0 1");
        check_order("4k3/pp6/8/8/8/P7/P7/4K3 w - - 0 1", "4k3/pp6/8/8/8/P7/1P6/4K3 w - - 0 1");
        check_order(
            "r1bqkb1r/pppppppp/2n2n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 0 1",
        );
    }

    #[test]
    fn the_bare_king_is_driven_to_the_edge_and_to_the_bishops_corner() {
        check_order("8/8/8/3k4/8/3K4/3R4/8 w - - 0 1", "3k4/8/3K4/8/8/8/3R4/8 w - - 0 1");
        check_order("7k/8/6K1/8/8/2NB4/8/8 w - - 0 1", "k7/8/1K6/8/8/2NB4/8/8 w - - 0 1");
    }

    #[test]
    fn a_minor_piece_more_wins_nothing_without_pawns() {
        let worth = |text: &str| evaluate(&fen::parse(text).unwrap()).raw();
        assert!(worth("4k3/8/8/8/3r4/8/4B3/R3K3 w - - 0 1") < 100);
        assert!(worth("4k3/8/8/8/8/8/r3B1N1/4K3 b - - 0 1").abs() < 200);
    }
}
