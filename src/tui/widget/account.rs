//! What is said at the end of a round.

use ratatui::text::Line;

use crate::chess::names::counted;
use crate::practice::{Account, Goal, Outcome};
use crate::tui::theme::{Role, Theme};

use super::graph;
use super::moves::mark;
use super::pane::Pane;
use super::text::{prose, span, spread_or_stack};

/// The account of a finished round.
#[must_use]
pub fn pane(account: &Account, theme: Theme, width: usize) -> Pane {
    let glyphs = theme.glyphs();
    let solved = account.outcome.is_solved();
    let title_role = match account.outcome {
        _ if solved => Role::Good,
        Outcome::Stalemated => Role::Stalemate,
        _ => Role::Blunder,
    };
    let mut body = spread_or_stack(
        vec![span(theme, title_role, title(account))],
        vec![span(theme, Role::Faint, format!("seed {}", account.seed))],
        width,
        glyphs,
    );
    body.extend(prose(theme, Role::Ground, &account.reason, width));
    let mut right = Vec::new();
    if solved {
        right.push(span(theme, Role::Ground, format!("lost {}", account.lost)));
    }
    if account.helped {
        let joint = if solved { format!(" {} ", glyphs.dot) } else { String::new() };
        right.push(span(theme, Role::Faint, format!("{joint}with help")));
    }
    let played = match account.goal {
        Goal::Hold { moves } => format!("played {} of {moves}", account.played),
        Goal::Stalemate | Goal::Promote => format!("played {}", account.played),
        Goal::Mate | Goal::Resist => {
            format!("played {} {} par {}", account.played, glyphs.dot, account.par)
        }
    };
    body.extend(spread_or_stack(vec![span(theme, Role::Ground, played)], right, width, glyphs));
    for slip in account.slips.iter().take(4) {
        let (role, sign) = mark(slip.grade.cost, theme);
        let best = slip.grade.best.iter().take(3).cloned().collect::<Vec<_>>().join(" ");
        body.extend(spread_or_stack(
            vec![
                span(theme, Role::Faint, format!("move {:<3}", slip.number)),
                span(theme, Role::Strong, format!("{} ", slip.grade.san)),
                span(theme, role, sign),
            ],
            vec![span(theme, Role::Best, format!("best {best}"))],
            width,
            glyphs,
        ));
    }
    if account.distances.len() > 1 {
        body.push(Line::default());
        body.extend(graph::lines(&account.distances, 3, width, theme));
    }
    let least = u16::try_from(body.len()).unwrap_or(u16::MAX).min(6);
    Pane::new("Account", body).at_least(least)
}

/// How a round ended, in a few words.
#[must_use]
pub fn title(account: &Account) -> String {
    match account.outcome {
        Outcome::Perfect => "Perfect".to_owned(),
        Outcome::Solved if account.lost == 0 => "Solved, no move lost".to_owned(),
        Outcome::Solved => format!("Solved, {} lost", counted(usize::from(account.lost), "move")),
        Outcome::Stalemated => "Stalemate: win gone".to_owned(),
        Outcome::Drawn => "Drawn: win gone".to_owned(),
        Outcome::Lost => "Lost".to_owned(),
    }
}
