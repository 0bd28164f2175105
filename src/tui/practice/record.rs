//! Writes the result of a finished round into the record, and shows the lessons that it passes.

use crate::practice::record::PracticeEntry;
use crate::practice::{FinishedRound, RoundOutcome};
use crate::tui::app::App;
use crate::tui::message::{Effect, Effects};

/// Adds a finished round to the record, once.
pub(crate) fn record_round(app: &mut App, effects: &mut Effects) {
    let practice = &app.practice;
    let Some(active) = app.practice_board.round().filter(|of| !of.is_recorded) else {
        return;
    };
    let id = &active.round.exercise().id;
    let pass = practice.lesson_by_id(id).map(|lesson| lesson.pass);
    let memory = &practice.progress.cards;
    let Some(finished) = FinishedRound::from_round(&active.round, active.origin, pass, app.today, memory)
    else {
        return;
    };
    let passed_before = levels_passed(app, id);
    if finished.outcome == RoundOutcome::Stalemated {
        effects.push(Effect::Bell);
    }
    let lesson_id = finished.lesson_id.clone();
    let record = PracticeEntry::Round(finished);
    app.practice.add_finished(&record);
    if levels_passed(app, &lesson_id) > passed_before {
        announce_passed(app, &lesson_id);
    }
    effects.push(Effect::SavePractice(Box::new(record)));
    if let Some(active) = app.practice_board.round_mut() {
        active.is_recorded = true;
    }
}

fn levels_passed(app: &App, lesson_id: &str) -> usize {
    let lesson = app.practice.lesson_by_id(lesson_id);
    lesson.map_or(0, |of| app.practice.progress.levels_passed(lesson_id, &of.exercise.starts, of.pass))
}

fn announce_passed(app: &mut App, lesson_id: &str) {
    let Some(lesson) = app.practice.lesson_by_id(lesson_id) else { return };
    let (passed, all) = (levels_passed(app, lesson_id), lesson.exercise.starts.level_count());
    let title = lesson.exercise.title.clone();
    if passed == all {
        app.show_note(format!("Passed: {title}"));
    } else {
        let level = lesson.exercise.starts.available_levels()[passed - 1].name();
        app.show_note(format!("The {level} starts are passed; the next ones are harder"));
    }
}
