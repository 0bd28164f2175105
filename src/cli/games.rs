//! `games`: asks the database of the library: the opening tree of a position, and the games that fit a search, as a list, to be
//! written, or for a change of their tags or labels.

mod duplicates;
mod export;
mod label;
pub(super) mod row;
mod split;
mod tag;

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use self::row::{GameRow, game_line};
use super::failure::{CommandFailure, CommandResult, user_paths};
use super::interrupt::Interrupt;
use super::json;
use super::options::{GamesCommand, GamesOptions, GamesSplit, OutputFormat};
use super::progress_line::ProgressLine;
use super::status::CommandStatus;
use crate::chess::names::{group_digits, pluralized, shares};
use crate::chess::text::sanitize;
use crate::chess::{Position, StopToken, notation};
use crate::database::game_sort::GameSort;
use crate::database::opening_tree::GameCounts;
use crate::database::{ListedGames, OpeningTree};
use crate::game::{GameQuery, SavedSearches};
use crate::store::config::LoadedConfig;
use crate::store::database::{DatabaseError, FoundGames, GameCollection, GameSearch, index_file};
use crate::store::library::LibraryError;
use crate::store::{GameDatabase, Library};

pub(super) fn run(options: &GamesOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    let places = user_paths()?;
    let my_names = LoadedConfig::from_user_file(&places.config).config.games.my_names;
    let library = Library::new(places.games);
    let searches =
        if options.query.contains('@') { read_searches(&library, errors)? } else { SavedSearches::default() };
    let mut query = GameQuery::with_searches(&options.query, &my_names, &searches);
    if let Some(problem) = query.problem() {
        return Err(problem.to_string().into());
    }
    if let Some(pattern) = &options.pattern {
        query = query.with_pattern(pattern.clone());
    }
    let interrupt = Interrupt::install()?;
    if let GamesCommand::Split(GamesSplit { file: Some(file), .. }) = &options.command {
        return split_file(file, &query.for_file(), options, &interrupt, (output, errors));
    }
    let mut database = GameDatabase::open(&library);
    update(&mut database, interrupt.token(), errors)?;
    if database.games().game_count() == 0 {
        return Err("no game is in the library: matescope import FILE brings your games".to_owned().into());
    }
    let stop = interrupt.token();
    if query.needs_labels() {
        let labels = label::read(&library, errors)?.resolve(&*listed(&mut database)?);
        query = query.with_labels(&Arc::new(labels));
    }
    let find_all =
        |games: &GameCollection| games.find(search(&query, options, None, usize::MAX), stop).map_err(failure);
    match &options.command {
        GamesCommand::Tag { changes, all } => {
            let all_games = listed(&mut database)?;
            let games = find_all(database.games())?;
            let games = (&*all_games, &games);
            return tag::change(&library, games, (changes, *all), options.format, output);
        }
        GamesCommand::Label { change, all } => {
            let all_games = listed(&mut database)?;
            let games = find_all(database.games())?;
            let games = (&*all_games, &games);
            return label::change(&library, games, (change, *all), options.format, output);
        }
        GamesCommand::Labels => {
            let labels = label::read(&library, errors)?;
            return label::list(&labels, &*listed(&mut database)?, options.format, output);
        }
        &GamesCommand::Duplicates { is_merge, all } => {
            let all_games = listed(&mut database)?;
            let games = database.games().duplicates(&query, stop).map_err(failure)?;
            let games = (&*all_games, games.as_slice());
            return duplicates::run(&library, games, (is_merge, all), options.format, output);
        }
        GamesCommand::Tree
        | GamesCommand::Find { .. }
        | GamesCommand::Export { .. }
        | GamesCommand::Split(_) => {}
    }
    let respond = |games: &GameCollection, errors: &mut dyn Write| {
        respond(games, (&query, options), stop, (output, errors))
    };
    ask(&mut database, stop, errors, respond)??;
    Ok(CommandStatus::Done)
}

/// Asks the games of the index, and once more after what is damaged of it was made again. The question may report on the errors'
/// output.
pub(super) fn ask<T>(
    database: &mut GameDatabase,
    stop: &StopToken,
    errors: &mut dyn Write,
    mut question: impl FnMut(&GameCollection, &mut dyn Write) -> Result<T, DatabaseError>,
) -> Result<T, CommandFailure> {
    let answer = match question(database.games(), errors) {
        Err(DatabaseError::Damaged { .. }) => {
            update(database, stop, errors)?;
            question(database.games(), errors)
        }
        answer => answer,
    };
    answer.map_err(failure)
}

