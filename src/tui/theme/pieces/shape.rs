//! The men as shapes on a square of a thousand by a thousand units, y downwards.

use crate::chess::Role;

use super::fit::Ink;

/// One part of a man; later parts lie over earlier ones.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A filled polygon.
    Polygon(Ink, &'static [(i32, i32)]),
    /// A filled circle: center and radius.
    Disc(Ink, (i32, i32), i32),
}

/// A part whose corners lie on the grid of a size, so that upright and level edges are sharp.
#[derive(Clone, Debug)]
pub enum Outline {
    /// A filled polygon.
    Polygon(Ink, Vec<(f64, f64)>),
    /// A filled ellipse: center and radii.
    Ellipse(Ink, (f64, f64), (f64, f64)),
}

impl Part {
    /// The part on the grid of half cells that a square of `rows` by `columns` cells has.
    #[must_use]
    pub fn hinted(&self, rows: u16, columns: u16) -> Outline {
        let snap = |value: i32, cells: u16, parts: f64| {
            let step = 1000.0 / (f64::from(cells) * parts);
            // Away from the middle, so that both halves of a man stay alike.
            let off = f64::from(value) - 500.0;
            500.0 + (off.abs() / step).round() * step * off.signum()
        };
        let point = |(x, y): (i32, i32), parts: f64| (snap(x, columns, parts), snap(y, rows, parts));
        match *self {
            Self::Polygon(Ink::Line, corners) => {
                Outline::Polygon(Ink::Line, corners.iter().map(|&corner| point(corner, 8.0)).collect())
            }
            Self::Polygon(ink, corners) => {
                Outline::Polygon(ink, corners.iter().map(|&corner| point(corner, 2.0)).collect())
            }
            Self::Disc(ink, (x, y), radius) => {
                let (left, top) = point((x - radius, y - radius), 2.0);
                let (right, bottom) = point((x + radius, y + radius), 2.0);
                Outline::Ellipse(
                    ink,
                    (f64::midpoint(left, right), f64::midpoint(top, bottom)),
                    ((right - left) / 2.0, (bottom - top) / 2.0),
                )
            }
        }
    }
}

impl Outline {
    /// The ink of this part at a point, if the part covers it.
    #[must_use]
    pub fn ink_at(&self, x: f64, y: f64) -> Option<Ink> {
        match self {
            Self::Polygon(ink, corners) => within(corners, x, y).then_some(*ink),
            Self::Ellipse(ink, (cx, cy), (rx, ry)) => {
                (((x - cx) / rx).powi(2) + ((y - cy) / ry).powi(2) <= 1.0).then_some(*ink)
            }
        }
    }
}

