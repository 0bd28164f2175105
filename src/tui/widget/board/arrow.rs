//! Arrows as shapes: which samples of which cells they cover, on a board of any size.
//!
//! Whole numbers only: a sample lies in the line or in the head by the sign of a difference, never by
//! rounding.

use ratatui::layout::Rect;

use crate::chess::{Move, Square, destination_square};
use crate::game::pgn::drawing::Brush;
use crate::tui::theme::pieces::fit;
use crate::tui::widget::board::BoardGeometry;

/// Kinds of arrows. Later ones are drawn above earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArrowKind {
    /// A line of the analysis by its number, from 2.
    Alternative(u8),
    /// The best line's first move.
    Best,
    /// The threat: the other side's move after a null move.
    Threat,
    /// An annotator's drawing.
    Drawn(Brush),
}

/// An arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardArrow {
    /// Where the piece is.
    pub from: Square,
    /// Its end: in castling the king's new square.
    pub to: Square,
    /// Its kind.
    pub kind: ArrowKind,
}

impl BoardArrow {
    /// The arrow of a move; None for a piece that is dropped.
    pub(crate) fn of(mv: Move, kind: ArrowKind) -> Option<Self> {
        Some(Self { from: mv.from()?, to: destination_square(mv), kind })
    }
}

/// The part of one cell that an arrow covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ArrowCoverage {
    /// Column and row of the cell.
    pub cell: (u16, u16),
    /// The samples of the cell that it covers, the one at the top left lowest: see [`fit`].
    pub samples: u128,
}

/// A point on the screen, in samples from its corner.
type Point = (i32, i32);

impl ArrowKind {
    /// The sign at the arrow's end.
    #[must_use]
    pub(super) const fn sign(self) -> char {
        match self {
            Self::Best => '1',
            Self::Alternative(rank) => (b'0' + rank % 10) as char,
            Self::Threat => '!',
            Self::Drawn(brush) => brush.letter(),
        }
    }
}

/// Dimensions of arrows for squares of a size, all in samples.
#[derive(Clone, Copy)]
struct ArrowPen {
    /// Half the width of the shaft.
    half: i32,
    /// The distance of the tail from the center of its square.
    tail: i32,
    /// The distance of the tip from the center of its square.
    tip: i32,
    /// Length of the head.
    head: i32,
    /// Half the width of the head at its base.
    spread: i32,
}

impl ArrowPen {
    /// The dimensions for squares of so many rows.
    fn of(kind: ArrowKind, rows: u16, end: ArrowEnd) -> Self {
        let side = i32::from(rows * fit::SAMPLES_DOWN);
        let (half, spread) = match kind {
            ArrowKind::Alternative(_) => (side / 18, side * 6 / 24),
            ArrowKind::Best | ArrowKind::Threat | ArrowKind::Drawn(_) => (side / 12, side * 7 / 24),
        };
        let tip = if end == ArrowEnd::Piece { side / 5 } else { 0 };
        let head = if rows < MIN_ROWS_FOR_HEAD { 0 } else { side * 9 / 24 };
        Self { half: half.max(1), tail: side * 3 / 8, tip, head, spread }
    }
}

/// The fewest rows of a square that a head can be seen on; smaller ones show only the number.
pub(super) const MIN_ROWS_FOR_HEAD: u16 = 4;

/// Whether an arrow ends before a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrowEnd {
    /// It ends on an empty square.
    Empty,
    /// It ends before the piece that it captures.
    Piece,
}

impl BoardArrow {
    /// The cells of the arrow, with the part of each that it covers.
    pub(crate) fn cells(self, geometry: BoardGeometry, takes: ArrowEnd) -> Vec<ArrowCoverage> {
        let pen = ArrowPen::of(self.kind, geometry.rows(), takes);
        let (from, to) = (geometry.square(self.from), geometry.square(self.to));
        let shape = ArrowShape { from: middle(from), to: middle(to), pen };
        // The head may be wider than the squares that the line crosses.
        let around = from.union(to).outer(ratatui::layout::Margin::new(2, 1));
        let covered = around
            .intersection(geometry.squares())
            .positions()
            .map(|cell| ArrowCoverage { cell: (cell.x, cell.y), samples: shape.samples(cell.x, cell.y) });
        covered.filter(|covered| covered.samples != 0).collect()
    }
}

/// The center of a square, between two rows of cells: there even a thin horizontal line can be drawn.
fn middle(area: Rect) -> Point {
    let (across, down) = (fit::SAMPLES_ACROSS / 2, fit::SAMPLES_DOWN / 2);
    let x = (area.x * 2 + area.width) * across;
    let y = (area.y * 2 + area.height.next_multiple_of(2)) * down;
    (i32::from(x), i32::from(y))
}

/// A shaft between two centers with its head.
#[derive(Clone, Copy)]
struct ArrowShape {
    from: Point,
    to: Point,
    pen: ArrowPen,
}

impl ArrowShape {
    /// The samples of a cell that the shape covers.
    fn samples(&self, column: u16, row: u16) -> u128 {
        let (left, top) = (i32::from(column * fit::SAMPLES_ACROSS), i32::from(row * fit::SAMPLES_DOWN));
        let (wide, tall) = (i32::from(fit::SAMPLES_ACROSS), i32::from(fit::SAMPLES_DOWN));
        if self.is_far((left + wide / 2, top + tall / 2), wide + tall) {
            return 0;
        }
        let mut samples = 0;
        for y in 0..tall {
            for x in 0..wide {
                if self.covers((left + x, top + y)) {
                    samples |= 1 << (y * wide + x);
                }
            }
        }
        samples
    }

