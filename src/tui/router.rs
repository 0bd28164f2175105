//! Which feature handles a message: the only part of the interface that knows all of them. Nothing here has
//! side effects; they are returned as `Effect`s.
//!
//! Reading order: [`update`], then `act` (who does an action), `screens` and `boards` (what all or several screens do), `moves` (a move on any board), `pointer`
//! (the mouse), `dialogs` (what is drawn over a screen).

pub(crate) mod act;
pub mod availability;
mod boards;
mod copy;
pub(crate) mod dialogs;
mod external_engine;
mod guess_here;
pub(crate) mod moves;
mod paste;
mod pointer;
mod screens;
pub mod settings;
mod table_events;

use crate::analysis::{AnalysisEvent, AnalysisPurpose, AnalysisSnapshot};
use crate::chess::text::capitalized;
use crate::tui::analyze::review;
use crate::tui::app::watch::{CurrentAnalysis, CurrentAnalysisStatus, ThreePieceTables};
use crate::tui::app::{App, Tab};
use crate::tui::background::library_review;
use crate::tui::keymap::{Action, PracticeAction};
use crate::tui::message::{Effect, Effects, Message, Request, TimedMessage};
use crate::tui::{
    aids, analyze, board, editor, engines, games, guess, layout, play, practice, proof, puzzle, quiz, tables,
    text_reading,
};

/// Handles a message: changes the state and returns the effects.
pub fn update(app: &mut App, msg: TimedMessage) -> Vec<Effect> {
    app.now = app.now.max(msg.at);
    let mut effects = Effects::default();
    let seen = board::motion_update::snapshot_before(app, &msg.message);
    app.is_user_input = msg.message.is_input();
    if app.is_user_input {
        app.toasts.retain(|toast| !toast.is_response);
    }
    match msg.message {
        Message::Action(action) => act::act(app, action, &mut effects),
        Message::TypeChar(c) => dialogs::type_character(app, c, &mut effects),
        Message::TypeText(text) => dialogs::type_text(app, &text, &mut effects),
        Message::Edit(request) => dialogs::edit(app, request, &mut effects),
        Message::Mouse(gesture, hit) => pointer::mouse(app, gesture, hit, &mut effects),
        Message::Paste(text) => dialogs::paste(app, text, &mut effects),
        Message::EditPosition(edit) => editor::update::change(app, edit),
        Message::Resize(columns, rows) => app.size = layout::clipped_size(columns, rows),
        Message::Focus(focus) => app.focus = focus,
        Message::Analysis(update) => receive_analysis(app, update, &mut effects),
        Message::ExternalEngine(process_id, update) => {
            external_engine::receive_update(app, &process_id, update, &mut effects);
        }
        Message::EnginesFound(found) => app.engines.detected = found,
        Message::EngineCommandParsed(command) => {
            engines::update::added(app, command, &mut effects);
        }
        Message::OracleReady(truth) => app.oracle = truth,
        Message::ResumeGame => play::engine_turn::start_engine_turn(app, &mut effects),
        Message::Analyze(position) => {
            analyze::update::open_position(app, *position, &mut effects);
        }
        Message::Practice(chosen) => {
            app.tab = Tab::Practice;
            app.practice.chosen = chosen;
            act::act(app, Action::Practice(PracticeAction::Begin), &mut effects);
        }
        Message::OpenFile(file) => games::update::open_file(app, file, &mut effects),
        Message::OpenText(text) => games::update::open_text(app, text, &mut effects),
        Message::TextProgress(id, thousandths) => {
            text_reading::update::progress(app, id, thousandths);
        }
        Message::TextRead(id, text, result) => {
            text_reading::update::finish(app, id, text, result);
        }
        Message::Library(event) => games::update::receive_library_event(app, event, &mut effects),
        Message::Deadline => paste::read_appended(app),
        Message::SavedTables(kept) => {
            app.tables.saved_sizes = kept.into_iter().collect();
            table_events::saved_tables_listed(app, &mut effects);
        }
        Message::DateChanged(day) => app.today = day,
        Message::PracticeRecord(record) => app.practice.merge_record(*record),
        Message::EffectFailed(text) => app.show_error(text),
        Message::ImagesSupported => app.theme = app.theme.with_images(true),
        Message::SettingsChanged(new) => settings::apply(app, *new, &mut effects),
        Message::ProcessContinued => effects.push(Effect::Redraw),
        Message::Terminate => screens::quit(app, &mut effects),
    }
    answer_requests(app, &mut effects);
    paste::show_when_idle(app, &mut effects);
    boards::update_distances(app);
    quiz::update::update_clock(app);
    quiz::update::finish_if_over(app, &mut effects);
    puzzle::update::update_clock(app);
    puzzle::update::finish_if_over(app, &mut effects);
    play::watching::play_delayed(app, &mut effects);
    answer_requests(app, &mut effects);
    play::update::check_clock(app, &mut effects);
    library_review::pace(app, &mut effects);
    games::statistics::update::cancel_if_left(app, &mut effects);
    app.toasts.retain(|toast| toast.until > app.now);
    board::motion_update::start_animation(app, seen);
    effects.into_effects()
}

