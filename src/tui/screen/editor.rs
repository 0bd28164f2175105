//! The position editor: the board, the box of men, what the rules say, and what is set beside the men.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::chess::fen::Standing;
use crate::chess::names::{counted, named};
use crate::chess::{Color, Edit, Material};
use crate::tui::app::editor::{Dragged, Grip};
use crate::tui::app::{App, Editor, Tool};
use crate::tui::keymap::Action;
use crate::tui::layout::{self, Frames, Workbench};
use crate::tui::theme::Role;
use crate::tui::update::Hit;
use crate::tui::widget::board::{Board, Marks, Orientation, Tint, Worth};
use crate::tui::widget::pane::{self, Pane};
use crate::tui::widget::text::{span, spread};
use crate::tui::widget::{piece_box, prompt};

use super::{Chord, draw_bar, key_of, legality, only_hints};
use crate::tui::widget::status;

/// The keys of the footer, the most useful first.
pub(super) const KEYS: &[Action] = {
    use Action as A;
    &[
        A::PasteAnalyze,
        A::PastePlay,
        A::PasteDrill,
        A::Back,
        A::EditClear,
        A::EditUndo,
        A::EditText,
        A::EditEmpty,
        A::EditFirst,
        A::EditMirror,
        A::EditSwap,
        A::CopyChord,
        A::Flip,
        A::Palette,
        A::Help,
    ]
};

/// The pane whose parts can be clicked.
const SETTINGS: &str = "Set up";

/// The width below which words make room.
const NARROW: usize = 32;

/// A piece of a line, and what a click on it does.
struct Part {
    role: Role,
    text: String,
    hit: Option<Hit>,
}

/// Draws the screen.
pub(super) fn draw(app: &App, editor: &Editor, area: Rect, buffer: &mut Buffer) {
    let orientation = Orientation(app.board.bottom);
    let Some(bench) = Workbench::of(area, orientation) else { return };
    let [bar, _, line, keys] = layout::rows(area);
    let material = Material::of(editor.draft().men());
    draw_bar(app, &["Position editor".to_owned(), material.to_string()], bar, buffer);
    let marks = marks(editor);
    let board = Board { men: editor.draft().men(), marks: &marks, orientation, theme: app.theme };
    board.draw(bench.board, buffer);
    piece_box::draw(editor.tool, bench.men, app.theme, buffer);
    let panes = panes(app, editor, pane_width(&bench));
    match bench.frames {
        Frames::Drawn => {
            for (panes, area) in pane::in_columns(&panes, bench.side, bench.second) {
                pane::draw_stack(panes, app.theme, area, buffer);
            }
        }
        Frames::Gone => pane::draw_tabs(&panes, app.pane, app.theme, bench.side, buffer),
    }
    let (role, text) = note(app, editor);
    prompt::draw(&prompt::Says::Note(role, text), app.theme, line, buffer);
    status::draw_keys(&only_hints(app), app.theme, keys, buffer);
}

/// What lies under a cell of the screen.
pub(super) fn hit(app: &App, editor: &Editor, area: Rect, column: u16, row: u16) -> Option<Hit> {
    let bench = Workbench::of(area, Orientation(app.board.bottom))?;
    if let Some(square) = bench.board.square_at(column, row) {
        return Some(Hit::Square(square));
    }
    if let Some(tool) = piece_box::tool_at(bench.men, column, row) {
        return Some(Hit::Tool(tool));
    }
    let width = pane_width(&bench);
    let panes = panes(app, editor, width);
    let shown = match bench.frames {
        Frames::Drawn => {
            let columns = pane::in_columns(&panes, bench.side, bench.second);
            columns.into_iter().flat_map(|(panes, area)| pane::stacked(panes, area)).collect()
        }
        Frames::Gone => pane::behind_tabs(&panes, app.pane, bench.side),
    };
    let placed = shown.into_iter().find(|placed| placed.area.contains((column, row).into()))?;
    let line = placed.pane.first_shown(placed.area.height) + usize::from(row - placed.area.y);
    if placed.pane.title != SETTINGS {
        return None;
    }
    let lines = settings(app, editor, width);
    let column = usize::from(column - placed.area.x);
    let under = places(lines.get(line)?).find(|(place, _)| place.contains(&column))?;
    under.1
}

