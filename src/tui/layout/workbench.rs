//! Layout of the position editor: the board, the piece box below it or beside it, the panes.

use ratatui::layout::Rect;

use crate::tui::layout::{MIN_FRAMED_COLUMNS, MIN_SIZE, MIN_TWO_COLUMN_WIDTH, board_size, columns, rows};
use crate::tui::widget::board::geometry::MIN_ROWS;
use crate::tui::widget::board::{BoardGeometry, BoardLabels, BoardOrientation};
use crate::tui::widget::pane::{PaneAreas, PaneMode};

/// The rows that the piece box has at least: one for each color.
const MIN_PIECE_BOX_ROWS: u16 = 2;

/// Rows that panes below the board need.
const MIN_PANE_ROWS: u16 = 12;

/// Columns of the smallest piece box: eight slots.
const PIECE_BOX_COLUMNS: u16 = 24;

/// The areas of the editor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditorLayout {
    /// The board.
    pub board: BoardGeometry,
    /// The pieces to choose from: a row of slots for each color, as wide as the board where it lies below.
    pub piece_box: Rect,
    /// The panes.
    pub panes: PaneAreas,
}

impl EditorLayout {
    /// The areas on a terminal. None where it is too small.
    pub(crate) fn of(area: Rect, orientation: BoardOrientation) -> Option<Self> {
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            return None;
        }
        let [_, middle, ..] = rows(area);
        let is_wide = |rows: u16| 1 + board_size(rows).0 + 1 + MIN_FRAMED_COLUMNS <= area.width;
        let has_box = |rows: u16| board_size(rows).1 + MIN_PIECE_BOX_ROWS <= middle.height;
        let tallest = (middle.height - 1) / 8;
        let largest = (MIN_ROWS..=tallest).rev().find(|&rows| is_wide(rows) && has_box(rows));
        let has_panes = |rows: u16| board_size(rows).1 + MIN_PIECE_BOX_ROWS + MIN_PANE_ROWS <= middle.height;
        let fits_above = |&rows: &u16| board_size(rows).0 + 2 <= area.width && has_panes(rows);
        let above =
            (MIN_ROWS..=tallest).rev().find(fits_above).filter(|_| area.width >= MIN_TWO_COLUMN_WIDTH);
        if let Some(rows) = above.filter(|&rows| rows > largest.unwrap_or(MIN_ROWS)) {
            return Self::stacked(area, rows, orientation);
        }
        let each = largest.unwrap_or(MIN_ROWS);
        let (frames, margin) = if is_wide(each) { (PaneMode::Framed, 1) } else { (PaneMode::Tabbed, 0) };
        let (width, height) = board_size(each);
        let spare = middle.height.checked_sub(height)?;
        let place = Rect { x: area.x + margin, y: middle.y, width, height };
        let board = BoardGeometry::fit(place, orientation, BoardLabels::Shown)?;
        let left = place.right() + 1;
        let side =
            Rect { x: left, y: middle.y, width: area.right().checked_sub(left)?, height: middle.height };
        if spare >= MIN_PIECE_BOX_ROWS {
            let slot = (spare / 2).min(each);
            let gap = (spare - slot * 2).min(1);
            let squares = board.squares();
            let piece_box =
                Rect { x: squares.x, y: place.bottom() + gap, width: squares.width, height: slot * 2 };
            return Some(Self { board, piece_box, panes: PaneAreas { side, second: None, mode: frames } });
        }
        // Without room below it lies on top of the panes.
        let inset = if frames == PaneMode::Framed { 2 } else { 0 };
        let columns = PIECE_BOX_COLUMNS.max((side.width.saturating_sub(2 * inset) / 8 * 8).min(each * 16));
        let piece_box = Rect { x: side.x + inset, y: side.y, width: columns, height: MIN_PIECE_BOX_ROWS };
        let below = MIN_PIECE_BOX_ROWS + 1;
        let side = Rect { y: side.y + below, height: side.height.checked_sub(below)?, ..side };
        let panes = PaneAreas { side, second: None, mode: frames };
        Some(Self { board, piece_box: piece_box.intersection(area), panes })
    }

    /// The board above, in the middle, the piece box below it, and then the panes.
    fn stacked(area: Rect, rows: u16, orientation: BoardOrientation) -> Option<Self> {
        let [_, middle, ..] = self::rows(area);
        let (width, height) = board_size(rows);
        let place = Rect { x: area.x + (area.width - width) / 2, width, height, ..middle };
        let board = BoardGeometry::fit(place, orientation, BoardLabels::Shown)?;
        let spare = middle.height.checked_sub(height + MIN_PANE_ROWS)?;
        let squares = board.squares();
        let slot = (spare / 2).min(rows).min(2);
        let piece_box = Rect { x: squares.x, y: place.bottom(), width: squares.width, height: slot * 2 };
        let y = piece_box.bottom();
        let below = Rect { y, height: middle.bottom().checked_sub(y)?, ..middle };
        let (side, second) = columns(below);
        Some(Self { board, piece_box, panes: PaneAreas { side, second, mode: PaneMode::Framed } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Color;

    #[test]
    fn the_box_has_room_for_every_piece_at_any_size() {
        for width in 60..220 {
            for height in 20..80 {
                let area = Rect { x: 0, y: 0, width, height };
                let Some(bench) = EditorLayout::of(area, BoardOrientation(Color::White)) else {
                    panic!("no places for {width}x{height}");
                };
                let [bar, _, prompt, keys] = rows(area);
                let second = bench.panes.second.unwrap_or_default();
                let places =
                    [bench.board.squares(), bench.piece_box, bench.panes.side, second, bar, prompt, keys];
                assert!(
                    bench.piece_box.width >= PIECE_BOX_COLUMNS
                        && bench.piece_box.height >= MIN_PIECE_BOX_ROWS,
                    "{width}x{height}"
                );
                assert!(bench.panes.side.height >= 12, "{width}x{height}: {bench:?}");
                for (index, place) in places.iter().enumerate() {
                    assert_eq!(place.intersection(area), *place, "{width}x{height}: {index} leaves");
                    for other in &places[..index] {
                        assert!(!place.intersects(*other), "{width}x{height}: {place:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn squares_are_as_large_as_the_box_allows() {
        for (width, height, rows, slot) in
            [(60, 20, 2, 1), (80, 24, 2, 2), (120, 40, 4, 2), (200, 60, 6, 4), (60, 24, 2, 2), (80, 50, 4, 1)]
        {
            let area = Rect { x: 0, y: 0, width, height };
            let bench = EditorLayout::of(area, BoardOrientation(Color::White)).unwrap();
            assert_eq!((bench.board.rows(), bench.piece_box.height / 2), (rows, slot), "{width}x{height}");
        }
    }
}
