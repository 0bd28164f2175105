//! Which endings there are, where each is kept, and what each one needs.

use std::sync::LazyLock;

use crate::chess::{Color, Material, Role};

use super::MOST_MEN;
use super::index::material_of;

/// The men of one side beside its king.
type Company = Vec<Role>;

/// The men that can stand beside a king, in the order in which endings are named.
const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Places for a side's men by their counts: two bits for each kind.
const KEYS: usize = 1 << (2 * ROLES.len());

/// No such side, or no such ending.
const NONE: u8 = u8::MAX;

/// All endings of up to [`MOST_MEN`] men.
#[derive(Debug)]
pub(super) struct Roster {
    endings: Vec<Material>,
    /// By a side's key: its place among all sides.
    sides: Vec<u8>,
    /// By White's place and Black's: the ending's place.
    places: Vec<u8>,
    side_count: usize,
}

pub(super) static ROSTER: LazyLock<Roster> = LazyLock::new(Roster::new);

impl Roster {
    fn new() -> Self {
        let mut sides = vec![NONE; KEYS];
        let companies: Vec<Company> = (0..=MOST_MEN - 2).flat_map(companies).collect();
        for (place, company) in (0..).zip(&companies) {
            sides[key(|role| count(company, role))] = place;
        }
        let side_count = companies.len();
        let mut roster =
            Self { endings: Vec::new(), places: vec![NONE; side_count * side_count], sides, side_count };
        for men in 0..=MOST_MEN - 2 {
            for white in &companies {
                for black in companies.iter().filter(|black| white.len() + black.len() == men) {
                    let named = material(white, black).normalized();
                    if named == material(white, black) && !roster.endings.contains(&named) {
                        roster.endings.push(named);
                    }
                }
            }
        }
        for (place, ending) in (0..).zip(&roster.endings) {
            for color in Color::ALL {
                let key = roster.side(ending, color) * side_count + roster.side(ending, !color);
                if roster.places[key] == NONE {
                    roster.places[key] = place;
                }
            }
        }
        roster
    }

    /// How many endings there are.
    pub(super) fn len(&self) -> usize {
        self.endings.len()
    }

    /// The endings with so many men, the kings included.
    pub(super) fn of_men(&self, men: u8) -> impl Iterator<Item = Material> {
        self.endings.iter().copied().filter(move |ending| ending.men() == men)
    }

    /// An ending's place among all, either side being White; None where there are too many men.
    pub(super) fn place(&self, material: &Material) -> Option<usize> {
        if usize::from(material.men()) > MOST_MEN {
            return None;
        }
        let place = self.places
            [self.side(material, Color::White) * self.side_count + self.side(material, Color::Black)];
        (place != NONE).then_some(usize::from(place))
    }

    fn side(&self, material: &Material, color: Color) -> usize {
        let side = material.side(color);
        usize::from(self.sides[key(|role| usize::from(*side.get(role)))])
    }

    /// The endings that a move can lead to from this one, each once.
    pub(super) fn after(material: &Material) -> Vec<Material> {
        let mut found = Vec::new();
        for mover in Color::ALL {
            let captured = ROLES.into_iter().filter(|&role| *material.side(!mover).get(role) > 0).map(Some);
            let promoted = ROLES[..4].iter().copied().filter(|_| material.side(mover).pawn > 0).map(Some);
            for captured in captured.chain([None]) {
                for promoted in
                    promoted.clone().chain([None]).filter(|promoted| promoted.is_some() || captured.is_some())
                {
                    let men = |color: Color| {
                        let side = material.side(color);
                        let lost = move |role| usize::from(color != mover && captured == Some(role));
                        let won = move |role| usize::from(color == mover && promoted == Some(role));
                        let gone = move |role| {
                            usize::from(color == mover && promoted.is_some() && role == Role::Pawn)
                        };
                        ROLES.map(|role| {
                            (role, usize::from(*side.get(role)) + won(role) - lost(role) - gone(role))
                        })
                    };
                    let company = |color| -> Company {
                        men(color)
                            .into_iter()
                            .flat_map(|(role, count)| std::iter::repeat_n(role, count))
                            .collect()
                    };
                    let after = self::material(&company(Color::White), &company(Color::Black)).normalized();
                    if !found.contains(&after) {
                        found.push(after);
                    }
                }
            }
        }
        found
    }
}

fn key(count: impl Fn(Role) -> usize) -> usize {
    ROLES.iter().fold(0, |key, &role| key << 2 | count(role))
}

fn count(company: &[Role], role: Role) -> usize {
    company.iter().filter(|&&other| other == role).count()
}

/// All choices of so many men, their order not regarded.
fn companies(men: usize) -> Vec<Company> {
    let mut all = vec![Vec::new()];
    for _ in 0..men {
        let longer = |company: Company| {
            let least = company.last().copied();
            let from = ROLES.iter().position(|&role| Some(role) == least).unwrap_or(0);
            ROLES[from..].iter().map(move |&role| company.iter().copied().chain([role]).collect::<Company>())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

fn material(white: &[Role], black: &[Role]) -> Material {
    let side = |color: Color, men: &[Role]| {
        let men: Vec<_> = men.iter().map(|role| role.of(color)).collect();
        std::iter::once(color.king()).chain(men)
    };
    material_of(side(Color::White, white).chain(side(Color::Black, black)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_146_endings_of_up_to_five_men() {
        let counts = (2..=5).map(|men| ROSTER.of_men(men).count()).collect::<Vec<_>>();
        assert_eq!(counts, [1, 5, 30, 110]);
        for (place, ending) in ROSTER.endings.iter().enumerate() {
            assert_eq!(ROSTER.place(ending), Some(place), "{ending}");
            assert_eq!(ending.to_string().parse::<Material>().map(Material::normalized), Ok(*ending));
        }
        assert_eq!(ROSTER.place(&"KvKQR".parse().unwrap()), ROSTER.place(&"KQRvK".parse().unwrap()));
        assert_eq!(ROSTER.place(&"KQRBvKP".parse().unwrap()), None);
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
            let mut found = Roster::after(&name.parse().unwrap());
            found.sort_unstable_by_key(ToString::to_string);
            assert_eq!(found, named(after), "{name}");
        }
    }
}
