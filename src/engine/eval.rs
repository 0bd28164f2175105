//! What a position is worth without looking ahead.
//!
//! One file an idea: [`placement`] (material and squares), [`activity`] (mobility, files, outposts and
//! pressure on the king), [`pawns`], [`king`] (shelter and attack), [`threats`], [`ending`] (mating
//! knowledge and drawish endings). Every idea is worked out for one side from a shared [`View`]; the sum
//! fades from middlegame to endgame with the pieces.

mod activity;
mod ending;
mod king;
mod pawn_table;
mod pawns;
pub(crate) mod placement;
pub(crate) mod taper;
mod threats;
mod view;

use crate::chess::position::piece_key;
use crate::chess::{Bitboard, Color, Position, Role, Score};

pub(crate) use pawn_table::PawnTable;
use taper::Taper;
pub(crate) use view::Men;
use view::View;

/// Being the one to move, in centipawns.
const TEMPO: i32 = 12;

/// What a search keeps up to date from move to move, so that no evaluation works it out again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kept {
    /// The sum of [`placement::worth`], White's men less Black's.
    pub(crate) placed: Taper,
    /// The sum of [`phase_units`] over the men of both sides.
    pub(crate) phase: i32,
    /// The keys of all pawns on their squares.
    pub(crate) pawn_key: u64,
}

impl Kept {
    /// Worked out afresh.
    pub(crate) fn of(men: &Men) -> Self {
        let mut kept = Self::default();
        for color in [Color::White, Color::Black] {
            for square in men.by_color(color) {
                let Some(role) = men.role_at(square) else { continue };
                let worth = placement::worth(role.of(color), square);
                kept.placed += color.fold_wb(worth, -worth);
                kept.phase += phase_units(role);
                if role == Role::Pawn {
                    kept.pawn_key ^= piece_key(role.of(color), square);
                }
            }
        }
        kept
    }
}

/// What a man adds to the phase of a game.
pub(crate) const fn phase_units(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

/// The worth of a position to the side to move, worked out from nothing; never a mate.
pub(crate) fn evaluate(position: &Position) -> Score {
    let men = Men::from(position);
    judge(&men, position.turn(), position.halfmoves(), Kept::of(&men), &mut PawnTable::new())
}

/// The worth of a position to the side to move, from what is known of it; never a mate.
pub(crate) fn judge(men: &Men, turn: Color, halfmoves: u16, kept: Kept, pawns: &mut PawnTable) -> Score {
    let _ = pawns;
    if let Some(known) = ending::known_win(men) {
        return Score::centipawns(turn.fold_wb(known, -known));
    }
    let view = View::of(men);
    let balance = kept.placed + side(&view, Color::White) - side(&view, Color::Black);
    let level = balance.at(kept.phase);
    let scaled = level * ending::winning_share(&view, level) / ending::FULL_SHARE;
    let faded = scaled * (220 - i32::from(halfmoves.min(100))) / 220;
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
    activity::of(view, us) + pawns::of(view, us) + king::of(view, us) + threats::of(view, us)
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
