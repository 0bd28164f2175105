//! Games followed through an opening repertoire: how often opponents played each reply, and where games left it.
//!
//! As long as a game is in the repertoire, the code of its next move leads from one position to the next without a board.
//! Behind its last position it is replayed, since it may come back by another order of moves.

use std::collections::HashMap;
use std::sync::Arc;

use chess::Position;
use chess::board::Board;
use game::Repertoire;
use game::repertoire::{RepertoireDeparture, RepertoirePlace, ReplyCounts};

use crate::move_code::{self, ESCAPE};
use crate::segment::Segment;

/// A repertoire made ready for following games.
#[derive(Debug)]
pub struct RepertoireReplay {
    repertoire: Arc<Repertoire>,
    /// The moves of each position by their codes.
    edges: Vec<Vec<(PackedCode, RepertoirePlace)>>,
    /// The most half-moves of a way to a position. Behind them no game is looked at.
    deepest: u32,
    start: Position,
}

/// The code of a move, of one byte or three, in one number.
type PackedCode = u32;

/// How often the opponent's moves were played in the positions of a repertoire, in one or several segments.
#[derive(Clone, Default, Debug)]
pub struct CountedReplies(HashMap<(RepertoirePlace, PackedCode), u32>);

impl CountedReplies {
    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        for (&reply, games) in &other.0 {
            *self.0.entry(reply).or_default() += games;
        }
    }
}

impl RepertoireReplay {
    /// Makes a repertoire ready.
    #[must_use]
    pub fn new(repertoire: Arc<Repertoire>) -> Self {
        let edges = repertoire.places().map(|place| {
            let at = repertoire.at(place);
            let board = Board::from(at.position());
            at.moves().iter().map(|known| (packed_code(&board, known.mv), known.to)).collect()
        });
        let edges = edges.collect();
        let plies = |place| repertoire.ancestors(place).count().saturating_sub(1);
        let deepest = repertoire.places().map(plies).max().unwrap_or(0);
        let deepest = u32::try_from(deepest).unwrap_or(u32::MAX);
        Self { repertoire, edges, deepest, start: Position::start() }
    }

    /// Counts the opponent's replies in the games of a segment; `accepts` says of each by its number whether it counts. A game
    /// that comes to a position twice and goes on by the same move counts once.
    #[must_use]
    pub fn count_replies(&self, segment: &Segment, accepts: impl Fn(usize) -> bool) -> CountedReplies {
        let mut counted = CountedReplies::default();
        let mut in_game = Vec::new();
        for game in (0..segment.len()).filter(|&game| accepts(game)) {
            in_game.clear();
            self.follow(segment, game, |place, _, next| {
                let reply = next.filter(|_| !self.repertoire.is_own_turn(place)).map(|code| (place, code));
                in_game.extend(reply);
            });
            in_game.sort_unstable();
            in_game.dedup();
            for &reply in &in_game {
                *counted.0.entry(reply).or_default() += 1;
            }
        }
        counted
    }

    /// What was counted, by positions and moves.
    #[must_use]
    pub fn replies(&self, counted: &CountedReplies) -> ReplyCounts {
        let mut by_place: HashMap<RepertoirePlace, Vec<(PackedCode, u32)>> = HashMap::new();
        for (&(place, code), &games) in &counted.0 {
            by_place.entry(place).or_default().push((code, games));
        }
        let moves = |(place, codes): (RepertoirePlace, Vec<(PackedCode, u32)>)| {
            let position = self.repertoire.at(place).position();
            let board = Board::from(position);
            let games = |code| codes.iter().find(|&&(known, _)| known == code).map(|&(_, games)| games);
            let moves = position.legal_moves().into_iter();
            let counted = moves.filter_map(|mv| Some((mv, games(packed_code(&board, mv))?)));
            (place, counted.collect())
        };
        by_place.into_iter().map(moves).collect()
    }

    /// Where a game of a segment left the repertoire, as [`Repertoire::departure`] says it.
    #[must_use]
    pub fn departure(&self, segment: &Segment, game: usize) -> Option<RepertoireDeparture> {
        let mut last = None;
        self.follow(segment, game, |place, ply, next| last = Some((place, ply, next)));
        let (place, ply, next) = last?;
        let at = self.repertoire.at(place);
        let board = Board::from(at.position());
        let of_code =
            |code| at.position().legal_moves().into_iter().find(|&mv| packed_code(&board, mv) == code);
        // Behind a null move no game is played on.
        let played = next.and_then(of_code);
        let ply = usize::try_from(ply).unwrap_or(usize::MAX);
        self.repertoire.departure_at(place, ply, played)
    }

    /// Calls a function with each position of a game that is in the repertoire, the half-moves before it, and the code of the
    /// next move.
    fn follow(
        &self,
        segment: &Segment,
        game: usize,
        mut visit: impl FnMut(RepertoirePlace, u32, Option<PackedCode>),
    ) {
        let start = (segment.headers.starts[game] != 0).then(|| segment.game(game).start());
        let start = start.as_ref().unwrap_or(&self.start);
        let mut place = self.repertoire.find(start);
        // The board, where the game is not in the repertoire.
        let mut outside = None;
        let mut codes = segment.codes_of(game);
        let mut ply = 0;
        loop {
            let next = next_code(codes);
            if let Some(at) = place {
                visit(at, ply, next.map(|(code, _)| code));
            }
            let Some((code, length)) = next else { return };
            match place.and_then(|at| self.after(at, code)) {
                Some(to) => place = Some(to),
                None if ply > self.deepest => return,
                None => {
                    let position = place.map_or(start, |at| self.repertoire.at(at).position());
                    let board = outside.get_or_insert_with(|| Board::from(position));
                    if move_code::play_next(board, codes).is_none() {
                        return;
                    }
                    place = self.repertoire.find_key(board.key());
                }
            }
            if place.is_some() {
                outside = None;
            }
            codes = &codes[length..];
            ply += 1;
        }
    }

