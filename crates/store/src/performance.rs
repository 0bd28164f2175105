//! Performance statistics of the user, read from the games of the library and their kept reviews.

use super::database::identity_of;
use super::game_reviews::GameReviews;
use super::library;
use chess::{Position, Stopped};
use game::known_games::distinct_games;
use game::{GameListEntry, pgn};
use practice::{Performance, Review};

/// The performance of the player with these names over the games of a list. Games that are to be played on and
/// entries without moves do not count, and of several texts of one game one does.
///
/// `on_progress` receives the number of games that were read and the number of all; returning `false` cancels. A
/// game whose file has changed since it was listed counts without its review.
///
/// # Errors
/// When it was canceled.
pub fn read_performance(
    rows: &[GameListEntry],
    reviews: &GameReviews,
    my_names: &[String],
    on_progress: &dyn Fn(usize, usize) -> bool,
) -> Result<Performance, Stopped> {
    let mut performance = Performance::default();
    let of_user = |row: &GameListEntry| row.side_of(my_names).filter(|_| row.can_be_reviewed());
    let games =
        distinct_games(rows.iter().filter(|row| of_user(row).is_some()), |row| identity_of(&row.location));
    let games: Vec<_> = games.into_iter().filter_map(|row| Some((row, of_user(row)?))).collect();
    for (done, &(row, color)) in games.iter().enumerate() {
        if !on_progress(done, games.len()) {
            return Err(Stopped);
        }
        performance.add_game(row, color);
        let Some(kept) = reviews.read(row.fingerprint) else { continue };
        let Ok(text) = library::read(&row.location) else { continue };
        let tree = pgn::read(&text, &Position::start()).game.tree;
        if let Some(review) = Review::from_kept(&tree, &kept) {
            performance.add_review(row, color, &tree, &review);
        }
    }
    Ok(performance)
}
