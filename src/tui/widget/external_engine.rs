//! Output of an external engine, beside the built-in one: its name, its status, its progress, its lines.
//! Nothing of it is verified.

use ratatui::text::{Line as Text, Span};

use crate::analysis::AnalysisSnapshot;
use crate::chess::Position;
use crate::tui::model::PaneId;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::lines;
use crate::tui::widget::lines::WalkedLineView;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{count_text, prose, span};

/// What the pane is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct ExternalEnginePaneData<'a> {
    /// What the user calls the engine.
    pub name: &'a str,
    /// The position that its lines start in.
    pub position: &'a Position,
    /// What it has said so far.
    pub snapshot: Option<&'a AnalysisSnapshot>,
    /// Its status, in a word.
    pub state: &'a str,
    /// Why it has no (more) output, and what can be done about it.
    pub failure: Option<(&'a str, &'a str)>,
    /// The number of protocol errors, and the last one.
    pub oddities: Option<(u32, &'a str)>,
    /// The selected line, if it is one of these.
    pub step: Option<WalkedLineView<'a>>,
    /// How many lines were requested.
    pub requested_lines: usize,
}

/// The pane.
pub(crate) fn pane(data: &ExternalEnginePaneData, theme: Theme, width: usize) -> Pane {
    let note = vec![span(theme, Role::Faint, data.state.to_owned())];
    if let Some((trouble, way)) = data.failure {
        let mut body = prose(theme, Role::Error, trouble, width);
        body.extend(prose(theme, Role::Faint, way, width));
        return Pane::new(PaneId::ExternalEngine, data.name, body).with_rows_of_text(4);
    }
    let odd = data.oddities.map_or_else(Vec::new, |(count, last)| {
        let times =
            if count > 1 { format!("! {count} times odd, last: {last}") } else { format!("! {last}") };
        prose(theme, Role::Warning, &times, width)
    });
    let with_lines = data.snapshot.filter(|snapshot| !snapshot.report.lines.is_empty());
    let Some(snapshot) = with_lines else {
        let more = theme.glyphs().ellipsis;
        let mut body = vec![Text::from(span(theme, Role::Faint, format!("no answer yet{more}")))];
        body.extend(odd);
        return Pane::new(PaneId::ExternalEngine, data.name, body).with_note(note).with_min_rows(1);
    };
    let mut pane =
        lines::pane(&snapshot.report.lines, data.position, data.step, data.requested_lines, theme, width);
    for text in std::iter::once(&mut pane.body).chain(&mut pane.longer) {
        text.extend(odd.iter().cloned());
    }
    (pane.id, pane.title) = (PaneId::ExternalEngine, data.name.to_owned());
    pane.with_head(Some(Text::from(progress_spans(snapshot, theme)))).with_note(note)
}

/// `depth 24/36 · 12.3M nodes · 1.1M/s`, as the engine reports it.
fn progress_spans(snapshot: &AnalysisSnapshot, theme: Theme) -> Vec<Span<'static>> {
    let (report, dot) = (&snapshot.report, theme.glyphs().dot);
    let mut texts = vec![format!("depth {}/{}", report.depth, report.seldepth)];
    if report.nodes > 0 {
        texts.push(format!("{} nodes", count_text(report.nodes)));
    }
    if report.nodes > 0 && !report.time.is_zero() {
        texts.push(format!("{}/s", count_text(report.nodes_per_second())));
    }
    vec![span(theme, Role::Faint, texts.join(&format!(" {dot} ")))]
}
