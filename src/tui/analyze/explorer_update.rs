//! The opening explorer: shown and hidden, and the questions that follow the position on the board.

use std::sync::Arc;

use crate::chess::names::move_number;
use crate::chess::notation;
use crate::game::board_pattern::PawnStructure;
use crate::game::game_list::GameSet;
use crate::tui::board::move_list::move_list_entry;
use crate::tui::context::UpdateContext;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::model::explorer::ListedSearch;
use crate::tui::model::{AnalyzeState, Explorer, ExplorerEvent, ExplorerListing, GameSetFilter, Shared};
use crate::tui::navigation::{BoardPart, RowStep, Tab};

/// Shows or hides the explorer. Its question is sent by [`follow`].
pub(crate) fn toggle(analyze: &mut AnalyzeState, effects: &mut Effects) {
    let explorer = &mut analyze.explorer;
    if explorer.is_shown {
        explorer.hide();
        effects.push(Effect::CloseExplorer);
    } else {
        explorer.is_shown = true;
    }
}

/// Counts the games of the next source; a hidden explorer is shown first.
pub(super) const fn change_source(explorer: &mut Explorer) {
    if explorer.is_shown {
        explorer.source = explorer.source.next();
    }
    explorer.is_shown = true;
}

/// Lets the arrow keys choose a move of the explorer, or gives them back to the board. A hidden explorer is shown first.
pub(super) fn toggle_focus(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    if analyze.explorer.has_focus() {
        return analyze.explorer.leave();
    }
    cx.shared.board.clear_selection();
    cx.shared.board.cursor = None;
    analyze.explorer.enter();
}

/// Chooses the move in another row.
pub(super) fn choose_row(analyze: &mut AnalyzeState, step: RowStep) {
    let (position, next) = (analyze.shown_position(), analyze.next_move());
    analyze.explorer.choose(&position, next, step);
}

/// Plays the chosen move, or lists the games with it.
pub(super) fn use_row(analyze: &mut AnalyzeState, cx: &mut UpdateContext, action: ExplorerRowUse) {
    let position = analyze.shown_position();
    let Some((_, mv)) = analyze.explorer_row() else {
        return cx.shared.show_note(match analyze.explorer.answer(&position) {
            None => "The games of this position are still being counted",
            Some(_) => "The explorer has no move here",
        });
    };
    match action {
        ExplorerRowUse::Play => cx.effects.request(Request::Move(Box::new(position), mv)),
        ExplorerRowUse::List => analyze.explorer.want_list(ExplorerListing::After(mv)),
    }
}

/// What is done with the chosen move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExplorerRowUse {
    /// It is played.
    Play,
    /// The games with it are listed.
    List,
}

/// Lists the games of the library with the position on the board, or with a part of it. The explorer shows how those with the
/// position are looked for; the others are a search of the list.
pub(super) fn list_games(analyze: &mut AnalyzeState, cx: &mut UpdateContext, part: BoardPart) {
    let position = analyze.shown_position();
    let search = match part {
        BoardPart::Position => {
            analyze.explorer.is_shown = true;
            return analyze.explorer.want_list(ExplorerListing::Here);
        }
        BoardPart::Pawns => format!("pawns:{}", PawnStructure::of_position(&position)),
        BoardPart::Material => format!("material:{}", position.material()),
    };
    cx.effects.request(Request::SearchGames(search));
}

/// Asks about the position on the board, where the explorer shows another one or other games, or where the library has
/// changed. `listed` says what the list of games shows. Called after every message.
pub(crate) fn follow(
    analyze: &mut AnalyzeState,
    listed: ListedSearch<'_>,
    shared: &Shared,
    effects: &mut Effects,
) {
    if effects.change_library() {
        analyze.explorer.library_changed();
    }
    // While a mistake is tried again the explorer could give the better move away.
    let is_on_screen = analyze.explorer.is_shown && shared.tab == Tab::Analyze && analyze.retry().is_none();
    let position = is_on_screen.then(|| analyze.shown_position());
    let my_names = &shared.config.games.my_names;
    if let Some(question) = analyze.explorer.follow(position.as_ref(), my_names, listed) {
        effects.push(Effect::AskExplorer(question));
    }
}

/// Handles what the index of the library's games answers. What is about a position that was asked for earlier
/// is dropped.
pub(crate) fn receive_event(analyze: &mut AnalyzeState, cx: &mut UpdateContext, event: ExplorerEvent) {
    let explorer = &mut analyze.explorer;
    match event {
        ExplorerEvent::Indexing(percent) => explorer.indexing = explorer.is_shown.then_some(percent),
        ExplorerEvent::Answered(question, answer) => {
            explorer.indexing = None;
            explorer.receive(&question, answer);
        }
        ExplorerEvent::Located(question, places) => {
            let is_wanted = explorer.is_current(&question) && cx.shared.tab == Tab::Analyze;
            if is_wanted && places.is_empty() {
                cx.shared.show_note(explorer.source.no_game_text());
            } else if is_wanted {
                let label = match question.listed {
                    Some(ExplorerListing::After(mv)) => {
                        let position = &*question.position;
                        let number = move_number(position.fullmoves().get(), position.turn());
                        format!("after {number}{}", notation::san(position, mv))
                    }
                    Some(ExplorerListing::Here) | None => place_in_game(analyze),
                };
                let games = Arc::new(GameSet::ByPlace(places));
                let position = question.listed_position().map(|position| position.key());
                let filter = GameSetFilter { label, games, position };
                cx.effects.request(Request::ListGames(filter, question.file));
            }
        }
    }
}

/// The position on the board in words: the move that led to it.
fn place_in_game(analyze: &AnalyzeState) -> String {
    let entry = move_list_entry(&analyze.walk, analyze.walk.node_id());
    entry
        .filter(|_| analyze.walked_line.is_none())
        .map_or_else(|| "with this position".to_owned(), |entry| format!("after {}", entry.numbered_san()))
}
