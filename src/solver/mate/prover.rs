//! Everything that is known about the mates of one position, and the work that finds out more.
//!
//! A [`Prover`] is handed positions to spend, a slice at a time, and keeps what it has learnt between the
//! slices: it can be stopped at any moment and taken up again. Two searches share the work: the finder,
//! which finds mates of any length and shortens them, and the exhaustive search, which rules out the short
//! ones. What one of them settles spares the other's work.

use std::sync::Arc;

use crate::chess::{
    Bound, Certainty, Color, Ending, Line, Move, Oracle, Ply, Position, Root, Score, StopToken, Stopped,
};

use super::exhaust::Exhaust;
use super::finder::plan::{Plan, Side};
use super::finder::{ANY, Finder, Found};

/// Positions after which the exhaustive search gets most of the work.
const PATIENCE: u64 = 1_000_000;
/// The same where a short mate is known already, so that it may soon be shown to be the shortest.
const SHORT_PATIENCE: u64 = 100_000;
/// The part of the work that the exhaustive search gets until then.
const EARLY_PART: u64 = 12;
/// The part of the work that the finder gets from then on.
const LATE_PART: u64 = 10;
/// The least slice of exhaustive search that is worth to be begun, in positions.
const LEAST_SLICE: u64 = 2_000;

/// What a [`Prover`] may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProverSettings {
    /// The longest mate looked for, in moves of the side that mates: 1 or more.
    pub within: u16,
    /// Memory for what the finder has seen, in MiB. The exhaustive search takes as much as it needs, up to 64 MiB.
    pub memory_mb: usize,
}

impl Default for ProverSettings {
    fn default() -> Self {
        Self { within: 200, memory_mb: 64 }
    }
}

/// What is known so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// No mate in so many moves or fewer exists, for either side.
    pub none_within: u16,
    /// The number of moves that is being checked, if one is.
    pub checking: Option<u16>,
    /// The shortest forced mate that was found, for either side: complete, legal, without a draw inside.
    /// Its certainty is `Proven` once no shorter one exists.
    pub best: Option<Line>,
    /// How far away a mate looks: the least proof number (Allis) of the numbers of moves that are being
    /// looked at, 1 or more. None before the first look, and where nothing is being looked for.
    pub least_proof: Option<u32>,
    /// Positions made so far, all of them.
    pub nodes: u64,
    /// Whether nothing is left to find out: the mate is the shortest, or there is none within the limit.
    pub decided: bool,
}

/// The search for the mates of one position, for either side.
pub struct Prover {
    root: Root,
    finder: Finder,
    exhaust: Exhaust,
    plan: Plan,
    within: u8,
    /// A mate that is known to exist, and whose moves are still to be written down.
    owed: Option<(Side, u8)>,
    standing: Standing,
}

impl Prover {
    /// Gets ready; nothing is made yet.
    #[must_use]
    pub fn new(root: &Root, oracle: Arc<dyn Oracle>, settings: ProverSettings) -> Self {
        let within = u8::try_from(settings.within).unwrap_or(ANY).clamp(1, ANY - 5);
        let finder = Finder::new(root, Arc::clone(&oracle), settings.memory_mb << 20);
        let mut prover = Self {
            root: root.clone(),
            finder,
            exhaust: Exhaust::new(root, oracle),
            plan: Plan::new(within),
            within,
            owed: None,
            standing: Standing::default(),
        };
        if let Some(ending) = root.ending() {
            prover.end(ending);
        } else {
            prover.take_stock();
        }
        prover
    }

    /// What is known so far.
    #[must_use]
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Somebody else has shown a forced mate in so many moves: from now on only shorter ones are wanted.
    pub fn aim(&mut self, moves: u16) {
        self.plan.lower(u8::try_from(moves).unwrap_or(ANY));
        self.take_stock();
    }

