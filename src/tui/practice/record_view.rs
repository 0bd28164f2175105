//! The practice record: lesson by lesson, and day by day.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::chess::names::hundredths;
use crate::practice::progress::RoundRecord;
use crate::practice::puzzle::PuzzleLesson;
use crate::practice::{Lesson, RoundOutcome};
use crate::tui::keymap::PracticeAction;
use crate::tui::layout::ListAreas;
use crate::tui::model::{PaneId, PracticeTab};
use crate::tui::practice::lesson_lines;
use crate::tui::practice::lesson_lines::level_stars;
use crate::tui::scene::list_scene::ListScene;
use crate::tui::scene::{ViewContext, keys_note};
use crate::tui::theme::Role;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{spread, spread_or_stack, width_of};

/// Rounds of a lesson that are shown one by one.
const MAX_SHOWN_ROUNDS: usize = 10;
/// Rows of the bar chart of days.
const CHART_ROWS: usize = 4;

/// The area of the days, and that of the lessons.
pub(crate) fn areas(area: Rect) -> ListAreas {
    let days =
        Rect { height: (u16::try_from(CHART_ROWS).unwrap_or(u16::MAX) + 4).min(area.height / 2), ..area };
    let lessons = Rect { y: days.bottom(), height: area.height - days.height, ..area };
    ListAreas { list: days, details: lessons, board: None }
}

/// The record.
pub(crate) fn scene<'a>(view: &ViewContext, tab: &PracticeTab, days: Rect, lessons: Rect) -> ListScene<'a> {
    let days = Pane::new(PaneId::Days, "Days", day_lines(&view.inside(days), tab))
        .with_chart(0..CHART_ROWS)
        .with_note(keys_note(view, [PracticeAction::Record], "lessons"));
    let view = &view.inside(lessons);
    let tried =
        tab.course.lessons.iter().filter(|lesson| tab.progress.lesson_record(&lesson.exercise.id).is_some());
    let mut lines: Vec<Line<'static>> = tried.map(|lesson| lesson_line(view, tab, lesson)).collect();
    let progress = &tab.progress.puzzles;
    let tried = tab.course.puzzle_lessons.iter().filter(|lesson| lesson.is_tried(progress));
    lines.extend(tried.map(|lesson| puzzle_lesson_line(view, tab, lesson)));
    lines.extend(retired_lines(view, tab));
    if lines.is_empty() {
        lines = view.prose(Role::Faint, "Nothing yet: your finished rounds appear here.");
    }
    let note = vec![view.span(Role::Faint, "the last rounds, newest right")];
    let record = Pane::new(PaneId::Record, "Record", lines).with_note(note);
    ListScene {
        list: days,
        details: Some(record),
        preview: None,
        material: None,
        lines_below: Vec::new(),
        line_in_sight: None,
    }
}

/// Rounds of each day, the solved ones at the bottom, then a summary.
fn day_lines(view: &ViewContext, tab: &PracticeTab) -> Vec<Line<'static>> {
    let theme = view.theme;
    let glyphs = theme.glyphs();
    let shown = view.width.min(60);
    let first = view.shared.today.saturating_sub(i32::try_from(shown).unwrap_or(0).saturating_sub(1));
    let mut days = vec![(0_usize, 0_usize); shown];
    let all = tab.progress.lessons.values().flat_map(|record| &record.rounds);
    let (mut rounds, mut good) = (0, 0);
    for brief in all {
        rounds += 1;
        good += usize::from(brief.result.outcome.is_solved());
        let day = brief.day.checked_sub(first).and_then(|day| days.get_mut(usize::try_from(day).ok()?));
        if let Some((all, solved)) = day {
            *all += 1;
            *solved += usize::from(brief.result.outcome.is_solved());
        }
    }
    let most = days.iter().map(|(all, _)| *all).max().unwrap_or(0).max(1);
    let eighths = |count: usize| (count * CHART_ROWS * 8).div_ceil(most);
    let mut lines: Vec<Line<'static>> = (0..CHART_ROWS)
        .rev()
        .map(|row| {
            let cell = |&(all, solved): &(usize, usize)| {
                let level = |count| eighths(count).saturating_sub(row * 8).min(8);
                match (level(solved), level(all)) {
                    (0, 0) => view.span(Role::Ground, " "),
                    (0, _) if theme.is_mono() => view.span(Role::Faint, glyphs.shade),
                    (0, all) => view.span(Role::Blunder, glyphs.bar_heights[all]),
                    (solved, _) => view.span(Role::Success, glyphs.bar_heights[solved]),
                }
            };
            Line::from(days.iter().map(cell).collect::<Vec<_>>())
        })
        .collect();
    let progress = &tab.progress;
    let traps = progress.best_trap_run.map_or_else(String::new, |run| format!("  traps {}", run.solved));
    let results = progress
        .best_result_run
        .map_or_else(String::new, |run| format!("  results {}/{}", run.right, run.count));
    let best = format!("{traps}{results}");
    lines.extend(spread_or_stack(
        vec![
            view.span(Role::Faint, format!("{shown} days  ")),
            view.span(Role::Ground, format!("{good} of {rounds} rounds solved")),
        ],
        vec![view.span(
            Role::Faint,
            format!(
                "streak {} d  due {}, tomorrow {}{best}",
                progress.streak_on(view.shared.today),
                tab.due_count(view.shared.today),
                tab.due_count(view.shared.today.saturating_add(1))
            ),
        )],
        view.width,
        glyphs,
    ));
    lines
}

