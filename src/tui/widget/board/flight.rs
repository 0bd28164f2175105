//! A man between two squares, drawn over all that stands on the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::app::motion::Flight;
use crate::tui::theme::Men;
use crate::tui::theme::pieces::image::PieceImage;
use crate::tui::theme::pieces::{self, Ink};

use super::{Board, Geometry, draw_man, tone_of};

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
        match self.theme.men() {
            Men::Auto | Men::Pictures => self.draw_flying_picture(flight, area, geometry, buffer),
            Men::Images => self.draw_flying_image(flight, area, geometry, buffer),
            Men::Signs | Men::Letters => {
                draw_man(flight.man, self.ground(flight.from), self.theme, area, buffer);
            }
        }
    }

    /// The image of a piece, on the squares that it crosses.
    fn draw_flying_image(&self, flight: Flight, area: Rect, geometry: Geometry, buffer: &mut Buffer) {
        let image = PieceImage::new(flight.man, area.height);
        for (row, column, text) in image.cells() {
            let place = (area.x + column, area.y + row);
            let Some(square) = geometry.square_at(place.0, place.1) else { continue };
            buffer[place].set_symbol(&text).set_fg(image.tone()).set_bg(self.ground(square));
        }
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
