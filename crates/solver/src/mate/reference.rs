//! The search as one would write it down first, for tests to hold the quick one against.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use super::search::MateSearch;
use super::{MateAnswer, MateKeySolver, MateProblem, prove, prove_with};
use chess::board::Board;
use chess::score::FIFTY_MOVES;
use chess::{Move, NoOracle, Position, Role, Root, StopToken, fen};

/// Minimax by the rules of chess alone.
struct ReferenceMinimax {
    /// Positions that have stood on the board twice.
    drawn_keys: Vec<u64>,
}

impl ReferenceMinimax {
    fn of(root: &Root) -> Self {
        Self { drawn_keys: root.history.repeated_keys() }
    }

    fn is_drawn(&self, position: &Position) -> bool {
        let mated = || position.is_check() && position.legal_moves().is_empty();
        (position.halfmoves() >= FIFTY_MOVES || self.drawn_keys.contains(&position.key())) && !mated()
    }

    fn attack(&self, position: &Position, moves: u16) -> bool {
        moves > 0 && position.legal_moves().iter().any(|&mv| self.defend(&position.after(mv), moves - 1))
    }

    fn defend(&self, position: &Position, moves: u16) -> bool {
        if self.is_drawn(position) || (moves == 0 && !position.is_check()) {
            return false;
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.is_check();
        }
        moves > 0
            && replies.iter().all(|&mv| {
                let next = position.after(mv);
                !self.is_drawn(&next) && self.attack(&next, moves)
            })
    }

    fn mates_in(&self, root: &Root, mv: Move, within: u16) -> Option<u16> {
        let next = root.position.after(mv);
        (1..=within).find(|&moves| self.defend(&next, moves - 1))
    }
}

/// A position with few pieces, the defender's king often at the edge; now and then with castling rights, an
/// en passant capture or a counter about to run out.
fn random_root(random: &mut fastrand::Rng) -> Option<Root> {
    let mut board: [Option<char>; 64] = [None; 64];
    let mut place = |random: &mut fastrand::Rng, piece: char, squares: &mut dyn Iterator<Item = usize>| {
        let free: Vec<_> = squares.filter(|&square| board[square].is_none()).collect();
        if !free.is_empty() {
            board[free[random.usize(..free.len())]] = Some(piece);
        }
    };
    let edge = (0..64).filter(|square| [0, 7].contains(&(square % 8)) || !(8..56).contains(square));
    let home = if random.u8(..8) == 0 { 60..61 } else { 0..64 };
    place(random, 'K', &mut home.into_iter());
    if random.bool() {
        place(random, 'k', &mut { edge });
    } else {
        place(random, 'k', &mut (0..64));
    }
    for (pieces, most) in [("QRBNPRBNPP", 5), ("qrbnpppnb", 6)] {
        for _ in 0..random.usize(2..=most) {
            let piece = char::from(pieces.as_bytes()[random.usize(..pieces.len())]);
            let squares = match piece {
                'P' | 'p' => 8..56,
                'R' if random.bool() => 63..64,
                _ => 0..64,
            };
            place(random, piece, &mut squares.into_iter());
        }
    }
    let rows = board
        .chunks(8)
        .map(|row| row.iter().map(|piece| piece.map_or("1".to_owned(), String::from)).collect::<String>());
    let castles = board[60] == Some('K') && board[63] == Some('R');
    let text = format!(
        "{} w {} - {} 80",
        rows.collect::<Vec<_>>().join("/"),
        if castles { "K" } else { "-" },
        if random.u8(..8) == 0 { random.u8(94..100) } else { 0 },
    );
    let mut root = Root::new(fen::parse(&text).ok()?);
    if random.u8(..4) == 0 {
        // Two pawn moves, for en passant.
        for _ in 0..2 {
            let legal = root.position.legal_moves();
            let pawns: Vec<_> = legal.iter().filter(|mv| mv.role() == Role::Pawn).collect();
            let far = pawns.iter().max_by_key(|mv| mv.from().map(|from| from.distance(mv.to())));
            root.play(**far?);
        }
    }
    root.termination().is_none().then_some(root)
}

fn roots(seed: u64) -> impl Iterator<Item = Root> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::from_fn(move || Some(random_root(&mut random))).flatten()
}

/// How many positions a test looks at.
fn count(quick: usize, slow: usize) -> usize {
    if std::env::var_os("RUN_SLOW_TESTS").is_some() { slow } else { quick }
}

fn problem(root: &Root, within: u16, nodes: Option<u64>) -> MateProblem<'_> {
    MateProblem { root, within, oracle: &NoOracle, nodes }
}

