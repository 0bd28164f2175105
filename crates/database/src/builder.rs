//! Makes a segment from the texts of games.

use std::path::PathBuf;
use std::sync::Arc;

use chess::board::Board;
use chess::{Color, HalfMove, Position, fen};
use game::game_list::{ANALYSIS_TAG, digest};
use game::opening;
use game::own_game::GAME_TAG;
use game::pgn::movetext::{FingerprintHasher, standard_spelling};
use game::pgn::plain::PlainGame;
use game::pgn::split::PgnGameText;
use game::pgn::{self, GameResult, PgnReadResult, known};
use game::tree::Tree;
use game::{GameIdentity, GameListEntry, Opening};
use shakmaty::san::SanPlus;

use crate::game_headers::{BLACK_BEGINS, annotation_bits};
use crate::header_builder::{HeaderBuilder, IndexedHeader};
use crate::move_code;
use crate::segment::{Segment, hash_of};

/// The longest opening, in half-moves: later positions are not looked up.
const BOOK_PLIES: u32 = 40;

/// A segment while games are added to it.
#[derive(Debug)]
pub struct SegmentBuilder {
    headers: HeaderBuilder,
    segment: Segment,
    start: (Position, Board),
}

/// A game that was added to a segment.
#[derive(Debug)]
pub enum AddedGame<'t> {
    /// A plain game with ASCII tags, from the usual start, whose moves are all legal.
    Plain {
        /// The game.
        game: PlainGame<'t>,
        /// Its fingerprint, as a game list has it.
        fingerprint: u64,
    },
    /// Any other.
    Any(Box<ReadGame>),
}

/// What was read of a game.
#[derive(Debug)]
pub struct ReadGame {
    /// Its entry in a game list, without its file.
    pub entry: GameListEntry,
    /// What tells it from other games with its fingerprint.
    pub identity: GameIdentity,
    /// The game with its faults.
    pub reading: PgnReadResult,
}

/// What is indexed of a plain game's tags.
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
}

impl<'t> IndexedTags<'t> {
    /// The tags of a game from the usual start. None for one with a start of its own or of another variant, and for those of this
    /// program.
    fn of(tags: impl Iterator<Item = (&'t str, &'t str)>) -> Option<Self> {
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
                "FEN" | "SetUp" | "Variant" | ANALYSIS_TAG | GAME_TAG => return None,
                _ => continue,
            };
            // Of tags with the same name the first one counts.
            if field.is_empty() {
                *field = known(value);
            }
        }
        Some(found)
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
        let start = (Position::start(), Board::from(&Position::start()));
        Self { headers: HeaderBuilder::default(), segment: Segment::default(), start }
    }

    /// Number of games so far.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.headers.len()
    }

    /// Whether it has no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a game of a file. Returns what was read of it.
    pub fn add<'t>(&mut self, text: &'t PgnGameText) -> AddedGame<'t> {
        let plain = PlainGame::read(&text.bytes, true)
            .and_then(|game| Some(AddedGame::Plain { game, fingerprint: self.add_plain(text, &game)? }));
        plain.unwrap_or_else(|| AddedGame::Any(Box::new(self.add_any(text))))
    }

    /// Adds a plain game from the usual start: its fingerprint. None, and nothing is added, where it is not that plain.
    fn add_plain(&mut self, text: &PgnGameText, game: &PlainGame<'_>) -> Option<u64> {
        let tags = IndexedTags::of(game.ascii_tags()?)?;
        let (codes, hashes) = (self.segment.codes.len(), self.segment.hashes.len());
        let (position, board) = self.start.clone();
        let mut writer = self.writer(position, board);
        let players = [tags.white, tags.black].map(|player| if player.is_empty() { "?" } else { player });
        let mut fingerprint = FingerprintHasher::new(players, tags.date, "");
        for san in game.moves() {
            let mut play = || {
                let mv = SanPlus::from_ascii(san).ok()?.san.to_move(writer.position.chess()).ok()?;
                fingerprint.add_move(&standard_spelling(
                    &writer.position,
                    mv,
                    std::str::from_utf8(san).ok()?,
                ));
                writer.play(mv.into())
            };
            if play().is_none() {
                self.segment.codes.truncate(codes);
                self.segment.hashes.truncate(hashes);
                return None;
            }
        }
        let (plies, opening) = writer.finish();
        let result = GameResult::of(tags.result).filter(|&result| result != GameResult::Unknown);
        let opening = opening::listed(tags.opening, tags.eco, opening);
        let IndexedTags { white, black, event, site, round, date, time_control, .. } = tags;
        let header = IndexedHeader {
            white,
            black,
            event,
            site,
            round,
            time_control,
            opening: &opening,
            start: "",
            date,
            elos: [tags.white_elo, tags.black_elo].map(|elo| elo.trim().parse().ok()),
            result: result.unwrap_or(game.result),
            flags: annotation_bits(game.annotations()),
            plies,
            fingerprint: fingerprint.finish(),
        };
        self.push(text, &header, codes);
        Some(header.fingerprint)
    }

    /// Adds any game, as a game list shows it.
    fn add_any(&mut self, text: &PgnGameText) -> ReadGame {
        let (listed, identity) = GameListEntry::with_identity(PathBuf::new(), text, 0);
        let reading = pgn::read(&pgn::decode(&text.bytes), &Position::start());
        let tree = &reading.game.tree;
        let start = tree.node(tree.start()).position();
        let codes = self.segment.codes.len();
        let is_playable = listed.unplayable.is_none();
        let (plies, start_fen) = if is_playable {
            let is_usual = *start == Position::start();
            let text = if is_usual { String::new() } else { fen::format(start) };
            (play_tree(tree, self.writer(start.clone(), Board::from(start))), text)
        } else {
            (self.writer(Position::start(), Board::from(&Position::start())).finish().0, String::new())
        };
        let black_begins = is_playable && start.turn() == Color::Black;
        let header = IndexedHeader::of_entry(&listed);
        let header = IndexedHeader {
            start: if is_playable { &start_fen } else { header.start },
            flags: header.flags | (u16::from(black_begins) * BLACK_BEGINS),
            plies,
            ..header
        };
        self.push(text, &header, codes);
        ReadGame { entry: listed, identity, reading }
    }

    fn writer(&mut self, position: Position, board: Board) -> MoveWriter<'_> {
        let Segment { codes, hashes, .. } = &mut self.segment;
        MoveWriter { codes, hashes, position, board, plies: 0, opening: None }
    }

    /// Adds the header of a game whose moves have codes from `codes_start` on.
    fn push(&mut self, text: &PgnGameText, header: &IndexedHeader<'_>, codes_start: usize) {
        let length = u32::try_from(text.bytes.len()).unwrap_or(u32::MAX);
        self.headers.push((text.offset, length, digest(&text.bytes)), header);
        let code_length = self.segment.codes.len() - codes_start;
        self.segment.code_lengths.push(u32::try_from(code_length).unwrap_or(u32::MAX));
    }

    /// The segment.
    ///
    /// # Panics
    /// Never: a segment has less than 4 GiB of moves.
    #[must_use]
    pub fn finish(self) -> Segment {
        let Self { headers, mut segment, .. } = self;
        segment.headers = Arc::new(headers.finish());
        segment.derive_starts().expect("less than 4 GiB of moves");
        segment
    }
}

