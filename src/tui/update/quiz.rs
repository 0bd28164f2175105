//! The trap quiz: the judge says what a move is worth; this file only passes words on.

use crate::chess::{Color, Material, Move};
use crate::game::Walk;
use crate::practice::Quiz;
use crate::practice::finished::{Kept, Run};
use crate::practice::quiz::{Answer, ENDINGS};
use crate::tui::app::drill::Counted;
use crate::tui::app::quiz::Quizzing;
use crate::tui::app::{App, Standing, Tab, Tables, Tone};
use crate::tui::dialog::Dialog;

use super::drill::Direction;
use super::drill::start::stop_waiting;
use super::{Effect, endings};

/// Begins a run with the tables that are there, and has those made that are not: the positions to come are dealt from
/// them, too.
pub(super) fn begin(app: &mut App, effects: &mut Vec<Effect>) {
    let seed = app.practice.seed;
    let Some(quiz) = Quiz::begin(seed, app.truth.oracle(), app.now) else {
        return app.say(Tone::Note, "The tables are being built; the quiz can start in a moment");
    };
    stop_waiting(app, effects);
    app.practice.seed = seed.next();
    app.practice.quiz = Some(Box::new(Quizzing::new(quiz)));
    app.practice.round = None;
    app.tab = Tab::Practice;
    app.board.bottom = Color::White;
    app.pane = 0;
    empty_hands(app);
    if app.truth.tables == Tables::Ready {
        for material in ENDINGS.iter().filter_map(|(name, _)| name.parse::<Material>().ok()) {
            let wanted = matches!(app.standing(&material), Standing::Kept | Standing::Missing);
            if wanted && app.endings.refusal(&material).is_none() {
                endings::order(app, &material, effects);
            }
        }
    }
}

/// Takes a move as an answer. The board stays as it is until all safe moves are found.
pub(super) fn answer(app: &mut App, mv: Move, effects: &mut Vec<Effect>) {
    let truth = app.truth.clone();
    let now = app.now;
    let Some(quizzing) = app.practice.quiz.as_deref_mut() else { return };
    match quizzing.quiz.answer(mv, now, truth.oracle()) {
        Answer::Wrong(_) => effects.push(Effect::Bell),
        Answer::Solved => {
            if let Some(trap) = quizzing.quiz.trap() {
                quizzing.walk = Walk::new(trap.position.clone());
            }
            app.board.cursor = None;
        }
        Answer::Found(_) | Answer::Again | Answer::Illegal | Answer::Over => {}
    }
}

/// Shows the missed position before or after the one that is looked at, once the run is over.
pub(super) fn show_missed(app: &mut App, way: Direction) {
    let now = app.now;
    let Some(quizzing) = app.practice.quiz.as_deref_mut().filter(|quizzing| !quizzing.is_running(now)) else {
        return app.say(Tone::Note, "Missed positions can be viewed when time is up");
    };
    let missed = quizzing.quiz.result().missed;
    let next = match (way, quizzing.looked_at) {
        (_, None) => 0,
        (Direction::Next, Some(at)) => at + 1,
        (Direction::Previous, Some(at)) => at.saturating_sub(1),
    };
    let next = next.min(missed.len().saturating_sub(1));
    let Some(found) = missed.get(next) else { return app.say(Tone::Note, "No position was missed") };
    quizzing.looked_at = Some(next);
    quizzing.walk = Walk::new(found.trap.position.clone());
    empty_hands(app);
}

/// Leaves the quiz for the list. False where there is none.
pub(super) fn leave(app: &mut App) -> bool {
    let was_there = app.quizzing().is_some();
    if was_there {
        app.practice.quiz = None;
        empty_hands(app);
    }
    was_there
}

/// The clock stands still while a dialog lies over the position. The choice of a promotion is part of a move.
pub(super) fn keep_time(app: &mut App) {
    let hidden = app.dialog.as_ref().is_some_and(|dialog| !matches!(dialog, Dialog::Promotion(_)));
    let now = app.now;
    if let Some(quizzing) = app.practice.quiz.as_deref_mut() {
        quizzing.quiz.pause(hidden, now);
    }
}

/// When the time is up, what was begun on the board is dropped, and the run goes into the record, once.
pub(super) fn settle(app: &mut App, effects: &mut Vec<Effect>) {
    if app.quizzing().is_none_or(|quizzing| quizzing.is_running(app.now)) {
        return;
    }
    app.board.let_go();
    let Some(quizzing) = app.practice.quiz.as_deref_mut().filter(|of| of.counted == Counted::No) else {
        return;
    };
    quizzing.counted = Counted::Yes;
    let tally = quizzing.quiz.result();
    let run = Run { at: 0, day: app.today, seed: tally.seed, solved: tally.solved, wrong: tally.wrong };
    let kept = Kept::Run(run);
    app.practice.add(&kept);
    effects.push(Effect::SavePractice(Box::new(kept)));
}

fn empty_hands(app: &mut App) {
    app.board.let_go();
    app.board.cursor = None;
    app.prompt.close();
}
