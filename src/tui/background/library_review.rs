//! The review of the library in the background: it works while the user does not need the machine, one game
//! after the other, and keeps each review.

use crate::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use crate::analysis::protocol::{GameAnalysisPurpose, MistakeSearchRequest};
use crate::chess::names::pluralized;
use crate::game::pgn::PgnGame;
use crate::game::{GameListEntry, game_list};
use crate::practice::Review;
use crate::practice::mistake_card;
use crate::practice::review::KeptReview;
use crate::tui::context::{PracticeContext, UpdateContext};
use crate::tui::message::{Effect, LibraryRequest, Request};
use crate::tui::model::{LibraryReviewActivity, LibraryReviewQueue, QueuedGame, QueuedGameStage, Shared};

/// Starts the review of the library, or stops it.
pub(crate) fn toggle(cx: &mut UpdateContext) {
    if cx.shared.library_review.activity == LibraryReviewActivity::Off {
        cx.shared.library_review.activity = LibraryReviewActivity::Listing;
        cx.effects.push(LibraryRequest::ListUnreviewed(cx.shared.config.games.my_names.clone()));
        return;
    }
    let finished = cx.shared.library_review.finished;
    end(cx);
    cx.shared.show_note(format!(
        "Stopped: {} done, the rest is left for the next time",
        pluralized(finished, "game")
    ));
}

/// Ends the work; other programs may review the library now.
fn end(cx: &mut UpdateContext) {
    if matches!(cx.shared.library_review.activity, LibraryReviewActivity::Analyzing(_)) {
        cx.effects.push(Effect::StopGameAnalysis(GameAnalysisPurpose::QueuedReview));
    }
    cx.effects.push(LibraryRequest::EndLibraryReview);
    cx.shared.library_review = LibraryReviewQueue::default();
}

/// The games without a review were found.
pub(crate) fn games_listed(cx: &mut UpdateContext, games: Vec<GameListEntry>) {
    if cx.shared.library_review.activity != LibraryReviewActivity::Listing {
        return;
    }
    if games.is_empty() {
        end(cx);
        return cx.shared.show_note("Every game that is over has a review");
    }
    cx.shared.library_review = LibraryReviewQueue::new(games);
    cx.shared.show_note(format!(
        "{} to review, whenever you do not play or analyze",
        pluralized(cx.shared.library_review.total, "game")
    ));
}

/// The work cannot begin: a sentence.
pub(crate) fn failed(shared: &mut Shared, reason: String) {
    shared.library_review = LibraryReviewQueue::default();
    shared.show_error(reason);
}

/// A review or its cards could not be written: a sentence. What is searched would be lost, so the work ends.
pub(crate) fn unsaved(cx: &mut UpdateContext, reason: String) {
    if cx.shared.library_review.activity == LibraryReviewActivity::Off {
        return cx.shared.show_error(reason);
    }
    let finished = cx.shared.library_review.finished;
    end(cx);
    cx.shared.show_error(format!(
        "{reason}. The review of the library has stopped, {} done",
        pluralized(finished, "game")
    ));
}

/// A game of the queue was read, None where there is nothing to review, with the review that was kept of it.
pub(crate) fn game_read(cx: &mut PracticeContext, game: Option<PgnGame>, kept: Option<&KeptReview>) {
    let queue = &mut cx.shared.library_review;
    if queue.activity != LibraryReviewActivity::Reading {
        return;
    }
    queue.activity = LibraryReviewActivity::Paused;
    let Some(game) = game else {
        queue.finish_game(false);
        return;
    };
    let stage = QueuedGameStage::Review;
    if let Some(review) = kept.and_then(|kept| Review::from_kept(&game.tree, kept)) {
        let is_searched = cx.tab.mistakes.is_searched(game_list::fingerprint(&game.header, &game.tree));
        queue.current = Some(Box::new(QueuedGame { game, review, stage }));
        if is_searched {
            queue.finish_game(false);
        } else {
            search_mistakes(cx);
        }
        return;
    }
    let mut review = Review::new(&game.tree);
    review.update_endings(&game.tree);
    queue.current = Some(Box::new(QueuedGame { game, review, stage }));
}

/// Stores what the analysis of the game has found; a finished review is kept, and then cards of the user's mistakes.
pub(crate) fn receive_result(cx: &mut PracticeContext, update: GameAnalysisUpdate) {
    let queue = &mut cx.shared.library_review;
    let Some(QueuedGame { game, review, stage }) = queue.current.as_deref_mut() else { return };
    match update {
        GameAnalysisUpdate::Found(index, finding) => review.update(&game.tree, index, *finding),
        GameAnalysisUpdate::MistakeSearched(index, searches) => {
            let QueuedGameStage::Mistakes(candidates) = stage else { return };
            let added =
                candidates.get(index).and_then(|of| cx.tab.mistakes.add_searched(game, of, &searches));
            if let Some(card) = added {
                cx.effects.push(LibraryRequest::KeepMistakeCards(vec![card]));
            }
        }
        GameAnalysisUpdate::Done if matches!(stage, QueuedGameStage::Review) => review_done(cx),
        GameAnalysisUpdate::Done => finish_game(cx),
        GameAnalysisUpdate::Failed(reason) => {
            queue.end_search(cx.shared.now);
            queue.finish_game(false);
            cx.shared.show_warning(format!("A game could not be reviewed: {reason}"));
        }
    }
}

