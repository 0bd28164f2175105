//! [`ListScene`], what a screen with a list in place of a board shows: drawn, and printed by line mode.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::chess::{Color, Material, Move, Position, Role as PieceRole};
use crate::tui::layout::ListAreas;
use crate::tui::model::PaneId;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::board::{
    BoardGeometry, BoardLabels, BoardMarks, BoardOrientation, BoardWidget, draw_picture,
};
use crate::tui::widget::pane::{Pane, draw_lines};

/// A list with one chosen row, and what is known of that row.
pub(crate) struct ListScene<'a> {
    /// The rows.
    pub list: Pane,
    /// What is known of the chosen row.
    pub details: Option<Pane>,
    /// The position of the chosen row, where it has one.
    pub preview: Option<ListPreview<'a>>,
    /// The pieces of the chosen ending, drawn where no board is.
    pub material: Option<Material>,
    /// Text below the board, or below the details where no board has room. Lists with pieces to draw have none.
    pub lines_below: Vec<Line<'static>>,
    /// The one of them that has to be seen; None for the last one.
    pub line_in_sight: Option<usize>,
}

/// The position of the chosen row: drawn as a board, and said in words by line mode.
pub(crate) struct ListPreview<'a> {
    pub position: &'a Position,
    pub last_move: Option<Move>,
    pub bottom: Color,
}

impl ListScene<'_> {
    pub(crate) fn draw(&self, theme: Theme, areas: &ListAreas, buffer: &mut Buffer) {
        self.list.draw_framed(theme, areas.list, buffer);
        let Some(details) = &self.details else { return };
        let inner = details.draw_framed(theme, areas.details, buffer);
        let below = |rows: u16| Rect {
            y: inner.y + rows.min(inner.height),
            height: inner.height.saturating_sub(rows),
            ..inner
        };
        let used = u16::try_from(details.body.len()).unwrap_or(u16::MAX);
        let free = match self.draw_preview(theme, below(used.saturating_add(1)), buffer) {
            Some(bottom) => below(bottom - inner.y),
            None => below(used),
        };
        // The result of a game follows from its last position: the end of the text is what has to be seen.
        let rows = usize::from(free.height);
        let beyond = self.lines_below.len().saturating_sub(rows);
        let skipped = self.line_in_sight.map_or(beyond, |line| line.saturating_sub(rows / 2).min(beyond));
        draw_lines(&self.lines_below[skipped..], free, buffer);
        if let Some(board) = areas.board {
            let inner = Pane::new(PaneId::Details, "", Vec::new()).draw_framed(theme, board, buffer);
            self.draw_preview(theme, inner, buffer);
        }
    }

    /// Draws the board, or else the pieces of the ending. Returns the row from which there is room below a
    /// board.
    fn draw_preview(&self, theme: Theme, area: Rect, buffer: &mut Buffer) -> Option<u16> {
        const PICTURE_ROWS: u16 = 4;
        let board = self.preview.as_ref().and_then(|preview| {
            let orientation = BoardOrientation(preview.bottom);
            Some((preview, orientation, BoardGeometry::fit(area, orientation, BoardLabels::Shown)?))
        });
        if let Some((preview, orientation, geometry)) = board {
            let mut marks = BoardMarks::default().with_check(preview.position);
            if let Some(mv) = preview.last_move {
                marks = marks.with_last_move(mv);
            }
            let pieces = preview.position.board();
            BoardWidget { pieces, marks: &marks, orientation, theme }.draw(geometry, buffer);
            return Some(geometry.squares().bottom() + 2);
        }
        if let Some(material) = self.material.as_ref().filter(|_| area.height > PICTURE_ROWS) {
            draw_pieces(theme, material, Rect { height: PICTURE_ROWS, ..area }, buffer);
        }
        None
    }
}

/// The pieces of an ending as pictures in a row, on squares of both colors.
fn draw_pieces(theme: Theme, material: &Material, area: Rect, buffer: &mut Buffer) {
    let mut x = area.x;
    for color in [Color::White, Color::Black] {
        for role in PieceRole::ALL.into_iter().rev() {
            for _ in 0..*material.side(color).get(role) {
                let place = Rect { x, width: area.height * 2, ..area };
                if place.right() > area.right() || theme.is_mono() {
                    return;
                }
                let even = ((x - area.x) / place.width).is_multiple_of(2);
                let ground = if even { Role::LightSquare } else { Role::DarkSquare };
                draw_picture(role.of(color), theme.fill(ground), theme, place, buffer);
                x += place.width;
            }
        }
    }
}
