//! The reviews of games: one file for each reviewed game, written as a whole or not at all. So a program that
//! is killed loses at most the game that it is working on, and a finished one is never done again.
//!
//! A file begins with a checksum. One that is damaged counts as missing and is removed. What a newer version of the
//! program has written is no review for this one, and is left as it is. All files together have a limit; beyond it
//! the oldest go.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use super::disk::{FileKind, SizeLimit};
use super::evaluation_json::EvaluationJson;
use super::io_error::FileError;
use super::lock::FileLock;
use super::{atomic, disk};
use chess::{HalfMove, Position, PositionEvaluation, fen};
use practice::review::KeptReview;

/// The form of the files. Older ones are dropped, newer ones are left alone.
const VERSION: u32 = 1;

/// The most bytes that all reviews take: those of some 70,000 games.
const MAX_BYTES: u64 = 512 << 20;

/// The ending of the files' names.
const EXTENSION: &str = "review";

/// The folder of the reviews.
#[derive(Clone, Debug)]
pub struct GameReviews {
    folder: PathBuf,
    max_bytes: u64,
}

/// Why a review was not kept.
#[derive(Debug, thiserror::Error)]
pub enum GameReviewsError {
    /// Another program reviews the library.
    #[error("another Matescope reviews the library and has locked {}; try again when it is done, or close it", .0.display())]
    Busy(PathBuf),
    /// A newer version of the program has reviewed the game.
    #[error("a newer Matescope has reviewed this game, and its review stays as it is")]
    Newer,
    /// What the system says of a file.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Keeps other programs from reviewing the library until it is dropped.
#[derive(Debug)]
pub struct LibraryReviewLock {
    _lock: FileLock,
}

/// What is kept of the review of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum ReviewOnDisk {
    /// There is none.
    Missing,
    /// A review.
    Valid(Box<KeptReview>),
    /// One that only a newer version of the program understands.
    Newer,
}

/// The games whose review is kept, by their fingerprints.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReviewedGames {
    /// Those with a valid review.
    pub valid: HashSet<u64>,
    /// Those that a newer version of the program has reviewed.
    pub newer: HashSet<u64>,
}

/// The version of a review, whatever else its form is.
#[derive(Deserialize)]
struct ReviewVersionJson {
    version: u32,
}

/// A review on the disk.
#[derive(Serialize, Deserialize)]
struct KeptReviewJson {
    version: u32,
    nodes: u64,
    start: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    chess960: bool,
    /// The half-moves in SAN, with spaces between; `--` is a null move.
    moves: String,
    positions: Vec<EvaluationJson>,
}

