//! The two input threads: one reads the terminal, one waits for signals.
//!
//! Both block until something happens. Where the terminal gives bytes, they become keys in `termina`'s parser; a bracketed paste is assembled here, so that one without an end marker does not swallow the keys
//! after it.

mod brackets;
mod reply;

use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use termina::Event as Raw;
use termina::event::{MouseButton, MouseEvent, MouseEventKind};

use crate::chess::thread::ThreadBuilder;
use crate::platform::{ConsoleInput, ConsoleRead, ConsoleStop, SignalListener, SignalStop, SystemSignal};
use crate::tui::event::{TuiEvent, TuiSignal};
use crate::tui::input::brackets::{InputChunk, PasteBrackets};
use crate::tui::input::reply::TerminalReplyFilter;
use crate::tui::keymap::{KeyModifier, KeyPress, PlainKey};
use crate::tui::message::MouseGesture;
use crate::tui::model::Focus;
use crate::tui::shell::watchdog::{WatchdogAlarm, WatchdogCause};

/// How long shutdown waits for the reading thread. It may hang in a terminal that is gone.
const JOIN_TIMEOUT: Duration = Duration::from_millis(100);

/// Timeout after which a paste without an end marker is taken as it is.
const PASTE_TIMEOUT: Duration = Duration::from_secs(1);

/// Timeout after which the beginning of a sequence counts as typed keys.
const ESCAPE_TIMEOUT: Duration = Duration::from_millis(50);

/// A read of so many bytes at once was not typed.
const BURST_BYTES: usize = 64;

/// Ctrl-C, whatever it means to the program: where the main loop does not handle it, it ends the program.
const INTERRUPT_KEY: KeyPress = KeyPress { key: PlainKey::Char('c'), modifier: KeyModifier::Ctrl };

/// The thread that reads the terminal.
pub(super) struct TerminalReader {
    stop: ConsoleStop,
    finished: Receiver<()>,
}

impl TerminalReader {
    /// Starts reading.
    pub(super) fn start(events: Sender<TuiEvent>, alarm: WatchdogAlarm) -> io::Result<Self> {
        let (input, stop) = ConsoleInput::open()?;
        let (end, ended) = channel();
        ThreadBuilder::new("input").spawn(move || {
            let sender = TerminalEventSender { events, alarm, reply: TerminalReplyFilter::default() };
            if let Err(reason) = read_all(input, sender) {
                let TerminalReadError { events, reason } = reason;
                let _ = events.send(TuiEvent::InputLost(reason));
            }
            // On failure no one waits any more.
            let _ = end.send(());
        })?;
        Ok(Self { stop, finished: ended })
    }
}

impl Drop for TerminalReader {
    fn drop(&mut self) {
        if self.stop.stop().is_ok() {
            let _ = self.finished.recv_timeout(JOIN_TIMEOUT);
        }
    }
}

/// Where input events are sent.
struct TerminalEventSender {
    events: Sender<TuiEvent>,
    alarm: WatchdogAlarm,
    reply: TerminalReplyFilter,
}

/// The terminal cannot be read any more.
struct TerminalReadError {
    events: Sender<TuiEvent>,
    reason: String,
}

/// The receiver is closed.
struct TuiReceiverGone;

impl TerminalEventSender {
    fn send(&mut self, event: TuiEvent) -> Result<(), TuiReceiverGone> {
        for event in self.reply.filter(event) {
            let interrupts = matches!(&event, TuiEvent::Key(key) if *key == INTERRUPT_KEY);
            let round = self.alarm.current_loop();
            self.events.send(event).map_err(|_| TuiReceiverGone)?;
            if interrupts {
                self.alarm.raise(round, WatchdogCause::Interrupt);
            }
        }
        Ok(())
    }
}

