//! The game against the engine.

use ratatui::text::{Line, Span};

use crate::chess::Color;
use crate::chess::names::named;
use crate::game::TimeControl;
use crate::tui::app::{App, Found, Play};
use crate::tui::keymap::Action;
use crate::tui::theme::{Role, Theme, pieces};
use crate::tui::widget::clock::{self, Running};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{clip, prose, span, spread};
use crate::tui::widget::{distances, moves, verdict};

use super::{Scene, board, home, key_of, keys_note, looking_back};

/// What the screen shows.
#[must_use]
pub fn scene(app: &App, width: usize) -> Scene {
    let play = &app.play;
    let theme = app.theme;
    let position = play.walk.position();
    let facts = vec![
        format!("you: {}", named(play.setup.you)),
        match &play.setup.opponent {
            Some(name) => clip(name, 16, theme.glyphs()),
            None => format!("level {}", play.setup.level.number()),
        },
        control_text(play.setup.control),
    ];
    let mut panes = vec![game_pane(app, width)];
    let entries = app.sheet();
    if entries.is_empty() && play.over.is_none() {
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
    let score = if play.over.is_some() { None } else { play.opinion };
    let note = match play.over {
        Some(ending) => Some((Role::Strong, format!("{}. {}.", ending.title(), ending.reason()))),
        None if let Some(advice) = app.advice() => Some((Role::Good, advice.words())),
        None if let (Some(premove), true) = (&play.premove, play.is_live()) => {
            let key = key_of(app, Action::Back).unwrap_or_default();
            Some((Role::Prompt, format!("{} waits for the engine's move; {key} drops it", premove.text)))
        }
        None if !play.is_live() => Some(looking_back(app, "the game")),
        None if play.is_your_turn() && position.is_check() => {
            Some((Role::Warning, "You are in check".to_owned()))
        }
        None => None,
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
        body.push(Line::default());
        body.extend(prose(theme, Role::Error, reason, width));
        let way = format!("The game waits. {again} asks it again, {over} lets the built-in engine play on.");
        body.extend(prose(theme, Role::Ground, &way, width));
    }
    let note = match play.over {
        Some(_) => vec![span(theme, Role::Exact, "GAME OVER")],
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
    let name = if color == play.setup.you {
        "you".to_owned()
    } else {
        match (&play.setup.opponent, width) {
            (Some(name), ..NARROW) => clip(name, 8, theme.glyphs()),
            (Some(name), _) => clip(name, 16, theme.glyphs()),
            (None, ..NARROW) => "engine".to_owned(),
            (None, _) => format!("engine, level {}", play.setup.level.number()),
        }
    };
    let doing = match () {
        () if !turn => String::new(),
        () if color == play.setup.you => "to move".to_owned(),
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
    spread(left, time(play, color, app, theme), width, theme.glyphs())
}

fn time(play: &Play, color: Color, app: &App, theme: Theme) -> Vec<Span<'static>> {
    let Some(clock) = &play.clock else { return Vec::new() };
    let running = if clock.running() == Some(color) { Running::Yes } else { Running::No };
    vec![clock::face(clock.left(color, app.now), running, theme)]
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
