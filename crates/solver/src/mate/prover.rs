//! The mate prover: finds and proves the shortest mate of a position, in slices.
//!
//! A [`Prover`] runs in slices with a node budget and keeps its state between them: it can be stopped at any
//! moment and resumed. Two searches share the work: df-pn, which finds mates of any length and shortens them,
//! and the exhaustive search, which excludes the short ones. Each uses the results of the other.

use std::sync::Arc;

use super::dfpn::plan::{DfpnPlan, MatingSide};
use super::dfpn::{ANY_DISTANCE, DfpnEstimate, DfpnResult, DfpnSearch};
use super::exhaustive::ExhaustiveSearch;
use chess::{
    Bound, Certainty, Color, GameTermination, Line, Move, Oracle, Ply, Position, Root, Score, StopToken,
    Stopped,
};

/// Nodes after which the exhaustive search gets most of the budget.
const EXHAUSTIVE_AFTER: u64 = 1_000_000;
/// The same if a short mate is already known, so that it may soon be proven the shortest.
const EXHAUSTIVE_AFTER_SHORT_MATE: u64 = 100_000;
/// The exhaustive search gets one part in this many of the budget until then.
const EARLY_EXHAUSTIVE_DIVISOR: u64 = 12;
/// The df-pn search gets one part in this many of the budget from then on.
const LATE_FINDER_DIVISOR: u64 = 10;
/// The smallest slice of exhaustive search, in nodes.
const MIN_SLICE: u64 = 2_000;

/// The settings of a [`Prover`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProverSettings {
    /// The longest mate to search for, in moves of the mating side: 1 or more.
    pub within: u16,
    /// Size of the df-pn hash table in MiB. The table of the exhaustive search grows as needed, up to 64 MiB.
    pub memory_mb: usize,
}

impl Default for ProverSettings {
    fn default() -> Self {
        Self { within: 200, memory_mb: 64 }
    }
}

/// The state of a proof.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProofStatus {
    /// Neither side has a mate in this number of moves or fewer.
    pub none_within: u16,
    /// The number of moves that is being searched, if any.
    pub checking: Option<u16>,
    /// The shortest forced mate found for either side: a complete, legal line without a draw. Its certainty
    /// is `Proven` once no shorter one exists.
    pub best: Option<Line>,
    /// The lowest proof number (Allis) among the mate lengths that are being searched, 1 or more. None before
    /// the first search, and where nothing is being searched.
    pub min_proof_number: Option<u32>,
    /// Nodes of both searches so far.
    pub nodes: u64,
    /// Whether the proof is complete: the mate is the shortest, or there is none within the limit.
    pub decided: bool,
}

/// The mate prover of one position, for mates by either side.
///
/// ```
/// use std::sync::Arc;
///
/// use chess::{NoOracle, Root, StopToken, fen};
/// use matescope_solver::{Prover, ProverSettings};
///
/// let root = Root::new(fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1")?);
/// let settings = ProverSettings { within: 10, memory_mb: 4 };
/// let mut prover = Prover::new(&root, Arc::new(NoOracle), settings);
/// while !prover.status().decided {
///     prover.work(10_000, &StopToken::never());
/// }
/// let status = prover.status();
/// let plies = status.best.as_ref().and_then(|line| line.score.mate_distance());
/// assert_eq!((plies.map(|plies| plies.moves()), status.none_within), (Some(3), 2));
/// # Ok::<(), chess::fen::FenError>(())
/// ```
pub struct Prover {
    root: Root,
    dfpn: DfpnSearch,
    exhaustive: ExhaustiveSearch,
    plan: DfpnPlan,
    within: u8,
    /// A proven mate whose line is still to be built.
    pending_line: Option<(MatingSide, u8)>,
    status: ProofStatus,
}

impl Prover {
    /// Creates a prover; nothing is searched yet.
    #[must_use]
    pub fn new(root: &Root, oracle: Arc<dyn Oracle>, settings: ProverSettings) -> Self {
        let dfpn = DfpnSearch::new(root, Arc::clone(&oracle), settings.memory_mb << 20);
        Self::with_dfpn(root, oracle, settings.within, dfpn)
    }

