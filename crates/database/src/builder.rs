//! Makes a segment from the texts of games.

use chess::board::Board;
use chess::{Color, HalfMove, Position, fen};
use game::game_list::{ANALYSIS_TAG, text_only_note};
use game::opening::{self, eco_number};
use game::pgn::plain::PlainGame;
use game::pgn::split::PgnGameText;
use game::pgn::{self, GameResult, PgnHeader, known};
use game::tree::Tree;
use game::{GameDate, Opening};
use shakmaty::san::SanPlus;

use crate::move_code;
use crate::names::NameCollector;
use crate::segment::{BLACK_BEGINS, IS_ANALYSIS, Segment, hash_of, result_number};

/// The longest opening, in half-moves: later positions are not looked up.
const BOOK_PLIES: u32 = 40;

/// A segment while games are added to it.
#[derive(Debug)]
pub struct SegmentBuilder {
    segment: Segment,
    names: NameCollector,
    start: (Position, Board),
}

/// What is indexed of a game's tags.
#[derive(Default)]
struct IndexedTags<'t> {
    white: &'t str,
    black: &'t str,
    event: &'t str,
    site: &'t str,
    round: &'t str,
    date: &'t str,
    result: &'t str,
    white_elo: &'t str,
    black_elo: &'t str,
    eco: &'t str,
    opening: &'t str,
    time_control: &'t str,
    fen: &'t str,
    /// Whether a tag says that the rules are those of a variant, or the position has to be set up.
    has_setup: bool,
    is_analysis: bool,
}

impl<'t> IndexedTags<'t> {
    fn of(tags: impl Iterator<Item = (&'t str, &'t str)>) -> Self {
        let mut found = Self::default();
        for (name, value) in tags {
            let field = match name {
                "White" => &mut found.white,
                "Black" => &mut found.black,
                "Event" => &mut found.event,
                "Site" => &mut found.site,
                "Round" => &mut found.round,
                "Date" => &mut found.date,
                "Result" => &mut found.result,
                "WhiteElo" => &mut found.white_elo,
                "BlackElo" => &mut found.black_elo,
                "ECO" => &mut found.eco,
                "Opening" => &mut found.opening,
                "TimeControl" => &mut found.time_control,
                "FEN" | "SetUp" | "Variant" => {
                    found.has_setup = true;
                    continue;
                }
                ANALYSIS_TAG => {
                    found.is_analysis = true;
                    continue;
                }
                _ => continue,
            };
            // Of tags with the same name the first one counts.
            if field.is_empty() {
                *field = known(value);
            }
        }
        found
    }
}

/// The moves of a game while they are played: what is kept of them.
struct MoveWriter<'s> {
    codes: &'s mut Vec<u8>,
    hashes: &'s mut Vec<u16>,
    position: Position,
    board: Board,
    plies: u32,
    opening: Option<Opening>,
}

impl MoveWriter<'_> {
    /// Plays a half-move. None where it is not legal.
    fn play(&mut self, half_move: HalfMove) -> Option<()> {
        let (coded, next) = match half_move {
            HalfMove::Move(mv) => {
                let coded = self.board.find_move(mv)?;
                (Some(coded), self.board.after(coded))
            }
            HalfMove::Null => (None, self.board.after_null_move()?),
        };
        if self.board.turn() == Color::White {
            self.hashes.push(hash_of(self.board.key()));
        }
        move_code::encode(&self.board, coded, self.codes);
        self.board = next;
        match half_move {
            HalfMove::Move(mv) => self.position.play(mv),
            HalfMove::Null => self.position = self.position.after_pass()?,
        }
        self.plies += 1;
        if self.plies <= BOOK_PLIES {
            self.opening = Opening::of(&self.position).or(self.opening);
        }
        Some(())
    }

    /// Keeps the hash of the last position: the number of half-moves, and the opening.
    fn finish(self) -> (u32, Option<Opening>) {
        self.hashes.push(hash_of(self.board.key()));
        (self.plies, self.opening)
    }
}

impl Default for SegmentBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl SegmentBuilder {
    /// A segment without games.
    #[must_use]
    pub fn new() -> Self {
        let mut names = NameCollector::default();
        // The first text in order, so that it keeps its number.
        names.add("");
        let start = (Position::start(), Board::from(&Position::start()));
        Self { segment: Segment::default(), names, start }
    }

