//! Zugzwang analysis: compares a position with the same position with the other side to move.

use chess::names::{color_name, pluralized};
use chess::{Color, GameTermination, Oracle, Position, Verdict};

/// The exact results of a position and of the same position with the other side to move, without en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZugzwangAnalysis {
    /// The side to move on the board.
    pub mover: Color,
    /// The truth now, from the mover's side.
    pub now: Verdict,
    /// The truth with the turn passed, from the other side, which would be to move.
    pub after_pass: Verdict,
    /// Whether the other side would have no legal move, and is not in check.
    pub passes_into_stalemate: bool,
}

/// Why the turn cannot be passed, or nothing is known of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ZugzwangError {
    /// The side to move is in check.
    #[error("There is a check to answer: the turn cannot be passed")]
    Check,
    /// The game is over on the board.
    #[error("The game is over here: it is nobody's turn")]
    Over,
    /// The oracle does not cover the position (yet).
    #[error("No table covers this position, so nothing certain is known of the other turn")]
    Unknown,
}

/// What follows from the two truths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZugzwangKind {
    /// Whoever is to move would rather not be: the mover's result is worse than with the turn passed, and so
    /// is the other side's with the turn that it would have.
    Zugzwang,
    /// The mover's result is better than with the turn passed.
    PassLosesResult,
    /// The result is the same, and the mate that would follow a pass is better for the mover, by so many
    /// moves (1 or more), than what its best move leads to.
    PassIsBetter(u16),
    /// The result is the same, and a pass would be just as good as the best move.
    PassIsEqual,
    /// The result is the same, and a pass would be worse for the mover, by so many moves (1 or more), than
    /// its best move.
    PassIsWorse(u16),
    /// A draw either way.
    Drawn,
}

/// Asks an oracle about a position with either side to move.
///
/// # Errors
/// Says why the turn cannot be passed, or that the oracle does not know.
pub fn analyze(position: &Position, oracle: &dyn Oracle) -> Result<ZugzwangAnalysis, ZugzwangError> {
    if GameTermination::on_board(position).is_some() {
        return Err(ZugzwangError::Over);
    }
    let passed = position.after_null_move().ok_or(ZugzwangError::Check)?;
    let (now, then) = oracle.probe(position).zip(oracle.probe(&passed)).ok_or(ZugzwangError::Unknown)?;
    let passes_into_stalemate = passed.legal_moves().is_empty();
    Ok(ZugzwangAnalysis { mover: position.turn(), now, after_pass: then, passes_into_stalemate })
}

impl ZugzwangAnalysis {
    /// What follows.
    #[must_use]
    pub fn kind(&self) -> ZugzwangKind {
        let passed = self.after_pass.for_mover();
        match half_points(passed) - half_points(self.now) {
            1.. => return ZugzwangKind::Zugzwang,
            ..0 => return ZugzwangKind::PassLosesResult,
            0 => {}
        }
        // Half-moves to the mate after the best move, and after a pass.
        let Some((best, pass)) = self.now.distance().zip(passed.distance()) else {
            return ZugzwangKind::Drawn;
        };
        let best = best.previous().get();
        let moves = best.abs_diff(pass.get()) / 2;
        let is_better = (pass.get() < best) == matches!(self.now, Verdict::Win(_));
        match moves {
            0 => ZugzwangKind::PassIsEqual,
            _ if is_better => ZugzwangKind::PassIsBetter(moves),
            _ => ZugzwangKind::PassIsWorse(moves),
        }
    }

    /// The truth as it is: `White to move mates in 6`.
    #[must_use]
    pub fn now_text(&self) -> String {
        verdict_text(self.mover, self.now)
    }

    /// The truth with the turn passed: `Black to move is mated in 5`, `Black to move is stalemated`.
    #[must_use]
    pub fn after_pass_text(&self) -> String {
        let other = self.mover.other();
        if self.passes_into_stalemate {
            format!("{} to move is stalemated", color_name(other))
        } else {
            verdict_text(other, self.after_pass)
        }
    }

    /// What follows, in one sentence without a full stop.
    #[must_use]
    pub fn kind_text(&self) -> String {
        let (side, other) = (color_name(self.mover), color_name(self.mover.other()));
        let wins = matches!(self.now, Verdict::Win(_));
        match self.kind() {
            ZugzwangKind::Zugzwang => match (self.now, self.after_pass) {
                (Verdict::Loss(_), Verdict::Loss(_)) => "Mutual zugzwang: whoever moves loses".to_owned(),
                (Verdict::Draw, _) => {
                    format!("Mutual zugzwang: {side} to move only draws, {other} to move loses")
                }
                _ if self.passes_into_stalemate => {
                    format!("Zugzwang: {side} loses because it has to move; to pass would be stalemate")
                }
                _ => format!("Mutual zugzwang: {side} to move loses, {other} to move only draws"),
            },
            ZugzwangKind::PassLosesResult if self.passes_into_stalemate => {
                "To pass would be stalemate: the turn is worth the win".to_owned()
            }
            ZugzwangKind::PassLosesResult => match (self.now, self.after_pass) {
                (Verdict::Win(_), Verdict::Win(_)) => "Whoever moves wins".to_owned(),
                (Verdict::Win(_), _) => format!("The turn is worth the win to {side}"),
                _ => format!("The turn saves {side}"),
            },
            ZugzwangKind::PassIsBetter(moves) if wins => format!(
                "The turn is a burden: {side} would like to lose a move, for a pass beats every move by {}",
                pluralized(usize::from(moves), "move")
            ),
            ZugzwangKind::PassIsBetter(moves) => format!(
                "Zugzwang: {side} has to move, and is mated {} sooner for it",
                pluralized(usize::from(moves), "move")
            ),
            ZugzwangKind::PassIsEqual => format!("A pass would be as good as {side}'s best move"),
            ZugzwangKind::PassIsWorse(moves) if wins => format!(
                "A pass would be {} slower than {side}'s best move",
                pluralized(usize::from(moves), "move")
            ),
            ZugzwangKind::PassIsWorse(moves) => format!(
                "A pass would bring the mate {} sooner than {side}'s best move",
                pluralized(usize::from(moves), "move")
            ),
            ZugzwangKind::Drawn => "A draw, whoever is to move".to_owned(),
        }
    }
}

