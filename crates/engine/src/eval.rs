//! Hand-crafted evaluation: terms, tapered from middlegame to endgame.
//!
//! The levels below full strength play by it alone; at full strength a network corrects it
//! ([`super::static_eval`]).
//!
//! Every part of the evaluation adds its terms to a [`tally::EvalTally`]: in play it sums their weights, in
//! tuning it counts them, so both use the same code. The [`terms`] are listed once; their values stand in one
//! table, [`weights`]; the sum is interpolated between middlegame and endgame by the game phase.
//!
//! Reading order: [`info`] (shared attack maps), [`pieces`] (mobility and attacks of the pieces), [`pawns`]
//! with [`pawn_table`], [`king`] (king safety), [`threats`], [`passed`], [`initiative`], [`ending`] (mating
//! knowledge and drawish endings), [`psqt`] (piece-square tables), [`breakdown`] (an evaluation term by
//! term).

pub(crate) mod breakdown;
pub(crate) mod ending;
mod info;
mod initiative;
mod king;
mod passed;
mod pawn_table;
mod pawns;
pub(crate) mod piece_value;
mod pieces;
mod psqt;
pub(crate) mod side;
pub(crate) mod tally;
pub(crate) mod taper;
pub(crate) mod terms;
mod threats;
pub(crate) mod trace;
pub(crate) mod weights;

use std::cmp::Ordering;

use ending::EvalScaleFactor;
use info::EvalInfo;
use pawn_table::PawnHashEntry;
pub(crate) use pawn_table::PawnTable;
use side::{Black, White};
use tally::{EvalSum, EvalTally};
use taper::{FULL_PHASE, Taper};
use weights::WEIGHTS;

use chess::board::{Board, BoardChange};
use chess::position::piece_key;
use chess::{Bitboard, Color, Piece, Position, Role, Score, Square};

/// The parts of the evaluation that are sums over the pieces: piece-square score, game phase and keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct EvalState {
    /// The sum of [`psqt::psqt_value`], White's pieces minus Black's.
    pub(crate) psqt: Taper,
    /// The sum of [`phase_weight`] over the pieces of both sides.
    pub(crate) phase: i32,
    /// The keys of all pawns on their squares.
    pub(crate) pawn_key: u64,
    /// The keys of all other pieces on their squares, White's and Black's.
    pub(crate) piece_keys: [u64; 2],
}

impl EvalState {
    /// Computes the state of a board from scratch.
    pub(crate) fn of(board: &Board) -> Self {
        let mut state = Self::default();
        for role in Role::ALL {
            for square in board.by_role(role) {
                let color = Color::from_white(board.by_color(Color::White).contains(square));
                state.update(BoardChange::Added, role.of(color), square);
            }
        }
        state
    }

    /// Adds or removes a piece on a square.
    #[inline]
    pub(crate) fn update(&mut self, change: BoardChange, piece: Piece, square: Square) {
        let psqt_value = psqt::psqt_value(piece, square);
        let units = phase_weight(piece.role);
        let for_white = piece.color.fold_wb(psqt_value, -psqt_value);
        match change {
            BoardChange::Added => (self.psqt, self.phase) = (self.psqt + for_white, self.phase + units),
            BoardChange::Removed => (self.psqt, self.phase) = (self.psqt - for_white, self.phase - units),
        }
        if piece.role == Role::Pawn {
            self.pawn_key ^= piece_key(piece, square);
        } else {
            self.piece_keys[piece.color.fold_wb(0, 1)] ^= piece_key(piece, square);
        }
    }
}

/// The weight of a piece in the game phase, in units of [`FULL_PHASE`].
const fn phase_weight(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

/// Static evaluation for the side to move, computed from scratch; never a mate score.
pub(crate) fn evaluate(position: &Position) -> Score {
    let board = Board::from(position);
    let state = EvalState::of(&board);
    evaluate_with_pawns(&board, state, pawn_table::compute_entry)
}

/// Static evaluation for the side to move, from the incremental state; never a mate score.
pub(crate) fn evaluate_board(board: &Board, state: EvalState, pawns: &mut PawnTable) -> Score {
    evaluate_with_pawns(board, state, |view| pawns.probe(state.pawn_key, view))
}

fn evaluate_with_pawns(
    board: &Board,
    state: EvalState,
    pawns: impl FnOnce(&EvalInfo) -> PawnHashEntry,
) -> Score {
    let turn = board.turn();
    if let Some(known) = ending::known_win(board) {
        return Score::centipawns(turn.fold_wb(known, -known));
    }
    let mut view = EvalInfo::of(board);
    let entry = pawns(&view);
    let mut sum = EvalSum::from(state.psqt + entry.score);
    tally_terms(&mut view, turn, entry.passed, &mut sum);
    let blend = TaperBlend::of(&view, sum.total(), state.phase, board.halfmoves(), entry.passed);
    let score = blend.blend(sum.total());
    Score::centipawns(turn.fold_wb(score, -score))
}

/// Adds every term, including those that play updates incrementally or takes from the pawn table. Returns the
/// attack maps and the passed pawns.
fn tally_all_terms<'a, T: EvalTally>(board: &'a Board, tally: &mut T) -> (EvalInfo<'a>, Bitboard) {
    psqt::of::<White, T>(board, tally);
    psqt::of::<Black, T>(board, tally);
    let mut view = EvalInfo::of(board);
    let passed = pawns::of::<White, T>(&view, tally) | pawns::of::<Black, T>(&view, tally);
    tally_terms(&mut view, board.turn(), passed, tally);
    (view, passed)
}

