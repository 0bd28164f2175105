//! Panes of text: stacked in one frame with shared lines, or behind tabs where there is no room.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use crate::tui::model::PaneId;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text;
use crate::tui::widget::text::{clip, span};

/// A titled piece of text.
#[derive(Clone, Debug)]
pub struct Pane {
    /// Which one it is.
    pub id: PaneId,
    /// The title in the frame.
    pub title: String,
    /// The text at the right of the title: a count, a grade, a key.
    pub note: Vec<Span<'static>>,
    /// A fixed line above the others while they are scrolled, dropped where rows are short.
    pub head: Option<Line<'static>>,
    /// The lines.
    pub body: Vec<Line<'static>>,
    /// Longer versions of the text that truncate less, the longest last, for where rows are free.
    pub longer: Vec<Vec<Line<'static>>>,
    /// The fewest lines that are worth showing.
    pub min_rows: u16,
    /// The rows that it keeps even while it has less text, so that those below it do not move.
    pub reserved_rows: u16,
    /// The most rows that it takes while other panes need rows, too, where it has more text.
    pub most_rows: Option<u16>,
    /// The line that has to be visible, where not all lines are.
    pub visible_line: Option<usize>,
    /// Whether it takes the remaining rows.
    pub fills: bool,
    /// The lines of the body that draw a chart, which line mode leaves out.
    pub chart: Range<usize>,
    /// In a list: for each line the item that it shows, or none in a heading.
    pub items: Vec<Option<usize>>,
}

impl Pane {
    /// A pane of lines.
    pub(crate) fn new(id: PaneId, title: impl Into<String>, body: Vec<Line<'static>>) -> Self {
        Self {
            id,
            title: title.into(),
            note: Vec::new(),
            head: None,
            min_rows: u16::try_from(body.len()).unwrap_or(u16::MAX).clamp(1, 3),
            body,
            longer: Vec::new(),
            reserved_rows: 0,
            most_rows: None,
            visible_line: None,
            fills: false,
            chart: 0..0,
            items: Vec::new(),
        }
    }

    /// A list whose items are in groups: `heading` is called for the first item of each group, and the chosen item
    /// has to be visible.
    pub(crate) fn grouped<G: PartialEq>(
        (id, title): (PaneId, &str),
        groups: impl IntoIterator<Item = G>,
        chosen: usize,
        heading: impl Fn(usize) -> Line<'static>,
        item: impl Fn(usize) -> Line<'static>,
    ) -> Self {
        let (mut body, mut items, mut last) = (Vec::new(), Vec::new(), None);
        for (index, group) in groups.into_iter().enumerate() {
            if last.as_ref() != Some(&group) {
                body.push(heading(index));
                items.push(None);
                last = Some(group);
            }
            body.push(item(index));
            items.push(Some(index));
        }
        let sight = items.iter().position(|item| *item == Some(chosen));
        Self { items, ..Self::new(id, title, body).filling(sight) }
    }

    /// The same pane, showing these items of a list below so many lines.
    pub(crate) fn with_items(self, above: usize, items: Range<usize>) -> Self {
        Self { items: std::iter::repeat_n(None, above).chain(items.map(Some)).collect(), ..self }
    }

    /// The item of a list that a line of the text shows.
    pub(crate) fn item_at(&self, line: usize) -> Option<usize> {
        self.items.get(line).copied().flatten()
    }

    /// The same pane with something at the right of its title.
    pub(crate) fn with_note(self, note: Vec<Span<'static>>) -> Self {
        Self { note, ..self }
    }

    /// The same pane with a line above its text, or none.
    pub(crate) fn with_head(self, head: Option<Line<'static>>) -> Self {
        Self { head, ..self }
    }

    /// The same pane, shown with at least this many lines.
    pub(crate) fn with_min_rows(self, least: u16) -> Self {
        Self { min_rows: least, ..self }
    }

    /// The same pane, shown with at least all of its text, or so many lines of it.
    pub(crate) fn with_rows_of_text(self, most: u16) -> Self {
        let rows = u16::try_from(self.body.len()).unwrap_or(u16::MAX);
        Self { min_rows: rows.min(most), ..self }
    }

