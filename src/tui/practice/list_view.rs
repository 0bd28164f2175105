//! The endgame course as a list: lessons by chapter, and details of the chosen one.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::chess::names::pluralized;
use crate::chess::table_policy::TablePolicy;
use crate::chess::{Color, Material};
use crate::game::Tree;
use crate::practice::puzzle::PuzzleLesson;
use crate::practice::{Goal, Lesson, LessonLevel};
use crate::tui::keymap::{AppAction, PracticeAction};
use crate::tui::layout::{self, ListAreas};
use crate::tui::model::table_builds::cost_text;
use crate::tui::model::{PaneId, PracticePage, PracticeState, PracticeTab, Shared, TableStatus};
use crate::tui::practice::lesson_lines::record_line;
use crate::tui::practice::start::awaited_material;
use crate::tui::practice::{lesson_lines, record_view};
use crate::tui::scene::list_scene::{ListPreview, ListScene};
use crate::tui::scene::{ViewContext, key_for_footer, keys_note, table_progress};
use crate::tui::theme::Role;
use crate::tui::widget::form;
use crate::tui::widget::form::ListWidgetEntry;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{sanitized_line, wrap};

/// The facts for the status bar.
pub(crate) fn bar_facts(tab: &PracticeTab, shared: &Shared) -> Vec<String> {
    let mut facts = vec![
        pluralized(tab.course.row_count(), "lesson"),
        format!("due {}", tab.due_count(shared.today)),
        format!("streak {} d", tab.progress.streak_on(shared.today)),
    ];
    if shared.config.practice.details {
        facts.push(format!("next seed {}", tab.seed));
    }
    facts
}

/// The lessons with details of the chosen one, or the record.
pub(crate) fn scene<'a>(
    view: &ViewContext,
    practice: &'a PracticeState,
    tab: &'a PracticeTab,
    list: Rect,
    details: Rect,
) -> ListScene<'a> {
    if tab.page == PracticePage::Record {
        return record_view::scene(view, tab, list, details);
    }
    let note = match tab.due_count(view.shared.today) {
        0 if !practice.lesson_faults.is_empty() => {
            vec![view.span(Role::Warning, "own lessons are missing")]
        }
        0 => vec![view.span(Role::Faint, "what to master")],
        due => keys_note(view, [PracticeAction::BeginDue], &format!("{due} due today")),
    };
    let details_view = &view.inside(details);
    let (details, preview) = match (tab.course.lesson(), tab.course.puzzle_lesson()) {
        (Some(lesson), _) => {
            let bottom = lesson.exercise.trainee_color();
            let preview = lesson.example.as_ref().map(|tree| preview_of(tree, bottom));
            (Some(details_pane(details_view, practice, tab, lesson)), preview)
        }
        (None, Some(lesson)) => {
            let preview = lesson.example.as_ref().map(|tree| {
                let solver = tree.node(tree.start()).position().turn();
                preview_of(tree, solver)
            });
            (Some(puzzle_details_pane(details_view, practice, tab, lesson)), preview)
        }
        (None, None) => (None, None),
    };
    ListScene {
        list: lesson_list(&view.inside(list), tab).with_note(note),
        details,
        preview,
        material: tab.course.lesson().map(|lesson| lesson.exercise.material),
        lines_below: Vec::new(),
        line_in_sight: None,
    }
}

/// The start of a worked example on a board.
fn preview_of(tree: &Tree, bottom: Color) -> ListPreview<'_> {
    ListPreview { position: tree.node(tree.start()).position(), last_move: None, bottom }
}

pub(crate) fn areas(tab: &PracticeTab, middle: Rect) -> ListAreas {
    if tab.page == PracticePage::Record {
        return record_view::areas(middle);
    }
    layout::list_areas_with_board(middle)
}

fn lesson_list(view: &ViewContext, tab: &PracticeTab) -> Pane {
    let (lessons, puzzle_lessons) = (&tab.course.lessons, &tab.course.puzzle_lessons);
    let of_rounds = lessons.iter().map(|lesson| &lesson.chapter);
    let chapters: Vec<&String> =
        of_rounds.chain(puzzle_lessons.iter().map(|lesson| &lesson.chapter)).collect();
    Pane::grouped(
        (PaneId::List, "Practice"),
        chapters.iter(),
        tab.course.chosen,
        |first| Line::from(view.span(Role::Title, chapters[first].clone())),
        |row| {
            let entry = match tab.course.puzzle_lesson_at(row) {
                Some(lesson) => puzzle_lesson_entry(view, tab, lesson, row),
                None => lesson_entry(view, tab, row),
            };
            form::list_row(entry, view.theme, view.width)
        },
    )
}

