//! Rounds of practice: [`start`] begins them, `record` keeps what they came to. The round judges; this file only
//! passes words on.

mod record;
pub(super) mod start;

use crate::chess::{Move, Ranking};
use crate::practice::Guard;
use crate::tui::app::drill::Counted;
use crate::tui::app::{App, Drilling, Tone};

use super::Effect;

pub(crate) use start::awaited;

/// The trainee's move; the guard of the screen has let it pass.
pub(super) fn you_move(app: &mut App, mv: Move, effects: &mut Vec<Effect>) {
    let oracle = app.truth.clone();
    let Some(drilling) = app.practice.round.as_deref_mut() else { return };
    // A confirmed stalemate is played; only a guard that blocks may still refuse.
    drilling.round.set_guard(app.guard);
    match drilling.round.play(mv, oracle.oracle()) {
        Ok(grade) => {
            drilling.walk.play_main(mv);
            drilling.last = Some(grade);
            drilling.hints.clear();
            answer(app, effects);
        }
        Err(error) => app.say(Tone::Warning, error.to_string()),
    }
}

/// Plays the defense, ranks what stands then, and closes the account at the end.
fn answer(app: &mut App, effects: &mut Vec<Effect>) {
    let oracle = app.truth.clone();
    let Some(drilling) = app.practice.round.as_deref_mut() else { return };
    if let Some(mv) = drilling.round.reply(oracle.oracle()) {
        drilling.walk.play_main(mv);
    }
    record::count(app, effects);
    rank(app);
}

/// Has what is left of a round played, where it is technique only.
pub(super) fn finish(app: &mut App, effects: &mut Vec<Effect>) {
    let oracle = app.truth.clone();
    let Some(drilling) = app.practice.round.as_deref_mut() else { return };
    return_to_round(drilling);
    let moves = drilling.round.finish(oracle.oracle());
    if moves.is_empty() {
        let text = "Once pieces have been exchanged and the king is bare, a queen or rook finishes by itself";
        return app.say(Tone::Note, text);
    }
    for mv in moves {
        drilling.walk.play_main(mv);
    }
    drilling.last = None;
    drilling.hints.clear();
    app.board.let_go();
    app.prompt.close();
    answer(app, effects);
}

/// Ranks the moves of the position that is looked at.
pub(super) fn rank(app: &mut App) {
    if let Some(example) = &mut app.practice.example {
        example.ranking = Ranking::of(example.walk.position(), app.truth.oracle());
    }
    if let Some(drilling) = app.practice.round.as_deref_mut() {
        drilling.ranking = Ranking::of(drilling.walk.position(), app.truth.oracle());
    }
}

/// The distances are help while the round runs.
pub(super) fn note_help(app: &mut App) {
    if let Some(drilling) = app.practice.round.as_deref_mut() {
        drilling.round.note_help();
    }
}

/// The next step of help.
pub(super) fn hint(app: &mut App) {
    let oracle = app.truth.clone();
    let Some(drilling) = app.practice.round.as_deref_mut() else { return };
    return_to_round(drilling);
    match drilling.round.hint(oracle.oracle()) {
        Some(hint) => {
            if drilling.hints.last() != Some(&hint) {
                drilling.hints.push(hint);
            }
        }
        None => app.say(Tone::Note, "There is no hint to give here"),
    }
    rank(app);
}

/// A way back in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// The last move and the reply to it.
    Undo,
    /// Before the last slip.
    Slip,
    /// The start.
    Start,
}

/// Goes back in the round; the moves stay in the list as a variation.
pub(super) fn go_back(app: &mut App, way: Way) {
    let Some(drilling) = app.practice.round.as_deref_mut() else { return };
    let done = match way {
        Way::Undo => drilling.round.undo(),
        Way::Slip => drilling.round.retry_slip(),
        Way::Start => {
            drilling.round.retry();
            drilling.counted = Counted::No;
            true
        }
    };
    if !done {
        let nothing = if way == Way::Slip {
            "There is no mistake to go back to"
        } else {
            "There is nothing to take back"
        };
        app.say(Tone::Note, nothing);
        return;
    }
    drilling.last = drilling.round.grades().last().cloned();
    drilling.hints.clear();
    return_to_round(drilling);
    app.board.let_go();
    app.prompt.close();
    rank(app);
}

/// Shows the position that the round stands at.
pub(super) fn return_to_round(drilling: &mut Drilling) {
    if !drilling.is_live() {
        drilling.walk.to_end();
        while !drilling.is_live() && drilling.walk.back() {}
    }
}

/// Shows the position before the slip that comes before (or after) the place that is looked at.
pub(super) fn show_slip(app: &mut App, forward: Direction) {
    let Some(drilling) = app.practice.round.as_deref_mut() else { return };
    let Some(account) = drilling.round.account() else {
        app.say(Tone::Note, "Mistakes can be viewed when the round is over");
        return;
    };
    let here = drilling.walk.tree().ply(drilling.walk.at());
    let first = usize::from(
        drilling.walk.tree().node(drilling.walk.tree().start()).position().turn() != drilling.round.trainee(),
    );
    let plies = account.slips.iter().map(|slip| first + 2 * (usize::from(slip.number).saturating_sub(1)));
    let wanted = match forward {
        Direction::Next => plies.filter(|&ply| ply > here).min(),
        Direction::Previous => plies.filter(|&ply| ply < here).max(),
    };
    let Some(wanted) = wanted else {
        let nothing = if account.slips.is_empty() { "No move was lost" } else { "There is no other mistake" };
        app.say(Tone::Note, nothing);
        return;
    };
    let line = drilling.walk.line();
    let start = drilling.walk.tree().start();
    drilling.walk.go_to(wanted.checked_sub(1).and_then(|at| line.get(at).copied()).unwrap_or(start));
    app.board.let_go();
    rank(app);
}

/// Which of two neighbors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Next,
    Previous,
}

/// Leaves the round for the list.
pub(super) fn to_list(app: &mut App) {
    app.practice.round = None;
    app.board.let_go();
    app.board.cursor = None;
    app.prompt.close();
}

/// Whether leaving the round would lose something.
pub(super) fn is_running(app: &App) -> bool {
    app.practice.round.as_deref().is_some_and(|round| round.account().is_none() && round.round.played() > 0)
}

/// Passes a changed guard on to the round.
pub(super) fn set_guard(app: &mut App, guard: Guard) {
    app.guard = guard;
    if let Some(drilling) = app.practice.round.as_deref_mut() {
        drilling.round.set_guard(guard);
    }
}