    /// The same pane, keeping so many rows while it has less text.
    pub(crate) fn with_reserved_rows(self, steady: u16) -> Self {
        Self { reserved_rows: steady, ..self }
    }

    /// The same pane with a line that has to be visible, in so many rows at most unless all of it has room.
    pub(crate) fn scrolled(self, line: usize, most: u16) -> Self {
        Self { visible_line: Some(line), most_rows: Some(most), ..self }
    }

    /// The same pane, taking the remaining rows, with a line that has to be visible.
    pub(crate) fn filling(self, sight: Option<usize>) -> Self {
        Self { fills: true, visible_line: sight, ..self }
    }

    /// The same pane, with longer versions of its text that truncate less, the longest last.
    pub(crate) fn with_longer(self, longer: Vec<Vec<Line<'static>>>) -> Self {
        Self { longer, ..self }
    }

    /// The same pane, with a chart in these lines of its body.
    pub(crate) fn with_chart(self, chart: Range<usize>) -> Self {
        Self { chart, ..self }
    }

    /// Takes the longest version that needs no more than `spare` extra rows; returns how many it took.
    fn grow(&mut self, spare: usize) -> usize {
        if let Some(most) = self.most_rows {
            let beyond = self.lines().saturating_sub(most.into());
            if beyond == 0 || beyond > spare {
                return 0;
            }
            self.most_rows = None;
            self.min_rows = self.min_rows.max(self.wanted_rows());
            return beyond;
        }
        let has = self.body.len();
        let fits = |text: &Vec<Line<'static>>| text.len() > has && text.len() - has <= spare;
        let Some(longest) = self.longer.iter().rposition(fits) else { return 0 };
        self.body = self.longer.swap_remove(longest);
        self.min_rows = self.min_rows.max(self.wanted_rows());
        (self.body.len() - has).min(spare)
    }

    /// The first visible line in so many rows, such that the required line is visible.
    pub(crate) fn first_shown(&self, rows: u16) -> usize {
        let beyond = self.body.len().saturating_sub(usize::from(rows));
        self.visible_line.map_or(0, |line| line.saturating_sub(usize::from(rows) / 2).min(beyond))
    }

    fn wanted_rows(&self) -> u16 {
        let lines = u16::try_from(self.lines()).unwrap_or(u16::MAX).min(self.most_rows.unwrap_or(u16::MAX));
        lines.max(self.reserved_rows).max(1)
    }

    /// The lines of its text, with the one above it.
    fn lines(&self) -> usize {
        self.body.len() + usize::from(self.head.is_some())
    }

    /// Draws a box with the title and the lines in it; returns what is inside, a blank at each side.
    pub(crate) fn draw_framed(&self, theme: Theme, area: Rect, buffer: &mut Buffer) -> Rect {
        let inner = draw_box(self, theme, area, buffer);
        self.draw_body(inner, buffer);
        inner
    }

    /// Draws the lines, scrolled such that the required line is visible.
    fn draw_body(&self, area: Rect, buffer: &mut Buffer) {
        draw_lines(&self.body[self.first_shown(area.height).min(self.body.len())..], area, buffer);
    }
}

/// Draws the lines that have room in an area.
pub(crate) fn draw_lines(lines: &[Line<'_>], area: Rect, buffer: &mut Buffer) {
    for (line, row) in lines.iter().zip(area.rows()) {
        line.render(row, buffer);
    }
}

/// The areas of the panes beside a board, and how they are shown there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaneAreas {
    /// All panes, or their first column.
    pub side: Rect,
    /// Their second column, as wide as the first, where two fit next to each other.
    pub second: Option<Rect>,
    /// Whether they have frames.
    pub mode: PaneMode,
}

/// Whether panes have frames.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PaneMode {
    /// Panes are stacked in a frame.
    Framed,
    /// One pane at a time, behind tabs.
    Tabbed,
}

