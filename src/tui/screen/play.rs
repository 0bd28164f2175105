//! The game against the engine, or between two.

use ratatui::text::{Line, Span};

use crate::chess::Color;
use crate::chess::names::named;
use crate::chess::notation;
use crate::game::{Clock, Player, TimeControl};
use crate::tui::app::{App, Course, Found, Play};
use crate::tui::keymap::Action;
use crate::tui::theme::{Charset, Role, Theme, pieces};
use crate::tui::widget::clock::{self, Running};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{clip, prose, span, spread};
use crate::tui::widget::{distances, moves, score_text, verdict};

use super::{Scene, board, home, key_of, keys_note, looking_back, players};

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
    let captured = vec![captured_line(app, Color::White), captured_line(app, Color::Black)];
    let score = if play.over.is_some() { None } else { play.opinion() };
    let note = match play.over {
        Some(ending) => Some((Role::Strong, format!("{}. {}.", ending.title(), ending.reason()))),
        None if let Some(advice) = app.advice() => Some((Role::Good, advice.words())),
        None if !play.is_live() => Some(looking_back(app, "the game")),
        None if play.is_your_turn() && position.is_check() => {
            Some((Role::Warning, "You are in check".to_owned()))
        }
        None => watcher_note(app),
    };
    Scene { facts, panes, under: captured, score, figures: None, note }
}

/// The width below which the engine goes without its level, which the bar has too.
const NARROW: usize = 34;

/// Who plays, what time is left, and how it stands.
fn game_pane(app: &App, width: usize) -> Pane {
    let play = &app.play;
    let theme = app.theme;
    let mut body = Vec::new();
    let top = app.board.bottom.other();
    for color in [top, app.board.bottom] {
        body.push(player(app, color, width));
        body.extend(large_clock(app, color));
        if play.is_watched() && play.over.is_none() {
            body.push(thought(app, color, width));
        }
    }
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
            Player::BuiltIn { .. } | Player::Person => "seats another player",
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

/// One player: `♚ engine, level 4  thinking …      4:59`
fn player(app: &App, color: Color, width: usize) -> Line<'static> {
    let (play, theme) = (&app.play, app.theme);
    let turn = play.over.is_none() && play.turn() == color;
    let mark = if turn { theme.glyphs().here } else { " " };
    let man = pieces::inline(crate::chess::Role::King.of(color), theme.charset());
    let seated = play.setup.seats.of(color);
    let name = match (seated, width) {
        (Player::Outside(name), ..NARROW) if !play.is_watched() => clip(name, 8, theme.glyphs()),
        (Player::BuiltIn { .. }, ..NARROW) if !play.is_watched() => "engine".to_owned(),
        (Player::BuiltIn { level }, _) if !play.is_watched() => format!("engine, level {level}"),
        (player, _) => players::short(player, theme.glyphs()),
    };
    let doing = match () {
        () if !turn && play.pondering.is_some() => "ponders".to_owned(),
        () if !turn => String::new(),
        () if *seated == Player::Person => "to move".to_owned(),
        () if play.stalled.is_none() && play.is_watched() && width < NARROW => String::new(),
        () if play.stalled.is_some() => "has failed".to_owned(),
        () if play.thinking_since.is_some() => format!("thinking{}", theme.glyphs().more),
        () => "to move".to_owned(),
    };
    let left = vec![
        span(theme, Role::Key, format!("{mark} ")),
        span(
            theme,
            if color.is_white() { Role::Strong } else { Role::Ground },
            format!("{man} {:<6}", named(color)),
        ),
        span(theme, Role::Ground, name),
        span(theme, Role::Faint, format!("  {doing}")),
    ];
    let elsewhere = has_narrow_thought(play, width) || !large_clock(app, color).is_empty();
    let right = if elsewhere { Vec::new() } else { time(play, color, app, theme) };
    spread(left, right, width, theme.glyphs())
}

/// Whether what an engine thinks shares its line with the clock, so that the line above has room for the name.
fn has_narrow_thought(play: &Play, width: usize) -> bool {
    play.is_watched() && play.over.is_none() && width < NARROW
}

