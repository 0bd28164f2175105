//! Labels of games, in a text file for each label beside the games. A line is a game: the fingerprint of its players, date and
//! moves, the checksum of its text, and for a person its players and date:
//!
//! ```text
//! 3f0a6c5be21d8e94 b84d0c11a92f7733 Anna Berg - Jörg Huber, 2024.05.01
//! ```
//!
//! A game has the label if a line has the checksum of its text. Where no game has that text any more, since tags or comments were
//! edited, all games have the label that have the fingerprint of the line. So a label survives an edited text, and two games
//! with the same moves are kept apart. Lines of games that were deleted stay, as all lines do that cannot be read.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use super::{Library, LibraryError, file_error};
use crate::atomic;
use crate::disk::{self, SizeLimit};
use crate::io_error::{FileError, describe_io_error};
use chess::nearest::nearest;
use chess::text::{is_sanitized, quoted, sanitize};
use database::ListedGames;
use game::game_labels::{LabelChange, is_same_name, label_name};
use game::game_list::digest;
use game::pgn::split::PgnSplitter;
use game::{GameId, GameLabels, GameListEntry, GameResumable};

/// The folder of the labels in that of the library.
const FOLDER_NAME: &str = "labels";

/// The ending of a label's file.
const ENDING: &str = "txt";

/// The labels as their files have them.
#[derive(Clone, Default, Debug)]
pub struct LabelFiles {
    files: Vec<LabelFile>,
    /// The files that cannot be read, with the reasons.
    unreadable: Vec<(PathBuf, String)>,
    problems: Vec<String>,
}

/// The file of a label.
#[derive(Clone, Debug)]
struct LabelFile {
    name: String,
    path: PathBuf,
    lines: Vec<LabelLine>,
    /// How its lines end.
    line_end: &'static str,
}

/// A line with its end, and the game that it names, if it names one.
#[derive(Clone, Debug)]
struct LabelLine {
    bytes: Vec<u8>,
    game: Option<LabeledText>,
}

/// A text of a game that has a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LabeledText {
    fingerprint: u64,
    digest: u64,
}

/// What became of games whose labels were to be changed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LabeledGames {
    /// Number of games that have other labels now.
    pub changed: usize,
    /// Number of games that had these labels already.
    pub unchanged: usize,
    /// Number of games that are not over, so that their texts change. They get no label.
    pub unfinished: usize,
}

/// A game whose text was edited.
#[derive(Clone, Debug)]
pub(super) struct EditedGame {
    /// The checksum of its text before.
    pub(super) before: u64,
    /// Its entry now.
    pub(super) entry: GameListEntry,
}

/// The texts in the library that lines of labels may mean.
struct KnownTexts {
    /// The checksums that lines have and games as well.
    digests: HashSet<u64>,
    /// The games with the fingerprints of the other lines.
    by_fingerprint: HashMap<u64, HashSet<u64>>,
}

impl Library {
    /// Reads the labels.
    ///
    /// # Errors
    /// When their folder is there and cannot be read.
    pub fn labels(&self) -> Result<LabelFiles, FileError> {
        let folder = self.folder.join(FOLDER_NAME);
        let mut names = match disk::list(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(LabelFiles::default()),
            names => names.map_err(FileError::of(&folder))?,
        };
        names.sort();
        let mut labels = LabelFiles::default();
        for path in names.iter().map(|name| folder.join(name)).filter(|path| is_label_file(path)) {
            labels.read(path);
        }
        Ok(labels)
    }

