//! How games lie on the disk: plain values, so that the program's own types can change without the files.

use std::collections::HashMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::state::{SavedAnalysis, SavedGame};
use chess::{Color, GameTermination, HalfMove, fen};
use game::pgn::{GameResult, PgnHeader};
use game::{GameId, GamePlayers, NodeId, Notes, Player, Tree};

/// The newest form; an older program meets a newer one with a refusal, not with a guess.
const VERSION: u32 = 4;

/// The form of a tree without a null move, which programs before form 4 can read.
const VERSION_WITHOUT_NULL_MOVES: u32 = 3;

/// The oldest form that is still read.
const OLDEST_VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
pub(super) struct SavedGameJson {
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white: Option<PlayerJson>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black: Option<PlayerJson>,
    #[serde(flatten, skip_serializing)]
    legacy_players: Option<LegacyPlayersJson>,
    time: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_left_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_left_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    over: Option<EndingJson>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    day: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    #[serde(flatten)]
    tree: SavedTreeJson,
}

/// Who sits at a side.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlayerJson {
    You,
    Level(u8),
    Engine(String),
}

/// Who played in forms 1 and 2: a person against an engine.
#[derive(Deserialize)]
struct LegacyPlayersJson {
    you: ColorJson,
    #[serde(default)]
    opponent: Option<String>,
    level: u8,
}

#[derive(Serialize, Deserialize)]
pub(super) struct SavedAnalysisJson {
    version: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    escapes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_kept: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kept_digest: Option<u64>,
    #[serde(flatten)]
    tree: SavedTreeJson,
}

/// A tree of moves and a place in it.
#[derive(Serialize, Deserialize)]
struct SavedTreeJson {
    start: String,
    /// Whether the start is one of Chess960, which its text may leave open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    chess960: bool,
    /// What is written about the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    moves: Vec<SavedMoveJson>,
    /// 0 is the start, n the n-th of `moves`.
    at: usize,
}

/// One move.
#[derive(Serialize, Deserialize)]
struct SavedMoveJson {
    /// The move; `0000` is a null move, since form 4.
    uci: String,
    /// The place that it was played from, counted as in [`SavedTreeJson::current`].
    after: usize,
    #[serde(flatten)]
    notes: NotesJson,
}

/// What an annotator wrote about a move.
#[derive(Default, Serialize, Deserialize)]
struct NotesJson {
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
enum ColorJson {
    White,
    Black,
}

/// The ways to end that the board does not show.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EndingJson {
    Flag(ColorJson),
    FlagWithoutMaterial(ColorJson),
    Resignation(ColorJson),
    Agreement,
}

impl SavedGameJson {
    pub(super) fn of(game: &SavedGame) -> Self {
        let milliseconds = |left: Duration| u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        Self {
            version: version_of(&game.tree),
            white: Some(PlayerJson::of(&game.players.white)),
            black: Some(PlayerJson::of(&game.players.black)),
            legacy_players: None,
            time: game.time_control.to_string(),
            white_left_ms: game.time_left.map(|(white, _)| milliseconds(white)),
            black_left_ms: game.time_left.map(|(_, black)| milliseconds(black)),
            over: game.ending.and_then(EndingJson::of),
            day: game.game_id.map(|mark| mark.day),
            number: game.game_id.map(|mark| mark.number),
            tree: SavedTreeJson::of(&game.tree, game.current),
        }
    }

    pub(super) fn restore(&self) -> Result<SavedGame, String> {
        let (tree, tip) = self.tree.restore()?;
        let on_board = tree.termination_at(tip);
        Ok(SavedGame {
            players: self.players().ok_or("nobody is said to play")?,
            time_control: self.time.parse().map_err(|error| format!("{error}"))?,
            time_left: self
                .white_left_ms
                .zip(self.black_left_ms)
                .map(|(white, black)| (Duration::from_millis(white), Duration::from_millis(black))),
            ending: self.over.as_ref().map(EndingJson::restore).or(on_board),
            game_id: self.day.zip(self.number).map(|(day, number)| GameId { day, number }),
            tree,
            current: tip,
        })
    }
}

impl SavedGameJson {
    fn players(&self) -> Option<GamePlayers> {
        let now = self.white.as_ref().zip(self.black.as_ref());
        now.map(|(white, black)| GamePlayers { white: white.to_player(), black: black.to_player() })
            .or_else(|| Some(self.legacy_players.as_ref()?.players()))
    }
}

impl PlayerJson {
    fn of(player: &Player) -> Self {
        match player {
            Player::Human => Self::You,
            Player::BuiltIn { level } => Self::Level(*level),
            Player::External(name) => Self::Engine(name.clone()),
        }
    }

    fn to_player(&self) -> Player {
        match self {
            Self::You => Player::Human,
            Self::Level(level) => Player::BuiltIn { level: *level },
            Self::Engine(name) => Player::External(name.clone()),
        }
    }
}

