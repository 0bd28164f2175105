//! The review of the library in the background: it works while the user does not need the machine, one game
//! after the other, and keeps each review.

use crate::analysis::external::ExternalEngineState;
use crate::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use crate::analysis::protocol::MistakeSearchRequest;
use crate::chess::names::pluralized;
use crate::game::pgn::PgnGame;
use crate::game::{GameListEntry, game_list};
use crate::practice::Review;
use crate::practice::mistake_card::{self, MistakeCard};
use crate::practice::mistake_deck::MistakeDeckChange;
use crate::practice::review::KeptReview;
use crate::tui::analyze::review::state::{ActiveReviewProgress, RetryAttempt};
use crate::tui::app::watch::CurrentAnalysisStatus;
use crate::tui::app::{App, Tab};
use crate::tui::background::library_review_queue::{
    LibraryReviewActivity, LibraryReviewQueue, QueuedGame, QueuedGameStage,
};
use crate::tui::games::state::GameReadPurpose;
use crate::tui::message::{Effect, Effects};

/// Starts the review of the library, or stops it.
pub(crate) fn toggle(app: &mut App, effects: &mut Effects) {
    if app.library_review.activity == LibraryReviewActivity::Off {
        app.library_review.activity = LibraryReviewActivity::Listing;
        effects.push(Effect::ListUnreviewed(app.config.games.my_names.clone()));
        return;
    }
    let finished = app.library_review.finished;
    end(app, effects);
    app.show_note(format!(
        "Stopped: {} done, the rest is left for the next time",
        pluralized(finished, "game")
    ));
}

/// Ends the work; other programs may review the library now.
fn end(app: &mut App, effects: &mut Effects) {
    if matches!(app.library_review.activity, LibraryReviewActivity::Analyzing(_)) {
        effects.push(Effect::StopQueuedReview);
    }
    effects.push(Effect::EndLibraryReview);
    app.library_review = LibraryReviewQueue::default();
}

/// The games without a review were found.
pub(crate) fn games_listed(app: &mut App, games: Vec<GameListEntry>, effects: &mut Effects) {
    if app.library_review.activity != LibraryReviewActivity::Listing {
        return;
    }
    if games.is_empty() {
        end(app, effects);
        return app.show_note("Every game that is over has a review");
    }
    app.library_review = LibraryReviewQueue::new(games);
    app.show_note(format!(
        "{} to review, whenever you do not play or analyze",
        pluralized(app.library_review.total, "game")
    ));
}

/// The work cannot begin: a sentence.
pub(crate) fn failed(app: &mut App, reason: String) {
    app.library_review = LibraryReviewQueue::default();
    app.show_error(reason);
}

/// A review or its cards could not be written: a sentence. What is searched would be lost, so the work ends.
pub(crate) fn unsaved(app: &mut App, reason: String, effects: &mut Effects) {
    if app.library_review.activity == LibraryReviewActivity::Off {
        return app.show_error(reason);
    }
    let finished = app.library_review.finished;
    end(app, effects);
    app.show_error(format!(
        "{reason}. The review of the library has stopped, {} done",
        pluralized(finished, "game")
    ));
}

/// A game of the queue was read, None where there is nothing to review, with the review that was kept of it.
pub(crate) fn game_read(
    app: &mut App,
    game: Option<PgnGame>,
    kept: Option<&KeptReview>,
    effects: &mut Effects,
) {
    let queue = &mut app.library_review;
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
        let is_searched = app.practice.mistakes.is_searched(game_list::fingerprint(&game.header, &game.tree));
        queue.current = Some(Box::new(QueuedGame { game, review, stage }));
        if is_searched {
            queue.finish_game(false);
        } else {
            search_mistakes(app, effects);
        }
        return;
    }
    let mut review = Review::new(&game.tree);
    review.update_endings(&game.tree);
    queue.current = Some(Box::new(QueuedGame { game, review, stage }));
}

/// Stores what the analysis of the game has found; a finished review is kept, and then cards of the user's mistakes.
pub(crate) fn receive_result(app: &mut App, update: GameAnalysisUpdate, effects: &mut Effects) {
    let queue = &mut app.library_review;
    let Some(QueuedGame { game, review, stage }) = queue.current.as_deref_mut() else { return };
    match update {
        GameAnalysisUpdate::Found(index, finding) => review.update(&game.tree, index, *finding),
        GameAnalysisUpdate::MistakeSearched(index, searches) => {
            let QueuedGameStage::Mistakes(candidates) = stage else { return };
            let card = candidates.get(index).and_then(|of| MistakeCard::from_searches(game, of, &searches));
            if let Some(card) = card
                && app.practice.mistakes.add(card.clone())
            {
                effects.push(Effect::KeepMistakeCards(vec![MistakeDeckChange::Add(Box::new(card))]));
            }
        }
        GameAnalysisUpdate::Done if matches!(stage, QueuedGameStage::Review) => {
            review_done(app, effects);
        }
        GameAnalysisUpdate::Done => finish_game(app, effects),
        GameAnalysisUpdate::Failed(reason) => {
            queue.end_search(app.now);
            queue.finish_game(false);
            app.show_warning(format!("A game could not be reviewed: {reason}"));
        }
    }
}

