//! Game review: started, stopped, resumed; its mistakes visited, its notes written into the moves.

use crate::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use crate::analysis::{AnalysisSnapshot, AnalysisSource};
use crate::game::{NodeId, Tree};
use crate::practice::Review;
use crate::practice::review::annotate;
use crate::tui::analyze;
use crate::tui::analyze::review;
use crate::tui::analyze::review::keeping;
use crate::tui::analyze::review::state::{ActiveReview, ActiveReviewProgress, ReviewPanes};
use crate::tui::app::App;
use crate::tui::keymap::ReviewAction;
use crate::tui::message::{Effect, Effects};
use crate::tui::navigation::MistakeDirection;

/// Performs an action of the review.
pub(crate) fn act(app: &mut App, action: ReviewAction, effects: &mut Effects) {
    match action {
        ReviewAction::Write => write_annotations(app, effects),
        ReviewAction::RetryMistakes => review::retry::begin(app, effects),
        ReviewAction::ShowSolution => review::retry::show_solution(app, effects),
        ReviewAction::NextMistake => review::retry::next(app, effects),
        ReviewAction::ChangeSide => review::retry::change_side(app, effects),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(app: &App, action: ReviewAction) -> bool {
    let retry = app.analyze.retry();
    match action {
        ReviewAction::Write => app.analyze.review.is_some(),
        ReviewAction::RetryMistakes => has_mistakes(app),
        ReviewAction::ShowSolution | ReviewAction::NextMistake => {
            retry.is_some_and(|retry| retry.current_mistake().is_some())
        }
        ReviewAction::ChangeSide => retry.is_some(),
    }
}

/// Whether the review has found a mistake.
pub(crate) fn has_mistakes(app: &App) -> bool {
    app.analyze.review.as_ref().is_some_and(|reviewing| reviewing.review.mistakes(None).next().is_some())
}

/// Reviews the game on the analysis board: starts, or resumes after a stop; a finished review is shown or
/// hidden.
pub(crate) fn toggle(app: &mut App, effects: &mut Effects) {
    let walk = &app.analyze.walk;
    let Some(reviewing) = &mut app.analyze.review else { return begin(app, effects) };
    if reviewing.retry.is_some() {
        return review::retry::leave(app, effects);
    }
    let same = reviewing.review.nodes[1..] == walk.tree().main_line_from(walk.tree().start());
    match (same, &reviewing.progress, reviewing.panes) {
        (false, ..) => begin(app, effects),
        (true, ActiveReviewProgress::Stopped | ActiveReviewProgress::Failed(_), _) => {
            request_evaluations(app, effects);
        }
        (true, _, ReviewPanes::Review) => reviewing.panes = ReviewPanes::Analysis,
        (true, _, ReviewPanes::Analysis) => reviewing.panes = ReviewPanes::Review,
    }
}

/// Starts the review of the game on the analysis board from scratch.
pub(crate) fn begin(app: &mut App, effects: &mut Effects) {
    let tree = app.analyze.walk.tree();
    if tree.node(tree.start()).children().is_empty() {
        return app.show_note("There is no move to review yet");
    }
    let mut reviewing = ActiveReview::new(tree, app.config.review.nodes.get());
    reviewing.review.update_endings(tree);
    app.analyze.review = Some(Box::new(reviewing));
    app.pane = 0;
    request_evaluations(app, effects);
}

/// Requests analysis of the positions that have none yet, and a second, deeper one of the doubtful moves.
fn request_evaluations(app: &mut App, effects: &mut Effects) {
    let tree = app.analyze.walk.tree();
    let Some(reviewing) = &mut app.analyze.review else { return };
    let (roots, known) = (reviewing.review.unanalyzed(tree), reviewing.review.analyzed(tree));
    reviewing.panes = ReviewPanes::Review;
    let nothing = roots.is_empty() && known.is_empty();
    reviewing.progress = if nothing { ActiveReviewProgress::Done } else { ActiveReviewProgress::Running };
    if !nothing {
        effects.push(Effect::StartGameAnalysis(Box::new(GameAnalysisRequest {
            roots,
            analyzed: known,
            nodes: app.config.review.nodes.get(),
        })));
    }
    for (index, &node) in reviewing.review.nodes.clone().iter().enumerate() {
        if let Some(snapshot) = app.analyze.cache.probe(&tree.root_at(node)) {
            update_if_firmer(&mut reviewing.review, tree, index, snapshot);
        }
    }
}

/// A result of the analysis for a position of the game replaces that of the review, where it is better.
pub(crate) fn update_from_analysis(app: &mut App) {
    let Some(snapshot) = app.current_analysis.snapshot.as_deref() else { return };
    let Some(reviewing) = &mut app.analyze.review else { return };
    let walk = &app.analyze.walk;
    if let Some(index) = reviewing.review.index_of(walk.node_id())
        && update_if_firmer(&mut reviewing.review, walk.tree(), index, snapshot)
    {
        reviewing.is_kept = false;
    }
}

/// Whether a result was better than that of the review, which it replaces then. An external engine is not
/// trusted: its mates are not proved.
fn update_if_firmer(review: &mut Review, tree: &Tree, index: usize, snapshot: &AnalysisSnapshot) -> bool {
    if snapshot.source == AnalysisSource::ExternalEngine || !review.is_review_of(tree) {
        return false;
    }
    // A position without a result is left to the review, which analyzes it anyway.
    review.findings[index].is_some()
        && snapshot.evaluation().is_some_and(|evaluation| review.update_if_firmer(tree, index, evaluation))
}

/// Stores what the game analysis has found.
pub(crate) fn receive_result(app: &mut App, update: GameAnalysisUpdate, effects: &mut Effects) {
    if app.analyze.retry().is_some() {
        return review::retry::receive_result(app, update);
    }
    let tree = app.analyze.walk.tree();
    let Some(reviewing) = &mut app.analyze.review else { return };
    match update {
        GameAnalysisUpdate::Found(index, finding) => {
            reviewing.review.update(tree, index, *finding);
            let known = reviewing.review.nodes.get(index).map(|&node| tree.root_at(node));
            if let Some(snapshot) = known.and_then(|root| app.analyze.cache.probe(&root)) {
                update_if_firmer(&mut reviewing.review, tree, index, snapshot);
            }
        }
        GameAnalysisUpdate::MistakeSearched(..) => {}
        GameAnalysisUpdate::Done => {
            reviewing.progress = ActiveReviewProgress::Done;
            app.show_note("The review is done");
            keeping::keep_if_changed(app, effects);
        }
        GameAnalysisUpdate::Failed(reason) => {
            reviewing.progress = ActiveReviewProgress::Failed(reason.clone());
            app.show_error(format!("The review stopped: {reason}"));
        }
    }
}

/// Stops the running review, or hides the one that is shown. False where there is neither.
pub(crate) fn back(app: &mut App, effects: &mut Effects) -> bool {
    let Some(reviewing) = &mut app.analyze.review else { return false };
    if reviewing.retry.is_some() {
        review::retry::leave(app, effects);
    } else if reviewing.progress == ActiveReviewProgress::Running {
        reviewing.progress = ActiveReviewProgress::Stopped;
        effects.push(Effect::StopGameAnalysis);
        app.show_note("The review is stopped: v goes on with it");
    } else if reviewing.panes == ReviewPanes::Review {
        reviewing.panes = ReviewPanes::Analysis;
    } else {
        return false;
    }
    true
}

/// Goes to the previous or the next mistake.
pub(crate) fn show_mistake(app: &mut App, direction: MistakeDirection, effects: &mut Effects) {
    let Some(reviewing) = &app.analyze.review else {
        return app.show_note("A review finds mistakes: v starts one");
    };
    let review = &reviewing.review;
    let here = mainline_index(app, reviewing);
    let found = match direction {
        MistakeDirection::Previous => review.mistakes(None).filter(|&mistake| mistake < here).last(),
        MistakeDirection::Next => review.mistakes(None).find(|&mistake| mistake > here),
    };
    match found.map(|index| review.nodes[index]) {
        Some(node) => analyze::request::go_to(app, node, effects),
        None if review.is_complete() => app.show_note("There are no more mistakes"),
        None => app.show_note("No more mistakes are known yet"),
    }
}

/// The current place on the main line, or where the variation left it.
fn mainline_index(app: &App, reviewing: &ActiveReview) -> usize {
    let tree = app.analyze.walk.tree();
    let mut up =
        std::iter::successors(Some(app.analyze.walk.node_id()), |&at: &NodeId| tree.node(at).parent());
    up.find_map(|at| reviewing.review.index_of(at)).unwrap_or(0)
}

/// Writes the review into the game as comments and glyphs, in one undoable change.
fn write_annotations(app: &mut App, effects: &mut Effects) {
    let Some(review) = app.analyze.review.as_ref().map(|reviewing| reviewing.review.clone()) else {
        return app.show_note("There is no review to write: v begins one");
    };
    let changed = analyze::notes::edit(app, effects, |walk| annotate::annotate(&review, walk.tree_mut()));
    app.show_note(if changed {
        "Written into the moves: u undoes it, W keeps the game"
    } else {
        "All of it is written"
    });
}
