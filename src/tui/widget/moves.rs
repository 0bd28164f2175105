//! The move list of a game with its variations, and the grade of each move where that is known.

use ratatui::text::{Line, Span};

use crate::chess::{Color, MoveCost};
use crate::game::{NodeId, Tree};
use crate::practice::review::MoveJudgment;
use crate::tui::model::PaneId;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{clip_spans, flow, flow_positions, prose, span, width_of};

/// One move of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveListItem {
    /// The move's number, from 1.
    pub number: u32,
    /// Who moved.
    pub color: Color,
    /// The move in standard algebraic notation.
    pub san: String,
    /// Its depth in variations: 0 on the main line.
    pub nesting: usize,
    /// Whether it opens a variation.
    pub opens: bool,
    /// How many variations end with it.
    pub closes: usize,
    /// Whether it led to the position on the board.
    pub current: bool,
    /// What it gave away, where that is known.
    pub cost: Option<MoveCost>,
    /// The mark that a review gave it.
    pub mark: Option<MoveJudgment>,
    /// The annotator's glyphs (NAGs).
    pub glyphs: String,
    /// What an annotator wrote before it.
    pub before: String,
    /// What an annotator wrote behind it.
    pub after: String,
}

impl MoveListItem {
    /// A move of a tree's main line, with only its name and its glyphs.
    pub(crate) fn plain(tree: &Tree, id: NodeId) -> Self {
        let node = tree.node(id);
        let before = node.parent().map(|parent| tree.node(parent).position());
        Self {
            number: before.map_or(1, |before| before.fullmoves().get()),
            color: node.position().turn().other(),
            san: node.san().to_owned(),
            nesting: 0,
            opens: false,
            closes: 0,
            current: false,
            cost: None,
            mark: None,
            glyphs: glyphs(&node.notes.nags),
            before: String::new(),
            after: String::new(),
        }
    }
}

/// Glyphs as in print: those of the move directly after it, the others after a blank.
pub(crate) fn glyphs(nags: &[u8]) -> String {
    let text = |nag: u8| match nag {
        1 => "!".to_owned(),
        2 => "?".to_owned(),
        3 => "!!".to_owned(),
        4 => "??".to_owned(),
        5 => "!?".to_owned(),
        6 => "?!".to_owned(),
        7 => " forced".to_owned(),
        10 => " =".to_owned(),
        13 => " unclear".to_owned(),
        14 => " +=".to_owned(),
        15 => " =+".to_owned(),
        16 => " +/-".to_owned(),
        17 => " -/+".to_owned(),
        18 => " +-".to_owned(),
        19 => " -+".to_owned(),
        146 => " N".to_owned(),
        other => format!(" ${other}"),
    };
    nags.iter().copied().map(text).collect()
}

/// The pane: two columns for the main line, variations in between.
pub(crate) fn move_list_pane(items: &[MoveListItem], theme: Theme, width: usize) -> Pane {
    let (body, sight) = rows(items, theme, width);
    if body.is_empty() {
        let hint = prose(theme, Role::Faint, "No move yet: type one, or pick a piece", width);
        return Pane::new(PaneId::Moves, "Moves", hint).with_min_rows(1).filling(Some(0));
    }
    Pane::new(PaneId::Moves, "Moves", body).with_min_rows(2).filling(Some(sight))
}

/// The moves as running text, for narrow areas.
pub(crate) fn move_list_strip(items: &[MoveListItem], theme: Theme, width: usize) -> Vec<Line<'static>> {
    flow(items.iter().flat_map(|item| words(item, theme)).collect(), width, 0)
}

/// The line of [`move_list_strip`] that a move is in, by its place in the list.
pub(crate) fn strip_line_of(items: &[MoveListItem], theme: Theme, width: usize, index: usize) -> usize {
    let words = items.iter().take(index + 1).flat_map(|item| words(item, theme));
    let wide: Vec<usize> = words.map(|word| word.width()).collect();
    flow_positions(&wide, width, 0).last().map_or(0, |&(line, _)| line)
}

