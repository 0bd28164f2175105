//! The user's settings as values: every setting with its type, its range and its default, and what differs
//! between two of these values. Reading and writing the file is the part of `store::config`.
//!
//! A setting is the value that the program works with: a level, a time control, a stalemate guard. Its name in
//! the file and the values that it may have are said by its type, through `serde`.
//!
//! Reading order: `settings` (all settings with their defaults), `number`, `threads`, `engines`,
//! `game_columns` (types that only settings have), `changes` (what differs between two configurations).

mod changes;
mod engines;
mod game_columns;
mod number;
mod settings;
mod threads;

pub use changes::ConfigChange;
pub use engines::{EngineCommandConfig, EngineOptionConfig, ExternalEngineConfig};
pub use game_columns::{GameColumn, GameColumns};
pub use number::{ConfigNumber, HashMb, ReviewNodes};
pub use settings::{
    BoardConfig, ColorDepthConfig, Config, EngineConfig, GamesConfig, InputConfig, NewGameColor, PieceStyle,
    PlayConfig, PracticeConfig, ReviewConfig,
};
pub use threads::ThreadsConfig;