    /// Changes the labels of the games with these checksums. `all` are the games of the library.
    ///
    /// # Errors
    /// When a label cannot have its name, there is none to be removed, or another program is at work: then nothing has changed. When a
    /// file cannot be read or written: then those before it have changed.
    pub fn change_labels(
        &self,
        all: &ListedGames,
        digests: &HashSet<u64>,
        change: &LabelChange,
    ) -> Result<LabeledGames, LibraryError> {
        let _lock = self.lock()?;
        let mut labels = self.labels()?;
        let add = change.add.iter().map(|name| labels.file_to_write(name, self.folder()));
        let add = add.collect::<Result<Vec<usize>, _>>()?;
        let remove = change.remove.iter().map(|name| labels.file_to_change(name));
        let remove = remove.collect::<Result<Vec<usize>, _>>()?;
        let known = KnownTexts::of(&labels, all);
        let mut games: Vec<HashSet<u64>> = labels.files.iter().map(|file| known.games_of(file)).collect();
        let had = games.clone();
        let mut done = LabeledGames::default();
        let wanted = all.digests().filter(|(digest, _)| digests.contains(digest));
        for (digest, entry) in wanted.filter_map(|(digest, at)| Some((digest, all.entry(at)?))) {
            if entry.resumes == GameResumable::Yes {
                done.unfinished += 1;
                continue;
            }
            let is_changed = add.iter().any(|&file| !had[file].contains(&digest))
                || remove.iter().any(|&file| had[file].contains(&digest));
            done.changed += usize::from(is_changed);
            done.unchanged += usize::from(!is_changed);
            for &file in &add {
                if games[file].insert(digest) {
                    labels.files[file].push(&line_of(&entry));
                }
            }
            for &file in &remove {
                games[file].remove(&digest);
            }
        }
        for &file in &remove {
            labels.files[file].retain(&games[file], &known);
        }
        for (file, _) in
            labels.files.iter().zip(&games).zip(&had).filter(|((_, new), old)| new != old).map(|(new, _)| new)
        {
            file.write()?;
        }
        Ok(done)
    }

    /// Replaces an analysis in its file by one that has its labels.
    pub(super) fn replace_analysis(
        &self,
        id: GameId,
        file: &Path,
        old: &[u8],
        new: &str,
    ) -> Result<(), LibraryError> {
        let write = || atomic::write(file, new.as_bytes()).map_err(file_error(file));
        let text = |bytes| PgnSplitter::new(bytes).next().and_then(Result::ok);
        let labels = self.labels().unwrap_or_default().named_texts();
        let before = text(old).map(|text| digest(&text.bytes));
        let before = before.filter(|&before| labels.of(before).next().is_some());
        let (Some(before), Some(after)) = (before, text(new.as_bytes())) else { return write() };
        // While another program changes the library its labels stay with the old text.
        let Ok(_lock) = self.lock() else { return self.add(id, new).map(drop) };
        let edited = EditedGame { before, entry: GameListEntry::of(file.to_owned(), &after, 0) };
        self.label_edited(&labels, &[edited])?;
        write()?;
        self.unlabel_texts(&[before].into())
    }

    /// Gives texts that games are about to have the labels of their texts before.
    pub(super) fn label_edited(
        &self,
        labels: &GameLabels,
        edited: &[EditedGame],
    ) -> Result<(), LibraryError> {
        if edited.is_empty() {
            return Ok(());
        }
        for mut file in self.labels()?.files {
            let had = labels.games(&file.name);
            let has = |game: &&EditedGame| had.is_some_and(|games| games.contains(&game.before));
            let mut lines: Vec<String> = edited.iter().filter(has).map(|game| line_of(&game.entry)).collect();
            // Several texts may have become one.
            lines.dedup();
            for line in &lines {
                file.push(line);
            }
            if !lines.is_empty() {
                file.write()?;
            }
        }
        Ok(())
    }

    /// Removes the lines of texts that no game has any more.
    pub(super) fn unlabel_texts(&self, digests: &HashSet<u64>) -> Result<(), LibraryError> {
        for mut file in self.labels()?.files {
            let before = file.lines.len();
            file.lines.retain(|line| line.game.is_none_or(|text| !digests.contains(&text.digest)));
            if file.lines.len() < before {
                file.write()?;
            }
        }
        Ok(())
    }
}

/// Whether a file is one of a label, by its name.
fn is_label_file(path: &Path) -> bool {
    let is_hidden = path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
    !is_hidden && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING))
}

/// The line of a game.
fn line_of(entry: &GameListEntry) -> String {
    let date = entry.date.trim_end_matches(".??");
    let date = if date.is_empty() { String::new() } else { format!(", {date}") };
    let text = sanitize(&format!("{}{date}", entry.title()));
    format!("{:016x} {:016x} {text}", entry.fingerprint, entry.location.digest)
}

impl LabelFiles {
    /// What cannot be read, a sentence for each file and line. It stays as it is.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// The games of the library that have each label.
    #[must_use]
    pub fn resolve(&self, all: &ListedGames) -> GameLabels {
        let known = KnownTexts::of(self, all);
        GameLabels::new(self.files.iter().map(|file| (file.name.clone(), known.games_of(file))).collect())
    }

