//! The paste dialog: the input with a caret under the error, a preview of the board, what is right and
//! wrong with the text, and the corrections to choose from.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use shakmaty::Board;

use crate::chess::fen::FenError;
use crate::chess::names::pluralized;
use crate::chess::{Color, Draft, fen};
use crate::tui::keymap::PasteAction;
use crate::tui::layout::inside_frame;
use crate::tui::model::PaneId;
use crate::tui::model::dialog::{PasteContent, PasteDialog};
use crate::tui::scene::{ViewContext, key_for_footer, legality};
use crate::tui::theme::Role;
use crate::tui::widget::board::{
    BoardGeometry, BoardLabels, BoardMarks, BoardOrientation, BoardWidget, SquareTint,
};
use crate::tui::widget::pane;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::prompt::{cut_around_caret, first_character};
use crate::tui::widget::text::spread;

/// The facts for the status bar.
pub(crate) fn bar_facts() -> Vec<String> {
    vec!["Position".to_owned(), "paste or type FEN, EPD, PGN or moves".to_owned()]
}

/// Draws the screen.
pub(crate) fn draw(view: &ViewContext, paste: &PasteDialog, middle: Rect, buffer: &mut Buffer) {
    let input = Rect { height: 4.min(middle.height), ..middle };
    input_pane(&view.inside(inside_frame(input)), paste).draw_framed(view.theme, input, buffer);
    let rest = Rect { y: input.bottom(), height: middle.height - input.height, ..middle };
    let orientation = BoardOrientation(view.shared.board.bottom);
    let room = Rect { x: rest.x + 1, width: rest.width.saturating_sub(41), ..rest };
    let geometry = BoardGeometry::fit(room, orientation, BoardLabels::Shown);
    let taken = geometry.map_or(0, |geometry| geometry.squares().right() + 1 - rest.x);
    if let Some(geometry) = geometry {
        let tinted = |marks: BoardMarks, square| marks.with_tint(square, SquareTint::Check);
        let marks = match &paste.illegal_position {
            Some((_, squares)) => squares.into_iter().fold(BoardMarks::default(), tinted),
            None => BoardMarks::default().with_check(&paste.preview),
        };
        let pieces = shown_pieces(paste).0;
        BoardWidget { pieces, marks: &marks, orientation, theme: view.theme }.draw(geometry, buffer);
    }
    let side = Rect { x: rest.x + taken, width: rest.width - taken, ..rest };
    let panes = side_panes(&view.with_width(side.width.saturating_sub(4).into()), paste);
    pane::draw_stack(&panes, view.theme, side, buffer);
}

/// The text, cut around the cursor to one line, and carets under the fault.
fn input_pane(view: &ViewContext, paste: &PasteDialog) -> Pane {
    let theme = view.theme;
    let note = vec![view.span(Role::Key, "^U"), view.span(Role::Faint, " clears")];
    let text: String = paste.input.value().chars().map(|c| if c == '\n' { ' ' } else { c }).collect();
    let cursor = paste.input.cursor();
    let typed = Line::from(cut_around_caret(&text, cursor, view.width, theme));
    let body = vec![typed, input_status(view, paste, &text, first_character(cursor, view.width))];
    Pane::new(PaneId::PastedText, "Input", body).with_note(note)
}

/// What is shown under the text: carets and the reason of an error, or what the text is.
fn input_status(view: &ViewContext, paste: &PasteDialog, text: &str, first: usize) -> Line<'static> {
    let theme = view.theme;
    let plain = |role: Role, words: String| Line::from(view.span(role, words));
    match &paste.content {
        PasteContent::Empty => plain(Role::Faint, "Nothing yet: paste, or type a FEN or moves".to_owned()),
        PasteContent::Position => plain(Role::Success, format!("{} a legal position", theme.glyphs().best)),
        PasteContent::Moves { moves, error: None } => {
            plain(Role::Success, format!("{} {}", theme.glyphs().best, pluralized(*moves, "move")))
        }
        PasteContent::Moves { moves, error: Some(fault) } => {
            plain(Role::Warning, format!("{} read, then: {fault}", pluralized(*moves, "move")))
        }
        PasteContent::Games(games) => {
            let text = format!("{} {games}: Enter lists them", theme.glyphs().best);
            plain(Role::Success, text)
        }
        PasteContent::Unknown(reason) => plain(Role::Error, reason.clone()),
        PasteContent::IllegalPosition(fault) => {
            let column = |byte: usize| {
                text.get(..byte).map_or_else(|| text.chars().count(), |head| head.chars().count())
            };
            let from = column(fault.place.start).saturating_sub(first).min(view.width.saturating_sub(1));
            let to = column(fault.place.end).saturating_sub(first).clamp(from + 1, view.width.max(from + 1));
            let carets = "^".repeat(to - from);
            let after = to + 1 + fault.reason.chars().count() <= view.width;
            let (before, reason) = if after {
                (" ".repeat(from) + &carets + " ", fault.reason.clone())
            } else if fault.reason.chars().count() < from {
                let gap = from - fault.reason.chars().count() - 1;
                return Line::from(vec![
                    Span::raw(" ".repeat(gap)),
                    view.span(Role::Error, fault.reason.clone()),
                    view.span(Role::Warning, format!(" {carets}")),
                ]);
            } else {
                (" ".repeat(from) + &carets, String::new())
            };
            Line::from(vec![view.span(Role::Warning, before), view.span(Role::Error, reason)])
        }
    }
}

