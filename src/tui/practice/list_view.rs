//! Draws the endgame course: lessons by chapter, and details of the chosen one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::chess::Material;
use crate::chess::names::pluralized;
use crate::chess::table_policy::TablePolicy;
use crate::practice::{Goal, Lesson, LessonLevel};
use crate::tui::app::App;
use crate::tui::background::table_status::TableStatus;
use crate::tui::dialog::cost_text;
use crate::tui::keymap::{AppAction, PracticeAction};
use crate::tui::message::MouseHit;
use crate::tui::practice::lesson_lines;
use crate::tui::practice::lesson_lines::record_line;
use crate::tui::practice::start::awaited_material;
use crate::tui::practice::state::PracticePage;
use crate::tui::scene::{draw_pieces, key_for_footer, keys_note, table_progress};
use crate::tui::theme::Role;
use crate::tui::widget::board::{BoardGeometry, BoardLabels, BoardMarks, BoardOrientation, BoardWidget};
use crate::tui::widget::form;
use crate::tui::widget::form::ListWidgetEntry;
use crate::tui::widget::pane::{Pane, PaneId, draw_box};
use crate::tui::widget::text::{prose, span, wrap};
use crate::tui::{layout, practice};

/// The facts for the status bar.
pub(crate) fn bar_facts(app: &App) -> Vec<String> {
    let practice = &app.practice;
    let mut facts = vec![
        pluralized(practice.lessons.len(), "lesson"),
        format!("due {}", practice.due_count(app.today)),
        format!("streak {} d", practice.progress.streak_on(app.today)),
    ];
    if app.config.practice.details {
        facts.push(format!("next seed {}", practice.seed));
    }
    facts
}

/// Draws the lessons, and beside them details of the chosen one; or the record.
pub(crate) fn draw(app: &App, middle: Rect, buffer: &mut Buffer) {
    let theme = app.theme;
    let practice = &app.practice;
    if practice.page == PracticePage::Record {
        return practice::record_view::draw(app, middle, buffer);
    }
    let LessonListAreas { list, about, board } = lesson_places(middle);
    let due = practice.due_count(app.today);
    let note = match due {
        0 => vec![span(theme, Role::Faint, "what to master")],
        due => keys_note(app, [PracticeAction::BeginDue], &format!("{due} due today")),
    };
    let pane = Pane::new(PaneId::List, "Practice", Vec::new()).with_note(note);
    let inner = draw_box(&pane, theme, list, buffer);
    lesson_list(app, usize::from(inner.width)).draw_body(inner, buffer);
    if let Some(lesson) = practice.lesson() {
        draw_details(app, lesson, about, buffer);
        if let Some(place) = board {
            let inner = draw_box(&Pane::new(PaneId::Details, "", Vec::new()), theme, place, buffer);
            if !draw_example(app, lesson, inner, buffer) {
                draw_pieces(
                    app,
                    &lesson.exercise.material,
                    Rect { height: 4.min(inner.height), ..inner },
                    buffer,
                );
            }
        }
    }
}

/// The area of the lesson list, of the chosen one's details, and of its board where there is room for one.
struct LessonListAreas {
    list: Rect,
    about: Rect,
    board: Option<Rect>,
}

/// The columns and rows of the smallest board, with its frame.
const MIN_BOARD_SIZE: (u16, u16) = (38, 19);

fn lesson_places(middle: Rect) -> LessonListAreas {
    if middle.width >= 100 || middle.width < 2 * MIN_BOARD_SIZE.0 || middle.height < MIN_BOARD_SIZE.1 {
        let (list, about) = layout::list_areas(middle);
        return LessonListAreas { list, about, board: None };
    }
    let width = middle.width - MIN_BOARD_SIZE.0;
    // In a tall terminal the list is above at full width, and the board beside the lesson's details.
    if middle.height >= 2 * MIN_BOARD_SIZE.1 {
        let list = Rect { height: middle.height - MIN_BOARD_SIZE.1, ..middle };
        let about = Rect { width, y: list.bottom(), height: MIN_BOARD_SIZE.1, ..middle };
        let board = Rect { x: about.right(), width: MIN_BOARD_SIZE.0, ..about };
        return LessonListAreas { list, about, board: Some(board) };
    }
    let about = Rect { width, height: middle.height / 2, y: middle.bottom() - middle.height / 2, ..middle };
    let list = Rect { width, height: middle.height - about.height, ..middle };
    let board = Rect { x: list.right(), width: MIN_BOARD_SIZE.0, ..middle };
    LessonListAreas { list, about, board: Some(board) }
}

