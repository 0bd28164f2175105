//! Inputs that once went wrong, each with what is right. They stand in `tests/data/reports`.

use std::path::{Path, PathBuf};

mod fifty_moves;
mod library;
mod mates;
mod null_moves;
mod pgn_files;
mod pgn_text;
#[cfg(unix)]
mod robustness;
mod screen;
mod truth;

/// The file of a report.
pub(crate) fn report(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reports").join(name)
}
