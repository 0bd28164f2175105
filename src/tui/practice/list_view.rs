//! The endgame course as a list: lessons by chapter, and details of the chosen one.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::chess::names::pluralized;
use crate::chess::table_policy::TablePolicy;
use crate::chess::{Color, Material};
use crate::game::Tree;
use crate::practice::puzzle::PuzzleLesson;
use crate::practice::{Goal, Lesson, LessonLevel};
use crate::tui::app::App;
use crate::tui::background::table_status::TableStatus;
use crate::tui::dialog::cost_text;
use crate::tui::keymap::{AppAction, PracticeAction};
use crate::tui::layout::{self, ListAreas};
use crate::tui::practice::lesson_lines::record_line;
use crate::tui::practice::start::awaited_material;
use crate::tui::practice::state::PracticePage;
use crate::tui::practice::{lesson_lines, record_view};
use crate::tui::scene::list_scene::{ListPreview, ListScene};
use crate::tui::scene::{key_for_footer, keys_note, table_progress};
use crate::tui::theme::Role;
use crate::tui::widget::form;
use crate::tui::widget::form::ListWidgetEntry;
use crate::tui::widget::pane::{Pane, PaneId};
use crate::tui::widget::text::{prose, sanitized_line, span, wrap};

/// The facts for the status bar.
pub(crate) fn bar_facts(app: &App) -> Vec<String> {
    let practice = &app.practice;
    let mut facts = vec![
        pluralized(practice.row_count(), "lesson"),
        format!("due {}", practice.due_count(app.today)),
        format!("streak {} d", practice.progress.streak_on(app.today)),
    ];
    if app.config.practice.details {
        facts.push(format!("next seed {}", practice.seed));
    }
    facts
}

/// The lessons with details of the chosen one, or the record.
pub(crate) fn scene(app: &App, list: Rect, details: Rect) -> ListScene<'_> {
    let practice = &app.practice;
    if practice.page == PracticePage::Record {
        return record_view::scene(app, list, details);
    }
    let note = match practice.due_count(app.today) {
        0 if !practice.lesson_faults.is_empty() => {
            vec![span(app.theme, Role::Warning, "own lessons are missing")]
        }
        0 => vec![span(app.theme, Role::Faint, "what to master")],
        due => keys_note(app, [PracticeAction::BeginDue], &format!("{due} due today")),
    };
    let width = usize::from(details.width);
    let (details, preview) = match (practice.lesson(), practice.puzzle_lesson()) {
        (Some(lesson), _) => {
            let bottom = lesson.exercise.trainee_color();
            let preview = lesson.example.as_ref().map(|tree| preview_of(tree, bottom));
            (Some(details_pane(app, lesson, width)), preview)
        }
        (None, Some(lesson)) => {
            let preview = lesson.example.as_ref().map(|tree| {
                let solver = tree.node(tree.start()).position().turn();
                preview_of(tree, solver)
            });
            (Some(puzzle_details_pane(app, lesson, width)), preview)
        }
        (None, None) => (None, None),
    };
    ListScene {
        list: lesson_list(app, usize::from(list.width)).with_note(note),
        details,
        preview,
        material: practice.lesson().map(|lesson| lesson.exercise.material),
        lines_below: Vec::new(),
    }
}

/// The start of a worked example on a board.
fn preview_of(tree: &Tree, bottom: Color) -> ListPreview<'_> {
    ListPreview { position: tree.node(tree.start()).position(), last_move: None, bottom }
}

pub(crate) fn areas(app: &App, middle: Rect) -> ListAreas {
    if app.practice.page == PracticePage::Record {
        return record_view::areas(middle);
    }
    layout::list_areas_with_board(middle)
}

fn lesson_list(app: &App, width: usize) -> Pane {
    let (lessons, puzzle_lessons) = (&app.practice.lessons, &app.practice.puzzle_lessons);
    let of_rounds = lessons.iter().map(|lesson| &lesson.chapter);
    let chapters: Vec<&String> =
        of_rounds.chain(puzzle_lessons.iter().map(|lesson| &lesson.chapter)).collect();
    Pane::grouped(
        (PaneId::List, "Practice"),
        chapters.iter(),
        app.practice.chosen,
        |first| Line::from(span(app.theme, Role::Title, chapters[first].clone())),
        |row| {
            let entry = match app.practice.puzzle_lesson_at(row) {
                Some(lesson) => puzzle_lesson_entry(app, lesson, row),
                None => lesson_entry(app, row, width),
            };
            form::list_row(entry, app.theme, width)
        },
    )
}

fn puzzle_lesson_entry(app: &App, lesson: &PuzzleLesson, row: usize) -> ListWidgetEntry {
    let theme = app.theme;
    let progress = &app.practice.progress.puzzles;
    let note = if lesson.is_tried(progress) {
        let solved = format!("{}/{} ", lesson.solved_count(progress), lesson.positions.len());
        vec![span(theme, Role::Faint, solved), lesson_lines::puzzle_lesson_star(app, lesson)]
    } else {
        vec![span(theme, Role::Faint, "new")]
    };
    let name = vec![span(theme, Role::Ground, lesson.title.clone())];
    ListWidgetEntry { name, note, chosen: row == app.practice.chosen }
}

/// The width of a row from which there is room beside a lesson's name for the time to build its table.
const MIN_TIME_WIDTH: usize = 50;

