//! Draws the game against the engine, or between two engines.

use ratatui::text::Line;

use crate::chess::Color;
use crate::chess::names::color_name;
use crate::game::Player;
use crate::tui::board::move_list;
use crate::tui::keymap::{AppAction, BoardAction, PlayAction};
use crate::tui::model::{HintState, PaneId, PlayState, PlayStatus, PracticeTab, Shared, SnapshotFreshness};
use crate::tui::navigation::Tab;
use crate::tui::play::{engine_turn, side_view};
use crate::tui::scene::{BoardScene, SceneMarks, ViewContext, history_note, key_for_footer, position_facts};
use crate::tui::theme::{Role, pieces};
use crate::tui::widget::board::SquareTint;
use crate::tui::widget::eval_bar::EvalBarValue;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::players::control_text;
use crate::tui::widget::{clock, distances, players, verdict};
use crate::tui::{board, play};

/// What the screen shows.
pub(crate) fn scene(view: &ViewContext, play: &PlayState, tab: &PracticeTab) -> BoardScene {
    let theme = view.theme;
    let position = play.walk.position();
    let players = &play.setup.players;
    let who = match players.human_color() {
        Some(you) => [
            format!("you: {}", color_name(you)),
            players::short_name(players.player(you.other()), theme.glyphs()),
        ],
        None if play.is_watched() => ["watching".to_owned(), players::pairing(players, theme.glyphs())],
        None => ["you: both".to_owned(), "one board".to_owned()],
    };
    let facts = who.into_iter().chain([control_text(play.setup.time_control)]).collect();
    let mut panes = vec![game_pane(view, play)];
    let entries = move_list::shown(&play.walk);
    if entries.is_empty() && play.ending.is_none() && !play.is_watched() {
        panes.push(play::home_view::pane(view, play, tab));
    }
    if let Some(ranking) = play.shown_ranking(view.shared).filter(|ranking| !ranking.moves.is_empty()) {
        panes.push(distances::pane(ranking, distances::DistancesOrder::Cost, theme, view.width));
    }
    let items = board::view::move_list_items(&entries, play.walk.tree(), |_| None);
    let moves = board::view::moves_pane(view, &items, BoardAction::Step);
    panes.push(moves.with_head(board::view::opening(view, &play.walk)));
    if position_facts::is_roomy(view.shared, view.width) {
        panes.push(position_facts::pane(position, theme, view.width));
    }
    let captured = vec![captured_line(view, play, Color::White), captured_line(view, play, Color::Black)];
    let bar = match play.ending {
        Some(ending) => EvalBarValue::from_ending(ending),
        // The engine's evaluation would be help.
        None if view.shared.config.play.eval_bar || play.is_watched() => {
            EvalBarValue::from_score(play.latest_score())
        }
        None => EvalBarValue::Hidden,
    };
    let note = match play.ending {
        Some(ending) => Some((Role::Strong, format!("{}. {}.", ending.title(), ending.reason()))),
        None if let Some(hint) = view.shared.shown_hint(position) => Some((Role::Success, hint.text())),
        None if let (Some(premove), true) = (&play.premove, play.is_live()) => {
            let key = key_for_footer(view, AppAction::Back).unwrap_or_default();
            Some((Role::Prompt, format!("{} waits for the engine's move; {key} drops it", premove.name)))
        }
        None if !play.is_live() => Some(history_note(view, "the game")),
        None if play.is_your_turn() && position.is_check() => {
            Some((Role::Warning, "You are in check".to_owned()))
        }
        None => watching_note(view, play),
    };
    BoardScene {
        bar_facts: facts,
        panes,
        lines_below: captured,
        eval_bar: bar,
        score_text: None,
        prompt_note: note,
        marks: marks(play, view.shared),
    }
}

/// The premove, and the squares of the hint.
fn marks(play: &PlayState, shared: &Shared) -> SceneMarks {
    let mut marks = SceneMarks { ranking: play.shown_ranking(shared).cloned(), ..SceneMarks::default() };
    if let Some(premove) = play.premove.as_ref().filter(|_| play.is_live()) {
        marks.tint(premove.squares.iter().copied(), SquareTint::Premove);
    }
    let hint = shared.shown_hint(play.walk.position());
    marks.tint(hint.into_iter().flat_map(HintState::squares), SquareTint::Hint);
    marks
}

/// The players, the time left, and the evaluation.
fn game_pane(view: &ViewContext, play: &PlayState) -> Pane {
    let theme = view.theme;
    let mut body = Vec::new();
    let top = view.shared.board.bottom.other();
    body.extend(side_view::player_lines(view, play, top));
    if side_view::has_large_clocks(view, play) {
        body.push(Line::default());
    }
    body.extend(side_view::player_lines(view, play, view.shared.board.bottom));
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
        body.extend(verdict::pane(&facts, theme, view.width).body);
    }
    if let Some(reason) = &play.engine_failure {
        let key = |action| key_for_footer(view, action).unwrap_or_default();
        let (again, over) = (key(PlayAction::MoveNow), key(PlayAction::TakeOver));
        let instead = match play.player_to_move() {
            Player::External(_) => "lets the built-in engine play on",
            Player::BuiltIn { .. } | Player::Human => "changes players",
        };
        body.push(Line::default());
        body.extend(view.prose(Role::Error, reason));
        let instruction = format!("The game waits. {again} asks it again, {over} {instead}.");
        body.extend(view.prose(Role::Ground, &instruction));
    }
    let note = match play.ending {
        Some(_) => vec![view.span(Role::Exact, "GAME OVER")],
        None if play.status == PlayStatus::Paused => vec![view.span(Role::Warning, "PAUSED")],
        None if play.status == PlayStatus::Stopped => vec![view.span(Role::Warning, "STOPPED *")],
        None => vec![view.span(Role::Faint, format!("move {}", play.walk.position().fullmoves()))],
    };
    Pane::new(PaneId::Game, "Game", body).with_rows_of_text(u16::MAX).with_note(note)
}

/// What the user can do in a watched game, in the line of the prompt.
fn watching_note(view: &ViewContext, play: &PlayState) -> Option<(Role, String)> {
    if !play.is_watched() {
        return None;
    }
    let key = |action| key_for_footer(view, action).unwrap_or_default();
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
pub(crate) fn background_clocks(play: &PlayState, shared: &Shared) -> Option<String> {
    let clock = play.clock.as_ref().filter(|_| shared.tab != Tab::Play && engine_turn::is_running(play))?;
    let [white, black] =
        [Color::White, Color::Black].map(|color| clock::text(clock.remaining(color, shared.now)));
    let stopped = if clock.running().is_none() { " (stands)" } else { "" };
    Some(format!("game {white} - {black}{stopped}"))
}

/// The pieces that a side has captured, and its lead in material: `White took ♟♟  +2`.
fn captured_line(view: &ViewContext, play: &PlayState, taker: Color) -> Line<'static> {
    use crate::chess::Role as PieceRole;
    let (theme, walk) = (view.theme, &play.walk);
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
        spans.push(view.span(Role::Faint, format!("{} took ", color_name(taker))));
        spans.push(view.span(if other.is_white() { Role::Strong } else { Role::Ground }, icons));
    }
    if lead > 0 {
        let who = if spans.is_empty() { color_name(taker) } else { "" };
        spans.push(view.span(Role::Faint, format!("{who} ")));
        spans.push(view.span(Role::Strong, format!("+{lead}")));
    }
    Line::from(spans)
}
