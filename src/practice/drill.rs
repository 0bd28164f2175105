//! What one drill is about.

use crate::chess::{Color, Material};

use super::squares::Squares;

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
    /// What starts are like.
    pub starts: Starts,
    /// The idea, in a few plain sentences.
    pub idea: Vec<String>,
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
    /// A new queen, rook, bishop or knight, with the win still there.
    Promote,
    /// Keep the draw for so many moves, or until the game is drawn by rule.
    Hold {
        /// The trainee's moves.
        moves: u16,
    },
    /// Save the draw by a stalemate that the other side walks into.
    Stalemate,
    /// Be mated as late as can be: a drill of mating from the other side.
    Resist,
}

/// Moves after which a draw counts as saved where no stalemate has come.
pub const SAVED_AFTER: u16 = 15;

/// What the id of a drill ends with that is played from the other side.
const OTHER_SIDE: &str = "-defense";

/// How hard a start is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Level {
    /// The first one.
    #[default]
    Easy,
    /// The second one.
    Medium,
    /// The last one.
    Hard,
}

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The word for it: `easy`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// What the starts of a drill are like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Starts {
    /// How hard the starts of each level are at least, 1 to 3 growing numbers of 1 or more: moves to mate, or for
    /// a draw the number of moves that lose. A level without a number of its own is the one before.
    pub levels: Vec<u16>,
    /// How hard the starts of the last level are at most, in the same count; None where they have no bound.
    pub most: Option<u16>,
    /// Where the men stand.
    pub squares: Squares,
}

impl Starts {
    /// Every start will do.
    #[must_use]
    pub fn any() -> Self {
        Self { levels: vec![1], most: None, squares: Squares::default() }
    }

    /// How many levels there are: 1 to 3.
    #[must_use]
    pub fn count(&self) -> usize {
        self.levels.len().clamp(1, Level::ALL.len())
    }

    /// The levels that there are, the easiest first.
    #[must_use]
    pub fn all(&self) -> &'static [Level] {
        &Level::ALL[..self.count()]
    }

    /// A level as the drill has it: of fewer levels the hardest stands for those above.
    #[must_use]
    pub fn nearest(&self, level: Level) -> Level {
        Level::ALL[(level as usize).min(self.count() - 1)]
    }

    /// How hard the starts of a level are at least, and at most.
    #[must_use]
    pub fn bounds(&self, level: Level) -> (u16, Option<u16>) {
        let index = self.nearest(level) as usize;
        let least = self.levels.get(index).copied().unwrap_or(1);
        (least, self.levels.get(index + 1).map(|next| next - 1).or(self.most))
    }

    /// Whether a start is as hard as a level asks, `hardness` being what the drill counts.
    #[must_use]
    pub fn is_of(&self, level: Level, hardness: u16) -> bool {
        let (least, most) = self.bounds(level);
        hardness >= least && most.is_none_or(|most| hardness <= most)
    }
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

    /// The same ending from the other side, which is to be mated as late as can be. None where the trainee's side has
    /// nothing to win.
    #[must_use]
    pub fn other_side(&self) -> Option<Self> {
        let trainee = match self.trainee {
            Trainee::Stronger => Trainee::Weaker,
            Trainee::Weaker => Trainee::Stronger,
        };
        Some(Self { id: self.other_id()?, trainee, goal: Goal::Resist, ..self.clone() })
    }

    /// The id of [`Drill::other_side`].
    #[must_use]
    pub fn other_id(&self) -> Option<String> {
        matches!(self.goal, Goal::Mate | Goal::Promote).then(|| format!("{}{OTHER_SIDE}", self.id))
    }

    /// The goal in a few words: `Mate the bare king`, `Hold the draw for 20 moves`.
    #[must_use]
    pub fn goal_text(&self) -> String {
        match self.goal {
            Goal::Mate if self.material.side(!self.color()).iter().sum::<u8>() == 1 => {
                "Mate the bare king".to_owned()
            }
            Goal::Mate => "Win, and mate in the end".to_owned(),
            Goal::Promote => "Promote, and keep the win".to_owned(),
            Goal::Hold { moves } => format!("Hold the draw for {moves} moves"),
            Goal::Stalemate => "Save the draw by stalemate".to_owned(),
            Goal::Resist => "Be mated as late as you can".to_owned(),
        }
    }
}
