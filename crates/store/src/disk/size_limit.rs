//! How much is read of a file that is kept, by its kind. A file can be far longer than anything that this program writes:
//! damage, a disk error, or the work of another program. What is longer is refused, so that memory has a bound.

use std::io::{self, ErrorKind};

/// The limit of a kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SizeLimit {
    /// The settings, which a person writes.
    Settings,
    /// A theme.
    Theme,
    /// Lessons of the user's own.
    Lessons,
    /// The running game and the analysis. The longest game that is read makes some 60 MB.
    Board,
    /// The file of a game that is played here: twice the longest game that is read.
    OwnGame,
    /// A file of the library that is written anew as a whole: some 500,000 games.
    Games,
    /// Files of lines: the practice record, mistake cards, analyzed positions. A million lines or so.
    Lines,
    /// A set of puzzles: some two million.
    Puzzles,
    /// The review of a game. They have some 10 KB.
    Review,
    /// A segment of the database. They have some 10 MB; one game may be as long as the longest that is read.
    Segment,
}

impl SizeLimit {
    /// In bytes.
    pub(crate) const fn bytes(self) -> u64 {
        match self {
            Self::Settings => 256 << 10,
            Self::Theme => 64 << 10,
            Self::Lessons => 1 << 20,
            Self::Board => 128 << 20,
            Self::OwnGame => 32 << 20,
            Self::Games => 512 << 20,
            Self::Lines | Self::Puzzles | Self::Segment => 256 << 20,
            Self::Review => 16 << 20,
        }
    }

    /// Refuses a file of this length, if it is longer.
    ///
    /// # Errors
    /// [`ErrorKind::FileTooLarge`], with the limit in words.
    pub(crate) fn check(self, length: u64) -> io::Result<()> {
        let bytes = self.bytes();
        if length <= bytes {
            return Ok(());
        }
        let limit =
            if bytes < 1 << 20 { format!("{} KB", bytes >> 10) } else { format!("{} MB", bytes >> 20) };
        Err(io::Error::new(ErrorKind::FileTooLarge, format!("it is longer than {limit}")))
    }
}