    /// The number of lines of each label that mean no game of the library, where there are any.
    #[must_use]
    pub fn lines_without_game(&self, all: &ListedGames) -> BTreeMap<String, usize> {
        let known = KnownTexts::of(self, all);
        let count =
            |file: &LabelFile| file.games().filter(|&text| known.of_text(text).next().is_none()).count();
        let counts = self.files.iter().map(|file| (file.name.clone(), count(file)));
        counts.filter(|&(_, count)| count > 0).collect()
    }

    /// The texts that the lines of each label name.
    pub(super) fn named_texts(&self) -> GameLabels {
        let texts = |file: &LabelFile| file.games().map(|text| text.digest).collect();
        GameLabels::new(self.files.iter().map(|file| (file.name.clone(), texts(file))).collect())
    }

    fn read(&mut self, path: PathBuf) {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let Some(name) = stem.filter(|stem| is_sanitized(stem)) else {
            let name = sanitize(&path.to_string_lossy());
            self.problems.push(format!("{name}: this cannot be the name of a label; rename the file"));
            return;
        };
        let bytes = match disk::read(&path, SizeLimit::Lines) {
            Ok(bytes) => bytes,
            Err(error) => {
                let reason = describe_io_error(&error);
                self.problems.push(format!("{}: {reason}", path.display()));
                return self.unreadable.push((path, reason));
            }
        };
        let mut lines = Vec::new();
        for (number, bytes) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let game = parse_line(bytes).unwrap_or_else(|text| {
                self.problems.push(format!(
                    "{}, line {number}: {text}: a line begins with two numbers of 16 hexadecimal digits, a note with #; \
                     it is kept as it is",
                    path.display()
                ));
                None
            });
            lines.push(LabelLine { bytes: bytes.to_owned(), game });
        }
        let line_end = line_end(lines.iter().map(|line| line.bytes.as_slice()));
        self.files.push(LabelFile { name: name.to_owned(), path, lines, line_end });
    }

    fn position(&self, name: &str) -> Option<usize> {
        let exact = self.files.iter().position(|file| file.name == name);
        exact.or_else(|| self.files.iter().position(|file| is_same_name(&file.name, name)))
    }

    /// The number of the file of a label that may be new.
    fn file_to_write(&mut self, typed: &str, library: &Path) -> Result<usize, LibraryError> {
        let name = label_name(typed)?;
        if let Some(file) = self.position(&name) {
            return Ok(file);
        }
        let path = library.join(FOLDER_NAME).join(format!("{name}.{ENDING}"));
        self.check_readable(&name)?;
        self.files.push(LabelFile { name, path, lines: Vec::new(), line_end: "\n" });
        Ok(self.files.len() - 1)
    }

    /// Refuses a label whose file could not be read: what it has would be lost.
    fn check_readable(&self, name: &str) -> Result<(), LibraryError> {
        let is_of_label =
            |file: &Path| file.file_stem().is_some_and(|stem| is_same_name(&stem.to_string_lossy(), name));
        match self.unreadable.iter().find(|(file, _)| is_of_label(file)) {
            Some((file, reason)) => Err(file_error(file)(io::Error::other(reason.clone()))),
            None => Ok(()),
        }
    }

    /// The number of the file of a label that is there.
    fn file_to_change(&self, typed: &str) -> Result<usize, LibraryError> {
        self.check_readable(typed)?;
        self.position(typed).ok_or_else(|| {
            let names = self.files.iter().map(|file| file.name.as_str());
            LibraryError::NoLabel { name: quoted(typed), nearest: nearest(typed, names).map(str::to_owned) }
        })
    }
}

/// The game of a line; none in an empty one and in a note. The text of one that is neither.
fn parse_line(bytes: &[u8]) -> Result<Option<LabeledText>, String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let number = |word: &str| {
        let is_number = word.len() == 16 && word.bytes().all(|digit| digit.is_ascii_hexdigit());
        u64::from_str_radix(word, 16).ok().filter(|_| is_number)
    };
    let mut words = text.split_whitespace();
    match [words.next().and_then(number), words.next().and_then(number)] {
        [Some(fingerprint), Some(digest)] => Ok(Some(LabeledText { fingerprint, digest })),
        _ => Err(quoted(text)),
    }
}

