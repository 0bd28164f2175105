//! `stats`: results, openings and mistakes of the user or of any player, from the library and the reviews that are kept of its
//! games.

mod names;
mod report;
mod score_table;
mod stats_json;

use std::cell::RefCell;
use std::io::Write;
use std::sync::Arc;

use self::stats_json::PerformanceJson;
use super::failure::{CommandFailure, CommandResult, user_paths};
use super::interrupt::Interrupt;
use super::json;
use super::options::{OutputFormat, StatsOptions};
use super::progress_line::ProgressLine;
use super::status::CommandStatus;
use crate::chess::names::pluralized;
use crate::chess::text::sanitize;
use crate::chess::{StopToken, Stopped};
use crate::database::{GameListing, ListQuestion, ListedGames};
use crate::game::game_list::GameSet;
use crate::game::{CountedPlayer, GameListEntry, GameQuery, PlayerMatch, game_list};
use crate::practice::Performance;
use crate::store::config::LoadedConfig;
use crate::store::database::DatabaseError;
use crate::store::performance::{ReportGames, read_performance};
use crate::store::{GameDatabase, GameReviews, Library};

pub(super) fn run(options: &StatsOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    let places = user_paths()?;
    let my_names = match options.my_names.as_slice() {
        [] => LoadedConfig::from_user_file(&places.config).config.games.my_names,
        names => names.to_vec(),
    };
    let query = GameQuery::new(&options.query, &my_names);
    if let Some(problem) = query.problem() {
        return Err(problem.to_string().into());
    }
    let library = Library::new(places.games.clone());
    let interrupt = Interrupt::install()?;
    let (games, question) = list(&library, query, interrupt.token(), errors)?;
    let reviews = GameReviews::new(places.reviews_folder());
    if options.players.is_empty() {
        let mine = ListQuestion { query: question.query.with_user(), ..question };
        let rows: Vec<GameListEntry> = GameListing::new(&games, &mine).entries().collect();
        let player = CountedPlayer::User(my_names.clone());
        let performance = read(&rows, &reviews, &player, interrupt.token(), errors)?;
        if performance.score().games() == 0 {
            return Err(why_no_game(&games, &my_names, &options.query).into());
        }
        return print(&performance, (&my_names, None), options.format, output);
    }
    let found =
        ReportGames::find(&games, &options.players, question).map_err(|unknown| unknown.to_string())?;
    let performance = read(&found.rows, &reviews, &found.names.player(), interrupt.token(), errors)?;
    if performance.score().games() == 0 {
        return Err(why_no_game_of(&found.names, &options.query).into());
    }
    let counted: Vec<String> = found.names.counted.iter().map(|written| written.name.clone()).collect();
    print(&performance, (&counted, Some(&found.names)), options.format, output)
}

/// Prints the statistics of the player with these names. `found` says how the names of a report were found.
fn print(
    performance: &Performance,
    (names, found): (&[String], Option<&PlayerMatch>),
    format: OutputFormat,
    output: &mut dyn Write,
) -> CommandResult {
    match format {
        OutputFormat::Json => json::print(output, &PerformanceJson::of(performance, names, found))?,
        OutputFormat::Text => {
            for line in report::lines(performance, names, found) {
                writeln!(output, "{line}")?;
            }
        }
    }
    Ok(CommandStatus::Done)
}

/// The games of the library, and which of them are asked for.
fn list(
    library: &Library,
    query: GameQuery,
    stop: &StopToken,
    errors: &mut dyn Write,
) -> Result<(Arc<ListedGames>, ListQuestion), CommandFailure> {
    let mut database = GameDatabase::open(library);
    let line = RefCell::new(ProgressLine::new(errors));
    let on_progress = |done: u64, all: u64| {
        line.borrow_mut().show("Indexing the games", &format!(" {:>3} %", done * 100 / all.max(1)));
        !stop.is_stopped()
    };
    let listed = database.list(&on_progress);
    line.into_inner().finish();
    let failure = |error: DatabaseError| match error {
        DatabaseError::Canceled => CommandFailure::Interrupted("canceled".to_owned()),
        error => library.index_error(error).to_string().into(),
    };
    let games = listed.map_err(failure)?;
    if !query.needs_index() {
        return Ok((games, ListQuestion { query, ..ListQuestion::default() }));
    }
    let places = database.games().places(&query, None, stop).map_err(failure)?;
    let sets = vec![Arc::new(GameSet::ByPlace(places))];
    let query = GameQuery::new("", query.my_names());
    Ok((games, ListQuestion { query, sets, ..ListQuestion::default() }))
}

/// Reads the performance of a player.
fn read(
    rows: &[GameListEntry],
    reviews: &GameReviews,
    player: &CountedPlayer,
    stop: &StopToken,
    errors: &mut dyn Write,
) -> Result<Performance, CommandFailure> {
    /// Games between two reports.
    const REPORT_INTERVAL: usize = 100;
    let line = RefCell::new(ProgressLine::new(errors));
    let on_progress = |done: usize, all: usize| {
        if done > REPORT_INTERVAL {
            line.borrow_mut().show("Reading the games", &format!(" {:>3} %", done * 100 / all.max(1)));
        }
        !stop.is_stopped()
    };
    let performance = read_performance(rows, reviews, player, &on_progress);
    line.into_inner().finish();
    performance.map_err(|Stopped| CommandFailure::Interrupted("canceled".to_owned()))
}

/// Why there is nothing to count of the user, and what to do about it.
fn why_no_game(games: &ListedGames, my_names: &[String], query: &str) -> String {
    if !games.extent().has_reviewable {
        return "no finished game is in the library: matescope import FILE brings your games".to_owned();
    }
    let fitting = if query.is_empty() { "" } else { " that fits the search" };
    let known = match my_names {
        [] => "which player are you? --me NAME says it, or n in the list of games".to_owned(),
        names => format!(
            "no game of {}{fitting} is in the library: --me NAME takes another name",
            sanitize(&names.join(", "))
        ),
    };
    match game_list::most_frequent_player(games.entries()) {
        Some((name, games)) => {
            format!("{known}; {} has {} there", sanitize(&name), pluralized(games, "game"))
        }
        None => known,
    }
}

/// Why there is nothing to count of a player whose name was found.
fn why_no_game_of(names: &PlayerMatch, query: &str) -> String {
    let counted: Vec<String> = names.counted.iter().map(ToString::to_string).collect();
    let counted = counted.join(", ");
    if query.is_empty() {
        format!("{counted}: no game has moves that can be played, against another player")
    } else {
        format!("{counted}: no game fits {}", sanitize(query))
    }
}