impl PaneAreas {
    /// The cells that a pane's text has in a row.
    pub(crate) fn text_width(&self) -> usize {
        usize::from(match self.mode {
            PaneMode::Framed => self.side.width.saturating_sub(4),
            PaneMode::Tabbed => self.side.width,
        })
    }

    /// The pane under a cell of the screen, with the line and the column of its text there.
    pub(crate) fn pane_at(
        &self,
        panes: &[Pane],
        front: usize,
        cell: (u16, u16),
    ) -> Option<(Pane, usize, usize)> {
        let placed = match self.mode {
            PaneMode::Framed => {
                let columns = in_columns(panes, self.side, self.second);
                columns.into_iter().flat_map(|(panes, area)| stacked(panes, area)).collect()
            }
            PaneMode::Tabbed => behind_tabs(panes, front, self.side),
        };
        let PlacedPane { pane, area } =
            placed.into_iter().find(|placed| placed.area.contains(cell.into()))?;
        let line = pane.first_shown(area.height) + usize::from(cell.1 - area.y);
        Some((pane, line, usize::from(cell.0 - area.x)))
    }

    /// Draws the panes, `front` before the others where they are behind tabs.
    pub(crate) fn draw(&self, panes: &[Pane], front: usize, theme: Theme, buffer: &mut Buffer) {
        match self.mode {
            PaneMode::Framed => {
                for (panes, area) in in_columns(panes, self.side, self.second) {
                    draw_stack(panes, theme, area, buffer);
                }
            }
            PaneMode::Tabbed => draw_tabs(panes, front, theme, self.side, buffer),
        }
    }
}

/// A pane as it is shown, with the place of its lines.
#[derive(Clone, Debug)]
struct PlacedPane {
    /// The pane, grown where there was room; without its head where there was none.
    pub pane: Pane,
    /// The place of its lines, below the head.
    pub area: Rect,
}

impl PlacedPane {
    /// A pane in all the rows that it has.
    fn new(mut pane: Pane, rows: Rect) -> Self {
        let least = usize::from(pane.min_rows).min(pane.body.len());
        pane.head = pane.head.filter(|_| usize::from(rows.height) > least);
        let head = u16::from(pane.head.is_some());
        Self { area: Rect { y: rows.y + head, height: rows.height - head, ..rows }, pane }
    }

    /// All its rows, the head's included.
    fn rows(&self) -> Rect {
        let head = u16::from(self.pane.head.is_some());
        Rect { y: self.area.y - head, height: self.area.height + head, ..self.area }
    }

    fn draw(&self, theme: Theme, buffer: &mut Buffer) {
        if let Some(head) = &self.pane.head {
            head.render(Rect { height: 1, ..self.rows() }, buffer);
        }
        let first = self.pane.first_shown(self.area.height);
        for (line, row) in self.pane.body.iter().skip(first).zip(self.area.rows()) {
            let width = usize::from(row.width);
            if line.to_string().trim_end().width() <= width {
                line.render(row, buffer);
            } else {
                let cut = text::clip_spans(line.spans.clone(), width, theme.glyphs());
                Line::from(cut).style(line.style).render(row, buffer);
            }
        }
    }
}

/// Panes in their columns, in their order: the first ones at the left. Both columns are about equally full,
/// by the rows that panes need and not by their text at the moment.
fn in_columns(panes: &[Pane], first: Rect, second: Option<Rect>) -> Vec<(&[Pane], Rect)> {
    let Some(second) = second.filter(|_| panes.len() > 1) else { return vec![(panes, first)] };
    let weight =
        |panes: &[Pane]| -> u16 { panes.iter().map(|pane| pane.min_rows.max(pane.reserved_rows) + 1).sum() };
    let uneven = |&split: &usize| weight(&panes[..split]).abs_diff(weight(&panes[split..]));
    let split = (1..panes.len()).rev().min_by_key(uneven).unwrap_or(1);
    vec![(&panes[..split], first), (&panes[split..], second)]
}

