//! Conversations with engines that behave and engines that don't.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::to_engine::UciClocks;
use chess::{Certainty, Position, Root, fen, notation};

const TIMEOUTS: UciTimeouts = UciTimeouts {
    uciok: Duration::from_secs(1),
    readyok: Duration::from_secs(2),
    stop: Duration::from_secs(3),
    grace: Duration::from_secs(4),
};

const STOCKFISH: [&str; 6] = [
    "Stockfish 15.1 by the Stockfish developers (see AUTHORS file)",
    "id name Stockfish 15.1",
    "id author the Stockfish developers",
    "option name MultiPV type spin default 1 min 1 max 500",
    "option name UCI_Chess960 type check default false",
    "option name Hash type spin default 16 min 1 max 1024",
];

/// A session with everything sent and received so far.
struct SessionTest {
    session: UciSession,
    effects: Vec<UciSessionEffect>,
}

impl SessionTest {
    /// One that has not got beyond `uci`.
    fn start(settings: &[(&str, &str)]) -> Self {
        let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let (session, effects) = UciSession::start(settings.collect(), TIMEOUTS);
        Self { session, effects }
    }

    /// One that can be asked.
    fn ready() -> Self {
        let mut talk = Self::start(&[]);
        talk.receive(&STOCKFISH).receive(&["uciok", "readyok"]).take_effects();
        talk
    }

    /// One that thinks about the first position.
    fn thinking(spend: UciSearchLimit) -> Self {
        let mut talk = Self::ready();
        talk.search(request(spend)).receive(&["readyok"]).take_effects();
        assert!(talk.session.is_searching());
        talk
    }

    fn receive(&mut self, lines: &[&str]) -> &mut Self {
        for line in lines {
            self.effects.extend(self.session.receive_line(line));
        }
        self
    }

    fn search(&mut self, question: UciSearchRequest) -> &mut Self {
        self.effects.extend(self.session.search(question));
        self
    }

    /// The timeout expires.
    fn expire(&mut self) -> &mut Self {
        let wait = self.session.deadline().expect("a timeout");
        self.effects.extend(self.session.expire(wait));
        self
    }

    /// What came of it since the last look.
    fn take_effects(&mut self) -> Vec<UciSessionEffect> {
        std::mem::take(&mut self.effects)
    }

    /// The lines that were sent since the last look.
    fn sent_lines(&mut self) -> Vec<String> {
        let said = |act| match act {
            UciSessionEffect::Send(line) => Some(line),
            _ => None,
        };
        self.take_effects().into_iter().filter_map(said).collect()
    }

    fn fatal_error(&mut self) -> Option<UciFatalError> {
        self.take_effects().into_iter().find_map(|act| match act {
            UciSessionEffect::Terminate(fault) => Some(fault),
            _ => None,
        })
    }
}

fn request_at(start: Position, moves: &[&str], spend: UciSearchLimit) -> UciSearchRequest {
    let mut root = Root::new(start.clone());
    let mut played = Vec::new();
    for text in moves {
        let mv = notation::parse_move(&root.position, text).unwrap();
        root.play(mv);
        played.push(mv);
    }
    UciSearchRequest {
        start,
        moves: played,
        root,
        limit: spend,
        ponder: Ponder::No,
        multipv: 1,
        search_moves: Vec::new(),
    }
}

fn request(spend: UciSearchLimit) -> UciSearchRequest {
    request_at(Position::start(), &[], spend)
}

fn mv(text: &str) -> Move {
    notation::parse_move(&Position::start(), text).unwrap()
}