fn check_keys(root: &Root, within: u16) -> usize {
    let plain = ReferenceMinimax::of(root);
    let mut solutions = MateKeySolver::new(&problem(root, within, None), &StopToken::never());
    let keys = solutions.keys().unwrap();
    assert_eq!(keys.len(), root.position.legal_moves().len());
    for key in &keys {
        let truth = plain.mates_in(root, key.mv, within);
        assert_eq!(key.mates_in, truth, "{} {:?}", fen::format(&root.position), key.mv);
    }
    keys.iter().filter(|key| key.solves()).count()
}

#[test]
fn every_first_move_does_what_plain_minimax_says() {
    let mating: usize = roots(3).take(count(400, 30_000)).map(|root| check_keys(&root, 3)).sum();
    assert!(mating > 100, "only {mating} mating moves");
}

#[test]
fn positions_that_stood_twice_are_draws() {
    let mut changed = 0;
    for root in roots(9).take(count(600, 10_000)) {
        let plain = ReferenceMinimax::of(&root);
        let legal = root.position.legal_moves();
        let mut keys = legal.iter().filter(|mv| plain.mates_in(&root, **mv, 2).is_some());
        // The key is played, taken back, and so once more: a third time would be a draw.
        if let Some(walked) = keys.find_map(|&key| walk(&root, key)) {
            check_keys(&walked, 2);
            changed += 1;
        }
    }
    assert!(changed > 2, "only {changed} walks");
}

/// The position again after the one behind `key` has stood twice. None where the way there is barred.
fn walk(root: &Root, key: Move) -> Option<Root> {
    let quiet = |mv: &Move| !mv.is_capture() && mv.role() != Role::Pawn && !mv.is_castle();
    let back = |mv: Move| move |other: &Move| other.from() == Some(mv.to()) && Some(other.to()) == mv.from();
    let mut after = root.clone();
    after.play(key);
    let replies = after.position.legal_moves();
    if !quiet(&key) || Board::from(&root.position).castling().any() {
        return None;
    }
    replies.iter().copied().filter(quiet).find_map(|reply| {
        let mut root = Root::new(after.position.clone());
        for round in 0..2 {
            if round > 0 {
                root.play(key);
            }
            root.play(reply);
            for mv in [key, reply] {
                let mv = *root.position.legal_moves().iter().find(|other| back(mv)(other))?;
                root.play(mv);
            }
        }
        (root.termination().is_none() && root.history.occurrences(after.position.key()) == 2).then_some(root)
    })
}

#[test]
fn a_proof_that_is_interrupted_claims_nothing_false() {
    let mut random = fastrand::Rng::with_seed(21);
    let mut cut = 0;
    for root in roots(4).take(count(150, 3_000)) {
        let whole = prove(&problem(&root, 3, None), &StopToken::never(), &mut |_| {});
        for _ in 0..8 {
            let nodes = random.u64(..=whole.nodes);
            let part = prove(&problem(&root, 3, Some(nodes)), &StopToken::never(), &mut |_| {});
            if part.answer == MateAnswer::Undecided {
                assert!(part.none_within <= whole.none_within, "{}", fen::format(&root.position));
                cut += 1;
            } else {
                assert_eq!(part, whole, "{}", fen::format(&root.position));
            }
        }
    }
    assert!(cut > 300, "only {cut} were cut short");
}

#[test]
fn what_was_found_before_an_interruption_holds() {
    let mut random = fastrand::Rng::with_seed(22);
    for root in roots(5).take(count(100, 3_000)) {
        let plain = ReferenceMinimax::of(&root);
        let (mut limit, mut slice) = (0, 1);
        let mut search = MateSearch::new(&problem(&root, 3, Some(0)), &StopToken::never());
        for moves in 1..=3 {
            let truth = plain.attack(&root.position, moves);
            loop {
                search.set_attacker(root.position.turn(), moves);
                if let Ok(found) = search.attack(&root.position, moves) {
                    assert_eq!(found, truth, "{} in {moves}", fen::format(&root.position));
                    break;
                }
                // Ever longer, for what was cut short starts again.
                slice += random.u64(..=slice);
                limit += slice;
                search.set_limit(limit);
            }
        }
    }
}

#[test]
fn threads_agree() {
    let two = NonZeroUsize::new(2).unwrap();
    let mut answers = HashMap::new();
    for root in roots(6).take(count(10, 300)) {
        let alone = prove(&problem(&root, 4, None), &StopToken::never(), &mut |_| {});
        let both = prove_with(two, &problem(&root, 4, None), &StopToken::never(), &mut |_| {});
        assert_eq!(
            (alone.none_within, alone.moves()),
            (both.none_within, both.moves()),
            "{}",
            fen::format(&root.position)
        );
        *answers.entry(alone.moves()).or_insert(0) += 1;
    }
    assert!(answers.len() > 1, "{answers:?}");
}
