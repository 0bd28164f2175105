//! Games of an import in batches: read one after the other, looked at and indexed on as many threads as there are cores, and
//! copied in their order.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use chess::Position;
use chess::thread::{ThreadBuilder, core_count};
use database::{Segment, SegmentBuilder};
use game::game_list::ImportFault;
use game::known_games::ComparedGame;
use game::pgn::plain::PlainGame;
use game::pgn::split::{MAX_GAME_BYTES, PgnGameText};
use game::pgn::{self, GameResult, PgnError, PgnHeader, PgnReadResult, notes};
use game::{GameIdentity, GameListEntry};

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
            let plain = text.is_game().then(|| builder.add(&text)).flatten();
            is_plain &= plain.is_some() || PlainGame::read(&text.bytes, true).is_some();
            let of_plain =
                plain.and_then(|plain| CheckedGame::of_plain(&text, &plain, builder.last_fingerprint()));
            let game = of_plain.or_else(|| text.is_game().then(|| CheckedGame::of_any(&text)));
            texts.push(CheckedText { bytes: text.bytes, game });
        }
        CheckedBatch { texts, segment: is_plain.then(|| builder.finish()) }
    }
}

impl CheckedGame {
    /// A plain game with legal moves.
    fn of_plain(text: &PgnGameText, plain: &PlainGame<'_>, fingerprint: u64) -> Option<Self> {
        let tags = plain.ascii_tags()?.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut header = PgnHeader { tags: tags.collect(), ..PgnHeader::default() };
        header.result = header.tag("Result").and_then(GameResult::of).unwrap_or_default();
        let result = if header.result == GameResult::Unknown { plain.result } else { header.result };
        let notes = if plain.may_have_notes() { notes::digest(&pgn::decode(&text.bytes), &[]) } else { 0 };
        let identity = GameIdentity::of(&header, result, notes);
        let players = ["White", "Black"].map(|name| header.tag(name).unwrap_or("?").to_owned());
        let has_players = players.iter().any(|name| name != "?");
        Some(Self {
            compared: ComparedGame { fingerprint, identity, has_players },
            players,
            is_empty: plain.plies == 0 && !identity.has_notes(),
            fault: too_long(text, plain.plies as usize),
        })
    }

    /// Any other game.
    fn of_any(text: &PgnGameText) -> Self {
        let (entry, identity) = GameListEntry::with_identity(PathBuf::new(), text, 0);
        let decoded = pgn::decode(&text.bytes);
        let is_chapter = identity.has_notes() && text.position().is_none();
        let is_empty = text.plies == 0 && pgn::read_tags(&decoded).tag("FEN").is_none() && !is_chapter;
        let reading = pgn::read(&decoded, &Position::start());
        let lacks_moves = reading.lacks_moves();
        let PgnReadResult { game, fault, .. } = reading;
        let plies = game.tree.main_line_from(game.tree.start()).len();
        let fault = fault.map(|error| ImportFault { error: error.in_file(text.line), plies, lacks_moves });
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
    mut texts: impl Iterator<Item = Result<PgnGameText, E>>,
    mut take: impl FnMut(CheckedBatch) -> Result<(), E>,
) -> Result<(), E> {
    let threads = core_count();
    let (work, jobs): (SyncSender<(u64, ImportBatch)>, Receiver<_>) = sync_channel(threads + 1);
    let (results, checked): (SyncSender<(u64, CheckedBatch)>, Receiver<_>) = sync_channel(threads + 1);
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
    thread::scope(|scope| {
        let start = |_: &usize| {
            let results = results.clone();
            let check = move || {
                while let Ok((number, batch)) = next()
                    && results.send((number, batch.check())).is_ok()
                {}
            };
            ThreadBuilder::new("import").spawn_scoped(scope, check).is_ok()
        };
        let has_threads = (0..threads).filter(start).count() > 0;
        // Without a thread that works none is waited for.
        drop(results);
        // The threads end when no work comes any more, whatever the result is.
        let work = work;
        let mut waiting: BTreeMap<u64, CheckedBatch> = BTreeMap::new();
        let (mut sent, mut taken) = (0, 0);
        let mut is_end = false;
        while !is_end || taken < sent {
            if !is_end && sent - taken <= threads as u64 {
                let batch = next_batch(&mut texts)?;
                is_end = batch.texts.is_empty();
                if is_end {
                    continue;
                }
                if has_threads {
                    // The threads take work for as long as there is a sender.
                    let _ = work.send((sent, batch));
                } else {
                    waiting.insert(sent, batch.check());
                }
                sent += 1;
            } else if !waiting.contains_key(&taken) {
                let Ok((number, batch)) = checked.recv() else { break };
                waiting.insert(number, batch);
            }
            while let Some(batch) = waiting.remove(&taken) {
                taken += 1;
                take(batch)?;
            }
        }
        Ok(())
    })
}

/// The next batch; an empty one at the end.
fn next_batch<E>(texts: &mut impl Iterator<Item = Result<PgnGameText, E>>) -> Result<ImportBatch, E> {
    let mut batch = ImportBatch::default();
    while !batch.is_full() {
        match texts.next() {
            Some(text) => batch.push(text?),
            None => break,
        }
    }
    Ok(batch)
}
