//! Practice: the list of drills and the rounds. The round judges; this file only passes words on.

use crate::chess::{Color, Material, Move, Ranking};
use crate::game::Walk;
use crate::practice::{Drill, Goal, Guard, Outcome, Round, Trainee};
use crate::tui::app::drill::Counted;
use crate::tui::app::endings::MADE_UNASKED;
use crate::tui::app::{App, Drilling, OtherTurnView, Tab, Tables, Tone, Waiting, Watch};

use super::{Effect, endings};

/// Begins the chosen drill, or remembers to begin it when the tables are ready.
pub(super) fn begin(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(drill) = app.practice.drills.get(app.practice.chosen).cloned() else { return };
    if !app.truth.oracle().covers(&drill.material) {
        let waiting = Waiting::Drill(app.practice.chosen);
        return wait(app, &drill.material, waiting, effects);
    }
    let seed = app.practice.seed;
    let Some(round) = Round::begin(&drill, seed, app.truth.oracle()) else {
        app.say(Tone::Fault, format!("There is no table for {} yet", drill.id));
        return;
    };
    app.practice.seed = seed.next();
    enter(app, round, effects);
}

/// Has the table of a round made and remembers to begin it then. The three-man tables come by themselves.
fn wait(app: &mut App, material: &Material, waiting: Waiting, effects: &mut Vec<Effect>) {
    if awaited(app).is_some_and(|other| other != material.normalized()) {
        stop_waiting(app, effects);
    }
    if material.men() > 3 || app.truth.tables == Tables::Ready {
        endings::order(app, material, effects);
    }
    app.practice.waiting = Some(waiting);
    app.dialog = None;
    if app.tab == Tab::Practice && app.practice.round.is_some() {
        to_list(app);
    }
    let time = if material.men() > MADE_UNASKED { "in some minutes" } else { "in a moment" };
    app.say(Tone::Note, format!("The table is being made; the drill begins {time}"));
}

/// What waits for its table does so no more, and the table is not made any further. False where nothing waits.
pub(super) fn stop_waiting(app: &mut App, effects: &mut Vec<Effect>) -> bool {
    let Some(material) = awaited(app) else { return false };
    app.practice.waiting = None;
    endings::stop(app, &material, effects);
    // Choosing it again is asking for it again, and so is a position with these men.
    app.endings.refused.retain(|(of, _)| *of != material);
    true
}

/// The table that a round waits for.
pub(crate) fn awaited(app: &App) -> Option<Material> {
    match app.practice.waiting.as_ref()? {
        Waiting::Drill(at) => app.practice.drills.get(*at).map(|drill| drill.material),
        Waiting::Position(position) => Some(position.material().normalized()),
    }
}

/// Whether a round waits for this table, where it would begin.
pub(super) fn is_waiting_for(app: &App, material: &Material) -> bool {
    app.tab == Tab::Practice && app.practice.round.is_none() && awaited(app).as_ref() == Some(material)
}

/// A table could not be made: nobody waits for it any more.
pub(super) fn not_built(app: &mut App, material: &Material) {
    if awaited(app).as_ref() == Some(material) {
        app.practice.waiting = None;
    }
}

/// Tables have come: what waited for them begins, what is shown is ranked.
pub(super) fn tables_ready(app: &mut App, effects: &mut Vec<Effect>) {
    let covered = awaited(app).is_some_and(|material| app.truth.oracle().covers(&material));
    if covered && let Some(waiting) = app.practice.waiting.take() {
        match waiting {
            _ if app.tab != Tab::Practice || app.practice.round.is_some() => {}
            Waiting::Drill(chosen) => {
                app.practice.chosen = chosen;
                begin(app, effects);
            }
            Waiting::Position(position) => _ = begin_from(app, &position, effects),
        }
    }
    rank(app);
}

/// Whether a drill begins, at once or when its table is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Begins {
    Yes,
    Not,
}

/// Makes a drill of any position that the tables cover: the side to move is to mate, or to hold on. Where it cannot be
/// one, a note says why.
pub(super) fn begin_from(
    app: &mut App,
    position: &crate::chess::Position,
    effects: &mut Vec<Effect>,
) -> Begins {
    let material = position.material();
    let known = app.practice.drills.iter().position(|drill| {
        drill.material == material && drill.trainee == Trainee::Stronger && drill.goal == Goal::Mate
    });
    let drill = known.map(|at| app.practice.drills[at].clone()).unwrap_or(Drill {
        id: material.to_string(),
        title: material.to_string(),
        material,
        trainee: Trainee::Stronger,
        goal: Goal::Mate,
        least: 1,
        rank: None,
        advice: Vec::new(),
    });
    if position.turn() != drill.color() || material.stronger() != Color::White {
        app.say(Tone::Warning, "A drill needs White to move, with the stronger side");
        return Begins::Not;
    }
    if endings::has_table(position) && !app.truth.oracle().covers(&material) {
        app.tab = Tab::Practice;
        wait(app, &material, Waiting::Position(Box::new(position.clone())), effects);
        return Begins::Yes;
    }
    match Round::begin_at(&drill, app.practice.seed, position.clone(), app.truth.oracle()) {
        Some(round) => {
            app.practice.chosen = known.unwrap_or(app.practice.chosen);
            enter(app, round, effects);
            return Begins::Yes;
        }
        None if endings::has_table(position) => {
            app.say(Tone::Warning, "White cannot force mate here: there is nothing to practice");
        }
        None => app.say(Tone::Warning, format!("The tables do not cover {material}")),
    }
    Begins::Not
}

fn enter(app: &mut App, mut round: Round, effects: &mut Vec<Effect>) {
    round.set_guard(app.guard);
    app.tab = Tab::Practice;
    app.practice.quiz = None;
    app.dialog = None;
    app.board.let_go();
    app.board.cursor = None;
    app.board.bottom = round.trainee();
    app.prompt.close();
    app.watch = Watch::default();
    let walk = Walk::new(round.position().clone());
    let drilling = Drilling {
        round,
        walk,
        hints: Vec::new(),
        last: None,
        ranking: None,
        other_turn: OtherTurnView::Hidden,
        counted: Counted::No,
    };
    app.practice.round = Some(Box::new(drilling));
    effects.push(Effect::Halt);
    answer(app, effects);
}

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
    let today = app.today;
    let Some(drilling) = app.practice.round.as_deref_mut() else { return };
    if let Some(mv) = drilling.round.reply(oracle.oracle()) {
        drilling.walk.play_main(mv);
    }
    if let Some(account) = drilling.round.account().filter(|_| drilling.counted == Counted::No) {
        drilling.counted = Counted::Yes;
        app.practice.progress.add(&drilling.round.drill().id, account, today);
        effects.push(Effect::SaveProgress(drilling.round.drill().id.clone()));
        if account.outcome == Outcome::Stalemated {
            effects.push(Effect::Bell);
        }
    }
    rank(app);
}

/// Ranks the moves of the position that is looked at.
pub(super) fn rank(app: &mut App) {
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
        let nothing =
            if way == Way::Slip { "There is no slip to go back to" } else { "There is nothing to take back" };
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
        app.say(Tone::Note, "Slips can be looked at when the round is over");
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
        let nothing = if account.slips.is_empty() { "No move was lost" } else { "There is no other slip" };
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
