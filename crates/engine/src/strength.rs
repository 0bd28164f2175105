//! Limited playing strength, with human mistakes.
//!
//! Below the strength of a good club player a move is chosen by a model of a human player, which searches a
//! few plies deep, overlooks what people overlook, and misjudges positions; above it the engine itself plays
//! with a small node limit. The reported score and line are always the engine's real evaluation of the chosen
//! move.

mod human_search;
mod human_sight;
pub(crate) mod level;

use human_search::HumanSearch;
use human_sight::HumanSight;
pub use level::{Elo, MAX_ELO, MIN_ELO, StrengthLevel};

use super::budget::Budget;
use super::limits::Limits;
use super::thread_memory::SearchThreadMemory;
use chess::board::{Board, BoardMove};
use chess::{Move, Root, StopToken};

/// How a limited player chooses its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StrengthModel {
    /// By the human model.
    Human(HumanSkill),
    /// By the engine with a node limit.
    NodeLimit { nodes: u64 },
}

/// The parameters of the human model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct HumanSkill {
    /// Search depth in hundredths of a ply.
    depth_hundredths: u32,
    /// See [`HumanSight`].
    carelessness: u32,
    /// See [`HumanSight`].
    spread: u32,
}

const fn human_model(
    elo: u16,
    depth_hundredths: u32,
    carelessness: u32,
    spread: u32,
) -> (u16, StrengthModel) {
    (elo, StrengthModel::Human(HumanSkill { depth_hundredths, carelessness, spread }))
}

const fn node_limit_model(elo: u16, nodes: u64) -> (u16, StrengthModel) {
    (elo, StrengthModel::NodeLimit { nodes })
}

/// Measured strengths, weakest first: 20 to 40 games per pairing, so the error is about 100 Elo. Values in
/// between are interpolated.
const MEASURED: [(u16, StrengthModel); 12] = [
    human_model(550, 120, 500, 175),
    human_model(700, 150, 420, 140),
    human_model(900, 200, 330, 110),
    human_model(1_100, 240, 260, 85),
    human_model(1_250, 280, 210, 70),
    human_model(1_420, 315, 175, 60),
    human_model(1_560, 350, 140, 50),
    human_model(1_730, 400, 70, 30),
    human_model(1_900, 450, 0, 0),
    node_limit_model(1_950, 3_000),
    node_limit_model(2_200, 10_000),
    node_limit_model(2_400, 30_000),
];

/// Below this strength a player may miss a mate in one.
const SEES_MATE_IN_ONE: Elo = Elo(900);
/// The node limit of the engine's own evaluation of a move that the human model has chosen.
const SECOND_LOOK: u64 = 20_000;

/// The model for a strength.
fn strength_model(Elo(elo): Elo) -> StrengthModel {
    let above = MEASURED.partition_point(|&(measured, _)| measured < elo).min(MEASURED.len() - 1);
    let ((low, lower), (high, upper)) = (MEASURED[above.saturating_sub(1)], MEASURED[above]);
    let (part, whole) = (elo.clamp(low, high) - low, (high - low).max(1));
    let share = |from: i64, to: i64| from + (to - from) * i64::from(part) / i64::from(whole);
    let count = |from: u32, to: u32| u32::try_from(share(from.into(), to.into())).unwrap_or(from);
    match (lower, upper) {
        (StrengthModel::Human(from), StrengthModel::Human(to)) => StrengthModel::Human(HumanSkill {
            depth_hundredths: count(from.depth_hundredths, to.depth_hundredths),
            carelessness: count(from.carelessness, to.carelessness),
            spread: count(from.spread, to.spread),
        }),
        (StrengthModel::NodeLimit { nodes: from }, StrengthModel::NodeLimit { nodes: to }) => {
            StrengthModel::NodeLimit { nodes: from + (to - from) * u64::from(part) / u64::from(whole) }
        }
        _ if 2 * part < whole => lower,
        _ => upper,
    }
}

/// The root moves and limits of a search at limited strength.
pub(super) struct StrengthLimited {
    pub(super) moves: Vec<Move>,
    pub(super) limits: Limits,
}

