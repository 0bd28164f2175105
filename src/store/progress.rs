//! The drill record: one line of JSON for each finished round, only ever appended.
//!
//! Each line holds the drill's whole record after that round, so the last one counts and the lines before
//! it are history. A line that was cut short by a crash is skipped. One program writes at a time: whoever
//! holds the lock.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::practice::deal::Seed;
use crate::practice::progress::{Progress, Record};

/// The record's file, locked for this program.
#[derive(Debug)]
pub struct ProgressFile {
    file: File,
}

/// Why the record cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another program writes to it.
    #[error("another Matescope keeps the drill record; this one only reads it")]
    Busy,
    /// The file cannot be opened.
    #[error("{}: {error}", file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// The record that a folder holds; an empty one where there is none.
///
/// # Errors
/// When there is a file that cannot be read.
pub fn read(folder: &Path) -> io::Result<Progress> {
    let bytes = match fs::read(path(folder)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Progress::default()),
        Err(error) => return Err(error),
    };
    let mut progress = Progress::default();
    for line in bytes.split(|&byte| byte == b'\n') {
        let Ok(entry) = serde_json::from_slice::<Entry>(line) else { continue };
        progress.last_day = entry.last_day;
        progress.streak = entry.streak;
        progress.drills.insert(entry.drill.clone(), entry.into_record());
    }
    Ok(progress)
}

impl ProgressFile {
    /// Opens the record in a folder for appending, and keeps others from it until this is dropped.
    ///
    /// # Errors
    /// When another program holds the record, or the file cannot be opened.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let path = path(folder);
        let opened = fs::create_dir_all(folder)
            .and_then(|()| OpenOptions::new().create(true).read(true).append(true).open(&path));
        let unusable = |error| OpenError::Unusable { file: path.clone(), error };
        let file = opened.map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::Busy),
            // Some network drives know no locks; the record is worth more than the caution.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Self { file })
            }
            Err(TryLockError::Error(error)) => Err(unusable(error)),
        }
    }

    /// Adds what `progress` now says of a drill.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, drill: &str, progress: &Progress) -> io::Result<()> {
        let Some(record) = progress.drills.get(drill) else { return Ok(()) };
        let entry = Entry::of(drill, record, progress);
        let mut line = serde_json::to_string(&entry).map_err(io::Error::other)?;
        line.push('\n');
        if !self.ends_with_a_line()? {
            line.insert(0, '\n');
        }
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }

    /// Whether the last line is whole; one that a crash has cut must not swallow the next.
    fn ends_with_a_line(&mut self) -> io::Result<bool> {
        if self.file.metadata()?.len() == 0 {
            return Ok(true);
        }
        let mut last = [0];
        self.file.seek(SeekFrom::End(-1))?;
        self.file.read_exact(&mut last)?;
        Ok(last == *b"\n")
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join("practice.jsonl")
}

/// One line.
#[derive(Serialize, Deserialize)]
struct Entry {
    drill: String,
    attempts: u32,
    solved: u32,
    perfect: u32,
    moves_lost: u32,
    stalemates: u32,
    #[serde(default)]
    last_stalemate: Option<String>,
    #[serde(default)]
    seed: Option<u16>,
    #[serde(default)]
    day: Option<u32>,
    #[serde(default)]
    last_day: Option<u32>,
    streak: u32,
}

impl Entry {
    fn of(drill: &str, record: &Record, progress: &Progress) -> Self {
        Self {
            drill: drill.to_owned(),
            attempts: record.attempts,
            solved: record.solved,
            perfect: record.perfect,
            moves_lost: record.moves_lost,
            stalemates: record.stalemates,
            last_stalemate: record.last_stalemate.clone(),
            seed: record.last_seed.map(|seed| seed.0),
            day: record.last_day,
            last_day: progress.last_day,
            streak: progress.streak,
        }
    }

    fn into_record(self) -> Record {
        Record {
            attempts: self.attempts,
            solved: self.solved,
            perfect: self.perfect,
            moves_lost: self.moves_lost,
            stalemates: self.stalemates,
            last_stalemate: self.last_stalemate,
            last_seed: self.seed.map(Seed),
            last_day: self.day,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::scratch::Scratch;

    fn progress(attempts: u32) -> Progress {
        let record = Record {
            attempts,
            solved: 1,
            perfect: 1,
            moves_lost: 4,
            stalemates: 2,
            last_stalemate: Some("Qc2".to_owned()),
            last_seed: Some(Seed(0x7F3A)),
            last_day: Some(20_000),
        };
        let drills = [("KQvK".to_owned(), record.clone()), ("KRvK".to_owned(), record)].into();
        Progress { drills, last_day: Some(20_001), streak: 5 }
    }

    #[test]
    fn the_last_line_of_each_drill_counts() {
        let scratch = Scratch::new();
        assert_eq!(read(scratch.path()).unwrap(), Progress::default());
        let mut file = ProgressFile::open(scratch.path()).unwrap();
        for attempts in 1..=3 {
            file.append("KQvK", &progress(attempts)).unwrap();
        }
        file.append("KRvK", &progress(3)).unwrap();
        assert_eq!(read(scratch.path()).unwrap(), progress(3));
        assert_eq!(fs::read_to_string(path(scratch.path())).unwrap().lines().count(), 4);
    }

    #[test]
    fn a_line_that_a_crash_has_cut_swallows_nothing() {
        let scratch = Scratch::new();
        ProgressFile::open(scratch.path()).unwrap().append("KQvK", &progress(1)).unwrap();
        let whole = fs::read(path(scratch.path())).unwrap();
        for length in 0..whole.len() {
            fs::write(path(scratch.path()), [&whole, &whole[..length]].concat()).unwrap();
            assert_eq!(read(scratch.path()).unwrap().drills["KQvK"].attempts, 1, "cut at {length}");
            let mut file = ProgressFile::open(scratch.path()).unwrap();
            file.append("KQvK", &progress(2)).unwrap();
            assert_eq!(read(scratch.path()).unwrap().drills["KQvK"].attempts, 2, "cut at {length}");
        }
    }

    #[test]
    fn one_program_writes_at_a_time() {
        let scratch = Scratch::new();
        let first = ProgressFile::open(scratch.path()).unwrap();
        assert!(matches!(ProgressFile::open(scratch.path()), Err(OpenError::Busy)));
        assert!(read(scratch.path()).is_ok());
        drop(first);
        assert!(ProgressFile::open(scratch.path()).is_ok());
    }
}