    /// Number of games so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.segment.len()
    }

    /// Whether it has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.segment.is_empty()
    }

    /// Adds a game of a file.
    pub fn add(&mut self, text: &PgnGameText) {
        let plain = PlainGame::read(&text.bytes, true).and_then(|game| self.add_plain(text, &game));
        if plain.is_none() {
            self.add_any(text);
        }
    }

    /// Adds a plain game from the usual start. None, and nothing is added, where it is not that plain.
    fn add_plain(&mut self, text: &PgnGameText, game: &PlainGame<'_>) -> Option<()> {
        let tags = IndexedTags::of(game.ascii_tags()?);
        if tags.has_setup {
            return None;
        }
        let (codes, hashes) = (self.segment.codes.len(), self.segment.hashes.len());
        let (position, board) = self.start.clone();
        let mut writer = self.writer(position, board);
        for san in game.moves() {
            let mv =
                SanPlus::from_ascii(san).ok().and_then(|san| san.san.to_move(writer.position.chess()).ok());
            if mv.and_then(|mv| writer.play(mv.into())).is_none() {
                self.segment.codes.truncate(codes);
                self.segment.hashes.truncate(hashes);
                return None;
            }
        }
        let (plies, opening) = writer.finish();
        let result = GameResult::of(tags.result).filter(|&result| result != GameResult::Unknown);
        let opening = opening::listed(tags.opening, tags.eco, opening);
        self.push(text, &tags, result.unwrap_or(game.result), &opening, (plies, codes, false));
        Some(())
    }

    /// Adds any game.
    fn add_any(&mut self, text: &PgnGameText) {
        let decoded = pgn::decode(&text.bytes);
        let reading = pgn::read(&decoded, &Position::start());
        let has_fen = reading.game.header.tag("FEN").is_some();
        let PgnHeader { tags, result, .. } = &reading.game.header;
        let mut tags = IndexedTags::of(tags.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        let tree = &reading.game.tree;
        let start = tree.node(tree.start()).position();
        let start_fen = if *start == Position::start() { String::new() } else { fen::format(start) };
        let codes = self.segment.codes.len();
        let (plies, opening) = if reading.unplayable.is_none() {
            tags.fen = &start_fen;
            play_tree(tree, self.writer(start.clone(), Board::from(start)))
        } else {
            self.writer(Position::start(), Board::from(&Position::start())).finish()
        };
        let opening = match &reading.unplayable {
            Some(unplayable) => text_only_note(unplayable),
            // As in a list, the moves of a game with a `FEN` tag say nothing about its opening.
            None => opening::listed(tags.opening, tags.eco, opening.filter(|_| !has_fen)),
        };
        let black_begins = reading.unplayable.is_none() && start.turn() == Color::Black;
        self.push(text, &tags, *result, &opening, (plies, codes, black_begins));
    }

    fn writer(&mut self, position: Position, board: Board) -> MoveWriter<'_> {
        let Segment { codes, hashes, .. } = &mut self.segment;
        MoveWriter { codes, hashes, position, board, plies: 0, opening: None }
    }

    fn push(
        &mut self,
        text: &PgnGameText,
        tags: &IndexedTags<'_>,
        result: GameResult,
        opening: &str,
        (plies, codes_start, black_begins): (u32, usize, bool),
    ) {
        let segment = &mut self.segment;
        segment.offsets.push(text.offset);
        segment.lengths.push(u32::try_from(text.bytes.len()).unwrap_or(u32::MAX));
        for (column, name) in [
            (&mut segment.white, tags.white),
            (&mut segment.black, tags.black),
            (&mut segment.events, tags.event),
            (&mut segment.sites, tags.site),
            (&mut segment.rounds, tags.round),
            (&mut segment.time_controls, tags.time_control),
            (&mut segment.openings, opening),
            (&mut segment.starts, tags.fen),
        ] {
            column.push(self.names.add(name));
        }
        segment.dates.push(GameDate::of_pgn(tags.date).number());
        segment.white_elos.push(tags.white_elo.trim().parse().unwrap_or(0));
        segment.black_elos.push(tags.black_elo.trim().parse().unwrap_or(0));
        segment.ecos.push(eco_number(opening));
        let flags = u8::from(black_begins) * BLACK_BEGINS + u8::from(tags.is_analysis) * IS_ANALYSIS;
        segment.results.push(result_number(result) | flags);
        segment.plies.push(plies);
        segment.code_lengths.push(u32::try_from(segment.codes.len() - codes_start).unwrap_or(u32::MAX));
    }

    /// The segment.
    ///
    /// # Panics
    /// Never: a segment has less than 4 GiB of moves.
    #[must_use]
    pub fn finish(self) -> Segment {
        let mut segment = self.segment;
        segment.set_names(self.names);
        segment.derive_starts().expect("less than 4 GiB of moves");
        segment
    }
}

/// Plays the main line of a game.
fn play_tree(tree: &Tree, mut writer: MoveWriter<'_>) -> (u32, Option<Opening>) {
    for node in tree.main_line_from(tree.start()) {
        let Some(half_move) = tree.node(node).half_move() else { break };
        if writer.play(half_move).is_none() {
            break;
        }
    }
    writer.finish()
}
