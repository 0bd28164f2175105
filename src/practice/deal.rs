//! Random starts from a seed: the same seed deals the same start, always.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Board, Setup};

use crate::chess::{
    Bitboard, Color, Cost, Ending, Move, Oracle, Piece, Position, Ranking, Role, Verdict, fen,
};

use super::drill::{Drill, Goal, Level};

/// Placements that are tried before a drill is given up as impossible.
const TRIES: usize = 30_000;

/// What a start is dealt from; shown and typed as four hex digits: `7F3A`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seed(pub u16);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04X}", self.0)
    }
}

/// Why a text is no seed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a seed: write up to four hex digits, as in 7F3A")]
pub struct SeedError(String);

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.trim();
        let wrong = || SeedError(digits.to_owned());
        if !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        u16::from_str_radix(digits, 16).map(Self).map_err(|_| wrong())
    }
}

impl Seed {
    /// The seed for the next start, so that a session can be repeated from its first seed. All 65,536
    /// seeds come up before one comes again.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.wrapping_mul(40_505).wrapping_add(12_345))
    }

    /// Random numbers that depend on this seed and on what they are for.
    pub(super) fn numbers(self, purpose: u64) -> fastrand::Rng {
        fastrand::Rng::with_seed(u64::from(self.0) << 48 ^ purpose)
    }
}

/// A start for a drill: legal, not over, the trainee to move, with the result that the goal wants and as
/// hard as the level asks. None where the oracle does not cover the ending (yet), or where the drill asks
/// for what its men cannot give.
#[must_use]
pub fn deal(drill: &Drill, level: Level, seed: Seed, oracle: &dyn Oracle) -> Option<Position> {
    let level = drill.starts.nearest(level);
    let purpose = drill.id.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut random = seed.numbers(purpose ^ (level as u64) << 32);
    let men = men(drill);
    for _ in 0..TRIES {
        let Some(position) = scatter(&men, drill, &mut random) else { continue };
        if Ending::on_board(&position).is_none() && fits(drill, level, &position, oracle)? {
            return Some(position);
        }
    }
    None
}

/// Whether a position is a start of a drill: the men, their squares, the trainee to move, the result that the goal
/// wants, as hard as the level asks. None where the oracle does not know.
#[must_use]
pub fn is_start(drill: &Drill, level: Level, position: &Position, oracle: &dyn Oracle) -> Option<bool> {
    let is_drills = position.material() == drill.material
        && position.turn() == drill.color()
        && drill.starts.squares.allow(position.board())
        && Ending::on_board(position).is_none();
    Some(is_drills && fits(drill, level, position, oracle)?)
}

/// Whether the trainee's task at a start is the drill's. None where the oracle does not know.
fn fits(drill: &Drill, level: Level, position: &Position, oracle: &dyn Oracle) -> Option<bool> {
    let is_of = |hardness| drill.starts.is_of(level, hardness);
    Some(match (drill.goal, oracle.probe(position)?) {
        (Goal::Mate | Goal::Promote, Verdict::Win(plies)) | (Goal::Resist, Verdict::Loss(plies)) => {
            is_of(plies.moves())
        }
        (Goal::Hold { .. }, Verdict::Draw) => {
            let ranking = Ranking::of(position, oracle)?;
            let captures = ranking.moves.iter().any(|ranked| ranked.mv.is_capture());
            !captures && is_of(losing(&ranking))
        }
        (Goal::Stalemate, Verdict::Draw) => {
            let ranking = Ranking::of(position, oracle)?;
            is_of(losing(&ranking)) && ranking.best().all(|ranked| is_trap(&position.after(ranked.mv)))
        }
        _ => false,
    })
}

fn losing(ranking: &Ranking) -> u16 {
    u16::try_from(ranking.count(|cost| cost == Cost::Loses)).unwrap_or(u16::MAX)
}

/// Whether the side to move is stalemated, or can stalemate by taking what is offered.
fn is_trap(position: &Position) -> bool {
    let is_stalemate =
        |position: &Position| matches!(Ending::on_board(position), Some(Ending::Stalemate { .. }));
    let takes = |mv: &Move| mv.is_capture() && is_stalemate(&position.after(*mv));
    is_stalemate(position) || position.legal_moves().iter().any(takes)
}

/// The men of a drill, White the stronger side: those with places first, in their order.
fn men(drill: &Drill) -> Vec<Piece> {
    let count = |man: Piece| usize::from(*drill.material.side(man.color).get(man.role));
    let placed: Vec<Piece> = drill.starts.squares.men().collect();
    let others = [Color::White, Color::Black]
        .into_iter()
        .flat_map(|color| Role::ALL.into_iter().map(move |role| role.of(color)))
        .filter(|man| !placed.contains(man));
    placed.iter().copied().chain(others).flat_map(|man| std::iter::repeat_n(man, count(man))).collect()
}

/// Men on random squares of their own; None where that is no legal position.
fn scatter(men: &[Piece], drill: &Drill, random: &mut fastrand::Rng) -> Option<Position> {
    let turn = drill.color();
    let squares = &drill.starts.squares;
    let mut board = Board::empty();
    for &man in men {
        let mut free = squares.of(man, &board) & !board.occupied();
        if man.role == Role::Pawn {
            free &= !Bitboard::BACKRANKS;
        }
        let square = free.into_iter().nth(random.usize(..free.count().max(1)))?;
        board.set_piece_at(square, man);
    }
    // One wing was described; the other one is meant, too.
    if !squares.is_empty() && random.bool() {
        board.flip_horizontal();
    }
    fen::from_setup(Setup { board, turn, ..Setup::empty() }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_seed(text: &str, wanted: Option<&str>) {
        let read = text.parse::<Seed>().ok().map(|seed| seed.to_string());
        assert_eq!(read.as_deref(), wanted, "{text}");
    }

    #[test]
    fn seeds_are_four_hex_digits() {
        check_seed("7F3A", Some("7F3A"));
        check_seed(" 7f3a ", Some("7F3A"));
        check_seed("5", Some("0005"));
        for text in ["", "7F3AB", "+7F3", "-1", "xyz"] {
            check_seed(text, None);
        }
    }

    #[test]
    fn every_seed_comes_up_once() {
        let mut came_up = vec![false; 1 << 16];
        let mut seed = Seed(0);
        while !std::mem::replace(&mut came_up[usize::from(seed.0)], true) {
            seed = seed.next();
        }
        assert!(came_up.into_iter().all(|came| came));
    }
}
