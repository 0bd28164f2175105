//! The choices that outlast the program: they are the defaults of the next start.

use crate::analysis::Level;
use crate::game::TimeControl;
use crate::practice::{Counting, Defense, Guard};
use crate::tui::app::drill::Par;
use crate::tui::app::{Animation, Arrows};
use crate::tui::dialog::new_game::Side;
use crate::tui::theme::{Men, Scheme};

/// A setting and what was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// What happens with a stalemating move.
    Guard(Guard),
    /// Whether analysis points its moves out on the board.
    Arrows(Arrows),
    /// Whether moves are seen on their way.
    Animation(Animation),
    /// Whether a round tells how many moves the goal takes.
    Par(Par),
    /// How the other side of a round defends.
    Defense(Defense),
    /// Whether repetition and the fifty-move rule end a round.
    Counting(Counting),
    /// How many lines are analyzed.
    Lines(usize),
    /// The scheme of colors.
    Scheme(Scheme),
    /// How the men are drawn.
    Men(Men),
    /// The player's color in a new game.
    Side(Side),
    /// The engine's strength in a new game.
    Level(Level),
    /// How time is given in a new game.
    Time(TimeControl),
    /// The engine outside that plays, by its name; None for the built-in one.
    Opponent(Option<String>),
    /// An engine outside, new or with another command: its name, the program and its arguments.
    Engine(String, Vec<String>),
    /// An engine outside is not wanted any more.
    NoEngine(String),
    /// A setting of an engine outside: the engine, the setting, and its value; None gives it back to the
    /// engine.
    EngineOption(String, String, Option<String>),
}
