//! What the copy key puts on the clipboard.

use crate::chess::{fen, notation};
use crate::game::pgn::{self, Game, GameResult, Header};
use crate::tui::app::games::Purpose;
use crate::tui::app::{App, Tab, Tone};
use crate::tui::keymap::Action;

use super::{Effect, games};

/// Copies the position, the game or the line, and says so.
pub(super) fn copy(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    if app.tab == Tab::Games && action != Action::CopyFen {
        return games::ask_for(app, Purpose::Copy, effects);
    }
    let text = match action {
        Action::CopyFen if let Some(editor) = &app.editor => Some((editor.draft().fen(), "the FEN")),
        _ if app.editor.is_some() => None,
        Action::CopyFen => app.shown().map(|position| (fen::format(&position), "the FEN")),
        Action::CopyPgn => pgn(app).map(|text| (text, "the game as PGN")),
        _ => line(app).map(|text| (text, "the line")),
    };
    match text {
        Some((text, what)) => {
            app.say(Tone::Note, format!("Copied {what}"));
            effects.push(Effect::Copy(text));
        }
        None => app.say(Tone::Note, "Nothing to copy here"),
    }
}

/// The game of the screen with its tags.
fn pgn(app: &App) -> Option<String> {
    let mut tree = app.walk()?.tree().clone();
    let header = match app.tab {
        Tab::Play => {
            tree.make_main_line(app.play.tip);
            app.play.own().header(app.play.over)
        }
        Tab::Analyze => {
            let told = app.study.header.result;
            let ended = tree.main_line_from(tree.start()).last().and_then(|&end| tree.ending_at(end));
            let result = if told == GameResult::Unknown { ended.map(GameResult::from) } else { None };
            Header { result: result.unwrap_or(told), ..app.study.header.clone() }
        }
        _ => Header { result: app.ending().map(GameResult::from).unwrap_or_default(), ..Header::default() },
    };
    Some(pgn::write(&Game { header, tree }))
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
