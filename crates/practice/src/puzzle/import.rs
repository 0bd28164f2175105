//! Import of puzzles: EPD with `bm`, `am` or `dm`, Lichess' puzzle database as CSV, games in PGN that start from a FEN
//! tag, and the program's own lines.

use std::io::{self, BufRead};
use std::ops::RangeInclusive;

use super::model::{Puzzle, PuzzleProof};
use super::text;
use super::theme::PuzzleTheme;
use chess::{Move, Position, fen, notation};
use game::pgn;
use game::pgn::split::{PgnGameText, PgnSplitter};
use game::position_text::PositionText;

/// Faults that are kept; more are only counted.
const MAX_FAULTS: usize = 1_000;

/// The first column of Lichess' puzzle database.
const LICHESS_COLUMN: &str = "PuzzleId";

/// Which puzzles are imported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportFilter {
    /// The most puzzles.
    pub limit: usize,
    /// Ratings, in Elo. Puzzles without a rating are always taken.
    pub ratings: RangeInclusive<u16>,
}

/// What an import has found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PuzzleImport {
    /// The puzzles.
    pub puzzles: Vec<ImportedPuzzle>,
    /// The faults, the first thousand of them.
    pub faults: Vec<PuzzleFault>,
    /// Number of faults.
    pub fault_count: usize,
    /// Number of puzzles that the filter left out.
    pub left_out: usize,
    /// Whether there were more puzzles than the limit.
    pub is_cut: bool,
}

/// A puzzle, or the position of one whose solution is still to be found.
#[derive(Clone, PartialEq, Debug)]
pub enum ImportedPuzzle {
    /// A puzzle.
    Complete(Puzzle),
    /// A mate whose line is still to be found.
    MateIn {
        /// The position.
        position: Position,
        /// Number of moves.
        moves: u16,
        /// The line of the file, from 1.
        line: u64,
    },
}

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleFault {
    /// The line of the file, from 1.
    pub line: u64,
    /// What is wrong, as a clause.
    pub reason: String,
}

/// Reads a file of puzzles. `go_on` gets the number of puzzles so far, and stops the import with `false`.
///
/// # Errors
/// When the source cannot be read.
pub fn read(
    mut source: impl BufRead,
    filter: &ImportFilter,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> io::Result<PuzzleImport> {
    let mut import = PuzzleImport::default();
    let start = source.fill_buf()?;
    let first_line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let first_line = first_line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first_line);
    if is_lichess(first_line) {
        read_lichess(source, filter, &mut import, go_on)?;
    } else if first_line.split(|&byte| byte == b'\t').count() == 5 {
        read_own_lines(source, filter, &mut import, go_on)?;
    } else {
        for piece in PgnSplitter::new(source) {
            let piece = piece?;
            let line = piece.line as u64;
            match puzzle_of_text(&piece) {
                Ok(Some(puzzle)) => import.add(puzzle, filter),
                Ok(None) => {}
                Err(reason) => import.add_fault(line, reason),
            }
            if import.is_cut || !go_on(import.puzzles.len()) {
                break;
            }
        }
    }
    Ok(import)
}

/// Whether a line is of Lichess' database, with or without its header.
fn is_lichess(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    let mut columns = line.split(',');
    let (first, second) = (columns.next(), columns.next());
    let is_header = first.is_some_and(|name| name.trim_matches('"') == LICHESS_COLUMN);
    is_header || (columns.count() >= 5 && second.is_some_and(|column| fen::parse(column).is_ok()))
}

impl PuzzleImport {
    fn add(&mut self, puzzle: ImportedPuzzle, filter: &ImportFilter) {
        let rating = match &puzzle {
            ImportedPuzzle::Complete(puzzle) => puzzle.rating,
            ImportedPuzzle::MateIn { .. } => None,
        };
        if rating.is_some_and(|rating| !filter.ratings.contains(&rating)) {
            self.left_out += 1;
        } else if self.puzzles.len() >= filter.limit {
            self.is_cut = true;
        } else {
            self.puzzles.push(puzzle);
        }
    }

    /// Adds a fault.
    pub fn add_fault(&mut self, line: u64, reason: String) {
        self.fault_count += 1;
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(PuzzleFault { line, reason });
        }
    }
}

fn read_own_lines(
    source: impl BufRead,
    filter: &ImportFilter,
    import: &mut PuzzleImport,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> io::Result<()> {
    for (number, line) in (1_u64..).zip(source.split(b'\n')) {
        let line = line?;
        let line = pgn::decode(&line);
        let line = line.trim_end_matches('\r');
        if !line.trim().is_empty() {
            match text::parse_line(line) {
                Ok(puzzle) => import.add(ImportedPuzzle::Complete(puzzle), filter),
                Err(reason) => import.add_fault(number, reason),
            }
        }
        if import.is_cut || !go_on(import.puzzles.len()) {
            break;
        }
    }
    Ok(())
}

/// Reads Lichess' puzzle database. There the opponent moves first, and the puzzle begins after that move.
fn read_lichess(
    source: impl BufRead,
    filter: &ImportFilter,
    import: &mut PuzzleImport,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> io::Result<()> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(source);
    let mut record = csv::ByteRecord::new();
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => return Err(io::Error::other(error)),
        }
        let column = |index: usize| pgn::decode(record.get(index).unwrap_or_default());
        let line = record.position().map_or(0, csv::Position::line);
        if column(0) != LICHESS_COLUMN {
            match lichess_puzzle(&column(1), &column(2), &column(3), &column(7)) {
                Ok(puzzle) => import.add(ImportedPuzzle::Complete(puzzle), filter),
                Err(reason) => import.add_fault(line, reason),
            }
        }
        if import.is_cut || !go_on(import.puzzles.len()) {
            return Ok(());
        }
    }
}

