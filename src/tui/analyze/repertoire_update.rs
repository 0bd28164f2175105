//! Changes of the repertoires from the analysis board: its line is added, its last move removed.

use crate::chess::Color;
use crate::chess::names::{color_name, pluralized};
use crate::game::Opening;
use crate::game::repertoire::RepertoireEdit;
use crate::tui::context::UpdateContext;
use crate::tui::model::{AnalyzeState, RepertoireRequest, Shared};

/// Adds the line on the board to the repertoire of the side at the bottom.
pub(crate) fn add_line(analyze: &AnalyzeState, cx: &mut UpdateContext) {
    let walk = &analyze.walk;
    let (tree, to) = (walk.tree(), walk.node_id());
    if to == tree.start() {
        return cx.shared.show_note("Play the line first: it is added up to the position on the board");
    }
    let side = cx.shared.board.bottom;
    // A line that begins a chapter gives it the name of its opening.
    let title = Opening::at(tree, to).map_or_else(String::new, Opening::name);
    let edit = RepertoireEdit::AddLine { line: tree.clone(), to, title };
    cx.effects.push(RepertoireRequest::Edit(side, Box::new(edit)));
}

/// Removes the last move on the board, with all that follows it, from the repertoire of the side at the bottom.
pub(crate) fn remove_move(analyze: &AnalyzeState, cx: &mut UpdateContext) {
    let side = cx.shared.board.bottom;
    if let Some(edit) = last_move(analyze, cx.shared, side) {
        cx.effects.push(RepertoireRequest::Edit(side, Box::new(edit)));
    } else {
        let name = color_name(side);
        cx.shared.show_note(format!("The last move is not in your {name} repertoire"));
    }
}

/// The removal of the last move on the board, where the repertoire has it.
fn last_move(analyze: &AnalyzeState, shared: &Shared, side: Color) -> Option<RepertoireEdit> {
    let tree = analyze.walk.tree();
    let node = tree.node(analyze.walk.node_id());
    let (position, mv) = (tree.node(node.parent()?).position(), node.mv()?);
    let repertoire = shared.repertoires.as_ref()?.of(side);
    let at = repertoire.at(repertoire.find(position)?);
    let is_written = at.find(mv).is_some() || at.warnings().iter().any(|warning| warning.mv == mv);
    is_written.then(|| RepertoireEdit::RemoveMove { position: position.clone(), mv })
}

/// Says what has become of a change.
pub(crate) fn show_edited(shared: &mut Shared, side: Color, moves: usize, is_removal: bool) {
    let name = color_name(side);
    shared.show_note(match (moves, is_removal) {
        (0, false) => format!("This line is in your {name} repertoire already"),
        (moves, false) => format!("{} added to your {name} repertoire", pluralized(moves, "move")),
        (moves, true) => {
            format!(
                "{} removed from your {name} repertoire; the file before is kept in its trash",
                pluralized(moves, "move")
            )
        }
    });
}
