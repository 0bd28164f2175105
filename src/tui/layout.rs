//! Layout: a pure function from the size of the terminal to named areas.
//!
//! The board takes the largest squares that leave enough room for the panes; the panes are beside it, or
//! below it where the terminal is tall; the prompt and the keys are the last rows. In a narrow terminal the
//! frames are dropped and the panes become tabs.

mod workbench;

use ratatui::layout::Rect;

pub use crate::tui::layout::workbench::EditorLayout;
use crate::tui::widget::board::geometry::MIN_ROWS;
use crate::tui::widget::board::{BoardGeometry, BoardLabels, BoardOrientation};
use crate::tui::widget::pane::{PaneAreas, PaneMode};

/// The smallest terminal that is drawn on: columns and rows.
pub const MIN_SIZE: (u16, u16) = (60, 20);

/// Columns that framed panes need.
const MIN_FRAMED_COLUMNS: u16 = 38;

/// Columns that panes behind tabs need.
const MIN_TABBED_COLUMNS: u16 = 22;

/// Columns that two columns of framed panes need.
const MIN_TWO_COLUMN_WIDTH: u16 = 2 * MIN_FRAMED_COLUMNS + 1;

/// Columns beside the board from which panes are in two columns: each of them holds whole lines.
const MIN_WIDE_COLUMNS: u16 = 112;

/// Rows between a board and the panes below it.
const UNDER_STACKED: u16 = 2;

/// Rows that two columns of panes below the board need.
const MIN_ROWS_BELOW: u16 = 10;

/// Rows that a single column of panes below the board needs.
const MIN_ROWS_BELOW_SINGLE: u16 = 14;

/// The areas of a screen with a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScreenLayout {
    /// The status bar at the top.
    pub bar: Rect,
    /// The evaluation bar, as tall as the board's squares.
    pub eval: Rect,
    /// The board.
    pub board: BoardGeometry,
    /// The rest below the board; it may have no rows.
    pub under: Rect,
    /// The panes.
    pub panes: PaneAreas,
    /// The line where moves are typed.
    pub prompt: Rect,
    /// The footer with the keys.
    pub keys: Rect,
}

/// The status bar, the middle, the prompt and the footer of any screen.
pub(crate) fn rows(area: Rect) -> [Rect; 4] {
    let line = |y: u16| Rect { y: area.y + y, height: 1, ..area };
    let middle = Rect { y: area.y + 1, height: area.height.saturating_sub(3), ..area };
    [line(0), middle, line(area.height.saturating_sub(2)), line(area.height.saturating_sub(1))]
}

impl ScreenLayout {
    /// The areas on a terminal. None where it is too small.
    pub(crate) fn of(area: Rect, orientation: BoardOrientation) -> Option<Self> {
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            return None;
        }
        let [_, middle, ..] = rows(area);
        let needed = |rows: u16| 1 + board_columns(rows) + 1 + MIN_FRAMED_COLUMNS;
        let tallest = (middle.height - 1) / 8;
        let largest = (MIN_ROWS..=tallest).rev().find(|&rows| needed(rows) <= area.width);
        match (largest, stacked_rows(area.width, middle.height)) {
            (beside, Some(above)) if above > beside.unwrap_or_default().max(MIN_ROWS) => {
                Self::stacked(area, above, orientation)
            }
            (Some(rows), _) => Self::side_by_side(area, (rows, PaneMode::Framed), orientation),
            (None, _) => Self::side_by_side(area, (MIN_ROWS, PaneMode::Tabbed), orientation),
        }
    }

    /// The board at the left, the panes at the right.
    fn side_by_side(
        area: Rect,
        (rows, frames): (u16, PaneMode),
        orientation: BoardOrientation,
    ) -> Option<Self> {
        let [bar, middle, prompt, keys] = self::rows(area);
        let margin = u16::from(frames == PaneMode::Framed);
        let height = board_size(rows).1;
        let spare = middle.height.checked_sub(height)?;
        // A few spare rows are more useful below the board, for its FEN, than above it.
        let top = middle.y + u16::from(spare > 2);
        let (eval, board, right) = board_at(area.x + margin, top, rows, orientation)?;
        let left = right + 1;
        let side =
            Rect { x: left, y: middle.y, width: area.right().checked_sub(left)?, height: middle.height };
        if side.width < MIN_TABBED_COLUMNS {
            return None;
        }
        let y = top + height;
        let x = area.x + margin;
        let under = Rect { x, y, width: right - x, height: middle.bottom() - y };
        let (side, second) = if side.width >= MIN_WIDE_COLUMNS { columns(side) } else { (side, None) };
        let panes = PaneAreas { side, second, mode: frames };
        Some(Self { bar, eval, board, under, panes, prompt, keys })
    }

    /// The board above, in the middle, and the panes below it.
    fn stacked(area: Rect, rows: u16, orientation: BoardOrientation) -> Option<Self> {
        let [bar, middle, prompt, keys] = self::rows(area);
        let x = area.x + (area.width - board_columns(rows)) / 2;
        let (eval, board, right) = board_at(x, middle.y, rows, orientation)?;
        let under = Rect { x, y: middle.y + board_size(rows).1, width: right - x, height: UNDER_STACKED };
        let y = under.bottom();
        let below = Rect { y, height: middle.bottom().checked_sub(y)?, ..middle };
        let (side, second) = columns(below);
        let panes = PaneAreas { side, second, mode: PaneMode::Framed };
        Some(Self { bar, eval, board, under, panes, prompt, keys })
    }
}

