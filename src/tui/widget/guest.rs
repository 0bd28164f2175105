//! What an engine outside says, beside the built-in one: its name, how it stands with it, how far it is, its
//! lines. All of it is its word.

use ratatui::text::{Line as Text, Span};

use crate::analysis::Snapshot;
use crate::chess::Position;
use crate::tui::theme::{Role, Theme};

use super::lines::{self, Step};
use super::pane::Pane;
use super::text::{count, prose, span};

/// What the pane is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// What the user calls the engine.
    pub name: &'a str,
    /// The position that its lines start in.
    pub position: &'a Position,
    /// What it has said so far.
    pub snapshot: Option<&'a Snapshot>,
    /// What it does, in a word.
    pub state: &'a str,
    /// Why it says nothing (more), and what can be done about it.
    pub trouble: Option<(&'a str, &'a str)>,
    /// How often something was odd, and what was last.
    pub oddities: Option<(u32, &'a str)>,
    /// The line that is walked, if it is one of these.
    pub step: Option<Step<'a>>,
    /// How many lines were asked for.
    pub wanted: usize,
}

/// The pane.
#[must_use]
pub fn pane(facts: &Facts, theme: Theme, width: usize) -> Pane {
    let note = vec![span(theme, Role::Faint, facts.state.to_owned())];
    if let Some((trouble, way)) = facts.trouble {
        let mut body = prose(theme, Role::Error, trouble, width);
        body.extend(prose(theme, Role::Faint, way, width));
        let least = u16::try_from(body.len()).unwrap_or(3).min(4);
        return Pane::new(facts.name, body).at_least(least);
    }
    let odd = facts.oddities.map_or_else(Vec::new, |(count, last)| {
        let times =
            if count > 1 { format!("! {count} times odd, last: {last}") } else { format!("! {last}") };
        prose(theme, Role::Warning, &times, width)
    });
    let told = facts.snapshot.filter(|snapshot| !snapshot.report.lines.is_empty());
    let Some(snapshot) = told else {
        let more = theme.glyphs().more;
        let mut body = vec![Text::from(span(theme, Role::Faint, format!("no answer yet{more}")))];
        body.extend(odd);
        return Pane::new(facts.name, body).noted(note).at_least(1);
    };
    let mut pane =
        lines::pane(&snapshot.report.lines, facts.position, facts.step, facts.wanted, theme, width);
    for text in std::iter::once(&mut pane.body).chain(&mut pane.longer) {
        text.extend(odd.iter().cloned());
    }
    facts.name.clone_into(&mut pane.title);
    pane.headed(Some(Text::from(progress(snapshot, theme)))).noted(note)
}

/// `depth 24/36 · 12.3M nodes · 1.1M/s`, as the engine tells it.
fn progress(snapshot: &Snapshot, theme: Theme) -> Vec<Span<'static>> {
    let (report, dot) = (&snapshot.report, theme.glyphs().dot);
    let mut parts = vec![format!("depth {}/{}", report.depth, report.seldepth)];
    if report.nodes > 0 {
        parts.push(format!("{} nodes", count(report.nodes)));
    }
    if report.nodes > 0 && !report.time.is_zero() {
        parts.push(format!("{}/s", count(report.nodes_per_second())));
    }
    vec![span(theme, Role::Faint, parts.join(&format!(" {dot} ")))]
}
