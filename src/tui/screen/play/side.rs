//! One side of the running game: who plays it, what it does, its clock, and what its engine thinks.

use ratatui::text::{Line, Span};

use crate::chess::names::named;
use crate::chess::{Color, Role as Man, notation};
use crate::game::{Clock, Player};
use crate::tui::app::{App, Play};
use crate::tui::theme::{Charset, Role, Theme, pieces};
use crate::tui::widget::clock::{self, Running, Size};
use crate::tui::widget::score_text;
use crate::tui::widget::text::{clip, span, spread, width_of};

use super::super::players;

/// The width below which the engine goes without its level, which the bar has too.
const NARROW: usize = 34;

/// All that is told of a side.
pub(super) fn lines(app: &App, color: Color, width: usize) -> Vec<Line<'static>> {
    let watched = app.play.is_watched() && app.play.over.is_none();
    let thought = watched.then(|| thought(app, color, width));
    let player = match large_clock(app, color, width) {
        Some(clock) => beside(told(app, color, width), clock, width, app.theme),
        None => vec![player(app, color, width)],
    };
    player.into_iter().chain(thought).collect()
}

/// Whether the clocks are shown in large figures, so that the sides need a line between them.
pub(super) fn has_large_clocks(app: &App, width: usize) -> bool {
    large_clock(app, Color::White, width).is_some()
}

/// What is told of a side on the left of its large clock: its color, who plays it, and what it does.
fn told(app: &App, color: Color, width: usize) -> Vec<Vec<Span<'static>>> {
    let theme = app.theme;
    let role = if color.is_white() { Role::Strong } else { Role::Ground };
    let man = pieces::inline(Man::King.of(color), theme.charset());
    let under = |role, text: String| vec![Span::raw("    "), span(theme, role, text)];
    vec![
        vec![turn_mark(app, color), span(theme, role, format!("{man} {}", named(color)))],
        under(Role::Ground, name(app, color, width)),
        under(Role::Faint, doing(app, color, NARROW)),
    ]
}

/// Rows with the figures of a clock at their right.
fn beside(
    left: Vec<Vec<Span<'static>>>,
    clock: Vec<Span<'static>>,
    width: usize,
    theme: Theme,
) -> Vec<Line<'static>> {
    let rows = left.into_iter().map(Some).chain(std::iter::repeat(None));
    let rows = rows.zip(clock);
    rows.map(|(left, row)| spread(left.unwrap_or_default(), vec![row], width, theme.glyphs())).collect()
}

/// The sign before the side whose turn it is.
fn turn_mark(app: &App, color: Color) -> Span<'static> {
    let mark = if is_turn(app, color) { app.theme.glyphs().here } else { " " };
    span(app.theme, Role::Key, format!("{mark} "))
}

fn is_turn(app: &App, color: Color) -> bool {
    app.play.over.is_none() && app.play.turn() == color
}

/// Who plays the side.
fn name(app: &App, color: Color, width: usize) -> String {
    let (play, glyphs) = (&app.play, app.theme.glyphs());
    match (play.setup.seats.of(color), width) {
        (Player::Outside(name), ..NARROW) if !play.is_watched() => clip(name, 8, glyphs),
        (Player::BuiltIn { .. }, ..NARROW) if !play.is_watched() => "engine".to_owned(),
        (Player::BuiltIn { level }, _) if !play.is_watched() => format!("engine, level {level}"),
        (player, _) => players::short(player, glyphs),
    }
}

/// What the side does.
fn doing(app: &App, color: Color, width: usize) -> String {
    let (play, theme) = (&app.play, app.theme);
    let turn = is_turn(app, color);
    match () {
        () if !turn && play.pondering.is_some() => "ponders".to_owned(),
        () if !turn => String::new(),
        () if *play.setup.seats.of(color) == Player::Person => "to move".to_owned(),
        () if play.stalled.is_none() && play.is_watched() && width < NARROW => String::new(),
        () if play.stalled.is_some() => "has failed".to_owned(),
        () if play.thinking_since.is_some() => format!("thinking{}", theme.glyphs().more),
        () => "to move".to_owned(),
    }
}

/// One player: `♚ engine, level 4  thinking …      4:59`
fn player(app: &App, color: Color, width: usize) -> Line<'static> {
    let (play, theme) = (&app.play, app.theme);
    let man = pieces::inline(Man::King.of(color), theme.charset());
    let mut left = vec![
        turn_mark(app, color),
        span(
            theme,
            if color.is_white() { Role::Strong } else { Role::Ground },
            format!("{man} {:<6}", named(color)),
        ),
        span(theme, Role::Ground, name(app, color, width)),
    ];
    let right = if has_narrow_thought(play, width) { Vec::new() } else { time(play, color, app, theme) };
    let doing = span(theme, Role::Faint, format!("  {}", doing(app, color, width)));
    // Whose turn it is stands before the line as well.
    if width_of(&left) + doing.width() + width_of(&right) <= width {
        left.push(doing);
    }
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
    let room = width.saturating_sub(width_of(&clock) + usize::from(!clock.is_empty()));
    for (index, san) in notation::san_line(from, &thought.line.moves).into_iter().enumerate() {
        // Whole moves alone: the sign of a cut would take the room of one.
        if index > 0 && width_of(&spans) + san.len() > room {
            break;
        }
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

/// Rows of a terminal, and columns of a pane, from which a clock is shown in figures of a size.
const SIZES: [(u16, usize, Size); 2] = [(44, 60, Size::Huge), (24, NARROW, Size::Large)];

/// The cells that stay for what is told of a side beside its clock.
const TOLD: usize = 17;

/// A clock in large figures, where there is room for them and signs to make them of. An hour more or less does
/// not change how large they are.
fn large_clock(app: &App, color: Color, width: usize) -> Option<Vec<Span<'static>>> {
    let clock = app.play.clock.as_ref().filter(|_| app.theme.charset() == Charset::Unicode)?;
    let fits = |&&(rows, columns, _): &&(u16, usize, Size)| app.size.1 >= rows && width >= columns;
    let &(.., size) = SIZES.iter().find(fits)?;
    let rows = clock::large(clock.left(color, app.now), running(clock, color), size, app.theme);
    let wide = rows.iter().map(Span::width).max().unwrap_or_default();
    (wide + TOLD <= width).then_some(rows)
}
