//! External engines: chosen, added, set up, played against; and what happens when one fails.

use std::sync::Arc;
use std::time::Duration;

use matescope::analysis::external::{ExternalEngineFailure, ExternalEngineState};
use matescope::analysis::{
    AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisSnapshot, AnalysisSource, ExternalEngineStatus,
    PositionHistory, UciClocks, UciEngineIdentity, UciOption, UciOptionKind,
};
use matescope::chess::{Certainty, Color, Move, Position, Score, notation};
use matescope::config::EngineCommandConfig;
use matescope::engine::SearchTime;
use matescope::game::{Clock, Player};
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::dialog::Dialog;
use matescope::tui::model::engines::{AnalyzeEngine, ExternalEngineEntry};
use matescope::tui::model::games::LibraryEvent;

use super::{User, found};

/// A user with two engines in the settings.
pub(crate) fn owner() -> User {
    let mut user = User::new();
    for name in ["Zarkov", "Ajax"] {
        let command = vec![name.to_lowercase()];
        user.app.shared.engines.add(ExternalEngineEntry::new(name.to_owned(), command.clone()));
        user.app.shared.config.engines.entry(name.to_owned()).or_default().command =
            EngineCommandConfig(command);
    }
    user.saved_config = user.app.shared.config.clone();
    user
}

pub(crate) fn standing(state: ExternalEngineState) -> ExternalEngineStatus {
    let number = |name: &'static str, default, least, most| UciOption {
        name: name.into(),
        kind: UciOptionKind::Spin { default, min: least, max: most },
    };
    let choices = vec!["Solid".into(), "Risky".into()];
    let options = vec![
        number("Hash", 16, 1, 4_096),
        number("Skill Level", 20, 0, 20),
        number("MultiPV", 1, 1, 500),
        UciOption { name: "Use NNUE".into(), kind: UciOptionKind::Check { default: true } },
        UciOption { name: "Style".into(), kind: UciOptionKind::Combo { default: "Solid".into(), choices } },
        UciOption { name: "EvalFile".into(), kind: UciOptionKind::Text { default: "nn.bin".into() } },
        UciOption { name: "Clear Hash".into(), kind: UciOptionKind::Button },
        UciOption { name: "Ponder".into(), kind: UciOptionKind::Check { default: false } },
    ];
    let identity = UciEngineIdentity { name: "Ajax 3.1".to_owned(), author: "A. Nobody".to_owned(), options };
    let identity = (state != ExternalEngineState::Starting).then(|| Arc::new(identity));
    ExternalEngineStatus { state, identity, protocol_error_count: 0, last_protocol_error: None }
}

impl User {
    /// Output of an external engine.
    pub(crate) fn says(&mut self, name: &str, update: AnalysisEvent) -> &mut Self {
        self.happens(Message::ExternalEngine(name.into(), update))
    }

    pub(crate) fn stands(&mut self, name: &str, state: ExternalEngineState) -> &mut Self {
        self.says(name, AnalysisEvent::EngineStatus(Box::new(standing(state))))
    }

    /// The newest request to an external engine since the last look, unless it was stopped since.
    fn asked(&mut self) -> Option<(String, AnalysisJob, PositionHistory)> {
        self.wishes().into_iter().fold(None, |asked, effect| match effect {
            Effect::SearchExternal(process_id, job, past) => Some((process_id.name, *job, *past)),
            Effect::StopExternal(process_id) => {
                asked.filter(|(of, ..): &(String, AnalysisJob, PositionHistory)| *of != process_id.name)
            }
            _ => asked,
        })
    }

    /// The external engine that was asked plays a move.
    fn guest_plays(&mut self, text: &str) -> &mut Self {
        let (name, job, _) = self.asked().expect("a question");
        let played = said(&job, &[(Score::centipawns(20), text)], text);
        self.says(&name, AnalysisEvent::Done(Box::new(played)))
    }
}

/// The output of an external engine.
pub(crate) fn said(job: &AnalysisJob, lines: &[(Score, &str)], best: &str) -> AnalysisSnapshot {
    let played: Option<Move> = notation::parse_move(&job.root.position, best).ok();
    AnalysisSnapshot { source: AnalysisSource::ExternalEngine, best_reported: played, ..found(job, lines) }
}

