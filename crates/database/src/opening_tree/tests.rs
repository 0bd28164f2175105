//! The tree against games that are played move by move.

use std::collections::{BTreeMap, BTreeSet};

use chess::{Position, fen, notation};

use super::*;
use crate::fixtures::{random_pgn, segment_of};

/// The tree of a text, as `games: move games +white =draws -black` and so on.
fn tree_text(text: &str, fen: &str) -> String {
    let position = if fen.is_empty() { Position::start() } else { fen::parse(fen).unwrap() };
    let counter = OpeningTreeCounter::new(&position);
    let tree = counter.tree(&counter.count(&segment_of(text), |_| true));
    let counts = |counts: &GameCounts| {
        format!("{} +{} ={} -{}", counts.games, counts.white, counts.draws, counts.black)
    };
    let moves = tree
        .moves
        .iter()
        .map(|found| format!(", {} {}", notation::san(&position, found.mv), counts(&found.counts)));
    counts(&tree.counts) + &moves.collect::<String>()
}

#[test]
fn transpositions_meet_and_a_game_counts_once_for_each_move() {
    let text = "1. e4 e5 2. Nf3 Nc6 1-0\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 0-1\n\n\
                1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 5. Ng1 Nb8 6. Nf3 Nc6 7. Bc4 1/2-1/2\n\n1. d4 *\n";
    let after_two = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let wanted = "3 +1 =1 -1, Ng1 1 +0 =1 -0, Bb5 1 +0 =0 -1, Bc4 1 +0 =1 -0";
    let found = tree_text(text, after_two);
    let sorted = |text: &str| text.split(", ").map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(sorted(&found), sorted(wanted));
    let black = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(tree_text(text, black), "2 +1 =1 -0, Nc6 2 +1 =1 -0");
    assert_eq!(tree_text(text, "").split(',').next(), Some("4 +1 =1 -1"));
}

#[test]
fn ratings_are_of_the_side_to_move_and_the_year_is_the_last_one() {
    let game = |white: u16, black: u16, date: &str, result: &str| {
        format!(
            "[Event \"a\"]\n[Date \"{date}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\n1. e4 e5 {result}\n\n"
        )
    };
    let text = game(2000, 2100, "1999.??.??", "1-0")
        + &game(2201, 2300, "2007.01.02", "1/2-1/2")
        + &game(1000, 0, "????.??.??", "*");
    let counter = OpeningTreeCounter::new(&Position::start());
    let tree = counter.tree(&counter.count(&segment_of(&text), |_| true));
    let counts = tree.moves[0].counts;
    // Three of four points against 2,200 on the average: 191 more.
    assert_eq!(
        (counts.average_elo(), counts.performance(), counts.last_year()),
        (Some(1734), Some(2391), Some(2007))
    );
    let tree = counter.tree(&counter.count(&segment_of(&text), |game| game == 0));
    assert_eq!(
        (tree.counts.games, tree.counts.performance()),
        (1, Some(2900)),
        "at most 800 more than the opponent"
    );
    let tree = counter.tree(&counter.count(&segment_of(&text), |game| game == 2));
    assert_eq!((tree.counts.average_elo(), tree.counts.performance()), (Some(1000), None));
}

/// The games that reach a position, and those that go on by each move.
struct Reached {
    position: Position,
    games: BTreeSet<usize>,
    moves: BTreeMap<String, BTreeSet<usize>>,
}

/// A position that is equal for the search, as text.
fn key(position: &Position) -> String {
    fen::format(position).rsplitn(3, ' ').nth(2).unwrap().to_owned()
}

#[test]
fn every_position_of_random_games_has_the_tree_of_brute_force() {
    let text = random_pgn(12, 7);
    let segment = segment_of(&text);
    let mut games: BTreeMap<String, Reached> = BTreeMap::new();
    for number in 0..segment.len() {
        let game = segment.game(number);
        let from = usize::try_from(game.offset()).unwrap();
        let reading = game::pgn::read(&text[from..from + game.length() as usize], &Position::start());
        assert_eq!(reading.fault, None);
        let tree = reading.game.tree;
        let mut node = tree.start();
        loop {
            let position = tree.node(node).position();
            let entry = games.entry(key(position)).or_insert_with(|| Reached {
                position: position.clone(),
                games: BTreeSet::new(),
                moves: BTreeMap::new(),
            });
            entry.games.insert(number);
            let Some(&next) = tree.node(node).children().first() else { break };
            entry.moves.entry(tree.node(next).san().to_owned()).or_default().insert(number);
            node = next;
        }
    }
    assert!(games.len() > 3_000, "{}", games.len());
    for Reached { position, games: reached, moves } in games.values() {
        let counter = OpeningTreeCounter::new(position);
        let tree = counter.tree(&counter.count(&segment, |_| true));
        assert_eq!(tree.counts.games, reached.len() as u64, "{}", fen::format(position));
        let found: BTreeMap<String, u64> =
            tree.moves.iter().map(|found| (notation::san(position, found.mv), found.counts.games)).collect();
        let wanted: BTreeMap<String, u64> =
            moves.iter().map(|(san, games)| (san.clone(), games.len() as u64)).collect();
        assert_eq!(found, wanted, "{}", fen::format(position));
    }
}
