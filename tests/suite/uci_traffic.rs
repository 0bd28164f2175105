//! The UCI server in conversation: pondering, delayed replies, and thousands of random exchanges. Whatever
//! the order of commands, each search gives one best move, in turn, and it is legal.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use matescope::chess::{Position, Root, chess960, fen};
use matescope::cli::uci_server;
use matescope::solver::syzygy::{Syzygy, SyzygyResult};
use matescope::uci::{UciCommand, from_gui, parse};

use crate::endings::shared_tables;
use crate::skip::{SkipReason, skipped};

/// Longer than any reply takes on a busy machine: a longer wait would never end.
const EVER: Duration = Duration::from_mins(2);

/// A UCI interface with the server at the other end of two channels.
struct Interface {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<String>,
    server: JoinHandle<io::Result<()>>,
}

/// Yields what is sent, until the sender is dropped.
struct Lines {
    sent: Receiver<Vec<u8>>,
    rest: VecDeque<u8>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.sent.recv().unwrap_or_default().into();
        }
        self.rest.read(buffer)
    }
}

/// Passes on each line as it is written.
struct Told(Sender<String>);

impl Write for Told {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in String::from_utf8_lossy(bytes).lines() {
            let _ = self.0.send(line.to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Interface {
    fn new() -> Self {
        let (to, sent) = mpsc::channel();
        let (sender, from) = mpsc::channel();
        let input = BufReader::new(Lines { sent, rest: VecDeque::new() });
        let serve = move || uci_server::serve(input, Told(sender), shared_tables);
        let interface = Self { to: Some(to), from, server: thread::spawn(serve) };
        interface.say("setoption name BuildTables value false");
        interface.say("setoption name Hash value 1");
        interface
    }

    fn say(&self, line: &str) {
        self.to.as_ref().unwrap().send(format!("{line}\n").into_bytes()).unwrap();
    }

    /// All lines up to the first one that begins so.
    fn hear(&self, begins: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.from.recv_timeout(EVER) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("{error} before {begins:?}: {lines:#?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(begins)) {
                return lines;
            }
        }
    }

    /// Checks that no best move has been sent so far.
    fn check_silent(&self) {
        self.say("isready");
        let lines = self.hear("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "too early: {lines:#?}");
    }

    /// Disconnects, and returns the remaining output.
    fn leave(mut self) -> Vec<String> {
        drop(self.to.take());
        self.server.join().expect("the server did not panic").unwrap();
        self.from.try_iter().collect()
    }
}

fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn pondering_waits_for_the_move_and_then_answers_at_once() {
    let gui = Interface::new();
    gui.say("setoption name Ponder value true");
    gui.say("position startpos moves e2e4 e7e5");
    gui.say("go ponder wtime 100 btime 100");
    // Far more than a limit of a tenth of a second would allow.
    gui.hear("info depth 9 ");
    gui.check_silent();
    gui.say("ponderhit");
    let lines = gui.hear("bestmove ");
    assert!(lines.last().unwrap().contains(" ponder "), "{lines:#?}");
    assert_eq!(best_moves(&gui.leave()), 0);
}

#[test]
fn a_search_that_ends_while_pondering_keeps_its_move() {
    let gui = Interface::new();
    for (go, release) in [
        ("go ponder depth 1", "ponderhit"),
        ("go ponder nodes 1", "ponderhit"),
        ("go ponder depth 1", "stop"),
        ("go ponder infinite depth 1", "stop"),
        ("go infinite depth 1", "stop"),
    ] {
        gui.say("position startpos moves d2d4");
        gui.say(go);
        gui.hear("info depth ");
        gui.check_silent();
        gui.say(release);
        gui.hear("bestmove ");
    }
    gui.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    gui.say("go ponder wtime 1000 btime 1000");
    gui.hear("info depth 0 score cp 0");
    gui.check_silent();
    gui.say("ponderhit");
    assert_eq!(gui.hear("bestmove "), ["bestmove (none)"]);
    assert_eq!(best_moves(&gui.leave()), 0);
}

#[test]
fn a_hit_does_not_end_an_infinite_search() {
    let gui = Interface::new();
    gui.say("go ponder infinite");
    gui.hear("info depth 3 ");
    gui.say("ponderhit");
    gui.hear("info depth 5 ");
    gui.check_silent();
    gui.say("ponderhit");
    gui.hear("info string ignored ponderhit: nothing is pondered on");
    gui.say("stop");
    gui.hear("bestmove ");
    gui.say("stop");
    gui.say("ponderhit");
    gui.hear("info string ignored ponderhit");
    assert_eq!(best_moves(&gui.leave()), 0);
}

#[test]
fn leaving_while_pondering_is_answered_once() {
    for (go, farewell) in [
        ("go ponder wtime 60000 btime 60000", "quit"),
        ("go ponder depth 1", "quit"),
        ("go ponder depth 1", ""),
        ("go infinite", ""),
    ] {
        let gui = Interface::new();
        gui.say(go);
        gui.hear("info depth 1 ");
        gui.say(farewell);
        assert_eq!(best_moves(&gui.leave()), 1, "{go} {farewell}");
    }
}

#[test]
fn counting_moves_is_no_search() {
    let gui = Interface::new();
    gui.say("go perft 3");
    let lines = gui.hear("Nodes searched: ");
    assert_eq!(lines.iter().filter(|line| line.contains(": ")).count(), 21);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    gui.say("go perft 30");
    gui.say("go depth 1");
    gui.hear("info string perft was stopped after 0 sequences");
    gui.hear("bestmove ");
    gui.say("bench 1");
    gui.hear("nodes ");
    gui.hear("nps ");
    assert_eq!(best_moves(&gui.leave()), 0);
}

#[test]
fn people_are_answered() {
    let gui = Interface::new();
    gui.say("d");
    gui.hear("Fen:         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    gui.hear("Legal moves: 20");
    gui.say("eval");
    gui.hear("Evaluation: ");
    gui.say("help");
    gui.hear("Matescope speaks UCI");
    gui.say("go deeper depth 1");
    gui.hear("info string go knows no \"deeper\"");
    gui.hear("bestmove ");
    gui.say("go infinite");
    gui.say("d");
    gui.hear("Tables: ");
    gui.say("setoption name UCI_Elo value 1200");
    gui.say("setoption name UCI_LimitStrength value true");
    gui.hear("info string plays at about 1200 Elo");
    gui.say("stop");
    gui.hear("bestmove ");
    gui.leave();
}

#[test]
fn chances_stand_beside_scores_and_add_up() {
    let gui = Interface::new();
    gui.say("setoption name UCI_ShowWDL value true");
    gui.say("go depth 6");
    for line in gui.hear("bestmove ").iter().filter(|line| line.contains(" score ")) {
        let chances = line.split(" wdl ").nth(1).unwrap().split(' ').take(3);
        let chances: Vec<u16> = chances.map(|text| text.parse::<u16>().unwrap()).collect();
        assert_eq!(chances.iter().sum::<u16>(), 1_000, "{line}");
    }
    gui.say("position fen 4k3/Q7/3K4/8/8/8/8/8 w - - 0 1");
    gui.say("go depth 4");
    let lines = gui.hear("bestmove ");
    let mate = lines.iter().rev().find(|line| line.contains(" score mate 1 ")).unwrap();
    assert!(mate.contains(" wdl 1000 0 0 "), "{mate}");
    gui.leave();
}

#[test]
fn syzygy_tables_keep_the_result_and_claim_no_mate() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy");
    let Ok(tables) = Syzygy::open(&folder) else {
        skipped(&SkipReason::NotPossible(&format!("no Syzygy tables in {}", folder.display())));
        return;
    };
    let gui = Interface::new();
    gui.say("setoption name UCI_ShowWDL value true");
    gui.say("setoption name SyzygyPath value /nowhere-at-all");
    gui.hear("info string Syzygy tables in /nowhere-at-all");
    gui.say(&format!("setoption name SyzygyPath value {}", folder.display()));
    gui.hear("info string 70 files of Syzygy tables with up to 4 pieces");
    let mut results = Vec::new();
    for text in [
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
        "8/8/4k3/8/8/2K1N3/7p/8 b - - 0 1",
        "8/8/4k3/8/4PK2/8/8/7n b - - 0 1",
        "8/8/8/8/5k2/8/1r4KP/8 w - - 0 1",
    ] {
        let root = Root::new(fen::parse(text).unwrap());
        let Some(advice) = tables.rank_root_moves(&root) else { panic!("{text} is covered") };
        gui.say(&format!("position fen {text}"));
        gui.say("go nodes 3000");
        let lines = gui.hear("bestmove ");
        let (score, chances) = match advice.moves[0].result {
            SyzygyResult::Win => (" score cp 20000 ", " wdl 1000 0 0 "),
            SyzygyResult::Draw => (" score cp 0 ", " wdl 0 1000 0 "),
            SyzygyResult::Loss => (" score cp -20000 ", " wdl 0 0 1000 "),
            other => panic!("{text}: {other}"),
        };
        results.push(score);
        let best = lines.last().unwrap().split(' ').nth(1).unwrap();
        let best = from_gui::parse_move(&root.position, best).unwrap();
        assert!(advice.best(1).contains(&best), "{text}: {lines:#?}");
        let scored = lines.iter().rev().find(|line| line.contains(" score ")).unwrap();
        assert!(scored.contains(" score mate ") || scored.contains(score), "{text}: {scored}");
        assert!(scored.contains(" score mate ") || scored.contains(chances), "{text}: {scored}");
        assert!(!scored.contains(" tbhits 0 "), "{text}: {scored}");
    }
    results.sort_unstable();
    results.dedup();
    assert_eq!(results.len(), 3, "wins, draws and losses were asked for");
    gui.leave();
}

/// Plays both sides of a Chess960 game, and counts the castlings.
fn play960(gui: &Interface, number: u16) -> usize {
    let start = fen::format(&chess960::start_position(number).unwrap());
    let (mut root, mut moves, mut castlings) = (Root::new(fen::parse(&start).unwrap()), String::new(), 0);
    gui.say("ucinewgame");
    while root.termination().is_none() && moves.len() < 5 * 60 {
        gui.say(&format!("position fen {start} moves{moves}"));
        gui.say("go nodes 400");
        let lines = gui.hear("bestmove ");
        assert!(!lines.iter().any(|line| line.contains("ignored")), "{number}: {lines:#?}");
        let best = lines.last().unwrap().split(' ').nth(1).unwrap();
        let mv = from_gui::parse_move(&root.position, best).unwrap();
        if mv.is_castle() {
            castlings += 1;
            assert_eq!(best, format!("{}{}", mv.from().unwrap(), mv.to()), "king takes rook");
        }
        root.play(mv);
        moves.extend([" ", best]);
    }
    castlings
}

#[test]
fn chess960_is_played_with_the_king_taking_the_rook() {
    let gui = Interface::new();
    gui.say("setoption name UCI_Chess960 value true");
    let games = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 120 } else { 8 };
    let castlings: usize = (0..games).map(|n| play960(&gui, n * 331 % chess960::COUNT)).sum();
    assert!(castlings > 0, "no castling in {games} games");
    gui.leave();
}

/// Commands that an interface may send, sensible or not.
const WORDS: [&str; 46] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "debug on",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves e2e4 e2e4",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen 8/8/8/8/8/2k5/1q6/K7 w - - 0 1",
    "position fen 8/8/8/8/8/1Q6/8/k2K4 w - - 99 80",
    "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 100 90",
    "position fen 1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
    "position fen garbage",
    "go depth 2",
    "go depth 4",
    "go nodes 1",
    "go nodes 700",
    "go movetime 1",
    "go movetime 12",
    "go wtime 1 btime 1",
    "go wtime 60 btime 80 winc 1 binc 1",
    "go wtime 100 btime 100 movestogo 1",
    "go infinite",
    "go infinite",
    "go ponder wtime 40 btime 40",
    "go ponder depth 2",
    "go ponder infinite",
    "go mate 1 nodes 900",
    "go searchmoves e2e4 d2d4 depth 3",
    "go perft 2",
    "go perft 30",
    "go depth",
    "go faster nodes 5",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name UCI_Chess960 value true",
    "d",
];

/// Records the requests and checks each reply against them.
struct Account {
    position: Position,
    asked: VecDeque<Position>,
}

impl Account {
    /// Records what a line requests. True where the reply comes by itself.
    fn ask(&mut self, line: &str) -> bool {
        match parse(line) {
            Ok(UciCommand::Position(root, _)) => self.position = root.position,
            Ok(UciCommand::Go(go)) => {
                self.asked.push_back(self.position.clone());
                // A limit that makes no sense is none.
                let has_limit = go.depth.is_some()
                    || go.nodes.is_some()
                    || go.movetime.is_some()
                    || go.white_time.is_some();
                return has_limit && !go.infinite && !go.ponder;
            }
            _ => {}
        }
        false
    }

