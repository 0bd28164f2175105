//! Draws arrows: a shaft under the pieces, a head where the squares are large enough for one, and at the end
//! of each the number of its line, so that it can be read without color.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::chess::Square;
use crate::tui::theme::pieces::fit;
use crate::tui::theme::{Charset, Role};
use crate::tui::widget::board::arrow::{ArrowCoverage, ArrowEnd, ArrowKind, BoardArrow, MIN_ROWS_FOR_HEAD};
use crate::tui::widget::board::geometry::BoardGeometry;
use crate::tui::widget::board::marks::drawn_role;
use crate::tui::widget::board::widget::BoardWidget;

impl ArrowKind {
    const fn role(self) -> Role {
        match self {
            Self::Best => Role::Arrow,
            Self::Alternative(_) => Role::OtherArrow,
            Self::Threat => Role::ThreatArrow,
            Self::Drawn(brush) => drawn_role(brush),
        }
    }

    /// The characters of a line where there are no block elements.
    const fn plain_stroke(self) -> &'static str {
        match self {
            Self::Best => "*",
            Self::Alternative(_) => ".",
            Self::Threat => "!",
            Self::Drawn(_) => "+",
        }
    }
}

impl BoardWidget<'_> {
    /// The arrows, the more important ones above the others; the pieces are drawn above them all.
    pub(super) fn draw_arrows(&self, geometry: BoardGeometry, buffer: &mut Buffer) {
        let mut arrows = self.marks.arrows().to_vec();
        arrows.sort_by_key(|arrow| arrow.kind);
        // Everything drawn on a square before its arrows, pieces above all, stays.
        let mut free: Vec<(u16, u16)> = Vec::new();
        for cell in geometry.squares().positions() {
            if [" ", self.theme.glyphs().shade].contains(&buffer[cell].symbol()) {
                free.push((cell.x, cell.y));
            }
        }
        for &arrow in &arrows {
            for covered in arrow.cells(geometry, self.arrow_end(arrow)) {
                if free.binary_search_by_key(&(covered.cell.1, covered.cell.0), |&(x, y)| (y, x)).is_ok() {
                    self.draw_stroke(arrow.kind, covered, &mut buffer[covered.cell]);
                }
            }
        }
        let mut ends: Vec<Square> = Vec::new();
        for &arrow in arrows.iter().rev() {
            let before = ends.iter().filter(|&&end| end == arrow.to).count();
            self.draw_number(arrow, u16::try_from(before).unwrap_or_default(), geometry, buffer);
            ends.push(arrow.to);
        }
    }

    fn arrow_end(&self, arrow: BoardArrow) -> ArrowEnd {
        if self.pieces.piece_at(arrow.to).is_some() { ArrowEnd::Piece } else { ArrowEnd::Empty }
    }

    /// Draws an arrow's part of a cell over what is there already.
    fn draw_stroke(&self, kind: ArrowKind, covered: ArrowCoverage, cell: &mut Cell) {
        /// The least number of covered samples for which a character is drawn.
        const MIN_SAMPLES: u32 = 40;
        if self.theme.charset() == Charset::Ascii {
            if covered.samples.count_ones() >= MIN_SAMPLES {
                cell.set_symbol(kind.plain_stroke()).set_style(self.theme.style(kind.role()));
            }
            return;
        }
        let shown = if cell.symbol() == self.theme.glyphs().shade { " " } else { cell.symbol() };
        let Some(over) = fit::overlay(covered.samples, shown) else { return };
        cell.set_symbol(over.glyph);
        if self.theme.is_mono() {
            let style = if over.reversed { Modifier::REVERSED } else { Modifier::empty() };
            cell.set_style(Style::new().add_modifier(style));
            return;
        }
        let beneath = if over.of_block { cell.fg } else { cell.bg };
        let tone = self.theme.fill(kind.role());
        let (fg, bg) = if over.reversed { (beneath, tone) } else { (tone, beneath) };
        cell.set_fg(fg).set_bg(bg);
    }

    /// The number at an arrow's end, left of so many others: in the corner, or in the middle of a square that
    /// has no room for a head.
    fn draw_number(&self, arrow: BoardArrow, before: u16, geometry: BoardGeometry, buffer: &mut Buffer) {
        let area: Rect = geometry.square(arrow.to);
        // The head's color says enough.
        if matches!(arrow.kind, ArrowKind::Drawn(_))
            && area.height >= MIN_ROWS_FOR_HEAD
            && !self.theme.is_mono()
        {
            return;
        }
        let middle = area.height < MIN_ROWS_FOR_HEAD && self.arrow_end(arrow) == ArrowEnd::Empty;
        let sign = arrow.kind.sign();
        let (x, y, text) = if middle && before == 0 {
            (area.x + area.width / 2 - 1, area.y + (area.height - 1) / 2, format!("{sign} "))
        } else {
            (area.right() - 1 - before.min(area.width - 1), area.y, sign.to_string())
        };
        let style = match arrow.kind {
            ArrowKind::Alternative(_) if self.theme.is_mono() => Style::new(),
            _ if self.theme.is_mono() => Style::new().add_modifier(Modifier::REVERSED),
            _ => self.theme.bold(
                Style::new().fg(self.theme.fill(Role::BlackPiece)).bg(self.theme.fill(arrow.kind.role())),
            ),
        };
        buffer.set_string(x, y, text, style);
    }
}