/// What an engine thinks of its last move, or of the one that it looks for: `    +0.35 d12 1. e4 e5`.
fn thought(app: &App, color: Color, width: usize) -> Line<'static> {
    let (play, theme) = (&app.play, app.theme);
    let narrow = has_narrow_thought(play, width);
    let clock = if narrow { time(play, color, app, theme) } else { Vec::new() };
    let Some(thought) = play.thought(color) else { return spread(Vec::new(), clock, width, theme.glyphs()) };
    let from = play.walk.tree().node(thought.at).position();
    let score = score_text::of_line(&thought.line, from.turn(), theme.glyphs());
    let indent = if narrow { 2 } else { 4 };
    let mut spans = vec![span(theme, score.role, format!("{:indent$}{:<6} ", "", score.text))];
    if !narrow && thought.depth.get() > 0 {
        spans.push(span(theme, Role::Faint, format!("d{:<2} ", thought.depth)));
    }
    if !narrow {
        let dots = if color.is_white() { "." } else { "..." };
        spans.push(span(theme, Role::Faint, format!("{}{dots} ", from.fullmoves())));
    }
    for (index, san) in notation::san_line(from, &thought.line.moves).into_iter().enumerate() {
        let role = if index == 0 { Role::Strong } else { Role::Faint };
        spans.extend([span(theme, role, san), Span::raw(" ")]);
    }
    spans.pop_if(|span| span.content == " ");
    spread(spans, clock, width, theme.glyphs())
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
            (Role::Faint, format!("two engines play: {pause} pauses, {players} seats you or others"))
        }
        Course::Paused => (Role::Warning, format!("Paused: {pause} goes on, {players} seats you or others")),
        Course::Stopped => (Role::Warning, format!("Stopped without a result; {pause} goes on after all")),
    })
}

fn time(play: &Play, color: Color, app: &App, theme: Theme) -> Vec<Span<'static>> {
    let Some(clock) = &play.clock else { return Vec::new() };
    vec![clock::face(clock.left(color, app.now), running(clock, color), theme)]
}

fn running(clock: &Clock, color: Color) -> Running {
    if clock.running() == Some(color) { Running::Yes } else { Running::No }
}

/// Columns and rows from which a clock is shown in large figures.
const ROOMY: (u16, u16) = (110, 36);

/// A clock in large figures, where the terminal has room for them and signs to make them of.
fn large_clock(app: &App, color: Color) -> Vec<Line<'static>> {
    let roomy = app.size.0 >= ROOMY.0 && app.size.1 >= ROOMY.1 && app.theme.charset() == Charset::Unicode;
    let Some(clock) = app.play.clock.as_ref().filter(|_| roomy) else { return Vec::new() };
    let rows = clock::large(clock.left(color, app.now), running(clock, color), app.theme);
    rows.into_iter().map(|row| Line::from(vec![Span::raw("    "), row])).collect()
}

/// A time control in words: `1 s a move`, `5 min + 3 s`.
#[must_use]
pub fn control_text(control: TimeControl) -> String {
    match control {
        TimeControl::PerMove(time) => format!("{} s a move", time.as_secs_f64()),
        TimeControl::Clock { base, increment } => {
            format!("{} min + {} s", base.as_secs() / 60, increment.as_secs())
        }
    }
}

/// The men that a side has taken, by what the other side lacks.
fn captured_line(app: &App, taker: Color) -> Line<'static> {
    let theme = app.theme;
    let position = app.play.walk.position();
    let start = app.play.walk.tree().node(app.play.walk.tree().start()).position();
    let other = taker.other();
    let mut men = String::new();
    for role in [
        crate::chess::Role::Queen,
        crate::chess::Role::Rook,
        crate::chess::Role::Bishop,
        crate::chess::Role::Knight,
        crate::chess::Role::Pawn,
    ] {
        let had = start.material().side(other).get(role).to_owned();
        let has = position.material().side(other).get(role).to_owned();
        for _ in has..had {
            men.push_str(pieces::inline(role.of(other), theme.charset()));
        }
    }
    if men.is_empty() {
        return Line::default();
    }
    Line::from(vec![
        span(theme, Role::Faint, format!("{} took ", named(taker))),
        span(theme, if other.is_white() { Role::Strong } else { Role::Ground }, men),
    ])
}
