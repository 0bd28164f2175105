//! What one drill is about.

use crate::chess::{Color, Material};

/// One ending to practice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drill {
    /// The short name by which it is chosen and kept: `KQvK`.
    pub id: String,
    /// What the list shows: `Queen against the bare king`.
    pub title: String,
    /// The men on the board.
    pub material: Material,
    /// Which side the trainee plays.
    pub trainee: Trainee,
    /// What the trainee is to achieve.
    pub goal: Goal,
    /// Starts are at least so many moves from the goal: 1 or more; for [`Goal::Hold`] the least number of
    /// moves that lose at the start.
    pub least: u16,
    /// The rank that pawns stand on at the start, seen from their own side: 2 to 7. None where any will do.
    pub rank: Option<u8>,
    /// One or two plain sentences of advice.
    pub advice: Vec<String>,
}

/// The trainee's side, as the ending's name orders them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trainee {
    /// The side that is named first.
    Stronger,
    /// The side that is named second.
    Weaker,
}

/// What a drill asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Mate, in as few moves as the table says.
    Mate,
    /// Keep the draw for so many moves, or until the game is drawn by rule.
    Hold {
        /// The trainee's moves.
        moves: u16,
    },
}

impl Drill {
    /// The trainee's color: starts always have White as the stronger side.
    #[must_use]
    pub const fn color(&self) -> Color {
        match self.trainee {
            Trainee::Stronger => Color::White,
            Trainee::Weaker => Color::Black,
        }
    }

    /// The goal in a few words: `Mate the bare king`, `Hold the draw for 20 moves`.
    #[must_use]
    pub fn goal_text(&self) -> String {
        match self.goal {
            Goal::Mate if self.material.side(!self.color()).iter().sum::<u8>() == 1 => {
                "Mate the bare king".to_owned()
            }
            Goal::Mate => "Win, and mate in the end".to_owned(),
            Goal::Hold { moves } => format!("Hold the draw for {moves} moves"),
        }
    }
}