/// The panes that [`draw_stack`] shows in an area.
fn stacked(panes: &[Pane], area: Rect) -> Vec<PlacedPane> {
    let mut panes = panes.to_vec();
    let used: u16 = panes.iter().map(|pane| pane.wanted_rows().max(pane.min_rows) + 1).sum();
    let mut spare = usize::from(area.height.saturating_sub(used + 1));
    for pane in &mut panes {
        spare -= pane.grow(spare);
    }
    let heights = heights(&panes, area.height);
    let mut y = area.y;
    let place = |(pane, height): (Pane, u16)| {
        let inner = Rect { x: area.x + 2, y: y + 1, width: area.width.saturating_sub(4), height };
        y += height + 1;
        PlacedPane::new(pane, inner)
    };
    panes.into_iter().zip(heights).map(place).collect()
}

/// The panes that [`draw_tabs`] shows in an area: the one in front, and those after it as far as rows are
/// free below.
fn behind_tabs(panes: &[Pane], front: usize, area: Rect) -> Vec<PlacedPane> {
    let mut shown = Vec::new();
    let mut left = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    for pane in panes.iter().cycle().skip(front % panes.len().max(1)).take(panes.len()) {
        let mut pane = pane.clone();
        // There are a blank and a title above all but the first one.
        let above = if shown.is_empty() { 0 } else { 2 };
        if left.height < above + pane.min_rows.min(pane.wanted_rows()) && above > 0 || left.height == 0 {
            break;
        }
        pane.grow(usize::from(left.height - above).saturating_sub(pane.body.len()));
        let height = pane.wanted_rows().min(left.height - above);
        shown.push(PlacedPane::new(pane, Rect { y: left.y + above, height, ..left }));
        left = Rect { y: left.y + above + height, height: left.height - above - height, ..left };
    }
    shown
}

/// Draws panes on top of one another in a single frame. Panes that have no room are left out, from the last.
pub(crate) fn draw_stack(panes: &[Pane], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let shown = stacked(panes, area);
    let Some(last) = shown.last().filter(|_| area.width >= 8) else { return };
    for (index, placed) in shown.iter().enumerate() {
        let rows = placed.rows();
        let rule = Rect { y: rows.y - 1, height: 1, ..area };
        draw_rule(&placed.pane, index == 0, rule, theme, buffer);
        draw_sides(Rect { x: area.x, width: area.width, ..rows }, theme, buffer);
        placed.draw(theme, buffer);
    }
    draw_bottom(Rect { y: last.area.bottom(), ..area }, theme, buffer);
}

/// Draws a pane under a line of tabs, and those after it where rows are free; `chosen` is taken modulo the
/// panes.
fn draw_tabs(panes: &[Pane], chosen: usize, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let here = chosen % panes.len().max(1);
    let mut tabs = Vec::new();
    for (index, pane) in panes.iter().enumerate() {
        let name = first_word(pane);
        let all: usize = panes.iter().map(|pane| first_word(pane).len() + 2).sum();
        let name =
            if all > usize::from(area.width) && index != here { &name[..1.min(name.len())] } else { name };
        let role = if index == here { Role::ActiveTab } else { Role::Faint };
        tabs.push(span(theme, role, format!(" {name} ")));
    }
    let top = Rect { height: area.height.min(1), ..area };
    let width = usize::from(area.width);
    Line::from(text::clip_spans(tabs, width, theme.glyphs())).render(top, buffer);
    let detail = panes.get(here).and_then(|pane| pane.title.split_once(": ")).filter(|_| area.height > 1);
    if let Some((_, detail)) = detail {
        let below = Rect { y: top.y + 1, ..top };
        Line::from(span(theme, Role::Faint, clip(detail, width, theme.glyphs()))).render(below, buffer);
    }
    for (index, placed) in behind_tabs(panes, chosen, area).iter().enumerate() {
        if index > 0 {
            let title =
                span(theme, Role::Title, clip(&placed.pane.title, usize::from(area.width), theme.glyphs()));
            let rows = placed.rows();
            Line::from(title).render(Rect { y: rows.y - 1, height: 1, ..rows }, buffer);
        }
        placed.draw(theme, buffer);
    }
}

