//! Two engines play; the user watches, pauses, takes a side over, gives it back.

use std::time::Duration;

use matescope::analysis::external::{ExternalEngineFailure, ExternalEngineState};
use matescope::analysis::{AnalysisEvent, AnalysisJob, AnalysisPurpose, JobId};
use matescope::chess::{Certainty, Color, GameTermination, Ply, Position, Score, WhiteScore, fen};
use matescope::config::NewGameColor;
use matescope::engine::{SearchTime, StrengthLevel};
use matescope::game::{Clock, GamePlayers, OwnGame, Player, pgn};
use matescope::tui::message::{Effect, Message};
use matescope::tui::model::dialog::Dialog;
use matescope::tui::model::engines::{EngineInstance, EngineProcessId};
use matescope::tui::model::games::{GameReadPurpose, LibraryEvent, PastedGame};
use matescope::tui::model::play::PlayStatus;
use matescope::tui::model::shared::Leaving;
use matescope::tui::navigation::Tab;

use super::engines::{owner, said};
use super::{User, found};

/// The last request: to the built-in engine, or to an external one.
enum Asked {
    BuiltIn(AnalysisJob),
    Outside(EngineProcessId, AnalysisJob),
}

impl User {
    /// The newest request to any engine since the last look, unless it was stopped.
    fn questioned(&mut self) -> Option<Asked> {
        self.wishes().into_iter().fold(None, |asked, effect| match effect {
            Effect::StartAnalysis(job) => Some(Asked::BuiltIn(*job)),
            Effect::SearchExternal(process_id, job, _) => Some(Asked::Outside(process_id, *job)),
            Effect::StopAnalysis => asked.filter(|asked| matches!(asked, Asked::Outside(..))),
            Effect::StopExternal(of) => {
                asked.filter(|asked| !matches!(asked, Asked::Outside(process_id, _) if *process_id == of))
            }
            _ => asked,
        })
    }

    /// The built-in engine got a request and is thinking.
    pub(crate) fn thinks(&mut self, lines: &[(Score, &str)]) -> &mut Self {
        let Some(Asked::BuiltIn(job)) = self.questioned() else {
            panic!("the built-in engine was not asked")
        };
        self.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(found(&job, lines)))))
    }

    /// The engine that was asked returns a move, after so many milliseconds.
    pub(crate) fn finds(&mut self, text: &str, milliseconds: u64) -> &mut Self {
        let asked = self.questioned().expect("a question");
        self.later(Duration::from_millis(milliseconds));
        match asked {
            Asked::BuiltIn(job) => {
                let snapshot = found(&job, &[(Score::centipawns(20), text)]);
                self.happens(Message::Analysis(AnalysisEvent::Done(Box::new(snapshot))))
            }
            Asked::Outside(process_id, job) => {
                let snapshot = said(&job, &[(Score::centipawns(-30), text)], text);
                self.happens(Message::ExternalEngine(process_id, AnalysisEvent::Done(Box::new(snapshot))))
            }
        }
    }

    /// Whether a request was sent since the last look and is still open.
    fn is_idle(&mut self) -> bool {
        self.questioned().is_none() && self.app.play.thinking_since.is_none()
    }
}

fn level(level: u8) -> Player {
    Player::BuiltIn { level }
}

fn outside(name: &str) -> Player {
    Player::External(name.to_owned())
}

/// Watches the built-in engine at level 4 against another player, at a second a move.
fn watcher(black: Player) -> User {
    let mut user = owner();
    user.app.shared.new_game_defaults.watched_players = Some(GamePlayers { white: level(4), black });
    user.press("ctrl-n right right right enter");
    assert!(user.app.play.is_watched());
    user
}

#[test]
fn the_form_seats_two_engines_and_keeps_the_color_for_games_of_ones_own() {
    let mut user = User::new();
    user.press("ctrl-n right right right").check_says("two engines play");
    user.check_says("level 4").check_says("Casual, ~1200 Elo").check_says("level 6");
    user.press("down left left left down right down right enter").wishes();
    let players = &user.app.play.setup.players;
    assert_eq!(*players, GamePlayers { white: level(1), black: level(7) });
    assert_eq!(user.saved_settings(), ["play.time = \"3s\""]);
    // The next form has the same players, and the player's own settings are not lost.
    user.press("ctrl-n").check_says("two engines play").check_says("level 7").press("left");
    let Some(Dialog::NewGame(form)) = &user.app.shared.dialog else { panic!("no form") };
    assert_eq!((form.level, form.opponent.as_deref()), (StrengthLevel::new(4), None));
    user.press("right enter");
    assert!(user.wishes().contains(&Effect::SaveConfig));
    assert_eq!(user.saved_settings(), [""; 0], "nobody wants to watch at each start");
}

