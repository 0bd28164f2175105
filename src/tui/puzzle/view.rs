//! Draws a puzzle.

use std::time::Duration;

use ratatui::text::Line;

use crate::chess::names::{color_name, pluralized};
use crate::chess::{Certainty, notation};
use crate::practice::puzzle::{PuzzleLesson, PuzzleRun, PuzzleRunKind};
use crate::tui::board;
use crate::tui::board::move_list;
use crate::tui::board::move_list::MoveListEntry;
use crate::tui::keymap::{BoardAction, PuzzleAction};
use crate::tui::model::{
    ActivePuzzle, ActiveRun, PaneId, PracticeTab, PuzzleFeedback, PuzzleRefutation, PuzzleResult, Shared,
};
use crate::tui::puzzle::lesson_update;
use crate::tui::puzzle::update::solution_text;
use crate::tui::scene::{BoardScene, SceneMarks, ViewContext, history_note, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::clock::{self, ClockRunning};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{spread_or_stack, wrap};
use crate::tui::widget::{move_review, score_text};

/// What the screen shows.
pub(crate) fn scene(view: &ViewContext, tab: &PracticeTab, active: &ActivePuzzle) -> BoardScene {
    let you = active.attempt.puzzle().solver();
    let lesson = active.lesson.as_ref().and_then(|of| tab.course.puzzle_lesson_at(of.row));
    let name = lesson.map_or("puzzle", |lesson| &lesson.id);
    let fact = format!("{name} {} you: {}", view.theme.glyphs().dot, color_name(you));
    let mut panes = Vec::new();
    panes.extend(active.run.as_ref().map(|run| run_pane(view, tab, run)));
    panes.push(task_pane(view, tab, active));
    panes.extend(lesson.map(|lesson| idea_pane(view, lesson)));
    let none = |_: &MoveListEntry| None;
    let items = board::view::move_list_items(&move_list::shown(&active.walk), active.walk.tree(), none);
    panes.push(board::view::moves_pane(view, &items, BoardAction::Step));
    BoardScene {
        bar_facts: vec![fact],
        panes,
        prompt_note: Some(note(view, active)),
        marks: SceneMarks::refutation(active.refuted_move()),
        ..BoardScene::default()
    }
}

/// The clock and the score of a run, and its result.
fn run_pane(view: &ViewContext, tab: &PracticeTab, active: &ActiveRun) -> Pane {
    let theme = view.theme;
    let run = &active.run;
    let is_over = run.is_over(view.shared.now);
    let (current, all) = run.place();
    let title = match run.kind() {
        PuzzleRunKind::Streak => "Streak",
        PuzzleRunKind::Timed => "Against the clock",
        PuzzleRunKind::Woodpecker => "Woodpecker",
    };
    let running = if is_over { ClockRunning::No } else { ClockRunning::Yes };
    let time = match run.time_left(view.shared.now) {
        Some(left) => clock::time_span(left, running, theme),
        None => view.span(Role::Ground, clock::elapsed(run.time_spent(view.shared.now))),
    };
    let missed = run.missed().len();
    let role = if missed == 0 { Role::Faint } else { Role::Blunder };
    let score = vec![
        view.span(Role::Success, format!("solved {}", run.solved())),
        view.span(role, format!(" {} wrong {missed}", theme.glyphs().dot)),
    ];
    let mut body = spread_or_stack(vec![time], score, view.width, theme.glyphs());
    if run.kind() == PuzzleRunKind::Woodpecker {
        body.extend(view.prose(Role::Faint, &cycle_text(tab, view.shared, current, all, active)));
    }
    if let (Some((result, solution)), false) = (&active.previous, is_over) {
        let (role, sign) = match result {
            PuzzleResult::Solved => (Role::Success, theme.glyphs().best),
            PuzzleResult::Missed => (Role::Blunder, "?"),
        };
        body.extend(view.prose(role, &format!("{sign} {solution}")));
    }
    if is_over {
        let text = match run.kind() {
            PuzzleRunKind::Streak => format!("The streak is over: {} in a row.", run.solved()),
            PuzzleRunKind::Timed => "The time is up.".to_owned(),
            PuzzleRunKind::Woodpecker => "The set is through.".to_owned(),
        };
        body.extend(view.prose(Role::Strong, &text));
        if let Some(best) = tab.progress.puzzles.best_run(run.kind()) {
            let text = format!("best: solved {}, wrong {}", best.solved, best.wrong);
            body.extend(view.prose(Role::Faint, &text));
        }
    }
    Pane::new(PaneId::Quiz, title, body).with_min_rows(2)
}

/// `3 of 20, cycle 2; the last one took 6:10`
fn cycle_text(tab: &PracticeTab, shared: &Shared, current: usize, all: usize, active: &ActiveRun) -> String {
    let cycles = &tab.progress.puzzles.woodpecker_cycles;
    let set = active.run.record(shared.today, shared.now).puzzles;
    let is_same_set = |cycle: &&PuzzleRun| cycle.puzzles == set;
    let mut done: Vec<_> = cycles.iter().filter(is_same_set).collect();
    if active.is_recorded {
        done.pop();
    }
    let last = done.last().map_or_else(String::new, |cycle| {
        let time = clock::elapsed(Duration::from_secs(cycle.seconds.into()));
        format!("; the last one took {time}, {} solved", cycle.solved)
    });
    format!("{current} of {all}, cycle {}{last}", done.len() + 1)
}

/// The puzzle, and what has become of it.
fn task_pane(view: &ViewContext, tab: &PracticeTab, active: &ActivePuzzle) -> Pane {
    let theme = view.theme;
    let glyphs = theme.glyphs();
    let attempt = &active.attempt;
    let puzzle = attempt.puzzle();
    let mut body = view.prose(Role::Strong, &format!("{}.", puzzle.task()));
    let san = |mv| notation::san(attempt.position(), mv);
    match &active.feedback {
        PuzzleFeedback::None if attempt.is_running() => {
            body.extend(view.prose(Role::Faint, "Type a move, or pick a piece."));
        }
        PuzzleFeedback::None => {}
        PuzzleFeedback::Right(mv) if attempt.is_running() => {
            let text = format!("{} {mv} is right. Go on.", glyphs.best);
            body.extend(view.prose(Role::Success, &text));
        }
        PuzzleFeedback::Right(mv) => {
            body.extend(view.prose(Role::Success, &format!("{} {mv} solves it.", glyphs.best)));
        }
        PuzzleFeedback::Judging(mv) => {
            let text = format!("Is {} as good{}", san(*mv), glyphs.ellipsis);
            body.extend(view.prose(Role::Faint, &text));
        }
        // The solution is on the board by then.
        PuzzleFeedback::Wrong(_) if !attempt.is_running() => {}
        PuzzleFeedback::Wrong(wrong) => {
            body.extend(view.prose(Role::Blunder, &format!("{} is not the move.", san(wrong.mv))));
            let comment = comment_lines(view, tab, active);
            // The lesson names a refutation itself: a second one of the search would only confuse.
            let has_comment = !comment.is_empty();
            body.extend(comment);
            body.extend(refutation_lines(view, active, &wrong.refutation, has_comment));
        }
    }
    if matches!(active.feedback, PuzzleFeedback::Right(_)) || !attempt.is_running() {
        body.extend(comment_lines(view, tab, active));
    }
    if !attempt.is_running() {
        body.extend(solution_lines(view, tab, active));
    }
    let count = puzzle.move_count();
    let place = format!("move {} of {count}", (attempt.moves_found() + 1).min(count));
    let note = if attempt.is_running() && count > 1 { place } else { String::new() };
    let title = active.lesson.as_ref().map_or_else(
        || "Puzzle".to_owned(),
        |lesson| format!("Position {} of {}", lesson.current + 1, lesson.order.len()),
    );
    Pane::new(PaneId::Retry, title, body).with_rows_of_text(7).with_note(vec![view.span(Role::Faint, note)])
}

/// What the lesson says of the last move.
fn comment_lines(view: &ViewContext, tab: &PracticeTab, active: &ActivePuzzle) -> Vec<Line<'static>> {
    lesson_update::comment(tab, active).map_or_else(Vec::new, |comment| view.prose(Role::Ground, &comment))
}

