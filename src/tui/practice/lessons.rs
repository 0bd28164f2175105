//! The endgame course: the list of lessons, worked examples, settings of the rounds, the record.

use crate::game::TreeCursor;
use crate::practice::{DefenseStyle, Lesson, LessonLevel};
use crate::tui::context::PracticeContext;
use crate::tui::keymap::{KeyNames, PracticeAction, ReviewAction};
use crate::tui::message::Effect;
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{
    LessonExampleState, LessonSide, PracticePage, PracticeStartSource, PracticeState, PracticeTab, Shared,
};
use crate::tui::navigation::{Tab, TreeStep, ValueStep};
use crate::tui::practice::update::RoundTakeback;
use crate::tui::{navigation, practice};

/// Performs an action of the list of lessons, of an example or of a round.
pub(crate) fn act(
    keys: &KeyNames,
    practice: &mut PracticeState,
    cx: &mut PracticeContext,
    action: PracticeAction,
) {
    match action {
        PracticeAction::Begin => {
            practice.start_source = match cx.tab.board.example() {
                Some(_) => PracticeStartSource::Guided,
                None => PracticeStartSource::Lesson,
            };
            practice::start::begin(practice, cx);
        }
        PracticeAction::NextRound => practice::start::next(keys, practice, cx),
        PracticeAction::BeginDue => {
            practice.start_source = PracticeStartSource::DueReviews;
            practice::start::begin_due(keys, practice, cx);
        }
        PracticeAction::BeginMixed => {
            practice.start_source = PracticeStartSource::Mixed;
            practice::start::begin_mixed(practice, cx);
        }
        PracticeAction::Lessons(step) => {
            let last = cx.tab.course.row_count().saturating_sub(1);
            cx.tab.course.chosen = step.from(cx.tab.course.chosen, last);
            practice.level = None;
        }
        PracticeAction::Level(step) => change_level(practice, cx.tab, step),
        PracticeAction::Side => change_side(practice, cx.tab, cx.shared),
        PracticeAction::Example => show_example(cx),
        PracticeAction::Record => {
            cx.tab.page = match cx.tab.page {
                PracticePage::Record => PracticePage::Lessons,
                _ => PracticePage::Record,
            };
        }
        PracticeAction::Defense => {
            change_defense(cx.tab, cx.shared);
            cx.effects.push(Effect::SaveConfig);
        }
        PracticeAction::Counting => {
            change_counting(cx.tab, cx.shared);
            cx.effects.push(Effect::SaveConfig);
        }
        PracticeAction::Par => {
            cx.shared.config.practice.show_par = !cx.shared.config.practice.show_par;
            cx.effects.push(Effect::SaveConfig);
        }
        PracticeAction::ExampleStep(to) => step(cx.tab, cx.shared, to),
        PracticeAction::RetryMistake => practice::update::go_back(cx.tab, cx.shared, RoundTakeback::Mistake),
        PracticeAction::RetryStart => practice::update::go_back(cx.tab, cx.shared, RoundTakeback::Start),
        PracticeAction::FinishRound => practice::update::finish(cx),
    }
}

/// Performs an action of retried mistakes on the mistake card.
pub(crate) fn act_on_card(
    keys: &KeyNames,
    practice: &mut PracticeState,
    cx: &mut PracticeContext,
    action: ReviewAction,
) {
    match action {
        ReviewAction::ShowSolution => practice::card_update::show_solution(cx),
        ReviewAction::NextMistake => {
            if practice::card_update::finish(cx) {
                practice::start::next(keys, practice, cx);
            }
        }
        ReviewAction::Write | ReviewAction::RetryMistakes | ReviewAction::ChangeSide => {}
    }
}

/// Whether an action is available.
pub(crate) fn is_available(tab: &PracticeTab, action: PracticeAction) -> bool {
    match action {
        PracticeAction::Side => {
            tab.course.lesson().is_some_and(|lesson| lesson.exercise.defense_exercise().is_some())
        }
        PracticeAction::Example => {
            tab.board.example().is_some()
                || tab.course.lesson().is_some_and(|lesson| lesson.example.is_some())
                || tab.course.puzzle_lesson().is_some_and(|lesson| lesson.example.is_some())
        }
        PracticeAction::Level(_) => tab.course.lesson().is_some(),
        PracticeAction::ExampleStep(_) => tab.board.example().is_some(),
        PracticeAction::RetryMistake | PracticeAction::RetryStart | PracticeAction::FinishRound => {
            tab.board.round().is_some()
        }
        PracticeAction::Lessons(_)
        | PracticeAction::Begin
        | PracticeAction::BeginDue
        | PracticeAction::BeginMixed
        | PracticeAction::Record
        | PracticeAction::NextRound
        | PracticeAction::Defense
        | PracticeAction::Counting
        | PracticeAction::Par => true,
    }
}