fn lichess_puzzle(start: &str, moves: &str, rating: &str, themes: &str) -> Result<Puzzle, String> {
    let mut position = fen::parse(start).map_err(|error| format!("FEN: {error}"))?;
    let mut words = moves.split_whitespace();
    let first = words.next().ok_or("there are no moves")?;
    position.play(parse_move(&position, first)?);
    let start = position.clone();
    let mut solution = Vec::new();
    for word in words {
        let mv = parse_move(&position, word)?;
        position.play(mv);
        solution.push(mv);
    }
    if solution.len().is_multiple_of(2) {
        return Err("the moves do not end with one of the solver".to_owned());
    }
    let rating = Some(rating.trim().parse().map_err(|_| format!("the rating {rating} is not a number"))?);
    let mut found: Vec<PuzzleTheme> = themes.split_whitespace().filter_map(lichess_theme).collect();
    found.sort_unstable();
    found.dedup();
    Ok(Puzzle { rating, themes: found, ..without_proof(start, solution) })
}

fn lichess_theme(word: &str) -> Option<PuzzleTheme> {
    match word {
        "mate" => Some(PuzzleTheme::Mate),
        "advantage" | "crushing" => Some(PuzzleTheme::Material),
        "defensiveMove" | "equality" => Some(PuzzleTheme::Defense),
        "promotion" | "underPromotion" => Some(PuzzleTheme::Promotion),
        "zugzwang" => Some(PuzzleTheme::Zugzwang),
        _ => None,
    }
}

fn parse_move(position: &Position, word: &str) -> Result<Move, String> {
    notation::parse_move(position, word).map_err(|error| format!("move {word}: {error}"))
}

fn without_proof(start: Position, solution: Vec<Move>) -> Puzzle {
    Puzzle {
        start,
        solution,
        alternatives: Vec::new(),
        avoid: Vec::new(),
        themes: Vec::new(),
        rating: None,
        proof: PuzzleProof::None,
    }
}

/// The puzzle of a position in EPD, or of a game in PGN; None where the text is neither.
fn puzzle_of_text(piece: &PgnGameText) -> Result<Option<ImportedPuzzle>, String> {
    if let Some(position) = piece.position() {
        return epd_puzzle(&position, piece.line as u64).map(Some);
    }
    if !piece.is_game() {
        let text = pgn::decode(&piece.bytes);
        // A comment between the puzzles is no fault.
        let is_comment = text.lines().all(|line| line.trim().is_empty() || line.starts_with(['#', '%', ';']));
        return if is_comment { Ok(None) } else { Err("this is neither a position nor a game".to_owned()) };
    }
    let read = pgn::read(&pgn::decode(&piece.bytes), &Position::start());
    if let Some(fault) = read.fault {
        return Err(fault.reason);
    }
    if let Some(unplayable) = read.unplayable {
        return Err(unplayable.to_string());
    }
    let game = read.game;
    if game.header.tag("FEN").is_none() {
        return Err("the game has no FEN tag: it is not a puzzle".to_owned());
    }
    let tree = &game.tree;
    let line = tree.main_line_from(tree.start());
    let solution: Option<Vec<Move>> = line.into_iter().map(|node| tree.node(node).mv()).collect();
    let mut solution = solution.ok_or("the solution passes a move")?;
    if solution.len().is_multiple_of(2) {
        solution.pop();
    }
    if solution.is_empty() {
        return Err("the game has no moves".to_owned());
    }
    let start = tree.node(tree.start()).position().clone();
    Ok(Some(ImportedPuzzle::Complete(without_proof(start, solution))))
}