    /// The prover of another position, in the memory of this one: that saves the time to allocate and to clear
    /// it. What was proven is forgotten.
    #[must_use]
    pub fn restarted(self, root: &Root, oracle: Arc<dyn Oracle>, within: u16) -> Self {
        let dfpn = self.dfpn.restarted(root, Arc::clone(&oracle));
        Self::with_dfpn(root, oracle, within, dfpn)
    }

    /// A prover with a df-pn search that has not begun.
    fn with_dfpn(root: &Root, oracle: Arc<dyn Oracle>, within: u16, dfpn: DfpnSearch) -> Self {
        let within = u8::try_from(within).unwrap_or(ANY_DISTANCE).clamp(1, ANY_DISTANCE - 5);
        let mut prover = Self {
            root: root.clone(),
            dfpn,
            exhaustive: ExhaustiveSearch::new(root, oracle),
            plan: DfpnPlan::new(within),
            within,
            pending_line: None,
            status: ProofStatus::default(),
        };
        if let Some(ending) = root.termination() {
            prover.set_game_over(ending);
        } else {
            prover.update_status();
        }
        prover
    }

    /// The state of a proof.
    #[must_use]
    pub const fn status(&self) -> &ProofStatus {
        &self.status
    }

    /// A forced mate in this number of moves was found elsewhere: from now on only shorter ones are searched.
    pub fn set_upper_bound(&mut self, moves: u16) {
        self.plan.set_upper_bound(u8::try_from(moves).unwrap_or(ANY_DISTANCE));
        self.update_status();
    }

    /// Runs one slice: until the node budget is used, the token stops it, or the proof is complete.
    pub fn work(&mut self, nodes: u64, stop: &StopToken) -> &ProofStatus {
        let end = self.nodes().saturating_add(nodes);
        while !self.status.decided && self.nodes() < end && !stop.is_stopped() {
            let left = end - self.nodes();
            if let Some((side, moves)) = self.pending_line {
                self.extract_line(side, moves, left, stop);
            } else if self.is_exhaustive_due(left) || !self.run_dfpn(left, stop) {
                self.run_exhaustive(left, stop);
            }
            self.update_status();
        }
        &self.status
    }

    /// The same slice with the exhaustive search alone: it excludes one length after the other, for both
    /// sides.
    pub fn work_exhaustively(&mut self, nodes: u64, stop: &StopToken) -> &ProofStatus {
        let end = self.nodes().saturating_add(nodes);
        while !self.status.decided && self.nodes() < end && !stop.is_stopped() {
            let left = end - self.nodes();
            match self.pending_line {
                Some((side, moves)) => self.extract_line(side, moves, left, stop),
                None => self.run_exhaustive(left, stop),
            }
            self.update_status();
        }
        &self.status
    }

    /// The first move of a mate within `within` moves in a position below the root, and the length of the
    /// mate; None if there is none.
    ///
    /// # Errors
    /// When the token stopped the search.
    pub(super) fn mate_from(
        &mut self,
        position: &Position,
        within: u16,
        stop: &StopToken,
    ) -> Result<Option<(u16, Move)>, Stopped> {
        let within = u8::try_from(within).unwrap_or(ANY_DISTANCE).min(ANY_DISTANCE - 5);
        let found = self.dfpn.mate_from(position, within, stop)?;
        Ok(found.map(|(moves, mv)| (u16::from(moves), mv)))
    }

    const fn nodes(&self) -> u64 {
        self.dfpn.nodes() + self.exhaustive.nodes()
    }

