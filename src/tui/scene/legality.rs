//! What the rules and the tables say of a position that the user enters: the same for a text and for the
//! editor.

use ratatui::text::Line;

use crate::chess::fen::{FenRuleCheck, FenRuleStatus};
use crate::chess::names::{color_name, pluralized, role_name};
use crate::chess::score::FIFTY_MOVES;
use crate::chess::table_policy::TablePolicy;
use crate::chess::{FiftyMoveEffect, GameTermination, Position, Verdict};
use crate::game::Opening;
use crate::tui::model::PaneId;
use crate::tui::scene::ViewContext;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{prose, span, spread_or_stack};

/// A line for each rule: kept, broken with its reason, or not checked yet.
pub(crate) fn rule_lines(checks: &[FenRuleCheck], theme: Theme, width: usize) -> Vec<Line<'static>> {
    let glyphs = theme.glyphs();
    let line = |checked: &FenRuleCheck| match &checked.status {
        FenRuleStatus::Satisfied => {
            signed_line(Role::Best, glyphs.best, Role::Ground, checked.rule.description(), theme, width)
        }
        FenRuleStatus::Violated(reason) => {
            signed_line(Role::Error, glyphs.error, Role::Error, reason, theme, width)
        }
        FenRuleStatus::NotChecked => {
            signed_line(Role::Faint, glyphs.dot, Role::Faint, checked.rule.description(), theme, width)
        }
    };
    checks.iter().flat_map(line).collect()
}

/// The lines of the broken rules alone; none where all are kept.
pub(crate) fn broken_rule_lines(checks: &[FenRuleCheck], theme: Theme, width: usize) -> Vec<Line<'static>> {
    let is_broken = |checked: &&FenRuleCheck| matches!(checked.status, FenRuleStatus::Violated(_));
    let broken: Vec<FenRuleCheck> = checks.iter().filter(is_broken).cloned().collect();
    rule_lines(&broken, theme, width)
}

/// A sign with a sentence beside it that may take several lines.
pub(crate) fn signed_line(
    role: Role,
    sign: &str,
    text_role: Role,
    text: &str,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let lines = prose(theme, text_role, text, width.saturating_sub(3));
    let with_sign = lines.into_iter().enumerate().map(|(index, line)| {
        let sign = if index == 0 { format!("{sign}  ") } else { "   ".to_owned() };
        let mut spans = vec![span(theme, role, sign)];
        spans.extend(line.spans);
        Line::from(spans)
    });
    with_sign.collect()
}

/// What the rules and the tables say about a legal position without a search.
pub(crate) fn position_pane(view: &ViewContext, title: &str, position: &Position) -> Pane {
    let theme = view.theme;
    let glyphs = theme.glyphs();
    let dot = glyphs.dot;
    let legal = position.legal_moves();
    let turn = color_name(position.turn());
    let material = position.material();
    let of_ending = TablePolicy::of(&material).is_ending();
    let name = if of_ending { format!("{material} {dot} ") } else { String::new() };
    let mut body = spread_or_stack(
        vec![view.span(Role::Strong, format!("{name}{turn} to move"))],
        vec![view.span(Role::Faint, pluralized(legal.len(), "legal move"))],
        view.width,
        glyphs,
    );
    let say = |role: Role, text: String| view.prose(role, &text);
    if let Some(opening) = Opening::of(position) {
        body.extend(say(Role::Ground, opening.to_string()));
    }
    let counted = view.shared.oracle.probe_at_sight(position);
    let ending = GameTermination::on_board(position);
    let ending =
        ending.or_else(|| (position.halfmoves() >= FIFTY_MOVES).then_some(GameTermination::FiftyMoves));
    match (ending, counted.map(|counted| counted.verdict)) {
        (Some(ending), _) => body.extend(say(Role::Draw, ending.title())),
        (None, Some(Verdict::Draw)) => {
            let is_by_rule = counted.is_some_and(|counted| counted.effect == FiftyMoveEffect::Draws);
            let rule = if is_by_rule { " by the fifty-move rule" } else { "" };
            body.extend(say(Role::Draw, format!("{}= a draw{rule} (exact, table)", glyphs.half)));
        }
        (None, Some(Verdict::Win(plies))) => {
            body.extend(say(Role::Exact, format!("{turn} mates in {} (exact, table)", plies.moves())));
        }
        (None, Some(Verdict::Loss(plies))) => {
            let winner = color_name(position.turn().other());
            body.extend(say(Role::Exact, format!("{winner} mates in {} (exact, table)", plies.moves())));
        }
        (None, None) => {}
    }
    let stalemates = legal
        .iter()
        .filter(|&&mv| {
            matches!(GameTermination::on_board(&position.after(mv)), Some(GameTermination::Stalemate { .. }))
        })
        .count();
    if stalemates > 0 {
        let text = format!("! {stalemates} of the {} are STALEMATE", pluralized(legal.len(), "move"));
        body.extend(say(Role::Warning, text));
    }
    if let Some(checker) = position.checkers().first().and_then(|square| position.board().piece_at(square)) {
        body.extend(say(Role::Warning, format!("! in check from a {}", role_name(checker.role))));
    }
    Pane::new(PaneId::Position, title, body)
}
