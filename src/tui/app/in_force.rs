//! The settings that can change while the program runs, as somebody's editor has just left them.

use std::sync::Arc;

use crate::practice::Guard;
use crate::tui::app::Arrows;
use crate::tui::keymap::Keymap;
use crate::tui::theme::{Scheme, Theme};

/// What is in force from now on.
#[derive(Clone, PartialEq, Debug)]
pub struct InForce {
    /// How everything is drawn.
    pub theme: Theme,
    /// The schemes of colors that can be chosen.
    pub schemes: Vec<Scheme>,
    /// What the keys do.
    pub keymap: Arc<Keymap>,
    /// What happens with a stalemating move.
    pub guard: Guard,
    /// Whether analysis points its moves out on the board.
    pub arrows: Arrows,
    /// How many lines are analyzed, from 1.
    pub lines: usize,
    /// Settings that have changed and count from the next start, by name.
    pub later: Vec<&'static str>,
    /// What cannot be used, a sentence each.
    pub troubles: Vec<String>,
}
