//! Several texts of one game made into one: what the others say goes into the one that says most, and they go to the trash.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chess::Position;
use database::ListedGames;
use game::game_list::digest;
use game::pgn::{self, PgnGame, TextStyle};
use game::{GameLabels, GameListEntry, GameLocation, GameResumable};

use super::labels::EditedGame;
use super::rewrite::{GameChange, changed_file, written_games};
use super::tags::gone_texts;
use super::{Library, LibraryError, file_error, free_path, game_bounds, read_place};
use crate::atomic;
use crate::disk::{self, SizeLimit};

/// What became of games with several texts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MergedGames {
    /// Number of games with a single text now.
    pub merged: usize,
    /// Number of texts that lie in the trash now.
    pub trashed: usize,
    /// The games that were left as they are, by their first texts, and why.
    pub left: Vec<(GameListEntry, MergeProblem)>,
}

/// Why the texts of a game are left as they are.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MergeProblem {
    /// A text has an error, so that not all of it can be written again.
    #[error("a text of it has an error")]
    Faulty,
    /// A text lies in a file that is linked.
    #[error("a text of it lies in the linked file {}", .0.display())]
    Linked(PathBuf),
    /// It is not over yet.
    #[error("it is not over yet")]
    Running,
    /// The moves of its texts do not begin at one position.
    #[error("its texts have different starts")]
    OtherStart,
    /// The file has an encoding that lacks letters of the other texts.
    #[error("{} is not written in UTF-8", .0.display())]
    Encoding(PathBuf),
}

/// What is to be done in a file: new texts for games, or none for those that go to the trash.
type FileChanges<'g> = Vec<(&'g GameLocation, Option<MergedText>)>;

/// The text of a merged game.
struct MergedText {
    bytes: Vec<u8>,
    /// The checksums of the texts that it was made of.
    digests: Vec<u64>,
}

impl Library {
    /// Makes one text of the texts of each game, the first one, which is completed by the others: tags that it lacks, comments,
    /// glyphs and variations. The others go to the trash. Texts are first copied to the trash, then completed, then taken out.
    /// The game has the labels of all its texts. `all` are the games of the library.
    ///
    /// # Errors
    /// When a game is not as it was listed, another program is at work, or a file cannot be read or written. What was not done
    /// is as it was, and no text is lost.
    pub fn merge(
        &self,
        all: &ListedGames,
        games: &[Vec<GameListEntry>],
    ) -> Result<MergedGames, LibraryError> {
        let _lock = self.lock()?;
        let labels = self.labels()?.resolve(all);
        let mut labeled = Vec::new();
        let mut result = MergedGames::default();
        let mut changes: BTreeMap<&Path, FileChanges<'_>> = BTreeMap::new();
        for texts in games {
            let [first, others @ ..] = texts.as_slice() else { continue };
            match merged_text(texts)? {
                Ok(bytes) => {
                    let digests: Vec<u64> = texts.iter().map(|entry| entry.location.digest).collect();
                    labeled.extend(digests.iter().filter(|&&digest| labels.of(digest).next().is_some()));
                    let text = MergedText { bytes, digests };
                    result.merged += 1;
                    result.trashed += others.len();
                    let place = &first.location;
                    changes.entry(&place.file).or_default().push((place, Some(text)));
                    for GameListEntry { location, .. } in others {
                        changes.entry(&location.file).or_default().push((location, None));
                    }
                }
                Err(problem) => result.left.push((first.clone(), problem)),
            }
        }
        // Files that only lose texts come last: until then these are twice on the disk.
        let mut files: Vec<_> = changes.iter_mut().collect();
        files.sort_by_key(|(_, changes)| changes.iter().all(|(_, text)| text.is_none()));
        for (file, changes) in files {
            changes.sort_by_key(|(place, _)| place.offset);
            self.rewrite(file, changes, &labels)?;
        }
        if !labeled.is_empty() {
            self.unlabel_texts(&gone_texts(all, &labeled))?;
        }
        Ok(result)
    }

    /// Writes a file with its changes, after the texts that go from it were written to the trash.
    fn rewrite(
        &self,
        file: &Path,
        changes: &FileChanges<'_>,
        labels: &GameLabels,
    ) -> Result<(), LibraryError> {
        let old = disk::read(file, SizeLimit::Games).map_err(file_error(file))?;
        let not_as_listed = || LibraryError::FileChanged(file.to_owned());
        let line_end = TextStyle::of(&old).line_end;
        let texts: Vec<Option<Vec<u8>>> =
            changes.iter().map(|(_, text)| text.as_ref().map(|text| text.for_file(line_end))).collect();
        let texts: Vec<GameChange<'_>> =
            changes.iter().zip(&texts).map(|(&(place, _), text)| (place, text.as_deref())).collect();
        let new = changed_file(&old, &texts).ok_or_else(not_as_listed)?;
        let mut merged = merged_games(&old, &new, (changes, &texts)).ok_or_else(not_as_listed)?;
        let trash = removed_texts(&old, changes).ok_or_else(not_as_listed)?;
        merged.retain(|game| labels.of(game.before).next().is_some());
        if !trash.is_empty() {
            let to = free_path(&self.folder.join("trash"), file)?;
            atomic::write(&to, &trash).map_err(file_error(&to))?;
        }
        if new.iter().all(u8::is_ascii_whitespace) {
            return disk::remove(file).map_err(file_error(file));
        }
        // The texts before lose their labels at the end: whatever fails, those that are there have them.
        self.label_edited(labels, &merged)?;
        atomic::write(file, &new).map_err(file_error(file))
    }
}

