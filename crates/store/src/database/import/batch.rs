//! Games of an import in batches: read one after the other, looked at and indexed on as many threads as there are cores, and
//! copied in their order.

use chess::thread::{ThreadBuilder, core_count, work_in_order};
use database::{AddedGame, ReadGame, Segment, SegmentBuilder};
use game::GameIdentity;
use game::game_list::ImportFault;
use game::known_games::ComparedGame;
use game::pgn::plain::PlainGame;
use game::pgn::split::{MAX_GAME_BYTES, PgnGameText};
use game::pgn::{self, GameResult, PgnError, PgnHeader, notes};

/// The most text of a batch, in bytes, unless one game has more.
const BATCH_BYTES: usize = 4 << 20;

/// Texts of games as they are copied.
#[derive(Default)]
pub(super) struct ImportBatch {
    /// The texts, each with what separates it from the next one. Their offsets count from the start of the batch.
    texts: Vec<PgnGameText>,
    bytes: usize,
}

/// A batch that was looked at.
pub(super) struct CheckedBatch {
    pub(super) texts: Vec<CheckedText>,
    /// The index of its games, with offsets from the start of the batch. None where the copy may be split in another way than
    /// the source was.
    pub(super) segment: Option<Segment>,
}

/// A text as it is copied.
pub(super) struct CheckedText {
    pub(super) bytes: Vec<u8>,
    /// What is known of the game; None for what stands between games.
    pub(super) game: Option<CheckedGame>,
}

/// A game with what decides whether it is copied.
pub(super) struct CheckedGame {
    pub(super) compared: ComparedGame,
    /// The names of White and Black; `?` where unknown.
    pub(super) players: [String; 2],
    /// Whether it has neither a move nor a comment nor a starting position.
    pub(super) is_empty: bool,
    pub(super) fault: Option<ImportFault>,
}

impl ImportBatch {
    /// Whether it is full.
    const fn is_full(&self) -> bool {
        self.bytes >= BATCH_BYTES
    }

    /// Adds a text; the next one begins on a new line.
    fn push(&mut self, mut text: PgnGameText) {
        let separator: &[u8] = if text.bytes.ends_with(b"\n") { b"\n" } else { b"\n\n" };
        text.bytes.extend_from_slice(separator);
        text.offset = self.bytes as u64;
        self.bytes += text.bytes.len();
        self.texts.push(text);
    }

    /// Looks at its games, and indexes them.
    fn check(self) -> CheckedBatch {
        let mut builder = SegmentBuilder::new();
        let mut is_plain = true;
        let mut texts = Vec::with_capacity(self.texts.len());
        for text in self.texts {
            let added = text.is_game().then(|| builder.add(&text));
            let is_certain = matches!(added, Some(AddedGame::Plain { .. }));
            is_plain &= is_certain || PlainGame::read(&text.bytes, true).is_some();
            let game = added.map(|added| CheckedGame::of(&text, added));
            texts.push(CheckedText { bytes: text.bytes, game });
        }
        CheckedBatch { texts, segment: is_plain.then(|| builder.finish()) }
    }
}

impl CheckedGame {
    fn of(text: &PgnGameText, added: AddedGame<'_>) -> Self {
        match added {
            AddedGame::Plain { game, fingerprint } => Self::of_plain(text, &game, fingerprint),
            AddedGame::Any(read) => Self::of_any(text, *read),
        }
    }

    fn of_plain(text: &PgnGameText, plain: &PlainGame<'_>, fingerprint: u64) -> Self {
        let tags = plain.ascii_tags().into_iter().flatten();
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut header = PgnHeader { tags: tags.collect(), ..PgnHeader::default() };
        header.result = header.tag("Result").and_then(GameResult::of).unwrap_or_default();
        let result = if header.result == GameResult::Unknown { plain.result } else { header.result };
        let notes = if plain.may_have_notes() { notes::read(&pgn::decode(&text.bytes), &[]).0 } else { 0 };
        let identity = GameIdentity::of(&header, result, notes);
        let players = ["White", "Black"].map(|name| header.tag(name).unwrap_or("?").to_owned());
        let has_players = players.iter().any(|name| name != "?");
        Self {
            compared: ComparedGame { fingerprint, identity, has_players },
            players,
            is_empty: plain.plies == 0 && !identity.has_notes(),
            fault: too_long(text, plain.plies as usize),
        }
    }

    fn of_any(text: &PgnGameText, ReadGame { entry, identity, reading }: ReadGame) -> Self {
        let is_chapter = identity.has_notes() && text.position().is_none();
        let has_start = || pgn::read_tags(&pgn::decode(&text.bytes)).tag("FEN").is_some();
        let is_empty = text.plies == 0 && !is_chapter && !has_start();
        let lacks_moves = reading.lacks_moves();
        let tree = &reading.game.tree;
        let plies = tree.main_line_from(tree.start()).len();
        let fault =
            reading.fault.map(|error| ImportFault { error: error.in_file(text.line), plies, lacks_moves });
        Self {
            compared: ComparedGame::of(&entry, identity),
            players: [entry.white, entry.black],
            is_empty,
            fault: fault.or_else(|| too_long(text, plies)),
        }
    }
}

/// The fault of a game that is longer than any that is read.
fn too_long(text: &PgnGameText, plies: usize) -> Option<ImportFault> {
    (text.bytes.len() >= MAX_GAME_BYTES).then(|| {
        let megabytes = MAX_GAME_BYTES >> 20;
        let reason = format!("the game is longer than {megabytes} MB; the rest of it is another game");
        ImportFault { error: PgnError { line: text.line, column: 1, reason }, plies, lacks_moves: true }
    })
}

/// Reads texts into batches on this thread, has them checked on others, and takes them on this one in their order. The first
/// error ends it.
pub(super) fn check_in_order<E>(
    texts: impl Iterator<Item = Result<PgnGameText, E>>,
    take: impl FnMut(CheckedBatch) -> Result<(), E>,
) -> Result<(), E> {
    work_in_order(
        core_count(),
        || ThreadBuilder::new("import"),
        ImportBatch::check,
        take,
        |send| {
            let mut batch = ImportBatch::default();
            for text in texts {
                batch.push(text?);
                if batch.is_full() {
                    send(std::mem::take(&mut batch))?;
                }
            }
            if batch.texts.is_empty() { Ok(()) } else { send(batch) }
        },
    )
}
