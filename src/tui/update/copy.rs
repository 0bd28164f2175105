//! What the copy key puts on the clipboard.

use crate::chess::{Color, fen, notation};
use crate::game::pgn::{Game, write};
use crate::tui::app::{App, Tab, Tone};
use crate::tui::keymap::Action;

use super::Effect;

/// Copies the position, the game or the line, and says so.
pub(super) fn copy(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    let text = match action {
        Action::CopyFen => app.shown().map(|position| (fen::format(&position), "the FEN")),
        Action::CopyPgn => pgn(app).map(|text| (text, "the game as PGN")),
        _ => line(app).map(|text| (text, "the line")),
    };
    match text {
        Some((text, what)) => {
            app.say(Tone::Note, format!("Copied {what}"));
            effects.push(Effect::Copy(text));
        }
        None => app.say(Tone::Note, "There is nothing to copy here"),
    }
}

/// The game of the screen with its tags.
fn pgn(app: &App) -> Option<String> {
    let walk = app.walk()?;
    let (white, black) = match app.tab {
        Tab::Play => {
            let setup = &app.play.setup;
            let built_in = || format!("Matescope level {}", setup.level.number());
            let engine = setup.opponent.clone().unwrap_or_else(built_in);
            match app.play.setup.you {
                Color::White => ("You".to_owned(), engine),
                Color::Black => (engine, "You".to_owned()),
            }
        }
        _ => ("?".to_owned(), "?".to_owned()),
    };
    let tags = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
    let mut tags: Vec<(String, String)> =
        tags.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    tags.push(("White".to_owned(), white));
    tags.push(("Black".to_owned(), black));
    let result = app.ending().map_or("*", |ending| match ending.outcome().winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    });
    Some(write::write(&Game { tags, tree: walk.tree().clone(), result: result.to_owned() }))
}

/// The moves of the walked line, else of the best one.
fn line(app: &App) -> Option<String> {
    if app.tab != Tab::Analyze {
        let walk = app.walk()?;
        let sans: Vec<&str> =
            walk.tree().line_to(walk.at()).into_iter().map(|id| walk.tree().node(id).san()).collect();
        return (!sans.is_empty()).then(|| sans.join(" "));
    }
    if let Some(line) = &app.study.line {
        return Some(line.sans.join(" "));
    }
    let best = app.heard()?.best_line()?;
    Some(notation::san_line(app.study.walk.position(), &best.moves).join(" "))
}
