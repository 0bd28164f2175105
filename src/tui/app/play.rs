//! The running game: a person against an engine, or two engines that somebody watches.

use std::time::{Duration, Instant};

use shakmaty::ByColor;

use crate::chess::{Color, Depth, Ending, Line, Move, Position, Ranking, WhiteScore};
use crate::game::{Clock, Mark, NodeId, Own, Player, Seats, TimeControl, Walk};

use super::engines::{Guest, Process};

use super::Premove;

/// What a game is played under.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Who plays which side.
    pub seats: Seats,
    /// How time is given.
    pub control: TimeControl,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            seats: Seats::facing(Color::White, Player::BuiltIn { level: 4 }),
            control: TimeControl::PerMove(Duration::from_secs(1)),
        }
    }
}

/// Whether a game goes on by itself. One with a person always does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// Whoever is to move may think.
    Going,
    /// The game is paused: no engine thinks until it is resumed.
    Paused,
    /// The watcher has ended it without a result, and may still let it go on.
    Stopped,
}

/// Whether a clock has rung.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alarm {
    /// It rings when little time is left.
    Armed,
    /// It has rung, and is silent until there is more time again.
    Rung,
}

/// What an engine thinks of a position of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// Where it thought, before its move.
    pub at: NodeId,
    /// How deep it has looked.
    pub depth: Depth,
    /// The line that it would play, with its score.
    pub line: Line,
}

/// A move that is kept back until its time, so that the eye can follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The move.
    pub mv: Move,
    /// When it is made.
    pub due: Instant,
}

/// The least time that a move takes in a watched game with clocks. What it is kept back is on no clock.
const BEAT: Duration = Duration::from_millis(400);

/// The running game.
#[derive(Clone, Debug)]
pub struct Play {
    /// The moves, and the position that is looked at.
    pub walk: Walk,
    /// Where the game itself stands. Stepping back only looks; moves are played here.
    pub tip: NodeId,
    /// What it is played under.
    pub setup: Setup,
    /// Both clocks, where the game has them.
    pub clock: Option<Clock>,
    /// How the game ended, once it has.
    pub over: Option<Ending>,
    /// When the engine began to think about its move, while it does.
    pub thinking_since: Option<Instant>,
    /// The move that waits for the engine's.
    pub premove: Option<Premove>,
    /// Why the engine has not moved and does not think, where it has failed.
    pub stalled: Option<String>,
    /// Whether it goes on.
    pub course: Course,
    /// What each side's engine thinks: at its last move, or at the one that it is thinking about.
    pub thoughts: ByColor<Option<Thought>>,
    /// Whether the person was called because little time is left.
    pub alarm: Alarm,
    /// The reply that the engine expects, while it thinks about its answer to that beforehand.
    pub pondering: Option<Move>,
    /// The move that is made next, where it was found too quickly to be followed.
    pub held: Option<Held>,
    /// Places that were taken back, the nearest last: what redo returns to.
    pub undone: Vec<NodeId>,
    /// What tells the game from all others.
    pub mark: Mark,
    /// Every legal move of the position that is looked at by its cost, while it is asked for and covered.
    pub ranking: Option<Ranking>,
}

impl Play {
    /// A new game from a position; its clocks stand until the first move.
    #[must_use]
    pub fn new(start: Position, setup: Setup) -> Self {
        let clock = match setup.control {
            TimeControl::PerMove(_) => None,
            TimeControl::Clock { base, increment } => Some(Clock::new(base, increment)),
        };
        let walk = Walk::new(start);
        let tip = walk.at();
        let over = walk.ending();
        Self {
            walk,
            tip,
            setup,
            clock,
            over,
            thinking_since: None,
            premove: None,
            stalled: None,
            course: Course::Going,
            thoughts: ByColor::default(),
            alarm: Alarm::Armed,
            pondering: None,
            held: None,
            undone: Vec::new(),
            mark: Mark { day: 0, number: 0 },
            ranking: None,
        }
    }

    /// What the game is, beside its moves.
    #[must_use]
    pub fn own(&self) -> Own {
        let Setup { seats, control } = self.setup.clone();
        Own { seats, control, mark: self.mark }
    }

    /// Whether the position that is looked at is the one that the game stands at.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.walk.at() == self.tip
    }

    /// Who is to move in the game, wherever the reader stands.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.walk.tree().node(self.tip).position().turn()
    }

    /// Who is to move in the game.
    #[must_use]
    pub fn mover(&self) -> &Player {
        self.setup.seats.of(self.turn())
    }

    /// Whether a person may move now.
    #[must_use]
    pub fn is_your_turn(&self) -> bool {
        self.over.is_none() && *self.mover() == Player::Person
    }

    /// Whether two engines play.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.setup.seats.is_watched()
    }

    /// The side that a board is looked at from: the person's, or White's.
    #[must_use]
    pub fn bottom(&self) -> Color {
        self.setup.seats.you().unwrap_or(Color::White)
    }

    /// The process that plays a side, where an engine outside does. One that plays itself has two.
    #[must_use]
    pub fn guest(&self, color: Color) -> Option<Guest> {
        let Seats { white, black } = &self.setup.seats;
        let name = self.setup.seats.of(color).outside()?.to_owned();
        let process = if color.is_black() && white == black { Process::Second } else { Process::First };
        Some(Guest { name, process })
    }

    /// The processes that play.
    #[must_use]
    pub fn guests(&self) -> Vec<Guest> {
        [Color::White, Color::Black].into_iter().filter_map(|color| self.guest(color)).collect()
    }

    /// What a side's engine thinks, if it has said so.
    #[must_use]
    pub fn thought(&self, color: Color) -> Option<&Thought> {
        self.thoughts.get(color).as_ref()
    }

    /// Takes in what a side's engine thinks, or that it has not said so.
    pub fn think(&mut self, color: Color, thought: Option<Thought>) {
        *self.thoughts.get_mut(color) = thought;
    }

    /// What the engine that was heard last thinks the game is worth.
    #[must_use]
    pub fn opinion(&self) -> Option<WhiteScore> {
        let tree = self.walk.tree();
        let newest = self.thoughts.iter().flatten().max_by_key(|thought| tree.ply(thought.at))?;
        Some(newest.line.score.for_white(tree.node(newest.at).position().turn()))
    }

    /// The least time that a move takes: a person who plays is never kept waiting.
    #[must_use]
    pub fn beat(&self) -> Duration {
        match self.setup.control {
            _ if !self.is_watched() => Duration::ZERO,
            TimeControl::PerMove(time) => time,
            TimeControl::Clock { .. } => BEAT,
        }
    }
}
