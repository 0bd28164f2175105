//! The tree: the attacker needs one move that mates in time, and it must do so against every defense.
//!
//! Depth is a number of moves, so each "no" is a proof as good as each "yes". Beside the order of moves,
//! three things make it quick: mate in one looks at checks alone, refutations are tried again in sister
//! positions, and what was found is remembered for every number of moves that it settles.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::chess::score::FIFTY_MOVES;
use crate::chess::{Color, Move, Oracle, Position, StopToken, Stopped, Verdict};

use super::Problem;
use super::check::mate_in_one;
use super::memo::{Known, Memo};
use super::threat::{Outlook, Threats};
use crate::chess::board::{Board, Checks, Step};

/// Positions between two looks at the stop token.
const STRIDE: u64 = 1024;
/// The most moves that the table of results can tell apart.
const MOST_MOVES: u16 = 255;

/// A search for one problem.
pub(super) struct Search<'a> {
    oracle: &'a dyn Oracle,
    stop: StopToken,
    limit: u64,
    nodes: u64,
    next_look: u64,
    memo: Arc<Memo>,
    /// Positions that have stood on the board twice: the third time is a draw.
    drawn: Vec<u64>,
    attacker: Color,
    /// By moves left: the replies that refuted last.
    refutations: Vec<[u16; 2]>,
    /// By packed origin and target: how often a quiet move has proven something.
    history: Vec<u32>,
    /// The moves of all open nodes, the deepest on top.
    steps: Vec<Step>,
    /// The open nodes of a question whose work was stopped, the root on top: there it goes on.
    path: Vec<OpenNode>,
    /// Whether what is stopped is to be gone on with: else nobody may find it on the path.
    is_resumable: bool,
    /// Room to sort moves in.
    ranked: Vec<(u32, Step)>,
    order: Order,
    /// Set once another thread has answered the question.
    answered: Option<Arc<AtomicBool>>,
}

/// A node, once it was looked at.
enum Opening {
    /// It is decided without a look at its moves.
    Answered(bool),
    /// Its moves are to be tried.
    Node(OpenNode),
}

/// A node whose moves are being tried, where the work was stopped.
#[derive(Clone, Copy)]
struct OpenNode {
    /// Where its moves begin among those of all open nodes.
    start: usize,
    /// Where its quiet moves begin, for the attacker.
    quiet: usize,
    /// Where its moves end.
    end: usize,
    /// The move whose subtree was being searched.
    place: usize,
}

/// What a search that was stopped leaves to the one that goes on with the same question, or asks another one
/// about the same game.
#[derive(Default)]
pub(super) struct Paused {
    memo: Arc<Memo>,
    refutations: Vec<[u16; 2]>,
    history: Vec<u32>,
    steps: Vec<Step>,
    path: Vec<OpenNode>,
}

