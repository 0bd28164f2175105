//! Puzzles from endgame tables: positions in which one move keeps the result.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use shakmaty::{Board, Setup};

use matescope::chess::{
    Color, GameTermination, Material, Move, MoveCost, Oracle, Piece, Position, Ranking, Role, Square,
    StopToken, Verdict, fen,
};
use matescope::practice::puzzle::{Puzzle, PuzzleProof, PuzzleTheme};
use matescope::practice::symmetry;
use matescope::practice::zugzwang::{self, ZugzwangKind};
use matescope::solver::Tables;

/// The endings, each with what is asked in it.
const ENDINGS: [&str; 24] = [
    "KPvK", "KPvKP", "KPPvK", "KQvKP", "KRvKP", "KBvKP", "KNvKP", "KBPvK", "KNPvK", "KRvKB", "KRvKN",
    "KQvKR", "KRPvK", "KQPvK", "KPvKB", "KPvKN", "KQvKQ", "KRvKR", "KBBvK", "KBNvK", "KQvKB", "KQvKN",
    "KPvKR", "KPvKQ",
];

/// Random placements that are tried for an ending.
const MAX_TRIES: usize = 150_000;

/// The most moves of the solver.
const MAX_MOVES: usize = 6;

/// Finds up to `count` puzzles of each ending and result.
pub(super) fn find(
    count: usize,
    seed: u64,
    stop: &StopToken,
    keep: &mut dyn FnMut(Puzzle) -> io::Result<()>,
) -> io::Result<()> {
    let tables = Arc::new(Tables::new());
    let mut random = fastrand::Rng::with_seed(seed);
    for name in ENDINGS {
        let Ok(material) = name.parse::<Material>() else { continue };
        // It fails only where it is stopped or memory is short.
        if tables.build(&material, 1, stop, &mut |_| {}).is_err() {
            continue;
        }
        let mut known = BTreeSet::new();
        // Wins, draws and stalemates.
        let mut left = [count; 3];
        for _ in 0..MAX_TRIES {
            if left == [0; 3] {
                break;
            }
            let Some(position) = random_position(&material, &mut random) else { continue };
            let Some(puzzle) = puzzle(&position, &*tables) else { continue };
            let kind = match () {
                () if puzzle.has(PuzzleTheme::Stalemate) => 2,
                () if puzzle.has(PuzzleTheme::OnlyDraw) => 1,
                () => 0,
            };
            if left[kind] > 0 && known.insert(symmetry::canonical(&position)) {
                left[kind] -= 1;
                keep(puzzle)?;
            }
        }
    }
    Ok(())
}

/// A position with this material, either side to move and either color the stronger.
fn random_position(material: &Material, random: &mut fastrand::Rng) -> Option<Position> {
    let swap = random.bool();
    let mut board = Board::empty();
    for color in [Color::White, Color::Black] {
        let side = material.side(if swap { color.other() } else { color });
        for role in Role::ALL {
            for _ in 0..side[role] {
                let squares = if role == Role::Pawn { 8..56 } else { 0..64 };
                let square = Square::new(random.u32(squares));
                if board.piece_at(square).is_some() {
                    return None;
                }
                board.set_piece_at(square, Piece { color, role });
            }
        }
    }
    let turn = if random.bool() { Color::White } else { Color::Black };
    fen::from_setup(Setup { board, turn, ..Setup::empty() }).ok()
}

