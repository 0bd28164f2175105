//! `repertoire gaps` and `repertoire games`: repertoires against the games of the library.

use std::io::Write;
use std::sync::Arc;

use serde::Serialize;

use crate::chess::names::{color_name, group_digits, pluralized};
use crate::chess::{Color, fen, notation};
use crate::cli::failure::{CommandFailure, CommandResult};
use crate::cli::games::row::game_line;
use crate::cli::games::{ask, update};
use crate::cli::interrupt::Interrupt;
use crate::cli::json;
use crate::cli::options::OutputFormat;
use crate::cli::status::CommandStatus;
use crate::game::repertoire::{DepartureKind, RepertoireCoverage, RepertoireGap};
use crate::game::{GameQuery, Repertoire};
use crate::store::config::LoadedConfig;
use crate::store::database::GameDeparture;
use crate::store::repertoires::LoadedRepertoires;
use crate::store::{GameDatabase, Library, UserPaths};

/// Which games are looked at, against which repertoire, and how much is listed.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    /// A search as in the list of games.
    pub(super) query: &'q str,
    /// The side of the repertoire; both where none is given.
    pub(super) side: Option<Color>,
    /// The most rows.
    pub(super) limit: usize,
}

#[derive(Serialize)]
struct GapsJson {
    side: &'static str,
    games: u64,
    /// The share of games in which the repertoire has the player's move, by move numbers from 1.
    coverage: Vec<f64>,
    gaps: Vec<GapJson>,
}

#[derive(Serialize)]
struct GapJson {
    fen: String,
    way: String,
    san: String,
    share: f64,
    games: u32,
}

#[derive(Serialize)]
struct DepartureJson {
    file: String,
    offset: u64,
    white: String,
    black: String,
    date: String,
    result: String,
    side: &'static str,
    /// `player`, `opponent`, `ended` or `game`.
    left_by: &'static str,
    ply: usize,
    sentence: String,
}

/// The games of the library, brought up to date.
fn open(
    places: &UserPaths,
    interrupt: &Interrupt,
    errors: &mut dyn Write,
) -> Result<GameDatabase, CommandFailure> {
    let mut database = GameDatabase::open(&Library::new(places.games.clone()));
    update(&mut database, interrupt.token(), errors)?;
    Ok(database)
}

/// The search, with the user's names.
fn parse_query(places: &UserPaths, text: &str) -> Result<(GameQuery, Vec<String>), CommandFailure> {
    let my_names = LoadedConfig::from_user_file(&places.config).config.games.my_names;
    let query = GameQuery::new(text, &my_names);
    match query.problem() {
        Some(problem) => Err(problem.to_string().into()),
        None => Ok((query, my_names)),
    }
}

/// The repertoires that are asked about.
fn repertoires(loaded: &LoadedRepertoires, side: Option<Color>) -> impl Iterator<Item = &Arc<Repertoire>> {
    let sides = Color::ALL.into_iter().filter(move |&of| side.is_none_or(|side| side == of));
    sides.map(|side| loaded.repertoires.of(side)).filter(|repertoire| !repertoire.is_empty())
}

pub(super) fn gaps(
    loaded: &LoadedRepertoires,
    places: &UserPaths,
    question: Question<'_>,
    format: OutputFormat,
    (output, errors): (&mut dyn Write, &mut dyn Write),
) -> CommandResult {
    let (query, _) = parse_query(places, question.query)?;
    let interrupt = Interrupt::install()?;
    let mut database = open(places, &interrupt, errors)?;
    for repertoire in repertoires(loaded, question.side) {
        let stop = interrupt.token();
        let counts =
            ask(&mut database, stop, errors, |games, _| games.reply_counts(repertoire, &query, stop))?;
        let coverage = repertoire.coverage(&counts);
        match format {
            OutputFormat::Json => json::print(output, &gaps_json(repertoire, &coverage, question.limit))?,
            OutputFormat::Text => print_gaps(repertoire, &coverage, question.limit, output)?,
        }
    }
    Ok(CommandStatus::Done)
}

fn gaps_json(repertoire: &Repertoire, coverage: &RepertoireCoverage, limit: usize) -> GapsJson {
    let gap = |gap: &RepertoireGap| GapJson {
        fen: fen::format(repertoire.at(gap.place).position()),
        way: repertoire.way_text(gap.place),
        san: notation::san(repertoire.at(gap.place).position(), gap.reply),
        share: gap.share,
        games: gap.games,
    };
    GapsJson {
        side: color_name(repertoire.side()),
        games: coverage.games,
        coverage: coverage.by_move.clone(),
        gaps: coverage.gaps.iter().take(limit).map(gap).collect(),
    }
}

