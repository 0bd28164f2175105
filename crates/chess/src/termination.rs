//! The ways in which a game ends, and their descriptions.

use std::fmt;

use shakmaty::{Color, KnownOutcome, Position as _};

use super::names::color_name;
use super::position::Position;
use super::repetition::RepetitionHistory;
use super::score::FIFTY_MOVES;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameTermination {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate {
        /// The side that cannot move.
        stuck: Color,
    },
    /// Insufficient material: no sequence of moves can lead to mate.
    DeadPosition,
    /// Threefold repetition.
    Threefold,
    /// The fifty-move rule.
    FiftyMoves,
    /// Loss on time.
    Flag {
        /// The side without time.
        loser: Color,
    },
    /// Time ran out, but the opponent has insufficient material.
    FlagWithoutMaterial {
        /// The side without time.
        flagged: Color,
    },
    /// Resignation.
    Resignation {
        /// The side that resigned.
        loser: Color,
    },
    /// Draw by agreement.
    Agreement,
}

impl GameTermination {
    /// The termination by the board alone: checkmate, stalemate or insufficient material.
    #[must_use]
    pub fn on_board(position: &Position) -> Option<Self> {
        let turn = position.turn();
        if position.legal_moves().is_empty() {
            Some(if position.is_check() {
                Self::Checkmate { winner: turn.other() }
            } else {
                Self::Stalemate { stuck: turn }
            })
        } else if position.is_insufficient_material() {
            Some(Self::DeadPosition)
        } else {
            None
        }
    }

    /// The termination by the rules, with the history `trail`, whose last key is this position's. Checkmate
    /// on the hundredth half-move wins.
    #[must_use]
    pub fn of(position: &Position, trail: &RepetitionHistory) -> Option<Self> {
        Self::after(position, || trail.times_seen())
    }

    /// The same, where it is counted only if need be how often the position has occurred, now included.
    pub fn after(position: &Position, times_seen: impl FnOnce() -> usize) -> Option<Self> {
        Self::on_board(position)
            .or_else(|| (position.halfmoves() >= FIFTY_MOVES).then_some(Self::FiftyMoves))
            .or_else(|| (times_seen() >= 3).then_some(Self::Threefold))
    }

    /// The result of a flag fall: a loss, or a draw if the opponent could not mate by any legal moves.
    #[must_use]
    pub fn by_flag(position: &Position, loser: Color) -> Self {
        if position.chess().has_insufficient_material(loser.other()) {
            Self::FlagWithoutMaterial { flagged: loser }
        } else {
            Self::Flag { loser }
        }
    }

    /// The winner, if any.
    #[must_use]
    pub const fn outcome(self) -> KnownOutcome {
        match self {
            Self::Checkmate { winner } => KnownOutcome::Decisive { winner },
            Self::Flag { loser } | Self::Resignation { loser } => {
                KnownOutcome::Decisive { winner: loser.other() }
            }
            _ => KnownOutcome::Draw,
        }
    }

    /// The name in JSON output: `checkmate`, `stalemate`, `dead_position`, `threefold`, `fifty_moves`,
    /// `flag`, `resignation`, `agreement`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Stalemate { .. } => "stalemate",
            Self::DeadPosition => "dead_position",
            Self::Threefold => "threefold",
            Self::FiftyMoves => "fifty_moves",
            Self::Flag { .. } | Self::FlagWithoutMaterial { .. } => "flag",
            Self::Resignation { .. } => "resignation",
            Self::Agreement => "agreement",
        }
    }

    /// What happened, in a few words: `Checkmate, White wins`.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Self::Checkmate { winner } => format!("Checkmate, {winner} wins", winner = color_name(winner)),
            Self::Stalemate { .. } => "Stalemate, a draw".to_owned(),
            Self::DeadPosition => "Dead position, a draw".to_owned(),
            Self::Threefold => "Threefold repetition, a draw".to_owned(),
            Self::FiftyMoves => "Fifty-move rule, a draw".to_owned(),
            Self::Flag { loser } => format!("Time, {} wins", color_name(loser.other())),
            Self::FlagWithoutMaterial { .. } => "Time, but a draw".to_owned(),
            Self::Resignation { loser } => {
                format!("{} resigned, {} wins", color_name(loser), color_name(loser.other()))
            }
            Self::Agreement => "Draw agreed".to_owned(),
        }
    }

    /// Why it happened, in one plain sentence without a full stop.
    #[must_use]
    pub fn reason(self) -> String {
        match self {
            Self::Checkmate { winner } => {
                format!("{} is in check and has no legal move", color_name(winner.other()))
            }
            Self::Stalemate { stuck } => {
                format!("{} has no legal move and is not in check", color_name(stuck))
            }
            Self::DeadPosition => "No sequence of moves can mate with the pieces that are left".to_owned(),
            Self::Threefold => "The same position stands on the board for the third time".to_owned(),
            Self::FiftyMoves => "Fifty moves by each side without a capture or a pawn move".to_owned(),
            Self::Flag { loser } => format!("{} ran out of time", color_name(loser)),
            Self::FlagWithoutMaterial { flagged } => {
                format!(
                    "{} ran out of time, but {} has nothing to mate with",
                    color_name(flagged),
                    color_name(flagged.other())
                )
            }
            Self::Resignation { loser } => format!("{} gave up", color_name(loser)),
            Self::Agreement => "Both sides agreed".to_owned(),
        }
    }
}

impl fmt::Display for GameTermination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    fn check(fen: &str, termination: Option<GameTermination>) {
        let position = fen::parse(fen).unwrap();
        let trail = RepetitionHistory::starting_at(&position);
        assert_eq!(GameTermination::of(&position, &trail), termination, "{fen}");
    }

    #[test]
    fn checkmate_stalemate_and_dead_positions_are_detected() {
        check("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", Some(GameTermination::Checkmate { winner: Color::Black }));
        check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(GameTermination::Stalemate { stuck: Color::Black }));
        check("8/8/8/8/8/4p1k1/8/4r1BK w - - 0 1", Some(GameTermination::Stalemate { stuck: Color::White }));
        check("8/8/4k3/8/8/2K1N3/8/8 w - - 0 1", Some(GameTermination::DeadPosition));
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", None);
    }

    #[test]
    fn mate_on_the_hundredth_half_move_wins() {
        check("8/8/8/8/8/2k5/1q6/K7 w - - 100 80", Some(GameTermination::Checkmate { winner: Color::Black }));
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 100 80", Some(GameTermination::FiftyMoves));
    }
}
