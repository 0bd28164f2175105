//! Settings that were changed outside, taken up at once.

use crate::tui::app::{App, InForce, Tab, Tone};

use super::{Effect, drill, study};

/// Takes up what is in force now, and says so where anything is different.
pub(super) fn take_up(app: &mut App, new: InForce, effects: &mut Vec<Effect>) {
    let InForce {
        theme,
        schemes,
        keymap,
        guard,
        arrows,
        bell,
        eval_bar,
        animation,
        lines,
        review_nodes,
        later,
        troubles,
    } = new;
    let (guard, lines) = (guard.unwrap_or(app.guard), lines.unwrap_or(app.study.lines));
    let (arrows, animation) = (arrows.unwrap_or(app.arrows), animation.unwrap_or(app.animation));
    let of_board = (theme, arrows, animation, bell, eval_bar)
        != (app.theme, app.arrows, app.animation, app.bell, app.eval_bar);
    let changed = of_board
        || (&app.keymap, app.guard, app.study.lines, app.review_nodes)
            != (&keymap, guard, lines, review_nodes);
    (app.arrows, app.animation, app.bell, app.review_nodes) = (arrows, animation, bell, review_nodes);
    app.eval_bar = eval_bar;
    (app.theme, app.schemes, app.keymap) = (theme, schemes, keymap);
    drill::set_guard(app, guard);
    if app.tab != Tab::Analyze {
        app.study.lines = lines;
    } else if lines != app.study.lines {
        let by = lines.cast_signed() - app.study.lines.cast_signed();
        study::change_lines(app, by, effects);
    }
    if changed {
        app.say(Tone::Note, "The settings were read again");
    }
    if !later.is_empty() {
        app.say(Tone::Note, format!("From the next start: {}", later.join(", ")));
    }
    for trouble in troubles {
        app.say(Tone::Warning, trouble);
    }
}
