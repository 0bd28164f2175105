//! Which feature handles a message: the only part of the interface that knows all of them. Nothing here acts on
//! the outside; what is to be done there is returned as effects.
//!
//! Reading order: [`update`], then `act` (what each action does), `moves` (a move on any board), `pointer` (the
//! mouse), `dialogs` (what is drawn over a screen).

pub(crate) mod act;
mod copy;
pub(crate) mod dialogs;
pub(crate) mod moves;
mod pointer;

use crate::tui::message::{Effect, Message, TimedMessage};

use crate::analysis::{AnalysisEvent, AnalysisPurpose};
use crate::chess::Ranking;
use crate::chess::text::sanitize;

use crate::tui::app::toast::{Toast, ToastLevel};
use crate::tui::app::watch::{CurrentAnalysis, CurrentAnalysisStatus, ThreePieceTables};
use crate::tui::app::{App, Distances, Leaving, Moment, Tab};
use crate::tui::layout;

/// Changes the state by what happened and says what is to be done.
pub fn update(app: &mut App, msg: TimedMessage) -> Vec<Effect> {
    app.now = app.now.max(msg.at);
    let mut effects = Vec::new();
    let seen = crate::tui::board::motion_update::snapshot_before(app, &msg.message);
    app.is_user_input = msg.message.is_input();
    if app.is_user_input {
        app.toasts.retain(|toast| !toast.is_response);
    }
    match msg.message {
        Message::Action(action) => act::act(app, action, &mut effects),
        Message::TypeChar(c) => dialogs::type_character(app, c, &mut effects),
        Message::Edit(request) => dialogs::edit(app, request, &mut effects),
        Message::Mouse(gesture, hit) => pointer::mouse(app, gesture, hit, &mut effects),
        Message::Paste(text) => dialogs::paste(app, text, &mut effects),
        Message::EditPosition(edit) => crate::tui::editor::update::change(app, edit),
        Message::Resize(columns, rows) => app.size = layout::clipped_size(columns, rows),
        Message::Focus(focus) => app.focus = focus,
        Message::Analysis(update) => receive_analysis(app, update, &mut effects),
        Message::ExternalEngine(guest, update) => {
            crate::tui::engines::update::receive_update(app, &guest, update, &mut effects);
        }
        Message::EnginesFound(found) => app.engines.detected = found,
        Message::EngineCommandParsed(command) => {
            crate::tui::engines::update::added(app, command, &mut effects);
        }
        Message::OracleReady(truth) => app.oracle = truth,
        Message::ResumeGame => crate::tui::play::update::start_engine_turn(app, &mut effects),
        Message::Analyze(position) => {
            crate::tui::analyze::update::open_position(app, *position, &mut effects);
        }
        Message::Practice(chosen) => {
            app.tab = Tab::Practice;
            app.practice.chosen = chosen;
            crate::tui::practice::start::begin(app, &mut effects);
        }
        Message::OpenFile(file) => crate::tui::games::update::open_file(app, file, &mut effects),
        Message::OpenText(text) => crate::tui::games::update::open_text(app, text, &mut effects),
        Message::TextProgress(id, thousandths) => {
            crate::tui::text_reading::update::progress(app, id, thousandths);
        }
        Message::TextRead(id, text, result) => {
            crate::tui::text_reading::update::finish(app, id, text, result);
        }
        Message::Library(told) => crate::tui::games::update::receive_library_event(app, told, &mut effects),
        Message::Deadline => {}
        Message::SavedTables(kept) => {
            app.tables.saved_sizes = kept.into_iter().collect();
            crate::tui::tables::update::saved_tables_listed(app, &mut effects);
        }
        Message::DateChanged(day) => app.today = day,
        Message::PracticeRecord(record) => app.practice.merge_record(*record),
        Message::EffectFailed(text) => app.show_toast(ToastLevel::Error, text),
        Message::ImagesSupported => app.theme = app.theme.with_images(true),
        Message::SettingsChanged(new) => crate::tui::settings::update::apply(app, *new, &mut effects),
        Message::ProcessContinued => effects.push(Effect::Redraw),
        Message::Terminate => quit(app, &mut effects),
    }
    crate::tui::text_reading::update::show_when_idle(app, &mut effects);
    update_distances(app);
    crate::tui::aids::update::record_help(app);
    crate::tui::quiz::update::update_clock(app);
    crate::tui::quiz::update::finish_if_over(app, &mut effects);
    crate::tui::play::update::play_delayed(app, &mut effects);
    crate::tui::play::update::check_clock(app, &mut effects);
    app.toasts.retain(|toast| toast.until > app.now);
    crate::tui::board::motion_update::start_animation(app, seen);
    effects
}

/// Works out what each move costs where the player wants to see it: in a game it is told, in a round it is
/// help besides.
fn update_distances(app: &mut App) {
    match app.tab {
        _ if app.distances == Distances::Hidden => {}
        Tab::Play => app.play.ranking = Ranking::of(app.play.walk.position(), app.oracle.oracle()),
        Tab::Practice => crate::tui::practice::update::record_help(app),
        Tab::Analyze | Tab::Tables | Tab::Games => {}
    }
}

