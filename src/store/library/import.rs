//! Imports the games of a PGN file into the library.

use std::collections::HashSet;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use super::index::{self, LibraryReadProgress};
use super::{Library, LibraryError, file_error, free_path};
use crate::game::game_list::ImportedGames;
use crate::game::pgn::split::PgnSplitter;
use crate::game::{GameListEntry, pgn};
use crate::store::{atomic, disk};

impl Library {
    /// Copies the games of a file into the library, byte by byte. Left out are duplicates of games in the
    /// library (the same players, date and moves, whatever the annotations) and games with neither a move nor
    /// a starting position.
    ///
    /// `on_progress` receives the number of bytes that have been read and the size of the file; the import is
    /// canceled as soon as it returns `false`. A canceled or failed import leaves the library as it was.
    ///
    /// # Errors
    /// When the file cannot be read or holds no game, another program changes the library, or the copy cannot
    /// be written; [`LibraryError::Canceled`].
    pub fn import(
        &self,
        from: &Path,
        on_progress: LibraryReadProgress<'_>,
    ) -> Result<ImportedGames, LibraryError> {
        let _lock = self.lock()?;
        let source = disk::open(from).map_err(file_error(from))?;
        let size = source.stat().map_or(0, |stat| stat.length);
        // Reading the library itself is no progress of the import, but can be canceled, too.
        let rows = index::list_games(&self.folder, &|_, _| on_progress(0, size))
            .map_err(file_error(&self.folder))?;
        let mut known: HashSet<u64> = rows.into_iter().map(|row| row.fingerprint).collect();
        let to = free_path(&self.folder, &from.with_extension("pgn"))?;
        let mut imported = ImportedGames::default();
        let copied = atomic::replace(&to, |draft| {
            let mut draft = BufWriter::new(draft);
            for piece in PgnSplitter::new(BufReader::new(source)) {
                let piece = piece?;
                if !on_progress(piece.offset + piece.bytes.len() as u64, size) {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                if piece.is_game() {
                    let header = pgn::read_tags(&pgn::decode(&piece.bytes));
                    if piece.plies == 0 && header.tag("FEN").is_none() {
                        imported.empty += 1;
                        continue;
                    }
                    if !known.insert(GameListEntry::of(to.clone(), &piece, 0).fingerprint) {
                        imported.duplicates += 1;
                        continue;
                    }
                    imported.games += 1;
                }
                draft.write_all(&piece.bytes)?;
                // The next game begins on a new line.
                draft.write_all(if piece.bytes.ends_with(b"\n") { b"\n" } else { b"\n\n" })?;
            }
            draft.flush()?;
            if imported.games == 0 { Err(io::ErrorKind::InvalidData.into()) } else { Ok(()) }
        });
        match copied {
            Ok(()) => Ok(ImportedGames { file: Some(to), ..imported }),
            // No game is new: the copy is discarded.
            Err(error) if imported.games == 0 && error.kind() == io::ErrorKind::InvalidData => {
                let is_game = imported.duplicates + imported.empty > 0;
                if is_game { Ok(imported) } else { Err(LibraryError::NoGames(from.to_owned())) }
            }
            Err(error) => Err(file_error(&to)(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::fs;

    use super::*;
    use crate::store::scratch::Scratch;

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
        assert_eq!(library.import(&file, &on_progress).unwrap().games, 3);
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
        assert_eq!(library.import(&file, &|_, _| true).unwrap().games, 3);
    }
}