/// Parses bytes into events.
#[derive(Default)]
struct TerminalDecoder {
    brackets: PasteBrackets,
    parser: termina::Parser,
    /// Bytes that are not yet part of an event.
    unparsed: Vec<u8>,
    /// Whether the last read had more bytes than a person types at once.
    was_burst: bool,
}

impl TerminalDecoder {
    /// Handles one read; `more` where more bytes are likely to follow at once.
    fn decode(&mut self, bytes: &[u8], more: bool) -> Vec<TuiEvent> {
        // The terminal is full at any byte. Escape behind others, or behind a burst, may begin a sequence that was cut
        // there: if its rest does not come, the timeout makes it a key.
        let may_be_cut = more || bytes.len() > 1 || self.was_burst;
        self.was_burst = bytes.len() >= BURST_BYTES;
        let pieces = self.brackets.feed(bytes, may_be_cut);
        pieces.into_iter().flat_map(|piece| self.events(piece, more)).collect()
    }

    /// Timeout: an incomplete sequence is taken as it is.
    fn flush(&mut self) -> Vec<TuiEvent> {
        self.was_burst = false;
        let pieces = self.brackets.flush();
        let mut events: Vec<TuiEvent> =
            pieces.into_iter().flat_map(|piece| self.events(piece, false)).collect();
        // The first byte of a longer sequence is a key when it comes alone; all others have been keys
        // already.
        if let [0x1b, letter @ (b'[' | b']' | b'O' | b'P')] = self.unparsed[..] {
            events.push(TuiEvent::Key(KeyPress {
                key: PlainKey::Char(char::from(letter)),
                modifier: KeyModifier::Alt,
            }));
        }
        self.unparsed.clear();
        self.parser = termina::Parser::default();
        events
    }

    /// The current timeout; None where there is none.
    fn timeout(&self) -> Option<Duration> {
        match () {
            () if self.brackets.is_open() => Some(PASTE_TIMEOUT),
            () if self.brackets.holds_back() || !self.unparsed.is_empty() => Some(ESCAPE_TIMEOUT),
            () => None,
        }
    }

    fn events(&mut self, piece: InputChunk, more: bool) -> Vec<TuiEvent> {
        let bytes = match piece {
            InputChunk::Paste(bytes) => {
                return vec![TuiEvent::Paste(String::from_utf8_lossy(&bytes).into_owned())];
            }
            InputChunk::Keys(bytes) => bytes,
        };
        self.parser.parse(&bytes, more);
        let raw: Vec<Raw> = std::iter::from_fn(|| self.parser.pop()).collect();
        match bytes.iter().rposition(|&byte| byte == 0x1b) {
            // The parser may wait for the rest of a sequence; a timeout ends it.
            Some(at) => self.unparsed = bytes[at..].to_vec(),
            None if raw.is_empty() => self.unparsed.extend_from_slice(&bytes),
            None => self.unparsed.clear(),
        }
        raw.into_iter().filter_map(translate).collect()
    }
}

fn read_all(mut input: ConsoleInput, mut sender: TerminalEventSender) -> Result<(), TerminalReadError> {
    let mut decoder = TerminalDecoder::default();
    loop {
        let lost = match input.read(decoder.timeout()) {
            Ok(ConsoleRead::Closed) => "the terminal has gone away".to_owned(),
            Ok(ConsoleRead::Stopped) => return Ok(()),
            Ok(read) => {
                for event in events_of(read, &mut decoder) {
                    if sender.send(event).is_err() {
                        return Ok(());
                    }
                }
                continue;
            }
            Err(error) => error.to_string(),
        };
        return Err(TerminalReadError { events: sender.events, reason: lost });
    }
}

fn events_of(read: ConsoleRead<'_>, decoder: &mut TerminalDecoder) -> Vec<TuiEvent> {
    match read {
        ConsoleRead::Bytes { bytes, more } => decoder.decode(bytes, more),
        ConsoleRead::Timeout => decoder.flush(),
        ConsoleRead::Parsed(event) => translate(event).into_iter().collect(),
        ConsoleRead::Resized => new_size().into_iter().collect(),
        ConsoleRead::Stopped | ConsoleRead::Closed => Vec::new(),
    }
}