/// The pieces on the board, and the side to move: the pasted position is shown with its errors, not as it would
/// be after a correction.
pub(crate) fn shown_pieces(paste: &PasteDialog) -> (&Board, Color) {
    match &paste.illegal_position {
        Some((draft, _)) => (draft.board(), draft.turn()),
        None => (paste.preview.board(), paste.preview.turn()),
    }
}

/// The text, and what is right and wrong with it.
pub(crate) fn panes(view: &ViewContext, paste: &PasteDialog) -> Vec<Pane> {
    std::iter::once(input_pane(view, paste)).chain(side_panes(view, paste)).collect()
}

fn side_panes(view: &ViewContext, paste: &PasteDialog) -> Vec<Pane> {
    let theme = view.theme;
    let mut panes = Vec::new();
    if let PasteContent::IllegalPosition(fault) = &paste.content {
        let broken = fen::check(paste.input.value().trim()).map_or_else(
            |fault| {
                legality::signed_line(
                    Role::Error,
                    theme.glyphs().error,
                    Role::Error,
                    &fault.reason,
                    theme,
                    view.width,
                )
            },
            |checks| legality::broken_rule_lines(&checks, theme, view.width),
        );
        panes.push(
            Pane::new(PaneId::Repairs, "Fault and repairs", [broken, repairs(view, fault)].concat())
                .with_min_rows(4),
        );
    }
    if let PasteContent::IllegalPosition(fault) = &paste.content {
        if !fault.repairs.is_empty() {
            panes.push(legality::position_pane(view, "After the first repair", &paste.preview));
        }
        // Where the text cannot be read to its end the rules cannot be checked.
        if let Ok(checks) = fen::check(paste.input.value().trim()) {
            panes.push(
                Pane::new(PaneId::Rules, "Rules", legality::rule_lines(&checks, theme, view.width))
                    .with_min_rows(1),
            );
        }
        return panes;
    }
    let title = match &paste.content {
        PasteContent::Position => "This position",
        PasteContent::Moves { .. } => "At the end of the moves",
        _ => "On the board now",
    };
    panes.push(legality::position_pane(view, title, &paste.preview));
    let checks = Draft::from(&paste.preview).checks();
    panes.push(
        Pane::new(PaneId::Rules, "Rules", legality::rule_lines(&checks, theme, view.width)).with_min_rows(1),
    );
    panes
}

/// The corrections of an invalid text.
fn repairs(view: &ViewContext, fault: &FenError) -> Vec<Line<'static>> {
    let theme = view.theme;
    let glyphs = theme.glyphs();
    let key = key_for_footer(view, PasteAction::Repair).unwrap_or_default();
    let mut lines = Vec::new();
    for (index, repair) in fault.repairs.iter().enumerate() {
        let key = if index == 0 { key.as_str() } else { "" };
        let label =
            vec![view.span(Role::Key, format!("{key:<4}")), view.span(Role::Ground, repair.label.clone())];
        lines.push(spread(label, Vec::new(), view.width, glyphs));
        if index == 0 {
            let fen = vec![Span::raw("    "), view.span(Role::Faint, repair.fen.clone())];
            lines.push(spread(fen, Vec::new(), view.width, glyphs));
        }
    }
    if let (true, Some(key)) = (fault.repairs.is_empty(), key_for_footer(view, PasteAction::Edit)) {
        let text = vec![
            view.span(Role::Key, format!("{key:<4}")),
            view.span(Role::Faint, "no automatic fix; Ctrl-E opens the editor"),
        ];
        lines.push(spread(text, Vec::new(), view.width, glyphs));
    }
    lines
}
