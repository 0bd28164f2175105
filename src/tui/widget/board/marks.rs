//! Marks on the squares of a board, beside the pieces.

use crate::chess::{Bitboard, Move, MoveCost, Position, Ranking, Square, Verdict, destination_square};
use crate::game::pgn::drawing::Brush;
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widget::board::arrow::BoardArrow;

/// What a square is in a king box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoxReach {
    /// The king can step there at once.
    Now,
    /// The king can walk there while all other pieces stay.
    Later,
    /// The considered move takes the square away from the king.
    Taken,
    /// The considered move gives the king the square.
    Given,
}

impl BoxReach {
    /// The sign on the square and in the pane, readable without color.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Now => "o",
            Self::Later => "~",
            Self::Taken => "/",
            Self::Given => "+",
        }
    }

    /// The role of a square of the kind.
    pub(crate) const fn role(self) -> Role {
        match self {
            Self::Now | Self::Later => Role::Box,
            Self::Taken => Role::BoxTaken,
            Self::Given => Role::BoxGiven,
        }
    }

    /// The strength of the tint, of 255. Squares reached later keep their own color where colors cannot be
    /// blended.
    pub(super) const fn opacity(self) -> u8 {
        match self {
            Self::Later => 90,
            Self::Now | Self::Taken | Self::Given => 190,
        }
    }
}

/// The tint of a square. A stronger one replaces a weaker one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum SquareTint {
    /// Its own.
    #[default]
    None,
    /// The last move came from or went to here.
    LastMove,
    /// A premove comes from or goes to here.
    Premove,
    /// An annotator has colored it.
    Drawn(Brush),
    /// A hint points here.
    Hint,
    /// The king here is in check.
    Check,
    /// The piece here is selected.
    Selected,
}

/// The outcome of a move to a square, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TargetOutcome {
    /// Not known, or not to be shown.
    Unknown,
    /// The move is checkmate.
    Mate,
    /// The move stalemates.
    Stalemate,
    /// Mate in so many moves, this one counted, and none comes sooner.
    Best(u16),
    /// Mate in so many moves, this one counted, but it could come sooner.
    Slower(u16),
    /// The win becomes a draw.
    Draws,
    /// The result becomes a loss.
    Loses,
}

impl TargetOutcome {
    pub(super) fn label(self, glyphs: &Glyphs) -> (String, Role) {
        match self {
            Self::Unknown => (glyphs.target.to_owned(), Role::Target),
            Self::Mate => ("#".to_owned(), Role::Best),
            Self::Stalemate => ("=".to_owned(), Role::Stalemate),
            Self::Best(moves) => (moves.to_string(), Role::Best),
            Self::Slower(moves) => (moves.to_string(), Role::Mistake),
            Self::Draws => ("x".to_owned(), Role::Draw),
            Self::Loses => ("-".to_owned(), Role::Loss),
        }
    }
}

/// A target square of the selected piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TargetMark {
    /// The outcome of the move.
    pub outcome: TargetOutcome,
}

/// The marks of all squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardMarks {
    tints: [SquareTint; 64],
    targets: [Option<TargetMark>; 64],
    cursor: Option<Square>,
    arrows: Vec<BoardArrow>,
    reaches: [Option<BoxReach>; 64],
}

impl Default for BoardMarks {
    fn default() -> Self {
        Self {
            tints: [SquareTint::None; 64],
            targets: [None; 64],
            cursor: None,
            arrows: Vec::new(),
            reaches: [None; 64],
        }
    }
}

impl BoardMarks {
    /// Tints a square, unless it has a stronger tint.
    pub(crate) fn with_tint(mut self, square: Square, tint: SquareTint) -> Self {
        let place = &mut self.tints[square.to_usize()];
        *place = tint.max(*place);
        self
    }

    /// Tints the squares of the last move.
    pub(crate) fn with_last_move(self, mv: Move) -> Self {
        let marks = self.with_tint(destination_square(mv), SquareTint::LastMove);
        match mv.from() {
            Some(from) => marks.with_tint(from, SquareTint::LastMove),
            None => marks,
        }
    }

    /// Tints the king of the side to move where it is in check.
    pub(crate) fn with_check(self, position: &Position) -> Self {
        match position.board().king_of(position.turn()) {
            Some(king) if position.is_check() => self.with_tint(king, SquareTint::Check),
            _ => self,
        }
    }

    /// Marks a target square.
    pub(crate) fn with_target(mut self, square: Square, outcome: TargetOutcome) -> Self {
        self.targets[square.to_usize()] = Some(TargetMark { outcome });
        self
    }

    /// Marks, while no piece is selected, the squares of best moves and of stalemating ones.
    pub(crate) fn with_ranking(mut self, ranking: &Ranking) -> Self {
        for ranked in &ranking.moves {
            let outcome = match (ranked.cost, ranked.after) {
                (MoveCost::Stalemate, _) => TargetOutcome::Stalemate,
                (MoveCost::Keeps, Verdict::Win(plies)) if plies.get() > 0 => {
                    TargetOutcome::Best(plies.moves() + 1)
                }
                (MoveCost::Keeps, Verdict::Win(_)) => TargetOutcome::Mate,
                _ => continue,
            };
            let square = destination_square(ranked.mv);
            if self.target(square).is_none_or(|target| target.outcome != TargetOutcome::Stalemate) {
                self = self.with_target(square, outcome);
            }
        }
        self
    }

    /// Sets the squares of the king box; earlier ones are replaced.
    pub(crate) fn with_reach(mut self, squares: Bitboard, reach: BoxReach) -> Self {
        for square in squares {
            self.reaches[square.to_usize()] = Some(reach);
        }
        self
    }

    /// What a square is in the king box, where that is shown.
    pub(crate) const fn reach(&self, square: Square) -> Option<BoxReach> {
        self.reaches[square as usize]
    }

    /// Puts the cursor of the keys on a square.
    pub(crate) fn with_cursor(mut self, square: Option<Square>) -> Self {
        self.cursor = square;
        self
    }

    /// Sets the arrows.
    pub(crate) fn with_arrows(mut self, arrows: impl IntoIterator<Item = BoardArrow>) -> Self {
        self.arrows.extend(arrows);
        self
    }

    /// The arrows.
    pub(crate) fn arrows(&self) -> &[BoardArrow] {
        &self.arrows
    }

    /// The tint of a square.
    pub(crate) const fn tint(&self, square: Square) -> SquareTint {
        self.tints[square as usize]
    }

    /// The target on a square.
    pub(crate) const fn target(&self, square: Square) -> Option<TargetMark> {
        self.targets[square as usize]
    }

    /// The square under the cursor.
    pub(crate) const fn cursor(&self) -> Option<Square> {
        self.cursor
    }
}

/// The role of an annotator's color.
pub(crate) const fn drawn_role(brush: Brush) -> Role {
    match brush {
        Brush::Green => Role::DrawnGreen,
        Brush::Red => Role::DrawnRed,
        Brush::Yellow => Role::DrawnYellow,
        Brush::Blue => Role::DrawnBlue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stronger_tint_stays() {
        let marks = BoardMarks::default()
            .with_tint(Square::E1, SquareTint::Check)
            .with_tint(Square::E1, SquareTint::LastMove);
        assert_eq!(marks.tint(Square::E1), SquareTint::Check);
    }
}
