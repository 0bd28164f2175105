//! Imports the games of a PGN file into the library. They are indexed as they are copied.

mod batch;
mod copy_index;

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::Hasher as _;
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;

use ::database::{ListedGames, SegmentGame};
use game::GameMatch;
use game::game_list::ImportedGames;
use game::known_games::{ComparedGame, KnownGames};
use game::pgn::split::PgnSplitter;
use twox_hash::XxHash3_64;

use self::batch::{CheckedBatch, CheckedGame, check_in_order};
use self::copy_index::CopyIndex;
use super::library_games::identity_of;
use super::{DatabaseProgress, FOLDER_NAME, GameDatabase};
use crate::atomic;
use crate::compressed::{self, PgnInput};
use crate::foreign_format::{MAGIC_BYTES, foreign_format};
use crate::library::{Library, LibraryError, file_error, free_path};
use crate::spooled_input::{SpoolError, SpooledInput};

/// Size of the buffers.
const BUFFER_BYTES: usize = 1 << 16;

impl Library {
    /// Copies the games of a file into the library, byte by byte; the file may be compressed, or an archive of PGN files
    /// ([`Compression`](crate::compressed::Compression)). Left out are games that the library has with
    /// all that is said of them ([`GameMatch::Contained`]), and those with neither a move nor a comment nor a
    /// starting position. A game with an error is copied as it is, and the error is reported.
    ///
    /// `on_progress` receives the number of bytes that have been read and the size of the file; the import is
    /// canceled as soon as it returns `false`. A canceled or failed import leaves the library as it was. Of the games some
    /// megabytes at a time are in memory.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged or holds no game, another program changes the library, or the copy cannot
    /// be written; [`LibraryError::Canceled`].
    pub fn import(
        &self,
        from: &Path,
        on_progress: DatabaseProgress<'_>,
    ) -> Result<ImportedGames, LibraryError> {
        let input = PgnInput::open(from).map_err(file_error(from))?;
        self.import_from(&input, (from, &compressed::pgn_name(from)), on_progress)
    }

    /// [`import`](Self::import) of what comes through a pipe, compressed or not. `shown` is what errors call it, `copy` the
    /// name of the copy. While the pipe is read, `on_progress` receives 0 as the size, and the library is not locked.
    ///
    /// # Errors
    /// Those of [`import`](Self::import).
    pub fn import_stream(
        &self,
        source: &mut dyn Read,
        (shown, copy): (&Path, &Path),
        on_progress: DatabaseProgress<'_>,
    ) -> Result<ImportedGames, LibraryError> {
        // The file is closed before it is removed: what is declared last is dropped first.
        let (_spooled, file) = SpooledInput::read(self.folder(), source, &|done| on_progress(done, 0))
            .map_err(|error| match error {
                SpoolError::Source(error) => file_error(shown)(error),
                SpoolError::Draft(error) => file_error(self.folder())(error),
                SpoolError::Canceled => LibraryError::Canceled,
            })?;
        let input = PgnInput::of_file(file).map_err(file_error(shown))?;
        self.import_from(&input, (shown, copy), on_progress)
    }

