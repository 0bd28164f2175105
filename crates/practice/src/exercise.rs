//! An exercise: the ending, the goal and the start positions of a lesson.

use super::start_filter::StartFilter;
use super::start_squares::StartSquares;
use chess::{Color, Material, Position, Verdict};

/// One ending to practice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// The short name by which it is chosen and kept: `KQvK`.
    pub id: String,
    /// What the list shows: `Queen against the bare king`.
    pub title: String,
    /// The material of the ending.
    pub material: Material,
    /// Which side the trainee plays.
    pub trainee: Trainee,
    /// What the trainee is to achieve.
    pub goal: Goal,
    /// What starts are like.
    pub starts: StartConditions,
    /// What the other side has to try before a draw counts as held; None where the number of moves decides.
    pub moment: Option<CriticalMoment>,
    /// The idea, in a few plain sentences.
    pub idea: Vec<String>,
}

/// The critical moment of a lesson of holding a draw: the other side brings it about, and once the trainee has
/// answered it the round is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CriticalMoment {
    /// What happens, as a sentence without a full stop: `The pawn steps up to the sixth rank`.
    pub when: String,
    /// Where the pieces stand then, on this wing or on the other one.
    pub squares: StartSquares,
}

/// The trainee's side, as the ending's name orders them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trainee {
    /// The side that is named first.
    Stronger,
    /// The side that is named second.
    Weaker,
}

/// The goal of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Mate, in as few moves as the table says.
    Mate,
    /// Win until the rest is simple: the other king is bare, and a queen or a rook mates it.
    Convert,
    /// A new queen, rook, bishop or knight, with the win still there.
    Promote,
    /// Keep the draw for so many moves, or until the game is drawn by rule.
    Hold {
        /// The trainee's moves.
        moves: u16,
    },
    /// Save the draw by a stalemate that the other side walks into.
    Stalemate,
    /// Get mated as late as possible: a mating exercise from the other side.
    Resist,
}

/// Moves after which a draw counts as saved where no stalemate has come.
pub const MOVES_TO_SAVE_DRAW: u16 = 15;

/// Moves for which the draw of a single position is to be held.
const MOVES_TO_HOLD: u16 = 20;

/// What the id of an exercise ends with that is played from the other side.
const DEFENSE_SUFFIX: &str = "-defense";

/// How hard a start is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum LessonLevel {
    /// The first one.
    #[default]
    Easy,
    /// The second one.
    Medium,
    /// The last one.
    Hard,
}

impl LessonLevel {
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

/// Conditions on the start positions of an exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartConditions {
    /// How hard the starts of each level are at least, 1 to 3 growing numbers of 1 or more: moves to mate, or
    /// for a draw the number of moves that lose. A level without a number of its own is the one before.
    pub levels: Vec<u16>,
    /// How hard the starts of the last level are at most, in the same count; None where they have no bound.
    pub max_difficulty: Option<u16>,
    /// The moves to the goal with best play, at least; None where any number will do.
    pub min_par: Option<u16>,
    /// The squares of the pieces.
    pub squares: StartSquares,
    /// What the starts ask of the trainee.
    pub filter: StartFilter,
    /// Chosen starts. Where there are any, every start is one of them or a variant: mirrored, shifted, a piece
    /// moved by one square.
    pub roots: Vec<Position>,
}

impl StartConditions {
    /// Every start will do.
    #[must_use]
    pub fn any() -> Self {
        Self {
            levels: vec![1],
            max_difficulty: None,
            min_par: None,
            squares: StartSquares::default(),
            filter: StartFilter::default(),
            roots: Vec::new(),
        }
    }

    /// How many levels there are: 1 to 3.
    #[must_use]
    pub fn level_count(&self) -> usize {
        self.levels.len().clamp(1, LessonLevel::ALL.len())
    }

