//! Changes tags of games in their files. All else in a file stays as it is, byte for byte.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::labels::EditedGame;
use super::rewrite::{GameChange, changed_file, written_games};
use super::{Library, LibraryError, file_error, game_bounds};
use crate::atomic;
use crate::disk::{self, SizeLimit};
use chess::text::line_at;
use database::ListedGames;
use game::game_list::digest;
use game::pgn::split::PgnSplitter;
use game::pgn::{TagChange, TagProblem, TextStyle, edit_tags};
use game::{GameListEntry, GameLocation};

/// What became of games whose tags were to be changed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TaggedGames {
    /// Number of games that were changed.
    pub changed: usize,
    /// Number of games that had these tags already.
    pub unchanged: usize,
}

/// The bytes of a file after the changes of its games.
struct TaggedFile {
    bytes: Vec<u8>,
    games: TaggedGames,
    edited: Vec<EditedGame>,
}

impl Library {
    /// Changes the tags of games. Each file is replaced once, as a whole or not at all; no file is written before the changes
    /// of all games were found to be possible. The games, of which `all` are in the library, keep their labels.
    ///
    /// # Errors
    /// When a game is not as it was listed, a tag cannot be written in it, another program is at work, or a file cannot be
    /// read: then nothing has changed. When a file cannot be written: then those before it have changed.
    pub fn edit_tags(
        &self,
        all: &ListedGames,
        places: &[GameLocation],
        changes: &[TagChange],
    ) -> Result<TaggedGames, LibraryError> {
        let _lock = self.lock()?;
        let mut files: BTreeMap<&Path, Vec<&GameLocation>> = BTreeMap::new();
        for place in places {
            files.entry(&place.file).or_default().push(place);
        }
        if files.len() > 1 {
            // One after the other: all of them may be more than fits into memory.
            for (file, places) in &files {
                tagged_file(file, places, changes)?;
            }
        }
        let labels = self.labels()?.resolve(all);
        let mut texts_before = Vec::new();
        let mut total = TaggedGames::default();
        for (file, places) in &files {
            let TaggedFile { bytes, games, mut edited } = tagged_file(file, places, changes)?;
            edited.retain(|game| labels.of(game.before).next().is_some());
            if games.changed > 0 {
                // The texts before lose their labels at the end: whatever fails, those that are there have them.
                self.label_edited(&labels, &edited)?;
                atomic::write(file, &bytes).map_err(file_error(file))?;
            }
            texts_before.extend(edited.iter().map(|game| game.before));
            total.changed += games.changed;
            total.unchanged += games.unchanged;
        }
        if !texts_before.is_empty() {
            self.unlabel_texts(&gone_texts(all, &texts_before))?;
        }
        Ok(total)
    }
}

/// The texts of edited games that no other game of the library has.
pub(super) fn gone_texts(all: &ListedGames, edited: &[u64]) -> HashSet<u64> {
    let mut left: HashMap<u64, isize> = HashMap::new();
    for &digest in edited {
        *left.entry(digest).or_default() -= 1;
    }
    for (digest, _) in all.digests() {
        left.entry(digest).and_modify(|count| *count += 1);
    }
    left.into_iter().filter(|&(_, count)| count <= 0).map(|(digest, _)| digest).collect()
}

/// The file with the changes in each of these games.
fn tagged_file(
    file: &Path,
    places: &[&GameLocation],
    changes: &[TagChange],
) -> Result<TaggedFile, LibraryError> {
    let old = disk::read(file, SizeLimit::Games).map_err(file_error(file))?;
    let style = TextStyle::of(&old);
    let mut places = places.to_vec();
    places.sort_by_key(|place| place.offset);
    places.dedup_by_key(|place| place.offset);
    let mut games = TaggedGames::default();
    let mut texts = Vec::with_capacity(places.len());
    let mut edited = Vec::new();
    for place in &places {
        let (from, to) =
            game_bounds(place, &old).ok_or_else(|| LibraryError::FileChanged(file.to_owned()))?;
        let problem = |problem| tag_error(file, &old[..from], problem);
        let game = &old[from..to];
        let new = edit_tags(game, changes, style).map_err(problem)?;
        let is_changed = new != game;
        games.changed += usize::from(is_changed);
        edited.extend(is_changed.then(|| edited_game(game, &new)).flatten());
        games.unchanged += usize::from(!is_changed);
        texts.push(new);
    }
    let changes: Vec<GameChange<'_>> =
        places.iter().zip(&texts).map(|(&place, text)| (place, Some(text.as_slice()))).collect();
    let bytes = changed_file(&old, &changes).ok_or_else(|| LibraryError::FileChanged(file.to_owned()))?;
    written_games(&old, &bytes, &changes).ok_or_else(|| tag_error(file, &[], TagProblem::NoPlace))?;
    Ok(TaggedFile { bytes, games, edited })
}

/// A game whose text becomes another one.
fn edited_game(old: &[u8], new: &[u8]) -> Option<EditedGame> {
    let text = PgnSplitter::new(new).next()?.ok()?;
    Some(EditedGame { before: digest(old), entry: GameListEntry::of(PathBuf::new(), &text, 0) })
}