    /// The coordinates of a point along the arrow and across it, both times its length; and the length
    /// squared.
    fn measure(&self, (x, y): Point) -> (i64, i64, i64) {
        let (dx, dy) = (i64::from(self.to.0 - self.from.0), i64::from(self.to.1 - self.from.1));
        let (px, py) = (i64::from(x - self.from.0), i64::from(y - self.from.1));
        (px * dx + py * dy, (px * dy - py * dx).abs(), dx * dx + dy * dy)
    }

    /// Whether a point is so far off the line that nothing around it within `reach` is covered.
    fn is_far(&self, place: Point, reach: i32) -> bool {
        let (_, across, length2) = self.measure(place);
        !is_within(across, self.pen.spread.max(self.pen.half) + reach, length2)
    }

    fn covers(&self, place: Point) -> bool {
        let (along, across, length2) = self.measure(place);
        let ArrowPen { half, tail, tip, head, spread } = self.pen;
        let left = length2 - along;
        if along <= 0 || left <= 0 || is_within(along, tail, length2) || is_within(left, tip, length2) {
            return false;
        }
        if head == 0 || !is_within(left, tip + head, length2) {
            return is_within(across, half, length2);
        }
        // In the head the width grows with the way back from the tip: `across <= (left - tip) * spread /
        // head`, with the square root of `length2` on one side only.
        let back = left * i64::from(spread) - across * i64::from(head);
        back > 0 && !is_within(back, tip * spread, length2)
    }
}

/// Whether a value that carries the length once is at most `limit`, the length given by its square.
fn is_within(value: i64, limit: i32, length2: i64) -> bool {
    value.pow(2) <= i64::from(limit).pow(2) * length2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Color, File, Rank};
    use crate::tui::widget::board::{BoardLabels, BoardOrientation};

    fn geometry(rows: u16) -> BoardGeometry {
        let (width, height) = BoardGeometry::size(rows, BoardLabels::Hidden);
        let area = Rect { x: 0, y: 0, width, height };
        BoardGeometry::fit(area, BoardOrientation(Color::White), BoardLabels::Hidden).expect("it fits")
    }

    fn arrow(from: Square, to: Square, kind: ArrowKind) -> BoardArrow {
        BoardArrow { from, to, kind }
    }

    /// The squares that an arrow touches, in the order of their names.
    fn crossed(geometry: BoardGeometry, arrow: BoardArrow) -> Vec<Square> {
        let cells = arrow.cells(geometry, ArrowEnd::Empty);
        let at = |covered: &ArrowCoverage| geometry.square_at(covered.cell.0, covered.cell.1);
        let mut squares: Vec<Square> = cells.iter().filter_map(at).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    #[test]
    fn an_arrow_lies_on_its_ray_on_a_board_of_any_size() {
        use Square as S;
        for rows in 2..=10 {
            let geometry = geometry(rows);
            for kind in [ArrowKind::Best, ArrowKind::Alternative(2), ArrowKind::Threat] {
                assert_eq!(
                    crossed(geometry, arrow(S::A1, S::A4, kind)),
                    [S::A1, S::A2, S::A3, S::A4],
                    "{rows}"
                );
                assert_eq!(
                    crossed(geometry, arrow(S::H5, S::E5, kind)),
                    [S::E5, S::F5, S::G5, S::H5],
                    "{rows}"
                );
                let long = crossed(geometry, arrow(S::A1, S::H8, kind));
                assert!(
                    [S::B2, S::C3, S::D4, S::E5, S::F6, S::G7].iter().all(|s| long.contains(s)),
                    "{rows}"
                );
                assert!(
                    long.iter()
                        .all(|s| s.file().distance(File::A).abs_diff(s.rank().distance(Rank::First)) < 2)
                );
            }
        }
    }

    #[test]
    fn an_arrow_and_its_way_back_are_as_long() {
        for rows in 4..=8 {
            let area = |from, to, takes| -> u32 {
                let cells = arrow(from, to, ArrowKind::Best).cells(geometry(rows), takes);
                cells.iter().map(|covered| covered.samples.count_ones()).sum()
            };
            let (up, down) = (
                area(Square::B1, Square::C3, ArrowEnd::Empty),
                area(Square::C3, Square::B1, ArrowEnd::Empty),
            );
            assert!(up.abs_diff(down) * 20 < up, "{rows}: {up} {down}");
            assert!(area(Square::B1, Square::C3, ArrowEnd::Piece) < up, "it stops before the piece");
            assert!(area(Square::B1, Square::B8, ArrowEnd::Empty) > up);
        }
    }

    #[test]
    fn the_head_is_wider_than_the_line_and_ends_in_a_tip() {
        let geometry = geometry(8);
        let shape = ArrowShape {
            from: middle(geometry.square(Square::A4)),
            to: middle(geometry.square(Square::H4)),
            pen: ArrowPen::of(ArrowKind::Best, 8, ArrowEnd::Empty),
        };
        let height = |x: i32| (0..1024).filter(|&y| shape.covers((x, y))).count();
        let tip = shape.to.0;
        let (line, base, near) = (height(tip - 300), height(tip - 47), height(tip - 4));
        assert!(base > 2 * line && near < line && near > 0, "{line} {base} {near}");
        assert_eq!(height(tip + 1), 0);
    }
}
