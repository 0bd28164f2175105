//! The files of the games that are played here. A file is written over only where it is known to be the game's own
//! earlier state; where it is not, the game gets a new identity and with it a file of its own.

use std::collections::HashMap;
use std::io;

use super::{Library, pgn_of};
use crate::disk::{self, SizeLimit};
use crate::{SavedGame, atomic};
use game::pgn::split::{PgnGameText, PgnSplitter};
use game::pgn::{self, GameResult, command};
use game::{GameId, NodeId, OwnGame, Tree};

/// What this program knows of its games' files.
#[derive(Debug)]
pub struct OwnGameFiles {
    library: Library,
    /// The bytes that were written last, by game.
    written: HashMap<GameId, Vec<u8>>,
    /// Games whose file turned out to be another one's, with their new identity.
    renamed: HashMap<GameId, GameId>,
}

impl OwnGameFiles {
    /// Nothing has been written yet.
    #[must_use]
    pub fn new(library: Library) -> Self {
        Self { library, written: HashMap::new(), renamed: HashMap::new() }
    }

    /// Where the files are.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }

    /// Gives a game a new identity where the file that bears its name is not known to be its own: the old and the new
    /// one, once.
    ///
    /// # Errors
    /// When the file is there and cannot be read.
    pub fn resolve_identity(&mut self, game: &mut SavedGame) -> io::Result<Option<(GameId, GameId)>> {
        if let Some(renamed) = game.game_id.and_then(|mark| self.renamed.get(&mark)) {
            game.game_id = Some(*renamed);
        }
        let mark = game.own().id;
        let found = match disk::read(&self.library.game_file(&game.own()), SizeLimit::OwnGame) {
            Ok(found) => Some(found),
            // No game of one's own is so long.
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => None,
            // No file is there to be written over.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        if let Some(found) = found {
            let known = self.written.get(&mark).is_some_and(|written| *written == found);
            if known || found == pgn_of(game).as_bytes() || is_earlier_state(&found, game) {
                return Ok(None);
            }
        }
        let fresh = loop {
            let fresh = GameId { number: fastrand::u32(..), ..mark };
            if !disk::exists(&self.library.game_file(&OwnGame { id: fresh, ..game.own() }))? {
                break fresh;
            }
        };
        self.renamed.insert(mark, fresh);
        game.game_id = Some(fresh);
        Ok(Some((mark, fresh)))
    }

    /// Writes a game that was identified. One without a move leaves no file.
    ///
    /// # Errors
    /// When the file cannot be written; the old one is whole then.
    pub fn save(&mut self, game: &SavedGame) -> io::Result<()> {
        if game.tree.node(game.current).parent().is_none() {
            return Ok(());
        }
        let text = pgn_of(game).into_bytes();
        atomic::write(&self.library.game_file(&game.own()), &text)?;
        self.written.insert(game.own().id, text);
        Ok(())
    }
}

/// Whether a file holds this game alone, and nothing of it that the game would lose.
fn is_earlier_state(bytes: &[u8], game: &SavedGame) -> bool {
    let mut pieces =
        PgnSplitter::new(bytes).filter(|piece| piece.as_ref().map_or(true, PgnGameText::is_game));
    if pieces.next().is_none() || pieces.next().is_some() {
        return false;
    }
    let pgn::PgnReadResult { game: found, fault, .. } =
        pgn::read(&pgn::decode(bytes), &chess::Position::start());
    let result = game.ending.map(GameResult::from).unwrap_or_default();
    let same_result = found.header.result == GameResult::Unknown || found.header.result == result;
    let same_game = OwnGame::of(&found.header).is_some_and(|own| own.id == game.own().id);
    let (ours, theirs) = (&game.tree, &found.tree);
    let same_start = ours.node(ours.start()).position() == theirs.node(theirs.start()).position();
    fault.is_none() && same_result && same_game && same_start && contains_tree(ours, theirs)
}

