//! Imported sets of puzzles: one file of lines for each set, in a folder beside the games.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::{atomic, disk};
use crate::game::pgn;
use crate::practice::puzzle::set::{BUILT_IN_NAME, LESSONS_NAME};
use crate::practice::puzzle::{Puzzle, PuzzleSet, text};

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
    let bytes = disk::read(&file(folder, name)?)?;
    let puzzles: Vec<Puzzle> =
        pgn::decode(&bytes).lines().filter_map(|line| text::parse_line(line).ok()).collect();
    Ok(PuzzleSet::new(name.to_owned(), puzzles))
}

/// All imported sets.
///
/// # Errors
/// When the folder or a file cannot be read.
pub fn load_imported(folder: &Path) -> io::Result<Vec<PuzzleSet>> {
    names(folder)?.iter().map(|name| load(folder, name)).collect()
}

/// Writes a set; one with this name is replaced.
///
/// # Errors
/// When the name is of no use for a file, or the file cannot be written.
pub fn save(folder: &Path, set: &PuzzleSet) -> io::Result<PathBuf> {
    let path = file(folder, &set.name)?;
    let lines: String = set.puzzles().iter().map(|puzzle| text::to_line(puzzle) + "\n").collect();
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
    use crate::store::scratch::Scratch;

    const LINE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\td1d8\tmate\t640\tmate 1";

    #[test]
    fn a_set_is_read_as_it_was_saved() {
        let scratch = Scratch::new();
        let folder = scratch.path().join("puzzles");
        assert!(names(&folder).unwrap().is_empty());
        let set = PuzzleSet::new("back-rank".to_owned(), [text::parse_line(LINE).unwrap()]);
        let path = save(&folder, &set).unwrap();
        assert_eq!(names(&folder).unwrap(), ["back-rank"]);
        assert_eq!(load(&folder, "back-rank").unwrap(), set);
        let damaged = format!("{LINE}\nnonsense\n{}", &LINE[..40]);
        std::fs::write(path, damaged).unwrap();
        assert_eq!(load(&folder, "back-rank").unwrap(), set);
        assert_eq!(load(&folder, BUILT_IN_NAME).unwrap(), PuzzleSet::built_in());
        assert_eq!(load(&folder, "missing").unwrap_err().kind(), ErrorKind::NotFound);
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
