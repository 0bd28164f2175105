//! The record of practice: one line of JSON for each finished round, each run of the trap quiz or of puzzles, and each
//! answer to a mistake card or a puzzle, only ever appended.
//!
//! A line says all that is kept, and what was achieved is added up from all lines. So two records are made
//! one by taking the lines of both, and a line that was cut short by a crash costs that round at most. The
//! file is open and locked for as long as it takes to add to it: two programs write to it in turn, and one
//! that was put in its place while the program runs is the one that is added to.

mod line;

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::disk::{self, DiskFile, SizeLimit};
use super::io_error::FileError;
use super::{day, lock};
use line::to_line;
use practice::PracticeProgress;
use practice::record::PracticeEntry;

/// How long the lock on the record is waited for before a program ends.
pub const LOCK_TIMEOUT: Duration = lock::LOCK_TIMEOUT;

/// Why a record was not read or written. It is as it was.
#[derive(Debug, thiserror::Error)]
pub enum PracticeRecordError {
    /// Another program has locked it.
    #[error("another Matescope is writing to the record")]
    Busy,
    /// The record itself was named as the file to import or to export to.
    #[error("{} is the record itself", .0.display())]
    SameFile(PathBuf),
    /// What the system says of a file.
    #[error(transparent)]
    File(#[from] FileError),
}

/// What a folder's record adds up to; nothing where there is none.
///
/// # Errors
/// When there is a file that cannot be read.
pub fn read(folder: &Path) -> Result<PracticeProgress, PracticeRecordError> {
    Ok(PracticeProgress::from_entries(read_entries(&path(folder))?, day::today()))
}

/// All that a record holds, as its file or one that was exported holds them. A missing file holds nothing.
///
/// # Errors
/// When there is a file that cannot be read.
pub fn read_entries(file: &Path) -> Result<Vec<PracticeEntry>, PracticeRecordError> {
    match disk::read(file, SizeLimit::Lines) {
        Ok(bytes) => Ok(parse(&bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(FileError::of(file)(error).into()),
    }
}

fn parse(bytes: &[u8]) -> Vec<PracticeEntry> {
    let mut seen = BTreeSet::new();
    // Two records that were put into one file by hand have lines twice.
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| seen.insert(*line));
    lines.filter_map(line::parse_line).collect()
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
pub fn export_text(folder: &Path) -> Result<(usize, String), PracticeRecordError> {
    let all = read_entries(&path(folder))?;
    let text = all.iter().map(to_line).collect::<io::Result<_>>().map_err(FileError::of(&path(folder)))?;
    Ok((all.len(), text))
}

/// Refuses the record's own file, however it is written, where another one is wanted: a copy would take its
/// place while rounds are added.
///
/// # Errors
/// When both are one file.
pub fn ensure_other_file(folder: &Path, file: &Path) -> Result<(), PracticeRecordError> {
    let identity = |path: &Path| disk::stat(path).ok().and_then(|stat| stat.identity);
    let own = path(folder);
    if own == file || identity(&own).is_some_and(|own| identity(file) == Some(own)) {
        return Err(PracticeRecordError::SameFile(file.to_owned()));
    }
    Ok(())
}

/// Adds what another record holds and this one does not, and says how many lines that is.
///
/// # Errors
/// When both are one file, when one of them cannot be read or written, or when another program writes all the
/// while.
pub fn import(folder: &Path, file: &Path) -> Result<usize, PracticeRecordError> {
    ensure_other_file(folder, file)?;
    // Unlike a record of one's own, one that is missing is a mistake.
    let theirs = parse(&disk::read(file, SizeLimit::Lines).map_err(FileError::of(file))?);
    let own = path(folder);
    let mut seen: BTreeSet<String> =
        read_entries(&own)?.iter().map(to_line).collect::<io::Result<_>>().map_err(FileError::of(&own))?;
    let mut new = Vec::new();
    for entry in theirs {
        if seen.insert(to_line(&entry).map_err(FileError::of(file))?) {
            new.push(entry);
        }
    }
    append(folder, &new, LOCK_TIMEOUT)?;
    Ok(new.len())
}

/// Adds lines to a folder's record, all in one write, and sees to it that they last. Another program that is
/// writing is waited for as long as `timeout` says.
///
/// # Errors
/// When another program writes all the while, or the file cannot be written.
pub fn append(
    folder: &Path,
    entries: &[PracticeEntry],
    timeout: Duration,
) -> Result<(), PracticeRecordError> {
    /// How often a record that is replaced again and again is followed.
    const MAX_TRIES: usize = 20;
    if entries.is_empty() {
        return Ok(());
    }
    let path = path(folder);
    disk::make_folder(folder).map_err(FileError::of(folder))?;
    for _ in 0..MAX_TRIES {
        let mut file = disk::append(&path).map_err(FileError::of(&path))?;
        if !lock::wait_for_lock(&file, timeout).map_err(FileError::of(&path))? {
            return Err(PracticeRecordError::Busy);
        }
        // Whoever copies or edits a file puts a new one in its place. What goes into the old one is lost, and
        // what is in both is counted once.
        if !is_same_file(&file, &path) {
            continue;
        }
        append_lines(&mut file, folder, entries).map_err(FileError::of(&path))?;
        if is_same_file(&file, &path) {
            return Ok(());
        }
    }
    Err(FileError::of(&path)(io::Error::other("it is replaced again and again")).into())
}

/// Whether a path still leads to an open file.
fn is_same_file(file: &DiskFile, path: &Path) -> bool {
    let ours = file.stat().ok().and_then(|stat| stat.identity);
    match (ours, disk::stat(path)) {
        (Some(ours), Ok(now)) => now.identity == Some(ours),
        (Some(_), Err(error)) => error.kind() != ErrorKind::NotFound,
        (None, _) => true,
    }
}

/// Adds lines to an open record; where that fails, it is cut to what it was.
fn append_lines(file: &mut DiskFile, folder: &Path, entries: &[PracticeEntry]) -> io::Result<()> {
    let length = file.stat()?.length;
    let mut text: String = entries.iter().map(to_line).collect::<io::Result<_>>()?;
    if !ends_with_a_line(file, length)? {
        text.insert(0, '\n');
    }
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync());
    let added = written.and_then(|()| disk::sync_folder(folder));
    if added.is_err() {
        // Half a line is passed over when the record is read; nothing is better.
        let _ = file.truncate(length);
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scratch::Scratch;
    use practice::deal::Seed;
    use practice::puzzle::{PuzzleAnswer, PuzzleId, PuzzleRun, PuzzleRunKind};
    use practice::record::{FinishedRound, StartOrigin, TrapQuizRun};
    use practice::spaced_repetition::{CardRating, CardReview};
    use practice::{LessonLevel, RoundOutcome};

    fn run(at: i64) -> PracticeEntry {
        PracticeEntry::TrapQuizRun(TrapQuizRun {
            ended_at: at,
            day: 20_000,
            seed: Seed(9),
            solved: 7,
            wrong: 2,
        })
    }

    fn round(at: i64) -> PracticeEntry {
        PracticeEntry::Round(FinishedRound {
            ended_at: at,
            day: 20_000,
            lesson_id: "KQvK".to_owned(),
            level: LessonLevel::Medium,
            seed: Seed(0x7F3A),
            start_origin: StartOrigin::Due,
            outcome: RoundOutcome::Stalemated,
            moves_played: 9,
            par: 8,
            moves_lost: 1,
            helped: true,
            stalemate: Some("Qc2".to_owned()),
            card_reviews: vec![CardReview { card: "KQvK 8/8 w - -".to_owned(), rating: CardRating::Hard }],
        })
    }

    fn puzzle_answer(at: i64) -> PracticeEntry {
        let (day, puzzle, rating) = (20_000, PuzzleId(77), 1480);
        let (is_solved, is_rated) = (true, false);
        PracticeEntry::PuzzleAnswer(PuzzleAnswer { ended_at: at, day, puzzle, rating, is_solved, is_rated })
    }

    fn puzzle_run(at: i64, kind: PuzzleRunKind) -> PracticeEntry {
        let puzzles = if kind == PuzzleRunKind::Woodpecker { vec![PuzzleId(1), PuzzleId(2)] } else { vec![] };
        let (solved, wrong, seconds) = (12, 3, 180);
        PracticeEntry::PuzzleRun(PuzzleRun {
            ended_at: at,
            day: 20_000,
            kind,
            solved,
            wrong,
            seconds,
            puzzles,
        })
    }

    fn add_to(folder: &Path, entries: &[PracticeEntry]) {
        append(folder, entries, Duration::ZERO).unwrap();
    }

    #[test]
    fn what_is_appended_is_read_back() {
        let scratch = Scratch::new();
        assert_eq!(read(scratch.path()).unwrap(), PracticeProgress::default());
        let mut entries = vec![round(1), run(2), round(3), puzzle_answer(4)];
        entries.extend(PuzzleRunKind::ALL.map(|kind| puzzle_run(5, kind)));
        for one in entries.chunks(1) {
            add_to(scratch.path(), one);
        }
        assert_eq!(read_entries(&path(scratch.path())).unwrap(), entries);
    }

    #[test]
    fn a_line_that_a_crash_has_cut_swallows_nothing() {
        let scratch = Scratch::new();
        add_to(scratch.path(), &[round(1)]);
        let whole = fs::read(path(scratch.path())).unwrap();
        for length in 0..whole.len() {
            fs::write(path(scratch.path()), [&whole, &whole[..length]].concat()).unwrap();
            let count = read_entries(&path(scratch.path())).unwrap().len();
            // The line's end alone may be what is missing.
            assert!(count == 1 || (count == 2 && length + 1 == whole.len()), "cut at {length}");
            add_to(scratch.path(), &[round(2)]);
            assert_eq!(
                read_entries(&path(scratch.path())).unwrap().last(),
                Some(&round(2)),
                "cut at {length}"
            );
        }
    }

    #[test]
    fn two_records_become_one() {
        let (one, other) = (Scratch::new(), Scratch::new());
        let exported = other.path().join("exported.jsonl");
        add_to(one.path(), &[round(2)]);
        add_to(other.path(), &[1, 2, 3].map(round));
        let (rounds, text) = export_text(other.path()).unwrap();
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
                        append(folder, &[round(program * 100 + n)], LOCK_TIMEOUT).unwrap();
                    }
                });
            }
        });
        assert_eq!(read_entries(&path(scratch.path())).unwrap().len(), 100);
        let locked = fs::File::open(path(scratch.path())).unwrap();
        locked.try_lock().unwrap();
        assert!(matches!(
            append(scratch.path(), &[round(1)], Duration::ZERO),
            Err(PracticeRecordError::Busy)
        ));
        assert_eq!(read_entries(&path(scratch.path())).unwrap().len(), 100);
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
        // Windows before 10, and Wine, do not replace a file that is open.
        if fs::rename(&copy, &record).is_err() && cfg!(windows) {
            return;
        }
        assert!(!is_same_file(&opened, &record));
        add_to(scratch.path(), &[round(2)]);
        fs::remove_file(&record).unwrap();
        add_to(scratch.path(), &[round(3)]);
        assert_eq!(read_entries(&record).unwrap(), [round(3)]);
        fs::remove_file(&record).unwrap();
        assert!(!is_same_file(&opened, &record));
    }

    #[cfg(unix)]
    #[test]
    fn the_record_is_no_file_to_import_or_to_export_to() {
        let scratch = Scratch::new();
        add_to(scratch.path(), &[round(1)]);
        let link = scratch.path().join("link");
        std::os::unix::fs::symlink("practice.jsonl", &link).unwrap();
        for file in [path(scratch.path()), link, scratch.path().join("./practice.jsonl")] {
            assert!(
                matches!(import(scratch.path(), &file), Err(PracticeRecordError::SameFile(_))),
                "{file:?}"
            );
            assert!(ensure_other_file(scratch.path(), &file).is_err());
        }
        assert!(ensure_other_file(scratch.path(), &scratch.path().join("other")).is_ok());
    }
}
