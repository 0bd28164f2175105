//! The library: a folder of PGN files that other programs may read, change and add to. A game that is played here
//! has a file of its own; a file that was imported holds as many games as it had.
//!
//! Files are replaced as a whole or not at all. Whoever changes a file with several games, deletes or imports
//! holds the library's lock, so that two programs never undo one another's work. What is deleted goes into a
//! folder beside the games and comes back from there.

mod labels;
mod merge;
mod own_files;
pub(crate) mod pgn_files;
pub(crate) mod rewrite;
mod searches;
mod tags;

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use labels::{LabelFiles, LabeledGames};
pub use merge::{MergeProblem, MergedGames};
pub use own_files::OwnGameFiles;
pub(crate) use pgn_files::{PgnFile, pgn_files};
pub use searches::SearchFile;
pub use tags::TaggedGames;

use super::disk::{self, SizeLimit};
use super::io_error::FileError;
use super::lock::FileLock;
use super::output::{self, OutputError, OverwriteConsent};
use super::{SavedGame, atomic, io_error};
use chess::GameTermination;
use chess::text::{LineCounter, is_printable};
use game::game_labels::LabelNameProblem;
use game::game_list::digest;
use game::pgn::split::{MAX_GAME_BYTES, PgnSplitter};
use game::pgn::{self, PgnGame, TagProblem, command};
use game::{GameId, GameLocation, OwnGame, TrashedGame};

/// The folder of the games.
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
}

/// Why something could not be done with the library.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// Another program changes it: its lock.
    #[error("another Matescope changes the library and has locked {}; try again when it is done, or close it", .0.display())]
    Busy(PathBuf),
    /// The lock cannot be made.
    #[error(
        "the library cannot be changed: its lock {} cannot be made: {}{}",
        lock.display(),
        io_error::describe_io_error(error),
        folder_advice(error)
    )]
    NoLock {
        /// The lock.
        lock: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The folder of the library is there and cannot be read.
    #[error(
        "the library {} cannot be read: {}{}",
        folder.display(),
        io_error::describe_io_error(error),
        folder_advice(error)
    )]
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The file has changed since it was listed.
    #[error("{} has changed; the list is read again", .0.display())]
    FileChanged(PathBuf),
    /// The work was canceled.
    #[error("canceled")]
    Canceled,
    /// The system names no home folder.
    #[error("there is no home folder to keep games in")]
    NoHomeFolder,
    /// Nothing in the file looks like a game.
    #[error("there is no game in {}", .0.display())]
    NoGames(PathBuf),
    /// The file has another format.
    #[error("{} is no PGN but {format}", file.display())]
    NotPgn {
        /// The file.
        file: PathBuf,
        /// The format, and what to do about it.
        format: &'static str,
    },
    /// The file cannot be linked.
    #[error("{} cannot be linked: {problem}", file.display())]
    NotLinked {
        /// The file.
        file: PathBuf,
        /// Why not.
        problem: LinkProblem,
    },
    /// A tag of a game cannot be changed.
    #[error("{}, line {line}: {problem}", file.display())]
    Tag {
        /// The file of the game.
        file: PathBuf,
        /// The line on which the game begins.
        line: usize,
        /// Why not.
        problem: TagProblem,
    },
    /// A label cannot have this name.
    #[error(transparent)]
    LabelName(#[from] LabelNameProblem),
    /// A game is still being played.
    #[error("this game is not over: it can have labels once it is")]
    NotOver,
    /// There is no such label.
    #[error(
        "there is no label {name}{}",
        nearest.as_ref().map_or_else(String::new, |nearest| format!("; the nearest one is {nearest}"))
    )]
    NoLabel {
        /// What was typed.
        name: String,
        /// The label that may be meant.
        nearest: Option<String>,
    },
    /// There is a saved search of this name.
    #[error("there is a saved search {0} already")]
    SearchExists(String),
    /// A file could not be written, or must not be.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// What the system says of a file.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Why a file cannot be linked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LinkProblem {
    /// It is no plain PGN.
    #[error("it is compressed; without --link its games are copied into the library")]
    Compressed,
    /// The library lists it already.
    #[error("its games are in the library already, as {}", .0.display())]
    Listed(PathBuf),
    /// The system makes no link.
    #[error("the system makes no link to it ({0}); without --link its games are copied into the library")]
    Refused(String),
}

