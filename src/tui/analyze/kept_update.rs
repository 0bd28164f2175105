//! Keeps the analysis in the list of games before another game takes the board, if it has moves or notes of the user. A
//! game that was opened and left as it was is not kept.

use crate::game::GameId;
use crate::game::game_list::{ANALYSIS_EVENT, ANALYSIS_TAG};
use crate::game::own_game::GAME_TAG;
use crate::game::pgn::{self, PgnGame};
use crate::tui::context::UpdateContext;
use crate::tui::message::LibraryRequest;
use crate::tui::model::{AnalyzeState, KeptAnalysis};

/// Keeps the analysis on the board in the list of games, if the user has added to it since it was opened or kept
/// last. Returns whether it was.
pub(crate) fn keep_if_changed(analyze: &mut AnalyzeState, cx: &mut UpdateContext) -> bool {
    let tree = analyze.walk.tree().clone();
    if analyze.kept.has_all_of(&tree) {
        return false;
    }
    let before = analyze.kept.digest;
    let known = analyze.header.tag(ANALYSIS_TAG).and_then(GameId::of_mark).filter(|_| before.is_some());
    let id = known.unwrap_or_else(|| cx.shared.new_game_id());
    let header = &mut analyze.header;
    // A copy of a game that was played here is not that game.
    header.tags.retain(|(name, _)| name != GAME_TAG);
    header.set(ANALYSIS_TAG, id.mark());
    if header.tag("Event").is_none() {
        header.set("Event", ANALYSIS_EVENT);
    }
    if header.tag("Date").is_none() {
        header.set("Date", id.date_tag());
    }
    let text = pgn::write(&PgnGame { header: header.clone(), tree: tree.clone() });
    analyze.kept = KeptAnalysis::in_file(tree, &text);
    cx.effects.push(LibraryRequest::KeepAnalysis { id, before, text });
    true
}
