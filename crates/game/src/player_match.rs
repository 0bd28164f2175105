//! Which names of a library are meant by a player's name as it was typed.

use std::collections::BTreeSet;
use std::fmt;

use chess::Color;
use chess::names::pluralized;
use chess::text::sanitize;

use crate::game_list::GameListEntry;
use crate::game_query::text::{TextPart, fold};
use crate::player::color_of_user;
use crate::player_spelling::PlayerName;

/// What stands before a name that is meant exactly as it is written.
pub const EXACT_SIGN: char = '=';
/// The most names that are offered where none is found.
const MAX_NEAREST: usize = 5;

/// The player whose games are counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CountedPlayer {
    /// The user with these names, upper and lower case being the same.
    User(Vec<String>),
    /// The player whose name is written in one of these ways.
    Named(Vec<String>),
}

impl CountedPlayer {
    /// The side that the player had in a game. None where neither is the player, or both are.
    #[must_use]
    pub fn side_of(&self, game: &GameListEntry) -> Option<Color> {
        match self {
            Self::User(names) => game.side_of(names),
            Self::Named(names) => color_of_user([&game.white, &game.black].map(|name| names.contains(name))),
        }
    }
}

/// A name as it is written, with the number of its games.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WrittenName {
    /// The name.
    pub name: String,
    /// In how many games it stands.
    pub games: usize,
}

/// `Kortschnoj, Viktor (12 games)`.
impl fmt::Display for WrittenName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", sanitize(&self.name), pluralized(self.games, "game"))
    }
}

/// The names of a library that are meant by what was typed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PlayerMatch {
    /// The spellings of the player, that with the most games first.
    pub counted: Vec<WrittenName>,
    /// Names that fit what was typed as well, and are of other players or may be.
    pub others: Vec<WrittenName>,
    /// Names that do not fit, and are likely to be other spellings of the player.
    pub spellings: Vec<WrittenName>,
}

/// No player has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPlayer {
    /// What was typed.
    pub name: String,
    /// The names that are nearest to it.
    pub nearest: Vec<WrittenName>,
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no player of the library has {} in the name", sanitize(&self.name))?;
        match self.nearest.as_slice() {
            [] => Ok(()),
            nearest => {
                let names: Vec<String> = nearest.iter().map(WrittenName::to_string).collect();
                write!(f, "; the nearest names: {}", names.join(", "))
            }
        }
    }
}

impl std::error::Error for UnknownPlayer {}

/// How well a name fits what was typed; the best comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameFit {
    /// It is the same, a first name included.
    Same,
    /// It has it as whole words.
    Words,
    /// It has it at the start of a word.
    WordStart,
    /// It has it somewhere.
    Part,
}

/// A name of the library that fits.
struct Candidate<'a> {
    written: &'a WrittenName,
    name: PlayerName,
    fit: NameFit,
}

/// What to type for a player whose name is written so: the name, behind [`EXACT_SIGN`] where it has no first name, so that it is not
/// taken for another player of this surname.
#[must_use]
pub fn typed_for(name: &str) -> String {
    if has_first_name(name) { name.to_owned() } else { format!("{EXACT_SIGN}{name}") }
}

/// Whether a name is more than one word.
fn has_first_name(name: &str) -> bool {
    name.contains(|c: char| c == ',' || c.is_whitespace())
}

/// The names that complete what is typed: those that have it, the best fitting first, of equal ones that with the most games.
#[must_use]
pub fn completions(typed: &str, players: &[WrittenName]) -> Vec<String> {
    let mut fitting = candidates(typed, players);
    // Stable: those with the most games come first.
    fitting.sort_by_key(|candidate| candidate.fit);
    fitting.into_iter().map(|candidate| candidate.written.name.clone()).collect()
}

