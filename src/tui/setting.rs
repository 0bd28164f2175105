//! The settings that the program saves: they are the defaults of the next start.

use crate::analysis::StrengthLevel;
use crate::game::TimeControl;
use crate::practice::{DefenseStyle, RoundDrawRules, StalemateGuardMode};
use crate::tui::app::{Arrows, Bell};
use crate::tui::board::motion::Animation;
use crate::tui::play::offer::NewGameColor;
use crate::tui::practice::state::Par;
use crate::tui::theme::{ColorScheme, PieceStyle};

/// A changed setting with its new value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// What happens with a stalemating move.
    Guard(StalemateGuardMode),
    /// Whether analysis draws arrows for its moves.
    Arrows(Arrows),
    /// Whether moves are animated.
    Animation(Animation),
    /// Whether a round shows in how many moves the goal can be reached.
    Par(Par),
    /// Whether a round shows its details: seed, stalemate guard, defense, king box in numbers.
    Details(bool),
    /// How the other side of a round defends.
    Defense(DefenseStyle),
    /// Whether repetition and the fifty-move rule end a round.
    Counting(RoundDrawRules),
    /// How many lines are analyzed.
    Lines(usize),
    /// The theme.
    Scheme(ColorScheme),
    /// How the pieces are drawn.
    Pieces(PieceStyle),
    /// The player's color in a new game.
    Side(NewGameColor),
    /// The engine's strength in a new game.
    Level(StrengthLevel),
    /// How time is given in a new game.
    Time(TimeControl),
    /// Size of the built-in engine's hash table, in mebibytes.
    Hash(u16),
    /// Threads of the built-in engine; None for one less than the machine has.
    Threads(Option<u16>),
    /// The folder with Syzygy tables; empty for none.
    Syzygy(String),
    /// The external engine that analyzes too, by its name; None for none.
    Analyst(Option<String>),
    /// Whether a pawn becomes a queen without a question.
    AutoQueen(bool),
    /// Whether a move in a game has to be confirmed.
    ConfirmMoves(bool),
    /// Whether the evaluation bar is shown beside a running game.
    EvalBar(bool),
    /// Whether a typed move is played without Enter as soon as it is unambiguous.
    InstantMoves(bool),
    /// Whether the terminal's bell rings.
    Bell(Bell),
    /// The external engine that plays, by its name; None for the built-in one.
    Opponent(Option<String>),
    /// An external engine, new or with another command: its name, the program and its arguments.
    Engine(String, Vec<String>),
    /// An external engine that was removed.
    NoEngine(String),
    /// An option of an external engine: the engine, the option, and its value; None for the engine's default.
    EngineOption(String, String, Option<String>),
}