#[test]
fn one_analyzes_beside_the_built_in_engine() {
    let mut user = owner();
    user.press("2").wishes();
    user.press("E").check_says("built-in").check_says("Zarkov").press("down enter");
    let (name, job, past) = user.asked().expect("it is asked at once");
    assert_eq!((&*name, job.purpose, job.limits.multipv), ("Ajax", AnalysisPurpose::Analyze, 3));
    assert_eq!(past, PositionHistory::without_moves(Position::start()));
    user.stands("Ajax", ExternalEngineState::Thinking).press("esc").check_says("no answer yet");
    let snapshot = said(&job, &[(Score::centipawns(31), "e4 e5"), (Score::centipawns(12), "d4")], "e4");
    user.says("Ajax", AnalysisEvent::Progress(Box::new(snapshot))).check_says("Ajax").check_says("+0.31");
    // The built-in engine has its own pane and goes on.
    assert_eq!(user.app.analyze.engine, AnalyzeEngine::On);
    assert!(user.app.shared.current_analysis.task.is_some());
    user.check_says("Lines");
    // A move sends requests to both again, and the output for the position before is dropped.
    user.play("e4");
    assert!(user.app.shared.engines.snapshot.is_none());
    let wishes = user.wishes();
    assert!(wishes.iter().any(|effect| matches!(effect, Effect::StartAnalysis(_))));
    let past = wishes.into_iter().find_map(|effect| match effect {
        Effect::SearchExternal(_, _, past) => Some(past.moves.len()),
        _ => None,
    });
    assert_eq!(past, Some(1), "it receives the whole game");
    // On another screen it stops, and goes on when the user comes back.
    user.press("3");
    assert!(user.wishes().contains(&Effect::StopExternal("Ajax".into())));
    user.press("2");
    assert!(user.asked().is_some());
}

#[test]
fn one_analyzes_alone_and_its_word_is_no_fact() {
    let mut user = owner();
    user.paste("8/8/P7/1p6/3n2B1/8/5K1p/7k w - - 0 1").wishes();
    user.press("s E down enter");
    let (_, job, _) = user.asked().expect("a question");
    assert_eq!(user.app.analyze.engine, AnalyzeEngine::Off);
    let mut snapshot = said(&job, &[(Score::mates_in(matescope::chess::Ply::new(9)), "Bf3+ Nxf3")], "Bf3");
    snapshot.report.lines[0].certainty = Certainty::Claimed;
    user.stands("Ajax", ExternalEngineState::Thinking)
        .says("Ajax", AnalysisEvent::Progress(Box::new(snapshot)))
        .press("esc");
    user.check_says("it claims a mate in 5").check_says("M5?").check_says("ITS WORD");
    let screen = user.screen();
    assert!(!screen.contains("M<=5") && !screen.contains("mates in 5") && !screen.contains('='), "{screen}");
    // Its line can be stepped through and copied like any other.
    user.press("l");
    assert!(user.app.analyze.walked_line.is_some());
    // Chosen once more it is turned off, and its process ends.
    user.press("esc E enter");
    assert_eq!(user.app.shared.engines.analyst, None);
    assert!(user.wishes().contains(&Effect::QuitExternal("Ajax".into())));
}

#[test]
fn another_one_takes_its_place() {
    let mut user = owner();
    user.press("2 E down enter").wishes();
    user.press("down enter");
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::QuitExternal("Ajax".into())));
    assert!(wishes.iter().any(
        |effect| matches!(effect, Effect::SearchExternal(process_id, ..) if process_id.name == "Zarkov")
    ));
}

