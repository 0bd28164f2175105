//! Fits shapes to cells: for each cell the block element and the pair of inks that come nearest.
//!
//! A cell is sampled at 8 by 16 points, which are square on a usual terminal. Half blocks, quadrants and
//! eighths together place an edge to an eighth of a cell; every one of them is in the block that terminals
//! draw themselves, without the seams of a font.

/// The paint of a sample of a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SpriteInk {
    /// Nothing: the square shows.
    Square,
    /// The body of the piece.
    Fill,
    /// The lines within the body.
    Line,
}

/// Samples across a cell.
pub const SAMPLES_ACROSS: u16 = 8;
/// Samples down a cell.
pub const SAMPLES_DOWN: u16 = 16;

const INKS: [SpriteInk; 3] = [SpriteInk::Square, SpriteInk::Fill, SpriteInk::Line];

/// One cell of a picture: a block element painted with `foreground`, on `background`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpriteCell {
    /// The block element.
    pub glyph: &'static str,
    /// The ink of the block.
    pub foreground: SpriteInk,
    /// The ink of the rest.
    pub background: SpriteInk,
}

/// A picture in cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sprite {
    pub(super) rows: u16,
    pub(super) columns: u16,
    cells: Vec<SpriteCell>,
}

impl Sprite {
    /// A picture fitted to a grid of cells. `ink_at` gives the ink of a sample by its column and row, of
    /// which each cell has [`SAMPLES_ACROSS`] and [`SAMPLES_DOWN`].
    pub(crate) fn fit(rows: u16, columns: u16, ink_at: impl Fn(u16, u16) -> SpriteInk) -> Self {
        let mut cells = Vec::with_capacity(usize::from(rows) * usize::from(columns));
        for row in 0..rows {
            for column in 0..columns {
                cells.push(nearest(&samples(&ink_at, row, column)));
            }
        }
        Self { rows, columns, cells }
    }

    /// The cells with their row and column, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (u16, u16, SpriteCell)> {
        let columns = self.columns;
        (0..self.rows)
            .flat_map(move |row| (0..columns).map(move |column| (row, column)))
            .zip(&self.cells)
            .map(|((row, column), &cell)| (row, column, cell))
    }
}

/// The bits of each ink within a cell, the sample at the top left lowest.
fn samples(ink_at: impl Fn(u16, u16) -> SpriteInk, row: u16, column: u16) -> [u128; 3] {
    let mut bits = [0u128; 3];
    let mut bit = 1u128;
    for y in 0..SAMPLES_DOWN {
        for x in 0..SAMPLES_ACROSS {
            bits[ink_at(column * SAMPLES_ACROSS + x, row * SAMPLES_DOWN + y) as usize] |= bit;
            bit <<= 1;
        }
    }
    bits
}

/// The block element and inks with the fewest wrong samples.
fn nearest(bits: &[u128; 3]) -> SpriteCell {
    let mut best =
        (u32::MAX, SpriteCell { glyph: " ", foreground: SpriteInk::Square, background: SpriteInk::Square });
    for (glyph, mask) in ELEMENTS {
        let (over, wrong_over) = prevailing(bits, mask);
        let (under, wrong_under) = prevailing(bits, !mask);
        if wrong_over + wrong_under < best.0 {
            best = (wrong_over + wrong_under, SpriteCell { glyph, foreground: over, background: under });
        }
    }
    best.1
}

/// The most frequent ink under a mask, and how many samples have another one.
fn prevailing(bits: &[u128; 3], mask: u128) -> (SpriteInk, u32) {
    let count = |ink: SpriteInk| (bits[ink as usize] & mask).count_ones();
    let most = INKS.into_iter().rev().max_by_key(|&ink| count(ink)).unwrap_or(SpriteInk::Square);
    (most, mask.count_ones() - count(most))
}

/// A cell after something has covered a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellOverlay {
    /// The block element.
    pub glyph: &'static str,
    /// Whether the block shows what covers the cell.
    pub reversed: bool,
    /// Whether the rest shows the ink of the block that was there before; else its background.
    pub of_block: bool,
}

/// Covers samples of a cell that shows a block element, or nothing. None where it shows something else.
pub(crate) fn overlay(samples: u128, shown: &str) -> Option<CellOverlay> {
    let (_, block) = ELEMENTS.into_iter().find(|&(glyph, _)| glyph == shown)?;
    let left = !samples;
    let of_block = (block & left).count_ones() > (!block & left).count_ones();
    let wrong = |mask: u128| (mask ^ samples).count_ones();
    let (glyph, mask) = ELEMENTS.into_iter().min_by_key(|&(_, mask)| wrong(mask).min(wrong(!mask)))?;
    Some(CellOverlay { glyph, reversed: wrong(!mask) < wrong(mask), of_block })
}

const fn rows_from(first: u32) -> u128 {
    if first >= 16 { 0 } else { u128::MAX << (first * 8) }
}

const fn columns_to(last: u32) -> u128 {
    let row = (1u128 << last) - 1;
    let mut mask = 0;
    let mut y = 0;
    while y < 16 {
        mask |= row << (y * 8);
        y += 1;
    }
    mask
}

const UPPER: u128 = !rows_from(8);
const LOWER: u128 = rows_from(8);
const LEFT: u128 = columns_to(4);
const RIGHT: u128 = !columns_to(4);

/// Block elements and the samples that they cover. Of two complementary ones, one is enough: the inks are
/// swapped.
const ELEMENTS: [(&str, u128); 20] = [
    (" ", 0),
    ("▀", UPPER),
    ("▌", LEFT),
    ("▘", UPPER & LEFT),
    ("▝", UPPER & RIGHT),
    ("▖", LOWER & LEFT),
    ("▗", LOWER & RIGHT),
    ("▚", (UPPER & LEFT) | (LOWER & RIGHT)),
    ("▁", rows_from(14)),
    ("▂", rows_from(12)),
    ("▃", rows_from(10)),
    ("▅", rows_from(6)),
    ("▆", rows_from(4)),
    ("▇", rows_from(2)),
    ("▏", columns_to(1)),
    ("▎", columns_to(2)),
    ("▍", columns_to(3)),
    ("▋", columns_to(5)),
    ("▊", columns_to(6)),
    ("▉", columns_to(7)),
];