/// The columns that each part of a line takes, with what a click there does.
fn places(parts: &[Part]) -> impl Iterator<Item = (Range<usize>, Option<Hit>)> {
    let mut from = 0;
    parts.iter().map(move |part| {
        let place = from..from + part.text.chars().count();
        from = place.end;
        (place, part.hit)
    })
}

fn pane_width(bench: &Workbench) -> usize {
    usize::from(match bench.frames {
        Frames::Drawn => bench.side.width.saturating_sub(4),
        Frames::Gone => bench.side.width,
    })
}

/// The panes: what the rules say, what is set, what the position is, and the text.
pub(super) fn panes(app: &App, editor: &Editor, width: usize) -> Vec<Pane> {
    let set = settings(app, editor, width)
        .into_iter()
        .map(|parts| parts.into_iter().map(|part| span(app.theme, part.role, part.text)).collect());
    let set: Vec<Line> = set.collect();
    let least = u16::try_from(set.len()).unwrap_or(u16::MAX);
    let mut panes = vec![checks(app, editor, width), Pane::new(SETTINGS, set).at_least(least)];
    panes.extend(editor.position().map(|position| legality::about(app, "Position", position, width)));
    panes.push(text(app, editor, width));
    panes
}

/// What the rules say: all of it where there is room, else what is broken.
fn checks(app: &App, editor: &Editor, width: usize) -> Pane {
    let theme = app.theme;
    let all = legality::rules(editor.checks(), theme, width);
    let broken = legality::broken(editor.checks(), theme, width);
    let faults =
        editor.checks().iter().filter(|checked| matches!(checked.standing, Standing::Broken(_))).count();
    if faults == 0 {
        let short =
            legality::signed(Role::Best, theme.glyphs().keeps, Role::Good, "a legal position", theme, width);
        // Behind tabs one line leaves room for the other panes.
        let longer = if width < NARROW { Vec::new() } else { vec![all] };
        return Pane::new("Checks", short)
            .or_longer(longer)
            .noted(vec![span(theme, Role::Good, "LEGAL")])
            .at_least(1);
    }
    let note = vec![span(theme, Role::Error, counted(faults, "fault"))];
    let least = u16::try_from(broken.len()).unwrap_or(u16::MAX);
    Pane::new("Checks", broken).or_longer(vec![all]).noted(note).at_least(least)
}

/// What is set beside the men, with its keys; a click on a part changes it.
fn settings(app: &App, editor: &Editor, width: usize) -> Vec<Vec<Part>> {
    let draft = editor.draft();
    let [on, off] = app.theme.glyphs().switch;
    let key = |action: Action| Part {
        role: Role::Key,
        text: format!("{:<3}", key_of(app, action).unwrap_or_default()),
        hit: Some(Hit::Action(action)),
    };
    let plain = |role: Role, text: &str| Part { role, text: text.to_owned(), hit: None };
    let switch = |is_on: bool, name: String, hit: Hit| Part {
        role: if is_on { Role::Strong } else { Role::Faint },
        text: format!("{} {name}  ", if is_on { on } else { off }),
        hit: Some(hit),
    };
    let side =
        |color: Color| switch(draft.turn() == color, named(color).to_owned(), Hit::SetUp(Edit::Turn(color)));
    let mut turn = vec![key(Action::EditTurn), side(Color::White), side(Color::Black)];
    if width >= NARROW {
        turn.push(plain(Role::Faint, "to move"));
    }
    let mut castling = vec![key(Action::EditRights)];
    // White's rights first, the king's wing before the queen's, as a FEN has them.
    let possible = draft.possible_rights();
    for color in [Color::White, Color::Black] {
        let mut rooks: Vec<_> = (possible & color.backrank()).into_iter().collect();
        rooks.reverse();
        castling.extend(rooks.into_iter().map(|rook| {
            let letter = draft.right_letter(rook).to_string();
            switch(draft.rights().contains(rook), letter, Hit::SetUp(Edit::Right(rook)))
        }));
    }
    if possible.is_empty() {
        castling.push(plain(Role::Faint, "no castling possible"));
    } else if width >= NARROW {
        castling.push(plain(Role::Faint, "castling"));
    }
    let mut passant = vec![key(Action::EditPassant)];
    let squares = draft.possible_en_passant();
    passant.extend(squares.into_iter().map(|square| {
        let is_on = draft.en_passant() == Some(square);
        let next = if is_on { None } else { Some(square) };
        switch(is_on, square.to_string(), Hit::SetUp(Edit::EnPassant(next)))
    }));
    if squares.is_empty() {
        passant.push(plain(Role::Faint, "no en passant possible"));
    } else if width >= NARROW {
        passant.push(plain(Role::Faint, "en passant"));
    }
    let counter = |less: Action, more: Action, name: &str, count: u16| {
        let sign = |action: Action, gap: &str| Part {
            role: Role::Key,
            text: key_of(app, action).unwrap_or_default() + gap,
            hit: Some(Hit::Action(action)),
        };
        vec![
            sign(less, " "),
            sign(more, "  "),
            plain(Role::Ground, &format!("{count} ")),
            plain(Role::Faint, name),
        ]
    };
    let half = if width >= NARROW { "half-moves without progress" } else { "half-moves" };
    let quiet = counter(Action::EditHalfmovesLess, Action::EditHalfmovesMore, half, draft.halfmoves());
    let number = counter(Action::EditNumberLess, Action::EditNumberMore, "move number", draft.fullmoves());
    vec![turn, castling, passant, quiet, number]
}

