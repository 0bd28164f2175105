//! Opening repertoires: plain PGN files in a folder beside the games. Each game of a file is a chapter, for the side that its
//! tag `Orientation` names.
//!
//! People edit these files with other programs, too. What is changed here is one chapter in its file; all else stays as it is,
//! byte for byte, and a file that has changed since it was read is read again first.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess::{Color, Position};
use game::game_list::digest;
use game::pgn::split::{PgnGameText, PgnSplitter};
use game::pgn::{self, PgnGame, TagChange, TagProblem, TextStyle, edit_tags};
use game::repertoire::chapter::SIDE_TAG;
use game::repertoire::{RepertoireEdit, Repertoires};
use game::{GameLocation, RepertoireChapter};

use crate::disk::{self, SizeLimit};
use crate::io_error::{FileError, describe_io_error};
use crate::library::pgn_files::pgn_files;
use crate::library::rewrite::{GameChange, changed_file, written_games};
use crate::library::{Library, LibraryError, free_path};
use crate::{atomic, compressed};

/// The folder of the repertoires.
#[derive(Clone, Debug)]
pub struct RepertoireFolder {
    folder: PathBuf,
}

/// Why something could not be done with a repertoire.
#[derive(Debug, thiserror::Error)]
pub enum RepertoireError {
    /// What the library would say: the folder is in use, or cannot be.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A line with a null move was to be added.
    #[error("a line with a null move cannot be part of a repertoire")]
    NullMove,
    /// The file has changed since it was read.
    #[error("{} has changed since it was read; try again", .0.display())]
    FileChanged(PathBuf),
    /// What the system says of a file.
    #[error(transparent)]
    File(#[from] FileError),
    /// A chapter has an error, so that not all of it could be written again.
    #[error("{}, line {line}: this chapter has an error; mend it before it is changed here", file.display())]
    Faulty {
        /// Its file.
        file: PathBuf,
        /// The line on which the chapter begins.
        line: usize,
    },
    /// The file has an encoding that lacks letters of the change.
    #[error("{} is not written in UTF-8, and the new text cannot be written without it", .0.display())]
    Encoding(PathBuf),
    /// A file has no game with moves.
    #[error("there is no game with moves in {}", .0.display())]
    NoMoves(PathBuf),
    /// A chapter of a file cannot get its tag.
    #[error("{}, line {line}: {problem}", file.display())]
    Tag {
        /// The file.
        file: PathBuf,
        /// The line on which the chapter begins.
        line: usize,
        /// Why not.
        problem: TagProblem,
    },
}

/// The repertoires of both sides, as their files have them.
#[derive(Clone, Debug)]
pub struct LoadedRepertoires {
    /// The repertoires.
    pub repertoires: Repertoires,
    /// What could not be read, each with its place, as sentences.
    pub problems: Vec<String>,
    /// The places of the chapters of White's and of Black's.
    places: [Vec<ChapterPlace>; 2],
    /// The files, to see whether they have changed.
    stamps: FileStamps,
}

/// Where a chapter is written.
#[derive(Clone, Debug)]
struct ChapterPlace {
    location: GameLocation,
    /// The line on which it begins, from 1.
    line: usize,
    /// Whether all of it could be read.
    is_whole: bool,
}

/// The lengths and times of files.
type FileStamps = BTreeMap<PathBuf, (u64, i128)>;

/// A file that became a repertoire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddedRepertoire {
    /// The file in the folder of the repertoires.
    pub file: PathBuf,
    /// Number of its chapters.
    pub chapters: usize,
}

impl RepertoireFolder {
    /// The repertoires in a folder, which need not exist.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where they are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads all files, in the order of their names. A file or a game that cannot be read is a problem, not an error.
    ///
    /// # Errors
    /// When the folder is there and cannot be read.
    pub fn load(&self) -> Result<LoadedRepertoires, FileError> {
        let mut files = pgn_files(&self.folder).map_err(FileError::of(&self.folder))?;
        files.sort_by(|one, other| one.name.cmp(&other.name));
        let mut problems = Vec::new();
        let (mut chapters, mut places) = (Vec::new(), [Vec::new(), Vec::new()]);
        for file in &files {
            match disk::read(&file.path, SizeLimit::Games) {
                Ok(bytes) => {
                    for (chapter, place) in read_file(&file.path, &bytes, &mut problems) {
                        places[chapter.side().color().fold_wb(0, 1)].push(place);
                        chapters.push(chapter);
                    }
                }
                Err(error) => {
                    problems.push(format!("{}: {}", file.path.display(), describe_io_error(&error)));
                }
            }
        }
        let repertoires = Repertoires::new(chapters);
        Ok(LoadedRepertoires { repertoires, problems, places, stamps: self.stamps() })
    }

