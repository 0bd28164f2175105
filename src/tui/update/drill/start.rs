//! How rounds begin: dealt, due again, or from a position; at once, or as soon as the table is there.

use std::sync::Arc;

use crate::chess::{Color, Material, Position, fen};
use crate::game::Walk;
use crate::practice::alike::Turned;
use crate::practice::finished::Origin;
use crate::practice::memory::card_of;
use crate::practice::{Drill, Goal, Round, Seed, Starts, Trainee};
use crate::tui::app::drill::{Counted, Page, Pursuit, Side};
use crate::tui::app::endings::MADE_UNASKED;
use crate::tui::app::{App, Drilling, OtherTurnView, Standing, Tab, Tables, Tone, Waiting, Watch};
use crate::tui::dialog::{Dialog, Question};
use crate::tui::update::{Effect, endings};

/// Begins the chosen lesson, or remembers to begin it when the tables are ready.
pub(in crate::tui::update) fn begin(app: &mut App, effects: &mut Vec<Effect>) {
    let chosen = app.practice.chosen;
    let lessons = Arc::clone(&app.practice.lessons);
    let Some(lesson) = lessons.get(chosen) else { return };
    if !app.truth.oracle().covers(&lesson.drill.material) {
        return wait(app, &lesson.drill.material, Waiting::Lesson(chosen), effects);
    }
    let drill = app.practice.drill(lesson);
    let level = app.practice.next_level(lesson);
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
pub(in crate::tui::update) fn begin_due(app: &mut App, effects: &mut Vec<Effect>) {
    let due =
        |at: &usize| app.practice.lessons.get(*at).is_some_and(|of| app.practice.due_of(of, app.today) > 0);
    let others = 0..app.practice.lessons.len();
    let Some(at) = std::iter::once(app.practice.chosen).chain(others).find(due) else {
        return app.say(Tone::Note, "Nothing is due today: choose a lesson to go on");
    };
    app.practice.chosen = at;
    let lessons = Arc::clone(&app.practice.lessons);
    let Some(lesson) = lessons.get(at) else { return };
    if !app.truth.oracle().covers(&lesson.drill.material) {
        return wait(app, &lesson.drill.material, Waiting::Due(at), effects);
    }
    while let Some((drill, card)) = due_card(app, &lesson.drill) {
        let seed = app.practice.seed;
        let start = laid_down(&card, seed);
        match start.and_then(|start| Round::begin_at(&drill, seed, start, app.truth.oracle())) {
            Some(round) => {
                app.practice.seed = seed.next();
                return enter(app, round, Origin::Due, effects);
            }
            // The lesson has changed since, and this fits it no more.
            None => app.practice.progress.memory.forget(&card_of(&drill.id, &card)),
        }
    }
    // The lesson itself is due, from one side or the other; or nothing of it is any more.
    let is_due = |drill: &Drill| app.practice.progress.memory.is_due(&drill.id, app.today);
    let side = match lesson.drill.other_side() {
        _ if is_due(&lesson.drill) => Side::Lesson,
        Some(other) if is_due(&other) => Side::Other,
        _ => return begin_due(app, effects),
    };
    let chosen = std::mem::replace(&mut app.practice.side, side);
    begin(app, effects);
    app.practice.side = chosen;
}

/// The position of a lesson that has been due longest, with the side that is played.
fn due_card(app: &App, drill: &Drill) -> Option<(Drill, String)> {
    let memory = &app.practice.progress.memory;
    let other = drill.other_side();
    let sides = [Some(drill), other.as_ref()];
    sides.into_iter().flatten().find_map(|drill| {
        memory.due_positions(&drill.id, app.today).first().map(|text| (drill.clone(), (*text).to_owned()))
    })
}

/// A position laid down in one of its ways.
fn laid_down(card: &str, seed: Seed) -> Option<Position> {
    let position = fen::parse(card).ok()?;
    let ways = Turned::all(&position);
    let way = ways.get(usize::from(seed.0) % ways.len().max(1))?;
    way.apply(&position)
}

/// The next start: of what is due while that is being gone through, else of the lesson.
pub(in crate::tui::update) fn next(app: &mut App, effects: &mut Vec<Effect>) {
    match app.practice.pursuit {
        Pursuit::Lesson => begin(app, effects),
        Pursuit::Due if app.practice.due(app.today) > 0 => begin_due(app, effects),
        Pursuit::Due => {
            app.practice.pursuit = Pursuit::Lesson;
            super::to_list(app);
            app.say(Tone::Note, "Nothing more is due today");
        }
    }
}

/// Has the table of a round made and remembers to begin it then. One that takes a while is proposed first, with what
/// it takes.
fn wait(app: &mut App, material: &Material, waiting: Waiting, effects: &mut Vec<Effect>) {
    if material.men() > MADE_UNASKED && app.standing(material) == Standing::Missing {
        app.practice.proposed = Some(waiting);
        app.dialog =
            Some(Dialog::Confirm(Question::BuildTable(material.normalized(), app.build_cost(material))));
        return;
    }
    wait_for(app, material, waiting, effects);
}

/// The player has agreed to build the table of what was chosen.
pub(in crate::tui::update) fn build_proposed(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(waiting) = app.practice.proposed.take() else { return };
    if let Some(material) = material_of(app, &waiting) {
        wait_for(app, &material, waiting, effects);
    }
}

/// It is known which tables are kept. One of those needs no question.
pub(in crate::tui::update) fn kept_is_known(app: &mut App, effects: &mut Vec<Effect>) {
    if let Some(Dialog::Confirm(Question::BuildTable(material, _))) = app.dialog
        && app.standing(&material) != Standing::Missing
    {
        app.dialog = None;
        build_proposed(app, effects);
    }
}

/// Has the table of a round made and remembers to begin it then. The three-man tables come by themselves.
fn wait_for(app: &mut App, material: &Material, waiting: Waiting, effects: &mut Vec<Effect>) {
    if awaited(app).is_some_and(|other| other != material.normalized()) {
        stop_waiting(app, effects);
    }
    if material.men() > 3 || app.truth.tables == Tables::Ready {
        endings::order(app, material, effects);
    }
    app.practice.waiting = Some(waiting);
    app.dialog = None;
    if app.tab == Tab::Practice && app.practice.round.is_some() {
        super::to_list(app);
    }
    let time = if material.men() > MADE_UNASKED { "in some minutes" } else { "in a moment" };
    app.say(Tone::Note, format!("The table is being built; the lesson starts {time}"));
}

/// What waits for its table does so no more, and the table is not made any further. False where nothing waits.
pub(in crate::tui::update) fn stop_waiting(app: &mut App, effects: &mut Vec<Effect>) -> bool {
    let Some(material) = awaited(app) else { return false };
    app.practice.waiting = None;
    endings::stop(app, &material, effects);
    // Choosing it again is asking for it again, and so is a position with these men.
    app.endings.refused.retain(|(of, _)| *of != material);
    true
}

/// The table that a round waits for.
pub(crate) fn awaited(app: &App) -> Option<Material> {
    material_of(app, app.practice.waiting.as_ref()?)
}

/// The table that something needs.
fn material_of(app: &App, waiting: &Waiting) -> Option<Material> {
    match waiting {
        Waiting::Lesson(at) | Waiting::Due(at) => {
            app.practice.lessons.get(*at).map(|lesson| lesson.drill.material)
        }
        Waiting::Position(position) => Some(position.material().normalized()),
    }
}

/// Whether a round waits for this table, where it would begin.
pub(in crate::tui::update) fn is_waiting_for(app: &App, material: &Material) -> bool {
    app.tab == Tab::Practice && app.practice.round.is_none() && awaited(app).as_ref() == Some(material)
}

/// A table could not be made: nobody waits for it any more.
pub(in crate::tui::update) fn not_built(app: &mut App, material: &Material) {
    if awaited(app).as_ref() == Some(material) {
        app.practice.waiting = None;
    }
}

/// Tables have come: what waited for them begins, what is shown is ranked.
pub(in crate::tui::update) fn tables_ready(app: &mut App, effects: &mut Vec<Effect>) {
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
    super::rank(app);
}

/// Whether a drill begins, at once or when its table is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::update) enum Begins {
    Yes,
    Not,
}

/// Makes a drill of any position that the tables cover: the side to move is to mate, or to hold on. Where it cannot be
/// one, a note says why.
pub(in crate::tui::update) fn begin_from(
    app: &mut App,
    position: &Position,
    effects: &mut Vec<Effect>,
) -> Begins {
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
        app.say(Tone::Warning, "Practice needs White to move, with the stronger side");
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
    super::answer(app, effects);
}
