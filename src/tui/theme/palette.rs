//! The colors of each scheme.
//!
//! A square's relative luminance stays between 0.10 and 0.30, so that men of both sides stand off it at
//! 3:1 or better; the highlights were chosen to stay apart for every kind of color vision.

use ratatui::style::{Color, Modifier};

use super::depth::ColorDepth;
use super::role::Role;

/// A named set of colors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scheme {
    /// Cool greys on a dark ground.
    #[default]
    Slate,
    /// A tournament board.
    Green,
    /// Warm wood, with men in ivory and ebony.
    Walnut,
    /// As much contrast as the terminal has.
    Contrast,
}

impl Scheme {
    /// Every scheme, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Slate, Self::Green, Self::Walnut, Self::Contrast];

    /// The name that the configuration has for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slate => "slate",
            Self::Green => "green",
            Self::Walnut => "walnut",
            Self::Contrast => "contrast",
        }
    }

    /// A scheme by its name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == name)
    }

    /// The scheme that is offered after this one.
    #[must_use]
    pub fn next(self) -> Self {
        let place = Self::ALL.iter().position(|&scheme| scheme == self).unwrap_or_default();
        Self::ALL[(place + 1) % Self::ALL.len()]
    }

    /// The paint of a role.
    pub(super) fn paint(self, role: Role) -> Paint {
        match self {
            Self::Slate => None,
            Self::Green => green(role),
            Self::Walnut => walnut(role),
            Self::Contrast => contrast(role),
        }
        .unwrap_or_else(|| slate(role))
    }
}

/// A color for each depth: 24 bits, which the 256 are taken from too, and one of the sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ink {
    rgb: u32,
    ansi: Option<u8>,
}

impl Ink {
    pub(super) fn color(self, depth: ColorDepth) -> Color {
        let [_, r, g, b] = self.rgb.to_be_bytes();
        match depth {
            ColorDepth::True => Color::Rgb(r, g, b),
            ColorDepth::Indexed => Color::Indexed(nearest_indexed(r, g, b)),
            ColorDepth::Sixteen => self.ansi.map_or(Color::Reset, sixteen),
            ColorDepth::Mono => Color::Reset,
        }
    }
}

/// The colors and modifiers of a role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Paint {
    pub(super) fg: Option<Ink>,
    pub(super) bg: Option<Ink>,
    pub(super) modifier: Modifier,
}

impl Paint {
    const fn bold(mut self) -> Self {
        self.modifier = self.modifier.union(Modifier::BOLD);
        self
    }

    const fn on(mut self, rgb: u32, ansi: u8) -> Self {
        self.bg = Some(Ink { rgb, ansi: Some(ansi) });
        self
    }
}

const fn ink(rgb: u32, ansi: u8) -> Paint {
    Paint { fg: Some(Ink { rgb, ansi: Some(ansi) }), bg: None, modifier: Modifier::empty() }
}

/// A color that the terminal's own foreground stands for where there are but sixteen.
const fn soft(rgb: u32) -> Paint {
    Paint { fg: Some(Ink { rgb, ansi: None }), bg: None, modifier: Modifier::empty() }
}

const fn ground(fg: u32, bg: u32) -> Paint {
    Paint {
        fg: Some(Ink { rgb: fg, ansi: None }),
        bg: Some(Ink { rgb: bg, ansi: None }),
        modifier: Modifier::empty(),
    }
}

const BLACK: u8 = 0;
const RED: u8 = 1;
const GREEN: u8 = 2;
const YELLOW: u8 = 3;
const BLUE: u8 = 4;
const MAGENTA: u8 = 5;
const CYAN: u8 = 6;
const GRAY: u8 = 7;
const DARK_GRAY: u8 = 8;
const LIGHT_RED: u8 = 9;
const LIGHT_GREEN: u8 = 10;
const LIGHT_YELLOW: u8 = 11;
const LIGHT_CYAN: u8 = 14;
const WHITE: u8 = 15;

