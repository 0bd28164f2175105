//! What several tests of the disk begin with.

use super::SavedGame;
use crate::chess::{Color, Position, notation};
use crate::game::{Mark, Player, Seats, Walk};

/// A game that is played here, White against the built-in engine, with these moves so far.
pub(super) fn game(moves: &[&str]) -> SavedGame {
    let mut walk = Walk::new(Position::start());
    for text in moves {
        assert!(walk.play(notation::parse_move(walk.position(), text).unwrap()), "{text}");
    }
    SavedGame {
        tip: walk.at(),
        tree: walk.tree().clone(),
        seats: Seats::facing(Color::Black, Player::BuiltIn { level: 3 }),
        control: "5s".parse().unwrap(),
        left: None,
        over: None,
        mark: Some(Mark { day: 20_000, number: 1 }),
    }
}
