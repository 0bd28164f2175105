//! What a round that is over came to goes into the record, and what it passes is told.

use crate::practice::finished::Kept;
use crate::practice::{Finished, Outcome};
use crate::tui::app::drill::Counted;
use crate::tui::app::{App, Tone};
use crate::tui::update::Effect;

/// Puts a round that is over into the record, once.
pub(super) fn count(app: &mut App, effects: &mut Vec<Effect>) {
    let practice = &app.practice;
    let Some(drilling) = practice.round.as_deref().filter(|of| of.counted == Counted::No) else { return };
    let id = &drilling.round.drill().id;
    let pass = practice.lesson_of(id).map(|lesson| lesson.pass);
    let memory = &practice.progress.memory;
    let Some(finished) = Finished::of(&drilling.round, drilling.origin, pass, app.today, memory) else {
        return;
    };
    let passed_before = levels_passed(app, id);
    if finished.outcome == Outcome::Stalemated {
        effects.push(Effect::Bell);
    }
    let drill = finished.drill.clone();
    let kept = Kept::Round(finished);
    app.practice.add(&kept);
    if levels_passed(app, &drill) > passed_before {
        tell_passed(app, &drill);
    }
    effects.push(Effect::SavePractice(Box::new(kept)));
    if let Some(drilling) = app.practice.round.as_deref_mut() {
        drilling.counted = Counted::Yes;
    }
}

fn levels_passed(app: &App, drill: &str) -> usize {
    let lesson = app.practice.lesson_of(drill);
    lesson.map_or(0, |of| app.practice.progress.levels_passed(drill, &of.drill.starts, of.pass))
}

fn tell_passed(app: &mut App, drill: &str) {
    let Some(lesson) = app.practice.lesson_of(drill) else { return };
    let (passed, all) = (levels_passed(app, drill), lesson.drill.starts.count());
    let title = lesson.drill.title.clone();
    if passed == all {
        app.say(Tone::Note, format!("Passed: {title}"));
    } else {
        let level = lesson.drill.starts.all()[passed - 1].name();
        app.say(Tone::Note, format!("The {level} starts are passed; the next ones are harder"));
    }
}
