//! Rounds of practice. The round judges; this file only passes words on.

use crate::chess::{Color, Material, Move, Position, Ranking, fen};
use crate::game::Walk;
use crate::practice::alike::Turned;
use crate::practice::finished::{Kept, Origin};
use crate::practice::{Drill, Finished, Goal, Guard, Outcome, Round, Starts, Trainee};
use crate::tui::app::drill::{Counted, Page};
use crate::tui::app::endings::MADE_UNASKED;
use crate::tui::app::{App, Drilling, OtherTurnView, Tab, Tables, Tone, Waiting, Watch};

use super::{Effect, endings};

/// Begins the chosen lesson, or remembers to begin it when the tables are ready.
pub(super) fn begin(app: &mut App, effects: &mut Vec<Effect>) {
    let chosen = app.practice.chosen;
    let Some(lesson) = app.practice.lesson().cloned() else { return };
    if !app.truth.oracle().covers(&lesson.drill.material) {
        return wait(app, &lesson.drill.material, Waiting::Lesson(chosen), effects);
    }
    let drill = app.practice.drill(&lesson);
    let level = app.practice.next_level(&lesson);
    let seed = app.practice.seed;
    let Some(round) = Round::begin(&drill, level, seed, app.truth.oracle()) else {
        app.say(Tone::Fault, format!("{} has no {} start: choose another level", drill.id, level.name()));
        return;
    };
    app.practice.seed = seed.next();
    enter(app, round, Origin::Dealt, effects);
}

/// Begins with what is due of the chosen lesson, else of the first one of which something is; where its table is not
/// there yet, remembers to begin it then.
pub(super) fn begin_due(app: &mut App, effects: &mut Vec<Effect>) {
    let due =
        |at: &usize| app.practice.lessons.get(*at).is_some_and(|of| app.practice.due_of(of, app.today) > 0);
    let others = 0..app.practice.lessons.len();
    let Some(at) = std::iter::once(app.practice.chosen).chain(others).find(due) else {
        return app.say(Tone::Note, "Nothing is due today: choose a lesson to go on");
    };
    app.practice.chosen = at;
    let Some(lesson) = app.practice.lessons.get(at).cloned() else { return };
    if !app.truth.oracle().covers(&lesson.drill.material) {
        return wait(app, &lesson.drill.material, Waiting::Due(at), effects);
    }
    match due_position(app, &lesson.drill) {
        Some((drill, position)) => {
            let seed = app.practice.seed;
            app.practice.seed = seed.next();
            // What was kept of a lesson that has changed since may fit it no more.
            match Round::begin_at(&drill, seed, position, app.truth.oracle()) {
                Some(round) => enter(app, round, Origin::Due, effects),
                None => begin(app, effects),
            }
        }
        None => begin(app, effects),
    }
}

/// The position of a lesson that has been due longest, laid down in one of its ways, with the side that is played.
fn due_position(app: &App, drill: &Drill) -> Option<(Drill, Position)> {
    let memory = &app.practice.progress.memory;
    let other = drill.other_side();
    let sides = [Some(drill), other.as_ref()];
    let (drill, text) = sides.into_iter().flatten().find_map(|drill| {
        memory.due_positions(&drill.id, app.today).first().map(|text| (drill, (*text).to_owned()))
    })?;
    let position = fen::parse(&text).ok()?;
    let ways = Turned::all(&position);
    let way = ways.get(usize::from(app.practice.seed.0) % ways.len().max(1))?;
    Some((drill.clone(), way.apply(&position).unwrap_or(position)))
}