/// The terminal's size now.
fn new_size() -> Option<TuiEvent> {
    crossterm::terminal::size().ok().map(|(columns, rows)| TuiEvent::Resize(columns, rows))
}

fn translate(raw: Raw) -> Option<TuiEvent> {
    match raw {
        Raw::Key(key) => KeyPress::from_terminal(key).map(TuiEvent::Key),
        Raw::Mouse(MouseEvent { kind, column, row, .. }) => {
            gesture(kind).map(|gesture| TuiEvent::Mouse(gesture, column, row))
        }
        Raw::FocusIn => Some(TuiEvent::Focus(Focus::Focused)),
        Raw::FocusOut => Some(TuiEvent::Focus(Focus::Unfocused)),
        Raw::Paste(text) => Some(TuiEvent::Paste(text)),
        // A new size comes by itself, and the terminal is asked for nothing else.
        Raw::WindowResized(_) | Raw::Csi(_) | Raw::Osc(_) | Raw::Dcs(_) => None,
    }
}

fn gesture(kind: MouseEventKind) -> Option<MouseGesture> {
    match kind {
        MouseEventKind::Down(MouseButton::Left) => Some(MouseGesture::Press),
        MouseEventKind::Down(MouseButton::Right) => Some(MouseGesture::RightPress),
        MouseEventKind::Drag(MouseButton::Right) => Some(MouseGesture::RightDrag),
        MouseEventKind::Drag(MouseButton::Left) => Some(MouseGesture::Drag),
        MouseEventKind::Up(MouseButton::Left | MouseButton::Right) => Some(MouseGesture::Release),
        MouseEventKind::ScrollUp => Some(MouseGesture::WheelUp),
        MouseEventKind::ScrollDown => Some(MouseGesture::WheelDown),
        _ => None,
    }
}

/// The thread that waits for signals.
pub(super) struct SignalThread {
    stop: SignalStop,
}

