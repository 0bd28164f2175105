//! `review --library`: reviews the games of the library that have no review yet, keeps the reviews, and makes cards
//! of the user's mistakes.

use std::io::{self, Write};
use std::time::Duration;

use super::bad_input::{bad_input, user_paths};
use super::card_maker::CardMaker;
use super::interrupt::Interrupt;
use super::options::{LibraryReviewOptions, OutputFormat};
use super::progress_line::ProgressLine;
use super::review::{Reviewer, print_json};
use super::status::CommandStatus;
use crate::chess::names::{group_digits, pluralized, rough_duration};
use crate::chess::text::sanitize;
use crate::chess::{Color, Position};
use crate::engine::Stopwatch;
use crate::game::pgn::PgnGame;
use crate::game::{GameListEntry, game_list, pgn};
use crate::practice::Review;
use crate::store::config::LoadedConfig;
use crate::store::{GameReviews, Library, library};

pub(super) fn run(
    options: &LibraryReviewOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<CommandStatus> {
    let places = match user_paths() {
        Ok(places) => places,
        Err(reason) => return bad_input(errors, &reason),
    };
    let reviews = GameReviews::new(places.reviews_folder());
    let my_names = LoadedConfig::from_user_file(&places.config).config.games.my_names;
    let listed = Library::new(places.games.clone()).list().map_err(|error| error.to_string());
    let locked = reviews.lock().map_err(|error| error.to_string());
    let (rows, _lock) = match listed.and_then(|rows| locked.map(|lock| (rows, lock))) {
        Ok(all) => all,
        Err(reason) => return bad_input(errors, &reason),
    };
    let is_wanted = |row: &GameListEntry| options.all || row.side_of(&my_names).is_some();
    let games: Vec<GameListEntry> =
        rows.into_iter().filter(|row| row.can_be_reviewed() && is_wanted(row)).collect();
    if games.is_empty() {
        let reason = "no game of yours is in the library: matescope import brings games, import --me NAME says \
                      who you are, --all reviews every game";
        return bad_input(errors, reason);
    }
    let cards = match CardMaker::new(&places) {
        Ok(cards) => cards,
        Err(reason) => return bad_input(errors, &reason),
    };
    let kept = reviews.fingerprints();
    let count = games.len();
    // Games that were reviewed on the board have no cards yet.
    let needs_cards =
        |row: &GameListEntry| row.side_of(&my_names).is_some() && !cards.is_searched(row.fingerprint);
    let open: Vec<GameListEntry> =
        games.into_iter().filter(|row| !kept.contains(&row.fingerprint) || needs_cards(row)).collect();
    let mut work = LibraryReview {
        reviews,
        reviewer: Reviewer::new(options.nodes, errors)?,
        interrupt: Interrupt::install()?,
        format: options.format,
        before: count - open.len(),
        cards,
        my_names,
        reviewed: 0,
        left: open.len(),
    };
    let status = work.review_all(&open, output, errors)?;
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
            (left > 0).then(|| format!("{} left", number(left))),
        ];
        writeln!(output, "{}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))?;
    }
    Ok(status)
}

/// A review of the library while it runs.
struct LibraryReview {
    reviews: GameReviews,
    reviewer: Reviewer,
    interrupt: Interrupt,
    format: OutputFormat,
    /// The cards that are made of the user's mistakes.
    cards: CardMaker,
    /// The names of the user.
    my_names: Vec<String>,
    /// The games that had a review before.
    before: usize,
    /// The games that have been reviewed.
    reviewed: usize,
    /// The games that are still to be reviewed.
    left: usize,
}

impl LibraryReview {
    fn review_all(
        &mut self,
        open: &[GameListEntry],
        output: &mut dyn Write,
        errors: &mut dyn Write,
    ) -> io::Result<CommandStatus> {
        let watch = Stopwatch::start();
        let total: u64 = open.iter().map(positions).sum();
        let (mut done, mut searched) = (0, 0);
        for (index, row) in open.iter().enumerate() {
            let mut line = ProgressLine::new(errors);
            let left = match searched {
                0 => String::new(),
                searched => {
                    let milliseconds =
                        watch.elapsed().as_millis() * u128::from(total - done) / u128::from(searched);
                    let left = Duration::from_millis(u64::try_from(milliseconds).unwrap_or(u64::MAX));
                    format!(", about {} left", rough_duration(left))
                }
            };
            line.show(&format!("Reviewing game {} of {}{left}", index + 1, open.len()), "");
            let result = self.review(row);
            line.finish();
            drop(line);
            match result {
                Ok(GameOutcome::Reviewed(game, review)) => {
                    self.reviewed += 1;
                    searched += positions(row);
                    match self.format {
                        OutputFormat::Json => print_json(&game, &review, self.reviewer.nodes, output)?,
                        OutputFormat::Text => writeln!(output, "{}", summary(row, &review))?,
                    }
                    output.flush()?;
                }
                Ok(GameOutcome::HadReview) => self.before += 1,
                Ok(GameOutcome::NoMoves) => {}
                Ok(GameOutcome::Stopped) => {
                    writeln!(errors, "stopped: the next call goes on with this game")?;
                    return Ok(CommandStatus::Interrupted);
                }
                Err(reason) => writeln!(errors, "warning: {}", sanitize(&reason))?,
            }
            self.left -= 1;
            done += positions(row);
        }
        Ok(CommandStatus::Done)
    }

    fn review(&mut self, row: &GameListEntry) -> Result<GameOutcome, String> {
        let text = library::read(&row.location).map_err(|error| error.to_string())?;
        let game = pgn::read(&text, &Position::start()).game;
        let tree = &game.tree;
        if tree.main_line_from(tree.start()).is_empty() {
            return Ok(GameOutcome::NoMoves);
        }
        // Another program, or this one under another text of the game, may have reviewed it meanwhile.
        let fingerprint = game_list::fingerprint(&game.header, tree);
        let kept = self.reviews.read(fingerprint);
        if let Some(review) = kept.and_then(|kept| Review::from_kept(tree, &kept)) {
            let is_done = self.make_cards(row, &game, &review)?;
            return Ok(if is_done { GameOutcome::HadReview } else { GameOutcome::Stopped });
        }
        let Some(review) = self.reviewer.review(&game, self.interrupt.token()) else {
            return Ok(GameOutcome::Stopped);
        };
        let Some(kept) = review.to_kept(tree, self.reviewer.nodes) else { return Ok(GameOutcome::Stopped) };
        self.reviews.write(fingerprint, &kept).map_err(|error| error.to_string())?;
        if !self.make_cards(row, &game, &review)? {
            return Ok(GameOutcome::Stopped);
        }
        Ok(GameOutcome::Reviewed(Box::new(game), Box::new(review)))
    }

    /// Makes cards of the user's mistakes: whether it was not stopped before.
    fn make_cards(&mut self, row: &GameListEntry, game: &PgnGame, review: &Review) -> Result<bool, String> {
        let Some(side) = row.side_of(&self.my_names) else { return Ok(true) };
        self.cards.make((game, review), side, &self.reviewer, self.interrupt.token())
    }
}

/// What became of a game.
enum GameOutcome {
    /// It was reviewed, and the review is kept.
    Reviewed(Box<PgnGame>, Box<Review>),
    /// It had a review.
    HadReview,
    /// No move of it can be read.
    NoMoves,
    /// The work was stopped.
    Stopped,
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
    let side = crate::chess::names::color_name;
    let game = sanitize(&format!("{} {}  {}", row.date, row.title(), row.result));
    format!("{}: {} {white}, {} {black}", game.trim_start(), side(Color::White), side(Color::Black))
}
