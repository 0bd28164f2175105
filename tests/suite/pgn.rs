//! PGN: what was played, annotated and written is read again move by move, by the thousands, and a file of
//! any length is split into games with little of it in memory.

use std::io::{BufReader, Read};
use std::time::{Duration, Instant};

use crate::skip::{SkipReason, skipped};
use matescope::chess::{HalfMove, Position, Root, StopToken, chess960, notation};
use matescope::engine::{Engine, EngineSettings, Limits};
use matescope::game::pgn::split::PgnSplitter;
use matescope::game::pgn::{self, GameResult, PgnGame, PgnHeader};
use matescope::game::{NodeId, Tree};
use proptest::prelude::*;

/// Games of the engine against itself at a few nodes a move, from random openings: each fourth is Chess960.
fn played(count: usize, nodes: u64) -> impl Iterator<Item = PgnGame> {
    let mut engine = Engine::new(EngineSettings { hash_mb: 1, ..EngineSettings::default() });
    let mut random = fastrand::Rng::with_seed(2026);
    (0..count).map(move |number| {
        let start =
            if number % 4 == 3 { chess960::start_position(random.u16(..chess960::COUNT)) } else { None };
        let start = start.unwrap_or_else(Position::start);
        let mut tree = Tree::new(start.clone());
        let mut root = Root::new(start);
        let mut at = tree.start();
        for ply in 0..240 {
            if root.termination().is_some() {
                break;
            }
            let legal = root.position.legal_moves();
            let mv = if ply < 8 {
                legal[random.usize(..legal.len())]
            } else {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let report = engine.search(&root, &limits, &StopToken::never(), &mut |_| {});
                report.lines[0].moves[0]
            };
            at = tree.play(at, mv).unwrap();
            root.play(mv);
        }
        let mut header = PgnHeader {
            result: tree.termination_at(at).map(GameResult::from).unwrap_or_default(),
            ..PgnHeader::default()
        };
        header.set("Round", number.to_string());
        header.set("White", "Matescope \"A\" \\ nodes");
        annotate(&mut tree, &mut random);
        PgnGame { header, tree }
    })
}

/// Puts variations, comments and glyphs of every kind into a tree.
fn annotate(tree: &mut Tree, random: &mut fastrand::Rng) {
    let texts = [
        "best by test",
        "[%clk 0:01:59] [%eval -0.35,12]",
        "a } brace",
        "two\n\nlines",
        "½ – ü (x",
        "  ;odd% ",
    ];
    let text = |random: &mut fastrand::Rng| texts[random.usize(..texts.len())].trim().to_owned();
    let mut open: Vec<NodeId> = tree.main_line_from(tree.start());
    open.insert(0, tree.start());
    for _ in 0..open.len() / 2 {
        let from = open[random.usize(..open.len())];
        let legal = tree.node(from).position().legal_moves();
        if random.u8(..3) == 0 && !legal.is_empty() {
            let mv = legal[random.usize(..legal.len())];
            open.push(tree.add(from, mv).unwrap());
        }
        if random.u8(..8) == 0 {
            open.extend(tree.add(from, HalfMove::Null));
        }
        let notes = &mut tree.node_mut(from).notes;
        match random.u8(..5) {
            0 => notes.after.push(text(random)),
            1 if from != open[0] => notes.before.push(text(random)),
            2 if from != open[0] => notes.nags.push(random.u8(..)),
            _ => {}
        }
    }
}

/// Writes a game and reads it: nothing may differ.
fn check_round_trip(game: &PgnGame) -> String {
    let text = pgn::write(game);
    let back = pgn::read(&text, &Position::start());
    assert_eq!(back.fault, None, "{text}");
    assert!(back.game.tree == game.tree, "{text}\n{}", pgn::write(&back.game));
    assert_eq!(back.game.header.result, game.header.result);
    assert_eq!(pgn::write(&back.game), text);
    text
}