/// The FEN as it stands, and the men counted.
fn text(app: &App, editor: &Editor, width: usize) -> Pane {
    let theme = app.theme;
    let men = editor.draft().men();
    let side = |color: Color| men.by_color(color).count();
    let fen = editor.draft().fen();
    let mut body = fen_lines(&fen, width).into_iter().map(|line| Line::from(span(theme, Role::Ground, line)));
    let mut body: Vec<Line> = body.by_ref().collect();
    let least = u16::try_from(body.len()).unwrap_or(u16::MAX);
    let sides = format!("White {}, Black {}", side(Color::White), side(Color::Black));
    body.push(spread(
        vec![span(theme, Role::Faint, format!("{} pieces", men.occupied().count()))],
        vec![span(theme, Role::Faint, sides)],
        width,
        theme.glyphs(),
    ));
    let note = super::keys_note(app, &[Action::CopyChord, Action::CopyFen], "copies");
    Pane::new("FEN", body).at_least(least).noted(note)
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

/// What the squares have to say: where rules are broken, what is held, the en passant square, the cursor.
fn marks(editor: &Editor) -> Marks {
    let mut marks = Marks::default();
    if let Some(position) = editor.position() {
        marks = marks.with_check(position);
    }
    for checked in editor.checks() {
        for square in checked.squares {
            marks = marks.with_tint(square, Tint::Check);
        }
    }
    if let Some(square) = editor.draft().en_passant() {
        marks = marks.with_target(square, Worth::Plain);
    }
    let over = match editor.grip {
        Grip::Man(square, over) => {
            marks = marks.with_tint(square, Tint::Selected);
            over
        }
        Grip::FromBox { dragged, .. } => dragged,
        Grip::Nothing | Grip::Paints(_) => Dragged::No,
    };
    marks.with_cursor(match over {
        Dragged::Over(square) => Some(square),
        Dragged::Off => None,
        Dragged::No => Some(editor.cursor),
    })
}

/// What the line below the board says: what is wrong, what a click does, or how men are put.
fn note(app: &App, editor: &Editor) -> (Role, String) {
    if app.chord == Some(Chord::Copy) {
        return (Role::Prompt, "copy: f FEN".to_owned());
    }
    let back = key_of(app, Action::Back).unwrap_or_default();
    match (editor.grip, editor.tool) {
        (Grip::Man(_, Dragged::Off), _) => (Role::Warning, "let go here: the piece is removed".to_owned()),
        (Grip::Man(square, _), _) => {
            (Role::Prompt, format!("{square} to which square? off the board removes"))
        }
        (_, Tool::Man(piece)) => {
            let name = crate::chess::names::man_name(piece.role);
            let color = named(piece.color).to_lowercase();
            (Role::Prompt, format!("a click or drag puts a {color} {name}, {back} puts it back"))
        }
        (_, Tool::Eraser) => (Role::Prompt, format!("a click or drag clears squares, {back} ends it")),
        _ => match editor.fault() {
            Some((reason, _)) => (Role::Error, format!("{} {reason}", app.theme.glyphs().fault)),
            None => {
                (Role::Faint, "letters place pieces: K Q R B N P White's, k q r b n p Black's".to_owned())
            }
        },
    }
}
