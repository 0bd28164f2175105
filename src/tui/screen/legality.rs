//! What the rules and the tables say of a position that somebody brings: the same for a text and for the editor.

use ratatui::text::Line;

use crate::chess::fen::{Checked, Standing};
use crate::chess::names::{counted, man_name, named};
use crate::chess::{Ending, Position, Verdict};
use crate::game::Opening;
use crate::tui::app::App;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{prose, span, spread_or_stack};

use super::study::MEN_OF_AN_ENDING;

/// A line for each rule: kept, broken with its reason, or not asked yet.
pub(super) fn rules(checks: &[Checked], theme: Theme, width: usize) -> Vec<Line<'static>> {
    let glyphs = theme.glyphs();
    let line = |checked: &Checked| match &checked.standing {
        Standing::Kept => signed(Role::Best, glyphs.keeps, Role::Ground, checked.rule.says(), theme, width),
        Standing::Broken(reason) => signed(Role::Error, glyphs.fault, Role::Error, reason, theme, width),
        Standing::Unasked => signed(Role::Faint, glyphs.dot, Role::Faint, checked.rule.says(), theme, width),
    };
    checks.iter().flat_map(line).collect()
}

/// The lines of the broken rules alone; none where all are kept.
pub(super) fn broken(checks: &[Checked], theme: Theme, width: usize) -> Vec<Line<'static>> {
    let is_broken = |checked: &&Checked| matches!(checked.standing, Standing::Broken(_));
    let broken: Vec<Checked> = checks.iter().filter(is_broken).cloned().collect();
    rules(&broken, theme, width)
}

/// A sign with a sentence beside it that may take several lines.
pub(super) fn signed(
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

/// What the rules and the tables know of a legal position at once.
pub(super) fn about(app: &App, title: &str, position: &Position, width: usize) -> Pane {
    let theme = app.theme;
    let glyphs = theme.glyphs();
    let dot = glyphs.dot;
    let legal = position.legal_moves();
    let turn = named(position.turn());
    let material = position.material();
    let of_ending = material.men() <= MEN_OF_AN_ENDING;
    let name = if of_ending { format!("{material} {dot} ") } else { String::new() };
    let mut body = spread_or_stack(
        vec![span(theme, Role::Strong, format!("{name}{turn} to move"))],
        vec![span(theme, Role::Faint, counted(legal.len(), "legal move"))],
        width,
        glyphs,
    );
    let say = |role: Role, text: String| prose(theme, role, &text, width);
    if let Some(opening) = Opening::of(position) {
        body.extend(say(Role::Ground, opening.to_string()));
    }
    match (Ending::on_board(position), app.truth.probe(position)) {
        (Some(ending), _) => body.extend(say(Role::Draw, ending.title())),
        (None, Some(Verdict::Draw)) => {
            body.extend(say(Role::Draw, format!("{}= a draw (exact, table)", glyphs.half)));
        }
        (None, Some(Verdict::Win(plies))) => {
            body.extend(say(Role::Exact, format!("{turn} mates in {} (exact, table)", plies.moves())));
        }
        (None, Some(Verdict::Loss(plies))) => {
            let winner = named(position.turn().other());
            body.extend(say(Role::Exact, format!("{winner} mates in {} (exact, table)", plies.moves())));
        }
        (None, None) => {}
    }
    let stalemates = legal
        .iter()
        .filter(|&&mv| matches!(Ending::on_board(&position.after(mv)), Some(Ending::Stalemate { .. })))
        .count();
    if stalemates > 0 {
        let text = format!("! {stalemates} of the {} are STALEMATE", counted(legal.len(), "move"));
        body.extend(say(Role::Warning, text));
    }
    if let Some(checker) = position.checkers().first().and_then(|square| position.board().piece_at(square)) {
        body.extend(say(Role::Warning, format!("! in check from a {}", man_name(checker.role))));
    }
    Pane::new(title, body)
}
