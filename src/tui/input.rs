//! The two threads that listen: one to the terminal, one to the system's signals.
//!
//! Both sleep until something happens. The bytes of the terminal are read here and become keys in `termina`'s parser; a
//! bracketed paste is put together here, so that one whose end never comes does not swallow the keys behind it.

mod brackets;
mod reply;

use std::io::{self, IsTerminal, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::{Handle, Signals};
use termina::Event as Raw;
use termina::event::{MouseButton, MouseEvent, MouseEventKind};

use super::app::Focus;
use super::event::{Event, Signal};
use super::keymap::{Code, Held, Key};
use super::shell::watchdog::{Alarm, Cause};
use super::update::Gesture;

use brackets::{Brackets, Piece};
use reply::Reply;

/// How long the end waits for the reader. It may hang in a terminal that has gone away.
const PATIENCE: Duration = Duration::from_millis(100);

/// Silence after which a paste without an end is taken as it is.
const PASTE_SILENCE: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

/// Silence after which the beginning of a sequence is what was typed.
const KEY_SILENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// Ctrl-C, whatever it means to the program: where the main loop does not take it in, it ends the program.
const INTERRUPT: Key = Key { code: Code::Char('c'), held: Held::Ctrl };

/// The thread that reads the terminal.
pub(super) struct Reader {
    stop: UnixStream,
    ended: Receiver<()>,
}

impl Reader {
    /// Starts reading.
    pub(super) fn start(events: Sender<Event>, alarm: Alarm) -> io::Result<Self> {
        let (stop, stopped) = UnixStream::pair()?;
        let tty = Tty::open()?;
        let (end, ended) = channel();
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            let told = Told { events, alarm, reply: Reply::default() };
            if let Err(reason) = read_all(&tty, &stopped, told) {
                let Unreadable { events, reason } = reason;
                let _ = events.send(Event::InputLost(reason));
            }
            // Nobody waits any more where this fails.
            let _ = end.send(());
        })?;
        Ok(Self { stop, ended })
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if self.stop.write_all(b"!").is_ok() {
            let _ = self.ended.recv_timeout(PATIENCE);
        }
    }
}

/// Where the keys come from.
enum Tty {
    Stdin(io::Stdin),
    /// The terminal itself, where something else comes through the standard input.
    Device(OwnedFd),
}

impl Tty {
    fn open() -> io::Result<Self> {
        if io::stdin().is_terminal() {
            return Ok(Self::Stdin(io::stdin()));
        }
        let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(Self::Device(rustix::fs::open("/dev/tty", flags, Mode::empty())?))
    }
}

impl AsFd for Tty {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Stdin(stdin) => stdin.as_fd(),
            Self::Device(device) => device.as_fd(),
        }
    }
}

/// Who hears what was typed.
struct Told {
    events: Sender<Event>,
    alarm: Alarm,
    reply: Reply,
}

/// The terminal cannot be read any more.
struct Unreadable {
    events: Sender<Event>,
    reason: String,
}

/// Nobody listens any more.
struct Unheard;

impl Told {
    fn send(&mut self, event: Event) -> Result<(), Unheard> {
        for event in self.reply.filter(event) {
            let interrupts = matches!(&event, Event::Key(key) if *key == INTERRUPT);
            let round = self.alarm.round();
            self.events.send(event).map_err(|_| Unheard)?;
            if interrupts {
                self.alarm.ring(round, Cause::Interrupt);
            }
        }
        Ok(())
    }
}

/// Turns bytes into events.
#[derive(Default)]
struct Decoder {
    brackets: Brackets,
    parser: termina::Parser,
    /// Bytes that no event has come of yet.
    unparsed: Vec<u8>,
}

impl Decoder {
    /// Takes in what was read at once; `more` where more is likely to come at once.
    fn decode(&mut self, bytes: &[u8], more: bool) -> Vec<Event> {
        let pieces = self.brackets.feed(bytes, more);
        pieces.into_iter().flat_map(|piece| self.events(piece, more)).collect()
    }

    /// Nothing came for a while: what was begun is taken as it is.
    fn settle(&mut self) -> Vec<Event> {
        let pieces = self.brackets.settle();
        let mut events: Vec<Event> = pieces.into_iter().flat_map(|piece| self.events(piece, false)).collect();
        // What begins a longer sequence is typed where it stands by itself; all others have been keys already.
        if let [0x1b, letter @ (b'[' | b']' | b'O' | b'P')] = self.unparsed[..] {
            events.push(Event::Key(Key { code: Code::Char(char::from(letter)), held: Held::Alt }));
        }
        self.unparsed.clear();
        self.parser = termina::Parser::default();
        events
    }

    /// For how long silence means something now; None where it means nothing.
    fn silence(&self) -> Option<&'static Timespec> {
        match () {
            () if self.brackets.is_open() => Some(&PASTE_SILENCE),
            () if self.brackets.holds_back() || !self.unparsed.is_empty() => Some(&KEY_SILENCE),
            () => None,
        }
    }

    fn events(&mut self, piece: Piece, more: bool) -> Vec<Event> {
        let bytes = match piece {
            Piece::Paste(bytes) => return vec![Event::Paste(String::from_utf8_lossy(&bytes).into_owned())],
            Piece::Keys(bytes) => bytes,
        };
        self.parser.parse(&bytes, more);
        let raw: Vec<Raw> = std::iter::from_fn(|| self.parser.pop()).collect();
        match bytes.iter().rposition(|&byte| byte == 0x1b) {
            // A sequence may have been begun there that the parser waits for; silence ends it.
            Some(at) => self.unparsed = bytes[at..].to_vec(),
            None if raw.is_empty() => self.unparsed.extend_from_slice(&bytes),
            None => self.unparsed.clear(),
        }
        raw.into_iter().filter_map(translate).collect()
    }
}

