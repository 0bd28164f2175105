//! Robustness tests of the built program: damaged files, bad disks, kills, a main loop that hangs, two programs
//! at once, bad terminals, hostile text. Nothing is lost, nothing freezes, no control sequence gets through.
//!
//! `RUN_SLOW_TESTS=1 cargo test --test suite hostile::` runs the tests of this module. See also
//! `crates/store/src/faults.rs` (a simulated disk that fails at any call), `external::stub` (misbehaving engines) and
//! `pty::engines` (engines that leave processes behind).

mod damage;
mod disk;
mod hang;
mod instances;
mod kills;
mod memory_limit;
mod signals;
mod terminal;
mod text;

use std::path::{Path, PathBuf};
use std::process::Command;

use matescope::chess::text::is_printable;

use crate::program::command;

/// A temporary folder for a test, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let file = self.0.join(name);
        std::fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn check_harmless(text: &str) {
    let raw: Vec<char> = text.chars().filter(|&c| c != '\n' && !is_printable(c)).collect();
    assert!(raw.is_empty(), "{raw:?} in {text:?}");
}

/// A call of the program with a home folder of its own, without a terminal.
fn command_in(home: &Path, words: &[&str]) -> Command {
    let mut command = command(words);
    for (variable, folder) in [
        ("HOME", ""),
        ("XDG_CONFIG_HOME", ".config"),
        ("XDG_STATE_HOME", ".local/state"),
        ("XDG_DATA_HOME", ".local/share"),
        ("XDG_CACHE_HOME", ".cache"),
    ] {
        command.env(variable, home.join(folder));
    }
    command
}