    fn import_from(
        &self,
        input: &PgnInput,
        (from, copy): (&Path, &Path),
        on_progress: DatabaseProgress<'_>,
    ) -> Result<ImportedGames, LibraryError> {
        check_formats(input, from)?;
        let _lock = self.lock()?;
        // Reading the library itself is no progress of the import, but can be canceled, too.
        let (_, size) = input.progress();
        let games = GameDatabase::open(self).list(&|_, _| on_progress(0, size));
        let library = LibraryFingerprints::of(games.map_err(|error| self.index_error(error))?);
        let to = free_path(self.folder(), copy)?;
        let index = CopyIndex::begin(&self.folder().join(FOLDER_NAME));
        let mut import = GameImport { library, index, ..GameImport::default() };
        let mut failure = None;
        let copied = atomic::replace(&to, |draft| {
            let mut draft = BufWriter::with_capacity(BUFFER_BYTES, draft);
            let copied = import.copy_games(input, (from, &to), &mut draft, on_progress);
            failure = copied.and_then(|()| draft.flush().map_err(file_error(&to))).err();
            // Without a new game the copy is discarded.
            let is_kept = failure.is_none() && import.has_new();
            if is_kept { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
        });
        let has_new = import.has_new();
        let (imported, index) = import.into_result();
        if let (Ok(()), None, Some(index)) = (&copied, &failure, index) {
            index.finish(&to);
        }
        match (copied, failure) {
            (_, Some(failure)) => Err(failure),
            (Ok(()), None) => Ok(ImportedGames { file: Some(to), ..imported }),
            (Err(error), None) if has_new || error.kind() != io::ErrorKind::InvalidData => {
                Err(file_error(&to)(error))
            }
            (Err(_), None) if imported.count() > 0 => Ok(imported),
            (Err(_), None) => Err(LibraryError::NoGames(from.to_owned())),
        }
    }
}

/// Refuses a file with a text that is no PGN.
pub(super) fn check_formats(input: &PgnInput, from: &Path) -> Result<(), LibraryError> {
    for index in 0..input.text_count() {
        let mut start = Vec::new();
        let text = input.open_text(index).map_err(file_error(from))?;
        text.take(MAGIC_BYTES as u64).read_to_end(&mut start).map_err(file_error(from))?;
        if let Some(format) = foreign_format(&start) {
            let file = input.text_name(index).map_or_else(|| from.to_owned(), |name| from.join(name));
            return Err(LibraryError::NotPgn { file, format });
        }
    }
    input.restart_progress();
    Ok(())
}

/// A text whose reading stops with an error as soon as `go_on` is false: a game may be so long that it never ends.
struct StoppableText<'a> {
    text: Box<dyn BufRead + 'a>,
    go_on: &'a dyn Fn() -> bool,
}

impl BufRead for StoppableText<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if (self.go_on)() { self.text.fill_buf() } else { Err(io::Error::other("canceled")) }
    }

    fn consume(&mut self, count: usize) {
        self.text.consume(count);
    }
}

impl Read for StoppableText<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.text.read(buffer)
    }
}

/// The games of the library by their fingerprints.
#[derive(Default)]
struct LibraryFingerprints {
    games: Arc<ListedGames>,
    /// Fingerprints in order, each with its game.
    sorted: Vec<(u64, SegmentGame)>,
}

impl LibraryFingerprints {
    fn of(games: Arc<ListedGames>) -> Self {
        let mut sorted: Vec<(u64, SegmentGame)> = games.fingerprints().collect();
        sorted.sort_unstable();
        Self { games, sorted }
    }

    /// What a game is to those of the library: the texts of those with the same fingerprint are read.
    fn find(&self, game: &ComparedGame) -> GameMatch {
        let first = self.sorted.partition_point(|&(fingerprint, _)| fingerprint < game.fingerprint);
        let same =
            self.sorted[first..].iter().take_while(|&&(fingerprint, _)| fingerprint == game.fingerprint);
        let matches = same.filter_map(|&(_, at)| {
            let identity = identity_of(&self.games.entry(at)?.location)?;
            Some(game.identity.compare(&identity, game.has_players))
        });
        matches.max().unwrap_or(GameMatch::OtherGame)
    }
}

/// An import while it runs.
#[derive(Default)]
struct GameImport {
    library: LibraryFingerprints,
    /// The games imported so far.
    known: KnownGames,
    imported: ImportedGames,
    /// The number of new games of each player.
    players: HashMap<String, usize>,
    /// Number of bytes copied.
    copied: u64,
    /// The index of the copy, as far as it goes.
    index: Option<CopyIndex>,
}

