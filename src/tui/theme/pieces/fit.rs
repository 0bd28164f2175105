//! Fits shapes to cells: for each cell the block element and the pair of inks that come nearest.
//!
//! A cell is sampled at 8 by 16 points, which are square on a usual terminal. Half blocks, quadrants and
//! eighths together place an edge to an eighth of a cell; every one of them is in the block that terminals
//! draw themselves, without the seams of a font.

/// What a point of a picture is painted with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ink {
    /// Nothing: the square shows.
    Square,
    /// The body of the man.
    Fill,
    /// The lines within the body.
    Line,
}

const INKS: [Ink; 3] = [Ink::Square, Ink::Fill, Ink::Line];

/// Inks by their share in 255; what is missing is the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mix {
    /// The share of the body.
    pub fill: u8,
    /// The share of the lines within it.
    pub line: u8,
}

impl Mix {
    /// Whether nothing but the square shows.
    #[must_use]
    pub const fn is_bare(self) -> bool {
        self.fill == 0 && self.line == 0
    }

    const fn pure(ink: Ink) -> Self {
        match ink {
            Ink::Square => Self { fill: 0, line: 0 },
            Ink::Fill => Self { fill: 255, line: 0 },
            Ink::Line => Self { fill: 0, line: 255 },
        }
    }

    /// The inks of `counts` samples. Edges against the square are mixed, lines are drawn or not, and what is
    /// nearly pure is made so: a little blur reads as dirt.
    fn blended(counts: [u32; 3]) -> Self {
        let [square, fill, line] = counts;
        if line > fill + square {
            return Self::pure(Ink::Line);
        }
        match (fill + line) * 100 / (square + fill + line).max(1) {
            0..=14 => Self::pure(Ink::Square),
            86.. => Self::pure(Ink::Fill),
            part => Self { fill: u8::try_from(part * 255 / 100).unwrap_or(u8::MAX), line: 0 },
        }
    }
}

/// One cell of a picture: a block element painted with `over`, on `under`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The block element.
    pub glyph: &'static str,
    /// The ink of the block.
    pub over: Mix,
    /// The ink of the rest.
    pub under: Mix,
}

/// Whether colors can be mixed where an edge runs through a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edges {
    /// Every block has a single ink.
    Hard,
    /// A block has the inks of what lies under it, in their shares.
    Soft,
}

/// A picture in cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sprite {
    rows: u16,
    columns: u16,
    cells: Vec<Cell>,
}

impl Sprite {
    /// A picture fitted to a grid of cells. `ink_at` tells the ink of a point, in thousandths of the square.
    #[must_use]
    pub fn fitted(rows: u16, columns: u16, edges: Edges, ink_at: impl Fn(f64, f64) -> Ink) -> Self {
        let mut cells = Vec::with_capacity(usize::from(rows) * usize::from(columns));
        for row in 0..rows {
            for column in 0..columns {
                cells.push(nearest(&samples(&ink_at, (row, rows), (column, columns)), edges));
            }
        }
        Self { rows, columns, cells }
    }

    /// Rows of cells.
    #[must_use]
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// Columns of cells.
    #[must_use]
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// The cells with their row and column, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (u16, u16, Cell)> {
        let columns = self.columns;
        (0..self.rows)
            .flat_map(move |row| (0..columns).map(move |column| (row, column)))
            .zip(&self.cells)
            .map(|((row, column), &cell)| (row, column, cell))
    }
}

/// The bits of each ink within a cell, the sample at the top left lowest.
fn samples(
    ink_at: impl Fn(f64, f64) -> Ink,
    (row, rows): (u16, u16),
    (column, columns): (u16, u16),
) -> [u128; 3] {
    let mut bits = [0u128; 3];
    let mut bit = 1u128;
    let unit = |index: u16, step: u16, steps: u16, cells: u16| {
        (f64::from(index) + (f64::from(step) + 0.5) / f64::from(steps)) * 1000.0 / f64::from(cells)
    };
    for y in 0..16 {
        for x in 0..8 {
            let (x, y) = (unit(column, x, 8, columns), unit(row, y, 16, rows));
            bits[ink_at(x, y) as usize] |= bit;
            bit <<= 1;
        }
    }
    bits
}

/// The element and inks that leave the least error.
fn nearest(bits: &[u128; 3], edges: Edges) -> Cell {
    let mut best = (f64::INFINITY, Cell { glyph: " ", over: Mix::default(), under: Mix::default() });
    for (glyph, mask) in ELEMENTS {
        let over = INKS.map(|ink| (bits[ink as usize] & mask).count_ones());
        let under = INKS.map(|ink| (bits[ink as usize] & !mask).count_ones());
        let error = spread(over, edges) + spread(under, edges);
        if error + 0.01 < best.0 {
            best = (error, Cell { glyph, over: inked(over, edges), under: inked(under, edges) });
        }
    }
    best.1
}

/// How far the samples of a block are from having one ink.
fn spread(counts: [u32; 3], edges: Edges) -> f64 {
    let all = f64::from(counts.iter().sum::<u32>());
    let squares: f64 = counts.iter().map(|&count| f64::from(count).powi(2)).sum();
    match edges {
        _ if all == 0.0 => 0.0,
        Edges::Hard => all - f64::from(counts.into_iter().max().unwrap_or_default()),
        Edges::Soft => all - squares / all,
    }
}

fn inked(counts: [u32; 3], edges: Edges) -> Mix {
    match edges {
        Edges::Soft => Mix::blended(counts),
        Edges::Hard => {
            let most = INKS.into_iter().rev().max_by_key(|&ink| counts[ink as usize]);
            Mix::pure(most.unwrap_or(Ink::Square))
        }
    }
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

/// Block elements and the samples that they cover. Where the reverse of one is another, one is enough: the
/// inks trade places.
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