/// Half points of a result.
const fn half_points(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Win(_) => 2,
        Verdict::Draw => 1,
        Verdict::Loss(_) => 0,
    }
}

fn verdict_text(turn: Color, verdict: Verdict) -> String {
    let side = color_name(turn);
    match verdict {
        Verdict::Win(plies) => format!("{side} to move mates in {}", plies.moves()),
        Verdict::Draw => format!("{side} to move draws"),
        Verdict::Loss(plies) => format!("{side} to move is mated in {}", plies.moves()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{NoOracle, Ply, fen};

    /// An oracle with fixed results: one with White to move, one with Black to move.
    struct FixedOracle(Verdict, Verdict);

    impl Oracle for FixedOracle {
        fn probe(&self, position: &Position) -> Option<Verdict> {
            Some(if position.turn().is_white() { self.0 } else { self.1 })
        }
    }

    const fn win(plies: u16) -> Verdict {
        Verdict::Win(Ply::new(plies))
    }

    const fn loss(plies: u16) -> Verdict {
        Verdict::Loss(Ply::new(plies))
    }

    fn check(white: Verdict, black: Verdict, finding: ZugzwangKind, text: &str) {
        let position = fen::parse("8/8/3k4/3p4/3P4/3K4/8/8 w - - 0 1").unwrap();
        let view = analyze(&position, &FixedOracle(white, black)).unwrap();
        assert_eq!((view.kind(), view.kind_text().as_str()), (finding, text), "{white:?} {black:?}");
    }

    #[test]
    fn a_turn_that_spoils_the_result_is_zugzwang_for_both() {
        check(loss(20), loss(18), ZugzwangKind::Zugzwang, "Mutual zugzwang: whoever moves loses");
        let half = "Mutual zugzwang: White to move only draws, Black to move loses";
        check(Verdict::Draw, loss(18), ZugzwangKind::Zugzwang, half);
        let other = "Mutual zugzwang: White to move loses, Black to move only draws";
        check(loss(20), Verdict::Draw, ZugzwangKind::Zugzwang, other);
    }

    #[test]
    fn a_turn_can_be_worth_the_result() {
        check(win(9), win(9), ZugzwangKind::PassLosesResult, "Whoever moves wins");
        check(win(9), Verdict::Draw, ZugzwangKind::PassLosesResult, "The turn is worth the win to White");
        check(Verdict::Draw, win(9), ZugzwangKind::PassLosesResult, "The turn saves White");
        check(Verdict::Draw, Verdict::Draw, ZugzwangKind::Drawn, "A draw, whoever is to move");
    }

    #[test]
    fn a_pass_is_measured_against_the_best_move() {
        let burden =
            "The turn is a burden: White would like to lose a move, for a pass beats every move by 2 moves";
        check(win(11), loss(6), ZugzwangKind::PassIsBetter(2), burden);
        let free = "A pass would be as good as White's best move";
        check(win(11), loss(10), ZugzwangKind::PassIsEqual, free);
        let slower = "A pass would be 2 moves slower than White's best move";
        check(win(11), loss(14), ZugzwangKind::PassIsWorse(2), slower);
        let squeezed = "Zugzwang: White has to move, and is mated 3 moves sooner for it";
        check(loss(10), win(15), ZugzwangKind::PassIsBetter(3), squeezed);
        check(loss(10), win(9), ZugzwangKind::PassIsEqual, "A pass would be as good as White's best move");
        let sooner = "A pass would bring the mate 3 moves sooner than White's best move";
        check(loss(10), win(3), ZugzwangKind::PassIsWorse(3), sooner);
    }

    #[test]
    fn both_truths_are_reported_and_stalemate_by_its_name() {
        let position = fen::parse("8/8/3k4/3p4/3P4/3K4/8/8 w - - 0 1").unwrap();
        let view = analyze(&position, &FixedOracle(win(11), loss(10))).unwrap();
        assert_eq!(view.now_text(), "White to move mates in 6");
        assert_eq!(view.after_pass_text(), "Black to move is mated in 5");
        let corner = fen::parse("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1").unwrap();
        let view = analyze(&corner, &FixedOracle(win(3), Verdict::Draw)).unwrap();
        assert_eq!(view.after_pass_text(), "Black to move is stalemated");
        assert_eq!(view.kind_text(), "To pass would be stalemate: the turn is worth the win");
    }

    #[test]
    fn where_there_is_no_other_turn_the_reason_is_reported() {
        let refused =
            |text: &str, oracle: &dyn Oracle| analyze(&fen::parse(text).unwrap(), oracle).unwrap_err();
        let oracle = FixedOracle(win(3), Verdict::Draw);
        assert_eq!(refused("4k3/8/8/8/8/8/4q3/3QK3 w - - 0 1", &oracle), ZugzwangError::Check);
        assert_eq!(refused("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &oracle), ZugzwangError::Over);
        assert_eq!(refused("8/8/3k4/3p4/3P4/3K4/8/8 w - - 0 1", &NoOracle), ZugzwangError::Unknown);
    }
}
