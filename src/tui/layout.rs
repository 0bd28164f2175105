//! Where everything goes: a pure function from the size of the terminal to named places.
//!
//! The board takes the largest squares that leave the panes room enough; the panes stand beside it, the
//! prompt and the keys below. In a narrow terminal the frames go and the panes become tabs.

mod workbench;

use ratatui::layout::Rect;

use super::widget::board::geometry::LEAST_ROWS;
use super::widget::board::{Geometry, Labels, Orientation};

pub use workbench::Workbench;

/// The smallest terminal that is drawn on: columns and rows.
pub const LEAST: (u16, u16) = (60, 20);

/// Columns that framed panes need.
const LEAST_FRAMED: u16 = 38;

/// Columns that panes behind tabs need.
const LEAST_BARE: u16 = 22;

/// Whether panes have frames.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frames {
    /// Panes stand on top of one another in a frame.
    Drawn,
    /// One pane at a time, behind tabs.
    Gone,
}

/// The named places of a screen with a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The bar at the top.
    pub bar: Rect,
    /// The evaluation bar, as tall as the board's squares.
    pub eval: Rect,
    /// The board.
    pub board: Geometry,
    /// What is left below the board; it may have no rows.
    pub under: Rect,
    /// The panes.
    pub side: Rect,
    /// Whether they have frames.
    pub frames: Frames,
    /// The line where moves are typed.
    pub prompt: Rect,
    /// The keys that work now.
    pub keys: Rect,
}

/// The bar, the middle, the prompt and the keys of any screen.
#[must_use]
pub fn rows(area: Rect) -> [Rect; 4] {
    let line = |y: u16| Rect { y: area.y + y, height: 1, ..area };
    let middle = Rect { y: area.y + 1, height: area.height.saturating_sub(3), ..area };
    [line(0), middle, line(area.height.saturating_sub(2)), line(area.height.saturating_sub(1))]
}

impl Layout {
    /// The places on a terminal. None where it is too small.
    #[must_use]
    pub fn of(area: Rect, orientation: Orientation) -> Option<Self> {
        if area.width < LEAST.0 || area.height < LEAST.1 {
            return None;
        }
        let [bar, middle, prompt, keys] = rows(area);
        let needed = |rows: u16| 1 + eval_columns(rows) + 1 + board_size(rows).0 + 1 + LEAST_FRAMED;
        let tallest = (middle.height - 1) / 8;
        let largest = (LEAST_ROWS..=tallest).rev().find(|&rows| needed(rows) <= area.width);
        let (rows, frames, margin) = match largest {
            Some(rows) => (rows, Frames::Drawn, 1),
            None => (LEAST_ROWS, Frames::Gone, 0),
        };
        let (width, height) = board_size(rows);
        let spare = middle.height.checked_sub(height)?;
        let top = middle.y + u16::from(spare > 0);
        let eval = Rect { x: area.x + margin, y: top, width: eval_columns(rows), height: rows * 8 };
        let place = Rect { x: eval.right() + 1, y: top, width, height };
        let board = Geometry::fit(place, orientation, Labels::Shown)?;
        let left = place.right() + 1;
        let side =
            Rect { x: left, y: middle.y, width: area.right().checked_sub(left)?, height: middle.height };
        if side.width < LEAST_BARE {
            return None;
        }
        let under = Rect {
            x: area.x + margin,
            y: place.bottom(),
            width: place.right() - area.x - margin,
            height: middle.bottom() - place.bottom(),
        };
        Some(Self { bar, eval, board, under, side, frames, prompt, keys })
    }
}

const fn eval_columns(rows: u16) -> u16 {
    if rows > 2 { 2 } else { 1 }
}

/// The board with its labels.
const fn board_size(rows: u16) -> (u16, u16) {
    let (width, height) = Geometry::size(rows, Labels::Shown);
    (width, height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Color;

    fn check(width: u16, height: u16, rows: u16, frames: Frames) {
        let area = Rect { x: 0, y: 0, width, height };
        let layout = Layout::of(area, Orientation(Color::White)).unwrap();
        assert_eq!((layout.board.rows(), layout.frames), (rows, frames), "{width}x{height}");
    }

    #[test]
    fn squares_grow_with_the_terminal() {
        check(60, 20, 2, Frames::Gone);
        check(80, 24, 2, Frames::Drawn);
        check(100, 30, 3, Frames::Drawn);
        check(120, 40, 4, Frames::Drawn);
        check(140, 46, 5, Frames::Drawn);
        check(200, 60, 7, Frames::Drawn);
    }

    #[test]
    fn nothing_overlaps_and_nothing_leaves_the_screen() {
        for width in 60..220 {
            for height in 20..80 {
                let area = Rect { x: 0, y: 0, width, height };
                let Some(layout) = Layout::of(area, Orientation(Color::Black)) else {
                    panic!("no layout for {width}x{height}");
                };
                let places = [
                    layout.bar,
                    layout.eval,
                    layout.board.squares(),
                    layout.under,
                    layout.side,
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
        assert_eq!(Layout::of(Rect { x: 0, y: 0, width: 59, height: 40 }, Orientation(Color::White)), None);
        assert_eq!(Layout::of(Rect { x: 0, y: 0, width: 90, height: 19 }, Orientation(Color::White)), None);
    }
}
