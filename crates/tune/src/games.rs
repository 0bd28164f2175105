//! `games`: writes made-up games of any number, to measure the database with.
//!
//! The openings are drawn from real games: a game follows one of them and changes over to another one wherever both have
//! the same position. Then it goes on with random moves to the length of a third one. So positions near the start are as
//! frequent as in real games, and those behind are nearly all different.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use super::arguments::MadeUpGamesOptions;
use crate::failure::TunerFailure;
use fastrand::Rng;
use matescope::chess::{Move, Position, notation};
use matescope::game::pgn;
use matescope::game::pgn::split::PgnSplitter;
use matescope::store::{input_file, io_error};

/// The longest file of real games.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Half-moves at whose positions a game may change over to another one.
const SHARED_PLIES: usize = 30;

/// One of so many half-moves changes over.
const CHANGE_INTERVAL: usize = 5;

/// The half-moves at which games leave all real ones.
const DEPARTURES: std::ops::Range<usize> = 10..60;

/// Games for each player of the pool, on the average; a few players have most of them.
const GAMES_PER_PLAYER: u64 = 25;

/// Width of a line of moves.
const LINE_WIDTH: usize = 79;

/// A real game.
struct RealGame {
    tags: Vec<(String, String)>,
    result: String,
    moves: Vec<Move>,
}

/// Real games, and where they share positions.
struct RealGames {
    games: Vec<RealGame>,
    /// Games and half-moves by the key of the position.
    places: HashMap<u64, Vec<(usize, usize)>>,
}

pub(super) fn run(options: &MadeUpGamesOptions, output: &mut dyn Write) -> Result<(), TunerFailure> {
    let mut real = RealGames { games: Vec::new(), places: HashMap::new() };
    for file in &options.from {
        let reason = |error: io::Error| TunerFailure::of(file)(io_error::describe_io_error(&error));
        let text = input_file::open(file, MAX_FILE_BYTES).map_err(reason)?;
        real.read(text).map_err(reason)?;
    }
    let Some(first) = options.from.first().filter(|_| real.games.is_empty()) else {
        let mut random = Rng::with_seed(options.seed);
        for number in 0..options.count {
            let game = real.make(number, options.count, &mut random);
            output.write_all(game.as_bytes())?;
        }
        return Ok(());
    };
    Err(TunerFailure::of(first)("there is no game with moves in it".to_owned()))
}

impl RealGames {
    /// Adds the games of a text that start from the usual position.
    fn read(&mut self, text: impl BufRead) -> io::Result<()> {
        for piece in PgnSplitter::new(text) {
            let game = pgn::read(&pgn::decode(&piece?.bytes), &Position::start()).game;
            if !game.tree.starts_from_standard_position() {
                continue;
            }
            let line = game.tree.main_line_from(game.tree.start());
            let moves: Option<Vec<Move>> =
                line.iter().map(|&node| game.tree.node(node).half_move()?.mv()).collect();
            let Some(moves) = moves.filter(|moves| !moves.is_empty()) else { continue };
            for (ply, &node) in line.iter().enumerate().take(SHARED_PLIES) {
                let key = game.tree.node(node).position().key();
                self.places.entry(key).or_default().push((self.games.len(), ply + 1));
            }
            let kept = ["Event", "Site", "Date", "Round"];
            let tags = game.header.tags.into_iter().filter(|(name, _)| kept.contains(&name.as_str()));
            let result = game.header.result.to_string();
            self.games.push(RealGame { tags: tags.collect(), result, moves });
        }
        Ok(())
    }

    /// A made-up game as PGN.
    fn make(&self, number: u64, count: u64, random: &mut Rng) -> String {
        let tagged = &self.games[random.usize(..self.games.len())];
        let moves = self.moves(random);
        let mut text = String::new();
        for name in ["Event", "Site", "Date", "Round"] {
            let value = tagged.tags.iter().find(|(tag, _)| tag == name).map_or("?", |(_, value)| value);
            let value = if name == "Event" && value == "?" { "Tournament" } else { value };
            text += &tag(name, value);
        }
        let players = (count / GAMES_PER_PLAYER).max(2);
        for name in ["White", "Black"] {
            // The cube makes a few players frequent.
            let place = random.f64().powi(3);
            let player = (place * f64::from(u32::try_from(players).unwrap_or(u32::MAX))).floor();
            text += &tag(name, &format!("Player {player:06}"));
        }
        text += &tag("Result", &tagged.result);
        for name in ["WhiteElo", "BlackElo"] {
            text += &tag(name, &random.u16(1_400..2_850).to_string());
        }
        text += &tag("GameNumber", &number.to_string());
        text += "\n";
        let mut width = 0;
        for word in moves.iter().chain([&tagged.result]) {
            if width + word.len() >= LINE_WIDTH {
                text += "\n";
                width = 0;
            } else if width > 0 {
                text += " ";
                width += 1;
            }
            text += word;
            width += word.len();
        }
        text + "\n\n"
    }

    /// The moves of a game in SAN, with their numbers.
    fn moves(&self, random: &mut Rng) -> Vec<String> {
        let any = |random: &mut Rng| random.usize(..self.games.len());
        let (mut game, mut ply) = (any(random), 0);
        let length = self.games[any(random)].moves.len();
        let departure = random.usize(DEPARTURES);
        let mut position = Position::start();
        let mut words = Vec::with_capacity(2 * length);
        for played in 0..length {
            if random.usize(..CHANGE_INTERVAL) == 0
                && let Some(&place) =
                    self.places.get(&position.key()).and_then(|places| random.choice(places))
            {
                (game, ply) = place;
            }
            let real = self.games[game].moves.get(ply).copied().filter(|_| played < departure);
            let Some(mv) = real.or_else(|| random.choice(position.legal_moves())) else { break };
            ply += 1;
            if played % 2 == 0 {
                words.push(format!("{}.", played / 2 + 1));
            }
            words.push(notation::san(&position, mv));
            position.play(mv);
        }
        words
    }
}

fn tag(name: &str, value: &str) -> String {
    format!("[{name} \"{value}\"]\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_the_same_for_the_same_seed_and_can_be_played() {
        let text = "[Event \"a\"]\n[Date \"2001.02.03\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n\n\
                    1. Nf3 Nc6 2. e4 e5 3. Bc4 1/2-1/2\n";
        let mut real = RealGames { games: Vec::new(), places: HashMap::new() };
        real.read(text.as_bytes()).unwrap();
        assert_eq!(real.games.len(), 2);
        let all = |seed| {
            let mut random = Rng::with_seed(seed);
            (0..20).map(|number| real.make(number, 20, &mut random)).collect::<String>()
        };
        assert_eq!(all(1), all(1));
        assert_ne!(all(1), all(2));
        let games: Vec<_> = PgnSplitter::new(all(1).as_bytes()).map(Result::unwrap).collect();
        assert_eq!(games.len(), 20);
        let mut lines = std::collections::HashSet::new();
        for game in games {
            let fault = pgn::read(&pgn::decode(&game.bytes), &Position::start()).fault;
            assert_eq!(fault, None);
            lines.insert(game.bytes);
        }
        assert_eq!(lines.len(), 20);
    }
}
