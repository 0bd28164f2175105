//! What the other side threatens: what it would play if the side to move passed.

use crate::analysis::AnalysisSnapshot;
use crate::chess::{GameTermination, Line, Position};

/// Whether threats are shown on the analysis board, and the threat in the current position.
#[derive(Clone, Debug, Default)]
pub enum Threat {
    /// Not requested.
    #[default]
    Hidden,
    /// Threats are on, but in check there is no null move.
    Impossible(PassImpossible),
    /// A search for the threat was started.
    Searched(Box<ThreatSearch>),
}

/// The search for a threat.
#[derive(Clone, Debug)]
pub struct ThreatSearch {
    /// The position after the null move.
    pub passed: Position,
    /// The result so far. Its scores are about `passed` and never about the board.
    pub snapshot: Option<Box<AnalysisSnapshot>>,
    /// Whether the search still runs.
    pub status: ThreatSearchStatus,
}

/// Whether the search for a threat still runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreatSearchStatus {
    /// The search goes on.
    Running,
    /// It is over.
    Finished,
}

/// Why the side to move cannot pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassImpossible {
    /// It is in check, so nothing but the check counts.
    Check,
    /// The game is over.
    Over,
    /// The other side would have no legal move.
    NoMove,
}

impl PassImpossible {
    /// The reason, as a sentence for the player.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::Check => "There is a check to answer: a threat would never come",
            Self::Over => "The game is over here: nothing threatens any more",
            Self::NoMove => "The other side would have no legal move",
        }
    }
}

/// The position after a null move of the side to move.
///
/// # Errors
/// Says why it cannot.
pub fn pass_turn(position: &Position, ending: Option<GameTermination>) -> Result<Position, PassImpossible> {
    if ending.is_some() {
        return Err(PassImpossible::Over);
    }
    let passed = position.after_null_move().ok_or(PassImpossible::Check)?;
    if passed.legal_moves().is_empty() { Err(PassImpossible::NoMove) } else { Ok(passed) }
}

impl ThreatSearch {
    /// The line that would follow.
    pub(crate) fn line(&self) -> Option<&Line> {
        self.snapshot.as_deref().and_then(AnalysisSnapshot::best_line).filter(|line| !line.moves.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Color, fen};

    #[test]
    fn nobody_passes_in_check_or_into_stalemate() {
        let pass = |text: &str| {
            let position = fen::parse(text).unwrap();
            pass_turn(&position, GameTermination::on_board(&position)).map(|passed| passed.turn())
        };
        assert_eq!(pass("4k3/8/8/8/8/8/4q3/3QK3 w - - 0 1"), Err(PassImpossible::Check));
        assert_eq!(pass("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Err(PassImpossible::Over));
        assert_eq!(pass("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), Err(PassImpossible::NoMove));
        assert_eq!(pass("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1"), Ok(Color::Black));
    }
}