impl GameReviews {
    /// The reviews in a folder, which need not exist.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder, max_bytes: MAX_BYTES }
    }

    /// The file of a game's review.
    fn file(&self, fingerprint: u64) -> PathBuf {
        self.folder.join(format!("{fingerprint:016x}")).with_extension(EXTENSION)
    }

    /// All games whose review is kept. Damaged ones are removed.
    #[must_use]
    pub fn games(&self) -> ReviewedGames {
        let mut games = ReviewedGames::default();
        for (fingerprint, _) in self.files() {
            match self.find(fingerprint) {
                ReviewOnDisk::Missing => {}
                ReviewOnDisk::Valid(_) => _ = games.valid.insert(fingerprint),
                ReviewOnDisk::Newer => _ = games.newer.insert(fingerprint),
            }
        }
        games
    }

    /// The games of which there is a review, by the names of the files alone: one may turn out to be damaged, or to be
    /// of a newer version.
    #[must_use]
    pub fn listed(&self) -> HashSet<u64> {
        let names = disk::list(&self.folder).unwrap_or_default();
        names.iter().filter_map(|name| fingerprint_of(Path::new(name))).collect()
    }

    /// The review of a game by its fingerprint. A damaged one is removed.
    #[must_use]
    pub fn find(&self, fingerprint: u64) -> ReviewOnDisk {
        let Some(text) = self.read_text(fingerprint) else { return ReviewOnDisk::Missing };
        if is_newer(&text) {
            return ReviewOnDisk::Newer;
        }
        let review = serde_json::from_str::<KeptReviewJson>(&text).ok().and_then(|json| json.restore());
        if review.is_none() {
            self.remove(fingerprint);
        }
        review.map_or(ReviewOnDisk::Missing, |review| ReviewOnDisk::Valid(Box::new(review)))
    }

    /// The valid review of a game by its fingerprint.
    #[must_use]
    pub fn read(&self, fingerprint: u64) -> Option<KeptReview> {
        match self.find(fingerprint) {
            ReviewOnDisk::Valid(review) => Some(*review),
            ReviewOnDisk::Missing | ReviewOnDisk::Newer => None,
        }
    }

    /// Keeps the review of a game in place of the one before.
    ///
    /// # Errors
    /// When a newer version of the program has reviewed the game, or the file cannot be written; the review before
    /// is whole then.
    pub fn write(&self, fingerprint: u64, review: &KeptReview) -> Result<(), GameReviewsError> {
        if self.read_text(fingerprint).is_some_and(|text| is_newer(&text)) {
            return Err(GameReviewsError::Newer);
        }
        let file = self.file(fingerprint);
        let failed = FileError::of(&file);
        let text =
            serde_json::to_string(&KeptReviewJson::of(review)).map_err(io::Error::other).map_err(&failed)?;
        let head = format!("{:016x}\n", XxHash3_64::oneshot(text.as_bytes()));
        atomic::write_pieces(&file, &[head.as_bytes(), text.as_bytes()]).map_err(failed)?;
        self.drop_oldest(fingerprint);
        Ok(())
    }

    /// Keeps other programs from reviewing the library.
    ///
    /// # Errors
    /// When another one does, or the lock cannot be made.
    pub fn lock(&self) -> Result<LibraryReviewLock, GameReviewsError> {
        let file = self.folder.join(".lock");
        match FileLock::acquire(&file, Duration::ZERO) {
            Ok(Some(lock)) => Ok(LibraryReviewLock { _lock: lock }),
            Ok(None) => Err(GameReviewsError::Busy(file)),
            Err(error) => Err(FileError { file, error }.into()),
        }
    }

    /// The text of a review without its checksum, which fits. None where there is none; a damaged one is
    /// removed.
    fn read_text(&self, fingerprint: u64) -> Option<String> {
        let bytes = disk::read(&self.file(fingerprint), SizeLimit::Review).ok()?;
        let text = std::str::from_utf8(&bytes).ok().and_then(|text| text.split_once('\n'));
        let whole =
            text.filter(|(sum, text)| *sum == format!("{:016x}", XxHash3_64::oneshot(text.as_bytes())));
        if whole.is_none() {
            self.remove(fingerprint);
        }
        whole.map(|(_, text)| text.to_owned())
    }

    /// Removes a review that is of no use. If that fails it is met again.
    fn remove(&self, fingerprint: u64) {
        let _ = disk::remove(&self.file(fingerprint));
    }

    /// All files: the fingerprint, the time of the last change and the size of each.
    fn files(&self) -> Vec<(u64, (i128, u64))> {
        let of_name = |name: &Path| {
            let fingerprint = fingerprint_of(name)?;
            let stat = disk::stat(&self.file(fingerprint)).ok().filter(|stat| stat.kind == FileKind::File)?;
            Some((fingerprint, (stat.modified, stat.length)))
        };
        let names = disk::list(&self.folder).unwrap_or_default();
        names.iter().filter_map(|name| of_name(Path::new(name))).collect()
    }

    /// Removes the oldest reviews beyond the limit, but neither the last one nor those of a newer version.
    fn drop_oldest(&self, newest: u64) {
        let mut files = self.files();
        let mut size: u64 = files.iter().map(|(_, (_, length))| length).sum();
        if size <= self.max_bytes {
            return;
        }
        files.sort_by_key(|&(fingerprint, (modified, _))| (modified, fingerprint));
        for (fingerprint, (_, length)) in files.into_iter().filter(|(fingerprint, _)| *fingerprint != newest)
        {
            if size <= self.max_bytes {
                return;
            }
            if self.read_text(fingerprint).is_some_and(|text| is_newer(&text)) {
                continue;
            }
            self.remove(fingerprint);
            size = size.saturating_sub(length);
        }
    }
}