/// From which end the attacker's quiet moves are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Forward,
    Backward,
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: &Problem<'a>, stop: &StopToken) -> Self {
        Self {
            oracle: problem.oracle,
            stop: stop.clone(),
            limit: problem.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_look: 0,
            memo: Arc::new(Memo::new()),
            drawn: problem.root.trail.stood_twice(),
            attacker: problem.root.position.turn(),
            refutations: Vec::new(),
            history: vec![0; 4096],
            steps: Vec::new(),
            path: Vec::new(),
            is_resumable: false,
            ranked: Vec::new(),
            order: Order::Forward,
            answered: None,
        }
    }

    /// Sets how many positions may be made in all.
    #[cfg(test)]
    pub(super) const fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// A search for the same problem that shares what is found out, and its part of the positions left.
    pub(super) fn helper(&self, order: Order, threads: NonZeroUsize, answered: &Arc<AtomicBool>) -> Self {
        Self {
            oracle: self.oracle,
            stop: self.stop.clone(),
            limit: self.part(threads),
            nodes: 0,
            next_look: 0,
            memo: Arc::clone(&self.memo),
            drawn: self.drawn.clone(),
            attacker: self.attacker,
            refutations: self.refutations.clone(),
            history: self.history.clone(),
            steps: Vec::new(),
            path: Vec::new(),
            is_resumable: false,
            ranked: Vec::new(),
            order,
            answered: Some(Arc::clone(answered)),
        }
    }

    /// Takes its own part of the positions left, and gives the old limit to come back to.
    pub(super) fn share(&mut self, threads: NonZeroUsize, answered: &Arc<AtomicBool>) -> u64 {
        let limit = self.limit;
        self.limit = self.nodes.saturating_add(self.part(threads));
        self.answered = Some(Arc::clone(answered));
        limit
    }

    /// Goes on alone after others have made so many positions.
    pub(super) fn leave(&mut self, limit: u64, made: u64) {
        self.limit = limit;
        self.nodes += made;
        self.answered = None;
    }

    fn part(&self, threads: NonZeroUsize) -> u64 {
        self.limit.saturating_sub(self.nodes) / u64::try_from(threads.get()).unwrap_or(u64::MAX)
    }

    /// Whether the attacker that was set forces mate in `moves`, whoever is to move.
    ///
    /// # Errors
    /// When the token, the limit or another thread ended the work.
    pub(super) fn ask(&mut self, position: &Position, moves: u16) -> Result<bool, Stopped> {
        if self.attacker == position.turn() {
            self.attack(position, moves)
        } else {
            self.defend(position, moves)
        }
    }

    /// The same search, going on where another one about the same game was stopped, as the next one may where
    /// this one is.
    pub(super) fn resumed(mut self, paused: Paused) -> Self {
        self.is_resumable = true;
        let Paused { memo, refutations, history, steps, path } = paused;
        (self.memo, self.refutations, self.steps, self.path) = (memo, refutations, steps, path);
        if !history.is_empty() {
            self.history = history;
        }
        self
    }

    /// What another search about the same game can go on from.
    pub(super) fn into_paused(self) -> Paused {
        let Self { memo, refutations, history, steps, path, .. } = self;
        Paused { memo, refutations, history, steps, path }
    }

    /// Whether a question was stopped and can be gone on with by asking it again.
    pub(super) const fn is_paused(&self) -> bool {
        !self.path.is_empty()
    }

    /// Positions made so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The side whose mates are asked for.
    pub(super) const fn attacker(&self) -> Color {
        self.attacker
    }

    /// Goes on with the work of a question that was stopped: mates by `attacker`. It must be asked next.
    pub(super) const fn resume(&mut self, attacker: Color) {
        self.attacker = attacker;
    }

    /// Gets ready to ask for mates by `attacker` in at most `moves`.
    pub(super) fn set_attacker(&mut self, attacker: Color, moves: u16) {
        self.attacker = attacker;
        self.steps.clear();
        self.path.clear();
        if let Some(memo) = Arc::get_mut(&mut self.memo) {
            memo.grow(moves);
        }
        let places = usize::from(moves) + 1;
        if self.refutations.len() < places {
            self.refutations.resize(places, [0; 2]);
        }
    }

    /// Whether the attacker, who is to move, can force mate in `moves` or fewer (1 or more).
    ///
    /// # Errors
    /// When the token or the limit ended the work.
    pub(super) fn attack(&mut self, position: &Position, moves: u16) -> Result<bool, Stopped> {
        self.attacks(&Board::from(position), moves)
    }

    /// Whether the defender, who is to move, is mated already or cannot avoid mate in `moves` more moves
    /// of the attacker (0 or more).
    ///
    /// # Errors
    /// When the token or the limit ended the work.
    pub(super) fn defend(&mut self, position: &Position, moves: u16) -> Result<bool, Stopped> {
        self.defends(&Board::from(position), moves)
    }

    fn attacks(&mut self, board: &Board, moves: u16) -> Result<bool, Stopped> {
        let mut resumed = self.path.pop();
        let node = match resumed {
            Some(node) => node,
            None => match self.open_attack(board, moves)? {
                Opening::Answered(answer) => return Ok(answer),
                Opening::Node(node) => node,
            },
        };
        self.drop_moves_below(node);
        let key = self.memo_key(board, moves);
        let mut threats = None;
        for place in node.place..node.end {
            let step = self.steps[place];
            // What was stopped below a move had been made and found worth a look.
            let is_new = resumed.take().is_none();
            if moves == 2 && place >= node.quiet && is_new {
                let threats = threats.get_or_insert_with(|| self.threats(board));
                if let Some(threats) = threats
                    && self.is_idle(board, threats, step)
                {
                    continue;
                }
            }
            let next = board.after(step);
            self.nodes += u64::from(is_new);
            if self.is_drawn(&next) {
                continue;
            }
            let mates = self.defends(&next, moves - 1).inspect_err(|_| self.stopped_at(node, place))?;
            if mates {
                self.history[history_place(step)] += u32::from(moves) * u32::from(moves);
                let known = Known { mate_within: narrow(moves), best: step.packed(), ..self.memo.get(key) };
                self.memo.put(key, known);
                self.steps.truncate(node.start);
                return Ok(true);
            }
        }
        self.steps.truncate(node.start);
        let known = self.memo.get(key);
        self.memo.put(key, Known { none_within: known.none_within.max(narrow(moves)), ..known });
        Ok(false)
    }

    /// Notes where to go on, if there will be a next slice.
    fn stopped_at(&mut self, node: OpenNode, place: usize) {
        if self.is_resumable {
            self.path.push(OpenNode { place, ..node });
        }
    }

    /// Frees the moves of nodes below this one, if it is the deepest that was open.
    fn drop_moves_below(&mut self, node: OpenNode) {
        if self.path.is_empty() {
            self.steps.truncate(node.end);
        }
    }

    /// What is known of a node without a look at its moves, else its moves.
    fn open_attack(&mut self, board: &Board, moves: u16) -> Result<Opening, Stopped> {
        self.look_around()?;
        if self.is_bare(board) {
            return Ok(Opening::Answered(false));
        }
        if moves == 1 {
            return Ok(Opening::Answered(mate_in_one(board, &mut self.nodes).is_some()));
        }
        if let Some(answer) = self.ask_oracle(board, moves) {
            return Ok(Opening::Answered(answer));
        }
        let known = self.memo.get(self.memo_key(board, moves));
        if let Some(answer) = known.settles(moves) {
            return Ok(Opening::Answered(answer));
        }
        let start = self.steps.len();
        let (checking, count) = self.attacking_order(board, known.best);
        let quiet = start + checking;
        if moves > 2 && self.order == Order::Backward {
            self.steps[quiet..].reverse();
        }
        Ok(Opening::Node(OpenNode { start, quiet, end: start + count, place: start }))
    }

    /// What a quiet move has to threaten, when two moves are left.
    fn threats(&mut self, board: &Board) -> Option<Threats> {
        let passed = board.passed()?;
        let [first, second] = self.refutations[1];
        let known =
            [first, second].into_iter().find_map(|packed| Threats::after(board, passed.find(packed)?));
        if known.is_some() {
            return known;
        }
        let start = self.steps.len();
        passed.steps(&mut self.steps);
        let end = self.steps.len().min(start + REPLIES);
        let found = self.steps[start..end].iter().find_map(|&reply| Threats::after(board, reply));
        self.steps.truncate(start);
        found
    }

    /// Whether a quiet move is refuted without a look: it threatens nothing, and the reply stays legal.
    fn is_idle(&mut self, board: &Board, threats: &Threats, step: Step) -> bool {
        match threats.outlook(step) {
            Outlook::Idle => true,
            Outlook::IdleIfLegal => {
                self.nodes += 1;
                let reply = threats.reply();
                board.after(step).find(reply.packed()) == Some(reply)
            }
            Outlook::Open => false,
        }
    }

    fn defends(&mut self, board: &Board, moves: u16) -> Result<bool, Stopped> {
        if self.is_paused() {
            return self.early_defends(board, moves);
        }
        self.look_around()?;
        if self.is_bare(board) {
            return Ok(false);
        }
        if moves == 0 {
            return Ok(board.is_checkmate());
        }
        if moves == 1 { self.last_defends(board) } else { self.early_defends(board, moves) }
    }

    /// The defense against mate in one: refutations of sister positions come first, before any list is made.
    fn last_defends(&mut self, board: &Board) -> Result<bool, Stopped> {
        let [first, second] = self.refutations[1];
        for packed in [first, second] {
            let Some(step) = board.find(packed) else { continue };
            if self.holds(board, step, 1)? {
                self.refutes(step, 1);
                return Ok(false);
            }
        }
        let start = self.steps.len();
        board.steps(&mut self.steps);
        if self.steps.len() == start {
            return Ok(board.is_check());
        }
        let end = self.steps.len();
        for pass in [Pass::Captures, Pass::Others] {
            for place in start..end {
                let step = self.steps[place];
                let packed = step.packed();
                if pass.takes(step) && packed != first && packed != second && self.holds(board, step, 1)? {
                    self.refutes(step, 1);
                    self.steps.truncate(start);
                    return Ok(false);
                }
            }
        }
        self.steps.truncate(start);
        Ok(true)
    }

    fn early_defends(&mut self, board: &Board, moves: u16) -> Result<bool, Stopped> {
        let mut resumed = self.path.pop();
        let node = match resumed {
            Some(node) => node,
            None => match self.open_defense(board, moves) {
                Opening::Answered(answer) => return Ok(answer),
                Opening::Node(node) => node,
            },
        };
        self.drop_moves_below(node);
        let key = self.memo_key(board, moves);
        for place in node.place..node.end {
            let step = self.steps[place];
            let next = board.after(step);
            self.nodes += u64::from(resumed.take().is_none());
            let holds = self.is_drawn(&next)
                || !self.attacks(&next, moves).inspect_err(|_| self.stopped_at(node, place))?;
            if holds {
                self.refutes(step, moves);
                let known = self.memo.get(key);
                let none_within = known.none_within.max(narrow(moves));
                self.memo.put(key, Known { none_within, best: step.packed(), ..known });
                self.steps.truncate(node.start);
                return Ok(false);
            }
        }
        self.steps.truncate(node.start);
        self.memo.put(key, Known { mate_within: narrow(moves), ..self.memo.get(key) });
        Ok(true)
    }

    /// What is known of a node without a look at its replies, else its replies.
    fn open_defense(&mut self, board: &Board, moves: u16) -> Opening {
        let known = self.memo.get(self.memo_key(board, moves));
        if let Some(answer) = known.settles(moves) {
            return Opening::Answered(answer);
        }
        let start = self.steps.len();
        board.steps(&mut self.steps);
        if self.steps.len() == start {
            return Opening::Answered(board.is_check());
        }
        let end = self.steps.len();
        let front = bring_forward(&mut self.steps[start..], known.best, self.refutations[usize::from(moves)]);
        checks_to_the_front(board, &mut self.steps[start..], front.min(1));
        Opening::Node(OpenNode { start, quiet: start, end, place: start })
    }

    /// Whether a move of the defender averts mate in `moves`.
    fn holds(&mut self, board: &Board, step: Step, moves: u16) -> Result<bool, Stopped> {
        let next = board.after(step);
        self.nodes += 1;
        Ok(self.is_drawn(&next) || !self.attacks(&next, moves)?)
    }

    fn refutes(&mut self, step: Step, moves: u16) {
        let place = &mut self.refutations[usize::from(moves)];
        if place[0] != step.packed() {
            *place = [step.packed(), place[0]];
        }
    }

    /// The move that is remembered for a position, where one is.
    pub(super) fn best_known(&self, position: &Position, moves: u16) -> Option<Move> {
        let board = Board::from(position);
        let known = self.memo.get(self.memo_key(&board, moves));
        board.find(known.best).map(Step::to_move)
    }

    /// Whether a position is drawn by repetition or by the fifty-move rule, were it not for mate.
    pub(super) fn drawn_by_rule(&self, position: &Position) -> bool {
        self.is_drawn(&Board::from(position))
    }

    fn is_drawn(&self, board: &Board) -> bool {
        let repeated = !self.drawn.is_empty() && self.drawn.binary_search(&board.key()).is_ok();
        (repeated || board.halfmoves() >= FIFTY_MOVES) && !board.is_checkmate()
    }

    /// What an oracle makes of the question. A "yes" counts only where no rule can come between.
    fn ask_oracle(&self, board: &Board, moves: u16) -> Option<bool> {
        if board.occupied().count() > MOST_MEN {
            return None;
        }
        let verdict = self.oracle.probe(&board.to_position()?)?;
        match verdict {
            Verdict::Win(plies) if plies.moves() <= moves => {
                let safe = self.drawn.is_empty() && verdict.arrives(board.halfmoves());
                safe.then_some(true)
            }
            _ => Some(false),
        }
    }

    /// Whether the attacker has nothing but its king, which can never give check.
    fn is_bare(&self, board: &Board) -> bool {
        !board.by_color(self.attacker).more_than_one()
    }

    fn look_around(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.limit {
            return Err(Stopped);
        }
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + STRIDE;
            self.stop.check()?;
            if self.answered.as_ref().is_some_and(|answered| answered.load(Ordering::Relaxed)) {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// The key under which a position is remembered: with the fifty-move counter where that can end the
    /// game before a mate in so many moves.
    fn memo_key(&self, board: &Board, moves: u16) -> u64 {
        let last = board.halfmoves().saturating_add(moves.saturating_mul(2));
        let counted = if last > FIFTY_MOVES {
            u64::from(board.halfmoves() + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)
        } else {
            0
        };
        // What is known is known for one attacker.
        let salt = self.attacker.fold_wb(0, 0x9e37_79b9_7f4a_7c15);
        board.key() ^ salt ^ counted
    }

    /// Puts the attacker's moves on the stack: checks first, those with the fewest replies before the others,
    /// then captures, then what has proven something before. Says how many stand before the first move that
    /// gives no check and was not the best here before, and how many there are.
    fn attacking_order(&mut self, board: &Board, best: u16) -> (usize, usize) {
        let start = self.steps.len();
        board.steps(&mut self.steps);
        let checks = Checks::of(board);
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        let end = self.steps.len();
        for place in start..end {
            let step = self.steps[place];
            ranked.push((self.promise(board, checks.as_ref(), best, step), step));
        }
        ranked.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        for (place, &(_, step)) in (start..).zip(&ranked) {
            self.steps[place] = step;
        }
        let checking = ranked.iter().take_while(|&&(promise, _)| promise >= CHECK).count();
        self.ranked = ranked;
        (checking, end - start)
    }

    fn promise(&mut self, board: &Board, checks: Option<&Checks>, best: u16, step: Step) -> u32 {
        if step.packed() == best {
            return u32::MAX;
        }
        if checks.is_some_and(|checks| checks.has(board, step)) {
            let start = self.steps.len();
            board.after(step).steps(&mut self.steps);
            let replies = self.steps.len() - start;
            self.steps.truncate(start);
            return CHECK + 1000 - u32::try_from(replies).unwrap_or(1000);
        }
        let capture = if step.capture.is_some() || step.promotion.is_some() { 1_000_000 } else { 0 };
        capture + self.history[history_place(step)].min(999_999)
    }
}

impl Search<'_> {
    /// A move by which the side to move forces mate within `moves`, below the root; None where there is none.
    ///
    /// # Errors
    /// When the token ended the work.
    pub(super) fn mating_move(
        &mut self,
        position: &Position,
        moves: u16,
        stop: &StopToken,
    ) -> Result<Option<Move>, Stopped> {
        self.stop = stop.clone();
        self.set_attacker(position.turn(), moves);
        let board = Board::from(position);
        let best = self.memo.get(self.memo_key(&board, moves)).best;
        let (_, count) = self.attacking_order(&board, best);
        for place in 0..count {
            let candidate = self.steps[place];
            let next = board.after(candidate);
            self.nodes += 1;
            if !self.is_drawn(&next) && self.defends(&next, moves.saturating_sub(1))? {
                return Ok(Some(candidate.to_move()));
            }
        }
        Ok(None)
    }
}

