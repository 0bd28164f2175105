//! What is known of the library's files without reading them again. The index is made of them and can be
//! lost: a file whose size and time it does not know is read anew.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::pgn_files::{PgnFile, pgn_files};
use crate::disk::{DiskFile, FileStat, SizeLimit};
use crate::{atomic, disk, io_error};
use game::pgn::split::PgnSplitter;
use game::pgn::{GameResult, UnplayableGame};
use game::{GameIdentity, GameListEntry, GameLocation, GameResumable, TimeClass};

/// The name of the index in the folder of the library.
const INDEX_NAME: &str = ".index.json";

/// The form of the index; another one is rebuilt.
const VERSION: u32 = 6;

#[derive(Default, Serialize, Deserialize)]
struct LibraryIndex {
    version: u32,
    files: HashMap<String, IndexedFile>,
}

/// What is known of a file.
#[derive(Clone, Serialize, Deserialize)]
struct IndexedFile {
    size: u64,
    /// Modification time in nanoseconds since 1970; negative before that.
    changed: i64,
    games: Vec<IndexedGame>,
}

/// A game of a file, in short.
#[derive(Clone, Serialize, Deserialize)]
struct IndexedGame {
    o: u64,
    n: u64,
    l: usize,
    h: u64,
    w: String,
    b: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    x: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    y: Option<u16>,
    f: u64,
    /// The identity: its tags, and its notes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    i: Vec<u32>,
    #[serde(default, skip_serializing_if = "is_zero")]
    k: u64,
    d: String,
    r: String,
    e: String,
    t: String,
    /// The time control.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    c: String,
    p: u32,
    u: bool,
    /// Whether it is an analysis.
    #[serde(default, skip_serializing_if = "is_false")]
    a: bool,
    /// The other variant whose rules it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    v: Option<String>,
    /// Why its start is no legal position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    s: Option<String>,
}

/// What `skip_serializing_if` asks of a flag.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What `skip_serializing_if` asks of a number.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Progress callback: receives the number of bytes read and the size of the file; returning `false` cancels.
pub type LibraryReadProgress<'a> = &'a dyn Fn(u64, u64) -> bool;

/// The games of all files of a folder, in no order; a file that cannot be read has a row that says why. A
/// folder that is not there has none. As soon as `on_progress` answers `false` the reading ends with an error
/// of the kind `Interrupted`.
pub(super) fn list_games(
    folder: &Path,
    on_progress: LibraryReadProgress<'_>,
) -> io::Result<Vec<GameListEntry>> {
    let listed = pgn_files(folder)?;
    let place = folder.join(INDEX_NAME);
    let old = disk::read(&place, SizeLimit::Index).ok();
    let mut old = old.and_then(|bytes| serde_json::from_slice::<LibraryIndex>(&bytes).ok());
    let mut old = old.take().filter(|index| index.version == VERSION).unwrap_or_default().files;
    let before = old.len();
    let mut reread = 0;
    let mut files = HashMap::new();
    let mut rows = Vec::new();
    for PgnFile { name, path, stat } in listed {
        let stat = match stat {
            Ok(stat) => stat,
            Err(error) => {
                rows.push(GameListEntry::unreadable(path, &io_error::describe_io_error(&error), 0));
                continue;
            }
        };
        let changed = stat.modified_nanoseconds();
        let written = u64::try_from(changed / 1_000_000_000).unwrap_or(0);
        let known = old.remove(&name).filter(|known| known.is_of(&stat));
        let known = if let Some(known) = known {
            rows.extend(known.games.iter().map(|row| row.to_listed(&path, written)));
            known
        } else {
            let found = match disk::open(&path)
                .and_then(|file| list_games_in(&path, file, written, on_progress))
            {
                Ok(found) => found,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                Err(error) => {
                    rows.push(GameListEntry::unreadable(path, &io_error::describe_io_error(&error), written));
                    continue;
                }
            };
            reread += 1;
            let known = IndexedFile {
                size: stat.length,
                changed,
                games: found.iter().map(IndexedGame::of).collect(),
            };
            rows.extend(found);
            known
        };
        files.insert(name, known);
    }
    if reread > 0 || before != files.len() {
        // Without an index the next list takes longer, and that is all.
        if let Ok(text) = serde_json::to_vec(&LibraryIndex { version: VERSION, files }) {
            let _ = atomic::write(&place, &text);
        }
    }
    Ok(rows)
}

/// A change of a file: bytes from an offset on were replaced.
pub(super) struct FileChange<'a> {
    pub(super) file: &'a Path,
    /// What the system said of the file before.
    pub(super) before: FileStat,
    pub(super) from: usize,
    pub(super) removed: usize,
    pub(super) inserted: usize,
    /// The whole file after it.
    pub(super) bytes: &'a [u8],
}

/// Brings the index up to date with a change of a file, so that the next list does not read the whole file again. Where
/// that is not certain the index stays as it is, and the file is read.
pub(super) fn follow_change(folder: &Path, change: &FileChange<'_>) {
    let place = folder.join(INDEX_NAME);
    let Ok(bytes) = disk::read(&place, SizeLimit::Index) else { return };
    let index = serde_json::from_slice::<LibraryIndex>(&bytes).ok().filter(|index| index.version == VERSION);
    let name = change.file.file_name().unwrap_or_default().to_string_lossy();
    let Some(mut index) = index else { return };
    let Some(known) = index.files.get_mut(&*name) else { return };
    let after = disk::stat(change.file).ok();
    if let Some(after) = after
        && known.is_of(&change.before)
        && let Some(games) = change.games_after(&known.games)
    {
        *known = IndexedFile { size: after.length, changed: after.modified_nanoseconds(), games };
        if let Ok(text) = serde_json::to_vec(&index) {
            let _ = atomic::write(&place, &text);
        }
    }
}

