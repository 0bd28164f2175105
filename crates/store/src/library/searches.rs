//! Saved searches, in a text file beside the games. A line is a search:
//!
//! ```text
//! najdorf: eco:B90..B99 elo:>2500
//! ```
//!
//! People may edit it. A line that cannot be read stays as it is.

use std::io;
use std::path::PathBuf;

use super::labels::{end_line, line_end};
use super::{Library, LibraryError, file_error};
use crate::atomic;
use crate::disk::{self, SizeLimit};
use crate::io_error::FileError;
use crate::output::OverwriteConsent;
use chess::text::{is_sanitized, quoted};
use game::saved_searches::search_name;
use game::{SavedSearch, SavedSearches};

/// The file of the searches in the folder of the library.
const FILE_NAME: &str = "searches.txt";

/// The saved searches as their file has them.
#[derive(Clone, Default, Debug)]
pub struct SearchFile {
    lines: Vec<SearchLine>,
    problems: Vec<String>,
}

/// A line with its end, and the search that it is, if it is one.
#[derive(Clone, Debug)]
struct SearchLine {
    bytes: Vec<u8>,
    search: Option<SavedSearch>,
}

impl Library {
    /// Reads the saved searches.
    ///
    /// # Errors
    /// When their file is there and cannot be read.
    pub fn saved_searches(&self) -> Result<SearchFile, FileError> {
        let path = self.searches_path();
        let bytes = match disk::read(&path, SizeLimit::Settings) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(FileError::of(&path))?,
        };
        let mut file = SearchFile::default();
        for (number, bytes) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let search = parse_line(bytes).and_then(|search| match search {
                Some(search) if file.position(&search.name).is_some() => {
                    Err(format!("{}: a line before has this name", search.name))
                }
                search => Ok(search),
            });
            let search = search.unwrap_or_else(|problem| {
                file.problems
                    .push(format!("{}, line {number}: {problem}; it is kept as it is", path.display()));
                None
            });
            file.lines.push(SearchLine { bytes: bytes.to_owned(), search });
        }
        Ok(file)
    }

    /// Saves a search under its name, in place of one that has it already, if that is agreed to.
    ///
    /// # Errors
    /// When there is a search of this name, another program is at work, or the file cannot be read or written: then nothing has
    /// changed.
    pub fn save_search(&self, search: &SavedSearch, consent: OverwriteConsent) -> Result<(), LibraryError> {
        let _lock = self.lock()?;
        let mut file = self.saved_searches()?;
        let end = line_end(file.lines.iter().map(|line| line.bytes.as_slice()));
        let bytes = format!("{}: {}{end}", search.name, search.query).into_bytes();
        let line = SearchLine { bytes, search: Some(search.clone()) };
        match file.position(&search.name) {
            Some(at) if consent == OverwriteConsent::Overwrite => file.lines[at] = line,
            Some(_) => return Err(LibraryError::SearchExists(search.name.clone())),
            None => {
                if let Some(last) = file.lines.last_mut() {
                    end_line(&mut last.bytes, end);
                }
                file.lines.push(line);
            }
        }
        self.write_searches(&file)
    }

    /// Deletes a saved search.
    ///
    /// # Errors
    /// When another program is at work, or the file cannot be read or written.
    pub fn delete_search(&self, name: &str) -> Result<(), LibraryError> {
        let _lock = self.lock()?;
        let mut file = self.saved_searches()?;
        if let Some(at) = file.position(name) {
            file.lines.remove(at);
            self.write_searches(&file)?;
        }
        Ok(())
    }

    fn searches_path(&self) -> PathBuf {
        self.folder.join(FILE_NAME)
    }

    fn write_searches(&self, file: &SearchFile) -> Result<(), LibraryError> {
        let path = self.searches_path();
        let bytes: Vec<u8> = file.lines.iter().flat_map(|line| &line.bytes).copied().collect();
        let written =
            SizeLimit::Settings.check(bytes.len() as u64).and_then(|()| atomic::write(&path, &bytes));
        written.map_err(file_error(&path))
    }
}

impl SearchFile {
    /// The searches, in the order of the file.
    #[must_use]
    pub fn searches(&self) -> SavedSearches {
        SavedSearches::new(self.lines.iter().filter_map(|line| line.search.clone()).collect())
    }

    /// What cannot be read, a sentence for each line. It stays as it is.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    fn position(&self, name: &str) -> Option<usize> {
        let has_name = |search: &SavedSearch| search.name.to_lowercase() == name.to_lowercase();
        self.lines.iter().position(|line| line.search.as_ref().is_some_and(has_name))
    }
}

/// The search of a line; none in an empty one and in a note. What is wrong with one that is neither.
fn parse_line(bytes: &[u8]) -> Result<Option<SavedSearch>, String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let advice = || format!("{}: a line is NAME: SEARCH, a note begins with #", quoted(text));
    let (name, query) = text.split_once(':').ok_or_else(advice)?;
    let name = search_name(name).map_err(|problem| problem.to_string())?;
    let query = query.trim().to_owned();
    if query.is_empty() || !is_sanitized(&query) || std::str::from_utf8(bytes).is_err() {
        return Err(advice());
    }
    Ok(Some(SavedSearch { name, query }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scratch::Scratch;

    fn search(name: &str, query: &str) -> SavedSearch {
        SavedSearch { name: name.to_owned(), query: query.to_owned() }
    }

    #[test]
    fn searches_are_saved_replaced_and_deleted_and_other_lines_stay() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        let file = scratch.path().join(FILE_NAME);
        let read = || fs::read_to_string(&file).unwrap();
        assert!(library.saved_searches().unwrap().searches().all().is_empty());
        library.save_search(&search("rook", "material:KRPvKR"), OverwriteConsent::NewFile).unwrap();
        assert_eq!(read(), "rook: material:KRPvKR\n");
        fs::write(&file, format!("# mine\r\nnonsense\r\n{}\r\nRook: anna", read().trim_end())).unwrap();
        library
            .save_search(&search("najdorf", "eco:B90..B99 -result:draw"), OverwriteConsent::NewFile)
            .unwrap();
        let found = library.saved_searches().unwrap();
        let wanted = [search("rook", "material:KRPvKR"), search("najdorf", "eco:B90..B99 -result:draw")];
        assert_eq!(found.searches().all(), wanted);
        let said = |line: usize, problem: &str| {
            format!("{}, line {line}: {problem}; it is kept as it is", file.display())
        };
        let nonsense = "nonsense: a line is NAME: SEARCH, a note begins with #";
        assert_eq!(found.problems(), [said(2, nonsense), said(4, "Rook: a line before has this name")]);
        let refused = library.save_search(&search("ROOK", "bob"), OverwriteConsent::NewFile).unwrap_err();
        assert_eq!(refused.to_string(), "there is a saved search ROOK already");
        library.save_search(&search("ROOK", "bob"), OverwriteConsent::Overwrite).unwrap();
        library.delete_search("Najdorf").unwrap();
        library.delete_search("zebra").unwrap();
        assert_eq!(read(), "# mine\r\nnonsense\r\nROOK: bob\r\nRook: anna\r\n");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_not_written_over() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        fs::create_dir(scratch.path().join(FILE_NAME)).unwrap();
        let refused = library.save_search(&search("a", "b"), OverwriteConsent::Overwrite).unwrap_err();
        assert!(refused.to_string().contains("searches.txt: this is a folder"), "{refused}");
    }
}