/// The largest squares with which a board above leaves the panes below it room enough.
fn stacked_rows(width: u16, height: u16) -> Option<u16> {
    let panes = if width >= MIN_TWO_COLUMN_WIDTH { MIN_ROWS_BELOW } else { MIN_ROWS_BELOW_SINGLE };
    let room = height.checked_sub(1 + UNDER_STACKED + panes)?;
    (MIN_ROWS..=room / 8).rev().find(|&rows| board_columns(rows) + 2 <= width)
}

/// An area for panes in two columns of one width, where that fits.
pub(super) fn columns(area: Rect) -> (Rect, Option<Rect>) {
    if area.width < MIN_TWO_COLUMN_WIDTH {
        return (area, None);
    }
    let width = (area.width - 1) / 2;
    (Rect { width, ..area }, Some(Rect { x: area.right() - width, width, ..area }))
}

/// The evaluation bar and the board beside it, and the column after both.
fn board_at(x: u16, y: u16, rows: u16, orientation: BoardOrientation) -> Option<(Rect, BoardGeometry, u16)> {
    let (width, height) = board_size(rows);
    let eval = Rect { x, y, width: eval_columns(rows), height: rows * 8 };
    let place = Rect { x: eval.right() + 1, y, width, height };
    Some((eval, BoardGeometry::fit(place, orientation, BoardLabels::Shown)?, place.right()))
}

/// The columns of a board with its labels and the evaluation bar.
const fn board_columns(rows: u16) -> u16 {
    eval_columns(rows) + 1 + board_size(rows).0
}

const fn eval_columns(rows: u16) -> u16 {
    if rows > 2 { 2 } else { 1 }
}

/// The board with its labels.
const fn board_size(rows: u16) -> (u16, u16) {
    let (width, height) = BoardGeometry::size(rows, BoardLabels::Shown);
    (width, height)
}

/// The inside of a frame.
pub(crate) const fn inside_frame(list: Rect) -> Rect {
    Rect {
        x: list.x + 2,
        y: list.y + 1,
        width: list.width.saturating_sub(4),
        height: list.height.saturating_sub(2),
    }
}

/// The areas of a screen with a list: its rows, details of the chosen row, and a board where there is room.
pub(crate) struct ListAreas {
    pub list: Rect,
    pub details: Rect,
    pub board: Option<Rect>,
}

/// A list with its details below it, or beside it in a wide terminal.
pub(crate) fn list_areas(middle: Rect) -> ListAreas {
    if middle.width < 100 {
        let about = (middle.height / 3).max(9).min(middle.height / 2);
        let list = Rect { height: middle.height - about, ..middle };
        return ListAreas { list, details: Rect { y: list.bottom(), height: about, ..middle }, board: None };
    }
    let list = Rect { width: middle.width * 3 / 5, ..middle };
    let details = Rect { x: list.right(), width: middle.width - list.width, ..middle };
    ListAreas { list, details, board: None }
}

