//! The analysis board: every change of the position asks a new question, and drops the old one.

mod depth;
mod line;
mod notes;
mod only;

use crate::analysis::Limits;
use crate::analysis::{Job, Snapshot, Task};
use crate::chess::{Material, Move, Position, Ranking};
use crate::game::pgn::{Game, Header};
use crate::game::walk::Sibling;
use crate::game::{NodeId, Walk};
use crate::tui::app::known::is_as_firm;
use crate::tui::app::study::{Edits, MOST_LINES, Opened};
use crate::tui::app::{App, Engine, Found, Glance, State, Study, Tab, Tone, Watch};

use super::{Effect, endings, engines, retry, review, threat, why};

pub(super) use depth::{ask_depth, take_depth};
pub(super) use line::{keep_in_sight, play_walked, step_line, walk_line};
pub(super) use notes::{
    ask_comment, ask_drawings, can_redo, can_undo, comment, delete, draw, edit, keep, make_main_line, mark,
    promote, redo, take_drawings, undo,
};
pub(super) use only::{ask_moves, take_moves};

/// How many analyses are kept to return to.
const MOST_BEFORE: usize = 16;

/// Asks about the position where the reader stands. What was known of another one is forgotten at once.
pub(super) fn ask(app: &mut App, effects: &mut Vec<Effect>) {
    app.watch = Watch::default();
    if app.study.retry().is_some() {
        // What is known of the position would tell the solution.
        app.study.ranking = None;
        effects.push(Effect::Halt);
        return;
    }
    recall(app);
    engines::ask_analyst(app, effects);
    look_up(app);
    threat::follow(app, effects);
    if app.study.ranking.is_none() && app.study.walk.ending().is_none() {
        let position = app.study.walk.position().clone();
        endings::for_position(app, &position, effects);
    }
    // Where a table answers, no engine works on the job.
    let glances = std::mem::replace(&mut app.study.glance, Glance::No) == Glance::Here;
    if app.study.engine == Engine::Off && !glances && app.study.ranking.is_none() {
        effects.push(Effect::Halt);
        return;
    }
    let search_moves = app.study.only().map_or_else(Vec::new, |only| only.moves.clone());
    // Chosen moves are compared: each has a line, as far as there is room.
    let lines = app.study.lines.max(search_moves.len().min(MOST_LINES));
    let depth = app.study.depth.filter(|_| !glances);
    let limits = Limits { depth, search_moves, lines, ..Limits::default() };
    app.watch.asked = Some(Task::Analyze);
    app.watch.state = State::Working;
    let root = app.study.walk.root();
    effects.push(Effect::Begin(Box::new(Job { root, limits, task: Task::Analyze })));
}

/// Shows what was found out here before, until something as firm comes.
fn recall(app: &mut App) {
    if app.study.only().is_some() {
        return;
    }
    if let Some(snapshot) = app.study.known.find(&app.study.walk.root()) {
        app.watch.snapshot = Some(Box::new(snapshot.clone()));
        app.watch.found = Found::Before;
    }
}

/// Takes in what is known of the position now; what was remembered stays in sight while it is firmer.
pub(super) fn learn(app: &mut App, snapshot: Box<Snapshot>) {
    let shown = app.watch.snapshot.as_deref().filter(|_| app.watch.found == Found::Before);
    if shown.is_some_and(|shown| !is_as_firm(&snapshot, shown)) {
        return;
    }
    app.watch.found = Found::Now;
    if app.tab == Tab::Analyze && app.study.only().is_none() {
        app.study.known.keep(app.study.walk.root(), &snapshot);
        review::learn_from_analysis(app, &snapshot);
    }
    app.watch.snapshot = Some(snapshot);
}

/// Has the engine, which rests or is done at its depth, look at this one position until the reader steps on.
pub(super) fn glance(app: &mut App, effects: &mut Vec<Effect>) {
    if app.study.engine == Engine::On && app.study.depth.is_none() {
        return app.say(Tone::Note, "The engine keeps going deeper while you stay here");
    }
    if app.study.walk.ending().is_some() {
        return app.say(Tone::Note, "The game is over here");
    }
    app.study.glance = Glance::Here;
    ask_again(app, effects);
}

/// Looks the position up in the tables: they answer at once, engine or no engine.
pub(super) fn look_up(app: &mut App) {
    let tells = app.study.retry().is_none();
    app.study.ranking = tells.then(|| Ranking::of(app.study.walk.position(), app.truth.oracle())).flatten();
}

/// A table has come. Where it covers the position, what it says takes the place of what was searched.
pub(super) fn table_came(app: &mut App, material: &Material, effects: &mut Vec<Effect>) {
    if app.study.walk.position().material().normalized() != *material {
        return;
    }
    look_up(app);
    if app.tab == Tab::Analyze && app.study.ranking.is_some() {
        ask_again(app, effects);
    }
}