/// Says of which game a problem is: the one behind this text.
fn tag_error(file: &Path, before: &[u8], problem: TagProblem) -> LibraryError {
    LibraryError::Tag { file: file.to_owned(), line: line_at(before), problem }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use super::*;
    use crate::GameDatabase;
    use crate::scratch::Scratch;

    const FILE: &str = "\u{feff}% escape\r\n[White \"a\"]\r\n\r\n1. e4 {x}   1-0\r\n\r\n\r\n[White \"b\"]\r\n\
                        [Black \"y\"]\r\n\r\n1. d4 (1. c4) 0-1 1. c4 *\r\n";

    fn changes(texts: &[&str]) -> Vec<TagChange> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn library(files: &[(&str, &[u8])]) -> (Scratch, Library) {
        let scratch = Scratch::new();
        for (name, bytes) in files {
            fs::write(scratch.path().join(name), bytes).unwrap();
        }
        let library = Library::new(scratch.path().to_owned());
        (scratch, library)
    }

    fn listed(library: &Library) -> Arc<ListedGames> {
        GameDatabase::open(library).list(&|_, _| true).unwrap()
    }

    fn places(library: &Library, is_wanted: impl Fn(&str) -> bool) -> Vec<GameLocation> {
        let rows = library.list().unwrap().into_iter().filter(|row| is_wanted(&row.white));
        rows.map(|row| row.location).collect()
    }

    #[test]
    fn one_game_changes_and_no_other_byte() {
        let (scratch, library) = library(&[("a.pgn", FILE.as_bytes())]);
        let read = || fs::read_to_string(scratch.path().join("a.pgn")).unwrap();
        for (white, change, from, to) in [
            ("a", "White=A \"1\"", "[White \"a\"]", "[White \"A \\\"1\\\"\"]"),
            ("b", "Date=2024.05.01", "[White \"b\"]", "[Date \"2024.05.01\"]\r\n[White \"b\"]"),
            ("b", "Black=", "[Black \"y\"]\r\n", ""),
            ("?", "White=c", "0-1 1. c4", "0-1 \r\n[White \"c\"]\r\n\r\n1. c4"),
        ] {
            fs::write(scratch.path().join("a.pgn"), FILE).unwrap();
            let places = places(&library, |name| name == white);
            let tagged = library.edit_tags(&listed(&library), &places, &changes(&[change])).unwrap();
            assert_eq!(tagged, TaggedGames { changed: 1, unchanged: 0 });
            assert_eq!(read(), FILE.replace(from, to), "{change}");
            assert_eq!(library.list().unwrap().len(), 3, "{change}");
        }
    }

    #[test]
    fn many_games_of_many_files_change_at_once() {
        let (scratch, library) = library(&[("a.pgn", FILE.as_bytes()), ("b.pgn", b"1. e4 *\n")]);
        let all = places(&library, |_| true);
        let tagged = library.edit_tags(&listed(&library), &all, &changes(&["Event=Cup", "White="])).unwrap();
        assert_eq!(tagged, TaggedGames { changed: 4, unchanged: 0 });
        let rows = library.list().unwrap();
        assert!(rows.len() == 4 && rows.iter().all(|row| row.event == "Cup" && row.white == "?"), "{rows:?}");
        let before = fs::read(scratch.path().join("a.pgn")).unwrap();
        let again = library
            .edit_tags(&listed(&library), &places(&library, |_| true), &changes(&["Event=Cup"]))
            .unwrap();
        assert_eq!(again, TaggedGames { changed: 0, unchanged: 4 });
        assert_eq!(fs::read(scratch.path().join("a.pgn")).unwrap(), before);
    }

    #[test]
    fn a_file_that_has_changed_is_left_alone_by_a_change_of_tags() {
        let (scratch, library) = library(&[("a.pgn", FILE.as_bytes()), ("b.pgn", b"1. e4 *\n")]);
        let all = places(&library, |_| true);
        let other = FILE.replace("1. d4", "1. c4");
        fs::write(scratch.path().join("a.pgn"), &other).unwrap();
        let refused = library.edit_tags(&listed(&library), &all, &changes(&["Event=Cup"]));
        assert!(matches!(refused, Err(LibraryError::FileChanged(_))));
        assert_eq!(fs::read_to_string(scratch.path().join("a.pgn")).unwrap(), other);
        assert_eq!(fs::read(scratch.path().join("b.pgn")).unwrap(), b"1. e4 *\n");
    }

    #[test]
    fn a_tag_that_cannot_be_written_changes_no_file() {
        let latin = b"[White \"J\xf6rg\"]\n\n1. e4 *\n";
        let (scratch, library) = library(&[("a.pgn", b"1. e4 *\n"), ("b.pgn", latin)]);
        let all = places(&library, |_| true);
        let refused = library
            .edit_tags(&listed(&library), &all, &changes(&["Black=Dvo\u{159}\u{e1}k"]))
            .unwrap_err()
            .to_string();
        assert!(refused.contains("b.pgn, line 1: the game is written in Windows-1252"), "{refused}");
        assert_eq!(fs::read(scratch.path().join("a.pgn")).unwrap(), b"1. e4 *\n");
        library.edit_tags(&listed(&library), &all, &changes(&["Black=M\u{fc}ller"])).unwrap();
        let written = fs::read(scratch.path().join("b.pgn")).unwrap();
        assert_eq!(written, b"[White \"J\xf6rg\"]\n[Black \"M\xfcller\"]\n\n1. e4 *\n");
    }
}