fn change_level(practice: &mut PracticeState, tab: &PracticeTab, step: ValueStep) {
    let Some(lesson) = tab.course.lesson() else { return };
    let now = practice.next_level(&tab.progress, lesson) as usize;
    let next = LessonLevel::ALL[now.saturating_add_signed(step.delta()).min(LessonLevel::ALL.len() - 1)];
    practice.level = Some(lesson.exercise.starts.clamp_level(next));
}

fn change_side(practice: &mut PracticeState, tab: &PracticeTab, shared: &mut Shared) {
    let Some(lesson) = tab.course.lesson() else { return };
    if lesson.exercise.defense_exercise().is_none() {
        return shared.show_note("This lesson has one side only");
    }
    practice.lesson_side = match practice.lesson_side {
        LessonSide::LessonOwn => LessonSide::Opponent,
        LessonSide::Opponent => LessonSide::LessonOwn,
    };
}

fn change_defense(tab: &mut PracticeTab, shared: &mut Shared) {
    let defense = match shared.config.practice.defense {
        DefenseStyle::Longest => DefenseStyle::Trickiest,
        DefenseStyle::Trickiest => DefenseStyle::Longest,
    };
    shared.config.practice.defense = defense;
    if let Some(active) = tab.board.round_mut() {
        active.round.set_defense(defense);
    }
    shared.show_note(match defense {
        DefenseStyle::Longest => "The opponent varies between the longest defenses",
        DefenseStyle::Trickiest => "The opponent picks the longest defense after which most moves go wrong",
    });
}

fn change_counting(tab: &mut PracticeTab, shared: &mut Shared) {
    let counting = !shared.config.practice.counting;
    shared.config.practice.counting = counting;
    if let Some(active) = tab.board.round_mut() {
        active.round.set_draw_rules(counting);
    }
    shared.show_note(if counting {
        "Repetition and the fifty-move rule end a round, as in a game"
    } else {
        "Repetition and the fifty-move rule do not end a round"
    });
}

/// Shows the worked example of the chosen lesson.
fn show_example(cx: &mut PracticeContext) {
    if cx.tab.board.close_example() {
        return;
    }
    let of_lesson = cx.tab.course.lesson().and_then(|lesson| lesson.example.as_ref());
    let tree = of_lesson.or_else(|| cx.tab.course.puzzle_lesson()?.example.as_ref());
    let Some(walk) = tree.cloned().map(TreeCursor::in_tree) else {
        return cx.shared.show_note("This lesson has no worked example");
    };
    let own_side = |lesson: &Lesson| lesson.exercise.trainee_color();
    let bottom = cx.tab.course.lesson().map_or_else(|| walk.position().turn(), own_side);
    cx.tab.board = PracticeBoard::Example(Box::new(LessonExampleState {
        row: cx.tab.course.chosen,
        walk,
        ranking: None,
    }));
    cx.shared.tab = Tab::Practice;
    cx.shared.board.clear_selection();
    cx.shared.board.cursor = None;
    cx.shared.board.bottom = bottom;
    cx.shared.pane = 0;
    practice::update::update_ranking(cx.tab, cx.shared);
    cx.effects.push(Effect::StopAnalysis);
}

/// Steps in the example.
fn step(tab: &mut PracticeTab, shared: &Shared, step: TreeStep) {
    let Some(example) = tab.board.example_mut() else { return };
    navigation::step_tree(&mut example.walk, step);
    practice::update::update_ranking(tab, shared);
}

/// One level back: from an example or the record to the lessons. False where the lessons are shown, or a
/// round.
pub(crate) fn back(tab: &mut PracticeTab) -> bool {
    if tab.board.close_example() {
        return true;
    }
    let is_record = tab.board.round().is_none() && tab.page == PracticePage::Record;
    if is_record {
        tab.page = PracticePage::Lessons;
    }
    is_record
}