/// Adds every term that depends on more than pawns and kings.
fn tally_terms<T: EvalTally>(view: &mut EvalInfo, turn: Color, passed: Bitboard, tally: &mut T) {
    match turn {
        Color::White => tally.add_once::<White>(terms::TEMPO.start),
        Color::Black => tally.add_once::<Black>(terms::TEMPO.start),
    }
    pieces::of::<White, T>(view, tally);
    pieces::of::<Black, T>(view, tally);
    king::of::<White, T>(view, tally);
    king::of::<Black, T>(view, tally);
    threats::of::<White, T>(view, tally);
    threats::of::<Black, T>(view, tally);
    if passed.any() {
        passed::of::<White, T>(view, passed, tally);
        passed::of::<Black, T>(view, passed, tally);
    }
}

/// Tapered interpolation: turns the middlegame and endgame halves of a sum into one score, with the game
/// phase, the endgame scale factor and the fade towards the fifty-move rule.
#[derive(Clone, Copy, Debug)]
struct TaperBlend {
    /// Initiative: added to the endgame half, from White's point of view.
    initiative: i32,
    /// Factor of the middlegame half.
    middle: i32,
    /// Factor of the endgame half.
    end: i32,
}

/// The common divisor of both halves.
const BLEND_DIVISOR: i32 = FULL_PHASE * ending::FULL_SCALE;

/// The fifty-move fade: the score is multiplied by (220 - halfmoves) / 220, with at most 100 half-moves.
const FIFTY_MOVE_FADE: i32 = 220;

impl TaperBlend {
    fn of(view: &EvalInfo, sum: Taper, phase: i32, halfmoves: u16, passed: Bitboard) -> Self {
        let phase = phase.clamp(0, FULL_PHASE);
        let complexity = initiative::counts(view, passed)
            .into_iter()
            .enumerate()
            .map(|(index, times)| WEIGHTS[terms::INITIATIVE.at(index)].end() * times)
            .sum();
        let initiative = initiative::bounded(sum.end(), complexity);
        let score = sum.middle() * phase + (sum.end() + initiative) * (FULL_PHASE - phase);
        let scale = match score.cmp(&0) {
            Ordering::Greater => ending::scale_factor::<White>(view.board),
            Ordering::Less => ending::scale_factor::<Black>(view.board),
            Ordering::Equal => EvalScaleFactor::FULL,
        };
        let fresh = FIFTY_MOVE_FADE - i32::from(halfmoves.min(100));
        Self {
            initiative,
            middle: phase * scale.middle * fresh / FIFTY_MOVE_FADE,
            end: (FULL_PHASE - phase) * scale.end * fresh / FIFTY_MOVE_FADE,
        }
    }

    fn blend(&self, sum: Taper) -> i32 {
        (sum.middle() * self.middle + (sum.end() + self.initiative) * self.end) / BLEND_DIVISOR
    }

    /// The contribution of a part of the sum to the score.
    const fn contribution(&self, part: Taper) -> i32 {
        (part.middle() * self.middle + part.end() * self.end) / BLEND_DIVISOR
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, FromSetup, Position as _, Setup};

    use super::*;
    use chess::{fen, random_games};

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
    fn both_colors_are_evaluated_alike() {
        random_games::each_position(10, 11, |position, _| {
            let twin = mirrored(position);
            assert_eq!(evaluate(position), evaluate(&twin), "{}", fen::format(position));
            assert_eq!(position.chess().turn(), twin.chess().turn().other());
        });
    }

    #[test]
    fn what_is_remembered_of_pawns_is_what_would_be_worked_out() {
        let mut pawns = PawnTable::new();
        random_games::each_position(10, 12, |position, _| {
            let board = Board::from(position);
            let cached = evaluate_board(&board, EvalState::of(&board), &mut pawns);
            assert_eq!(cached, evaluate(position), "{}", fen::format(position));
        });
    }

    #[test]
    fn what_every_player_knows() {
        // The nearer a pawn is to its goal, the better, if nothing stops it.
        check_order("7k/8/8/8/8/8/P7/K7 w - - 0 1", "7k/8/P7/8/8/8/8/K7 w - - 0 1");
        check_order("4k3/pp6/8/8/8/P7/P7/4K3 w - - 0 1", "4k3/pp6/8/8/8/P7/1P6/4K3 w - - 0 1");
        check_order(
            "r1bqkb1r/pppppppp/2n2n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 0 1",
        );
    }