/// What a check promises at the least; all that promises less is quiet.
const CHECK: u32 = 3_000_000;
/// Replies that are tried as the one that refutes all quiet moves.
const REPLIES: usize = 4;
/// The most men that an oracle is asked about: no tables of distances to mate reach further.
const MOST_MEN: usize = 7;

/// Captures change most, so they refute most.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Captures,
    Others,
}

impl Pass {
    const fn takes(self, step: Step) -> bool {
        matches!(self, Self::Captures) == step.capture.is_some()
    }
}

impl Known {
    /// The answer to "mate in `moves`?", where it is known.
    const fn settles(self, moves: u16) -> Option<bool> {
        if self.mate_within != 0 && self.mate_within as u16 <= moves {
            Some(true)
        } else if self.none_within as u16 >= moves {
            Some(false)
        } else {
            None
        }
    }
}

/// Brings forward what is likely to refute: the move that did here before, those that did in sister
/// positions, captures. A whole sort would cost more than it saves. Says how many are known refutations.
fn bring_forward(replies: &mut [Step], best: u16, refutations: [u16; 2]) -> usize {
    let mut front = 0;
    for wanted in [best, refutations[0], refutations[1]] {
        if wanted != 0
            && let Some(place) = replies[front..].iter().position(|step| step.packed() == wanted)
        {
            replies.swap(front, front + place);
            front += 1;
        }
    }
    let known = front;
    for place in known..replies.len() {
        if replies[place].capture.is_some() {
            replies.swap(front, place);
            front += 1;
        }
    }
    known
}

/// A check leaves the attacker few moves: behind it lies the smallest tree. The moves in front keep their
/// places.
fn checks_to_the_front(board: &Board, replies: &mut [Step], known: usize) {
    let Some(checks) = Checks::of(board) else { return };
    let mut front = known;
    for place in known..replies.len() {
        if checks.has(board, replies[place]) {
            replies[front..=place].rotate_right(1);
            front += 1;
        }
    }
}

fn history_place(step: Step) -> usize {
    usize::from(step.packed()) % 4096
}

/// A number of moves as the table keeps it. A search that deep never ends, so nothing is ever cut.
fn narrow(moves: u16) -> u8 {
    u8::try_from(moves.min(MOST_MOVES)).unwrap_or(u8::MAX)
}
