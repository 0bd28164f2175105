//! Draws one side of the running game: its player, its status, its clock, and the engine's output.

use ratatui::text::{Line, Span};

use crate::chess::names::{color_name, move_number};
use crate::chess::{Color, Role as PieceRole, notation};
use crate::game::{Clock, Player};
use crate::tui::model::{PlayState, Shared};
use crate::tui::scene::ViewContext;
use crate::tui::theme::{Charset, Role, Theme, pieces};
use crate::tui::widget::clock::{ClockRunning, ClockSize};
use crate::tui::widget::text::{clip, spread, width_of};
use crate::tui::widget::{clock, players, score_text};

/// The width below which the engine goes without its level, which the bar has too.
const NARROW_WIDTH: usize = 34;

/// All that is shown of a side.
pub(crate) fn player_lines(view: &ViewContext, play: &PlayState, color: Color) -> Vec<Line<'static>> {
    let watched = play.is_watched() && play.ending.is_none();
    let thought = watched.then(|| thought(view, play, color));
    let player = match large_clock(view, play, color) {
        Some(clock) => beside(player_text(view, play, color), clock, view.width, view.theme),
        None => vec![player(view, play, color)],
    };
    player.into_iter().chain(thought).collect()
}

/// Whether the clocks are shown in large digits, so that the sides need a line between them.
pub(crate) fn has_large_clocks(view: &ViewContext, play: &PlayState) -> bool {
    large_clock(view, play, Color::White).is_some()
}

/// What is shown of a side on the left of its large clock: its color, its player, and its status.
fn player_text(view: &ViewContext, play: &PlayState, color: Color) -> Vec<Vec<Span<'static>>> {
    let theme = view.theme;
    let role = if color.is_white() { Role::Strong } else { Role::Ground };
    let king = pieces::text_symbol(PieceRole::King.of(color), theme.charset());
    let under = |role, text: String| vec![Span::raw("    "), view.span(role, text)];
    vec![
        vec![turn_mark(view, play, color), view.span(role, format!("{king} {}", color_name(color)))],
        under(Role::Ground, name(view, play, color)),
        under(Role::Faint, player_status(&view.with_width(NARROW_WIDTH), play, color)),
    ]
}

/// Rows with the digits of a clock at their right.
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

/// The sign before the side to move.
fn turn_mark(view: &ViewContext, play: &PlayState, color: Color) -> Span<'static> {
    let mark = if is_turn(play, color) { view.theme.glyphs().current } else { " " };
    view.span(Role::Key, format!("{mark} "))
}

fn is_turn(play: &PlayState, color: Color) -> bool {
    play.ending.is_none() && play.turn() == color
}

/// Who plays the side.
fn name(view: &ViewContext, play: &PlayState, color: Color) -> String {
    let (play, glyphs) = (play, view.theme.glyphs());
    match (play.setup.players.player(color), view.width) {
        (Player::External(name), ..NARROW_WIDTH) if !play.is_watched() => clip(name, 8, glyphs),
        (Player::BuiltIn { .. }, ..NARROW_WIDTH) if !play.is_watched() => "engine".to_owned(),
        (Player::BuiltIn { level }, _) if !play.is_watched() => format!("engine, level {level}"),
        (player, _) => players::short_name(player, glyphs),
    }
}

/// The side's status.
fn player_status(view: &ViewContext, play: &PlayState, color: Color) -> String {
    let (play, theme) = (play, view.theme);
    let turn = is_turn(play, color);
    match () {
        () if !turn && view.shared.engines.pondering.is_some() => "ponders".to_owned(),
        () if !turn => String::new(),
        () if *play.setup.players.player(color) == Player::Human => "to move".to_owned(),
        () if play.engine_failure.is_none() && play.is_watched() && view.width < NARROW_WIDTH => {
            String::new()
        }
        () if play.engine_failure.is_some() => "has failed".to_owned(),
        () if play.thinking_since.is_some() => format!("thinking{}", theme.glyphs().ellipsis),
        () => "to move".to_owned(),
    }
}

