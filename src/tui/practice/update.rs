//! Rounds of practice: `start` begins them, `record` keeps their results. The round itself judges the
//! moves; this file only passes messages on.

use crate::chess::{Move, Ranking};
use crate::practice::StalemateGuardMode;
use crate::tui::context::PracticeContext;
use crate::tui::model::{Distances, PracticeTab, Shared};
use crate::tui::navigation::MistakeDirection;
use crate::tui::practice::record;

/// The trainee's move; the screen's stalemate guard has passed it.
pub(crate) fn player_moves(cx: &mut PracticeContext, mv: Move) {
    let oracle = cx.shared.oracle.clone();
    let Some(active) = cx.tab.board.round_mut() else { return };
    // A confirmed stalemate is played; only a guard set to block may still refuse.
    active.round.set_guard(cx.shared.guard);
    match active.round.play(mv, oracle.oracle()) {
        Ok(grade) => {
            active.walk.play_as_main_line(mv);
            active.last_grade = Some(grade);
            active.hints.clear();
            play_defense(cx);
        }
        Err(error) => cx.shared.show_warning(error.to_string()),
    }
}

/// Plays the defense, grades the move, and ends the round at the goal.
pub(crate) fn play_defense(cx: &mut PracticeContext) {
    let oracle = cx.shared.oracle.clone();
    let Some(active) = cx.tab.board.round_mut() else { return };
    if let Some(mv) = active.round.reply(oracle.oracle()) {
        active.walk.play_as_main_line(mv);
    }
    record::record_round(cx);
    update_ranking(cx.tab, cx.shared);
}

/// Plays out the rest of a round, where only technique is left.
pub(crate) fn finish(cx: &mut PracticeContext) {
    let oracle = cx.shared.oracle.clone();
    let Some(active) = cx.tab.board.round_mut() else { return };
    active.return_to_round();
    let moves = active.round.play_out(oracle.oracle());
    if moves.is_empty() {
        let text = "Once pieces have been exchanged and the king is bare, a queen or rook finishes by itself";
        return cx.shared.show_note(text);
    }
    for mv in moves {
        active.walk.play_as_main_line(mv);
    }
    active.last_grade = None;
    active.hints.clear();
    cx.shared.board.clear_selection();
    cx.shared.prompt.close();
    play_defense(cx);
}

/// Ranks the moves of the current position.
pub(crate) fn update_ranking(tab: &mut PracticeTab, shared: &Shared) {
    if let Some(example) = tab.board.example_mut() {
        example.ranking = Ranking::of(example.walk.position(), shared.oracle.oracle());
    }
    if let Some(active) = tab.board.round_mut() {
        let oracle = active.round.under_rules(shared.oracle.oracle());
        active.ranking = Ranking::of(active.walk.position(), &oracle);
        active.update_guidance(shared.oracle.oracle());
    }
}

/// The distances are help while the round runs.
pub(crate) fn record_help(tab: &mut PracticeTab) {
    if let Some(active) = tab.board.round_mut() {
        active.round.mark_helped();
    }
}

/// The next step of help.
pub(crate) fn hint(tab: &mut PracticeTab, shared: &mut Shared) {
    let oracle = shared.oracle.clone();
    let Some(active) = tab.board.round_mut() else { return };
    active.return_to_round();
    match active.round.hint(oracle.oracle()) {
        Some(hint) => {
            if active.hints.last() != Some(&hint) {
                active.hints.push(hint);
            }
        }
        None => shared.show_note("There is no hint to give here"),
    }
    update_ranking(tab, shared);
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
pub(crate) fn go_back(tab: &mut PracticeTab, shared: &mut Shared, takeback: RoundTakeback) {
    let Some(active) = tab.board.round_mut() else { return };
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
        shared.show_note(nothing);
        return;
    }
    active.last_grade = active.round.grades().last().cloned();
    active.hints.clear();
    active.return_to_round();
    if takeback == RoundTakeback::Start {
        shared.distances = Distances::Hidden;
    }
    shared.board.clear_selection();
    shared.prompt.close();
    update_ranking(tab, shared);
}

/// Shows the position before the previous (or next) mistake.
pub(crate) fn show_mistake(tab: &mut PracticeTab, shared: &mut Shared, forward: MistakeDirection) {
    let Some(active) = tab.board.round_mut() else { return };
    let Some(summary) = active.round.summary() else {
        shared.show_note("Mistakes can be viewed when the round is over");
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
        shared.show_note(nothing);
        return;
    };
    let line = active.walk.line();
    let start = active.walk.tree().start();
    active.walk.go_to(wanted.checked_sub(1).and_then(|at| line.get(at).copied()).unwrap_or(start));
    shared.board.clear_selection();
    update_ranking(tab, shared);
}

/// Leaves the round for the list.
pub(crate) fn leave_round(tab: &mut PracticeTab, shared: &mut Shared) {
    tab.board.clear();
    shared.distances = Distances::Hidden;
    shared.clear_input();
}

/// Whether leaving the round would lose something.
pub(crate) fn is_running(tab: &PracticeTab) -> bool {
    tab.board.round().is_some_and(|round| round.summary().is_none() && round.round.moves_played() > 0)
}

/// Passes a changed guard on to the round.
pub(crate) fn set_guard(tab: &mut PracticeTab, shared: &mut Shared, guard: StalemateGuardMode) {
    shared.guard = guard;
    if let Some(active) = tab.board.round_mut() {
        active.round.set_guard(guard);
    }
}

/// Changes the stalemate guard: off, warn, block.
pub(crate) fn cycle_guard(tab: &mut PracticeTab, shared: &mut Shared) {
    let (guard, name) = match shared.guard {
        StalemateGuardMode::Off => (StalemateGuardMode::Warn, "WARN: a stalemating move needs Enter twice"),
        StalemateGuardMode::Warn => (StalemateGuardMode::Block, "BLOCK: stalemating moves are not played"),
        StalemateGuardMode::Block => (StalemateGuardMode::Off, "OFF: no warning before stalemate"),
    };
    set_guard(tab, shared, guard);
    shared.board.unconfirmed_move = None;
    shared.show_note(format!("Stalemate guard {name}"));
}
