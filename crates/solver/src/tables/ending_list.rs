//! The list of all endings, their indices, and their sub-endings.

use std::sync::LazyLock;

use super::index::{MAX_TABLE_PIECES, material_of};
use chess::{Color, Material, Role};

/// The pieces of one side without its king.
type SidePieces = Vec<Role>;

/// The piece types besides the king, in the order of ending names.
const PIECE_ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Number of side keys: two bits for the count of each piece type.
const SIDE_KEYS: usize = 1 << (2 * PIECE_ROLES.len());

/// No such side, or no such ending.
const NO_INDEX: u8 = u8::MAX;

/// All endings of up to [`MAX_TABLE_PIECES`] pieces.
#[derive(Debug)]
pub(super) struct EndingList {
    endings: Vec<Material>,
    /// The index of a side by its key.
    side_index_by_key: Vec<u8>,
    /// The index of an ending by the indices of White's and Black's sides.
    ending_index_by_sides: Vec<u8>,
    side_count: usize,
}

pub(super) static ENDING_LIST: LazyLock<EndingList> = LazyLock::new(EndingList::new);

impl EndingList {
    fn new() -> Self {
        let mut sides = vec![NO_INDEX; SIDE_KEYS];
        let piece_sets: Vec<SidePieces> = (0..=MAX_TABLE_PIECES - 2).flat_map(piece_sets).collect();
        for (place, side_pieces) in (0..).zip(&piece_sets) {
            sides[side_key(|role| count_role(side_pieces, role))] = place;
        }
        let side_count = piece_sets.len();
        let mut list = Self {
            endings: Vec::new(),
            ending_index_by_sides: vec![NO_INDEX; side_count * side_count],
            side_index_by_key: sides,
            side_count,
        };
        for piece_count in 0..=MAX_TABLE_PIECES - 2 {
            for white in &piece_sets {
                for black in piece_sets.iter().filter(|black| white.len() + black.len() == piece_count) {
                    let named = material(white, black).normalized();
                    if named == material(white, black) && !list.endings.contains(&named) {
                        list.endings.push(named);
                    }
                }
            }
        }
        for (place, ending) in (0..).zip(&list.endings) {
            for color in Color::ALL {
                let key = list.side_index(ending, color) * side_count + list.side_index(ending, !color);
                if list.ending_index_by_sides[key] == NO_INDEX {
                    list.ending_index_by_sides[key] = place;
                }
            }
        }
        list
    }

    /// The number of endings.
    pub(super) fn len(&self) -> usize {
        self.endings.len()
    }

    /// The endings with this number of pieces, kings included.
    pub(super) fn with_piece_count(&self, piece_count: u8) -> impl Iterator<Item = Material> {
        self.endings.iter().copied().filter(move |ending| ending.piece_count() == piece_count)
    }

    /// The index of an ending, with either side as White; None if it has too many pieces.
    pub(super) fn index(&self, material: &Material) -> Option<usize> {
        if usize::from(material.piece_count()) > MAX_TABLE_PIECES {
            return None;
        }
        let place = self.ending_index_by_sides[self.side_index(material, Color::White) * self.side_count
            + self.side_index(material, Color::Black)];
        (place != NO_INDEX).then_some(usize::from(place))
    }

    fn side_index(&self, material: &Material, color: Color) -> usize {
        let side = material.side(color);
        usize::from(self.side_index_by_key[side_key(|role| usize::from(*side.get(role)))])
    }

