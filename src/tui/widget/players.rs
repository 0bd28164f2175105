//! Players and times in words.

use crate::game::{GamePlayers, Player, TimeControl};
use crate::tui::theme::Glyphs;
use crate::tui::widget::text::clip;

/// The longest name that a form and a bar show, in cells.
pub(crate) const MAX_NAME_WIDTH: usize = 16;

/// A player in a word or two: `you`, `level 4`, an engine's name.
pub(crate) fn short_name(player: &Player, glyphs: &Glyphs) -> String {
    match player {
        Player::Human => "you".to_owned(),
        Player::BuiltIn { level } => format!("level {level}"),
        Player::External(name) => clip(name, MAX_NAME_WIDTH, glyphs),
    }
}

/// Both players: `level 4 - stockfish`.
pub(crate) fn pairing(players: &GamePlayers, glyphs: &Glyphs) -> String {
    format!("{} - {}", short_name(&players.white, glyphs), short_name(&players.black, glyphs))
}

/// A time control in words: `1 s a move`, `5 min + 3 s`.
pub(crate) fn control_text(control: TimeControl) -> String {
    match control {
        TimeControl::PerMove(time) => format!("{} s a move", time.as_secs_f64()),
        TimeControl::Clock { base, increment } => {
            format!("{} min + {} s", base.as_secs_f64() / 60.0, increment.as_secs_f64())
        }
    }
}
