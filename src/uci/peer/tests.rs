//! Conversations with engines that behave and engines that don't.

use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::chess::{Certainty, Position, Root, fen, notation};
use crate::uci::to_engine::Clocks;

const PATIENCE: Patience = Patience {
    introduction: Duration::from_secs(1),
    readiness: Duration::from_secs(2),
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

/// A conversation with all that was said and told so far.
struct Talk {
    peer: Peer,
    acts: Vec<Act>,
}

impl Talk {
    /// One that has not got beyond `uci`.
    fn begin(settings: &[(&str, &str)]) -> Self {
        let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let (peer, acts) = Peer::begin(settings.collect(), PATIENCE);
        Self { peer, acts }
    }

    /// One that can be asked.
    fn ready() -> Self {
        let mut talk = Self::begin(&[]);
        talk.hears(&STOCKFISH).hears(&["uciok", "readyok"]).acts();
        talk
    }

    /// One that thinks about the first position.
    fn thinking(spend: Spend) -> Self {
        let mut talk = Self::ready();
        talk.asks(question(spend)).hears(&["readyok"]).acts();
        assert!(talk.peer.is_thinking());
        talk
    }

    fn hears(&mut self, lines: &[&str]) -> &mut Self {
        for line in lines {
            self.acts.extend(self.peer.hear(line));
        }
        self
    }

    fn asks(&mut self, question: Question) -> &mut Self {
        self.acts.extend(self.peer.ask(question));
        self
    }

    /// Patience ends.
    fn waits(&mut self) -> &mut Self {
        let wait = self.peer.wait().expect("an end to patience");
        self.acts.extend(self.peer.expire(wait));
        self
    }

    /// What came of it since the last look.
    fn acts(&mut self) -> Vec<Act> {
        std::mem::take(&mut self.acts)
    }

    /// The lines that were sent since the last look.
    fn said(&mut self) -> Vec<String> {
        let said = |act| match act {
            Act::Say(line) => Some(line),
            _ => None,
        };
        self.acts().into_iter().filter_map(said).collect()
    }

    fn gives_up(&mut self) -> Option<Fault> {
        self.acts().into_iter().find_map(|act| match act {
            Act::GiveUp(fault) => Some(fault),
            _ => None,
        })
    }
}

fn question_at(start: Position, moves: &[&str], spend: Spend) -> Question {
    let mut root = Root::new(start.clone());
    let mut played = Vec::new();
    for text in moves {
        let mv = notation::parse_move(&root.position, text).unwrap();
        root.play(mv);
        played.push(mv);
    }
    Question { start, moves: played, root, spend, ponder: Ponder::No, lines: 1, only: Vec::new() }
}

fn question(spend: Spend) -> Question {
    question_at(Position::start(), &[], spend)
}

fn mv(text: &str) -> Move {
    notation::parse_move(&Position::start(), text).unwrap()
}

#[test]
fn a_usual_conversation() {
    let mut talk = Talk::begin(&[("hash", "64")]);
    assert_eq!(talk.said(), ["uci"]);
    talk.hears(&STOCKFISH).hears(&["uciok"]);
    assert_eq!(talk.said(), ["setoption name Hash value 64", "isready"]);
    let identity = talk.peer.identity();
    assert_eq!((&*identity.name, identity.options.len()), ("Stockfish 15.1", 3));
    talk.hears(&["readyok"]);
    assert_eq!(talk.said(), [""; 0], "nothing was asked");
    assert_eq!(talk.peer.wait(), None, "an idle engine is not waited for");
    talk.asks(Question { lines: 3, ..question_at(Position::start(), &["e4"], Spend::Anything) });
    assert_eq!(talk.said(), ["setoption name MultiPV value 3", "ucinewgame", "isready"]);
    talk.hears(&["readyok"]);
    assert_eq!(talk.said(), ["position startpos moves e2e4", "go infinite"]);
    talk.hears(&["info depth 3 multipv 1 score cp 20 nodes 99 time 4 pv e7e5 g1f3"]);
    assert_eq!(talk.acts(), [Act::Progress]);
    let opinion = talk.peer.opinion();
    assert_eq!((opinion.depth, opinion.nodes, opinion.lines().count()), (3, 99, 1));
    assert_eq!(talk.peer.wait(), None, "nobody waits for an analysis to end");
    // The second question stops the first, and the first one's move is not taken for the second's.
    talk.asks(question(Spend::Nodes(5)));
    assert_eq!(talk.said(), ["stop"]);
    talk.hears(&["info depth 4 score cp 1 pv e7e5", "bestmove e7e5"]);
    assert_eq!(
        talk.acts(),
        [Act::Say("setoption name MultiPV value 1".to_owned()), Act::Say("isready".to_owned())]
    );
    talk.hears(&["bestmove e7e5", "readyok"]);
    assert_eq!(
        talk.acts(),
        [
            Act::Note(Oddity::UnaskedMove("e7e5".to_owned())),
            Act::Say("position startpos".to_owned()),
            Act::Say("go nodes 5".to_owned()),
        ]
    );
    assert_eq!(talk.peer.opinion(), &Opinion::default());
    talk.hears(&["bestmove g1f3 ponder g8f6"]);
    let reply = notation::parse_move(&Position::start().after(mv("Nf3")), "Nf6").unwrap();
    assert_eq!(talk.acts(), [Act::Decided(mv("Nf3"), Some(reply))]);
}

#[test]
fn a_question_may_come_before_the_introduction_is_over() {
    let mut talk = Talk::begin(&[]);
    talk.asks(question(Spend::Depth(1)));
    assert_eq!(talk.said(), ["uci"]);
    talk.hears(&["uciok"]);
    assert_eq!(talk.said(), ["isready"]);
    talk.hears(&["readyok", "readyok"]);
    assert_eq!(talk.said(), ["ucinewgame", "isready", "position startpos", "go depth 1"]);
}

#[test]
fn only_the_newest_question_is_asked() {
    let mut talk = Talk::thinking(Spend::Anything);
    for depth in 1..=9 {
        talk.asks(question(Spend::Depth(depth)));
    }
    assert_eq!(talk.said(), ["stop"], "one search is stopped once");
    talk.hears(&["bestmove e2e4", "readyok"]);
    assert_eq!(talk.said(), ["isready", "position startpos", "go depth 9"]);
}

#[test]
fn a_hurried_answer_comes_and_a_halted_one_does_not() {
    let mut talk = Talk::thinking(Spend::Anything);
    talk.acts = talk.peer.hurry();
    talk.hears(&["info depth 1 score cp 1 pv e2e4", "bestmove e2e4"]);
    assert_eq!(talk.acts(), [Act::Say("stop".to_owned()), Act::Progress, Act::Decided(mv("e4"), None)]);
    let mut talk = Talk::thinking(Spend::Anything);
    talk.acts = talk.peer.halt();
    talk.hears(&["info depth 1 score cp 1 pv e2e4", "bestmove e2e4"]);
    assert_eq!(talk.acts(), [Act::Say("stop".to_owned())]);
    assert_eq!(talk.peer.halt(), []);
}

#[test]
fn a_ponder_is_hit_or_given_up() {
    let clocks =
        Clocks { white: Duration::from_mins(1), black: Duration::from_secs(50), increment: Duration::ZERO };
    let ponder =
        || Question { ponder: Ponder::Yes, ..question_at(Position::start(), &["e4"], Spend::Clock(clocks)) };
    let mut talk = Talk::ready();
    talk.asks(ponder()).hears(&["readyok"]);
    assert_eq!(talk.said().last().unwrap(), "go ponder wtime 60000 btime 50000 winc 0 binc 0");
    assert_eq!(talk.peer.wait(), None, "the opponent's time costs nothing");
    talk.acts = talk.peer.ponder_hit();
    assert_eq!(talk.said(), ["ponderhit"]);
    assert_eq!(talk.peer.wait().unwrap().length, Duration::from_secs(54));
    assert_eq!(talk.peer.ponder_hit(), [], "it is hit once");
    let mut talk = Talk::ready();
    talk.asks(ponder()).hears(&["readyok"]);
    talk.asks(question(Spend::Depth(1))).hears(&["bestmove e7e5", "readyok"]);
    assert_eq!(talk.said().last().unwrap(), "go depth 1");
}

#[test]
fn chess960_is_played_with_those_who_can() {
    let shuffled = || fen::parse("bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w GCgc - 0 1").unwrap();
    let mut talk = Talk::ready();
    talk.asks(question_at(shuffled(), &[], Spend::Depth(1))).hears(&["readyok"]);
    let said = talk.said();
    assert_eq!(said[0], "setoption name UCI_Chess960 value true");
    assert!(said[3].starts_with("position fen bnrbnkrq/"), "{said:?}");
    talk.hears(&["bestmove f1g1"]);
    // Another game is told to be usual again.
    talk.asks(question(Spend::Depth(1))).acts();
    let mut plain = Talk::begin(&[]);
    plain.hears(&["id name Old", "uciok", "readyok"]).acts();
    plain.asks(question_at(shuffled(), &[], Spend::Depth(1)));
    assert_eq!(plain.acts(), [Act::Refused(Refusal::NoChess960)]);
    plain.asks(question(Spend::Depth(1))).hears(&["readyok"]);
    assert_eq!(plain.said().last().unwrap(), "go depth 1", "it can be asked other things");
}

#[test]
fn silence_ends_patience() {
    let mut talk = Talk::begin(&[]);
    assert_eq!(talk.peer.wait().unwrap().length, PATIENCE.introduction);
    assert_eq!(
        talk.hears(&["hello", "> "]).waits().gives_up(),
        Some(Fault::NoIntroduction(PATIENCE.introduction))
    );
    let mut talk = Talk::begin(&[]);
    assert_eq!(talk.hears(&["uciok"]).waits().gives_up(), Some(Fault::NotReady(PATIENCE.readiness)));
    let mut talk = Talk::thinking(Spend::Time(Duration::from_secs(1)));
    assert_eq!(talk.peer.wait().unwrap().length, Duration::from_secs(5));
    assert_eq!(talk.waits().gives_up(), Some(Fault::NoMove));
    assert_eq!(talk.hears(&["bestmove e2e4", "garbage"]).acts(), [], "nobody listens any more");
    assert_eq!(talk.peer.ask(question(Spend::Anything)), []);
    let mut talk = Talk::thinking(Spend::Anything);
    talk.acts = talk.peer.halt();
    assert_eq!(talk.waits().gives_up(), Some(Fault::NoStop(PATIENCE.stop)));
}

#[test]
fn a_wait_that_was_ended_changes_nothing() {
    let mut talk = Talk::begin(&[]);
    let wait = talk.peer.wait().unwrap();
    talk.hears(&["uciok"]);
    assert_eq!(talk.peer.expire(wait), []);
    assert!(talk.peer.wait().unwrap().number > wait.number);
}

#[test]
fn an_illegal_move_is_refused_and_the_engine_may_be_asked_again() {
    for (line, wanted) in [
        ("bestmove e2e5", Refusal::IllegalMove("e2e5".to_owned())),
        ("bestmove \u{1b}[2Jx", Refusal::IllegalMove("[2Jx".to_owned())),
        ("bestmove (none)", Refusal::NoMove),
    ] {
        let mut talk = Talk::thinking(Spend::Depth(1));
        assert_eq!(talk.hears(&[line]).acts(), [Act::Refused(wanted)], "{line}");
        talk.asks(question(Spend::Depth(2))).hears(&["readyok", "bestmove e2e4 ponder e2e4"]);
        assert_eq!(talk.acts().last(), Some(&Act::Decided(mv("e4"), None)));
    }
}

#[test]
fn oddities_are_told_and_endured() {
    let mut talk = Talk::thinking(Spend::Anything);
    talk.hears(&[
        "info depth 9 score cp 1 pv e2e4 e2e4",
        "what?",
        "info string hm",
        "info depth 10",
        "readyok",
    ]);
    let illegal = Oddity::IllegalInLine("e2e4".to_owned());
    let garbage = Oddity::Garbage("what?".to_owned());
    assert_eq!(talk.acts(), [Act::Note(illegal), Act::Progress, Act::Note(garbage), Act::Progress]);
    let line = talk.peer.opinion().lines().next().unwrap();
    assert_eq!((line.moves.len(), line.certainty), (1, Certainty::Searched));
    talk.acts = talk.peer.hear_too_much();
    assert!(matches!(talk.acts().as_slice(), [Act::Note(Oddity::Garbage(_))]));
    let mut idle = Talk::ready();
    assert_eq!(idle.hears(&["bestmove e2e4"]).acts(), [Act::Note(Oddity::UnaskedMove("e2e4".to_owned()))]);
}

#[test]
fn nonsense_without_end_is_too_much() {
    let mut talk = Talk::thinking(Spend::Anything);
    let lines = vec!["blah"; usize::try_from(MOST_GARBAGE).unwrap()];
    assert_eq!(talk.hears(&lines).gives_up(), Some(Fault::Flood(MOST_GARBAGE)));
    // A greeting of any length is no better.
    let mut talk = Talk::begin(&[]);
    assert_eq!(talk.hears(&lines).gives_up(), Some(Fault::Flood(MOST_GARBAGE)));
}

#[test]
fn settings_are_sent_as_they_are_declared() {
    let wanted = [("HASH", "32"), ("Hashh", "1"), ("MultiPV", "7"), ("Style", "mad"), ("Clear Hash", "")];
    let mut talk = Talk::begin(&wanted);
    talk.hears(&STOCKFISH).hears(&[
        "option name Style type combo default Solid var Solid var Risky",
        "option name Clear Hash type button",
        "option name hash type string default again",
        "uciok",
    ]);
    assert_eq!(
        talk.acts(),
        [
            Act::Say("uci".to_owned()),
            Act::Say("setoption name Hash value 32".to_owned()),
            Act::Note(Oddity::Setting("it has no setting \"Hashh\"".to_owned())),
            Act::Note(Oddity::Setting("Style takes one of Solid, Risky".to_owned())),
            Act::Say("setoption name Clear Hash".to_owned()),
            Act::Say("isready".to_owned()),
            Act::Introduced,
        ]
    );
    talk.hears(&["readyok"]);
    talk.acts = talk.peer.set("Style", "risky");
    assert_eq!(talk.said(), ["setoption name Style value Risky"]);
    talk.asks(question(Spend::Anything)).hears(&["readyok"]).acts();
    assert_eq!(talk.peer.set("Style", "solid"), [], "not while it thinks");
    talk.acts = talk.peer.halt();
    talk.hears(&["bestmove e2e4"]).asks(question(Spend::Anything));
    assert_eq!(talk.said(), ["stop", "setoption name Style value Solid", "isready"]);
}

#[test]
fn our_own_engine_is_understood() {
    let mut talk = Talk::begin(&[]);
    talk.hears(&["uciok", "readyok"]);
    talk.asks(question(Spend::Nodes(5))).hears(&["readyok"]);
    assert!(talk.said().iter().all(|line| crate::uci::parse(line).is_ok()));
}

proptest! {
    /// Whatever an engine says, and whenever patience ends, the machine stands.
    #[test]
    fn no_conversation_breaks_it(
        steps in proptest::collection::vec((0_u8..9, "(uciok|readyok|bestmove [a-h][1-8][a-h][1-8]|info score (cp|mate) -?[0-9]{1,3} pv( [a-h][1-8][a-h][1-8]){0,4}|option name X type check|\\PC{0,12})"), 0..40),
    ) {
        let mut talk = Talk::begin(&[]);
        for (step, line) in steps {
            let acts = match step {
                0 => talk.peer.ask(question(Spend::Anything)),
                1 => talk.peer.halt(),
                2 => talk.peer.hurry(),
                3 => talk.peer.new_game(),
                4 => talk.peer.wait().map_or(Vec::new(), |wait| talk.peer.expire(wait)),
                _ => talk.peer.hear(&line),
            };
            for act in acts {
                match act {
                    Act::Say(line) => prop_assert!(!line.contains('\n')),
                    Act::Decided(mv, _) => prop_assert!(Position::start().is_legal(mv)),
                    _ => {}
                }
            }
        }
    }
}