    /// The position after a move of the repertoire.
    fn after(&self, place: RepertoirePlace, code: PackedCode) -> Option<RepertoirePlace> {
        self.edges[place.index()].iter().find(|&&(known, _)| known == code).map(|&(_, to)| to)
    }
}

/// The code of a legal move.
fn packed_code(board: &Board, mv: chess::Move) -> PackedCode {
    let mut code = Vec::with_capacity(3);
    move_code::encode(board, board.find_move(mv), &mut code);
    next_code(&code).map_or(PackedCode::MAX, |(code, _)| code)
}

/// The first of some codes, and the number of its bytes.
fn next_code(codes: &[u8]) -> Option<(PackedCode, usize)> {
    match *codes {
        [ESCAPE, low, high, ..] => Some((u32::from_le_bytes([ESCAPE, low, high, 0]), 3)),
        [code, ..] => Some((code.into(), 1)),
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use chess::{Color, Move, notation, random_games};
    use game::RepertoireChapter;
    use game::pgn;

    use super::*;
    use crate::fixtures::segment_of;

    fn replay(side: Color, text: &str) -> RepertoireReplay {
        let game = pgn::read(text, &Position::start()).game;
        let chapter = RepertoireChapter { file: "test".into(), number: 1, game };
        RepertoireReplay::new(Arc::new(Repertoire::new(side, vec![chapter])))
    }

    /// The counted replies as text: the way, the reply, games.
    fn replies(replay: &RepertoireReplay, games: &str) -> Vec<String> {
        let counts = replay.replies(&replay.count_replies(&segment_of(games), |_| true));
        let mut texts: Vec<String> = counts
            .into_iter()
            .flat_map(|(place, moves)| moves.into_iter().map(move |(mv, games)| (place, mv, games)))
            .map(|(place, mv, games)| {
                let (_, way) = replay.repertoire.way_to(place);
                let san = notation::san(replay.repertoire.at(place).position(), mv);
                format!("{} {san} {games}", way.len())
            })
            .collect();
        texts.sort();
        texts
    }

    #[test]
    fn replies_are_counted_with_transpositions_and_once_in_a_game() {
        let white = replay(Color::White, "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 *");
        let games = "1. d4 d5 2. c4 c6 1-0\n\n1. c4 e6 2. d4 d5 3. Nc3 Be7 0-1\n\n1. e4 e5 *\n\n\
                     1. d4 d5 2. c4 dxc4 3. Nf3 *\n\n1. d4 d5 2. Nf3 Nf6 3. Ng1 Ng8 4. c4 c6 *\n";
        assert_eq!(replies(&white, games), ["1 d5 3", "3 c6 2", "3 dxc4 1", "5 Be7 1"]);
    }

    #[test]
    fn games_that_do_not_count_are_left_out() {
        let white = replay(Color::White, "1. d4 d5 2. c4 *");
        let segment = segment_of("1. d4 d5 1-0\n\n1. d4 Nf6 1-0\n");
        let counts = white.replies(&white.count_replies(&segment, |game| game == 1));
        assert_eq!(counts.into_values().flatten().map(|(_, games)| games).collect::<Vec<_>>(), [1]);
    }

    /// Random games against a repertoire of parts of them: the same departures as those of the games' moves.
    #[test]
    fn departures_are_those_of_the_moves() {
        let mut games: Vec<Vec<Move>> = Vec::new();
        random_games::each_position(60, 5, |position, mv| {
            if position.key() == Position::start().key() || games.is_empty() {
                games.push(Vec::new());
            }
            games.last_mut().unwrap().extend(mv);
        });
        let playable = |moves: &&Vec<Move>| {
            let mut position = Position::start();
            moves.iter().all(|&mv| {
                position.is_legal(mv) && {
                    position.play(mv);
                    true
                }
            })
        };
        let games: Vec<Vec<Move>> = games.iter().filter(playable).cloned().collect();
        let movetext = |moves: &[Move]| {
            let mut position = Position::start();
            let words = moves.iter().map(|&mv| {
                let san = notation::san(&position, mv);
                position.play(mv);
                san
            });
            words.collect::<Vec<_>>().join(" ") + " *\n\n"
        };
        assert!(games.len() >= 10, "{}", games.len());
        for side in [Color::White, Color::Black] {
            let chapters =
                games.iter().enumerate().filter(|(number, _)| number % 3 == 0).map(|(number, moves)| {
                    let text = movetext(&moves[..moves.len().min(5 + number)]);
                    let game = pgn::read(&text, &Position::start()).game;
                    RepertoireChapter { file: "test".into(), number, game }
                });
            let replay = RepertoireReplay::new(Arc::new(Repertoire::new(side, chapters.collect())));
            let text: String = games.iter().map(|moves| movetext(moves)).collect();
            let segment = segment_of(&text);
            for (number, moves) in games.iter().enumerate() {
                let expected = replay.repertoire.departure(&Position::start(), moves.iter().copied());
                assert_eq!(replay.departure(&segment, number), expected, "{}", movetext(moves));
            }
        }
    }
}
