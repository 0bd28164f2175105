//! The list of drills.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use crate::chess::Material;
use crate::chess::names::counted;
use crate::practice::{Drill, Goal};
use crate::tui::app::endings::MADE_UNASKED;
use crate::tui::app::{App, Standing};
use crate::tui::keymap::Action;
use crate::tui::layout;
use crate::tui::theme::Role;
use crate::tui::update::{Hit, awaited};
use crate::tui::widget::form::{self, Entry};
use crate::tui::widget::pane::{Pane, draw_box};
use crate::tui::widget::text::{prose, span, wrap};

use super::drill::record_line;
use super::{key_of, tables};

/// Draws the list, and beside it what the chosen drill is about.
pub(super) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme;
    let practice = &app.practice;
    let facts = vec![
        counted(practice.drills.len(), "drill"),
        format!("streak {} d", practice.progress.streak_on(app.today)),
        format!("next seed {}", practice.seed),
    ];
    let middle = super::draw_around(app, &facts, area, buffer);
    let (list, about) = places(middle);
    let pane = Pane::new("Practice", Vec::new()).noted(vec![span(theme, Role::Faint, "what to master")]);
    let inner = draw_box(&pane, theme, list, buffer);
    body(app, usize::from(inner.width)).draw_body(inner, buffer);
    if let Some(drill) = practice.drills.get(practice.chosen) {
        draw_about(app, drill, about, buffer);
    }
}

/// The row of the list under the mouse.
pub(super) fn hit(app: &App, area: Rect, column: u16, row: u16) -> Option<Hit> {
    let inner = inner(area);
    if !inner.contains((column, row).into()) {
        return None;
    }
    let first = body(app, usize::from(inner.width)).first_shown(inner.height);
    let index = first + usize::from(row - inner.y);
    (index < app.practice.drills.len()).then_some(Hit::Row(index))
}

/// Where the rows of a list stand on a screen.
pub(super) fn inner(area: Rect) -> Rect {
    let [_, middle, ..] = layout::rows(area);
    let (list, _) = places(Rect { height: middle.height + 1, ..middle });
    Rect {
        x: list.x + 2,
        y: list.y + 1,
        width: list.width.saturating_sub(4),
        height: list.height.saturating_sub(2),
    }
}

fn body(app: &App, width: usize) -> Pane {
    let practice = &app.practice;
    let entries =
        practice.drills.iter().enumerate().map(|(index, drill)| entry(app, drill, index == practice.chosen));
    Pane::new("", form::list(entries.collect(), app.theme, width)).greedy(Some(practice.chosen))
}

/// Where a list stands, and beside or below it what is said of the chosen row.
pub(super) fn places(middle: Rect) -> (Rect, Rect) {
    if middle.width < 100 {
        let about = 9.min(middle.height / 2);
        let list = Rect { height: middle.height - about, ..middle };
        return (list, Rect { y: list.bottom(), height: about, ..middle });
    }
    let list = Rect { width: middle.width * 3 / 5, ..middle };
    (list, Rect { x: list.right(), width: middle.width - list.width, ..middle })
}

fn entry(app: &App, drill: &Drill, chosen: bool) -> Entry {
    let theme = app.theme;
    let record = app.practice.progress.drills.get(&drill.id);
    let mut note = Vec::new();
    if let Some(record) = record {
        let keeps = theme.glyphs().keeps;
        note.push(span(theme, Role::Best, format!("{keeps} {}", record.solved)));
        note.push(span(theme, Role::Faint, format!("/{} ", record.attempts)));
        note.push(span(theme, Role::Good, format!(" perfect {}", record.perfect)));
    } else {
        note.push(match app.standing(&drill.material) {
            Standing::Making(progress) => {
                span(theme, Role::Bound, format!("building {} %", progress.unwrap_or(0) / 10))
            }
            Standing::Missing if drill.material.men() > MADE_UNASKED => {
                span(theme, Role::Faint, "minutes to build")
            }
            Standing::Missing if drill.material.men() > 3 => span(theme, Role::Faint, "seconds to build"),
            _ => span(theme, Role::Faint, "new"),
        });
    }
    let name = vec![
        span(theme, Role::Strong, format!("{:<8}", drill.id)),
        span(theme, Role::Ground, drill.title.clone()),
    ];
    Entry { name, note, chosen }
}

fn draw_about(app: &App, drill: &Drill, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme;
    let pane = Pane::new(drill.title.clone(), Vec::new());
    let inner = draw_box(&pane, theme, area, buffer);
    let width = usize::from(inner.width);
    let goal = vec![
        span(theme, Role::Strong, drill.goal_text()),
        span(
            theme,
            Role::Faint,
            match drill.goal {
                Goal::Mate => format!("   at least {} away", counted(usize::from(drill.least), "move")),
                Goal::Hold { .. } => {
                    format!("   at least {} would lose", counted(usize::from(drill.least), "move"))
                }
            },
        ),
    ];
    let mut body = wrap(goal, width);
    body.extend(table_lines(app, drill, width));
    for sentence in &drill.advice {
        body.extend(prose(theme, Role::Ground, sentence, width));
    }
    body.push(Line::default());
    body.push(record_line(app, &app.practice.progress, &drill.id));
    let tall = 4;
    let used = u16::try_from(body.len()).unwrap_or(u16::MAX);
    for (line, row) in body.into_iter().zip(inner.rows()) {
        line.render(row, buffer);
    }
    if inner.height > used + tall + 1 {
        let men = Rect { y: inner.y + used + 1, height: tall, ..inner };
        draw_men(app, &drill.material, men, buffer);
    }
}

/// How the table of a drill stands where it is not there yet.
fn table_lines(app: &App, drill: &Drill, width: usize) -> Vec<Line<'static>> {
    let theme = app.theme;
    let material = &drill.material;
    let waits = awaited(app).as_ref() == Some(material);
    match app.standing(material) {
        Standing::Ready => Vec::new(),
        _ if material.men() <= 3 => {
            let text = "The tables are in the making; the drill waits for them.";
            prose(theme, Role::Warning, text, width)
        }
        Standing::Making(_) => {
            let mut lines = tables::making(app, material, width);
            if waits {
                let back = key_of(app, Action::Back).unwrap_or_default();
                let text = format!("The drill begins when it is there; {back} stops it.");
                lines.extend(prose(theme, Role::Warning, &text, width));
            }
            lines
        }
        Standing::Kept => prose(theme, Role::Faint, "Its table lies on the disk.", width),
        Standing::Missing => {
            let time = if material.men() > MADE_UNASKED { "minutes" } else { "seconds" };
            let text = format!("Its table is built when the drill is chosen: that takes {time}.");
            prose(theme, Role::Faint, &text, width)
        }
    }
}

/// The men of an ending as pictures in a row, on squares of both colors.
pub(super) fn draw_men(app: &App, material: &Material, area: Rect, buffer: &mut Buffer) {
    use crate::chess::{Color, Role as Man};
    use crate::tui::widget::board::draw_picture;
    let mut x = area.x;
    for color in [Color::White, Color::Black] {
        for role in [Man::King, Man::Queen, Man::Rook, Man::Bishop, Man::Knight, Man::Pawn] {
            for _ in 0..*material.side(color).get(role) {
                let place = Rect { x, width: area.height * 2, ..area };
                if place.right() > area.right() || app.theme.is_mono() {
                    return;
                }
                let even = ((x - area.x) / place.width).is_multiple_of(2);
                let ground = if even { Role::LightSquare } else { Role::DarkSquare };
                draw_picture(role.of(color), app.theme.fill(ground), app.theme, place, buffer);
                x += place.width;
            }
        }
    }
}
