//! Selfplay: games of the engine against itself, as training data for the evaluation.
//!
//! Every game is determined by its number and the conditions, however many threads play: a random opening that a
//! short search finds balanced, then a fixed number of nodes per move. Now and then a random move is played
//! instead, so that positions after a mistake are learned, too. The quiet positions of a game are kept, each with
//! the score of its search and the result of the game: see [`Sample`].

mod record;
mod sample;

pub use record::{SelfplayRecord, SelfplayRecordMismatch};
pub use sample::{Sample, SampleParseError, SelfplayOutcome};
use shakmaty::KnownOutcome;

use super::{Engine, EngineSettings, Limits};
use chess::thread::{ThreadBuilder, work_through};
use chess::{Color, GameTermination, Line, Move, Position, Root, Score, StopToken, fen};

/// The settings of a selfplay run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfplayConditions {
    /// Nodes per move.
    pub nodes: u64,
    /// The random seed of the openings and of random moves.
    pub seed: u64,
    /// How many moves in a hundred are random ones, 0 to 100.
    pub random_move_percent: u8,
}

/// A game that was played to its end or adjudicated.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfplayGame {
    /// Its number in the run.
    pub number: u64,
    /// Half-moves played, the opening included.
    pub plies: u32,
    /// Its quiet positions, in order.
    pub samples: Vec<Sample>,
}

/// Size of the transposition table in mebibytes: enough for such short searches.
const HASH_MB: usize = 4;
/// The largest score of an opening for either side, in centipawns.
const MAX_OPENING_CENTIPAWNS: i32 = 150;
/// Win adjudication: the score in centipawns.
const WIN_ADJUDICATION_CENTIPAWNS: i32 = 900;
/// For how many half-moves it has to last.
const WIN_ADJUDICATION_PLIES: u32 = 5;
/// Draw adjudication: the score in centipawns.
const DRAW_ADJUDICATION_CENTIPAWNS: i32 = 8;
/// For how many half-moves it has to last.
const DRAW_ADJUDICATION_PLIES: u32 = 12;
/// Draw adjudication: the earliest half-move.
const DRAW_ADJUDICATION_FROM_PLY: u32 = 80;
/// The longest game in half-moves; it is a draw.
const MAX_PLIES: u32 = 400;

/// Plays the games with these numbers on `threads` threads and passes them on in order.
///
/// # Errors
/// An error of `on_game` ends the run and is returned.
pub fn play<E>(
    conditions: SelfplayConditions,
    games: std::ops::Range<u64>,
    threads: usize,
    mut on_game: impl FnMut(SelfplayGame) -> Result<(), E>,
) -> Result<(), E> {
    let new_engine = || Engine::new(EngineSettings { hash_mb: HASH_MB, ..EngineSettings::default() });
    let mut next_number = games.start;
    let mut out_of_order: Vec<SelfplayGame> = Vec::new();
    let mut result = Ok(());
    let play_game =
        |engine: &mut Engine, number, report: &mut dyn FnMut(_)| report(play_one(engine, conditions, number));
    work_through(
        games,
        threads,
        || ThreadBuilder::new("selfplay"),
        new_engine,
        play_game,
        |game| {
            out_of_order.push(game);
            while result.is_ok()
                && let Some(at) = out_of_order.iter().position(|game| game.number == next_number)
            {
                result = on_game(out_of_order.swap_remove(at));
                next_number += 1;
            }
            result.is_ok()
        },
    );
    result
}

/// Plays the game with a number.
pub fn play_one(engine: &mut Engine, conditions: SelfplayConditions, number: u64) -> SelfplayGame {
    engine.new_game();
    let mut think = |root: &Root| think(engine, root, conditions.nodes);
    let mut opening = balanced_opening(conditions.seed, number, &mut think);
    let mut quiet_positions = Vec::new();
    let mut random = game_random(!conditions.seed, number);
    let outcome = play_out(&mut opening, &mut think, &mut |position, mv, line, score| {
        if is_quiet(position, mv) && !line.score.is_mate() {
            quiet_positions.push((position.clone(), score));
        }
        let is_random = random.u8(..100) < conditions.random_move_percent;
        is_random.then(|| random_move(position, &mut random)).flatten().unwrap_or(mv)
    });
    let samples = quiet_positions
        .into_iter()
        .map(|(position, score)| Sample { fen: fen::format(&position), score, outcome })
        .collect();
    SelfplayGame { number, plies: opening.plies, samples }
}

/// A game in progress.
#[derive(Clone)]
pub(super) struct GameInProgress {
    root: Root,
    /// Half-moves played.
    plies: u32,
}

/// The best line of a search with a number of nodes.
pub(super) fn think(engine: &mut Engine, root: &Root, nodes: u64) -> Option<Line> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.search(root, &limits, &StopToken::never(), &mut |_| {}).lines.into_iter().next()
}

/// Plays a game on to its end, or until it is adjudicated. `choose_move` receives each position, the engine's move, the
/// line of the search and its score as White sees it, and returns the move to play.
pub(super) fn play_out(
    game: &mut GameInProgress,
    think: &mut dyn FnMut(&Root) -> Option<Line>,
    choose_move: &mut dyn FnMut(&Position, Move, &Line, i16) -> Move,
) -> SelfplayOutcome {
    let GameInProgress { root, plies } = game;
    let mut adjudicator = Adjudicator::default();
    loop {
        if let Some(ending) = root.termination() {
            return SelfplayOutcome::of(winner(ending));
        }
        let Some(line) = think(root) else { return SelfplayOutcome::Draw };
        let Some(&best) = line.moves.first() else { return SelfplayOutcome::Draw };
        let score = for_white(&root.position, line.score);
        let mv = choose_move(&root.position, best, &line, score);
        if let Some(called) = adjudicator.adjudicate(&line, score, *plies, root.position.turn()) {
            return called;
        }
        root.play(mv);
        *plies += 1;
    }
}