/// Shows a game on the analysis board, at its end, so that it goes on from there.
pub(super) fn open_game(app: &mut App, game: Game, effects: &mut Vec<Effect>) {
    let mut walk = Walk::in_tree(game.tree);
    walk.to_end();
    open(app, walk, game.header, effects);
}

/// Shows a position or a game on the analysis board.
pub(super) fn open(app: &mut App, walk: Walk, header: Header, effects: &mut Vec<Effect>) {
    why::close(app, effects);
    review::end(app, effects);
    let Study { engine, lines, depth, sort, other_turn, .. } = app.study;
    let (threat, known) = (std::mem::take(&mut app.study.threat), std::mem::take(&mut app.study.known));
    let mut before = std::mem::take(&mut app.study.before);
    if app.study.walk.tree().moves() > 0 {
        before.push(Opened { walk: app.study.walk.clone(), header: app.study.header.clone() });
        before.drain(..before.len().saturating_sub(MOST_BEFORE));
        app.say(Tone::Note, "u returns to the analysis before");
    }
    app.study =
        Study { engine, lines, depth, header, before, sort, threat, other_turn, known, ..Study::of(walk) };
    app.tab = Tab::Analyze;
    app.dialog = None;
    app.board.let_go();
    app.board.cursor = None;
    app.prompt.close();
    ask(app, effects);
    effects.push(Effect::SaveStudy);
}

/// Returns to the analysis before this one. False where there is none.
pub(super) fn reopen(app: &mut App, effects: &mut Vec<Effect>) -> bool {
    let Some(Opened { walk, header }) = app.study.before.pop() else { return false };
    review::end(app, effects);
    app.study.walk = walk;
    app.study.header = header;
    app.study.edits = Edits::default();
    app.study.kept = None;
    app.board.let_go();
    ask(app, effects);
    effects.push(Effect::SaveStudy);
    true
}

/// Shows a position on the analysis board.
pub(super) fn open_position(app: &mut App, position: Position, effects: &mut Vec<Effect>) {
    open(app, Walk::new(position), Header::default(), effects);
}

/// Plays a move: after the line that is walked, if one is. Another move than before makes a variation.
pub(super) fn play(app: &mut App, mv: Move, effects: &mut Vec<Effect>) {
    if app.study.retry().is_some() {
        return retry::attempt(app, mv, effects);
    }
    line::put_into_tree(app);
    app.study.walk.play(mv);
    app.study.edits = Edits::default();
    ask(app, effects);
    effects.push(Effect::SaveStudy);
}

/// A step through the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Back,
    Forward,
    Start,
    End,
    Up,
    Down,
}

/// Steps through a tree. False where nothing changed.
pub(super) fn step(walk: &mut Walk, step: Step) -> bool {
    let before = walk.at();
    match step {
        Step::Back => _ = walk.back(),
        Step::Forward => _ = walk.forward(),
        Step::Start => walk.to_start(),
        Step::End => walk.to_end(),
        Step::Up => _ = walk.sibling(Sibling::Previous),
        Step::Down => _ = walk.sibling(Sibling::Next),
    }
    walk.at() != before
}

/// Goes to a node and asks about it. What was deleted meanwhile is told.
pub(super) fn go_to(app: &mut App, node: NodeId, effects: &mut Vec<Effect>) {
    if !app.study.walk.tree().has(node) {
        return app.say(Tone::Note, "This move was deleted");
    }
    app.study.line = None;
    app.board.let_go();
    app.study.walk.go_to(node);
    ask(app, effects);
}

/// Asks about the same position in another way: the old answer stays in sight until the new one comes.
pub(super) fn ask_again(app: &mut App, effects: &mut Vec<Effect>) {
    let (shown, told) = (app.watch.snapshot.take(), app.engines.told.take());
    ask(app, effects);
    (app.watch.snapshot, app.watch.found, app.engines.told) = (shown, Found::Now, told);
}

/// More lines, or fewer.
pub(super) fn change_lines(app: &mut App, by: isize, effects: &mut Vec<Effect>) {
    let lines = app.study.lines.saturating_add_signed(by).clamp(1, MOST_LINES);
    if lines == app.study.lines {
        return;
    }
    app.study.lines = lines;
    ask_again(app, effects);
    for snapshot in [&mut app.watch.snapshot, &mut app.engines.told].into_iter().flatten() {
        snapshot.report.lines.truncate(lines);
    }
}

/// Starts or stops the engine.
pub(super) fn toggle_engine(app: &mut App, effects: &mut Vec<Effect>) {
    app.study.engine = match app.study.engine {
        Engine::On => Engine::Off,
        Engine::Off => Engine::On,
    };
    if app.study.engine == Engine::Off {
        // What has been found stays in sight; nobody works on it any more.
        app.watch.asked = None;
        app.watch.state = State::Idle;
        effects.push(Effect::Halt);
    } else {
        let told = app.engines.told.take();
        ask(app, effects);
        app.engines.told = told;
    }
}
