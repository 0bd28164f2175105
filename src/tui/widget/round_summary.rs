//! The summary at the end of a round.

use ratatui::text::Line;

use crate::chess::names::pluralized;
use crate::practice::{Goal, RoundOutcome, RoundSummary};
use crate::tui::model::PaneId;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::graph;
use crate::tui::widget::moves::cost_mark;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{prose, span, spread_or_stack};

/// The summary of a finished round, and why it does not count for a pass.
pub(crate) fn round_summary_pane(
    summary: &RoundSummary,
    shortfall: Option<&str>,
    theme: Theme,
    width: usize,
) -> Pane {
    let glyphs = theme.glyphs();
    let solved = summary.outcome.is_solved();
    let title_role = match summary.outcome {
        _ if solved => Role::Success,
        RoundOutcome::Stalemated => Role::Stalemate,
        _ => Role::Blunder,
    };
    let mut body = spread_or_stack(
        vec![span(theme, title_role, round_summary_title(summary))],
        vec![span(theme, Role::Faint, format!("seed {}", summary.seed))],
        width,
        glyphs,
    );
    body.extend(prose(theme, Role::Ground, &summary.reason, width));
    if let Some(shortfall) = shortfall {
        body.extend(prose(theme, Role::Warning, shortfall, width));
    }
    let mut right = Vec::new();
    if let Some(medal) = summary.medal {
        right.push(span(theme, Role::Best, format!("{} medal", medal.name())));
    }
    if summary.helped {
        let joint = if summary.medal.is_some() { format!(" {} ", glyphs.dot) } else { String::new() };
        right.push(span(theme, Role::Faint, format!("{joint}with help")));
    }
    let played = match summary.goal {
        Goal::Hold { moves } => format!("played {} of {moves}", summary.moves_played),
        Goal::Stalemate => format!("played {}", summary.moves_played),
        Goal::Mate | Goal::Convert | Goal::Promote | Goal::Resist => {
            format!("played {} {} par {}", summary.moves_played, glyphs.dot, summary.par)
        }
    };
    body.extend(spread_or_stack(vec![span(theme, Role::Ground, played)], right, width, glyphs));
    for mistake in summary.mistakes.iter().take(4) {
        let (role, sign) = cost_mark(mistake.grade.cost, theme);
        let best = mistake.grade.best.iter().take(3).cloned().collect::<Vec<_>>().join(" ");
        body.extend(spread_or_stack(
            vec![
                span(theme, Role::Faint, format!("move {:<3}", mistake.move_number)),
                span(theme, Role::Strong, format!("{} ", mistake.grade.san)),
                span(theme, role, sign),
            ],
            vec![span(theme, Role::Best, format!("best {best}"))],
            width,
            glyphs,
        ));
    }
    if summary.verdicts.len() > 1 {
        body.push(Line::default());
        body.extend(graph::lines(&summary.verdicts, 3, width, theme));
    }
    Pane::new(PaneId::RoundSummary, "Account", body).with_rows_of_text(6)
}

/// How a round ended, in a few words.
pub(crate) fn round_summary_title(summary: &RoundSummary) -> String {
    match summary.outcome {
        RoundOutcome::Perfect => "Perfect".to_owned(),
        RoundOutcome::Solved if summary.moves_lost == 0 => "Solved, no move lost".to_owned(),
        RoundOutcome::Solved => {
            format!("Solved, {} lost", pluralized(usize::from(summary.moves_lost), "move"))
        }
        RoundOutcome::Stalemated => "Stalemate: win gone".to_owned(),
        RoundOutcome::Drawn => "Drawn: win gone".to_owned(),
        RoundOutcome::Lost => "Lost".to_owned(),
    }
}