#[test]
fn the_players_of_the_form_are_a_ring_of_levels_and_engines() {
    let mut user = owner();
    user.press("ctrl-n right right right down left left left left").check_says("Zarkov").press("left");
    user.check_says("Ajax")
        .press("left")
        .check_says("level 10")
        .press("right right right")
        .check_says("level 1");
    // An external engine is offered as the other one where there is one.
    user.press("enter");
    assert_eq!(user.app.play.setup.players, GamePlayers { white: level(1), black: outside("Ajax") });
}

#[test]
fn two_engines_play_in_turn_and_each_is_heard_at_its_name() {
    let mut user = watcher(level(6));
    user.check_says("watching").check_says("two engines play: Space pauses");
    let Some(Asked::BuiltIn(job)) = user.questioned() else { panic!("nobody was asked") };
    assert_eq!((job.purpose, job.limits.elo), (AnalysisPurpose::Play, StrengthLevel::new(4).limit()));
    let progress = found(&job, &[(Score::centipawns(35), "e4 e5 Nf3")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(progress))));
    user.check_says("+0.35").check_says("1. e4 e5 Nf3");
    let done = found(&job, &[(Score::centipawns(38), "e4 c5")]);
    user.later(Duration::from_secs(1)).happens(Message::Analysis(AnalysisEvent::Done(Box::new(done))));
    user.check_says("+0.38");
    assert_eq!(user.sheet(), "e4");
    let wishes = user.wishes();
    let forgets =
        wishes.iter().position(|effect| *effect == Effect::ClearEngineMemory).expect("a clean memory");
    let begins = wishes.iter().position(|effect| matches!(effect, Effect::StartAnalysis(_))).expect("a job");
    assert!(forgets < begins, "one level reads nothing of the other's thoughts");
    let Effect::StartAnalysis(job) = &wishes[begins] else { panic!("no job") };
    assert_eq!(job.limits.elo, StrengthLevel::new(6).limit());
    let done = found(job, &[(Score::centipawns(-10), "c5")]);
    user.later(Duration::from_secs(1)).happens(Message::Analysis(AnalysisEvent::Done(Box::new(done))));
    user.check_says("+0.38").check_says("+0.10").check_says("1... c5").check_says("Sicilian");
    assert_eq!(user.app.play.latest_score().map(WhiteScore::value), Some(Score::centipawns(10).value()));
}

#[test]
fn a_quick_move_waits_for_its_time_and_the_eye() {
    let mut user = watcher(level(6));
    user.finds("e4", 10);
    assert_eq!(user.sheet(), "", "it is there for a second");
    let due = user.app.next_deadline().expect("its time comes");
    assert_eq!(due - user.app.shared.now, Duration::from_millis(990));
    user.later(Duration::from_millis(500));
    assert_eq!(user.sheet(), "");
    user.later(Duration::from_millis(490));
    assert_eq!(user.sheet(), "e4");
    // It can be had at once.
    user.finds("e5", 10).press("m");
    assert_eq!(user.sheet(), "e4 e5");
    // An engine that plays against a person is never slowed down.
    let mut user = User::new();
    user.play("e4").engine_plays("e5");
    assert_eq!((user.sheet().as_str(), user.app.next_deadline()), ("e4 e5", None));
}

#[test]
fn what_a_move_waits_is_on_no_clock() {
    let mut user = User::new();
    // Three minutes and two seconds.
    user.press("ctrl-n right right right down down down right right right right enter");
    assert_eq!(user.app.play.setup.time_control.to_string(), "3+2");
    user.finds("e4", 5).later(Duration::from_millis(395));
    user.finds("e5", 100);
    assert_eq!(user.sheet(), "e4");
    user.later(Duration::from_millis(300));
    assert_eq!(user.sheet(), "e4 e5");
    let clock = user.app.play.clock.as_ref().expect("clocks");
    assert_eq!(
        clock.remaining(Color::Black, user.app.shared.now),
        Duration::from_millis(181_900),
        "100 ms, and 2 s added"
    );
    assert_eq!(clock.running(), Some(Color::White));
    // Without a move the flag falls.
    user.later(Duration::from_mins(4));
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Flag { loser: Color::White }));
    assert!(user.is_idle() && user.app.next_deadline().is_none());
}