/// Keeps a finished review, and goes on with the user's mistakes.
fn review_done(app: &mut App, effects: &mut Effects) {
    let nodes = app.config.review.nodes.get();
    let queue = &mut app.library_review;
    queue.end_search(app.now);
    let Some(QueuedGame { game, review, .. }) = queue.current.as_deref() else { return };
    if let Some(kept) = review.to_kept(&game.tree, nodes) {
        let fingerprint = game_list::fingerprint(&game.header, &game.tree);
        effects.push(Effect::KeepReview(fingerprint, Box::new(kept)));
    }
    search_mistakes(app, effects);
}

/// Goes on with the mistakes of the user in the reviewed game; without any the game is done.
fn search_mistakes(app: &mut App, effects: &mut Effects) {
    let queue = &mut app.library_review;
    let side = queue.waiting.front().and_then(|row| row.side_of(&app.config.games.my_names));
    let Some(QueuedGame { game, review, stage }) = queue.current.as_deref_mut() else { return };
    let candidates = side.map_or_else(Vec::new, |side| mistake_card::candidates(review, &game.tree, side));
    if candidates.is_empty() {
        finish_game(app, effects);
    } else {
        *stage = QueuedGameStage::Mistakes(candidates);
    }
}

/// A game is done.
fn finish_game(app: &mut App, effects: &mut Effects) {
    let queue = &mut app.library_review;
    queue.end_search(app.now);
    let is_mine = |row: &GameListEntry| row.side_of(&app.config.games.my_names).is_some();
    if let Some(QueuedGame { game, .. }) = queue.current.as_deref()
        && queue.waiting.front().is_some_and(is_mine)
    {
        let fingerprint = game_list::fingerprint(&game.header, &game.tree);
        app.practice.mistakes.mark_searched(fingerprint);
        effects.push(Effect::KeepMistakeCards(vec![MistakeDeckChange::MarkSearched(fingerprint)]));
    }
    let place = queue.finish_game(true).map(|row| row.location);
    // The preview beside the list shows the review now.
    let shown = app.games.shown_preview().filter(|_| app.tab == Tab::Games);
    if let Some(place) = place.filter(|place| shown.is_some_and(|shown| shown.place == *place)) {
        effects.push(Effect::ReadGame(place, GameReadPurpose::Preview));
    }
}

/// Lets the work go on, or pauses it, as the user needs the machine. It is called after every message.
pub(crate) fn pace(app: &mut App, effects: &mut Effects) {
    let is_busy = is_busy(app);
    let nodes = app.config.review.nodes.get();
    let queue = &mut app.library_review;
    match queue.activity {
        LibraryReviewActivity::Analyzing(_) if is_busy => {
            queue.end_search(app.now);
            effects.push(Effect::StopQueuedReview);
        }
        LibraryReviewActivity::Paused if !is_busy => {
            if let Some(QueuedGame { game, review, stage }) = queue.current.as_deref() {
                effects.push(match stage {
                    QueuedGameStage::Review => Effect::StartQueuedReview(Box::new(GameAnalysisRequest {
                        roots: review.unanalyzed(&game.tree),
                        analyzed: review.analyzed(&game.tree),
                        nodes,
                    })),
                    QueuedGameStage::Mistakes(candidates) => {
                        let mistakes = candidates.iter().map(|of| (of.root.clone(), of.played)).collect();
                        Effect::StartQueuedMistakeSearch(Box::new(MistakeSearchRequest { mistakes, nodes }))
                    }
                });
                queue.activity = LibraryReviewActivity::Analyzing(app.now);
            } else if let Some(next) = queue.waiting.front() {
                effects.push(Effect::ReadUnreviewed(next.location.clone()));
                queue.activity = LibraryReviewActivity::Reading;
            } else {
                let finished = queue.finished;
                end(app, effects);
                app.show_note(format!("The library is reviewed: {}", pluralized(finished, "game")));
            }
        }
        LibraryReviewActivity::Off
        | LibraryReviewActivity::Listing
        | LibraryReviewActivity::Paused
        | LibraryReviewActivity::Reading
        | LibraryReviewActivity::Analyzing(_) => {}
    }
}

/// Whether the user needs the machine: a game against the engine runs, or an analysis.
fn is_busy(app: &App) -> bool {
    let is_playing =
        app.tab == Tab::Play && app.play.ending.is_none() && app.play.walk.tree().move_count() > 0;
    let is_reviewing = app.analyze.review.as_ref().is_some_and(|reviewing| {
        reviewing.progress == ActiveReviewProgress::Running
            || reviewing
                .retry
                .as_ref()
                .is_some_and(|retry| matches!(retry.attempt, RetryAttempt::Evaluating(_)))
    });
    let is_searching = app.current_analysis.status == CurrentAnalysisStatus::Working;
    let mut processes = app.engines.list.iter().flat_map(|engine| [&engine.status, &engine.second_status]);
    let is_external = processes
        .any(|status| status.as_ref().is_some_and(|status| status.state == ExternalEngineState::Thinking));
    is_playing || is_searching || is_external || is_reviewing || app.proof.is_some()
}