    fn hear(&mut self, lines: &[String], history: &[&str]) {
        for line in lines {
            assert!(!line.contains("the search failed"), "{history:?}");
            let Some(best) = line.strip_prefix("bestmove ") else { continue };
            let position = self.asked.pop_front();
            let position = position.unwrap_or_else(|| panic!("an answer to nothing: {history:#?}"));
            let mut words = best.split(' ');
            let best = words.next().unwrap();
            if best == "(none)" {
                assert!(position.legal_moves().is_empty(), "{history:#?}");
                continue;
            }
            let mv =
                from_gui::parse_move(&position, best).unwrap_or_else(|why| panic!("{why}: {history:#?}"));
            if let (Some("ponder"), Some(reply)) = (words.next(), words.next()) {
                let after = position.after(mv);
                from_gui::parse_move(&after, reply).unwrap_or_else(|why| panic!("{why}: {history:#?}"));
            }
        }
    }
}

fn converse(seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let gui = Interface::new();
    let mut account = Account { position: Position::start(), asked: VecDeque::new() };
    let mut history = vec![];
    for _ in 0..random.usize(1..60) {
        let line = WORDS[random.usize(..WORDS.len())];
        history.push(line);
        gui.say(line);
        let comes = account.ask(line);
        let heard = match random.u8(..8) {
            0 if comes => gui.hear("bestmove "),
            1 => {
                gui.say("isready");
                gui.hear("readyok")
            }
            _ => continue,
        };
        account.hear(&heard, &history);
    }
    if random.bool() {
        gui.say("quit");
    }
    account.hear(&gui.leave(), &history);
    assert!(account.asked.is_empty(), "no answer to {} searches: {history:#?}", account.asked.len());
}

#[test]
fn every_search_gets_one_answer_whatever_is_said() {
    let rounds = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 1_500 } else { 120 };
    for seed in 0..rounds {
        converse(seed);
    }
}
