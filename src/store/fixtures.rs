//! What several tests of the disk begin with.

use super::SavedGame;
use crate::chess::{Color, Position, notation};
use crate::game::{GameId, GamePlayers, Player, TreeCursor};

/// A game that is played here, White against the built-in engine, with these moves so far.
pub(super) fn game(moves: &[&str]) -> SavedGame {
    let mut walk = TreeCursor::new(Position::start());
    for text in moves {
        assert!(walk.play(notation::parse_move(walk.position(), text).unwrap()), "{text}");
    }
    SavedGame {
        current: walk.node_id(),
        tree: walk.tree().clone(),
        players: GamePlayers::human_against(Color::Black, Player::BuiltIn { level: 3 }),
        time_control: "5s".parse().unwrap(),
        time_left: None,
        ending: None,
        game_id: Some(GameId { day: 20_000, number: 1 }),
    }
}
