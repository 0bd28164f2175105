//! The pane with the evaluations that are known of the positions of the line, as a graph.

use ratatui::text::Line;

use crate::chess::{Certainty, Color, ScoreValue};
use crate::tui::model::{AnalyzeState, PaneId, Shared};
use crate::tui::scene::ViewContext;
use crate::tui::theme::Role;
use crate::tui::widget;
use crate::tui::widget::eval_graph::{EvalGraphPoint, EvalGraphValue};
use crate::tui::widget::pane::Pane;

/// Rows of the graph itself.
const GRAPH_HEIGHTS: [usize; 4] = [3, 5, 7, 9];

/// The evaluations that are known of the positions on the line that is shown, as a graph.
pub(super) fn pane(view: &ViewContext, analyze: &AnalyzeState) -> Option<Pane> {
    let walk = &analyze.walk;
    let line = walk.line();
    let here = line.iter().position(|&node| node == walk.node_id());
    let places: Vec<EvalGraphPoint> = line
        .iter()
        .enumerate()
        .map(|(index, &node)| {
            let position = walk.tree().node(node).position();
            let by_white = index > 0 && position.turn() == Color::Black;
            EvalGraphPoint {
                value: graph_value(analyze, view.shared, node),
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
        let mut lines = widget::eval_graph::lines(&places, here, height, view.width, view.theme);
        // No move has a mark here.
        lines.drain(height..height + 2);
        lines
    };
    let [least, higher @ ..] = GRAPH_HEIGHTS;
    let body = text(least);
    let rows = u16::try_from(body.len()).unwrap_or(u16::MAX);
    let note = vec![view.span(Role::Faint, "as far as analyzed")];
    Some(
        Pane::new(PaneId::Evaluation, "Evaluation", body)
            .with_min_rows(rows)
            .with_longer(higher.map(text).to_vec())
            .with_note(note),
    )
}

fn graph_value(analyze: &AnalyzeState, shared: &Shared, node: crate::game::NodeId) -> EvalGraphValue {
    let tree = analyze.walk.tree();
    let turn = tree.node(node).position().turn();
    let root = tree.root_at(node);
    let now = shared.current_analysis.snapshot.as_deref().filter(|_| node == analyze.walk.node_id());
    let best = now.or_else(|| analyze.cache.probe(&root)).and_then(|snapshot| snapshot.best_line());
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