#[test]
fn a_usual_session() {
    let mut talk = SessionTest::start(&[("hash", "64")]);
    assert_eq!(talk.sent_lines(), ["uci"]);
    talk.receive(&STOCKFISH).receive(&["uciok"]);
    assert_eq!(talk.sent_lines(), ["setoption name Hash value 64", "isready"]);
    let identity = talk.session.identity();
    assert_eq!((&*identity.name, identity.options.len()), ("Stockfish 15.1", 3));
    talk.receive(&["readyok"]);
    assert_eq!(talk.sent_lines(), [""; 0], "nothing was asked");
    assert_eq!(talk.session.deadline(), None, "an idle engine is not waited for");
    talk.search(UciSearchRequest {
        multipv: 3,
        ..request_at(Position::start(), &["e4"], UciSearchLimit::Infinite)
    });
    assert_eq!(talk.sent_lines(), ["setoption name MultiPV value 3", "ucinewgame", "isready"]);
    talk.receive(&["readyok"]);
    assert_eq!(talk.sent_lines(), ["position startpos moves e2e4", "go infinite"]);
    talk.receive(&["info depth 3 multipv 1 score cp 20 nodes 99 time 4 pv e7e5 g1f3"]);
    assert_eq!(talk.take_effects(), [UciSessionEffect::InfoUpdated]);
    let opinion = talk.session.analysis();
    assert_eq!((opinion.depth, opinion.nodes, opinion.lines().count()), (3, 99, 1));
    assert_eq!(talk.session.deadline(), None, "nobody waits for an analysis to end");
    // The second question stops the first, and the first one's move is not taken for the second's.
    talk.search(request(UciSearchLimit::Nodes(5)));
    assert_eq!(talk.sent_lines(), ["stop"]);
    talk.receive(&["info depth 4 score cp 1 pv e7e5", "bestmove e7e5"]);
    assert_eq!(
        talk.take_effects(),
        [
            UciSessionEffect::Send("setoption name MultiPV value 1".to_owned()),
            UciSessionEffect::Send("isready".to_owned())
        ]
    );
    talk.receive(&["bestmove e7e5", "readyok"]);
    assert_eq!(
        talk.take_effects(),
        [
            UciSessionEffect::Warn(UciWarning::UnexpectedBestMove("e7e5".to_owned())),
            UciSessionEffect::Send("position startpos".to_owned()),
            UciSessionEffect::Send("go nodes 5".to_owned()),
        ]
    );
    assert_eq!(talk.session.analysis(), &UciAnalysis::default());
    talk.receive(&["bestmove g1f3 ponder g8f6"]);
    let reply = notation::parse_move(&Position::start().after(mv("Nf3")), "Nf6").unwrap();
    assert_eq!(talk.take_effects(), [UciSessionEffect::BestMove(mv("Nf3"), Some(reply))]);
}

#[test]
fn a_request_may_come_before_uciok() {
    let mut talk = SessionTest::start(&[]);
    talk.search(request(UciSearchLimit::Depth(1)));
    assert_eq!(talk.sent_lines(), ["uci"]);
    talk.receive(&["uciok"]);
    assert_eq!(talk.sent_lines(), ["isready"]);
    talk.receive(&["readyok", "readyok"]);
    assert_eq!(talk.sent_lines(), ["ucinewgame", "isready", "position startpos", "go depth 1"]);
}

#[test]
fn only_the_newest_request_is_sent() {
    let mut talk = SessionTest::thinking(UciSearchLimit::Infinite);
    for depth in 1..=9 {
        talk.search(request(UciSearchLimit::Depth(depth)));
    }
    assert_eq!(talk.sent_lines(), ["stop"], "one search is stopped once");
    talk.receive(&["bestmove e2e4", "readyok"]);
    assert_eq!(talk.sent_lines(), ["isready", "position startpos", "go depth 9"]);
}