impl GameImport {
    /// Copies the games of all texts that are wanted.
    fn copy_games(
        &mut self,
        input: &PgnInput,
        (from, to): (&Path, &Path),
        draft: &mut dyn Write,
        on_progress: DatabaseProgress<'_>,
    ) -> Result<(), LibraryError> {
        let is_canceled = Cell::new(false);
        let go_on = || {
            let (done, size) = input.progress();
            is_canceled.set(!on_progress(done, size));
            !is_canceled.get()
        };
        let unread = |error| if is_canceled.get() { LibraryError::Canceled } else { file_error(from)(error) };
        for index in 0..input.text_count() {
            let text = input.open_text(index).map_err(unread)?;
            let first_fault = self.imported.faults.len();
            let texts = PgnSplitter::new(StoppableText { text, go_on: &go_on }).map(|piece| {
                let piece = piece.map_err(unread)?;
                if go_on() { Ok(piece) } else { Err(LibraryError::Canceled) }
            });
            check_in_order(texts, |batch| self.copy_batch(batch, draft).map_err(file_error(to)))?;
            if let Some(name) = input.text_name(index) {
                for fault in &mut self.imported.faults[first_fault..] {
                    let reason = &fault.error.reason;
                    fault.error.reason = format!("{reason} (in {name})");
                }
            }
        }
        Ok(())
    }

    /// Copies the games of a batch that are wanted, and what stands between them.
    fn copy_batch(&mut self, batch: CheckedBatch, draft: &mut dyn Write) -> io::Result<()> {
        let start = self.copied;
        let mut is_whole = true;
        let mut digest = XxHash3_64::new();
        for text in batch.texts {
            if text.game.is_none_or(|game| self.is_wanted(game)) {
                draft.write_all(&text.bytes)?;
                digest.write(&text.bytes);
                self.copied += text.bytes.len() as u64;
            } else {
                is_whole = false;
            }
        }
        if let Some(index) = &mut self.index {
            let segment = batch.segment.filter(|_| is_whole).map(|segment| segment.moved_back(start));
            let is_indexed =
                segment.is_some_and(|segment| index.add(&segment, start..self.copied, digest.finish()));
            if !is_indexed {
                // The rest is indexed like any file that has grown.
                index.end_here();
            }
        }
        Ok(())
    }

    /// Whether a game is to be copied, after counting it.
    fn is_wanted(&mut self, game: CheckedGame) -> bool {
        let CheckedGame { compared, players, is_empty, fault } = game;
        if is_empty {
            self.imported.empty += 1;
            return false;
        }
        let found = self.known.find(&compared).max(self.library.find(&compared));
        if found == GameMatch::Contained {
            self.imported.duplicates += 1;
            return false;
        }
        match fault {
            Some(fault) => self.imported.faults.push(fault),
            None if found == GameMatch::OtherText => self.imported.other_texts += 1,
            None => self.imported.new += 1,
        }
        self.known.add(&compared);
        if found == GameMatch::OtherText {
            // Its players were counted with the game.
            return true;
        }
        for name in players {
            if name != "?" {
                *self.players.entry(name).or_default() += 1;
            }
        }
        true
    }

    fn has_new(&self) -> bool {
        self.imported.kept() > 0
    }

    fn into_result(self) -> (ImportedGames, Option<CopyIndex>) {
        let mut players: Vec<(String, usize)> = self.players.into_iter().collect();
        players.sort_by(|(a, a_games), (b, b_games)| b_games.cmp(a_games).then(a.cmp(b)));
        (ImportedGames { players, ..self.imported }, self.index)
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
        assert_eq!(reports.last(), Some(&(size, size)));
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
            assert!(names.iter().all(|name| name == ".lock" || name == ".database"), "{names:?}");
            assert!(library.list().unwrap().is_empty());
        }
        // A later import of the same file is complete.
        assert_eq!(library.import(&file, &|_, _| true).unwrap().new, 3);
    }
}