fn read_all(tty: &Tty, stop: &UnixStream, mut told: Told) -> Result<(), Unreadable> {
    /// More than a terminal hands over at once.
    const ROOM: usize = 1 << 14;
    let mut buffer = vec![0; ROOM];
    let mut decoder = Decoder::default();
    loop {
        let mut fds = [PollFd::new(tty, PollFlags::IN), PollFd::new(stop, PollFlags::IN)];
        let events = match poll(&mut fds, decoder.silence()) {
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(Unreadable { events: told.events, reason: error.to_string() }),
            Ok(0) => decoder.settle(),
            Ok(_) if !fds[1].revents().is_empty() => return Ok(()),
            Ok(_) => match rustix::io::read(tty, &mut buffer) {
                Ok(0) => {
                    let reason = "the terminal has gone away".to_owned();
                    return Err(Unreadable { events: told.events, reason });
                }
                Ok(count) => decoder.decode(&buffer[..count], count >= FULL),
                Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => continue,
                Err(error) => return Err(Unreadable { events: told.events, reason: error.to_string() }),
            },
        };
        for event in events {
            if told.send(event).is_err() {
                return Ok(());
            }
        }
    }
}

/// What a terminal's line hands over at once where it has more, in bytes.
const FULL: usize = 4095;

fn translate(raw: Raw) -> Option<Event> {
    match raw {
        Raw::Key(key) => Key::from_terminal(key).map(Event::Key),
        Raw::Mouse(MouseEvent { kind, column, row, .. }) => {
            gesture(kind).map(|gesture| Event::Mouse(gesture, column, row))
        }
        Raw::FocusIn => Some(Event::Focus(Focus::Here)),
        Raw::FocusOut => Some(Event::Focus(Focus::Elsewhere)),
        Raw::Paste(text) => Some(Event::Paste(text)),
        // A new size comes as a signal, and nothing else is asked of the terminal.
        Raw::WindowResized(_) | Raw::Csi(_) | Raw::Osc(_) | Raw::Dcs(_) => None,
    }
}

fn gesture(kind: MouseEventKind) -> Option<Gesture> {
    match kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Gesture::Press),
        MouseEventKind::Down(MouseButton::Right) => Some(Gesture::RightPress),
        MouseEventKind::Drag(MouseButton::Right) => Some(Gesture::RightDrag),
        MouseEventKind::Drag(MouseButton::Left) => Some(Gesture::Drag),
        MouseEventKind::Up(MouseButton::Left | MouseButton::Right) => Some(Gesture::Release),
        MouseEventKind::ScrollUp => Some(Gesture::WheelUp),
        MouseEventKind::ScrollDown => Some(Gesture::WheelDown),
        _ => None,
    }
}

/// The thread that waits for signals.
pub(super) struct SignalWatch {
    handle: Handle,
}

impl SignalWatch {
    /// Starts waiting. From here on these signals no longer end or stop the program by themselves.
    pub(super) fn start(events: Sender<Event>, alarm: Alarm) -> io::Result<Self> {
        let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])?;
        let handle = signals.handle();
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                let event = match signal {
                    SIGTSTP => Event::Signal(Signal::Suspend),
                    SIGCONT => Event::Signal(Signal::Continue),
                    SIGWINCH => match crossterm::terminal::size() {
                        Ok((columns, rows)) => Event::Resize(columns, rows),
                        Err(_) => continue,
                    },
                    _ => Event::Signal(Signal::Terminate),
                };
                let ends = matches!(event, Event::Signal(Signal::Terminate));
                let round = alarm.round();
                let sent = events.send(event);
                if ends {
                    alarm.ring(round, Cause::Signal(signal));
                }
                if sent.is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { handle })
    }
}

impl Drop for SignalWatch {
    fn drop(&mut self) {
        self.handle.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of bytes that are read in these chunks, with silence behind them.
    fn check(chunks: &[&[u8]], wanted: &[&str]) {
        let mut decoder = Decoder::default();
        let mut events = Vec::new();
        for chunk in chunks {
            events.extend(decoder.decode(chunk, chunk.len() >= FULL));
        }
        events.extend(decoder.settle());
        let told = |event: Event| match event {
            Event::Key(key) => key.to_string(),
            Event::Paste(text) => format!("paste {text}"),
            other => format!("{other:?}"),
        };
        assert_eq!(events.into_iter().map(told).collect::<Vec<_>>(), wanted, "{chunks:?}");
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
        for (typed, wanted) in [("P", "alt-P"), ("[", "alt-["), ("O", "alt-O"), ("x", "alt-x")] {
            check(&[format!("\x1b{typed}").as_bytes()], &[wanted]);
            check(&[format!("a\x1b{typed}").as_bytes()], &["a", wanted]);
        }
        check(&[b"\xff\xfea"], &["a"]);
        check(&[b"\x1b[<0;10;5M\x1b[I"], &["Mouse(Press, 9, 4)", "Focus(Here)"]);
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
        let mut decoder = Decoder::default();
        assert_eq!(decoder.decode(b"\x1b[200~one", false).len(), 0);
        let text = |events: Vec<Event>| match events.as_slice() {
            [Event::Paste(text)] => text.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(text(decoder.settle()), "one");
        assert_eq!(text(decoder.decode(b" two quit\x1b[201~", false)), " two quit");
        assert_eq!(decoder.decode(b"q", false).len(), 1);
    }
}
