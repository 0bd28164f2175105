//! The tables of a position in words: how far one is built, what one says.

use ratatui::text::Line;

use crate::chess::Material;
use crate::chess::table_policy::TablePolicy;
use crate::game::TreeCursor;
use crate::tui::background::endgame_tables;
use crate::tui::keymap::BoardAction;
use crate::tui::model::table_builds::build_time_text;
use crate::tui::model::{TableNotBuiltReason, TableStatus};
use crate::tui::scene::{ViewContext, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::gauge;
use crate::tui::widget::text::{width_of, wrap};

/// `building KQvKR  ████░░░░  45 %`, and which part of it is being made.
pub(crate) fn build_progress(view: &ViewContext, material: &Material) -> Vec<Line<'static>> {
    let theme = view.theme;
    let Some(work) = view.shared.table_builds.pending_of(material) else { return Vec::new() };
    let Some(progress) = work.progress else {
        return view.prose(Role::Faint, &format!("reading the {} table", work.material));
    };
    let head = view.span(Role::Ground, format!("building {} ", progress.requested));
    let tail = view.span(Role::Strong, format!(" {} %", progress.permille / 10));
    let room = view.width.saturating_sub(head.width() + tail.width());
    let mut spans = vec![head];
    if room >= 4 {
        spans.extend(gauge::progress_bar(progress.permille, room.min(16), theme));
    }
    spans.push(tail);
    let mut lines =
        if width_of(&spans) <= view.width { vec![Line::from(spans)] } else { wrap(spans, view.width) };
    if progress.material != progress.requested {
        let text = format!("first what it leads to: {}", progress.material);
        lines.extend(view.prose(Role::Faint, &text));
    }
    lines
}

/// What the verdict says of the table of the analyzed position while it does not speak itself.
pub(crate) fn verdict_lines(view: &ViewContext, walk: &TreeCursor) -> Vec<Line<'static>> {
    let position = walk.position();
    if !endgame_tables::has_table(position) || walk.termination().is_some() {
        return Vec::new();
    }
    let material = position.material();
    let policy = TablePolicy::of(&material);
    let key = key_for_footer(view, BoardAction::BuildTable);
    match (view.shared.table_status(&material), key) {
        (TableStatus::Building(_), key) => {
            let mut lines = build_progress(view, &material);
            let text = match key {
                Some(key) if !policy.is_built_unasked() => {
                    let seconds =
                        view.shared.table_builds.pending_of(&material).map_or(0, |build| build.seconds);
                    format!(
                        "exact when it is there, about {} in all; {key} stops it",
                        build_time_text(seconds)
                    )
                }
                _ => "exact in a moment".to_owned(),
            };
            lines.extend(view.prose(Role::Faint, &text));
            lines
        }
        (TableStatus::Missing | TableStatus::Saved, Some(key)) if !policy.is_built_at_start() => {
            let mut lines = not_built_lines(view, &material);
            let time = view.shared.build_time(&material);
            let spans = vec![
                view.span(Role::Faint, format!("{material} can be built ({time}): ")),
                view.span(Role::Key, key),
            ];
            lines.extend(wrap(spans, view.width));
            lines
        }
        _ => Vec::new(),
    }
}

/// Why an ending could not be made.
pub(crate) fn not_built_lines(view: &ViewContext, material: &Material) -> Vec<Line<'static>> {
    match view.shared.table_builds.not_built_reason(material) {
        Some(TableNotBuiltReason::Failed(reason)) => {
            view.prose(Role::Error, &format!("It could not be built: {reason}"))
        }
        Some(TableNotBuiltReason::Stopped) | None => Vec::new(),
    }
}