impl PlayerMatch {
    /// Finds the names that are meant. `players` are all names of the library, that with the most games first.
    ///
    /// Each text of `typed` is looked for as `player:` does in a search. Of the names that have it the one that fits best is meant,
    /// of equal ones that with the most games; with it go those that may be the same person, as long as they cannot be another
    /// player who was found as well. A text behind `=` means the name that is written so, and no other.
    ///
    /// # Errors
    /// When a text is found in no name.
    pub fn of(typed: &[String], players: &[WrittenName]) -> Result<Self, UnknownPlayer> {
        let (mut counted, mut found) = (BTreeSet::new(), BTreeSet::new());
        for text in typed {
            if let Some(name) = text.strip_prefix(EXACT_SIGN) {
                let is_meant = |written: &&WrittenName| written.name == name.trim();
                let written = players.iter().find(is_meant).ok_or_else(|| unknown(name, players))?;
                found.insert(written);
                counted.insert(written);
                continue;
            }
            let candidates = candidates(text, players);
            let Some(meant) = candidates.iter().min_by_key(|candidate| candidate.fit) else {
                return Err(unknown(text, players));
            };
            for candidate in &candidates {
                found.insert(candidate.written);
                if candidate.written == meant.written || is_only(candidate, meant, &candidates) {
                    counted.insert(candidate.written);
                }
            }
        }
        let names: Vec<PlayerName> = counted.iter().map(|written| PlayerName::of(&written.name)).collect();
        let is_likely = |written: &&WrittenName| {
            let other = PlayerName::of(&written.name);
            !found.contains(*written) && names.iter().any(|name| name.is_likely(&other))
        };
        let spellings = players.iter().filter(is_likely).cloned().collect();
        let in_order = |is_wanted: &dyn Fn(&WrittenName) -> bool| -> Vec<WrittenName> {
            players.iter().filter(|written| is_wanted(written)).cloned().collect()
        };
        Ok(Self {
            counted: in_order(&|written| counted.contains(written)),
            others: in_order(&|written| found.contains(written) && !counted.contains(written)),
            spellings,
        })
    }

    /// The player with the names that are counted.
    #[must_use]
    pub fn player(&self) -> CountedPlayer {
        CountedPlayer::Named(self.counted.iter().map(|written| written.name.clone()).collect())
    }
}

/// The names that have a text, that with the most games first.
fn candidates<'a>(text: &str, players: &'a [WrittenName]) -> Vec<Candidate<'a>> {
    let Some(part) = TextPart::new(text) else { return Vec::new() };
    let has_part = players.iter().filter(|written| part.is_in(&written.name));
    let candidates = has_part.map(|written| Candidate {
        written,
        name: PlayerName::of(&written.name),
        fit: fit(&fold(&written.name), part.folded()),
    });
    candidates.collect()
}

/// How well a name that has a text fits it.
fn fit(name: &str, part: &str) -> NameFit {
    // A surname alone is in many names of its bearer, and the whole of few.
    if name.trim() == part && has_first_name(part) {
        return NameFit::Same;
    }
    let fits = name.match_indices(part).map(|(at, _)| {
        let begins = !name[..at].ends_with(char::is_alphanumeric);
        let ends = !name[at + part.len()..].starts_with(char::is_alphanumeric);
        match (begins, ends) {
            (true, true) => NameFit::Words,
            (true, false) => NameFit::WordStart,
            (false, _) => NameFit::Part,
        }
    });
    fits.min().unwrap_or(NameFit::Part)
}

