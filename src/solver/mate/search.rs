//! The tree: the attacker needs one move that mates in time, and it must do so against every defense.
//!
//! Depth is a number of moves, so each "no" is a proof as good as each "yes". Beside the order of moves,
//! three things make it quick: mate in one looks at checks alone, refutations are tried again in sister
//! positions, and what was found is remembered for every number of moves that it settles.

use crate::chess::score::FIFTY_MOVES;
use crate::chess::{Certainty, Color, Move, MoveList, Oracle, Position, StopToken, Stopped, Verdict};

use super::check::{Checks, mate_in_one};
use super::memo::{Known, Memo, packed};
use super::{Problem, Witness};

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
    memo: Memo,
    /// Positions that have stood on the board twice: the third time is a draw.
    drawn: Vec<u64>,
    root_halfmoves: u16,
    attacker: Color,
    counter: Counter,
    /// By moves left: the replies that refuted last.
    refutations: Vec<[u16; 2]>,
    /// By packed origin and target: how often a quiet move has proven something.
    history: Vec<u32>,
}

/// Whether the fifty-move counter can end the game before the mate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counter {
    Idle,
    Counts,
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: &Problem<'a>, stop: &StopToken) -> Self {
        let trail = &problem.root.trail;
        let mut drawn: Vec<_> = trail.keys().iter().copied().filter(|&key| trail.times(key) >= 2).collect();
        drawn.sort_unstable();
        drawn.dedup();
        Self {
            oracle: problem.oracle,
            stop: stop.clone(),
            limit: problem.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_look: 0,
            memo: Memo::new(),
            drawn,
            root_halfmoves: problem.root.position.halfmoves(),
            attacker: problem.root.position.turn(),
            counter: Counter::Idle,
            refutations: Vec::new(),
            history: vec![0; 4096],
        }
    }

    /// Positions made so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The side whose mates are asked for.
    pub(super) const fn attacker(&self) -> Color {
        self.attacker
    }

    /// Gets ready to ask for mates by `attacker` in at most `moves`.
    pub(super) fn set_attacker(&mut self, attacker: Color, moves: u16) {
        self.attacker = attacker;
        let last = self.root_halfmoves.saturating_add(moves.saturating_mul(2));
        self.counter = if last > FIFTY_MOVES { Counter::Counts } else { Counter::Idle };
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
        self.look_around()?;
        if self.is_bare(position) {
            return Ok(false);
        }
        if moves == 1 {
            return Ok(mate_in_one(position, &mut self.nodes).is_some());
        }
        if let Some(answer) = self.ask_oracle(position, moves) {
            return Ok(answer);
        }
        let key = self.key(position);
        let mut known = self.memo.get(key);
        if let Some(answer) = known.settles(moves) {
            return Ok(answer);
        }
        for mv in self.attacking_order(position, known.best) {
            let next = position.after(mv);
            self.nodes += 1;
            if self.drawn_by_rule(&next) {
                continue;
            }
            if self.defend(&next, moves - 1)? {
                self.history[history_place(mv)] += u32::from(moves) * u32::from(moves);
                known = Known { mate_within: narrow(moves), best: packed(mv), ..self.memo.get(key) };
                self.memo.put(key, known);
                return Ok(true);
            }
        }
        known = self.memo.get(key);
        self.memo.put(key, Known { none_within: known.none_within.max(narrow(moves)), ..known });
        Ok(false)
    }

    /// Whether the defender, who is to move, is mated already or cannot avoid mate in `moves` more moves
    /// of the attacker (0 or more).
    ///
    /// # Errors
    /// When the token or the limit ended the work.
    pub(super) fn defend(&mut self, position: &Position, moves: u16) -> Result<bool, Stopped> {
        self.look_around()?;
        if self.is_bare(position) {
            return Ok(false);
        }
        let mut replies = position.legal_moves();
        if replies.is_empty() {
            return Ok(position.is_check());
        }
        if moves == 0 {
            return Ok(false);
        }
        let place = usize::from(moves).min(self.refutations.len() - 1);
        let key = self.key(position);
        let known = if moves > 1 { self.memo.get(key) } else { Known::default() };
        if let Some(answer) = known.settles(moves) {
            return Ok(answer);
        }
        bring_forward(&mut replies, known.best, self.refutations[place]);
        if moves > 1 {
            checks_to_the_front(position, &mut replies);
        }
        for &mv in &replies {
            let next = position.after(mv);
            self.nodes += 1;
            if self.drawn_by_rule(&next) || !self.attack(&next, moves)? {
                let [first, _] = self.refutations[place];
                if first != packed(mv) {
                    self.refutations[place] = [packed(mv), first];
                }
                if moves > 1 {
                    let known = self.memo.get(key);
                    let none_within = known.none_within.max(narrow(moves));
                    self.memo.put(key, Known { none_within, best: packed(mv), ..known });
                }
                return Ok(false);
            }
        }
        if moves > 1 {
            self.memo.put(key, Known { mate_within: narrow(moves), ..self.memo.get(key) });
        }
        Ok(true)
    }

    /// Whether a position is drawn by repetition or by the fifty-move rule, were it not for mate.
    pub(super) fn drawn_by_rule(&self, position: &Position) -> bool {
        let repeated = !self.drawn.is_empty() && self.drawn.binary_search(&position.key()).is_ok();
        (repeated || position.halfmoves() >= FIFTY_MOVES) && !is_checkmate(position)
    }

    /// What an oracle makes of the question. A "yes" counts only where no rule can come between.
    fn ask_oracle(&self, position: &Position, moves: u16) -> Option<bool> {
        let verdict = self.oracle.probe(position)?;
        match verdict {
            Verdict::Win(plies) if plies.moves() <= moves => {
                let safe = self.drawn.is_empty() && verdict.arrives(position.halfmoves());
                safe.then_some(true)
            }
            _ => Some(false),
        }
    }

    /// Whether the attacker has nothing but its king, which can never give check.
    fn is_bare(&self, position: &Position) -> bool {
        !position.board().by_color(self.attacker).more_than_one()
    }

    fn look_around(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.limit {
            return Err(Stopped);
        }
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + STRIDE;
            self.stop.check()?;
        }
        Ok(())
    }

    /// The key under which a position is remembered: with the fifty-move counter where that counts.
    fn key(&self, position: &Position) -> u64 {
        let counted = match self.counter {
            Counter::Idle => 0,
            Counter::Counts => u64::from(position.halfmoves() + 1).wrapping_mul(0xd6e8_feb8_6659_fd93),
        };
        // What is known is known for one attacker.
        let salt = self.attacker.fold_wb(0, 0x9e37_79b9_7f4a_7c15);
        position.key() ^ salt ^ counted
    }

    /// Checks first, those with the fewest replies before the others, then captures, then what has
    /// proven something before.
    fn attacking_order(&self, position: &Position, best: u16) -> Vec<Move> {
        let checks = Checks::of(position);
        let legal = position.legal_moves();
        let mut moves: Vec<_> =
            legal.iter().map(|&mv| (self.promise(position, checks.as_ref(), best, mv), mv)).collect();
        moves.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        moves.into_iter().map(|(_, mv)| mv).collect()
    }

    fn promise(&self, position: &Position, checks: Option<&Checks>, best: u16, mv: Move) -> u32 {
        if packed(mv) == best {
            return u32::MAX;
        }
        if checks.is_some_and(|checks| checks.has(position, mv)) {
            let replies = position.after(mv).legal_moves().len();
            return 3_000_000 - u32::try_from(replies).unwrap_or(u32::MAX);
        }
        let capture = if mv.is_capture() || mv.is_promotion() { 1_000_000 } else { 0 };
        capture + self.history[history_place(mv)].min(999_999)
    }
}