#[test]
fn a_stopped_search_reports_and_a_canceled_one_does_not() {
    let mut talk = SessionTest::thinking(UciSearchLimit::Infinite);
    talk.effects = talk.session.stop();
    talk.receive(&["info depth 1 score cp 1 pv e2e4", "bestmove e2e4"]);
    assert_eq!(
        talk.take_effects(),
        [
            UciSessionEffect::Send("stop".to_owned()),
            UciSessionEffect::InfoUpdated,
            UciSessionEffect::BestMove(mv("e4"), None)
        ]
    );
    let mut talk = SessionTest::thinking(UciSearchLimit::Infinite);
    talk.effects = talk.session.cancel();
    talk.receive(&["info depth 1 score cp 1 pv e2e4", "bestmove e2e4"]);
    assert_eq!(talk.take_effects(), [UciSessionEffect::Send("stop".to_owned())]);
    assert_eq!(talk.session.cancel(), []);
}

#[test]
fn a_ponder_is_hit_or_given_up() {
    let clocks = UciClocks {
        white: Duration::from_mins(1),
        black: Duration::from_secs(50),
        increment: Duration::ZERO,
    };
    let ponder = || UciSearchRequest {
        ponder: Ponder::Yes,
        ..request_at(Position::start(), &["e4"], UciSearchLimit::Clock(clocks))
    };
    let mut talk = SessionTest::ready();
    talk.search(ponder()).receive(&["readyok"]);
    assert_eq!(talk.sent_lines().last().unwrap(), "go ponder wtime 60000 btime 50000 winc 0 binc 0");
    assert_eq!(talk.session.deadline(), None, "the opponent's time costs nothing");
    talk.effects = talk.session.ponder_hit();
    assert_eq!(talk.sent_lines(), ["ponderhit"]);
    assert_eq!(talk.session.deadline().unwrap().length, Duration::from_secs(54));
    assert_eq!(talk.session.ponder_hit(), [], "it is hit once");
    let mut talk = SessionTest::ready();
    talk.search(ponder()).receive(&["readyok"]);
    talk.search(request(UciSearchLimit::Depth(1))).receive(&["bestmove e7e5", "readyok"]);
    assert_eq!(talk.sent_lines().last().unwrap(), "go depth 1");
}

#[test]
fn chess960_is_played_with_those_who_can() {
    let shuffled = || fen::parse("bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1").unwrap();
    let mut talk = SessionTest::ready();
    talk.search(request_at(shuffled(), &[], UciSearchLimit::Depth(1))).receive(&["readyok"]);
    let said = talk.sent_lines();
    assert_eq!(said[0], "setoption name UCI_Chess960 value true");
    assert!(said[3].starts_with("position fen bnrbnkrq/"), "{said:?}");
    talk.receive(&["bestmove f1g1"]);
    // `UCI_Chess960` is reset for the next standard game.
    talk.search(request(UciSearchLimit::Depth(1))).take_effects();
    let mut plain = SessionTest::start(&[]);
    plain.receive(&["id name Old", "uciok", "readyok"]).take_effects();
    plain.search(request_at(shuffled(), &[], UciSearchLimit::Depth(1)));
    assert_eq!(plain.take_effects(), [UciSessionEffect::SearchFailed(UciSearchError::Chess960Unsupported)]);
    plain.search(request(UciSearchLimit::Depth(1))).receive(&["readyok"]);
    assert_eq!(plain.sent_lines().last().unwrap(), "go depth 1", "it can be asked other things");
}

#[test]
fn silence_is_a_fatal_error() {
    let mut talk = SessionTest::start(&[]);
    assert_eq!(talk.session.deadline().unwrap().length, TIMEOUTS.uciok);
    assert_eq!(
        talk.receive(&["hello", "> "]).expire().fatal_error(),
        Some(UciFatalError::NoUciOk(TIMEOUTS.uciok))
    );
    let mut talk = SessionTest::start(&[]);
    assert_eq!(
        talk.receive(&["uciok"]).expire().fatal_error(),
        Some(UciFatalError::NoReadyOk(TIMEOUTS.readyok))
    );
    let mut talk = SessionTest::thinking(UciSearchLimit::MoveTime(Duration::from_secs(1)));
    assert_eq!(talk.session.deadline().unwrap().length, Duration::from_secs(5));
    assert_eq!(talk.expire().fatal_error(), Some(UciFatalError::MoveOverdue));
    assert_eq!(talk.receive(&["bestmove e2e4", "garbage"]).take_effects(), [], "nobody listens any more");
    assert_eq!(talk.session.search(request(UciSearchLimit::Infinite)), []);
    let mut talk = SessionTest::thinking(UciSearchLimit::Infinite);
    talk.effects = talk.session.cancel();
    assert_eq!(talk.expire().fatal_error(), Some(UciFatalError::NotStopped(TIMEOUTS.stop)));
}