    /// The levels that there are, the easiest first.
    #[must_use]
    pub fn available_levels(&self) -> &'static [LessonLevel] {
        &LessonLevel::ALL[..self.level_count()]
    }

    /// A level as the exercise has it: of fewer levels the hardest stands for those above.
    #[must_use]
    pub fn clamp_level(&self, level: LessonLevel) -> LessonLevel {
        LessonLevel::ALL[(level as usize).min(self.level_count() - 1)]
    }

    /// How hard the starts of a level are at least, and at most.
    #[must_use]
    pub fn difficulty_bounds(&self, level: LessonLevel) -> (u16, Option<u16>) {
        let index = self.clamp_level(level) as usize;
        let least = self.levels.get(index).copied().unwrap_or(1);
        (least, self.levels.get(index + 1).map(|next| next - 1).or(self.max_difficulty))
    }

    /// Whether a start is as hard as a level asks, `hardness` being what the exercise counts.
    #[must_use]
    pub fn is_at_level(&self, level: LessonLevel, hardness: u16) -> bool {
        let (least, most) = self.difficulty_bounds(level);
        hardness >= least && most.is_none_or(|most| hardness <= most)
    }
}

impl Exercise {
    /// The exercise of a single position, in which White has the stronger side: the side to move mates, holds the draw or
    /// is mated as late as can be, as the verdict says.
    #[must_use]
    pub fn of_position(material: Material, turn: Color, verdict: Verdict) -> Self {
        let trainee = turn.fold_wb(Trainee::Stronger, Trainee::Weaker);
        let name = match trainee {
            Trainee::Stronger => material.to_string(),
            Trainee::Weaker => material.to_string().split('v').rev().collect::<Vec<_>>().join("v"),
        };
        // No lesson has such an id but one of mating with this material.
        let (goal, id) = match (verdict, trainee) {
            (Verdict::Win(_), Trainee::Stronger) => (Goal::Mate, name.clone()),
            (Verdict::Win(_), Trainee::Weaker) => (Goal::Mate, format!("{name}-mate")),
            (Verdict::Draw, _) => (Goal::Hold { moves: MOVES_TO_HOLD }, format!("{name}-draw")),
            (Verdict::Loss(_), _) => (Goal::Resist, format!("{name}{DEFENSE_SUFFIX}")),
        };
        Self {
            id,
            title: name,
            material,
            trainee,
            goal,
            starts: StartConditions::any(),
            moment: None,
            idea: Vec::new(),
        }
    }

    /// The trainee's color: starts always have White as the stronger side.
    #[must_use]
    pub const fn trainee_color(&self) -> Color {
        match self.trainee {
            Trainee::Stronger => Color::White,
            Trainee::Weaker => Color::Black,
        }
    }

    /// The same ending from the other side, which is to be mated as late as can be. None where the trainee's
    /// side has nothing to win, and where the starts are about single moves of the trainee: the other side has no
    /// such task there, and hardly a start.
    #[must_use]
    pub fn defense_exercise(&self) -> Option<Self> {
        let trainee = match self.trainee {
            Trainee::Stronger => Trainee::Weaker,
            Trainee::Weaker => Trainee::Stronger,
        };
        Some(Self { id: self.defense_id()?, trainee, goal: Goal::Resist, ..self.clone() })
    }

    /// The id of [`Exercise::defense_exercise`].
    #[must_use]
    pub fn defense_id(&self) -> Option<String> {
        let is_win = matches!(self.goal, Goal::Mate | Goal::Convert | Goal::Promote);
        let StartConditions { filter, roots, .. } = &self.starts;
        let is_about_moves =
            filter.max_keeping.is_some() || !filter.key_moves.is_empty() || !roots.is_empty();
        (is_win && !is_about_moves).then(|| format!("{}{DEFENSE_SUFFIX}", self.id))
    }

    /// The goal in a few words: `Mate the bare king`, `Hold the draw for 20 moves`.
    #[must_use]
    pub fn goal_text(&self) -> String {
        match self.goal {
            Goal::Mate if self.material.side(!self.trainee_color()).iter().sum::<u8>() == 1 => {
                "Mate the bare king".to_owned()
            }
            Goal::Mate => "Win, and mate in the end".to_owned(),
            Goal::Convert => "Win, until only a simple mate is left".to_owned(),
            Goal::Promote => "Promote, and keep the win".to_owned(),
            Goal::Hold { moves } => format!("Hold the draw for {moves} moves"),
            Goal::Stalemate => "Save the draw by stalemate".to_owned(),
            Goal::Resist => "Be mated as late as you can".to_owned(),
        }
    }
}

/// Whether an id is that of a [`Exercise::defense_exercise`].
#[must_use]
pub fn is_defense_id(id: &str) -> bool {
    id.ends_with(DEFENSE_SUFFIX)
}