/// Whether a point lies within a polygon, by the even-odd rule.
fn within(corners: &[(f64, f64)], x: f64, y: f64) -> bool {
    let mut inside = false;
    let above = |&(_, corner): &(f64, f64)| corner > y;
    if corners.iter().all(above) || !corners.iter().any(above) {
        return false;
    }
    let mut previous = corners.len() - 1;
    for current in 0..corners.len() {
        let (x1, y1) = corners[current];
        let (x2, y2) = corners[previous];
        if (y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 {
            inside = !inside;
        }
        previous = current;
    }
    inside
}

/// The parts of a man.
#[must_use]
pub const fn parts(role: Role) -> &'static [Part] {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

use Ink::{Fill, Line};
use Part::{Disc, Polygon};

const PAWN: &[Part] = &[
    Polygon(
        Fill,
        &[(440, 480), (560, 480), (600, 640), (690, 770), (690, 800), (310, 800), (310, 770), (400, 640)],
    ),
    Disc(Fill, (500, 360), 130),
    Polygon(Fill, &[(370, 490), (630, 490), (590, 550), (410, 550)]),
    Polygon(Fill, &[(250, 800), (750, 800), (750, 900), (250, 900)]),
];

const ROOK: &[Part] = &[
    Polygon(
        Fill,
        &[
            (230, 150),
            (375, 150),
            (375, 250),
            (430, 250),
            (430, 150),
            (570, 150),
            (570, 250),
            (625, 250),
            (625, 150),
            (770, 150),
            (770, 360),
            (680, 420),
            (690, 760),
            (310, 760),
            (320, 420),
            (230, 360),
        ],
    ),
    Polygon(Fill, &[(250, 760), (750, 760), (810, 830), (810, 910), (190, 910), (190, 830)]),
    Polygon(Line, &[(320, 395), (680, 395), (680, 430), (320, 430)]),
    Polygon(Line, &[(300, 735), (700, 735), (700, 770), (300, 770)]),
];

const BISHOP: &[Part] = &[
    Disc(Fill, (500, 130), 60),
    Polygon(
        Fill,
        &[
            (500, 150),
            (580, 215),
            (650, 320),
            (680, 430),
            (660, 540),
            (590, 630),
            (410, 630),
            (340, 540),
            (320, 430),
            (350, 320),
            (420, 215),
        ],
    ),
    Polygon(Fill, &[(420, 630), (580, 630), (600, 720), (680, 800), (320, 800), (400, 720)]),
    Polygon(Fill, &[(210, 810), (790, 810), (790, 910), (210, 910)]),
    Polygon(Fill, &[(370, 640), (630, 640), (630, 690), (370, 690)]),
    Polygon(
        Line,
        &[
            (470, 330),
            (530, 330),
            (530, 410),
            (590, 410),
            (590, 465),
            (530, 465),
            (530, 560),
            (470, 560),
            (470, 465),
            (410, 465),
            (410, 410),
            (470, 410),
        ],
    ),
    Polygon(Line, &[(400, 620), (600, 620), (600, 648), (400, 648)]),
];

const KNIGHT: &[Part] = &[
    Polygon(
        Fill,
        &[
            (420, 130),
            (500, 215),
            (620, 250),
            (720, 350),
            (780, 500),
            (800, 660),
            (800, 830),
            (300, 830),
            (310, 740),
            (390, 640),
            (470, 560),
            (480, 510),
            (400, 540),
            (340, 610),
            (270, 630),
            (190, 590),
            (170, 500),
            (230, 420),
            (290, 310),
            (330, 240),
            (380, 210),
            (390, 140),
        ],
    ),
    Polygon(Fill, &[(230, 820), (830, 820), (830, 910), (230, 910)]),
    Polygon(Line, &[(365, 310), (435, 310), (435, 370), (365, 370)]),
    Polygon(
        Line,
        &[
            (560, 300),
            (630, 350),
            (690, 450),
            (720, 570),
            (730, 700),
            (690, 700),
            (680, 580),
            (650, 470),
            (590, 370),
        ],
    ),
];

const QUEEN: &[Part] = &[
    Polygon(
        Fill,
        &[
            (110, 280),
            (160, 260),
            (300, 520),
            (310, 190),
            (370, 180),
            (430, 480),
            (470, 140),
            (530, 140),
            (570, 480),
            (630, 180),
            (690, 190),
            (700, 520),
            (840, 260),
            (890, 280),
            (770, 640),
            (740, 760),
            (260, 760),
            (230, 640),
        ],
    ),
    Disc(Fill, (130, 260), 55),
    Disc(Fill, (335, 165), 55),
    Disc(Fill, (500, 120), 55),
    Disc(Fill, (665, 165), 55),
    Disc(Fill, (870, 260), 55),
    Polygon(Fill, &[(250, 760), (750, 760), (790, 830), (790, 910), (210, 910), (210, 830)]),
    Polygon(Line, &[(260, 655), (740, 655), (735, 690), (265, 690)]),
    Polygon(Line, &[(260, 770), (740, 770), (740, 805), (260, 805)]),
];

const KING: &[Part] = &[
    Polygon(
        Fill,
        &[
            (460, 20),
            (540, 20),
            (540, 100),
            (620, 100),
            (620, 190),
            (540, 190),
            (540, 300),
            (460, 300),
            (460, 190),
            (380, 190),
            (380, 100),
            (460, 100),
        ],
    ),
    Disc(Fill, (300, 470), 160),
    Disc(Fill, (700, 470), 160),
    Polygon(
        Fill,
        &[
            (500, 260),
            (600, 330),
            (620, 480),
            (840, 540),
            (740, 690),
            (730, 770),
            (270, 770),
            (260, 690),
            (160, 540),
            (380, 480),
            (400, 330),
        ],
    ),
    Polygon(Fill, &[(250, 760), (750, 760), (790, 830), (790, 910), (210, 910), (210, 830)]),
    Polygon(Line, &[(480, 420), (520, 420), (520, 640), (480, 640)]),
    Polygon(Line, &[(260, 655), (740, 655), (735, 690), (265, 690)]),
    Polygon(Line, &[(260, 770), (740, 770), (740, 805), (260, 805)]),
];