#[test]
fn a_wait_that_was_ended_changes_nothing() {
    let mut talk = SessionTest::start(&[]);
    let wait = talk.session.deadline().unwrap();
    talk.receive(&["uciok"]);
    assert_eq!(talk.session.expire(wait), []);
    assert!(talk.session.deadline().unwrap().number > wait.number);
}

#[test]
fn an_illegal_move_is_an_error_and_the_engine_can_search_again() {
    for (line, wanted) in [
        ("bestmove e2e5", UciSearchError::IllegalMove("e2e5".to_owned())),
        ("bestmove \u{1b}[2Jx", UciSearchError::IllegalMove("[2Jx".to_owned())),
        ("bestmove (none)", UciSearchError::NoMove),
    ] {
        let mut talk = SessionTest::thinking(UciSearchLimit::Depth(1));
        assert_eq!(talk.receive(&[line]).take_effects(), [UciSessionEffect::SearchFailed(wanted)], "{line}");
        talk.search(request(UciSearchLimit::Depth(2))).receive(&["readyok", "bestmove e2e4 ponder e2e4"]);
        assert_eq!(talk.take_effects().last(), Some(&UciSessionEffect::BestMove(mv("e4"), None)));
    }
}

#[test]
fn warnings_are_reported_and_the_session_goes_on() {
    let mut talk = SessionTest::thinking(UciSearchLimit::Infinite);
    talk.receive(&[
        "info depth 9 score cp 1 pv e2e4 e2e4",
        "what?",
        "info string hm",
        "info depth 10",
        "readyok",
    ]);
    let illegal = UciWarning::IllegalPvMove("e2e4".to_owned());
    let garbage = UciWarning::UnknownLine("what?".to_owned());
    assert_eq!(
        talk.take_effects(),
        [
            UciSessionEffect::Warn(illegal),
            UciSessionEffect::InfoUpdated,
            UciSessionEffect::Warn(garbage),
            UciSessionEffect::InfoUpdated
        ]
    );
    let line = talk.session.analysis().lines().next().unwrap();
    assert_eq!((line.moves.len(), line.certainty), (1, Certainty::Searched));
    talk.effects = talk.session.receive_overlong_line();
    assert!(matches!(talk.take_effects().as_slice(), [UciSessionEffect::Warn(UciWarning::UnknownLine(_))]));
    let mut idle = SessionTest::ready();
    assert_eq!(
        idle.receive(&["bestmove e2e4"]).take_effects(),
        [UciSessionEffect::Warn(UciWarning::UnexpectedBestMove("e2e4".to_owned()))]
    );
}

#[test]
fn nonsense_without_end_is_too_much() {
    let mut talk = SessionTest::thinking(UciSearchLimit::Infinite);
    let lines = vec!["blah"; usize::try_from(MAX_UNKNOWN_LINES).unwrap()];
    assert_eq!(
        talk.receive(&lines).fatal_error(),
        Some(UciFatalError::TooManyUnknownLines(MAX_UNKNOWN_LINES))
    );
    // A greeting of any length is no better.
    let mut talk = SessionTest::start(&[]);
    assert_eq!(
        talk.receive(&lines).fatal_error(),
        Some(UciFatalError::TooManyUnknownLines(MAX_UNKNOWN_LINES))
    );
}