/// What to do about a folder that cannot be used, as the end of a sentence.
fn folder_advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "; you need the right to read and to write in its folder",
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "; a file is where a folder has to be: move it elsewhere"
        }
        io::ErrorKind::IsADirectory => "; a folder has its name: move it elsewhere",
        _ => "",
    }
}

/// Says that the folder of the library cannot be read.
pub(crate) fn folder_error(folder: &Path) -> impl FnOnce(io::Error) -> LibraryError {
    let folder = folder.to_owned();
    |error| match error.kind() {
        io::ErrorKind::Interrupted => LibraryError::Canceled,
        _ => LibraryError::Unreadable { folder, error },
    }
}

/// Says of which file an error is.
pub(crate) fn file_error(file: &Path) -> impl FnOnce(io::Error) -> LibraryError {
    |error| match error.kind() {
        io::ErrorKind::Interrupted => LibraryError::Canceled,
        _ => FileError::of(file)(error).into(),
    }
}

impl Library {
    /// The library in a folder, which need not exist.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether a file is one of the library's.
    #[must_use]
    pub fn contains(&self, file: &Path) -> bool {
        file.parent() == Some(&self.folder)
    }

    /// The file of a game that was played here.
    #[must_use]
    pub fn game_file(&self, own: &OwnGame) -> PathBuf {
        self.folder.join(own.id.file_stem()).with_extension("pgn")
    }

    /// Takes a game out of its file; what is left of it lies in the trash.
    ///
    /// # Errors
    /// When the file is not as it was listed, when another program is at work, or when the disk fails: then
    /// nothing has changed.
    pub fn delete(&self, place: &GameLocation) -> Result<TrashedGame, LibraryError> {
        let _lock = self.lock()?;
        let bytes = disk::read(&place.file, SizeLimit::Games).map_err(file_error(&place.file))?;
        let (from, to) =
            game_bounds(place, &bytes).ok_or_else(|| LibraryError::FileChanged(place.file.clone()))?;
        let trash = free_path(&self.folder.join("trash"), &place.file)?;
        let others = [&bytes[..from], &bytes[to..]].concat();
        if others.iter().all(u8::is_ascii_whitespace) {
            let folder = trash.parent().unwrap_or(&self.folder);
            disk::make_folder(folder).map_err(file_error(folder))?;
            disk::rename(&place.file, &trash).map_err(file_error(&place.file))?;
            // It is in one of the two, whatever fails now.
            let _ = disk::sync_folder(folder).and_then(|()| disk::sync_folder(&self.folder));
        } else {
            atomic::write(&trash, &bytes[from..to]).map_err(file_error(&trash))?;
            atomic::write(&place.file, &others).map_err(file_error(&place.file))?;
        }
        Ok(TrashedGame { location: place.clone(), trash })
    }

    /// Brings a deleted game back to where it was. Where its file has changed since, it gets one of its own.
    ///
    /// # Errors
    /// When another program is at work, or when the disk fails: then it stays in the trash.
    pub fn restore(&self, trashed: &TrashedGame) -> Result<(), LibraryError> {
        let _lock = self.lock()?;
        let TrashedGame { location: place, trash } = trashed;
        let text = disk::read(trash, SizeLimit::Games).map_err(file_error(trash))?;
        let bytes = match disk::read(&place.file, SizeLimit::Games) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(file_error(&place.file)(error)),
        };
        let place_again = || {
            let bytes = bytes?;
            let at = usize::try_from(place.offset).ok().filter(|&at| at <= bytes.len())?;
            let begins = is_file_start(&bytes[..at]) || matches!(bytes[at - 1], b'\n' | b'\r');
            begins.then_some((bytes, at))
        };
        if let Some((bytes, at)) = place_again() {
            let whole = [&bytes[..at], &text, &bytes[at..]].concat();
            atomic::write(&place.file, &whole).map_err(file_error(&place.file))?;
        } else {
            let file = free_path(&self.folder, &place.file)?;
            atomic::write(&file, &text).map_err(file_error(&file))?;
        }
        disk::remove(trash).map_err(file_error(trash))?;
        if let Some(folder) = trash.parent() {
            // It is in the library; at worst it stays in the trash as well.
            let _ = disk::sync_folder(folder);
        }
        Ok(())
    }

    /// Adds a game's text as a file of its own, whose path is returned.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&self, mark: GameId, text: &str) -> Result<PathBuf, LibraryError> {
        let file = free_path(&self.folder, &PathBuf::from(mark.file_stem()).with_extension("pgn"))?;
        atomic::write(&file, text.as_bytes()).map_err(file_error(&file))?;
        Ok(file)
    }

    /// Keeps an analysis in the file of its id. The file is written over only where it has the text with the digest
    /// `before`, which this program wrote; otherwise the analysis gets a file of its own.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_analysis(&self, id: GameId, before: Option<u64>, text: &str) -> Result<(), LibraryError> {
        let file = self.folder.join(id.file_stem()).with_extension("pgn");
        let found = before.and_then(|before| Some((before, disk::read(&file, SizeLimit::OwnGame).ok()?)));
        match found {
            Some((before, bytes)) if digest(&bytes) == before => {
                self.replace_analysis(id, &file, &bytes, text)
            }
            _ => self.add(id, text).map(drop),
        }
    }

    /// Keeps other programs from changing the library until it is dropped.
    pub(crate) fn lock(&self) -> Result<FileLock, LibraryError> {
        let lock = self.folder.join(".lock");
        match FileLock::acquire(&lock, Duration::ZERO) {
            Ok(Some(acquired)) => Ok(acquired),
            Ok(None) => Err(LibraryError::Busy(lock)),
            Err(error) => Err(LibraryError::NoLock { lock, error }),
        }
    }
}

