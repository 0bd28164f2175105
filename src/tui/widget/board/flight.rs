//! Draws a piece in motion between two squares, above everything else on the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::model::PieceFlight;
use crate::tui::theme::pieces::SpriteInk;
use crate::tui::theme::pieces::image::PieceImage;
use crate::tui::theme::{PieceStyle, pieces};
use crate::tui::widget::board::{BoardGeometry, BoardWidget, draw_piece, tone_of};

impl BoardWidget<'_> {
    /// A piece after so many thousandths of its way.
    pub(crate) fn draw_flight(
        &self,
        flight: PieceFlight,
        permille: u16,
        geometry: BoardGeometry,
        buffer: &mut Buffer,
    ) {
        let (from, to) = (geometry.square(flight.from), geometry.square(flight.to));
        let between = |from: u16, to: u16| {
            let distance = (i32::from(to) - i32::from(from)) * i32::from(permille);
            // To the nearest cell; both ends lie on the screen, so what is between does too.
            let step = (2 * distance + 1_000 * distance.signum()) / 2_000;
            u16::try_from(i32::from(from) + step).unwrap_or(from)
        };
        let area = Rect { x: between(from.x, to.x), y: between(from.y, to.y), ..from };
        match self.theme.piece_style() {
            PieceStyle::Auto | PieceStyle::Blocks => self.draw_flying_picture(flight, area, geometry, buffer),
            PieceStyle::Images => self.draw_flying_image(flight, area, geometry, buffer),
            PieceStyle::Figurines | PieceStyle::Letters => {
                draw_piece(flight.piece, self.square_color(flight.from), self.theme, area, buffer);
            }
        }
    }

    /// The image of a piece, on the squares that it crosses.
    fn draw_flying_image(
        &self,
        flight: PieceFlight,
        area: Rect,
        geometry: BoardGeometry,
        buffer: &mut Buffer,
    ) {
        let image = PieceImage::new(flight.piece, area.height);
        for (row, column, text) in image.cells() {
            let place = (area.x + column, area.y + row);
            let Some(square) = geometry.square_at(place.0, place.1) else { continue };
            buffer[place].set_symbol(&text).set_fg(image.tone()).set_bg(self.square_color(square));
        }
    }

    /// The piece's picture; where it is transparent, the square below each cell shows.
    fn draw_flying_picture(
        &self,
        flight: PieceFlight,
        area: Rect,
        geometry: BoardGeometry,
        buffer: &mut Buffer,
    ) {
        for (row, column, cell) in pieces::sprite(flight.piece.role, area.height).cells() {
            let place = (area.x + column, area.y + row);
            let is_clear = cell.background == SpriteInk::Square
                && (cell.foreground == SpriteInk::Square || cell.glyph == " ");
            let Some(square) = geometry.square_at(place.0, place.1).filter(|_| !is_clear) else { continue };
            let tone = |ink| tone_of(ink, flight.piece.color, self.square_color(square), self.theme);
            buffer[place].set_symbol(cell.glyph).set_fg(tone(cell.foreground)).set_bg(tone(cell.background));
        }
    }
}
