//! The exhaustive mate search: the attacker needs one move that mates in time, against every defense.
//!
//! Depth is a number of moves, so a negative result is a proof too. Besides move ordering, three things make
//! it fast: mate in one generates only checks, refutations are tried again in sibling positions, and results
//! are stored for every length that they decide.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::check::mate_in_one;
use super::memo::{MateMemo, MemoData};
use super::ordering::{AttackOrdering, bring_forward, checks_to_the_front};
use super::problem::MateProblem;
use super::threat::{QuietMoveThreat, Threats};
use chess::board::{Board, BoardMove};
use chess::score::FIFTY_MOVES;
use chess::{Color, Move, Oracle, Position, StopToken, Stopped, Verdict};

/// Nodes between two checks of the stop token.
const STOP_CHECK_INTERVAL: u64 = 1024;
/// The longest mate that the hash table can store, in moves.
const MAX_MOVES: u16 = 255;

/// The exhaustive search for one problem.
pub(super) struct MateSearch<'a> {
    oracle: &'a dyn Oracle,
    stop: StopToken,
    limit: u64,
    nodes: u64,
    next_stop_check: u64,
    memo: Arc<MateMemo>,
    /// Keys of positions that have occurred twice: a third time is a draw.
    drawn_keys: Vec<u64>,
    attacker: Color,
    /// Killer moves of the defender: the last two refutations, by moves left.
    refutations: Vec<[u16; 2]>,
    ordering: AttackOrdering,
    /// The moves of all nodes on the current path, the deepest on top.
    move_stack: Vec<BoardMove>,
    /// The path of an interrupted search, the root on top, where it resumes.
    path: Vec<OpenNode>,
    /// Whether an interrupted search is resumed later; otherwise no path is stored.
    is_resumable: bool,
    quiet_order: QuietOrder,
    /// Set once another thread has finished.
    answered: Option<Arc<AtomicBool>>,
}

/// The result of opening a node.
enum NodeEntry {
    /// Decided without searching its moves.
    Decided(bool),
    /// Its moves have to be searched.
    Open(OpenNode),
}

/// A node whose moves are being searched, by its place in the move stack.
#[derive(Clone, Copy)]
struct OpenNode {
    /// Where its moves begin in the move stack.
    start: usize,
    /// Where its quiet moves begin, for the attacker.
    quiet: usize,
    /// Where its moves end.
    end: usize,
    /// The move whose subtree is being searched.
    place: usize,
}

/// The saved state of an interrupted search, for a search that resumes it or that starts another one in the
/// same game.
#[derive(Default)]
pub(super) struct PausedMateSearch {
    memo: Arc<MateMemo>,
    refutations: Vec<[u16; 2]>,
    ordering: AttackOrdering,
    move_stack: Vec<BoardMove>,
    path: Vec<OpenNode>,
}

/// The order of the attacker's quiet moves; helper threads use the opposite one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuietOrder {
    Forward,
    Backward,
}

impl<'a> MateSearch<'a> {
    pub(super) fn new(problem: &MateProblem<'a>, stop: &StopToken) -> Self {
        Self {
            oracle: problem.oracle,
            stop: stop.clone(),
            limit: problem.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_stop_check: 0,
            memo: Arc::new(MateMemo::new()),
            drawn_keys: problem.root.history.repeated_keys(),
            attacker: problem.root.position.turn(),
            refutations: Vec::new(),
            ordering: AttackOrdering::default(),
            move_stack: Vec::new(),
            path: Vec::new(),
            is_resumable: false,
            quiet_order: QuietOrder::Forward,
            answered: None,
        }
    }

    /// Sets the node limit.
    #[cfg(test)]
    pub(super) const fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// A helper search for the same problem, which shares the hash table and gets its part of the remaining
    /// nodes.
    pub(super) fn helper(
        &self,
        quiet_order: QuietOrder,
        threads: NonZeroUsize,
        answered: &Arc<AtomicBool>,
    ) -> Self {
        Self {
            oracle: self.oracle,
            stop: self.stop.clone(),
            limit: self.limit_share(threads),
            nodes: 0,
            next_stop_check: 0,
            memo: Arc::clone(&self.memo),
            drawn_keys: self.drawn_keys.clone(),
            attacker: self.attacker,
            refutations: self.refutations.clone(),
            ordering: self.ordering.clone(),
            move_stack: Vec::new(),
            path: Vec::new(),
            is_resumable: false,
            quiet_order,
            answered: Some(Arc::clone(answered)),
        }
    }