fn puzzle_lesson_entry(
    view: &ViewContext,
    tab: &PracticeTab,
    lesson: &PuzzleLesson,
    row: usize,
) -> ListWidgetEntry {
    let progress = &tab.progress.puzzles;
    let note = if lesson.is_tried(progress) {
        let solved = format!("{}/{} ", lesson.solved_count(progress), lesson.positions.len());
        vec![view.span(Role::Faint, solved), lesson_lines::puzzle_lesson_star(view, tab, lesson)]
    } else {
        vec![view.span(Role::Faint, "new")]
    };
    let name = vec![view.span(Role::Ground, lesson.title.clone())];
    ListWidgetEntry { name, note, chosen: row == tab.course.chosen }
}

/// The width of a row from which there is room beside a lesson's name for the time to build its table.
const MIN_TIME_WIDTH: usize = 50;

fn lesson_entry(view: &ViewContext, tab: &PracticeTab, at: usize) -> ListWidgetEntry {
    let lesson = &tab.course.lessons[at];
    let chosen = at == tab.course.chosen;
    let exercise = &lesson.exercise;
    let policy = TablePolicy::of(&exercise.material);
    let mut note = Vec::new();
    match tab.lesson_due_count(lesson, view.shared.today) {
        0 => {}
        due => note.push(view.span(Role::Warning, format!("{due} due  "))),
    }
    if let Some(record) = tab.progress.lesson_record(&exercise.id) {
        note.push(view.span(Role::Faint, format!("{}/{} ", record.solved, record.attempts)));
        note.extend(lesson_lines::level_stars(view, tab, lesson));
    } else {
        note.push(match view.shared.table_status(&exercise.material) {
            TableStatus::Building(progress) => {
                view.span(Role::Bound, format!("building {} %", progress.unwrap_or(0) / 10))
            }
            TableStatus::Missing if policy.is_built_at_start() => view.span(Role::Faint, "new"),
            TableStatus::Missing if view.width < MIN_TIME_WIDTH => Span::default(),
            TableStatus::Missing => {
                view.span(Role::Faint, format!("{} to build", view.shared.build_time(&exercise.material)))
            }
            _ => view.span(Role::Faint, "new"),
        });
    }
    let name = vec![view.span(Role::Ground, exercise.title.clone())];
    ListWidgetEntry { name, note, chosen }
}

/// What is wrong with the user's own lessons: who misses one finds the reason here.
fn fault_lines(view: &ViewContext, practice: &PracticeState) -> Vec<Line<'static>> {
    let faults = practice.lesson_faults.iter();
    faults.flat_map(|fault| view.prose(Role::Warning, &sanitized_line(fault))).collect()
}

fn details_pane(view: &ViewContext, practice: &PracticeState, tab: &PracticeTab, lesson: &Lesson) -> Pane {
    let exercise = practice.lesson_exercise(lesson);
    let mut body = fault_lines(view, practice);
    body.extend(wrap(
        vec![
            view.span(Role::Strong, exercise.goal_text()),
            view.span(Role::Faint, format!("   {}", difficulty_text(practice, tab, lesson))),
        ],
        view.width,
    ));
    body.extend(table_lines(view, practice, tab, &exercise.material));
    body.extend(view.prose(Role::Faint, &pass_text(practice, tab, lesson)));
    for sentence in &exercise.idea {
        body.extend(view.prose(Role::Ground, sentence));
    }
    body.push(Line::default());
    body.extend(wrap(record_line(view, &tab.progress, &exercise.id).spans, view.width));
    let pane = Pane::new(PaneId::Details, exercise.title.clone(), body);
    match lesson.example {
        Some(_) => pane.with_note(keys_note(view, [PracticeAction::Example], "example")),
        None => pane,
    }
}

