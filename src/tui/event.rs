//! Every event that can wake the interface, in one closed list: there is one channel, and no timer tick.

use std::sync::Arc;

use crate::chess::Material;
use crate::game::PastedText;
use crate::practice::PracticeProgress;
use crate::tui::keymap::KeyPress;
use crate::tui::linear::input::TypedLine;
use crate::tui::message::MouseGesture;
use crate::tui::model::games::LibraryEvent;
use crate::tui::model::settings_update::SettingsUpdate;
use crate::tui::model::shared::Focus;
use crate::tui::model::text_reading::TextReadingId;

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
    /// The terminal has said that it shows images.
    Images,
    /// An event of the background session.
    AnalysisReady,
    /// The system sent a signal.
    Signal(TuiSignal),
    /// The terminal cannot be read any more.
    InputLost(String),
    /// Something could not be saved.
    NotSaved(String),
    /// The record of practice was read.
    PracticeRecord(Box<PracticeProgress>),
    /// The settings file or a theme file was changed on disk.
    SettingsChanged(Box<SettingsUpdate>),
    /// These engines are on this machine.
    EnginesFound(Vec<Vec<String>>),
    /// A result of the library worker.
    Library(LibraryEvent),
    /// So much of a long text was read, in thousandths.
    TextProgress(TextReadingId, u16),
    /// A long text was read: the text without its control characters, and what it is.
    TextRead(TextReadingId, Arc<str>, Box<PastedText>),
    /// The saved tables, with their sizes in bytes.
    SavedTables(Vec<(Material, u64)>),
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
        !matches!(
            self,
            Self::AnalysisReady
                | Self::Images
                | Self::EnginesFound(_)
                | Self::NotSaved(_)
                | Self::SavedTables(_)
                | Self::SettingsChanged(_)
                | Self::PracticeRecord(_)
                | Self::TextProgress(..)
        )
    }
}
