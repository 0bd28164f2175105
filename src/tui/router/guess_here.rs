//! Where guessing moves begins outside its own page: at a game of the list, or at a position of an analysis.

use crate::chess::Color;
use crate::game::pgn::PgnGame;
use crate::tui::app::{App, Tab};
use crate::tui::games::state::GameReadPurpose;
use crate::tui::message::Effects;
use crate::tui::router::screens;
use crate::tui::{games, guess};

/// Begins to guess the moves of the chosen game, or of the game on the analysis board from the position on. Where that is
/// in a variation, the game goes that way.
pub(super) fn guess_here(app: &mut App, effects: &mut Effects) {
    match app.tab {
        Tab::Games => games::update::read_selected(app, GameReadPurpose::Guess, effects),
        Tab::Analyze => {
            let (walk, header) = (&app.analyze.walk, app.analyze.header.clone());
            let (tree, here) = (walk.tree(), walk.node_id());
            let (ply, side) = (tree.ply(here), walk.position().turn());
            let is_on_main_line = here == tree.start() || tree.main_line_from(tree.start()).contains(&here);
            let tree = if is_on_main_line { tree.clone() } else { tree.line_through(here) };
            screens::show_tab(app, Tab::Practice, effects);
            guess::update::begin(app, PgnGame { header, tree }, side, ply, effects);
        }
        Tab::Play | Tab::Practice | Tab::Tables => {}
    }
}

/// Begins to guess the moves of a game; `mine` is the user's side, where it is known.
pub(super) fn guess_game(app: &mut App, game: PgnGame, mine: Option<Color>, effects: &mut Effects) {
    screens::show_tab(app, Tab::Practice, effects);
    guess::update::begin_game(app, game, mine, effects);
}
