//! The grade of a move in a reviewed game: its mark, the scores around it, the reason, the better line.

use ratatui::text::{Line, Span};

use crate::chess::names::{hundredths, move_number};
use crate::chess::text::capitalized;
use crate::chess::{Color, KnownResult, MoveCost, Position, PositionEvaluation, notation};
use crate::practice::review::{MoveReview, ReviewSummary};
use crate::tui::model::PaneId;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::score_text::ScoreText;
use crate::tui::widget::text::{clip_spans, prose, span, spread};
use crate::tui::widget::{moves, score_text};

/// The result for a position with `turn` to move, as text.
pub(crate) fn finding_text(finding: &PositionEvaluation, turn: Color, theme: Theme) -> ScoreText {
    let glyphs = theme.glyphs();
    if let Some(line) = &finding.line {
        return score_text::from_line(line, turn, glyphs);
    }
    match finding.known_result.and_then(KnownResult::verdict) {
        Some(verdict) => score_text::from_verdict(verdict, turn, glyphs),
        None => ScoreText { text: String::new(), role: Role::Faint },
    }
}

/// The pane of a move.
pub(crate) fn pane(review: &MoveReview, before: &Position, theme: Theme, width: usize) -> Pane {
    let glyphs = theme.glyphs();
    let mover = review.mover;
    let [was, is] = [
        finding_text(&review.finding_before, mover, theme),
        finding_text(&review.finding_after, mover.other(), theme),
    ];
    let mut left = vec![span(theme, was.role, was.text)];
    left.push(span(theme, Role::Faint, format!(" {} ", glyphs.arrows[1])));
    left.push(span(theme, is.role, is.text));
    let right = match (review.result_change, review.loss_percent()) {
        (Some(change), _) => vec![span(theme, Role::Blunder, change.name())],
        (None, 0) => Vec::new(),
        (None, loss) => vec![span(theme, Role::Faint, format!("-{loss}%"))],
    };
    let mut body = vec![spread(left, right, width, glyphs)];
    let quiet = if review.judgment.is_none() && review.cost.is_none() { good_move_text(review) } else { "" };
    let reason = review.reason.as_deref().unwrap_or(quiet);
    if !reason.is_empty() {
        let role = if quiet.is_empty() { Role::Ground } else { Role::Faint };
        body.extend(prose(theme, role, &capitalized(reason), width));
    }
    if let Some(better) = &review.better {
        body.push(line_of("best", before, &better.line, theme, width));
    }
    Pane::new(PaneId::MoveReview, title(review), body)
        .with_rows_of_text(4)
        .with_note(mark_spans(review, theme))
}

/// `Move 23...Kc4`.
pub(crate) fn title(review: &MoveReview) -> String {
    format!("Move {} {}", move_number(review.number, review.mover), review.san)
}

/// The mark of a move, or by how much it is slower.
pub(crate) fn mark_spans(review: &MoveReview, theme: Theme) -> Vec<Span<'static>> {
    match (review.judgment, review.cost) {
        (Some(mark), _) => vec![span(theme, widget::eval_graph::mark_role(mark), mark.glyph())],
        (None, Some(cost @ (MoveCost::Slower(_) | MoveCost::Sooner(_)))) => {
            let (role, sign) = moves::cost_mark(cost, theme);
            vec![span(theme, role, sign)]
        }
        _ => Vec::new(),
    }
}

/// The text for a move without a mark.
fn good_move_text(review: &MoveReview) -> &'static str {
    if review.winning_chances_loss > 0.0 { "next to nothing lost" } else { "nothing lost" }
}

/// A line with the numbers of its moves after a word, cut to one row.
pub(crate) fn line_of(
    word: &str,
    before: &Position,
    moves: &[crate::chess::Move],
    theme: Theme,
    width: usize,
) -> Line<'static> {
    let mut number = before.fullmoves().get();
    let mut turn = before.turn();
    let mut spans = vec![span(theme, Role::Faint, format!("{word} "))];
    for (index, san) in notation::san_line(before, moves).into_iter().enumerate() {
        let count = match (turn, index) {
            (Color::White, _) => format!("{number}."),
            (Color::Black, 0) => format!("{number}..."),
            (Color::Black, _) => String::new(),
        };
        let role = if index == 0 { Role::Best } else { Role::Faint };
        spans.push(span(theme, role, format!("{count}{san} ")));
        number += u32::from(turn == Color::Black);
        turn = turn.other();
    }
    Line::from(clip_spans(spans, width, theme.glyphs()))
}

/// The width of the table, in cells.
const FULL_TABLE_WIDTH: usize = 35;

/// Statistics of both sides: three rows, the first of them a heading.
pub(crate) fn tally_table(tallies: &[ReviewSummary; 2], theme: Theme, width: usize) -> Vec<Line<'static>> {
    // Accuracy, the three kinds of mistakes and the average loss, each right-aligned in so many cells.
    let (names, wide) = match width {
        FULL_TABLE_WIDTH.. => (["White", "Black"], [15, 5, 4, 4, 7]),
        _ => (["W", "B"], [8, 4, 3, 3, 0]),
    };
    let heads = [if width < FULL_TABLE_WIDTH { "acc." } else { "accuracy" }, "?!", "?", "??", "loss"];
    let heading = heads.iter().zip(wide).filter(|(_, wide)| *wide > 0);
    let heading: Vec<_> =
        heading.map(|(head, wide)| span(theme, Role::Faint, format!("{head:>wide$}"))).collect();
    let mut lines = vec![Line::from(heading)];
    for (name, tally) in names.into_iter().zip(tallies) {
        let accuracy = tally.accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        let [dubious, mistakes, blunders] = tally.judgment_counts.map(|count| count.to_string());
        let loss = hundredths(tally.average_centipawn_loss.into());
        let roles = [Role::Strong, Role::Ground, Role::Mistake, Role::Blunder, Role::Ground];
        let mut spans = vec![span(theme, Role::Ground, name)];
        let mut taken = name.len();
        for ((text, role), wide) in
            [accuracy, dubious, mistakes, blunders, loss].into_iter().zip(roles).zip(wide)
        {
            if wide > 0 {
                let role = if text == "0" { Role::Faint } else { role };
                spans.push(span(theme, role, format!("{text:>wide$}", wide = wide.saturating_sub(taken))));
            }
            taken = 0;
        }
        lines.push(Line::from(clip_spans(spans, width, theme.glyphs())));
    }
    lines
}
