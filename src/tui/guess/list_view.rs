//! Draws the page of famous games whose moves can be guessed.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::chess::Color;
use crate::chess::names::{color_name, pluralized};
use crate::practice::guess::ClassicGame;
use crate::tui::app::App;
use crate::tui::guess::state::ActiveGuess;
use crate::tui::keymap::GuessAction;
use crate::tui::scene::list_scene::{ListPreview, ListScene};
use crate::tui::scene::{key_for_footer, keys_note};
use crate::tui::theme::Role;
use crate::tui::widget::form::{self, ListWidgetEntry};
use crate::tui::widget::pane::{Pane, PaneId};
use crate::tui::widget::text::{prose, span};

/// The facts for the status bar.
pub(crate) fn bar_facts(app: &App) -> Vec<String> {
    let tried = app.practice.progress.guesses.game_count();
    vec![pluralized(app.guess.classics.len(), "famous game"), format!("{tried} guessed")]
}

/// The page.
pub(crate) fn scene(app: &App, list: Rect, details: Rect) -> ListScene<'_> {
    let games = &app.guess.classics;
    let width = usize::from(list.width);
    let rows = games.iter().enumerate().map(|(at, game)| {
        let chosen = at == app.guess.chosen;
        form::list_row(entry(app, game, chosen), app.theme, width)
    });
    let lines: Vec<Line<'static>> = rows.collect();
    let pane = Pane::new(PaneId::List, "Guess the move", lines)
        .with_items(0, 0..games.len())
        .filling(Some(app.guess.chosen));
    ListScene {
        list: pane.with_note(keys_note(app, [GuessAction::Begin], "begins")),
        details: app.guess.chosen_classic().map(|game| details_pane(app, game, usize::from(details.width))),
        preview: app.guess.chosen_classic().map(preview),
        material: None,
        lines_below: Vec::new(),
    }
}

/// The position in which the first move is guessed.
fn preview(game: &ClassicGame) -> ListPreview<'_> {
    let tree = &game.game.tree;
    let line = tree.main_line_from(tree.start());
    let node = game.first_ply.checked_sub(1).and_then(|last| line.get(last).copied()).unwrap_or(tree.start());
    ListPreview { position: tree.node(node).position(), last_move: tree.node(node).mv(), bottom: game.side() }
}

fn entry(app: &App, game: &ClassicGame, chosen: bool) -> ListWidgetEntry {
    let theme = app.theme;
    let name =
        vec![span(theme, Role::Faint, format!("{} ", game.year())), span(theme, Role::Ground, game.title())];
    let record = app.practice.progress.guesses.record(game.fingerprint, game.side());
    let note = match record {
        _ if is_paused(app, game) => span(theme, Role::Warning, "goes on"),
        Some(record) => span(theme, Role::Success, percent(record.best.accuracy)),
        None => span(theme, Role::Faint, ""),
    };
    ListWidgetEntry { name, note: vec![note], chosen }
}

fn is_paused(app: &App, game: &ClassicGame) -> bool {
    let is_of_game =
        |paused: &ActiveGuess| (paused.fingerprint, paused.guesses.side()) == (game.fingerprint, game.side());
    app.guess.paused.as_deref().is_some_and(is_of_game)
}

/// What is known of the chosen game.
fn details_pane(app: &App, game: &ClassicGame, width: usize) -> Pane {
    let theme = app.theme;
    let side = game.side();
    let mut body = prose(theme, Role::Strong, &game.players(), width);
    let tag = |name| game.game.header.tag(name).unwrap_or_default();
    let place = format!("{}, {}", tag("Event"), game.year());
    body.extend(prose(theme, Role::Faint, &place, width));
    body.extend(prose(theme, Role::Faint, &record_text(app, game), width));
    body.push(Line::default());
    let text = format!(
        "The opening is played; then you guess the moves of {}. Each guess is compared with the move that was played \
         and with the engine's choice.",
        winner_name(game, side)
    );
    body.extend(prose(theme, Role::Ground, &text, width));
    if let Some(key) = key_for_footer(app, GuessAction::BeginHere) {
        let text =
            format!("Your own games: {key} in the list of games, and in an analysis from the position on.");
        body.extend(prose(theme, Role::Faint, &text, width));
    }
    Pane::new(PaneId::Details, game.title(), body)
}

/// `White, Paul Morphy`
fn winner_name(game: &ClassicGame, side: Color) -> String {
    let name = side.fold_wb("White", "Black");
    format!("{}, {}", color_name(side), game.game.header.tag(name).unwrap_or("?"))
}

/// What was achieved in the game.
fn record_text(app: &App, game: &ClassicGame) -> String {
    let moves = pluralized(game.guess_count, "move");
    match app.practice.progress.guesses.record(game.fingerprint, game.side()) {
        None => format!("{moves} to guess, not tried yet."),
        Some(record) => {
            let best = record.best;
            format!(
                "{moves} to guess, guessed {}. Best: accuracy {}, {} of {} as in the game.",
                times(record.attempts),
                percent(best.accuracy),
                best.same,
                best.guessed
            )
        }
    }
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

/// Tenths of a percent as text: `88.3 %`.
pub(super) fn percent(tenths: u16) -> String {
    format!("{}.{} %", tenths / 10, tenths % 10)
}
