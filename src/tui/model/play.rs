//! State of the running game: a person against an engine, or two engines that the user watches.

use std::time::{Duration, Instant};

use shakmaty::ByColor;

use crate::chess::{Color, Depth, GameTermination, Line, Move, Position, Ranking, WhiteScore};
use crate::game::{Clock, GameId, GamePlayers, NodeId, OwnGame, Player, TimeControl, TreeCursor};
use crate::tui::keymap::{KeyNames, PlayAction};
use crate::tui::model::{Distances, EngineInstance, EngineProcessId, GameEngines, Premove, Shared};

/// The conditions of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSetup {
    /// Who plays which side.
    pub players: GamePlayers,
    /// How time is given.
    pub time_control: TimeControl,
}

impl Default for GameSetup {
    fn default() -> Self {
        Self {
            players: GamePlayers::human_against(Color::White, Player::BuiltIn { level: 4 }),
            time_control: TimeControl::PerMove(Duration::from_secs(1)),
        }
    }
}

/// Whether a game between engines runs. One with a person always does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayStatus {
    /// The side to move may think.
    Running,
    /// The game is paused: no engine thinks until it is resumed.
    Paused,
    /// The user has ended it without a result, and may still resume it.
    Stopped,
}

/// Whether a clock's alarm has rung.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LowTimeAlarm {
    /// It rings when little time is left.
    Armed,
    /// It has rung, and stays silent until there is more time again.
    Rung,
}

/// An engine's evaluation of a position of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineThought {
    /// The position that it searched, before its move.
    pub node: NodeId,
    /// The depth of the search.
    pub depth: Depth,
    /// Its principal variation, with its score.
    pub line: Line,
}

/// A delayed move, so that the eye can follow the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DelayedMove {
    /// The move.
    pub mv: Move,
    /// When it is made.
    pub due: Instant,
}

/// The least time that a move takes in a watched game with clocks. The delay does not count on any clock.
const MIN_WATCHED_MOVE_TIME: Duration = Duration::from_millis(400);

/// The running game.
#[derive(Clone, Debug)]
pub struct PlayState {
    /// The moves, and the current position.
    pub walk: TreeCursor,
    /// The last position of the game. Stepping back only looks; moves are played here.
    pub tip: NodeId,
    /// Its conditions.
    pub setup: GameSetup,
    /// Both clocks, where the game has them.
    pub clock: Option<Clock>,
    /// How the game ended, once it has.
    pub ending: Option<GameTermination>,
    /// When the engine began to think about its move, while it does.
    pub thinking_since: Option<Instant>,
    /// The premove.
    pub premove: Option<Premove>,
    /// Why the engine has not moved and does not search, where it has failed.
    pub engine_failure: Option<String>,
    /// Whether it runs, where two engines play.
    pub status: PlayStatus,
    /// The evaluation of each side's engine: at its last move, or of the running search.
    pub thoughts: ByColor<Option<EngineThought>>,
    /// Whether the alarm for little time has rung.
    pub alarm: LowTimeAlarm,
    /// The next move, where it was found too quickly to be followed.
    pub delayed_move: Option<DelayedMove>,
    /// Moves that were undone, the nearest last: what redo returns to.
    pub undone: Vec<NodeId>,
    /// The identity of the game.
    pub game_id: GameId,
    /// Every legal move of the current position by its cost, while it is requested and covered.
    pub ranking: Option<Ranking>,
}

impl PlayState {
    /// How time is given in the next game.
    pub(crate) fn next_time_control(&self, shared: &Shared) -> TimeControl {
        shared.new_game_defaults.control.unwrap_or(self.setup.time_control)
    }

    /// Every legal move by its cost, where the tables cover the position and the player asked for it.
    pub(crate) fn shown_ranking(&self, shared: &Shared) -> Option<&Ranking> {
        self.ranking.as_ref().filter(|_| shared.distances == Distances::Shown)
    }

