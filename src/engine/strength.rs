//! How to play worse on purpose.
//!
//! A weaker level sees less far and is sometimes content with a lesser move, as people are: the more moves
//! are nearly as good, the likelier it picks another one. Only the lowest levels miss a mate in one.

use crate::chess::{Depth, Ply, Root, Score};

use super::limits::Limits;
use super::report::Report;

/// A playing strength below the engine's own: 1 for a child's first games, up to [`Level::STRONGEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const WEAKEST: Self = Self(1);
    /// All that the engine has.
    pub const STRONGEST: Self = Self(10);

    /// A level by its number, cut to the range.
    #[must_use]
    pub fn new(number: u8) -> Self {
        Self(number.clamp(Self::WEAKEST.0, Self::STRONGEST.0))
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Every level, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::WEAKEST.0..=Self::STRONGEST.0).map(Self)
    }

    /// What players call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        FACULTIES[self.0 as usize - 1].name
    }

    /// About how strong it plays, in Elo points.
    #[must_use]
    pub const fn elo(self) -> u16 {
        FACULTIES[self.0 as usize - 1].elo
    }

    /// The level that plays most like so many Elo points.
    #[must_use]
    pub fn near(elo: u16) -> Self {
        Self::all().min_by_key(|level| level.elo().abs_diff(elo)).unwrap_or(Self::STRONGEST)
    }

    const fn faculty(self) -> Faculty {
        FACULTIES[self.0 as usize - 1]
    }
}

/// What a level can do.
#[derive(Clone, Copy)]
struct Faculty {
    name: &'static str,
    /// Its place on the Elo scale. Provisional: guessed from what each level sees, until matches among the
    /// levels and against known opponents have placed them.
    elo: u16,
    /// How deep it looks, in plies.
    depth: i16,
    /// How many positions it looks at.
    nodes: u64,
    /// The spread of its misjudgment of a move, in centipawns.
    spread: i32,
    /// The share of moves that it plays at random, in hundredths.
    careless: u8,
}

const fn faculty(
    (name, elo): (&'static str, u16),
    depth: i16,
    nodes: u64,
    spread: i32,
    careless: u8,
) -> Faculty {
    Faculty { name, elo, depth, nodes, spread, careless }
}

const FACULTIES: [Faculty; 10] = [
    faculty(("First moves", 600), 1, 400, 450, 30),
    faculty(("Learner", 800), 2, 1_500, 280, 15),
    faculty(("Beginner", 1000), 2, 3_000, 180, 6),
    faculty(("Casual", 1200), 3, 8_000, 110, 2),
    faculty(("Improver", 1400), 4, 20_000, 70, 0),
    faculty(("Club player", 1650), 6, 60_000, 45, 0),
    faculty(("Strong club player", 1900), 8, 200_000, 25, 0),
    faculty(("Expert", 2100), 10, 600_000, 12, 0),
    faculty(("Master", 2350), 14, 2_500_000, 5, 0),
    faculty(("Full strength", 2700), Depth::MAX.get(), u64::MAX, 0, 0),
];

/// Levels up to this one may miss a mate in one.
const MISSES_MATE_IN_ONE: Level = Level(2);

/// The limits within which a level searches: its own, or the caller's where they are narrower.
pub(super) fn limits(level: Level, limits: &Limits) -> Limits {
    let faculty = level.faculty();
    let depth = Depth::new(faculty.depth);
    Limits {
        depth: Some(limits.depth.map_or(depth, |wanted| wanted.min(depth))),
        nodes: Some(limits.nodes.map_or(faculty.nodes, |wanted| wanted.min(faculty.nodes))),
        lines: usize::MAX,
        ..limits.clone()
    }
}

/// Puts the line that the level plays first.
pub(super) fn choose(level: Level, root: &Root, report: &mut Report, random: &mut fastrand::Rng) {
    let faculty = level.faculty();
    let Some(first) = report.lines.first() else { return };
    if first.score == Score::mates_in(Ply::new(1)) && level > MISSES_MATE_IN_ONE {
        return;
    }
    let count = report.lines.len();
    let careless = random.u8(..100) < faculty.careless;
    let place = if careless {
        random.usize(..count)
    } else {
        let felt = |raw: i16, random: &mut fastrand::Rng| {
            // The sum of three uniform numbers is bell-shaped enough.
            let noise: i32 = (0..3).map(|_| random.i32(-faculty.spread..=faculty.spread)).sum();
            i32::from(raw) + noise / 2
        };
        let marks: Vec<i32> = report.lines.iter().map(|line| felt(line.score.raw(), random)).collect();
        (0..count).max_by_key(|&n| marks[n]).unwrap_or_default()
    };
    let played = report.lines.remove(place);
    report.lines.insert(0, played);
    debug_assert!(report.best_move().is_none_or(|mv| root.position.is_legal(mv)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_in_every_way() {
        for pair in FACULTIES.windows(2) {
            assert!(pair[0].depth <= pair[1].depth && pair[0].nodes < pair[1].nodes);
            assert!(pair[0].elo < pair[1].elo);
            assert!(pair[0].spread > pair[1].spread && pair[0].careless >= pair[1].careless);
        }
        assert_eq!(Level::all().count(), FACULTIES.len());
        assert_eq!(Level::STRONGEST.name(), "Full strength");
    }

    #[test]
    fn every_level_is_nearest_to_its_own_place() {
        for level in Level::all() {
            assert_eq!(Level::near(level.elo()), level);
        }
        assert_eq!((Level::near(0), Level::near(4_000)), (Level::WEAKEST, Level::STRONGEST));
    }
}
