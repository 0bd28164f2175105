//! What the trainer says: the goal, the cost of the last move, the hints so far.

use ratatui::text::Line;

use crate::chess::names::{color_name, pluralized, role_name};
use crate::chess::{Color, MoveCost, Position, Square, Verdict, destination_square, notation};
use crate::practice::guide::Guidance;
use crate::practice::{DefenseStyle, Goal, Grade, Round, RoundHint, StalemateGuardMode};
use crate::tui::model::PaneId;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::moves::cost_mark;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{prose, span, spread_or_stack, wrap};

/// The goal of a round and its distance. With a guard the details follow: guard, defense, seed.
pub(crate) fn goal_pane(
    round: &Round,
    details: Option<StalemateGuardMode>,
    shows_par: bool,
    theme: Theme,
    width: usize,
) -> Pane {
    let glyphs = theme.glyphs();
    let dot = glyphs.dot;
    let line = |role, left: String, right: String| {
        spread_or_stack(vec![span(theme, role, left)], vec![span(theme, Role::Faint, right)], width, glyphs)
    };
    let counting = if round.has_draw_rules() { String::new() } else { format!(" {dot} counting off") };
    let defense = match round.exercise().goal {
        Goal::Mate | Goal::Convert => match round.defense() {
            DefenseStyle::Longest => "defense: longest, varied".to_owned(),
            DefenseStyle::Trickiest => "defense: trickiest".to_owned(),
        },
        Goal::Promote | Goal::Hold { .. } | Goal::Stalemate => "the other side sets traps".to_owned(),
        Goal::Resist => "the other side mates as fast as it can".to_owned(),
    };
    let (task, far) = progress_text(round, shows_par, dot);
    let cost = match round.exercise().goal {
        Goal::Hold { .. } | Goal::Stalemate => (Role::Success, "the draw is there".to_owned()),
        Goal::Convert | Goal::Promote => (Role::Success, "the win is there".to_owned()),
        Goal::Mate | Goal::Resist => {
            let lost = round.moves_lost();
            let role = if lost == 0 { Role::Success } else { Role::Mistake };
            (role, format!("lost so far: {}", pluralized(usize::from(lost), "move")))
        }
    };
    let (task, best) = if details.is_some() { (task, far.1) } else { (String::new(), task) };
    let guard = details.map_or_else(String::new, |guard| format!("guard {}", guard_name(guard)));
    let mut body = [
        line(Role::Strong, round.exercise().goal_text(), task),
        line(Role::Ground, far.0, best),
        line(cost.0, cost.1, guard),
    ]
    .concat();
    // What was chosen for these rounds is shown in any case.
    let usual = round.defense() == DefenseStyle::Longest && round.has_draw_rules();
    if details.is_some() || !usual {
        let seed = details.map_or_else(String::new, |_| format!("seed {}", round.seed()));
        body.extend(line(Role::Faint, format!("{defense}{counting}"), seed));
    }
    let note = vec![span(theme, Role::Faint, format!("move {}", round.moves_played() + 1))];
    Pane::new(PaneId::Goal, "Goal", body).with_min_rows(3).with_note(note)
}

/// The goal of a review or of mixed practice before its first move: whether there is a win or a draw is part of the
/// question.
pub(crate) fn hidden_goal_pane(is_mixed: bool, player: Color, theme: Theme, width: usize) -> Pane {
    let mut body = vec![Line::from(span(theme, Role::Strong, "Win or hold?"))];
    let text = if is_mixed {
        "Decide what is there before you move. Then you see which lesson it is."
    } else {
        "Decide what is there before you move: you know the lesson, but not which one it is."
    };
    let text = format!("You play {}. {text}", color_name(player));
    body.extend(prose(theme, Role::Ground, &text, width));
    Pane::new(PaneId::Goal, if is_mixed { "Mixed" } else { "Review" }, body).with_min_rows(3)
}

/// What is shown beside the goal, and the line below it: what is done and what is left. Where the goal is a
/// mate the player may prefer not to see it.
fn progress_text(round: &Round, shows_par: bool, dot: &str) -> (String, (String, String)) {
    let played = format!("played {}", round.moves_played());
    let nothing = String::new;
    match round.exercise().goal {
        Goal::Hold { moves } => (nothing(), (format!("{played} of {moves}"), nothing())),
        Goal::Stalemate => (nothing(), (played, nothing())),
        Goal::Mate | Goal::Convert | Goal::Promote | Goal::Resist if !shows_par => {
            (nothing(), (played, nothing()))
        }
        Goal::Convert | Goal::Promote => (format!("par {}", round.par()), (played, nothing())),
        Goal::Mate | Goal::Resist => {
            let left = round.distance().map_or_else(nothing, |plies| {
                format!(" {dot} {} away", pluralized(usize::from(plies.moves()), "move"))
            });
            (
                format!("par {}", round.par()),
                (format!("{played}{left}"), format!("best {}", round.best_total())),
            )
        }
    }
}