    /// Whether the exhaustive search is behind its share. It is much faster per node than df-pn: at first its
    /// share is small, so that mates are found; later time matters more than nodes, and it gets most of them.
    const fn is_exhaustive_due(&self, left: u64) -> bool {
        let all = self.nodes();
        let early_nodes =
            if self.plan.has_short_mate() { EXHAUSTIVE_AFTER_SHORT_MATE } else { EXHAUSTIVE_AFTER };
        let late = all.saturating_sub(early_nodes);
        let share =
            (all - late) / EARLY_EXHAUSTIVE_DIVISOR + late / LATE_FINDER_DIVISOR * (LATE_FINDER_DIVISOR - 1);
        self.exhaustive.nodes() < share && left >= MIN_SLICE
    }

    /// Runs df-pn on the next length of its plan. False if the plan is finished.
    ///
    /// A mate is found in the fewest nodes by looking ahead. Once there is one, most of the work goes to lengths without
    /// a mate, and there a node in half the time is worth more.
    fn run_dfpn(&mut self, left: u64, stop: &StopToken) -> bool {
        let Some((place, length, slice)) = self.plan.next() else { return false };
        self.dfpn.set_estimate(match self.plan.mating_side() {
            None => DfpnEstimate::LookAhead,
            Some(_) => DfpnEstimate::EvasionCount,
        });
        let before = self.dfpn.visits();
        let found = self.dfpn.find_mate(self.color(length.side), length.moves, slice.min(left), stop);
        self.plan.add_visits(place, self.dfpn.visits() - before);
        match found {
            DfpnResult::Mate(moves) => self.pending_line = Some((length.side, moves)),
            DfpnResult::None(moves) => self.plan.rule_out(length.side, moves),
            DfpnResult::Unknown(proof) => self.plan.set_proof_number(place, proof),
        }
        true
    }

    /// Runs the exhaustive search for the shortest length that is not yet excluded.
    fn run_exhaustive(&mut self, left: u64, stop: &StopToken) {
        let side = match self.plan.mating_side() {
            Some(side) => side,
            None if self.plan.none_within(MatingSide::Other)
                < self.plan.none_within(MatingSide::SideToMove) =>
            {
                MatingSide::Other
            }
            None => MatingSide::SideToMove,
        };
        let moves = self.plan.none_within(side).saturating_add(1);
        let slice = (self.exhaustive.nodes() / 4).max(MIN_SLICE).min(left);
        match self.exhaustive.find_mate(self.color(side), u16::from(moves), slice, stop) {
            Ok(Some(line)) => {
                self.plan.set_mate(side, moves);
                self.status.best = Some(line);
            }
            Ok(None) => self.plan.rule_out(side, moves),
            Err(Stopped) => {}
        }
    }

    fn color(&self, side: MatingSide) -> Color {
        let turn = self.root.position.turn();
        match side {
            MatingSide::SideToMove => turn,
            MatingSide::Other => !turn,
        }
    }

    /// Builds the line of a mate that was found.
    fn extract_line(&mut self, side: MatingSide, moves: u8, nodes: u64, stop: &StopToken) {
        let attacker = self.color(side);
        match self.dfpn.line(attacker, moves, nodes, stop) {
            Ok(Some(line)) => {
                let shown = u8::try_from(line.len().div_ceil(2)).unwrap_or(moves);
                self.plan.set_mate(side, shown);
                self.status.best = Some(mate(line, side, attacker));
                self.pending_line = None;
            }
            Ok(None) => {
                // Repetitions with the game allow a draw on the way: search for shorter mates.
                self.plan.set_upper_bound(moves);
                self.pending_line = None;
            }
            Err(Stopped) => {}
        }
    }

    /// Updates the status.
    fn update_status(&mut self) {
        let sides = match self.status.best.as_ref().map(|line| line.score.is_mating()) {
            Some(true) => [MatingSide::SideToMove; 2],
            Some(false) => [MatingSide::Other; 2],
            None => [MatingSide::SideToMove, MatingSide::Other],
        };
        let none = sides.map(|side| self.plan.none_within(side)).into_iter().min().unwrap_or(0);
        self.status.none_within = u16::from(none.min(self.within));
        self.status.nodes = self.nodes();
        self.status.min_proof_number = self.plan.min_proof_number();
        self.status.decided = self.pending_line.is_none() && self.plan.is_done();
        self.status.checking = (!self.status.decided).then_some(self.status.none_within + 1);
        if let Some(best) = &mut self.status.best {
            let shortest = best.moves.len().div_ceil(2) <= usize::from(none) + 1;
            best.certainty = if shortest { Certainty::Proven } else { Certainty::Searched };
            if shortest {
                // The excluded lengths may reach beyond the mate that was found.
                let moves = u16::try_from(best.moves.len().div_ceil(2)).unwrap_or(u16::MAX);
                self.status.none_within = self.status.none_within.min(moves.saturating_sub(1));
            }
        }
    }