    #[test]
    fn what_a_club_player_knows() {
        // A rook belongs on the open file, ...
        check_order(
            "4r1k1/pp3ppp/8/8/8/8/PP3PPP/RR4K1 w - - 0 1",
            "4r1k1/pp3ppp/8/8/8/8/PP3PPP/R2R2K1 w - - 0 1",
        );
        // ... a knight in the middle, ...
        check_order(
            "4k3/pppp1ppp/8/8/8/8/PPPP1PPP/N3K3 w - - 0 1",
            "4k3/pppp1ppp/8/8/8/5N2/PPPP1PPP/4K3 w - - 0 1",
        );
        // ... a king behind its pawns while queens are on the board, ...
        check_order(
            "r2q1rk1/ppp2ppp/2n2n2/3p4/3P4/2N2NKP/PPP2PP1/R2Q1R2 w - - 0 1",
            "r2q1rk1/ppp2ppp/2n2n2/3p4/3P4/2N2N1P/PPP2PP1/R2Q1RK1 w - - 0 1",
        );
        // ... and in the middle once they are gone.
        check_order("4k3/ppp3pp/8/8/8/8/PPP3PP/6K1 w - - 0 1", "4k3/ppp3pp/8/8/8/4K3/PPP3PP/8 w - - 0 1");
        // Isolated and doubled pawns are weaker than connected ones.
        check_order("4k3/pp4pp/8/8/8/P7/P5PP/4K3 w - - 0 1", "4k3/pp4pp/8/8/8/8/PP4PP/4K3 w - - 0 1");
        // Two bishops are worth more than a bishop and a knight.
        check_order(
            "2b1kb2/pppp1ppp/8/8/8/8/PPPP1PPP/2B1KN2 w - - 0 1",
            "2b1kb2/pppp1ppp/8/8/8/8/PPPP1PPP/2B1KB2 w - - 0 1",
        );
        // A piece that hangs is worth less than one that is protected.
        check_order(
            "4k3/pp3ppp/8/3r4/3N4/8/PPP2PPP/4K3 w - - 0 1",
            "4k3/pp3ppp/8/3r4/3N4/2P5/PP3PPP/4K3 w - - 0 1",
        );
        // Bishops of opposite colors make a draw likely.
        check_order("4k3/5ppp/3b4/8/8/3B4/4PPPP/4K3 w - - 0 1", "4k3/5ppp/4b3/8/8/3B4/4PPPP/4K3 w - - 0 1");
        // A bishop cannot help a rook's pawn to a corner that it does not see.
        check_order("k7/8/8/8/P7/8/2K2B2/8 w - - 0 1", "k7/8/8/8/P7/8/2K1B3/8 w - - 0 1");
    }

    #[test]
    fn the_bare_king_is_driven_to_the_edge_and_to_the_bishops_corner() {
        check_order("8/8/8/3k4/8/3K4/3R4/8 w - - 0 1", "3k4/8/3K4/8/8/8/3R4/8 w - - 0 1");
        check_order("7k/8/6K1/8/8/2NB4/8/8 w - - 0 1", "k7/8/1K6/8/8/2NB4/8/8 w - - 0 1");
    }

    #[test]
    fn a_locked_position_without_a_way_in_is_drawish() {
        let worth = |text: &str| evaluate(&fen::parse(text).unwrap()).raw();
        // No pawn can move, and the bishop reaches no pawn that is not protected.
        let locked = worth("5k2/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/2B2K2/8 w - - 0 1");
        assert!((0..90).contains(&locked), "{locked}");
        // A bishop of the other color attacks none at all.
        assert!(worth("5k2/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3B1K2/8 w - - 0 1") < 90);
        // So it is after a sacrifice, where the king stops the pawn that has become passed.
        let passer = worth("8/5k2/p1p1p3/PpPpPpPp/1P1P1P1P/5K2/8/8 w - - 0 1");
        assert!(passer < 90, "{passer}");
        // With a way in for the king, on the h-file, or with pawns that can still move it is no fortress.
        assert!(worth("5k2/8/p1p1p3/PpPpPp2/1P1P1P2/8/2B2K2/8 w - - 0 1") > 150);
        assert!(worth("5k2/8/p1p1p1p1/PpPpPpP1/1P1P1P1P/8/2B2K2/8 w - - 0 1") > 150);
    }

    #[test]
    fn a_minor_piece_more_wins_nothing_without_pawns() {
        let worth = |text: &str| evaluate(&fen::parse(text).unwrap()).raw();
        assert!(worth("4k3/8/8/8/3r4/8/4B3/R3K3 w - - 0 1") < 100);
        assert!(worth("4k3/8/8/8/8/8/r3B1N1/4K3 b - - 0 1").abs() < 200);
    }
}