#[test]
fn space_pauses_and_goes_on_and_a_pause_costs_nothing() {
    let mut user = watcher(level(6));
    user.finds("e4", 1_000).press("space");
    assert_eq!(user.app.play.status, PlayStatus::Paused);
    let wishes = user.wishes();
    assert_eq!(wishes.last(), Some(&Effect::SaveGame));
    assert!(wishes.contains(&Effect::StopAnalysis));
    user.later(Duration::from_secs(10)).check_says("PAUSED").check_says("Space goes on");
    assert_eq!(user.app.next_deadline(), None, "nothing is waited for");
    user.press("s").finds("e5", 1_000);
    assert_eq!(user.sheet(), "e4 e5");
    // A delayed move is searched again.
    user.finds("Nf3", 10).press("space");
    assert!(user.app.play.delayed_move.is_none() && user.is_idle());
    user.press("space");
    assert!(user.questioned().is_some());
}

#[test]
fn a_reader_steps_through_the_moves_while_the_game_goes_on() {
    let mut user = watcher(level(6));
    user.finds("e4", 1_000).finds("e5", 1_000).press("<");
    let start = fen::format(&Position::start());
    user.check_fen(&start).finds("Nf3", 1_000).check_fen(&start);
    assert_eq!(
        (user.sheet().as_str(), user.app.shared.toasts.len()),
        ("e4 e5 Nf3", 0),
        "no note for each move"
    );
    user.press(".").finds("Nc6", 1_000).press(">");
    assert_eq!(user.app.play.walk.tree().ply(user.app.play.walk.node_id()), 4);
    user.play("d4");
    assert_eq!(
        user.app.shared.prompt.error.as_deref(),
        Some("Two engines play: you are watching; ctrl-o takes a side over (esc first)")
    );
}

#[test]
fn a_side_is_taken_over_and_handed_back() {
    let mut user = watcher(level(6));
    user.finds("e4", 1_000);
    // Black, whose turn it is, is offered first.
    user.press("ctrl-o").check_says("Players").press("left left left left left left enter");
    assert_eq!(user.app.play.setup.players, GamePlayers { white: level(4), black: Player::Human });
    assert_eq!((user.app.shared.board.bottom, user.app.play.is_your_turn()), (Color::Black, true));
    assert!(user.is_idle(), "it is a person's turn");
    user.play("c5");
    let Some(Asked::BuiltIn(job)) = user.questioned() else { panic!("nobody was asked") };
    assert_eq!(job.limits.elo, StrengthLevel::new(4).limit());
    let found = found(&job, &[(Score::centipawns(20), "Nf3")]);
    user.happens(Message::Analysis(AnalysisEvent::Done(Box::new(found))));
    assert_eq!(user.sheet(), "e4 c5 Nf3");
    // The rest is an engine's, which begins at once.
    user.press("ctrl-o right right enter");
    assert_eq!(user.app.play.setup.players, GamePlayers { white: level(4), black: level(2) });
    user.finds("d6", 1_000);
    assert_eq!(user.sheet(), "e4 c5 Nf3 d6");
    let header = user.app.play.own().header(None);
    assert_eq!(
        (header.tag("White"), header.tag("Black")),
        (Some("Matescope level 4"), Some("Matescope level 2"))
    );
    let text =
        pgn::write(&pgn::PgnGame { header, tree: user.app.play.walk.tree().clone() }).replace('\n', " ");
    assert!(text.contains("1. e4 {From here a person plays Black}"), "{text}");
    assert!(text.contains("2. Nf3 {From here Matescope level 2 plays Black}"), "{text}");
}

#[test]
fn who_stays_is_not_disturbed() {
    let mut user = watcher(level(6));
    user.wishes();
    user.press("ctrl-o down right enter");
    assert_eq!(user.app.play.setup.players, GamePlayers { white: level(4), black: level(7) });
    assert_eq!(user.wishes(), [Effect::SaveGame], "White thinks on");
    // Nothing changed, nothing done.
    user.press("ctrl-o enter");
    assert_eq!(user.wishes(), []);
}

#[test]
fn two_people_share_a_board() {
    let mut user = User::new();
    user.press("ctrl-o down").press("left left left left enter");
    assert_eq!(user.app.play.setup.players, GamePlayers { white: Player::Human, black: Player::Human });
    user.check_says("you: both").play("e4").play("e5");
    assert_eq!(user.sheet(), "e4 e5");
    user.press("u");
    assert_eq!(user.sheet(), "e4 e5");
    assert_eq!(user.app.play.turn(), Color::Black, "one half-move at a time");
    user.press("U D");
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Agreement));
}