    /// Reduces the node limit to this thread's share; returns the old limit for [`MateSearch::restore_limit`].
    pub(super) fn split_limit(&mut self, threads: NonZeroUsize, answered: &Arc<AtomicBool>) -> u64 {
        let limit = self.limit;
        self.limit = self.nodes.saturating_add(self.limit_share(threads));
        self.answered = Some(Arc::clone(answered));
        limit
    }

    /// Restores the limit after a parallel search, and adds the nodes of the helpers.
    pub(super) fn restore_limit(&mut self, limit: u64, made: u64) {
        self.limit = limit;
        self.nodes += made;
        self.answered = None;
    }

    fn limit_share(&self, threads: NonZeroUsize) -> u64 {
        self.limit.saturating_sub(self.nodes) / u64::try_from(threads.get()).unwrap_or(u64::MAX)
    }

    /// Whether the current attacker can force mate in `moves`, with either side to move.
    ///
    /// # Errors
    /// When the token, the limit or another thread ended the work.
    pub(super) fn forces_mate(&mut self, position: &Position, moves: u16) -> Result<bool, Stopped> {
        if self.attacker == position.turn() {
            self.attack(position, moves)
        } else {
            self.defend(position, moves)
        }
    }

    /// Resumes from the saved state of an earlier search of the same game; this search can be resumed too.
    pub(super) fn resumed(self, paused: PausedMateSearch) -> Self {
        let PausedMateSearch { memo, refutations, ordering, move_stack, path } = paused;
        Self { memo, refutations, ordering, move_stack, path, is_resumable: true, ..self }
    }

    /// The state from which a later search of the same game can resume.
    pub(super) fn into_paused(self) -> PausedMateSearch {
        let Self { memo, refutations, ordering, move_stack, path, .. } = self;
        PausedMateSearch { memo, refutations, ordering, move_stack, path }
    }

    /// Whether a search was interrupted and resumes when it is started again.
    pub(super) const fn is_paused(&self) -> bool {
        !self.path.is_empty()
    }

    /// Positions made so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The attacker: the side whose mates are searched.
    pub(super) const fn attacker(&self) -> Color {
        self.attacker
    }

    /// Continues an interrupted search for mates by `attacker`, which must be started next.
    pub(super) const fn resume(&mut self, attacker: Color) {
        self.attacker = attacker;
    }

    /// From now on this token stops the search.
    pub(super) fn set_stop(&mut self, stop: &StopToken) {
        self.stop = stop.clone();
    }

    /// Gets ready to ask for mates by `attacker` in at most `moves`.
    pub(super) fn set_attacker(&mut self, attacker: Color, moves: u16) {
        self.attacker = attacker;
        self.move_stack.clear();
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
        self.search_attack(&Board::from(position), moves)
    }

    /// Whether the defender, who is to move, is mated already or cannot avoid mate in `moves` more moves
    /// of the attacker (0 or more).
    ///
    /// # Errors
    /// When the token or the limit ended the work.
    pub(super) fn defend(&mut self, position: &Position, moves: u16) -> Result<bool, Stopped> {
        self.search_defense(&Board::from(position), moves)
    }

