//! The list of games: one's own, those of a file, or those of a pasted text.

use std::cmp::Ordering;
use std::path::PathBuf;
use std::sync::Arc;

use tui_input::Input;

use crate::chess::Position;
use crate::game::listed::Imported;
use crate::game::pgn::{self, Header, PgnError};
use crate::game::{Listed, Mark, Place, PositionText, Resumes, Trashed, Walk};
use crate::tui::dialog::ask::Obstacle;

/// What the columns of a list of games have to hold: found out once, for a list may have 50,000 rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Whether the rating of any player is known.
    pub rated: bool,
    /// Whether the date of any game is known.
    pub dated: bool,
    /// Characters of the longest title.
    pub longest_title: usize,
}

impl Extent {
    fn of(rows: &[Listed]) -> Self {
        Self {
            rated: rows.iter().any(|row| row.white_elo.is_some() || row.black_elo.is_some()),
            dated: rows.iter().any(|row| row.date.starts_with(|c: char| c.is_ascii_digit())),
            longest_title: rows.iter().map(|row| row.title().chars().count()).max().unwrap_or_default(),
        }
    }
}

/// All that the list knows, and the reader's place in it.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// Whose games are shown.
    pub source: Source,
    /// Every game, in the order of the list.
    pub rows: Arc<[Listed]>,
    /// What the columns of the list have to hold.
    pub extent: Extent,
    /// Whether the rows are what the disk has.
    pub reading: Reading,
    /// While they are being read: how much of the files has been read, in thousandths.
    pub progress: u16,
    /// What is searched for.
    pub filter: Input,
    /// Whether keys go to the filter.
    pub typing: Typing,
    /// By which column the rows are sorted.
    pub order: Order,
    /// The file whose first game is chosen as soon as it is listed.
    pub awaited: Option<PathBuf>,
    /// The rows that fit the filter, as indices of `rows`.
    pub shown: Vec<usize>,
    /// The row that is chosen, an index of `shown`.
    pub chosen: usize,
    /// The chosen game, once it was read.
    pub preview: Option<Preview>,
    /// What was deleted since the program was started, the newest last.
    pub deleted: Vec<Trashed>,
}

/// Whose games are shown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Source {
    /// The user's own.
    #[default]
    Library,
    /// Those of a file.
    File(PathBuf),
    /// Those of a text that was pasted or came through a pipe.
    Text(Arc<str>),
}

/// Whether the rows are what the disk has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Reading {
    /// Nobody has looked yet.
    #[default]
    NotYet,
    /// They are being read.
    Underway,
    /// They were read.
    Done,
}

/// Whether keys go to the filter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Typing {
    /// They do.
    Filter,
    /// They walk through the list.
    #[default]
    Nothing,
}

/// By what the list is sorted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Order {
    /// The column.
    pub column: Column,
    /// Whether the other end comes first.
    pub reversed: bool,
}

/// A column of the list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Column {
    /// The order in which the games came: one's own the newest first.
    #[default]
    Date,
    /// White's name.
    White,
    /// Black's name.
    Black,
    /// White's rating, the highest first.
    WhiteElo,
    /// Black's rating.
    BlackElo,
    /// The opening, by its code.
    Opening,
    /// How it ended.
    Result,
    /// How many moves, the longest first.
    Moves,
}

impl Column {
    /// All of them, in the order in which the key goes through them.
    pub const ALL: [Self; 8] = [
        Self::Date,
        Self::White,
        Self::Black,
        Self::WhiteElo,
        Self::BlackElo,
        Self::Opening,
        Self::Result,
        Self::Moves,
    ];

    /// The column in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::White => "White",
            Self::Black => "Black",
            Self::WhiteElo => "White's Elo",
            Self::BlackElo => "Black's Elo",
            Self::Opening => "opening",
            Self::Result => "result",
            Self::Moves => "moves",
        }
    }

    /// The next column.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&column| column == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }

    fn compare(self, a: &Listed, b: &Listed) -> Ordering {
        let text = |a: &str, b: &str| {
            // What is not known comes last.
            let key = |text: &str| (text.is_empty() || text == "?", text.to_lowercase());
            key(a).cmp(&key(b))
        };
        match self {
            Self::Date => Ordering::Equal,
            Self::White => text(&a.white, &b.white),
            Self::Black => text(&a.black, &b.black),
            Self::WhiteElo => b.white_elo.cmp(&a.white_elo),
            Self::BlackElo => b.black_elo.cmp(&a.black_elo),
            Self::Opening => text(&a.opening, &b.opening),
            Self::Result => a.result.to_string().cmp(&b.result.to_string()),
            Self::Moves => b.plies.cmp(&a.plies),
        }
    }
}