fn puzzle_details_pane(
    view: &ViewContext,
    practice: &PracticeState,
    tab: &PracticeTab,
    lesson: &PuzzleLesson,
) -> Pane {
    let all = pluralized(lesson.positions.len(), "position");
    let mut body = fault_lines(view, practice);
    body.extend(wrap(
        vec![
            view.span(Role::Strong, lesson.goal_text()),
            view.span(Role::Faint, format!("   {all} to solve")),
        ],
        view.width,
    ));
    let progress = &tab.progress.puzzles;
    let pass = if lesson.is_passed(progress) {
        "Passed".to_owned()
    } else {
        format!("To pass: solve each at once, no help; {} so far", lesson.solved_count(progress))
    };
    body.extend(view.prose(Role::Faint, &pass));
    for sentence in &lesson.idea {
        body.extend(view.prose(Role::Ground, sentence));
    }
    let pane = Pane::new(PaneId::Details, lesson.title.clone(), body);
    match lesson.example {
        Some(_) => pane.with_note(keys_note(view, [PracticeAction::Example], "example")),
        None => pane,
    }
}

/// How hard the next start is: `easy: 3 to 5 moves to mate`.
fn difficulty_text(practice: &PracticeState, tab: &PracticeTab, lesson: &Lesson) -> String {
    let level = practice.next_level(&tab.progress, lesson);
    let range = match lesson.exercise.starts.difficulty_bounds(level) {
        (least, Some(most)) if least == most => format!("{least}"),
        (least, Some(most)) => format!("{least} to {most}"),
        (least, None) => format!("{least} or more"),
    };
    let goal = match lesson.exercise.goal {
        Goal::Mate | Goal::Convert | Goal::Promote | Goal::Resist if range == "1" => "move to mate",
        Goal::Mate | Goal::Convert | Goal::Promote | Goal::Resist => "moves to mate",
        Goal::Hold { .. } | Goal::Stalemate => "moves lose",
    };
    match lesson.exercise.starts.level_count() {
        1 => format!("{range} {goal}"),
        _ => format!("{}: {range} {goal}", level.name()),
    }
}

/// What passes the lesson, and the progress towards it.
fn pass_text(practice: &PracticeState, tab: &PracticeTab, lesson: &Lesson) -> String {
    let pass = lesson.pass;
    let exercise = practice.lesson_exercise(lesson);
    let progress = &tab.progress;
    let starts = &lesson.exercise.starts;
    let passed = progress.levels_passed(&exercise.id, starts, pass);
    if passed == starts.level_count() {
        return "Passed".to_owned();
    }
    let level = LessonLevel::ALL[passed];
    let row = progress.lesson_record(&exercise.id).map_or(0, |record| record.pass_streak(level, pass));
    let limit = match (pass.max_moves_lost, pass.max_moves) {
        (Some(0), _) => ", no move lost".to_owned(),
        (Some(lost), _) => format!(", at most {} lost", pluralized(usize::from(lost), "move")),
        (None, _) => String::new(),
    };
    let level = if starts.level_count() == 1 { String::new() } else { format!("{} ", level.name()) };
    format!(
        "To pass: {} in a row{limit}, no help; {row} so far",
        pluralized(usize::from(pass.rounds_in_a_row), &format!("{level}round"))
    )
}

/// The status of a round's table where it is not ready.
fn table_lines(
    view: &ViewContext,
    practice: &PracticeState,
    tab: &PracticeTab,
    material: &Material,
) -> Vec<Line<'static>> {
    let waits = awaited_material(practice, tab).as_ref() == Some(material);
    match view.shared.table_status(material) {
        TableStatus::Ready => Vec::new(),
        _ if TablePolicy::of(material).is_built_at_start() => {
            let text = "The tables are being built; the lesson starts when they are ready.";
            view.prose(Role::Warning, text)
        }
        TableStatus::Building(_) => {
            let mut lines = table_progress::build_progress(view, material);
            if waits {
                let back = key_for_footer(view, AppAction::Back).unwrap_or_default();
                let text = format!("The lesson starts when it is ready; {back} cancels.");
                lines.extend(view.prose(Role::Warning, &text));
            }
            lines
        }
        TableStatus::Saved => view.prose(Role::Faint, "Its table is on disk."),
        TableStatus::Missing => {
            let cost = cost_text(&view.shared.build_cost(material));
            let text = format!("Its table is built when the lesson is chosen: {cost}.");
            view.prose(Role::Faint, &text)
        }
    }
}
