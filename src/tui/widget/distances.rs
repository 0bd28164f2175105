//! Every legal move, grouped by what it costs.

use ratatui::text::{Line, Span};

use crate::chess::names::role_name;
use crate::chess::{MoveCost, RankedMove, Ranking, Verdict};
use crate::tui::model::PaneId;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{clip_spans, span, width_of};

/// The order of the moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DistancesOrder {
    /// Grouped by cost, best first.
    Cost,
    /// By name, each with its cost.
    Name,
}

/// The pane.
pub(crate) fn pane(ranking: &Ranking, order: DistancesOrder, theme: Theme, width: usize) -> Pane {
    let body = match order {
        DistancesOrder::Cost => groups(ranking, theme, width),
        DistancesOrder::Name => by_name(ranking, theme, width),
    };
    let title = match order {
        _ if ranking.moves.len() == 1 => "The only move".to_owned(),
        DistancesOrder::Cost => format!("All {} moves by distance", ranking.moves.len()),
        DistancesOrder::Name => format!("All {} moves by name", ranking.moves.len()),
    };
    Pane::new(PaneId::Distances, title, body).with_rows_of_text(7)
}

fn groups(ranking: &Ranking, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut rest = ranking.moves.as_slice();
    while let Some(first) = rest.first() {
        let alike = rest.iter().take_while(|ranked| ranked.cost == first.cost).count();
        let (group, others) = rest.split_at(alike);
        lines.extend(self::group(group, first, ranking.verdict, theme, width));
        rest = others;
    }
    lines
}

/// One group: its distance, its mark, its moves in one or two lines, and its meaning at the right.
fn group(
    moves: &[RankedMove],
    first: &RankedMove,
    verdict: Verdict,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let (role, mark, meaning) = sign(first.cost, verdict, theme);
    let head = vec![
        span(theme, role, format!("{:<4}", distance(first, theme))),
        if role == Role::Stalemate {
            span(theme, role, format!(" {mark} "))
        } else {
            span(theme, role, format!("{mark:>2} "))
        },
    ];
    let indent = width_of(&head) + 1;
    let tail = if meaning.is_empty() { Vec::new() } else { vec![span(theme, role, format!(" {meaning}"))] };
    let room = width.saturating_sub(indent);
    let name = |ranked: &RankedMove| {
        let role = if ranked.cost == MoveCost::Keeps { Role::Strong } else { Role::Ground };
        span(theme, role, ranked.san.clone())
    };
    let mut rows: Vec<Vec<Span<'static>>> = vec![Vec::new()];
    let mut used = 0;
    let tail_width = width_of(&tail);
    for (index, ranked) in moves.iter().enumerate() {
        let word = name(ranked);
        let last = index + 1 == moves.len();
        let more = if last { 0 } else { 2 };
        let full = used + word.width() + if rows.len() == 2 { more + tail_width } else { 0 } > room;
        if full && rows.len() == 2 {
            rows[1].push(span(theme, Role::Faint, format!(" +{}", moves.len() - index)));
            break;
        }
        if full {
            rows.push(Vec::new());
            used = 0;
        }
        used += word.width() + 1;
        let row = rows.len() - 1;
        if !rows[row].is_empty() {
            rows[row].push(Span::raw(" "));
        }
        rows[row].push(word);
    }
    let count = rows.len();
    rows.into_iter()
        .enumerate()
        .map(|(index, row)| {
            let mut spans = if index == 0 { head.clone() } else { vec![Span::raw(" ".repeat(indent - 1))] };
            spans.push(Span::raw(" "));
            spans.extend(row);
            if index + 1 == count && width_of(&spans) + tail_width <= width {
                let gap = width - width_of(&spans) - tail_width;
                spans.push(Span::raw(" ".repeat(gap)));
                spans.extend(tail.iter().cloned());
            }
            Line::from(clip_spans(spans, width, theme.glyphs()))
        })
        .collect()
}

fn by_name(ranking: &Ranking, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let mut moves: Vec<&RankedMove> = ranking.moves.iter().collect();
    moves.sort_by(|a, b| a.san.cmp(&b.san));
    let cell = 16;
    let columns = (width / cell).max(1);
    moves
        .chunks(columns)
        .map(|row| {
            let mut spans = Vec::new();
            for ranked in row {
                let (role, mark, _) = sign(ranked.cost, ranking.verdict, theme);
                let value = span(theme, role, format!("{} {mark}", distance(ranked, theme)));
                spans.push(span(theme, Role::Ground, format!("{:<7}", ranked.san)));
                let rest = 9_usize.saturating_sub(value.width());
                spans.extend([value, Span::raw(" ".repeat(rest))]);
            }
            Line::from(clip_spans(spans, width, theme.glyphs()))
        })
        .collect()
}

/// The distance including the move itself, from the mover's side.
fn distance(ranked: &RankedMove, theme: Theme) -> String {
    match ranked.after {
        Verdict::Win(plies) if plies.get() == 0 => "#".to_owned(),
        Verdict::Win(plies) => format!("M{}", plies.moves() + 1),
        Verdict::Draw => theme.glyphs().half.to_owned(),
        Verdict::Loss(plies) => format!("-M{}", plies.moves()),
    }
}

/// The style, the mark and the meaning of a cost.
fn sign(cost: MoveCost, verdict: Verdict, theme: Theme) -> (Role, String, String) {
    let keeps = theme.glyphs().best.to_owned();
    match cost {
        MoveCost::Keeps => {
            let role = match verdict {
                Verdict::Win(_) => Role::Best,
                Verdict::Draw => Role::Draw,
                Verdict::Loss(_) => Role::Loss,
            };
            (role, keeps, String::new())
        }
        MoveCost::Slower(moves) => (Role::Mistake, format!("+{moves}"), String::new()),
        MoveCost::Sooner(moves) => (Role::Mistake, format!("-{moves}"), String::new()),
        MoveCost::Stalemate => (Role::Stalemate, "=".to_owned(), "STALEMATE".to_owned()),
        MoveCost::HangsPiece(role) => (Role::Blunder, "x".to_owned(), format!("{} lost", role_name(role))),
        MoveCost::Draws => (Role::Blunder, "?".to_owned(), "a draw".to_owned()),
        MoveCost::Loses => (Role::Blunder, "-".to_owned(), "loses".to_owned()),
    }
}
