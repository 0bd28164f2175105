//! Errors of the command line, with a caret under the place and suggested corrections.

use std::fmt;

use unicode_width::UnicodeWidthChar;

use crate::chess::fen::FenError;
use crate::chess::text::sanitize;
use crate::store::output::OutputError;

/// A command line that cannot be parsed.
#[derive(Clone, PartialEq, Debug)]
pub enum CommandLineError {
    /// Wrong arguments, as text ready for printing.
    Usage(String),
    /// An invalid FEN.
    Position {
        /// The FEN as given.
        text: String,
        /// What is wrong with it.
        error: FenError,
    },
}

impl fmt::Display for CommandLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) => f.write_str(text.trim_end()),
            Self::Position { text, error } => {
                let before = sanitize(text.get(..error.place.start).unwrap_or_default());
                let marked = sanitize(text.get(error.place.clone()).unwrap_or_default());
                writeln!(f, "error: {}", sanitize(&error.reason))?;
                writeln!(f, "  |")?;
                writeln!(f, "  | {}", sanitize(text))?;
                write!(f, "  | {}{}", " ".repeat(columns(&before)), "^".repeat(columns(&marked).max(1)))?;
                for repair in &error.repairs {
                    write!(f, "\n  = try \"{}\" ({})", sanitize(&repair.fen), sanitize(&repair.label))?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for CommandLineError {}

/// An output error with advice, as text for the user.
pub(super) fn output_error_text(error: &OutputError) -> String {
    let advice = match error {
        OutputError::Exists(_) => "\n  = --force overwrites it",
        OutputError::NoFolder(_) => "\n  = --force creates it",
        OutputError::IsFolder(_) | OutputError::File(_) => "",
    };
    sanitize(&error.to_string()) + advice
}

fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

    #[test]
    fn the_caret_stands_under_the_place() {
        let text = "8/8/8/8/8/1Q6/8/k2K5 w - - 0 1".to_owned();
        let error = fen::parse(&text).unwrap_err();
        let shown = CommandLineError::Position { text, error }.to_string();
        assert_eq!(
            shown.lines().take(5).collect::<Vec<_>>(),
            [
                "error: rank 1 adds up to 9 files (1+2+1+5)",
                "  |",
                "  | 8/8/8/8/8/1Q6/8/k2K5 w - - 0 1",
                "  |                 ^^^^",
                "  = try \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\" (rank 1: k2K4)",
            ]
        );
    }
}