/// Draws the position with which the example of a lesson begins. False where there is none, or no room.
fn draw_example(app: &App, lesson: &Lesson, area: Rect, buffer: &mut Buffer) -> bool {
    let orientation = BoardOrientation(lesson.exercise.trainee_color());
    let Some(tree) = &lesson.example else { return false };
    let Some(geometry) = BoardGeometry::fit(area, orientation, BoardLabels::Shown) else { return false };
    let position = tree.node(tree.start()).position();
    let marks = BoardMarks::default().with_check(position);
    BoardWidget { pieces: position.board(), marks: &marks, orientation, theme: app.theme }
        .draw(geometry, buffer);
    true
}

/// The lesson of the list under the mouse.
pub(crate) fn hit(app: &App, area: Rect, column: u16, row: u16) -> Option<MouseHit> {
    let [_, middle, ..] = layout::rows(area);
    let inner = layout::inside_frame(lesson_places(Rect { height: middle.height + 1, ..middle }).list);
    if !inner.contains((column, row).into()) || app.practice.page == PracticePage::Record {
        return None;
    }
    let first = lesson_list(app, usize::from(inner.width)).first_shown(inner.height);
    match rows(app).get(first + usize::from(row - inner.y)) {
        Some(LessonListRow::Lesson(lesson)) => Some(MouseHit::Row(*lesson)),
        _ => None,
    }
}

/// A row of the list.
#[derive(Clone, Copy)]
enum LessonListRow {
    /// The chapter that begins with this lesson.
    Chapter(usize),
    Lesson(usize),
}

fn rows(app: &App) -> Vec<LessonListRow> {
    let lessons = &app.practice.lessons;
    let mut rows = Vec::with_capacity(lessons.len() * 2);
    for (index, lesson) in lessons.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &lessons[before].chapter);
        if before != Some(&lesson.chapter) {
            rows.push(LessonListRow::Chapter(index));
        }
        rows.push(LessonListRow::Lesson(index));
    }
    rows
}

fn lesson_list(app: &App, width: usize) -> Pane {
    let theme = app.theme;
    let rows = rows(app);
    let chosen =
        rows.iter().position(|row| matches!(row, LessonListRow::Lesson(at) if *at == app.practice.chosen));
    let lines = rows.iter().flat_map(|row| match row {
        LessonListRow::Chapter(at) => {
            vec![Line::from(span(theme, Role::Title, app.practice.lessons[*at].chapter.clone()))]
        }
        LessonListRow::Lesson(at) => form::list_rows(vec![lesson_entry(app, *at, width)], theme, width),
    });
    Pane::new(PaneId::List, "", lines.collect()).filling(chosen)
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
            TableStatus::Missing => span(theme, Role::Faint, format!("{} to build", policy.build_time())),
            _ => span(theme, Role::Faint, "new"),
        });
    }
    let name = vec![span(theme, Role::Ground, exercise.title.clone())];
    ListWidgetEntry { name, note, chosen }
}

fn draw_details(app: &App, lesson: &Lesson, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme;
    let exercise = app.practice.lesson_exercise(lesson);
    let mut pane = Pane::new(PaneId::Details, exercise.title.clone(), Vec::new());
    if lesson.example.is_some() {
        pane = pane.with_note(keys_note(app, [PracticeAction::Example], "example"));
    }
    let inner = draw_box(&pane, theme, area, buffer);
    let width = usize::from(inner.width);
    let mut body = wrap(
        vec![
            span(theme, Role::Strong, exercise.goal_text()),
            span(theme, Role::Faint, format!("   {}", difficulty_text(app, lesson))),
        ],
        width,
    );
    body.extend(table_lines(app, &exercise.material, width));
    body.extend(prose(theme, Role::Faint, &pass_text(app, lesson), width));
    for sentence in &exercise.idea {
        body.extend(prose(theme, Role::Ground, sentence, width));
    }
    body.push(Line::default());
    body.extend(wrap(record_line(app, &app.practice.progress, &exercise.id).spans, width));
    let tall = 4;
    let used = u16::try_from(body.len()).unwrap_or(u16::MAX);
    for (line, row) in body.into_iter().zip(inner.rows()) {
        line.render(row, buffer);
    }
    if inner.height > used + tall + 1 {
        let room = Rect { y: inner.y + used + 1, height: inner.height - used - 1, ..inner };
        if !draw_example(app, lesson, room, buffer) {
            draw_pieces(app, &exercise.material, Rect { height: tall, ..room }, buffer);
        }
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
        Goal::Mate | Goal::Promote | Goal::Resist if range == "1" => "move to mate",
        Goal::Mate | Goal::Promote | Goal::Resist => "moves to mate",
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
    let lost = match pass.max_moves_lost {
        0 => "no move lost".to_owned(),
        lost => format!("at most {} lost", pluralized(usize::from(lost), "move")),
    };
    let level = if starts.level_count() == 1 { String::new() } else { format!("{} ", level.name()) };
    format!(
        "To pass: {} in a row, {lost}, no help; {row} so far",
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
