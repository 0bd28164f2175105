//! The game against the engine, or between two.

mod side;

use ratatui::text::Line;

use crate::chess::Color;
use crate::chess::names::named;
use crate::game::{Player, TimeControl};
use crate::tui::app::{App, Course, Found, Tab};
use crate::tui::keymap::Action;
use crate::tui::theme::{Role, pieces};
use crate::tui::update::is_game_running;
use crate::tui::widget::eval_bar::Shows;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{prose, span};
use crate::tui::widget::{clock, distances, moves, verdict};

use super::{Scene, board, facts, home, key_of, keys_note, looking_back, players};

/// The keys of a game that are worth a place in the footer, the most useful first.
pub(super) const KEYS: &[Action] = &[
    Action::MoveNow,
    Action::TakeOver,
    Action::Hint,
    Action::NewGame,
    Action::Undo,
    Action::OfferDraw,
    Action::Resign,
    Action::StepBack,
    Action::Review,
    Action::AnalyzeHere,
    Action::Flip,
    Action::CopyChord,
    Action::Paste,
    Action::Palette,
    Action::Help,
    Action::Quit,
];

/// The same of a game of two engines.
pub(super) const WATCHING_KEYS: &[Action] = &[
    Action::MoveNow,
    Action::Pause,
    Action::TakeOver,
    Action::StopGame,
    Action::StepBack,
    Action::NewGame,
    Action::Review,
    Action::AnalyzeHere,
    Action::Undo,
    Action::Flip,
    Action::CopyChord,
    Action::Palette,
    Action::Help,
    Action::Quit,
];

/// What the screen shows.
#[must_use]
pub fn scene(app: &App, width: usize) -> Scene {
    let play = &app.play;
    let theme = app.theme;
    let position = play.walk.position();
    let seats = &play.setup.seats;
    let who = match seats.you() {
        Some(you) => [format!("you: {}", named(you)), players::short(seats.of(you.other()), theme.glyphs())],
        None if play.is_watched() => ["watching".to_owned(), players::pairing(seats, theme.glyphs())],
        None => ["you: both".to_owned(), "one board".to_owned()],
    };
    let facts = who.into_iter().chain([control_text(play.setup.control)]).collect();
    let mut panes = vec![game_pane(app, width)];
    let entries = app.sheet();
    if entries.is_empty() && play.over.is_none() && !play.is_watched() {
        panes.push(home::pane(app, width));
    }
    if let Some(ranking) = app.ranking().filter(|ranking| !ranking.moves.is_empty()) {
        panes.push(distances::pane(ranking, distances::Order::Cost, theme, width));
    }
    let moves = moves::pane("Moves", &board::items(&entries, app.play.walk.tree(), |_| None), theme, width)
        .headed(board::opening(app, width));
    panes.push(match entries.len() {
        0 => moves,
        _ => moves.noted(keys_note(app, &[Action::StepBack, Action::StepForward], "step")),
    });
    if facts::is_roomy(app, width) {
        panes.extend(app.shown().map(|shown| facts::pane(&shown, theme, width)));
    }
    let captured = vec![captured_line(app, Color::White), captured_line(app, Color::Black)];
    let bar = match play.over {
        Some(ending) => Shows::result(ending),
        // What the engine thinks would be help.
        None if app.eval_bar || play.is_watched() => Shows::score(play.opinion()),
        None => Shows::Nothing,
    };
    let note = match play.over {
        Some(ending) => Some((Role::Strong, format!("{}. {}.", ending.title(), ending.reason()))),
        None if let Some(advice) = app.advice() => Some((Role::Good, advice.words())),
        None if let (Some(premove), true) = (&play.premove, play.is_live()) => {
            let key = key_of(app, Action::Back).unwrap_or_default();
            Some((Role::Prompt, format!("{} waits for the engine's move; {key} drops it", premove.name)))
        }
        None if !play.is_live() => Some(looking_back(app, "the game")),
        None if play.is_your_turn() && position.is_check() => {
            Some((Role::Warning, "You are in check".to_owned()))
        }
        None => watcher_note(app),
    };
    Scene { facts, panes, under: captured, bar, figures: None, note }
}

