//! One game of a match: clocks, moves and the end of the game by the rules.

use std::time::Duration;

use super::player::{MatchAnswer, MatchPlayer};
use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits, PositionHistory, SearchTime, UciClocks};
use crate::chess::{Color, GameTermination, Line, Move, Position, Root, ScoreValue, StopToken};
use crate::cli::options::MatchTime;
use crate::engine::match_score::MatchPoints;
use crate::game::pgn::{self, GameResult, PgnGame, PgnHeader};
use crate::game::{NodeId, Tree};

/// Half-moves after which a game is called a draw.
const MAX_PLIES: usize = 600;

/// Why a game is over.
pub(super) enum MatchGameEnd {
    /// By the rules, a flag included.
    Ending(GameTermination),
    /// A player gave no legal move in time for another reason; what it did.
    PlayerFault(String),
    /// It would not end.
    TooLong,
}

/// A game that was played.
pub(super) struct MatchGame {
    /// White's name, and Black's.
    pub(super) names: [String; 2],
    pub(super) reason: MatchGameEnd,
    winner: Option<Color>,
    tree: Tree,
    end: NodeId,
    time: MatchTime,
}

/// Plays a game from an opening; None where it was interrupted.
///
/// # Errors
/// Says which engine cannot be made ready for it, and why.
pub(super) fn play(
    white: &mut MatchPlayer,
    black: &mut MatchPlayer,
    opening: Vec<Move>,
    time: MatchTime,
    stop: &StopToken,
) -> Result<Option<MatchGame>, String> {
    let start = Position::start();
    let mut board = MatchBoard::new(start, opening, time);
    for player in [&mut *white, &mut *black] {
        player.new_game(stop).map_err(|reason| format!("{} {reason}", player.name))?;
    }
    let (reason, winner) = loop {
        if let Some(ending) = board.root.termination() {
            break (MatchGameEnd::Ending(ending), ending.outcome().winner());
        }
        if board.moves.len() >= MAX_PLIES {
            break (MatchGameEnd::TooLong, None);
        }
        let turn = board.root.position.turn();
        let player = if turn.is_white() { &mut *white } else { &mut *black };
        match player.think(board.job(), board.past(), stop) {
            MatchAnswer::Move(mv, spent, line) => {
                if let Some(ending) = board.spend_time(turn, spent) {
                    break (MatchGameEnd::Ending(ending), ending.outcome().winner());
                }
                board.play(mv, line.as_ref());
            }
            MatchAnswer::Fault(reason) => {
                break (MatchGameEnd::PlayerFault(format!("{} {reason}", player.name)), Some(turn.other()));
            }
            MatchAnswer::Interrupted => return Ok(None),
        }
    };
    let names = [white.name.clone(), black.name.clone()];
    Ok(Some(MatchGame { names, reason, winner, tree: board.tree, end: board.at, time }))
}

/// The board with its clocks.
struct MatchBoard {
    start: Position,
    moves: Vec<Move>,
    root: Root,
    tree: Tree,
    at: NodeId,
    time: MatchTime,
    time_left: [Duration; 2],
}

impl MatchBoard {
    fn new(start: Position, opening: Vec<Move>, time: MatchTime) -> Self {
        let tree = Tree::new(start.clone());
        let at = tree.start();
        let base = match time {
            MatchTime::Clock { base, .. } => base,
            MatchTime::PerMove(time) => time,
        };
        let root = Root::new(start.clone());
        let mut table = Self { start, moves: Vec::new(), root, tree, at, time, time_left: [base; 2] };
        for mv in opening {
            table.play(mv, None);
        }
        table
    }

    fn job(&self) -> AnalysisJob {
        let turn = self.root.position.turn();
        let time = match self.time {
            MatchTime::PerMove(time) => SearchTime::Fixed(time),
            MatchTime::Clock { increment, .. } => {
                SearchTime::Clock { left: self.time_left[turn as usize], increment, moves_to_go: None }
            }
        };
        AnalysisJob {
            root: self.root.clone(),
            limits: Limits { time, ..Limits::default() },
            purpose: AnalysisPurpose::Play,
        }
    }

    fn past(&self) -> PositionHistory {
        let clocks = match self.time {
            MatchTime::PerMove(_) => None,
            MatchTime::Clock { increment, .. } => {
                let left = |color: Color| self.time_left[color as usize];
                Some(UciClocks { white: left(Color::White), black: left(Color::Black), increment })
            }
        };
        PositionHistory { start: self.start.clone(), moves: self.moves.clone(), clocks }
    }

    /// Takes time off a clock; the end of the game where it has run out.
    fn spend_time(&mut self, turn: Color, spent: Duration) -> Option<GameTermination> {
        let MatchTime::Clock { increment, .. } = self.time else { return None };
        let left = &mut self.time_left[turn as usize];
        let Some(rest) = left.checked_sub(spent) else {
            return Some(GameTermination::by_flag(&self.root.position, turn));
        };
        *left = rest + increment;
        None
    }

    fn play(&mut self, mv: Move, line: Option<&Line>) {
        let Some(at) = self.tree.play(self.at, mv) else { return };
        self.at = at;
        if let Some(line) = line {
            self.tree.node_mut(at).notes.after = vec![score_comment(line)];
        }
        self.root.play(mv);
        self.moves.push(mv);
    }
}

/// What a player thought of its move, as it said: `+0.31`, `M5` in its own view.
fn score_comment(line: &Line) -> String {
    match line.score.value() {
        ScoreValue::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        ScoreValue::Mates(plies) => format!("+M{}", plies.moves()),
        ScoreValue::Mated(plies) => format!("-M{}", plies.moves()),
        ScoreValue::Wins => "+M?".to_owned(),
        ScoreValue::Loses => "-M?".to_owned(),
    }
}

impl MatchGame {
    /// Full moves that were played, the opening's included.
    pub(super) fn moves(&self) -> usize {
        self.tree.ply(self.end).div_ceil(2)
    }

    /// How the game ended.
    pub(super) const fn result(&self) -> GameResult {
        match self.winner {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// What the game is worth for a side.
    pub(super) fn points_of(&self, side: Color) -> MatchPoints {
        match self.winner {
            None => MatchPoints::Draw,
            Some(winner) if winner == side => MatchPoints::Win,
            Some(_) => MatchPoints::Loss,
        }
    }

    /// The game as PGN; `number` counts from 0.
    pub(super) fn pgn(&self, number: u32) -> String {
        let termination = match &self.reason {
            MatchGameEnd::Ending(
                GameTermination::Flag { .. } | GameTermination::FlagWithoutMaterial { .. },
            ) => "time forfeit",
            MatchGameEnd::Ending(_) => "normal",
            MatchGameEnd::PlayerFault(_) => "rules infraction",
            MatchGameEnd::TooLong => "adjudication",
        };
        let [white, black] = &self.names;
        let tags = [
            ("Event", "Engine match".to_owned()),
            ("Round", (number + 1).to_string()),
            ("White", white.clone()),
            ("Black", black.clone()),
            ("TimeControl", self.time.pgn_tag()),
            ("Termination", termination.to_owned()),
        ];
        let mut header = PgnHeader { result: self.result(), ..PgnHeader::default() };
        for (name, value) in tags {
            header.set(name, value);
        }
        let mut tree = self.tree.clone();
        if let MatchGameEnd::PlayerFault(fault) = &self.reason {
            tree.node_mut(self.end).notes.after.push(fault.clone());
        }
        pgn::write(&PgnGame { header, tree }) + "\n"
    }
}