    fn search_attack(&mut self, board: &Board, moves: u16) -> Result<bool, Stopped> {
        let mut resumed = self.path.pop();
        let node = match resumed {
            Some(node) => node,
            None => match self.open_attack(board, moves)? {
                NodeEntry::Decided(answer) => return Ok(answer),
                NodeEntry::Open(node) => node,
            },
        };
        self.truncate_move_stack(node);
        let key = self.memo_key(board, moves);
        let mut threats = None;
        for place in node.place..node.end {
            let mv = self.move_stack[place];
            // What was stopped below a move had been made and found worth a look.
            let is_new = resumed.take().is_none();
            if moves == 2 && place >= node.quiet && is_new {
                let threats = threats.get_or_insert_with(|| self.threats(board));
                if let Some(threats) = threats
                    && self.is_refuted_quiet(board, threats, mv)
                {
                    continue;
                }
            }
            let next = board.after(mv);
            self.nodes += u64::from(is_new);
            if self.is_drawn(&next) {
                continue;
            }
            let mates =
                self.search_defense(&next, moves - 1).inspect_err(|_| self.stopped_at(node, place))?;
            if mates {
                self.ordering.reward(mv, moves);
                let known =
                    MemoData { mate_within: saturate(moves), best: mv.packed(), ..self.memo.probe(key) };
                self.memo.store(key, known);
                self.move_stack.truncate(node.start);
                return Ok(true);
            }
        }
        self.move_stack.truncate(node.start);
        let known = self.memo.probe(key);
        self.memo.store(key, MemoData { none_within: known.none_within.max(saturate(moves)), ..known });
        Ok(false)
    }

    /// Notes where to go on, if there will be a next slice.
    fn stopped_at(&mut self, node: OpenNode, place: usize) {
        if self.is_resumable {
            self.path.push(OpenNode { place, ..node });
        }
    }

    /// Frees the moves of nodes below this one, if it is the deepest that was open.
    fn truncate_move_stack(&mut self, node: OpenNode) {
        if self.path.is_empty() {
            self.move_stack.truncate(node.end);
        }
    }

    /// What is known of a node without a look at its moves, else its moves.
    fn open_attack(&mut self, board: &Board, moves: u16) -> Result<NodeEntry, Stopped> {
        self.check_limits()?;
        if self.has_bare_king(board) {
            return Ok(NodeEntry::Decided(false));
        }
        if moves == 1 {
            return Ok(NodeEntry::Decided(mate_in_one(board, &mut self.nodes).is_some()));
        }
        if let Some(answer) = self.probe_oracle(board, moves) {
            return Ok(NodeEntry::Decided(answer));
        }
        let known = self.memo.probe(self.memo_key(board, moves));
        if let Some(answer) = known.decides(moves) {
            return Ok(NodeEntry::Decided(answer));
        }
        let start = self.move_stack.len();
        let (checking, count) = self.ordering.push_attacks(board, known.best, &mut self.move_stack);
        let quiet = start + checking;
        if moves > 2 && self.quiet_order == QuietOrder::Backward {
            self.move_stack[quiet..].reverse();
        }
        Ok(NodeEntry::Open(OpenNode { start, quiet, end: start + count, place: start }))
    }

    /// The threats that a quiet move must create when two moves are left.
    fn threats(&mut self, board: &Board) -> Option<Threats> {
        let passed = board.after_null_move()?;
        let [first, second] = self.refutations[1];
        let known =
            [first, second].into_iter().find_map(|packed| Threats::after(board, passed.unpack_move(packed)?));
        if known.is_some() {
            return known;
        }
        let start = self.move_stack.len();
        passed.legal_moves(&mut self.move_stack);
        let end = self.move_stack.len().min(start + MAX_REFUTATION_REPLIES);
        let found = self.move_stack[start..end].iter().find_map(|&reply| Threats::after(board, reply));
        self.move_stack.truncate(start);
        found
    }

    /// Whether a quiet move is refuted without a search: it threatens nothing, and the reply remains legal.
    fn is_refuted_quiet(&mut self, board: &Board, threats: &Threats, mv: BoardMove) -> bool {
        match threats.classify(mv) {
            QuietMoveThreat::None => true,
            QuietMoveThreat::NoneIfReplyLegal => {
                self.nodes += 1;
                let reply = threats.reply();
                board.after(mv).unpack_move(reply.packed()) == Some(reply)
            }
            QuietMoveThreat::Possible => false,
        }
    }

    fn search_defense(&mut self, board: &Board, moves: u16) -> Result<bool, Stopped> {
        if self.is_paused() {
            return self.search_early_defense(board, moves);
        }
        self.check_limits()?;
        if self.has_bare_king(board) {
            return Ok(false);
        }
        if moves == 0 {
            return Ok(board.is_checkmate());
        }
        if moves == 1 { self.search_last_defense(board) } else { self.search_early_defense(board, moves) }
    }

