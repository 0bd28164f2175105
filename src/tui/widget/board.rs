//! The board widget: squares, pieces and marks.
//!
//! Reading order: [`geometry`] (which cells belong to which square, for drawing and for the mouse alike),
//! [`marks`] (the marks on squares), [`arrow`] (the shape of an arrow) and `pointing` (how it is drawn),
//! `reach` (the king box), `flight` (a piece in motion), then the rest of the drawing here.

pub mod arrow;
mod flight;
pub mod geometry;
pub mod marks;
mod pointing;
mod reach;
mod widget;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Tone, Modifier, Style};
use ratatui::widgets::Widget;

use crate::chess::{Color, Piece, Square};
use crate::game::pgn::drawing::Brush;
use crate::tui::theme::pieces::SpriteInk;
use crate::tui::theme::pieces::image::PieceImage;
use crate::tui::theme::{Charset, PieceStyle, Role, Theme, mix, pieces};
pub use crate::tui::widget::board::arrow::{ArrowKind, BoardArrow};
pub use crate::tui::widget::board::geometry::{BoardGeometry, BoardLabels, BoardOrientation};
use crate::tui::widget::board::marks::drawn_role;
pub use crate::tui::widget::board::marks::{BoardMarks, BoxReach, SquareTint, TargetMark, TargetOutcome};
pub use crate::tui::widget::board::widget::BoardWidget;