#[test]
fn a_game_is_stopped_without_a_result_and_can_be_reviewed_or_played_on() {
    let mut user = watcher(level(6));
    user.finds("e4", 1_000).finds("e5", 1_000).press("ctrl-r").check_says("without a result").press("y");
    assert_eq!((user.app.play.status, user.app.shown_ending()), (PlayStatus::Stopped, None));
    user.check_says("STOPPED *");
    assert!(user.is_idle());
    let header = user.app.play.own().header(user.app.play.ending);
    assert_eq!((header.tag("Result"), header.tag("Termination")), (Some("*"), Some("unterminated")));
    user.press("v").check_tab(Tab::Analyze);
    assert!(user.app.analyze.review.is_some());
    user.press("1");
    assert!(user.is_idle(), "it stays stopped");
    user.press("space").finds("Nf3", 1_000);
    assert_eq!(user.sheet(), "e4 e5 Nf3");
}

#[test]
fn a_watched_game_is_taken_up_from_the_list() {
    let mut user = watcher(outside("Ajax"));
    user.finds("e4", 1_000).finds("e5", 1_000);
    let own = user.app.play.own();
    let text =
        pgn::write(&pgn::PgnGame { header: own.header(None), tree: user.app.play.walk.tree().clone() });
    assert!(text.contains("[White \"Matescope level 4\"]") && text.contains("[Black \"Ajax\"]"), "{text}");
    let read = pgn::read(&text, &Position::start()).game;
    assert_eq!(OwnGame::of(&read.header), Some(own));
    user.press("ctrl-n left left left enter 5").wishes();
    let place = matescope::game::GameLocation { file: "a.pgn".into(), offset: 0, length: 0, digest: 0 };
    user.happens(Message::Library(LibraryEvent::GameRead(
        place,
        GameReadPurpose::Resume,
        Box::new(PastedGame::parse(&text)),
    )))
    .check_tab(Tab::Play);
    assert_eq!((user.sheet().as_str(), user.app.play.is_watched()), ("e4 e5", true));
    user.finds("Nf3", 1_000).finds("Nc6", 1_000);
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6");
}

#[test]
fn one_engine_plays_itself_as_two_processes() {
    let mut user = owner();
    user.app.shared.new_game_defaults.watched_players =
        Some(GamePlayers { white: outside("Ajax"), black: outside("Ajax") });
    user.press("ctrl-n right right right enter");
    let second = EngineProcessId { name: "Ajax".to_owned(), instance: EngineInstance::Second };
    let wishes = user.wishes();
    for process_id in [EngineProcessId::from("Ajax"), second.clone()] {
        assert!(wishes.contains(&Effect::StartExternal(process_id.clone())), "{process_id:?}");
        assert!(wishes.contains(&Effect::NewGameExternal(process_id)));
    }
    let asks = |effect| {
        if let Effect::SearchExternal(process_id, job, _) = effect { Some((process_id, job)) } else { None }
    };
    let (process_id, job) = wishes.into_iter().find_map(asks).expect("a question");
    assert_eq!(
        (process_id.instance, &job.limits.time),
        (EngineInstance::First, &SearchTime::Fixed(Duration::from_secs(1)))
    );
    // Output of the process that was not asked is not a move.
    let stray = said(&job, &[(Score::DRAW, "d4")], "d4");
    user.happens(Message::ExternalEngine(second.clone(), AnalysisEvent::Done(Box::new(stray))));
    assert_eq!(user.sheet(), "");
    let played = said(&job, &[(Score::DRAW, "e4")], "e4");
    user.later(Duration::from_secs(1))
        .happens(Message::ExternalEngine(process_id, AnalysisEvent::Done(Box::new(played))));
    user.finds("e5", 1_000);
    assert_eq!(user.sheet(), "e4 e5");
    // Where another one takes its place, the process ends.
    user.wishes();
    user.press("ctrl-o down right enter");
    assert!(user.wishes().contains(&Effect::QuitExternal(second)));
    user.press("ctrl-o up right enter");
    assert!(user.wishes().contains(&Effect::QuitExternal("Ajax".into())));
}

