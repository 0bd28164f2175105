//! Draws the game against the engine, or between two engines.

use ratatui::text::Line;

use crate::chess::Color;
use crate::chess::names::color_name;
use crate::game::Player;
use crate::tui::app::watch::SnapshotFreshness;
use crate::tui::app::{App, Tab};
use crate::tui::keymap::{AppAction, BoardAction, PlayAction};
use crate::tui::play::engine_turn::is_running as is_game_running;
use crate::tui::play::side_view;
use crate::tui::play::state::PlayStatus;
use crate::tui::scene::{BoardScene, history_note, key_for_footer, position_facts};
use crate::tui::theme::{Role, pieces};
use crate::tui::widget::eval_bar::EvalBarValue;
use crate::tui::widget::pane::{Pane, PaneId};
use crate::tui::widget::players::control_text;
use crate::tui::widget::text::{prose, span};
use crate::tui::widget::{clock, distances, players, verdict};
use crate::tui::{board, play};

/// What the screen shows.
#[must_use]
pub fn scene(app: &App, width: usize) -> BoardScene {
    let play = &app.play;
    let theme = app.theme;
    let position = play.walk.position();
    let seats = &play.setup.seats;
    let who = match seats.human_color() {
        Some(you) => [
            format!("you: {}", color_name(you)),
            players::short_name(seats.player(you.other()), theme.glyphs()),
        ],
        None if play.is_watched() => ["watching".to_owned(), players::pairing(seats, theme.glyphs())],
        None => ["you: both".to_owned(), "one board".to_owned()],
    };
    let facts = who.into_iter().chain([control_text(play.setup.time_control)]).collect();
    let mut panes = vec![game_pane(app, width)];
    let entries = app.move_list();
    if entries.is_empty() && play.ending.is_none() && !play.is_watched() {
        panes.push(play::home_view::pane(app, width));
    }
    if let Some(ranking) = app.ranking().filter(|ranking| !ranking.moves.is_empty()) {
        panes.push(distances::pane(ranking, distances::DistancesOrder::Cost, theme, width));
    }
    let items = board::view::move_list_items(&entries, app.play.walk.tree(), |_| None);
    let moves = board::view::moves_pane(app, &items, BoardAction::Step, width);
    panes.push(moves.with_head(board::view::opening(app, width)));
    if position_facts::is_roomy(app, width) {
        panes.extend(app.shown_position().map(|shown| position_facts::pane(&shown, theme, width)));
    }
    let captured = vec![captured_line(app, Color::White), captured_line(app, Color::Black)];
    let bar = match play.ending {
        Some(ending) => EvalBarValue::from_ending(ending),
        // The engine's evaluation would be help.
        None if app.config.play.eval_bar || play.is_watched() => {
            EvalBarValue::from_score(play.latest_score())
        }
        None => EvalBarValue::Hidden,
    };
    let note = match play.ending {
        Some(ending) => Some((Role::Strong, format!("{}. {}.", ending.title(), ending.reason()))),
        None if let Some(advice) = app.shown_hint() => Some((Role::Success, advice.text())),
        None if let (Some(premove), true) = (&play.premove, play.is_live()) => {
            let key = key_for_footer(app, AppAction::Back).unwrap_or_default();
            Some((Role::Prompt, format!("{} waits for the engine's move; {key} drops it", premove.name)))
        }
        None if !play.is_live() => Some(history_note(app, "the game")),
        None if play.is_your_turn() && position.is_check() => {
            Some((Role::Warning, "You are in check".to_owned()))
        }
        None => watching_note(app),
    };
    BoardScene {
        bar_facts: facts,
        panes,
        lines_below: captured,
        eval_bar: bar,
        score_text: None,
        prompt_note: note,
    }
}