    /// Whether the files are as they were when they were read.
    #[must_use]
    pub fn is_current(&self, loaded: &LoadedRepertoires) -> bool {
        self.stamps() == loaded.stamps
    }

    fn stamps(&self) -> FileStamps {
        let files = pgn_files(&self.folder).unwrap_or_default().into_iter();
        files
            .filter_map(|file| {
                let stat = file.stat.ok()?;
                Some((file.path, (stat.length, stat.modified)))
            })
            .collect()
    }

    /// Changes the repertoire of a side as its files have it now: the number of moves that were added or removed, and the
    /// repertoires as they are then. A new chapter goes to the end of `white.pgn` or `black.pgn`, and one without a move left goes.
    /// Where moves are removed, the file as it was is kept in the folder `trash`.
    ///
    /// # Errors
    /// When another program is at work, the line cannot be added, a file cannot be written, or a chapter cannot be written again
    /// as a whole: then its file is as it was.
    pub fn edit(
        &self,
        side: Color,
        edit: &RepertoireEdit,
    ) -> Result<(usize, LoadedRepertoires), RepertoireError> {
        let _lock = Library::new(self.folder.clone()).lock()?;
        let loaded = self.load()?;
        let edited = loaded.repertoires.of(side).edited(edit).ok_or(RepertoireError::NullMove)?;
        let places = &loaded.places[side.fold_wb(0, 1)];
        let mut files: BTreeMap<&Path, Vec<(&ChapterPlace, &PgnGame)>> = BTreeMap::new();
        for edit in &edited {
            match edit.chapter.and_then(|chapter| places.get(chapter)) {
                Some(place) => {
                    files.entry(&place.location.file).or_default().push((place, &edit.game));
                }
                None => self.append(side, &edit.game)?,
            }
        }
        let is_removal = matches!(edit, RepertoireEdit::RemoveMove { .. });
        for (file, mut chapters) in files {
            chapters.sort_by_key(|(place, _)| place.location.offset);
            self.rewrite(file, &chapters, is_removal)?;
        }
        let moves = edited.iter().map(|edit| edit.moves).sum();
        Ok((moves, self.load()?))
    }

    /// Writes a file with other texts of these chapters.
    fn rewrite(
        &self,
        file: &Path,
        chapters: &[(&ChapterPlace, &PgnGame)],
        is_removal: bool,
    ) -> Result<(), RepertoireError> {
        if let Some((faulty, _)) = chapters.iter().find(|(place, _)| !place.is_whole) {
            return Err(RepertoireError::Faulty { file: file.to_owned(), line: faulty.line });
        }
        let old = disk::read(file, SizeLimit::Games).map_err(FileError::of(file))?;
        let style = TextStyle::of(&old);
        let mut texts = Vec::with_capacity(chapters.len());
        for (_, game) in chapters {
            let has_moves = !game.tree.node(game.tree.start()).children().is_empty();
            texts.push(if has_moves { Some(text_for(file, game, style)?) } else { None });
        }
        let changes: Vec<GameChange<'_>> = chapters
            .iter()
            .zip(&texts)
            .map(|((place, _), text)| (&place.location, text.as_deref()))
            .collect();
        let not_as_read = || RepertoireError::FileChanged(file.to_owned());
        let new = changed_file(&old, &changes).ok_or_else(not_as_read)?;
        written_games(&old, &new, &changes).ok_or_else(not_as_read)?;
        if is_removal {
            let trash = free_path(&self.folder.join("trash"), file)?;
            atomic::write(&trash, &old).map_err(FileError::of(&trash))?;
        }
        if new.iter().all(u8::is_ascii_whitespace) {
            return Ok(disk::remove(file).map_err(FileError::of(file))?);
        }
        Ok(atomic::write(file, &new).map_err(FileError::of(file))?)
    }

