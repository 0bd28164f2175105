//! The record of practice: one line of JSON for each finished round and each run of the trap quiz, only ever appended.
//!
//! A line says all that is kept, and what was achieved is added up from all lines. So two records are made one by
//! taking the lines of both, and a line that was cut short by a crash costs that round at most. The file is open and
//! locked for as long as it takes to add to it: two programs write to it in turn, and one that was put in its place
//! while the program runs is the one that is added to.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::disk::{self, DiskFile};
use super::{lock, trouble};
use crate::chess::text::is_harmless;
use crate::practice::deal::Seed;
use crate::practice::finished::{Finished, Kept, Origin, Recall, Recalled, Run};
use crate::practice::{Level, Outcome, Progress};

/// How long the lock on the record is waited for before a program ends.
pub const PATIENCE: Duration = lock::PATIENCE;

/// Why a record was not read or written. It is as it was.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Another program has locked it.
    #[error("another Matescope is writing to the record")]
    Busy,
    /// The record itself was named as the file to import or to export to.
    #[error("{} is the record itself", .0.display())]
    Itself(PathBuf),
    /// The system refuses.
    #[error("{}: {}", file.display(), trouble::in_words(error))]
    File {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// Says of which file an error is.
fn of(file: &Path) -> impl FnOnce(io::Error) -> RecordError {
    let file = file.to_owned();
    |error| RecordError::File { file, error }
}

/// What a folder's record adds up to; nothing where there is none.
///
/// # Errors
/// When there is a file that cannot be read.
pub fn read(folder: &Path) -> Result<Progress, RecordError> {
    Ok(Progress::of(all(&path(folder))?))
}

/// All that a record holds, as its file or one that was exported holds them. A missing file holds nothing.
///
/// # Errors
/// When there is a file that cannot be read.
pub fn all(file: &Path) -> Result<Vec<Kept>, RecordError> {
    match disk::read(file) {
        Ok(bytes) => Ok(parse(&bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(of(file)(error)),
    }
}

fn parse(bytes: &[u8]) -> Vec<Kept> {
    let mut seen = BTreeSet::new();
    // Two records that were put into one file by hand have lines twice.
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| seen.insert(*line));
    lines.filter_map(|line| serde_json::from_slice::<Line>(line).ok()).map(Line::into_kept).collect()
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
pub fn export(folder: &Path) -> Result<(usize, String), RecordError> {
    let all = all(&path(folder))?;
    let text = all.iter().map(line).collect::<io::Result<_>>().map_err(of(&path(folder)))?;
    Ok((all.len(), text))
}

/// Refuses the record's own file, however it is written, where another one is wanted: a copy would take its place
/// while rounds are added.
///
/// # Errors
/// When both are one file.
pub fn refuse_itself(folder: &Path, file: &Path) -> Result<(), RecordError> {
    let identity = |path: &Path| disk::stat(path).ok().and_then(|stat| stat.identity);
    let own = path(folder);
    if own == file || identity(&own).is_some_and(|own| identity(file) == Some(own)) {
        return Err(RecordError::Itself(file.to_owned()));
    }
    Ok(())
}

/// Adds what another record holds and this one does not, and says how many lines that is.
///
/// # Errors
/// When both are one file, when one of them cannot be read or written, or when another program writes all the while.
pub fn import(folder: &Path, file: &Path) -> Result<usize, RecordError> {
    refuse_itself(folder, file)?;
    // Unlike a record of one's own, one that is missing is a mistake.
    let theirs = parse(&disk::read(file).map_err(of(file))?);
    let own = path(folder);
    let mut seen: BTreeSet<String> =
        all(&own)?.iter().map(line).collect::<io::Result<_>>().map_err(of(&own))?;
    let mut new = Vec::new();
    for kept in theirs {
        if seen.insert(line(&kept).map_err(of(file))?) {
            new.push(kept);
        }
    }
    append(folder, &new, PATIENCE)?;
    Ok(new.len())
}

/// Adds lines to a folder's record, all in one write, and sees to it that they last. Another program that is writing is
/// waited for as long as `patience` says.
///
/// # Errors
/// When another program writes all the while, or the file cannot be written.
pub fn append(folder: &Path, kept: &[Kept], patience: Duration) -> Result<(), RecordError> {
    /// How often a record that is replaced again and again is followed.
    const MOST: usize = 20;
    if kept.is_empty() {
        return Ok(());
    }
    let path = path(folder);
    disk::make_folder(folder).map_err(of(folder))?;
    for _ in 0..MOST {
        let mut file = disk::append(&path).map_err(of(&path))?;
        if !lock::wait(&file, patience).map_err(of(&path))? {
            return Err(RecordError::Busy);
        }
        // Whoever copies or edits a file puts a new one in its place. What goes into the old one is lost, and what is
        // in both is counted once.
        if !is_there(&file, &path) {
            continue;
        }
        add(&mut file, folder, kept).map_err(of(&path))?;
        if is_there(&file, &path) {
            return Ok(());
        }
    }
    Err(of(&path)(io::Error::other("it is replaced again and again")))
}

/// Whether a path still leads to an open file.
fn is_there(file: &DiskFile, path: &Path) -> bool {
    let ours = file.stat().ok().and_then(|stat| stat.identity);
    match (ours, disk::stat(path)) {
        (Some(ours), Ok(now)) => now.identity == Some(ours),
        (Some(_), Err(error)) => error.kind() != ErrorKind::NotFound,
        (None, _) => true,
    }
}

/// Adds lines to an open record; where that fails, it is cut to what it was.
fn add(file: &mut DiskFile, folder: &Path, kept: &[Kept]) -> io::Result<()> {
    let length = file.stat()?.length;
    let mut text: String = kept.iter().map(line).collect::<io::Result<_>>()?;
    if !ends_with_a_line(file, length)? {
        text.insert(0, '\n');
    }
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync());
    let added = written.and_then(|()| disk::sync_folder(folder));
    if added.is_err() {
        // Half a line is passed over when the record is read; nothing is better.
        let _ = file.cut(length);
    }
    added
}

/// Whether the last line is whole; one that a crash has cut must not swallow the next.
fn ends_with_a_line(file: &mut DiskFile, length: u64) -> io::Result<bool> {
    if length == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::Start(length - 1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
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
            stalemate: self.stalemate.filter(|mv| mv.chars().all(is_harmless)),
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
    use std::fs;

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

    fn add_to(folder: &Path, kept: &[Kept]) {
        append(folder, kept, Duration::ZERO).unwrap();
    }

    #[test]
    fn what_is_appended_is_read_back() {
        let scratch = Scratch::new();
        assert_eq!(read(scratch.path()).unwrap(), Progress::default());
        let kept = [round(1), run(2), round(3)];
        for one in kept.chunks(1) {
            add_to(scratch.path(), one);
        }
        assert_eq!(all(&path(scratch.path())).unwrap(), kept);
        for (outcome, name) in OUTCOMES {
            assert_eq!(named(&OUTCOMES, &name), Some(outcome));
        }
    }

    #[test]
    fn a_line_that_a_crash_has_cut_swallows_nothing() {
        let scratch = Scratch::new();
        add_to(scratch.path(), &[round(1)]);
        let whole = fs::read(path(scratch.path())).unwrap();
        for length in 0..whole.len() {
            fs::write(path(scratch.path()), [&whole, &whole[..length]].concat()).unwrap();
            let kept = all(&path(scratch.path())).unwrap().len();
            // The line's end alone may be what is missing.
            assert!(kept == 1 || (kept == 2 && length + 1 == whole.len()), "cut at {length}");
            add_to(scratch.path(), &[round(2)]);
            assert_eq!(all(&path(scratch.path())).unwrap().last(), Some(&round(2)), "cut at {length}");
        }
    }

    #[test]
    fn two_records_become_one() {
        let (one, other) = (Scratch::new(), Scratch::new());
        let exported = other.path().join("exported.jsonl");
        add_to(one.path(), &[round(2)]);
        add_to(other.path(), &[1, 2, 3].map(round));
        let (rounds, text) = export(other.path()).unwrap();
        assert_eq!(rounds, 3);
        fs::write(&exported, text).unwrap();
        assert_eq!(import(one.path(), &exported).unwrap(), 2);
        assert_eq!(import(one.path(), &exported).unwrap(), 0);
        assert_eq!(read(one.path()).unwrap(), read(other.path()).unwrap());
        let missing = one.path().join("missing");
        let refused = import(one.path(), &missing).unwrap_err().to_string();
        assert_eq!(refused, format!("{}: there is no such file", missing.display()));
    }

    #[test]
    fn two_programs_write_in_turn_and_no_round_is_lost() {
        let scratch = Scratch::new();
        std::thread::scope(|scope| {
            for program in 0..4 {
                let folder = scratch.path();
                scope.spawn(move || {
                    for n in 0..25 {
                        append(folder, &[round(program * 100 + n)], PATIENCE).unwrap();
                    }
                });
            }
        });
        assert_eq!(all(&path(scratch.path())).unwrap().len(), 100);
        let held = fs::File::open(path(scratch.path())).unwrap();
        held.try_lock().unwrap();
        assert!(matches!(append(scratch.path(), &[round(1)], Duration::ZERO), Err(RecordError::Busy)));
        assert_eq!(all(&path(scratch.path())).unwrap().len(), 100);
    }

    #[test]
    fn a_record_that_is_replaced_while_the_program_runs_is_the_one_that_is_added_to() {
        let scratch = Scratch::new();
        let record = path(scratch.path());
        add_to(scratch.path(), &[round(1)]);
        // As rsync and editors do it.
        let copy = scratch.path().join(".practice.jsonl.tmp");
        fs::copy(&record, &copy).unwrap();
        let opened = disk::append(&record).unwrap();
        fs::rename(&copy, &record).unwrap();
        assert!(!is_there(&opened, &record));
        add_to(scratch.path(), &[round(2)]);
        fs::remove_file(&record).unwrap();
        add_to(scratch.path(), &[round(3)]);
        assert_eq!(all(&record).unwrap(), [round(3)]);
        fs::remove_file(&record).unwrap();
        assert!(!is_there(&opened, &record));
    }

    #[cfg(unix)]
    #[test]
    fn the_record_is_no_file_to_import_or_to_export_to() {
        let scratch = Scratch::new();
        add_to(scratch.path(), &[round(1)]);
        let link = scratch.path().join("link");
        std::os::unix::fs::symlink("practice.jsonl", &link).unwrap();
        for file in [path(scratch.path()), link, scratch.path().join("./practice.jsonl")] {
            assert!(matches!(import(scratch.path(), &file), Err(RecordError::Itself(_))), "{file:?}");
            assert!(refuse_itself(scratch.path(), &file).is_err());
        }
        assert!(refuse_itself(scratch.path(), &scratch.path().join("other")).is_ok());
    }
}
