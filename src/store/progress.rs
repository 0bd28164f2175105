//! The record of practice: one line of JSON for each finished round and each run of the trap quiz, only ever appended.
//!
//! A line says all that is kept, and what was achieved is added up from all lines. So two records are made one by
//! taking the lines of both, and a line that was cut short by a crash costs that round at most. One program writes at
//! a time: whoever holds the lock.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::practice::deal::Seed;
use crate::practice::finished::{Finished, Kept, Origin, Recall, Recalled, Run};
use crate::practice::{Level, Outcome, Progress};

/// The record's file, locked for this program.
#[derive(Debug)]
pub struct ProgressFile {
    file: File,
}

/// Why the record cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another program writes to it.
    #[error("another Matescope has the practice record open; this one only reads it")]
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

/// What a folder's record adds up to; nothing where there is none.
///
/// # Errors
/// When there is a file that cannot be read.
pub fn read(folder: &Path) -> io::Result<Progress> {
    Ok(Progress::of(all(&path(folder))?))
}

/// All that a record holds, as its file or one that was exported holds them. A missing file holds nothing.
///
/// # Errors
/// When there is a file that cannot be read.
pub fn all(file: &Path) -> io::Result<Vec<Kept>> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut seen = BTreeSet::new();
    // Two records that were put into one file by hand have lines twice.
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| seen.insert(*line));
    Ok(lines.filter_map(|line| serde_json::from_slice::<Line>(line).ok()).map(Line::into_kept).collect())
}

/// Where a folder keeps its record.
#[must_use]
pub fn path(folder: &Path) -> PathBuf {
    folder.join("practice.jsonl")
}

/// Writes all that a record holds into a file of its own, and says how many lines that is.
///
/// # Errors
/// When the record cannot be read.
pub fn export(folder: &Path) -> io::Result<(usize, String)> {
    let all = all(&path(folder))?;
    let text = all.iter().map(line).collect::<io::Result<_>>()?;
    Ok((all.len(), text))
}

/// What is kept as a line.
fn line(kept: &Kept) -> io::Result<String> {
    let form = match kept {
        Kept::Round(round) => Line::Round(Entry::of(round)),
        Kept::Run(run) => Line::Run(RunEntry::of(run)),
    };
    let mut line = serde_json::to_string(&form).map_err(io::Error::other)?;
    line.push('\n');
    Ok(line)
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

    /// Adds what another record holds and this one does not, and says how many lines that is.
    ///
    /// # Errors
    /// When one of the files cannot be read or written.
    pub fn import(&mut self, folder: &Path, file: &Path) -> io::Result<usize> {
        let mut seen: BTreeSet<String> = all(&path(folder))?.iter().map(line).collect::<io::Result<_>>()?;
        // What is missing would read as a record without lines.
        fs::metadata(file)?;
        let mut new = Vec::new();
        for kept in all(file)? {
            if seen.insert(line(&kept)?) {
                new.push(kept);
            }
        }
        self.append(&new)?;
        Ok(new.len())
    }

    /// Adds lines, all in one write.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, kept: &[Kept]) -> io::Result<()> {
        if kept.is_empty() {
            return Ok(());
        }
        let mut text: String = kept.iter().map(line).collect::<io::Result<_>>()?;
        if !self.ends_with_a_line()? {
            text.insert(0, '\n');
        }
        self.file.write_all(text.as_bytes())?;
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

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Round(Entry),
    Run(RunEntry),
}

impl Line {
    fn into_kept(self) -> Kept {
        match self {
            Self::Round(entry) => Kept::Round(entry.into_round()),
            Self::Run(RunEntry { at, day, quiz, solved, wrong }) => {
                Kept::Run(Run { at, day, seed: Seed(quiz), solved, wrong })
            }
        }
    }
}

/// A run of the trap quiz.
#[derive(Serialize, Deserialize)]
struct RunEntry {
    at: u64,
    day: u32,
    /// The seed.
    quiz: u16,
    solved: u16,
    wrong: u16,
}

impl RunEntry {
    const fn of(run: &Run) -> Self {
        Self { at: run.at, day: run.day, quiz: run.seed.0, solved: run.solved, wrong: run.wrong }
    }
}

/// A round.
#[derive(Serialize, Deserialize)]
struct Entry {
    at: u64,
    day: u32,
    drill: String,
    level: String,
    seed: u16,
    origin: String,
    outcome: String,
    played: u16,
    par: u16,
    lost: u16,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    helped: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stalemate: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    recalls: Vec<(String, u8)>,
}

const ORIGINS: [(Origin, &str); 3] =
    [(Origin::Dealt, "dealt"), (Origin::Due, "due"), (Origin::Chosen, "chosen")];

const OUTCOMES: [(Outcome, &str); 5] = [
    (Outcome::Perfect, "perfect"),
    (Outcome::Solved, "solved"),
    (Outcome::Stalemated, "stalemate"),
    (Outcome::Drawn, "draw"),
    (Outcome::Lost, "loss"),
];

const RECALLED: [(Recalled, u8); 3] = [(Recalled::Forgotten, 1), (Recalled::Barely, 2), (Recalled::Well, 3)];