fn lesson_entry(app: &App, at: usize, width: usize) -> ListWidgetEntry {
    let theme = app.theme;
    let lesson = &app.practice.lessons[at];
    let chosen = at == app.practice.chosen;
    let exercise = &lesson.exercise;
    let policy = TablePolicy::of(&exercise.material);
    let mut note = Vec::new();
    match app.practice.lesson_due_count(lesson, app.today) {
        0 => {}
        due => note.push(span(theme, Role::Warning, format!("{due} due  "))),
    }
    if let Some(record) = app.practice.progress.lesson_record(&exercise.id) {
        note.push(span(theme, Role::Faint, format!("{}/{} ", record.solved, record.attempts)));
        note.extend(lesson_lines::level_stars(app, lesson));
    } else {
        note.push(match app.table_status(&exercise.material) {
            TableStatus::Building(progress) => {
                span(theme, Role::Bound, format!("building {} %", progress.unwrap_or(0) / 10))
            }
            TableStatus::Missing if policy.is_built_at_start() => span(theme, Role::Faint, "new"),
            TableStatus::Missing if width < MIN_TIME_WIDTH => Span::default(),
            TableStatus::Missing => {
                span(theme, Role::Faint, format!("{} to build", app.build_time(&exercise.material)))
            }
            _ => span(theme, Role::Faint, "new"),
        });
    }
    let name = vec![span(theme, Role::Ground, exercise.title.clone())];
    ListWidgetEntry { name, note, chosen }
}

/// What is wrong with the user's own lessons: who misses one finds the reason here.
fn fault_lines(app: &App, width: usize) -> Vec<Line<'static>> {
    let faults = app.practice.lesson_faults.iter();
    faults.flat_map(|fault| prose(app.theme, Role::Warning, &sanitized_line(fault), width)).collect()
}

fn details_pane(app: &App, lesson: &Lesson, width: usize) -> Pane {
    let theme = app.theme;
    let exercise = app.practice.lesson_exercise(lesson);
    let mut body = fault_lines(app, width);
    body.extend(wrap(
        vec![
            span(theme, Role::Strong, exercise.goal_text()),
            span(theme, Role::Faint, format!("   {}", difficulty_text(app, lesson))),
        ],
        width,
    ));
    body.extend(table_lines(app, &exercise.material, width));
    body.extend(prose(theme, Role::Faint, &pass_text(app, lesson), width));
    for sentence in &exercise.idea {
        body.extend(prose(theme, Role::Ground, sentence, width));
    }
    body.push(Line::default());
    body.extend(wrap(record_line(app, &app.practice.progress, &exercise.id).spans, width));
    let pane = Pane::new(PaneId::Details, exercise.title.clone(), body);
    match lesson.example {
        Some(_) => pane.with_note(keys_note(app, [PracticeAction::Example], "example")),
        None => pane,
    }
}

fn puzzle_details_pane(app: &App, lesson: &PuzzleLesson, width: usize) -> Pane {
    let theme = app.theme;
    let all = pluralized(lesson.positions.len(), "position");
    let mut body = fault_lines(app, width);
    body.extend(wrap(
        vec![
            span(theme, Role::Strong, lesson.goal_text()),
            span(theme, Role::Faint, format!("   {all} to solve")),
        ],
        width,
    ));
    let progress = &app.practice.progress.puzzles;
    let pass = if lesson.is_passed(progress) {
        "Passed".to_owned()
    } else {
        format!("To pass: solve each at once, no help; {} so far", lesson.solved_count(progress))
    };
    body.extend(prose(theme, Role::Faint, &pass, width));
    for sentence in &lesson.idea {
        body.extend(prose(theme, Role::Ground, sentence, width));
    }
    let pane = Pane::new(PaneId::Details, lesson.title.clone(), body);
    match lesson.example {
        Some(_) => pane.with_note(keys_note(app, [PracticeAction::Example], "example")),
        None => pane,
    }
}

/// How hard the next start is: `easy: 3 to 5 moves to mate`.
fn difficulty_text(app: &App, lesson: &Lesson) -> String {
    let level = app.practice.next_level(lesson);
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
fn pass_text(app: &App, lesson: &Lesson) -> String {
    let pass = lesson.pass;
    let exercise = app.practice.lesson_exercise(lesson);
    let progress = &app.practice.progress;
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
fn table_lines(app: &App, material: &Material, width: usize) -> Vec<Line<'static>> {
    let theme = app.theme;
    let waits = awaited_material(app).as_ref() == Some(material);
    match app.table_status(material) {
        TableStatus::Ready => Vec::new(),
        _ if TablePolicy::of(material).is_built_at_start() => {
            let text = "The tables are being built; the lesson starts when they are ready.";
            prose(theme, Role::Warning, text, width)
        }
        TableStatus::Building(_) => {
            let mut lines = table_progress::build_progress(app, material, width);
            if waits {
                let back = key_for_footer(app, AppAction::Back).unwrap_or_default();
                let text = format!("The lesson starts when it is ready; {back} cancels.");
                lines.extend(prose(theme, Role::Warning, &text, width));
            }
            lines
        }
        TableStatus::Saved => prose(theme, Role::Faint, "Its table is on disk.", width),
        TableStatus::Missing => {
            let cost = cost_text(&app.build_cost(material));
            let text = format!("Its table is built when the lesson is chosen: {cost}.");
            prose(theme, Role::Faint, &text, width)
        }
    }
}
