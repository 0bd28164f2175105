//! Draws the page of famous games whose moves can be guessed.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::chess::Color;
use crate::chess::names::{color_name, pluralized};
use crate::practice::guess::ClassicGame;
use crate::tui::keymap::{BoardAction, GuessAction};
use crate::tui::model::{ActiveGuess, GuessState, PaneId, PracticeTab};
use crate::tui::scene::list_scene::{ListPreview, ListScene};
use crate::tui::scene::{ViewContext, key_for_footer, keys_note};
use crate::tui::theme::Role;
use crate::tui::widget::form::{self, ListWidgetEntry};
use crate::tui::widget::pane::Pane;

/// The facts for the status bar.
pub(crate) fn bar_facts(guess: &GuessState, tab: &PracticeTab) -> Vec<String> {
    let tried = tab.progress.guesses.game_count();
    vec![pluralized(guess.classics.len(), "famous game"), format!("{tried} guessed")]
}

/// The page.
pub(crate) fn scene<'a>(
    view: &ViewContext,
    guess: &'a GuessState,
    tab: &'a PracticeTab,
    list: Rect,
    details: Rect,
) -> ListScene<'a> {
    let games = &guess.classics;
    let width = usize::from(list.width);
    let rows = games.iter().enumerate().map(|(at, game)| {
        let chosen = at == guess.chosen;
        form::list_row(entry(view, tab, game, chosen), view.theme, width)
    });
    let lines: Vec<Line<'static>> = rows.collect();
    let pane = Pane::new(PaneId::List, "Guess the move", lines)
        .with_items(0, 0..games.len())
        .filling(Some(guess.chosen));
    ListScene {
        list: pane.with_note(keys_note(view, [GuessAction::Begin], "begins")),
        details: guess.chosen_classic().map(|game| details_pane(&view.inside(details), tab, game)),
        preview: guess.chosen_classic().map(preview),
        material: None,
        lines_below: Vec::new(),
        line_in_sight: None,
    }
}

/// The position in which the first move is guessed.
fn preview(game: &ClassicGame) -> ListPreview<'_> {
    let tree = &game.game.tree;
    let line = tree.main_line_from(tree.start());
    let node = game.first_ply.checked_sub(1).and_then(|last| line.get(last).copied()).unwrap_or(tree.start());
    ListPreview { position: tree.node(node).position(), last_move: tree.node(node).mv(), bottom: game.side() }
}

fn entry(view: &ViewContext, tab: &PracticeTab, game: &ClassicGame, chosen: bool) -> ListWidgetEntry {
    let name =
        vec![view.span(Role::Faint, format!("{} ", game.year())), view.span(Role::Ground, game.title())];
    let record = tab.progress.guesses.record(game.fingerprint, game.side());
    let note = match record {
        _ if is_paused(tab, game) => view.span(Role::Warning, "goes on"),
        Some(record) => view.span(Role::Success, percent(record.best.accuracy)),
        None => view.span(Role::Faint, ""),
    };
    ListWidgetEntry { name, note: vec![note], chosen }
}

fn is_paused(tab: &PracticeTab, game: &ClassicGame) -> bool {
    let is_of_game =
        |paused: &ActiveGuess| (paused.fingerprint, paused.guesses.side()) == (game.fingerprint, game.side());
    tab.paused.guess().is_some_and(is_of_game)
}

/// What is known of the chosen game.
fn details_pane(view: &ViewContext, tab: &PracticeTab, game: &ClassicGame) -> Pane {
    let side = game.side();
    let mut body = view.prose(Role::Strong, &game.players());
    let tag = |name| game.game.header.tag(name).unwrap_or_default();
    let place = format!("{}, {}", tag("Event"), game.year());
    body.extend(view.prose(Role::Faint, &place));
    body.extend(view.prose(Role::Faint, &record_text(tab, game)));
    body.push(Line::default());
    let text = format!(
        "The opening is played; then you guess the moves of {}. Each guess is compared with the move that was played \
         and with the engine's choice.",
        winner_name(game, side)
    );
    body.extend(view.prose(Role::Ground, &text));
    if let Some(key) = key_for_footer(view, BoardAction::GuessMoves) {
        let text =
            format!("Your own games: {key} in the list of games, and in an analysis from the position on.");
        body.extend(view.prose(Role::Faint, &text));
    }
    Pane::new(PaneId::Details, game.title(), body)
}

/// `White, Paul Morphy`
fn winner_name(game: &ClassicGame, side: Color) -> String {
    let name = side.fold_wb("White", "Black");
    format!("{}, {}", color_name(side), game.game.header.tag(name).unwrap_or("?"))
}

/// What was achieved in the game.
fn record_text(tab: &PracticeTab, game: &ClassicGame) -> String {
    let moves = pluralized(game.guess_count, "move");
    match tab.progress.guesses.record(game.fingerprint, game.side()) {
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
