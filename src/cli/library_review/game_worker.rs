//! Worker threads of `review --library`: each takes the next game, reviews it and searches its mistakes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::Scope;

use crate::chess::mistake_search::MistakeSearch;
use crate::chess::thread::{SEARCH_STACK_BYTES, ThreadBuilder, ThreadError};
use crate::chess::{Position, StopToken};
use crate::cli::review::Reviewer;
use crate::game::game_list;
use crate::game::pgn::{self, PgnGame};
use crate::practice::Review;
use crate::practice::mistake_card::{self, MistakeCandidate};
use crate::store::open_games::OpenGame;
use crate::store::{GameReviews, library};

/// What a worker needs. It reads, and writes nothing.
#[derive(Clone, Copy)]
pub(super) struct GameWorker<'a> {
    pub(super) reviews: &'a GameReviews,
    pub(super) reviewer: &'a Reviewer,
    pub(super) stop: &'a StopToken,
}

/// What became of a game.
pub(super) enum GameOutcome {
    /// It has a review.
    Finished(Box<FinishedGame>),
    /// No move of it can be read.
    NoMoves,
    /// The work was stopped.
    Stopped,
}

/// A game with its review.
pub(super) struct FinishedGame {
    pub(super) game: PgnGame,
    pub(super) review: Review,
    /// Whether the review is new.
    pub(super) is_new: bool,
    /// The user's mistakes with the two searches of each, where they were to be searched.
    pub(super) mistakes: Option<Vec<(MistakeCandidate, [MistakeSearch; 2])>>,
}

/// The index of a game with what became of it, or a sentence that says why it cannot be reviewed.
pub(super) type GameMessage = (usize, Result<GameOutcome, String>);

impl<'a> GameWorker<'a> {
    /// Starts threads that review the games side by side. The messages end when all games are finished or the work
    /// was stopped.
    ///
    /// # Errors
    /// When the system refuses the first thread; it can do with fewer than wanted.
    pub(super) fn start<'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        threads: usize,
        games: &'a [OpenGame],
    ) -> Result<Receiver<GameMessage>, ThreadError>
    where
        'a: 'scope,
    {
        let (sender, messages) = mpsc::channel();
        let next = Arc::new(AtomicUsize::new(0));
        for count in 0..threads {
            let (sender, next) = (sender.clone(), Arc::clone(&next));
            let work = move || {
                while !self.stop.is_stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = games.get(index) else { break };
                    if sender.send((index, self.review(game))).is_err() {
                        break;
                    }
                }
            };
            let thread =
                ThreadBuilder::new("review").stack_size(SEARCH_STACK_BYTES).spawn_scoped(scope, work);
            if let Err(error) = thread
                && count == 0
            {
                return Err(error);
            }
        }
        Ok(messages)
    }

    fn review(self, open: &OpenGame) -> Result<GameOutcome, String> {
        let text = library::read(&open.row.location).map_err(|error| error.to_string())?;
        let reading = pgn::read(&text, &Position::start());
        if let Some(reason) = reading.unplayable {
            return Err(format!("{}: {reason}; it is not reviewed", open.row.title()));
        }
        let game = reading.game;
        let tree = &game.tree;
        if tree.main_line_from(tree.start()).is_empty() {
            return Ok(GameOutcome::NoMoves);
        }
        let kept = self.reviews.read(game_list::fingerprint(&game.header, tree));
        let before = kept.and_then(|kept| Review::from_kept(tree, &kept));
        let is_new = before.is_none();
        let Some(review) = before.or_else(|| self.reviewer.review(&game, 1, self.stop)) else {
            return Ok(GameOutcome::Stopped);
        };
        let mistakes = match open.card_side {
            None => None,
            Some(side) => {
                let candidates = mistake_card::candidates(&review, tree, side);
                let Some(searches) = self.reviewer.search_mistakes(&candidates, self.stop) else {
                    return Ok(GameOutcome::Stopped);
                };
                Some(candidates.into_iter().zip(searches).collect())
            }
        };
        Ok(GameOutcome::Finished(Box::new(FinishedGame { game, review, is_new, mistakes })))
    }
}