/// Six to nine random half-moves that leave neither side much worse, chosen by a seed and the number of the game.
pub(super) fn balanced_opening(
    seed: u64,
    number: u64,
    think: &mut dyn FnMut(&Root) -> Option<Line>,
) -> GameInProgress {
    let mut random = game_random(seed, number);
    loop {
        let mut root = Root::new(Position::start());
        let plies = random.u32(6..=9);
        for _ in 0..plies {
            if let Some(mv) = random_move(&root.position, &mut random) {
                root.play(mv);
            }
        }
        let balanced = |line: &Line| i32::from(line.score.raw()).abs() <= MAX_OPENING_CENTIPAWNS;
        if root.termination().is_none() && think(&root).is_some_and(|line| balanced(&line)) {
            return GameInProgress { root, plies };
        }
    }
}

/// The random numbers of the game with a number.
fn game_random(seed: u64, number: u64) -> fastrand::Rng {
    fastrand::Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// One of the legal moves; None where there is none.
fn random_move(position: &Position, random: &mut fastrand::Rng) -> Option<Move> {
    random.choice(position.legal_moves())
}

/// Whether a position is quiet: no check, and the best move is no capture or promotion.
fn is_quiet(position: &Position, best: Move) -> bool {
    !position.is_check() && !best.is_capture() && !best.is_promotion()
}

fn for_white(position: &Position, score: Score) -> i16 {
    position.turn().fold_wb(score.raw(), -score.raw())
}

fn winner(ending: GameTermination) -> Option<Color> {
    match ending.outcome() {
        KnownOutcome::Decisive { winner } => Some(winner),
        KnownOutcome::Draw => None,
    }
}

/// Adjudication: for how many half-moves the score has been winning or level.
#[derive(Default)]
struct Adjudicator {
    won: u32,
    lost: u32,
    level: u32,
}

impl Adjudicator {
    /// The result, if the game can be adjudicated.
    fn adjudicate(&mut self, line: &Line, score: i16, plies: u32, turn: Color) -> Option<SelfplayOutcome> {
        if line.score.is_mate() {
            let winner = if line.score.is_mating() { turn } else { turn.other() };
            return Some(SelfplayOutcome::of(Some(winner)));
        }
        let score = i32::from(score);
        let count = |holds: bool, so_far: u32| if holds { so_far + 1 } else { 0 };
        self.won = count(score >= WIN_ADJUDICATION_CENTIPAWNS, self.won);
        self.lost = count(score <= -WIN_ADJUDICATION_CENTIPAWNS, self.lost);
        self.level = count(score.abs() <= DRAW_ADJUDICATION_CENTIPAWNS, self.level);
        if self.won >= WIN_ADJUDICATION_PLIES {
            Some(SelfplayOutcome::White)
        } else if self.lost >= WIN_ADJUDICATION_PLIES {
            Some(SelfplayOutcome::Black)
        } else if plies >= MAX_PLIES
            || (plies >= DRAW_ADJUDICATION_FROM_PLY && self.level >= DRAW_ADJUDICATION_PLIES)
        {
            Some(SelfplayOutcome::Draw)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEW: SelfplayConditions = SelfplayConditions { nodes: 60, seed: 3, random_move_percent: 0 };

    fn played(threads: usize) -> Vec<SelfplayGame> {
        let mut games = Vec::new();
        play(FEW, 5..9, threads, |game| {
            games.push(game);
            Ok::<(), ()>(())
        })
        .unwrap();
        games
    }

    #[test]
    fn games_follow_from_their_seed_on_any_number_of_threads() {
        let games = played(1);
        assert_eq!(games, played(3));
        let numbers: Vec<u64> = games.iter().map(|game| game.number).collect();
        assert_eq!(numbers, [5, 6, 7, 8]);
        assert_ne!(games[0].samples, games[1].samples);
    }

    #[test]
    fn samples_are_quiet_and_past_the_opening() {
        for game in played(1) {
            assert!(game.plies > 6 && !game.samples.is_empty());
            for sample in &game.samples {
                let position = fen::parse(&sample.fen).unwrap();
                assert!(!position.is_check() && position.fullmoves().get() > 3, "{sample}");
                assert!(!Score::from_raw(i32::from(sample.score)).is_mate(), "{sample}");
            }
        }
    }

    #[test]
    fn random_moves_change_a_game_as_its_number_says() {
        let mut engine = Engine::new(EngineSettings { hash_mb: 1, ..EngineSettings::default() });
        let [never, now_and_then, again] = [0, 20, 20].map(|random_move_percent| {
            play_one(&mut engine, SelfplayConditions { random_move_percent, ..FEW }, 5).samples
        });
        assert_ne!(never, now_and_then);
        assert_eq!(now_and_then, again);
        assert_eq!(never[0].fen, now_and_then[0].fen, "the opening is the same");
    }

    #[test]
    fn a_run_ends_where_nobody_wants_more() {
        let mut received = 0;
        let end = play(FEW, 0..50, 2, |_| {
            received += 1;
            if received == 3 { Err("enough") } else { Ok(()) }
        });
        assert_eq!((end, received), (Err("enough"), 3));
    }
}