/// How the lines of a file end.
pub(super) fn line_end<'l>(mut lines: impl Iterator<Item = &'l [u8]>) -> &'static str {
    if lines.any(|line| line.ends_with(b"\r\n")) { "\r\n" } else { "\n" }
}

/// Gives a line an end, if it has none.
pub(super) fn end_line(line: &mut Vec<u8>, end: &str) {
    if !line.ends_with(b"\n") {
        line.extend_from_slice(end.as_bytes());
    }
}

impl LabelFile {
    fn games(&self) -> impl Iterator<Item = LabeledText> {
        self.lines.iter().filter_map(|line| line.game)
    }

    /// Adds a line.
    fn push(&mut self, line: &str) {
        let end = self.line_end;
        if let Some(last) = self.lines.last_mut() {
            end_line(&mut last.bytes, end);
        }
        let bytes = format!("{line}{end}").into_bytes();
        let game = parse_line(&bytes).unwrap_or_default();
        self.lines.push(LabelLine { bytes, game });
    }

    /// Removes the lines of games other than these. Where a line means several games of which some stay, each of these gets a
    /// line of its own.
    fn retain(&mut self, games: &HashSet<u64>, known: &KnownTexts) {
        let mut others: Vec<String> = Vec::new();
        self.lines.retain(|line| {
            let Some(text) = line.game else { return true };
            let meant: Vec<u64> = known.of_text(text).collect();
            if meant.iter().all(|digest| games.contains(digest)) {
                return true;
            }
            let described = String::from_utf8_lossy(&line.bytes);
            let described: Vec<&str> = described.split_whitespace().skip(2).collect();
            let staying = meant.iter().filter(|digest| games.contains(digest));
            others
                .extend(staying.map(|digest| {
                    format!("{:016x} {digest:016x} {}", text.fingerprint, described.join(" "))
                }));
            false
        });
        let named: HashSet<u64> = self.games().map(|text| text.digest).collect();
        for line in others {
            if parse_line(line.as_bytes())
                .is_ok_and(|text| text.is_some_and(|text| !named.contains(&text.digest)))
            {
                self.push(&line);
            }
        }
    }

    /// Writes the file, or removes it when nothing is left in it.
    fn write(&self) -> Result<(), LibraryError> {
        let bytes: Vec<u8> = self.lines.iter().flat_map(|line| &line.bytes).copied().collect();
        let written = if bytes.iter().all(u8::is_ascii_whitespace) {
            disk::remove(&self.path)
        } else {
            // What could not be read again is not written.
            SizeLimit::Lines.check(bytes.len() as u64).and_then(|()| atomic::write(&self.path, &bytes))
        };
        written.map_err(file_error(&self.path))
    }
}

impl KnownTexts {
    fn of(labels: &LabelFiles, all: &ListedGames) -> Self {
        let lines = || labels.files.iter().flat_map(LabelFile::games);
        let named: HashSet<u64> = lines().map(|text| text.digest).collect();
        let mut known = Self { digests: HashSet::new(), by_fingerprint: HashMap::new() };
        if named.is_empty() {
            return known;
        }
        known.digests.extend(all.digests().map(|(digest, _)| digest).filter(|digest| named.contains(digest)));
        let missing = lines().filter(|text| !known.digests.contains(&text.digest));
        known.by_fingerprint = missing.map(|text| (text.fingerprint, HashSet::new())).collect();
        if !known.by_fingerprint.is_empty() {
            for ((fingerprint, _), (digest, _)) in all.fingerprints().zip(all.digests()) {
                if let Some(games) = known.by_fingerprint.get_mut(&fingerprint) {
                    games.insert(digest);
                }
            }
        }
        known
    }

    /// The games that a line means.
    fn of_text(&self, text: LabeledText) -> impl Iterator<Item = u64> {
        let is_known = self.digests.contains(&text.digest);
        let same = self.by_fingerprint.get(&text.fingerprint).filter(|_| !is_known);
        is_known.then_some(text.digest).into_iter().chain(same.into_iter().flatten().copied())
    }

    /// The games that have the label of a file.
    fn games_of(&self, file: &LabelFile) -> HashSet<u64> {
        file.games().flat_map(|text| self.of_text(text)).collect()
    }
}

#[cfg(test)]
mod tests;
