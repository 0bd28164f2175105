//! The pieces as polygons, for squares too large to be drawn half cell by half cell.
//!
//! `assets/pieces/outlines.txt` is made from the drawings beside it by `render.py`: the name of a piece, then
//! its polygons, one a line: `#` for the body and `o` for a line within it, then the corners as `x,y` in
//! thousandths of the square, y downwards.

use crate::chess::Role;
use crate::chess::names::role_name;
use crate::tui::theme::pieces::fit::SpriteInk;

const FILE: &str = include_str!("../../../../assets/pieces/outlines.txt");

/// A piece as polygons, on a square of a thousand by a thousand units.
#[derive(Clone, PartialEq, Debug)]
pub struct Outline {
    body: Vec<Vec<(f64, f64)>>,
    lines: Vec<Vec<(f64, f64)>>,
}

/// The outline of a piece.
pub(crate) fn of(role: Role) -> Outline {
    let own = FILE.lines().skip_while(|line| *line != role_name(role)).skip(1);
    let polygons: Vec<(&str, &str)> = own.map_while(|line| line.split_once(' ')).collect();
    let of_kind = |kind: &str| {
        let matching = polygons.iter().filter(|(sign, _)| *sign == kind);
        matching.map(|(_, corners)| corners.split(' ').filter_map(corner).collect()).collect()
    };
    Outline { body: of_kind("#"), lines: of_kind("o") }
}

fn corner(text: &str) -> Option<(f64, f64)> {
    let (x, y) = text.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

impl Outline {
    /// The ink at a point.
    pub(crate) fn ink_at(&self, x: f64, y: f64) -> SpriteInk {
        match (is_within(&self.lines, x, y), is_within(&self.body, x, y)) {
            (true, _) => SpriteInk::Line,
            (false, true) => SpriteInk::Fill,
            (false, false) => SpriteInk::Square,
        }
    }
}

/// Whether a point lies within polygons, by the even-odd rule: a polygon in another is a hole.
fn is_within(polygons: &[Vec<(f64, f64)>], x: f64, y: f64) -> bool {
    polygons.iter().filter(|corners| surround(corners, x, y)).count() % 2 == 1
}

/// Whether a polygon surrounds a point: whether a ray to the right crosses it an odd number of times.
fn surround(corners: &[(f64, f64)], x: f64, y: f64) -> bool {
    let next = corners.iter().cycle().skip(1);
    let crosses = |((x1, y1), (x2, y2)): (&(f64, f64), &(f64, f64))| {
        (*y1 > y) != (*y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
    };
    corners.iter().zip(next).filter(|&edge| crosses(edge)).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outline_is_a_piece_that_keeps_off_the_edges() {
        for role in Role::ALL {
            let outline = of(role);
            assert!(!outline.body.is_empty(), "{role:?}");
            for polygon in outline.body.iter().chain(&outline.lines) {
                assert!(polygon.len() >= 3, "{role:?}");
                let is_inside = |at: &f64| (40.0..=960.0).contains(at);
                assert!(polygon.iter().all(|(x, y)| is_inside(x) && is_inside(y)), "{role:?}: {polygon:?}");
            }
            let at = if role == Role::Knight { 600.0 } else { 500.0 };
            assert_eq!(outline.ink_at(at, 860.0), SpriteInk::Fill, "the base of {role:?}");
            assert_eq!(outline.ink_at(20.0, 20.0), SpriteInk::Square);
        }
    }

    #[test]
    fn a_polygon_within_another_is_a_hole() {
        let square = |from: f64, to: f64| vec![(from, from), (to, from), (to, to), (from, to)];
        let ring = [square(0.0, 100.0), square(40.0, 60.0)];
        assert!(is_within(&ring, 20.0, 50.0));
        assert!(!is_within(&ring, 50.0, 50.0));
        assert!(!is_within(&ring, 120.0, 50.0));
    }
}
