//! Journeys of a user through the program: keys, pastes and clicks in; the state and its effects out. The
//! test plays the background threads, so nothing waits and nothing depends on time.

mod aids;
mod analyze;
mod any;
mod available;
pub(crate) mod cards;
pub(crate) mod duplicates;
mod editor;
pub(crate) mod engines;
pub(crate) mod explorer;
pub(crate) mod game_list;
mod games;
pub(crate) mod guess;
mod help;
mod kept_analysis;
mod known;
mod labels;
mod library_review;
mod links;
mod motion;
mod openings;
mod paste;
mod play;
mod practice;
mod premove;
mod proof;
mod puzzle_lessons;
mod puzzles;
mod quiz;
mod result_quiz;
pub(crate) mod review;
mod searches;
mod settings;
pub(crate) mod statistics;
mod tables;
mod tags;
mod threat;
mod typing;
mod watch;

use std::time::{Duration, Instant};

use matescope::analysis::{AnalysisEvent, AnalysisJob, AnalysisSnapshot, AnalysisSource, ProofProgress};
use matescope::chess::{Bound, Certainty, Line, Score, fen, notation};
use matescope::config::{Config, ConfigChange};
use matescope::engine::Report;
use matescope::tui::app::App;
use matescope::tui::app::key_reading::message_for_key;
use matescope::tui::board::move_list;
use matescope::tui::keymap::KeyPress;
use matescope::tui::message::{Effect, Message, MouseGesture, MouseHit, TimedMessage};
use matescope::tui::navigation::Tab;
use matescope::tui::router::update;
use matescope::tui::view;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// A simulated user.
pub(crate) struct User {
    pub(crate) app: App,
    /// All effects since the last look.
    effects: Vec<Effect>,
    /// The settings as they are in the file.
    saved_config: Config,
    /// The settings that were saved since the last look: `play.level = 5`.
    saved_settings: Vec<String>,
}

impl User {
    /// Starts the program for the first time.
    pub(crate) fn new() -> Self {
        let app = App::new(Instant::now(), (80, 24));
        let saved_config = app.shared.config.clone();
        let mut user = Self { app, effects: Vec::new(), saved_config, saved_settings: Vec::new() };
        user.happens(Message::ResumeGame);
        user.wishes();
        user
    }

    pub(crate) fn happens(&mut self, what: Message) -> &mut Self {
        if let Message::SettingsChanged(update) = &what {
            self.saved_config = update.apply_to(&self.saved_config);
        }
        let msg = TimedMessage { at: self.app.shared.now, message: what };
        let effects = update(&mut self.app, msg);
        if effects.contains(&Effect::SaveConfig) {
            let named = |change: &ConfigChange| match &change.value {
                Some(value) => format!("{} = {value}", change.name()),
                None => format!("no {}", change.name()),
            };
            self.saved_settings
                .extend(self.saved_config.changes_to(&self.app.shared.config).iter().map(named));
            self.saved_config = self.app.shared.config.clone();
        }
        self.effects.extend(effects);
        self
    }