#[test]
fn a_failure_has_a_clear_word_and_a_way_on() {
    let mut user = owner();
    user.press("2 E down enter esc").wishes();
    let crash = ExternalEngineFailure::Crashed("signal 11 (SIGSEGV)".to_owned());
    user.stands("Ajax", ExternalEngineState::Failed(crash))
        .check_says("ended by itself")
        .check_says("SIGSEGV");
    user.check_says("restarts it").check_says("Lines");
    user.press("E r");
    let wishes = user.wishes();
    let at = |wanted: &dyn Fn(&Effect) -> bool| wishes.iter().position(wanted).expect("a wish");
    let call = at(&|effect| *effect == Effect::StartExternal("Ajax".into()));
    let ask = at(&|effect| matches!(effect, Effect::SearchExternal(..)));
    assert!(at(&|effect| *effect == Effect::QuitExternal("Ajax".into())) < call && call < ask);
    // It has no output for this position, but it is running.
    let generation = matescope::analysis::JobId::default();
    let reason = "does not play Chess960".to_owned();
    user.stands("Ajax", ExternalEngineState::Ready)
        .says("Ajax", AnalysisEvent::Failed { generation, reason });
    user.press("esc").check_says("does not play Chess960");
    user.play("e4");
    assert_eq!(user.app.shared.engines.failure, None);
}

#[test]
fn an_engine_is_added_by_its_command_and_taken_off_again() {
    let mut user = User::new();
    user.press("E a");
    for c in "gnuchess --uci".chars() {
        user.happens(Message::TypeChar(c));
    }
    user.check_says("gnuchess --uci").press("enter");
    assert!(user.wishes().contains(&Effect::ParseEngineCommand("gnuchess --uci".to_owned())));
    let command = vec!["/usr/games/gnuchess".to_owned(), "--uci".to_owned()];
    user.happens(Message::EngineCommandParsed(command.clone())).check_says("gnuchess");
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::StartExternal("gnuchess".into())));
    assert_eq!(user.saved_settings(), [""; 0], "not before it has said UCI");
    user.stands("gnuchess", ExternalEngineState::Ready);
    assert_eq!(user.saved_settings(), ["engines.gnuchess.command = [\"/usr/games/gnuchess\", \"--uci\"]"]);
    user.wishes();
    user.happens(Message::EngineCommandParsed(command)).check_says("gnuchess 2");
    user.press("x").check_says("x again removes gnuchess 2 from the list").press("k j x");
    assert_eq!(user.app.shared.engines.list.len(), 2, "it wants to be asked for twice");
    user.press("x").wishes();
    assert_eq!(user.app.shared.engines.list.len(), 1);
    // A text that is dropped adds nothing.
    user.press("a x esc");
    assert!(matches!(&user.app.shared.dialog, Some(Dialog::Engines(list)) if list.adding.is_none()));
    assert_eq!(user.wishes(), []);
}

#[test]
fn settings_are_what_the_engine_declares_and_are_kept() {
    let mut user = owner();
    user.press("E down o");
    assert!(user.wishes().contains(&Effect::StartExternal("Ajax".into())), "it is started to be asked");
    user.stands("Ajax", ExternalEngineState::Starting).press("down");
    user.stands("Ajax", ExternalEngineState::Ready)
        .check_says("Hash")
        .check_says("a whole number from 1 to 4096");
    assert!(!user.screen().contains("MultiPV"), "that one follows from the lines that are shown");
    let changed = |user: &mut User| {
        let named = |effect| match effect {
            Effect::SetExternalOption(_, name, value) => Some(format!("{name}={value}")),
            _ => None,
        };
        let mut changed: Vec<String> = user.wishes().into_iter().filter_map(named).collect();
        changed.extend(
            user.saved_settings().into_iter().map(|saved| saved.replace("engines.Ajax.options.", "")),
        );
        changed
    };
    user.press("right");
    assert_eq!(changed(&mut user), ["Hash=32", "Hash = 32"]);
    user.press("left");
    assert_eq!(changed(&mut user), ["Hash=16", "no Hash"], "its own value needs no keeping");
    user.press("enter backspace backspace 9 9 9 9 enter").check_says("Hash takes a whole number");
    assert_eq!(changed(&mut user), [""; 0]);
    user.press("enter backspace backspace 6 4 enter");
    assert_eq!(changed(&mut user), ["Hash=64", "Hash = 64"]);
    user.press("x");
    assert_eq!(changed(&mut user), ["Hash=16", "no Hash"]);
    user.press("down left down enter down enter");
    assert_eq!(
        changed(&mut user),
        [
            "Skill Level=19",
            "Use NNUE=false",
            "Style=Risky",
            "Skill Level = 19",
            "Use NNUE = false",
            "Style = \"Risky\"",
        ]
    );
    user.press("down enter x esc").wishes();
    user.press("down enter");
    assert_eq!(changed(&mut user), ["Clear Hash="]);
    user.check_says("Clear Hash: pressed");
}