/// Looks whether a file can be read at all.
///
/// # Errors
/// When it cannot.
pub fn check_readable(file: &Path) -> io::Result<()> {
    disk::open(file).map(drop)
}

/// The text of a game.
///
/// # Errors
/// When its file cannot be read, or is not as it was listed.
pub fn read(place: &GameLocation) -> Result<String, LibraryError> {
    let bytes = read_place(&place.file, place.offset, place.length)?;
    Ok(pgn::decode(&bytes).into_owned())
}

/// The line of its file on which a game begins, from 1.
///
/// # Errors
/// When the file cannot be read.
pub fn first_line(place: &GameLocation) -> io::Result<usize> {
    let mut before = BufReader::new(disk::open(&place.file)?).take(place.offset);
    let mut lines = LineCounter::new();
    loop {
        let bytes = before.fill_buf()?;
        if bytes.is_empty() {
            return Ok(lines.line());
        }
        lines.add(bytes);
        let length = bytes.len();
        before.consume(length);
    }
}

/// Writes games to a file, in the order of the list: how many.
///
/// # Errors
/// When consent is missing, or something cannot be read or written.
pub fn export(places: &[GameLocation], to: &Path, consent: OverwriteConsent) -> Result<usize, LibraryError> {
    let mut unread = None;
    let written = output::write(to, consent, |draft| {
        for place in places {
            let bytes = read_place(&place.file, place.offset, place.length).map_err(|error| {
                unread = Some(error);
                io::Error::from(io::ErrorKind::InvalidData)
            })?;
            write_game(&bytes, draft)?;
        }
        Ok(())
    });
    if let Some(error) = unread {
        return Err(error);
    }
    written?;
    Ok(places.len())
}

/// Writes the bytes of a game, with an empty line behind it.
///
/// # Errors
/// When they cannot be written.
pub fn write_game(bytes: &[u8], to: &mut dyn Write) -> io::Result<()> {
    to.write_all(bytes.trim_ascii_end())?;
    to.write_all(b"\n\n")
}

/// A game as its file has it.
fn pgn_of(game: &SavedGame) -> String {
    let header = game.own().header(game.ending);
    let mut tree = game.tree.clone();
    // The main line ends at the current position, whatever was taken back.
    tree.make_main_line(game.current);
    let beyond = tree.node(game.current).children().to_vec();
    for child in beyond {
        tree.delete(child);
    }
    let show = |ending: GameTermination| {
        matches!(ending, GameTermination::Resignation { .. } | GameTermination::Agreement)
    };
    if let Some(ending) = game.ending.filter(|&ending| show(ending)) {
        let after = &mut tree.node_mut(game.current).notes.after;
        if after.iter().all(|comment| command::text_without_commands(comment).is_empty()) {
            after.push(ending.reason());
        }
    }
    pgn::write(&PgnGame { header, tree })
}