/// The next start: of what is due while that is being gone through, else of the lesson.
pub(super) fn next(app: &mut App, effects: &mut Vec<Effect>) {
    let is_due = app.practice.round.as_deref().is_some_and(|round| round.origin == Origin::Due);
    if is_due && app.practice.due(app.today) > 0 {
        begin_due(app, effects);
    } else if is_due {
        to_list(app);
        app.say(Tone::Note, "Nothing more is due today");
    } else {
        begin(app, effects);
    }
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
        Waiting::Lesson(at) | Waiting::Due(at) => {
            app.practice.lessons.get(*at).map(|lesson| lesson.drill.material)
        }
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
            Waiting::Lesson(chosen) => {
                app.practice.chosen = chosen;
                begin(app, effects);
            }
            Waiting::Due(chosen) => {
                app.practice.chosen = chosen;
                begin_due(app, effects);
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
pub(super) fn begin_from(app: &mut App, position: &Position, effects: &mut Vec<Effect>) -> Begins {
    let material = position.material();
    let known = app.practice.lessons.iter().position(|lesson| {
        let drill = &lesson.drill;
        drill.material == material && drill.trainee == Trainee::Stronger && drill.goal == Goal::Mate
    });
    let drill = known.map(|at| app.practice.lessons[at].drill.clone()).unwrap_or(Drill {
        id: material.to_string(),
        title: material.to_string(),
        material,
        trainee: Trainee::Stronger,
        goal: Goal::Mate,
        starts: Starts::any(),
        idea: Vec::new(),
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
            enter(app, round, Origin::Chosen, effects);
            return Begins::Yes;
        }
        None if endings::has_table(position) => {
            app.say(Tone::Warning, "White cannot force mate here: there is nothing to practice");
        }
        None => app.say(Tone::Warning, format!("The tables do not cover {material}")),
    }
    Begins::Not
}

fn enter(app: &mut App, mut round: Round, origin: Origin, effects: &mut Vec<Effect>) {
    round.set_guard(app.guard);
    round.set_defense(app.practice.defense);
    round.set_counting(app.practice.counting);
    app.tab = Tab::Practice;
    app.practice.page = Page::Lessons;
    app.practice.example = None;
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
        origin,
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
    let Some(drilling) = app.practice.round.as_deref_mut() else { return };
    if let Some(mv) = drilling.round.reply(oracle.oracle()) {
        drilling.walk.play_main(mv);
    }
    count(app, effects);
    rank(app);
}

/// Puts a round that is over into the record, once.
fn count(app: &mut App, effects: &mut Vec<Effect>) {
    let practice = &app.practice;
    let Some(drilling) = practice.round.as_deref().filter(|of| of.counted == Counted::No) else { return };
    let id = &drilling.round.drill().id;
    let pass = practice.lesson_of(id).map(|lesson| lesson.pass);
    let memory = &practice.progress.memory;
    let Some(finished) = Finished::of(&drilling.round, drilling.origin, pass, app.today, memory) else {
        return;
    };
    let passed_before = levels_passed(app, id);
    if finished.outcome == Outcome::Stalemated {
        effects.push(Effect::Bell);
    }
    app.practice.progress.add(&finished);
    if levels_passed(app, &finished.drill) > passed_before {
        tell_passed(app, &finished.drill);
    }
    effects.push(Effect::SavePractice(Box::new(Kept::Round(finished))));
    if let Some(drilling) = app.practice.round.as_deref_mut() {
        drilling.counted = Counted::Yes;
    }
}

fn levels_passed(app: &App, drill: &str) -> usize {
    let lesson = app.practice.lesson_of(drill);
    lesson.map_or(0, |of| app.practice.progress.levels_passed(drill, &of.drill.starts, of.pass))
}

fn tell_passed(app: &mut App, drill: &str) {
    let Some(lesson) = app.practice.lesson_of(drill) else { return };
    let (passed, all) = (levels_passed(app, drill), lesson.drill.starts.count());
    let title = lesson.drill.title.clone();
    if passed == all {
        app.say(Tone::Note, format!("Passed: {title}"));
    } else {
        let level = lesson.drill.starts.all()[passed - 1].name();
        app.say(Tone::Note, format!("The {level} starts are passed; the next ones are harder"));
    }
}

/// Has what is left of a round played, where it is technique only.
pub(super) fn finish(app: &mut App, effects: &mut Vec<Effect>) {
    let oracle = app.truth.clone();
    let Some(drilling) = app.practice.round.as_deref_mut() else { return };
    return_to_round(drilling);
    let moves = drilling.round.finish(oracle.oracle());
    if moves.is_empty() {
        let text = "Once the men have changed and the king is bare, a queen or rook finishes by itself";
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