/// Whether a tree has all moves and all that is written about them in another one.
fn contains_tree(ours: &Tree, theirs: &Tree) -> bool {
    let mut open: Vec<(NodeId, NodeId)> = vec![(ours.start(), theirs.start())];
    while let Some((mine, other)) = open.pop() {
        let (mine, other) = (ours.node(mine), theirs.node(other));
        let comments = |comments: &[String]| -> Vec<String> {
            comments
                .iter()
                .map(|comment| command::text_without_commands(comment))
                .filter(|text| !text.is_empty())
                .collect()
        };
        let (my_comments, my_nags) =
            ([comments(&mine.notes.before), comments(&mine.notes.after)].concat(), &mine.notes.nags);
        let other_comments = [comments(&other.notes.before), comments(&other.notes.after)].concat();
        let has_notes = other_comments.iter().all(|comment| my_comments.contains(comment))
            && other.notes.nags.iter().all(|nag| my_nags.contains(nag));
        if !has_notes {
            return false;
        }
        for &child in other.children() {
            let same = |&&id: &&NodeId| ours.node(id).half_move() == theirs.node(child).half_move();
            match mine.children().iter().find(same) {
                Some(&same) => open.push((same, child)),
                None => return false,
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::fixtures;
    use crate::scratch::Scratch;
    use chess::{Color, GameTermination};

    fn game(moves: &[&str], over: Option<GameTermination>) -> SavedGame {
        SavedGame { ending: over, ..fixtures::game(moves) }
    }

    fn save(files: &mut OwnGameFiles, game: &mut SavedGame) -> bool {
        let renamed = files.resolve_identity(game).unwrap().is_some();
        files.save(game).unwrap();
        renamed
    }

    fn endings(library: &Library) -> Vec<String> {
        let mut texts: Vec<String> = fs::read_dir(library.folder())
            .unwrap()
            .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
            .map(|text| text.split("\n\n").nth(1).unwrap().trim().replace('\n', " "))
            .collect();
        texts.sort();
        texts
    }

    #[test]
    fn two_programs_with_one_game_keep_both() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        let files = || OwnGameFiles::new(library.clone());
        let (mut first, mut second) = (files(), files());
        assert!(!save(&mut first, &mut game(&["e4", "e5"], None)));
        assert!(!save(&mut second, &mut game(&["e4", "e5", "Nf3"], None)), "it knows all that was there");
        let mut other = game(&["e4", "e5", "d4"], None);
        assert!(save(&mut first, &mut other));
        let mark = other.game_id;
        let mut longer = game(&["e4", "e5", "d4", "exd4"], None);
        assert!(!save(&mut first, &mut longer), "it is reported once");
        assert_eq!(longer.game_id, mark);
        assert!(!save(&mut second, &mut game(&["e4", "e5", "Nf3", "Nc6"], None)));
        assert_eq!(endings(&library), ["1. e4 e5 2. Nf3 Nc6 *", "1. e4 e5 2. d4 exd4 *"]);
    }

    #[test]
    fn nothing_foreign_is_written_over() {
        let over = Some(GameTermination::Resignation { loser: Color::White });
        let finished = pgn_of(&game(&["e4", "e5"], over));
        let open = pgn_of(&game(&["e4", "e5"], None));
        let annotated = open.replace("e5", "e5 {my own words}");
        for found in [finished.as_str(), &annotated, "1. d4 *\n", "shopping list", &format!("{open}\n{open}")]
        {
            let scratch = Scratch::new();
            let library = Library::new(scratch.path().to_owned());
            let mut now = game(&["e4", "e5", "Nf3"], None);
            let file = library.game_file(&now.own());
            fs::write(&file, found).unwrap();
            assert!(save(&mut OwnGameFiles::new(library), &mut now), "{found}");
            assert_eq!(fs::read_to_string(&file).unwrap(), found);
        }
    }

    #[test]
    fn what_was_taken_back_here_may_go_and_what_ended_here_is_saved() {
        let scratch = Scratch::new();
        let library = Library::new(scratch.path().to_owned());
        let mut files = OwnGameFiles::new(library.clone());
        assert!(!save(&mut files, &mut game(&["e4", "e5", "Nf3"], None)));
        assert!(!save(&mut files, &mut game(&["e4", "c5"], None)));
        let mut over = game(&["e4", "c5"], Some(GameTermination::Resignation { loser: Color::Black }));
        assert!(!save(&mut files, &mut over));
        assert!(!save(&mut OwnGameFiles::new(library.clone()), &mut over), "after a restart, too");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }
}
