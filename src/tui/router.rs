//! Which feature handles a message. Nothing here has side effects; they are returned as `Effect`s.
//!
//! Reading order: [`update`], then `act` (who does an action), `screens` and `boards` (what all or several screens do),
//! `moves` (a move on any board), `pointer` (the mouse), `dialogs` (what is drawn over a screen).

pub(crate) mod act;
pub mod availability;
mod boards;
mod copy;
pub(crate) mod dialogs;
mod external_engine;
mod library_events;
pub(crate) mod moves;
mod paste;
mod pointer;
mod screens;
pub mod settings;
mod table_events;

use tui_input::Input;

use crate::analysis::protocol::GameAnalysisPurpose;
use crate::analysis::{AnalysisEvent, AnalysisPurpose, AnalysisSnapshot};
use crate::chess::text::capitalized;
use crate::tui::analyze::review;
use crate::tui::app::App;
use crate::tui::background::{external_engines, library_review};
use crate::tui::keymap::PracticeAction;
use crate::tui::message::{Effect, Effects, Message, Request, TimedMessage};
use crate::tui::model::shared::clipped_size;
use crate::tui::model::{
    CurrentAnalysis, CurrentAnalysisStatus, ExplorerSource, GameReadPurpose, ThreePieceTables,
};
use crate::tui::navigation::Tab;
use crate::tui::{
    aids, analyze, board, editor, engines, games, guess, play, practice, practice_features, proof, puzzle,
    quiz, tables, text_reading,
};

/// Handles a message: changes the state and returns the effects.
pub fn update(app: &mut App, msg: TimedMessage) -> Vec<Effect> {
    app.shared.now = app.shared.now.max(msg.at);
    let mut effects = Effects::default();
    let seen = board::motion_update::snapshot_before(&app.shared, &msg.message, || app.board_snapshot());
    app.shared.is_user_input = msg.message.is_input();
    if app.shared.is_user_input {
        app.shared.toasts.retain(|toast| !toast.is_response);
    }
    match msg.message {
        Message::Action(action) => act::act(app, action, &mut effects),
        Message::TypeChar(c) => dialogs::type_character(app, c, &mut effects),
        Message::TypeText(text) => dialogs::type_text(app, &text, &mut effects),
        Message::Edit(request) => dialogs::edit(app, request, &mut effects),
        Message::EditFilter(edits) => dialogs::edit_filter(app, edits, &mut effects),
        Message::Mouse(gesture, hit) => pointer::mouse(app, gesture, hit, &mut effects),
        Message::Paste(text) => dialogs::paste(app, text, &mut effects),
        Message::EditPosition(edit) => editor::update::change(&mut app.editor, edit),
        Message::Resize(columns, rows) => app.shared.size = clipped_size(columns, rows),
        Message::Focus(focus) => app.shared.focus = focus,
        Message::Analysis(update) => receive_analysis(app, update, &mut effects),
        Message::ExternalEngine(process_id, update) => {
            external_engine::receive_update(app, &process_id, update, &mut effects);
        }
        Message::EnginesFound(found) => app.shared.engines.detected = found,
        Message::EngineCommandParsed(command) => {
            engines::update::added(&mut app.shared.with(&mut effects), command);
        }
        Message::OracleReady(truth) => app.shared.oracle = truth,
        Message::ResumeGame => {
            play::engine_turn::start_engine_turn(&mut app.play, &mut app.shared.with(&mut effects));
        }
        Message::Analyze(position) => {
            analyze::update::open_position(&mut app.analyze, &mut app.shared.with(&mut effects), *position);
        }
        Message::Practice(chosen) => {
            app.shared.tab = Tab::Practice;
            app.practice_tab.course.chosen = chosen;
            act::act(app, PracticeAction::Begin.into(), &mut effects);
        }
        Message::OpenFile(file) => {
            games::update::open_file(&mut app.games, &mut app.shared.with(&mut effects), file);
        }
        Message::OpenText(text) => {
            games::update::open_text(&mut app.games, &mut app.shared.with(&mut effects), text);
        }
        Message::TextProgress(id, thousandths) => {
            text_reading::update::progress(&mut app.shared, id, thousandths);
        }
        Message::TextRead(id, text, result) => {
            text_reading::update::finish(&mut app.shared, id, text, result);
        }
        Message::Library(event) => library_events::receive_event(app, event, &mut effects),
        Message::Explorer(event) => {
            let (analyze, cx) = (&mut app.analyze, &mut app.shared.with(&mut effects));
            analyze::explorer_update::receive_event(analyze, cx, event);
        }
        Message::Deadline => paste::read_appended(app),
        Message::SavedTables(kept) => {
            app.shared.table_builds.saved_sizes = kept.into_iter().collect();
            table_events::saved_tables_listed(app, &mut effects);
        }
        Message::DateChanged(day) => {
            app.shared.today = day;
            app.practice_tab.count_repertoire_cards(&app.shared);
        }
        Message::PracticeRecord(record) => {
            app.practice_tab.merge_record(*record);
            app.practice_tab.count_repertoire_cards(&app.shared);
        }
        Message::EffectFailed(text) => app.shared.show_error(text),
        Message::ImagesSupported => app.shared.theme = app.shared.theme.with_images(true),
        Message::SettingsChanged(new) => settings::apply(app, *new, &mut effects),
        Message::ProcessContinued => effects.push(Effect::Redraw),
        Message::Terminate => screens::quit(app, &mut effects),
    }
    answer_requests(app, &mut effects);
    paste::show_when_idle(app, &mut effects);
    boards::update_distances(app);
    quiz::update::update_clock(&mut app.practice_tab, &app.shared);
    quiz::update::finish_if_over(&mut app.practice_tab.with(&mut app.shared, &mut effects));
    puzzle::update::update_clock(&mut app.practice_tab, &app.shared, app.editor.open.is_some());
    puzzle::update::finish_if_over(&mut app.practice_tab.with(&mut app.shared, &mut effects));
    play::watching::play_delayed(&mut app.play, &mut app.shared.with(&mut effects));
    answer_requests(app, &mut effects);
    play::update::check_clock(&mut app.play, &mut app.shared.with(&mut effects));
    let is_busy = screens::is_machine_needed(app);
    library_review::pace(&mut app.shared.with(&mut effects), is_busy);
    games::statistics::update::cancel_if_left(&mut app.games, &mut app.shared.with(&mut effects));
    games::update::follow_search(&mut app.games, &mut app.shared.with(&mut effects));
    games::reviews_update::request_accuracies(&mut app.games, &mut app.shared.with(&mut effects));
    let listed = app.games.listed_search();
    analyze::explorer_update::follow(&mut app.analyze, listed, &app.shared, &mut effects);
    app.games.on_board = Some(app.game_on_board());
    app.shared.toasts.retain(|toast| toast.until > app.shared.now);
    let shown = seen.as_ref().and_then(|_| app.board_snapshot());
    board::motion_update::start_animation(&mut app.shared, seen, shown);
    effects.into_effects()
}

