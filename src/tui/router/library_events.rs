//! Results of the library worker, passed to the feature that they are for.

use crate::tui::app::App;
use crate::tui::background::library_review;
use crate::tui::message::Effects;
use crate::tui::model::{LibraryEvent, RepertoireEvent};
use crate::tui::{analyze, games, puzzle, repertoire};

/// Handles a result of the library worker.
pub(super) fn receive_event(app: &mut App, event: LibraryEvent, effects: &mut Effects) {
    if event.changes_library() {
        app.analyze.explorer.library_changed();
    }
    match event {
        LibraryEvent::Renamed { from, to } => {
            if app.play.game_id == from {
                app.play.game_id = to;
            }
            app.shared
                .show_warning("Another program has changed this game's file: the game goes on in a copy");
        }
        LibraryEvent::UnreviewedListed(games) => {
            library_review::games_listed(&mut app.shared.with(effects), games);
        }
        LibraryEvent::UnreviewedRead(game, review) => {
            library_review::game_read(
                &mut app.practice_tab.with(&mut app.shared, effects),
                game.map(|game| *game),
                review.as_deref(),
            );
        }
        LibraryEvent::LibraryReviewFailed(reason) => library_review::failed(&mut app.shared, reason),
        LibraryEvent::AnalysesRead(kept) => {
            app.analyze.cache.restore(kept);
            analyze::request::show_restored(&mut app.analyze, &mut app.shared);
        }
        LibraryEvent::PuzzleSetsRead(sets, problems) => {
            puzzle::update::receive_sets(&mut app.puzzles, sets);
            if !problems.is_empty() {
                app.shared
                    .show_warning(format!("Some imported puzzles are missing: {}", problems.join("; ")));
            }
        }
        LibraryEvent::Repertoire(RepertoireEvent::Read(repertoires, problems)) => {
            let cx = &mut app.practice_tab.with(&mut app.shared, effects);
            repertoire::update::receive(&mut app.repertoire, cx, *repertoires);
            if let Some(first) = problems.first() {
                let more = match problems.len() {
                    1 => String::new(),
                    count => format!(" (and {} more: matescope repertoire check)", count - 1),
                };
                app.shared.show_warning(format!("{first}{more}"));
            }
        }
        LibraryEvent::Repertoire(RepertoireEvent::Edited(side, moves, is_removal)) => {
            analyze::repertoire_update::show_edited(&mut app.shared, side, moves, is_removal);
        }
        LibraryEvent::Repertoire(RepertoireEvent::RepliesCounted(of, counts)) => {
            repertoire::update::receive_counts(&mut app.repertoire, &of, counts);
        }
        LibraryEvent::MistakeCardsRead(deck) => app.practice_tab.mistakes = *deck,
        LibraryEvent::FindingsUnsaved(reason) => {
            library_review::unsaved(&mut app.shared.with(effects), reason);
        }
        LibraryEvent::DuplicatesFound(found) => {
            games::duplicates_update::found(&mut app.shared.with(effects), found);
        }
        LibraryEvent::DuplicatesFailed(reason) => games::duplicates_update::failed(&mut app.shared, reason),
        LibraryEvent::TextsCompared(texts, result) => {
            games::duplicates_update::compared(&mut app.shared, &texts, result);
        }
        LibraryEvent::TextsMerged(result) => {
            if result.is_ok() {
                games::update::enter(&mut app.games, &mut app.shared.with(effects));
            }
            games::duplicates_update::merged(&mut app.shared.with(effects), result);
        }
        event => games::update::receive_library_event(&mut app.games, &mut app.shared.with(effects), event),
    }
}