/// A game as it is previewed: its last position and what stands above its moves.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Where the game lies.
    pub place: Place,
    /// Its moves, at their end.
    pub walk: Walk,
    /// Its tags.
    pub header: Header,
    /// What could not be read.
    pub fault: Option<PgnError>,
}

/// What a game is read for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To be shown beside the list.
    Preview,
    /// To be analyzed.
    Open,
    /// To be reviewed.
    Review,
    /// To be played on.
    Resume,
    /// For the clipboard.
    Copy,
}

/// Whether somebody has agreed to what is lost or made besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreed {
    /// A file may be replaced, a folder may be made.
    Yes,
    /// Only a new file in a folder that is there.
    NotYet,
}

/// A game as it was read from its text.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game, as far as it could be read.
    pub reading: pgn::Reading,
    /// The line with a position that is not legal, where the text is no more than that.
    pub faulty: Option<String>,
}

impl ReadGame {
    /// Reads the text of one game. Of a very long one this takes some tenths of a second.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let reading = pgn::read(text, &Position::start());
        let is_faulty = reading.fault.is_some() && reading.game.tree.moves() == 0;
        let is_position = |line: &&str| PositionText::of_line(line).is_some();
        let faulty = is_faulty && PositionText::of_text(text).is_some();
        let faulty = faulty.then(|| text.lines().find(is_position).unwrap_or_default().to_owned());
        Self { reading, faulty }
    }
}

/// What the disk says of games.
#[derive(Clone, Debug)]
pub enum Told {
    /// So much of the files was read, in thousandths.
    Progress(u16),
    /// These games are there.
    Listed(Source, Vec<Listed>),
    /// A game that was read.
    Game(Place, Purpose, Box<ReadGame>),
    /// A game was deleted.
    Deleted(Trashed),
    /// A deleted game is back.
    Restored,
    /// The games of a file were copied into the library.
    Imported(Imported),
    /// So many games were written to a file.
    Exported(usize, PathBuf),
    /// The file of a game that is played here was changed by somebody else: the game goes on in one of its own.
    Renamed {
        /// What the game's identity was.
        from: Mark,
        /// What it is.
        to: Mark,
    },
    /// No file was written under this name: something is to be agreed to first.
    NotAgreed(PathBuf, Obstacle),
    /// A path as far as the disk can complete it, and what it may go on with.
    Completed {
        /// What was typed.
        typed: String,
        /// What it becomes.
        completed: String,
        /// The names that it may go on with, where there are several.
        choices: Vec<String>,
    },
    /// The analysis is in the library.
    Kept,
    /// Something could not be done: a sentence, and whether the list may be wrong.
    Refused(String),
}

impl Games {
    /// The chosen game.
    #[must_use]
    pub fn row(&self) -> Option<&Listed> {
        self.rows.get(*self.shown.get(self.chosen)?)
    }

    /// The preview of the chosen game, once it was read.
    #[must_use]
    pub fn shown_preview(&self) -> Option<&Preview> {
        let place = &self.row()?.place;
        self.preview.as_ref().filter(|preview| preview.place == *place)
    }

    /// Whether the chosen game can be played on.
    #[must_use]
    pub fn resumes(&self) -> bool {
        self.row().is_some_and(|row| row.resumes == Resumes::Yes)
    }

    /// Takes in these rows, or the same ones under another filter; the chosen game stays chosen where it is still
    /// there.
    pub(crate) fn set_rows(&mut self, rows: Arc<[Listed]>) {
        let place = self.row().map(|row| row.place.clone());
        self.extent = Extent::of(&rows);
        self.rows = rows;
        self.apply_filter();
        if let Some(file) = &self.awaited
            && let Some(first) = self.shown.iter().position(|&row| self.rows[row].place.file == *file)
        {
            (self.chosen, self.awaited) = (first, None);
            return;
        }
        let index = self.shown.iter().position(|&row| Some(&self.rows[row].place) == place.as_ref());
        self.chosen = index.unwrap_or(self.chosen).min(self.shown.len().saturating_sub(1));
    }

    /// Sorts the rows otherwise; the chosen game stays chosen.
    pub(crate) fn sort(&mut self, order: Order) {
        self.order = order;
        self.set_rows(Arc::clone(&self.rows));
    }

    /// Looks again which rows fit the filter, and sorts them.
    pub(crate) fn apply_filter(&mut self) {
        let wanted = self.filter.value().to_lowercase();
        let fitting = self.rows.iter().enumerate().filter(|(_, row)| row.fits(&wanted));
        self.shown = fitting.map(|(index, _)| index).collect();
        let Order { column, reversed } = self.order;
        let rows = &self.rows;
        self.shown.sort_by(|&a, &b| column.compare(&rows[a], &rows[b]));
        if reversed {
            self.shown.reverse();
        }
        self.chosen = self.chosen.min(self.shown.len().saturating_sub(1));
    }
}
