//! The search against positions that are compared square by square, in games that are read from PGN.

use chess::{Bitboard, Color, HalfMove, Material, Move, Role, Square};
use game::board_pattern::{CapturePattern, MaterialImbalance, MovePattern, PawnStructure, PiecePlacement};
use game::pgn::{self, GameResult};
use shakmaty::Piece;

use super::*;
use crate::fixtures::{random_pgn, segment_of};

/// A position of a game with the move played there.
type PlayedPosition = (Position, Option<HalfMove>);

/// A pattern with the texts of its moves.
#[derive(Clone, Default, Debug)]
struct Wanted {
    pattern: BoardPattern,
    sans: Vec<(Color, String)>,
}

/// The positions of the main line of each game.
fn positions(text: &str, segment: &Segment) -> Vec<Vec<PlayedPosition>> {
    let of_game = |number: usize| {
        let game = segment.game(number);
        let from = usize::try_from(game.offset()).unwrap();
        let tree = pgn::read(&text[from..from + game.length() as usize], &Position::start()).game.tree;
        let line: Vec<_> = std::iter::once(tree.start()).chain(tree.main_line_from(tree.start())).collect();
        let next = |at: usize| line.get(at + 1).and_then(|&next| tree.node(next).half_move());
        line.iter().enumerate().map(|(at, &node)| (tree.node(node).position().clone(), next(at))).collect()
    };
    (0..segment.len()).map(of_game).collect()
}

fn count(position: &Position, piece: Piece) -> usize {
    Square::ALL.into_iter().filter(|&square| position.board().piece_at(square) == Some(piece)).count()
}

/// Everything that a move may be called, from least to most.
fn spellings(mv: Move) -> Vec<String> {
    if let Move::Castle { king, rook } = mv {
        return vec![if rook > king { "O-O" } else { "O-O-O" }.to_owned()];
    }
    let from = mv.from().unwrap();
    let role = if mv.role() == Role::Pawn { String::new() } else { mv.role().upper_char().to_string() };
    let mut found = Vec::new();
    for origin in [String::new(), from.file().to_string(), from.rank().to_string(), from.to_string()] {
        for capture in ["", "x"].into_iter().take(1 + usize::from(mv.is_capture())) {
            let san = format!("{role}{origin}{capture}{}", mv.to());
            found.extend(mv.promotion().map(|role| format!("{san}={}", role.upper_char())));
            found.push(san);
        }
    }
    found.retain(|san| MovePattern::parse(Color::White, san).is_some());
    found
}

impl Wanted {
    fn fits(&self, (position, half_move): &PlayedPosition) -> bool {
        let BoardPattern { turn, placements, empty, materials, imbalances, pawn_structures, .. } =
            &self.pattern;
        let board = position.board();
        let any = |is_empty: bool, fits: bool| is_empty || fits;
        let stands = |placement: &PiecePlacement| {
            Square::ALL.into_iter().all(|square| {
                let color = Color::ALL.into_iter().find(|&color| placement.by_color(color).contains(square));
                let role = Role::ALL.into_iter().find(|&role| placement.by_role(role).contains(square));
                color.zip(role).is_none_or(|(color, role)| board.piece_at(square) == Some(role.of(color)))
            })
        };
        let is_imbalance = |imbalance: &MaterialImbalance| {
            Role::ALL.into_iter().all(|role| {
                let more = count(position, role.of(Color::White)).cast_signed()
                    - count(position, role.of(Color::Black)).cast_signed();
                more == isize::from(imbalance.of(role))
            })
        };
        let has_pawns = |pawns: &PawnStructure| {
            Square::ALL.into_iter().all(|square| {
                Color::ALL.into_iter().all(|color| {
                    pawns.of(color).contains(square) == (board.piece_at(square) == Some(color.pawn()))
                })
            })
        };
        turn.is_none_or(|turn| turn == position.turn())
            && any(placements.is_empty(), placements.iter().any(stands))
            && empty.into_iter().all(|square| board.piece_at(square).is_none())
            && any(materials.is_empty(), materials.contains(&Material::of(board)))
            && any(imbalances.is_empty(), imbalances.iter().any(is_imbalance))
            && any(pawn_structures.is_empty(), pawn_structures.iter().any(has_pawns))
            && self.move_fits(position.turn(), *half_move)
    }