    /// Works until so many more positions were made, the token stops it, or all is decided.
    pub fn work(&mut self, nodes: u64, stop: &StopToken) -> &Standing {
        let end = self.nodes().saturating_add(nodes);
        while !self.standing.decided && self.nodes() < end && !stop.is_stopped() {
            let left = end - self.nodes();
            if let Some((side, moves)) = self.owed {
                self.write_down(side, moves, left, stop);
            } else if self.is_exhausting(left) || !self.find(left, stop) {
                self.rule_out(left, stop);
            }
            self.take_stock();
        }
        &self.standing
    }

    /// The same by the exhaustive search alone: it rules out one number of moves after the other, for both sides.
    pub fn work_exhaustively(&mut self, nodes: u64, stop: &StopToken) -> &Standing {
        let end = self.nodes().saturating_add(nodes);
        while !self.standing.decided && self.nodes() < end && !stop.is_stopped() {
            let left = end - self.nodes();
            match self.owed {
                Some((side, moves)) => self.write_down(side, moves, left, stop),
                None => self.rule_out(left, stop),
            }
            self.take_stock();
        }
        &self.standing
    }

    /// The first move of a mate in a position below the root, within so many moves, and how many it takes
    /// at most; None where there is no such mate.
    ///
    /// # Errors
    /// When the token ended the work.
    pub(super) fn mate_from(
        &mut self,
        position: &Position,
        within: u16,
        stop: &StopToken,
    ) -> Result<Option<(u16, Move)>, Stopped> {
        let within = u8::try_from(within).unwrap_or(ANY).min(ANY - 5);
        let found = self.finder.mate_from(position, within, stop)?;
        Ok(found.map(|(moves, mv)| (u16::from(moves), mv)))
    }

    const fn nodes(&self) -> u64 {
        self.finder.nodes() + self.exhaust.nodes()
    }

    /// Whether the exhaustive search is behind its share. It makes positions far more quickly than the
    /// finder: at first its share is small, so that mates are found; then time matters more than the number
    /// of positions, and it gets most of them.
    const fn is_exhausting(&self, left: u64) -> bool {
        let all = self.nodes();
        let patience = if self.plan.has_short_mate() { SHORT_PATIENCE } else { PATIENCE };
        let late = all.saturating_sub(patience);
        let share = (all - late) / EARLY_PART + late / LATE_PART * (LATE_PART - 1);
        self.exhaust.nodes() < share && left >= LEAST_SLICE
    }

    /// Works on the next number of moves of the finder's plan. False where nothing is left of it.
    fn find(&mut self, left: u64, stop: &StopToken) -> bool {
        let Some((place, lane, slice)) = self.plan.next() else { return false };
        let before = self.finder.visits();
        let found = self.finder.look(self.color(lane.side), lane.moves, slice.min(left), stop);
        self.plan.spend(place, self.finder.visits() - before);
        match found {
            Found::Mate(moves) => self.owed = Some((lane.side, moves)),
            Found::None(moves) => self.plan.rule_out(lane.side, moves),
            Found::Open(proof) => self.plan.note(place, proof),
        }
        true
    }

    /// Looks at every move for a mate in one more move than is ruled out.
    fn rule_out(&mut self, left: u64, stop: &StopToken) {
        let side = match self.plan.mates() {
            Some(side) => side,
            None if self.plan.none(Side::Other) < self.plan.none(Side::Mover) => Side::Other,
            None => Side::Mover,
        };
        let moves = self.plan.none(side).saturating_add(1);
        let slice = (self.exhaust.nodes() / 4).max(LEAST_SLICE).min(left);
        match self.exhaust.look(self.color(side), u16::from(moves), slice, stop) {
            Ok(Some(line)) => {
                self.plan.found(side, moves);
                self.standing.best = Some(line);
            }
            Ok(None) => self.plan.rule_out(side, moves),
            Err(Stopped) => {}
        }
    }

    fn color(&self, side: Side) -> Color {
        let turn = self.root.position.turn();
        match side {
            Side::Mover => turn,
            Side::Other => !turn,
        }
    }

