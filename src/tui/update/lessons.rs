//! The course: its list, its worked examples, how rounds are to be, the record.

use crate::game::Walk;
use crate::practice::{Counting, Defense, Level};
use crate::tui::app::drill::{Example, Page, Par, Pursuit, Side};
use crate::tui::app::{App, Setting, Tab, Tone};
use crate::tui::keymap::Action;

use super::study::{self, Step};
use super::{Effect, dialogs, drill};

/// Does what is asked of the list, of an example, or about how rounds are.
pub(super) fn act(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::DrillStart => {
            app.practice.pursuit = Pursuit::Lesson;
            drill::start::begin(app, effects);
        }
        Action::NextRound => drill::start::next(app, effects),
        Action::DrillDue => {
            app.practice.pursuit = Pursuit::Due;
            drill::start::begin_due(app, effects);
        }
        Action::DrillUp => choose(app, app.practice.chosen.saturating_sub(1)),
        Action::DrillDown => choose(app, app.practice.chosen + 1),
        Action::DrillEasier => level(app, |level| Level::ALL[(level as usize).saturating_sub(1)]),
        Action::DrillHarder => level(app, |level| Level::ALL[(level as usize + 1).min(Level::ALL.len() - 1)]),
        Action::DrillSide => change_side(app),
        Action::DrillExample => show_example(app, effects),
        Action::DrillRecord => {
            app.practice.page = match app.practice.page {
                Page::Lessons => Page::Record,
                Page::Record => Page::Lessons,
            };
        }
        Action::Defense => {
            change_defense(app);
            effects.push(Effect::SaveSettings(vec![Setting::Defense(app.practice.defense)]));
        }
        Action::Counting => {
            change_counting(app);
            effects.push(Effect::SaveSettings(vec![Setting::Counting(app.practice.counting)]));
        }
        Action::Par => {
            app.practice.par = match app.practice.par {
                Par::Shown => Par::Hidden,
                Par::Hidden => Par::Shown,
            };
            effects.push(Effect::SaveSettings(vec![Setting::Par(app.practice.par)]));
        }
        Action::FinishRound => drill::finish(app, effects),
        _ => dialogs::act(app, action, effects),
    }
}

fn choose(app: &mut App, lesson: usize) {
    app.practice.chosen = lesson.min(app.practice.lessons.len().saturating_sub(1));
    app.practice.level = None;
}

fn level(app: &mut App, change: impl Fn(Level) -> Level) {
    let Some(lesson) = app.practice.lesson() else { return };
    let now = app.practice.next_level(lesson);
    let next = lesson.drill.starts.nearest(change(now));
    app.practice.level = Some(next);
}

fn change_side(app: &mut App) {
    let Some(lesson) = app.practice.lesson() else { return };
    if lesson.drill.other_side().is_none() {
        return app.say(Tone::Note, "This lesson has one side only: there is no mate to defend against");
    }
    app.practice.side = match app.practice.side {
        Side::Lesson => Side::Other,
        Side::Other => Side::Lesson,
    };
}

fn change_defense(app: &mut App) {
    let defense = match app.practice.defense {
        Defense::Longest => Defense::Trickiest,
        Defense::Trickiest => Defense::Longest,
    };
    app.practice.defense = defense;
    if let Some(drilling) = app.practice.round.as_deref_mut() {
        drilling.round.set_defense(defense);
    }
    app.say(
        Tone::Note,
        match defense {
            Defense::Longest => "The opponent varies between the longest defenses",
            Defense::Trickiest => "The opponent picks the longest defense after which most moves go wrong",
        },
    );
}

fn change_counting(app: &mut App) {
    let counting = match app.practice.counting {
        Counting::On => Counting::Off,
        Counting::Off => Counting::On,
    };
    app.practice.counting = counting;
    if let Some(drilling) = app.practice.round.as_deref_mut() {
        drilling.round.set_counting(counting);
    }
    app.say(
        Tone::Note,
        match counting {
            Counting::On => "Repetition and the fifty-move rule end a round, as in a game",
            Counting::Off => "Repetition and the fifty-move rule do not end a round",
        },
    );
}

/// Shows the worked example of the chosen lesson.
fn show_example(app: &mut App, effects: &mut Vec<Effect>) {
    if app.practice.example.take().is_some() {
        return;
    }
    let Some(lesson) = app.practice.lesson() else { return };
    let Some(tree) = &lesson.example else {
        return app.say(Tone::Note, "This lesson has no worked example");
    };
    let bottom = lesson.drill.color();
    let walk = Walk::in_tree(tree.clone());
    app.practice.example = Some(Example { lesson: app.practice.chosen, walk, ranking: None });
    app.tab = Tab::Practice;
    app.board.let_go();
    app.board.cursor = None;
    app.board.bottom = bottom;
    app.pane = 0;
    drill::rank(app);
    effects.push(Effect::Halt);
}

/// Steps in the example.
pub(super) fn step(app: &mut App, step: Step) {
    let Some(example) = &mut app.practice.example else { return };
    study::step(&mut example.walk, step);
    drill::rank(app);
}

/// One level back: from an example or the record to the lessons. False where the lessons are shown, or a round.
pub(super) fn back(app: &mut App) -> bool {
    if app.practice.example.take().is_some() {
        return true;
    }
    let is_record = app.practice.round.is_none() && app.practice.page == Page::Record;
    if is_record {
        app.practice.page = Page::Lessons;
    }
    is_record
}