/// Handles the features' requests to each other, until none is left.
fn answer_requests(app: &mut App, effects: &mut Effects) {
    while let Some(request) = effects.next_request() {
        match request {
            Request::Act(action) => act::act(app, action, effects),
            Request::ShowTab(tab) => screens::show_tab(app, tab, effects),
            Request::Analyze(position) => {
                analyze::update::open_position(&mut app.analyze, &mut app.shared.with(effects), *position);
            }
            Request::OpenGame { game, kept, mine, purpose, position } => {
                if let Some(game) = practice_features::begin_with_game(app, purpose, *game, mine, effects) {
                    let (analyze, cx) = (&mut app.analyze, &mut app.shared.with(effects));
                    analyze::update::open_game(analyze, cx, game, kept.as_deref());
                    if purpose == GameReadPurpose::Review && analyze.review.is_none() {
                        review::update::begin(analyze, cx);
                    } else if let Some(position) = position {
                        analyze::request::go_to_position(analyze, cx, position);
                    }
                }
            }
            Request::SearchWithAnalyst => {
                external_engines::search_with_analyst(&app.analyze, &mut app.shared.with(effects));
            }
            Request::ToggleBuiltInEngine => external_engine::toggle_built_in(app, effects),
            Request::PlayFrom(position) => {
                play::new_game::play_from(&mut app.play, &mut app.shared.with(effects), *position);
            }
            Request::Move(position, mv) => moves::request(app, &position, mv, effects),
            Request::StartEngineTurn => {
                play::engine_turn::start_engine_turn(&mut app.play, &mut app.shared.with(effects));
            }
            Request::CloseProof => proof::update::close(&mut app.proof, effects),
            Request::RecordHelp => practice::update::record_help(&mut app.practice_tab),
            Request::CancelPendingRound => {
                _ = practice::start::cancel_pending(
                    &mut app.practice,
                    &mut app.practice_tab.with(&mut app.shared, effects),
                );
            }
            Request::Practice(position) => {
                let editor = app.editor.open.take();
                if practice::start::begin_from(
                    &mut app.practice,
                    &mut app.practice_tab.with(&mut app.shared, effects),
                    &position,
                ) == practice::start::RoundBegins::Not
                {
                    app.editor.open = editor;
                }
            }
            Request::UpdatePreview(place) => {
                games::update::update_preview(&app.games, &mut app.shared.with(effects), place);
            }
            Request::ListGames(filter, file) => {
                if app.analyze.explorer.source != ExplorerSource::Listed {
                    app.games.filter_input = Input::default();
                }
                let cx = &mut app.shared.with(effects);
                games::update::show_set(&mut app.games, cx, filter, file.as_ref());
                screens::show_tab(app, Tab::Games, effects);
            }
            Request::SearchGames(search) => {
                games::update::search(&mut app.games, &mut app.shared.with(effects), search);
                screens::show_tab(app, Tab::Games, effects);
            }
            Request::ListLibrary => games::update::enter(&mut app.games, &mut app.shared.with(effects)),
            Request::ResumeGame(own, walk) => {
                play::update::resume_saved(&mut app.play, &mut app.shared.with(effects), &own, *walk);
            }
        }
    }
}

