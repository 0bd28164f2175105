//! The endgame course: the list of lessons, worked examples, settings of the rounds, the record.

use crate::game::TreeCursor;
use crate::practice::{DefenseStyle, LessonLevel};
use crate::tui::app::toast::ToastLevel;
use crate::tui::app::{App, Tab};
use crate::tui::keymap::Action;
use crate::tui::message::{Effect, Effects};
use crate::tui::navigation::TreeStep;
use crate::tui::practice::state::{LessonExampleState, LessonSide, PracticePage, PracticeStartSource};
use crate::tui::{navigation, practice};

/// Handles an action on the list of lessons, on an example or on the kind of round. False where it is none of
/// them.
pub(crate) fn act(app: &mut App, action: Action, effects: &mut Effects) -> bool {
    match action {
        Action::DrillStart => {
            app.practice.start_source = PracticeStartSource::Lesson;
            practice::start::begin(app, effects);
        }
        Action::NextRound => practice::start::next(app, effects),
        Action::DrillDue => {
            app.practice.start_source = PracticeStartSource::DueReviews;
            practice::start::begin_due(app, effects);
        }
        Action::DrillUp => choose(app, app.practice.chosen.saturating_sub(1)),
        Action::DrillDown => choose(app, app.practice.chosen + 1),
        Action::DrillEasier => {
            change_level(app, |level| LessonLevel::ALL[(level as usize).saturating_sub(1)]);
        }
        Action::DrillHarder => {
            change_level(app, |level| LessonLevel::ALL[(level as usize + 1).min(LessonLevel::ALL.len() - 1)]);
        }
        Action::DrillSide => change_side(app),
        Action::DrillExample => show_example(app, effects),
        Action::DrillRecord => {
            app.practice.page = match app.practice.page {
                PracticePage::Lessons => PracticePage::Record,
                PracticePage::Record => PracticePage::Lessons,
            };
        }
        Action::Defense => {
            change_defense(app);
            effects.push(Effect::SaveConfig);
        }
        Action::Counting => {
            change_counting(app);
            effects.push(Effect::SaveConfig);
        }
        Action::Par => {
            app.config.practice.show_par = !app.config.practice.show_par;
            effects.push(Effect::SaveConfig);
        }
        Action::FinishRound => practice::update::finish(app, effects),
        _ => return false,
    }
    true
}

fn choose(app: &mut App, lesson: usize) {
    app.practice.chosen = lesson.min(app.practice.lessons.len().saturating_sub(1));
    app.practice.level = None;
}

fn change_level(app: &mut App, change: impl Fn(LessonLevel) -> LessonLevel) {
    let Some(lesson) = app.practice.lesson() else { return };
    let now = app.practice.next_level(lesson);
    let next = lesson.exercise.starts.clamp_level(change(now));
    app.practice.level = Some(next);
}

fn change_side(app: &mut App) {
    let Some(lesson) = app.practice.lesson() else { return };
    if lesson.exercise.defense_exercise().is_none() {
        return app.show_toast(
            ToastLevel::Note,
            "This lesson has one side only: there is no mate to defend against",
        );
    }
    app.practice.lesson_side = match app.practice.lesson_side {
        LessonSide::LessonOwn => LessonSide::Opponent,
        LessonSide::Opponent => LessonSide::LessonOwn,
    };
}

fn change_defense(app: &mut App) {
    let defense = match app.config.practice.defense {
        DefenseStyle::Longest => DefenseStyle::Trickiest,
        DefenseStyle::Trickiest => DefenseStyle::Longest,
    };
    app.config.practice.defense = defense;
    if let Some(active) = app.practice.active_round.as_deref_mut() {
        active.round.set_defense(defense);
    }
    app.show_toast(
        ToastLevel::Note,
        match defense {
            DefenseStyle::Longest => "The opponent varies between the longest defenses",
            DefenseStyle::Trickiest => {
                "The opponent picks the longest defense after which most moves go wrong"
            }
        },
    );
}

fn change_counting(app: &mut App) {
    let counting = !app.config.practice.counting;
    app.config.practice.counting = counting;
    if let Some(active) = app.practice.active_round.as_deref_mut() {
        active.round.set_draw_rules(counting);
    }
    let note = if counting {
        "Repetition and the fifty-move rule end a round, as in a game"
    } else {
        "Repetition and the fifty-move rule do not end a round"
    };
    app.show_toast(ToastLevel::Note, note);
}

/// Shows the worked example of the chosen lesson.
fn show_example(app: &mut App, effects: &mut Effects) {
    if app.practice.example.take().is_some() {
        return;
    }
    let Some(lesson) = app.practice.lesson() else { return };
    let Some(tree) = &lesson.example else {
        return app.show_toast(ToastLevel::Note, "This lesson has no worked example");
    };
    let bottom = lesson.exercise.trainee_color();
    let walk = TreeCursor::in_tree(tree.clone());
    app.practice.example = Some(LessonExampleState { lesson: app.practice.chosen, walk, ranking: None });
    app.tab = Tab::Practice;
    app.board.clear_selection();
    app.board.cursor = None;
    app.board.bottom = bottom;
    app.pane = 0;
    practice::update::update_ranking(app);
    effects.push(Effect::StopAnalysis);
}

/// Steps in the example.
pub(crate) fn step(app: &mut App, step: TreeStep) {
    let Some(example) = &mut app.practice.example else { return };
    navigation::step_tree(&mut example.walk, step);
    practice::update::update_ranking(app);
}

/// One level back: from an example or the record to the lessons. False where the lessons are shown, or a
/// round.
pub(crate) fn back(app: &mut App) -> bool {
    if app.practice.example.take().is_some() {
        return true;
    }
    let is_record = app.practice.active_round.is_none() && app.practice.page == PracticePage::Record;
    if is_record {
        app.practice.page = PracticePage::Lessons;
    }
    is_record
}