/// A file in a folder that bears the name of another one, with a number where that is taken.
///
/// # Errors
/// When the system does not say whether a file has a name.
pub(crate) fn free_path(folder: &Path, like: &Path) -> Result<PathBuf, LibraryError> {
    /// The longest name of a file that systems take.
    const MAX_NAME_BYTES: usize = 255;
    let stem = like.file_stem().unwrap_or_default().to_string_lossy();
    // What a name has of controls could reach a terminal.
    let stem: String = stem.chars().filter(|&c| is_printable(c)).collect();
    let stem = if stem.is_empty() || stem.starts_with('.') { format!("games{stem}") } else { stem };
    let named = |ending: &str| {
        folder.join(format!("{}{ending}", atomic::start_of_name(&stem, MAX_NAME_BYTES - ending.len())))
    };
    let first = named(".pgn");
    let numbered = (2..).map(|number: u32| named(&format!("-{number}.pgn")));
    for file in std::iter::once(first.clone()).chain(numbered) {
        if !disk::exists(&file).map_err(file_error(&file))? {
            return Ok(file);
        }
    }
    // There are more numbers than files.
    Err(file_error(&first)(io::ErrorKind::AlreadyExists.into()))
}

/// The bytes of a game, unless its file shows that it ends elsewhere by now: a game that is played grows.
pub(crate) fn read_place(file: &Path, offset: u64, length: u64) -> Result<Vec<u8>, LibraryError> {
    /// Bytes beyond the game that are looked at. What lies between two games may be longer, and then nothing
    /// can be said.
    const BEYOND: usize = 4_096;
    let listed = usize::try_from(length).unwrap_or(MAX_GAME_BYTES).min(MAX_GAME_BYTES);
    let read = || {
        let mut source = disk::open(file)?;
        source.seek(SeekFrom::Start(offset))?;
        let mut bytes = Vec::new();
        source.take((listed + BEYOND) as u64).read_to_end(&mut bytes)?;
        let length = PgnSplitter::new(&bytes[..]).next().transpose()?.map_or(0, |piece| piece.bytes.len());
        Ok((bytes, length))
    };
    let (mut bytes, length) = read().map_err(file_error(file))?;
    let is_whole_file = bytes.len() < listed + BEYOND;
    if bytes.len() < listed || (is_whole_file && length != listed) {
        return Err(LibraryError::FileChanged(file.to_owned()));
    }
    bytes.truncate(listed);
    Ok(bytes)
}

/// Whether what stands before a place is nothing, or a byte order mark.
fn is_file_start(before: &[u8]) -> bool {
    before.is_empty() || before == b"\xef\xbb\xbf"
}