impl Witness for Search<'_> {
    fn mating_move(
        &mut self,
        position: &Position,
        moves: u16,
        stop: &StopToken,
    ) -> Result<Option<Move>, Stopped> {
        self.stop = stop.clone();
        self.set_attacker(position.turn(), moves);
        if position.halfmoves().saturating_add(moves.saturating_mul(2)) > FIFTY_MOVES {
            self.counter = Counter::Counts;
        }
        for mv in self.attacking_order(position, self.memo.get(self.key(position)).best) {
            let next = position.after(mv);
            self.nodes += 1;
            if !self.drawn_by_rule(&next) && self.defend(&next, moves.saturating_sub(1))? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn denial(&self, _: &Position) -> Certainty {
        Certainty::Proven
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

/// Checkmate, asked of few positions.
fn is_checkmate(position: &Position) -> bool {
    position.is_check() && position.legal_moves().is_empty()
}

/// Brings forward what is likely to refute: the move that did here before, those that did in sister
/// positions, captures. A whole sort would cost more than it saves.
fn bring_forward(replies: &mut MoveList, best: u16, refutations: [u16; 2]) {
    let mut front = 0;
    for wanted in [best, refutations[0], refutations[1]] {
        if wanted != 0
            && let Some(place) = replies[front..].iter().position(|&mv| packed(mv) == wanted)
        {
            replies.swap(front, front + place);
            front += 1;
        }
    }
    let quiet = front;
    for place in quiet..replies.len() {
        if replies[place].is_capture() {
            replies.swap(front, place);
            front += 1;
        }
    }
}

/// A check leaves the attacker few moves: behind it lies the smallest tree. The move in front keeps its
/// place.
fn checks_to_the_front(position: &Position, replies: &mut MoveList) {
    let Some(checks) = Checks::of(position) else { return };
    let mut front = 1;
    for place in 1..replies.len() {
        if checks.has(position, replies[place]) {
            replies[front..=place].rotate_right(1);
            front += 1;
        }
    }
}

fn history_place(mv: Move) -> usize {
    usize::from(packed(mv)) % 4096
}

/// A number of moves as the table keeps it. A search that deep never ends, so nothing is ever cut.
fn narrow(moves: u16) -> u8 {
    u8::try_from(moves.min(MOST_MOVES)).unwrap_or(u8::MAX)
}
