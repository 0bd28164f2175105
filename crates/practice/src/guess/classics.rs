//! Famous games whose moves can be guessed: facts from the history of chess, written down for this program.

use super::game::GuessGame;
use chess::{Color, Position};
use game::game_list;
use game::pgn::split::PgnSplitter;
use game::pgn::{self, GameResult, PgnGame};

/// The games as PGN.
const TEXT: &str = include_str!("../../assets/classics.pgn");

/// A famous game.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassicGame {
    /// The game with its tags.
    pub game: PgnGame,
    /// Its fingerprint.
    pub fingerprint: u64,
    /// Half-moves before the first guess.
    pub first_ply: usize,
    /// Number of moves to guess.
    pub guess_count: usize,
}

/// The famous games, the oldest first.
#[must_use]
pub fn classic_games() -> Vec<ClassicGame> {
    let pieces = PgnSplitter::new(TEXT.as_bytes()).filter_map(Result::ok);
    let mut games: Vec<ClassicGame> = pieces
        .map(|piece| {
            let game = pgn::read(&String::from_utf8_lossy(&piece.bytes), &Position::start()).game;
            let fingerprint = game_list::fingerprint(&game.header, &game.tree);
            let side = winner_or_white(game.header.result);
            let guesses = GuessGame::new(&game.tree, side, GuessGame::opening_plies(&game.tree));
            let (first_ply, guess_count) =
                guesses.map_or((0, 0), |guesses| (guesses.first_ply(), guesses.guess_count()));
            ClassicGame { game, fingerprint, first_ply, guess_count }
        })
        .collect();
    games.sort_by(|one, other| one.tag("Date").cmp(other.tag("Date")));
    games
}

impl ClassicGame {
    fn tag(&self, name: &str) -> &str {
        self.game.header.tag(name).unwrap_or_default()
    }

    /// `Emanuel Lasker - Johann Hermann Bauer`.
    #[must_use]
    pub fn players(&self) -> String {
        format!("{} - {}", self.tag("White"), self.tag("Black"))
    }

    /// Its name, or else the last names of the players: `Lasker - Bauer`.
    #[must_use]
    pub fn title(&self) -> String {
        match self.tag("Name") {
            "" => format!("{} - {}", last_name(self.tag("White")), last_name(self.tag("Black"))),
            name => name.to_owned(),
        }
    }

    /// The year in which it was played.
    #[must_use]
    pub fn year(&self) -> &str {
        self.tag("Date").split('.').next().unwrap_or_default()
    }

    /// The side whose moves are guessed: the winner's.
    #[must_use]
    pub fn side(&self) -> Color {
        winner_or_white(self.game.header.result)
    }
}

/// The last name of a player: the last word of the name, or what stands before a comma.
#[must_use]
pub fn last_name(name: &str) -> &str {
    match name.split_once(',') {
        Some((last, _)) => last,
        None => name.rsplit(' ').next().unwrap_or(name),
    }
}

/// The winner of a game; White where nobody won.
#[must_use]
pub const fn winner_or_white(result: GameResult) -> Color {
    match result {
        GameResult::BlackWins => Color::Black,
        GameResult::WhiteWins | GameResult::Draw | GameResult::Unknown => Color::White,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::guess::GuessGame;
    use game::pgn::read;

    #[test]
    fn every_game_is_legal_to_its_end_and_has_moves_to_guess() {
        let games = classic_games();
        assert_eq!(games.len(), 12);
        assert!(games.is_sorted_by_key(ClassicGame::year));
        let all: BTreeSet<u64> = games.iter().map(|game| game.fingerprint).collect();
        assert_eq!(all.len(), games.len());
        for piece in PgnSplitter::new(TEXT.as_bytes()) {
            let text = String::from_utf8(piece.unwrap().bytes).unwrap();
            assert_eq!(read(&text, &Position::start()).fault, None, "{text}");
        }
        for game in games {
            assert!(!game.title().is_empty() && game.year().len() == 4, "{}", game.players());
            let tree = &game.game.tree;
            let guessing = GuessGame::new(tree, game.side(), GuessGame::opening_plies(tree)).unwrap();
            assert!(guessing.guess_count() >= 5, "{}: {}", game.title(), guessing.guess_count());
            // Where the score ends in mate, the winner is the one whose moves are guessed.
            let last = *tree.main_line_from(tree.start()).last().unwrap();
            if let Some(over) = tree.termination_at(last) {
                assert_eq!(over.outcome().winner(), Some(game.side()), "{}", game.title());
            }
        }
    }
}