#[test]
fn thousands_of_games_come_back_move_by_move() {
    let slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    let (count, nodes) = if slow { (2_000, 60) } else { (250, 20) };
    let mut file = String::new();
    let mut games = Vec::new();
    let mut moves = 0;
    for game in played(count, nodes) {
        file.push_str(&check_round_trip(&game));
        file.push('\n');
        moves += game.tree.move_count();
        games.push(game);
    }
    println!("{count} games, {moves} moves, {} bytes", file.len());
    let mut found = 0;
    for (piece, game) in PgnSplitter::new(file.as_bytes()).zip(&games) {
        let piece = piece.unwrap();
        let back = pgn::read(&pgn::decode(&piece.bytes), &Position::start());
        assert_eq!(back.fault, None);
        assert!(back.game.tree == game.tree, "{}", String::from_utf8_lossy(&piece.bytes));
        assert_eq!(usize::try_from(piece.plies), Ok(game.tree.main_line_from(game.tree.start()).len()));
        found += 1;
    }
    assert_eq!(found, count);
}

/// A file that is never in memory as a whole: the same games over and over.
struct Endless<'t> {
    text: &'t [u8],
    at: usize,
    left: usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.at == self.text.len() {
            (self.at, self.left) = (0, self.left - 1);
        }
        if self.left == 0 {
            return Ok(0);
        }
        let count = buffer.len().min(self.text.len() - self.at);
        buffer[..count].copy_from_slice(&self.text[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

#[test]
fn fifty_thousand_games_are_streamed() {
    let text: String = played(10, 1).map(|game| pgn::write(&game) + "\n").collect();
    let file = Endless { text: text.as_bytes(), at: 0, left: 5_000 };
    let begun = Instant::now();
    let (mut count, mut longest, mut offset) = (0, 0, 0);
    for piece in PgnSplitter::new(BufReader::new(file)) {
        let piece = piece.unwrap();
        assert!(piece.offset >= offset && piece.plies > 0);
        offset = piece.offset + piece.bytes.len() as u64;
        longest = longest.max(piece.bytes.len());
        count += 1;
    }
    let took = begun.elapsed();
    println!("50,000 games, {} MB: {took:?}, the longest {longest} bytes", offset / 1_000_000);
    assert_eq!(count, 50_000);
    assert!(longest < text.len(), "one game at a time");
    assert!(took.as_secs() < 60, "{took:?}");
}

/// A line that never ends takes no more memory than a game may.
#[test]
fn a_line_without_end_is_cut() {
    let line = vec![b'x'; 1 << 20];
    let file = Endless { text: &line, at: 0, left: 40 };
    let lengths: Vec<usize> =
        PgnSplitter::new(BufReader::new(file)).map(|piece| piece.unwrap().bytes.len()).collect();
    assert_eq!(lengths, [pgn::split::MAX_GAME_BYTES]);
}

/// Any bytes as a PGN file: nothing panics, and what was read is written and read as the same.
fn check_text(text: &str) {
    let reading = pgn::read(text, &Position::start());
    let written = pgn::write(&reading.game);
    assert!(written.chars().all(|c| c == '\n' || !c.is_control()), "{written:?}");
    let again = pgn::read(&written, &Position::start());
    assert_eq!(again.fault, None, "{text:?}\n{written}");
    assert!(again.game.tree == reading.game.tree, "{text:?}\n{written}");
    assert_eq!(pgn::write(&again.game), written, "{text:?}");
    let mut end = 0;
    for piece in PgnSplitter::new(text.as_bytes()) {
        let piece = piece.unwrap();
        assert!(piece.offset >= end, "{text:?}");
        end = piece.offset + piece.bytes.len() as u64;
        let between = &text.as_bytes()[usize::try_from(piece.offset).unwrap()..];
        assert!(between.starts_with(&piece.bytes), "{text:?}");
    }
}

fn fragments() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "1. e4",
        "e5",
        "1...",
        "2. Nf3",
        "(",
        ")",
        "(",
        ")",
        "{",
        "}",
        "{a}",
        "{b\nc}",
        "; rest\n",
        "\n% esc\n",
        "$1",
        "$300",
        "!?",
        "1-0",
        "*",
        "1/2-1/2",
        "[White \"x\"]",
        "\n[Event \"y\"]\n",
        "[Bad",
        "--",
        "e.p.",
        "\r\n",
        "\u{1b}[2J",
        "d4 (d3) d5",
        "1. {c} c4",
        "[%clk 0:01]",
        "½",
        "\"",
        "\\",
        "\n\n",
        "0-0",
        "=",
        "+-",
        "N",
    ]);
    prop::collection::vec(prop_oneof![4 => known.prop_map(str::to_owned), 1 => "\\PC{0,3}"], 0..24)
        .prop_map(|parts| parts.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_text_is_read_without_harm(text in fragments()) {
        check_text(&text);
    }

    #[test]
    fn any_comment_comes_back(comment in "[ -~\n{}½%;\\[]{0,80}", before in any::<bool>()) {
        let mut tree = Tree::new(Position::start());
        let mv = notation::parse_move(&Position::start(), "e4").unwrap();
        let e4 = tree.play(tree.start(), mv).unwrap();
        let notes = &mut tree.node_mut(e4).notes;
        if before { notes.before.push(comment) } else { notes.after.push(comment) }
        // A comment made up by the generator is written so that it is read back unchanged from then on.
        let once = pgn::read(&pgn::write(&PgnGame { header: PgnHeader::default(), tree }), &Position::start());
        prop_assert_eq!(once.fault, None);
        let twice = pgn::read(&pgn::write(&once.game), &Position::start());
        prop_assert!(twice.game.tree == once.game.tree);
    }
}

