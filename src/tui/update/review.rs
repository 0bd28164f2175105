//! The review of a game: begun, stopped, taken up again; its slips looked at, its notes written into the moves.

use crate::analysis::sweep::{self, Order, Swept};
use crate::analysis::{Snapshot, Source};
use crate::game::{NodeId, Tree};
use crate::practice::Review;
use crate::practice::review::annotate;
use crate::tui::app::review::{Panes, Progress};
use crate::tui::app::{App, Course, Reviewing, Tab, Tone};

use super::{Effect, retry, study};

/// Reviews the game on the analysis board: begins, or goes on after a stop; a review that is there is shown or
/// put away.
pub(super) fn toggle(app: &mut App, effects: &mut Vec<Effect>) {
    let walk = &app.study.walk;
    let Some(reviewing) = &mut app.study.review else { return begin(app, effects) };
    if reviewing.retry.is_some() {
        return retry::leave(app, effects);
    }
    let same = reviewing.review.nodes[1..] == walk.tree().main_line_from(walk.tree().start());
    match (same, &reviewing.progress, reviewing.panes) {
        (false, ..) => begin(app, effects),
        (true, Progress::Stopped | Progress::Failed(_), _) => look(app, effects),
        (true, _, Panes::Review) => reviewing.panes = Panes::Analysis,
        (true, _, Panes::Analysis) => reviewing.panes = Panes::Review,
    }
}

/// Begins the review of the game on the analysis board, whatever was found of it before.
pub(super) fn begin(app: &mut App, effects: &mut Vec<Effect>) {
    let tree = app.study.walk.tree();
    if tree.node(tree.start()).children().is_empty() {
        return app.say(Tone::Note, "There is no move to review yet");
    }
    let mut reviewing = Reviewing::new(tree);
    reviewing.review.learn_endings(tree);
    app.study.review = Some(Box::new(reviewing));
    app.pane = 0;
    look(app, effects);
}

/// Has the positions looked at that nobody has looked at yet, and the doubtful moves looked at again.
fn look(app: &mut App, effects: &mut Vec<Effect>) {
    let tree = app.study.walk.tree();
    let Some(reviewing) = &mut app.study.review else { return };
    let (roots, known) = (reviewing.review.open(tree), reviewing.review.known(tree));
    reviewing.panes = Panes::Review;
    let nothing = roots.is_empty() && known.is_empty();
    reviewing.progress = if nothing { Progress::Done } else { Progress::Underway };
    if !nothing {
        effects.push(Effect::Sweep(Box::new(Order { roots, known, nodes: app.review_nodes })));
    }
    for (index, &node) in reviewing.review.nodes.clone().iter().enumerate() {
        if let Some(snapshot) = app.study.known.find(&tree.root_at(node)) {
            learn_firmer(&mut reviewing.review, tree, index, snapshot);
        }
    }
}

/// What the analysis has found of a position of the game takes the place of what the review holds, where it is
/// firmer.
pub(super) fn learn_from_analysis(app: &mut App, snapshot: &Snapshot) {
    let Some(reviewing) = &mut app.study.review else { return };
    let walk = &app.study.walk;
    if let Some(index) = reviewing.review.index_of(walk.at()) {
        learn_firmer(&mut reviewing.review, walk.tree(), index, snapshot);
    }
}

/// An engine outside is not believed: its mates are only its word.
fn learn_firmer(review: &mut Review, tree: &Tree, index: usize, snapshot: &Snapshot) {
    if snapshot.source == Source::External || !review.is_of(tree) {
        return;
    }
    // A position nobody has looked at is left to the review: it is to be looked at all the same.
    if review.findings[index].is_some()
        && let Some(finding) = sweep::finding(snapshot)
    {
        review.learn_firmer(tree, index, finding);
    }
}

