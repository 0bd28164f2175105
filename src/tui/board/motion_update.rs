//! Starts the animation of a move, on whichever board it was made.

use crate::tui::app::{App, Tab};
use crate::tui::board::motion::BoardSnapshot;
use crate::tui::board::motion::{Animation, MoveAnimation};

use crate::tui::message::{Message, MouseGesture};

/// What the board shows before something happens, where what comes of it is to be seen on its way.
pub(crate) fn snapshot_before(app: &App, message: &Message) -> Option<(Tab, BoardSnapshot)> {
    if app.animation == Animation::Off || app.dialog.is_some() {
        return None;
    }
    let is_quick = match message {
        // Who drags a piece sees it on its way already.
        Message::Mouse(MouseGesture::Release, _) => true,
        // Who steps faster than pieces move wants to be there.
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

/// Sets a piece on its way where a single move leads from what was seen to what is. One that is on its way goes on as
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