/// The move, by its place in the list, that the pane's text shows at a row and column.
pub(crate) fn item_at(
    items: &[MoveListItem],
    theme: Theme,
    width: usize,
    row: usize,
    column: usize,
) -> Option<usize> {
    let mut line = 0;
    let mut index = 0;
    while let Some(item) = items.get(index) {
        if item.nesting > 0 {
            let inside = items[index..].iter().take_while(|item| item.nesting > 0).count();
            let words = items[index..index + inside].iter().enumerate().flat_map(|(step, item)| {
                words(item, theme).into_iter().map(move |word| (index + step, word.width()))
            });
            let (owners, wide): (Vec<usize>, Vec<usize>) = words.unzip();
            let places = flow_positions(&wide, width.saturating_sub(VARIATION_INDENT), 1);
            let hit = places.iter().zip(&wide).position(|(&(at, from), &wide)| {
                line + at == row && (from..from + wide).contains(&column.wrapping_sub(VARIATION_INDENT))
            });
            if hit.is_some() {
                return hit.and_then(|hit| owners.get(hit).copied());
            }
            line += places.last().map_or(0, |&(last, _)| last + 1);
            index += inside;
            continue;
        }
        let pair = black_reply(items, index).is_some();
        let tall = |text: &str| remark(text, theme, width).len();
        line += tall(&item.before);
        if line == row {
            // Both sides' columns begin after the number; a line that begins with Black has an ellipsis in
            // White's.
            let right = column.checked_sub(NUMBER_WIDTH)? / column_width(width) > 0;
            return match (item.color, right) {
                (Color::White, false) => Some(index),
                (Color::White, true) => pair.then_some(index + 1),
                (Color::Black, right) => right.then_some(index),
            };
        }
        line += 1 + tall(&items[index + usize::from(pair)].after);
        index += 1 + usize::from(pair);
    }
    None
}

/// The cells before a variation.
const VARIATION_INDENT: usize = 5;

/// The cells of a move's number.
const NUMBER_WIDTH: usize = 5;

/// Black's reply, where it is on the same line as the move before it.
fn black_reply(items: &[MoveListItem], index: usize) -> Option<&MoveListItem> {
    let item = items.get(index)?;
    let fits = |next: &&MoveListItem| {
        item.color == Color::White
            && next.nesting == 0
            && next.color == Color::Black
            && next.before.is_empty()
    };
    if !item.after.is_empty() {
        return None;
    }
    items.get(index + 1).filter(fits)
}

fn rows(items: &[MoveListItem], theme: Theme, width: usize) -> (Vec<Line<'static>>, usize) {
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut sight = 0;
    let mut index = 0;
    while let Some(item) = items.get(index) {
        if item.nesting > 0 {
            let inside = items[index..].iter().take_while(|item| item.nesting > 0).count();
            let variation = &items[index..index + inside];
            let from = lines.len();
            let flowed = flow(
                variation.iter().flat_map(|item| words(item, theme)).collect(),
                width.saturating_sub(VARIATION_INDENT),
                1,
            );
            let current = variation.iter().position(|item| item.current);
            lines.extend(flowed.into_iter().map(|line| {
                let mut spans = vec![Span::raw("     ")];
                spans.extend(line.spans);
                Line::from(spans)
            }));
            if let Some(current) = current {
                // Running text has no index of its words: the proportional position is good enough to scroll
                // by.
                sight = from + (lines.len() - from) * current / inside.max(1);
            }
            index += inside;
            continue;
        }
        let second = black_reply(items, index);
        lines.extend(remark(&item.before, theme, width));
        let mut spans = vec![span(theme, Role::Faint, format!("{:>3}. ", item.number))];
        if item.color == Color::Black {
            spans.extend(padded(vec![span(theme, Role::Faint, theme.glyphs().ellipsis)], width));
        }
        spans.extend(padded(cell(item, theme), width));
        if let Some(second) = second {
            spans.extend(padded(cell(second, theme), width));
        }
        if item.current || second.is_some_and(|second| second.current) {
            sight = lines.len();
        }
        lines.push(Line::from(clip_spans(spans, width, theme.glyphs())));
        lines.extend(remark(&second.unwrap_or(item).after, theme, width));
        index += 1 + usize::from(second.is_some());
    }
    (lines, sight)
}