impl LegacyPlayersJson {
    fn players(&self) -> GamePlayers {
        let built_in = Player::BuiltIn { level: self.level };
        GamePlayers::human_against(self.you.into(), self.opponent.clone().map_or(built_in, Player::External))
    }
}

impl SavedAnalysisJson {
    pub(super) fn of(analysis: &SavedAnalysis) -> Self {
        let PgnHeader { tags, escapes, result } = analysis.header.clone();
        let result = Some(result).filter(|&result| result != GameResult::Unknown);
        let result = result.map(|result| result.to_string());
        Self {
            version: version_of(&analysis.tree),
            tags,
            escapes,
            result,
            is_kept: analysis.is_kept,
            kept_digest: analysis.kept_digest,
            tree: SavedTreeJson::of(&analysis.tree, analysis.current),
        }
    }

    pub(super) fn restore(&self) -> Result<SavedAnalysis, String> {
        let (tree, at) = self.tree.restore()?;
        let result = self.result.as_deref().and_then(GameResult::of).unwrap_or_default();
        let header = PgnHeader { tags: self.tags.clone(), escapes: self.escapes.clone(), result };
        let Self { is_kept, kept_digest, .. } = *self;
        Ok(SavedAnalysis { tree, current: at, header, is_kept, kept_digest })
    }
}

/// The form of a text that another version of the program has written; None where it can be read, or says no
/// form.
pub(super) fn unsupported_version(text: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    let Versioned { version } = serde_json::from_str(text).ok()?;
    (!(OLDEST_VERSION..=VERSION).contains(&version)).then_some(version)
}

/// The oldest form that can hold a tree.
fn version_of(tree: &Tree) -> u32 {
    if tree.has_null_moves() { VERSION } else { VERSION_WITHOUT_NULL_MOVES }
}

impl SavedTreeJson {
    fn of(tree: &Tree, at: NodeId) -> Self {
        let mut places = HashMap::from([(tree.start(), 0)]);
        let mut moves = Vec::new();
        let mut open: Vec<NodeId> = tree.node(tree.start()).children().iter().rev().copied().collect();
        while let Some(id) = open.pop() {
            let node = tree.node(id);
            let (Some(half_move), Some(parent)) = (node.half_move(), node.parent()) else { continue };
            let after = places.get(&parent).copied().unwrap_or_default();
            let uci = half_move.uci(tree.node(parent).position());
            moves.push(SavedMoveJson { uci, after, notes: NotesJson::of(&node.notes) });
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
        let mut tree = Tree::new(if self.chess960 { start.to_chess960() } else { start });
        tree.node_mut(tree.start()).notes.after.clone_from(&self.remarks);
        let mut places = vec![tree.start()];
        for (n, played) in self.moves.iter().enumerate() {
            let lost = || format!("move {} follows no other", n + 1);
            let &parent = places.get(played.after).ok_or_else(lost)?;
            let half_move = HalfMove::parse(tree.node(parent).position(), &played.uci)
                .map_err(|error| format!("move {}: {error}", n + 1))?;
            let id = tree.add(parent, half_move).ok_or_else(lost)?;
            tree.node_mut(id).notes = played.notes.restore();
            places.push(id);
        }
        let &at = places.get(self.at).ok_or("the game stands at a move that is not there")?;
        Ok((tree, at))
    }
}

impl NotesJson {
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

impl EndingJson {
    fn of(ending: GameTermination) -> Option<Self> {
        match ending {
            GameTermination::Flag { loser } => Some(Self::Flag(loser.into())),
            GameTermination::FlagWithoutMaterial { flagged } => {
                Some(Self::FlagWithoutMaterial(flagged.into()))
            }
            GameTermination::Resignation { loser } => Some(Self::Resignation(loser.into())),
            GameTermination::Agreement => Some(Self::Agreement),
            GameTermination::Checkmate { .. }
            | GameTermination::Stalemate { .. }
            | GameTermination::DeadPosition
            | GameTermination::Threefold
            | GameTermination::FiftyMoves => None,
        }
    }

    fn restore(&self) -> GameTermination {
        match *self {
            Self::Flag(loser) => GameTermination::Flag { loser: loser.into() },
            Self::FlagWithoutMaterial(flagged) => {
                GameTermination::FlagWithoutMaterial { flagged: flagged.into() }
            }
            Self::Resignation(loser) => GameTermination::Resignation { loser: loser.into() },
            Self::Agreement => GameTermination::Agreement,
        }
    }
}

impl From<Color> for ColorJson {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl From<ColorJson> for Color {
    fn from(side: ColorJson) -> Self {
        match side {
            ColorJson::White => Self::White,
            ColorJson::Black => Self::Black,
        }
    }
}
