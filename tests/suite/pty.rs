//! The program in a real terminal: how fast it is, and how it leaves the terminal.
//!
//! The terminal is a pseudo-terminal with a screen of its own (vt100), which shows a synchronized frame as a whole.
//! Nothing sleeps: a test waits for the expected output, or for a stretch of silence, and is woken by the bytes that come.

mod engines;
pub(crate) mod games;
mod images;
mod large;
pub(crate) mod manners;
mod practice;
mod proof;
mod recording;
mod speed;
mod watch;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Longer than anything takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Whether times are measured with nothing beside the program, so that the strict bounds hold. Elsewhere other
/// tests run at the same time.
pub(crate) fn is_machine_quiet() -> bool {
    std::env::var_os("MEASURE_SPEED").is_some()
}

/// Synchronized output: what stands between these two is shown at once.
const SYNC_FRAME: (&[u8], &[u8]) = (b"\x1b[?2026h", b"\x1b[?2026l");

/// What the terminal has received so far.
pub(crate) struct Received {
    parser: vt100::Parser,
    pub(crate) bytes: Vec<u8>,
    /// So many of the bytes are on the screen; the others belong to a frame that has not ended.
    shown: usize,
    ended: bool,
    at: Instant,
    /// When each read came, and its length.
    chunks: Vec<(Instant, usize)>,
}

/// A terminal with a program in it.
pub(crate) struct Tty {
    pub(crate) master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    received: Arc<(Mutex<Received>, Condvar)>,
    started: Instant,
}

/// A home folder of its own for a test; it goes away with it.
pub(crate) struct Home(PathBuf);

impl Home {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("matescope-pty-{}-{name}", std::process::id()));
        std::fs::create_dir_all(folder.join(".config/matescope")).expect("a folder for the test");
        Self(folder)
    }

    pub(crate) fn configure(&self, config: &str) {
        std::fs::write(self.0.join(".config/matescope/config.toml"), config).expect("a config file");
    }

    pub(crate) fn configured(&self) -> String {
        std::fs::read_to_string(self.0.join(".config/matescope/config.toml")).expect("a config file")
    }

    /// A file saved by the program.
    pub(crate) fn read(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.0.join(".local/state/matescope").join(name)).ok()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // The temporary folder keeps what cannot be removed.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Received {
    /// Shows what has come, without a frame that has not ended.
    fn show(&mut self) {
        // The beginning of a frame may have been cut, too.
        let from = self.shown.saturating_sub(SYNC_FRAME.0.len());
        let last = |mark: &[u8]| self.bytes[from..].windows(mark.len()).rposition(|part| part == mark);
        let whole = match last(SYNC_FRAME.0) {
            Some(begin) if !self.ended && last(SYNC_FRAME.1) < Some(begin) => from + begin,
            _ => self.bytes.len(),
        };
        if whole > self.shown {
            self.parser.process(&self.bytes[self.shown..whole]);
            self.shown = whole;
        }
    }
}

impl Tty {
    /// Starts the program.
    pub(crate) fn matescope(home: &Home, arguments: &[&str]) -> Self {
        Self::spawn(home, env!("CARGO_BIN_EXE_matescope"), arguments)
    }

    pub(crate) fn spawn(home: &Home, program: &str, arguments: &[&str]) -> Self {
        Self::spawn_with(home, program, arguments, &[])
    }

    /// Starts a program with more variables.
    pub(crate) fn spawn_with(
        home: &Home,
        program: &str,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(home.path());
        for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")] {
            command.env(name, value);
        }
        command.env("HOME", home.path());
        for (name, value) in variables {
            command.env(name, value);
        }
        for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "NO_COLOR"] {
            command.env_remove(name);
        }
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let writer = pair.master.take_writer().expect("a writer");
        let received = Arc::new((
            Mutex::new(Received {
                parser: vt100::Parser::new(24, 80, 0),
                bytes: Vec::new(),
                shown: 0,
                ended: false,
                at: Instant::now(),
                chunks: Vec::new(),
            }),
            Condvar::new(),
        ));
        let theirs = Arc::clone(&received);
        std::thread::spawn(move || {
            let mut buffer = [0; 16384];
            loop {
                let count = reader.read(&mut buffer).unwrap_or(0);
                let mut received = theirs.0.lock().expect("no panic before");
                received.bytes.extend_from_slice(&buffer[..count]);
                received.at = Instant::now();
                received.chunks.push((Instant::now(), count));
                received.ended |= count == 0;
                received.show();
                theirs.1.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        let started = Instant::now();
        let child = pair.slave.spawn_command(command).expect("the program starts");
        Self { master: pair.master, writer, child, received, started }
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(text.as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).and_then(|()| self.writer.flush()).expect("a terminal");
    }

    /// Waits this long, whatever comes: for a state that has to be on the screen for a while.
    pub(crate) fn linger(&self, time: Duration) {
        let waited = self.received.1.wait_timeout_while(self.received(), time, |_| true);
        drop(waited.expect("no panic before"));
    }

    pub(crate) fn paste(&mut self, text: &str) {
        self.send(&format!("\x1b[200~{text}\x1b[201~"));
    }

    pub(crate) fn received(&self) -> MutexGuard<'_, Received> {
        self.received.0.lock().expect("no panic before")
    }

    /// Waits until the screen is as expected, and returns when it was.
    pub(crate) fn wait(&self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) -> Instant {
        let begun = Instant::now();
        let mut received = self.received();
        while !wanted(received.parser.screen()) {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            assert!(
                !left.is_zero() && !received.ended,
                "{what} was not seen (ended: {}):\n{}",
                received.ended,
                received.parser.screen().contents()
            );
            received = self.received.1.wait_timeout(received, left).expect("no panic before").0;
        }
        received.at
    }

    pub(crate) fn wait_for(&self, text: &str) -> Instant {
        self.wait(text, |screen| screen.contents().contains(text))
    }

    /// Waits until nothing has come for a while.
    pub(crate) fn wait_for_silence(&self, silence: Duration) {
        let begun = Instant::now();
        let mut received = self.received();
        loop {
            let left = silence.saturating_sub(received.at.elapsed());
            if left.is_zero() || received.ended {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "it never falls silent");
            received = self.received.1.wait_timeout(received, left).expect("no panic before").0;
        }
    }

    /// Waits until the program has ended, and says with which status.
    pub(crate) fn wait_for_end(&mut self) -> u32 {
        let begun = Instant::now();
        let mut received = self.received();
        while !received.ended {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            if left.is_zero() {
                let shown = received.parser.screen().contents();
                // The reading thread needs it.
                drop(received);
                panic!("it does not end:\n{shown}");
            }
            received = self.received.1.wait_timeout(received, left).expect("no panic before").0;
        }
        drop(received);
        let status = self.child.wait().expect("an end");
        status.exit_code()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.process_id().expect("a process")
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        let sent = std::process::Command::new("kill").args(["-s", name, &self.pid().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "kill -s {name}");
    }

    /// Waits until the program is stopped. A signal to continue that comes before would be lost.
    pub(crate) fn wait_for_stop(&self) {
        let begun = Instant::now();
        let state = || std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).ok();
        // Where there is no /proc, what has been seen on the screen has to do.
        while state().is_some_and(|stat| !stat.contains(") T ")) {
            assert!(begun.elapsed() < PATIENCE, "it does not stop");
            std::thread::yield_now();
        }
    }

    pub(crate) fn screen<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.received().parser.screen())
    }

    /// The line settings of the terminal, as text.
    pub(crate) fn line_settings(&self) -> String {
        format!("{:?}", self.master.get_termios().expect("a terminal"))
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
