//! Pictures of the pieces drawn by hand for small squares, where every half cell counts.
//!
//! The files under `assets/pieces` hold a name and then a picture: two signs a cell across and two down;
//! `#` is the body, `=` the body that ends a little above the lower edge of its half cell, so that the piece
//! below does not touch it, `o` a line within it, `.` the square.

use crate::chess::Role;
use crate::chess::names::role_name;
use crate::tui::theme::pieces::fit::{SAMPLES_ACROSS, SAMPLES_DOWN, SpriteInk};

const FILES: [(u16, &str); 4] = [
    (2, include_str!("../../../../assets/pieces/2x4.txt")),
    (3, include_str!("../../../../assets/pieces/3x6.txt")),
    (4, include_str!("../../../../assets/pieces/4x8.txt")),
    (5, include_str!("../../../../assets/pieces/5x10.txt")),
];

/// Samples that a `=` leaves free at its lower edge: an eighth of a cell, the least that a block element can.
const GAP: u16 = SAMPLES_DOWN / 8;

/// A picture on a grid of half cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mask {
    rows: Vec<&'static [u8]>,
}

/// The picture of a piece for a square of `rows` cells, where one was drawn.
pub(crate) fn of(role: Role, rows: u16) -> Option<Mask> {
    let (_, file) = FILES.iter().find(|(size, _)| *size == rows)?;
    let lines = file.lines().skip_while(|line| *line != role_name(role)).skip(1);
    Some(Mask { rows: lines.take(usize::from(rows) * 2).map(str::as_bytes).collect() })
}

impl Mask {
    /// The ink of a sample, by its column and row.
    pub(crate) fn ink_at(&self, x: u16, y: u16) -> SpriteInk {
        let signs = self.rows.get(usize::from(y / (SAMPLES_DOWN / 2))).copied().unwrap_or_default();
        match signs.get(usize::from(x / (SAMPLES_ACROSS / 2))) {
            Some(b'#') => SpriteInk::Fill,
            Some(b'=') if y % (SAMPLES_DOWN / 2) < SAMPLES_DOWN / 2 - GAP => SpriteInk::Fill,
            Some(b'o') => SpriteInk::Line,
            _ => SpriteInk::Square,
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
                    assert!(row.iter().all(|sign| b".#=o".contains(sign)), "{role:?} {size}");
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

    /// Column and row of every sign that is not the square.
    fn inked(mask: &Mask) -> Vec<(usize, usize)> {
        let rows = mask.rows.iter().enumerate();
        let all = rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, sign)| (x, y, *sign)));
        all.filter(|&(.., sign)| sign != b'.').map(|(x, y, _)| (x, y)).collect()
    }

    #[test]
    fn no_two_pieces_look_alike() {
        for (size, _) in FILES {
            for (n, one) in Role::ALL.into_iter().enumerate() {
                for other in &Role::ALL[..n] {
                    let (a, b) = (inked(&of(one, size).unwrap()), inked(&of(*other, size).unwrap()));
                    let only = |a: &[(usize, usize)], b: &[(usize, usize)]| {
                        a.iter().filter(|place| !b.contains(place)).count()
                    };
                    let apart = only(&a, &b) + only(&b, &a);
                    assert!(apart * 8 >= a.len().max(b.len()), "{one:?} {other:?} at {size} rows: {apart}");
                }
            }
        }
    }

    #[test]
    fn every_piece_keeps_off_the_edges_of_its_square() {
        for (size, _) in FILES {
            let (width, height) = (usize::from(size) * 4, usize::from(size) * 2);
            for role in Role::ALL {
                for (x, y) in inked(&of(role, size).unwrap()) {
                    assert!(x > 0 && x + 1 < width, "{role:?} at {size} rows touches a side");
                    // Two rows of cells have room only for a tip.
                    let tip = size == 2 && x.abs_diff(width / 2) <= 1;
                    assert!(y > 0 || tip, "{role:?} at {size} rows touches the top");
                    assert!(y + 1 < height || size <= 3, "{role:?} at {size} rows touches the bottom");
                }
            }
        }
    }

    #[test]
    fn every_piece_but_the_knight_is_alike_on_both_sides() {
        for (size, _) in FILES {
            for role in Role::ALL.into_iter().filter(|&role| role != Role::Knight) {
                let mask = of(role, size).unwrap();
                let places = inked(&mask);
                let cut = role == Role::Bishop && size == 2;
                let mirrored =
                    |&(x, y): &(usize, usize)| places.contains(&(usize::from(size) * 4 - 1 - x, y));
                assert!(cut || places.iter().all(mirrored), "{role:?} at {size} rows");
            }
        }
    }
}
