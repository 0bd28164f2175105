//! One side of the running game: who plays it, what it does, its clock, and what its engine thinks.

use ratatui::text::{Line, Span};

use crate::chess::names::named;
use crate::chess::{Color, Role as Man, notation};
use crate::game::{Clock, Player};
use crate::tui::app::{App, Play};
use crate::tui::theme::{Charset, Role, Theme, pieces};
use crate::tui::widget::clock::{self, Running};
use crate::tui::widget::score_text;
use crate::tui::widget::text::{clip, span, spread};

use super::super::players;

/// The width below which the engine goes without its level, which the bar has too.
const NARROW: usize = 34;

/// All that is told of a side.
pub(super) fn lines(app: &App, color: Color, width: usize) -> Vec<Line<'static>> {
    let watched = app.play.is_watched() && app.play.over.is_none();
    let thought = watched.then(|| thought(app, color, width));
    let clock = large_clock(app, color);
    std::iter::once(player(app, color, width)).chain(clock).chain(thought).collect()
}

/// One player: `♚ engine, level 4  thinking …      4:59`
fn player(app: &App, color: Color, width: usize) -> Line<'static> {
    let (play, theme) = (&app.play, app.theme);
    let turn = play.over.is_none() && play.turn() == color;
    let mark = if turn { theme.glyphs().here } else { " " };
    let man = pieces::inline(Man::King.of(color), theme.charset());
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