impl MergedText {
    /// The text as it is written into a file, with an empty line behind it.
    fn for_file(&self, line_end: &str) -> Vec<u8> {
        let lines: Vec<&[u8]> = self.bytes.split(|&byte| byte == b'\n').collect();
        [&lines.join(line_end.as_bytes()), line_end.as_bytes()].concat()
    }
}

/// The texts that go from a file. None where one is not as it was listed.
fn removed_texts(old: &[u8], changes: &FileChanges<'_>) -> Option<Vec<u8>> {
    let mut removed = Vec::new();
    for (place, _) in changes.iter().filter(|(_, text)| text.is_none()) {
        let (from, to) = game_bounds(place, old)?;
        removed.extend_from_slice(old[from..to].trim_ascii_end());
        removed.extend_from_slice(b"\n\n");
    }
    Some(removed)
}

/// The first text of a game with what the others say besides.
fn merged_text(texts: &[GameListEntry]) -> Result<Result<Vec<u8>, MergeProblem>, LibraryError> {
    let mut merged: Option<PgnGame> = None;
    for entry in texts {
        let file = &entry.location.file;
        if disk::link_target(file).is_ok() {
            return Ok(Err(MergeProblem::Linked(file.clone())));
        }
        if entry.resumes == GameResumable::Yes {
            return Ok(Err(MergeProblem::Running));
        }
        let bytes = read_place(file, entry.location.offset, entry.location.length)?;
        if digest(&bytes) != entry.location.digest {
            return Err(LibraryError::FileChanged(file.clone()));
        }
        let reading = pgn::read(&pgn::decode(&bytes), &Position::start());
        if reading.fault.is_some() || !reading.unread.is_empty() || reading.unplayable.is_some() {
            return Ok(Err(MergeProblem::Faulty));
        }
        let Some(game) = &mut merged else {
            merged = Some(reading.game);
            continue;
        };
        if !game.tree.merge(&reading.game.tree) {
            return Ok(Err(MergeProblem::OtherStart));
        }
        for (name, value) in &reading.game.header.tags {
            if game.header.tag(name).is_none() && reading.game.header.tag(name).is_some() {
                game.header.set(name, value.clone());
            }
        }
        if game.header.result == pgn::GameResult::Unknown {
            game.header.result = reading.game.header.result;
        }
    }
    let text = merged.map(|game| pgn::write(&game)).unwrap_or_default();
    let file = &texts[0].location.file;
    if !text.is_ascii() {
        let bytes = disk::read(file, SizeLimit::Games).map_err(file_error(file))?;
        if !TextStyle::of(&bytes).is_utf8 {
            return Ok(Err(MergeProblem::Encoding(file.clone())));
        }
    }
    Ok(Ok(text.into_bytes()))
}

