//! Kinds of mistakes: what an inaccuracy, a mistake or a blunder gave away.

use crate::review::{MoveReview, ResultChange};
use chess::{Color, DistanceToMate, KnownResult, Line, Position, PositionEvaluation};

/// What a judged move gave away. A move that fits several kinds has the first one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MistakeKind {
    /// A certain win became a draw or a loss.
    GaveWinAway,
    /// A certain draw became a loss.
    GaveDrawAway,
    /// The opponent has a forced mate that was not there before.
    AllowedMate,
    /// A forced mate is no longer there.
    MissedMate,
    /// By the best lines material is lost, a pawn or more.
    LostMaterial,
    /// By the best lines a better move would have won material, a pawn or more.
    MissedMaterial,
    /// The position became worse without any of these.
    Positional,
}

/// Half-moves of a best line that count for material: what comes later is less certain.
const MAX_LINE_PLIES: usize = 8;

impl MistakeKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::GaveWinAway,
        Self::GaveDrawAway,
        Self::AllowedMate,
        Self::MissedMate,
        Self::LostMaterial,
        Self::MissedMaterial,
        Self::Positional,
    ];

    /// Its name in words: `gave a win away`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GaveWinAway => "gave a win away",
            Self::GaveDrawAway => "gave a draw away",
            Self::AllowedMate => "allowed a forced mate",
            Self::MissedMate => "missed a forced mate",
            Self::LostMaterial => "lost material",
            Self::MissedMaterial => "missed winning material",
            Self::Positional => "worsened the position",
        }
    }

    /// Its name for programs: `gave_win_away`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::GaveWinAway => "gave_win_away",
            Self::GaveDrawAway => "gave_draw_away",
            Self::AllowedMate => "allowed_mate",
            Self::MissedMate => "missed_mate",
            Self::LostMaterial => "lost_material",
            Self::MissedMaterial => "missed_material",
            Self::Positional => "positional",
        }
    }

    /// The kind of a judged move, given the positions before and after it. None where the move has no judgment.
    ///
    /// Material is compared at the end of the best line before the move and of the best line after it, as far as
    /// the review has them; an exchange that has not ended there is left out.
    #[must_use]
    pub fn of(review: &MoveReview, before: &Position, after: &Position) -> Option<Self> {
        review.judgment?;
        let was = review.finding_before.known_result;
        let is = review.finding_after.known_result.map(KnownResult::for_mover);
        Some(match (review.result_change, was, is) {
            (Some(ResultChange::WinToDraw | ResultChange::WinToLoss), ..) => Self::GaveWinAway,
            (Some(ResultChange::DrawToLoss), ..) => Self::GaveDrawAway,
            (None, before, Some(KnownResult::Loss(distance)))
                if is_mate(distance) && !matches!(before, Some(KnownResult::Loss(_))) =>
            {
                Self::AllowedMate
            }
            (None, Some(KnownResult::Win(distance)), after)
                if is_mate(distance) && !matches!(after, Some(KnownResult::Win(_))) =>
            {
                Self::MissedMate
            }
            _ => Self::by_material(review, before, after),
        })
    }

    fn by_material(review: &MoveReview, before: &Position, after: &Position) -> Self {
        let mover = review.mover;
        let now = balance(before, mover);
        let best = balance_after(before, &review.finding_before, MAX_LINE_PLIES + 1, mover);
        let played = balance_after(after, &review.finding_after, MAX_LINE_PLIES, mover);
        match (played < best, played < now) {
            (true, true) => Self::LostMaterial,
            (true, false) => Self::MissedMaterial,
            (false, _) => Self::Positional,
        }
    }
}

/// Whether a certain result is a mate of known length.
const fn is_mate(distance: DistanceToMate) -> bool {
    !matches!(distance, DistanceToMate::Unknown)
}

/// The material balance for a side in pawns, with the usual points.
fn balance(position: &Position, side: Color) -> i64 {
    let material = position.material();
    i64::from(material.points(side)) - i64::from(material.points(side.other()))
}