    /// The status where the game is over at the root.
    fn set_game_over(&mut self, ending: GameTermination) {
        self.status.decided = true;
        match ending {
            GameTermination::Checkmate { winner } => {
                let mut line = mate(Vec::new(), MatingSide::Other, winner);
                line.certainty = Certainty::Proven;
                self.status.best = Some(line);
            }
            _ => self.status.none_within = u16::from(self.within),
        }
    }
}

fn mate(moves: Vec<Move>, side: MatingSide, winner: Color) -> Line {
    let plies = Ply::new(u16::try_from(moves.len()).unwrap_or(u16::MAX));
    Line {
        score: match side {
            MatingSide::SideToMove => Score::mates_in(plies),
            MatingSide::Other => Score::mated_in(plies),
        },
        bound: Bound::Exact,
        certainty: Certainty::Searched,
        moves,
        ends_in: Some(GameTermination::Checkmate { winner }),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Setup};

    use super::super::MateOracle;
    use super::*;
    use crate::mate::{MateAnswer, MateProblem, prove};
    use chess::{NoOracle, Role, Square, fen};

    fn prover(root: &Root, within: u16) -> Prover {
        Prover::new(root, Arc::new(NoOracle), ProverSettings { within, memory_mb: 1 })
    }

    /// Plays a line by the rules; its score must say what it does.
    fn check_line(root: &Root, line: &Line) {
        let text = fen::format(&root.position);
        let mut end = root.clone();
        for &mv in &line.moves {
            assert_eq!(end.termination(), None, "{text}: the game is over before {mv}");
            assert!(end.position.is_legal(mv), "{text}: {mv}");
            end.play(mv);
        }
        assert!(matches!(end.termination(), Some(GameTermination::Checkmate { .. })), "{text}: no mate");
        let plies = line.score.mate_distance().map(|plies| usize::from(plies.get()));
        assert_eq!(plies, Some(line.moves.len()), "{text}");
        assert_eq!(line.score.is_mating(), line.moves.len() % 2 == 1, "{text}");
    }

    /// Works in slices of any size, down to one position, and holds the outcome against a search that looks
    /// at every move.
    fn check_against_every_move(root: &Root, within: u16, random: &mut fastrand::Rng) -> Option<u16> {
        let text = fen::format(&root.position);
        let problem = MateProblem { root, within, oracle: &NoOracle, nodes: None };
        let truth = prove(&problem, &StopToken::never(), &mut |_| {});
        let mut prover = prover(root, within);
        for _ in 0..100_000 {
            let slice = random.u64(1..300);
            let status = if random.u8(..4) == 0 {
                prover.work_exhaustively(slice, &StopToken::never())
            } else {
                prover.work(slice, &StopToken::never())
            };
            if let Some(line) = &status.best {
                check_line(root, line);
                let moves = u16::try_from(line.moves.len().div_ceil(2)).unwrap();
                assert!(truth.moves().is_some_and(|least| moves >= least), "{text}: {moves} {truth:?}");
            }
            assert!(truth.moves().is_none_or(|least| least == 0 || status.none_within < least), "{text}");
            if status.decided {
                break;
            }
        }
        let status = prover.status();
        assert!(status.decided, "{text}: {status:?}");
        let reported = status.best.as_ref().map(|line| (line.score, line.certainty));
        let known = truth.line().map(|line| (line.score, Certainty::Proven));
        assert_eq!(reported, known, "{text}");
        assert_eq!(truth.answer == MateAnswer::None, status.best.is_none(), "{text}");
        truth.moves()
    }

    /// Few pieces, pawns close to promotion and kings near the edge: many mates and stalemates.
    fn random_position(random: &mut fastrand::Rng) -> Option<Position> {
        let mut setup =
            Setup { turn: if random.bool() { Color::White } else { Color::Black }, ..Setup::empty() };
        let roles = [Role::Queen, Role::Rook, Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop];
        let mut put = |piece, square| {
            if setup.board.piece_at(square).is_none() {
                setup.board.set_piece_at(square, piece);
            }
        };
        let edge = [Square::A1, Square::B1, Square::H8, Square::H7, Square::A8, Square::D8, Square::H1];
        put(Color::Black.king(), edge[random.usize(..edge.len())]);
        put(Color::White.king(), Square::new(random.u32(..64)));
        for n in 0..random.usize(2..7) {
            let color = if n % 3 == 2 { Color::Black } else { Color::White };
            put(roles[random.usize(..roles.len())].of(color), Square::new(random.u32(..64)));
        }
        let chess: Chess = setup.position(CastlingMode::Standard).ok()?;
        Some(Position::from(chess))
    }

    #[test]
    fn random_endings_are_decided_as_a_search_of_every_move_decides_them() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut mates, mut none) = (0, 0);
        while mates < 60 || none < 60 {
            let Some(position) = random_position(&mut random) else { continue };
            match check_against_every_move(&Root::new(position), 2, &mut random) {
                Some(_) => mates += 1,
                None => none += 1,
            }
        }
    }

    #[test]
    fn a_restarted_prover_works_as_a_new_one() {
        let mut random = fastrand::Rng::with_seed(8);
        let positions: Vec<_> =
            std::iter::repeat_with(|| random_position(&mut random)).flatten().take(12).collect();
        let mut used: Option<Prover> = None;
        // Each twice in a row: nothing that was proven the first time may help the second time.
        for position in positions.into_iter().flat_map(|position| [position.clone(), position]) {
            let root = Root::new(position);
            let mut new = prover(&root, 20);
            let mut restarted = match used.take() {
                Some(used) => used.restarted(&root, Arc::new(NoOracle), 20),
                None => prover(&root, 20),
            };
            for _ in 0..10 {
                let expected = new.work(500, &StopToken::never());
                assert_eq!(
                    restarted.work(500, &StopToken::never()),
                    expected,
                    "{}",
                    fen::format(&root.position)
                );
            }
            used = Some(restarted);
        }
    }

    #[test]
    fn an_exhaustive_search_in_slices_loses_no_work() {
        for (text, moves) in [
            ("2N3nr/2p3rb/5p2/3BBPp1/3p2pR/2n3pR/1P5Q/k1KN4 b - - 0 1", -5),
            ("1K3RQ1/ppn3p1/r3N1pq/2pN4/2b1kPB1/b5r1/8/2BR4 w - - 0 1", 3),
        ] {
            let root = Root::new(fen::parse(text).unwrap());
            let problem = MateProblem { root: &root, within: 5, oracle: &NoOracle, nodes: None };
            let whole = prove(&problem, &StopToken::never(), &mut |_| {});
            let mut prover = prover(&root, 5);
            while !prover.status().decided {
                prover.work_exhaustively(1_000, &StopToken::never());
            }
            let status = prover.status();
            let best = status.best.as_ref().expect("a mate");
            let found = i32::from(best.score.mate_distance().expect("a mate").moves());
            assert_eq!(
                (if best.score.is_mated() { -found } else { found }, best.certainty),
                (moves, Certainty::Proven)
            );
            assert!(status.nodes < whole.nodes * 5 / 4 + 1_000, "{} {}", status.nodes, whole.nodes);
        }
    }

    #[test]
    fn every_rule_is_kept() {
        let mut random = fastrand::Rng::with_seed(4);
        for (text, within) in [
            ("8/8/8/8/8/1Q6/8/k2K4 w - -", 3),
            ("7k/5Q2/6K1/8/8/8/8/8 b - -", 2),
            ("8/8/8/8/8/2k5/1q6/K7 w - -", 2),
            ("8/8/8/8/8/4p1k1/8/4r1BK w - -", 2),
            // Only a promotion to rook or knight wins in time.
            ("8/5P1k/5K2/8/8/8/8/8 w - -", 3),
            ("5k2/3P1P2/4K3/8/8/8/8/8 w - -", 3),
            ("8/8/8/4Q3/8/5k1P/8/4K2R w K -", 2),
            ("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6", 1),
            ("8/8/8/8/k2Pp3/8/1Q6/K7 b - d3", 3),
            ("4k3/8/4K3/8/8/8/8/7R w - -", 2),
        ] {
            for halfmoves in [0, 90, 94, 95, 96, 97, 98, 99] {
                if halfmoves > 0 && text.ends_with(|end: char| end.is_ascii_digit()) {
                    // A pawn has just moved.
                    continue;
                }
                let position = fen::parse(&format!("{text} {halfmoves} 60")).unwrap();
                check_against_every_move(&Root::new(position), within, &mut random);
            }
        }
    }

    #[test]
    fn a_position_that_stood_twice_is_a_draw() {
        let mut random = fastrand::Rng::with_seed(5);
        let start = fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").unwrap();
        let mut root = Root::new(start);
        for text in ["b3b4", "a1a2", "b4b3", "a2a1", "b3b4", "a1a2", "b4b3", "a2a1"].iter().take(7) {
            let mv = chess::notation::parse_move(&root.position, text).unwrap();
            root.play(mv);
            check_against_every_move(&root, 3, &mut random);
        }
    }

    #[test]
    fn each_defense_is_shown_its_mate() {
        let mut walked = 0;
        for text in
            ["1K3RQ1/ppn3p1/r3N1pq/2pN4/2b1kPB1/b5r1/8/2BR4 w - - 0 1", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1"]
        {
            let root = Root::new(fen::parse(text).unwrap());
            let mut prover = prover(&root, 7);
            while prover.status().best.is_none() {
                prover.work(20_000, &StopToken::never());
            }
            let line = prover.status().best.clone().unwrap();
            let moves = u16::try_from(line.moves.len().div_ceil(2)).unwrap();
            walked += walk(&mut prover, &root.position, moves);
        }
        assert!(walked >= 3, "{walked}");
    }

    /// Follows the mating moves against every defense and counts the mates.
    fn walk(prover: &mut Prover, position: &Position, moves: u16) -> usize {
        assert!(moves > 0, "{}", fen::format(position));
        let shown = prover.mating_move(position, moves, &StopToken::never()).unwrap();
        let next = position.after(shown.unwrap_or_else(|| panic!("{} {moves}", fen::format(position))));
        let replies = next.legal_moves();
        if replies.is_empty() {
            assert!(next.is_check());
            return 1;
        }
        replies.into_iter().map(|reply| walk(prover, &next.after(reply), moves - 1)).sum()
    }

    #[test]
    fn a_stopped_token_ends_the_work_and_nothing_is_lost() {
        let root = Root::new(fen::parse("8/7p/8/R7/5k2/5P2/5PK1/8 w - - 0 1").unwrap());
        let mut prover = prover(&root, 200);
        prover.work(5_000, &StopToken::never());
        let before = prover.status().clone();
        let source = chess::StopSource::new();
        let token = source.token();
        drop(source);
        assert_eq!(prover.work(1_000_000, &token), &before);
        assert!(prover.work(1_000, &StopToken::never()).nodes > before.nodes);
    }

    #[test]
    fn only_shorter_mates_than_the_aim_are_looked_for() {
        let root = Root::new(fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").unwrap());
        let mut prover = prover(&root, 200);
        prover.set_upper_bound(3);
        let status = prover.work(1_000_000, &StopToken::never());
        assert!(status.decided && status.best.is_none() && status.none_within == 2, "{status:?}");
    }
}
