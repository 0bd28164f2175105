//! Imported sets of puzzles: one file of lines for each set, in a folder beside the games.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::atomic;
use super::disk::{self, SizeLimit};
use super::io_error::describe_io_error;
use game::pgn;
use practice::puzzle::set::{BUILT_IN_NAME, LESSONS_NAME};
use practice::puzzle::{Puzzle, PuzzleSet, text};

/// The ending of the files' names.
const EXTENSION: &str = "tsv";

/// The longest name of a set, in characters.
const MAX_NAME: usize = 40;

/// The names of the imported sets, in their order.
///
/// # Errors
/// When there is a folder that cannot be read.
pub fn names(folder: &Path) -> io::Result<Vec<String>> {
    let files = match disk::list(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let name_of =
        |name: &OsString| name.to_str()?.strip_suffix(EXTENSION)?.strip_suffix('.').map(str::to_owned);
    let mut names: Vec<String> =
        files.iter().filter_map(name_of).filter(|name| file(folder, name).is_ok()).collect();
    names.sort();
    Ok(names)
}

/// A set by its name: one that comes with the program, or an imported one. Damaged lines are left out.
///
/// # Errors
/// When there is no such set, or it cannot be read.
pub fn load(folder: &Path, name: &str) -> io::Result<PuzzleSet> {
    if let Some(set) = PuzzleSet::of_program(name) {
        return Ok(set);
    }
    let bytes = disk::read(&file(folder, name)?, SizeLimit::Puzzles)?;
    let puzzles: Vec<Puzzle> =
        pgn::decode(&bytes).lines().filter_map(|line| text::parse_line(line).ok()).collect();
    Ok(PuzzleSet::new(name.to_owned(), puzzles))
}

/// The imported sets.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportedSets {
    /// Those that can be read.
    pub sets: Vec<PuzzleSet>,
    /// The files that cannot, each with the reason.
    pub problems: Vec<String>,
}

/// All imported sets.
///
/// # Errors
/// When the folder cannot be read.
pub fn load_imported(folder: &Path) -> io::Result<ImportedSets> {
    let mut imported = ImportedSets::default();
    for name in names(folder)? {
        match load(folder, &name) {
            Ok(set) => imported.sets.push(set),
            Err(error) => {
                let reason = describe_io_error(&error);
                imported.problems.push(format!("{name}.{EXTENSION} cannot be read: {reason}"));
            }
        }
    }
    Ok(imported)
}

/// What an import makes of the sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetImport {
    /// A set of this name is new.
    New(String),
    /// The set of this name has the same puzzles.
    AlreadyThere(String),
    /// The set of this name takes the place of one with so many puzzles.
    Replaced(String, usize),
}

/// Writes the puzzles of a file as a set with a name of its own: where another set has the name of the file, it gets a
/// number.
///
/// # Errors
/// When the sets with this name cannot be read, or the file cannot be written.
pub fn import(folder: &Path, set: &PuzzleSet) -> io::Result<SetImport> {
    let numbered = |number: usize| {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        let stem: String = set.name.chars().take(MAX_NAME - number.len()).collect();
        format!("{stem}{number}")
    };
    for name in (1..).map(numbered) {
        let path = file(folder, &name)?;
        // A folder or a link that leads nowhere has the name, too.
        if !disk::exists(&path)? && disk::link_target(&path).is_err() {
            save(folder, &name, set.puzzles())?;
            return Ok(SetImport::New(name));
        }
        if load(folder, &name).is_ok_and(|known| known.puzzles() == set.puzzles()) {
            return Ok(SetImport::AlreadyThere(name));
        }
    }
    // There are more numbers than files.
    Err(ErrorKind::AlreadyExists.into())
}

/// Writes a set under the name that the user gave it; one with this name is replaced.
///
/// # Errors
/// When the name is of no use for a file, or the file cannot be written or would be too long.
pub fn replace(folder: &Path, set: &PuzzleSet) -> io::Result<SetImport> {
    let known = load(folder, &set.name).ok().filter(|_| PuzzleSet::of_program(&set.name).is_none());
    let name = set.name.clone();
    match known {
        Some(known) if known.puzzles() == set.puzzles() => Ok(SetImport::AlreadyThere(name)),
        known => {
            save(folder, &set.name, set.puzzles())?;
            Ok(match known {
                Some(known) => SetImport::Replaced(name, known.puzzles().len()),
                None => SetImport::New(name),
            })
        }
    }
}

/// Writes a set; one with this name is replaced.
///
/// # Errors
/// When the name is of no use for a file, or the file cannot be written or would be too long.
fn save(folder: &Path, name: &str, puzzles: &[Puzzle]) -> io::Result<PathBuf> {
    let path = file(folder, name)?;
    let lines: String = puzzles.iter().map(|puzzle| text::to_line(puzzle) + "\n").collect();
    // A longer one could not be read again.
    SizeLimit::Puzzles.check(lines.len() as u64)?;
    disk::make_folder(folder)?;
    atomic::write(&path, lines.as_bytes())?;
    Ok(path)
}

/// A name for the set of a file: its name without its ending, without what has no place in a name.
#[must_use]
pub fn name_of_file(path: &Path) -> String {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let name: String =
        stem.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
    let name: String = name.trim_matches(['-', '.']).chars().take(MAX_NAME).collect();
    let is_taken = [BUILT_IN_NAME, LESSONS_NAME].contains(&name.as_str());
    if name.is_empty() || is_taken { "imported".to_owned() } else { name }
}