/// One player: `♚ engine, level 4  thinking …      4:59`
fn player(view: &ViewContext, play: &PlayState, color: Color) -> Line<'static> {
    let (play, theme) = (play, view.theme);
    let king = pieces::text_symbol(PieceRole::King.of(color), theme.charset());
    let mut left = vec![
        turn_mark(view, play, color),
        view.span(
            if color.is_white() { Role::Strong } else { Role::Ground },
            format!("{king} {:<6}", color_name(color)),
        ),
        view.span(Role::Ground, name(view, play, color)),
    ];
    let right =
        if has_narrow_thought(play, view.width) { Vec::new() } else { time(play, color, view.shared, theme) };
    let doing = view.span(Role::Faint, format!("  {}", player_status(view, play, color)));
    // The side to move is marked before the line as well.
    if width_of(&left) + doing.width() + width_of(&right) <= view.width {
        left.push(doing);
    }
    spread(left, right, view.width, theme.glyphs())
}

/// Whether an engine's evaluation shares its line with the clock, so that the line above has room for the
/// name.
fn has_narrow_thought(play: &PlayState, width: usize) -> bool {
    play.is_watched() && play.ending.is_none() && width < NARROW_WIDTH
}

/// An engine's evaluation and line, for its last move or the one that it searches: `    +0.35 d12 1. e4 e5`.
fn thought(view: &ViewContext, play: &PlayState, color: Color) -> Line<'static> {
    let (play, theme) = (play, view.theme);
    let narrow = has_narrow_thought(play, view.width);
    let clock = if narrow { time(play, color, view.shared, theme) } else { Vec::new() };
    let Some(thought) = play.thought(color) else {
        return spread(Vec::new(), clock, view.width, theme.glyphs());
    };
    let from = play.walk.tree().node(thought.node).position();
    let score = score_text::from_line(&thought.line, from.turn(), theme.glyphs());
    let indent = if narrow { 2 } else { 4 };
    let mut spans = vec![view.span(score.role, format!("{:indent$}{:<6} ", "", score.text))];
    if !narrow && thought.depth.get() > 0 {
        spans.push(view.span(Role::Faint, format!("d{:<2} ", thought.depth)));
    }
    if !narrow {
        let number = move_number(from.fullmoves().get(), color);
        spans.push(view.span(Role::Faint, format!("{number} ")));
    }
    let room = view.width.saturating_sub(width_of(&clock) + usize::from(!clock.is_empty()));
    for (index, san) in notation::san_line(from, &thought.line.moves).into_iter().enumerate() {
        // Only whole moves: an ellipsis would take the room of one.
        if index > 0 && width_of(&spans) + san.len() > room {
            break;
        }
        let role = if index == 0 { Role::Strong } else { Role::Faint };
        spans.extend([view.span(role, san), Span::raw(" ")]);
    }
    spans.pop_if(|span| span.content == " ");
    spread(spans, clock, view.width, theme.glyphs())
}

fn time(play: &PlayState, color: Color, shared: &Shared, theme: Theme) -> Vec<Span<'static>> {
    let Some(clock) = &play.clock else { return Vec::new() };
    vec![clock::time_span(clock.remaining(color, shared.now), running(clock, color), theme)]
}

fn running(clock: &Clock, color: Color) -> ClockRunning {
    if clock.running() == Some(color) { ClockRunning::Yes } else { ClockRunning::No }
}

/// Rows of a terminal, and columns of a pane, from which a clock is shown in digits of a size.
const CLOCK_SIZES: [(u16, usize, ClockSize); 2] =
    [(44, 60, ClockSize::Huge), (24, NARROW_WIDTH, ClockSize::Large)];

/// The cells that stay for a side's text beside its clock.
const MIN_PLAYER_TEXT_WIDTH: usize = 17;

/// A clock in large digits, where there is room for them and glyphs to draw them. An hour more or less does
/// not change their size.
fn large_clock(view: &ViewContext, play: &PlayState, color: Color) -> Option<Vec<Span<'static>>> {
    let clock = play.clock.as_ref().filter(|_| view.theme.charset() == Charset::Unicode)?;
    let fits =
        |&&(rows, columns, _): &&(u16, usize, ClockSize)| view.shared.size.1 >= rows && view.width >= columns;
    let &(.., size) = CLOCK_SIZES.iter().find(fits)?;
    let rows = clock::large_figures(
        clock.remaining(color, view.shared.now),
        running(clock, color),
        size,
        view.theme,
    );
    let wide = rows.iter().map(Span::width).max().unwrap_or_default();
    (wide + MIN_PLAYER_TEXT_WIDTH <= view.width).then_some(rows)
}