/// Whether a name that was found is another spelling of the one that is meant, and of nobody else: it may be the same as exactly
/// those names that the meant one may be the same as.
fn is_only(candidate: &Candidate<'_>, meant: &Candidate<'_>, all: &[Candidate<'_>]) -> bool {
    candidate.name.may_be(&meant.name)
        && all.iter().all(|other| {
            let is_itself = other.written == candidate.written || other.written == meant.written;
            is_itself || other.name.may_be(&meant.name) == other.name.may_be(&candidate.name)
        })
}

fn unknown(text: &str, players: &[WrittenName]) -> UnknownPlayer {
    UnknownPlayer { name: text.trim().to_owned(), nearest: nearest(text, players) }
}

/// The names that are nearest to one that was typed.
fn nearest(text: &str, players: &[WrittenName]) -> Vec<WrittenName> {
    let typed = PlayerName::of(text);
    let near_enough = typed.surname_letters() / 3;
    let mut near: Vec<(bool, usize, &WrittenName)> = players
        .iter()
        .filter_map(|written| {
            let name = PlayerName::of(&written.name);
            let distance = typed.distance(&name);
            (distance <= near_enough).then(|| (!typed.is_likely(&name), distance, written))
        })
        .collect();
    // Stable: of those as near, that with the most games comes first.
    near.sort_by_key(|&(is_unlikely, distance, _)| (is_unlikely, distance));
    near.into_iter().take(MAX_NEAREST).map(|(.., written)| written.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(names: &[(&str, usize)]) -> Vec<WrittenName> {
        names.iter().map(|&(name, games)| WrittenName { name: name.to_owned(), games }).collect()
    }

    fn check(typed: &[&str], names: &[(&str, usize)], expected: [&[&str]; 3]) {
        let typed: Vec<String> = typed.iter().map(|&text| text.to_owned()).collect();
        let found = PlayerMatch::of(&typed, &players(names)).expect("a name");
        let lists = [&found.counted, &found.others, &found.spellings];
        let lists = lists.map(|list| list.iter().map(|written| written.name.as_str()).collect::<Vec<_>>());
        assert_eq!(lists, expected.map(<[&str]>::to_vec), "{typed:?}");
    }

    #[test]
    fn spellings_of_one_person_are_one_player() {
        let names = [("Kasparov, Garry", 90), ("Karpov, Anatoly", 80), ("Kasparov,G", 5), ("Kasparov", 2)];
        check(&["kasparov"], &names, [&["Kasparov, Garry", "Kasparov,G", "Kasparov"], &[], &[]]);
        check(&["Kasparov, G"], &names, [&["Kasparov, Garry"], &[], &["Kasparov,G", "Kasparov"]]);
        check(&["Kasparov,G", "garry"], &names, [&["Kasparov, Garry", "Kasparov,G"], &[], &["Kasparov"]]);
    }

    #[test]
    fn of_several_players_the_one_with_the_most_games_is_meant() {
        let names = [
            ("Carlsen, Magnus", 90),
            ("Carlsen, Ann", 30),
            ("Carlsen, M", 20),
            ("Carlsen", 9),
            ("Karlsen, Magnus", 2),
            ("Karlsson, M", 1),
        ];
        // Who "Carlsen" is, nobody knows.
        check(&["carlsen"], &names[..3], [&["Carlsen, Magnus", "Carlsen, M"], &["Carlsen, Ann"], &[]]);
        check(
            &["carlsen, "],
            &names,
            [&["Carlsen, Magnus", "Carlsen, M"], &["Carlsen, Ann"], &["Carlsen", "Karlsen, Magnus"]],
        );
        check(
            &["carlsen"],
            &names,
            [&["Carlsen, Magnus", "Carlsen, M"], &["Carlsen, Ann", "Carlsen"], &["Karlsen, Magnus"]],
        );
        check(
            &["=Carlsen"],
            &names,
            [&["Carlsen"], &[], &["Carlsen, Magnus", "Carlsen, Ann", "Carlsen, M", "Karlsen, Magnus"]],
        );
        check(&["Carlsen, Ann"], &names, [&["Carlsen, Ann"], &[], &["Carlsen"]]);
    }

    #[test]
    fn a_whole_word_is_meant_before_a_part_of_one() {
        let names = [("Harding, Tim", 90), ("Dinger, Florian", 9), ("Ding, Liren", 5)];
        check(&["ding"], &names, [&["Ding, Liren"], &["Harding, Tim", "Dinger, Florian"], &[]]);
        check(&["DIN"], &names, [&["Dinger, Florian"], &["Harding, Tim", "Ding, Liren"], &[]]);
        check(&["carlsen"], &[("carlsen2", 7), ("Carlsen", 1)], [&["Carlsen"], &["carlsen2"], &[]]);
    }

    #[test]
    fn who_is_not_there_is_said_with_the_nearest_names() {
        let names = players(&[
            ("Kortschnoj, Viktor", 12),
            ("Karpov, Anatoly", 9),
            ("Korchnoy,V", 3),
            ("Anand, Viswanathan", 2),
        ]);
        let unknown =
            |text: &str| PlayerMatch::of(&[text.to_owned()], &names).expect_err("nobody").to_string();
        assert_eq!(
            unknown("Korchnoi"),
            "no player of the library has Korchnoi in the name; the nearest names: Kortschnoj, Viktor (12 games), \
             Korchnoy,V (3 games)"
        );
        assert_eq!(unknown("Adams"), "no player of the library has Adams in the name");
        assert!(unknown("Viswanathan Anand").ends_with("Anand, Viswanathan (2 games)"));
        assert!(PlayerMatch::of(&["  ".to_owned()], &names).is_err());
    }

    #[test]
    fn names_are_completed_by_fit_and_games() {
        let names = players(&[("Harding, Tim", 90), ("Ding", 9), ("Ding, Liren", 5), ("Dinger, F", 70)]);
        assert_eq!(completions("ding", &names), ["Ding", "Ding, Liren", "Dinger, F", "Harding, Tim"]);
        assert_eq!(completions(" ", &names), Vec::<String>::new());
        assert_eq!([typed_for("Ding"), typed_for("Ding, Liren")], ["=Ding", "Ding, Liren"]);
    }

    #[test]
    fn a_named_player_is_nobody_else() {
        let player = CountedPlayer::Named(vec!["Anna".to_owned(), "anna_b".to_owned()]);
        let game = |white: &str, black: &str| {
            let entry = GameListEntry::unreadable("a.pgn".into(), "", 0);
            player.side_of(&GameListEntry { white: white.to_owned(), black: black.to_owned(), ..entry })
        };
        assert_eq!(game("Anna", "You"), Some(Color::White));
        assert_eq!(game("Bo", "anna_b"), Some(Color::Black));
        assert_eq!([game("anna", "Bo"), game("You", "Bo"), game("Anna", "anna_b")], [None; 3]);
    }
}