/// The columns and rows of the smallest board, with its frame.
const MIN_BOARD_SIZE: (u16, u16) = (38, 19);

/// The same with a board beside the list, where the terminal is wide and high enough for one but not so wide that the
/// details have room for it.
pub(crate) fn list_areas_with_board(middle: Rect) -> ListAreas {
    if middle.width >= 100 || middle.width < 2 * MIN_BOARD_SIZE.0 || middle.height < MIN_BOARD_SIZE.1 {
        return list_areas(middle);
    }
    let width = middle.width - MIN_BOARD_SIZE.0;
    // In a tall terminal the list is above at full width, and the board beside the details.
    if middle.height >= 2 * MIN_BOARD_SIZE.1 {
        let list = Rect { height: middle.height - MIN_BOARD_SIZE.1, ..middle };
        let details = Rect { width, y: list.bottom(), height: MIN_BOARD_SIZE.1, ..middle };
        let board = Rect { x: details.right(), width: MIN_BOARD_SIZE.0, ..details };
        return ListAreas { list, details, board: Some(board) };
    }
    let details = Rect { width, height: middle.height / 2, y: middle.bottom() - middle.height / 2, ..middle };
    let list = Rect { width, height: middle.height - details.height, ..middle };
    let board = Rect { x: list.right(), width: MIN_BOARD_SIZE.0, ..middle };
    ListAreas { list, details, board: Some(board) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Color;

    fn check(width: u16, height: u16, rows: u16, frames: PaneMode) {
        let area = Rect { x: 0, y: 0, width, height };
        let layout = ScreenLayout::of(area, BoardOrientation(Color::White)).unwrap();
        assert_eq!((layout.board.rows(), layout.panes.mode), (rows, frames), "{width}x{height}");
    }

    #[test]
    fn squares_grow_with_the_terminal() {
        check(60, 20, 2, PaneMode::Tabbed);
        check(80, 24, 2, PaneMode::Framed);
        check(100, 30, 3, PaneMode::Framed);
        check(120, 40, 4, PaneMode::Framed);
        check(140, 46, 5, PaneMode::Framed);
        check(200, 60, 7, PaneMode::Framed);
    }

    #[test]
    fn a_tall_terminal_has_the_board_above_and_the_panes_below() {
        for (width, height, rows, columns) in
            [(80, 40, 3, 2), (80, 50, 4, 2), (100, 60, 5, 2), (60, 44, 3, 1), (120, 70, 6, 2)]
        {
            check(width, height, rows, PaneMode::Framed);
            let area = Rect { x: 0, y: 0, width, height };
            let layout = ScreenLayout::of(area, BoardOrientation(Color::White)).unwrap();
            assert!(layout.panes.side.y >= layout.board.squares().bottom(), "{width}x{height}");
            assert_eq!(1 + u16::from(layout.panes.second.is_some()), columns, "{width}x{height}");
            assert!(layout.panes.second.is_none_or(|second| second.width == layout.panes.side.width));
        }
    }

    #[test]
    fn nothing_overlaps_and_nothing_leaves_the_screen() {
        for width in 60..220 {
            for height in 20..80 {
                let area = Rect { x: 0, y: 0, width, height };
                let Some(layout) = ScreenLayout::of(area, BoardOrientation(Color::Black)) else {
                    panic!("no layout for {width}x{height}");
                };
                let places = [
                    layout.bar,
                    layout.eval,
                    layout.board.squares(),
                    layout.under,
                    layout.panes.side,
                    layout.panes.second.unwrap_or_default(),
                    layout.prompt,
                    layout.keys,
                ];
                for (index, place) in places.iter().enumerate() {
                    assert_eq!(place.intersection(area), *place, "{width}x{height}: {index} leaves");
                    for other in &places[..index] {
                        assert!(!place.intersects(*other), "{width}x{height}: {index} {place:?} {other:?}");
                    }
                }
            }
        }
        assert_eq!(
            ScreenLayout::of(Rect { x: 0, y: 0, width: 59, height: 40 }, BoardOrientation(Color::White)),
            None
        );
        assert_eq!(
            ScreenLayout::of(Rect { x: 0, y: 0, width: 90, height: 19 }, BoardOrientation(Color::White)),
            None
        );
    }
}