    fn move_fits(&self, turn: Color, half_move: Option<HalfMove>) -> bool {
        let BoardPattern { moved, captured, .. } = &self.pattern;
        if self.sans.is_empty() && moved.is_empty() && captured.is_none() {
            return true;
        }
        let Some(HalfMove::Move(mv)) = half_move else { return false };
        let capture_fits = match captured {
            None => true,
            Some(CapturePattern::Nothing) => mv.capture().is_none(),
            Some(CapturePattern::AnyOf(roles)) => mv.capture().is_some_and(|role| roles.contains(&role)),
        };
        let names = spellings(mv);
        capture_fits
            && (moved.is_empty() || moved.contains(&mv.role()))
            && (self.sans.is_empty()
                || self.sans.iter().any(|(color, san)| *color == turn && names.contains(san)))
    }
}

/// Whether streaks match behind each other from a position on, whichever positions that takes.
fn matches_from(streaks: &[Vec<Wanted>], game: &[PlayedPosition]) -> bool {
    let Some((streak, later)) = streaks.split_first() else { return true };
    (0..game.len())
        .any(|begin| begins(streak, &game[begin..]) && matches_from(later, &game[begin + streak.len()..]))
}

fn begins(streak: &[Wanted], game: &[PlayedPosition]) -> bool {
    streak.len() <= game.len() && streak.iter().zip(game).all(|(wanted, position)| wanted.fits(position))
}

/// Checks the games that a search finds, and where: their number.
fn check(streaks: &[Vec<Wanted>], segment: &Segment, games: &[Vec<PlayedPosition>]) -> usize {
    let patterns = |streak: &Vec<Wanted>| streak.iter().map(|wanted| wanted.pattern.clone()).collect();
    let sequence = PatternSequence { streaks: streaks.iter().map(patterns).collect(), results: Vec::new() };
    let mut found = Vec::new();
    PatternSearch::new(&sequence).each_match(segment, |_| true, |game, ply| found.push((game, ply)));
    let first = |game: &Vec<PlayedPosition>| {
        (0..game.len()).find(|&begin| {
            begins(&streaks[0], &game[begin..])
                && matches_from(&streaks[1..], &game[begin + streaks[0].len()..])
        })
    };
    let wanted: Vec<(usize, u32)> = games
        .iter()
        .enumerate()
        .filter_map(|(number, game)| Some((number, u32::try_from(first(game)?).unwrap())))
        .collect();
    assert_eq!(found, wanted, "{streaks:#?}");
    found.len()
}

/// A pattern that a position matches: some of what can be said of it.
fn random_pattern((position, half_move): &PlayedPosition, random: &mut fastrand::Rng) -> Wanted {
    let board = position.board();
    let mut wanted = Wanted::default();
    let pattern = &mut wanted.pattern;
    for _ in 0..random.usize(1..3) {
        match random.u8(0..8) {
            0 => pattern.turn = Some(position.turn()),
            1 => pattern.materials = BoardPattern::of_material(Material::of(board)).materials,
            2 => {
                let more = |color: Color| {
                    let of_role = |role: Role| {
                        let more =
                            count(position, role.of(color)).saturating_sub(count(position, role.of(!color)));
                        role.upper_char().to_string().repeat(more)
                    };
                    Role::ALL.into_iter().map(of_role).collect::<String>()
                };
                let text = format!("{}v{}", more(Color::White), more(Color::Black));
                pattern.imbalances.push(MaterialImbalance::parse(&text).unwrap());
            }
            3 => {
                let placement = board.to_string();
                pattern.pawn_structures.push(PawnStructure::parse(&placement).unwrap());
            }
            4 => {
                pattern.empty =
                    random.choice(!board.occupied()).map_or(Bitboard::EMPTY, Bitboard::from_square);
            }
            5 => {
                let mut part = board.clone();
                while part.occupied().count() > random.usize(1..4) {
                    part.discard_piece_at(random.choice(part.occupied()).unwrap());
                }
                pattern.placements.push(PiecePlacement::parse(&part.to_string()).unwrap());
            }
            6 => {
                let Some(HalfMove::Move(mv)) = *half_move else { continue };
                pattern.moved = vec![mv.role(), Role::Queen];
                let roles = |role| CapturePattern::AnyOf(vec![role, Role::Pawn]);
                pattern.captured = Some(mv.capture().map_or(CapturePattern::Nothing, roles));
            }
            _ => {
                let Some(HalfMove::Move(mv)) = *half_move else { continue };
                let san = random.choice(spellings(mv)).unwrap();
                pattern.moves.push(MovePattern::parse(position.turn(), &san).unwrap());
                wanted.sans.push((position.turn(), san));
            }
        }
    }
    wanted
}

