//! How to play worse on purpose, and still like somebody.
//!
//! Below the strength of a good club player a move is chosen by a `person`, who looks a few plies ahead,
//! overlooks what people overlook and judges by feeling; above it the engine itself plays, with few positions
//! to look at. Whoever chose the move, what is said about it is the engine's honest opinion.

mod person;
mod sight;

use crate::chess::board::{Board, Step};
use crate::chess::{Move, Root, StopToken};

use super::budget::Budget;
use super::limits::Limits;
use super::memory::Memory;
use person::Person;
use sight::Sight;

/// Points on the scale of human players, as rating lists give them. The scale of our levels is held against
/// engines of known strength at the upper end; below 1,300 points it is continued by matches among levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Elo(pub u16);

/// A playing strength with a name: 1 for a child's first games, up to [`Level::STRONGEST`].
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
        LEVELS[self.0 as usize - 1].0
    }

    /// The strength that it is held to; None for all that the engine has.
    #[must_use]
    pub const fn limit(self) -> Option<Elo> {
        LEVELS[self.0 as usize - 1].1
    }
}

const LEVELS: [(&str, Option<Elo>); 10] = [
    ("First moves", Some(Elo(600))),
    ("Learner", Some(Elo(800))),
    ("Beginner", Some(Elo(1_000))),
    ("Casual", Some(Elo(1_200))),
    ("Improver", Some(Elo(1_400))),
    ("Club player", Some(Elo(1_650))),
    ("Strong club player", Some(Elo(1_900))),
    ("Expert", Some(Elo(2_150))),
    ("Master", Some(Elo(2_400))),
    ("Full strength", None),
];

/// How a move is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// As a person does.
    Person(Faculty),
    /// As the engine does, with so many positions.
    Engine { nodes: u64 },
}

/// What a person can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Faculty {
    /// Plies that are looked at, in hundredths.
    reach: u32,
    /// See [`Sight`].
    carelessness: u32,
    /// See [`Sight`].
    spread: u32,
}

const fn person(elo: u16, reach: u32, carelessness: u32, spread: u32) -> (u16, Way) {
    (elo, Way::Person(Faculty { reach, carelessness, spread }))
}

const fn engine(elo: u16, nodes: u64) -> (u16, Way) {
    (elo, Way::Engine { nodes })
}

/// The least strength that a search can be held to.
pub const LEAST: Elo = Elo(600);
/// The most; above it plays all that the engine has.
pub const MOST: Elo = Elo(2_400);

/// Strengths that were measured, weakest first, in 20 to 40 games a pairing, so to a hundred points or so; what
/// lies between two is worked out from both.
const MEASURED: [(u16, Way); 12] = [
    person(550, 120, 500, 175),
    person(700, 150, 420, 140),
    person(900, 200, 330, 110),
    person(1_100, 240, 260, 85),
    person(1_250, 280, 210, 70),
    person(1_420, 315, 175, 60),
    person(1_560, 350, 140, 50),
    person(1_730, 400, 70, 30),
    person(1_900, 450, 0, 0),
    engine(1_950, 3_000),
    engine(2_200, 10_000),
    engine(2_400, 30_000),
];

/// Who plays below this strength may miss a mate in one.
const SEES_MATE_IN_ONE: Elo = Elo(900);
/// Positions in which the engine makes up its mind about a person's move, at most.
const SECOND_LOOK: u64 = 20_000;

/// How a player of a strength chooses.
fn way(Elo(elo): Elo) -> Way {
    let above = MEASURED.partition_point(|&(measured, _)| measured < elo).min(MEASURED.len() - 1);
    let ((low, lower), (high, upper)) = (MEASURED[above.saturating_sub(1)], MEASURED[above]);
    let (part, whole) = (elo.clamp(low, high) - low, (high - low).max(1));
    let share = |from: i64, to: i64| from + (to - from) * i64::from(part) / i64::from(whole);
    let count = |from: u32, to: u32| u32::try_from(share(from.into(), to.into())).unwrap_or(from);
    match (lower, upper) {
        (Way::Person(from), Way::Person(to)) => Way::Person(Faculty {
            reach: count(from.reach, to.reach),
            carelessness: count(from.carelessness, to.carelessness),
            spread: count(from.spread, to.spread),
        }),
        (Way::Engine { nodes: from }, Way::Engine { nodes: to }) => {
            Way::Engine { nodes: from + (to - from) * u64::from(part) / u64::from(whole) }
        }
        _ if 2 * part < whole => lower,
        _ => upper,
    }
}

/// What a search held to a strength is given: the moves and the limits of the engine's own.
pub(super) struct Held {
    pub(super) moves: Vec<Move>,
    pub(super) limits: Limits,
}