/// The puzzle of a position; None where it has none that is worth it.
fn puzzle(position: &Position, oracle: &dyn Oracle) -> Option<Puzzle> {
    let legal = position.legal_moves();
    let verdict = oracle.probe(position)?;
    // Near the mate any move is found; a lost position has no task.
    let is_task = match verdict {
        Verdict::Win(plies) => plies.get() > 8,
        Verdict::Draw => true,
        Verdict::Loss(_) => false,
    };
    if !is_task || legal.len() < 3 || GameTermination::on_board(position).is_some() {
        return None;
    }
    let first = only_move(position, oracle)?;
    if first.is_capture() || position.after(first).is_insufficient_material() {
        return None;
    }
    let mut solution = vec![first];
    let mut now = position.after(first);
    let mut seen = BTreeSet::from([now.key()]);
    while solution.len() < 2 * MAX_MOVES - 1 {
        let Some((reply, answer)) = hardest_reply(&now, oracle) else { break };
        let next = now.after(reply).after(answer);
        if !seen.insert(next.key()) {
            break;
        }
        solution.extend([reply, answer]);
        now = next;
    }
    let themes = themes(position, &solution, verdict, oracle);
    // One move that any look at the board finds is too little.
    let is_surprising = themes.contains(&PuzzleTheme::Stalemate) || themes.contains(&PuzzleTheme::Zugzwang);
    let is_rich = solution.len() >= 3 || is_surprising;
    is_rich.then(|| Puzzle {
        start: position.clone(),
        solution,
        alternatives: Vec::new(),
        avoid: Vec::new(),
        themes,
        rating: None,
        proof: PuzzleProof::Table,
    })
}

/// The only move that keeps the result.
fn only_move(position: &Position, oracle: &dyn Oracle) -> Option<Move> {
    let ranking = Ranking::of(position, oracle)?;
    if ranking.moves.len() < 2 {
        return None;
    }
    let mut keeping_moves = ranking.moves.iter().filter(|ranked| ranked.cost.keeps_result());
    let only = keeping_moves.next()?.mv;
    keeping_moves.next().is_none().then_some(only)
}

/// The reply after which the solver has one right move again: the longest defense of a lost position, and in a drawn
/// one the reply after which most moves lose.
fn hardest_reply(position: &Position, oracle: &dyn Oracle) -> Option<(Move, Move)> {
    let ranking = Ranking::of(position, oracle)?;
    let is_lost = matches!(ranking.verdict, Verdict::Loss(_));
    let replies = ranking.moves.iter().filter(|ranked| !is_lost || ranked.cost == MoveCost::Keeps);
    let answered = replies.filter_map(|ranked| {
        let next = position.after(ranked.mv);
        let answer = only_move(&next, oracle)?;
        Some((next.legal_moves().len(), ranked.mv, answer))
    });
    let (_, reply, answer) = answered.max_by_key(|&(moves, ..)| moves)?;
    Some((reply, answer))
}

fn themes(start: &Position, solution: &[Move], verdict: Verdict, oracle: &dyn Oracle) -> Vec<PuzzleTheme> {
    let mut themes =
        vec![if verdict == Verdict::Draw { PuzzleTheme::OnlyDraw } else { PuzzleTheme::OnlyWin }];
    if solution.iter().step_by(2).any(|mv| mv.is_promotion()) {
        themes.push(PuzzleTheme::Promotion);
    }
    let mut now = start.clone();
    let mut has = [false; 2];
    for (ply, &mv) in solution.iter().enumerate() {
        now.play(mv);
        if ply % 2 == 1 {
            continue;
        }
        let is_stalemate = |mv: &Move| {
            matches!(GameTermination::on_board(&now.after(*mv)), Some(GameTermination::Stalemate { .. }))
        };
        // The opponent cannot take, or go on, without stalemate.
        let tempts = |mv: &Move| mv.is_capture() || mv.is_promotion();
        has[0] |=
            verdict == Verdict::Draw && now.legal_moves().iter().any(|mv| tempts(mv) && is_stalemate(mv));
        let kind = zugzwang::analyze(&now, oracle).map(|analysis| analysis.kind());
        has[1] |= verdict != Verdict::Draw && kind == Ok(ZugzwangKind::Zugzwang);
    }
    if has[0] {
        themes.push(PuzzleTheme::Stalemate);
    }
    if has[1] {
        themes.push(PuzzleTheme::Zugzwang);
    }
    themes
}