#[test]
fn a_game_is_played_against_one_by_its_clock() {
    let mut user = owner();
    // White, against Ajax, 3 minutes and 2 seconds.
    user.press("ctrl-n down right down down right right right right enter");
    assert_eq!(user.app.play.setup.players.black.external_name(), Some("Ajax"));
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::StartExternal("Ajax".into())), "it starts before a clock runs");
    assert!(user.saved_settings().contains(&"play.opponent = \"Ajax\"".to_owned()));
    user.check_says("Ajax").play("e4").later(Duration::from_secs(5));
    let (_, job, past) = user.asked().expect("it is asked");
    assert!(matches!(job.limits.time, SearchTime::Clock { .. }) && job.limits.elo.is_none());
    let [white, black, increment] = [180, 180, 2].map(Duration::from_secs);
    assert_eq!(past.clocks, Some(UciClocks { white, black, increment }));
    let played = said(&job, &[(Score::centipawns(-15), "e5")], "e5");
    user.says("Ajax", AnalysisEvent::Done(Box::new(played)));
    assert_eq!(user.sheet(), "e4 e5");
    // Its move counts, whatever its lines say.
    user.play("Nf3");
    let (_, job, _) = user.asked().expect("it is asked");
    let played = said(&job, &[(Score::centipawns(500), "Nc6")], "d6");
    user.says("Ajax", AnalysisEvent::Done(Box::new(played)));
    assert_eq!(user.sheet(), "e4 e5 Nf3 d6");
    assert_eq!(user.app.play.latest_score(), None, "that was about another move");
    // It is asked to move at once, and stopped when a move is taken back.
    user.play("Bc4").wishes();
    user.press("m");
    assert_eq!(user.wishes(), [Effect::MoveNowExternal("Ajax".into())]);
    user.press("u");
    assert!(user.wishes().contains(&Effect::StopExternal("Ajax".into())));
}

#[test]
fn a_game_goes_on_when_the_opponent_fails() {
    let mut user = owner();
    user.press("ctrl-n down right down down right right right right enter").play("e4").wishes();
    let generation = matescope::analysis::JobId::default();
    let failed = || AnalysisEvent::Failed {
        generation,
        reason: "wants to play e7e6e5, which is not legal".to_owned(),
    };
    user.says("Ajax", failed()).check_says("Ajax wants to play e7e6e5").check_says("The game waits");
    user.check_says("m asks it again").check_says("lets the built-in");
    let now = user.app.shared.now;
    let clock = user.app.play.clock.as_ref().expect("clocks");
    assert_eq!((clock.running(), clock.remaining(Color::Black, now)), (None, Duration::from_mins(3)));
    user.press("m");
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::StartExternal("Ajax".into())));
    assert!(wishes.iter().any(|effect| matches!(effect, Effect::SearchExternal(..))));
    assert!(user.app.play.engine_failure.is_none() && user.app.play.thinking_since.is_some());
    assert_eq!(user.app.play.clock.as_ref().and_then(Clock::running), Some(Color::Black));
    user.says("Ajax", failed()).press("ctrl-o");
    assert_eq!(user.app.play.setup.players.black, Player::BuiltIn { level: 4 });
    user.engine_plays("e5");
    assert_eq!(user.sheet(), "e4 e5");
}

#[test]
fn a_stale_word_changes_nothing() {
    let mut user = owner();
    user.press("2 E down enter esc");
    let (_, job, _) = user.asked().expect("a question");
    let snapshot = said(&job, &[(Score::DRAW, "e4")], "e4");
    user.press("1").says("Ajax", AnalysisEvent::Done(Box::new(snapshot.clone())));
    assert_eq!((user.sheet().as_str(), user.app.shared.engines.snapshot.is_none()), ("", true));
    user.says("Nobody", AnalysisEvent::Done(Box::new(snapshot)));
}

