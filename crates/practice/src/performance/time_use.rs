//! Time use: how long a player thinks in each phase of a game, and how often time runs short.

use std::time::Duration;

use super::game_score::GameScore;
use super::phase::GamePhase;
use chess::{Color, Position};
use game::pgn::command;
use game::time_class::base_and_increment;
use game::{NodeId, Tree};

/// The last move up to which short time is time trouble.
const LAST_TROUBLE_MOVE: u32 = 30;
/// The part of the base time below which it is.
const TROUBLE_PART: u32 = 10;

/// Moves of a player, and the time that they took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MoveTimes {
    /// Number of moves whose time is known.
    pub moves: u32,
    /// The time of all of them.
    pub total: Duration,
}

impl MoveTimes {
    /// The average time of a move. None where there is no move.
    #[must_use]
    pub fn average(&self) -> Option<Duration> {
        self.total.checked_div(self.moves)
    }

    fn add(&mut self, time: Duration) {
        self.moves += 1;
        self.total = self.total.saturating_add(time);
    }
}

/// The time use of a player over some games with clocks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TimeUse {
    /// The score over the games with the player's clock.
    pub games: GameScore,
    /// The moves of each phase, in the order of [`GamePhase::ALL`].
    pub phases: [MoveTimes; 3],
    /// The score over the games with time trouble: less than a tenth of the base time by move 30.
    pub trouble: GameScore,
}

/// The time use of a player in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameTimeUse {
    phases: [MoveTimes; 3],
    /// Whether there was time trouble.
    pub(super) has_trouble: bool,
}

impl GameTimeUse {
    /// That of the main line of a game. None where the time control or the player's clock is not known.
    pub(super) fn of(tree: &Tree, line: &[NodeId], time_control: &str, color: Color) -> Option<Self> {
        let (base, increment) = base_and_increment(time_control)?;
        let positions: Vec<&Position> = std::iter::once(tree.start())
            .chain(line.iter().copied())
            .map(|node| tree.node(node).position())
            .collect();
        let phases = GamePhase::of_positions(positions.iter().copied());
        let mut found = Self { phases: Default::default(), has_trouble: false };
        let (mut before, mut has_clock) = (None, false);
        for ((&node, position), phase) in line.iter().zip(&positions).zip(phases) {
            if position.turn() != color {
                continue;
            }
            let notes = &tree.node(node).notes;
            let left = command::clock(notes);
            let by_clock = before.zip(left).and_then(|(before, left): (Duration, _)| {
                // Where a new time control has added time nothing is known of the move.
                before.checked_add(increment)?.checked_sub(left)
            });
            if let Some(time) = command::elapsed(notes).or(by_clock) {
                found.phases[phase as usize].add(time);
            }
            if let Some(left) = left {
                has_clock = true;
                found.has_trouble |=
                    position.fullmoves().get() <= LAST_TROUBLE_MOVE && left < base / TROUBLE_PART;
            }
            before = left;
        }
        has_clock.then_some(found)
    }
}

impl TimeUse {
    /// Adds a game with its score.
    pub(super) fn add(&mut self, game: GameTimeUse, score: GameScore) {
        self.games = self.games.plus(score);
        for (sum, of_game) in self.phases.iter_mut().zip(game.phases) {
            sum.moves += of_game.moves;
            sum.total = sum.total.saturating_add(of_game.total);
        }
        if game.has_trouble {
            self.trouble = self.trouble.plus(score);
        }
    }

    /// The share of games with time trouble, in percent. None where there is no game.
    #[must_use]
    pub fn trouble_percent(&self) -> Option<f64> {
        let games = self.games.games();
        (games > 0).then(|| 100.0 * f64::from(self.trouble.games()) / f64::from(games))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::pgn;

    fn time_use(moves: &str, control: &str, color: Color) -> Option<GameTimeUse> {
        let tree = pgn::read(moves, &Position::start()).game.tree;
        GameTimeUse::of(&tree, &tree.main_line_from(tree.start()), control, color)
    }

    #[test]
    fn a_move_takes_what_is_gone_from_the_clock() {
        let moves = "1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:40]} 2. Qh5 {[%clk 0:02:50]} Nc6 {[%clk 0:00:17]} \
                     3. Bc4 {[%clk 0:02:51]} Nf6 4. Qxf7# {[%clk 0:02:53]} 1-0";
        let white = time_use(moves, "180+2", Color::White).expect("a clock");
        // 12 s, 1 s, and none at all.
        assert_eq!(white.phases[0], MoveTimes { moves: 3, total: Duration::from_secs(13) });
        assert_eq!(white.phases[0].average(), Some(Duration::from_secs(13) / 3));
        assert!(!white.has_trouble);
        let black = time_use(moves, "180+2", Color::Black).expect("a clock");
        assert_eq!((black.phases[0].moves, black.phases[0].total), (1, Duration::from_secs(145)));
        assert!(black.has_trouble, "17 s of 180");
        assert!(!time_use(moves, "150+2", Color::Black).expect("a clock").has_trouble);
        assert_eq!(time_use(moves, "-", Color::White), None);
        assert_eq!(time_use("1. e4 e5", "180+2", Color::White), None);
    }

    #[test]
    fn elapsed_times_and_new_time_controls_are_known() {
        let moves = "1. e4 {[%clk 1:00:00] [%emt 0:00:07]} e5 {[%clk 0:01:00]} 2. Nf3 Nc6 {[%clk 1:00:00]} *";
        let white = time_use(moves, "40/3600", Color::White).expect("a clock");
        assert_eq!(white.phases[0], MoveTimes { moves: 1, total: Duration::from_secs(7) });
        let black = time_use(moves, "40/3600", Color::Black).expect("a clock");
        assert_eq!(black.phases[0].moves, 0);
    }

    #[test]
    fn time_trouble_is_a_share_of_the_games_with_a_clock() {
        let game = |has_trouble| GameTimeUse { phases: Default::default(), has_trouble };
        let mut sum = TimeUse::default();
        assert_eq!(sum.trouble_percent(), None);
        let won = GameScore { won: 1, ..GameScore::default() };
        for has_trouble in [true, false, false, false] {
            sum.add(game(has_trouble), won);
        }
        assert_eq!((sum.trouble_percent(), sum.trouble.won, sum.games.won), (Some(25.0), 1, 4));
    }
}
