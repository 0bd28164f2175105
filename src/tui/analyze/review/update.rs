//! Game review: started, stopped, resumed; its mistakes visited, its notes written into the moves.

use crate::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use crate::analysis::protocol::GameAnalysisPurpose;
use crate::analysis::{AnalysisSnapshot, AnalysisSource};
use crate::game::{NodeId, Tree};
use crate::practice::Review;
use crate::practice::review::annotate;
use crate::tui::analyze;
use crate::tui::analyze::review;
use crate::tui::analyze::review::keeping;
use crate::tui::context::UpdateContext;
use crate::tui::keymap::ReviewAction;
use crate::tui::message::Effect;
use crate::tui::model::{ActiveReview, ActiveReviewProgress, AnalyzeState, ReviewPanes, Shared};
use crate::tui::navigation::MistakeDirection;

/// Performs an action of the review.
pub(crate) fn act(analyze: &mut AnalyzeState, cx: &mut UpdateContext, action: ReviewAction) {
    match action {
        ReviewAction::Write => write_annotations(analyze, cx),
        ReviewAction::RetryMistakes => review::retry::begin(analyze, cx),
        ReviewAction::ShowSolution => review::retry::show_solution(analyze, cx.effects),
        ReviewAction::NextMistake => review::retry::next(analyze, cx),
        ReviewAction::ChangeSide => review::retry::change_side(analyze, cx),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(analyze: &AnalyzeState, action: ReviewAction) -> bool {
    let retry = analyze.retry();
    match action {
        ReviewAction::Write => analyze.review.is_some(),
        ReviewAction::RetryMistakes => has_mistakes(analyze),
        ReviewAction::ShowSolution | ReviewAction::NextMistake => {
            retry.is_some_and(|retry| retry.current_mistake().is_some())
        }
        ReviewAction::ChangeSide => retry.is_some(),
    }
}

/// Whether the review has found a mistake.
pub(crate) fn has_mistakes(analyze: &AnalyzeState) -> bool {
    analyze.review.as_ref().is_some_and(|reviewing| reviewing.review.mistakes(None).next().is_some())
}

/// Reviews the game on the analysis board: starts, or resumes after a stop; a finished review is shown or
/// hidden.
pub(crate) fn toggle(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let walk = &analyze.walk;
    let Some(reviewing) = &mut analyze.review else { return begin(analyze, cx) };
    if reviewing.retry.is_some() {
        return review::retry::leave(analyze, cx);
    }
    let same = reviewing.review.nodes[1..] == walk.tree().main_line_from(walk.tree().start());
    match (same, &reviewing.progress, reviewing.panes) {
        (false, ..) => begin(analyze, cx),
        (true, ActiveReviewProgress::Stopped | ActiveReviewProgress::Failed(_), _) => {
            request_evaluations(analyze, cx);
        }
        (true, _, ReviewPanes::Review) => reviewing.panes = ReviewPanes::Analysis,
        (true, _, ReviewPanes::Analysis) => reviewing.panes = ReviewPanes::Review,
    }
}

/// Starts the review of the game on the analysis board from scratch.
pub(crate) fn begin(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let tree = analyze.walk.tree();
    if tree.node(tree.start()).children().is_empty() {
        return cx.shared.show_note("There is no move to review yet");
    }
    let mut reviewing = ActiveReview::new(tree, cx.shared.config.review.nodes.get());
    reviewing.review.update_endings(tree);
    analyze.review = Some(Box::new(reviewing));
    cx.shared.pane = 0;
    request_evaluations(analyze, cx);
}

/// Requests analysis of the positions that have none yet, and a second, deeper one of the doubtful moves.
fn request_evaluations(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let tree = analyze.walk.tree();
    let Some(reviewing) = &mut analyze.review else { return };
    let (roots, known) = (reviewing.review.unanalyzed(tree), reviewing.review.analyzed(tree));
    reviewing.panes = ReviewPanes::Review;
    let nothing = roots.is_empty() && known.is_empty();
    reviewing.progress = if nothing { ActiveReviewProgress::Done } else { ActiveReviewProgress::Running };
    if !nothing {
        cx.effects.push(Effect::StartGameAnalysis(
            GameAnalysisPurpose::Review,
            Box::new(GameAnalysisRequest {
                roots,
                analyzed: known,
                nodes: cx.shared.config.review.nodes.get(),
            }),
        ));
    }
    for (index, &node) in reviewing.review.nodes.clone().iter().enumerate() {
        if let Some(snapshot) = analyze.cache.probe(&tree.root_at(node)) {
            update_if_firmer(&mut reviewing.review, tree, index, snapshot);
        }
    }
}

/// A result of the analysis for a position of the game replaces that of the review, where it is better.
pub(crate) fn update_from_analysis(analyze: &mut AnalyzeState, shared: &Shared) {
    let Some(snapshot) = shared.current_analysis.snapshot.as_deref() else { return };
    let Some(reviewing) = &mut analyze.review else { return };
    let walk = &analyze.walk;
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
pub(crate) fn receive_result(analyze: &mut AnalyzeState, cx: &mut UpdateContext, update: GameAnalysisUpdate) {
    if analyze.retry().is_some() {
        return review::retry::receive_result(analyze, cx.shared, update);
    }
    let tree = analyze.walk.tree();
    let Some(reviewing) = &mut analyze.review else { return };
    match update {
        GameAnalysisUpdate::Found(index, finding) => {
            reviewing.review.update(tree, index, *finding);
            let known = reviewing.review.nodes.get(index).map(|&node| tree.root_at(node));
            if let Some(snapshot) = known.and_then(|root| analyze.cache.probe(&root)) {
                update_if_firmer(&mut reviewing.review, tree, index, snapshot);
            }
        }
        GameAnalysisUpdate::MistakeSearched(..) => {}
        GameAnalysisUpdate::Done => {
            reviewing.progress = ActiveReviewProgress::Done;
            cx.shared.show_note("The review is done");
            keeping::keep_if_changed(analyze, cx.effects);
        }
        GameAnalysisUpdate::Failed(reason) => {
            reviewing.progress = ActiveReviewProgress::Failed(reason.clone());
            cx.shared.show_error(format!("The review stopped: {reason}"));
        }
    }
}

/// Stops the running review, or hides the one that is shown. False where there is neither.
pub(crate) fn back(analyze: &mut AnalyzeState, cx: &mut UpdateContext) -> bool {
    let Some(reviewing) = &mut analyze.review else { return false };
    if reviewing.retry.is_some() {
        review::retry::leave(analyze, cx);
    } else if reviewing.progress == ActiveReviewProgress::Running {
        reviewing.progress = ActiveReviewProgress::Stopped;
        cx.effects.push(Effect::StopGameAnalysis(GameAnalysisPurpose::Review));
        cx.shared.show_note("The review is stopped: v goes on with it");
    } else if reviewing.panes == ReviewPanes::Review {
        reviewing.panes = ReviewPanes::Analysis;
    } else {
        return false;
    }
    true
}

/// Goes to the previous or the next mistake.
pub(crate) fn show_mistake(analyze: &mut AnalyzeState, cx: &mut UpdateContext, direction: MistakeDirection) {
    let Some(reviewing) = &analyze.review else {
        return cx.shared.show_note("A review finds mistakes: v starts one");
    };
    let review = &reviewing.review;
    let here = mainline_index(analyze, reviewing);
    let found = match direction {
        MistakeDirection::Previous => review.mistakes(None).filter(|&mistake| mistake < here).last(),
        MistakeDirection::Next => review.mistakes(None).find(|&mistake| mistake > here),
    };
    match found.map(|index| review.nodes[index]) {
        Some(node) => analyze::request::go_to(analyze, cx, node),
        None if review.is_complete() => cx.shared.show_note("There are no more mistakes"),
        None => cx.shared.show_note("No more mistakes are known yet"),
    }
}

/// The current place on the main line, or where the variation left it.
fn mainline_index(analyze: &AnalyzeState, reviewing: &ActiveReview) -> usize {
    let tree = analyze.walk.tree();
    let mut up = std::iter::successors(Some(analyze.walk.node_id()), |&at: &NodeId| tree.node(at).parent());
    up.find_map(|at| reviewing.review.index_of(at)).unwrap_or(0)
}

/// Writes the review into the game as comments and glyphs, in one undoable change.
fn write_annotations(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let Some(review) = analyze.review.as_ref().map(|reviewing| reviewing.review.clone()) else {
        return cx.shared.show_note("There is no review to write: v begins one");
    };
    let changed = analyze::notes::edit(analyze, cx, |walk| annotate::annotate(&review, walk.tree_mut()));
    cx.shared.show_note(if changed {
        "Written into the moves: u undoes it, W keeps the game"
    } else {
        "All of it is written"
    });
}
