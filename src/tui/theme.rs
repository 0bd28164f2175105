//! Themes: what every role looks like, on every kind of terminal.
//!
//! Drawing code names a [`Role`], never a color. A [`Theme`] turns the role into a style for the colors that
//! the terminal has; without color each role still has a modifier or a glyph of its own.
//!
//! Reading order: [`role`] (the roles), [`palette`] (their colors), `paint` (the style of one role),
//! [`depth`] (how many colors the terminal has), [`glyphs`] (signs and their ASCII equivalents), [`pieces`]
//! (how pieces are drawn).

pub mod depth;
pub mod glyphs;
mod paint;
pub mod palette;
pub mod pieces;
pub mod role;

use ratatui::style::{Color, Modifier, Style};

pub use crate::config::PieceStyle;
pub use crate::tui::theme::depth::ThemeColorDepth;
pub use crate::tui::theme::glyphs::{Charset, Glyphs};
use crate::tui::theme::paint::RolePaint;
pub use crate::tui::theme::palette::ColorScheme;
pub use crate::tui::theme::role::Role;

/// A theme: a palette for the terminal's color depth, and a character set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    scheme: ColorScheme,
    depth: ThemeColorDepth,
    charset: Charset,
    piece_style: PieceStyle,
    images: bool,
}

impl Theme {
    /// A palette on a terminal.
    #[must_use]
    pub const fn new(scheme: ColorScheme, depth: ThemeColorDepth, charset: Charset) -> Self {
        Self { scheme, depth, charset, piece_style: PieceStyle::Auto, images: false }
    }

    /// The palette.
    #[must_use]
    pub const fn scheme(self) -> ColorScheme {
        self.scheme
    }

    /// The color depth in use: the terminal's, as far as the palette wants it.
    pub(crate) fn depth(self) -> ThemeColorDepth {
        self.depth.min(self.scheme.colors())
    }

    /// The character set in use: the terminal's, unless the palette sets another.
    #[must_use]
    pub fn charset(self) -> Charset {
        self.scheme.signs().unwrap_or(self.charset)
    }

    /// How pieces are drawn on the board: the setting, as far as the terminal can.
    pub(crate) fn piece_style(self) -> PieceStyle {
        match (self.depth(), self.charset()) {
            (ThemeColorDepth::Mono, _) | (_, Charset::Ascii) => PieceStyle::Letters,
            (ThemeColorDepth::TrueColor, _) if self.images && self.piece_style == PieceStyle::Auto => {
                PieceStyle::Images
            }
            _ if self.piece_style == PieceStyle::Auto => PieceStyle::Blocks,
            _ => self.piece_style,
        }
    }

    /// The setting of how pieces are drawn, whatever the terminal can.
    pub(crate) const fn requested_piece_style(self) -> PieceStyle {
        self.piece_style
    }

    /// Whether the terminal supports images.
    #[must_use]
    pub const fn shows_images(self) -> bool {
        self.images
    }

    /// The same theme on a terminal with or without support for images.
    #[must_use]
    pub const fn with_images(self, images: bool) -> Self {
        Self { images, ..self }
    }

    /// The same theme with another piece set.
    #[must_use]
    pub const fn with_piece_style(self, piece_style: PieceStyle) -> Self {
        Self { piece_style, ..self }
    }

    /// The same theme with another palette.
    #[must_use]
    pub const fn with_scheme(self, scheme: ColorScheme) -> Self {
        Self { scheme, ..self }
    }

    /// The glyphs in use.
    pub(crate) fn glyphs(self) -> &'static Glyphs {
        self.charset().glyphs()
    }

    /// The style of a role: its colors where there are some, its modifiers always.
    #[must_use]
    pub fn style(self, role: Role) -> Style {
        let paint = self.scheme.paint(role);
        if self.is_mono() {
            return Style::new().add_modifier(role.plain_modifier());
        }
        let mut style = Style::new().add_modifier(paint.modifier);
        if let Some(ink) = paint.fg {
            style = style.fg(ink.color(self.depth()));
        }
        if let Some(ink) = paint.bg {
            style = style.bg(ink.color(self.depth()));
        }
        if self.bold_is_gray(style) { style.remove_modifier(Modifier::BOLD) } else { style }
    }

    /// A style in bold where that leaves its color as it is.
    pub(crate) fn bold(self, style: Style) -> Style {
        if self.bold_is_gray(style) { style } else { style.add_modifier(Modifier::BOLD) }
    }

    /// Many terminals show bold black as dark gray, which can't be read on a color.
    fn bold_is_gray(self, style: Style) -> bool {
        self.depth() == ThemeColorDepth::Sixteen && style.fg == Some(Color::Black)
    }

    /// The color that a role fills an area with: its background, or else its foreground.
    #[must_use]
    pub fn fill(self, role: Role) -> Color {
        let RolePaint { fg, bg, .. } = self.scheme.paint(role);
        match bg.or(fg) {
            Some(ink) if !self.is_mono() => ink.color(self.depth()),
            _ => Color::Reset,
        }
    }

    /// Whether roles have to be distinguishable without color.
    pub(crate) fn is_mono(self) -> bool {
        self.depth() == ThemeColorDepth::Mono
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::new(ColorScheme::default(), ThemeColorDepth::TrueColor, Charset::Unicode)
    }
}

/// Blends two colors, with `share` of 255 of the second one. Only true color can blend; elsewhere the
/// nearer of the two is used.
pub(crate) fn mix(from: Color, to: Color, share: u8) -> Color {
    match (from, to) {
        (Color::Rgb(r0, g0, b0), Color::Rgb(r1, g1, b1)) => {
            Color::Rgb(blend(r0, r1, share), blend(g0, g1, share), blend(b0, b1, share))
        }
        _ if share >= 128 => to,
        _ => from,
    }
}

fn blend(from: u8, to: u8, share: u8) -> u8 {
    let (from, to, share) = (u16::from(from), u16::from(to), u16::from(share));
    u8::try_from((from * (255 - share) + to * share + 127) / 255).unwrap_or(u8::MAX)
}

/// Bold and reversed: the strongest modifiers that a terminal without color has.
pub(crate) const BOLD_REVERSED: Modifier = Modifier::BOLD.union(Modifier::REVERSED);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_color_no_role_has_a_color() {
        for scheme in ColorScheme::all() {
            let theme = Theme::new(scheme, ThemeColorDepth::Mono, Charset::Ascii);
            for &role in Role::ALL {
                let style = theme.style(role);
                assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
            }
        }
    }

    #[test]
    fn black_of_sixteen_colors_is_never_bold() {
        for scheme in ColorScheme::all() {
            let theme = Theme::new(scheme, ThemeColorDepth::Sixteen, Charset::Ascii);
            for style in Role::ALL.iter().flat_map(|&role| [theme.style(role), theme.bold(theme.style(role))])
            {
                let is_bold = style.add_modifier.contains(Modifier::BOLD);
                assert!(style.fg != Some(Color::Black) || !is_bold, "{style:?}");
            }
            assert!(theme.bold(theme.style(Role::WhitePiece)).add_modifier.contains(Modifier::BOLD));
        }
    }

    #[test]
    fn a_mixed_color_lies_between_its_ends() {
        assert_eq!((blend(0, 255, 0), blend(0, 255, 255), blend(10, 20, 128)), (0, 255, 15));
    }
}
