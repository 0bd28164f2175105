//! Facts of a position (material, pawns, the game so far), for terminals with room to spare.

use shakmaty::{CastlingSide, Position as _, Role as PieceRole};

use crate::chess::names::pluralized;
use crate::chess::{Color, Position};
use crate::tui::model::{PaneId, Shared};
use crate::tui::theme::{Role, Theme, pieces};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{span, wrap};
use crate::tui::widget::verdict;

/// Rows of a terminal from which there is room for these panes, and for those beside a wide board.
const ROOMY_ROWS: u16 = 44;

/// Cells of a fact's name.
const NAME_WIDTH: usize = 10;

/// The pieces that count as material, with what each is worth in pawns.
const PIECE_VALUES: [(PieceRole, u8); 5] = [
    (PieceRole::Queen, 9),
    (PieceRole::Rook, 5),
    (PieceRole::Bishop, 3),
    (PieceRole::Knight, 3),
    (PieceRole::Pawn, 1),
];

/// Whether a screen has room to spare.
pub(crate) const fn is_roomy(shared: &Shared, width: usize) -> bool {
    shared.size.1 >= ROOMY_ROWS && width >= 30
}

/// Material, castling rights and the legal moves.
pub(crate) fn pane(position: &Position, theme: Theme, width: usize) -> Pane {
    let row = |name: &str, text: String| {
        let texts = wrap(vec![span(theme, Role::Ground, text)], width.saturating_sub(NAME_WIDTH));
        let named = texts.into_iter().enumerate().map(|(index, mut text)| {
            let name = if index == 0 { name } else { "" };
            text.spans.insert(0, span(theme, Role::Faint, format!("{name:<NAME_WIDTH$}")));
            text
        });
        named.collect::<Vec<_>>()
    };
    let mut body = row("Material", material_text(position, theme));
    body.extend(row("Castling", castling_text(position)));
    body.extend(row("Moves", moves_text(position, theme)));
    let counter = verdict::fifty_move_text(position);
    body.extend(counter.into_iter().flat_map(|text| row("Draw rule", text)));
    Pane::new(PaneId::Position, "Position", body).with_min_rows(3)
}

/// `even`, or who is ahead by how much and with what: `White +2` and the pieces that make it.
fn material_text(position: &Position, theme: Theme) -> String {
    let material = position.material();
    let (white, black) = (material.side(Color::White), material.side(Color::Black));
    let mut lead = 0_i16;
    let mut more = [String::new(), String::new()];
    for (piece, worth) in PIECE_VALUES {
        let by = i16::from(*white.get(piece)) - i16::from(*black.get(piece));
        lead += by * i16::from(worth);
        let sign =
            pieces::text_symbol(piece.of(if by > 0 { Color::White } else { Color::Black }), theme.charset());
        more[usize::from(by < 0)].push_str(&sign.repeat(usize::from(by.unsigned_abs())));
    }
    let [of_white, of_black] = more;
    let (extra, other) = if lead >= 0 { (of_white, of_black) } else { (of_black, of_white) };
    let against = if extra.is_empty() || other.is_empty() { String::new() } else { format!(" for {other}") };
    let with = if extra.is_empty() { String::new() } else { format!("  {extra}{against}") };
    match lead {
        0 if with.is_empty() => "even".to_owned(),
        0 => format!("even {with}"),
        1.. => format!("White +{lead}{with}"),
        _ => format!("Black +{}{with}", -lead),
    }
}

/// Who may still castle, and to which side: `White both sides, Black O-O`.
fn castling_text(position: &Position) -> String {
    let castles = position.chess().castles();
    let of = |color: Color| {
        let has = |side| castles.has(color, side);
        match (has(CastlingSide::KingSide), has(CastlingSide::QueenSide)) {
            (true, true) => "both sides",
            (true, false) => "O-O",
            (false, true) => "O-O-O",
            (false, false) => "-",
        }
    };
    let (white, black) = (of(Color::White), of(Color::Black));
    match (white, black) {
        ("-", "-") => "nobody can".to_owned(),
        _ => format!("White {white}, Black {black}"),
    }
}

fn moves_text(position: &Position, theme: Theme) -> String {
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|mv| mv.is_capture()).count();
    let checks = moves.iter().filter(|mv| position.after(**mv).is_check()).count();
    let counts = [(captures, "capture"), (checks, "check")].into_iter().filter(|(count, _)| *count > 0);
    let counts_text = counts.map(|(count, name)| pluralized(count, name));
    let all = std::iter::once(format!("{} legal", moves.len())).chain(counts_text);
    all.collect::<Vec<_>>().join(&format!(" {} ", theme.glyphs().dot))
}