    /// The settings that were saved since the last look: `play.level = 5`, `no engines.ajax`.
    pub(crate) fn saved_settings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.saved_settings)
    }

    /// Advances the time.
    pub(crate) fn later(&mut self, time: Duration) -> &mut Self {
        let msg = TimedMessage { at: self.app.shared.now + time, message: Message::Deadline };
        self.effects.extend(update(&mut self.app, msg));
        self
    }

    /// Presses keys by their names: `"e 4 enter"`.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        for name in keys.split(' ') {
            let key: KeyPress = name.parse().expect("the name of a key");
            if let Some(what) = message_for_key(&self.app, key) {
                self.happens(what);
            }
        }
        self
    }

    /// Types a move and Enter.
    pub(crate) fn play(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            self.press(&c.to_string());
        }
        self.press("enter")
    }

    pub(crate) fn paste(&mut self, text: &str) -> &mut Self {
        self.happens(Message::Paste(text.to_owned()))
    }

    pub(crate) fn click(&mut self, square: &str) -> &mut Self {
        let hit = Some(MouseHit::Square(square.parse().expect("a square")));
        self.happens(Message::Mouse(MouseGesture::Press, hit))
            .happens(Message::Mouse(MouseGesture::Release, hit))
    }

    pub(crate) fn drag(&mut self, from: &str, to: &str) -> &mut Self {
        let [from, to] = [from, to].map(|name| Some(MouseHit::Square(name.parse().expect("a square"))));
        self.happens(Message::Mouse(MouseGesture::Press, from))
            .happens(Message::Mouse(MouseGesture::Drag, to))
            .happens(Message::Mouse(MouseGesture::Release, to))
    }

    /// A mouse event with its target.
    pub(crate) fn mouse(&mut self, gesture: MouseGesture, hit: Option<MouseHit>) -> &mut Self {
        self.happens(Message::Mouse(gesture, hit))
    }

    /// The effects since the last look.
    pub(crate) fn wishes(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The newest request since the last look; nothing if it was stopped after it.
    pub(crate) fn job(&mut self) -> Option<AnalysisJob> {
        self.wishes().into_iter().fold(None, |job, effect| match effect {
            Effect::StartAnalysis(next) => Some(*next),
            Effect::StopAnalysis => None,
            _ => job,
        })
    }

    /// The engine replies with its move.
    pub(crate) fn engine_plays(&mut self, text: &str) -> &mut Self {
        let job = self.job().expect("a job for the engine");
        let snapshot = found(&job, &[(Score::centipawns(20), text)]);
        self.happens(Message::Analysis(AnalysisEvent::Done(Box::new(snapshot))))
    }

    pub(crate) fn fen(&self) -> String {
        fen::format(&self.app.shown_position().expect("a board"))
    }

    pub(crate) fn check_fen(&mut self, wanted: &str) -> &mut Self {
        assert_eq!(self.fen(), wanted);
        self
    }

    pub(crate) fn check_tab(&mut self, wanted: Tab) -> &mut Self {
        assert_eq!(self.app.shared.tab, wanted);
        self
    }

    /// The moves of the list, variations in brackets.
    pub(crate) fn sheet(&self) -> String {
        use matescope::tui::board::move_list::VariationBracket;
        let moves: Vec<String> = self
            .app
            .shown_walk()
            .map_or_else(Vec::new, move_list::shown)
            .into_iter()
            .map(|entry| match entry.bracket {
                VariationBracket::None => entry.san,
                VariationBracket::Opens => format!("({}", entry.san),
                VariationBracket::Closes => format!("{})", entry.san),
                VariationBracket::Both => format!("({})", entry.san),
            })
            .collect();
        moves.join(" ")
    }

    /// The text of the screen, line by line.
    pub(crate) fn screen(&self) -> String {
        let (width, height) = self.app.shared.size;
        let area = Rect { x: 0, y: 0, width, height };
        let mut buffer = Buffer::empty(area);
        view::draw(&self.app, area, &mut buffer);
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..height).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Checks that the screen shows a text.
    pub(crate) fn check_says(&mut self, wanted: &str) -> &mut Self {
        let screen = self.screen();
        assert!(screen.contains(wanted), "{wanted:?} is not on the screen:\n{screen}");
        self
    }

    /// The newest note.
    pub(crate) fn note(&self) -> &str {
        self.app.shared.toasts.last().map_or("", |toast| &toast.text)
    }
}

/// A result of the background for a request: lines given as moves in algebraic notation.
pub(crate) fn found(job: &AnalysisJob, lines: &[(Score, &str)]) -> AnalysisSnapshot {
    let lines = lines
        .iter()
        .map(|(score, text)| {
            let mut position = job.root.position.clone();
            let moves = notation::play_line(&mut position, text.split(' ')).expect("legal moves");
            Line { score: *score, bound: Bound::Exact, certainty: Certainty::Searched, moves, ends_in: None }
        })
        .collect();
    AnalysisSnapshot {
        generation: matescope::analysis::JobId::default(),
        source: AnalysisSource::Search,
        report: Report { lines, ..Report::default() },
        ranking: None,
        proof: ProofProgress::default(),
        syzygy: None,
        best_reported: None,
        ponder_move: None,
    }
}
