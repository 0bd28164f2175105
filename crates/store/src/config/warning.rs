//! A warning about a part of a settings or theme file that was ignored.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use chess::text::{line_and_column, sanitize};

/// A warning about a part of a file that was ignored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigWarning {
    /// The file.
    pub file: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The error and what to do, in one line.
    pub text: String,
    /// The line of the file, and below it a line with carets under the place.
    pub excerpt: String,
}

impl ConfigWarning {
    /// One line for the screen, with the name of the file instead of its path.
    #[must_use]
    pub fn brief(&self) -> String {
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        format!("{name}:{}:{}: {}", self.line, self.column, self.text)
    }
}

impl fmt::Display for ConfigWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file.display(), self.line, self.column, self.text)
    }
}

impl ConfigWarning {
    /// A warning about a place of a file, in bytes of its text.
    pub(crate) fn at(text: &str, file: &Path, place: &Range<usize>, message: &str) -> Self {
        let start = floor_char_boundary(text, place.start.min(text.len()));
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |end| start + end);
        let end = floor_char_boundary(text, place.end.clamp(start, line_end.max(start)));
        let (line, column) = line_and_column(text, start);
        let indent = sanitize(&text[line_start..start]).chars().count();
        let carets = sanitize(&text[start..end]).chars().count().max(1);
        let shown = sanitize(text[line_start..line_end].trim_end());
        let excerpt = format!("{}\n{}{}", shown, " ".repeat(indent), "^".repeat(carets));
        Self { file: file.to_owned(), line, column, text: sanitize(message), excerpt }
    }
}

/// The nearest character boundary at or before `index`.
fn floor_char_boundary(text: &str, index: usize) -> usize {
    (0..=index).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
