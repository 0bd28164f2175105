//! What the copy action puts on the clipboard.

use crate::chess::{fen, notation};
use crate::game::pgn::{self, GameResult, PgnGame, PgnHeader};
use crate::tui::app::App;
use crate::tui::games;
use crate::tui::keymap::CopyFormat;
use crate::tui::message::{Effect, Effects};
use crate::tui::model::GameReadPurpose;
use crate::tui::navigation::Tab;

/// Copies the position, the game or the line to the clipboard, with a note.
pub(crate) fn copy(app: &mut App, format: CopyFormat, effects: &mut Effects) {
    if app.shared.tab == Tab::Games && format != CopyFormat::Fen {
        return games::update::read_selected(
            &mut app.games,
            &mut app.shared.with(effects),
            GameReadPurpose::Copy,
        );
    }
    let text = match format {
        CopyFormat::Fen if let Some(editor) = &app.editor.open => Some((editor.draft().fen(), "the FEN")),
        _ if app.editor.open.is_some() => None,
        CopyFormat::Fen => app.shown_position().map(|position| (fen::format(&position), "the FEN")),
        CopyFormat::Pgn => pgn(app).map(|text| (text, "the game as PGN")),
        CopyFormat::Line => line(app).map(|text| (text, "the line")),
    };
    match text {
        Some((text, what)) => {
            app.shared.show_note(format!("Copied {what}"));
            effects.push(Effect::Copy(text));
        }
        None => app.shared.show_note("Nothing to copy here"),
    }
}

/// The game of the screen with its tags, as PGN.
fn pgn(app: &App) -> Option<String> {
    let mut tree = app.shown_walk()?.tree().clone();
    let header = match app.shared.tab {
        Tab::Play => {
            tree.make_main_line(app.play.tip);
            app.play.own().header(app.play.ending)
        }
        Tab::Analyze => {
            let header_result = app.analyze.header.result;
            let ended = tree.main_line_from(tree.start()).last().and_then(|&end| tree.termination_at(end));
            let result =
                if header_result == GameResult::Unknown { ended.map(GameResult::from) } else { None };
            PgnHeader { result: result.unwrap_or(header_result), ..app.analyze.header.clone() }
        }
        _ => PgnHeader {
            result: app.shown_ending().map(GameResult::from).unwrap_or_default(),
            ..PgnHeader::default()
        },
    };
    Some(pgn::write(&PgnGame { header, tree }))
}

/// The moves of the selected line, else of the best one.
fn line(app: &App) -> Option<String> {
    if app.shared.tab != Tab::Analyze {
        let walk = app.shown_walk()?;
        let sans: Vec<&str> =
            walk.tree().line_to(walk.node_id()).into_iter().map(|id| walk.tree().node(id).san()).collect();
        return (!sans.is_empty()).then(|| sans.join(" "));
    }
    if let Some(line) = &app.analyze.walked_line {
        return Some(line.sans.join(" "));
    }
    let best = app.analyze.shown_snapshot(&app.shared)?.best_line()?;
    Some(notation::san_line(app.analyze.walk.position(), &best.moves).join(" "))
}
