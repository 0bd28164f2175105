//! The terminal's modes: what is switched on here is switched off again, however the program ends.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;

use crate::platform::{self, terminal_rescue};
use crate::tui::theme::pieces::image;
use crate::tui::theme::pieces::image::PieceImage;

/// Alternate screen, hidden cursor, bracketed paste, focus reports.
const ENTER_SEQUENCE: &str = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1004h";
/// Clicks, drags with the button down, and the wheel; movements without a button are not reported.
const MOUSE_SEQUENCE: &str = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// All of it undone, in reverse order; an unfinished frame is closed.
const LEAVE_SEQUENCE: &str =
    "\x1b[?2026l\x1b[0m\x1b[?1006l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?2004l\x1b[?25h\x1b[?1049l";
/// A frame is shown as a whole between these two (synchronized output).
const SYNC_FRAME: (&[u8], &[u8]) = (b"\x1b[?2026h", b"\x1b[?2026l");

/// Where frames go, and the terminal's capabilities.
pub trait TerminalDevice: Write {
    /// Turns raw mode on or off.
    ///
    /// # Errors
    /// When the system refuses.
    fn set_raw(&mut self, raw: RawMode) -> io::Result<()>;

    /// Restores the terminal by this sequence if a signal ends the program from now on; None where it has been restored.
    fn restore_on_signals(&mut self, sequence: Option<&'static str>);
}

/// The terminal's input mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RawMode {
    /// Raw: each key at once, without echo.
    On,
    /// As a shell needs them.
    Off,
}

/// Whether the mouse is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MouseCapture {
    /// Clicks and the wheel come to the program.
    On,
    /// The terminal keeps them, to select text.
    Off,
}

/// The controlling terminal.
#[derive(Debug)]
pub struct Tty(io::Stdout);

impl Tty {
    /// Standard output.
    #[must_use]
    pub fn new() -> Self {
        Self(io::stdout())
    }
}

impl Default for Tty {
    fn default() -> Self {
        Self::new()
    }
}

impl Write for Tty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl TerminalDevice for Tty {
    fn set_raw(&mut self, raw: RawMode) -> io::Result<()> {
        platform::set_raw_mode(raw == RawMode::On)
    }

    fn restore_on_signals(&mut self, sequence: Option<&'static str>) {
        match sequence {
            Some(sequence) => terminal_rescue::begin(sequence.as_bytes()),
            None => terminal_rescue::end(),
        }
    }
}

/// Collects what is drawn and writes it at once.
#[derive(Debug)]
struct TerminalScreen<D: TerminalDevice> {
    pending: Vec<u8>,
    mouse: MouseCapture,
    line: Arc<Mutex<TerminalLine<D>>>,
}

/// The terminal's output, and the modes switched on. It is locked for no longer than a write takes.
#[derive(Debug)]
struct TerminalLine<D: TerminalDevice> {
    device: D,
    raw_mode: RawMode,
    /// The images that the terminal stores.
    images: BTreeSet<PieceImage>,
}

/// A poisoned lock is fine: a panic leaves whole values behind.
fn lock_line<D: TerminalDevice>(line: &Mutex<TerminalLine<D>>) -> MutexGuard<'_, TerminalLine<D>> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<D: TerminalDevice> TerminalLine<D> {
    /// Deletes the images that were sent.
    fn forget_images(&mut self, pending: &mut Vec<u8>) {
        for image in std::mem::take(&mut self.images) {
            pending.extend_from_slice(image.removal().as_bytes());
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.device.write_all(bytes)?;
        self.device.flush()
    }

    /// Resets the modes that were set.
    fn leave(&mut self) -> io::Result<()> {
        if self.raw_mode == RawMode::Off {
            return Ok(());
        }
        self.raw_mode = RawMode::Off;
        let mut bytes = Vec::new();
        self.forget_images(&mut bytes);
        bytes.extend_from_slice(LEAVE_SEQUENCE.as_bytes());
        // Raw mode ends even where nothing can be written any more, and first: a terminal that blocks on
        // writes would keep it.
        let cooked = self.device.set_raw(RawMode::Off);
        let written = self.write(&bytes);
        self.device.restore_on_signals(None);
        written.and(cooked)
    }
}

