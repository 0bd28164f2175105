//! What the repertoires say of the position on the analysis board.

use crate::chess::names::color_name;
use crate::chess::{Color, Position, notation};
use crate::game::Repertoire;
use crate::tui::model::Shared;

/// What the repertoires have in a position, that of the side at the bottom first; None where neither has the position.
pub(super) fn text(shared: &Shared, position: &Position) -> Option<String> {
    let repertoires = shared.repertoires.as_ref()?;
    let bottom = shared.board.bottom;
    [bottom, !bottom].into_iter().find_map(|side| text_of(repertoires.of(side), side, position))
}

fn text_of(repertoire: &Repertoire, side: Color, position: &Position) -> Option<String> {
    let place = repertoire.find(position)?;
    let at = repertoire.at(place);
    let name = color_name(side);
    let moves: Vec<String> = at.moves().iter().map(|known| notation::san(position, known.mv)).collect();
    let moves = moves.join(", ");
    Some(match (repertoire.is_own_turn(place), at.is_end()) {
        (true, false) => format!("in your {name} repertoire: {moves}"),
        (true, true) => format!("your {name} repertoire has no move here"),
        (false, false) => format!("in your {name} repertoire, which answers {moves}"),
        (false, true) => format!("a line of your {name} repertoire ends here"),
    })
}
