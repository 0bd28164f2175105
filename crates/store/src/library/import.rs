//! Imports the games of a PGN file into the library.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use super::index::{self, LibraryReadProgress};
use super::{Library, LibraryError, file_error, folder_error, free_path};
use crate::foreign_format::{MAGIC_BYTES, foreign_format};
use crate::{atomic, disk};
use chess::Position;
use game::game_list::{ImportFault, ImportedGames};
use game::pgn::PgnReadResult;
use game::pgn::split::{MAX_GAME_BYTES, PgnGameText, PgnSplitter};
use game::{GameListEntry, GameMatch, KnownGames, pgn};

/// Size of the buffers.
const BUFFER_BYTES: usize = 1 << 16;

impl Library {
    /// Copies the games of a file into the library, byte by byte. Left out are games that the library has with
    /// all that is said of them ([`GameMatch::Contained`]), and those with neither a move nor a comment nor a
    /// starting position. A game with an error is copied as it is, and the error is reported.
    ///
    /// `on_progress` receives the number of bytes that have been read and the size of the file; the import is
    /// canceled as soon as it returns `false`. A canceled or failed import leaves the library as it was. One
    /// game at a time is in memory.
    ///
    /// # Errors
    /// When the file cannot be read or holds no game, another program changes the library, or the copy cannot
    /// be written; [`LibraryError::Canceled`].
    pub fn import(
        &self,
        from: &Path,
        on_progress: LibraryReadProgress<'_>,
    ) -> Result<ImportedGames, LibraryError> {
        let source = disk::open(from).map_err(file_error(from))?;
        let size = source.stat().map_or(0, |stat| stat.length);
        self.import_from(BufReader::with_capacity(BUFFER_BYTES, source), (from, size), on_progress)
    }

    /// [`import`](Self::import) of a text that is in no file; `name` is that of its copy.
    ///
    /// # Errors
    /// Those of [`import`](Self::import).
    pub fn import_bytes(
        &self,
        name: &Path,
        bytes: &[u8],
        on_progress: LibraryReadProgress<'_>,
    ) -> Result<ImportedGames, LibraryError> {
        self.import_from(bytes, (name, bytes.len() as u64), on_progress)
    }