/// The buffer that ratatui's backend writes to: nothing is shown before [`TerminalGuard::present`].
#[derive(Debug)]
pub struct TerminalCanvas<D: TerminalDevice>(Rc<RefCell<TerminalScreen<D>>>);

impl<D: TerminalDevice> Write for TerminalCanvas<D> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Restores the terminal from any thread, while the drawing thread does not respond.
#[derive(Debug)]
pub struct TerminalRelease<D: TerminalDevice>(Arc<Mutex<TerminalLine<D>>>);

impl<D: TerminalDevice> TerminalRelease<D> {
    /// Restores the terminal; nothing is drawn on it any more. False where the drawing thread is blocked in a
    /// write: then only raw mode has been ended.
    pub(crate) fn release(&self, spare: &mut D) -> bool {
        match self.0.try_lock() {
            Ok(mut line) => line.leave().is_ok(),
            Err(TryLockError::Poisoned(line)) => line.into_inner().leave().is_ok(),
            Err(TryLockError::WouldBlock) => {
                // The error cannot be reported anywhere.
                let _ = spare.set_raw(RawMode::Off);
                false
            }
        }
    }
}

/// RAII guard of the terminal's modes; dropping it restores them.
#[derive(Debug)]
pub struct TerminalGuard<D: TerminalDevice>(Rc<RefCell<TerminalScreen<D>>>);

impl<D: TerminalDevice> TerminalGuard<D> {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it cannot be written to or refuses raw mode; it is restored then.
    pub fn enter(device: D, mouse: MouseCapture) -> io::Result<Self> {
        let line =
            Arc::new(Mutex::new(TerminalLine { device, raw_mode: RawMode::Off, images: BTreeSet::new() }));
        let guard = Self(Rc::new(RefCell::new(TerminalScreen { pending: Vec::new(), mouse, line })));
        guard.resume()?;
        Ok(guard)
    }

    /// Where frames are written.
    #[must_use]
    pub fn canvas(&self) -> TerminalCanvas<D> {
        TerminalCanvas(Rc::clone(&self.0))
    }

    /// A handle that restores the terminal from another thread.
    pub(crate) fn release(&self) -> TerminalRelease<D> {
        TerminalRelease(Arc::clone(&self.0.borrow().line))
    }

    /// Shows what was drawn, as one frame and in one write. Without changes nothing is written, and nothing
    /// either once the terminal was restored.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn present(&self) -> io::Result<()> {
        let TerminalScreen { pending, line, .. } = &mut *self.0.borrow_mut();
        if pending.is_empty() {
            return Ok(());
        }
        pending.splice(0..0, SYNC_FRAME.0.iter().copied());
        pending.extend_from_slice(SYNC_FRAME.1);
        let mut line = lock_line(line);
        let written = if line.raw_mode == RawMode::On { line.write(pending) } else { Ok(()) };
        pending.clear();
        written
    }

    /// Clears the screen with the next frame, which has to send its images again.
    pub(crate) fn clear(&self) {
        let TerminalScreen { pending, line, .. } = &mut *self.0.borrow_mut();
        pending.extend_from_slice(b"\x1b[0m\x1b[2J");
        lock_line(line).forget_images(pending);
    }

    /// Queries whether the terminal supports images.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub(crate) fn query_images(&self) -> io::Result<()> {
        lock_line(&self.0.borrow().line).write(image::IMAGE_QUERY.as_bytes())
    }

    /// Sends, with the next frame, those of its images that the terminal does not have yet.
    pub(crate) fn send_images(&self, shown: &BTreeSet<PieceImage>) {
        if shown.is_empty() {
            return;
        }
        let TerminalScreen { pending, line, .. } = &mut *self.0.borrow_mut();
        let mut line = lock_line(line);
        for &image in shown {
            if line.images.insert(image) {
                pending.extend_from_slice(image.transmission().as_bytes());
            }
        }
    }

    /// Rings the bell with the next frame.
    pub(crate) fn ring_bell(&self) {
        self.0.borrow_mut().pending.push(7);
    }

    /// Copies a text to the clipboard, with the next frame, by an escape sequence (OSC 52).
    pub(crate) fn copy(&self, text: &str) {
        let mut sequence = String::new();
        // Writing to a string cannot fail.
        let _ = CopyToClipboard::to_clipboard_from(text).write_ansi(&mut sequence);
        self.0.borrow_mut().pending.extend_from_slice(sequence.as_bytes());
    }

    /// Restores the terminal for a while.
    ///
    /// # Errors
    /// When it cannot be written to.
    pub(crate) fn suspend(&self) -> io::Result<()> {
        let Ok(mut screen) = self.0.try_borrow_mut() else { return Ok(()) };
        screen.pending.clear();
        lock_line(&screen.line).leave()
    }

    /// Takes the terminal over again; the whole screen has to be redrawn.
    ///
    /// # Errors
    /// When it cannot be written to or refuses raw mode.
    pub(crate) fn resume(&self) -> io::Result<()> {
        let screen = self.0.borrow();
        let mut line = lock_line(&screen.line);
        line.raw_mode = RawMode::On;
        line.device.restore_on_signals(Some(LEAVE_SEQUENCE));
        line.device.set_raw(RawMode::On)?;
        let mouse = if screen.mouse == MouseCapture::On { MOUSE_SEQUENCE } else { "" };
        line.write(&[ENTER_SEQUENCE, mouse].concat().into_bytes())
    }
}

