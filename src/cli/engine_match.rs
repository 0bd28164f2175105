//! `match`: a match between two engines. Each opening is played twice with colors reversed; prints results,
//! the Elo difference with its error, and every protocol violation.

mod game;
mod opening;
mod player;

use std::io::{self, Write};

use game::{MatchGame, MatchGameEnd};
use opening::MatchOpenings;
use player::MatchPlayer;

use super::failure::CommandResult;
use super::interrupt::Interrupt;
use super::options::MatchOptions;
use super::status::CommandStatus;
use crate::chess::Color;
use crate::engine::match_score::MatchScore;
use crate::store::config::LoadedConfig;
use crate::store::io_error::FileError;
use crate::store::{UserPaths, output};

/// Plays a match and prints each game's result and the score.
pub(super) fn run(options: &MatchOptions, output: &mut dyn Write) -> CommandResult {
    let config = UserPaths::find().map(|places| LoadedConfig::from_user_file(&places.config).config);
    let config = config.unwrap_or_default();
    let mut players = Vec::new();
    for text in &options.players {
        players.push(MatchPlayer::from_text(text, &config).map_err(|reason| format!("{text}: {reason}"))?);
    }
    let Ok([mut first, mut second]) = <[MatchPlayer; 2]>::try_from(players) else {
        return Ok(CommandStatus::BadInput);
    };
    if first.name == second.name {
        second.name.push_str(" (2)");
    }
    // A file that cannot be written is reported before anything is played.
    append_games(options, "")?;
    let interrupt = Interrupt::install()?;
    for player in [&mut first, &mut second] {
        let ready = player.wait_until_ready(interrupt.token());
        ready.map_err(|reason| format!("{} {reason}", player.name))?;
    }
    let mut tally = MatchScore::default();
    // Each opening twice.
    let openings = MatchOpenings::new().flat_map(|opening| [opening.clone(), opening]);
    for (number, opening) in (0..options.games).zip(openings) {
        // The first engine has White in the first game of each pair.
        let played = if number % 2 == 0 {
            game::play(&mut first, &mut second, opening, options.time, interrupt.token())
        } else {
            game::play(&mut second, &mut first, opening, options.time, interrupt.token())
        };
        let played = match played {
            Ok(Some(played)) => played,
            Ok(None) => {
                print_score(&tally, [&first.name, &second.name], output)?;
                return Ok(CommandStatus::Interrupted);
            }
            Err(reason) => {
                if number > 0 {
                    print_score(&tally, [&first.name, &second.name], output)?;
                }
                return Err(reason.into());
            }
        };
        tally.add(played.points_of(Color::from_white(number % 2 == 0)));
        print_game(number, &played, output)?;
        append_games(options, &played.pgn(number))?;
        output.flush()?;
    }
    print_score(&tally, [&first.name, &second.name], output)?;
    Ok(CommandStatus::Done)
}

/// Adds the text of games to the file of the match, if it has one; an error as a sentence.
fn append_games(options: &MatchOptions, pgn: &str) -> Result<(), String> {
    let Some(file) = &options.pgn else { return Ok(()) };
    output::append(file, pgn).map_err(|error| FileError::of(file)(error).to_string())
}

fn print_game(number: u32, played: &MatchGame, output: &mut dyn Write) -> io::Result<()> {
    let reason = match &played.reason {
        MatchGameEnd::Ending(ending) => ending.title(),
        MatchGameEnd::PlayerFault(fault) => fault.clone(),
        MatchGameEnd::TooLong => "too long, called a draw".to_owned(),
    };
    let [white, black] = &played.names;
    writeln!(
        output,
        "game {:>3}  {}  {white} - {black}  {} moves  {reason}",
        number + 1,
        played.result(),
        played.moves()
    )
}

fn print_score(tally: &MatchScore, [first, second]: [&str; 2], output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "{first} - {second}: {tally}")
}
