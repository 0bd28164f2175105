//! Draws the stalemate trap quiz.

use ratatui::text::{Line, Span};

use crate::chess::names::{color_name, pluralized};
use crate::practice::trap_quiz::{Trap, TrapAnswer, TrapMistake, TrapQuizScore, WRONG_MOVE_PENALTY};
use crate::practice::{Grade, TrapQuiz};
use crate::tui::model::{ActiveQuiz, PaneId, PracticeTab};
use crate::tui::quiz::notes;
use crate::tui::scene::{BoardScene, ViewContext};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::clock::ClockRunning;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{flow, prose, span, spread_or_stack, wrap};
use crate::tui::widget::{clock, distances, moves};

/// What the screen shows.
pub(super) fn scene(
    view: &ViewContext,
    tab: &PracticeTab,
    active: &ActiveQuiz,
    quiz: &TrapQuiz,
) -> BoardScene {
    let tally = quiz.result();
    let facts = vec!["trap quiz".to_owned(), format!("seed {}", tally.seed), "table".to_owned()];
    if active.is_running(view.shared.now) {
        let panes = vec![task_pane(view, quiz, &tally), answer_pane(view, quiz)];
        return BoardScene { bar_facts: facts, panes, prompt_note: None, ..BoardScene::default() };
    }
    let mut panes = vec![result_pane(view, tab, active, &tally)];
    if let Some(missed) = active.viewed_trap_mistake() {
        panes.extend(missed_panes(view, &missed));
    }
    BoardScene {
        bar_facts: facts,
        panes,
        prompt_note: Some((Role::Strong, notes::over_note(view, "The time is up"))),
        ..BoardScene::default()
    }
}

/// The time, the score, and the number of moves to find.
fn task_pane(view: &ViewContext, quiz: &TrapQuiz, tally: &TrapQuizScore) -> Pane {
    let theme = view.theme;
    let clock_text = clock::time_span(quiz.time_left(view.shared.now), ClockRunning::Yes, theme);
    let score = vec![view.span(Role::Success, format!("solved {}", tally.solved)), wrong(tally, theme)];
    let mut body = spread_or_stack(vec![clock_text], score, view.width, theme.glyphs());
    let Some(trap) = quiz.trap() else { return Pane::new(PaneId::Quiz, "Quiz", body) };
    let safe = trap.safe_moves().count();
    let turn = color_name(trap.position.turn());
    let text = match safe {
        1 => format!("1 move keeps {turn}'s win: find it."),
        safe => format!("{safe} moves keep {turn}'s win: find them."),
    };
    body.extend(view.prose(Role::Strong, &text));
    let mut words = vec![view.span(Role::Faint, format!("found {} of {safe}:", quiz.found_moves().len()))];
    words.extend(ticked(trap, quiz.found_moves(), theme));
    body.extend(flow(words, view.width, 2));
    Pane::new(PaneId::Quiz, "Quiz", body)
        .with_min_rows(3)
        .with_note(vec![view.span(Role::Faint, trap.position.material().to_string())])
}

fn wrong(tally: &TrapQuizScore, theme: Theme) -> Span<'static> {
    let role = if tally.wrong_count == 0 { Role::Faint } else { Role::Blunder };
    span(theme, role, format!(" {} wrong {}", theme.glyphs().dot, tally.wrong_count))
}

/// The moves that were found, each with its tick.
fn ticked(trap: &Trap, found: &[crate::chess::Move], theme: Theme) -> Vec<Span<'static>> {
    let names = found.iter().filter_map(|mv| trap.ranking.find(*mv));
    names.map(|ranked| span(theme, Role::Best, format!("{} {}", theme.glyphs().best, ranked.san))).collect()
}

