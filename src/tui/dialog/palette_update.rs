//! The palette: a search among the actions of the screen.

use crate::tui::context::UpdateContext;
use crate::tui::keymap::{ACTIONS, Action, ActionSpec, AppAction, KeyContext, PaletteAction};
use crate::tui::message::Request;
use crate::tui::model::Dialog;

/// Performs an action of the palette.
pub(crate) fn act(screen_contexts: &[KeyContext], cx: &mut UpdateContext, action: PaletteAction) {
    let is_palette = |dialog: &mut Dialog| matches!(dialog, Dialog::Palette(_));
    let Some(Dialog::Palette(mut palette)) = cx.shared.dialog.take_if(is_palette) else { return };
    let matching = matching_actions(screen_contexts, palette.input.value());
    match action {
        PaletteAction::Rows(step) => {
            palette.chosen = step.from(palette.chosen, matching.len().saturating_sub(1));
            cx.shared.dialog = Some(Dialog::Palette(palette));
        }
        PaletteAction::Run => {
            if let Some(spec) = matching.get(palette.chosen) {
                cx.effects.request(Request::Act(spec.action));
            }
        }
    }
}

/// The actions of the palette that match a search, best first: those of the screen below it.
#[must_use]
pub(crate) fn matching_actions(screen_contexts: &[KeyContext], search: &str) -> Vec<&'static ActionSpec> {
    let needle = search.trim().to_lowercase();
    let contexts = screen_contexts.to_vec();
    let mut fitting: Vec<(usize, &'static ActionSpec)> = ACTIONS
        .iter()
        .filter(|spec| spec.exists_here() && spec.action.is_in(&contexts))
        .filter(|spec| !matches!(spec.action, Action::App(AppAction::Palette | AppAction::Back)))
        .filter_map(|spec| Some((rank(spec, &needle)?, spec)))
        .collect();
    fitting.sort_by_key(|(rank, _)| *rank);
    fitting.into_iter().map(|(_, spec)| spec).collect()
}

/// How well an action matches a search: 0 is best, None not at all.
fn rank(spec: &ActionSpec, needle: &str) -> Option<usize> {
    let help = spec.help.to_lowercase();
    match () {
        () if spec.name.starts_with(needle) => Some(0),
        () if spec.name.contains(needle) => Some(1),
        () if help.contains(needle) => Some(2),
        () if needle.split(' ').all(|word| help.contains(word) || spec.name.contains(word)) => Some(3),
        () => None,
    }
}