/// The idea of the lesson.
fn idea_pane(view: &ViewContext, lesson: &PuzzleLesson) -> Pane {
    let sentences = lesson.idea.iter();
    let body = sentences.flat_map(|sentence| view.prose(Role::Ground, sentence)).collect();
    Pane::new(PaneId::Idea, "Idea", body)
}

/// What a wrong move leads to, in figures, and the line unless the lesson has one.
fn refutation_lines(
    view: &ViewContext,
    active: &ActivePuzzle,
    refutation: &PuzzleRefutation,
    has_comment: bool,
) -> Vec<Line<'static>> {
    let theme = view.theme;
    match refutation {
        PuzzleRefutation::Searching => {
            let text = format!("Looking for the refutation{}", theme.glyphs().ellipsis);
            view.prose(Role::Faint, &text)
        }
        PuzzleRefutation::NotFound => Vec::new(),
        PuzzleRefutation::Found(lines) => {
            let position = active.attempt.position();
            let [tried, right] =
                lines.each_ref().map(|line| score_text::from_line(line, position.turn(), theme.glyphs()));
            // What is proven is not called the word of a search.
            let [is_tried_proven, is_right_proven] =
                lines.each_ref().map(|line| line.certainty == Certainty::Proven);
            let by_search = |is_searched: bool| if is_searched { " by a search" } else { "" };
            let tried_end = by_search(!is_tried_proven && is_right_proven);
            let right_end = by_search(!is_right_proven);
            // A mark stands at its word, wherever the line breaks.
            let ended = |text: &str, end: &str, mark: &str| match end {
                "" => (format!("{text}{mark}"), String::new()),
                _ => (text.to_owned(), format!("{end}{mark}")),
            };
            let (tried_text, tried_end) = ended(&tried.text, tried_end, ",");
            let (right_text, right_end) = ended(&right.text, right_end, ".");
            let mut body = wrap(
                vec![
                    view.span(Role::Ground, "It leads to "),
                    view.span(tried.role, tried_text),
                    view.span(Role::Faint, tried_end),
                    view.span(Role::Ground, " the right move to "),
                    view.span(right.role, right_text),
                    view.span(Role::Faint, right_end),
                ],
                view.width,
            );
            let tail = lines[0].moves.get(1..).unwrap_or_default();
            if let (Some(&mv), false) = (lines[0].moves.first(), tail.is_empty() || has_comment) {
                body.push(move_review::line_of("then", &position.after(mv), tail, theme, view.width));
            }
            body
        }
    }
}

