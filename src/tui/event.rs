//! Everything that can wake the screen, in one closed list: there is one channel, and no tick.

use std::sync::Arc;

use crate::chess::Material;
use crate::game::Pasted;
use crate::practice::Progress;

use super::app::games::Told;
use super::app::{Focus, InForce, TextReadingId};
use super::keymap::Key;
use super::linear::input::Typed;
use super::update::Gesture;

/// Something that came in from outside.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key went down.
    Key(Key),
    /// The mouse did something in this column and row.
    Mouse(Gesture, u16, u16),
    /// A line was typed, where the program shows itself in lines.
    Line(Typed),
    /// A text was pasted as one piece.
    Paste(String),
    /// The terminal has another size: columns, rows.
    Resize(u16, u16),
    /// The window gained or lost the focus.
    Focus(Focus),
    /// The terminal has said that it shows images.
    Images,
    /// The background has something to say.
    Analysis,
    /// The system sent a signal.
    Signal(Signal),
    /// The terminal cannot be read any more.
    InputLost(String),
    /// Something could not be saved.
    NotSaved(String),
    /// The record of practice was read.
    Record(Box<Progress>),
    /// Somebody has changed the settings' file or a theme.
    Settings(Box<InForce>),
    /// These engines are on this machine.
    EnginesFound(Vec<Vec<String>>),
    /// The disk has something to say of games.
    Games(Told),
    /// So much of a long text was read, in thousandths.
    TextProgress(TextReadingId, u16),
    /// A long text was read: the text without its control characters, and what it is.
    TextRead(TextReadingId, Arc<str>, Box<Pasted>),
    /// These tables are kept, with their sizes in bytes.
    Kept(Vec<(Material, u64)>),
}

/// The signals that mean something here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// End: sent by the system, or the terminal went away.
    Terminate,
    /// Stop until the shell's `fg`.
    Suspend,
    /// Go on after a stop.
    Continue,
}

impl Event {
    /// Whether a person waits for the effect: then it is drawn at once.
    #[must_use]
    pub const fn is_input(&self) -> bool {
        !matches!(
            self,
            Self::Analysis
                | Self::Images
                | Self::EnginesFound(_)
                | Self::NotSaved(_)
                | Self::Kept(_)
                | Self::Settings(_)
                | Self::Record(_)
                | Self::TextProgress(..)
        )
    }
}
