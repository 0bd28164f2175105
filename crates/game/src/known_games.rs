//! The games that are known: which of them a new one is the same as, and each game of a list once.

use std::collections::HashMap;

use super::game_identity::{GameIdentity, GameMatch};
use super::game_list::GameListEntry;

/// Games by fingerprint, with each of their texts.
#[derive(Clone, Default, Debug)]
pub struct KnownGames(HashMap<u64, Vec<GameIdentity>>);

impl KnownGames {
    /// The games of a list.
    #[must_use]
    pub fn of(rows: &[GameListEntry]) -> Self {
        let mut games = Self::default();
        for row in rows {
            games.add(row);
        }
        games
    }

    /// Adds a game.
    pub fn add(&mut self, row: &GameListEntry) {
        self.0.entry(row.fingerprint).or_default().push(row.identity);
    }

    /// What a game is to those that are known.
    #[must_use]
    pub fn find(&self, row: &GameListEntry) -> GameMatch {
        let same = self.0.get(&row.fingerprint).into_iter().flatten();
        let matches = same.map(|known| row.identity.compare(known, row.has_players()));
        matches.max().unwrap_or(GameMatch::OtherGame)
    }
}

/// Each game once, in the order of its first text: of several texts of one game the one that says most.
#[must_use]
pub fn distinct_games<'a>(rows: impl IntoIterator<Item = &'a GameListEntry>) -> Vec<&'a GameListEntry> {
    let mut distinct: Vec<&GameListEntry> = Vec::new();
    let mut by_fingerprint: HashMap<u64, Vec<usize>> = HashMap::new();
    for row in rows {
        let found = by_fingerprint.entry(row.fingerprint).or_default();
        let is_same = |&&at: &&usize| {
            row.identity.compare(&distinct[at].identity, row.has_players()) != GameMatch::OtherGame
        };
        match found.iter().find(is_same) {
            Some(&at) if row.identity.richness() > distinct[at].identity.richness() => distinct[at] = row,
            Some(_) => {}
            None => {
                found.push(distinct.len());
                distinct.push(row);
            }
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::pgn::split::PgnSplitter;

    const PLAYERS: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.01.02\"]\n";

    fn entry(text: &str) -> GameListEntry {
        let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
        GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0)
    }

    #[test]
    fn games_with_the_same_moves_differ_by_their_tags_and_texts() {
        use GameMatch::{Contained, OtherGame, OtherText};
        for (known, new, wanted) in [
            ("\n1. e4 e5 1-0", "\n1. e4 e5 1-0", Contained),
            ("\n1. e4 e5 1-0", "\n1. e4 e5 *", Contained),
            ("\n1. e4 e5 *", "\n1. e4 e5 1-0", OtherText),
            ("\n1. e4 e5 0-1", "\n1. e4 e5 1-0", OtherGame),
            ("[Site \"a\"]\n\n1. e4 e5 1-0", "[Site \"b\"]\n\n1. e4 e5 1-0", OtherGame),
            ("[Site \"a\"]\n\n1. e4 e5 1-0", "[Site \"?\"]\n\n1. e4 e5 1-0", Contained),
            ("[Round \"-\"]\n\n1. e4 e5 1-0", "[Round \"2\"]\n\n1. e4 e5 1-0", OtherText),
            ("[Round \"1\"]\n\n1. e4 e5 1-0", "[Round \"2\"]\n\n1. e4 e5 1-0", OtherGame),
            ("[UTCTime \"10:00:00\"]\n\n1. e4 e5 *", "[UTCTime \"10:05:00\"]\n\n1. e4 e5 *", OtherGame),
            ("[Link \"x/1\"]\n\n1. e4 e5 *", "[Link \"x/2\"]\n\n1. e4 e5 *", OtherGame),
            ("[Event \"a\"]\n\n1. e4 e5 1-0", "[Event \"b\"]\n\n1. e4 e5 1-0", OtherText),
            ("[Event \"Rated Game\"]\n\n1. e4 e5 *", "[Event \"rated game\"]\n\n1. e4 e5 *", Contained),
            ("\n1. e4 {a} e5 1-0", "\n1. e4 {b} e5 1-0", OtherText),
            ("\n1. e4 {a} e5 1-0", "\n1. e4 e5 1-0", Contained),
            ("\n1. e4 e5 1-0", "\n1. e4 e5 (1... c5) 1-0", OtherText),
        ] {
            let [known, new] = [known, new].map(|text| entry(&format!("{PLAYERS}{text}\n")));
            assert_eq!(known.fingerprint, new.fingerprint);
            assert_eq!(KnownGames::of(&[known]).find(&new), wanted, "{new:?}");
        }
    }

    #[test]
    fn chapters_without_players_are_the_same_only_with_the_same_text() {
        let plain = entry("[Event \"Chapter 1\"]\n\n1. e4 e5 *\n");
        for text in ["[Event \"Chapter 2\"]\n\n1. e4 e5 *\n", "[Event \"Chapter 1\"]\n\n1. e4 {x} e5 *\n"] {
            assert_eq!(KnownGames::of(&[entry(text)]).find(&plain), GameMatch::OtherGame, "{text}");
        }
        assert_eq!(KnownGames::of(std::slice::from_ref(&plain)).find(&plain), GameMatch::Contained);
    }

    #[test]
    fn a_game_counts_once_by_the_text_that_says_most() {
        let rows = [
            "\n1. e4 e5 *",
            "[Site \"a\"]\n\n1. e4 e5 1-0",
            "[Site \"b\"]\n\n1. e4 e5 1-0",
            "[Site \"a\"]\n\n1. e4 {x} e5 1-0",
        ]
        .map(|text| entry(&format!("{PLAYERS}{text}\n")));
        assert_eq!(distinct_games(&rows), [&rows[3], &rows[2]]);
    }
}