/// The material balance for a side at the last quiet move of a best line.
fn balance_after(position: &Position, evaluation: &PositionEvaluation, plies: usize, side: Color) -> i64 {
    let moves = evaluation.line.as_ref().map_or(&[][..], |line: &Line| &line.moves);
    let mut at = position.clone();
    let mut quiet = balance(&at, side);
    for &mv in moves.iter().take(plies) {
        if !at.is_legal(mv) {
            break;
        }
        at.play(mv);
        if !mv.is_capture() && !mv.is_promotion() {
            quiet = balance(&at, side);
        }
    }
    quiet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::ReviewMove;
    use chess::{Bound, Certainty, Move, Ply, Score, fen, notation};

    fn moves(position: &Position, text: &str) -> Vec<Move> {
        notation::play_line(&mut position.clone(), text.split_whitespace()).unwrap()
    }

    fn evaluation(position: &Position, score: Score, certainty: Certainty, text: &str) -> PositionEvaluation {
        let moves = moves(position, text);
        PositionEvaluation::from_line(Line { score, bound: Bound::Exact, certainty, moves, ends_in: None })
    }

    /// The kind of `played`, given the score and the best line before it, and those after it from the
    /// opponent's point of view.
    fn kind(
        fen: &str,
        (score_before, best): (Score, &str),
        played: &str,
        (score_after, reply): (Score, &str),
    ) -> Option<MistakeKind> {
        let position = fen::parse(fen).unwrap();
        let mv = moves(&position, played)[0];
        let after = position.after(mv);
        // A score of nothing stands for a proven draw here.
        let certainty = |score| if score == Score::DRAW { Certainty::Proven } else { Certainty::Searched };
        let review = MoveReview::of(&ReviewMove {
            position: &position,
            mv,
            finding_before: &evaluation(&position, score_before, certainty(score_before), best),
            finding_after: &evaluation(&after, score_after, certainty(score_after), reply),
            ending: None,
        });
        MistakeKind::of(&review, &position, &after)
    }

    #[test]
    fn each_kind_has_its_move() {
        const ATTACKED: &str = "4k3/8/8/8/8/2b5/8/R4K2 w - - 0 1";
        const LOOSE: &str = "4k3/8/8/8/8/b7/8/R4K2 w - - 0 1";
        let cp = Score::centipawns;
        let (mates, draw) = (Score::mates_in(Ply::new(5)), Score::DRAW);
        for (fen, before, played, after, expected) in [
            (ATTACKED, (mates, "Ra8+"), "Kg2", (draw, "Bxa1"), Some(MistakeKind::GaveWinAway)),
            (ATTACKED, (mates, "Ra8+"), "Kg2", (mates, "Bxa1"), Some(MistakeKind::GaveWinAway)),
            (ATTACKED, (draw, "Ra8+"), "Kg2", (mates, "Bxa1"), Some(MistakeKind::GaveDrawAway)),
            (ATTACKED, (cp(200), "Ra8+"), "Kg2", (mates, "Bxa1"), Some(MistakeKind::AllowedMate)),
            (ATTACKED, (mates, "Ra8+"), "Kg2", (cp(-50), "Bxa1"), Some(MistakeKind::MissedMate)),
            (ATTACKED, (cp(200), "Ra8+ Kd7"), "Kg2", (cp(300), "Bxa1 Kf3"), Some(MistakeKind::LostMaterial)),
            // Nobody has moved quietly after the capture: the exchange may go on.
            (ATTACKED, (cp(200), "Ra8+ Kd7"), "Kg2", (cp(300), "Bxa1"), Some(MistakeKind::Positional)),
            (LOOSE, (cp(500), "Rxa3 Kd7"), "Kg2", (cp(-100), "Bb4 Kf3"), Some(MistakeKind::MissedMaterial)),
            (LOOSE, (cp(500), "Ra2 Kd7"), "Kg2", (cp(-100), "Bb4 Kf3"), Some(MistakeKind::Positional)),
            (LOOSE, (cp(500), "Rxa3 Kd7"), "Kg2", (cp(-490), "Bb4 Kf3"), None),
        ] {
            assert_eq!(kind(fen, before, played, after), expected, "{before:?} {after:?}");
        }
    }
}
