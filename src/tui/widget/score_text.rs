//! Scores as text ([`score_text()`]) with the style of their certainty.

use crate::chess::score_text::score_text;
use crate::chess::{Bound, Certainty, Color, Line, Score, ScoreValue, Verdict};
use crate::tui::theme::{Glyphs, Role};

/// A score as it is written, and what it means for the side that it is shown to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreText {
    /// The text.
    pub text: String,
    /// Its style, by its certainty.
    pub role: Role,
}

/// The score of a line whose first move is `turn`'s.
pub(crate) fn from_line(line: &Line, turn: Color, glyphs: &Glyphs) -> ScoreText {
    from_score(line.score, line.bound, line.certainty, turn, glyphs)
}

/// A score of the side `turn`, with its grade.
pub(crate) fn from_score(
    score: Score,
    bound: Bound,
    certainty: Certainty,
    turn: Color,
    glyphs: &Glyphs,
) -> ScoreText {
    let role = match (score.value(), certainty) {
        (ScoreValue::Mates(_) | ScoreValue::Mated(_), Certainty::Proven) => Role::Exact,
        (ScoreValue::Mates(_) | ScoreValue::Mated(_), Certainty::Searched) => Role::Bound,
        (ScoreValue::Mates(_) | ScoreValue::Mated(_), Certainty::Claimed) => Role::Faint,
        (ScoreValue::Centipawns(0), Certainty::Proven) => Role::Draw,
        _ => Role::Strong,
    };
    ScoreText { text: score_text(score, bound, certainty, turn, glyphs.half), role }
}

/// The exact result of a position with `turn` to move.
pub(crate) fn from_verdict(verdict: Verdict, turn: Color, glyphs: &Glyphs) -> ScoreText {
    from_score(verdict.score(), Bound::Exact, Certainty::Proven, turn, glyphs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Ply;
    use crate::tui::theme::Charset;

    fn check(score: Score, bound: Bound, certainty: Certainty, turn: Color, expected: &str) {
        assert_eq!(from_score(score, bound, certainty, turn, Charset::Unicode.glyphs()).text, expected);
    }

    #[test]
    fn a_grade_goes_with_every_score() {
        let mating = Score::mates_in(Ply::new(5));
        let mated = Score::mated_in(Ply::new(4));
        check(mating, Bound::Exact, Certainty::Proven, Color::White, "M3=");
        check(mating, Bound::Exact, Certainty::Searched, Color::White, "M<=3");
        check(mating, Bound::Exact, Certainty::Proven, Color::Black, "-M3=");
        check(mating, Bound::Exact, Certainty::Claimed, Color::Black, "-M3?");
        check(mated, Bound::Exact, Certainty::Proven, Color::White, "-M2=");
        check(mated, Bound::Exact, Certainty::Searched, Color::Black, "M<=2");
        check(Score::DRAW, Bound::Exact, Certainty::Proven, Color::White, "½=");
        check(Score::DRAW, Bound::Exact, Certainty::Searched, Color::White, "0.00");
        check(Score::centipawns(35), Bound::Exact, Certainty::Searched, Color::White, "+0.35");
        check(Score::centipawns(35), Bound::Exact, Certainty::Searched, Color::Black, "-0.35");
        check(Score::centipawns(35), Bound::AtLeast, Certainty::Searched, Color::Black, "<=-0.35");
        check(Score::centipawns(-120), Bound::AtLeast, Certainty::Searched, Color::White, ">=-1.20");
        check(Score::WIN, Bound::AtLeast, Certainty::Searched, Color::White, "M?");
        check(Score::WIN, Bound::AtLeast, Certainty::Searched, Color::Black, "-M?");
        check(Score::mated_in(Ply::ZERO), Bound::Exact, Certainty::Proven, Color::White, "-#");
    }
}
