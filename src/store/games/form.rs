//! How games lie on the disk: plain values, so that the program's own types can change without the files.

use std::collections::HashMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::chess::{Color, Ending, fen, notation};
use crate::game::pgn::{GameResult, Header};
use crate::game::{Mark, NodeId, Notes, Player, Seats, Tree};

use super::{SavedGame, SavedStudy};

/// The form that is written; an older program meets a newer one with a refusal, not with a guess.
const VERSION: u32 = 3;

/// The oldest form that is still read.
const OLDEST: u32 = 1;

#[derive(Serialize, Deserialize)]
pub(super) struct Game {
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black: Option<Seat>,
    #[serde(flatten, skip_serializing)]
    before: Option<Against>,
    time: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_left_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_left_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over: Option<Over>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    day: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    #[serde(flatten)]
    record: Record,
}

/// Who sits at a side.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Seat {
    You,
    Level(u8),
    Engine(String),
}

/// Who played in forms 1 and 2: a person against an engine.
#[derive(Deserialize)]
struct Against {
    you: Side,
    #[serde(default)]
    opponent: Option<String>,
    level: u8,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Study {
    version: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    escapes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(flatten)]
    record: Record,
}

/// A tree of moves and a place in it.
#[derive(Serialize, Deserialize)]
struct Record {
    start: String,
    /// Whether the start is one of Chess960, which its text may leave open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    chess960: bool,
    /// What is written about the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    moves: Vec<Played>,
    /// Nought is the start, n the n-th of `moves`.
    at: usize,
}

/// One move.
#[derive(Serialize, Deserialize)]
struct Played {
    uci: String,
    /// The place that it was played from, counted as in [`Record::at`].
    after: usize,
    #[serde(flatten)]
    notes: Annotation,
}

/// What an annotator wrote about a move.
#[derive(Default, Serialize, Deserialize)]
struct Annotation {
    /// The one comment of form 1.
    #[serde(default, skip_serializing)]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    before: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    White,
    Black,
}

/// The ways to end that the board does not show.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Over {
    Flag(Side),
    FlagWithoutMaterial(Side),
    Resignation(Side),
    Agreement,
}

impl Game {
    pub(super) fn of(game: &SavedGame) -> Self {
        let milliseconds = |left: Duration| u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        Self {
            version: VERSION,
            white: Some(Seat::of(&game.seats.white)),
            black: Some(Seat::of(&game.seats.black)),
            before: None,
            time: game.control.to_string(),
            white_left_ms: game.left.map(|(white, _)| milliseconds(white)),
            black_left_ms: game.left.map(|(_, black)| milliseconds(black)),
            over: game.over.and_then(Over::of),
            day: game.mark.map(|mark| mark.day),
            number: game.mark.map(|mark| mark.number),
            record: Record::of(&game.tree, game.tip),
        }
    }

    pub(super) fn restore(&self) -> Result<SavedGame, String> {
        let (tree, tip) = self.record.restore()?;
        let on_board = tree.ending_at(tip);
        Ok(SavedGame {
            seats: self.seats().ok_or("nobody is said to play")?,
            control: self.time.parse().map_err(|error| format!("{error}"))?,
            left: self
                .white_left_ms
                .zip(self.black_left_ms)
                .map(|(white, black)| (Duration::from_millis(white), Duration::from_millis(black))),
            over: self.over.as_ref().map(Over::restore).or(on_board),
            mark: self.day.zip(self.number).map(|(day, number)| Mark { day, number }),
            tree,
            tip,
        })
    }
}

impl Game {
    fn seats(&self) -> Option<Seats> {
        let now = self.white.as_ref().zip(self.black.as_ref());
        now.map(|(white, black)| Seats { white: white.player(), black: black.player() })
            .or_else(|| Some(self.before.as_ref()?.seats()))
    }
}

impl Seat {
    fn of(player: &Player) -> Self {
        match player {
            Player::Person => Self::You,
            Player::BuiltIn { level } => Self::Level(*level),
            Player::Outside(name) => Self::Engine(name.clone()),
        }
    }

    fn player(&self) -> Player {
        match self {
            Self::You => Player::Person,
            Self::Level(level) => Player::BuiltIn { level: *level },
            Self::Engine(name) => Player::Outside(name.clone()),
        }
    }
}

impl Against {
    fn seats(&self) -> Seats {
        let built_in = Player::BuiltIn { level: self.level };
        Seats::facing(self.you.into(), self.opponent.clone().map_or(built_in, Player::Outside))
    }
}

