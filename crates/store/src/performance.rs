//! Performance statistics of a player, read from the games of the library and their kept reviews.

use std::sync::Arc;

use super::database::identity_of;
use super::game_reviews::GameReviews;
use super::library;
use chess::thread::{ThreadBuilder, core_count, work_in_order};
use chess::{Color, Position, Stopped};
use database::{GameListing, ListQuestion, ListedGames};
use game::known_games::distinct_games;
use game::player_match::UnknownPlayer;
use game::{CountedPlayer, GameListEntry, PlayerMatch, Tree, pgn};
use practice::performance::GameMoves;
use practice::{Performance, Review};

/// Games that a thread reads at once.
const GAMES_OF_JOB: usize = 16;

/// The games of a report on a player, before they are read.
#[derive(Clone, Debug)]
pub struct ReportGames {
    /// The names that are counted, and those that are not.
    pub names: PlayerMatch,
    /// The games of the player that the question is about, in its order.
    pub rows: Vec<GameListEntry>,
}

impl ReportGames {
    /// Finds the games of the player whose name was typed, in one or several spellings; see [`PlayerMatch::of`]. Whose name is meant
    /// is decided over all games, and not only those that the question is about.
    ///
    /// # Errors
    /// When a name is found nowhere.
    pub fn find(
        games: &Arc<ListedGames>,
        typed: &[String],
        question: ListQuestion,
    ) -> Result<Self, UnknownPlayer> {
        let names = PlayerMatch::of(typed, &games.players())?;
        let counted = names.counted.iter().map(|written| written.name.clone()).collect();
        let question = ListQuestion { query: question.query.with_player_named(counted), ..question };
        Ok(Self { rows: GameListing::new(games, &question).entries().collect(), names })
    }
}

/// What was read of a game: its moves, and the tree with the review if there is one.
type ReadGame = (GameMoves, Option<(Tree, Review)>);

/// The performance of a player over the games of a list. Games that are to be played on and entries without moves do not count,
/// and of several texts of one game one does.
///
/// `on_progress` receives the number of games that were read and the number of all; returning `false` cancels. A
/// game whose file has changed since it was listed counts without its moves and its review.
///
/// # Errors
/// When it was canceled.
pub fn read_performance(
    rows: &[GameListEntry],
    reviews: &GameReviews,
    player: &CountedPlayer,
    on_progress: &dyn Fn(usize, usize) -> bool,
) -> Result<Performance, Stopped> {
    let side_of = |row: &GameListEntry| player.side_of(row).filter(|_| row.can_be_reviewed());
    let games =
        distinct_games(rows.iter().filter(|row| side_of(row).is_some()), |row| identity_of(&row.location));
    let games: Vec<(&GameListEntry, Color)> =
        games.into_iter().filter_map(|row| Some((row, side_of(row)?))).collect();
    let mut performance = Performance::default();
    let mut done = 0;
    let read = |job: &[(&GameListEntry, Color)]| -> Vec<Option<ReadGame>> {
        job.iter().map(|&(row, color)| read_game(row, color, reviews)).collect()
    };
    let add = |job: Vec<Option<ReadGame>>| {
        for read in job {
            let (row, color) = games[done];
            done += 1;
            performance.add_game(row, color);
            let Some((moves, review)) = read else { continue };
            performance.add_moves(row, color, &moves);
            if let Some((tree, review)) = review {
                performance.add_review(row, color, &tree, &review);
            }
        }
        if on_progress(done, games.len()) { Ok(()) } else { Err(Stopped) }
    };
    let threads = if games.len() > GAMES_OF_JOB { core_count() } else { 0 };
    let produce =
        |send: &mut dyn FnMut(_) -> Result<(), Stopped>| games.chunks(GAMES_OF_JOB).try_for_each(send);
    work_in_order(threads, || ThreadBuilder::new("statistics"), read, add, produce)?;
    Ok(performance)
}

/// Reads a game. None where its file has changed.
fn read_game(row: &GameListEntry, color: Color, reviews: &GameReviews) -> Option<ReadGame> {
    let text = library::read(&row.location).ok()?;
    let read = pgn::read(&text, &Position::start());
    let moves = GameMoves::of(row, color, &read);
    let tree = read.game.tree;
    let review = reviews.read(row.fingerprint).and_then(|kept| Review::from_kept(&tree, &kept));
    Some((moves, review.map(|review| (tree, review))))
}