    fn import_from(
        &self,
        source: impl BufRead,
        (from, size): (&Path, u64),
        on_progress: LibraryReadProgress<'_>,
    ) -> Result<ImportedGames, LibraryError> {
        let mut start = Vec::new();
        let mut source = source;
        source.by_ref().take(MAGIC_BYTES as u64).read_to_end(&mut start).map_err(file_error(from))?;
        let no_games = || LibraryError::NoGames(from.to_owned());
        if let Some(format) = foreign_format(&start) {
            return Err(LibraryError::NotPgn { file: from.to_owned(), format });
        }
        let _lock = self.lock()?;
        // Reading the library itself is no progress of the import, but can be canceled, too.
        let rows = index::list_games(&self.folder, &|_, _| on_progress(0, size))
            .map_err(folder_error(&self.folder))?;
        let known = KnownGames::of(&rows);
        let to = free_path(&self.folder, &from.with_extension("pgn"))?;
        let mut import = GameImport { known, imported: ImportedGames::default(), players: HashMap::new() };
        let copied = atomic::replace(&to, |draft| {
            let mut draft = BufWriter::with_capacity(BUFFER_BYTES, draft);
            for piece in PgnSplitter::new(start.as_slice().chain(source)) {
                let piece = piece?;
                if !on_progress(piece.offset + piece.bytes.len() as u64, size) {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                if piece.is_game() && !import.is_wanted(&piece, &to) {
                    continue;
                }
                draft.write_all(&piece.bytes)?;
                // The next game begins on a new line.
                draft.write_all(if piece.bytes.ends_with(b"\n") { b"\n" } else { b"\n\n" })?;
            }
            draft.flush()?;
            if import.has_new() { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
        });
        let has_new = import.has_new();
        let imported = import.into_result();
        match copied {
            Ok(()) => Ok(ImportedGames { file: Some(to), ..imported }),
            // No game is new: the copy is discarded.
            Err(error) if !has_new && error.kind() == io::ErrorKind::InvalidData => {
                if imported.count() > 0 {
                    Ok(imported)
                } else {
                    Err(no_games())
                }
            }
            Err(error) => Err(file_error(&to)(error)),
        }
    }
}

/// An import while it runs.
struct GameImport {
    /// The games of the library and those imported so far.
    known: KnownGames,
    imported: ImportedGames,
    /// The number of new games of each player.
    players: HashMap<String, usize>,
}

impl GameImport {
    /// Whether a game is to be copied, after counting it.
    fn is_wanted(&mut self, piece: &PgnGameText, to: &Path) -> bool {
        let text = pgn::decode(&piece.bytes);
        let header = pgn::read_tags(&text);
        let row = GameListEntry::of(to.to_owned(), piece, 0);
        let is_chapter = row.identity.has_notes() && piece.position().is_none();
        if piece.plies == 0 && header.tag("FEN").is_none() && !is_chapter {
            self.imported.empty += 1;
            return false;
        }
        let found = self.known.find(&row);
        if found == GameMatch::Contained {
            self.imported.duplicates += 1;
            return false;
        }
        let reading = pgn::read(&text, &Position::start());
        let lacks_moves = reading.lacks_moves();
        let PgnReadResult { game, fault, .. } = reading;
        let plies = game.tree.main_line_from(game.tree.start()).len();
        if let Some(error) = fault {
            self.imported.faults.push(ImportFault { error: error.in_file(piece.line), plies, lacks_moves });
        } else if piece.bytes.len() >= MAX_GAME_BYTES {
            let megabytes = MAX_GAME_BYTES >> 20;
            let reason = format!("the game is longer than {megabytes} MB; the rest of it is another game");
            let error = pgn::PgnError { line: piece.line, column: 1, reason };
            self.imported.faults.push(ImportFault { error, plies, lacks_moves: true });
        } else if found == GameMatch::OtherText {
            self.imported.other_texts += 1;
        } else {
            self.imported.new += 1;
        }
        self.known.add(&row);
        if found == GameMatch::OtherText {
            // Its players were counted with the game.
            return true;
        }
        for name in [row.white, row.black] {
            if name != "?" {
                *self.players.entry(name).or_default() += 1;
            }
        }
        true
    }

    fn has_new(&self) -> bool {
        self.imported.kept() > 0
    }

    fn into_result(self) -> ImportedGames {
        let mut players: Vec<(String, usize)> = self.players.into_iter().collect();
        players.sort_by(|(a, a_games), (b, b_games)| b_games.cmp(a_games).then(a.cmp(b)));
        ImportedGames { players, ..self.imported }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::fs;

    use super::*;
    use crate::scratch::Scratch;

    const THREE: &str =
        "[White \"a\"]\n\n1. e4 1-0\n\n[White \"b\"]\n\n1. d4 d5 0-1\n\n[White \"c\"]\n\n1. c4 *\n";

    #[test]
    fn an_import_reports_progress_up_to_the_size_of_the_file() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().join("games"));
        let file = scratch.path().join("three.pgn");
        fs::write(&file, THREE).unwrap();
        let reports = RefCell::new(Vec::new());
        let on_progress = |done: u64, all: u64| {
            reports.borrow_mut().push((done, all));
            true
        };
        assert_eq!(library.import(&file, &on_progress).unwrap().new, 3);
        let reports = reports.into_inner();
        let size = THREE.len() as u64;
        assert!(
            reports.is_sorted() && reports.iter().all(|&(done, all)| done <= all && all == size),
            "{reports:?}"
        );
        assert_eq!(reports.len(), 3);
    }

    #[test]
    fn a_canceled_import_leaves_nothing_behind() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().join("games"));
        let file = scratch.path().join("three.pgn");
        fs::write(&file, THREE).unwrap();
        for last in 1..=3 {
            let seen = RefCell::new(0);
            let on_progress = |_, _| {
                *seen.borrow_mut() += 1;
                *seen.borrow() < last
            };
            assert!(matches!(library.import(&file, &on_progress), Err(LibraryError::Canceled)));
            let names: Vec<_> =
                fs::read_dir(library.folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            assert!(names.iter().all(|name| name == ".lock" || name == ".index.json"), "{names:?}");
            assert!(library.list().unwrap().is_empty());
        }
        // A later import of the same file is complete.
        assert_eq!(library.import(&file, &|_, _| true).unwrap().new, 3);
    }
}
