//! Material: the pieces of both sides and the names of endings, as in `KQvK`.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Board, ByRole, Color, Piece, Role};

/// The roles in the order in which an ending's name lists them.
const ROLES_IN_NAME: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The number of pieces of each type of both sides. The name puts the stronger side first: `KQvK` for either
/// color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    white: ByRole<u8>,
    black: ByRole<u8>,
}

/// Why a name such as `KQvK` could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" names no ending: write one side's pieces, a v, the other side's, each with one king, as in KQvK"
)]
pub struct MaterialError(String);

impl Material {
    /// Counts the pieces on a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self { white: board.material_side(Color::White), black: board.material_side(Color::Black) }
    }

    /// The pieces of one side.
    #[must_use]
    pub fn side(&self, color: Color) -> ByRole<u8> {
        color.fold_wb(self.white, self.black)
    }

    /// The number of pieces on the board, kings included.
    #[must_use]
    pub fn piece_count(&self) -> u8 {
        self.white.iter().chain(self.black.iter()).sum()
    }

    /// All pieces: the kings, Black's first, then White's other pieces and Black's.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        let others = |color: Color| {
            let count = self.side(color);
            Role::ALL
                .into_iter()
                .filter(|role| *role != Role::King)
                .flat_map(move |role| std::iter::repeat_n(role.of(color), usize::from(*count.get(role))))
        };
        let kings = [Color::Black.king(), Color::White.king()];
        kings.into_iter().chain(others(Color::White)).chain(others(Color::Black)).collect()
    }

    /// The side named first; White if both are equal.
    #[must_use]
    pub fn stronger(&self) -> Color {
        if strength_key(self.black) > strength_key(self.white) { Color::Black } else { Color::White }
    }

    /// The material of a side in the usual points: 9, 5, 3, 3, 1.
    #[must_use]
    pub fn points(&self, color: Color) -> u32 {
        strength_key(self.side(color)).0
    }

    /// The same ending with the stronger side as White.
    #[must_use]
    pub fn normalized(self) -> Self {
        match self.stronger() {
            Color::White => self,
            Color::Black => self.swapped(),
        }
    }

    /// The same ending with the colors exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { white: self.black, black: self.white }
    }
}

/// A piece in the usual points: 9, 5, 3, 3, 1; 0 for a king.
#[must_use]
pub const fn piece_points(role: Role) -> u32 {
    match role {
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn => 1,
        Role::King => 0,
    }
}

/// The order of sides in names: by material, then by piece type.
fn strength_key(side: ByRole<u8>) -> (u32, u32) {
    ROLES_IN_NAME.iter().fold((0, 0), |(sum, digits), &role| {
        let count = u32::from(*side.get(role));
        (sum + piece_points(role) * count, digits * 11 + count)
    })
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.normalized();
        for (n, side) in [named.white, named.black].iter().enumerate() {
            if n == 1 {
                f.write_str("v")?;
            }
            for role in ROLES_IN_NAME {
                for _ in 0..*side.get(role) {
                    write!(f, "{}", role.upper_char())?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let wrong = || MaterialError(name.to_owned());
        // The literature writes KRPKR, KRP-KR, KRP/KR, "KRP v KR" and "KRP vs. KR" as well.
        let letters: String = name.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
        let letters =
            letters.replace("vs.", "v").replace("vs", "v").replace(['-', '\u{2013}', '/', ':'], "v");
        let second_king = || letters.strip_prefix('k').and_then(|rest| rest.find('k'));
        let (white, black) = match letters.split_once('v') {
            Some(sides) => sides,
            None => letters.split_at(second_king().ok_or_else(wrong)? + 1),
        };
        let side = |letters: &str| {
            let mut count = ByRole::<u8>::default();
            for letter in letters.chars() {
                let role = Role::from_char(letter).ok_or_else(wrong)?;
                *count.get_mut(role) += 1;
            }
            if count.king == 1 && letters.len() <= 16 { Ok(count) } else { Err(wrong()) }
        };
        Ok(Self { white: side(white)?, black: side(black)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_side_is_named_first() {
        for (given, named) in
            [("KvKQ", "KQvK"), ("KQvK", "KQvK"), ("krvkq", "KQvKR"), ("KNvKB", "KBvKN"), ("KvK", "KvK")]
        {
            assert_eq!(given.parse::<Material>().map(|m| m.to_string()), Ok(named.to_owned()));
        }
    }

    #[test]
    fn a_name_without_sense_is_refused() {
        for name in
            ["", "KQ", "QvK", "KKvK", "KQvX", "QKKR", "KQKRK", "KQvvKR", "KQvKRvK", "v", "K", "K-", "ké"]
        {
            assert!(name.parse::<Material>().is_err(), "{name}");
        }
    }

    #[test]
    fn the_notations_of_the_literature_are_understood() {
        for (given, named) in [
            ("KRKP", "KRvKP"),
            ("KRPKR", "KRPvKR"),
            ("krpkr", "KRPvKR"),
            ("KQ-KR", "KQvKR"),
            ("KQ\u{2013}KR", "KQvKR"),
            ("KRP/KR", "KRPvKR"),
            ("KRP v KR", "KRPvKR"),
            (" krp vs. kr ", "KRPvKR"),
            ("KBNK", "KBNvK"),
            ("KKQ", "KQvK"),
        ] {
            assert_eq!(given.parse::<Material>().map(|m| m.to_string()), Ok(named.to_owned()), "{given}");
        }
    }
}