#[test]
fn the_opponent_of_a_game_stays_on_the_list() {
    let mut user = owner();
    user.press("ctrl-n down right down down down down enter").play("e4").guest_plays("e5");
    user.press("E down x x").check_says("is playing the current game");
    assert_eq!(user.app.shared.engines.list.len(), 2);
}

/// The first move of a line, with the second one as the reply that is expected.
fn expecting(job: &AnalysisJob, line: &str) -> AnalysisSnapshot {
    let played = said(job, &[(Score::centipawns(-15), line)], line.split(' ').next().expect("a move"));
    let expects = played.best_line().and_then(|line| line.moves.get(1).copied());
    AnalysisSnapshot { ponder_move: expects, ..played }
}

/// The user plays White against Ajax, which is set to ponder, and has made the first move.
fn against_a_ponderer(line: &str) -> User {
    let mut user = owner();
    user.press("ctrl-n down right down down right right right enter")
        .stands("Ajax", ExternalEngineState::Ready);
    assert!(
        user.app.shared.engines.list[0].settings.insert("Ponder".to_owned(), "true".to_owned()).is_none()
    );
    user.play("e4");
    let (name, job, _) = user.asked().expect("it is asked");
    user.says(&name, AnalysisEvent::Done(Box::new(expecting(&job, line))));
    assert_eq!(user.sheet(), "e4 e5");
    user
}

/// What an engine was sent about the reply that it expects.
fn pondered(user: &mut User) -> Option<(AnalysisJob, PositionHistory)> {
    user.wishes().into_iter().find_map(|effect| match effect {
        Effect::PonderExternal(_, job, past) => Some((*job, *past)),
        _ => None,
    })
}

#[test]
fn one_that_is_set_to_thinks_on_the_other_sides_time() {
    let mut user = against_a_ponderer("e5 Nf3 Nc6");
    let (job, past) = pondered(&mut user).expect("it thinks on");
    assert_eq!((past.moves.len(), job.root.position.turn()), (3, Color::Black), "after the expected reply");
    user.check_says("ponders");
    let snapshot = expecting(&job, "Nc6 Bb5");
    user.says("Ajax", AnalysisEvent::Progress(Box::new(snapshot.clone())));
    assert!(!user.screen().contains("Nf3"), "what it expects is not a hint");
    // The reply is played: its time counts from now on, and its answer is taken.
    user.later(Duration::from_secs(20)).play("Nf3");
    assert_eq!(user.app.play.thinking_since, Some(user.app.shared.now));
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::PonderHitExternal("Ajax".into())));
    assert!(
        !wishes.iter().any(|effect| matches!(effect, Effect::SearchExternal(..) | Effect::StopExternal(_))),
        "{wishes:?}"
    );
    user.says("Ajax", AnalysisEvent::Done(Box::new(snapshot)));
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6");
    assert!(pondered(&mut user).is_some(), "and it thinks on again");
}

#[test]
fn a_wrong_guess_is_given_up() {
    let mut user = against_a_ponderer("e5 Nf3 Nc6");
    let (job, _) = pondered(&mut user).expect("it thinks on");
    user.play("f4");
    let wishes = user.wishes();
    let at = |wanted: &dyn Fn(&Effect) -> bool| wishes.iter().position(wanted).expect("a wish");
    let rest = at(&|effect| *effect == Effect::StopExternal("Ajax".into()));
    assert!(rest < at(&|effect| matches!(effect, Effect::SearchExternal(..))));
    assert!(!wishes.contains(&Effect::PonderHitExternal("Ajax".into())));
    // An engine that replies before its expected move was played is asked again when it is.
    let mut user = against_a_ponderer("e5 Nf3 Nc6");
    let early = said(&job, &[(Score::centipawns(-10), "Nc6")], "Nc6");
    user.says("Ajax", AnalysisEvent::Done(Box::new(early)));
    assert_eq!(user.sheet(), "e4 e5");
    user.wishes();
    user.play("Nf3");
    assert!(user.asked().is_some());
}

