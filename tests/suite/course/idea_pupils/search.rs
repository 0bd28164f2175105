//! A small alpha-beta search: material, mate and draws, and at its leaves the weighted terms of an idea.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use matescope::chess::{Color, Move, MoveList, Position, RepetitionHistory, Role};
use matescope::practice::{Goal, Round};

use super::terms::{Term, View};

/// A mate at the root, in centipawns. One further away counts less.
const MATE: i32 = 100_000;

/// How many half-moves of checks, captures and promotions follow the last half-move of the search.
const QUIESCENCE_DEPTH: u8 = 4;

/// How many half-moves a pupil looks ahead at least, once captures have left three pieces.
const BARE_DEPTH: u8 = 11;

/// What a draw is worth to a trainee who holds one, in centipawns; to one who wants to win it costs as much.
const DRAW: i32 = 2_000;

/// A promotion or conversion that ends the round, at the root.
const GOAL: i32 = 20_000;

/// What a pupil looks for, and how far it looks ahead.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    /// Half-moves of the search.
    pub(super) depth: u8,
    /// The terms of the evaluation, with their weights in centipawns.
    pub(super) terms: &'a [(i32, Term)],
    /// The same for the position right after the pupil's move: what is to be done now and not put off.
    pub(super) at_once: &'a [(i32, Term)],
}

impl Plan<'_> {
    /// The best moves of the trainee, all of the same score.
    pub(super) fn best_moves(mut self, round: &Round) -> Vec<Move> {
        let (trainee, goal, root) = (round.trainee_color(), round.exercise().goal, round.root());
        if root.position.board().occupied().count() == 3 && round.start().board().occupied().count() > 3 {
            self.depth = self.depth.max(BARE_DEPTH);
        }
        let search = Search {
            plan: self,
            trainee,
            goal,
            start: round.start(),
            history: &root.history,
            is_checking_goal: Cell::new(false),
            table: RefCell::default(),
            order: RefCell::new(MoveOrder { best: HashMap::default(), history: [[0; 64]; 64] }),
        };
        let mut best = (-2 * MATE, Vec::new());
        // The depths before the last one are for the order of the moves.
        for depth in 1..=self.depth {
            best = (-2 * MATE, Vec::new());
            for mv in search.ordered_moves(&root.position) {
                let after = root.position.after(mv);
                let at_once = weighted(self.at_once, &View::new(&after, trainee));
                // Equal scores are wanted, too, so the window opens one below the best one.
                let beta = 1 - (best.0 - at_once);
                let score = at_once - search.negamax(&after, depth - 1, 1, -2 * MATE, beta);
                if score > best.0 {
                    best = (score, vec![mv]);
                } else if score == best.0 {
                    best.1.push(mv);
                }
            }
        }
        best.1
    }
}

struct Search<'a> {
    plan: Plan<'a>,
    trainee: Color,
    goal: Goal,
    start: &'a Position,
    history: &'a RepetitionHistory,
    /// Whether the search goes on after the goal.
    is_checking_goal: Cell<bool>,
    /// Transposition table: by the key of a position and the depth.
    table: RefCell<HashMap<(u64, u8), TtEntry, BuildHasherDefault<KeyHasher>>>,
    order: RefCell<MoveOrder>,
}

/// What is known of moves: the best one of a position, by its key, and how often a move caused a cutoff, by its
/// squares (history heuristic).
struct MoveOrder {
    best: HashMap<u64, Move, BuildHasherDefault<KeyHasher>>,
    history: [[u32; 64]; 64],
}

#[derive(Clone, Copy)]
struct TtEntry {
    /// The true score is this at least, and this at most; mates are counted from the position.
    least: i32,
    most: i32,
}