#[test]
fn an_engine_that_fails_keeps_the_game_waiting() {
    let mut user = watcher(outside("Ajax"));
    user.finds("e4", 1_000).wishes();
    let generation = JobId::default();
    let reason = "ended by itself: signal 11".to_owned();
    user.stands("Ajax", ExternalEngineState::Failed(ExternalEngineFailure::Crashed("signal 11".to_owned())));
    user.says("Ajax", AnalysisEvent::Failed { generation, reason });
    user.check_says("Ajax ended by itself").check_says("The game waits").check_says("has failed");
    assert!(user.is_idle() && user.app.next_deadline().is_none());
    user.press("m");
    let wishes = user.wishes();
    assert!(
        wishes.contains(&Effect::QuitExternal("Ajax".into()))
            && wishes.contains(&Effect::StartExternal("Ajax".into()))
    );
    assert!(wishes.iter().any(|effect| matches!(effect, Effect::SearchExternal(..))));
    let failed =
        AnalysisEvent::Failed { generation, reason: "wants to play e7e6e5, which is not legal".to_owned() };
    user.says("Ajax", failed).check_says("not legal").press("ctrl-o");
    assert_eq!(user.app.play.setup.players.black, level(4));
    user.finds("e5", 1_000);
    assert_eq!(user.sheet(), "e4 e5");
    // The built-in one, too.
    user.wishes();
    let failed = AnalysisEvent::Failed { generation, reason: "a thread panicked".to_owned() };
    user.happens(Message::Analysis(failed)).check_says("The game waits").press("m");
    assert!(user.questioned().is_some());
}

#[test]
fn a_game_from_here_is_played_or_watched() {
    let kqk = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
    let mut user = User::new();
    user.app.shared.config.play.side = NewGameColor::Random;
    user.paste(kqk).press("ctrl-g").check_says("as on this board").press("enter").check_tab(Tab::Play);
    assert_eq!(user.app.play.setup.players.human_color(), Some(Color::White));
    user.check_fen(kqk);
    // A game from here does not change the preferred color.
    assert_eq!(user.app.shared.config.play.side, NewGameColor::Random);
    user.wishes();
    user.press("2 ctrl-g right right right enter").check_tab(Tab::Play);
    user.check_fen(kqk).finds("Qb4", 1_000).finds("Ka2", 1_000).finds("Kc1", 1_000).finds("Ka1", 1_000);
    let mate = user.questioned().map(|asked| match asked {
        Asked::BuiltIn(job) => found(&job, &[(Score::mates_in(Ply::new(1)), "Qb2")]),
        Asked::Outside(..) => panic!("the built-in engine plays"),
    });
    user.later(Duration::from_secs(1));
    user.happens(Message::Analysis(AnalysisEvent::Done(Box::new(mate.expect("a question")))));
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Checkmate { winner: Color::White }));
    user.check_says("GAME OVER").check_says("Checkmate");
    assert!(user.is_idle() && user.app.play.thinking_since.is_none());
}

#[test]
fn a_claimed_mate_stays_a_claim() {
    let mut user = watcher(outside("Ajax"));
    user.finds("e4", 1_000);
    let Some(Asked::Outside(process_id, job)) = user.questioned() else { panic!("Ajax was not asked") };
    let mut snapshot = said(&job, &[(Score::mates_in(Ply::new(9)), "e5 Nf3")], "e5");
    snapshot.report.lines[0].certainty = Certainty::Claimed;
    user.happens(Message::ExternalEngine(process_id, AnalysisEvent::Progress(Box::new(snapshot))))
        .check_says("-M5?");
}

#[test]
fn undo_takes_back_a_half_move_and_pauses() {
    let mut user = watcher(level(6));
    user.finds("e4", 1_000).finds("e5", 1_000).press("u");
    assert_eq!((user.app.play.status, user.app.play.turn()), (PlayStatus::Paused, Color::Black));
    assert!(user.is_idle());
    user.press("U space").finds("Nf3", 1_000);
    assert_eq!(user.sheet(), "e4 e5 Nf3");
}

#[test]
fn the_game_waits_elsewhere_and_the_program_leaves_nobody_thinking() {
    let mut user = watcher(outside("Ajax"));
    user.finds("e4", 1_000).press("3");
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::StopExternal("Ajax".into())));
    assert!(!wishes.iter().any(|effect| matches!(effect, Effect::StartAnalysis(_))));
    user.press("1").finds("e5", 1_000);
    assert_eq!(user.sheet(), "e4 e5");
    user.press("ctrl-q");
    assert_eq!(user.app.shared.leaving, Leaving::Yes);
    assert!(user.wishes().contains(&Effect::StopAnalysis));
    assert!(user.app.play.clock.as_ref().and_then(Clock::running).is_none());
}