/// The merged games of a file as they are now, once for each of their texts. None where the file would not be read as the same
/// games as before, but for those that were changed, and these as they were written.
fn merged_games(
    old: &[u8],
    new: &[u8],
    (changes, texts): (&FileChanges<'_>, &[GameChange<'_>]),
) -> Option<Vec<EditedGame>> {
    let words = |bytes: &[u8]| {
        let words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        words.map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let written = written_games(old, new, texts)?;
    let mut merged = Vec::new();
    for (written, text) in written.iter().zip(changes.iter().filter_map(|(_, text)| text.as_ref())) {
        if words(&written.bytes) != words(&text.bytes) {
            return None;
        }
        let entry = GameListEntry::of(PathBuf::new(), written, 0);
        merged.extend(text.digests.iter().map(|&before| EditedGame { before, entry: entry.clone() }));
    }
    Some(merged)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use chess::StopToken;
    use game::GameQuery;
    use game::game_labels::LabelChange;

    use super::*;
    use crate::GameDatabase;
    use crate::scratch::Scratch;

    const PLAYERS: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.01.02\"]\n";

    fn library(files: &[(&str, &str)]) -> (Scratch, Library) {
        let scratch = Scratch::new();
        let folder = scratch.path().join("games");
        fs::create_dir(&folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        (scratch, Library::new(folder))
    }

    fn listed(library: &Library) -> Arc<ListedGames> {
        GameDatabase::open(library).list(&|_, _| true).unwrap()
    }

    fn duplicates(library: &Library, query: &str) -> Vec<Vec<GameListEntry>> {
        let mut database = GameDatabase::open(library);
        database.update(&|_, _| true).unwrap();
        let found = database.games().duplicates(&GameQuery::new(query, &[]), &StopToken::never()).unwrap();
        found.into_iter().map(|game| game.texts).collect()
    }

    fn text(library: &Library, name: &str) -> String {
        fs::read_to_string(library.folder().join(name)).unwrap()
    }

    #[test]
    fn the_texts_of_a_game_become_one_and_the_others_lie_in_the_trash() {
        let poor = format!(
            "[Event \"other\"]\n\n1. c4 *\n\n{PLAYERS}\n1. e4 {{plain}} e5 *\n\n[Event \"last\"]\n\n1. d4 *\n"
        );
        let rich = format!("{PLAYERS}[Event \"Cup\"]\n\n1. e4 {{best}} e5 (1... c5) 1-0\r\n");
        let alone = format!("{PLAYERS}[Round \"3\"]\n\n1. e4 e5 *\n");
        let (_scratch, library) = library(&[("a.pgn", &poor), ("b.pgn", &rich), ("c.pgn", &alone)]);
        assert_eq!(duplicates(&library, "white:carl"), Vec::<Vec<GameListEntry>>::new());
        let found = duplicates(&library, "white:ann");
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [3]);
        let merged = library.merge(&listed(&library), &found).unwrap();
        assert_eq!((merged.merged, merged.trashed, merged.left.len()), (1, 2, 0));
        let whole = text(&library, "b.pgn");
        for part in ["[Event \"Cup\"]", "[Round \"3\"]", "{best}", "{plain}", "c5)", "1-0"] {
            assert!(whole.contains(part), "{part} is not in {whole}");
        }
        assert_eq!(text(&library, "a.pgn"), "[Event \"other\"]\n\n1. c4 *\n\n[Event \"last\"]\n\n1. d4 *\n");
        assert!(!library.folder().join("c.pgn").exists());
        assert!(text(&library, "trash/a.pgn").contains("{plain}"));
        assert_eq!(text(&library, "trash/c.pgn").trim_end(), alone.trim_end());
        assert_eq!(duplicates(&library, ""), Vec::<Vec<GameListEntry>>::new());
        assert_eq!(library.list().unwrap().len(), 3);
    }

    #[test]
    fn texts_of_one_file_are_merged_in_it() {
        let one = format!("{PLAYERS}\n1. e4 {{a}} e5 1-0\n");
        let other = format!("{PLAYERS}\n1. e4 {{b}} e5 1-0\n");
        let (_scratch, library) = library(&[("a.pgn", &format!("{one}\n{other}\n{one}"))]);
        let merged = library.merge(&listed(&library), &duplicates(&library, "")).unwrap();
        assert_eq!((merged.merged, merged.trashed), (1, 2));
        let rows = library.list().unwrap();
        assert_eq!(rows.len(), 1);
        let whole = text(&library, "a.pgn");
        assert!(whole.contains("{a} {b}"), "{whole}");
    }

    #[test]
    fn a_merged_game_has_the_labels_of_all_its_texts() {
        let one = format!("{PLAYERS}\n1. e4 {{a}} e5 1-0\n");
        let other = format!("{PLAYERS}[Round \"3\"]\n\n1. e4 {{b}} e5 *\n\n1. d4 *\n");
        let (_scratch, library) = library(&[("a.pgn", &one), ("b.pgn", &other)]);
        let found = duplicates(&library, "");
        for (text, label) in found[0].iter().zip(["first", "second"]) {
            let change = LabelChange { add: vec![label.to_owned(), "both".to_owned()], remove: Vec::new() };
            library.change_labels(&listed(&library), &[text.location.digest].into(), &change).unwrap();
        }
        library.merge(&listed(&library), &found).unwrap();
        let all = listed(&library);
        let merged = all.entries().find(|entry| entry.white == "Ann").unwrap();
        let labels = library.labels().unwrap().resolve(&all);
        assert_eq!(labels.of(merged.location.digest).collect::<Vec<_>>(), ["both", "first", "second"]);
        let lines = fs::read_to_string(library.folder().join("labels/both.txt")).unwrap();
        assert_eq!(lines.lines().count(), 1, "{lines}");
    }

    #[test]
    fn what_cannot_be_written_again_is_left_as_it_is() {
        let one = format!("{PLAYERS}\n1. e4 {{a}} e5 1-0\n");
        let faulty = format!("{PLAYERS}\n1. e4 e5 xyz 1-0\n");
        let (_scratch, library) = library(&[("a.pgn", &one), ("b.pgn", &faulty)]);
        let found = duplicates(&library, "");
        let before = [text(&library, "a.pgn"), text(&library, "b.pgn")];
        assert_eq!(found.len(), 1);
        let merged = library.merge(&listed(&library), &found).unwrap();
        assert_eq!((merged.merged, merged.left[0].1.clone()), (0, MergeProblem::Faulty));
        assert_eq!([text(&library, "a.pgn"), text(&library, "b.pgn")], before);
        // A file that has changed since is not touched.
        fs::write(library.folder().join("b.pgn"), &one).unwrap();
        let found = duplicates(&library, "");
        fs::write(library.folder().join("b.pgn"), format!("\n{one}")).unwrap();
        assert!(matches!(library.merge(&listed(&library), &found), Err(LibraryError::FileChanged(_))));
        assert_eq!(text(&library, "a.pgn"), one);
    }
}
