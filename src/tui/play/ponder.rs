//! Pondering: an external engine that supports it thinks about the expected reply on the opponent's time.

use crate::analysis::Limits;
use crate::chess::Move;
use crate::tui::background::external_engines;
use crate::tui::context::UpdateContext;
use crate::tui::message::Effect;
use crate::tui::model::{ExternalEngineEntry, PlayState};
use crate::tui::play::engine_turn::time_for_move;

/// Has the engine that has just moved ponder on the reply that it expects, where it is set to.
pub(crate) fn begin(play: &PlayState, cx: &mut UpdateContext, expected: Option<Move>) {
    let color = play.turn().other();
    let process = play.engine_process(color).filter(|_| play.is_your_turn());
    let (Some(process_id), Some(expected)) = (process, expected) else { return };
    if cx.shared.engines.get(&process_id.name).is_some_and(ExternalEngineEntry::ponders) {
        let limits = Limits { time: time_for_move(play, color, cx.shared.now), ..Limits::default() };
        external_engines::ponder(play, cx, process_id, expected, limits);
    }
}

/// Sends `ponderhit`: from now on the engine's own time runs. False where another move was played, or it did
/// not ponder.
pub(crate) fn hit(play: &mut PlayState, cx: &mut UpdateContext, expected: Option<Move>) -> bool {
    let process = play
        .engine_process(play.turn())
        .filter(|_| play.ending.is_none() && expected == play.walk.last_move());
    let (Some(process_id), Some(_)) = (process, expected) else { return false };
    play.thinking_since = Some(cx.shared.now);
    cx.effects.push(Effect::PonderHitExternal(process_id));
    true
}
