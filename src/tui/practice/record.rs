//! Writes the result of a finished round into the record, and shows the lessons that it passes.

use crate::practice::record::PracticeEntry;
use crate::practice::{FinishedRound, RoundOutcome};
use crate::tui::context::PracticeContext;
use crate::tui::message::Effect;
use crate::tui::model::{PracticeTab, Shared};

/// Adds a finished round to the record, once.
pub(crate) fn record_round(cx: &mut PracticeContext) {
    let Some(active) = cx.tab.board.round().filter(|of| !of.is_recorded) else {
        return;
    };
    let id = &active.round.exercise().id;
    let pass = cx.tab.course.lesson_by_id(id).map(|lesson| lesson.pass);
    let memory = &cx.tab.progress.cards;
    let Some(finished) =
        FinishedRound::from_round(&active.round, active.origin, pass, cx.shared.today, memory)
    else {
        return;
    };
    let passed_before = levels_passed(cx.tab, id);
    if finished.outcome == RoundOutcome::Stalemated {
        cx.effects.push(Effect::Bell);
    }
    let lesson_id = finished.lesson_id.clone();
    let record = PracticeEntry::Round(finished);
    cx.tab.add_finished(&record);
    if levels_passed(cx.tab, &lesson_id) > passed_before {
        announce_passed(cx.tab, cx.shared, &lesson_id);
    }
    cx.effects.push(Effect::SavePractice(Box::new(record)));
    if let Some(active) = cx.tab.board.round_mut() {
        active.is_recorded = true;
    }
}

fn levels_passed(tab: &PracticeTab, lesson_id: &str) -> usize {
    let lesson = tab.course.lesson_by_id(lesson_id);
    lesson.map_or(0, |of| tab.progress.levels_passed(lesson_id, &of.exercise.starts, of.pass))
}

fn announce_passed(tab: &PracticeTab, shared: &mut Shared, lesson_id: &str) {
    let Some(lesson) = tab.course.lesson_by_id(lesson_id) else { return };
    let (passed, all) = (levels_passed(tab, lesson_id), lesson.exercise.starts.level_count());
    let title = lesson.exercise.title.clone();
    if passed == all {
        shared.show_note(format!("Passed: {title}"));
    } else {
        let level = lesson.exercise.starts.available_levels()[passed - 1].name();
        shared.show_note(format!("The {level} starts are passed; the next ones are harder"));
    }
}
