//! Players: a side is taken over, or handed to an engine.

use crate::chess::Color;
use crate::chess::names::named;
use crate::game::{Player, Seats};
use crate::tui::app::{App, Course, Tone};
use crate::tui::dialog::new_game::Row;
use crate::tui::dialog::{Dialog, Seating};

use super::{Effect, engines, take_up};

/// Asks who is to play on. Where an engine outside has failed, the built-in one takes its place at once.
pub(in crate::tui::update) fn take_over(app: &mut App, effects: &mut Vec<Effect>) {
    let failed = app.play.mover().outside().is_some() && app.play.stalled.is_some();
    let seats = app.play.setup.seats.clone();
    if failed {
        let mut seats = seats;
        *seats.of_mut(app.play.turn()) = app.offer.built_in();
        return reseat(app, seats, effects);
    }
    let row = match app.play.setup.seats.you().unwrap_or_else(|| app.play.turn()) {
        Color::White => Row::White,
        Color::Black => Row::Black,
    };
    app.dialog = Some(Dialog::Seating(Seating::of(seats, app.engines.players(), row)));
}

/// Seats other players. Whoever thinks and stays is not disturbed.
pub(in crate::tui::update) fn reseat(app: &mut App, seats: Seats, effects: &mut Vec<Effect>) {
    let play = &mut app.play;
    if play.over.is_some() || play.setup.seats == seats {
        return;
    }
    let (before, turn) = (play.guests(), play.turn());
    let (mover, course) = ((play.mover().clone(), play.guest(turn)), play.course);
    let changed = |color: &Color| seats.of(*color) != play.setup.seats.of(*color);
    let changed: Vec<Color> = [Color::White, Color::Black].into_iter().filter(changed).collect();
    let words: Vec<String> = changed
        .iter()
        .map(|&color| format!("From here {} plays {}", name(seats.of(color)), named(color)))
        .collect();
    for color in changed {
        play.think(color, None);
    }
    if play.tip != play.walk.tree().start() {
        play.walk.tree_mut().node_mut(play.tip).notes.after.extend(words.iter().cloned());
    }
    play.setup.seats = seats;
    play.premove = None;
    // Somebody who has just sat down wants to play, and who has just handed a side over to see it played.
    play.course = Course::Going;
    if let Some(you) = play.setup.seats.you() {
        app.board.bottom = you;
    }
    for words in words {
        app.say(Tone::Note, words);
    }
    app.board.let_go();
    engines::call_players(app, &before, effects);
    effects.push(Effect::SaveGame);
    let play = &app.play;
    let stays = mover == (play.mover().clone(), play.guest(turn));
    if !stays || play.stalled.is_some() || course != Course::Going {
        take_up(app, effects);
    }
}

/// A player in a sentence of the game's record.
fn name(player: &Player) -> String {
    match player {
        Player::Person => "a person".to_owned(),
        Player::BuiltIn { .. } | Player::Outside(_) => player.name(),
    }
}
