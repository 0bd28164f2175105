//! Positions on the command line.

use crate::chess::{Position, fen};
use crate::cli::error::CommandLineError;

pub(super) fn position(text: &str) -> Result<Position, CommandLineError> {
    fen::parse(text).map_err(|error| CommandLineError::Position { text: text.to_owned(), error })
}

pub(super) fn position_or_start(text: Option<&str>) -> Result<Position, CommandLineError> {
    text.map_or_else(|| Ok(Position::start()), position)
}