/// The grade of the last move.
fn answer_pane(view: &ViewContext, quiz: &TrapQuiz) -> Pane {
    let theme = view.theme;
    let keeps = theme.glyphs().best;
    let body = match quiz.last_answer() {
        None => {
            let text = format!(
                "Type a move, or pick a piece. A move that throws the win away costs {} seconds.",
                WRONG_MOVE_PENALTY.as_secs()
            );
            view.prose(Role::Faint, &text)
        }
        Some((san, TrapAnswer::Correct(left))) => {
            let text = format!("{keeps} {san} keeps the win; {} to find.", pluralized(*left, "move"));
            view.prose(Role::Best, &text)
        }
        Some((san, TrapAnswer::Solved)) => {
            view.prose(Role::Best, &format!("{keeps} {san}: that was the last. The next position."))
        }
        Some((san, TrapAnswer::AlreadyFound)) => {
            view.prose(Role::Faint, &format!("{san} was found already."))
        }
        Some((_, TrapAnswer::Wrong(grade))) => {
            let mut lines = mistake_lines(grade, theme, view.width);
            lines.extend(
                view.prose(Role::Warning, &format!("{} seconds are gone.", WRONG_MOVE_PENALTY.as_secs())),
            );
            lines
        }
        Some((_, TrapAnswer::Illegal | TrapAnswer::Over)) => Vec::new(),
    };
    Pane::new(PaneId::Answer, "Answer", body).with_min_rows(3)
}

/// `Kb6 ?? lets the win go`, and why.
fn mistake_lines(grade: &Grade, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let (role, sign) = moves::cost_mark(grade.cost, theme);
    let mut lines = wrap(
        vec![
            span(theme, Role::Strong, format!("{} ", grade.san)),
            span(theme, role, format!("{sign} ")),
            span(theme, Role::Ground, grade.comment()),
        ],
        width,
    );
    if let Some(reason) = &grade.reason {
        lines.extend(prose(theme, Role::Ground, &format!("{reason}."), width));
    }
    lines
}

/// The result of the run.
fn result_pane(view: &ViewContext, tab: &PracticeTab, active: &ActiveQuiz, tally: &TrapQuizScore) -> Pane {
    let theme = view.theme;
    let mut body = wrap(
        vec![view.span(Role::Success, format!("solved {}", tally.solved)), wrong(tally, theme)],
        view.width,
    );
    if let Some(best) = tab.progress.best_trap_run {
        let text = format!("best {} {} wrong {}", best.solved, theme.glyphs().dot, best.wrong);
        body.extend(view.prose(Role::Faint, &text));
    }
    if tally.mistakes.is_empty() {
        body.extend(view.prose(Role::Success, "No move threw a win away."));
    } else {
        body.extend(view.prose(Role::Faint, "Where a win was thrown away:"));
    }
    let rows = tally.mistakes.iter().map(|missed| |pointer| missed_lines(missed, pointer, theme, view.width));
    notes::result_pane(view, active, body, rows)
}

/// `▸ KPvK  Kb6 ??  safe: Kc6`
fn missed_lines(
    missed: &TrapMistake,
    pointer: Span<'static>,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let mut left = vec![pointer, span(theme, Role::Strong, format!("{} ", missed.trap.position.material()))];
    for grade in &missed.wrong_moves {
        let (role, sign) = moves::cost_mark(grade.cost, theme);
        left.push(span(theme, role, format!(" {} {sign}", grade.san)));
    }
    let safe: Vec<String> = missed.trap.safe_moves().map(|ranked| ranked.san.clone()).collect();
    let right = vec![span(theme, Role::Best, format!("safe: {}", safe.join(" ")))];
    spread_or_stack(left, right, width, theme.glyphs())
}

/// A missed position: why its wrong moves are wrong, and every move by its cost.
fn missed_panes(view: &ViewContext, missed: &TrapMistake) -> Vec<Pane> {
    let theme = view.theme;
    let lines = missed.wrong_moves.iter().flat_map(|grade| mistake_lines(grade, theme, view.width)).collect();
    vec![
        Pane::new(PaneId::Missed, "Missed", lines).with_min_rows(2),
        distances::pane(&missed.trap.ranking, distances::DistancesOrder::Cost, theme, view.width),
    ]
}