/// Limits the strength of a search; `moves` is not empty.
pub(super) fn limit_strength(
    elo: Elo,
    (root, moves, limits): (&Root, &[Move], &Limits),
    (budget, stop): (&Budget, &StopToken),
    memory: &mut SearchThreadMemory,
    random: &mut fastrand::Rng,
) -> StrengthLimited {
    let fewest = |nodes: u64| Some(limits.nodes.map_or(nodes, |wanted| wanted.min(nodes)));
    match strength_model(elo) {
        StrengthModel::NodeLimit { nodes } => StrengthLimited {
            moves: moves.to_vec(),
            limits: Limits { nodes: fewest(nodes), ..limits.clone() },
        },
        StrengthModel::Human(skill) => {
            let board = Board::from(&root.position);
            let board_moves: Vec<BoardMove> = moves.iter().filter_map(|&mv| board.find_move(mv)).collect();
            let mate =
                if elo < SEES_MATE_IN_ONE { None } else { human_search::mate_in_one(&board, &board_moves) };
            let chosen = mate.or_else(|| {
                let sight = HumanSight {
                    carelessness: skill.carelessness,
                    error_spread: skill.spread,
                    seed: random.u64(..),
                };
                // A fractional depth is rounded up at random: a depth of 2.5 is 3 every other time.
                let plies = (skill.depth_hundredths + random.u32(..100)) / 100;
                HumanSearch::new(sight, memory, (budget, stop)).choose(root, &board_moves, plies)
            });
            let moves = chosen.map_or_else(|| moves.to_vec(), |board_move| vec![board_move.to_move()]);
            StrengthLimited {
                moves,
                limits: Limits { nodes: fewest(SECOND_LOOK), multipv: 1, ..limits.clone() },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, EngineSettings};
    use chess::{fen, notation};

    #[test]
    fn strengths_grow_in_every_way() {
        let limits: Vec<Elo> = StrengthLevel::all().filter_map(StrengthLevel::limit).collect();
        assert!(limits.is_sorted() && limits.len() == StrengthLevel::all().count() - 1);
        assert_eq!((limits.first(), limits.last()), (Some(&MIN_ELO), Some(&MAX_ELO)));
        assert!(MEASURED[0].0 <= MIN_ELO.0 && MEASURED[MEASURED.len() - 1].0 >= MAX_ELO.0);
        assert_eq!(
            (StrengthLevel::STRONGEST.name(), StrengthLevel::STRONGEST.limit()),
            ("Full strength", None)
        );
        for pair in MEASURED.windows(2) {
            let ((low, lower), (high, upper)) = (pair[0], pair[1]);
            assert!(low < high);
            match (lower, upper) {
                (StrengthModel::Human(less), StrengthModel::Human(more)) => {
                    assert!(less.depth_hundredths <= more.depth_hundredths, "{low}");
                    assert!(less.carelessness > more.carelessness && less.spread > more.spread, "{low}");
                }
                (StrengthModel::NodeLimit { nodes: less }, StrengthModel::NodeLimit { nodes: more }) => {
                    assert!(less < more, "{low}");
                }
                (StrengthModel::Human { .. }, StrengthModel::NodeLimit { .. }) => {}
                (StrengthModel::NodeLimit { .. }, StrengthModel::Human { .. }) => {
                    panic!("a human search above the engine: {low}")
                }
            }
        }
    }

    #[test]
    fn strengths_are_interpolated() {
        for (measured, way_there) in MEASURED {
            assert_eq!(strength_model(Elo(measured)), way_there);
        }
        let (weakest, strongest) = (MEASURED[0], MEASURED[MEASURED.len() - 1]);
        assert_eq!((strength_model(Elo(0)), strength_model(Elo(9_999))), (weakest.1, strongest.1));
        let [(low, StrengthModel::Human(less)), (high, StrengthModel::Human(more)), ..] = MEASURED else {
            panic!("the weakest are persons")
        };
        let StrengthModel::Human(middle) = strength_model(Elo(u16::midpoint(low, high))) else {
            panic!("so is who lies between")
        };
        assert_eq!(middle.depth_hundredths, u32::midpoint(less.depth_hundredths, more.depth_hundredths));
        assert_eq!(middle.carelessness, u32::midpoint(less.carelessness, more.carelessness));
    }

    /// How often, of a hundred times, a level plays such a move.
    fn played(level: StrengthLevel, text: &str, is_such: impl Fn(&str) -> bool) -> usize {
        let root = Root::new(fen::parse(text).unwrap());
        let mut engine = Engine::new(EngineSettings { hash_mb: 1, ..EngineSettings::default() });
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
        let often = |level| 100 - played(StrengthLevel::new(level), text, |mv| mv.starts_with("e4"));
        let [child, casual, expert] = [1, 4, 8].map(often);
        assert!(child >= 3 && child > casual && expert == 0, "{child} {casual} {expert}");
    }

    #[test]
    fn only_the_lowest_levels_miss_a_mate_in_one() {
        let back_rank = "6k1/5ppp/8/8/8/1P6/P4PPP/3R2K1 w - - 0 1";
        for level in StrengthLevel::all() {
            let often = played(level, back_rank, |mv| mv == "d1d8");
            let never_misses = level.limit().is_none_or(|elo| elo >= SEES_MATE_IN_ONE);
            assert!(often == 100 || (!never_misses && often > 15), "{}: {often}", level.name());
        }
    }
}