/// A comment on the main line, on lines of its own.
fn remark(text: &str, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let lines = prose(theme, Role::Comment, text, width.saturating_sub(VARIATION_INDENT));
    let indented = |line: Line<'static>| {
        let mut spans = vec![Span::raw(" ".repeat(VARIATION_INDENT))];
        spans.extend(line.spans);
        Line::from(spans)
    };
    lines.into_iter().map(indented).collect()
}

/// A move in its column: half of what the number leaves, 16 cells at most.
fn padded(mut spans: Vec<Span<'static>>, width: usize) -> Vec<Span<'static>> {
    let used = width_of(&spans);
    spans.push(Span::raw(" ".repeat(column_width(width).saturating_sub(used).max(1))));
    spans
}

fn column_width(width: usize) -> usize {
    (width.saturating_sub(NUMBER_WIDTH) / 2).clamp(7, 16)
}

fn cell(item: &MoveListItem, theme: Theme) -> Vec<Span<'static>> {
    let mut spans = vec![span(theme, style(item), format!("{}{}", item.san, item.glyphs))];
    if let Some(mark) = item.mark {
        spans.push(span(theme, widget::eval_graph::mark_role(mark), mark.glyph()));
    }
    if let Some(cost) = item.cost {
        let (role, mark) = cost_mark(cost, theme);
        spans.push(span(theme, Role::Ground, " "));
        spans.push(span(theme, role, mark));
    }
    spans
}

fn style(item: &MoveListItem) -> Role {
    match item {
        MoveListItem { current: true, .. } => Role::SelectedRow,
        MoveListItem { nesting: 0, .. } => Role::Ground,
        _ => Role::Faint,
    }
}

/// The mark for a move's cost: `✓`, `+1`, `??` where the result changed, `=` for stalemate.
pub(crate) fn cost_mark(cost: MoveCost, theme: Theme) -> (Role, String) {
    match cost {
        MoveCost::Keeps => (Role::Best, theme.glyphs().best.to_owned()),
        MoveCost::Slower(moves) => (Role::Mistake, format!("+{moves}")),
        MoveCost::Sooner(moves) => (Role::Mistake, format!("-{moves}")),
        MoveCost::Stalemate => (Role::Stalemate, "??=".to_owned()),
        MoveCost::HangsPiece(_) | MoveCost::Draws | MoveCost::Loses => (Role::Blunder, "??".to_owned()),
    }
}

fn words(item: &MoveListItem, theme: Theme) -> Vec<Span<'static>> {
    let open = if item.opens { "(" } else { "" };
    let close = ")".repeat(item.closes);
    let number = match item.color {
        Color::White => format!("{}.", item.number),
        Color::Black if item.opens || !item.before.is_empty() => {
            format!("{}{}", item.number, theme.glyphs().ellipsis)
        }
        Color::Black => String::new(),
    };
    let role = style(item);
    let comment = |text: &str| -> Vec<Span<'static>> {
        text.split_whitespace().map(|word| span(theme, Role::Comment, word.to_owned())).collect()
    };
    let mut words = comment(&item.before);
    // The bracket comes before all that belongs to the variation.
    if let Some(first) = words.first_mut() {
        *first = span(theme, Role::Comment, format!("{open}{}", first.content));
    }
    let open = if item.before.is_empty() { open } else { "" };
    words.push(span(theme, role, format!("{open}{number}{}{}", item.san, item.glyphs)));
    if let Some(cost) = item.cost {
        let (mark_role, mark) = cost_mark(cost, theme);
        words.push(span(theme, mark_role, mark));
    }
    words.extend(comment(&item.after));
    if let Some(last) = words.last_mut().filter(|_| !close.is_empty()) {
        *last = Span::styled(format!("{}{close}", last.content), last.style);
    }
    words
}
