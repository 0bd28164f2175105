//! Starts the animation of a move, on whichever board it was made.

use crate::tui::app::{App, Tab};
use crate::tui::board::motion::{BoardSnapshot, MoveAnimation};
use crate::tui::message::{Message, MouseGesture};

/// The board before a change, where the change is to be animated.
pub(crate) fn snapshot_before(app: &App, message: &Message) -> Option<(Tab, BoardSnapshot)> {
    if !app.config.board.animation || app.dialog.is_some() {
        return None;
    }
    let is_quick = match message {
        // A dragged piece needs no animation.
        Message::Mouse(MouseGesture::Release, _) => true,
        // A user who steps faster than the animation wants to see the position.
        Message::Action(_) | Message::Mouse(..) => {
            app.motion.as_ref().is_some_and(|motion| motion.progress(app.now).is_some())
        }
        _ => false,
    };
    if is_quick {
        return None;
    }
    Some((app.tab, (app.shown_position()?, app.last_move())))
}

/// Starts an animation where a single move leads from the old board to the new one. A running one goes on as
/// long as its board is shown.
pub(crate) fn start_animation(app: &mut App, seen: Option<(Tab, BoardSnapshot)>) {
    let seen = seen.filter(|(tab, _)| *tab == app.tab && app.dialog.is_none());
    app.motion = match seen.zip(app.shown_position()) {
        Some(((_, was), is)) if was.0 == is => app.motion.take(),
        Some(((_, was), is)) => MoveAnimation::between(&was, &(is, app.last_move()), app.now),
        None => None,
    };
    app.motion.take_if(|motion| motion.progress(app.now).is_none());
}
