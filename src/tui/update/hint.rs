//! Help with the next move: in a game from the tables or a short search aside, in analysis from what is known.

use std::time::Duration;

use crate::analysis::aside::Answer;
use crate::analysis::{Job, Limits, Task, Time};
use crate::chess::{Move, Position, Ranking};
use crate::tui::app::hint::{Advice, Step};
use crate::tui::app::{App, Tab, Tone};

use super::Effect;

/// How long a hint is thought about.
const TIME: Duration = Duration::from_secs(1);

/// Gives a hint, or the next step of the one that was given.
pub(super) fn give(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(position) = app.shown() else { return };
    if let Some(advice) = app.hint.as_mut().filter(|advice| advice.position == position) {
        if advice.mv.is_some() {
            advice.step = advice.step.next();
        }
        return;
    }
    if let Some(why) = refusal(app) {
        return app.say(Tone::Note, why);
    }
    let known = known(app, &position);
    let mv = known.filter(|&mv| position.is_legal(mv));
    match (mv, app.tab) {
        (None, Tab::Play) => {
            let limits = Limits { time: Time::Fixed(TIME), lines: 1, ..Limits::default() };
            let root = app.play.walk.root();
            effects.push(Effect::AskAside(Box::new(Job { root, limits, task: Task::Review })));
        }
        (None, _) => return app.say(Tone::Note, "Nothing is known about this position yet"),
        (Some(_), _) => {}
    }
    app.hint = Some(Advice { position, mv, step: Step::Man });
}

/// Why no hint is given, where none is.
fn refusal(app: &App) -> Option<&'static str> {
    match app.tab {
        Tab::Play if app.play.over.is_some() => Some("The game is over"),
        Tab::Play if !app.play.is_live() || !app.play.is_your_turn() => {
            Some("Hints are for your own moves: it is not your turn")
        }
        Tab::Analyze if app.study.line.is_some() => Some("The line already shows the next move"),
        Tab::Analyze if app.study.walk.ending().is_some() => Some("The game is over here"),
        _ => None,
    }
}

/// The best move as far as it is known without asking anybody.
fn known(app: &App, position: &Position) -> Option<Move> {
    // The best of some moves may be bad advice.
    let of_all = app.tab == Tab::Analyze && app.study.only().is_none();
    let told = app.heard().filter(|_| of_all);
    told.and_then(|snapshot| snapshot.best_line()?.moves.first().copied()).or_else(|| {
        let ranking = Ranking::of(position, app.truth.oracle())?;
        ranking.best().next().map(|ranked| ranked.mv)
    })
}

/// Takes in the move that was found.
pub(super) fn hear(app: &mut App, answer: &Answer) {
    let Some(advice) = app.hint.as_mut().filter(|advice| advice.mv.is_none()) else { return };
    match answer {
        Answer::SoFar(_) => {}
        Answer::Last(found) => {
            advice.mv = found.best_line().and_then(|line| line.moves.first().copied());
        }
        Answer::Failed => {
            app.hint = None;
            app.say(Tone::Fault, "No hint could be found");
        }
    }
}