/// The puzzle of a position with operations: the first best move is the solution, the others are as good.
fn epd_puzzle(text: &PositionText, line: u64) -> Result<ImportedPuzzle, String> {
    let position = fen::parse(&text.fen).map_err(|error| format!("FEN: {error}"))?;
    let operation = |name: &str| {
        let mut operations = text.operations.split(';').map(str::trim);
        operations.find_map(|operation| operation.strip_prefix(name)?.strip_prefix(' ')).map(str::trim)
    };
    let moves = |words: &str| -> Result<Vec<Move>, String> {
        words
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .map(|word| parse_move(&position, word))
            .collect()
    };
    // Lists of problems write `bm #3` for a mate in three.
    let number_of_mate = operation("bm").and_then(|best| best.strip_prefix('#'));
    let mate = operation("dm").or(number_of_mate).map(|number| {
        let number = number.parse().ok().filter(|&number: &u16| number > 0);
        number.ok_or_else(|| "dm is followed by the number of moves to mate".to_owned())
    });
    if let Some(number) = mate {
        return Ok(ImportedPuzzle::MateIn { position: position.clone(), moves: number?, line });
    }
    if let Some(best) = operation("bm") {
        let mut best = moves(best)?.into_iter();
        let first = best.next().ok_or("bm is followed by no move")?;
        let puzzle = without_proof(position.clone(), vec![first]);
        return Ok(ImportedPuzzle::Complete(Puzzle { alternatives: best.collect(), ..puzzle }));
    }
    if let Some(avoid) = operation("am") {
        let avoid = moves(avoid)?;
        if avoid.is_empty() {
            return Err("am is followed by no move".to_owned());
        }
        return Ok(ImportedPuzzle::Complete(Puzzle { avoid, ..without_proof(position.clone(), Vec::new()) }));
    }
    Err("the position has no bm, am or dm".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(text: &str) -> PuzzleImport {
        let filter = ImportFilter { limit: 100, ratings: 0..=u16::MAX };
        read(text.as_bytes(), &filter, &mut |_| true).unwrap()
    }

    fn only(text: &str) -> Puzzle {
        let import = import(text);
        assert!(import.faults.is_empty(), "{:?}", import.faults);
        match &import.puzzles[..] {
            [ImportedPuzzle::Complete(puzzle)] => puzzle.clone(),
            other => panic!("{other:?}"),
        }
    }

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

    #[test]
    fn epd_has_best_moves_moves_to_avoid_and_mates() {
        let best = only(&format!("{BACK_RANK} bm Rd8# Rd7; id \"one\";\n"));
        assert_eq!(text::to_line(&best).split('\t').nth(1), Some("d1d8 | d1d7"));
        let avoid = only(&format!("{BACK_RANK} am Rd7 h3;"));
        assert_eq!(text::to_line(&avoid).split('\t').nth(1), Some("! d1d7 h2h3"));
        let mate = import(&format!("{BACK_RANK} dm 1;\n{BACK_RANK} bm Rd8#; dm 1;\n{BACK_RANK} bm #1;"));
        assert!(mate.puzzles.iter().all(|of| matches!(of, ImportedPuzzle::MateIn { moves: 1, .. })));
        assert_eq!(mate.puzzles.len(), 3);
    }

    #[test]
    fn the_database_of_lichess_begins_with_the_move_of_the_opponent() {
        let header =
            "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n";
        let row = "00x,6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 b - - 0 1,b2b7 d1d8,640,75,90,900,backRankMate mate mateIn1,url,\n";
        for text in
            [format!("{header}{row}"), row.to_owned(), format!("\u{feff}{header}{row}").replace('\n', "\r\n")]
        {
            let puzzle = only(&text);
            assert_eq!(puzzle.rating, Some(640));
            assert_eq!(puzzle.themes, [PuzzleTheme::Mate]);
            assert!(notation::uci_line(&puzzle.start, &puzzle.solution).join(" ") == "d1d8");
        }
        let filter = ImportFilter { limit: 100, ratings: 1000..=1200 };
        let filtered = read(format!("{header}{row}").as_bytes(), &filter, &mut |_| true).unwrap();
        assert_eq!((filtered.puzzles.len(), filtered.left_out), (0, 1));
    }

    #[test]
    fn a_game_with_a_fen_tag_is_a_puzzle() {
        let game = format!("[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"{BACK_RANK} 0 1\"]\n\n1. Rd8# 1-0\n");
        assert_eq!(only(&game).solution.len(), 1);
        let without = import("[Event \"x\"]\n\n1. e4 e5 *\n");
        assert!(without.faults[0].reason.contains("no FEN tag"), "{:?}", without.faults);
    }

    #[test]
    fn every_fault_has_its_line_and_the_rest_is_imported() {
        let text = format!(
            "# a comment\n{BACK_RANK} bm Rd8#;\n{BACK_RANK} bm Ra8;\n{BACK_RANK} id \"no move\";\n{BACK_RANK} dm x;\n\
             8/8/8/8/8/8/8/8 w - - bm e4;\n{BACK_RANK} bm Rd7;\n"
        );
        let import = import(&text);
        assert_eq!(import.puzzles.len(), 2, "{import:?}");
        let lines: Vec<u64> = import.faults.iter().map(|fault| fault.line).collect();
        assert_eq!(lines, [3, 4, 5, 6], "{:?}", import.faults);
    }

    #[test]
    fn the_limit_ends_the_import() {
        let text = format!("{BACK_RANK} bm Rd8#;\n").repeat(5);
        let filter = ImportFilter { limit: 3, ratings: 0..=u16::MAX };
        let import = read(text.as_bytes(), &filter, &mut |_| true).unwrap();
        assert_eq!((import.puzzles.len(), import.is_cut), (3, true));
        let stopped = read(text.as_bytes(), &filter, &mut |count| count < 2).unwrap();
        assert_eq!((stopped.puzzles.len(), stopped.is_cut), (2, false));
    }
}
