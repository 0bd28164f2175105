//! Draws the position editor: the board, the piece box, the rules' verdict, and the fields beside the pieces.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::chess::fen::FenRuleStatus;
use crate::chess::names::{color_name, pluralized};
use crate::chess::{Color, DraftEdit, Material};
use crate::tui::keymap::{Action, AppAction, BoardAction, CopyFormat, EditorAction};
use crate::tui::layout::EditorLayout;
use crate::tui::message::MouseHit;
use crate::tui::model::{Chord, Editor, EditorDrag, EditorGrip, EditorTool, PaneId};
use crate::tui::navigation::ValueStep;
use crate::tui::scene::{ViewContext, key_for_footer, legality};
use crate::tui::theme::Role;
use crate::tui::widget::board::{BoardMarks, BoardOrientation, BoardWidget, SquareTint, TargetOutcome};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::spread;
use crate::tui::widget::{piece_box, prompt};
use crate::tui::{layout, scene};

/// The width below which labels are left out.
const NARROW_WIDTH: usize = 32;

/// A piece of a line, and what a click on it does.
struct EditorTextPart {
    role: Role,
    text: String,
    hit: Option<MouseHit>,
}

/// The facts for the status bar.
pub(crate) fn bar_facts(editor: &Editor) -> Vec<String> {
    let material = Material::of(editor.draft().board());
    vec!["Position editor".to_owned(), material.to_string()]
}

/// Draws the screen.
pub(crate) fn draw(view: &ViewContext, editor: &Editor, area: Rect, buffer: &mut Buffer) {
    let orientation = BoardOrientation(view.shared.board.bottom);
    let Some(bench) = EditorLayout::of(area, orientation) else { return };
    let [_, _, line, _] = layout::rows(area);
    let marks = marks(editor);
    let board = BoardWidget { pieces: editor.draft().board(), marks: &marks, orientation, theme: view.theme };
    board.draw(bench.board, buffer);
    piece_box::draw(editor.tool, bench.piece_box, view.theme, buffer);
    let panes = panes(&view.with_width(bench.panes.text_width()), editor);
    bench.panes.draw(&panes, view.shared.pane, view.theme, buffer);
    let (role, text) = note(view, editor);
    prompt::draw(&prompt::PromptLine::Note(role, text), view.theme, line, buffer);
}

/// The target under a cell of the screen.
pub(crate) fn hit(
    view: &ViewContext,
    editor: &Editor,
    area: Rect,
    column: u16,
    row: u16,
) -> Option<MouseHit> {
    let bench = EditorLayout::of(area, BoardOrientation(view.shared.board.bottom))?;
    if let Some(square) = bench.board.square_at(column, row) {
        return Some(MouseHit::Square(square));
    }
    if let Some(tool) = piece_box::tool_at(bench.piece_box, column, row) {
        return Some(MouseHit::Tool(tool));
    }
    let view = &view.with_width(bench.panes.text_width());
    let (pane, line, column) = bench.panes.pane_at(&panes(view, editor), view.shared.pane, (column, row))?;
    if pane.id != PaneId::EditorSettings {
        return None;
    }
    let lines = settings(view, editor);
    let under = places(lines.get(line)?).find(|(place, _)| place.contains(&column))?;
    under.1
}

/// The columns that each part of a line takes, with what a click there does.
fn places(parts: &[EditorTextPart]) -> impl Iterator<Item = (Range<usize>, Option<MouseHit>)> {
    let mut from = 0;
    parts.iter().map(move |part| {
        let place = from..from + part.text.chars().count();
        from = place.end;
        (place, part.hit)
    })
}

/// The panes: what the rules say, what is set, what the position is, and the text.
pub(crate) fn panes(view: &ViewContext, editor: &Editor) -> Vec<Pane> {
    let set = settings(view, editor)
        .into_iter()
        .map(|parts| parts.into_iter().map(|part| view.span(part.role, part.text)).collect());
    let set: Vec<Line> = set.collect();
    let mut panes = vec![
        checks(view, editor),
        Pane::new(PaneId::EditorSettings, "Set up", set).with_rows_of_text(u16::MAX),
    ];
    panes.extend(editor.position().map(|position| legality::position_pane(view, "Position", position)));
    panes.push(text(view, editor));
    panes
}

