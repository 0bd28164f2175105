//! A man between two squares, drawn over all that stands on the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::chess::Color;
use crate::tui::app::motion::Flight;
use crate::tui::theme::Men;
use crate::tui::theme::pieces::{self, Ink};

use super::{Board, Geometry, body_role, tone_of};

impl Board<'_> {
    /// A man that has gone so many thousandths of its way.
    pub fn draw_flight(&self, flight: Flight, permille: u16, geometry: Geometry, buffer: &mut Buffer) {
        let (from, to) = (geometry.square(flight.from), geometry.square(flight.to));
        let between = |from: u16, to: u16| {
            let way = (i32::from(to) - i32::from(from)) * i32::from(permille);
            // To the nearest cell; both ends lie on the screen, so what is between does too.
            let step = (2 * way + 1_000 * way.signum()) / 2_000;
            u16::try_from(i32::from(from) + step).unwrap_or(from)
        };
        let area = Rect { x: between(from.x, to.x), y: between(from.y, to.y), ..from };
        let text = match self.theme.men() {
            Men::Pictures => return self.draw_flying_picture(flight, area, geometry, buffer),
            Men::Signs => pieces::sign(flight.man.role),
            Men::Letters => pieces::letter(flight.man),
        };
        let (x, y) = (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2);
        let mut style = self.theme.style(body_role(flight.man.color)).add_modifier(Modifier::BOLD);
        if self.theme.is_mono() && flight.man.color == Color::White {
            style = style.add_modifier(Modifier::REVERSED);
        }
        buffer.set_string(x, y, text, style);
    }

    /// The picture of a man; where it is cut out, the square below each cell shows.
    fn draw_flying_picture(&self, flight: Flight, area: Rect, geometry: Geometry, buffer: &mut Buffer) {
        for (row, column, cell) in pieces::sprite(flight.man.role, area.height).cells() {
            let place = (area.x + column, area.y + row);
            let is_clear = cell.under == Ink::Square && (cell.over == Ink::Square || cell.glyph == " ");
            let Some(square) = geometry.square_at(place.0, place.1).filter(|_| !is_clear) else { continue };
            let tone = |ink| tone_of(ink, flight.man.color, self.ground(square), self.theme);
            buffer[place].set_symbol(cell.glyph).set_fg(tone(cell.over)).set_bg(tone(cell.under));
        }
    }
}
