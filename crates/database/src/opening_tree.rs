//! The opening tree: which moves were played from a position, how often, and with what success.

use chess::{Color, Move, MoveList, Position};
use game::performance_rating::performance_rating;
use game::pgn::GameResult;

use crate::game_headers::IndexedGame;
use crate::move_code;
use crate::position_search::PositionQuery;
use crate::segment::Segment;

/// The games through a position, or through one of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameCounts {
    /// Number of games. Those without a result are among them.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Sum and number of the ratings of the side to move.
    own_elo: (u64, u64),
    /// Sum and number of its opponents' ratings, in games with a result, and its points in these, in halves.
    opponents: (u64, u64),
    half_points: u64,
    /// The latest year.
    last_year: Option<u32>,
}

impl GameCounts {
    /// Those of one game, for the side to move.
    fn of_game(game: IndexedGame<'_>, turn: Color) -> Self {
        let (white, draws, black) = match game.result() {
            GameResult::WhiteWins => (1, 0, 0),
            GameResult::Draw => (0, 1, 0),
            GameResult::BlackWins => (0, 0, 1),
            GameResult::Unknown => (0, 0, 0),
        };
        let of_elo = |elo: Option<u16>| elo.map_or((0, 0), |elo| (u64::from(elo), 1));
        let opponents = if white + draws + black == 1 { of_elo(game.elo(!turn)) } else { (0, 0) };
        let half_points = opponents.1 * (draws + 2 * turn.fold_wb(white, black));
        let own_elo = of_elo(game.elo(turn));
        Self { games: 1, white, draws, black, own_elo, opponents, half_points, last_year: game.year() }
    }

    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.own_elo = (self.own_elo.0 + other.own_elo.0, self.own_elo.1 + other.own_elo.1);
        self.opponents = (self.opponents.0 + other.opponents.0, self.opponents.1 + other.opponents.1);
        self.half_points += other.half_points;
        self.last_year = self.last_year.max(other.last_year);
    }

    /// The average rating of the side to move, over the games in which it is known.
    #[must_use]
    pub fn average_elo(&self) -> Option<u64> {
        let (sum, count) = self.own_elo;
        (count > 0).then(|| (sum + count / 2) / count)
    }

    /// The performance rating of the side to move, over the games with a result and a rated opponent.
    #[must_use]
    pub fn performance(&self) -> Option<i32> {
        performance_rating(self.opponents.0, self.opponents.1, self.half_points)
    }

    /// The year of the latest game, if known.
    #[must_use]
    pub const fn last_year(&self) -> Option<u32> {
        self.last_year
    }
}

/// A move of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningTreeMove {
    /// The move.
    pub mv: Move,
    /// The games in which it was played here. A game that comes to the position twice and goes on by the same move counts
    /// once.
    pub counts: GameCounts,
}

/// The games through a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningTree {
    /// The games that reach the position, each once.
    pub counts: GameCounts,
    /// The moves that were played, the most frequent first, and of equal ones in the order of the rules' list.
    pub moves: Vec<OpeningTreeMove>,
}

/// Counts the moves that were played from a position, one segment after the other.
#[derive(Debug)]
pub struct OpeningTreeCounter {
    turn: Color,
    query: PositionQuery,
    moves: MoveList,
    /// The move of each code of one byte.
    by_code: [Option<u8>; 256],
    /// The moves whose code has three bytes.
    escaped: Vec<(Vec<u8>, u8)>,
}

/// What was counted in one or several segments: the games, and those of each move of [`OpeningTreeCounter`].
#[derive(Clone, Default, Debug)]
pub struct CountedMoves {
    all: GameCounts,
    moves: Vec<GameCounts>,
}

impl CountedMoves {
    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        self.moves.resize(self.moves.len().max(other.moves.len()), GameCounts::default());
        for (counts, other) in self.moves.iter_mut().zip(&other.moves) {
            counts.merge(other);
        }
    }
}

impl OpeningTreeCounter {
    /// Counts the moves from a position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let query = PositionQuery::new(position);
        let moves = position.legal_moves();
        let (mut by_code, mut escaped) = ([None; 256], Vec::new());
        for (&mv, number) in moves.iter().zip(0..) {
            let mut code = Vec::new();
            move_code::encode(query.board(), query.board().find_move(mv), &mut code);
            match *code.as_slice() {
                [code] => by_code[usize::from(code)] = Some(number),
                _ => escaped.push((code, number)),
            }
        }
        Self { turn: position.turn(), query, moves, by_code, escaped }
    }

    /// Counts the games of a segment; `accepts` says of each by its number whether it counts.
    #[must_use]
    pub fn count(&self, segment: &Segment, accepts: impl Fn(usize) -> bool) -> CountedMoves {
        let mut all = GameCounts::default();
        let mut moves = vec![GameCounts::default(); self.moves.len()];
        // The last game in which each move was counted, and the last game of all.
        let mut counted_in = vec![usize::MAX; self.moves.len()];
        let (mut last, mut counts) = (usize::MAX, GameCounts::default());
        self.query.each_match(segment, |found| {
            if !accepts(found.game) {
                return;
            }
            if found.game != last {
                last = found.game;
                counts = GameCounts::of_game(segment.game(last), self.turn);
                all.merge(&counts);
            }
            if let Some(number) = self.number_of(found.codes)
                && counted_in[number] != last
            {
                counted_in[number] = last;
                moves[number].merge(&counts);
            }
        });
        CountedMoves { all, moves }
    }

    /// The number of the first move of some codes. None at their end, and for a null move.
    fn number_of(&self, codes: &[u8]) -> Option<usize> {
        let number = self.by_code[usize::from(*codes.first()?)].or_else(|| {
            let escaped = self.escaped.iter().find(|(code, _)| codes.starts_with(code));
            escaped.map(|&(_, number)| number)
        });
        number.map(usize::from)
    }

    /// The tree of what was counted.
    #[must_use]
    pub fn tree(&self, counted: &CountedMoves) -> OpeningTree {
        let moves = self.moves.iter().zip(&counted.moves);
        let played = moves.filter(|(_, counts)| counts.games > 0);
        let mut moves: Vec<OpeningTreeMove> =
            played.map(|(&mv, &counts)| OpeningTreeMove { mv, counts }).collect();
        moves.sort_by_key(|found| std::cmp::Reverse(found.counts.games));
        OpeningTree { counts: counted.all, moves }
    }
}

#[cfg(test)]
mod tests;