    /// Turns a mate that was found into a line.
    fn write_down(&mut self, side: Side, moves: u8, nodes: u64, stop: &StopToken) {
        let attacker = self.color(side);
        match self.finder.line(attacker, moves, nodes, stop) {
            Ok(Some(line)) => {
                let shown = u8::try_from(line.len().div_ceil(2)).unwrap_or(moves);
                self.plan.found(side, shown);
                self.standing.best = Some(mate(line, side, attacker));
                self.owed = None;
            }
            Ok(None) => {
                // The past of the game lets the defender claim a draw on the way: look for shorter ones.
                self.plan.lower(moves);
                self.owed = None;
            }
            Err(Stopped) => {}
        }
    }

    /// Brings the standing up to date.
    fn take_stock(&mut self) {
        let sides = match self.standing.best.as_ref().map(|line| line.score.is_mating()) {
            Some(true) => [Side::Mover; 2],
            Some(false) => [Side::Other; 2],
            None => [Side::Mover, Side::Other],
        };
        let none = sides.map(|side| self.plan.none(side)).into_iter().min().unwrap_or(0);
        self.standing.none_within = u16::from(none.min(self.within));
        self.standing.nodes = self.nodes();
        self.standing.least_proof = self.plan.least_proof();
        self.standing.decided = self.owed.is_none() && self.plan.is_done();
        self.standing.checking = (!self.standing.decided).then_some(self.standing.none_within + 1);
        if let Some(best) = &mut self.standing.best {
            let shortest = best.moves.len().div_ceil(2) <= usize::from(none) + 1;
            best.certainty = if shortest { Certainty::Proven } else { Certainty::Searched };
            if shortest {
                // What was ruled out may lie beyond what was found.
                let moves = u16::try_from(best.moves.len().div_ceil(2)).unwrap_or(u16::MAX);
                self.standing.none_within = self.standing.none_within.min(moves.saturating_sub(1));
            }
        }
    }

    /// The game is over at the root.
    fn end(&mut self, ending: Ending) {
        self.standing.decided = true;
        match ending {
            Ending::Checkmate { winner } => {
                let mut line = mate(Vec::new(), Side::Other, winner);
                line.certainty = Certainty::Proven;
                self.standing.best = Some(line);
            }
            _ => self.standing.none_within = u16::from(self.within),
        }
    }
}

