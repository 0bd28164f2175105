//! The evaluation graph of a game: White's expected score, position by position, with the marks of the moves
//! below.
//!
//! The background is Black's share and what rises in it is White's, as in the evaluation bar. Only a certain
//! win reaches an edge. Without colors the height says the same.

use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::chess::Color;
use crate::practice::review::MoveJudgment;
use crate::tui::theme::{Role, Theme, mix};
use crate::tui::widget::text::span;

/// One position of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvalGraphPoint {
    /// White's expected score.
    pub value: EvalGraphValue,
    /// The mark of the move that led here.
    pub mark: Option<MoveJudgment>,
    /// The number of that move where White played it: what the axis counts.
    pub number: Option<u32>,
}

/// White's expected score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EvalGraphValue {
    /// Not evaluated yet.
    Unknown,
    /// From 0 to 1, by a search.
    Expected(f64),
    /// This side certainly wins.
    Won(Color),
    /// It is certainly a draw.
    Drawn,
}

/// The cells of the label at the left.
const LABEL_WIDTH: usize = 2;

/// The places up to which every fifth move is numbered; every tenth in longer games.
const MAX_POINTS_FOR_FIFTHS: usize = 60;

/// The rows below the graph: two for the marks, one for the numbers of the moves.
pub const ROWS_BELOW: usize = 3;

/// The graph: `height` rows and [`ROWS_BELOW`] rows under it, with the current position at `here`.
pub(crate) fn lines(
    places: &[EvalGraphPoint],
    here: Option<usize>,
    height: usize,
    width: usize,
    theme: Theme,
) -> Vec<Line<'static>> {
    let columns = columns(places.len(), width.saturating_sub(LABEL_WIDTH));
    let is_here = |range: &Range<usize>| here.is_some_and(|here| range.contains(&here));
    let mut lines: Vec<Line<'static>> = (0..height)
        .map(|row| {
            let name = match row {
                0 => "W",
                _ if row + 1 == height => "B",
                _ if row == height / 2 => "=",
                _ => " ",
            };
            let mut spans = vec![span(theme, Role::Faint, format!("{name} "))];
            let cells = columns.iter().map(|range| {
                let share = places[range.clone()].last().map_or(EvalGraphValue::Unknown, |place| place.value);
                cell(share, (height - 1 - row, height), is_here(range), theme)
            });
            spans.extend(cells);
            Line::from(spans)
        })
        .collect();
    lines.extend([0, 1].map(|row| marks(places, &columns, row, theme)));
    lines.push(axis(places, &columns, here, theme));
    lines
}

/// The place in the game under a column of the graph; a marked one where several share it.
pub(crate) fn point_at(places: &[EvalGraphPoint], width: usize, column: usize) -> Option<usize> {
    let columns = columns(places.len(), width.saturating_sub(LABEL_WIDTH));
    let range = columns.get(column.checked_sub(LABEL_WIDTH)?)?.clone();
    let worst = range.clone().max_by_key(|&place| places[place].mark);
    worst.filter(|&place| places[place].mark.is_some()).or(range.last())
}

/// The positions in each column: several columns for each in a short game, several positions in one column in
/// a long one.
fn columns(count: usize, room: usize) -> Vec<Range<usize>> {
    const MAX_COLUMNS_PER_POINT: usize = 6;
    if count == 0 || room == 0 {
        return Vec::new();
    }
    if count <= room {
        let room = room.min(count * MAX_COLUMNS_PER_POINT);
        return (0..room).map(|column| column * count / room).map(|place| place..place + 1).collect();
    }
    (0..room).map(|column| column * count / room..(column + 1) * count / room).collect()
}

/// One cell of the graph, in the row `above` rows over the lowest of `rows`.
fn cell(share: EvalGraphValue, (above, rows): (usize, usize), here: bool, theme: Theme) -> Span<'static> {
    let glyphs = theme.glyphs();
    let Some(filled) = eighths(share, rows * 8) else {
        let dot = if above == rows / 2 { glyphs.dot } else { " " };
        return span(theme, Role::Faint, dot);
    };
    let level = filled.saturating_sub(above * 8).min(8);
    if theme.is_mono() {
        let sign = if level == 0 && here { glyphs.bar } else { glyphs.bar_heights[level] };
        return span(theme, Role::Ground, sign);
    }
    let (white, black) = (theme.fill(Role::WhiteShare), theme.fill(Role::BlackShare));
    let tint = theme.fill(Role::Cursor);
    let (white, black) = if here { (mix(white, tint, 90), mix(black, tint, 110)) } else { (white, black) };
    let style = Style::new().fg(white).bg(if level == 8 { white } else { black });
    Span::styled(if level == 8 { " " } else { glyphs.bar_heights[level] }, style)
}

/// The filled part of a column of so many eighths; None where nothing is known.
fn eighths(share: EvalGraphValue, all: usize) -> Option<usize> {
    let share = match share {
        EvalGraphValue::Unknown => return None,
        EvalGraphValue::Won(Color::White) => return Some(all),
        EvalGraphValue::Won(Color::Black) => return Some(0),
        EvalGraphValue::Drawn => 0.5,
        EvalGraphValue::Expected(share) => share,
    };
    let all = u16::try_from(all).unwrap_or(u16::MAX);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share lies between 0 and 1"
    )]
    let filled = (share * f64::from(all)).round() as u16;
    // The outermost steps are for what is certain.
    Some(usize::from(filled.clamp(1, all.saturating_sub(2).max(1))))
}

