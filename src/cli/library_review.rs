//! `review --library`: reviews the games of the library that have no review yet, keeps the reviews, and makes cards
//! of the user's mistakes.
//!
//! Worker threads review one game each ([`GameWorker`]). This thread alone writes: each review as soon as it is there,
//! with its cards, and then says so. So a program that is killed loses the games that it is working on, and no others.

mod game_worker;

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;

use game_worker::{FinishedGame, GameMessage, GameOutcome, GameWorker};

use super::card_maker::CardMaker;
use super::failure::{CommandFailure, CommandResult, user_paths};
use super::interrupt::Interrupt;
use super::options::{LibraryReviewOptions, OutputFormat};
use super::progress_line::ProgressLine;
use super::review::{Reviewer, print_json};
use super::status::CommandStatus;
use crate::chess::Color;
use crate::chess::names::{color_name, group_digits, pluralized, rough_duration};
use crate::chess::text::sanitize;
use crate::chess::thread::core_count;
use crate::engine::Stopwatch;
use crate::game::{GameListEntry, game_list};
use crate::practice::Review;
use crate::store::config::LoadedConfig;
use crate::store::game_reviews::GameReviewsError;
use crate::store::open_games::{OpenGame, open_games};
use crate::store::{GameReviews, Library};

pub(super) fn run(
    options: &LibraryReviewOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
    let places = user_paths()?;
    let reviews = GameReviews::new(places.reviews_folder());
    let my_names = LoadedConfig::from_user_file(&places.config).config.games.my_names;
    let rows = Library::new(places.games.clone()).list().map_err(|error| error.to_string())?;
    let _lock = reviews.lock().map_err(|error| error.to_string())?;
    let both_mine = rows.iter().any(|row| row.is_between_my_names(&my_names));
    let is_wanted = |row: &GameListEntry| options.all || row.side_of(&my_names).is_some();
    let games: Vec<GameListEntry> =
        rows.into_iter().filter(|row| row.can_be_reviewed() && is_wanted(row)).collect();
    if games.is_empty() {
        return Err(CommandFailure::BadInput(no_game_reason(both_mine).to_owned()));
    }
    let cards = CardMaker::new(&places)?;
    // Games with the same moves share a review.
    let all: HashSet<u64> = games.iter().map(|game| game.fingerprint).collect();
    let known = reviews.games();
    let newer = all.intersection(&known.newer).count();
    let open = open_games(games, &known, cards.deck(), &my_names);
    let reviewer = Reviewer::new(options.nodes, errors)?;
    let interrupt = Interrupt::install()?;
    let mut work = LibraryReview {
        reviews: &reviews,
        nodes: reviewer.nodes,
        format: options.format,
        cards,
        before: all.len() - newer - open.len(),
        reviewed: 0,
        left: open.len(),
    };
    let game_worker = GameWorker { reviews: &reviews, reviewer: &reviewer, stop: interrupt.token() };
    let threads = options.threads.map_or_else(core_count, usize::from).min(open.len());
    let status = thread::scope(|scope| {
        let outcomes = game_worker.start(scope, threads, &open).map_err(io::Error::from)?;
        // Where it ends early the receiver is dropped here, and the workers end with the game that they are at.
        work.keep_all(&open, &outcomes, output, errors)
    })?;
    if options.format == OutputFormat::Text {
        let LibraryReview { before, reviewed, left, cards, .. } = work;
        let number = |count: usize| group_digits(count as u64);
        if cards.made > 0 {
            let made = pluralized(cards.made, "new card");
            writeln!(output, "{made} of your mistakes: press s in Practice to train them")?;
        }
        let parts = [
            Some(format!("{} reviewed", pluralized(reviewed, "game"))),
            (before > 0).then(|| format!("{} had a review", number(before))),
            (newer > 0).then(|| format!("{} reviewed by a newer Matescope", number(newer))),
            (left > 0).then(|| format!("{} left", number(left))),
        ];
        writeln!(output, "{}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))?;
    }
    Ok(status)
}

/// Why no game is reviewed.
const fn no_game_reason(both_mine: bool) -> &'static str {
    if both_mine {
        "both players of your games have names of yours, so it is not known which side you are: take one of them out of \
         my_names in the settings, or review every game with --all"
    } else {
        "no game of yours is in the library: matescope import brings games, import --me NAME says who you are, --all \
         reviews every game"
    }
}

/// A review of the library while it runs.
struct LibraryReview<'a> {
    reviews: &'a GameReviews,
    /// Search nodes for each position.
    nodes: u64,
    format: OutputFormat,
    /// The cards that are made of the user's mistakes.
    cards: CardMaker,
    /// The games that had a review before.
    before: usize,
    /// The games that have been reviewed.
    reviewed: usize,
    /// The games that are still to be reviewed.
    left: usize,
}