impl BoardWidget<'_> {
    /// Draws the board on squares laid out before.
    pub(crate) fn draw(&self, geometry: BoardGeometry, buffer: &mut Buffer) {
        for square in Square::ALL {
            self.draw_square(square, geometry.square(square), buffer);
        }
        self.draw_arrows(geometry, buffer);
        self.draw_labels(geometry, buffer);
    }

    fn square_color(&self, square: Square) -> Tone {
        let theme = self.theme;
        let plain = theme.fill(if square.is_light() { Role::LightSquare } else { Role::DarkSquare });
        let strength = |full: u8| if square.is_light() { full } else { full.saturating_add(15) };
        match self.marks.tint(square) {
            SquareTint::None => self.reach_ground(square, plain),
            SquareTint::LastMove => mix(plain, theme.fill(Role::LastMove), strength(215)),
            SquareTint::Premove => mix(plain, theme.fill(Role::Premove), strength(215)),
            SquareTint::Drawn(brush) => mix(plain, theme.fill(drawn_role(brush)), strength(200)),
            SquareTint::Hint => mix(plain, theme.fill(Role::Hint), strength(215)),
            SquareTint::Check => mix(plain, theme.fill(Role::Check), strength(225)),
            SquareTint::Selected => mix(plain, theme.fill(Role::Selected), strength(200)),
        }
    }

    fn draw_square(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        let style = self.ground_style(square);
        let pattern =
            if self.theme.is_mono() && !square.is_light() { self.theme.glyphs().shade } else { " " };
        for position in area.positions() {
            buffer[position].set_symbol(pattern).set_style(style);
        }
        let occupant = self.pieces.piece_at(square);
        if let Some(piece) = occupant {
            draw_piece(piece, self.square_color(square), self.theme, area, buffer);
        }
        if let Some(target) = self.marks.target(square) {
            self.draw_target(target, occupant.is_some(), square, area, buffer);
        }
        self.draw_reach(square, area, buffer);
        if self.marks.cursor() == Some(square) {
            self.draw_corners(Role::Cursor, square, area, buffer);
        } else if self.theme.is_mono() {
            self.draw_plain_tint(square, area, buffer);
        }
    }

    fn ground_style(&self, square: Square) -> Style {
        if self.theme.is_mono() {
            return Style::new();
        }
        let line = if square.is_light() { Role::DarkSquare } else { Role::LightSquare };
        Style::new().bg(self.square_color(square)).fg(self.theme.fill(line))
    }

    fn draw_target(&self, target: TargetMark, taken: bool, square: Square, area: Rect, buffer: &mut Buffer) {
        let (text, role) = target.outcome.label(self.theme.glyphs());
        let text = text.as_str();
        let width = u16::try_from(text.chars().count()).unwrap_or(area.width).min(area.width);
        if taken && self.marks.cursor() != Some(square) {
            self.draw_corners(Role::Target, square, area, buffer);
        }
        if target.outcome == TargetOutcome::Unknown && !self.theme.is_mono() {
            if !taken {
                self.draw_dot(square, area, buffer);
            }
            return;
        }
        let on_square = self.ground_style(square);
        let style = match role {
            Role::Stalemate => self.theme.style(role),
            _ if self.theme.is_mono() => self.theme.style(role),
            Role::Best => on_square.fg(self.theme.fill(Role::WhitePiece)),
            _ => on_square.fg(self.theme.fill(Role::BlackPiece)),
        };
        let (x, y) = if taken {
            (area.right() - width, area.y)
        } else {
            (area.x + (area.width - width) / 2, area.y + (area.height - 1) / 2)
        };
        if role == Role::Stalemate {
            let wide = if taken { width } else { width + 2 };
            let x = if taken { x } else { x.saturating_sub(1) };
            buffer.set_string(x, y, format!("{text:^0$}", usize::from(wide)), style);
        } else {
            buffer.set_string(x, y, text, self.theme.bold(style));
        }
    }

    /// A dot in the middle of an empty square.
    fn draw_dot(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        let style = self.ground_style(square).fg(self.theme.fill(Role::Target));
        let (x, y) = (area.x + area.width / 2 - 1, area.y + area.height / 2);
        if self.theme.charset() == Charset::Ascii {
            buffer.set_string(x, y, self.theme.glyphs().target, style);
        } else if area.height == 2 {
            buffer.set_string(x, y - 1, "▗▖", style);
            buffer.set_string(x, y, "▝▘", style);
        } else if area.height.is_multiple_of(2) {
            buffer.set_string(x, y - 1, "▄▄", style);
            buffer.set_string(x, y, "▀▀", style);
        } else {
            buffer.set_string(x, y, "██", style);
        }
    }

    /// Brackets around what is on the square, where there is room beside it.
    fn draw_corners(&self, role: Role, square: Square, area: Rect, buffer: &mut Buffer) {
        let (left, right) = (area.x, area.right() - 1);
        let (top, bottom) = (area.y, area.bottom() - 1);
        if self.theme.is_mono() || self.theme.charset() == Charset::Ascii {
            let style = self.ground_style(square).patch(self.theme.style(role));
            let y = area.y + (area.height - 1) / 2;
            buffer.set_string(left, y, "[", style);
            buffer.set_string(right, y, "]", style);
            return;
        }
        let tone = self.theme.fill(role);
        for (x, y, upright, glyph) in [
            (left, top, "▌", "▛"),
            (right, top, "▐", "▜"),
            (left, bottom, "▌", "▙"),
            (right, bottom, "▐", "▟"),
        ] {
            let sign = if area.height >= 3 { glyph } else { upright };
            let cell = &mut buffer[(x, y)];
            if cell.symbol() != " " && self.theme.piece_style() != PieceStyle::Images {
                // The piece's picture reaches into the corner: the bracket is drawn behind it.
                let beneath = self.square_color(square);
                if cell.bg == beneath {
                    cell.set_bg(tone);
                } else if cell.fg == beneath {
                    cell.set_fg(tone);
                }
                continue;
            }
            cell.set_symbol(sign).set_fg(tone);
        }
    }

    /// Replaces a tint where there is no color: signs at the edges of the square.
    fn draw_plain_tint(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        let (tint, target) = (self.marks.tint(square), self.marks.target(square));
        let Some((left, right, role)) = (match tint {
            SquareTint::None => None,
            SquareTint::LastMove => Some(("(", ")", Role::LastMove)),
            SquareTint::Premove => Some(("*", "*", Role::Premove)),
            SquareTint::Drawn(brush) => Some(match brush {
                Brush::Green => ("G", "G", Role::DrawnGreen),
                Brush::Red => ("R", "R", Role::DrawnRed),
                Brush::Yellow => ("Y", "Y", Role::DrawnYellow),
                Brush::Blue => ("B", "B", Role::DrawnBlue),
            }),
            SquareTint::Hint => Some(("{", "}", Role::Hint)),
            SquareTint::Check => Some(("!", "!", Role::Check)),
            SquareTint::Selected => Some(("<", ">", Role::Selected)),
        }) else {
            return;
        };
        if target.is_some() && area.width < 4 {
            return;
        }
        let y = area.y + (area.height - 1) / 2;
        let style = self.theme.style(role);
        buffer.set_string(area.x, y, left, style);
        buffer.set_string(area.right() - 1, y, right, style);
    }

    fn draw_labels(&self, geometry: BoardGeometry, buffer: &mut Buffer) {
        let style = self.theme.style(Role::Coordinate);
        for (x, y, label) in geometry.labels() {
            buffer.set_string(x, y, label.to_string(), style);
        }
    }
}