fn draw_box(pane: &Pane, theme: Theme, area: Rect, buffer: &mut Buffer) -> Rect {
    if area.width < 8 || area.height < 3 {
        return Rect::ZERO;
    }
    draw_rule(pane, true, Rect { height: 1, ..area }, theme, buffer);
    let sides = Rect { y: area.y + 1, height: area.height - 2, ..area };
    draw_sides(sides, theme, buffer);
    draw_bottom(Rect { y: area.bottom() - 1, ..area }, theme, buffer);
    Rect { x: area.x + 2, width: area.width - 4, ..sides }
}

/// The first word of a title, as a tab has it. What stands behind a colon has a row of its own below the tabs.
fn first_word(pane: &Pane) -> &str {
    pane.title.split([' ', ':']).next().unwrap_or_default()
}

fn draw_bottom(row: Rect, theme: Theme, buffer: &mut Buffer) {
    let [line, _, _, _, right, left, ..] = theme.glyphs().frame;
    let bottom = format!("{left}{}{right}", line.repeat(usize::from(row.width) - 2));
    buffer.set_string(row.x, row.y, bottom, theme.style(Role::Frame));
}

fn draw_sides(area: Rect, theme: Theme, buffer: &mut Buffer) {
    let upright = theme.glyphs().frame[1];
    let style = theme.style(Role::Frame);
    for row in area.rows() {
        buffer.set_string(row.x, row.y, upright, style);
        buffer.set_string(row.right() - 1, row.y, upright, style);
    }
}

/// The line above a pane: `├ Title ───── note ┤`.
fn draw_rule(pane: &Pane, first: bool, area: Rect, theme: Theme, buffer: &mut Buffer) {
    let [line, _, top_left, top_right, _, _, joint_left, joint_right] = theme.glyphs().frame;
    let (left, right) = if first { (top_left, top_right) } else { (joint_left, joint_right) };
    let frame = |text: String| span(theme, Role::Frame, text);
    let width = usize::from(area.width);
    let note_width = text::width_of(&pane.note);
    let title = clip(&pane.title, width.saturating_sub(6), theme.glyphs());
    let mut spans =
        vec![frame(format!("{left}{line} ")), span(theme, Role::Title, title), frame(" ".to_owned())];
    let used = text::width_of(&spans);
    if note_width > 0 && used + note_width + 5 <= width {
        spans.push(frame(line.repeat(width - used - note_width - 4)));
        spans.push(frame(" ".to_owned()));
        spans.extend(pane.note.iter().cloned());
        spans.push(frame(format!(" {line}{right}")));
    } else {
        spans.push(frame(format!("{}{right}", line.repeat(width.saturating_sub(used + 1)))));
    }
    Line::from(spans).render(area, buffer);
}