/// Answers a command: first the database, then the output may fail.
fn respond(
    games: &GameCollection,
    (query, options): (&GameQuery, &GamesOptions),
    stop: &StopToken,
    (output, errors): (&mut dyn Write, &mut dyn Write),
) -> Result<Result<(), CommandFailure>, DatabaseError> {
    let search = |sort, limit| search(query, options, sort, limit);
    match &options.command {
        GamesCommand::Tree => {
            let position = tree_position(options);
            let tree = games.opening_tree(&position, query, stop)?;
            Ok(match options.format {
                OutputFormat::Json => json::print(output, &TreeJson::of(&tree, &position)),
                OutputFormat::Text => print_tree(&tree, &position, output),
            }
            .map_err(Into::into))
        }
        &GamesCommand::Find { sort, limit } => {
            let found = games.find(search(sort, limit), stop)?;
            Ok(match options.format {
                OutputFormat::Json => json::print(output, &FoundGamesJson::of(&found)),
                OutputFormat::Text => print_games(&found, output),
            }
            .map_err(Into::into))
        }
        &GamesCommand::Export { sort, contents } => {
            export::write(games, search(sort, usize::MAX), contents, stop, output)
        }
        GamesCommand::Split(split) => {
            let search = search(split.sort, usize::MAX);
            split::write(games, search, split, (stop, options.format), (output, errors))
        }
        // They ask for all games before.
        GamesCommand::Tag { .. }
        | GamesCommand::Label { .. }
        | GamesCommand::Labels
        | GamesCommand::Duplicates { .. } => Ok(Ok(())),
    }
}

/// Splits the games of a file.
fn split_file(
    file: &Path,
    query: &GameQuery,
    options: &GamesOptions,
    interrupt: &Interrupt,
    (output, errors): (&mut dyn Write, &mut dyn Write),
) -> CommandResult {
    if let Some(problem) = query.problem() {
        return Err(problem.to_string().into());
    }
    let stop = interrupt.token();
    let indexed = {
        let line = RefCell::new(ProgressLine::new(errors));
        let on_progress = |done: u64, all: u64| {
            line.borrow_mut().show("Reading the games", &format!(" {:>3} %", done * 100 / all.max(1)));
            !stop.is_stopped()
        };
        let indexed = index_file(file, &on_progress);
        line.into_inner().finish();
        indexed
    };
    let (games, _) = indexed.map_err(|error| match error {
        LibraryError::Canceled => CommandFailure::Interrupted("canceled".to_owned()),
        error => error.to_string().into(),
    })?;
    respond(&games, (query, options), stop, (output, errors)).map_err(failure)??;
    Ok(CommandStatus::Done)
}

fn search<'q>(
    query: &'q GameQuery,
    options: &'q GamesOptions,
    sort: Option<GameSort>,
    limit: usize,
) -> GameSearch<'q> {
    GameSearch { query, position: options.position.as_ref(), sort, limit }
}

/// The position whose moves are counted.
fn tree_position(options: &GamesOptions) -> Position {
    options.position.clone().unwrap_or_else(Position::start)
}

fn failure(error: DatabaseError) -> CommandFailure {
    match error {
        DatabaseError::Canceled => CommandFailure::Interrupted("canceled".to_owned()),
        error => error.to_string().into(),
    }
}

/// The saved searches. What cannot be read of them is said.
fn read_searches(library: &Library, errors: &mut dyn Write) -> Result<SavedSearches, CommandFailure> {
    let file = library.saved_searches().map_err(|error| error.to_string())?;
    for problem in file.problems() {
        writeln!(errors, "warning: {}", sanitize(problem))?;
    }
    Ok(file.searches())
}

/// The games of the library for lists; what is damaged of the index is made again.
fn listed(database: &mut GameDatabase) -> Result<Arc<ListedGames>, CommandFailure> {
    database.list(&|_, _| true).map_err(failure)
}