impl SignalThread {
    /// Starts waiting. From here on these signals no longer end or stop the program by themselves.
    pub(super) fn start(events: Sender<TuiEvent>, alarm: WatchdogAlarm) -> io::Result<Self> {
        let (listener, stop) = SignalListener::for_screen()?;
        ThreadBuilder::new("signals").spawn(move || {
            listener.run(|signal| {
                let event = match signal {
                    SystemSignal::Suspend => Some(TuiEvent::Signal(TuiSignal::Suspend)),
                    SystemSignal::Continue => Some(TuiEvent::Signal(TuiSignal::Continue)),
                    SystemSignal::Resize => new_size(),
                    SystemSignal::End(_) => Some(TuiEvent::Signal(TuiSignal::Terminate)),
                };
                let Some(event) = event else { return ControlFlow::Continue(()) };
                let round = alarm.current_loop();
                let sent = events.send(event);
                if let SystemSignal::End(signal) = signal {
                    alarm.raise(round, WatchdogCause::Signal(signal));
                }
                if sent.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        })?;
        Ok(Self { stop })
    }
}

impl Drop for SignalThread {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events from bytes read in these chunks, followed by silence.
    fn check(chunks: &[&[u8]], expected: &[&str]) {
        let mut decoder = TerminalDecoder::default();
        let mut events = Vec::new();
        for chunk in chunks {
            events.extend(decoder.decode(chunk, false));
        }
        events.extend(decoder.flush());
        let describe = |event: TuiEvent| match event {
            TuiEvent::Key(key) => key.to_string(),
            TuiEvent::Paste(text) => format!("paste {text}"),
            other => format!("{other:?}"),
        };
        assert_eq!(events.into_iter().map(describe).collect::<Vec<_>>(), expected, "{chunks:?}");
    }

    #[test]
    fn keys_are_read_however_they_are_cut() {
        check(&[b"e4\r"], &["e", "4", "enter"]);
        check(&[b"\x1b"], &["esc"]);
        check(&[b"\x1b", b"[A"], &["esc", "[", "A"]);
        check(&[b"\x1b[A\x1b[B\x1bOC\x1b[1;5D"], &["up", "down", "right", "ctrl-left"]);
        check(&[b"\x1b[", b"A"], &["up"]);
        check(&[b"\x1b[5~\x1b[3~\x1b[15~"], &["pageup", "delete", "f5"]);
        check(&["é".as_bytes(), &"é".as_bytes()[..1], &"é".as_bytes()[1..]], &["é", "é"]);
        check(&[b"\x03\x11\x7f\t\x1b[Z"], &["ctrl-c", "ctrl-q", "backspace", "tab", "backtab"]);
        check(&[b"\x1bx", b"\x1b]"], &["alt-x", "alt-]"]);
        for (typed, expected) in [("P", "alt-P"), ("[", "alt-["), ("O", "alt-O"), ("x", "alt-x")] {
            check(&[format!("\x1b{typed}").as_bytes()], &[expected]);
            check(&[format!("a\x1b{typed}").as_bytes()], &["a", expected]);
        }
        check(&[b"\xff\xfea"], &["a"]);
        check(&[b"\x1b[<0;10;5M\x1b[I"], &["Mouse(Press, 9, 4)", "Focus(Focused)"]);
    }

    #[test]
    fn keys_of_a_burst_are_read_wherever_it_is_cut() {
        let burst = "\x1b[C".repeat(200);
        for cut in BURST_BYTES..burst.len() - 1 {
            let (first, rest) = burst.as_bytes().split_at(cut);
            let mut decoder = TerminalDecoder::default();
            let mut count = 0;
            // The byte at the cut may come alone, too.
            for chunk in [first, &rest[..1], &rest[1..]] {
                for event in decoder.decode(chunk, false) {
                    assert!(
                        matches!(&event, TuiEvent::Key(key) if key.to_string() == "right"),
                        "{cut}: {event:?}"
                    );
                    count += 1;
                }
            }
            assert_eq!(count, 200, "{cut}");
        }
        check(&[b"e4\x1b"], &["e", "4", "esc"]);
        check(&["e".repeat(100).as_bytes(), b"\x1b"], &[&["e"; 100][..], &["esc"]].concat());
    }

    #[test]
    fn a_paste_is_one_text_and_its_end_may_be_missing() {
        check(&[b"\x1b[200~e4\re5\x1b[201~x"], &["paste e4\re5", "x"]);
        check(&[b"a\x1b[20", b"0~e4\x1b[2", b"01~b"], &["a", "paste e4", "b"]);
        check(&[b"\x1b[200~e4 e5", b" Nf3"], &["paste e4 e5 Nf3"]);
        check(&[b"\x1b[200~e4 e5", b"\x03"], &["paste e4 e5", "ctrl-c"]);
        check(&[b"\x1b[200~e4 \x03e5\x1b[201~"], &["paste e4 \u{3}e5"]);
        check(&[b"\x1b[200~\x1b[201~\x1b[200~\x1b[201~"], &["paste ", "paste "]);
        check(&[b"\x1b[201~x"], &["x"]);
    }

    #[test]
    fn what_is_left_of_a_paste_that_was_cut_is_no_typing() {
        let mut decoder = TerminalDecoder::default();
        assert_eq!(decoder.decode(b"\x1b[200~one", false).len(), 0);
        let text = |events: Vec<TuiEvent>| match events.as_slice() {
            [TuiEvent::Paste(text)] => text.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(text(decoder.flush()), "one");
        assert_eq!(text(decoder.decode(b" two quit\x1b[201~", false)), " two quit");
        assert_eq!(decoder.decode(b"q", false).len(), 1);
    }
}