/// Ends the program; what is worth keeping is kept first.
fn quit(app: &mut App, effects: &mut Vec<Effect>) {
    if app.leaving == Leaving::No {
        crate::tui::play::update::pause(app);
        app.leaving = Leaving::Yes;
        crate::tui::engines::update::stop_current(app, effects);
        effects.extend([Effect::StopAnalysis, Effect::SaveGame, Effect::SaveAnalysis, Effect::Quit]);
    }
}

/// Takes in a word from the background. Stale ones have been dropped by the session.
fn receive_analysis(app: &mut App, update: AnalysisEvent, effects: &mut Vec<Effect>) {
    match update {
        AnalysisEvent::Progress(snapshot) => {
            if app.current_analysis.task == Some(AnalysisPurpose::Play) {
                crate::tui::play::update::update_thought(app, &snapshot);
            }
            if app.current_analysis.task.is_some() {
                crate::tui::analyze::update::receive_snapshot(app, snapshot);
            }
        }
        AnalysisEvent::Done(snapshot) => {
            app.current_analysis.status = CurrentAnalysisStatus::Done;
            match app.current_analysis.task {
                Some(AnalysisPurpose::Play) => {
                    app.current_analysis = CurrentAnalysis::default();
                    crate::tui::play::update::apply_engine_move(app, &snapshot, effects);
                }
                Some(AnalysisPurpose::Analyze | AnalysisPurpose::Solve | AnalysisPurpose::Review) => {
                    crate::tui::analyze::update::receive_snapshot(app, snapshot);
                }
                None => {}
            }
        }
        AnalysisEvent::Failed { reason, .. } => {
            let asked = app.current_analysis.task;
            app.current_analysis =
                CurrentAnalysis { failure: Some(reason.clone()), ..CurrentAnalysis::default() };
            app.show_toast(ToastLevel::Error, format!("The engine stopped: {reason}"));
            if asked == Some(AnalysisPurpose::Play) {
                crate::tui::play::update::engine_failed(
                    app,
                    format!("The built-in engine stopped: {reason}"),
                    effects,
                );
            }
        }
        AnalysisEvent::ReducedResources(shortfall) => {
            app.show_toast(ToastLevel::Warning, as_sentence(&shortfall));
        }
        // Engines outside have a message of their own.
        AnalysisEvent::EngineStatus(_) => {}
        AnalysisEvent::ProofExplorer(_, insight) => {
            crate::tui::proof::update::receive_insight(app, insight, effects);
        }
        AnalysisEvent::GameAnalysis(_, swept) => crate::tui::review::update::receive_result(app, swept),
        // Each screen has one question aside: a game its hint, the analysis its threat.
        AnalysisEvent::SideQuery(_, answer) if app.tab == Tab::Play => {
            crate::tui::aids::hint_update::receive_answer(app, &answer);
        }
        AnalysisEvent::SideQuery(_, answer) => {
            crate::tui::analyze::threat_update::receive_answer(app, answer);
        }
        AnalysisEvent::TablesReady => {
            app.oracle.three_piece_tables = ThreePieceTables::Ready;
            crate::tui::analyze::update::probe_tables(app);
            crate::tui::practice::start::tables_ready(app, effects);
            crate::tui::tables::update::count(app, effects);
        }
        update @ (AnalysisEvent::TableBuilding(_)
        | AnalysisEvent::TableBuilt(_)
        | AnalysisEvent::TableBuildFailed { .. }
        | AnalysisEvent::TableStats(..)) => {
            crate::tui::tables::update::receive_update(app, update, effects);
        }
    }
}

/// A clause as a sentence of its own.
fn as_sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl App {
    /// Raises a note. Control characters are left out.
    pub(crate) fn show_toast(&mut self, tone: ToastLevel, text: impl Into<String>) {
        const MAX_TOASTS: usize = 4;
        let text = sanitize(&text.into());
        self.toasts.retain(|toast| toast.text != text);
        if self.toasts.len() >= MAX_TOASTS {
            self.toasts.remove(0);
        }
        // What nobody asked for waits until the notes before it were read.
        let free = self.toasts.iter().map(|toast| toast.until).max().filter(|_| !self.is_user_input);
        let from = free.map_or(self.now, |free| free.max(self.now));
        self.toasts.push(Toast { is_response: self.is_user_input, ..Toast::new(tone, text, from) });
    }

    /// Raises a note that goes with the next key, whenever it comes.
    pub(crate) fn show_response(&mut self, tone: ToastLevel, text: impl Into<String>) {
        let before = std::mem::replace(&mut self.is_user_input, true);
        self.show_toast(tone, text);
        self.is_user_input = before;
    }

    /// When the picture changes without a key: a clock's next figure, the end of a note, a move
    /// whose time has come. None where it stays as it is for ever.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Moment> {
        let (clock, held) = match self.tab {
            Tab::Play => (self.play.clock.as_ref(), self.play.delayed_move.as_ref()),
            _ => (None, None),
        };
        let clock = clock.and_then(|clock| clock.next_change(self.now)).map(|wait| self.now + wait);
        let quiz = self.shown_quiz().and_then(|quizzing| quizzing.quiz.next_change(self.now));
        let quiz = quiz.map(|wait| self.now + wait);
        let toast = self.toasts.iter().map(|toast| toast.until).min();
        let motion = self.motion.as_ref().and_then(|motion| motion.next_frame(self.now));
        clock.into_iter().chain(quiz).chain(toast).chain(motion).chain(held.map(|held| held.due)).min()
    }
}
