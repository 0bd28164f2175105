//! Saved searches: a name is given to the present one, and one of them is taken or deleted.

use std::sync::Arc;

use tui_input::Input;

use crate::game::GameQuery;
use crate::game::saved_searches::search_name;
use crate::game::{SavedSearch, SavedSearches};
use crate::tui::context::UpdateContext;
use crate::tui::keymap::SearchListAction;
use crate::tui::message::LibraryRequest;
use crate::tui::model::dialog::{InputDialog, SearchListDialog};
use crate::tui::model::{
    Dialog, ExportConsent, GameFilterFocus, GamesState, InputPurpose, Shared, WriteObstacle,
};

/// Opens the line for the name of the present search.
pub(super) fn open_input(games: &GamesState, shared: &mut Shared) {
    if games.filter_input.value().trim().is_empty() {
        return shared.show_note("Type a search first: then it gets a name");
    }
    if let Some(problem) = &games.filter_problem {
        return shared.show_warning(format!("This search is not saved: {problem}"));
    }
    shared.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::SearchName, "")));
}

/// Saves the present search under a name.
pub(crate) fn save(games: &GamesState, cx: &mut UpdateContext, typed: &str, agreed: ExportConsent) {
    let ask_again = |shared: &mut Shared, obstacle| {
        let dialog = InputDialog::new(InputPurpose::SearchName, typed);
        shared.dialog = Some(Dialog::Input(InputDialog { obstacle, ..dialog }));
    };
    let name = match search_name(typed) {
        Ok(name) => name,
        Err(problem) => {
            cx.shared.show_warning(problem.to_string());
            return ask_again(cx.shared, None);
        }
    };
    if games.searches.get(&name).is_some() && agreed == ExportConsent::NotGiven {
        return ask_again(cx.shared, Some(WriteObstacle::SearchExists));
    }
    let query = games.filter_input.value().split_whitespace().collect::<Vec<_>>().join(" ");
    let search = SavedSearch { name, query };
    if let Some(problem) = problem_of(games, &search) {
        cx.shared.show_warning(problem);
        return ask_again(cx.shared, None);
    }
    cx.effects.push(LibraryRequest::SaveSearch(search, agreed));
}

/// What would be wrong with a search once it is saved: it may stand for itself then.
fn problem_of(games: &GamesState, search: &SavedSearch) -> Option<String> {
    let is_other = |other: &&SavedSearch| other.name.to_lowercase() != search.name.to_lowercase();
    let others = games.searches.all().iter().filter(is_other).cloned();
    let searches = SavedSearches::new(others.chain([search.clone()]).collect());
    let query = GameQuery::with_searches(&format!("@{}", search.name), &[], &searches);
    query.problem().map(ToString::to_string)
}

/// Opens the list of saved searches.
pub(super) fn open_list(games: &GamesState, cx: &mut UpdateContext) {
    cx.effects.push(LibraryRequest::ReadSearches);
    let searches = Arc::clone(&games.searches);
    cx.shared.dialog = Some(Dialog::Searches(SearchListDialog { searches, ..SearchListDialog::default() }));
}

/// Takes the saved searches that were read or have changed.
pub(super) fn receive(games: &mut GamesState, shared: &mut Shared, searches: Arc<SavedSearches>) {
    if let Some(Dialog::Searches(list)) = &mut shared.dialog {
        list.searches = Arc::clone(&searches);
    }
    games.set_searches(searches, &shared.config.games.my_names);
}

/// Performs an action of the list of saved searches.
pub(super) fn act(games: &mut GamesState, cx: &mut UpdateContext, action: SearchListAction) {
    let is_list = |dialog: &mut Dialog| matches!(dialog, Dialog::Searches(_));
    let Some(Dialog::Searches(mut list)) = cx.shared.dialog.take_if(is_list) else { return };
    let bottom = list.searches.all().len().saturating_sub(1);
    list.chosen = list.chosen.min(bottom);
    let search = list.searches.all().get(list.chosen).cloned();
    let doomed = list.removal_to_confirm.take();
    match (action, search) {
        (SearchListAction::Rows(step), _) => list.chosen = step.from(list.chosen, bottom),
        (SearchListAction::Use, Some(search)) => return search_with(games, cx, &search),
        (SearchListAction::Remove, Some(search)) if doomed.as_ref() == Some(&search.name) => {
            cx.effects.push(LibraryRequest::DeleteSearch(search));
        }
        (SearchListAction::Remove, Some(search)) => list.removal_to_confirm = Some(search.name),
        (SearchListAction::Use | SearchListAction::Remove, None) => {}
    }
    cx.shared.dialog = Some(Dialog::Searches(list));
}

/// Searches with a saved search.
fn search_with(games: &mut GamesState, cx: &mut UpdateContext, search: &SavedSearch) {
    games.filter_input = Input::new(format!("@{}", search.name));
    games.filter_focus = GameFilterFocus::Browsing;
    games.chosen = 0;
    games.apply_filter(&cx.shared.config.games.my_names);
}
