//! A position full of traps: most natural moves throw the win away. Found by chance near the edge, where
//! kings are stalemated.

use shakmaty::{Board, Setup};

use super::super::deal::Seed;
use chess::{
    Color, GameTermination, Material, MoveCost, Oracle, Piece, Position, RankedMove, Ranking, Role, Square,
    Verdict, fen,
};

/// The endings of the quiz, each with whether a stalemate is among its traps often enough to be sought. A
/// queen or a rook alone against the king is not among them: of the moves that leave nothing to be taken,
/// most always win.
pub const ENDINGS: [(&str, StalemateTraps); 7] = [
    ("KPvK", StalemateTraps::Rare),
    ("KPPvK", StalemateTraps::Rare),
    ("KBBvK", StalemateTraps::Preferred),
    ("KQvKP", StalemateTraps::Preferred),
    ("KRvKP", StalemateTraps::Preferred),
    ("KBPvK", StalemateTraps::Preferred),
    ("KNPvK", StalemateTraps::Preferred),
];

/// Whether an ending has stalemates for its traps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StalemateTraps {
    /// Most of its positions are to have one.
    Preferred,
    /// They come as they come.
    Rare,
}

/// The most safe moves that a player is to find in one position.
const MAX_SAFE_MOVES: usize = 3;

/// Placements that are tried before a position without what is sought is taken, or the ending given up.
const MAX_TRIES: usize = 30_000;

/// A position whose side to move wins, but not by most of the moves that come to mind.
#[derive(Clone, PartialEq, Debug)]
pub struct Trap {
    /// The position; White is to move and wins.
    pub position: Position,
    /// Every legal move by its cost.
    pub ranking: Ranking,
}

impl Trap {
    /// A position as a trap; None where the oracle does not cover it, its side to move does not win, a pawn
    /// can promote (four moves that look like one), or it is not what a trap is: more than half of the
    /// natural moves throw the win away, and one to three keep it.
    #[must_use]
    pub fn from_position(position: &Position, oracle: &dyn Oracle) -> Option<Self> {
        if !matches!(oracle.probe(position)?, Verdict::Win(_))
            || GameTermination::on_board(position).is_some()
        {
            return None;
        }
        // Most positions fail here, before the moves are named.
        let moves = position.legal_moves();
        if moves.iter().any(|mv| mv.is_promotion()) {
            return None;
        }
        let mut safe = 0;
        for &mv in &moves {
            safe += usize::from(matches!(oracle.probe(&position.after(mv))?, Verdict::Loss(_)));
        }
        if safe == 0 || safe > MAX_SAFE_MOVES || moves.len() <= 2 * safe {
            return None;
        }
        let trap = Self { position: position.clone(), ranking: Ranking::of(position, oracle)? };
        (2 * trap.trap_moves().count() > trap.natural_moves().count()).then_some(trap)
    }

    /// The plausible moves: all but those that lose the win by hanging a piece.
    pub fn natural_moves(&self) -> impl Iterator<Item = &RankedMove> {
        self.ranking.moves.iter().filter(|ranked| !matches!(ranked.cost, MoveCost::HangsPiece(_)))
    }

    /// The moves that keep the win.
    pub fn safe_moves(&self) -> impl Iterator<Item = &RankedMove> {
        self.natural_moves().filter(|ranked| ranked.cost.keeps_result())
    }

    /// The natural moves that throw it away.
    pub fn trap_moves(&self) -> impl Iterator<Item = &RankedMove> {
        self.natural_moves().filter(|ranked| !ranked.cost.keeps_result())
    }

    /// How many of them are stalemate.
    #[must_use]
    pub fn stalemate_count(&self) -> usize {
        self.ranking.count(|cost| cost == MoveCost::Stalemate)
    }
}

/// The position of this number in a run. None where the oracle covers none of the endings (yet).
#[must_use]
pub fn deal(seed: Seed, number: u16, oracle: &dyn Oracle) -> Option<Trap> {
    let mut random = seed.rng(0x7AB5_0000 | u64::from(number));
    let mut endings: Vec<(Material, StalemateTraps)> = ENDINGS
        .iter()
        .filter_map(|(name, stalemates)| Some((name.parse().ok()?, *stalemates)))
        .filter(|(material, _)| oracle.covers(material))
        .collect();
    let rich = endings.iter().any(|(_, stalemates)| *stalemates == StalemateTraps::Preferred);
    if rich && random.u8(..5) > 0 {
        endings.retain(|(_, stalemates)| *stalemates == StalemateTraps::Preferred);
    }
    random.shuffle(&mut endings);
    endings
        .into_iter()
        .find_map(|(material, stalemates)| deal_ending(&material, stalemates, &mut random, oracle))
}

fn deal_ending(
    material: &Material,
    stalemates: StalemateTraps,
    random: &mut fastrand::Rng,
    oracle: &dyn Oracle,
) -> Option<Trap> {
    let pieces = material.pieces();
    let mut fallback = None;
    for _ in 0..MAX_TRIES {
        let Some(trap) =
            random_position(&pieces, random).and_then(|position| Trap::from_position(&position, oracle))
        else {
            continue;
        };
        if stalemates == StalemateTraps::Rare || trap.stalemate_count() > 0 {
            return Some(trap);
        }
        fallback = fallback.or(Some(trap));
    }
    fallback
}

/// Pieces on random squares, the defending king at the edge, the other king not far; None where that is no
/// legal position.
fn random_position(pieces: &[Piece], random: &mut fastrand::Rng) -> Option<Position> {
    let mut board = Board::empty();
    let edge: Vec<Square> = Square::ALL.into_iter().filter(|&square| is_edge(square)).collect();
    let home = *edge.get(random.usize(..edge.len()))?;
    for &piece in pieces {
        let square = match (piece.role, piece.color) {
            (Role::King, Color::Black) => home,
            (Role::King, Color::White) => random_square_near(home, 3, random)?,
            _ if random.bool() => random_square_near(home, 3, random)?,
            _ => Square::ALL[random.usize(..64)],
        };
        if board.piece_at(square).is_some() {
            return None;
        }
        board.set_piece_at(square, piece);
    }
    fen::from_setup(Setup { board, turn: Color::White, ..Setup::empty() }).ok()
}

fn is_edge(square: Square) -> bool {
    let (file, rank) = (square.file().to_usize(), square.rank().to_usize());
    file.is_multiple_of(7) || rank.is_multiple_of(7)
}

/// A square no more than so many king's steps away; None where chance leads off the board.
fn random_square_near(home: Square, steps: i32, random: &mut fastrand::Rng) -> Option<Square> {
    let file = home.file().offset(random.i32(-steps..=steps))?;
    let rank = home.rank().offset(random.i32(-steps..=steps))?;
    Some(Square::from_coords(file, rank))
}
