//! Analysis to a fixed depth.

use crate::chess::Depth;
use crate::tui::analyze::request;
use crate::tui::context::UpdateContext;
use crate::tui::model::{AnalyzeState, Dialog, InputDialog, InputPurpose, Shared};

/// Opens the prompt for the depth at which analysis stops.
pub(crate) fn open_depth_input(analyze: &AnalyzeState, shared: &mut Shared) {
    let text = analyze.depth.map_or_else(String::new, |depth| depth.get().to_string());
    shared.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Depth, &text)));
}

/// Analyzes to this depth from now on, or infinitely where nothing is typed.
pub(crate) fn set_depth(analyze: &mut AnalyzeState, cx: &mut UpdateContext, text: &str) {
    let depth = match text.parse::<i16>() {
        _ if text.is_empty() => None,
        Ok(plies) if (1..=Depth::MAX.get()).contains(&plies) => Some(Depth::new(plies)),
        _ => {
            let most = Depth::MAX.get();
            return cx.shared.show_warning(format!(
                "\"{text}\" is not a depth: type a number from 1 to {most}, or nothing"
            ));
        }
    };
    analyze.depth = depth;
    request::restart_analysis(analyze, cx);
}