    /// Adds a chapter behind those of a side's file.
    fn append(&self, side: Color, game: &PgnGame) -> Result<(), RepertoireError> {
        let file = self.folder.join(side.fold_wb("white.pgn", "black.pgn"));
        let mut bytes = match disk::read(&file, SizeLimit::Games) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(FileError::of(&file))?,
        };
        let style = TextStyle::of(&bytes);
        let text = text_for(&file, game, style)?;
        let end = bytes.trim_ascii_end().len();
        if end > 0 {
            bytes.truncate(end);
            bytes.extend_from_slice(style.line_end.repeat(2).as_bytes());
        }
        bytes.extend_from_slice(text.trim_ascii_end());
        bytes.extend_from_slice(style.line_end.as_bytes());
        Ok(atomic::write(&file, &bytes).map_err(FileError::of(&file))?)
    }

    /// Copies a PGN file, which may be compressed, or standard input (`-`) into the folder. With a side, each game gets the tag that says so.
    ///
    /// # Errors
    /// When it cannot be read, has no game with moves, or cannot be written.
    pub fn add(&self, from: &Path, side: Option<Color>) -> Result<AddedRepertoire, RepertoireError> {
        let bytes = compressed::read_text(from, SizeLimit::Games.bytes()).map_err(FileError::of(from))?;
        let bytes = match bytes {
            Some(bytes) => bytes,
            None => disk::read(from, SizeLimit::Games).map_err(FileError::of(from))?,
        };
        let bytes = match side {
            Some(side) => with_side(from, &bytes, side)?,
            None => bytes,
        };
        let chapters = read_file(from, &bytes, &mut Vec::new());
        let chapters = chapters.iter().filter(|(chapter, _)| chapter.game.tree.has_moves()).count();
        if chapters == 0 {
            return Err(RepertoireError::NoMoves(from.to_owned()));
        }
        let _lock = Library::new(self.folder.clone()).lock()?;
        let is_piped = from.as_os_str() == "-";
        let name = if is_piped { PathBuf::from("repertoire.pgn") } else { compressed::pgn_name(from) };
        let file = free_path(&self.folder, &name)?;
        atomic::write(&file, &bytes).map_err(FileError::of(&file))?;
        Ok(AddedRepertoire { file, chapters })
    }
}

/// The text of a chapter for a file.
fn text_for(file: &Path, game: &PgnGame, style: TextStyle) -> Result<Vec<u8>, RepertoireError> {
    let text = pgn::write(game);
    if !style.is_utf8 && !text.is_ascii() {
        return Err(RepertoireError::Encoding(file.to_owned()));
    }
    let text = format!("{}\n\n", text.trim_end()).replace('\n', style.line_end);
    Ok(text.into_bytes())
}

/// The chapters of a file. What cannot be read of them is a problem.
fn read_file(
    file: &Path,
    bytes: &[u8],
    problems: &mut Vec<String>,
) -> Vec<(RepertoireChapter, ChapterPlace)> {
    let name: Arc<str> = file.file_stem().unwrap_or_default().to_string_lossy().into();
    let games = PgnSplitter::new(bytes).map_while(Result::ok).filter(PgnGameText::is_game);
    let chapter = |(number, text): (usize, PgnGameText)| {
        let reading = pgn::read(&pgn::decode(&text.bytes), &Position::start());
        if let Some(unplayable) = &reading.unplayable {
            problems.push(format!("{}, line {}: {unplayable}", file.display(), text.line));
            return None;
        }
        if let Some(fault) = &reading.fault {
            problems.push(format!("{}, {}", file.display(), fault.clone().in_file(text.line)));
        }
        let location = GameLocation {
            file: file.to_owned(),
            offset: text.offset,
            length: text.bytes.len() as u64,
            digest: digest(&text.bytes),
        };
        let is_whole = reading.fault.is_none() && reading.unread.is_empty();
        let place = ChapterPlace { location, line: text.line, is_whole };
        Some((RepertoireChapter { file: Arc::clone(&name), number, game: reading.game }, place))
    };
    (1..).zip(games).filter_map(chapter).collect()
}

/// The text of a file whose games all say that they are for a side.
fn with_side(file: &Path, bytes: &[u8], side: Color) -> Result<Vec<u8>, RepertoireError> {
    let style = TextStyle::of(bytes);
    let tag = TagChange::new(SIDE_TAG, side.fold_wb("white", "black"));
    let mut tagged = Vec::with_capacity(bytes.len());
    for text in PgnSplitter::new(bytes).map_while(Result::ok) {
        if !text.is_game() {
            tagged.extend_from_slice(&text.bytes);
            continue;
        }
        let change = tag.as_ref().map_err(Clone::clone);
        let new = change.and_then(|tag| edit_tags(&text.bytes, std::slice::from_ref(tag), style));
        let problem = |problem| RepertoireError::Tag { file: file.to_owned(), line: text.line, problem };
        tagged.extend_from_slice(&new.map_err(problem)?);
    }
    Ok(tagged)
}

#[cfg(test)]
mod tests;
