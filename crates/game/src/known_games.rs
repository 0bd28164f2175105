//! The games that are known: which of them a new one is the same as, and each game of a list once.

use std::collections::HashMap;

use super::game_identity::{GameIdentity, GameMatch};
use super::game_list::GameListEntry;

/// A game among those that may be the same: its fingerprint, and what tells it from others with this fingerprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComparedGame {
    /// The fingerprint of players, date, start and moves.
    pub fingerprint: u64,
    /// The rest.
    pub identity: GameIdentity,
    /// Whether a player is named.
    pub has_players: bool,
}

impl ComparedGame {
    /// A game of a list.
    #[must_use]
    pub fn of(entry: &GameListEntry, identity: GameIdentity) -> Self {
        Self { fingerprint: entry.fingerprint, identity, has_players: entry.has_players() }
    }
}

/// Games by fingerprint, with each of their texts.
#[derive(Clone, Default, Debug)]
pub struct KnownGames {
    /// The number of the last game with a fingerprint.
    last: HashMap<u64, u32>,
    /// The games in their order, and the number of the one before with the same fingerprint.
    games: Vec<(GameIdentity, Option<u32>)>,
}

impl KnownGames {
    /// Adds a game.
    pub fn add(&mut self, game: &ComparedGame) {
        let number = u32::try_from(self.games.len()).unwrap_or(u32::MAX);
        let before = self.last.insert(game.fingerprint, number);
        self.games.push((game.identity, before));
    }

    /// What a game is to those that are known.
    #[must_use]
    pub fn find(&self, game: &ComparedGame) -> GameMatch {
        let last = self.last.get(&game.fingerprint).copied();
        let same = std::iter::successors(last, |&at| self.games[at as usize].1);
        let matches = same.map(|at| game.identity.compare(&self.games[at as usize].0, game.has_players));
        matches.max().unwrap_or(GameMatch::OtherGame)
    }
}

/// Each game once, in the order of its first text: of several texts of one game the one that says most. `identity_of` is asked
/// for games with equal fingerprints alone, and may read their texts; a game of which it knows nothing is kept.
#[must_use]
pub fn distinct_games<'a>(
    rows: impl IntoIterator<Item = &'a GameListEntry>,
    identity_of: impl Fn(&GameListEntry) -> Option<GameIdentity>,
) -> Vec<&'a GameListEntry> {
    let rows: Vec<&GameListEntry> = rows.into_iter().collect();
    let mut texts: HashMap<u64, usize> = HashMap::new();
    for row in &rows {
        *texts.entry(row.fingerprint).or_default() += 1;
    }
    let mut distinct: Vec<&GameListEntry> = Vec::new();
    let mut by_fingerprint: HashMap<u64, Vec<(usize, GameIdentity)>> = HashMap::new();
    for row in rows {
        let identity = if texts[&row.fingerprint] > 1 { identity_of(row) } else { None };
        let Some(identity) = identity else {
            distinct.push(row);
            continue;
        };
        let found = by_fingerprint.entry(row.fingerprint).or_default();
        let is_same = |(_, known): &&mut (usize, GameIdentity)| {
            identity.compare(known, row.has_players()) != GameMatch::OtherGame
        };
        match found.iter_mut().find(is_same) {
            Some((at, known)) if identity.richness() > known.richness() => {
                distinct[*at] = row;
                *known = identity;
            }
            Some(_) => {}
            None => {
                found.push((distinct.len(), identity));
                distinct.push(row);
            }
        }
    }
    distinct
}

/// The games of which there is more than one text, with all of theirs, of games with one fingerprint. Texts belong together
/// if each is the same game as all the others; the one that says most comes first.
#[must_use]
pub fn games_with_several_texts(
    texts: impl IntoIterator<Item = (GameListEntry, GameIdentity)>,
) -> Vec<Vec<GameListEntry>> {
    let mut games: Vec<Vec<(GameListEntry, GameIdentity)>> = Vec::new();
    for (entry, identity) in texts {
        let has_players = entry.has_players();
        let is_same = |(_, known): &(GameListEntry, GameIdentity)| {
            identity.compare(known, has_players) != GameMatch::OtherGame
        };
        match games.iter_mut().find(|game| game.iter().all(is_same)) {
            Some(game) => game.push((entry, identity)),
            None => games.push(vec![(entry, identity)]),
        }
    }
    games.retain(|game| game.len() > 1);
    for game in &mut games {
        game.sort_by_key(|(_, identity)| std::cmp::Reverse(identity.richness()));
    }
    games.into_iter().map(|game| game.into_iter().map(|(entry, _)| entry).collect()).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::game_list::GameLocation;
    use crate::pgn::split::PgnSplitter;

    const PLAYERS: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.01.02\"]\n";

    fn entry(text: &str) -> (GameListEntry, GameIdentity) {
        let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
        GameListEntry::with_identity(PathBuf::from("a.pgn"), &piece, 0)
    }

    fn game(text: &str) -> ComparedGame {
        let (entry, identity) = entry(text);
        ComparedGame::of(&entry, identity)
    }

    fn find(new: &ComparedGame, known: &[ComparedGame]) -> GameMatch {
        let mut games = KnownGames::default();
        for game in known {
            games.add(game);
        }
        games.find(new)
    }

    #[test]
    fn texts_of_one_game_belong_together_and_the_richest_comes_first() {
        let texts =
            ["\n1. e4 *", "[Site \"a\"]\n\n1. e4 {x} 1-0", "[Site \"b\"]\n\n1. e4 1-0", "\n1. e4 0-1"];
        let games = games_with_several_texts(texts.map(|text| entry(&format!("{PLAYERS}{text}"))));
        let lengths: Vec<Vec<u64>> =
            games.iter().map(|game| game.iter().map(|entry| entry.location.length).collect()).collect();
        let length = |number: usize| (PLAYERS.len() + texts[number].len()) as u64;
        assert_eq!(lengths, [[length(1), length(0)]], "the others have another site or result");
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
            let [known, new] = [known, new].map(|text| game(&format!("{PLAYERS}{text}\n")));
            assert_eq!(known.fingerprint, new.fingerprint);
            assert_eq!(find(&new, &[known]), wanted, "{new:?}");
        }
    }

    #[test]
    fn chapters_without_players_are_the_same_only_with_the_same_text() {
        let plain = game("[Event \"Chapter 1\"]\n\n1. e4 e5 *\n");
        for text in ["[Event \"Chapter 2\"]\n\n1. e4 e5 *\n", "[Event \"Chapter 1\"]\n\n1. e4 {x} e5 *\n"] {
            assert_eq!(find(&plain, &[game(text)]), GameMatch::OtherGame, "{text}");
        }
        assert_eq!(
            find(&plain, &[game("[Event \"Chapter 2\"]\n\n1. e4 e5 *\n"), plain]),
            GameMatch::Contained
        );
    }

    /// The entry of another game of the same file.
    fn at(row: &GameListEntry, offset: u64) -> GameListEntry {
        let location = GameLocation { offset, ..row.location.clone() };
        GameListEntry { location, ..row.clone() }
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
        let entries: Vec<GameListEntry> =
            (0..).zip(&rows).map(|(offset, (row, _))| at(row, offset)).collect();
        let identity_of =
            |row: &GameListEntry| usize::try_from(row.location.offset).ok().map(|at| rows[at].1);
        assert_eq!(distinct_games(&entries, identity_of), [&entries[3], &entries[2]]);
        assert_eq!(distinct_games(&entries, |_| None).len(), 4, "nothing is known of them");
    }
}
