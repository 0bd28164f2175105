//! The front end: the screen, or lines of text.

use std::io::{self, Write};
use std::sync::mpsc::Sender;

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::layout::{Position, Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::chess::thread::ThreadBuilder;
use crate::store::io_error;
use crate::tui::app::App;
use crate::tui::event::{TuiEvent, TuiSignal};
use crate::tui::input::TerminalReader;
use crate::tui::linear;
use crate::tui::linear::LinearReporter;
use crate::tui::linear::input::next_line;
use crate::tui::message::Message;
use crate::tui::model::shared::clipped_size;
use crate::tui::shell::options::FrontendKind;
use crate::tui::shell::watchdog::WatchdogAlarm;
use crate::tui::terminal::{MouseCapture, TerminalCanvas, TerminalGuard, TerminalRelease, Tty};
use crate::tui::theme::pieces::image::PieceImage;
use crate::tui::view::view;

/// The front end.
pub(crate) enum Frontend {
    /// A terminal in full-screen mode.
    Screen { terminal: Terminal<CrosstermBackend<TerminalCanvas<Tty>>>, guard: TerminalGuard<Tty> },
    /// Line mode on the standard output.
    Linear(LinearReporter),
}

impl Frontend {
    /// Takes the terminal over in full-screen mode.
    pub(crate) fn enter(shown: FrontendKind, mouse: MouseCapture) -> io::Result<Self> {
        if shown == FrontendKind::Linear {
            return Ok(Self::Linear(LinearReporter::default()));
        }
        let guard = TerminalGuard::enter(Tty::new(), mouse)?;
        Ok(Self::Screen { terminal: canvas_of(&guard)?, guard })
    }

    /// Starts reading input, until the returned value is dropped.
    pub(crate) fn start_reader(
        &self,
        events: Sender<TuiEvent>,
        alarm: WatchdogAlarm,
    ) -> io::Result<Option<TerminalReader>> {
        if let Self::Screen { .. } = self {
            return TerminalReader::start(events, alarm).map(Some);
        }
        // It sleeps in the system until a line comes, and ends with the process.
        ThreadBuilder::new("input").spawn(move || {
            let mut input = io::stdin().lock();
            let end = loop {
                match next_line(&mut input) {
                    Ok(Some(line)) => {
                        if events.send(TuiEvent::Line(line)).is_err() {
                            return;
                        }
                    }
                    // The end of input from a file or a pipe.
                    Ok(None) => break TuiEvent::Signal(TuiSignal::Terminate),
                    Err(error) => break TuiEvent::InputLost(io_error::describe_io_error(&error)),
                }
            };
            let _ = events.send(end);
        })?;
        Ok(None)
    }

    /// A handle that restores the terminal from another thread; None in line mode.
    pub(crate) fn release(&self) -> Option<TerminalRelease<Tty>> {
        match self {
            Self::Screen { guard, .. } => Some(guard.release()),
            Self::Linear(_) => None,
        }
    }

    /// Shows the state: a frame, or what is new of it.
    pub(crate) fn show(&mut self, app: &App) -> io::Result<()> {
        match self {
            Self::Screen { terminal, guard } => {
                let size = drawn_size(guard)?;
                if size != terminal.get_frame().area().as_size() {
                    guard.clear();
                    *terminal = canvas_of(guard)?;
                }
                let images = PieceImage::shown(terminal.draw(|frame| view(app, frame))?.buffer);
                guard.send_images(&images);
                guard.present()
            }
            Self::Linear(reporter) => print_lines(&reporter.report_changes(app)),
        }
    }

    /// Messages of a line that was typed in line mode are about to be handled. True where it is a move.
    pub(crate) fn note_typed(&mut self, messages: &[Message]) -> bool {
        match self {
            Self::Linear(reporter) => reporter.note_typed(messages),
            Self::Screen { .. } => false,
        }
    }

    /// Queries whether the terminal supports images. The reply comes among the keys.
    pub(crate) fn query_images(&self) -> io::Result<()> {
        match self {
            Self::Screen { guard, .. } => guard.query_images(),
            Self::Linear(_) => Ok(()),
        }
    }

    /// Copies a text to the clipboard; line mode prints it.
    pub(crate) fn copy(&self, text: &str) -> io::Result<()> {
        match self {
            Self::Screen { guard, .. } => guard.copy(text),
            Self::Linear(_) => print_lines(&[text.trim_end().to_owned()])?,
        }
        Ok(())
    }

    /// Rings the bell with the next frame.
    pub(crate) fn ring_bell(&self) {
        if let Self::Screen { guard, .. } = self {
            guard.ring_bell();
        }
    }

    /// Forgets what the terminal shows, so that the next frame draws all of it. Ratatui's own way would ask
    /// the terminal where the cursor is, and the reply would go to the input thread.
    pub(crate) fn force_redraw(&mut self) -> io::Result<()> {
        if let Self::Screen { terminal, guard } = self {
            guard.clear();
            *terminal = canvas_of(guard)?;
        }
        Ok(())
    }

    /// Restores the terminal for a while.
    pub(crate) fn suspend(&self) -> io::Result<()> {
        match self {
            Self::Screen { guard, .. } => guard.suspend(),
            Self::Linear(_) => Ok(()),
        }
    }

    /// Takes the terminal over again.
    pub(crate) fn resume(&self) -> io::Result<()> {
        match self {
            Self::Screen { guard, .. } => guard.resume(),
            Self::Linear(_) => Ok(()),
        }
    }
}

/// The area to draw on: the terminal, up to the largest supported size.
fn canvas_of(guard: &TerminalGuard<Tty>) -> io::Result<Terminal<CrosstermBackend<TerminalCanvas<Tty>>>> {
    let viewport = Viewport::Fixed(Rect::from((Position::ORIGIN, drawn_size(guard)?)));
    Terminal::with_options(CrosstermBackend::new(guard.canvas()), TerminalOptions { viewport })
}

fn drawn_size(guard: &TerminalGuard<Tty>) -> io::Result<Size> {
    let size = CrosstermBackend::new(guard.canvas()).size()?;
    let (width, height) = clipped_size(size.width, size.height);
    Ok(Size { width, height })
}

/// Writes lines, all at once, without terminal control characters.
pub(crate) fn print_lines(lines: &[String]) -> io::Result<()> {
    if lines.is_empty() { Ok(()) } else { print_text(&linear::sanitized_lines(lines)) }
}

/// Writes a text that has no terminal control characters, all at once.
pub(crate) fn print_text(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}
