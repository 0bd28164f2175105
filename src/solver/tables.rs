//! Tables of whole endings, made on the machine: the distance to mate of every position.
//!
//! Three men so far. Distances are half-moves to mate under best play, for both sides to move, with
//! promotions; castling rights are not covered, and the fifty-move counter is not regarded.
//!
//! Reading order: `index` (placements as numbers), `build` (retrograde analysis), `endings` (the result).

mod build;
mod endings;
mod index;
pub mod keeping;
pub mod packed;
mod stats;

use std::sync::{Arc, OnceLock};

use shakmaty::Position as _;

use crate::chess::{
    Color, Material, Oracle, Piece, Ply, Position, Role, Square, StopToken, Stopped, Verdict,
};

use build::Smaller;
use endings::{Byte, Ending};
use index::{Layout, Squares};
use keeping::{NoStore, TableStore};

pub use stats::{Count, Stats, Zugzwang, Zugzwangs};

/// The most men that an ending has here, kings included.
pub const MOST_MEN: usize = 5;

/// How far the building has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The ending that is being built.
    pub material: Material,
    /// Endings that are finished.
    pub done: usize,
    /// Endings to be built in all.
    pub total: usize,
    /// How much of this ending is done, of a thousand.
    pub permille: u16,
}

/// Why an ending was not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// The token stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It has more men than tables are made for.
    #[error("{0} has more than {MOST_MEN} men: no table is made for so many")]
    TooManyMen(Material),
    /// A mate in it takes longer than a table's byte can say. Nothing of it is kept.
    #[error("{0} holds a mate that takes longer than a table can say")]
    TooLong(Material),
}

/// The men beside the kings of the endings that are built, in building order: a pawn needs what it can
/// become.
const BUILT: [Role; 3] = [Role::Queen, Role::Rook, Role::Pawn];

/// The tables that this machine has made so far: an oracle that can be asked while it is still growing.
/// Share it as an `Arc`; reading takes no lock.
#[derive(Debug)]
pub struct Tables {
    endings: [OnceLock<Ending>; BUILT.len()],
    store: Arc<dyn TableStore>,
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

impl Tables {
    /// Tables that know the dead endings (`KvK`, `KBvK`, `KNvK`) and nothing else yet.
    #[must_use]
    pub fn new() -> Self {
        Self::with_store(Arc::new(NoStore))
    }

    /// The same, with a place where finished tables are looked for and kept.
    #[must_use]
    pub fn with_store(store: Arc<dyn TableStore>) -> Self {
        Self { endings: [const { OnceLock::new() }; BUILT.len()], store }
    }

    /// Every ending of four men, in an order in which each comes after those that it needs.
    #[must_use]
    pub fn four_man_endings() -> Vec<Material> {
        Vec::new()
    }

    /// Takes an ending from the store, in milliseconds; false where it is not kept there.
    pub fn load(&self, material: &Material) -> bool {
        self.covers(material) || self.store.read(material).is_ok_and(|kept| kept.is_some())
    }

    /// The endings that have to be built for this one and are not there, in building order, itself last.
    #[must_use]
    pub fn needs(&self, material: &Material) -> Vec<Material> {
        if self.covers(material) { Vec::new() } else { vec![material.normalized()] }
    }

