//! The men drawn by hand for small squares, where every half cell counts.
//!
//! The files under `assets/pieces` hold a name and then a picture: two signs a cell across and two down;
//! `#` is the body, `o` a line within it, `.` the square.

use crate::chess::Role;
use crate::chess::names::man_name;

use super::fit::{ACROSS, DOWN, Ink};

const FILES: [(u16, &str); 4] = [
    (2, include_str!("../../../../assets/pieces/2x4.txt")),
    (3, include_str!("../../../../assets/pieces/3x6.txt")),
    (4, include_str!("../../../../assets/pieces/4x8.txt")),
    (5, include_str!("../../../../assets/pieces/5x10.txt")),
];

/// A picture on a grid of half cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mask {
    rows: Vec<&'static [u8]>,
}

/// The picture of a man for a square of `rows` cells, where one was drawn.
#[must_use]
pub fn of(role: Role, rows: u16) -> Option<Mask> {
    let (_, file) = FILES.iter().find(|(size, _)| *size == rows)?;
    let lines = file.lines().skip_while(|line| *line != man_name(role)).skip(1);
    Some(Mask { rows: lines.take(usize::from(rows) * 2).map(str::as_bytes).collect() })
}

impl Mask {
    /// The ink of a sample, by its column and row.
    #[must_use]
    pub fn ink_at(&self, x: u16, y: u16) -> Ink {
        let signs = self.rows.get(usize::from(y / (DOWN / 2))).copied().unwrap_or_default();
        match signs.get(usize::from(x / (ACROSS / 2))) {
            Some(b'#') => Ink::Fill,
            Some(b'o') => Ink::Line,
            _ => Ink::Square,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_has_its_size_and_no_strange_sign() {
        for (size, _) in FILES {
            for role in Role::ALL {
                let mask = of(role, size).unwrap();
                assert_eq!(mask.rows.len(), usize::from(size) * 2, "{role:?} {size}");
                for row in &mask.rows {
                    assert_eq!(row.len(), usize::from(size) * 4, "{role:?} {size}");
                    assert!(row.iter().all(|sign| b".#o".contains(sign)), "{role:?} {size}");
                }
            }
        }
    }

    #[test]
    fn all_but_the_knight_are_the_same_from_both_sides() {
        for (size, _) in FILES {
            for role in [Role::Pawn, Role::Rook, Role::Queen, Role::King] {
                for row in &of(role, size).unwrap().rows {
                    assert!(row.iter().eq(row.iter().rev()), "{role:?} {size}");
                }
            }
        }
    }
}