/// The lines that each pane gets: its least first, then what it needs in order, then the one that takes the
/// rest. As many panes as have room.
fn heights(panes: &[Pane], rows: u16) -> Vec<u16> {
    let mut shown = panes.len();
    let needs = |count: usize| -> u16 {
        let lines: u16 = panes[..count].iter().map(|pane| pane.min_rows.min(pane.wanted_rows()) + 1).sum();
        lines + 1
    };
    while shown > 0 && needs(shown) > rows {
        shown -= 1;
    }
    let panes = &panes[..shown];
    let mut heights: Vec<u16> = panes.iter().map(|pane| pane.min_rows.min(pane.wanted_rows())).collect();
    if heights.is_empty() {
        return heights;
    }
    let mut left = rows - needs(shown);
    for (height, pane) in heights.iter_mut().zip(panes) {
        let more = (pane.wanted_rows() - *height).min(left);
        *height += more;
        left -= more;
    }
    let greedy = panes.iter().position(|pane| pane.fills).unwrap_or(shown - 1);
    heights[greedy] += left;
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panes(sizes: &[(usize, u16)]) -> Vec<Pane> {
        sizes
            .iter()
            .map(|&(lines, least)| {
                Pane::new(PaneId::Lines, "x", vec![Line::default(); lines]).with_min_rows(least)
            })
            .collect()
    }

    #[test]
    fn panes_share_the_rows() {
        // Three panes need four lines of frame: 20 rows hold 16 lines.
        assert_eq!(heights(&panes(&[(4, 4), (3, 1), (30, 3)]), 20), [4, 3, 9]);
        assert_eq!(heights(&panes(&[(4, 4), (3, 1), (30, 3)]), 12), [4, 1, 3], "the least that is asked");
        assert_eq!(heights(&panes(&[(4, 4), (3, 1), (30, 3)]), 11), [4, 4], "the last one goes");
        assert_eq!(heights(&panes(&[(4, 4)]), 3), [0u16; 0]);
    }

    #[test]
    fn two_columns_share_the_panes_in_their_order() {
        let (left, right) = (Rect::new(0, 0, 40, 12), Rect::new(41, 0, 40, 12));
        let split = |sizes: &[(usize, u16)], second| {
            let panes = panes(sizes);
            in_columns(&panes, left, second).iter().map(|(panes, _)| panes.len()).collect::<Vec<_>>()
        };
        assert_eq!(split(&[(4, 4), (3, 3), (9, 2), (3, 3)], Some(right)), [2, 2]);
        assert_eq!(split(&[(7, 7), (9, 2), (3, 3)], Some(right)), [1, 2]);
        assert_eq!(split(&[(7, 7)], Some(right)), [1]);
        assert_eq!(split(&[(7, 7), (3, 3)], None), [2]);
        let steady = |lines| {
            let pane = Pane::new(PaneId::Lines, "x", vec![Line::default(); lines]).with_reserved_rows(4);
            heights(&[pane, Pane::new(PaneId::Moves, "y", Vec::new())], 20)
        };
        assert_eq!(steady(1), steady(4), "what comes later moves nothing");
    }

    #[test]
    fn a_scrolled_pane_shows_its_line_and_takes_more_rows_only_where_they_are_free() {
        let shown = |lines: usize, rows: u16| {
            let pane = Pane::new(PaneId::Explorer, "x", vec![Line::default(); lines]).with_min_rows(3);
            let list = pane.with_reserved_rows(6).scrolled(lines - 1, 6);
            let other = Pane::new(PaneId::Moves, "y", vec![Line::default(); 2]);
            let placed = stacked(&[list, other], Rect::new(0, 0, 20, rows + 3));
            let heights: Vec<u16> = placed.iter().map(|placed| placed.area.height).collect();
            (heights, placed[0].pane.first_shown(placed[0].area.height))
        };
        assert_eq!(shown(4, 5), (vec![3, 2], 1), "short rows are shared");
        assert_eq!(shown(4, 9), (vec![6, 3], 0), "it keeps its rows");
        assert_eq!(shown(9, 9), (vec![6, 3], 3));
        assert_eq!(shown(9, 11), (vec![9, 2], 0), "all of it has room");
    }

    #[test]
    fn a_head_is_the_first_to_go() {
        let headed = |lines: usize| {
            Pane::new(PaneId::Lines, "x", vec![Line::default(); lines])
                .with_min_rows(2)
                .with_head(Some(Line::from("head")))
        };
        let rows = |lines: usize, rows: u16| {
            let area = Rect { x: 0, y: 0, width: 20, height: rows + 2 };
            let shown = stacked(&[headed(lines)], area);
            let bare = behind_tabs(&[headed(lines)], 0, area);
            let facts = |placed: &PlacedPane| (placed.pane.head.is_some(), placed.area.height);
            (facts(&shown[0]), facts(&bare[0]))
        };
        assert_eq!(rows(9, 2), ((false, 2), (false, 2)));
        assert_eq!(rows(9, 3), ((true, 2), (true, 2)));
        assert_eq!(rows(1, 2), ((true, 1), (true, 1)));
    }

    #[test]
    fn a_stack_fills_its_area_to_the_row() {
        for rows in 6..40 {
            let panes = panes(&[(4, 4), (3, 1), (9, 2)]);
            let heights = heights(&panes, rows);
            let used: u16 = heights.iter().map(|height| height + 1).sum();
            assert_eq!(used + 1, rows);
        }
    }
}
