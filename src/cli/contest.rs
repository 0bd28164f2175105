//! A match between two engines: each opening twice, with the colors reversed; results, Elo with its error, and
//! every fault by name.

mod game;
mod opening;
mod player;
mod tally;

use std::io::{self, Write};

use crate::store::config::Loaded;
use crate::store::{Places, tail, trouble};

use super::Status;
use super::arguments::MatchOptions;
use super::interrupt::Interrupt;
use crate::chess::text::clean;

use game::{Played, Reason};
use player::Player;
use tally::Tally;

/// Plays a match and tells of each game and of the whole.
pub(super) fn run(
    options: &MatchOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Status> {
    let config = Places::of_user().map(|places| Loaded::from_user_file(&places.config).config);
    let config = config.unwrap_or_default();
    let mut players = Vec::new();
    for text in &options.players {
        match Player::of(text, &config) {
            Ok(player) => players.push(player),
            Err(reason) => {
                writeln!(errors, "error: {}: {reason}", clean(text))?;
                return Ok(Status::BadInput);
            }
        }
    }
    let Ok([mut first, mut second]) = <[Player; 2]>::try_from(players) else { return Ok(Status::BadInput) };
    if first.name == second.name {
        second.name.push_str(" (2)");
    }
    let interrupt = Interrupt::listen()?;
    for player in [&mut first, &mut second] {
        if let Err(reason) = player.call(interrupt.token()) {
            writeln!(errors, "error: {} {reason}", player.name)?;
            return Ok(Status::BadInput);
        }
    }
    let mut tally = Tally::default();
    for number in 0..options.games {
        let opening = opening::of(number / 2);
        // The first engine has White in the first game of each pair.
        let played = if number % 2 == 0 {
            game::play(&mut first, &mut second, opening, options.time, interrupt.token())
        } else {
            game::play(&mut second, &mut first, opening, options.time, interrupt.token())
        };
        let Some(played) = played else {
            tell_whole(&tally, [&first.name, &second.name], output)?;
            return Ok(Status::Interrupted);
        };
        let points = played.points_of(if number % 2 == 0 { game::Seat::White } else { game::Seat::Black });
        tally.count(points);
        tell(number, &played, output)?;
        if let Some(file) = &options.pgn
            && let Err(error) = tail::append(file, &played.pgn(number))
        {
            writeln!(errors, "error: {}: {}", file.display(), trouble::in_words(&error))?;
            return Ok(Status::BadInput);
        }
        output.flush()?;
    }
    tell_whole(&tally, [&first.name, &second.name], output)?;
    Ok(Status::Done)
}

fn tell(number: u32, played: &Played, output: &mut dyn Write) -> io::Result<()> {
    let why = match &played.reason {
        Reason::Ending(ending) => ending.title(),
        Reason::Fault(fault) => fault.clone(),
        Reason::TooLong => "too long, called a draw".to_owned(),
    };
    let [white, black] = &played.names;
    writeln!(
        output,
        "game {:>3}  {}  {white} - {black}  {} moves  {why}",
        number + 1,
        played.result(),
        played.moves()
    )
}

fn tell_whole(tally: &Tally, [first, second]: [&str; 2], output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "{first} - {second}: {tally}")
}
