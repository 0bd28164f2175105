//! Which cells belong to which square. Drawing and the mouse share this, so they can't disagree.

use ratatui::layout::Rect;

use crate::chess::{Color, File, Rank, Square};
use crate::tui::theme::pieces::MAX_ROWS;

/// The side whose pieces start at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardOrientation(pub Color);

impl Default for BoardOrientation {
    fn default() -> Self {
        Self(Color::White)
    }
}

/// Whether files and ranks are named at the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardLabels {
    /// Two columns at the left and a row below.
    Shown,
    /// Only squares.
    Hidden,
}

/// The fewest rows of cells that a square has; it has twice as many columns.
pub const MIN_ROWS: u16 = 2;

/// The position of every square on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardGeometry {
    origin: (u16, u16),
    rows: u16,
    orientation: BoardOrientation,
    labels: BoardLabels,
}

impl BoardGeometry {
    /// The largest board that fits in an area, at its top left. None where not even the smallest fits.
    pub(crate) fn fit(area: Rect, orientation: BoardOrientation, labels: BoardLabels) -> Option<Self> {
        let (left, below) = margins(labels);
        let rows = (area.height.saturating_sub(below) / 8).min(area.width.saturating_sub(left) / 16);
        (rows >= MIN_ROWS).then(|| Self {
            origin: (area.x + left, area.y),
            rows: rows.min(MAX_ROWS),
            orientation,
            labels,
        })
    }

    /// The cells that a board with squares of `rows` takes, labels included: columns and rows.
    pub(crate) const fn size(rows: u16, labels: BoardLabels) -> (u16, u16) {
        let (left, below) = margins(labels);
        (rows * 16 + left, rows * 8 + below)
    }

    /// Rows of cells in a square.
    #[must_use]
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// All the squares, without labels.
    #[must_use]
    pub const fn squares(&self) -> Rect {
        Rect { x: self.origin.0, y: self.origin.1, width: self.rows * 16, height: self.rows * 8 }
    }

    /// The cells of a square.
    #[must_use]
    pub fn square(&self, square: Square) -> Rect {
        let (file, rank) = (square.file().to_usize(), square.rank().to_usize());
        let (across, down) = if self.orientation.0.is_white() { (file, 7 - rank) } else { (7 - file, rank) };
        let width = self.rows * 2;
        Rect {
            x: self.origin.0 + small(across) * width,
            y: self.origin.1 + small(down) * self.rows,
            width,
            height: self.rows,
        }
    }

    /// The square at a cell of the screen, if there is one.
    pub(crate) fn square_at(self, column: u16, row: u16) -> Option<Square> {
        let across = column.checked_sub(self.origin.0)? / (self.rows * 2);
        let down = row.checked_sub(self.origin.1)? / self.rows;
        if across > 7 || down > 7 {
            return None;
        }
        let (file, rank) =
            if self.orientation.0.is_white() { (across, 7 - down) } else { (7 - across, down) };
        Some(Square::from_coords(File::new(u32::from(file)), Rank::new(u32::from(rank))))
    }

    /// The names of ranks and files with their cells.
    pub(crate) fn labels(&self) -> impl Iterator<Item = (u16, u16, char)> {
        let shown = self.labels == BoardLabels::Shown;
        let corner = if self.orientation.0.is_white() { Square::A1 } else { Square::H8 };
        let ranks = Rank::ALL.into_iter().map(move |rank| {
            let area = self.square(Square::from_coords(corner.file(), rank));
            (area.x - 2, area.y + (area.height - 1) / 2, rank.char())
        });
        let files = File::ALL.into_iter().map(move |file| {
            let area = self.square(Square::from_coords(file, corner.rank()));
            (area.x + (area.width - 1) / 2, area.bottom(), file.char())
        });
        ranks.chain(files).filter(move |_| shown)
    }
}

const fn margins(labels: BoardLabels) -> (u16, u16) {
    match labels {
        BoardLabels::Shown => (2, 1),
        BoardLabels::Hidden => (0, 0),
    }
}

fn small(index: usize) -> u16 {
    u16::try_from(index).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mouse_finds_what_was_drawn() {
        for rows in 2..=MAX_ROWS {
            for orientation in [BoardOrientation(Color::White), BoardOrientation(Color::Black)] {
                for labels in [BoardLabels::Shown, BoardLabels::Hidden] {
                    let (width, height) = BoardGeometry::size(rows, labels);
                    let area = Rect { x: 3, y: 5, width, height };
                    let geometry = BoardGeometry::fit(area, orientation, labels).unwrap();
                    assert_eq!(geometry.rows(), rows);
                    let mut found = 0;
                    for row in 0..area.bottom() + 4 {
                        for column in 0..area.right() + 4 {
                            let Some(square) = geometry.square_at(column, row) else { continue };
                            assert!(geometry.square(square).contains((column, row).into()));
                            found += 1;
                        }
                    }
                    assert_eq!(found, u32::from(rows) * u32::from(rows) * 128, "each cell has its square");
                    for square in Square::ALL {
                        for cell in geometry.square(square).positions() {
                            assert_eq!(geometry.square_at(cell.x, cell.y), Some(square));
                            assert!(area.contains(cell));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_follow_the_area() {
        for (width, height, rows) in
            [(34, 17, 2), (50, 25, 3), (66, 33, 4), (82, 41, 5), (200, 17, 2), (65, 60, 3)]
        {
            let area = Rect { x: 0, y: 0, width, height };
            let geometry = BoardGeometry::fit(area, BoardOrientation::default(), BoardLabels::Shown);
            assert_eq!(geometry.map(|geometry| geometry.rows()), Some(rows), "{width}x{height}");
        }
        let small = Rect { x: 0, y: 0, width: 33, height: 17 };
        assert_eq!(BoardGeometry::fit(small, BoardOrientation::default(), BoardLabels::Shown), None);
    }

    #[test]
    fn labels_stand_in_the_middle_of_their_squares() {
        let area = Rect { x: 0, y: 0, width: 66, height: 33 };
        let geometry = BoardGeometry::fit(area, BoardOrientation(Color::Black), BoardLabels::Shown).unwrap();
        let labels: Vec<_> = geometry.labels().collect();
        assert_eq!(labels.len(), 16);
        assert!(labels.contains(&(0, 1, '1')) && labels.contains(&(5, 32, 'h')), "{labels:?}");
    }
}