/// The bytes of a game in its file, if there is one game there as it was listed.
fn game_bounds(place: &GameLocation, bytes: &[u8]) -> Option<(usize, usize)> {
    let from = usize::try_from(place.offset).ok()?;
    let to = from.checked_add(usize::try_from(place.length).ok()?)?;
    let text = bytes.get(from..to)?;
    // It may follow another one without white space.
    let mut games = PgnSplitter::new(text);
    let whole = games.next()?.ok()?.bytes.len() == text.len() && games.next().is_none();
    (whole && digest(text) == place.digest).then_some((from, to))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::database::list_file;
    use crate::fixtures;
    use crate::scratch::Scratch;
    use chess::{Color, Position};
    use game::game_list::ImportedGames;
    use game::{GameListEntry, GameResumable};

    fn game(number: u16, moves: &[&str], ending: Option<GameTermination>) -> SavedGame {
        let id = GameId { day: 20_000 + i32::from(number), number: number.into() };
        SavedGame { ending, game_id: Some(id), ..fixtures::game(moves) }
    }

    fn save(library: &Library, game: &SavedGame) -> io::Result<()> {
        OwnGameFiles::new(library.clone()).save(game)
    }

    fn names(library: &Library) -> Vec<String> {
        let row = |row: &GameListEntry| format!("{} {} {} {}", row.white, row.black, row.result, row.plies);
        library.list().unwrap().iter().map(row).collect()
    }

    const THREE: &str =
        "[White \"a\"]\n\n1. e4 1-0\n\n[White \"b\"]\n\n1. d4 {x} (1. c4) d5 0-1\n\n[White \"c\"]\n\n*\n";

    #[test]
    fn an_analysis_stays_in_its_file_unless_another_program_has_changed_it() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().join("games"));
        let id = GameId { day: 20_000, number: 7 };
        let text =
            |moves: &str| format!("[Event \"Analysis\"]\n[AnalysisMark \"20000-00000007\"]\n\n{moves} *\n");
        let keep = |before: Option<&str>, moves: &str| {
            let before = before.map(|moves| digest(text(moves).as_bytes()));
            library.keep_analysis(id, before, &text(moves)).unwrap();
            let mut rows = library.list().unwrap();
            rows.sort_by_key(|row| row.plies);
            rows.iter().map(|row| (row.title(), row.plies)).collect::<Vec<_>>()
        };
        let row = |plies| ("Analysis".to_owned(), plies);
        assert_eq!(keep(None, "1. e4"), [row(1)]);
        assert_eq!(keep(Some("1. e4"), "1. e4 e5"), [row(2)]);
        fs::write(library.folder().join(id.file_stem()).with_extension("pgn"), text("1. d4 d5 2. c4"))
            .unwrap();
        assert_eq!(keep(Some("1. e4 e5"), "1. e4 e5 2. d4 d5"), [row(3), row(4)]);
        let rows = library.list().unwrap();
        assert!(rows.iter().all(|row| row.is_analysis && !row.can_be_reviewed()));
    }

    #[test]
    fn every_game_that_is_played_is_there_the_newest_first() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().join("games"));
        assert_eq!(names(&library), [""; 0]);
        save(&library, &game(1, &["e4", "e5"], Some(GameTermination::Resignation { loser: Color::Black })))
            .unwrap();
        save(&library, &game(2, &["e4"], None)).unwrap();
        save(&library, &game(2, &["e4", "e5", "Nf3"], None)).unwrap();
        save(&library, &game(3, &[], None)).unwrap();
        assert_eq!(names(&library), ["Matescope level 3 You * 3", "Matescope level 3 You 1-0 2"]);
        let rows = library.list().unwrap();
        assert_eq!((rows[0].resumes, rows[1].resumes), (GameResumable::Yes, GameResumable::No));
        let back = pgn::read(&read(&rows[0].location).unwrap(), &Position::start()).game;
        assert_eq!(OwnGame::of(&back.header), Some(game(2, &[], None).own()));
        let reason = GameTermination::Resignation { loser: Color::Black }.reason();
        assert!(read(&rows[1].location).unwrap().replace('\n', " ").contains(&reason));
    }

    #[test]
    fn what_was_taken_back_is_no_part_of_the_game() {
        let mut saved = game(1, &["e4", "e5", "Nf3"], None);
        saved.current = saved.tree.line_to(saved.current)[1];
        assert!(pgn_of(&saved).ends_with("1. e4 e5 *\n"), "{}", pgn_of(&saved));
    }

    #[test]
    fn what_is_deleted_comes_back_as_it_was() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        fs::write(scratch.path().join("three.pgn"), THREE).unwrap();
        save(&library, &game(1, &["e4"], None)).unwrap();
        let before = names(&library);
        for index in 0..before.len() {
            let place = library.list().unwrap()[index].location.clone();
            let trashed = library.delete(&place).unwrap();
            assert_eq!(names(&library).len(), before.len() - 1);
            library.restore(&trashed).unwrap();
            assert_eq!(names(&library), before);
            assert_eq!(fs::read_to_string(scratch.path().join("three.pgn")).unwrap(), THREE);
        }
        assert_eq!(fs::read_dir(scratch.path().join("trash")).unwrap().count(), 0);
    }

    #[test]
    fn the_list_follows_what_is_deleted_and_brought_back() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        let file = scratch.path().join("games.pgn");
        // The list with an index is what the one without it has to be.
        let check = |what: &str| {
            let with_index = library.list().unwrap();
            fs::remove_dir_all(scratch.path().join(".database")).unwrap();
            assert_eq!(with_index, library.list().unwrap(), "{what}");
        };
        let prose = format!(
            "some words\n\n{THREE}\n% escape\n\n[White \"d\"]\n\n1. c4 {{x}}\n\n[White \"e\"]\n\n1. b3 *"
        );
        let untagged = "1. e4 e5\n\n[White \"b\"]\n\n1. c4 *\n\n1. d4 d5\n\n[White \"c\"]\n\n*\n".to_owned();
        for text in
            [THREE.to_owned(), format!("\u{feff}{THREE}"), prose, untagged, THREE.replace('\n', "\r\n")]
        {
            fs::write(&file, &text).unwrap();
            let count = library.list().unwrap().len();
            for game in 0..count {
                let place = library.list().unwrap()[game].location.clone();
                let trashed = library.delete(&place).unwrap();
                check(&format!("{text}: {game} deleted"));
                library.restore(&trashed).unwrap();
                check(&format!("{text}: {game} restored"));
            }
        }
    }

    #[test]
    fn a_file_that_has_changed_is_left_alone() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        let file = scratch.path().join("three.pgn");
        fs::write(&file, THREE).unwrap();
        let second = library.list().unwrap().into_iter().find(|row| row.white == "b").unwrap().location;
        fs::write(&file, format!("% something new\n{THREE}")).unwrap();
        assert!(matches!(library.delete(&second), Err(LibraryError::FileChanged(_))));
        assert_eq!(library.list().unwrap().len(), 3);
        let second = library.list().unwrap().into_iter().find(|row| row.white == "b").unwrap().location;
        let trashed = library.delete(&second).unwrap();
        fs::write(&file, "1. e4 *").unwrap();
        library.restore(&trashed).unwrap();
        let mut left = names(&library);
        left.sort();
        assert_eq!(left, ["? ? * 1", "b ? 0-1 2"], "it has a file of its own now");
    }

    #[test]
    fn another_game_in_its_place_is_not_deleted() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        let file = scratch.path().join("three.pgn");
        fs::write(&file, THREE).unwrap();
        let second = library.list().unwrap().into_iter().find(|row| row.white == "b").unwrap().location;
        // As long, in the same place, and a game, too.
        let other = THREE.replace("1. d4 {x}", "1. c4 {y}");
        assert!(other.len() == THREE.len() && other != THREE);
        fs::write(&file, &other).unwrap();
        assert!(matches!(library.delete(&second), Err(LibraryError::FileChanged(_))));
        assert_eq!(fs::read_to_string(&file).unwrap(), other);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_read_has_a_row_with_the_reason() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        let fifo = scratch.path().join("pipe.pgn");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        std::os::unix::fs::symlink("nowhere", scratch.path().join("link.pgn")).unwrap();
        fs::write(scratch.path().join("a.pgn"), "1. e4 *").unwrap();
        let rows = library.list().unwrap();
        assert_eq!(rows.len(), 3, "the others are listed");
        let unread = rows.iter().filter(|row| row.plies == 0);
        let mut titles: Vec<String> = unread.map(|row| format!("{}: {}", row.title(), row.opening)).collect();
        titles.sort();
        let wanted = [
            "link.pgn cannot be read: there is no such file",
            "pipe.pgn cannot be read: this is a pipe or a device, not a regular file",
        ];
        assert_eq!(titles, wanted);
        let row = library.list().unwrap().into_iter().find(|row| row.location.file == fifo).unwrap();
        assert!(read(&row.location).is_err() && library.delete(&row.location).is_err() && fifo.exists());
    }

    #[test]
    fn a_file_from_before_1970_is_known_by_its_time() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        let file = scratch.path().join("a.pgn");
        for (seconds, text, white) in [(3, "1. e4 1-0", "1-0"), (5, "1. e4 0-1", "0-1")] {
            fs::write(&file, text).unwrap();
            let before = std::time::SystemTime::UNIX_EPOCH - Duration::from_secs(seconds);
            fs::File::options().append(true).open(&file).unwrap().set_modified(before).unwrap();
            assert_eq!(library.list().unwrap()[0].result.to_string(), white);
        }
    }

    #[test]
    fn a_game_that_has_grown_is_not_read_in_part() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        save(&library, &game(1, &["e4"], None)).unwrap();
        let before = library.list().unwrap();
        assert!(read(&before[0].location).unwrap().contains("e4"));
        save(&library, &game(1, &["e4", "e5", "Nf3"], None)).unwrap();
        assert!(matches!(read(&before[0].location), Err(LibraryError::FileChanged(_))));
        assert!(read(&library.list().unwrap()[0].location).unwrap().contains("Nf3"));
        save(&library, &game(1, &["e4"], None)).unwrap();
        fs::write(scratch.path().join("three.pgn"), THREE).unwrap();
        for row in library.list().unwrap() {
            assert!(read(&row.location).is_ok(), "{row:?}");
        }
    }

    #[test]
    fn games_are_imported_and_exported_byte_by_byte() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().join("games"));
        let file = scratch.path().join("odd name.PGN");
        fs::write(&file, [b"\xef\xbb\xbf", THREE.trim_end().as_bytes(), b" {J\xf6rg}"].concat()).unwrap();
        let ImportedGames { file: copy, new, duplicates, empty, .. } =
            library.import(&file, &|_, _| true).unwrap();
        assert_eq!((new, duplicates, empty), (3, 0, 0), "words without a move are a chapter");
        assert_eq!(copy.unwrap().file_name().unwrap(), "odd name.pgn");
        let again = library.import(&file, &|_, _| true).unwrap();
        assert_eq!(again, ImportedGames { duplicates: 3, ..ImportedGames::default() });
        let more =
            "[White \"d\"]\n\n1. c4 *\n\n[White \"a\"]\n\n1. e4! {best} 1-0\n\n[White \"d\"]\n\n1. c4 *\n";
        fs::write(&file, more).unwrap();
        let more = library.import(&file, &|_, _| true).unwrap();
        let counts = (more.new, more.other_texts, more.duplicates);
        assert_eq!(counts, (1, 1, 1), "one has another text, one is twice in the file");
        assert_eq!(more.file.unwrap().file_name().unwrap(), "odd name-2.pgn");
        assert_eq!(names(&library).len(), 5);
        let places: Vec<GameLocation> = library.list().unwrap().into_iter().map(|row| row.location).collect();
        let out = scratch.path().join("all.pgn");
        assert_eq!(export(&places, &out, OverwriteConsent::NewFile).unwrap(), 5);
        assert_eq!(list_file(&out).unwrap().len(), 5);
        assert!(matches!(
            export(&places, &out, OverwriteConsent::NewFile),
            Err(LibraryError::Output(OutputError::Exists(_)))
        ));
        let prose = scratch.path().join("prose.txt");
        fs::write(&prose, "- nothing -\n").unwrap();
        assert!(matches!(library.import(&prose, &|_, _| true), Err(LibraryError::NoGames(_))));
        assert!(matches!(list_file(&prose), Err(LibraryError::NoGames(_))));
        assert!(matches!(
            library.import(&scratch.path().join("none"), &|_, _| true),
            Err(LibraryError::File(_))
        ));
        assert_eq!(
            fs::read_dir(scratch.path().join("games")).unwrap().flatten().count(),
            4,
            "two copies, lock, index"
        );
    }

    #[test]
    fn one_program_changes_the_library_at_a_time() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        fs::write(scratch.path().join("a.pgn"), THREE).unwrap();
        let place = library.list().unwrap()[0].location.clone();
        let lock = library.lock().unwrap();
        assert!(matches!(library.delete(&place), Err(LibraryError::Busy(_))));
        let busy = library.import(&place.file, &|_, _| true).unwrap_err().to_string();
        let path = scratch.path().join(".lock");
        let wanted = format!("has locked {}; try again when it is done, or close it", path.display());
        assert!(busy.starts_with("another Matescope") && busy.ends_with(&wanted), "{busy}");
        drop(lock);
        assert!(library.delete(&place).is_ok());
    }

    #[test]
    fn a_disk_that_fails_loses_nothing() {
        let scratch = Scratch::new();
        let blocked = scratch.path().join("file");
        fs::write(&blocked, "").unwrap();
        let library = Library::new(blocked.clone());
        assert!(save(&library, &game(1, &["e4"], None)).is_err());
        let unread = library.list().unwrap_err().to_string();
        let wanted = format!("the library {} cannot be read: ", blocked.display());
        assert!(unread.starts_with(&wanted) && unread.ends_with("move it elsewhere"), "{unread}");
        let place = GameLocation { file: blocked, offset: 0, length: 0, digest: 0 };
        let unlocked = library.delete(&place).unwrap_err().to_string();
        assert!(unlocked.contains(".lock") && unlocked.ends_with("move it elsewhere"), "{unlocked}");
        let library = Library::new(scratch.path().to_owned());
        fs::write(scratch.path().join("a.pgn"), THREE).unwrap();
        let place = library.list().unwrap()[1].location.clone();
        fs::write(scratch.path().join("trash"), "in the way").unwrap();
        assert!(library.delete(&place).is_err());
        assert_eq!(fs::read_to_string(scratch.path().join("a.pgn")).unwrap(), THREE);
    }
}