fn mate(moves: Vec<Move>, side: Side, winner: Color) -> Line {
    let plies = Ply::new(u16::try_from(moves.len()).unwrap_or(u16::MAX));
    Line {
        score: match side {
            Side::Mover => Score::mates_in(plies),
            Side::Other => Score::mated_in(plies),
        },
        bound: Bound::Exact,
        certainty: Certainty::Searched,
        moves,
        ends_in: Some(Ending::Checkmate { winner }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Witness;
    use super::*;
    use crate::chess::{NoOracle, Role, Square, fen};
    use crate::solver::mate::{Answer, Problem, prove};
    use shakmaty::{CastlingMode, Chess, Setup};

    fn prover(root: &Root, within: u16) -> Prover {
        Prover::new(root, Arc::new(NoOracle), ProverSettings { within, memory_mb: 1 })
    }

    /// Plays a line by the rules; its score must say what it does.
    fn check_line(root: &Root, line: &Line) {
        let text = fen::format(&root.position);
        let mut end = root.clone();
        for &mv in &line.moves {
            assert_eq!(end.ending(), None, "{text}: the game is over before {mv}");
            assert!(end.position.is_legal(mv), "{text}: {mv}");
            end.play(mv);
        }
        assert!(matches!(end.ending(), Some(Ending::Checkmate { .. })), "{text}: no mate");
        let plies = line.score.mate_distance().map(|plies| usize::from(plies.get()));
        assert_eq!(plies, Some(line.moves.len()), "{text}");
        assert_eq!(line.score.is_mating(), line.moves.len() % 2 == 1, "{text}");
    }

    /// Works in slices of any size, down to one position, and holds the outcome against a search that looks
    /// at every move.
    fn check_against_every_move(root: &Root, within: u16, random: &mut fastrand::Rng) -> Option<u16> {
        let text = fen::format(&root.position);
        let problem = Problem { root, within, oracle: &NoOracle, nodes: None };
        let truth = prove(&problem, &StopToken::never(), &mut |_| {});
        let mut prover = prover(root, within);
        for _ in 0..100_000 {
            let slice = random.u64(1..300);
            let standing = if random.u8(..4) == 0 {
                prover.work_exhaustively(slice, &StopToken::never())
            } else {
                prover.work(slice, &StopToken::never())
            };
            if let Some(line) = &standing.best {
                check_line(root, line);
                let moves = u16::try_from(line.moves.len().div_ceil(2)).unwrap();
                assert!(truth.moves().is_some_and(|least| moves >= least), "{text}: {moves} {truth:?}");
            }
            assert!(truth.moves().is_none_or(|least| least == 0 || standing.none_within < least), "{text}");
            if standing.decided {
                break;
            }
        }
        let standing = prover.standing();
        assert!(standing.decided, "{text}: {standing:?}");
        let said = standing.best.as_ref().map(|line| (line.score, line.certainty));
        let known = truth.line().map(|line| (line.score, Certainty::Proven));
        assert_eq!(said, known, "{text}");
        assert_eq!(truth.answer == Answer::None, standing.best.is_none(), "{text}");
        truth.moves()
    }

    /// Few men, pawns about to promote, kings near the edge: mates and stalemates in plenty.
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
    fn an_exhaustive_search_in_slices_loses_no_work() {
        for (text, moves) in [
            ("2N3nr/2p3rb/5p2/3BBPp1/3p2pR/2n3pR/1P5Q/k1KN4 b - - 0 1", -5),
            ("1K3RQ1/ppn3p1/r3N1pq/2pN4/2b1kPB1/b5r1/8/2BR4 w - - 0 1", 3),
        ] {
            let root = Root::new(fen::parse(text).unwrap());
            let problem = Problem { root: &root, within: 5, oracle: &NoOracle, nodes: None };
            let whole = prove(&problem, &StopToken::never(), &mut |_| {});
            let mut prover = prover(&root, 5);
            while !prover.standing().decided {
                prover.work_exhaustively(1_000, &StopToken::never());
            }
            let standing = prover.standing();
            let best = standing.best.as_ref().expect("a mate");
            let found = i32::from(best.score.mate_distance().expect("a mate").moves());
            assert_eq!(
                (if best.score.is_mated() { -found } else { found }, best.certainty),
                (moves, Certainty::Proven)
            );
            assert!(standing.nodes < whole.nodes * 5 / 4 + 1_000, "{} {}", standing.nodes, whole.nodes);
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
            let mv = crate::chess::notation::parse_move(&root.position, text).unwrap();
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
            while prover.standing().best.is_none() {
                prover.work(20_000, &StopToken::never());
            }
            let line = prover.standing().best.clone().unwrap();
            let moves = u16::try_from(line.moves.len().div_ceil(2)).unwrap();
            walked += walk(&mut prover, &root.position, moves);
        }
        assert!(walked >= 3, "{walked}");
    }

    /// Follows the witness against every defense and counts the mates.
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
        let before = prover.standing().clone();
        let source = crate::chess::StopSource::new();
        let token = source.token();
        drop(source);
        assert_eq!(prover.work(1_000_000, &token), &before);
        assert!(prover.work(1_000, &StopToken::never()).nodes > before.nodes);
    }

    #[test]
    fn only_shorter_mates_than_the_aim_are_looked_for() {
        let root = Root::new(fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").unwrap());
        let mut prover = prover(&root, 200);
        prover.aim(3);
        let standing = prover.work(1_000_000, &StopToken::never());
        assert!(standing.decided && standing.best.is_none() && standing.none_within == 2, "{standing:?}");
    }
}
