//! What several terms need to know of a position, worked out once: who attacks what, above all.

use shakmaty::attacks;

use crate::chess::board::Board;
use crate::chess::{Bitboard, Role, Square};

use super::side::{Black, Side, White};

/// A position as the terms see it. The attacks of the pieces are filled in by the pass over them.
pub(super) struct View<'a> {
    pub(super) men: &'a Board,
    pub(super) occupied: Bitboard,
    /// Each side's facts: Black's, White's.
    sides: [Facts; 2],
}

/// What is known of one side.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// Its king.
    pub(super) king: Square,
    /// The squares about its king, without those that two of its pawns protect.
    pub(super) ring: Bitboard,
    /// Men of either side that alone stand between its king and a line piece of the enemy.
    pub(super) shields: Bitboard,
    /// What its men of each kind attack.
    by_role: [Bitboard; 6],
    /// What its men attack.
    pub(super) attacked: Bitboard,
    /// What at least two of its men attack.
    pub(super) twice: Bitboard,
    /// How many pieces attack the squares about the enemy king.
    pub(super) attackers: i32,
}

impl Facts {
    /// What men of a kind attack.
    pub(super) const fn by(&self, role: Role) -> Bitboard {
        self.by_role[role as usize - 1]
    }

    /// Counts the attacks of one more man.
    pub(super) fn add(&mut self, role: Role, reach: Bitboard) {
        self.twice |= self.attacked & reach;
        self.attacked |= reach;
        self.by_role[role as usize - 1] |= reach;
    }
}

impl<'a> View<'a> {
    pub(super) fn of(men: &'a Board) -> Self {
        Self { men, occupied: men.occupied(), sides: [facts::<Black>(men), facts::<White>(men)] }
    }

    /// All men of a side.
    pub(super) const fn all<S: Side>(&self) -> Bitboard {
        self.men.by_color(S::US)
    }

    /// The men of a side that are of one kind.
    pub(super) const fn men<S: Side>(&self, role: Role) -> Bitboard {
        Bitboard(self.men.by_color(S::US).0 & self.men.by_role(role).0)
    }

    /// A side's pawns.
    pub(super) const fn pawns<S: Side>(&self) -> Bitboard {
        self.men::<S>(Role::Pawn)
    }

    /// What is known of a side.
    pub(super) const fn facts<S: Side>(&self) -> &Facts {
        &self.sides[S::US as usize]
    }

    /// The same, to add to it.
    pub(super) const fn facts_mut<S: Side>(&mut self) -> &mut Facts {
        &mut self.sides[S::US as usize]
    }

    /// A side's king.
    pub(super) const fn king<S: Side>(&self) -> Square {
        self.facts::<S>().king
    }

    /// What a side's pawns attack.
    pub(super) const fn pawn_attacks<S: Side>(&self) -> Bitboard {
        self.facts::<S>().by(Role::Pawn)
    }
}

fn facts<S: Side>(men: &Board) -> Facts {
    let own = men.by_color(S::US);
    let pawns = own & men.by_role(Role::Pawn);
    let king = men.king(S::US).unwrap_or(Square::E1);
    let around = attacks::king_attacks(king);
    let pawn_attacks = S::pawn_attacks(pawns);
    let held = S::double_pawn_attacks(pawns);
    let mut by_role = [Bitboard::EMPTY; 6];
    by_role[Role::Pawn as usize - 1] = pawn_attacks;
    by_role[Role::King as usize - 1] = around;
    Facts {
        king,
        ring: ring(king) & !held,
        shields: men.screens(king, S::US.other()),
        by_role,
        attacked: pawn_attacks | around,
        twice: held | (pawn_attacks & around),
        attackers: 0,
    }
}

/// The king's neighborhood; at the edge of the board it reaches one square further in.
fn ring(king: Square) -> Bitboard {
    let file = king.file().to_u32().clamp(1, 6);
    let rank = king.rank().to_u32().clamp(1, 6);
    let center = Square::new(8 * rank + file);
    attacks::king_attacks(center) | Bitboard::from_square(center)
}