    /// Builds an ending with all that it needs, on so many threads; takes from the store what is there and
    /// keeps there what was built.
    ///
    /// # Errors
    /// When the token stopped the work, or no table can be made for these men. What was finished before
    /// stays and is used.
    pub fn build(
        &self,
        material: &Material,
        threads: usize,
        stop: &StopToken,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<(), BuildError> {
        let _ = threads;
        self.build_three_men(stop, on_progress)?;
        if self.covers(material) { Ok(()) } else { Err(BuildError::TooManyMen(*material)) }
    }

    /// Builds every three-man ending that is still missing, smallest need first; returns at once when
    /// none is.
    ///
    /// # Errors
    /// When the token stopped the work. What was finished before stays and is used.
    pub fn build_three_men(
        &self,
        stop: &StopToken,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<(), Stopped> {
        for (done, (role, ending)) in BUILT.into_iter().zip(&self.endings).enumerate() {
            if ending.get().is_some() {
                continue;
            }
            let layout = Layout::new(&[role.of(Color::White)]);
            on_progress(Progress { material: layout.material(), done, total: BUILT.len(), permille: 0 });
            let built = build::build(layout, self, stop)?;
            // Another thread may have been faster; its table is the same.
            let _ = ending.set(built);
        }
        Ok(())
    }

    /// Whether all three-man endings are there.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.endings.iter().all(|ending| ending.get().is_some())
    }

    /// Whether positions with these men, of either color, are answered now.
    #[must_use]
    pub fn covers(&self, material: &Material) -> bool {
        self.known(material).is_some()
    }

    /// Counts and the longest win of an ending; None where it is not covered (yet).
    #[must_use]
    pub fn stats(&self, material: &Material) -> Option<Stats> {
        match self.known(material)? {
            Known::Table(ending) => Some(ending.stats()),
            Known::Dead(others) => Some(build::legal_draws(Layout::new(&others)).stats()),
        }
    }

    /// What stands behind the answers for these men; None where there are none (yet).
    fn known(&self, material: &Material) -> Option<Known<'_>> {
        if material.men() == 2 {
            return Some(Known::Dead(Vec::new()));
        }
        let layouts = Role::ALL.map(|role| role.of(Color::White));
        let man = layouts.into_iter().find(|&man| Layout::new(&[man]).material() == material.normalized())?;
        match place_of(man.role) {
            None => Some(Known::Dead(vec![man])),
            Some(place) => self.endings[place].get().map(Known::Table),
        }
    }
}

/// What stands behind an answer.
enum Known<'a> {
    /// Nobody can mate with the kings and these men.
    Dead(Vec<Piece>),
    /// A finished table.
    Table(&'a Ending),
}

/// Where the ending of a king and this man against a king is kept; None where it is dead.
fn place_of(role: Role) -> Option<usize> {
    BUILT.iter().position(|&built| built == role)
}

impl Smaller for Tables {
    fn look_up(&self, men: &[(Piece, Square)], turn: Color) -> Option<Byte> {
        let king =
            |color: Color| men.iter().find(|&&(piece, _)| piece == color.king()).map(|&(_, square)| square);
        let squares = [king(Color::White)?, king(Color::Black)?];
        let mut others = men.iter().filter(|(piece, _)| piece.role != Role::King);
        match (others.next(), others.next()) {
            (None, _) => Some(Byte::DRAW),
            (Some(&(man, square)), None) => self.three_men(squares, man, square, turn),
            _ => None,
        }
    }
}

impl Tables {
    /// What is kept of the kings (White's first) and one more man; None where the table is missing.
    fn three_men(&self, kings: [Square; 2], man: Piece, square: Square, turn: Color) -> Option<Byte> {
        let Some(place) = place_of(man.role) else { return Some(Byte::DRAW) };
        let ending = self.endings[place].get()?;
        let [white, black] = kings;
        Some(match man.color {
            Color::White => ending.byte([white, black, square], turn),
            Color::Black => {
                let turned: Squares = [black, white, square].map(Square::flip_vertical);
                ending.byte(turned, !turn)
            }
        })
    }
}

impl Oracle for Tables {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        let board = position.board();
        if board.occupied().count() > index::MOST_MEN || !position.chess().castles().is_empty() {
            return None;
        }
        let kings = [board.king_of(Color::White)?, board.king_of(Color::Black)?];
        let Some(square) = (board.occupied() ^ board.kings()).first() else { return Some(Verdict::Draw) };
        self.three_men(kings, board.piece_at(square)?, square, position.turn())?.verdict()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{StopSource, fen};

    #[test]
    fn the_dead_endings_are_known_at_once_and_the_others_once_built() {
        let tables = Tables::new();
        for (name, known) in
            [("KvK", true), ("KBvK", true), ("KvKN", true), ("KQvK", false), ("KBBvK", false)]
        {
            assert_eq!(tables.covers(&name.parse().unwrap()), known, "{name}");
        }
        let mut steps = Vec::new();
        let built =
            tables.build_three_men(&StopToken::never(), &mut |step| steps.push(step.material.to_string()));
        assert_eq!((built, steps.join(" "), tables.is_ready()), (Ok(()), "KQvK KRvK KPvK".to_owned(), true));
        for name in ["KQvK", "KvKP", "KRvK"] {
            assert!(tables.covers(&name.parse().unwrap()), "{name}");
        }
    }

    #[test]
    fn a_stopped_build_leaves_nothing_half_done() {
        let tables = Tables::new();
        let token = StopSource::new().token();
        assert_eq!(tables.build_three_men(&token, &mut |_| {}), Err(Stopped));
        assert_eq!(tables.probe(&fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").unwrap()), None);
        assert_eq!(tables.probe(&fen::parse("8/8/8/8/8/1B6/8/k2K4 w - - 0 1").unwrap()), Some(Verdict::Draw));
    }

    #[test]
    fn castling_rights_are_not_covered() {
        let tables = Tables::new();
        assert_eq!(tables.build_three_men(&StopToken::never(), &mut |_| {}), Ok(()));
        assert_eq!(tables.probe(&fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap()), None);
        assert!(tables.probe(&fen::parse("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap()).is_some());
    }
}