fn slate(role: Role) -> Paint {
    match role {
        Role::Ground => ground(0x00c9_d1d9, 0x0014_171c),
        Role::Overlay => ground(0x00d6_dce3, 0x001e_2229),
        Role::Faint => ink(0x007d_8794, DARK_GRAY),
        Role::Coordinate => ink(0x0085_90a0, DARK_GRAY),
        Role::Strong | Role::Prompt => soft(0x00f2_f4f7).bold(),
        Role::Title => soft(0x00e6_ebf1).bold(),
        Role::Frame => ink(0x003d_4552, DARK_GRAY),
        Role::ActiveFrame => ink(0x0076_a5d4, LIGHT_CYAN),
        Role::Bar => ink(0x00aa_b4c0, GRAY).on(0x001e_2229, BLACK),
        Role::ActiveTab => ink(0x0010_1318, BLACK).on(0x0082_b4e4, CYAN).bold(),
        Role::Key => ink(0x0082_b4e4, LIGHT_CYAN).bold(),
        Role::Choice => ink(0x00f5_f7fa, WHITE).on(0x002f_4a66, BLUE).bold(),
        Role::Caret => ink(0x0010_1318, BLACK).on(0x00e6_ebf1, GRAY),
        Role::LightSquare => ink(0x008a_96a1, CYAN),
        Role::DarkSquare => ink(0x0055_6270, BLUE),
        Role::WhiteMan => ink(0x00fb_f8f0, WHITE),
        Role::WhiteLine => ink(0x0030_363e, BLACK),
        Role::BlackMan => ink(0x0010_1216, BLACK),
        Role::BlackLine => ink(0x00a8_b2bd, GRAY),
        Role::LastMove => ink(0x0097_704a, YELLOW),
        Role::Selected => ink(0x0098_00ff, MAGENTA),
        Role::Cursor => ink(0x0000_c2d1, LIGHT_CYAN),
        Role::Target => ink(0x001d_2733, BLACK),
        Role::Hint => ink(0x002f_8f5b, GREEN),
        Role::Check => ink(0x00f6_6800, RED),
        Role::Stalemate => ink(0x00ff_ffff, WHITE).on(0x00b5_1fb8, MAGENTA).bold(),
        Role::Exact | Role::Best | Role::Good => ink(0x0069_d196, LIGHT_GREEN).bold(),
        Role::Win => ink(0x0069_d196, LIGHT_GREEN),
        Role::Remark => ink(0x00b8_c8a0, LIGHT_GREEN),
        Role::Bound | Role::Slip => ink(0x00e8_c468, LIGHT_YELLOW),
        Role::Draw => ink(0x00e3_8be6, 13),
        Role::Loss => ink(0x00f0_7f6e, LIGHT_RED),
        Role::Blunder => ink(0x00f0_7f6e, LIGHT_RED).bold(),
        Role::WhiteShare => ink(0x00f2_efe6, WHITE),
        Role::BlackShare => ink(0x0033_3a44, DARK_GRAY),
        Role::Warning => ink(0x00f2_a24b, LIGHT_YELLOW).bold(),
        Role::Error => ink(0x00ff_7b6b, LIGHT_RED).bold(),
    }
}

fn green(role: Role) -> Option<Paint> {
    Some(match role {
        Role::LightSquare => ink(0x007f_9a72, GREEN),
        Role::DarkSquare => ink(0x004d_6648, DARK_GRAY),
        Role::Ground => ground(0x00ce_d4c8, 0x0013_1812),
        Role::Overlay => ground(0x00da_e0d4, 0x001c_231a),
        Role::Bar => ink(0x00af_bba6, GRAY).on(0x001c_231a, BLACK),
        Role::ActiveTab => ink(0x0010_1510, BLACK).on(0x0093_c47d, GREEN).bold(),
        Role::Key => ink(0x0093_c47d, LIGHT_GREEN).bold(),
        Role::ActiveFrame => ink(0x0093_c47d, LIGHT_GREEN),
        Role::Frame => ink(0x003c_4a37, DARK_GRAY),
        Role::Faint => ink(0x0080_8d78, DARK_GRAY),
        Role::Coordinate => ink(0x0088_9880, DARK_GRAY),
        Role::Choice => ink(0x00f5_faf2, WHITE).on(0x0036_5a2c, GREEN).bold(),
        Role::Hint => ink(0x0000_7f9f, CYAN),
        _ => return None,
    })
}

fn walnut(role: Role) -> Option<Paint> {
    Some(match role {
        Role::LightSquare => ink(0x00a8_8a68, YELLOW),
        Role::DarkSquare => ink(0x0078_583c, DARK_GRAY),
        Role::Ground => ground(0x00d9_d0c4, 0x0019_1512),
        Role::Overlay => ground(0x00e4_dcd0, 0x0024_1e19),
        Role::Bar => ink(0x00be_b1a0, GRAY).on(0x0024_1e19, BLACK),
        Role::ActiveTab => ink(0x0017_120e, BLACK).on(0x00d9_a866, YELLOW).bold(),
        Role::Key => ink(0x00d9_a866, LIGHT_YELLOW).bold(),
        Role::ActiveFrame => ink(0x00d9_a866, LIGHT_YELLOW),
        Role::Frame => ink(0x004f_4438, DARK_GRAY),
        Role::Faint => ink(0x0092_8574, DARK_GRAY),
        Role::Coordinate => ink(0x009c_8e7c, DARK_GRAY),
        Role::Choice => ink(0x00fb_f6ee, WHITE).on(0x0066_4a26, YELLOW).bold(),
        Role::LastMove => ink(0x0052_7a8c, CYAN),
        Role::BlackLine => ink(0x00c4_a988, GRAY),
        _ => return None,
    })
}

