//! The style of one role, and how theme files write it: `#c9d1d9/gray on #14171c/black bold`.
//!
//! A color is written as in ratatui: `#rrggbb`, one of the 256 indexed colors by number, one of the 16 by
//! name, or `reset` for the terminal's own. After a slash comes its replacement on terminals with 16 colors.

use std::str::FromStr;

use ratatui::style::{Color, Modifier};

use crate::tui::theme::depth::ThemeColorDepth;

/// A color for every depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PaintColor {
    true_color: Color,
    sixteen: Color,
}

impl PaintColor {
    /// The color at a color depth.
    pub(super) fn color(self, depth: ThemeColorDepth) -> Color {
        match (depth, self.true_color) {
            (ThemeColorDepth::Indexed, Color::Rgb(r, g, b)) => Color::Indexed(nearest_indexed(r, g, b)),
            (ThemeColorDepth::TrueColor | ThemeColorDepth::Indexed, full) => full,
            (ThemeColorDepth::Sixteen, _) => self.sixteen,
            (ThemeColorDepth::Mono, _) => Color::Reset,
        }
    }
}

impl FromStr for PaintColor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let color = |text: &str| {
            Color::from_str(text).map_err(|_| {
                format!("\"{text}\" is not a color: write #rrggbb, a number up to 255, a name such as lightblue, or reset")
            })
        };
        let is_one_of_sixteen = |color| !matches!(color, Color::Rgb(..) | Color::Indexed(16..));
        let (full, sixteen) = if let Some((full, sixteen)) = text.split_once('/') {
            (color(full)?, color(sixteen)?)
        } else {
            let full = color(text)?;
            (full, if is_one_of_sixteen(full) { full } else { Color::Reset })
        };
        if is_one_of_sixteen(sixteen) {
            Ok(Self { true_color: full, sixteen })
        } else {
            Err(format!(
                "after the slash one of the sixteen colors is wanted, such as lightblue, not \"{text}\""
            ))
        }
    }
}

/// The colors and modifiers of a role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RolePaint {
    pub(super) fg: Option<PaintColor>,
    pub(super) bg: Option<PaintColor>,
    pub(super) modifier: Modifier,
}

impl RolePaint {
    /// Changes nothing.
    pub(super) const NONE: Self = Self { fg: None, bg: None, modifier: Modifier::empty() };
}

impl FromStr for RolePaint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut paint = Self::NONE;
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let modifier = match word {
                "bold" => Modifier::BOLD,
                "dim" => Modifier::DIM,
                "italic" => Modifier::ITALIC,
                "underlined" => Modifier::UNDERLINED,
                "reversed" => Modifier::REVERSED,
                "on" if paint.bg.is_none() => {
                    paint.bg = Some(words.next().ok_or("a color is wanted after \"on\"")?.parse()?);
                    continue;
                }
                _ if paint.fg.is_none() && paint.bg.is_none() => {
                    paint.fg = Some(word.parse()?);
                    continue;
                }
                _ => {
                    return Err(format!(
                        "\"{word}\" is one too many: after the color come \"on\" and another, then bold, dim, italic, \
                         underlined or reversed"
                    ));
                }
            };
            paint.modifier |= modifier;
        }
        Ok(paint)
    }
}

/// The nearest of xterm's 6x6x6 cube and 24 grays.
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

    #[test]
    fn a_paint_is_read_as_it_is_written() {
        let paint: RolePaint = "#c9d1d9/gray on 17/blue bold underlined".parse().unwrap();
        let colors = |ink: Option<PaintColor>, depth| ink.map(|ink| ink.color(depth));
        assert_eq!(colors(paint.fg, ThemeColorDepth::TrueColor), Some(Color::Rgb(0xc9, 0xd1, 0xd9)));
        assert_eq!(colors(paint.fg, ThemeColorDepth::Indexed), Some(Color::Indexed(252)));
        assert_eq!(colors(paint.fg, ThemeColorDepth::Sixteen), Some(Color::Gray));
        assert_eq!(colors(paint.bg, ThemeColorDepth::TrueColor), Some(Color::Indexed(17)));
        assert_eq!(colors(paint.bg, ThemeColorDepth::Sixteen), Some(Color::Blue));
        assert_eq!(paint.modifier, Modifier::BOLD | Modifier::UNDERLINED);
        let plain: RolePaint = "on lightblue".parse().unwrap();
        assert_eq!((plain.fg, colors(plain.bg, ThemeColorDepth::Sixteen)), (None, Some(Color::LightBlue)));
        let soft: RolePaint = "#ffffff".parse().unwrap();
        assert_eq!(colors(soft.fg, ThemeColorDepth::Sixteen), Some(Color::Reset));
        assert_eq!("".parse(), Ok(RolePaint::NONE));
    }

    #[test]
    fn what_is_no_paint_says_why() {
        for (text, wanted) in [
            ("pinkish", "\"pinkish\" is not a color"),
            ("#12345", "\"#12345\" is not a color"),
            ("red on", "a color is wanted after \"on\""),
            ("red bold blue", "\"blue\" is one too many"),
            ("red on blue on green", "\"on\" is one too many"),
            ("red/#ffffff", "after the slash one of the sixteen colors is wanted"),
        ] {
            let error = text.parse::<RolePaint>().unwrap_err();
            assert!(error.starts_with(wanted), "{text}: {error}");
        }
    }

    #[test]
    fn the_measured_squares_have_their_indexed_colors() {
        assert_eq!(nearest_indexed(255, 255, 255), 231);
        assert_eq!(nearest_indexed(0, 0, 0), 16);
        assert_eq!(nearest_indexed(95, 135, 95), 65);
    }
}
