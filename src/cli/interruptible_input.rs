//! Input that may never come, read on a thread of its own: Ctrl-C ends the wait for it.

use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use crate::chess::StopToken;
use crate::chess::thread::ThreadBuilder;
use crate::store::input_file;

/// The time between two looks at the stop token while nothing comes.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// Chunks that are read ahead.
const CHUNKS_AHEAD: usize = 16;

/// A file, a pipe or standard input, whose reading ends with an error once the token is stopped.
pub(super) struct InterruptibleInput {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    /// How much of the chunk was read.
    taken: usize,
    ended: bool,
    stop: StopToken,
}

impl InterruptibleInput {
    /// Opens a file to read up to `max_bytes` of it; `-` is standard input. The file itself is opened on the thread: a
    /// pipe waits for its writer.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(super) fn open(file: &Path, max_bytes: u64, stop: &StopToken) -> io::Result<Self> {
        let (sender, chunks) = sync_channel(CHUNKS_AHEAD);
        let file = file.to_owned();
        // It may sleep in the system for ever, and ends with the process.
        ThreadBuilder::new("input").spawn(move || {
            let read = input_file::open(&file, max_bytes).and_then(|source| send_all(source, &sender));
            if let Err(error) = read {
                // Whoever reads may have stopped.
                let _ = sender.send(Err(error));
            }
        })?;
        Ok(Self { chunks, chunk: Vec::new(), taken: 0, ended: false, stop: stop.clone() })
    }
}

/// Sends what a source gives, to its end.
fn send_all(mut source: Box<dyn BufRead>, sender: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    loop {
        let chunk = match source.fill_buf() {
            Ok(bytes) => bytes.to_vec(),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        source.consume(chunk.len());
        if chunk.is_empty() || sender.send(Ok(chunk)).is_err() {
            return Ok(());
        }
    }
}

impl BufRead for InterruptibleInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.taken == self.chunk.len() && !self.ended {
            if self.stop.is_stopped() {
                return Err(io::Error::other("canceled"));
            }
            match self.chunks.recv_timeout(STOP_CHECK_INTERVAL) {
                Ok(chunk) => (self.chunk, self.taken) = (chunk?, 0),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
            }
        }
        Ok(&self.chunk[self.taken..])
    }

    fn consume(&mut self, count: usize) {
        self.taken = (self.taken + count).min(self.chunk.len());
    }
}

impl Read for InterruptibleInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.fill_buf()?;
        let count = bytes.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}