/// PGN files of other programs, where there are any: every game comes back move by move, and what could not
/// be read is reported.
#[test]
fn files_of_other_programs_come_back() {
    let Some(folder) = std::env::var_os("PGN_FILES") else {
        return skipped(&SkipReason::NotPossible("PGN_FILES names no folder"));
    };
    let (mut games, mut moves, mut faulty) = (0, 0, 0);
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.path().extension().is_none_or(|ending| ending != "pgn") {
            continue;
        }
        let file = BufReader::new(std::fs::File::open(entry.path()).unwrap());
        for piece in PgnSplitter::new(file) {
            let piece = piece.unwrap();
            let reading = pgn::read(&pgn::decode(&piece.bytes), &Position::start());
            if let Some(fault) = reading.fault {
                println!("{} from line {}: {fault}", entry.path().display(), piece.line);
                faulty += 1;
            }
            check_round_trip(&reading.game);
            games += 1;
            moves += reading.game.tree.move_count();
        }
    }
    println!("{games} games, {moves} moves, {faulty} with a fault");
}

/// A line four times as long may take about four times as long, never sixteen times: parsing is linear.
#[test]
fn a_long_line_is_read_in_linear_time() {
    type Text = Box<dyn Fn(usize) -> String>;
    let nested = |length: usize| format!("1. e4 {}", "(1. d4 ".repeat(length / 7));
    let flat =
        |unit: &'static str| move |length: usize| format!("1. e4 {}", unit.repeat(length / unit.len()));
    let texts: [(&str, Text); 10] = [
        ("nested variations", Box::new(nested)),
        ("glyphs", Box::new(flat("$1 "))),
        ("empty variations", Box::new(flat("() "))),
        ("numbers", Box::new(flat("1. "))),
        ("comments", Box::new(flat("{a} "))),
        ("open brackets", Box::new(flat("[ "))),
        ("closing brackets", Box::new(flat(") "))),
        ("games", Box::new(flat("e5 * 1. e4 "))),
        ("moves", Box::new(flat("Nf6 Nf3 Ng8 Ng1 "))),
        ("quotation marks", Box::new(|length| format!("[A \"{}", "\" ".repeat(length / 2)))),
    ];
    for (name, text) in texts {
        let time = |length| {
            let text = text(length);
            let once = || {
                let begun = Instant::now();
                let games = PgnSplitter::new(text.as_bytes()).map(Result::unwrap);
                let read = games.map(|piece| pgn::read(&pgn::decode(&piece.bytes), &Position::start()));
                assert!(read.count() > 0, "{name}");
                begun.elapsed()
            };
            (0..3).map(|_| once()).min().unwrap()
        };
        let (small, large) = (time(1 << 18), time(1 << 20));
        let ratio = large.as_secs_f64() / small.as_secs_f64().max(1e-3);
        println!("{name}: {small:?}, {large:?}, {ratio:.1} times");
        // What takes no time at all says nothing of its growth on a busy machine; the square would take
        // minutes.
        let is_quick = large < Duration::from_millis(250);
        assert!(is_quick || ratio < 9.0, "{name}: {small:?} for a quarter, {large:?} for the whole");
    }
}