/// What the rules say: all of it where there is room, else what is broken.
fn checks(view: &ViewContext, editor: &Editor) -> Pane {
    let theme = view.theme;
    let all = legality::rule_lines(editor.checks(), theme, view.width);
    let broken = legality::broken_rule_lines(editor.checks(), theme, view.width);
    let faults =
        editor.checks().iter().filter(|checked| matches!(checked.status, FenRuleStatus::Violated(_))).count();
    if faults == 0 {
        let short = legality::signed_line(
            Role::Best,
            theme.glyphs().best,
            Role::Success,
            "a legal position",
            theme,
            view.width,
        );
        // Behind tabs one line leaves room for the other panes.
        let longer = if view.width < NARROW_WIDTH { Vec::new() } else { vec![all] };
        return Pane::new(PaneId::Checks, "Checks", short)
            .with_longer(longer)
            .with_note(vec![view.span(Role::Success, "LEGAL")])
            .with_min_rows(1);
    }
    let note = vec![view.span(Role::Error, pluralized(faults, "fault"))];
    Pane::new(PaneId::Checks, "Checks", broken)
        .with_longer(vec![all])
        .with_note(note)
        .with_rows_of_text(u16::MAX)
}

/// What is set beside the pieces, with its keys; a click on a part changes it.
fn settings(view: &ViewContext, editor: &Editor) -> Vec<Vec<EditorTextPart>> {
    let draft = editor.draft();
    let [on, off] = view.theme.glyphs().switch;
    let key = |action: Action| EditorTextPart {
        role: Role::Key,
        text: format!("{:<3}", key_for_footer(view, action).unwrap_or_default()),
        hit: Some(MouseHit::Action(action)),
    };
    let plain = |role: Role, text: &str| EditorTextPart { role, text: text.to_owned(), hit: None };
    let switch = |is_on: bool, name: String, hit: MouseHit| EditorTextPart {
        role: if is_on { Role::Strong } else { Role::Faint },
        text: format!("{} {name}  ", if is_on { on } else { off }),
        hit: Some(hit),
    };
    let side = |color: Color| {
        switch(
            draft.turn() == color,
            color_name(color).to_owned(),
            MouseHit::EditPosition(DraftEdit::SideToMove(color)),
        )
    };
    let mut turn =
        vec![key(Action::Editor(EditorAction::SideToMove)), side(Color::White), side(Color::Black)];
    if view.width >= NARROW_WIDTH {
        turn.push(plain(Role::Faint, "to move"));
    }
    let mut castling = vec![key(Action::Editor(EditorAction::CastlingRights))];
    // White's rights first, the king's wing before the queen's, as a FEN has them.
    let possible = draft.possible_castling_rights();
    for color in [Color::White, Color::Black] {
        let mut rooks: Vec<_> = (possible & color.backrank()).into_iter().collect();
        rooks.reverse();
        castling.extend(rooks.into_iter().map(|rook| {
            let letter = draft.castling_letter(rook).to_string();
            switch(
                draft.castling_rights().contains(rook),
                letter,
                MouseHit::EditPosition(DraftEdit::ToggleCastlingRight(rook)),
            )
        }));
    }
    if possible.is_empty() {
        castling.push(plain(Role::Faint, "no castling possible"));
    } else if view.width >= NARROW_WIDTH {
        castling.push(plain(Role::Faint, "castling"));
    }
    let mut passant = vec![key(Action::Editor(EditorAction::EnPassant))];
    let squares = draft.possible_en_passant();
    passant.extend(squares.into_iter().map(|square| {
        let is_on = draft.en_passant() == Some(square);
        let next = if is_on { None } else { Some(square) };
        switch(is_on, square.to_string(), MouseHit::EditPosition(DraftEdit::EnPassant(next)))
    }));
    if squares.is_empty() {
        passant.push(plain(Role::Faint, "no en passant possible"));
    } else if view.width >= NARROW_WIDTH {
        passant.push(plain(Role::Faint, "en passant"));
    }
    let counter = |less: Action, more: Action, name: &str, count: u16| {
        let sign = |action: Action, gap: &str| EditorTextPart {
            role: Role::Key,
            text: key_for_footer(view, action).unwrap_or_default() + gap,
            hit: Some(MouseHit::Action(action)),
        };
        vec![
            sign(less, " "),
            sign(more, "  "),
            plain(Role::Ground, &format!("{count} ")),
            plain(Role::Faint, name),
        ]
    };
    let half = if view.width >= NARROW_WIDTH { "half-moves without progress" } else { "half-moves" };
    let quiet = counter(
        Action::Editor(EditorAction::Halfmoves(ValueStep::Less)),
        Action::Editor(EditorAction::Halfmoves(ValueStep::More)),
        half,
        draft.halfmoves(),
    );
    let number = counter(
        Action::Editor(EditorAction::MoveNumber(ValueStep::Less)),
        Action::Editor(EditorAction::MoveNumber(ValueStep::More)),
        "move number",
        draft.fullmoves(),
    );
    vec![turn, castling, passant, quiet, number]
}