fn contrast(role: Role) -> Option<Paint> {
    Some(match role {
        Role::Ground => ground(0x00ff_ffff, 0x0000_0000),
        Role::Overlay => ground(0x00ff_ffff, 0x0016_1616),
        Role::LightSquare => ink(0x0094_94a4, CYAN),
        Role::DarkSquare => ink(0x0058_587a, BLUE),
        Role::WhiteMan => ink(0x00ff_ffff, WHITE),
        Role::WhiteLine | Role::BlackMan => ink(0x0000_0000, BLACK),
        Role::BlackLine => ink(0x00e0_e0e0, WHITE),
        Role::Faint | Role::Coordinate => ink(0x00b4_b4b4, GRAY),
        Role::Frame => ink(0x0080_8080, GRAY),
        Role::ActiveFrame | Role::Key => ink(0x0000_e5ff, LIGHT_CYAN).bold(),
        Role::Bar => ink(0x00ff_ffff, WHITE).on(0x0026_2626, BLACK),
        Role::ActiveTab => ink(0x0000_0000, BLACK).on(0x00ff_ff00, LIGHT_YELLOW).bold(),
        Role::Choice => ink(0x0000_0000, BLACK).on(0x0000_e5ff, LIGHT_CYAN).bold(),
        Role::Exact | Role::Best | Role::Good | Role::Win => ink(0x0000_ff66, LIGHT_GREEN).bold(),
        Role::Loss | Role::Blunder | Role::Error => ink(0x00ff_8070, LIGHT_RED).bold(),
        Role::Bound | Role::Slip | Role::Warning => ink(0x00ff_e000, LIGHT_YELLOW).bold(),
        Role::Draw => ink(0x00ff_7dff, 13).bold(),
        _ => return None,
    })
}

/// One of the sixteen colors by its number.
fn sixteen(number: u8) -> Color {
    const COLORS: [Color; 16] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    COLORS[usize::from(number & 15)]
}

/// The nearest of xterm's 6x6x6 cube and 24 greys.
fn nearest_indexed(r: u8, g: u8, b: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |x: u8, y: u8| u32::from(x.abs_diff(y)).pow(2);
    let step = |value: u8| {
        (0..6u8).min_by_key(|&index| distance(STEPS[usize::from(index)], value)).unwrap_or_default()
    };
    let (cr, cg, cb) = (step(r), step(g), step(b));
    let cube = distance(STEPS[usize::from(cr)], r)
        + distance(STEPS[usize::from(cg)], g)
        + distance(STEPS[usize::from(cb)], b);
    let (grey, level) = (0..24u8)
        .map(|index| (index, 8 + 10 * index))
        .min_by_key(|&(_, level)| distance(level, r) + distance(level, g) + distance(level, b))
        .unwrap_or_default();
    if distance(level, r) + distance(level, g) + distance(level, b) < cube {
        232 + grey
    } else {
        16 + 36 * cr + 6 * cg + cb
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(value: u8) -> f64 {
        let share = f64::from(value) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    }

    /// Relative luminance by WCAG 2.
    fn luminance(scheme: Scheme, role: Role) -> f64 {
        let paint = scheme.paint(role);
        let [_, r, g, b] = paint.bg.or(paint.fg).unwrap().rgb.to_be_bytes();
        0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
    }

    fn contrast_of(scheme: Scheme, one: Role, other: Role) -> f64 {
        let (one, other) = (luminance(scheme, one), luminance(scheme, other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn men_of_both_sides_stand_off_every_square() {
        for scheme in Scheme::ALL {
            for square in [Role::LightSquare, Role::DarkSquare] {
                for man in [Role::WhiteMan, Role::BlackMan] {
                    let contrast = contrast_of(scheme, man, square);
                    assert!(contrast >= 2.8, "{scheme:?} {man:?} on {square:?}: {contrast:.2}");
                }
            }
        }
    }

    #[test]
    fn text_can_be_read() {
        for scheme in Scheme::ALL {
            for role in
                [Role::Faint, Role::Key, Role::Exact, Role::Bound, Role::Draw, Role::Loss, Role::Warning]
            {
                let contrast = contrast_of(scheme, role, Role::Ground);
                assert!(contrast >= 4.5, "{scheme:?} {role:?}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn the_measured_squares_have_their_indexed_colors() {
        assert_eq!(nearest_indexed(255, 255, 255), 231);
        assert_eq!(nearest_indexed(0, 0, 0), 16);
        assert_eq!(nearest_indexed(95, 135, 95), 65);
    }

    #[test]
    fn names_lead_back() {
        for scheme in Scheme::ALL {
            assert_eq!(Scheme::by_name(scheme.name()), Some(scheme));
        }
    }
}