/// Brings the index up to date with the files.
pub(super) fn update(
    database: &mut GameDatabase,
    stop: &StopToken,
    errors: &mut dyn Write,
) -> Result<(), CommandFailure> {
    let line = RefCell::new(ProgressLine::new(errors));
    let on_progress = |done: u64, all: u64| {
        line.borrow_mut().show("Indexing the games", &format!(" {:>3} %", done * 100 / all.max(1)));
        !stop.is_stopped()
    };
    let updated = database.update(&on_progress);
    line.into_inner().finish();
    let updated = updated.map_err(failure)?;
    for (file, reason) in &updated.unreadable {
        writeln!(errors, "warning: {}: {reason}", sanitize(&file.to_string_lossy()))?;
    }
    Ok(())
}

/// Shares of White's wins, draws and Black's wins among the games with a result, in percent. None where there is none.
fn percentages(counts: &GameCounts) -> Option<[String; 3]> {
    let counts = [counts.white, counts.draws, counts.black];
    let shares = shares(&counts, 100);
    counts.iter().any(|&count| count > 0).then(|| std::array::from_fn(|of| format!("{} %", shares[of])))
}

fn print_tree(tree: &OpeningTree, position: &Position, output: &mut dyn Write) -> io::Result<()> {
    let count = pluralized(usize::try_from(tree.counts.games).unwrap_or(usize::MAX), "game");
    match percentages(&tree.counts) {
        Some([white, draws, black]) => {
            writeln!(output, "{count}: White won {white}, drawn {draws}, Black won {black}")?;
        }
        None => writeln!(output, "{count}")?,
    }
    if tree.moves.is_empty() {
        return Ok(());
    }
    writeln!(output)?;
    writeln!(
        output,
        "{:<8}{:>11}{:>8}{:>8}{:>8}{:>7}{:>7}{:>6}",
        "move", "games", "white", "draw", "black", "Elo", "perf.", "last"
    )?;
    for found in &tree.moves {
        let counts = &found.counts;
        let san = notation::san(position, found.mv);
        let [white, draws, black] = percentages(counts).unwrap_or_default();
        let number = |number: Option<String>| number.unwrap_or_default();
        writeln!(
            output,
            "{san:<8}{:>11}{white:>8}{draws:>8}{black:>8}{:>7}{:>7}{:>6}",
            group_digits(counts.games),
            number(counts.average_elo().map(|elo| elo.to_string())),
            number(counts.performance().map(|elo| elo.to_string())),
            number(counts.last_year().map(|year| year.to_string())),
        )?;
    }
    Ok(())
}

fn print_games(games: &FoundGames, output: &mut dyn Write) -> io::Result<()> {
    let listed = games.first.len();
    let of_all = if listed < games.count {
        format!(", the first {}", group_digits(listed as u64))
    } else {
        String::new()
    };
    writeln!(output, "{}{of_all}", pluralized(games.count, "game"))?;
    for game in &games.first {
        writeln!(output, "{}", game_line(game))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct TreeJson {
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    moves: Vec<TreeMoveJson>,
}

#[derive(Serialize)]
struct TreeMoveJson {
    san: String,
    uci: String,
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    average_elo: Option<u64>,
    performance: Option<i32>,
    last_year: Option<u32>,
}

impl TreeJson {
    fn of(tree: &OpeningTree, position: &Position) -> Self {
        let moves = tree.moves.iter().map(|found| TreeMoveJson {
            san: notation::san(position, found.mv),
            uci: notation::uci(position, found.mv),
            games: found.counts.games,
            white: found.counts.white,
            draws: found.counts.draws,
            black: found.counts.black,
            average_elo: found.counts.average_elo(),
            performance: found.counts.performance(),
            last_year: found.counts.last_year(),
        });
        let GameCounts { games, white, draws, black, .. } = tree.counts;
        Self { games, white, draws, black, moves: moves.collect() }
    }
}

#[derive(Serialize)]
struct FoundGamesJson<'g> {
    games: usize,
    list: Vec<GameRow<'g>>,
}

impl<'g> FoundGamesJson<'g> {
    fn of(games: &'g FoundGames) -> Self {
        let list = (1..).zip(&games.first).map(|(number, game)| GameRow::of(number, game));
        Self { games: games.count, list: list.collect() }
    }
}