/// The FEN of the draft, and the number of pieces.
fn text(view: &ViewContext, editor: &Editor) -> Pane {
    let theme = view.theme;
    let pieces = editor.draft().board();
    let side = |color: Color| pieces.by_color(color).count();
    let fen = editor.draft().fen();
    let mut body =
        fen_lines(&fen, view.width).into_iter().map(|line| Line::from(view.span(Role::Ground, line)));
    let mut body: Vec<Line> = body.by_ref().collect();
    let sides = format!("White {}, Black {}", side(Color::White), side(Color::Black));
    body.push(spread(
        vec![view.span(Role::Faint, format!("{} pieces", pieces.occupied().count()))],
        vec![view.span(Role::Faint, sides)],
        view.width,
        theme.glyphs(),
    ));
    let note = scene::keys_note(view, [BoardAction::CopyChord, BoardAction::Copy(CopyFormat::Fen)], "copies");
    Pane::new(PaneId::Fen, "FEN", body).with_rows_of_text(u16::MAX).with_note(note)
}

/// A FEN in lines that are no wider than this: cut between its fields or ranks.
fn fen_lines(fen: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in fen.split_inclusive(['/', ' ']) {
        let fits = |line: &&mut String| line.len() + piece.trim_end().len() <= width;
        if let Some(last) = lines.last_mut().filter(fits) {
            last.push_str(piece);
            continue;
        }
        lines.push(piece.to_owned());
    }
    lines
}

/// The marks on the squares: broken rules, the held piece, the en passant square, the cursor.
fn marks(editor: &Editor) -> BoardMarks {
    let mut marks = BoardMarks::default();
    if let Some(position) = editor.position() {
        marks = marks.with_check(position);
    }
    for checked in editor.checks() {
        for square in checked.squares {
            marks = marks.with_tint(square, SquareTint::Check);
        }
    }
    if let Some(square) = editor.draft().en_passant() {
        marks = marks.with_target(square, TargetOutcome::Unknown);
    }
    let over = match editor.grip {
        EditorGrip::Piece(square, over) => {
            marks = marks.with_tint(square, SquareTint::Selected);
            over
        }
        EditorGrip::FromBox { dragged, .. } => dragged,
        EditorGrip::Nothing | EditorGrip::Painting(_) => EditorDrag::No,
    };
    marks.with_cursor(match over {
        EditorDrag::Over(square) => Some(square),
        EditorDrag::Off => None,
        EditorDrag::No => Some(editor.cursor),
    })
}

/// What the line below the board says: what is wrong, what a click does, or how pieces are put.
fn note(view: &ViewContext, editor: &Editor) -> (Role, String) {
    if view.shared.chord == Some(Chord::Copy) {
        return (Role::Prompt, "copy: f FEN".to_owned());
    }
    let back = key_for_footer(view, AppAction::Back).unwrap_or_default();
    match (editor.grip, editor.tool) {
        (EditorGrip::Piece(_, EditorDrag::Off), _) => {
            (Role::Warning, "let go here: the piece is removed".to_owned())
        }
        (EditorGrip::Piece(square, _), _) => {
            (Role::Prompt, format!("{square} to which square? off the board removes"))
        }
        (_, EditorTool::Piece(piece)) => {
            let name = crate::chess::names::role_name(piece.role);
            let color = color_name(piece.color).to_lowercase();
            (Role::Prompt, format!("a click or drag puts a {color} {name}, {back} puts it back"))
        }
        (_, EditorTool::Eraser) => (Role::Prompt, format!("a click or drag clears squares, {back} ends it")),
        _ => match editor.first_broken_rule() {
            Some((reason, _)) => (Role::Error, format!("{} {reason}", view.theme.glyphs().error)),
            None => {
                (Role::Faint, "letters place pieces: K Q R B N P White's, k q r b n p Black's".to_owned())
            }
        },
    }
}
