//! Facts of a position (material, pawns, the game so far), for terminals with room to spare.

use ratatui::text::Line;
use shakmaty::{CastlingSide, Position as _, Role as PieceRole};

use crate::chess::names::pluralized;
use crate::chess::{Certainty, Color, Position, ScoreValue};
use crate::tui::app::App;
use crate::tui::theme::{Role, Theme, pieces};
use crate::tui::widget;
use crate::tui::widget::eval_graph::{EvalGraphPoint, EvalGraphValue};
use crate::tui::widget::pane::{Pane, PaneId};
use crate::tui::widget::text::{span, wrap};
use crate::tui::widget::verdict;

/// Rows of a terminal from which there is room for these panes, and for those beside a wide board.
const ROOMY_ROWS: u16 = 44;

/// Cells of a fact's name.
const NAME_WIDTH: usize = 10;

/// Rows of the graph itself.
const GRAPH_HEIGHTS: [usize; 4] = [3, 5, 7, 9];

/// The pieces that count as material, with what each is worth in pawns.
const PIECE_VALUES: [(PieceRole, u8); 5] = [
    (PieceRole::Queen, 9),
    (PieceRole::Rook, 5),
    (PieceRole::Bishop, 3),
    (PieceRole::Knight, 3),
    (PieceRole::Pawn, 1),
];

/// Whether a screen has room to spare.
pub(crate) const fn is_roomy(app: &App, width: usize) -> bool {
    app.size.1 >= ROOMY_ROWS && width >= 30
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

/// The evaluations that are known of the positions on the line that is shown, as a graph.
pub(crate) fn evaluation(app: &App, width: usize) -> Option<Pane> {
    let walk = &app.analyze.walk;
    let line = walk.line();
    let here = line.iter().position(|&node| node == walk.node_id());
    let places: Vec<EvalGraphPoint> = line
        .iter()
        .enumerate()
        .map(|(index, &node)| {
            let position = walk.tree().node(node).position();
            let by_white = index > 0 && position.turn() == Color::Black;
            EvalGraphPoint {
                value: graph_value(app, node),
                mark: None,
                number: by_white.then(|| position.fullmoves().get()),
            }
        })
        .collect();
    let known = places.iter().filter(|place| place.value != EvalGraphValue::Unknown).count();
    if places.len() < 3 || known < 2 {
        return None;
    }
    let text = |height: usize| -> Vec<Line<'static>> {
        let mut lines = widget::eval_graph::lines(&places, here, height, width, app.theme);
        // No move has a mark here.
        lines.drain(height..height + 2);
        lines
    };
    let [least, higher @ ..] = GRAPH_HEIGHTS;
    let body = text(least);
    let rows = u16::try_from(body.len()).unwrap_or(u16::MAX);
    let note = vec![span(app.theme, Role::Faint, "as far as analyzed")];
    Some(
        Pane::new(PaneId::Evaluation, "Evaluation", body)
            .with_min_rows(rows)
            .with_longer(higher.map(text).to_vec())
            .with_note(note),
    )
}

fn graph_value(app: &App, node: crate::game::NodeId) -> EvalGraphValue {
    let tree = app.analyze.walk.tree();
    let turn = tree.node(node).position().turn();
    let root = tree.root_at(node);
    let now = app.current_analysis.snapshot.as_deref().filter(|_| node == app.analyze.walk.node_id());
    let best = now.or_else(|| app.analyze.cache.probe(&root)).and_then(|snapshot| snapshot.best_line());
    let Some(best) = best else { return EvalGraphValue::Unknown };
    let score = best.score.for_white(turn);
    match (score.value(), best.certainty) {
        (ScoreValue::Mates(_), Certainty::Proven) => EvalGraphValue::Won(Color::White),
        (ScoreValue::Mated(_), Certainty::Proven) => EvalGraphValue::Won(Color::Black),
        (ScoreValue::Mates(_), _) => EvalGraphValue::Expected(1.0),
        (ScoreValue::Mated(_), _) => EvalGraphValue::Expected(0.0),
        (ScoreValue::Centipawns(_) | ScoreValue::Wins | ScoreValue::Loses, _) => {
            EvalGraphValue::Expected(score.win_chance())
        }
    }
}