/// The marks under the columns, their first sign in the upper row and their second in the lower one.
fn marks(places: &[EvalGraphPoint], columns: &[Range<usize>], row: usize, theme: Theme) -> Line<'static> {
    let mut spans = vec![Span::raw(" ".repeat(LABEL_WIDTH))];
    let mut last = None;
    for range in columns {
        let mark = range.clone().filter_map(|place| places[place].mark).max();
        let sign = mark.and_then(|mark| mark.glyph().get(row..=row)).filter(|_| last != Some(range));
        let role = mark.map_or(Role::Ground, mark_role);
        spans.push(span(theme, role, sign.unwrap_or(" ")));
        last = Some(range);
    }
    Line::from(spans)
}

/// The move numbers, with a sign under the current place.
fn axis(
    places: &[EvalGraphPoint],
    columns: &[Range<usize>],
    here: Option<usize>,
    theme: Theme,
) -> Line<'static> {
    let mut signs = vec![" ".to_owned(); columns.len()];
    let (mut free, mut last) = (0, None);
    let step = if places.len() > MAX_POINTS_FOR_FIFTHS { 10 } else { 5 };
    for (column, range) in columns.iter().enumerate() {
        let numbers = range.clone().filter_map(|place| places[place].number);
        let Some(number) = numbers.clone().find(|&number| number == 1 || number % step == 0) else {
            continue;
        };
        let text = number.to_string();
        let known = last.replace(number) == Some(number);
        if known || column < free || column + text.len() > columns.len() {
            continue;
        }
        for (sign, letter) in signs[column..].iter_mut().zip(text.chars()) {
            *sign = letter.to_string();
        }
        free = column + text.len() + 1;
    }
    let pointed = here.and_then(|here| columns.iter().position(|range| range.contains(&here)));
    let mut spans = vec![Span::raw(" ".repeat(LABEL_WIDTH))];
    spans.extend(signs.into_iter().enumerate().map(|(column, sign)| {
        if Some(column) == pointed {
            span(theme, Role::Key, theme.glyphs().arrows[2])
        } else {
            span(theme, Role::Faint, sign)
        }
    }));
    Line::from(spans)
}

/// How a mark is drawn.
pub(crate) const fn mark_role(mark: MoveJudgment) -> Role {
    match mark {
        MoveJudgment::Inaccuracy => Role::Faint,
        MoveJudgment::Mistake => Role::Mistake,
        MoveJudgment::Blunder => Role::Blunder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Charset, ColorScheme, ThemeColorDepth};

    fn game(shares: &[EvalGraphValue]) -> Vec<EvalGraphPoint> {
        let place = |(index, &share): (usize, &EvalGraphValue)| EvalGraphPoint {
            value: share,
            mark: (index == 2).then_some(MoveJudgment::Blunder),
            number: (index % 2 == 1).then(|| u32::try_from(index / 2 + 1).unwrap()),
        };
        shares.iter().enumerate().map(place).collect()
    }

    fn drawn(places: &[EvalGraphPoint], charset: Charset) -> Vec<String> {
        let theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, charset);
        lines(places, Some(1), 2, 12, theme)
            .iter()
            .map(|line| line.to_string().trim_end().to_owned())
            .collect()
    }

    #[test]
    fn only_a_certain_win_reaches_an_edge() {
        let places = game(&[
            EvalGraphValue::Expected(1.0),
            EvalGraphValue::Won(Color::White),
            EvalGraphValue::Expected(0.0),
            EvalGraphValue::Won(Color::Black),
            EvalGraphValue::Drawn,
        ]);
        let shown = drawn(&places, Charset::Unicode);
        assert_eq!(shown, ["W ▆▆██", "B ████▁▁  ██", "      ?", "      ?", "    ↑"]);
        let shown = drawn(&places, Charset::Ascii);
        assert_eq!(shown, ["W ==##", "B ####__  ##", "      ?", "      ?", "    ^"]);
    }

    #[test]
    fn a_move_is_numbered_once() {
        let places = game(&[EvalGraphValue::Drawn; 3]);
        let theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Ascii);
        let axis = lines(&places, None, 1, 20, theme).pop().map(|line| line.to_string());
        assert_eq!(axis.as_deref().map(str::trim_end), Some("        1"));
    }

    #[test]
    fn every_place_of_a_long_game_has_a_column() {
        for count in 1..400 {
            let columns = columns(count, 37);
            assert!(columns.len() <= 37);
            let mut seen: Vec<usize> = columns.iter().cloned().flatten().collect();
            seen.dedup();
            assert_eq!(seen, (0..count).collect::<Vec<_>>(), "{count}");
        }
        let places = game(&[EvalGraphValue::Drawn; 5]);
        assert_eq!(point_at(&places, 12, 2), Some(0));
        assert_eq!(point_at(&places, 12, 11), Some(4));
        assert_eq!(point_at(&places, 12, 1), None);
        assert_eq!(point_at(&places, 4, 2), Some(1), "the newest of those in a column");
        assert_eq!(point_at(&places, 4, 3), Some(2), "a mistake goes before what shares its column");
    }
}