/// Who plays, what time is left, and how it stands.
fn game_pane(app: &App, width: usize) -> Pane {
    let play = &app.play;
    let theme = app.theme;
    let mut body = Vec::new();
    let top = app.board.bottom.other();
    body.extend(side::lines(app, top, width));
    if side::has_large_clocks(app, width) {
        body.push(Line::default());
    }
    body.extend(side::lines(app, app.board.bottom, width));
    if let Some(ending) = play.over {
        let facts = verdict::Facts {
            position: play.walk.position(),
            ending: Some(ending),
            snapshot: None,
            work: verdict::Work::Done,
            by: None,
            found: Found::Now,
            of_moves: None,
        };
        body.push(Line::default());
        body.extend(verdict::pane(&facts, theme, width).body);
    }
    if let Some(reason) = &play.stalled {
        let key = |action| key_of(app, action).unwrap_or_default();
        let (again, over) = (key(Action::MoveNow), key(Action::TakeOver));
        let instead = match play.mover() {
            Player::Outside(_) => "lets the built-in engine play on",
            Player::BuiltIn { .. } | Player::Person => "changes players",
        };
        body.push(Line::default());
        body.extend(prose(theme, Role::Error, reason, width));
        let way = format!("The game waits. {again} asks it again, {over} {instead}.");
        body.extend(prose(theme, Role::Ground, &way, width));
    }
    let note = match play.over {
        Some(_) => vec![span(theme, Role::Exact, "GAME OVER")],
        None if play.course == Course::Paused => vec![span(theme, Role::Warning, "PAUSED")],
        None if play.course == Course::Stopped => vec![span(theme, Role::Warning, "STOPPED *")],
        None => vec![span(theme, Role::Faint, format!("move {}", play.walk.position().fullmoves()))],
    };
    let least = u16::try_from(body.len()).unwrap_or(2);
    Pane::new("Game", body).at_least(least).noted(note)
}

/// What a watcher can do, in the line where moves are typed.
fn watcher_note(app: &App) -> Option<(Role, String)> {
    let play = &app.play;
    if !play.is_watched() {
        return None;
    }
    let key = |action| key_of(app, action).unwrap_or_default();
    let (pause, players) = (key(Action::Pause), key(Action::TakeOver));
    Some(match play.course {
        _ if play.stalled.is_some() => (Role::Warning, "the game waits".to_owned()),
        Course::Going => {
            (Role::Faint, format!("two engines play: {pause} pauses, {players} changes players"))
        }
        Course::Paused => (Role::Warning, format!("Paused: {pause} goes on, {players} changes players")),
        Course::Stopped => (Role::Warning, format!("Stopped without a result; {pause} goes on after all")),
    })
}

/// The clocks of a running game while another tab is shown: `your game 4:59 - 5:00 (stands)`.
pub(super) fn clocks_of_game_left(app: &App) -> Option<String> {
    let play = &app.play;
    let clock = play.clock.as_ref().filter(|_| app.tab != Tab::Play && is_game_running(app))?;
    let [white, black] = [Color::White, Color::Black].map(|color| clock::text(clock.left(color, app.now)));
    let stands = if clock.running().is_none() { " (stands)" } else { "" };
    Some(format!("game {white} - {black}{stands}"))
}

/// A time control in words: `1 s a move`, `5 min + 3 s`.
#[must_use]
pub fn control_text(control: TimeControl) -> String {
    match control {
        TimeControl::PerMove(time) => format!("{} s a move", time.as_secs_f64()),
        TimeControl::Clock { base, increment } => {
            format!("{} min + {} s", base.as_secs_f64() / 60.0, increment.as_secs_f64())
        }
    }
}

/// The pieces that a side has captured, and its lead in material: `White took ♟♟  +2`.
fn captured_line(app: &App, taker: Color) -> Line<'static> {
    use crate::chess::Role as Kind;
    let (theme, walk) = (app.theme, &app.play.walk);
    let other = taker.other();
    let captured = walk.tree().captured_by(taker, walk.at());
    let kinds = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
    let icons: String = kinds
        .into_iter()
        .map(|kind| pieces::inline(kind.of(other), theme.charset()).repeat(usize::from(*captured.get(kind))))
        .collect();
    let material = walk.position().material();
    let lead = material.points(taker).saturating_sub(material.points(other));
    let mut spans = Vec::new();
    if !icons.is_empty() {
        spans.push(span(theme, Role::Faint, format!("{} took ", named(taker))));
        spans.push(span(theme, if other.is_white() { Role::Strong } else { Role::Ground }, icons));
    }
    if lead > 0 {
        let who = if spans.is_empty() { named(taker) } else { "" };
        spans.push(span(theme, Role::Faint, format!("{who} ")));
        spans.push(span(theme, Role::Strong, format!("+{lead}")));
    }
    Line::from(spans)
}