impl FileChange<'_> {
    /// The games after the change, given those before it. None where the games around the change are not as they were:
    /// then the file has to be read.
    fn games_after(&self, games: &[IndexedGame]) -> Option<Vec<IndexedGame>> {
        let (from, to) = (self.from as u64, (self.from + self.removed) as u64);
        let (removed, inserted) = (self.removed as u64, self.inserted as u64);
        let shifted = |offset: u64| (offset + inserted).checked_sub(removed);
        let first_after = games.iter().position(|game| game.o >= to).unwrap_or(games.len());
        let count_before = games.iter().take_while(|game| game.o + game.n <= from).count();
        let (before, after) = (&games[..count_before], &games[first_after..]);
        let begin = before.last().map_or(0, |game| game.o);
        let first_line = before.last().map_or(1, |game| game.l);
        let end = match after.first() {
            Some(game) => shifted(game.o)? + game.n,
            None => self.bytes.len() as u64,
        };
        let around = self.bytes.get(usize::try_from(begin).ok()?..usize::try_from(end).ok()?)?;
        let rows = rows_of(self.file, PgnSplitter::new(around), 0, &mut |_| true).ok()?;
        let mut found: Vec<IndexedGame> = rows
            .iter()
            .map(|row| {
                let game = IndexedGame::of(row);
                IndexedGame { o: game.o + begin, l: game.l + first_line - 1, ..game }
            })
            .collect();
        let is_same = |found: &IndexedGame, game: &IndexedGame, offset: u64| {
            (found.o, found.n, found.h) == (offset, game.n, game.h)
        };
        if let Some(last) = before.last()
            && !found.first().is_some_and(|found| is_same(found, last, last.o))
        {
            return None;
        }
        let mut lines = 0;
        if let Some(next) = after.first() {
            let offset = shifted(next.o)?;
            let again = found.pop().filter(|found| is_same(found, next, offset))?;
            lines = i64::try_from(again.l).ok()? - i64::try_from(next.l).ok()?;
        }
        let new = found.into_iter().skip(usize::from(!before.is_empty()));
        let moved = after.iter().map(|game| {
            let line = i64::try_from(game.l).ok()? + lines;
            Some(IndexedGame { o: shifted(game.o)?, l: usize::try_from(line).ok()?, ..game.clone() })
        });
        before.iter().cloned().map(Some).chain(new.map(Some)).chain(moved).collect()
    }
}

/// The games of one file, in their order. Ends as [`list_games`] does.
pub(super) fn list_games_in(
    path: &Path,
    file: DiskFile,
    written: u64,
    go_on: LibraryReadProgress<'_>,
) -> io::Result<Vec<GameListEntry>> {
    let all = file.stat().map_or(0, |stat| stat.length);
    let games = PgnSplitter::new(BufReader::with_capacity(1 << 16, file));
    rows_of(path, games, written, &mut |done| go_on(done, all))
}

/// The rows of games. `go_on` receives the number of bytes read.
fn rows_of<R: BufRead>(
    path: &Path,
    games: PgnSplitter<R>,
    written: u64,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> io::Result<Vec<GameListEntry>> {
    let mut rows = Vec::new();
    for piece in games {
        let piece = piece?;
        if !go_on(piece.offset + piece.bytes.len() as u64) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if piece.is_game() {
            rows.push(GameListEntry::of(path.to_owned(), &piece, written));
        }
    }
    Ok(rows)
}

impl IndexedFile {
    /// Whether it is known of the file in this state.
    fn is_of(&self, stat: &FileStat) -> bool {
        (self.size, self.changed) == (stat.length, stat.modified_nanoseconds())
    }
}

impl IndexedGame {
    fn of(row: &GameListEntry) -> Self {
        let (identity, notes) = row.identity.to_numbers();
        let (variant, start) = match row.unplayable.clone() {
            Some(UnplayableGame::OtherVariant(name)) => (Some(name), None),
            Some(UnplayableGame::IllegalStart(reason)) => (None, Some(reason)),
            None => (None, None),
        };
        Self {
            o: row.location.offset,
            n: row.location.length,
            l: row.location.line,
            h: row.location.digest,
            w: row.white.clone(),
            b: row.black.clone(),
            x: row.white_elo,
            y: row.black_elo,
            f: row.fingerprint,
            i: identity,
            k: notes,
            d: row.date.clone(),
            r: row.result.to_string(),
            e: row.opening.clone(),
            t: row.event.clone(),
            c: row.time_control.clone(),
            p: row.plies,
            u: row.resumes == GameResumable::Yes,
            a: row.is_analysis,
            v: variant,
            s: start,
        }
    }

    fn to_listed(&self, file: &Path, written: u64) -> GameListEntry {
        GameListEntry {
            location: GameLocation {
                file: file.to_owned(),
                offset: self.o,
                length: self.n,
                line: self.l,
                digest: self.h,
            },
            white: self.w.clone(),
            black: self.b.clone(),
            white_elo: self.x,
            black_elo: self.y,
            fingerprint: self.f,
            identity: GameIdentity::from_numbers(&self.i, self.k),
            unplayable: (self.v.clone().map(UnplayableGame::OtherVariant))
                .or_else(|| self.s.clone().map(UnplayableGame::IllegalStart)),
            is_analysis: self.a,
            date: self.d.clone(),
            result: GameResult::of(&self.r).unwrap_or_default(),
            opening: self.e.clone(),
            event: self.t.clone(),
            time_class: TimeClass::of_game(&self.c, &self.t),
            time_control: self.c.clone(),
            plies: self.p,
            resumes: if self.u { GameResumable::Yes } else { GameResumable::No },
            modified: written,
            search_text: String::new(),
        }
        .with_search_text()
    }
}
