//! One game of a match: two clocks, the rules of chess, and nobody to argue with.

use std::time::Duration;

use crate::analysis::{Clocks, Job, Limits, Past, Task, Time};
use crate::chess::{Color, Ending, Line, Move, Position, Root, StopToken, Value};
use crate::cli::arguments::MatchTime;
use crate::game::pgn::{self, Game, GameResult, Header};
use crate::game::{NodeId, Tree};

use super::player::{Answer, Player};
use super::tally::Points;

/// Half-moves after which a game is called a draw.
const LONGEST: usize = 600;

/// Which color a player has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seat {
    White,
    Black,
}

/// Why a game is over.
pub(super) enum Reason {
    /// By the rules, a flag included.
    Ending(Ending),
    /// A player gave no legal move in time for another reason; what it did.
    Fault(String),
    /// It would not end.
    TooLong,
}

/// A game that was played.
pub(super) struct Played {
    /// White's name, and Black's.
    pub(super) names: [String; 2],
    pub(super) reason: Reason,
    winner: Option<Color>,
    tree: Tree,
    end: NodeId,
    time: MatchTime,
}

/// Plays a game from an opening; None where it was interrupted.
pub(super) fn play(
    white: &mut Player,
    black: &mut Player,
    opening: Vec<Move>,
    time: MatchTime,
    stop: &StopToken,
) -> Option<Played> {
    let start = Position::start();
    let mut table = Table::new(start, opening, time);
    white.new_game(stop);
    black.new_game(stop);
    let (reason, winner) = loop {
        if let Some(ending) = table.root.ending() {
            break (Reason::Ending(ending), ending.outcome().winner());
        }
        if table.moves.len() >= LONGEST {
            break (Reason::TooLong, None);
        }
        let turn = table.root.position.turn();
        let player = if turn.is_white() { &mut *white } else { &mut *black };
        match player.think(table.job(), table.past(), stop) {
            Answer::Move(mv, spent, line) => {
                if let Some(ending) = table.spend(turn, spent) {
                    break (Reason::Ending(ending), ending.outcome().winner());
                }
                table.play(mv, line.as_ref());
            }
            Answer::Fault(reason) => {
                break (Reason::Fault(format!("{} {reason}", player.name)), Some(turn.other()));
            }
            Answer::Interrupted => return None,
        }
    };
    let names = [white.name.clone(), black.name.clone()];
    Some(Played { names, reason, winner, tree: table.tree, end: table.at, time })
}

/// The board with its clocks.
struct Table {
    start: Position,
    moves: Vec<Move>,
    root: Root,
    tree: Tree,
    at: NodeId,
    time: MatchTime,
    left: [Duration; 2],
}

impl Table {
    fn new(start: Position, opening: Vec<Move>, time: MatchTime) -> Self {
        let tree = Tree::new(start.clone());
        let at = tree.start();
        let base = match time {
            MatchTime::Clock { base, .. } => base,
            MatchTime::PerMove(time) => time,
        };
        let root = Root::new(start.clone());
        let mut table = Self { start, moves: Vec::new(), root, tree, at, time, left: [base; 2] };
        for mv in opening {
            table.play(mv, None);
        }
        table
    }

    fn job(&self) -> Job {
        let turn = self.root.position.turn();
        let time = match self.time {
            MatchTime::PerMove(time) => Time::Fixed(time),
            MatchTime::Clock { increment, .. } => {
                Time::Clock { left: self.left[turn as usize], increment, moves_to_go: None }
            }
        };
        Job { root: self.root.clone(), limits: Limits { time, ..Limits::default() }, task: Task::Play }
    }

    fn past(&self) -> Past {
        let clocks = match self.time {
            MatchTime::PerMove(_) => None,
            MatchTime::Clock { increment, .. } => {
                let left = |color: Color| self.left[color as usize];
                Some(Clocks { white: left(Color::White), black: left(Color::Black), increment })
            }
        };
        Past { start: self.start.clone(), moves: self.moves.clone(), clocks }
    }

    /// Takes time off a clock; the end of the game where it has run out.
    fn spend(&mut self, turn: Color, spent: Duration) -> Option<Ending> {
        let MatchTime::Clock { increment, .. } = self.time else { return None };
        let left = &mut self.left[turn as usize];
        let Some(rest) = left.checked_sub(spent) else {
            return Some(Ending::by_flag(&self.root.position, turn));
        };
        *left = rest + increment;
        None
    }

    fn play(&mut self, mv: Move, line: Option<&Line>) {
        let Some(at) = self.tree.play(self.at, mv) else { return };
        self.at = at;
        if let Some(line) = line {
            self.tree.node_mut(at).notes.after = vec![said(line)];
        }
        self.root.play(mv);
        self.moves.push(mv);
    }
}

/// What a player thought of its move, as it said: `+0.31`, `M5` in its own view.
fn said(line: &Line) -> String {
    match line.score.value() {
        Value::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Value::Mates(plies) => format!("+M{}", plies.moves()),
        Value::Mated(plies) => format!("-M{}", plies.moves()),
        Value::Wins => "+M?".to_owned(),
        Value::Loses => "-M?".to_owned(),
    }
}

impl Played {
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
    pub(super) fn points_of(&self, seat: Seat) -> Points {
        match (self.winner, seat) {
            (None, _) => Points::Draw,
            (Some(Color::White), Seat::White) | (Some(Color::Black), Seat::Black) => Points::Win,
            _ => Points::Loss,
        }
    }

    /// The game as PGN, numbered from nought.
    pub(super) fn pgn(&self, number: u32) -> String {
        let termination = match &self.reason {
            Reason::Ending(Ending::Flag { .. } | Ending::FlagWithoutMaterial { .. }) => "time forfeit",
            Reason::Ending(_) => "normal",
            Reason::Fault(_) => "rules infraction",
            Reason::TooLong => "adjudication",
        };
        let [white, black] = &self.names;
        let tags = [
            ("Event", "Engine match".to_owned()),
            ("Round", (number + 1).to_string()),
            ("White", white.clone()),
            ("Black", black.clone()),
            ("TimeControl", self.time.tag()),
            ("Termination", termination.to_owned()),
        ];
        let mut header = Header { result: self.result(), ..Header::default() };
        for (name, value) in tags {
            header.set(name, value);
        }
        let mut tree = self.tree.clone();
        if let Reason::Fault(fault) = &self.reason {
            tree.node_mut(self.end).notes.after.push(fault.clone());
        }
        pgn::write(&Game { header, tree }) + "\n"
    }
}
