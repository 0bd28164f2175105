//! Links to PGN files that stay where they are: their games are listed without a copy.

use std::path::{Path, PathBuf};

use game::game_list::ImportedGames;

use super::import::check_formats;
use super::{DatabaseProgress, GameDatabase};
use crate::compressed::PgnInput;
use crate::disk;
use crate::io_error::describe_io_error;
use crate::library::{Library, LibraryError, LinkProblem, file_error, free_path, pgn_files};

impl Library {
    /// Lists the games of a PGN file where it lies, all of them, by a symbolic link in the folder of the library, and indexes
    /// them. Whoever removes the link has them listed no longer; the file stays.
    ///
    /// `on_progress` receives the number of bytes indexed and of all that have to be; the file is linked no longer as soon as it
    /// returns `false`.
    ///
    /// # Errors
    /// When the file cannot be read or holds no game, is compressed or listed already, when another program changes the
    /// library, or the system makes no link; [`LibraryError::Canceled`].
    pub fn link(
        &self,
        file: &Path,
        on_progress: DatabaseProgress<'_>,
    ) -> Result<ImportedGames, LibraryError> {
        let not_linked = |problem| LibraryError::NotLinked { file: file.to_owned(), problem };
        let target = std::path::absolute(file).map_err(file_error(file))?;
        let input = PgnInput::open(&target).map_err(file_error(file))?;
        if input.is_compressed() {
            return Err(not_linked(LinkProblem::Compressed));
        }
        check_formats(&input, file)?;
        drop(input);
        let _lock = self.lock()?;
        if let Some(listed) = self.listed_as(&target)? {
            return Err(not_linked(LinkProblem::Listed(listed)));
        }
        let link = free_path(self.folder(), &target)?;
        disk::make_folder(self.folder()).map_err(file_error(self.folder()))?;
        disk::make_link(&target, &link)
            .map_err(|error| not_linked(LinkProblem::Refused(describe_io_error(&error))))?;
        let linked = match self.index_link(&link, on_progress) {
            Ok(0) => Err(LibraryError::NoGames(file.to_owned())),
            Ok(games) => {
                Ok(ImportedGames { file: Some(link.clone()), new: games, ..ImportedGames::default() })
            }
            Err(error) => Err(error),
        };
        if linked.is_err() {
            // The link was made here, and nobody has seen it.
            let _ = disk::remove(&link);
        }
        let _ = disk::sync_folder(self.folder());
        linked
    }

    /// The file of the library that a file is: itself, or a link to it.
    fn listed_as(&self, target: &Path) -> Result<Option<PathBuf>, LibraryError> {
        let files = pgn_files(self.folder()).map_err(file_error(self.folder()))?;
        let is_target = |path: &PathBuf| {
            let real = disk::link_target(path).map_or_else(|_| path.clone(), |to| self.folder().join(to));
            std::path::absolute(real).is_ok_and(|real| real == *target)
        };
        Ok(files.into_iter().map(|file| file.path).find(is_target))
    }

    /// Indexes the games of a link: their number.
    fn index_link(&self, link: &Path, on_progress: DatabaseProgress<'_>) -> Result<usize, LibraryError> {
        let mut database = GameDatabase::open(self);
        let updated = database.update(on_progress).map_err(|error| self.index_error(error))?;
        if let Some((file, reason)) = updated.unreadable.into_iter().find(|(file, _)| file == link) {
            return Err(file_error(&file)(std::io::Error::other(reason)));
        }
        let listed = database.games().listed().map_err(|error| self.index_error(error))?;
        Ok(listed.count_in_file(link))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scratch::Scratch;

    const GAMES: &str = "[White \"a\"]\n\n1. e4 e5 *\n\n[White \"b\"]\n\n1. d4 *\n";

    #[test]
    fn games_of_a_link_are_listed_and_stay_in_their_file() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().join("games"));
        let file = scratch.path().join("base.pgn");
        fs::write(&file, GAMES).unwrap();
        let linked = match library.link(&file, &|_, _| true) {
            // Windows without its developer mode.
            Err(LibraryError::NotLinked { problem: LinkProblem::Refused(_), .. }) => return,
            linked => linked.unwrap(),
        };
        let link = library.folder().join("base.pgn");
        assert_eq!((linked.file.as_ref(), linked.new), (Some(&link), 2));
        assert_eq!(fs::read_link(&link).unwrap(), file);
        assert_eq!(library.list().unwrap().len(), 2);
        let again = library.link(&file, &|_, _| true).unwrap_err();
        assert!(again.to_string().contains("in the library already"), "{again}");
        // A file that grows is indexed again; one that is gone says so.
        fs::write(&file, GAMES.repeat(2)).unwrap();
        assert_eq!(library.list().unwrap().len(), 4);
        fs::remove_file(&file).unwrap();
        let gone = library.list().unwrap();
        assert_eq!(gone.len(), 1, "{gone:?}");
        fs::write(&file, GAMES).unwrap();
        fs::remove_file(&link).unwrap();
        assert_eq!(library.list().unwrap().len(), 0);
        assert_eq!(fs::read_to_string(&file).unwrap(), GAMES);
    }

    #[test]
    fn what_cannot_be_linked_leaves_the_library_as_it_was() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().join("games"));
        let file = |name: &str, bytes: &[u8]| {
            let file = scratch.path().join(name);
            fs::write(&file, bytes).unwrap();
            file
        };
        let prose = file("prose.pgn", b"nothing");
        match library.link(&prose, &|_, _| true) {
            // Windows without its developer mode.
            Err(LibraryError::NotLinked { problem: LinkProblem::Refused(_), .. }) => return,
            linked => assert!(matches!(linked, Err(LibraryError::NoGames(_)))),
        }
        let packed = file("a.pgn.gz", &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
        let error = library.link(&packed, &|_, _| true).unwrap_err();
        assert!(error.to_string().contains("a.pgn.gz"), "{error}");
        assert!(matches!(
            library.link(&scratch.path().join("none"), &|_, _| true),
            Err(LibraryError::File(_))
        ));
        let good = file("good.pgn", GAMES.as_bytes());
        assert!(matches!(library.link(&good, &|_, _| false), Err(LibraryError::Canceled)));
        let names = fs::read_dir(library.folder()).unwrap().flatten().map(|entry| entry.file_name());
        let pgn: Vec<_> = names.filter(|name| name.to_string_lossy().ends_with(".pgn")).collect();
        assert!(pgn.is_empty(), "{pgn:?}");
    }
}
