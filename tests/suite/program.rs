//! Runs the built program as a script would: arguments in, output and exit status out.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use matescope::store::{GameReviews, Library};

/// The program's output.
pub(crate) struct Answer {
    pub(crate) status: i32,
    pub(crate) output: String,
    pub(crate) errors: String,
}

/// The folder for what tests write, by its whole path: a build for another system may know it without its drive.
pub(crate) fn temporary_folder() -> PathBuf {
    std::path::absolute(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// A call of the program isolated from this machine's user, without a terminal.
pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_matescope"));
    let nowhere = &temporary_folder();
    command.args(words).env("HOME", nowhere).env("XDG_CONFIG_HOME", nowhere).env("XDG_STATE_HOME", nowhere);
    command.env("XDG_CACHE_HOME", nowhere);
    command
}

/// Runs the program with an input to its end.
pub(crate) fn run(words: &[&str], input: &str) -> Answer {
    finish(command(words), input)
}

/// Runs a command with an input to its end.
pub(crate) fn finish(mut command: Command, input: impl AsRef<[u8]>) -> Answer {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    // A program that has ended already reads no input.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    Answer {
        status: status.code().unwrap_or(-1),
        output: String::from_utf8(stdout).unwrap(),
        errors: String::from_utf8(stderr).unwrap(),
    }
}

/// A user with a home folder of their own, which is empty at first.
pub(crate) struct Home {
    pub(crate) folder: PathBuf,
}

impl Home {
    pub(crate) fn new(name: &str) -> Self {
        let folder = temporary_folder().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self { folder }
    }

    /// A home folder with these PGN files in the library, by their names and texts.
    pub(crate) fn with_games(name: &str, files: &[(&str, &str)]) -> Self {
        let home = Self::new(name);
        let folder = home.library().folder().to_owned();
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        home
    }

    /// A call of the program by this user, in the home folder.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = command(words);
        command.env("HOME", &self.folder).env("XDG_CONFIG_HOME", self.folder.join("config"));
        command
            .env("XDG_DATA_HOME", self.folder.join("data"))
            .env("XDG_STATE_HOME", self.folder.join("state"));
        command.current_dir(&self.folder);
        command
    }

    /// Runs the program with an input to its end.
    pub(crate) fn run(&self, words: &[&str], input: impl AsRef<[u8]>) -> Answer {
        finish(self.command(words), input)
    }

    /// Writes a file into the home folder.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let file = self.folder.join(name);
        fs::write(&file, bytes).unwrap();
        file
    }

    pub(crate) fn library(&self) -> Library {
        Library::new(self.folder.join("data/matescope/games"))
    }

    pub(crate) fn reviews(&self) -> GameReviews {
        GameReviews::new(self.reviews_folder())
    }

    pub(crate) fn reviews_folder(&self) -> PathBuf {
        self.folder.join("data/matescope/reviews")
    }
}