    /// The defense against mate in one: refutations of sibling positions are tried before moves are
    /// generated.
    fn search_last_defense(&mut self, board: &Board) -> Result<bool, Stopped> {
        let [first, second] = self.refutations[1];
        for packed in [first, second] {
            let Some(mv) = board.unpack_move(packed) else { continue };
            if self.refutes_mate(board, mv, 1)? {
                self.store_refutation(mv, 1);
                return Ok(false);
            }
        }
        let start = self.move_stack.len();
        board.legal_moves(&mut self.move_stack);
        if self.move_stack.len() == start {
            return Ok(board.is_check());
        }
        let end = self.move_stack.len();
        for pass in [Pass::Captures, Pass::Others] {
            for place in start..end {
                let mv = self.move_stack[place];
                let packed = mv.packed();
                if pass.takes(mv) && packed != first && packed != second && self.refutes_mate(board, mv, 1)? {
                    self.store_refutation(mv, 1);
                    self.move_stack.truncate(start);
                    return Ok(false);
                }
            }
        }
        self.move_stack.truncate(start);
        Ok(true)
    }

    fn search_early_defense(&mut self, board: &Board, moves: u16) -> Result<bool, Stopped> {
        let mut resumed = self.path.pop();
        let node = match resumed {
            Some(node) => node,
            None => match self.open_defense(board, moves) {
                NodeEntry::Decided(answer) => return Ok(answer),
                NodeEntry::Open(node) => node,
            },
        };
        self.truncate_move_stack(node);
        let key = self.memo_key(board, moves);
        for place in node.place..node.end {
            let mv = self.move_stack[place];
            let next = board.after(mv);
            self.nodes += u64::from(resumed.take().is_none());
            let holds = self.is_drawn(&next)
                || !self.search_attack(&next, moves).inspect_err(|_| self.stopped_at(node, place))?;
            if holds {
                self.store_refutation(mv, moves);
                let known = self.memo.probe(key);
                let none_within = known.none_within.max(saturate(moves));
                self.memo.store(key, MemoData { none_within, best: mv.packed(), ..known });
                self.move_stack.truncate(node.start);
                return Ok(false);
            }
        }
        self.move_stack.truncate(node.start);
        self.memo.store(key, MemoData { mate_within: saturate(moves), ..self.memo.probe(key) });
        Ok(true)
    }

    /// Decides a node of the defender without searching its replies, or generates them.
    fn open_defense(&mut self, board: &Board, moves: u16) -> NodeEntry {
        let known = self.memo.probe(self.memo_key(board, moves));
        if let Some(answer) = known.decides(moves) {
            return NodeEntry::Decided(answer);
        }
        let start = self.move_stack.len();
        board.legal_moves(&mut self.move_stack);
        if self.move_stack.len() == start {
            return NodeEntry::Decided(board.is_check());
        }
        let end = self.move_stack.len();
        let front =
            bring_forward(&mut self.move_stack[start..], known.best, self.refutations[usize::from(moves)]);
        checks_to_the_front(board, &mut self.move_stack[start..], front.min(1));
        NodeEntry::Open(OpenNode { start, quiet: start, end, place: start })
    }

    /// Whether a move of the defender avoids mate in `moves`.
    fn refutes_mate(&mut self, board: &Board, mv: BoardMove, moves: u16) -> Result<bool, Stopped> {
        let next = board.after(mv);
        self.nodes += 1;
        Ok(self.is_drawn(&next) || !self.search_attack(&next, moves)?)
    }

    fn store_refutation(&mut self, mv: BoardMove, moves: u16) {
        let place = &mut self.refutations[usize::from(moves)];
        if place[0] != mv.packed() {
            *place = [mv.packed(), place[0]];
        }
    }

    /// The hash move of a position, if any.
    pub(super) fn best_known(&self, position: &Position, moves: u16) -> Option<Move> {
        let board = Board::from(position);
        let known = self.memo.probe(self.memo_key(&board, moves));
        board.unpack_move(known.best).map(BoardMove::to_move)
    }