/// Why a review or its cards were not kept: a sentence.
struct Unsaved(String);

impl LibraryReview<'_> {
    /// Keeps and prints what becomes of the games, in the order in which they are finished. Where one cannot be kept
    /// the work ends: the next ones would be lost, too.
    fn keep_all(
        &mut self,
        open: &[OpenGame],
        outcomes: &Receiver<GameMessage>,
        output: &mut dyn Write,
        errors: &mut dyn Write,
    ) -> CommandResult {
        let watch = Stopwatch::start();
        let total: u64 = open.iter().map(|game| positions(&game.row)).sum();
        let (mut done, mut searched) = (0, 0);
        let mut status = CommandStatus::Done;
        loop {
            let left = match searched {
                0 => String::new(),
                searched => {
                    let milliseconds =
                        watch.elapsed().as_millis() * u128::from(total - done) / u128::from(searched);
                    let left = Duration::from_millis(u64::try_from(milliseconds).unwrap_or(u64::MAX));
                    format!(", about {} left", rough_duration(left))
                }
            };
            let done_games = open.len() - self.left;
            let mut line = ProgressLine::new(errors);
            line.show(&format!("Reviewing {}: {done_games} done{left}", pluralized(open.len(), "game")), "");
            let outcome = outcomes.recv();
            line.finish();
            drop(line);
            // It is closed when all workers have ended.
            let Ok((index, outcome)) = outcome else { break };
            let row = &open[index].row;
            let kept = match outcome {
                Ok(GameOutcome::Finished(finished)) => {
                    if let Err(Unsaved(reason)) = self.keep(&finished) {
                        writeln!(errors, "error: {}", sanitize(&reason))?;
                        return Ok(CommandStatus::Negative);
                    }
                    Ok(Some(finished))
                }
                Ok(GameOutcome::NoMoves) => Ok(None),
                Ok(GameOutcome::Stopped) => {
                    status = CommandStatus::Interrupted;
                    continue;
                }
                Err(reason) => Err(reason),
            };
            match kept {
                Ok(Some(finished)) if finished.is_new => {
                    self.reviewed += 1;
                    searched += positions(row);
                    self.print(row, &finished, output)?;
                }
                Ok(Some(_)) => self.before += 1,
                Ok(None) => {}
                Err(reason) => writeln!(errors, "warning: {}", sanitize(&reason))?,
            }
            self.left -= 1;
            done += positions(row);
        }
        if status == CommandStatus::Interrupted {
            writeln!(errors, "stopped: the next call goes on with the games that are left")?;
        }
        Ok(status)
    }

    /// Writes a new review, and the cards of its mistakes. Where the program is killed in between, the next call
    /// searches the mistakes again.
    fn keep(&mut self, finished: &FinishedGame) -> Result<(), Unsaved> {
        let FinishedGame { game, review, is_new, mistakes } = finished;
        let fingerprint = game_list::fingerprint(&game.header, &game.tree);
        if let Some(kept) = review.to_kept(&game.tree, self.nodes).filter(|_| *is_new) {
            let unsaved = |error: GameReviewsError| Unsaved(format!("the review was not kept: {error}"));
            self.reviews.write(fingerprint, &kept).map_err(unsaved)?;
        }
        mistakes.as_ref().map_or(Ok(()), |mistakes| self.cards.make(game, mistakes).map_err(Unsaved))
    }

    fn print(&self, row: &GameListEntry, finished: &FinishedGame, output: &mut dyn Write) -> io::Result<()> {
        match self.format {
            OutputFormat::Json => print_json(&finished.game, &finished.review, self.nodes, output)?,
            OutputFormat::Text => writeln!(output, "{}", summary(row, &finished.review))?,
        }
        output.flush()
    }
}

/// Number of positions of a game.
fn positions(row: &GameListEntry) -> u64 {
    u64::from(row.plies) + 1
}

/// A game with the accuracy of both sides and their mistakes and blunders, on one line.
fn summary(row: &GameListEntry, review: &Review) -> String {
    let [white, black] = review.summarize().map(|side| {
        let accuracy = side.accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        let [dubious, mistakes, blunders] = side.judgment_counts;
        format!("{accuracy:>7} {dubious} ?! {mistakes} ? {blunders} ??")
    });
    let game = sanitize(&format!("{} {}  {}", row.date, row.title(), row.result));
    let [white_name, black_name] = [Color::White, Color::Black].map(color_name);
    format!("{}: {white_name} {white}, {black_name} {black}", game.trim_start())
}
