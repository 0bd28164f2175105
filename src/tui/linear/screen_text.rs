//! The screen as lines of text, without frames and colors.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::app::App;
use crate::tui::linear::{consent, words};
use crate::tui::screen;
use crate::tui::widget::pane::{Pane, PaneId};

/// The size of the virtual screen on which lists and dialogs are laid out.
pub(crate) const SIZE: (u16, u16) = (90, 72);

/// The longest line that a pane's text is made for, in letters.
pub(crate) const WIDTH: usize = 90;

/// The text of a pane, one item per line, without what is only visual.
pub(crate) fn pane_lines(pane: &Pane) -> Vec<String> {
    pane.body.iter().map(|line| row_text(&line.to_string())).filter(|line| !line.is_empty()).collect()
}

/// The open dialog, or else the editor, the list or the panes of the screen, as lines.
pub(crate) fn screen_lines(app: &App) -> Vec<String> {
    if let (None, Some(editor)) = (&app.dialog, &app.editor) {
        let panes = screen::panes(app, WIDTH);
        let known = panes.iter().find(|pane| pane.id == PaneId::Position).map(pane_lines);
        return words::draft_lines(editor).into_iter().chain(known.unwrap_or_default()).collect();
    }
    let area = Rect { x: 0, y: 0, width: SIZE.0, height: SIZE.1 };
    let list =
        if app.dialog.is_some() { screen::dialog_place(app, area) } else { screen::list_place(app, area) };
    let Some(place) = list else {
        let panes = screen::panes(app, WIDTH);
        return panes
            .iter()
            .flat_map(|pane| std::iter::once(format!("{}:", pane.title)).chain(pane_lines(pane)))
            .collect();
    };
    let mut buffer = Buffer::empty(area);
    screen::draw(app, area, &mut buffer);
    let row = |y| (place.left()..place.right()).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let rows = (place.top()..place.bottom()).map(|y| row_text(&row(y))).filter(|line| !line.is_empty());
    rows.chain(consent::consent(app)).collect()
}

/// A row without its frame and its gaps: separate parts are joined by a comma.
pub(crate) fn row_text(row: &str) -> String {
    let row = row.replace("---", "  ").replace('|', "  ");
    let segments = row.split("  ").map(|part| {
        let segment = part.trim();
        // A score keeps its sign.
        let is_score = segment
            .strip_prefix(['+', '-'])
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if is_score { segment } else { segment.trim_matches(['+', '-', ' ']) }
    });
    let text = segments.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    // The chosen row of a form has its value between arrows; in a list it has a sign before it.
    if text.contains(", <, ") && text.contains(", >") {
        return format!("> {}", text.replacen(", <, ", ", ", 1).replacen(", >", "", 1));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_spoken_without_its_frame() {
        for (row, expected) in [
            ("| White mates in 3  (5 plies)      M3= |", "White mates in 3, (5 plies), M3="),
            ("+-- Settings ------------+", "Settings"),
            ("+0.33  d4 c5", "+0.33, d4 c5"),
            ("+- Games ------- 0 games -+", "Games, 0 games"),
            ("| Lines        <  3  >   in the analysis |", "> Lines, 3, in the analysis"),
            ("|-----|", ""),
            ("  > KQvK      solved 3 |", "> KQvK, solved 3"),
        ] {
            assert_eq!(row_text(row), expected);
        }
    }
}