impl Study {
    pub(super) fn of(study: &SavedStudy) -> Self {
        let Header { tags, escapes, result } = study.header.clone();
        let result = Some(result).filter(|&result| result != GameResult::Unknown);
        let result = result.map(|result| result.to_string());
        Self { version: VERSION, tags, escapes, result, record: Record::of(&study.tree, study.at) }
    }

    pub(super) fn restore(&self) -> Result<SavedStudy, String> {
        let (tree, at) = self.record.restore()?;
        let result = self.result.as_deref().and_then(GameResult::of).unwrap_or_default();
        let header = Header { tags: self.tags.clone(), escapes: self.escapes.clone(), result };
        Ok(SavedStudy { tree, at, header })
    }
}

/// The form of a text that another version of the program has written; None where it can be read, or says no form.
pub(super) fn other_version(text: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    let Versioned { version } = serde_json::from_str(text).ok()?;
    (!(OLDEST..=VERSION).contains(&version)).then_some(version)
}

impl Record {
    fn of(tree: &Tree, at: NodeId) -> Self {
        let mut places = HashMap::from([(tree.start(), 0)]);
        let mut moves = Vec::new();
        let mut open: Vec<NodeId> = tree.node(tree.start()).children().iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            let node = tree.node(id);
            let (Some(mv), Some(parent)) = (node.mv(), node.parent()) else { continue };
            let after = places.get(&parent).copied().unwrap_or_default();
            let uci = notation::uci(tree.node(parent).position(), mv);
            moves.push(Played { uci, after, notes: Annotation::of(&node.notes) });
            places.insert(id, moves.len());
            open.extend(node.children().iter().rev());
        }
        let at = places.get(&at).copied().unwrap_or_default();
        let start = tree.node(tree.start());
        let chess960 = start.position().castling_mode().is_chess960();
        Self { start: fen::format(start.position()), chess960, remarks: start.notes.after.clone(), moves, at }
    }

    fn restore(&self) -> Result<(Tree, NodeId), String> {
        let start = fen::parse(&self.start).map_err(|error| error.to_string())?;
        let mut tree = Tree::new(if self.chess960 { start.as_chess960() } else { start });
        tree.node_mut(tree.start()).notes.after.clone_from(&self.remarks);
        let mut places = vec![tree.start()];
        for (n, played) in self.moves.iter().enumerate() {
            let lost = || format!("move {} follows no other", n + 1);
            let &parent = places.get(played.after).ok_or_else(lost)?;
            let mv = notation::parse_move(tree.node(parent).position(), &played.uci)
                .map_err(|error| format!("move {}: {error}", n + 1))?;
            let id = tree.add(parent, mv).ok_or_else(lost)?;
            tree.node_mut(id).notes = played.notes.restore();
            places.push(id);
        }
        let &at = places.get(self.at).ok_or("the game stands at a move that is not there")?;
        Ok((tree, at))
    }
}

impl Annotation {
    fn of(notes: &Notes) -> Self {
        Self {
            comment: String::new(),
            before: notes.before.clone(),
            comments: notes.after.clone(),
            nags: notes.nags.clone(),
        }
    }

    fn restore(&self) -> Notes {
        let old = Some(&self.comment).filter(|comment| !comment.is_empty());
        Notes {
            before: self.before.clone(),
            after: old.into_iter().chain(&self.comments).cloned().collect(),
            nags: self.nags.clone(),
        }
    }
}

impl Over {
    fn of(ending: Ending) -> Option<Self> {
        match ending {
            Ending::Flag { loser } => Some(Self::Flag(loser.into())),
            Ending::FlagWithoutMaterial { flagged } => Some(Self::FlagWithoutMaterial(flagged.into())),
            Ending::Resignation { loser } => Some(Self::Resignation(loser.into())),
            Ending::Agreement => Some(Self::Agreement),
            Ending::Checkmate { .. }
            | Ending::Stalemate { .. }
            | Ending::DeadPosition
            | Ending::Threefold
            | Ending::FiftyMoves => None,
        }
    }

    fn restore(&self) -> Ending {
        match *self {
            Self::Flag(loser) => Ending::Flag { loser: loser.into() },
            Self::FlagWithoutMaterial(flagged) => Ending::FlagWithoutMaterial { flagged: flagged.into() },
            Self::Resignation(loser) => Ending::Resignation { loser: loser.into() },
            Self::Agreement => Ending::Agreement,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}