    /// Whether a position is drawn by repetition or by the fifty-move rule; checkmate comes first.
    pub(super) fn drawn_by_rule(&self, position: &Position) -> bool {
        self.is_drawn(&Board::from(position))
    }

    fn is_drawn(&self, board: &Board) -> bool {
        let repeated = !self.drawn_keys.is_empty() && self.drawn_keys.binary_search(&board.key()).is_ok();
        (repeated || board.halfmoves() >= FIFTY_MOVES) && !board.is_checkmate()
    }

    /// The result from endgame tables, if they cover the position. A mate counts only where no draw rule can
    /// interfere.
    fn probe_oracle(&self, board: &Board, moves: u16) -> Option<bool> {
        if board.occupied().count() > MAX_ORACLE_PIECES {
            return None;
        }
        let verdict = self.oracle.probe(&board.to_position()?)?;
        match verdict {
            Verdict::Win(plies) if plies.moves() <= moves => {
                let safe = self.drawn_keys.is_empty() && verdict.beats_fifty_move_rule(board.halfmoves());
                safe.then_some(true)
            }
            _ => Some(false),
        }
    }

    /// Whether the attacker has a bare king, which can never give check.
    fn has_bare_king(&self, board: &Board) -> bool {
        !board.by_color(self.attacker).more_than_one()
    }

    fn check_limits(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.limit {
            return Err(Stopped);
        }
        if self.nodes >= self.next_stop_check {
            self.next_stop_check = self.nodes + STOP_CHECK_INTERVAL;
            self.stop.check()?;
            if self.answered.as_ref().is_some_and(|answered| answered.load(Ordering::Relaxed)) {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// The hash key of a position, with the fifty-move counter where that can end the game before a mate in
    /// this number of moves.
    fn memo_key(&self, board: &Board, moves: u16) -> u64 {
        let last = board.halfmoves().saturating_add(moves.saturating_mul(2));
        let counted = if last > FIFTY_MOVES {
            u64::from(board.halfmoves() + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)
        } else {
            0
        };
        // Results hold for one attacker.
        let salt = self.attacker.fold_wb(0, 0x9e37_79b9_7f4a_7c15);
        board.key() ^ salt ^ counted
    }
}

impl MateSearch<'_> {
    /// A move by which the side to move forces mate within `moves`, below the root; None if there is none.
    ///
    /// # Errors
    /// When the token stopped the search.
    pub(super) fn mating_move(
        &mut self,
        position: &Position,
        moves: u16,
        stop: &StopToken,
    ) -> Result<Option<Move>, Stopped> {
        self.stop = stop.clone();
        self.set_attacker(position.turn(), moves);
        let board = Board::from(position);
        let best = self.memo.probe(self.memo_key(&board, moves)).best;
        let (_, count) = self.ordering.push_attacks(&board, best, &mut self.move_stack);
        for place in 0..count {
            let candidate = self.move_stack[place];
            let next = board.after(candidate);
            self.nodes += 1;
            if !self.is_drawn(&next) && self.search_defense(&next, moves.saturating_sub(1))? {
                return Ok(Some(candidate.to_move()));
            }
        }
        Ok(None)
    }
}

/// The number of replies that are tried for the threat analysis of quiet moves.
const MAX_REFUTATION_REPLIES: usize = 4;
/// The most pieces for which endgame tables are probed: no distance to mate tables have more.
const MAX_ORACLE_PIECES: usize = 7;

/// The passes over the defender's moves: captures first, for they refute most often.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Captures,
    Others,
}

impl Pass {
    const fn takes(self, mv: BoardMove) -> bool {
        matches!(self, Self::Captures) == mv.capture.is_some()
    }
}

impl MemoData {
    /// Whether there is a mate in `moves`, if known.
    const fn decides(self, moves: u16) -> Option<bool> {
        if self.mate_within != 0 && self.mate_within as u16 <= moves {
            Some(true)
        } else if self.none_within as u16 >= moves {
            Some(false)
        } else {
            None
        }
    }
}

/// A number of moves as the hash table stores it. A search this deep never finishes, so nothing is lost.
fn saturate(moves: u16) -> u8 {
    u8::try_from(moves.min(MAX_MOVES)).unwrap_or(u8::MAX)
}
