//! A lesson as one line: its level as stars, its record.

use ratatui::text::{Line, Span};

use crate::practice::puzzle::PuzzleLesson;
use crate::practice::spaced_repetition::days_between;
use crate::practice::{Lesson, PracticeProgress};
use crate::tui::model::PracticeTab;
use crate::tui::scene::ViewContext;
use crate::tui::theme::Role;

/// A sign for each level of a lesson: passed or not yet.
pub(crate) fn level_stars(view: &ViewContext, tab: &PracticeTab, lesson: &Lesson) -> Vec<Span<'static>> {
    let (theme, starts) = (view.theme, &lesson.exercise.starts);
    let passed = tab.progress.levels_passed(&lesson.exercise.id, starts, lesson.pass);
    let glyphs = theme.glyphs();
    vec![
        view.span(Role::Success, glyphs.best.repeat(passed)),
        view.span(Role::Faint, glyphs.dot.repeat(starts.level_count() - passed)),
    ]
}

/// A sign for a lesson of puzzles: passed or not yet.
pub(crate) fn puzzle_lesson_star(
    view: &ViewContext,
    tab: &PracticeTab,
    lesson: &PuzzleLesson,
) -> Span<'static> {
    let theme = view.theme;
    if lesson.is_passed(&tab.progress.puzzles) {
        view.span(Role::Success, theme.glyphs().best)
    } else {
        view.span(Role::Faint, theme.glyphs().dot)
    }
}

/// The results of a lesson so far.
pub(crate) fn record_line(view: &ViewContext, progress: &PracticeProgress, id: &str) -> Line<'static> {
    let theme = view.theme;
    let dot = theme.glyphs().dot;
    let text = progress.lessons.get(id).map_or_else(
        || format!("{id}  first time"),
        |record| {
            let stalemate = record.last_stalemate.as_ref().map_or_else(String::new, |(mv, day)| {
                let ago = match days_between(*day, view.shared.today) {
                    0 => "today".to_owned(),
                    days => format!("{days} d ago"),
                };
                format!(" (last: {mv}, {ago})")
            });
            let lost =
                record.average_lost().map_or_else(String::new, |lost| format!(" {dot} avg +{lost:.1}"));
            format!(
                "{id}  solved {}/{} {dot} perfect {}{lost} {dot} stalemates {}{stalemate}",
                record.solved, record.attempts, record.perfect, record.stalemates
            )
        },
    );
    Line::from(view.span(Role::Faint, text))
}