/// Holds a search of `moves`, of which there is one at least, to a strength.
pub(super) fn hold(
    elo: Elo,
    (root, moves, limits): (&Root, &[Move], &Limits),
    (budget, stop): (&Budget, &StopToken),
    memory: &mut Memory,
    random: &mut fastrand::Rng,
) -> Held {
    let fewest = |nodes: u64| Some(limits.nodes.map_or(nodes, |wanted| wanted.min(nodes)));
    match way(elo) {
        Way::Engine { nodes } => {
            Held { moves: moves.to_vec(), limits: Limits { nodes: fewest(nodes), ..limits.clone() } }
        }
        Way::Person(faculty) => {
            let board = Board::from(&root.position);
            let steps: Vec<Step> = moves.iter().filter_map(|&mv| board.find_move(mv)).collect();
            let mate = if elo < SEES_MATE_IN_ONE { None } else { person::mate_at_once(&board, &steps) };
            let chosen = mate.or_else(|| {
                let sight = Sight {
                    carelessness: faculty.carelessness,
                    spread: faculty.spread,
                    seed: random.u64(..),
                };
                // Whoever looks two plies and a half ahead looks at three every other time.
                let reach = (faculty.reach + random.u32(..100)) / 100;
                Person::new(sight, memory, (budget, stop)).choose(root, &steps, reach)
            });
            let moves = chosen.map_or_else(|| moves.to_vec(), |step| vec![step.to_move()]);
            Held { moves, limits: Limits { nodes: fewest(SECOND_LOOK), lines: 1, ..limits.clone() } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{fen, notation};
    use crate::engine::{Engine, Settings};

    #[test]
    fn strengths_grow_in_every_way() {
        let limits: Vec<Elo> = Level::all().filter_map(Level::limit).collect();
        assert!(limits.is_sorted() && limits.len() == LEVELS.len() - 1);
        assert_eq!((limits.first(), limits.last()), (Some(&LEAST), Some(&MOST)));
        assert!(MEASURED[0].0 <= LEAST.0 && MEASURED[MEASURED.len() - 1].0 >= MOST.0);
        assert_eq!((Level::STRONGEST.name(), Level::STRONGEST.limit()), ("Full strength", None));
        for pair in MEASURED.windows(2) {
            let ((low, lower), (high, upper)) = (pair[0], pair[1]);
            assert!(low < high);
            match (lower, upper) {
                (Way::Person(less), Way::Person(more)) => {
                    assert!(less.reach <= more.reach, "{low}");
                    assert!(less.carelessness > more.carelessness && less.spread > more.spread, "{low}");
                }
                (Way::Engine { nodes: less }, Way::Engine { nodes: more }) => assert!(less < more, "{low}"),
                (Way::Person { .. }, Way::Engine { .. }) => {}
                (Way::Engine { .. }, Way::Person { .. }) => panic!("a person above the engine: {low}"),
            }
        }
    }

    #[test]
    fn between_two_strengths_lies_what_lies_between() {
        for (measured, way_there) in MEASURED {
            assert_eq!(way(Elo(measured)), way_there);
        }
        let (weakest, strongest) = (MEASURED[0], MEASURED[MEASURED.len() - 1]);
        assert_eq!((way(Elo(0)), way(Elo(9_999))), (weakest.1, strongest.1));
        let [(low, Way::Person(less)), (high, Way::Person(more)), ..] = MEASURED else {
            panic!("the weakest are persons")
        };
        let Way::Person(middle) = way(Elo(u16::midpoint(low, high))) else {
            panic!("so is who lies between")
        };
        assert_eq!(middle.reach, u32::midpoint(less.reach, more.reach));
        assert_eq!(middle.carelessness, u32::midpoint(less.carelessness, more.carelessness));
    }

    /// How often, of a hundred times, a level plays such a move.
    fn played(level: Level, text: &str, is_such: impl Fn(&str) -> bool) -> usize {
        let root = Root::new(fen::parse(text).unwrap());
        let mut engine = Engine::new(Settings { hash_mb: 1, ..Settings::default() });
        engine.random = fastrand::Rng::with_seed(5);
        let limits = Limits { elo: level.limit(), ..Limits::default() };
        let mut play = || {
            let report = engine.search(&root, &limits, &StopToken::never(), &mut |_| {});
            notation::uci(&root.position, report.best_move().unwrap())
        };
        (0..100).filter(|_| is_such(&play())).count()
    }

    #[test]
    fn the_lower_the_level_the_more_often_a_queen_is_left_hanging() {
        let text = "r4rk1/ppp2ppp/5n2/8/4Q3/2N5/PPP2PPP/R4RK1 w - - 0 1";
        let often = |level| 100 - played(Level::new(level), text, |mv| mv.starts_with("e4"));
        let [child, casual, expert] = [1, 4, 8].map(often);
        assert!(child >= 3 && child > casual && expert == 0, "{child} {casual} {expert}");
    }

    #[test]
    fn only_the_lowest_levels_miss_a_mate_in_one() {
        let back_rank = "6k1/5ppp/8/8/8/1P6/P4PPP/3R2K1 w - - 0 1";
        for level in Level::all() {
            let often = played(level, back_rank, |mv| mv == "d1d8");
            let never_misses = level.limit().is_none_or(|elo| elo >= SEES_MATE_IN_ONE);
            assert!(often == 100 || (!never_misses && often > 15), "{}: {often}", level.name());
        }
    }
}
