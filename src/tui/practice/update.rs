//! Rounds of practice: `start` begins them, `record` keeps their results. The round itself judges the
//! moves; this file only passes messages on.

use crate::chess::{Move, Ranking};
use crate::practice::StalemateGuardMode;
use crate::tui::app::{App, Distances};
use crate::tui::message::Effects;
use crate::tui::navigation::MistakeDirection;
use crate::tui::practice::record;
use crate::tui::practice::state::ActiveRound;

/// The trainee's move; the screen's stalemate guard has passed it.
pub(crate) fn player_moves(app: &mut App, mv: Move, effects: &mut Effects) {
    let oracle = app.oracle.clone();
    let Some(active) = app.practice_board.round_mut() else { return };
    // A confirmed stalemate is played; only a guard set to block may still refuse.
    active.round.set_guard(app.guard);
    match active.round.play(mv, oracle.oracle()) {
        Ok(grade) => {
            active.walk.play_as_main_line(mv);
            active.last_grade = Some(grade);
            active.hints.clear();
            play_defense(app, effects);
        }
        Err(error) => app.show_warning(error.to_string()),
    }
}

/// Plays the defense, grades the move, and ends the round at the goal.
pub(crate) fn play_defense(app: &mut App, effects: &mut Effects) {
    let oracle = app.oracle.clone();
    let Some(active) = app.practice_board.round_mut() else { return };
    if let Some(mv) = active.round.reply(oracle.oracle()) {
        active.walk.play_as_main_line(mv);
    }
    record::record_round(app, effects);
    update_ranking(app);
}

/// Plays out the rest of a round, where only technique is left.
pub(crate) fn finish(app: &mut App, effects: &mut Effects) {
    let oracle = app.oracle.clone();
    let Some(active) = app.practice_board.round_mut() else { return };
    return_to_round(active);
    let moves = active.round.play_out(oracle.oracle());
    if moves.is_empty() {
        let text = "Once pieces have been exchanged and the king is bare, a queen or rook finishes by itself";
        return app.show_note(text);
    }
    for mv in moves {
        active.walk.play_as_main_line(mv);
    }
    active.last_grade = None;
    active.hints.clear();
    app.board.clear_selection();
    app.prompt.close();
    play_defense(app, effects);
}

/// Ranks the moves of the current position.
pub(crate) fn update_ranking(app: &mut App) {
    if let Some(example) = app.practice_board.example_mut() {
        example.ranking = Ranking::of(example.walk.position(), app.oracle.oracle());
    }
    if let Some(active) = app.practice_board.round_mut() {
        let oracle = active.round.under_rules(app.oracle.oracle());
        active.ranking = Ranking::of(active.walk.position(), &oracle);
        active.update_guidance(app.oracle.oracle());
    }
}

/// The distances are help while the round runs.
pub(crate) fn record_help(app: &mut App) {
    if let Some(active) = app.practice_board.round_mut() {
        active.round.mark_helped();
    }
}

/// The next step of help.
pub(crate) fn hint(app: &mut App) {
    let oracle = app.oracle.clone();
    let Some(active) = app.practice_board.round_mut() else { return };
    return_to_round(active);
    match active.round.hint(oracle.oracle()) {
        Some(hint) => {
            if active.hints.last() != Some(&hint) {
                active.hints.push(hint);
            }
        }
        None => app.show_note("There is no hint to give here"),
    }
    update_ranking(app);
}

/// How far to go back in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundTakeback {
    /// The last move and the reply to it.
    Undo,
    /// Before the last mistake.
    Mistake,
    /// The start.
    Start,
}

/// Goes back in the round; the moves stay in the list as a variation.
pub(crate) fn go_back(app: &mut App, takeback: RoundTakeback) {
    let Some(active) = app.practice_board.round_mut() else { return };
    let done = match takeback {
        RoundTakeback::Undo => active.round.undo(),
        RoundTakeback::Mistake => active.round.retry_mistake(),
        RoundTakeback::Start => {
            active.round.retry();
            active.is_recorded = false;
            true
        }
    };
    if !done {
        let nothing = if takeback == RoundTakeback::Mistake {
            "There is no mistake to go back to"
        } else {
            "There is nothing to take back"
        };
        app.show_note(nothing);
        return;
    }
    active.last_grade = active.round.grades().last().cloned();
    active.hints.clear();
    return_to_round(active);
    if takeback == RoundTakeback::Start {
        app.distances = Distances::Hidden;
    }
    app.board.clear_selection();
    app.prompt.close();
    update_ranking(app);
}

/// Shows the last position of the round.
pub(crate) fn return_to_round(active: &mut ActiveRound) {
    if !active.is_live() {
        active.walk.go_to_end();
        while !active.is_live() && active.walk.back() {}
    }
}

/// Shows the position before the previous (or next) mistake.
pub(crate) fn show_mistake(app: &mut App, forward: MistakeDirection) {
    let Some(active) = app.practice_board.round_mut() else { return };
    let Some(summary) = active.round.summary() else {
        app.show_note("Mistakes can be viewed when the round is over");
        return;
    };
    let here = active.walk.tree().ply(active.walk.node_id());
    let first = usize::from(
        active.walk.tree().node(active.walk.tree().start()).position().turn() != active.round.trainee_color(),
    );
    let plies = summary
        .mistakes
        .iter()
        .map(|mistake| first + 2 * (usize::from(mistake.move_number).saturating_sub(1)));
    let target = match forward {
        MistakeDirection::Next => plies.filter(|&ply| ply > here).min(),
        MistakeDirection::Previous => plies.filter(|&ply| ply < here).max(),
    };
    let Some(wanted) = target else {
        let nothing =
            if summary.mistakes.is_empty() { "No move was lost" } else { "There is no other mistake" };
        app.show_note(nothing);
        return;
    };
    let line = active.walk.line();
    let start = active.walk.tree().start();
    active.walk.go_to(wanted.checked_sub(1).and_then(|at| line.get(at).copied()).unwrap_or(start));
    app.board.clear_selection();
    update_ranking(app);
}

/// Leaves the round for the list.
pub(crate) fn leave_round(app: &mut App) {
    app.practice_board.clear();
    app.distances = Distances::Hidden;
    app.clear_input();
}

/// Whether leaving the round would lose something.
pub(crate) fn is_running(app: &App) -> bool {
    app.practice_board
        .round()
        .is_some_and(|round| round.summary().is_none() && round.round.moves_played() > 0)
}

/// Passes a changed guard on to the round.
pub(crate) fn set_guard(app: &mut App, guard: StalemateGuardMode) {
    app.guard = guard;
    if let Some(active) = app.practice_board.round_mut() {
        active.round.set_guard(guard);
    }
}

/// Changes the stalemate guard: off, warn, block.
pub(crate) fn cycle_guard(app: &mut App) {
    let (guard, name) = match app.guard {
        StalemateGuardMode::Off => (StalemateGuardMode::Warn, "WARN: a stalemating move needs Enter twice"),
        StalemateGuardMode::Warn => (StalemateGuardMode::Block, "BLOCK: stalemating moves are not played"),
        StalemateGuardMode::Block => (StalemateGuardMode::Off, "OFF: no warning before stalemate"),
    };
    set_guard(app, guard);
    app.board.unconfirmed_move = None;
    app.show_note(format!("Stalemate guard {name}"));
}