/// Draws a piece in the theme's style, centered in an area with a background. In an area of one row there is
/// no room for a picture.
pub(crate) fn draw_piece(piece: Piece, ground: Tone, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let text = match theme.piece_style() {
        PieceStyle::Images if area.height > 1 => return draw_image(piece, ground, area, buffer),
        PieceStyle::Auto | PieceStyle::Blocks if area.height > 1 => {
            return draw_picture(piece, ground, theme, area, buffer);
        }
        PieceStyle::Auto | PieceStyle::Images | PieceStyle::Blocks | PieceStyle::Figurines => {
            pieces::figurine(piece.role)
        }
        PieceStyle::Letters => pieces::letter(piece),
    };
    let x = area.x + (area.width - 1) / 2;
    let y = area.y + (area.height - 1) / 2;
    let mut style = theme.bold(theme.style(body_role(piece.color)));
    if theme.is_mono() && piece.color == Color::White {
        style = style.add_modifier(Modifier::REVERSED);
    }
    if theme.is_mono() && area.width >= 3 {
        // A margin keeps the letter clear of the pattern.
        buffer.set_string(x - 1, y, "   ", style);
    }
    buffer.set_string(x, y, text, style);
}

/// Draws a piece's picture on a background, as large as the area is tall; twice as wide.
pub(crate) fn draw_picture(piece: Piece, ground: Tone, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let tone = |ink| tone_of(ink, piece.color, ground, theme);
    for (row, column, cell) in pieces::sprite(piece.role, area.height).cells() {
        buffer[(area.x + column, area.y + row)]
            .set_symbol(cell.glyph)
            .set_fg(tone(cell.foreground))
            .set_bg(tone(cell.background));
    }
}

/// Draws a piece's image on a background, as large as the area is tall; twice as wide.
fn draw_image(piece: Piece, ground: Tone, area: Rect, buffer: &mut Buffer) {
    let image = PieceImage::new(piece, area.height);
    for (row, column, text) in image.cells() {
        let cell = &mut buffer[(area.x + column, area.y + row)];
        cell.set_symbol(&text).set_fg(image.tone()).set_bg(ground);
    }
}

/// The roles of the inks of a piece's picture.
fn tone_of(ink: SpriteInk, color: Color, ground: Tone, theme: Theme) -> Tone {
    match (ink, color) {
        (SpriteInk::Square, _) => ground,
        (SpriteInk::Fill, _) => theme.fill(body_role(color)),
        (SpriteInk::Line, Color::White) => theme.fill(Role::WhiteLine),
        (SpriteInk::Line, Color::Black) => theme.fill(Role::BlackLine),
    }
}

const fn body_role(color: Color) -> Role {
    match color {
        Color::White => Role::WhitePiece,
        Color::Black => Role::BlackPiece,
    }
}

impl Widget for BoardWidget<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if let Some(geometry) = BoardGeometry::fit(area, self.orientation, BoardLabels::Shown) {
            self.draw(geometry, buffer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Role as PieceRole;
    use crate::tui::theme::{ColorScheme, ThemeColorDepth};

    #[test]
    fn a_black_letter_of_sixteen_colors_is_black() {
        for scheme in ColorScheme::all() {
            let theme = Theme::new(scheme, ThemeColorDepth::Sixteen, Charset::Ascii);
            let area = Rect::new(0, 0, 4, 2);
            let mut buffer = Buffer::empty(area);
            let king = Piece { color: Color::Black, role: PieceRole::King };
            draw_piece(king, Tone::Blue, theme.with_piece_style(PieceStyle::Letters), area, &mut buffer);
            let cell = buffer.content.iter().find(|cell| cell.symbol() == "k").unwrap();
            assert!(cell.fg != Tone::Black || !cell.modifier.contains(Modifier::BOLD), "{cell:?}");
        }
    }
}
