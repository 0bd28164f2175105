//! Starts the animation of a move, on whichever board it was made.

use crate::tui::message::{Message, MouseGesture};
use crate::tui::model::{BoardSnapshot, MoveAnimation, Shared};
use crate::tui::navigation::Tab;

/// The board before a change, where the change is to be animated.
pub(crate) fn snapshot_before(
    shared: &Shared,
    message: &Message,
    board: impl FnOnce() -> Option<BoardSnapshot>,
) -> Option<(Tab, BoardSnapshot)> {
    if !shared.config.board.animation || shared.dialog.is_some() {
        return None;
    }
    let is_quick = match message {
        // A dragged piece needs no animation.
        Message::Mouse(MouseGesture::Release, _) => true,
        // A user who steps faster than the animation wants to see the position.
        Message::Action(_) | Message::Mouse(..) => {
            shared.motion.as_ref().is_some_and(|motion| motion.progress(shared.now).is_some())
        }
        _ => false,
    };
    if is_quick {
        return None;
    }
    Some((shared.tab, board()?))
}

/// Starts an animation where a single move leads from the old board to the new one. A running one goes on as
/// long as its board is shown.
pub(crate) fn start_animation(
    shared: &mut Shared,
    seen: Option<(Tab, BoardSnapshot)>,
    shown: Option<BoardSnapshot>,
) {
    let seen = seen.filter(|(tab, _)| *tab == shared.tab && shared.dialog.is_none());
    shared.motion = match seen.zip(shown) {
        Some(((_, was), is)) if was.0 == is.0 => shared.motion.take(),
        Some(((_, was), is)) => MoveAnimation::between(&was, &is, shared.now),
        None => None,
    };
    shared.motion.take_if(|motion| motion.progress(shared.now).is_none());
}
