//! Thinking on the other side's time: an engine outside that can and is set to thinks about the reply that it expects.

use crate::chess::Move;
use crate::tui::app::{App, Outside};

use super::{Effect, Limits, engines, time_for_move};

/// Has the engine that has just moved think on about the reply that it expects, where it does so at all.
pub(super) fn begin(app: &mut App, expected: Option<Move>, effects: &mut Vec<Effect>) {
    let play = &app.play;
    let color = play.turn().other();
    let guest = play.guest(color).filter(|_| play.is_your_turn());
    let (Some(guest), Some(expected)) = (guest, expected) else { return };
    if app.engines.get(&guest.name).is_some_and(Outside::ponders) {
        let limits = Limits { time: time_for_move(play, color, app.now), ..Limits::default() };
        engines::ponder(app, guest, expected, limits, effects);
    }
}

/// Tells the engine that its guess was right: from now on its time counts. False where it guessed wrong, or not at all.
pub(super) fn hit(app: &mut App, expected: Option<Move>, effects: &mut Vec<Effect>) -> bool {
    let play = &mut app.play;
    let guest = play.guest(play.turn()).filter(|_| play.over.is_none() && expected == play.walk.last_move());
    let (Some(guest), Some(_)) = (guest, expected) else { return false };
    play.thinking_since = Some(app.now);
    effects.push(Effect::PonderHit(guest));
    true
}