/// Takes in what the background has found.
pub(super) fn hear(app: &mut App, swept: Swept) {
    if app.study.retry().is_some() {
        return retry::hear(app, swept);
    }
    let tree = app.study.walk.tree();
    let Some(reviewing) = &mut app.study.review else { return };
    match swept {
        Swept::Found(index, finding) => {
            reviewing.review.learn(tree, index, *finding);
            let known = reviewing.review.nodes.get(index).map(|&node| tree.root_at(node));
            if let Some(snapshot) = known.and_then(|root| app.study.known.find(&root)) {
                learn_firmer(&mut reviewing.review, tree, index, snapshot);
            }
        }
        Swept::Done => {
            reviewing.progress = Progress::Done;
            app.say(Tone::Note, "The review is done");
        }
        Swept::Failed(reason) => {
            reviewing.progress = Progress::Failed(reason.clone());
            app.say(Tone::Fault, format!("The review stopped: {reason}"));
        }
    }
}

/// Stops the review under way, or puts away the one that is shown. False where there is neither.
pub(super) fn back(app: &mut App, effects: &mut Vec<Effect>) -> bool {
    let Some(reviewing) = &mut app.study.review else { return false };
    if reviewing.retry.is_some() {
        retry::leave(app, effects);
    } else if reviewing.progress == Progress::Underway {
        reviewing.progress = Progress::Stopped;
        effects.push(Effect::EndSweep);
        app.say(Tone::Note, "The review is stopped: v goes on with it");
    } else if reviewing.panes == Panes::Review {
        reviewing.panes = Panes::Analysis;
    } else {
        return false;
    }
    true
}

/// Forgets the review where a change that was taken back has taken its moves along.
pub(super) fn hold_against_tree(app: &mut App, effects: &mut Vec<Effect>) {
    let tree = app.study.walk.tree();
    if app.study.review.as_ref().is_some_and(|reviewing| !reviewing.review.is_of(tree)) {
        end(app, effects);
    }
}

/// Forgets the review: another game comes onto the board.
pub(super) fn end(app: &mut App, effects: &mut Vec<Effect>) {
    if app.study.review.take().is_some_and(|reviewing| reviewing.progress == Progress::Underway) {
        effects.push(Effect::EndSweep);
    }
}

/// Which slip is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Previous,
    Next,
}

/// Goes to the slip before or after the place that is looked at.
pub(super) fn show_slip(app: &mut App, direction: Direction, effects: &mut Vec<Effect>) {
    let Some(reviewing) = &app.study.review else {
        return app.say(Tone::Note, "A review finds mistakes: v starts one");
    };
    let review = &reviewing.review;
    let here = place(app, reviewing);
    let found = match direction {
        Direction::Previous => review.slips(None).filter(|&slip| slip < here).last(),
        Direction::Next => review.slips(None).find(|&slip| slip > here),
    };
    match found.map(|index| review.nodes[index]) {
        Some(node) => study::go_to(app, node, effects),
        None if review.is_complete() => app.say(Tone::Note, "There are no more mistakes"),
        None => app.say(Tone::Note, "No more mistakes are known yet"),
    }
}

/// Where the reader stands on the main line, or where the variation left it.
fn place(app: &App, reviewing: &Reviewing) -> usize {
    let tree = app.study.walk.tree();
    let mut up = std::iter::successors(Some(app.study.walk.at()), |&at: &NodeId| tree.node(at).parent());
    up.find_map(|at| reviewing.review.index_of(at)).unwrap_or(0)
}

/// Writes the review into the moves of the game, as a change that can be undone.
pub(super) fn write(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(review) = app.study.review.as_ref().map(|reviewing| reviewing.review.clone()) else {
        return app.say(Tone::Note, "There is no review to write: v begins one");
    };
    let changed = study::edit(app, effects, |walk| annotate::annotate(&review, walk.tree_mut()));
    app.say(
        Tone::Note,
        if changed {
            "Written into the moves: u undoes it, W keeps the game"
        } else {
            "All of it is written"
        },
    );
}

/// The finished game on the analysis board with its review.
pub(super) fn from_game(app: &mut App, effects: &mut Vec<Effect>) {
    if app.play.over.is_none() && app.play.course != Course::Stopped {
        return app.say(Tone::Note, "A game is reviewed when it is over: A analyzes it from here");
    }
    super::act::analyze_here(app, effects);
    if app.tab == Tab::Analyze {
        begin(app, effects);
    }
}