#[test]
fn nobody_thinks_on_who_is_not_asked_to_or_elsewhere() {
    let mut user = against_a_ponderer("e5");
    assert_eq!(pondered(&mut user), None, "it expects nothing");
    let mut user = against_a_ponderer("e5 Nf3");
    user.wishes();
    user.press("2");
    assert!(user.wishes().contains(&Effect::StopExternal("Ajax".into())));
    assert_eq!(user.app.shared.engines.pondering, None);
    let mut user = against_a_ponderer("e5 Nf3");
    user.app.shared.engines.list[0].settings.clear();
    user.play("d4").guest_plays("d5").wishes();
    assert_eq!((pondered(&mut user), user.app.shared.engines.pondering), (None, None));
}

#[test]
fn one_that_fails_its_handshake_is_not_added() {
    let mut user = User::new();
    user.press("E");
    user.happens(Message::EngineCommandParsed(vec!["/bin/false".to_owned()])).check_says("false");
    let reason =
        "no answer to \"uci\" in 10 s: is this a UCI engine?; its last output: usage: false".to_owned();
    let failed = ExternalEngineStatus {
        identity: None,
        ..standing(ExternalEngineState::Failed(ExternalEngineFailure::Unusable(reason)))
    };
    user.says("false", AnalysisEvent::EngineStatus(Box::new(failed)));
    assert_eq!(user.app.shared.engines.list.len(), 0);
    let wishes = user.wishes();
    assert_eq!(user.saved_settings(), [""; 0]);
    assert!(wishes.contains(&Effect::QuitExternal("false".into())));
    user.check_says("false is not added").check_says("its last output: usage: false");
    // The next key is a new beginning.
    user.press("up");
    assert!(!user.screen().contains("is not added"));
}

#[test]
fn engines_of_this_machine_are_offered_and_added_with_one_key() {
    let mut user = owner();
    user.press("E");
    assert!(user.wishes().contains(&Effect::FindEngines));
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let found = [words("/usr/games/ajax"), words("/usr/games/stockfish"), words("/usr/games/gnuchess --uci")];
    user.happens(Message::EnginesFound(found.to_vec()));
    user.check_says("/usr/games/stockfish")
        .check_says("/usr/games/gnuchess --uci")
        .check_says("Enter adds it");
    assert_eq!(user.app.shared.engines.detected_unlisted().len(), 2, "one that is listed is not offered");
    user.press("down down down down enter");
    assert!(user.wishes().contains(&Effect::StartExternal("gnuchess".into())));
    user.stands("gnuchess", ExternalEngineState::Ready);
    assert_eq!(user.saved_settings(), ["engines.gnuchess.command = [\"/usr/games/gnuchess\", \"--uci\"]"]);
    assert_eq!(user.app.shared.engines.detected_unlisted().len(), 1);
}

#[test]
fn the_one_that_analyzes_is_remembered() {
    let mut user = owner();
    user.press("2 E down enter");
    assert_eq!(user.saved_settings(), ["engine.analyst = \"Ajax\""]);
    user.press("enter");
    assert_eq!(user.saved_settings(), ["engine.analyst = \"\""]);
}

#[test]
fn the_path_of_a_new_engine_is_completed() {
    let mut user = owner();
    user.press("E");
    user.press("a");
    for c in "/usr/ga".chars() {
        user.happens(Message::TypeChar(c));
    }
    user.wishes();
    user.press("tab");
    assert!(user.wishes().contains(&Effect::Library(LibraryRequest::CompletePath("/usr/ga".to_owned()))));
    let completed = LibraryEvent::PathCompleted {
        typed: "/usr/ga".to_owned(),
        completed: "/usr/games/".to_owned(),
        choices: vec!["gnuchess".to_owned(), "stockfish".to_owned()],
    };
    user.happens(Message::Library(completed)).check_says("/usr/games/").check_says("gnuchess  stockfish");
    for c in "gnuchess --u".chars() {
        user.happens(Message::TypeChar(c));
    }
    user.wishes();
    user.press("tab");
    assert!(
        !user.wishes().iter().any(|wish| matches!(wish, Effect::Library(LibraryRequest::CompletePath(_)))),
        "no path is typed"
    );
    user.check_says("command: /usr/games/gnuchess --u");
}
