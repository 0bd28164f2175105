//! The list of drills.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use crate::practice::Drill;
use crate::tui::app::{App, Tables};
use crate::tui::layout;
use crate::tui::theme::Role;
use crate::tui::update::Hit;
use crate::tui::widget::form::{self, Entry};
use crate::tui::widget::pane::{Pane, draw_box};
use crate::tui::widget::text::{counted, prose, span, wrap};

use super::drill::record_line;

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
    let entries =
        practice.drills.iter().enumerate().map(|(index, drill)| entry(app, drill, index == practice.chosen));
    let entries: Vec<Entry> = entries.collect();
    let pane = Pane::new("Practice", Vec::new()).noted(vec![span(theme, Role::Faint, "what to master")]);
    let inner = draw_box(&pane, theme, list, buffer);
    let rows = form::list(entries, theme, usize::from(inner.width));
    let pane = Pane::new("", rows).greedy(Some(practice.chosen));
    pane.draw_body(inner, buffer);
    if let Some(drill) = practice.drills.get(practice.chosen) {
        draw_about(app, drill, about, buffer);
    }
}

/// The row of the list under the mouse.
pub(super) fn hit(app: &App, area: Rect, column: u16, row: u16) -> Option<Hit> {
    let [_, middle, ..] = layout::rows(area);
    let (list, _) = places(Rect { height: middle.height + 1, ..middle });
    let inner = Rect {
        x: list.x + 1,
        y: list.y + 1,
        width: list.width.saturating_sub(2),
        height: list.height.saturating_sub(2),
    };
    let index = usize::from(row.checked_sub(inner.y)?);
    (inner.contains((column, row).into()) && index < app.practice.drills.len()).then_some(Hit::Row(index))
}

fn places(middle: Rect) -> (Rect, Rect) {
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
        note.push(span(theme, Role::Faint, "new"));
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
            format!("   at least {} from the goal", counted(usize::from(drill.least), "move")),
        ),
    ];
    let mut body = wrap(goal, width);
    for sentence in &drill.advice {
        body.extend(prose(theme, Role::Ground, sentence, width));
    }
    body.push(Line::default());
    body.push(record_line(app, &app.practice.progress, &drill.id));
    if app.truth.tables == Tables::Building {
        body.push(Line::from(span(
            theme,
            Role::Warning,
            "The tables are in the making; the drill waits for them.",
        )));
    }
    let tall = 4;
    let used = u16::try_from(body.len()).unwrap_or(u16::MAX);
    for (line, row) in body.into_iter().zip(inner.rows()) {
        line.render(row, buffer);
    }
    if inner.height > used + tall + 1 {
        let men = Rect { y: inner.y + used + 1, height: tall, ..inner };
        draw_men(app, drill, men, buffer);
    }
}

/// The men of a drill as pictures in a row, on squares of both colors.
fn draw_men(app: &App, drill: &Drill, area: Rect, buffer: &mut Buffer) {
    use crate::chess::{Color, Role as Man};
    use crate::tui::widget::board::draw_picture;
    let mut x = area.x;
    for color in [Color::White, Color::Black] {
        for role in [Man::King, Man::Queen, Man::Rook, Man::Bishop, Man::Knight, Man::Pawn] {
            for _ in 0..*drill.material.side(color).get(role) {
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
