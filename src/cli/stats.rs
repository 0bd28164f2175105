//! `stats`: the user's results, openings and mistakes, from the library and the reviews that are kept of its games.

mod report;
mod stats_json;

use std::cell::RefCell;
use std::io::{self, Write};

use super::failure::{CommandFailure, CommandResult, user_paths};
use super::interrupt::Interrupt;
use super::json;
use super::options::{OutputFormat, StatsOptions};
use super::progress_line::ProgressLine;
use super::status::CommandStatus;
use crate::chess::names::pluralized;
use crate::chess::text::sanitize;
use crate::database::{GameListing, ListQuestion, ListedGames};
use crate::game::{GameListEntry, GameQuery, game_list};
use crate::practice::Performance;
use crate::store::config::LoadedConfig;
use crate::store::performance::read_performance;
use crate::store::{GameDatabase, GameReviews, Library};

pub(super) fn run(options: &StatsOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    let places = user_paths()?;
    let my_names = match options.my_names.as_slice() {
        [] => LoadedConfig::from_user_file(&places.config).config.games.my_names,
        names => names.to_vec(),
    };
    let library = Library::new(places.games.clone());
    let games = GameDatabase::open(&library).list(&|_, _| true);
    let games = games.map_err(|error| library.index_error(error).to_string())?;
    let mine = ListQuestion { query: GameQuery::new("is:mine", &my_names), ..ListQuestion::default() };
    let rows: Vec<GameListEntry> = GameListing::new(&games, &mine).entries().collect();
    let reviews = GameReviews::new(places.reviews_folder());
    let Some(performance) = read(&rows, &reviews, &my_names, errors)? else {
        return Err(CommandFailure::Interrupted("canceled".to_owned()));
    };
    if performance.score().games() == 0 {
        return Err((why_no_game(&games, &my_names)).into());
    }
    match options.format {
        OutputFormat::Json => json::print(output, &stats_json::PerformanceJson::of(&performance, &my_names))?,
        OutputFormat::Text => {
            for line in report::lines(&performance, &my_names) {
                writeln!(output, "{line}")?;
            }
        }
    }
    Ok(CommandStatus::Done)
}

/// The performance; None where it was canceled.
fn read(
    rows: &[GameListEntry],
    reviews: &GameReviews,
    my_names: &[String],
    errors: &mut dyn Write,
) -> io::Result<Option<Performance>> {
    /// Games between two reports.
    const REPORT_INTERVAL: usize = 100;
    let interrupt = Interrupt::install()?;
    let line = RefCell::new(ProgressLine::new(errors));
    let on_progress = |done: usize, all: usize| {
        if done > 0 && done.is_multiple_of(REPORT_INTERVAL) {
            line.borrow_mut().show("Reading the games", &format!(" {:>3} %", done * 100 / all.max(1)));
        }
        !interrupt.token().is_stopped()
    };
    let performance = read_performance(rows, reviews, my_names, &on_progress).ok();
    line.into_inner().finish();
    Ok(performance)
}

/// Why there is nothing to count, and what to do about it.
fn why_no_game(games: &ListedGames, my_names: &[String]) -> String {
    if !games.extent().has_reviewable {
        return "no finished game is in the library: matescope import FILE brings your games".to_owned();
    }
    let known = match my_names {
        [] => "which player are you? --me NAME says it, or n in the list of games".to_owned(),
        names => format!(
            "no game of {} is in the library: --me NAME takes another name",
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
