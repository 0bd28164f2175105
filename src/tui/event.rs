//! Every event that can wake the interface, in one closed list: there is one channel, and no timer tick.

use crate::tui::keymap::KeyPress;
use crate::tui::linear::input::TypedLine;
use crate::tui::message::{Message, MouseGesture};
use crate::tui::model::{Focus, SettingsUpdate};

/// An event from the terminal, the system or a worker thread.
#[derive(Clone, Debug)]
pub enum TuiEvent {
    /// A key went down.
    Key(KeyPress),
    /// The mouse did something in this column and row.
    Mouse(MouseGesture, u16, u16),
    /// A line was typed, where the program shows itself in lines.
    Line(TypedLine),
    /// A text was pasted as one piece.
    Paste(String),
    /// The terminal has another size: columns, rows.
    Resize(u16, u16),
    /// The window gained or lost the focus.
    Focus(Focus),
    /// An event of the background session.
    AnalysisReady,
    /// The system sent a signal.
    Signal(TuiSignal),
    /// The terminal cannot be read any more.
    InputLost(String),
    /// The settings file or a theme file was changed on disk.
    SettingsChanged(Box<SettingsUpdate>),
    /// What a thread in the background has to say.
    Message(Message),
}

/// The signals that mean something here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TuiSignal {
    /// End: sent by the system, or the terminal went away.
    Terminate,
    /// Stop until the shell's `fg`.
    Suspend,
    /// Go on after a stop.
    Continue,
}

impl TuiEvent {
    /// Whether a person waits for the effect: then the screen is redrawn at once.
    #[must_use]
    pub const fn is_input(&self) -> bool {
        match self {
            Self::Message(message) => matches!(message, Message::Library(_) | Message::TextRead(..)),
            Self::AnalysisReady | Self::SettingsChanged(_) => false,
            _ => true,
        }
    }
}