fn lesson_line(view: &ViewContext, tab: &PracticeTab, lesson: &Lesson) -> Line<'static> {
    let theme = view.theme;
    let id = &lesson.exercise.id;
    let Some(record) = tab.progress.lesson_record(id) else { return Line::default() };
    let mut name = vec![view.span(Role::Strong, format!("{id:<17}"))];
    name.extend(level_stars(view, tab, lesson));
    let gap = 4_usize.saturating_sub(lesson.exercise.starts.level_count());
    name.push(Span::raw(" ".repeat(gap)));
    name.push(view.span(Role::Ground, format!("{:<8}", format!("{}/{}", record.solved, record.attempts))));
    let due = match tab.lesson_due_count(lesson, view.shared.today) {
        0 => String::new(),
        due => format!("{due} due"),
    };
    name.push(view.span(Role::Warning, format!("{due:<8}")));
    let average = record.average_lost().map(average);
    let average = average.map_or_else(String::new, |average| format!("  lost {average}"));
    let stalemates =
        if record.stalemates == 0 { String::new() } else { format!("  = {}", record.stalemates) };
    let from = record.rounds.len().saturating_sub(MAX_SHOWN_ROUNDS);
    let last: Vec<Span> = record.rounds[from..].iter().map(|brief| sign(view, brief)).collect();
    // What does not fit is left out as a whole: half a number would be a wrong one.
    for part in [format!("perfect {:<4}", record.perfect), average, stalemates] {
        if width_of(&name) + part.trim_end().width() + 1 + width_of(&last) > view.width {
            break;
        }
        name.push(view.span(Role::Faint, part));
    }
    spread(name, last, view.width, theme.glyphs())
}

fn puzzle_lesson_line(view: &ViewContext, tab: &PracticeTab, lesson: &PuzzleLesson) -> Line<'static> {
    let solved = lesson.solved_count(&tab.progress.puzzles);
    Line::from(vec![
        // A space stands behind a long id, too.
        view.span(Role::Strong, format!("{:<16} ", lesson.id)),
        lesson_lines::puzzle_lesson_star(view, tab, lesson),
        view.span(Role::Ground, format!("   {solved}/{} positions solved", lesson.positions.len())),
    ])
}

/// What was achieved in lessons that the course no longer has, or that a file of one's own had.
fn retired_lines(view: &ViewContext, tab: &PracticeTab) -> Vec<Line<'static>> {
    let of_old = tab.progress.lessons.iter();
    let of_old = of_old.filter(|(id, _)| tab.course.lesson_by_id(id).is_none());
    of_old
        .map(|(id, record)| {
            let text = format!("  {}/{} solved, no longer in the course", record.solved, record.attempts);
            Line::from(vec![view.span(Role::Ground, format!("{id:<17}")), view.span(Role::Faint, text)])
        })
        .collect()
}

/// A number of moves with one decimal: `+0.7`.
fn average(moves: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an average of small counts")]
    let text = hundredths((moves * 100.0).round() as u32);
    text
}

/// A round as one sign, as moves are marked: perfect, solved with moves lost, stalemate, drawn, lost.
fn sign(view: &ViewContext, brief: &RoundRecord) -> Span<'static> {
    let theme = view.theme;
    let glyphs = theme.glyphs();
    match brief.result.outcome {
        RoundOutcome::Perfect => view.span(Role::Best, glyphs.best),
        RoundOutcome::Solved if brief.result.moves_lost == 0 => view.span(Role::Success, glyphs.dot),
        RoundOutcome::Solved => view.span(Role::Mistake, "+"),
        RoundOutcome::Stalemated => view.span(Role::Stalemate, "="),
        RoundOutcome::Drawn => view.span(Role::Blunder, "x"),
        RoundOutcome::Lost => view.span(Role::Blunder, "-"),
    }
}
