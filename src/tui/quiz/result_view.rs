//! Draws the result quiz.

use std::time::Duration;

use ratatui::text::{Line, Span};

use crate::chess::names::color_name;
use crate::practice::ResultQuiz;
use crate::practice::result_quiz::{EndgameResult, ResultQuestion, ResultQuizScore, WrongResult};
use crate::tui::keymap::QuizAction;
use crate::tui::model::{ActiveQuiz, PaneId, PracticeTab};
use crate::tui::quiz::notes;
use crate::tui::scene::{BoardScene, SceneMarks, ViewContext, key_for_footer};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::distances;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{span, spread_or_stack, wrap};

/// What the screen shows.
pub(super) fn scene(
    view: &ViewContext,
    tab: &PracticeTab,
    active: &ActiveQuiz,
    quiz: &ResultQuiz,
) -> BoardScene {
    let score = quiz.score();
    let bar_facts = vec!["which result?".to_owned(), format!("seed {}", score.seed), "table".to_owned()];
    let distances = |of: &ResultQuestion| {
        distances::pane(&of.ranking, distances::DistancesOrder::Cost, view.theme, view.width)
    };
    let (panes, prompt_note) = if let Some((index, question)) = quiz.question() {
        let mut panes = vec![question_pane(view, index, question, &score), answer_pane(view, quiz, question)];
        panes.extend(quiz.given_answer().map(|_| distances(question)));
        (panes, prompt_note(view, quiz))
    } else {
        let mut panes = vec![score_pane(view, tab, active, quiz, &score)];
        if let Some(WrongResult { question, .. }) = active.viewed_wrong_result() {
            let text = view.prose(Role::Ground, &question.explanation());
            panes.push(Pane::new(PaneId::Missed, "Missed", text).with_min_rows(2));
            panes.push(distances(&question));
        }
        (panes, (Role::Strong, notes::over_note(view, "The quiz is over")))
    };
    let mut marks = SceneMarks::default();
    if let Some(motif) = active.revealed_motif() {
        marks.add_motif(motif, true);
    }
    BoardScene { bar_facts, panes, prompt_note: Some(prompt_note), marks, ..BoardScene::default() }
}

/// What to press next.
fn prompt_note(view: &ViewContext, quiz: &ResultQuiz) -> (Role, String) {
    let key = |action| key_for_footer(view, action).unwrap_or_else(|| "the palette".to_owned());
    let text = match quiz.given_answer() {
        None => format!("{}: White wins   {}: draw", key(QuizAction::WhiteWins), key(QuizAction::Draw)),
        Some(_) => format!("{} goes on", key(QuizAction::Next)),
    };
    (Role::Strong, text)
}

fn question_pane(
    view: &ViewContext,
    index: usize,
    question: &ResultQuestion,
    score: &ResultQuizScore,
) -> Pane {
    let theme = view.theme;
    let turn = format!("{} to move.", color_name(question.position.turn()));
    let mut body = spread_or_stack(
        vec![view.span(Role::Strong, turn)],
        score_spans(score, theme),
        view.width,
        theme.glyphs(),
    );
    body.extend(view.prose(Role::Ground, "Does White win, or is it a draw?"));
    let number = format!("{} of {}", index + 1, score.count);
    Pane::new(PaneId::Quiz, "Which result?", body)
        .with_min_rows(2)
        .with_note(vec![view.span(Role::Faint, number)])
}

/// `right 7 · wrong 1`.
fn score_spans(score: &ResultQuizScore, theme: Theme) -> Vec<Span<'static>> {
    let right = if score.right == 0 { Role::Faint } else { Role::Success };
    let wrong = if score.wrong.is_empty() { Role::Faint } else { Role::Blunder };
    vec![
        span(theme, right, format!("right {}", score.right)),
        span(theme, wrong, format!(" {} wrong {}", theme.glyphs().dot, score.wrong.len())),
    ]
}

/// Whether the answer was right, and the truth with its reason.
fn answer_pane(view: &ViewContext, quiz: &ResultQuiz, question: &ResultQuestion) -> Pane {
    let theme = view.theme;
    let glyphs = theme.glyphs();
    let body = match quiz.given_answer() {
        None => {
            let text = "Say it before a move is made. Somewhere in the quiz each position comes back with the other \
                        side to move, and one tempo changes the result.";
            view.prose(Role::Faint, text)
        }
        Some(answer) => {
            let (role, verdict) = if answer == question.result {
                (Role::Success, format!("{} Right.", glyphs.best))
            } else {
                (Role::Blunder, format!("{} No.", glyphs.error))
            };
            let mut lines = view.prose(role, &verdict);
            lines.extend(view.prose(Role::Ground, &question.explanation()));
            if let Some((twin, other)) = quiz.answered_twin() {
                lines.extend(view.prose(Role::Faint, &twin_text(twin, other)));
            }
            lines
        }
    };
    Pane::new(PaneId::Answer, "Answer", body).with_min_rows(3)
}

/// `Position 3 was the same with Black to move: a draw. One tempo decides.`
fn twin_text(index: usize, twin: &ResultQuestion) -> String {
    let turn = color_name(twin.position.turn());
    let result = result_text(twin.result);
    format!("Position {} was the same with {turn} to move: {result}. One tempo decides.", index + 1)
}

const fn result_text(result: EndgameResult) -> &'static str {
    match result {
        EndgameResult::WhiteWins => "White wins",
        EndgameResult::Draw => "a draw",
    }
}

/// How the run went, and what was answered wrong.
fn score_pane(
    view: &ViewContext,
    tab: &PracticeTab,
    active: &ActiveQuiz,
    quiz: &ResultQuiz,
    score: &ResultQuizScore,
) -> Pane {
    let theme = view.theme;
    let text = format!(
        "{} of {} right in {}",
        score.right,
        score.count,
        time_text(quiz.time_spent(view.shared.now))
    );
    let mut body = wrap(vec![view.span(Role::Strong, text)], view.width);
    if let Some(best) = tab.progress.best_result_run {
        let time = time_text(Duration::from_secs(best.seconds.into()));
        body.extend(view.prose(Role::Faint, &format!("best {} of {} in {time}", best.right, best.count)));
    }
    if score.wrong.is_empty() {
        body.extend(view.prose(Role::Success, "Every answer was right."));
    } else {
        body.extend(view.prose(Role::Faint, "What was not as you said:"));
    }
    let rows = score.wrong.iter().map(|wrong| |pointer| wrong_lines(wrong, pointer, theme, view.width));
    notes::result_pane(view, active, body, rows)
}

/// `▸ 4 KPvK, Black to move  a draw`
fn wrong_lines(
    wrong: &WrongResult,
    pointer: Span<'static>,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let position = &wrong.question.position;
    let name =
        format!("{:>2} {}, {} to move", wrong.index + 1, position.material(), color_name(position.turn()));
    let left = vec![pointer, span(theme, Role::Strong, name)];
    let right = vec![span(theme, Role::Best, result_text(wrong.question.result))];
    spread_or_stack(left, right, width, theme.glyphs())
}

/// `48 s`, `3 min 12 s`.
fn time_text(time: Duration) -> String {
    match (time.as_secs() / 60, time.as_secs() % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}