    /// A new game from a position; its clocks do not run before the first move.
    #[must_use]
    pub fn new(start: Position, setup: GameSetup) -> Self {
        let clock = match setup.time_control {
            TimeControl::PerMove(_) => None,
            TimeControl::Clock { base, increment } => Some(Clock::new(base, increment)),
        };
        let walk = TreeCursor::new(start);
        let tip = walk.node_id();
        let ending = walk.termination();
        Self {
            walk,
            tip,
            setup,
            clock,
            ending,
            thinking_since: None,
            premove: None,
            engine_failure: None,
            status: PlayStatus::Running,
            thoughts: ByColor::default(),
            alarm: LowTimeAlarm::Armed,
            delayed_move: None,
            undone: Vec::new(),
            game_id: GameId { day: 0, number: 0 },
            ranking: None,
        }
    }

    /// Tags and the like, beside the moves.
    #[must_use]
    pub fn own(&self) -> OwnGame {
        let GameSetup { players, time_control: control } = self.setup.clone();
        OwnGame { players, control, id: self.game_id }
    }

    /// Whether the current position is the last position of the game.
    pub(crate) fn is_live(&self) -> bool {
        self.walk.node_id() == self.tip
    }

    /// The side to move in the game, whatever position is on the board.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.walk.tree().node(self.tip).position().turn()
    }

    /// Who is to move in the game.
    pub(crate) fn player_to_move(&self) -> &Player {
        self.setup.players.player(self.turn())
    }

    /// Whether a person may move now.
    #[must_use]
    pub fn is_your_turn(&self) -> bool {
        self.ending.is_none() && *self.player_to_move() == Player::Human
    }

    /// Whether two engines play.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.setup.players.is_engine_game()
    }

    /// The side at the bottom of the board: the person's, or White.
    pub(crate) fn bottom(&self) -> Color {
        self.setup.players.human_color().unwrap_or(Color::White)
    }

    /// The process that plays a side, where an external engine does. One that plays itself has two.
    pub(crate) fn engine_process(&self, color: Color) -> Option<EngineProcessId> {
        let GamePlayers { white, black } = &self.setup.players;
        let name = self.setup.players.player(color).external_name()?.to_owned();
        let process =
            if color.is_black() && white == black { EngineInstance::Second } else { EngineInstance::First };
        Some(EngineProcessId { name, instance: process })
    }

    /// The processes that play.
    pub(crate) fn engine_processes(&self) -> Vec<EngineProcessId> {
        [Color::White, Color::Black].into_iter().filter_map(|color| self.engine_process(color)).collect()
    }

    /// The external engines that play, and whether the game is over.
    pub(crate) fn game_engines(&self) -> GameEngines {
        GameEngines { processes: self.engine_processes(), is_over: self.ending.is_some() }
    }

    /// The evaluation of a side's engine, if there is one.
    pub(crate) fn thought(&self, color: Color) -> Option<&EngineThought> {
        self.thoughts.get(color).as_ref()
    }

    /// Stores the evaluation of a side's engine, or that there is none.
    pub(crate) fn set_thought(&mut self, color: Color, thought: Option<EngineThought>) {
        *self.thoughts.get_mut(color) = thought;
    }

    /// The evaluation last reported by an engine of the game.
    #[must_use]
    pub fn latest_score(&self) -> Option<WhiteScore> {
        let tree = self.walk.tree();
        let newest = self.thoughts.iter().flatten().max_by_key(|thought| tree.ply(thought.node))?;
        Some(newest.line.score.for_white(tree.node(newest.node).position().turn()))
    }

    /// The least time that a move takes: a person who plays never has to wait.
    pub(crate) fn min_move_time(&self) -> Duration {
        match self.setup.time_control {
            _ if !self.is_watched() => Duration::ZERO,
            TimeControl::PerMove(time) => time,
            TimeControl::Clock { .. } => MIN_WATCHED_MOVE_TIME,
        }
    }

    /// Whether a move may be made now, or why not and what to do.
    ///
    /// # Errors
    /// A sentence for the player.
    pub(crate) fn may_move(&self, keys: &KeyNames) -> Result<(), String> {
        Err(if self.ending.is_some() {
            format!("The game is over: {} starts a new one", keys.name(PlayAction::NewGame))
        } else if !self.is_live() {
            keys.back_from_earlier("the game")
        } else if self.is_watched() {
            format!(
                "Two engines play: you are watching; {} takes a side over",
                keys.name(PlayAction::TakeOver)
            )
        } else if self.is_your_turn() {
            return Ok(());
        } else {
            "The engine is to move".to_owned()
        })
    }
}