/// Keeps a finished review, and goes on with the user's mistakes.
fn review_done(cx: &mut PracticeContext) {
    let nodes = cx.shared.config.review.nodes.get();
    let queue = &mut cx.shared.library_review;
    queue.end_search(cx.shared.now);
    let Some(QueuedGame { game, review, .. }) = queue.current.as_deref() else { return };
    if let Some(kept) = review.to_kept(&game.tree, nodes) {
        let fingerprint = game_list::fingerprint(&game.header, &game.tree);
        cx.effects.push(LibraryRequest::KeepReview(fingerprint, Box::new(kept)));
    }
    search_mistakes(cx);
}

/// Goes on with the mistakes of the user in the reviewed game; without any the game is done.
fn search_mistakes(cx: &mut PracticeContext) {
    let queue = &mut cx.shared.library_review;
    let side = queue.waiting.front().and_then(|row| row.side_of(&cx.shared.config.games.my_names));
    let Some(QueuedGame { game, review, stage }) = queue.current.as_deref_mut() else { return };
    let candidates = side.map_or_else(Vec::new, |side| mistake_card::candidates(review, &game.tree, side));
    if candidates.is_empty() {
        finish_game(cx);
    } else {
        *stage = QueuedGameStage::Mistakes(candidates);
    }
}

/// A game is done.
fn finish_game(cx: &mut PracticeContext) {
    let queue = &mut cx.shared.library_review;
    queue.end_search(cx.shared.now);
    let is_mine = |row: &GameListEntry| row.side_of(&cx.shared.config.games.my_names).is_some();
    if let Some(QueuedGame { game, .. }) = queue.current.as_deref()
        && queue.waiting.front().is_some_and(is_mine)
    {
        let fingerprint = game_list::fingerprint(&game.header, &game.tree);
        let searched = cx.tab.mistakes.mark_searched(fingerprint);
        cx.effects.push(LibraryRequest::KeepMistakeCards(vec![searched]));
    }
    if let Some(row) = queue.finish_game(true) {
        cx.effects.request(Request::UpdatePreview(row.location));
    }
}

/// Lets the work go on, or pauses it, as the user needs the machine. It is called after every message.
pub(crate) fn pace(cx: &mut UpdateContext, is_busy: bool) {
    let nodes = cx.shared.config.review.nodes.get();
    let queue = &mut cx.shared.library_review;
    match queue.activity {
        LibraryReviewActivity::Analyzing(_) if is_busy => {
            queue.end_search(cx.shared.now);
            cx.effects.push(Effect::StopGameAnalysis(GameAnalysisPurpose::QueuedReview));
        }
        LibraryReviewActivity::Paused if !is_busy => {
            if let Some(QueuedGame { game, review, stage }) = queue.current.as_deref() {
                cx.effects.push(match stage {
                    QueuedGameStage::Review => Effect::StartGameAnalysis(
                        GameAnalysisPurpose::QueuedReview,
                        Box::new(GameAnalysisRequest {
                            roots: review.unanalyzed(&game.tree),
                            analyzed: review.analyzed(&game.tree),
                            nodes,
                        }),
                    ),
                    QueuedGameStage::Mistakes(candidates) => {
                        let mistakes = candidates.iter().map(|of| (of.root.clone(), of.played)).collect();
                        Effect::StartMistakeSearch(
                            GameAnalysisPurpose::QueuedReview,
                            Box::new(MistakeSearchRequest { mistakes, nodes }),
                        )
                    }
                });
                queue.activity = LibraryReviewActivity::Analyzing(cx.shared.now);
            } else if let Some(next) = queue.waiting.front() {
                cx.effects.push(LibraryRequest::ReadUnreviewed(next.location.clone()));
                queue.activity = LibraryReviewActivity::Reading;
            } else {
                let finished = queue.finished;
                end(cx);
                cx.shared.show_note(format!("The library is reviewed: {}", pluralized(finished, "game")));
            }
        }
        LibraryReviewActivity::Off
        | LibraryReviewActivity::Listing
        | LibraryReviewActivity::Paused
        | LibraryReviewActivity::Reading
        | LibraryReviewActivity::Analyzing(_) => {}
    }
}
