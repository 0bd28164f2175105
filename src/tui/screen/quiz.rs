//! The trap quiz.

use ratatui::text::{Line, Span};

use crate::chess::names::{counted, named};
use crate::practice::Grade;
use crate::practice::quiz::{Answer, Missed, PENALTY, Tally, Trap};
use crate::tui::app::App;
use crate::tui::app::quiz::Quizzing;
use crate::tui::keymap::Action;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::clock::{self, Running};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{flow, prose, span, spread_or_stack, wrap};
use crate::tui::widget::{distances, moves};

use super::{Scene, key_of, keys_note};

/// The pane that says what the last move was worth.
pub const ANSWER: &str = "Answer";

/// The keys of the quiz, the most useful first.
pub(super) const KEYS: &[Action] = &[
    Action::QuizAgain,
    Action::PreviousSlip,
    Action::NextSlip,
    Action::Back,
    Action::Cursor,
    Action::Flip,
    Action::Palette,
    Action::Help,
];

/// What the screen shows.
#[must_use]
pub fn scene(app: &App, quizzing: &Quizzing, width: usize) -> Scene {
    let tally = quizzing.quiz.result();
    let facts = vec!["trap quiz".to_owned(), format!("seed {}", tally.seed), "table".to_owned()];
    if quizzing.is_running(app.now) {
        let panes = vec![task(app, quizzing, &tally, width), answered(app, quizzing, width)];
        return Scene { facts, panes, note: None, ..Scene::default() };
    }
    let mut panes = vec![result(app, quizzing, &tally, width)];
    if let Some(missed) = quizzing.missed() {
        panes.extend(looked_at(app, &missed, width));
    }
    let again =
        key_of(app, Action::QuizAgain).map_or_else(String::new, |key| format!("; {key} starts again"));
    Scene { facts, panes, note: Some((Role::Strong, format!("The time is up{again}"))), ..Scene::default() }
}

/// The time, the score, and how many moves are to be found.
fn task(app: &App, quizzing: &Quizzing, tally: &Tally, width: usize) -> Pane {
    let theme = app.theme;
    let quiz = &quizzing.quiz;
    let face = clock::face(quiz.left(app.now), Running::Yes, theme);
    let score = vec![span(theme, Role::Good, format!("solved {}", tally.solved)), wrong(tally, theme)];
    let mut body = spread_or_stack(vec![face], score, width, theme.glyphs());
    let Some(trap) = quiz.trap() else { return Pane::new("Quiz", body) };
    let safe = trap.safe().count();
    let turn = named(trap.position.turn());
    let text = match safe {
        1 => format!("1 move keeps {turn}'s win: find it."),
        safe => format!("{safe} moves keep {turn}'s win: find them."),
    };
    body.extend(prose(theme, Role::Strong, &text, width));
    let mut words = vec![span(theme, Role::Faint, format!("found {} of {safe}:", quiz.found().len()))];
    words.extend(ticked(trap, quiz.found(), theme));
    body.extend(flow(words, width, 2));
    Pane::new("Quiz", body).at_least(3).noted(vec![span(
        theme,
        Role::Faint,
        trap.position.material().to_string(),
    )])
}

fn wrong(tally: &Tally, theme: Theme) -> Span<'static> {
    let role = if tally.wrong == 0 { Role::Faint } else { Role::Blunder };
    span(theme, role, format!(" {} wrong {}", theme.glyphs().dot, tally.wrong))
}

/// The moves that were found, each with its tick.
fn ticked(trap: &Trap, found: &[crate::chess::Move], theme: Theme) -> Vec<Span<'static>> {
    let names = found.iter().filter_map(|mv| trap.ranking.find(*mv));
    names.map(|ranked| span(theme, Role::Best, format!("{} {}", theme.glyphs().keeps, ranked.san))).collect()
}