fn file(folder: &Path, name: &str) -> io::Result<PathBuf> {
    if name_of_file(Path::new(&format!("{name}.{EXTENSION}"))) == name {
        Ok(folder.join(format!("{name}.{EXTENSION}")))
    } else {
        let reason = "the name of a set has up to 40 letters, digits, hyphens, underscores and dots";
        Err(io::Error::new(ErrorKind::InvalidInput, reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    const LINE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\td1d8\tmate\t640\tmate 1";

    /// The puzzles of a set under another name.
    fn named(name: &str, set: &PuzzleSet) -> PuzzleSet {
        PuzzleSet::new(name.to_owned(), set.puzzles().to_vec())
    }

    #[test]
    fn a_set_is_read_as_it_was_saved() {
        let scratch = Scratch::new();
        let folder = scratch.path().join("puzzles");
        assert!(names(&folder).unwrap().is_empty());
        let set = PuzzleSet::new("back-rank".to_owned(), [text::parse_line(LINE).unwrap()]);
        let path = save(&folder, &set.name, set.puzzles()).unwrap();
        assert_eq!(names(&folder).unwrap(), ["back-rank"]);
        assert_eq!(load(&folder, "back-rank").unwrap(), set);
        let damaged = format!("{LINE}\nnonsense\n{}", &LINE[..40]);
        std::fs::write(path, damaged).unwrap();
        assert_eq!(load(&folder, "back-rank").unwrap(), set);
        assert_eq!(load(&folder, BUILT_IN_NAME).unwrap(), PuzzleSet::built_in());
        assert_eq!(load(&folder, "missing").unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_set_of_the_same_name_gets_a_number_and_the_same_puzzles_are_there() {
        let scratch = Scratch::new();
        let folder = scratch.path().join("puzzles");
        let other = LINE.replace("d1d8", "d1d7").replace("mate 1", "search 1 1 1 1");
        let set = |name: &str, lines: &[&str]| {
            let puzzles: Vec<Puzzle> = lines.iter().filter_map(|line| text::parse_line(line).ok()).collect();
            PuzzleSet::new(name.to_owned(), puzzles)
        };
        let (one, two) = (set("tactics", &[LINE]), set("tactics", &[&LINE.replace("640", "650"), &other]));
        assert_ne!(one.puzzles(), two.puzzles());
        let new = |name: &str| SetImport::New(name.to_owned());
        assert_eq!(import(&folder, &one).unwrap(), new("tactics"));
        assert_eq!(import(&folder, &two).unwrap(), new("tactics-2"));
        assert_eq!(import(&folder, &one).unwrap(), SetImport::AlreadyThere("tactics".to_owned()));
        assert_eq!(import(&folder, &two).unwrap(), SetImport::AlreadyThere("tactics-2".to_owned()));
        assert_eq!(load(&folder, "tactics").unwrap().puzzles(), one.puzzles());
        let long = "a".repeat(MAX_NAME);
        assert_eq!(import(&folder, &set(&long, &[LINE])).unwrap(), new(&long));
        let numbered = format!("{}-2", &long[..MAX_NAME - 2]);
        assert_eq!(import(&folder, &named(&long, &two)).unwrap(), new(&numbered));
        // Who names a set replaces it, and learns what was there.
        let replaced = SetImport::Replaced("tactics".to_owned(), 1);
        assert_eq!(replace(&folder, &two).unwrap(), replaced);
        assert_eq!(replace(&folder, &two).unwrap(), SetImport::AlreadyThere("tactics".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_read_hides_no_other_set() {
        let scratch = Scratch::new();
        let folder = scratch.path().to_owned();
        let set = PuzzleSet::new("mine".to_owned(), [text::parse_line(LINE).unwrap()]);
        assert_eq!(import(&folder, &set).unwrap(), SetImport::New("mine".to_owned()));
        std::fs::create_dir(folder.join("folder.tsv")).unwrap();
        std::os::unix::fs::symlink("nowhere", folder.join("link.tsv")).unwrap();
        assert!(
            std::process::Command::new("mkfifo").arg(folder.join("pipe.tsv")).status().unwrap().success()
        );
        let imported = load_imported(&folder).unwrap();
        assert_eq!(imported.sets, [set]);
        let wanted = [
            "folder.tsv cannot be read: this is a folder",
            "link.tsv cannot be read: there is no such file",
            "pipe.tsv cannot be read: this is a pipe or a device, not a regular file",
        ];
        assert_eq!(imported.problems, wanted);
        // An import does not take their names.
        for name in ["folder", "link", "pipe"] {
            assert_eq!(
                import(&folder, &named(name, &imported.sets[0])).unwrap(),
                SetImport::New(format!("{name}-2"))
            );
        }
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for name in ["../x", "a/b", "", ".", "..", "a b", "a\u{1b}b", "-x"] {
            assert_eq!(
                load(Path::new("folder"), name).unwrap_err().kind(),
                ErrorKind::InvalidInput,
                "{name}"
            );
        }
        for (path, name) in [
            ("/x/lichess_db_puzzle.csv", "lichess_db_puzzle"),
            ("My best ones!.pgn", "My-best-ones"),
            ("built-in.epd", "imported"),
            ("..", "imported"),
        ] {
            assert_eq!(name_of_file(Path::new(path)), name);
            assert!(file(Path::new("folder"), name).is_ok());
        }
    }
}
