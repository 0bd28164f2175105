//! The piece box beside the editor's board: a row of slots for each color, then the eraser and the hand.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::tui::model::EditorTool;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::board::draw_piece;

/// Slots in a row.
const SLOTS: u16 = 8;

/// The slots with their contents. The tools have one slot each, as tall as both rows.
fn slots(area: Rect) -> impl Iterator<Item = (Rect, EditorTool)> {
    let (width, height) = (area.width / SLOTS, area.height / 2);
    let row = move |(tools, y): ([EditorTool; 8], u16)| {
        (0..SLOTS).zip(tools).filter_map(move |(n, tool)| {
            let tall = if matches!(tool, EditorTool::Piece(_)) { height } else { height * 2 };
            let is_first = y == area.y;
            let slot = Rect { x: area.x + n * width, y, width, height: tall };
            (is_first || tall == height).then_some((slot, tool))
        })
    };
    EditorTool::BOX.into_iter().zip([area.y, area.y + height]).flat_map(row)
}

/// The target under a cell of the screen.
pub(crate) fn tool_at(area: Rect, column: u16, row: u16) -> Option<EditorTool> {
    slots(area).find(|(slot, _)| slot.contains((column, row).into())).map(|(_, tool)| tool)
}

/// Draws the box with one of its slots chosen.
pub(crate) fn draw(chosen: EditorTool, area: Rect, theme: Theme, buffer: &mut Buffer) {
    for (slot, tool) in slots(area) {
        draw_slot(tool, tool == chosen, slot, theme, buffer);
    }
}

fn draw_slot(tool: EditorTool, is_chosen: bool, area: Rect, theme: Theme, buffer: &mut Buffer) {
    // Pieces need contrast: they are drawn on the square of the other shade.
    let role = match tool {
        EditorTool::Piece(_) if is_chosen => Role::Selected,
        _ if is_chosen => Role::SelectedRow,
        EditorTool::Piece(piece) if piece.color.is_white() => Role::DarkSquare,
        EditorTool::Piece(_) => Role::LightSquare,
        EditorTool::Eraser | EditorTool::Hand => Role::Overlay,
    };
    let ground = theme.fill(role);
    if !theme.is_mono() {
        for cell in area.positions() {
            buffer[cell].set_symbol(" ").set_bg(ground);
        }
    }
    let text = theme.style(if is_chosen { Role::SelectedRow } else { Role::Strong });
    match tool {
        EditorTool::Piece(piece) => {
            let width = (area.height * 2).min(area.width);
            let middle = Rect { x: area.x + (area.width - width) / 2, width, ..area };
            draw_piece(piece, ground, theme, middle, buffer);
        }
        EditorTool::Eraser => draw_sign(theme.glyphs().error, "erase", text, area, buffer),
        EditorTool::Hand => {
            let [left, right, ..] = theme.glyphs().arrows;
            draw_sign(&[left, right].concat(), "move", text, area, buffer);
        }
    }
    if is_chosen && theme.is_mono() {
        let y = area.y + (area.height - 1) / 2;
        let style = theme.style(Role::Key);
        buffer.set_string(area.x, y, "[", style);
        buffer.set_string(area.right() - 1, y, "]", style);
    }
}

/// A sign in the center of a slot, with its label where there is room.
fn draw_sign(sign: &str, word: &str, style: Style, area: Rect, buffer: &mut Buffer) {
    let centered = |text: &str| {
        let wide = u16::try_from(text.chars().count()).unwrap_or(area.width);
        area.x + area.width.saturating_sub(wide) / 2
    };
    // It is drawn on the slot's own background.
    let style = Style { bg: None, ..style };
    let has_word = word.len() + 2 <= usize::from(area.width) && area.height > 1;
    let y = area.y + (area.height - 1) / 2;
    buffer.set_string(centered(sign), y, sign, style);
    if has_word {
        buffer.set_string(centered(word), y + 1, word, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Color, Role as PieceRole};

    #[test]
    fn the_mouse_finds_every_slot() {
        for (width, height) in [(24, 2), (32, 4), (64, 4), (96, 8)] {
            let area = Rect { x: 2, y: 3, width, height };
            let mut found: Vec<EditorTool> =
                area.positions().filter_map(|cell| tool_at(area, cell.x, cell.y)).collect();
            found.dedup();
            for tool in EditorTool::BOX.concat() {
                assert!(found.contains(&tool), "{tool:?}");
            }
            let king = |color: Color| Some(EditorTool::Piece(PieceRole::King.of(color)));
            assert_eq!(tool_at(area, 2, 3), king(Color::White));
            assert_eq!(tool_at(area, 2, 3 + height / 2), king(Color::Black));
            assert_eq!(tool_at(area, 1, 3), None);
            assert_eq!(tool_at(area, 1 + width, 2 + height), Some(EditorTool::Hand));
        }
    }
}