/// The solution with its proof, and the rating.
fn solution_lines(view: &ViewContext, tab: &PracticeTab, active: &ActivePuzzle) -> Vec<Line<'static>> {
    let puzzle = active.attempt.puzzle();
    let mut body = view.prose(Role::Hint, &format!("Solution: {}", solution_text(puzzle)));
    let truth = if puzzle.proof.is_searched() { "Engine's opinion" } else { "Proof" };
    body.extend(view.prose(Role::Ground, &format!("{truth}: {}.", puzzle.proof.text())));
    // The theme of a lesson is its title.
    if active.lesson.is_none() {
        let mut facts: Vec<String> = puzzle.themes.iter().map(|theme| theme.name().to_owned()).collect();
        facts.extend(puzzle.rating.map(|rating| format!("rating {rating}")));
        body.extend(view.prose(Role::Faint, &facts.join(", ")));
    }
    if let Some(change) = active.rating_change {
        let rating = tab.progress.puzzles.rating_on(view.shared.today);
        let text =
            format!("Your rating: {:.0} ({change:+.0}), ±{:.0}", rating.rating, 2.0 * rating.deviation);
        body.extend(view.prose(Role::Strong, &text));
    }
    body
}

fn note(view: &ViewContext, active: &ActivePuzzle) -> (Role, String) {
    let attempt = &active.attempt;
    let next = key_for_footer(view, PuzzleAction::Next).unwrap_or_default();
    let solution = key_for_footer(view, PuzzleAction::ShowSolution).unwrap_or_default();
    let is_over = active.run.as_ref().is_some_and(|run| run.run.is_over(view.shared.now));
    match &active.feedback {
        _ if !active.is_live() => history_note(view, "the puzzle"),
        _ if is_over => (Role::Strong, format!("{next} starts again")),
        _ if attempt.is_solved() => (Role::Success, format!("Solved; {next} goes on")),
        _ if !attempt.is_running() => (Role::Ground, format!("{next} goes on")),
        PuzzleFeedback::Wrong(_) => {
            (Role::Warning, format!("Try another move; {solution} shows the solution"))
        }
        _ => {
            let moves = attempt.puzzle().move_count();
            (Role::Faint, format!("the solution has {}", pluralized(moves, "move")))
        }
    }
}