/// The players, the time left, and the evaluation.
fn game_pane(app: &App, width: usize) -> Pane {
    let play = &app.play;
    let theme = app.theme;
    let mut body = Vec::new();
    let top = app.board.bottom.other();
    body.extend(side_view::player_lines(app, top, width));
    if side_view::has_large_clocks(app, width) {
        body.push(Line::default());
    }
    body.extend(side_view::player_lines(app, app.board.bottom, width));
    if let Some(ending) = play.ending {
        let facts = verdict::VerdictPaneData {
            position: play.walk.position(),
            ending: Some(ending),
            snapshot: None,
            progress: verdict::VerdictProgress::Done,
            external_engine: None,
            freshness: SnapshotFreshness::Fresh,
            search_moves: None,
        };
        body.push(Line::default());
        body.extend(verdict::pane(&facts, theme, width).body);
    }
    if let Some(reason) = &play.engine_failure {
        let key = |action| key_for_footer(app, action).unwrap_or_default();
        let (again, over) = (key(PlayAction::MoveNow), key(PlayAction::TakeOver));
        let instead = match play.player_to_move() {
            Player::External(_) => "lets the built-in engine play on",
            Player::BuiltIn { .. } | Player::Human => "changes players",
        };
        body.push(Line::default());
        body.extend(prose(theme, Role::Error, reason, width));
        let instruction = format!("The game waits. {again} asks it again, {over} {instead}.");
        body.extend(prose(theme, Role::Ground, &instruction, width));
    }
    let note = match play.ending {
        Some(_) => vec![span(theme, Role::Exact, "GAME OVER")],
        None if play.status == PlayStatus::Paused => vec![span(theme, Role::Warning, "PAUSED")],
        None if play.status == PlayStatus::Stopped => vec![span(theme, Role::Warning, "STOPPED *")],
        None => vec![span(theme, Role::Faint, format!("move {}", play.walk.position().fullmoves()))],
    };
    Pane::new(PaneId::Game, "Game", body).with_rows_of_text(u16::MAX).with_note(note)
}

/// What the user can do in a watched game, in the line of the prompt.
fn watching_note(app: &App) -> Option<(Role, String)> {
    let play = &app.play;
    if !play.is_watched() {
        return None;
    }
    let key = |action| key_for_footer(app, action).unwrap_or_default();
    let (pause, players) = (key(PlayAction::Pause), key(PlayAction::TakeOver));
    Some(match play.status {
        _ if play.engine_failure.is_some() => (Role::Warning, "the game waits".to_owned()),
        PlayStatus::Running => {
            (Role::Faint, format!("two engines play: {pause} pauses, {players} changes players"))
        }
        PlayStatus::Paused => (Role::Warning, format!("Paused: {pause} goes on, {players} changes players")),
        PlayStatus::Stopped => {
            (Role::Warning, format!("Stopped without a result; {pause} goes on after all"))
        }
    })
}

/// The clocks of a running game while another tab is shown: `your game 4:59 - 5:00 (stopped)`.
pub(crate) fn background_clocks(app: &App) -> Option<String> {
    let play = &app.play;
    let clock = play.clock.as_ref().filter(|_| app.tab != Tab::Play && is_game_running(app))?;
    let [white, black] =
        [Color::White, Color::Black].map(|color| clock::text(clock.remaining(color, app.now)));
    let stopped = if clock.running().is_none() { " (stands)" } else { "" };
    Some(format!("game {white} - {black}{stopped}"))
}

/// The pieces that a side has captured, and its lead in material: `White took ♟♟  +2`.
fn captured_line(app: &App, taker: Color) -> Line<'static> {
    use crate::chess::Role as PieceRole;
    let (theme, walk) = (app.theme, &app.play.walk);
    let other = taker.other();
    let captured = walk.tree().captured_by(taker, walk.node_id());
    let kinds = [PieceRole::Queen, PieceRole::Rook, PieceRole::Bishop, PieceRole::Knight, PieceRole::Pawn];
    let icons: String = kinds
        .into_iter()
        .map(|kind| {
            pieces::text_symbol(kind.of(other), theme.charset()).repeat(usize::from(*captured.get(kind)))
        })
        .collect();
    let material = walk.position().material();
    let lead = material.points(taker).saturating_sub(material.points(other));
    let mut spans = Vec::new();
    if !icons.is_empty() {
        spans.push(span(theme, Role::Faint, format!("{} took ", color_name(taker))));
        spans.push(span(theme, if other.is_white() { Role::Strong } else { Role::Ground }, icons));
    }
    if lead > 0 {
        let who = if spans.is_empty() { color_name(taker) } else { "" };
        spans.push(span(theme, Role::Faint, format!("{who} ")));
        spans.push(span(theme, Role::Strong, format!("+{lead}")));
    }
    Line::from(spans)
}
