//! The threat of the other side: a line that begins with a null move. Its score is the threat's, never the
//! position's, and the pane says so each time.

use ratatui::text::{Line as Text, Span};

use crate::chess::names::{color_name, hundredths};
use crate::chess::{Bound, Line, Position, ScoreValue, WhiteScore, notation};
use crate::tui::model::PaneId;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::score_text;
use crate::tui::widget::text::{clip_spans, prose, span, wrap};

/// What the pane is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct ThreatPaneData<'a> {
    /// The position after the null move: the side that threatens is to move.
    pub passed: &'a Position,
    /// The line that would follow, once one is known.
    pub line: Option<&'a Line>,
    /// How deep it was searched; zero where a table answers.
    pub depth: i16,
    /// The score of the position on the board, where it is known without a bound.
    pub current_score: Option<WhiteScore>,
}

/// The sign before a threat: on the board and in the pane.
pub const THREAT_SIGN: &str = "!";

/// The pane while the search for a threat runs.
pub(crate) fn pane(data: &ThreatPaneData, theme: Theme, width: usize) -> Pane {
    let who = color_name(data.passed.turn());
    let note = vec![span(theme, Role::Faint, format!("if it were {who}'s move"))];
    let Some(line) = data.line else {
        let text = format!("Searching what {who} threatens{}", theme.glyphs().ellipsis);
        return Pane::new(PaneId::Threat, "Threat", prose(theme, Role::Faint, &text, width))
            .with_note(note)
            .with_min_rows(1);
    };
    let mut body = vec![moves(data, line, theme, width)];
    body.extend(score_lines(data, line, theme, width));
    Pane::new(PaneId::Threat, "Threat", body).with_note(note).with_min_rows(2)
}

/// The pane where there is no null move.
pub(crate) fn impossible(reason: &str, theme: Theme, width: usize) -> Pane {
    Pane::new(PaneId::Threat, "Threat", prose(theme, Role::Faint, reason, width)).with_min_rows(1)
}

/// `! ... Qxf2+ Kd1 Qxf1#`
fn moves(data: &ThreatPaneData, line: &Line, theme: Theme, width: usize) -> Text<'static> {
    let dots = if data.passed.turn().is_white() { "" } else { "... " };
    let mut spans =
        vec![span(theme, Role::Threat, format!("{THREAT_SIGN} ")), span(theme, Role::Faint, dots)];
    for (index, san) in notation::san_line(data.passed, &line.moves).into_iter().enumerate() {
        let role = match index {
            0 => Role::Strong,
            _ if index % 2 == 0 => Role::Ground,
            _ => Role::Faint,
        };
        spans.extend([span(theme, role, san), Span::raw(" ")]);
    }
    spans.pop();
    Text::from(clip_spans(spans, width, theme.glyphs()))
}

/// `after a pass M<=2 · a pass costs White 3.10 · depth 17`
fn score_lines(data: &ThreatPaneData, line: &Line, theme: Theme, width: usize) -> Vec<Text<'static>> {
    let dot = theme.glyphs().dot;
    let score = score_text::from_line(line, data.passed.turn(), theme.glyphs());
    let mut spans = vec![span(theme, Role::Faint, "after a pass "), span(theme, score.role, score.text)];
    if let Some(cost) = pass_cost(data, line) {
        let who = color_name(data.passed.turn().other());
        let (role, text) = match cost {
            30.. => (Role::Warning, format!("it costs {who} {}", hundredths(cost.unsigned_abs().into()))),
            _ => (Role::Faint, "it costs nothing".to_owned()),
        };
        spans.extend([span(theme, Role::Faint, format!(" {dot} ")), span(theme, role, text)]);
    }
    if data.depth > 0 {
        spans.push(span(theme, Role::Faint, format!(" {dot} depth {}", data.depth)));
    }
    wrap(spans, width)
}

/// The cost of a null move for the side to move, in centipawns; None where one of the two scores is a mate or
/// a bound.
fn pass_cost(data: &ThreatPaneData, line: &Line) -> Option<i16> {
    let turn = data.passed.turn();
    let ScoreValue::Centipawns(now) = data.current_score?.value() else { return None };
    let ScoreValue::Centipawns(then) = line.score.for_white(turn).value() else { return None };
    let gained = then.checked_sub(now)?;
    (line.bound == Bound::Exact).then_some(if turn.is_white() { gained } else { -gained })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Certainty, Color, Score};

    fn check(now: Option<i32>, then: Score, bound: Bound, expected: Option<i16>) {
        let passed = crate::chess::fen::parse("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").unwrap();
        let line =
            Line { score: then, bound, certainty: Certainty::Searched, moves: Vec::new(), ends_in: None };
        let now = now.map(|value| Score::centipawns(value).for_white(Color::White));
        let data = ThreatPaneData { passed: &passed, line: None, depth: 1, current_score: now };
        assert_eq!(pass_cost(&data, &line), expected);
    }

    #[test]
    fn the_cost_of_a_pass_is_shown_only_where_both_scores_are_exact() {
        let bad = Score::centipawns(200);
        check(Some(50), bad, Bound::Exact, Some(250));
        check(Some(50), Score::centipawns(-60), Bound::Exact, Some(-10));
        check(None, bad, Bound::Exact, None);
        check(Some(50), bad, Bound::AtLeast, None);
        check(Some(50), Score::mates_in(crate::chess::Ply::new(3)), Bound::Exact, None);
    }
}