/// Positions of a game from one to one of those behind it, at most so many.
fn random_run<'g>(
    game: &'g [PlayedPosition],
    most: usize,
    random: &mut fastrand::Rng,
) -> &'g [PlayedPosition] {
    let begin = random.usize(0..game.len());
    &game[begin..(begin + random.usize(1..=most)).min(game.len())]
}

/// Checks random searches that each find the game that they were made from: how many games they found.
fn check_random(text: &str, searches: usize, seed: u64) -> usize {
    let segment = segment_of(text);
    let games = positions(text, &segment);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut found = 0;
    for kind in (0..searches).map(|search| search % 3) {
        let game = &games[random.usize(0..games.len())];
        let run = random_run(game, [1, 3, 40][kind], &mut random);
        let patterns: Vec<Wanted> =
            run.iter().map(|position| random_pattern(position, &mut random)).collect();
        let streaks: Vec<Vec<Wanted>> = if kind < 2 {
            vec![patterns]
        } else {
            let some = patterns.into_iter().filter(|_| random.u8(0..10) == 0).take(4);
            some.map(|pattern| vec![pattern]).collect()
        };
        if !streaks.is_empty() {
            let games = check(&streaks, &segment, &games);
            assert!(games > 0, "the game is found that the search was made from: {streaks:#?}");
            found += games;
        }
    }
    found
}

#[test]
fn random_games_are_found_as_by_brute_force() {
    let searches = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 3_000 } else { 300 };
    let found = check_random(&random_pgn(12, 3), searches, 1);
    assert!(found > searches, "{found}");
}

#[test]
fn results_count_and_kept_analyses_do_not() {
    let text = "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"0-1\"]\n\n1. e4 d5 2. exd5 0-1\n\n\
                [Result \"*\"]\n[AnalysisMark \"1\"]\n\n1. e4 d5 2. exd5 *\n\n[Result \"*\"]\n\n*\n";
    let segment = segment_of(text);
    assert!(segment.game(2).is_analysis());
    let found = |sequence: &PatternSequence| {
        let mut found = Vec::new();
        PatternSearch::new(sequence).each_match(&segment, |_| true, |game, ply| found.push((game, ply)));
        found
    };
    let any = PatternSequence::default();
    assert_eq!(found(&any), [(0, 0), (1, 0), (3, 0)]);
    assert_eq!(found(&PatternSequence { results: vec![GameResult::BlackWins], ..any }), [(1, 0)]);
    let capture =
        BoardPattern { captured: Some(CapturePattern::AnyOf(vec![Role::Pawn])), ..Default::default() };
    let capture = PatternSequence::of(capture);
    assert_eq!(found(&capture), [(1, 2)]);
    let in_game = |number: usize| {
        let text = text.split_inclusive("\n\n").collect::<Vec<_>>()[2 * number..][..2].concat();
        PatternSearch::new(&capture).first_match_in(&pgn::read(&text, &Position::start()).game)
    };
    assert_eq!([0, 1].map(in_game), [None, Some(2)]);
}