/// The fingerprint that names the file of a review. None for other files.
fn fingerprint_of(name: &Path) -> Option<u64> {
    let is_review = name.extension().is_some_and(|ending| ending == EXTENSION);
    let stem = name.file_stem().filter(|_| is_review)?.to_str()?;
    u64::from_str_radix(stem, 16).ok()
}

/// Whether a newer version of the program has written this text.
fn is_newer(text: &str) -> bool {
    serde_json::from_str::<ReviewVersionJson>(text).is_ok_and(|json| json.version > VERSION)
}

impl KeptReviewJson {
    fn of(review: &KeptReview) -> Self {
        let roots = KeptReview::roots(&review.start, &review.moves);
        let positions = roots.iter().zip(&review.evaluations);
        let san_line: Vec<String> =
            roots.iter().zip(&review.moves).map(|(root, mv)| mv.san(&root.position)).collect();
        Self {
            version: VERSION,
            nodes: review.nodes,
            start: fen::format(&review.start),
            chess960: review.start.castling_mode().is_chess960(),
            moves: san_line.join(" "),
            positions: positions.map(|(root, found)| EvaluationJson::of(found, &root.position)).collect(),
        }
    }

    fn restore(&self) -> Option<KeptReview> {
        let start = fen::parse(&self.start).ok().filter(|_| self.version == VERSION)?;
        let start = if self.chess960 { start.to_chess960() } else { start };
        let moves = read_half_moves(&start, &self.moves)?;
        let roots = KeptReview::roots(&start, &moves);
        if roots.len() != self.positions.len() {
            return None;
        }
        let positions = roots.iter().zip(&self.positions);
        let evaluations: Option<Vec<PositionEvaluation>> =
            positions.map(|(root, json)| json.restore(root)).collect();
        Some(KeptReview { start, moves, nodes: self.nodes, evaluations: evaluations? })
    }
}

