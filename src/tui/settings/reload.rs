//! The settings that can change while the program runs, reloaded after the file was edited.

use std::sync::Arc;

use crate::practice::StalemateGuardMode;
use crate::tui::app::{Arrows, Bell};
use crate::tui::background::engines::ExternalEngineEntry;
use crate::tui::board::motion::Animation;
use crate::tui::keymap::Keymap;
use crate::tui::settings::engine_use::EngineResources;
use crate::tui::theme::{ColorScheme, Theme};

/// The settings in force after a reload.
#[derive(Clone, Debug)]
pub struct SettingsUpdate {
    /// The theme.
    pub theme: Theme,
    /// The themes that can be chosen.
    pub schemes: Vec<ColorScheme>,
    /// The key map.
    pub keymap: Arc<Keymap>,
    /// What happens with a stalemating move, where that has changed.
    pub guard: Option<StalemateGuardMode>,
    /// Whether analysis draws arrows for its moves, where that has changed.
    pub arrows: Option<Arrows>,
    /// Whether the terminal's bell rings.
    pub bell: Bell,
    /// Whether a typed move is played without Enter once it is unambiguous.
    pub instant_moves: bool,
    /// Whether the bar beside a running game shows what the engine thinks of it.
    pub eval_bar: bool,
    /// Whether moves are animated, where that has changed.
    pub animation: Option<Animation>,
    /// How many lines are analyzed, from 1, where that has changed.
    pub lines: Option<usize>,
    /// Positions that the search makes for each position of a reviewed game.
    pub review_nodes: u64,
    /// What the built-in engine may use, where that has changed.
    pub engine_use: Option<EngineResources>,
    /// The external engines, where one has changed, come or gone.
    pub engines: Option<Vec<ExternalEngineEntry>>,
    /// Whether a pawn becomes a queen without a question, where that has changed.
    pub auto_queen: Option<bool>,
    /// Whether a move in a game has to be confirmed, where that has changed.
    pub confirm_moves: Option<bool>,
    /// Settings that have changed and count from the next start, by name.
    pub needs_restart: Vec<&'static str>,
    /// Invalid settings, a sentence each.
    pub problems: Vec<String>,
}