    /// The direct sub-endings: after a capture or promotion, each once.
    pub(super) fn sub_endings(material: &Material) -> Vec<Material> {
        let mut found = Vec::new();
        for mover in Color::ALL {
            let captured =
                PIECE_ROLES.into_iter().filter(|&role| *material.side(!mover).get(role) > 0).map(Some);
            let promoted =
                PIECE_ROLES[..4].iter().copied().filter(|_| material.side(mover).pawn > 0).map(Some);
            for captured in captured.chain([None]) {
                for promoted in
                    promoted.clone().chain([None]).filter(|promoted| promoted.is_some() || captured.is_some())
                {
                    let counts_of = |color: Color| {
                        let side = material.side(color);
                        let lost = move |role| usize::from(color != mover && captured == Some(role));
                        let won = move |role| usize::from(color == mover && promoted == Some(role));
                        let gone = move |role| {
                            usize::from(color == mover && promoted.is_some() && role == Role::Pawn)
                        };
                        PIECE_ROLES.map(|role| {
                            (role, usize::from(*side.get(role)) + won(role) - lost(role) - gone(role))
                        })
                    };
                    let side_pieces = |color| -> SidePieces {
                        counts_of(color)
                            .into_iter()
                            .flat_map(|(role, count)| std::iter::repeat_n(role, count))
                            .collect()
                    };
                    let after =
                        self::material(&side_pieces(Color::White), &side_pieces(Color::Black)).normalized();
                    if !found.contains(&after) {
                        found.push(after);
                    }
                }
            }
        }
        found
    }
}

fn side_key(count: impl Fn(Role) -> usize) -> usize {
    PIECE_ROLES.iter().fold(0, |key, &role| key << 2 | count(role))
}

fn count_role(side_pieces: &[Role], role: Role) -> usize {
    side_pieces.iter().filter(|&&other| other == role).count()
}

/// All multisets of this many pieces.
fn piece_sets(piece_count: usize) -> Vec<SidePieces> {
    let mut all = vec![Vec::new()];
    for _ in 0..piece_count {
        let longer = |side_pieces: SidePieces| {
            let least = side_pieces.last().copied();
            let from = PIECE_ROLES.iter().position(|&role| Some(role) == least).unwrap_or(0);
            PIECE_ROLES[from..]
                .iter()
                .map(move |&role| side_pieces.iter().copied().chain([role]).collect::<SidePieces>())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

fn material(white: &[Role], black: &[Role]) -> Material {
    let side = |color: Color, roles: &[Role]| {
        let pieces: Vec<_> = roles.iter().map(|role| role.of(color)).collect();
        std::iter::once(color.king()).chain(pieces)
    };
    material_of(side(Color::White, white).chain(side(Color::Black, black)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_146_endings_of_up_to_five_pieces() {
        let counts =
            (2..=5).map(|piece_count| ENDING_LIST.with_piece_count(piece_count).count()).collect::<Vec<_>>();
        assert_eq!(counts, [1, 5, 30, 110]);
        for (place, ending) in ENDING_LIST.endings.iter().enumerate() {
            assert_eq!(ENDING_LIST.index(ending), Some(place), "{ending}");
            assert_eq!(ending.to_string().parse::<Material>().map(Material::normalized), Ok(*ending));
        }
        assert_eq!(
            ENDING_LIST.index(&"KvKQR".parse().unwrap()),
            ENDING_LIST.index(&"KQRvK".parse().unwrap())
        );
        assert_eq!(ENDING_LIST.index(&"KQRBvKP".parse().unwrap()), None);
    }

    #[test]
    fn an_ending_needs_what_captures_and_promotions_give() {
        for (name, after) in [
            ("KQvKR", "KQvK KRvK"),
            ("KPvK", "KvK KQvK KRvK KBvK KNvK"),
            ("KRvKP", "KRvK KQvK KBvK KNvK KPvK KRvKR KQvKR KRvKB KRvKN"),
        ] {
            let named = |names: &str| {
                let mut names: Vec<Material> = names.split(' ').map(|name| name.parse().unwrap()).collect();
                names.sort_unstable_by_key(ToString::to_string);
                names
            };
            let mut found = EndingList::sub_endings(&name.parse().unwrap());
            found.sort_unstable_by_key(ToString::to_string);
            assert_eq!(found, named(after), "{name}");
        }
    }
}