/// No engine takes `<empty>` for nothing: Stockfish would write a file of that name.
#[test]
fn an_empty_text_is_sent_empty() {
    for empty in ["", "<empty>"] {
        let mut talk = SessionTest::start(&[("Debug Log File", empty)]);
        talk.receive(&["option name Debug Log File type string default log.txt", "uciok"]);
        let sent = talk.sent_lines();
        assert!(sent.contains(&"setoption name Debug Log File value ".to_owned()), "{sent:?}");
        assert!(sent.iter().all(|line| !line.contains("<empty>")), "{sent:?}");
    }
}

#[test]
fn settings_are_sent_as_they_are_declared() {
    let wanted = [("HASH", "32"), ("Hashh", "1"), ("MultiPV", "7"), ("Style", "mad"), ("Clear Hash", "")];
    let mut talk = SessionTest::start(&wanted);
    talk.receive(&STOCKFISH).receive(&[
        "option name Style type combo default Solid var Solid var Risky",
        "option name Clear Hash type button",
        "option name hash type string default again",
        "uciok",
    ]);
    assert_eq!(
        talk.take_effects(),
        [
            UciSessionEffect::Send("uci".to_owned()),
            UciSessionEffect::Send("setoption name Hash value 32".to_owned()),
            UciSessionEffect::Warn(UciWarning::BadOption("it has no setting \"Hashh\"".to_owned())),
            UciSessionEffect::Warn(UciWarning::BadOption("Style takes one of Solid, Risky".to_owned())),
            UciSessionEffect::Send("setoption name Clear Hash".to_owned()),
            UciSessionEffect::Send("isready".to_owned()),
            UciSessionEffect::Initialized,
        ]
    );
    talk.receive(&["readyok"]);
    talk.effects = talk.session.set_option("Style", "risky");
    assert_eq!(talk.sent_lines(), ["setoption name Style value Risky"]);
    talk.search(request(UciSearchLimit::Infinite)).receive(&["readyok"]).take_effects();
    assert_eq!(talk.session.set_option("Style", "solid"), [], "not while it thinks");
    talk.effects = talk.session.cancel();
    talk.receive(&["bestmove e2e4"]).search(request(UciSearchLimit::Infinite));
    assert_eq!(talk.sent_lines(), ["stop", "setoption name Style value Solid", "isready"]);
}

#[test]
fn our_own_engine_is_understood() {
    let mut talk = SessionTest::start(&[]);
    talk.receive(&["uciok", "readyok"]);
    talk.search(request(UciSearchLimit::Nodes(5))).receive(&["readyok"]);
    assert!(talk.sent_lines().iter().all(|line| crate::parse(line).is_ok()));
}

proptest! {
    /// Whatever an engine sends, and whenever a timeout expires, the session goes on.
    #[test]
    fn no_conversation_breaks_it(
        steps in proptest::collection::vec((0_u8..9, "(uciok|readyok|bestmove [a-h][1-8][a-h][1-8]|info score (cp|mate) -?[0-9]{1,3} pv( [a-h][1-8][a-h][1-8]){0,4}|option name X type check|\\PC{0,12})"), 0..40),
    ) {
        let mut talk = SessionTest::start(&[]);
        for (step, line) in steps {
            let acts = match step {
                0 => talk.session.search(request(UciSearchLimit::Infinite)),
                1 => talk.session.cancel(),
                2 => talk.session.stop(),
                3 => talk.session.new_game(),
                4 => talk.session.deadline().map_or(Vec::new(), |wait| talk.session.expire(wait)),
                _ => talk.session.receive_line(&line),
            };
            for act in acts {
                match act {
                    UciSessionEffect::Send(line) => prop_assert!(!line.contains('\n')),
                    UciSessionEffect::BestMove(mv, _) => prop_assert!(Position::start().is_legal(mv)),
                    _ => {}
                }
            }
        }
    }
}