/// The name of a guard.
const fn guard_name(guard: StalemateGuardMode) -> &'static str {
    match guard {
        StalemateGuardMode::Off => "off",
        StalemateGuardMode::Warn => "warns",
        StalemateGuardMode::Block => "blocks",
    }
}

/// What there is to find and the hints for this move, and the coach's comment on the last one.
pub(crate) fn coach_pane(
    last: Option<&Grade>,
    (guidance, hints): (Option<&Guidance>, &[RoundHint]),
    position: &Position,
    idea: &[String],
    theme: Theme,
    width: usize,
) -> Pane {
    // The newest hint first.
    let hint = |hint: &RoundHint| {
        Line::from(span(theme, Role::Success, format!("hint: {}", hint_text(*hint, position))))
    };
    let mut body: Vec<Line<'static>> = hints.iter().map(hint).collect();
    if let Some(guidance) = guidance {
        body.extend(prose(theme, Role::Hint, &guidance.text, width));
    }
    match last {
        Some(grade) => body.extend(graded(grade, theme, width)),
        None => {
            for sentence in idea {
                body.extend(prose(theme, Role::Ground, sentence, width));
            }
        }
    }
    Pane::new(PaneId::Coach, "Coach", body).with_min_rows(4)
}

fn graded(grade: &Grade, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let (role, sign) = cost_mark(grade.cost, theme);
    let price = match grade.cost {
        MoveCost::Keeps => match (grade.before, grade.best.len()) {
            (Verdict::Win(_), 1) => "shortest, the only best move".to_owned(),
            (Verdict::Win(_), best) => format!("shortest, 1 of {best} best moves"),
            (Verdict::Draw, best) => {
                let does = if best == 1 { "does" } else { "do" };
                format!("holds the draw ({best} of {} moves {does})", grade.legal_count)
            }
            _ => "keeps the result".to_owned(),
        },
        MoveCost::Slower(moves) => format!("wins, {} slower", pluralized(usize::from(moves), "move")),
        MoveCost::Sooner(moves) => format!("{} sooner lost", pluralized(usize::from(moves), "move")),
        MoveCost::Stalemate => "STALEMATE".to_owned(),
        MoveCost::HangsPiece(piece) => format!("drops the {}", role_name(piece)),
        MoveCost::Draws => "lets the win go".to_owned(),
        MoveCost::Loses => "loses".to_owned(),
    };
    let mut lines = wrap(
        vec![
            span(theme, Role::Strong, format!("{} ", grade.san)),
            span(theme, role, format!("{sign} ")),
            span(theme, Role::Ground, price),
        ],
        width,
    );
    if grade.cost != MoveCost::Keeps {
        let best = grade.best.iter().take(6).cloned().collect::<Vec<_>>().join(" ");
        let more = if grade.best.len() > 6 { theme.glyphs().ellipsis } else { "" };
        lines.extend(prose(theme, Role::Best, &format!("best: {best} {more}"), width));
    }
    if let Some(motif) = grade.motif.as_ref().filter(|_| grade.cost.keeps_result()) {
        lines.extend(prose(theme, Role::Success, &motif.text, width));
    }
    if let Some(reason) = &grade.reason {
        lines.extend(prose(theme, Role::Ground, reason, width));
    }
    if grade.stalemate_count > 0 {
        let text = format!(
            "{} of your {} would have been stalemate.",
            grade.stalemate_count,
            pluralized(grade.legal_count, "move")
        );
        lines.extend(prose(theme, Role::Warning, &text, width));
    }
    lines
}

fn hint_text(hint: RoundHint, position: &Position) -> String {
    match hint {
        RoundHint::From(square) => format!("move the piece on {square}"),
        RoundHint::To(square) => format!("go to {square}"),
        RoundHint::Move(mv) => format!("play {}", notation::san(position, mv)),
    }
}

/// The squares marked by a hint.
pub(crate) fn hinted_squares(hint: RoundHint) -> Vec<Square> {
    match hint {
        RoundHint::From(square) | RoundHint::To(square) => vec![square],
        RoundHint::Move(mv) => mv.from().into_iter().chain([destination_square(mv)]).collect(),
    }
}