/// Handles a result of the background session, which has dropped stale ones.
fn receive_analysis(app: &mut App, update: AnalysisEvent, effects: &mut Effects) {
    match update {
        AnalysisEvent::Progress(snapshot) => {
            if app.shared.current_analysis.task == Some(AnalysisPurpose::Play) {
                play::watching::update_thought(&mut app.play, &snapshot);
            }
            if app.shared.current_analysis.task.is_some() {
                receive_snapshot(app, snapshot);
            }
        }
        AnalysisEvent::Done(snapshot) => {
            app.shared.current_analysis.status = CurrentAnalysisStatus::Done;
            match app.shared.current_analysis.task {
                Some(AnalysisPurpose::Play) => {
                    app.shared.current_analysis = CurrentAnalysis::default();
                    play::update::apply_engine_move(&mut app.play, &mut app.shared.with(effects), &snapshot);
                }
                Some(AnalysisPurpose::Analyze | AnalysisPurpose::Solve | AnalysisPurpose::Review) => {
                    receive_snapshot(app, snapshot);
                }
                None => {}
            }
        }
        AnalysisEvent::Failed { reason, .. } => {
            let asked = app.shared.current_analysis.task;
            app.shared.current_analysis =
                CurrentAnalysis { failure: Some(reason.clone()), ..CurrentAnalysis::default() };
            app.shared.show_error(format!("The engine stopped: {reason}"));
            if asked == Some(AnalysisPurpose::Play) {
                play::update::engine_failed(
                    &mut app.play,
                    &mut app.shared.with(effects),
                    format!("The built-in engine stopped: {reason}"),
                );
            }
        }
        AnalysisEvent::PreparingHash(message) => app.shared.show_note(capitalized(&message)),
        AnalysisEvent::ReducedResources(shortfall) => app.shared.show_warning(capitalized(&shortfall)),
        // External engines have a message of their own.
        AnalysisEvent::EngineStatus(_) => {}
        AnalysisEvent::ProofExplorer(_, insight) => {
            proof::update::receive_insight(&mut app.proof, insight, effects);
        }
        AnalysisEvent::GameAnalysis(GameAnalysisPurpose::Review, _, found) => {
            review::update::receive_result(&mut app.analyze, &mut app.shared.with(effects), found);
        }
        AnalysisEvent::GameAnalysis(GameAnalysisPurpose::QueuedReview, _, found) => {
            library_review::receive_result(&mut app.practice_tab.with(&mut app.shared, effects), found);
        }
        AnalysisEvent::GameAnalysis(GameAnalysisPurpose::Guess, _, found) => {
            guess::update::receive_result(&mut app.practice_tab.with(&mut app.shared, effects), found);
        }
        AnalysisEvent::GameAnalysis(GameAnalysisPurpose::CardCheck, _, found) => {
            practice::card_update::receive_check(
                &mut app.practice_tab.with(&mut app.shared, effects),
                &found,
            );
        }
        // Each screen has one side query: a game its hint, a mistake card its refutation, the analysis its threat.
        AnalysisEvent::SideQuery(_, answer) if app.shared.tab == Tab::Play => {
            aids::hint_update::receive_answer(&mut app.shared, &answer);
        }
        AnalysisEvent::SideQuery(_, answer) if app.shared.tab == Tab::Practice => {
            practice::card_update::receive_refutation(&mut app.practice_tab, &answer, effects);
            puzzle::update::receive_lines(
                &mut app.puzzles,
                &mut app.practice_tab.with(&mut app.shared, effects),
                &answer,
            );
        }
        AnalysisEvent::SideQuery(_, answer) => {
            analyze::threat_update::receive_answer(&mut app.analyze, answer);
        }
        AnalysisEvent::TablesReady => {
            app.shared.oracle.three_piece_tables = ThreePieceTables::Ready;
            analyze::request::probe_tables(&mut app.analyze, &app.shared);
            practice::start::tables_ready(
                &app.key_names(),
                &mut app.practice,
                &mut app.practice_tab.with(&mut app.shared, effects),
            );
            tables::update::count(&mut app.tables, &mut app.shared.with(effects));
        }
        update @ (AnalysisEvent::TableBuilding(_)
        | AnalysisEvent::TableBuilt(_)
        | AnalysisEvent::TableBuildFailed { .. }
        | AnalysisEvent::TableCounting(..)
        | AnalysisEvent::TableStats(..)) => table_events::receive_update(app, update, effects),
    }
}

/// Shows a result of the engine; a review of the game uses it too.
fn receive_snapshot(app: &mut App, snapshot: Box<AnalysisSnapshot>) {
    if analyze::update::receive_snapshot(&mut app.analyze, &mut app.shared, snapshot) {
        review::update::update_from_analysis(&mut app.analyze, &app.shared);
    }
}