/// Plays the main line of a game: the number of half-moves.
fn play_tree(tree: &Tree, mut writer: MoveWriter<'_>) -> u32 {
    for node in tree.main_line_from(tree.start()) {
        let Some(half_move) = tree.node(node).half_move() else { break };
        if writer.play(half_move).is_none() {
            break;
        }
    }
    writer.finish().0
}

#[cfg(test)]
mod tests {
    use game::GameDate;
    use game::pgn::split::PgnSplitter;

    use super::*;

    /// The entries of the index are those of a list that is made from the texts.
    fn check(text: &str) -> usize {
        let mut builder = SegmentBuilder::new();
        let games: Vec<PgnGameText> = PgnSplitter::new(text.as_bytes()).map(Result::unwrap).collect();
        for game in &games {
            builder.add(game);
        }
        let segment = builder.finish();
        for (number, game) in games.iter().enumerate() {
            let indexed = segment.game(number).list_entry(PathBuf::new(), 7);
            let listed = GameListEntry::of(PathBuf::new(), game, 7);
            // A list counts the words that look like moves, the index those that can be played.
            assert!(indexed.plies <= listed.plies);
            let date = GameDate::of_pgn(&listed.date).to_string();
            assert_eq!(indexed, GameListEntry { plies: indexed.plies, date, ..listed }, "game {number}");
        }
        games.len()
    }

    #[test]
    fn an_indexed_game_is_listed_as_its_text_is() {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1-0";
        let own = "[GameMark \"20000-00000001\"]\n[WhiteType \"human\"]\n[BlackType \"human\"]\n[EngineTime \"1000\"]\n";
        for tags in [
            "[Event \"Cup\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.01.??\"]\n[Result \"1-0\"]\n",
            "[Event \"?\"]\n[White \"?\"]\n[Black \"-\"]\n[WhiteElo \"2100\"]\n[BlackElo \"?\"]\n",
            "[Event \"J\u{f6}rg\"]\n[White \" a \"]\n[ECO \"C65\"]\n[Opening \"Berlin\"]\n",
            "[Event \"x\"]\n[Variant \"Antichess\"]\n",
            "[Event \"x\"]\n[FEN \"rnbqkbnr/8/8/8/8/8/8/8 w - - 0 1\"]\n",
            "[Event \"x\"]\n[AnalysisMark \"20000-00000007\"]\n",
            own,
        ] {
            check(&format!("{tags}\n{moves}\n"));
        }
        check("[Event \"a\"]\n\n1. e4 f5 2. exf5 g6 3. fxg6 Nf6 4. gxh7 Ng8 5. hxg8=Q Rxg8 6. Ke3 Nc6 *\n");
        check(
            "[Event \"a\"]\n\n1. Nf3 d5 2. d4 e6 3. Nfd2 Nd7 4. Ng1f3 *\n\n[Event \"b\"]\n\n1. d4+ d5 2. Nd2 Nd7 3. Ngf3 Ngf6 *\n",
        );
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1 bm Kc2; id \"mate in two\";\n");
        check("position fen 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1 moves b3b4\n");
    }

    #[test]
    fn real_games_are_listed_as_their_texts_are() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let reports = std::fs::read_dir(format!("{root}/tests/data/reports")).unwrap();
        let reports =
            reports.map(|file| file.unwrap().path()).filter(|file| file.extension() == Some("pgn".as_ref()));
        let classics = PathBuf::from(format!("{root}/crates/practice/assets/classics.pgn"));
        let texts =
            reports.chain([classics]).map(|file| pgn::decode(&std::fs::read(file).unwrap()).into_owned());
        assert!(texts.map(|text| check(&text)).sum::<usize>() > 20);
    }
}