fn print_gaps(
    repertoire: &Repertoire,
    coverage: &RepertoireCoverage,
    limit: usize,
    output: &mut dyn Write,
) -> Result<(), CommandFailure> {
    let side = color_name(repertoire.side());
    if coverage.games == 0 {
        writeln!(
            output,
            "{side}: no game comes to the repertoire: all replies that are written count alike"
        )?;
    }
    let percents =
        (1..).zip(&coverage.by_move).map(|(number, share)| format!("{number}. {:.0} %", 100.0 * share));
    writeln!(
        output,
        "{side}: share of games in which you have a move, by moves: {}",
        percents.collect::<Vec<_>>().join("  ")
    )?;
    if coverage.gaps.is_empty() {
        writeln!(output, "  every reply has an answer")?;
    }
    for gap in coverage.gaps.iter().take(limit) {
        let (start, mut moves) = repertoire.way_to(gap.place);
        moves.push(gap.reply);
        let line = notation::numbered_line(repertoire.at(start).position(), &moves);
        let games = pluralized(gap.games as usize, "game");
        writeln!(output, "  {:>5.1} %  {line}  ({games})", 100.0 * gap.share)?;
    }
    if coverage.gaps.len() > limit {
        writeln!(output, "  and {} more", group_digits((coverage.gaps.len() - limit) as u64))?;
    }
    Ok(())
}

pub(super) fn games(
    loaded: &LoadedRepertoires,
    places: &UserPaths,
    question: Question<'_>,
    format: OutputFormat,
    (output, errors): (&mut dyn Write, &mut dyn Write),
) -> CommandResult {
    let (query, my_names) = parse_query(places, question.query)?;
    if my_names.is_empty() {
        let advice = "the settings do not say who you are: put your names into games.my_names";
        return Err(advice.to_owned().into());
    }
    let interrupt = Interrupt::install()?;
    let mut database = open(places, &interrupt, errors)?;
    for repertoire in repertoires(loaded, question.side) {
        let side = repertoire.side();
        let mine = query.clone().with_user_color(side);
        let stop = interrupt.token();
        let found = ask(&mut database, stop, errors, |games, _| games.departures(repertoire, &mine, stop))?;
        match format {
            OutputFormat::Json => {
                for game in found.iter().take(question.limit) {
                    json::print(output, &departure_json(repertoire, game))?;
                }
            }
            OutputFormat::Text => print_departures(repertoire, &found, question.limit, output)?,
        }
    }
    Ok(CommandStatus::Done)
}

fn departure_json(repertoire: &Repertoire, of: &GameDeparture) -> DepartureJson {
    let GameDeparture { game, departure, start } = of;
    DepartureJson {
        file: game.file.to_string_lossy().into_owned(),
        offset: game.offset,
        white: game.white.clone(),
        black: game.black.clone(),
        date: game.date.clone(),
        result: game.result.to_string(),
        side: color_name(repertoire.side()),
        left_by: match departure.kind {
            DepartureKind::ByPlayer => "player",
            DepartureKind::ByOpponent => "opponent",
            DepartureKind::RepertoireEnded => "ended",
            DepartureKind::GameEnded => "game",
        },
        ply: departure.ply,
        sentence: departure.sentence(repertoire, start),
    }
}

fn print_departures(
    repertoire: &Repertoire,
    found: &[GameDeparture],
    limit: usize,
    output: &mut dyn Write,
) -> Result<(), CommandFailure> {
    let count = |kind| found.iter().filter(|game| game.departure.kind == kind).count();
    writeln!(
        output,
        "{}: {} in your repertoire: you left it in {}, your opponent in {}, it ended in {}",
        color_name(repertoire.side()),
        pluralized(found.len(), "game"),
        group_digits(count(DepartureKind::ByPlayer) as u64),
        group_digits(count(DepartureKind::ByOpponent) as u64),
        group_digits(count(DepartureKind::RepertoireEnded) as u64),
    )?;
    for GameDeparture { game, departure, start } in found.iter().take(limit) {
        writeln!(output, "  {}", game_line(game))?;
        writeln!(output, "    {}", departure.sentence(repertoire, start))?;
    }
    if found.len() > limit {
        writeln!(output, "  and {} more", group_digits((found.len() - limit) as u64))?;
    }
    Ok(())
}
