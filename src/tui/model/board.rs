//! Input on the board: the cursor, the selected piece, and what a move to each of its targets means.

use crate::chess::{
    Color, GameTermination, Move, MoveCost, Position, Ranking, Role, Square, Verdict, moves_between,
};

/// Input state of the board, the same for every screen with a board.
#[derive(Clone, Debug)]
pub struct BoardInput {
    /// Whose side is drawn at the bottom.
    pub bottom: Color,
    /// Whether the pieces are drawn.
    pub piece_visibility: PieceVisibility,
    /// The cursor's square, while it is shown. Arrows or `hjkl` move it, Esc hides it.
    pub cursor: Option<Square>,
    /// The square of the selected piece, by cursor, click or drag.
    pub picked: Option<Square>,
    /// The square under the mouse while the selected piece is dragged.
    pub dragged_over: Option<Square>,
    /// The square on which a drawing with the right button began.
    pub drawn_from: Option<Square>,
    /// The square that it has come to.
    pub drawn_to: Option<Square>,
    /// A stalemating move that waits for a second Enter.
    pub unconfirmed_move: Option<Move>,
}

/// Whether the pieces are drawn, or not, for blindfold chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PieceVisibility {
    /// All of them.
    #[default]
    Visible,
    /// None; the moves are shown as usual.
    Blindfold,
}

impl BoardInput {
    /// A board with White at the bottom and nothing picked up.
    pub(crate) const fn new(bottom: Color) -> Self {
        Self {
            bottom,
            piece_visibility: PieceVisibility::Visible,
            cursor: None,
            picked: None,
            dragged_over: None,
            drawn_from: None,
            drawn_to: None,
            unconfirmed_move: None,
        }
    }

    /// Clears the selection: after a move, a step or a change of screen. The cursor stays.
    pub(crate) const fn clear_selection(&mut self) {
        self.picked = None;
        self.dragged_over = None;
        self.drawn_from = None;
        self.drawn_to = None;
        self.unconfirmed_move = None;
    }
}

/// A target square of the selected piece, and the outcome of the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTarget {
    /// The square.
    pub square: Square,
    /// The piece captured there, if any. En passant counts.
    pub captured: Option<Role>,
    /// The outcome of the move. Where several promotions go to the square, that of the best one.
    pub outcome: MoveTargetOutcome,
}

/// The outcome of a move, as far as it is known before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveTargetOutcome {
    /// Nothing but that it is legal.
    Unknown,
    /// It gives checkmate.
    Mates,
    /// It is stalemate: drawn with `=`.
    Stalemate,
    /// It wins, with mate in so many moves from now, this one counted; `speed` where none is faster.
    Wins {
        /// Moves to the mate, 1 or more.
        mate_in: u16,
        /// Whether it is a shortest win.
        speed: WinSpeed,
    },
    /// The result stays a draw, or a loss.
    KeepsResult,
    /// A win becomes a draw, or a piece is lost: drawn with `x`.
    LosesWin,
    /// It loses: drawn with `-`.
    Loses,
}

/// Whether a move keeps the shortest distance to mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinSpeed {
    /// No move is better.
    Fastest,
    /// The mate comes later than it could.
    Slower,
}

/// The targets of the piece on `from`, with what the rules say of each and, where a ranking is at hand, what
/// the tables say.
pub(crate) fn targets(position: &Position, from: Square, ranking: Option<&Ranking>) -> Vec<MoveTarget> {
    let target = |square| {
        let moves = moves_onto(position, from, square);
        let outcomes = moves.iter().map(|&mv| (mv, move_outcome(position, mv, ranking)));
        // Promotions share a square: the queen's meaning is shown unless another one mates.
        let shown = outcomes.max_by_key(|&(mv, outcome)| {
            (outcome == MoveTargetOutcome::Mates, mv.promotion() == Some(Role::Queen))
        });
        shown.map(|(mv, outcome)| MoveTarget { square, captured: mv.capture(), outcome })
    };
    Square::ALL.into_iter().filter_map(target).collect()
}

/// The moves that a piece makes when it is put on a square: see [`moves_between`]. On its own square it is put down,
/// also where castling leaves the king there.
pub(crate) fn moves_onto(position: &Position, from: Square, to: Square) -> Vec<Move> {
    if from == to { Vec::new() } else { moves_between(position, from, to) }
}

/// The stalemate that a legal move gives, if it gives one, by the rules alone.
pub(crate) fn stalemate(position: &Position, mv: Move) -> Option<GameTermination> {
    GameTermination::on_board(&position.after(mv))
        .filter(|ending| matches!(ending, GameTermination::Stalemate { .. }))
}

fn move_outcome(position: &Position, mv: Move, ranking: Option<&Ranking>) -> MoveTargetOutcome {
    match GameTermination::on_board(&position.after(mv)) {
        Some(GameTermination::Checkmate { .. }) => return MoveTargetOutcome::Mates,
        Some(GameTermination::Stalemate { .. }) => return MoveTargetOutcome::Stalemate,
        _ => {}
    }
    let Some(ranked) = ranking.and_then(|ranking| ranking.find(mv)) else {
        return MoveTargetOutcome::Unknown;
    };
    match (ranked.after, ranked.cost) {
        (Verdict::Win(plies), cost) => MoveTargetOutcome::Wins {
            mate_in: plies.moves() + 1,
            speed: if cost == MoveCost::Keeps { WinSpeed::Fastest } else { WinSpeed::Slower },
        },
        (_, MoveCost::Keeps | MoveCost::Sooner(_)) => MoveTargetOutcome::KeepsResult,
        (Verdict::Draw, _) => MoveTargetOutcome::LosesWin,
        (Verdict::Loss(_), _) => MoveTargetOutcome::Loses,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

    fn stalemating_targets(fen: &str, from: Square) -> Vec<Square> {
        let position = fen::parse(fen).unwrap();
        let stale = targets(&position, from, None);
        stale.into_iter().filter(|t| t.outcome == MoveTargetOutcome::Stalemate).map(|t| t.square).collect()
    }

    #[test]
    fn every_stalemate_is_seen_before_the_move_without_a_table() {
        let fen = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
        let mut king = stalemating_targets(fen, Square::D1);
        king.sort();
        assert_eq!(king, [Square::C1, Square::E1, Square::C2, Square::D2, Square::E2]);
        assert_eq!(stalemating_targets(fen, Square::B3), [Square::C2]);
    }

    #[test]
    fn castling_has_the_rook_and_the_kings_new_square_as_targets_but_never_the_kings_own() {
        use Square::{A1, B1, C1, D1, D2, E2, F1, F2, G1, G2, H1, H2};

        let check = |fen: &str, king, wanted: &[Square]| {
            let squares: Vec<Square> =
                targets(&fen::parse(fen).unwrap(), king, None).into_iter().map(|t| t.square).collect();
            assert_eq!(squares, wanted, "{fen}");
        };
        check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", Square::E1, &[A1, C1, D1, F1, G1, H1, D2, E2, F2]);
        check("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", Square::E1, &[D1, F1, D2, E2, F2]);
        check("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", G1, &[A1, C1, F1, H1, F2, G2, H2]);
        check("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", Square::E1, &[B1, C1, D1, F1, G1, H1, D2, E2, F2]);
    }
}