/// What the last move was worth.
fn answered(app: &App, quizzing: &Quizzing, width: usize) -> Pane {
    let theme = app.theme;
    let keeps = theme.glyphs().keeps;
    let body = match quizzing.quiz.last() {
        None => {
            let text = format!(
                "Type a move, or pick a piece. A move that throws the win away costs {} seconds.",
                PENALTY.as_secs()
            );
            prose(theme, Role::Faint, &text, width)
        }
        Some((san, Answer::Found(left))) => {
            let text = format!("{keeps} {san} keeps the win; {} to find.", counted(*left, "move"));
            prose(theme, Role::Best, &text, width)
        }
        Some((san, Answer::Solved)) => {
            prose(theme, Role::Best, &format!("{keeps} {san}: that was the last. The next position."), width)
        }
        Some((san, Answer::Again)) => prose(theme, Role::Faint, &format!("{san} was found already."), width),
        Some((_, Answer::Wrong(grade))) => {
            let mut lines = blamed(grade, theme, width);
            lines.extend(prose(
                theme,
                Role::Warning,
                &format!("{} seconds are gone.", PENALTY.as_secs()),
                width,
            ));
            lines
        }
        Some((_, Answer::Illegal | Answer::Over)) => Vec::new(),
    };
    Pane::new(ANSWER, body).at_least(3)
}

/// `Kb6 ?? lets the win go`, and why.
fn blamed(grade: &Grade, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let (role, sign) = moves::mark(grade.cost, theme);
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

/// What the run came to.
fn result(app: &App, quizzing: &Quizzing, tally: &Tally, width: usize) -> Pane {
    let theme = app.theme;
    let mut body =
        wrap(vec![span(theme, Role::Good, format!("solved {}", tally.solved)), wrong(tally, theme)], width);
    if let Some(best) = app.practice.progress.best_run {
        let text = format!("best {} {} wrong {}", best.solved, theme.glyphs().dot, best.wrong);
        body.extend(prose(theme, Role::Faint, &text, width));
    }
    if tally.missed.is_empty() {
        body.extend(prose(theme, Role::Good, "No move threw a win away.", width));
    } else {
        body.extend(prose(theme, Role::Faint, "Where a win was thrown away:", width));
    }
    let mut sight = None;
    for (index, missed) in tally.missed.iter().enumerate() {
        let here = quizzing.looked_at == Some(index);
        if here {
            sight = Some(body.len());
        }
        body.extend(missed_lines(missed, here, theme, width));
    }
    let pane = Pane::new("Result", body).at_least(4).noted(match tally.missed.len() {
        0 => Vec::new(),
        _ => keys_note(app, &[Action::PreviousSlip, Action::NextSlip], "look"),
    });
    if sight.is_some() { pane.greedy(sight) } else { pane }
}

/// `▸ KPvK  Kb6 ??  safe: Kc6`
fn missed_lines(missed: &Missed, here: bool, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let glyphs = theme.glyphs();
    let pointer = if here { glyphs.here } else { " " };
    let mut left = vec![
        span(theme, Role::Key, format!("{pointer} ")),
        span(theme, Role::Strong, format!("{} ", missed.trap.position.material())),
    ];
    for grade in &missed.wrong {
        let (role, sign) = moves::mark(grade.cost, theme);
        left.push(span(theme, role, format!(" {} {sign}", grade.san)));
    }
    let safe: Vec<String> = missed.trap.safe().map(|ranked| ranked.san.clone()).collect();
    let right = vec![span(theme, Role::Best, format!("safe: {}", safe.join(" ")))];
    spread_or_stack(left, right, width, glyphs)
}

/// A missed position: why its wrong moves are wrong, and every move by its cost.
fn looked_at(app: &App, missed: &Missed, width: usize) -> Vec<Pane> {
    let theme = app.theme;
    let why = missed.wrong.iter().flat_map(|grade| blamed(grade, theme, width)).collect();
    vec![
        Pane::new("Missed", why).at_least(2),
        distances::pane(&missed.trap.ranking, distances::Order::Cost, theme, width),
    ]
}
