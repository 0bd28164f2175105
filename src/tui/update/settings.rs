//! Settings that were changed outside, taken up at once.

use crate::tui::app::{App, InForce, Tab, Tone};

use super::{Effect, drill, study};

/// Takes up what is in force now, and says so where anything is different.
pub(super) fn take_up(app: &mut App, new: InForce, effects: &mut Vec<Effect>) {
    let InForce { theme, schemes, keymap, guard, arrows, lines, later, troubles } = new;
    let changed = (app.theme, &app.keymap, app.guard, app.arrows, app.study.lines)
        != (theme, &keymap, guard, arrows, lines);
    app.arrows = arrows;
    (app.theme, app.schemes, app.keymap) = (theme, schemes, keymap);
    drill::set_guard(app, guard);
    if app.tab == Tab::Analyze {
        let by = lines.cast_signed() - app.study.lines.cast_signed();
        study::change_lines(app, by, effects);
    } else {
        app.study.lines = lines;
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