impl<D: TerminalDevice> Drop for TerminalGuard<D> {
    fn drop(&mut self) {
        // The error cannot be reported anywhere.
        let _ = self.suspend();
    }
}

/// Keeps panic messages off the screen: that of the main thread is shown after the terminal is restored,
/// those of workers go to the log, since a worker's panic does not end the program.
pub struct PanicReporter {
    report: Arc<Mutex<Option<String>>>,
}

impl PanicReporter {
    /// Installs the hook; the calling thread is the one whose panic ends the program.
    pub(crate) fn start() -> Self {
        let report = Arc::new(Mutex::new(None));
        let shared_report = Arc::clone(&report);
        let ours = std::thread::current().id();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().id() == ours {
                let trace = std::backtrace::Backtrace::capture();
                *shared_report.lock().unwrap_or_else(PoisonError::into_inner) =
                    Some(format!("{panic}\n{trace}"));
            } else {
                tracing::error!("a worker panicked: {panic}");
            }
        }));
        Self { report }
    }

    /// The message of the panic that ended the program, if one did.
    pub(crate) fn report(&self) -> Option<String> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for PanicReporter {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            drop(std::panic::take_hook());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// A terminal that records what was written to it.
    #[derive(Clone, Default)]
    struct Recorder(Rc<RefCell<Recorded>>);

    /// What was written, the input modes, and how signals restore it.
    type Recorded = (Vec<u8>, Vec<RawMode>, Option<&'static str>);

    impl Write for Recorder {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().0.extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl TerminalDevice for Recorder {
        fn set_raw(&mut self, raw: RawMode) -> io::Result<()> {
            self.0.borrow_mut().1.push(raw);
            Ok(())
        }

        fn restore_on_signals(&mut self, sequence: Option<&'static str>) {
            self.0.borrow_mut().2 = sequence;
        }
    }

    /// The screen contents after the session: restored, and with the shell's line still there.
    fn check_restored(recorder: &Recorder) {
        let (bytes, raw, on_signals) = &*recorder.0.borrow();
        let mut parser = vt100::Parser::new(24, 80, 0);
        parser.process(b"$ matescope\r\n");
        parser.process(bytes);
        let screen = parser.screen();
        assert!(screen.contents().starts_with("$ matescope"), "{:?}", screen.contents());
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        for mode in [1000, 1002, 1004, 1006, 1049, 2004, 2026] {
            let text = String::from_utf8_lossy(bytes);
            let (on, off) = (text.rfind(&format!("?{mode}h")), text.rfind(&format!("?{mode}l")));
            assert!(on < off, "mode {mode} is left on");
        }
        assert_eq!((raw.last(), *on_signals), (Some(&RawMode::Off), None));
    }

    fn drawn(recorder: &Recorder) -> TerminalGuard<Recorder> {
        let guard = TerminalGuard::enter(recorder.clone(), MouseCapture::On).unwrap();
        guard.canvas().write_all(b"\x1b[1;1Ha frame").unwrap();
        guard.present().unwrap();
        assert_eq!(recorder.0.borrow().2, Some(LEAVE_SEQUENCE));
        guard
    }

    #[test]
    fn the_terminal_is_restored_after_the_end_and_after_a_panic() {
        let recorder = Recorder::default();
        drop(drawn(&recorder));
        check_restored(&recorder);
        let recorder = Recorder::default();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let guard = drawn(&recorder);
            guard.canvas().write_all(b"half a fra").unwrap();
            panic!("on purpose");
        }));
        assert!(panicked.is_err());
        check_restored(&recorder);
    }

    #[test]
    fn a_frame_is_one_synchronized_piece_and_nothing_costs_nothing() {
        let recorder = Recorder::default();
        let guard = drawn(&recorder);
        let before = recorder.0.borrow().0.len();
        guard.present().unwrap();
        assert_eq!(recorder.0.borrow().0.len(), before);
        let text = String::from_utf8(recorder.0.borrow().0.clone()).unwrap();
        assert!(text.ends_with("\x1b[?2026h\x1b[1;1Ha frame\x1b[?2026l"), "{text:?}");
    }

    /// How often a text was written since the start.
    fn times(recorder: &Recorder, text: &str) -> usize {
        String::from_utf8_lossy(&recorder.0.borrow().0).matches(text).count()
    }

    #[test]
    fn an_image_is_sent_once_dropped_at_the_end_and_sent_again_after_a_stop() {
        use crate::chess::{Color, Role};
        let recorder = Recorder::default();
        let guard = drawn(&recorder);
        let [king, pawn] = [Role::King, Role::Pawn].map(|role| PieceImage::new(role.of(Color::White), 4));
        let show = |images: &[PieceImage]| {
            guard.canvas().write_all(b"a frame").unwrap();
            guard.send_images(&images.iter().copied().collect());
            guard.present().unwrap();
        };
        show(&[king]);
        show(&[king, pawn]);
        show(&[pawn]);
        for image in [king, pawn] {
            assert_eq!((times(&recorder, &image.transmission()), times(&recorder, &image.removal())), (1, 0));
        }
        guard.suspend().unwrap();
        check_restored(&recorder);
        for image in [king, pawn] {
            assert_eq!(times(&recorder, &image.removal()), 1);
        }
        guard.resume().unwrap();
        show(&[king]);
        assert_eq!((times(&recorder, &king.transmission()), times(&recorder, &pawn.transmission())), (2, 1));
        drop(guard);
        check_restored(&recorder);
        assert_eq!((times(&recorder, &king.removal()), times(&recorder, &pawn.removal())), (2, 1));
    }

    #[test]
    fn another_thread_gives_the_terminal_back_and_nothing_is_drawn_after_that() {
        let recorder = Recorder::default();
        let guard = drawn(&recorder);
        assert!(guard.release().release(&mut recorder.clone()));
        check_restored(&recorder);
        let before = recorder.0.borrow().0.len();
        guard.canvas().write_all(b"too late").unwrap();
        guard.present().unwrap();
        drop(guard);
        assert_eq!(recorder.0.borrow().0.len(), before);
        let stuck = Recorder::default();
        let guard = drawn(&stuck);
        let line = Arc::clone(&guard.0.borrow().line);
        let inside_a_write = line.lock().unwrap();
        assert!(!guard.release().release(&mut stuck.clone()), "the write does not end");
        assert_eq!(stuck.0.borrow().1.last(), Some(&RawMode::Off), "raw mode goes all the same");
        drop(inside_a_write);
    }

    #[test]
    fn a_stop_gives_the_terminal_back_and_takes_it_again() {
        let recorder = Recorder::default();
        let guard = drawn(&recorder);
        guard.suspend().unwrap();
        check_restored(&recorder);
        guard.resume().unwrap();
        assert_eq!(recorder.0.borrow().1, [RawMode::On, RawMode::Off, RawMode::On]);
        drop(guard);
        check_restored(&recorder);
    }
}