impl Entry {
    fn of(round: &Finished) -> Self {
        let recall = |recall: &Recall| (recall.card.clone(), name_of(&RECALLED, recall.recalled));
        Self {
            at: round.at,
            day: round.day,
            drill: round.drill.clone(),
            level: round.level.name().to_owned(),
            seed: round.seed.0,
            origin: name_of(&ORIGINS, round.origin).to_owned(),
            outcome: name_of(&OUTCOMES, round.outcome).to_owned(),
            played: round.played,
            par: round.par,
            lost: round.lost,
            helped: round.helped,
            stalemate: round.stalemate.clone(),
            recalls: round.recalls.iter().map(recall).collect(),
        }
    }

    /// What a newer program may call by names that are not known here is taken for the mildest.
    fn into_round(self) -> Finished {
        let level = Level::ALL.into_iter().find(|level| level.name() == self.level).unwrap_or_default();
        let recall = |(card, recalled)| Recall {
            card,
            recalled: named(&RECALLED, &recalled).unwrap_or(Recalled::Forgotten),
        };
        Finished {
            at: self.at,
            day: self.day,
            drill: self.drill,
            level,
            seed: Seed(self.seed),
            origin: named(&ORIGINS, &self.origin.as_str()).unwrap_or(Origin::Chosen),
            outcome: named(&OUTCOMES, &self.outcome.as_str()).unwrap_or(Outcome::Drawn),
            played: self.played,
            par: self.par,
            lost: self.lost,
            helped: self.helped,
            // A record may come from elsewhere, and this is shown.
            stalemate: self.stalemate.filter(|mv| !mv.chars().any(char::is_control)),
            recalls: self.recalls.into_iter().map(recall).collect(),
        }
    }
}

fn name_of<T: PartialEq + Copy, N: Copy>(names: &[(T, N)], wanted: T) -> N {
    // Every value has its name in the list; the first one stands in for what cannot be.
    names.iter().find(|(value, _)| *value == wanted).map_or(names[0].1, |(_, name)| *name)
}

fn named<T: Copy, N: PartialEq>(names: &[(T, N)], name: &N) -> Option<T> {
    names.iter().find(|(_, known)| known == name).map(|(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::scratch::Scratch;

    fn run(at: u64) -> Kept {
        Kept::Run(Run { at, day: 20_000, seed: Seed(9), solved: 7, wrong: 2 })
    }

    fn round(at: u64) -> Kept {
        Kept::Round(Finished {
            at,
            day: 20_000,
            drill: "KQvK".to_owned(),
            level: Level::Medium,
            seed: Seed(0x7F3A),
            origin: Origin::Due,
            outcome: Outcome::Stalemated,
            played: 9,
            par: 8,
            lost: 1,
            helped: true,
            stalemate: Some("Qc2".to_owned()),
            recalls: vec![Recall { card: "KQvK 8/8 w - -".to_owned(), recalled: Recalled::Barely }],
        })
    }

    #[test]
    fn what_is_appended_is_read_back() {
        let scratch = Scratch::new();
        assert_eq!(read(scratch.path()).unwrap(), Progress::default());
        let mut file = ProgressFile::open(scratch.path()).unwrap();
        let kept = [round(1), run(2), round(3)];
        for one in kept.chunks(1) {
            file.append(one).unwrap();
        }
        assert_eq!(all(&path(scratch.path())).unwrap(), kept);
        for (outcome, name) in OUTCOMES {
            assert_eq!(named(&OUTCOMES, &name), Some(outcome));
        }
    }

    #[test]
    fn a_line_that_a_crash_has_cut_swallows_nothing() {
        let scratch = Scratch::new();
        ProgressFile::open(scratch.path()).unwrap().append(&[round(1)]).unwrap();
        let whole = fs::read(path(scratch.path())).unwrap();
        for length in 0..whole.len() {
            fs::write(path(scratch.path()), [&whole, &whole[..length]].concat()).unwrap();
            let kept = all(&path(scratch.path())).unwrap().len();
            // The line's end alone may be what is missing.
            assert!(kept == 1 || (kept == 2 && length + 1 == whole.len()), "cut at {length}");
            let mut file = ProgressFile::open(scratch.path()).unwrap();
            file.append(&[round(2)]).unwrap();
            assert_eq!(all(&path(scratch.path())).unwrap().last(), Some(&round(2)), "cut at {length}");
        }
    }

    #[test]
    fn two_records_become_one() {
        let (one, other) = (Scratch::new(), Scratch::new());
        let exported = other.path().join("exported.jsonl");
        let mut file = ProgressFile::open(one.path()).unwrap();
        file.append(&[round(2)]).unwrap();
        let mut theirs = ProgressFile::open(other.path()).unwrap();
        theirs.append(&[1, 2, 3].map(round)).unwrap();
        let (rounds, text) = export(other.path()).unwrap();
        assert_eq!(rounds, 3);
        fs::write(&exported, text).unwrap();
        assert_eq!(file.import(one.path(), &exported).unwrap(), 2);
        assert_eq!(file.import(one.path(), &exported).unwrap(), 0);
        assert_eq!(read(one.path()).unwrap(), read(other.path()).unwrap());
        assert!(file.import(one.path(), &one.path().join("missing")).is_err());
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
