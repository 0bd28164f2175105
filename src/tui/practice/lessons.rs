//! The endgame course: the list of lessons, worked examples, settings of the rounds, the record.

use crate::game::TreeCursor;
use crate::practice::{DefenseStyle, Lesson, LessonLevel};
use crate::tui::app::{App, Tab};
use crate::tui::keymap::{PracticeAction, ReviewAction};
use crate::tui::message::{Effect, Effects};
use crate::tui::navigation::{TreeStep, ValueStep};
use crate::tui::practice::state::{LessonExampleState, LessonSide, PracticePage, PracticeStartSource};
use crate::tui::practice::update::RoundTakeback;
use crate::tui::practice_board::PracticeBoard;
use crate::tui::{navigation, practice};

/// Performs an action of the list of lessons, of an example or of a round.
pub(crate) fn act(app: &mut App, action: PracticeAction, effects: &mut Effects) {
    match action {
        PracticeAction::Begin => {
            app.practice.start_source = match app.practice_board.example() {
                Some(_) => PracticeStartSource::Guided,
                None => PracticeStartSource::Lesson,
            };
            practice::start::begin(app, effects);
        }
        PracticeAction::NextRound => practice::start::next(app, effects),
        PracticeAction::BeginDue => {
            app.practice.start_source = PracticeStartSource::DueReviews;
            practice::start::begin_due(app, effects);
        }
        PracticeAction::BeginMixed => {
            app.practice.start_source = PracticeStartSource::Mixed;
            practice::start::begin_mixed(app, effects);
        }
        PracticeAction::Lessons(step) => {
            let last = app.practice.row_count().saturating_sub(1);
            app.practice.chosen = step.from(app.practice.chosen, last);
            app.practice.level = None;
        }
        PracticeAction::Level(step) => change_level(app, step),
        PracticeAction::Side => change_side(app),
        PracticeAction::Example => show_example(app, effects),
        PracticeAction::Record => {
            app.practice.page = match app.practice.page {
                PracticePage::Lessons | PracticePage::Puzzles | PracticePage::Guess => PracticePage::Record,
                PracticePage::Record => PracticePage::Lessons,
            };
        }
        PracticeAction::Defense => {
            change_defense(app);
            effects.push(Effect::SaveConfig);
        }
        PracticeAction::Counting => {
            change_counting(app);
            effects.push(Effect::SaveConfig);
        }
        PracticeAction::Par => {
            app.config.practice.show_par = !app.config.practice.show_par;
            effects.push(Effect::SaveConfig);
        }
        PracticeAction::ExampleStep(to) => step(app, to),
        PracticeAction::RetryMistake => practice::update::go_back(app, RoundTakeback::Mistake),
        PracticeAction::RetryStart => practice::update::go_back(app, RoundTakeback::Start),
        PracticeAction::FinishRound => practice::update::finish(app, effects),
    }
}

/// Performs an action of retried mistakes on the mistake card.
pub(crate) fn act_on_card(app: &mut App, action: ReviewAction, effects: &mut Effects) {
    match action {
        ReviewAction::ShowSolution => practice::card_update::show_solution(app, effects),
        ReviewAction::NextMistake => {
            if practice::card_update::finish(app, effects) {
                practice::start::next(app, effects);
            }
        }
        ReviewAction::Write | ReviewAction::RetryMistakes | ReviewAction::ChangeSide => {}
    }
}

/// Whether an action is available.
pub(crate) fn is_available(app: &App, action: PracticeAction) -> bool {
    let practice = &app.practice;
    match action {
        PracticeAction::Side => {
            practice.lesson().is_some_and(|lesson| lesson.exercise.defense_exercise().is_some())
        }
        PracticeAction::Example => {
            app.practice_board.example().is_some()
                || practice.lesson().is_some_and(|lesson| lesson.example.is_some())
                || practice.puzzle_lesson().is_some_and(|lesson| lesson.example.is_some())
        }
        PracticeAction::Level(_) => practice.lesson().is_some(),
        PracticeAction::ExampleStep(_) => app.practice_board.example().is_some(),
        PracticeAction::RetryMistake | PracticeAction::RetryStart | PracticeAction::FinishRound => {
            app.practice_board.round().is_some()
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

fn change_level(app: &mut App, step: ValueStep) {
    let Some(lesson) = app.practice.lesson() else { return };
    let now = app.practice.next_level(lesson) as usize;
    let next = LessonLevel::ALL[now.saturating_add_signed(step.delta()).min(LessonLevel::ALL.len() - 1)];
    app.practice.level = Some(lesson.exercise.starts.clamp_level(next));
}

fn change_side(app: &mut App) {
    let Some(lesson) = app.practice.lesson() else { return };
    if lesson.exercise.defense_exercise().is_none() {
        return app.show_note("This lesson has one side only");
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
    if let Some(active) = app.practice_board.round_mut() {
        active.round.set_defense(defense);
    }
    app.show_note(match defense {
        DefenseStyle::Longest => "The opponent varies between the longest defenses",
        DefenseStyle::Trickiest => "The opponent picks the longest defense after which most moves go wrong",
    });
}

fn change_counting(app: &mut App) {
    let counting = !app.config.practice.counting;
    app.config.practice.counting = counting;
    if let Some(active) = app.practice_board.round_mut() {
        active.round.set_draw_rules(counting);
    }
    app.show_note(if counting {
        "Repetition and the fifty-move rule end a round, as in a game"
    } else {
        "Repetition and the fifty-move rule do not end a round"
    });
}

/// Shows the worked example of the chosen lesson.
fn show_example(app: &mut App, effects: &mut Effects) {
    if app.practice_board.close_example() {
        return;
    }
    let practice = &app.practice;
    let of_lesson = practice.lesson().and_then(|lesson| lesson.example.as_ref());
    let tree = of_lesson.or_else(|| practice.puzzle_lesson()?.example.as_ref());
    let Some(walk) = tree.cloned().map(TreeCursor::in_tree) else {
        return app.show_note("This lesson has no worked example");
    };
    let own_side = |lesson: &Lesson| lesson.exercise.trainee_color();
    let bottom = practice.lesson().map_or_else(|| walk.position().turn(), own_side);
    app.practice_board =
        PracticeBoard::Example(Box::new(LessonExampleState { row: practice.chosen, walk, ranking: None }));
    app.tab = Tab::Practice;
    app.board.clear_selection();
    app.board.cursor = None;
    app.board.bottom = bottom;
    app.pane = 0;
    practice::update::update_ranking(app);
    effects.push(Effect::StopAnalysis);
}

/// Steps in the example.
fn step(app: &mut App, step: TreeStep) {
    let Some(example) = app.practice_board.example_mut() else { return };
    navigation::step_tree(&mut example.walk, step);
    practice::update::update_ranking(app);
}

/// One level back: from an example or the record to the lessons. False where the lessons are shown, or a
/// round.
pub(crate) fn back(app: &mut App) -> bool {
    if app.practice_board.close_example() {
        return true;
    }
    let is_record = app.practice_board.round().is_none() && app.practice.page == PracticePage::Record;
    if is_record {
        app.practice.page = PracticePage::Lessons;
    }
    is_record
}