impl Search<'_> {
    /// The score for the side to move.
    fn negamax(&self, position: &Position, depth: u8, ply: u8, mut alpha: i32, beta: i32) -> i32 {
        if position.is_insufficient_material() || self.history.occurrences(position.key()) > 0 {
            return self.draw_score(position);
        }
        if !self.is_checking_goal.get() && self.has_reached_goal(position) {
            // A few moves more show whether the new piece is lost again.
            self.is_checking_goal.set(true);
            let score = self.negamax(position, depth.max(3), ply, -2 * MATE, 2 * MATE);
            self.is_checking_goal.set(false);
            return if score > 300 { GOAL - i32::from(ply) } else { score };
        }
        // A check is answered before anything is judged, so it costs no depth. Who looks at the own move alone, counts
        // the check itself.
        let is_extended = position.is_check() && ply <= self.plan.depth && self.plan.depth > 1;
        let extended = depth + u8::from(is_extended);
        if extended == 0 {
            return self.quiesce(position, QUIESCENCE_DEPTH, ply, alpha, beta);
        }
        let key = (position.key() ^ u64::from(self.is_checking_goal.get()), extended);
        if let Some(entry) = self.table.borrow().get(&key) {
            let (least, most) = (from_table(entry.least, ply), from_table(entry.most, ply));
            if least >= beta || least == most {
                return least;
            }
            if most <= alpha {
                return most;
            }
        }
        let moves = self.ordered_moves(position);
        if moves.is_empty() {
            return if position.is_check() { i32::from(ply) - MATE } else { self.draw_score(position) };
        }
        let opened = alpha;
        let mut best = -2 * MATE;
        for mv in moves {
            let score = -self.negamax(&position.after(mv), extended - 1, ply + 1, -beta, -alpha);
            if score > best {
                best = score;
                if score > alpha {
                    self.order.borrow_mut().best.insert(position.key(), mv);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                let [from, to] = places(mv);
                self.order.borrow_mut().history[from][to] += u32::from(extended).pow(2);
                break;
            }
        }
        let score = to_table(best, ply);
        let least = if best > opened { score } else { -2 * MATE };
        let most = if best < beta { score } else { 2 * MATE };
        self.table.borrow_mut().insert(key, TtEntry { least, most });
        best
    }

    /// Quiescence search: captures and promotions, so that no exchange is judged halfway.
    fn quiesce(&self, position: &Position, depth: u8, ply: u8, mut alpha: i32, beta: i32) -> i32 {
        if position.is_insufficient_material() {
            return self.draw_score(position);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return if position.is_check() { i32::from(ply) - MATE } else { self.draw_score(position) };
        }
        let mut best = self.evaluate(position);
        alpha = alpha.max(best);
        if depth == 0 {
            return best;
        }
        for mv in moves.into_iter().filter(|mv| mv.is_capture() || mv.is_promotion()) {
            if alpha >= beta {
                break;
            }
            let score = -self.quiesce(&position.after(mv), depth - 1, ply + 1, -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(score);
        }
        best
    }

    /// The legal moves: the best one of a search before, captures and promotions, then those that often caused a cutoff.
    fn ordered_moves(&self, position: &Position) -> MoveList {
        let mut moves = position.legal_moves();
        let order = self.order.borrow();
        let best = order.best.get(&position.key()).copied();
        moves.sort_by_cached_key(|&mv| {
            let [from, to] = places(mv);
            (best != Some(mv), !(mv.is_capture() || mv.is_promotion()), Reverse(order.history[from][to]))
        });
        moves
    }

    fn draw_score(&self, position: &Position) -> i32 {
        let is_held = matches!(self.goal, Goal::Hold { .. } | Goal::Stalemate);
        if is_held == (position.turn() == self.trainee) { DRAW } else { -DRAW }
    }

    /// Whether the trainee, who is to move, has won what the lesson asks for: a new queen or rook, or the last piece
    /// of the other side.
    fn has_reached_goal(&self, position: &Position) -> bool {
        let heavy = |position: &Position| {
            let board = position.board();
            (board.by_color(self.trainee) & board.rooks_and_queens()).count()
        };
        let is_bare = |position: &Position| position.board().by_color(!self.trainee).count() == 1;
        let is_won = match self.goal {
            Goal::Promote if heavy(position) > heavy(self.start) => true,
            // The last piece of the other side may go for the pawn.
            Goal::Promote | Goal::Convert => is_bare(position) && heavy(position) > 0,
            Goal::Mate | Goal::Hold { .. } | Goal::Stalemate | Goal::Resist => false,
        };
        is_won && position.turn() == self.trainee
    }

    /// Material and the terms of the idea, for the side to move.
    fn evaluate(&self, position: &Position) -> i32 {
        let view = View::new(position, self.trainee);
        let score = material(position, self.trainee) + weighted(self.plan.terms, &view);
        if position.turn() == self.trainee { score } else { -score }
    }
}

/// The squares of a move as indices: where from, and where to.
fn places(mv: Move) -> [usize; 2] {
    [mv.from().unwrap_or(mv.to()), mv.to()].map(usize::from)
}

/// The sum of terms.
fn weighted(terms: &[(i32, Term)], view: &View<'_>) -> i32 {
    terms.iter().map(|(weight, term)| weight * term(view)).sum()
}

/// Scores of mates and goals in the table count from the position, those of the search from the root.
fn to_table(score: i32, ply: u8) -> i32 {
    if score.abs() > GOAL / 2 { score + score.signum() * i32::from(ply) } else { score }
}

fn from_table(score: i32, ply: u8) -> i32 {
    if score.abs() > GOAL / 2 { score - score.signum() * i32::from(ply) } else { score }
}

/// What one side has more than the other one, in centipawns.
fn material(position: &Position, side: Color) -> i32 {
    let board = position.board();
    let worth =
        [(Role::Pawn, 100), (Role::Knight, 300), (Role::Bishop, 300), (Role::Rook, 500), (Role::Queen, 900)];
    let count = |color, role| {
        i32::try_from((board.by_color(color) & board.by_role(role)).count()).expect("at most 64 pieces")
    };
    worth.into_iter().map(|(role, points)| points * (count(side, role) - count(!side, role))).sum()
}

/// The keys of positions are random numbers already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a key and a depth are numbers")
    }

    fn write_u64(&mut self, key: u64) {
        self.0 ^= key;
    }

    fn write_u8(&mut self, depth: u8) {
        self.0 = self.0.rotate_left(u32::from(depth));
    }
}