/// The legal half-moves of a line in SAN.
fn read_half_moves(start: &Position, text: &str) -> Option<Vec<HalfMove>> {
    let mut position = start.clone();
    let mut read = |word| {
        let half_move = HalfMove::parse(&position, word).ok()?;
        position = half_move.after(&position)?;
        Some(half_move)
    };
    text.split_whitespace().map(&mut read).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::fixtures::review;
    use crate::scratch::Scratch;

    #[test]
    fn a_review_is_read_as_it_was_written() {
        let scratch = Scratch::new();
        let reviews = GameReviews::new(scratch.path().join("reviews"));
        assert!(reviews.read(7).is_none() && reviews.games().valid.is_empty());
        reviews.write(7, &review(1)).unwrap();
        reviews.write(u64::MAX, &review(2)).unwrap();
        assert_eq!((reviews.read(7), reviews.read(u64::MAX)), (Some(review(1)), Some(review(2))));
        reviews.write(7, &review(3)).unwrap();
        assert_eq!(reviews.read(7), Some(review(3)));
        assert_eq!(reviews.games().valid, [7, u64::MAX].into());
        fs::write(scratch.path().join("reviews").join("9.txt"), "no review").unwrap();
        assert_eq!(reviews.listed(), [7, u64::MAX].into());
    }

    #[test]
    fn a_review_with_null_moves_is_read_as_it_was_written() {
        let scratch = Scratch::new();
        let reviews = GameReviews::new(scratch.path().to_owned());
        let mut kept = review(1);
        kept.moves = vec![kept.moves[0], HalfMove::Null];
        kept.evaluations =
            vec![kept.evaluations[0].clone(), kept.evaluations[1].clone(), kept.evaluations[0].clone()];
        reviews.write(7, &kept).unwrap();
        assert_eq!(reviews.read(7), Some(kept));
    }

    #[test]
    fn a_damaged_review_is_dropped() {
        let scratch = Scratch::new();
        let reviews = GameReviews::new(scratch.path().to_owned());
        reviews.write(7, &review(1)).unwrap();
        let file = reviews.file(7);
        let whole = fs::read(&file).unwrap();
        for at in (0..whole.len()).step_by(7) {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            for bytes in [&damaged[..], &whole[..at]] {
                fs::write(&file, bytes).unwrap();
                assert!(reviews.read(7).is_none() && !file.exists(), "byte {at}");
                fs::write(&file, bytes).unwrap();
                assert!(reviews.games().valid.is_empty() && !file.exists(), "byte {at}");
            }
        }
        // Whole, but of another form, or with a move that nobody can play.
        for (from, to) in [("\"version\":1", "\"version\":0"), ("f3 e5 g4", "f3 e5 g5"), ("e4 e5", "e4 e4")] {
            let text =
                String::from_utf8(whole.clone()).unwrap().split_once('\n').unwrap().1.replace(from, to);
            let sum = XxHash3_64::oneshot(text.as_bytes());
            fs::write(&file, format!("{sum:016x}\n{text}")).unwrap();
            assert!(reviews.read(7).is_none() && !file.exists(), "{to}");
        }
    }

    #[test]
    fn what_a_newer_version_has_written_stays_as_it_is() {
        let scratch = Scratch::new();
        let mut reviews = GameReviews::new(scratch.path().to_owned());
        reviews.write(8, &review(1)).unwrap();
        let text = r#"{"version":2,"everything":"else"}"#;
        let newer = format!("{:016x}\n{text}", XxHash3_64::oneshot(text.as_bytes()));
        fs::write(reviews.file(7), &newer).unwrap();
        assert_eq!((reviews.find(7), reviews.read(7)), (ReviewOnDisk::Newer, None));
        assert_eq!(reviews.games(), ReviewedGames { valid: [8].into(), newer: [7].into() });
        assert!(matches!(reviews.write(7, &review(1)), Err(GameReviewsError::Newer)));
        reviews.max_bytes = 1;
        reviews.write(9, &review(1)).unwrap();
        assert_eq!(reviews.games(), ReviewedGames { valid: [9].into(), newer: [7].into() });
        assert_eq!(fs::read_to_string(reviews.file(7)).unwrap(), newer);
    }

    #[test]
    fn the_oldest_go_beyond_the_limit() {
        let scratch = Scratch::new();
        let mut reviews = GameReviews::new(scratch.path().to_owned());
        for (fingerprint, age) in [(1, 30), (2, 40), (3, 20)] {
            reviews.write(fingerprint, &review(1)).unwrap();
            let changed = std::time::SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - age);
            let file = fs::File::options().append(true).open(reviews.file(fingerprint)).unwrap();
            file.set_modified(changed).unwrap();
        }
        reviews.max_bytes = 3 * fs::metadata(reviews.file(1)).unwrap().len();
        reviews.write(4, &review(1)).unwrap();
        assert_eq!(reviews.games().valid, [1, 3, 4].into());
        reviews.max_bytes = 1;
        reviews.write(3, &review(1)).unwrap();
        assert_eq!(reviews.games().valid, [3].into(), "the newest stays");
    }

    #[test]
    fn one_program_reviews_the_library_at_a_time() {
        let scratch = Scratch::new();
        let reviews = GameReviews::new(scratch.path().join("reviews"));
        let lock = reviews.lock().unwrap();
        assert!(matches!(reviews.lock(), Err(GameReviewsError::Busy(_))));
        assert!(reviews.write(1, &review(1)).is_ok(), "a single review needs no lock");
        drop(lock);
        assert!(reviews.lock().is_ok());
    }
}