/// Handles the features' requests to each other, until none is left.
fn answer_requests(app: &mut App, effects: &mut Effects) {
    while let Some(request) = effects.next_request() {
        match request {
            Request::Act(action) => act::act(app, action, effects),
            Request::ShowTab(tab) => screens::show_tab(app, tab, effects),
            Request::Analyze(position) => analyze::update::open_position(app, *position, effects),
            Request::AnalyzeGame { game, kept, review } => {
                analyze::update::open_game(app, *game, kept.as_deref(), effects);
                if review && app.analyze.review.is_none() {
                    review::update::begin(app, effects);
                }
            }
            Request::ToggleBuiltInEngine => external_engine::toggle_built_in(app, effects),
            Request::PlayFrom(position) => play::new_game::play_from(app, *position, effects),
            Request::Move(position, mv) => moves::request(app, &position, mv, effects),
            Request::StartEngineTurn => play::engine_turn::start_engine_turn(app, effects),
            Request::CloseProof => proof::update::close(app, effects),
            Request::RecordHelp => practice::update::record_help(app),
            Request::CancelPendingRound => _ = practice::start::cancel_pending(app, effects),
            Request::Practice(position) => {
                let editor = app.editor.take();
                if practice::start::begin_from(app, &position, effects) == practice::start::RoundBegins::Not {
                    app.editor = editor;
                }
            }
            Request::ShowRestored => analyze::request::show_restored(app),
            Request::ListLibrary => games::update::enter(app, effects),
            Request::GuessHere => guess_here::guess_here(app, effects),
            Request::GuessGame { game, mine } => {
                guess_here::guess_game(app, *game, mine, effects);
            }
            Request::ResumeGame(own, walk) => play::update::resume_saved(app, &own, *walk, effects),
        }
    }
}

/// Handles a result of the background session, which has dropped stale ones.
fn receive_analysis(app: &mut App, update: AnalysisEvent, effects: &mut Effects) {
    match update {
        AnalysisEvent::Progress(snapshot) => {
            if app.current_analysis.task == Some(AnalysisPurpose::Play) {
                play::watching::update_thought(app, &snapshot);
            }
            if app.current_analysis.task.is_some() {
                receive_snapshot(app, snapshot);
            }
        }
        AnalysisEvent::Done(snapshot) => {
            app.current_analysis.status = CurrentAnalysisStatus::Done;
            match app.current_analysis.task {
                Some(AnalysisPurpose::Play) => {
                    app.current_analysis = CurrentAnalysis::default();
                    play::update::apply_engine_move(app, &snapshot, effects);
                }
                Some(AnalysisPurpose::Analyze | AnalysisPurpose::Solve | AnalysisPurpose::Review) => {
                    receive_snapshot(app, snapshot);
                }
                None => {}
            }
        }
        AnalysisEvent::Failed { reason, .. } => {
            let asked = app.current_analysis.task;
            app.current_analysis =
                CurrentAnalysis { failure: Some(reason.clone()), ..CurrentAnalysis::default() };
            app.show_error(format!("The engine stopped: {reason}"));
            if asked == Some(AnalysisPurpose::Play) {
                play::update::engine_failed(app, format!("The built-in engine stopped: {reason}"), effects);
            }
        }
        AnalysisEvent::PreparingHash(message) => app.show_note(capitalized(&message)),
        AnalysisEvent::ReducedResources(shortfall) => {
            app.show_warning(capitalized(&shortfall));
        }
        // External engines have a message of their own.
        AnalysisEvent::EngineStatus(_) => {}
        AnalysisEvent::ProofExplorer(_, insight) => {
            proof::update::receive_insight(app, insight, effects);
        }
        AnalysisEvent::GameAnalysis(_, swept) => review::update::receive_result(app, swept, effects),
        AnalysisEvent::GuessAnalysis(_, found) => guess::update::receive_result(app, found, effects),
        AnalysisEvent::CardCheck(_, found) => practice::card_update::receive_check(app, &found, effects),
        AnalysisEvent::QueuedReview(_, found) => library_review::receive_result(app, found, effects),
        // Each screen has one side query: a game its hint, a mistake card its refutation, the analysis its threat.
        AnalysisEvent::SideQuery(_, answer) if app.tab == Tab::Play => {
            aids::hint_update::receive_answer(app, &answer);
        }
        AnalysisEvent::SideQuery(_, answer) if app.tab == Tab::Practice => {
            practice::card_update::receive_refutation(app, &answer, effects);
            puzzle::update::receive_lines(app, &answer, effects);
        }
        AnalysisEvent::SideQuery(_, answer) => {
            aids::threat_update::receive_answer(app, answer);
        }
        AnalysisEvent::TablesReady => {
            app.oracle.three_piece_tables = ThreePieceTables::Ready;
            analyze::request::probe_tables(app);
            practice::start::tables_ready(app, effects);
            tables::update::count(app, effects);
        }
        update @ (AnalysisEvent::TableBuilding(_)
        | AnalysisEvent::TableBuilt(_)
        | AnalysisEvent::TableBuildFailed { .. }
        | AnalysisEvent::TableCounting(..)
        | AnalysisEvent::TableStats(..)) => {
            table_events::receive_update(app, update, effects);
        }
    }
}

/// Shows a result of the engine; a review of the game uses it too.
fn receive_snapshot(app: &mut App, snapshot: Box<AnalysisSnapshot>) {
    if analyze::update::receive_snapshot(app, snapshot) {
        review::update::update_from_analysis(app);
    }
}
