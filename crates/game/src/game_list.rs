//! Entries of a game list, from the tags of each game, without parsing its moves.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use twox_hash::XxHash3_64;

use super::game_identity::GameIdentity;
use super::opening::{self, Opening};
use super::pgn::notes::Annotations;
use super::pgn::split::PgnGameText;
use super::pgn::{self, GameResult, PgnError, PgnHeader, UnplayableGame, movetext, notes};
use super::player::{color_of_user, is_my_name};
use super::player_result::PlayerResult;
use super::time_class::TimeClass;
use super::tree::Tree;
use chess::{Color, Position, fen, names};

/// The location of a game's text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameLocation {
    /// The file; empty where the text was pasted.
    pub file: PathBuf,
    /// The first byte.
    pub offset: u64,
    /// How many bytes.
    pub length: u64,
    /// The checksum of its bytes ([`digest`]), to detect changes of the file.
    pub digest: u64,
}

/// Places of games: by file, the offset of each game in bytes.
pub type GamePlaces = HashMap<PathBuf, HashSet<u64>>;

/// A set of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameSet {
    /// By the checksums of their texts.
    ByText(BTreeSet<u64>),
    /// By their places, which change when games of the same files come and go.
    ByPlace(GamePlaces),
}

impl GameSet {
    /// The games of the set in one file.
    #[must_use]
    pub fn in_file(&self, file: &Path) -> FileGameSet<'_> {
        match self {
            Self::ByText(texts) => FileGameSet::ByText(texts),
            Self::ByPlace(places) => FileGameSet::ByPlace(places.get(file)),
        }
    }
}

/// The games of a [`GameSet`] in one file.
#[derive(Clone, Copy, Debug)]
pub enum FileGameSet<'s> {
    /// By the checksums of their texts.
    ByText(&'s BTreeSet<u64>),
    /// By their offsets; None where there is none.
    ByPlace(Option<&'s HashSet<u64>>),
}

impl FileGameSet<'_> {
    /// Whether the set has a game, by its offset in the file and the checksum of its text.
    #[must_use]
    pub fn contains(self, offset: u64, digest: u64) -> bool {
        match self {
            Self::ByText(texts) => texts.contains(&digest),
            Self::ByPlace(offsets) => offsets.is_some_and(|offsets| offsets.contains(&offset)),
        }
    }
}

/// A checksum (XXH3) of a game's text.
#[must_use]
pub fn digest(text: &[u8]) -> u64 {
    XxHash3_64::oneshot(text)
}

/// The fingerprint of a game in memory: that of its entry in a list.
#[must_use]
pub fn fingerprint(header: &PgnHeader, tree: &Tree) -> u64 {
    let tag = |name: &str| header.tag(name);
    let players = ["White", "Black"].map(|name| tag(name).unwrap_or("?"));
    let mut at = tree.start();
    let mut moves = Vec::new();
    for node in tree.main_line_from(at) {
        moves.extend(tree.node(node).half_move().map(|mv| mv.san(tree.node(at).position())));
        at = node;
    }
    let date = tag("Date").unwrap_or_default();
    let start = start_text(tag("FEN"), tree.node(tree.start()).position());
    movetext::fingerprint(players, date, &start, moves.iter().map(String::as_str))
}

/// The start of a game in its fingerprint: the FEN as its tag has it, empty for the usual one.
fn start_text(tag: Option<&str>, start: &Position) -> String {
    match tag {
        Some(fen) => fen.to_owned(),
        None if *start == Position::start() => String::new(),
        None => fen::format(start),
    }
}

/// The tag of an analysis that was kept by itself: its id.
pub const ANALYSIS_TAG: &str = "AnalysisMark";

/// The event of an analysis that is of no game.
pub const ANALYSIS_EVENT: &str = "Analysis";

/// A deleted game, for undo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrashedGame {
    /// Its previous location.
    pub location: GameLocation,
    /// The file that now holds it alone.
    pub trash: PathBuf,
}

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ImportedGames {
    /// The new file; None if nothing was new.
    pub file: Option<PathBuf>,
    /// Number of new games without an error.
    pub new: usize,
    /// Number of games that are kept besides one with the same moves, because their text says something else. They
    /// are no new games.
    pub other_texts: usize,
    /// Number of duplicates, which are left out.
    pub duplicates: usize,
    /// Number of games without moves, comments and a start, which are left out.
    pub empty: usize,
    /// The new games with an error, which are imported as they are.
    pub faults: Vec<ImportFault>,
    /// The players of the new games with the number of their games, the most frequent first.
    pub players: Vec<(String, usize)>,
}

/// A game with an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportFault {
    /// The first error, with its line in the file that was imported.
    pub error: PgnError,
    /// Number of half-moves of the main line that can be read.
    pub plies: usize,
    /// Whether the moves behind the error cannot be read.
    pub lacks_moves: bool,
}

impl ImportedGames {
    /// Number of games of the file: new ones, other texts, duplicates, games without moves and games with an error.
    #[must_use]
    pub fn count(&self) -> usize {
        self.kept() + self.duplicates + self.empty
    }

    /// Number of games that were copied into the library.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.new + self.other_texts + self.faults.len()
    }
}

/// An entry of a game list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameListEntry {
    /// The location of the game.
    pub location: GameLocation,
    /// White's name; `?` if unknown.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// White's rating, if known.
    pub white_elo: Option<u16>,
    /// Black's rating, if known.
    pub black_elo: Option<u16>,
    /// The date as in PGN: `2026.11.22`, with `??` for unknown parts; empty if unknown.
    pub date: String,
    /// The result.
    pub result: GameResult,
    /// ECO code and name of the opening, from the tags or the moves; empty if unknown.
    pub opening: String,
    /// The event; empty if unknown.
    pub event: String,
    /// The site; empty if unknown.
    pub site: String,
    /// The round; empty if unknown.
    pub round: String,
    /// The time control as in PGN: `180+2`, in seconds; empty if unknown.
    pub time_control: String,
    /// The time class, if known.
    pub time_class: Option<TimeClass>,
    /// A fingerprint: equal for games with the same players, date, start and moves.
    pub fingerprint: u64,
    /// Why it is kept as text alone, if it is: then it is neither reviewed nor counted.
    pub unplayable: Option<UnplayableGame>,
    /// Whether it is an analysis that was kept by itself, and no game that was played.
    pub is_analysis: bool,
    /// Whether it is annotated.
    pub annotations: Annotations,
    /// Half-moves of the main line.
    pub plies: u32,
    /// Whether it can be resumed.
    pub resumes: GameResumable,
    /// The modification time of its file, in Unix seconds.
    pub modified: u64,
}

/// Whether a game can be resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResumable {
    /// It was played in Matescope and is not over.
    Yes,
    /// It is over, or was not played in Matescope.
    No,
}

impl GameListEntry {
    /// What marks an analysis in the [`title`](Self::title).
    pub const ANALYSIS_MARK: &str = " (analysis)";

    /// The entry of a game in a file. `written` is the modification time of the file in Unix seconds.
    #[must_use]
    pub fn of(file: PathBuf, piece: &PgnGameText, written: u64) -> Self {
        Self::with_identity(file, piece, written).0
    }

    /// The entry of a game in a file, and what tells it from other games with its fingerprint.
    #[must_use]
    pub fn with_identity(file: PathBuf, piece: &PgnGameText, written: u64) -> (Self, GameIdentity) {
        let location = GameLocation {
            file,
            offset: piece.offset,
            length: piece.bytes.len() as u64,
            digest: digest(&piece.bytes),
        };
        let text = pgn::decode(&piece.bytes);
        let header = pgn::read_tags(&text);
        let tag = |name: &str| header.tag(name).unwrap_or_default().to_owned();
        let player = |name: &str| header.tag(name).unwrap_or("?").to_owned();
        let result = match header.result {
            GameResult::Unknown => piece.result.unwrap_or_default(),
            tagged => tagged,
        };
        let position = piece.position();
        let (tagged_start, unplayable) = match pgn::start_of(&header) {
            Ok(start) => (Some(start.unwrap_or_else(Position::start)), None),
            Err(unplayable) => (None, Some(unplayable)),
        };
        let start = match &position {
            Some(position) => fen::parse(&position.fen).ok(),
            None => tagged_start,
        };
        let moves = position.as_ref().map_or(&*text, |position| &position.moves);
        let main_line = start.as_ref().map(|start| movetext::play_main_line(moves, start));
        let by_moves = main_line.as_ref().filter(|_| header.tag("FEN").is_none());
        let by_moves = by_moves.and_then(|line| line.opening);
        let opening = opening::listed(&tag("Opening"), &tag("ECO"), by_moves);
        let reached = position.as_ref().and(start.as_ref()).and_then(Opening::of);
        let opening = reached.map_or(opening, |opening| opening.to_string());
        let opening = unplayable.as_ref().map_or(opening, text_only_note);
        let event = match &position {
            Some(text) => text.id.clone().unwrap_or_else(|| text.title()),
            None => tag("Event"),
        };
        let rated = |name: &str| header.tag(name).and_then(|elo| elo.trim().parse().ok());
        let (white, black, date) = (player("White"), player("Black"), tag("Date"));
        let players = [white.as_str(), black.as_str()];
        // Games may differ behind a move that cannot be played.
        let unplayed = main_line.as_ref().map(|line| line.unplayed.as_slice()).unwrap_or_default();
        let (notes, annotations) = notes::read(&text, unplayed);
        let identity = GameIdentity::of(&header, result, notes);
        let fingerprint = match (start, main_line) {
            (Some(start), Some(line)) if position.is_none() || piece.plies > 0 => {
                let start = start_text(header.tag("FEN"), &start);
                movetext::fingerprint(players, &date, &start, line.moves.iter().map(AsRef::as_ref))
            }
            // Without a board there are words alone. A position differs from others by all that is written of it.
            _ if position.is_some() => movetext::fingerprint(players, &date, "", text.split_whitespace()),
            _ => movetext::fingerprint(players, &date, &tag("FEN"), movetext::main_line(&text)),
        };
        let is_own = super::OwnGame::of(&header).is_some() && unplayable.is_none();
        let own = is_own && result == GameResult::Unknown;
        let entry = Self {
            location,
            white_elo: rated("WhiteElo"),
            black_elo: rated("BlackElo"),
            white,
            black,
            date,
            result,
            opening,
            time_class: TimeClass::of_game(header.tag("TimeControl").unwrap_or_default(), &event),
            time_control: tag("TimeControl"),
            event,
            site: tag("Site"),
            round: tag("Round"),
            fingerprint,
            unplayable,
            is_analysis: header.tag(ANALYSIS_TAG).is_some(),
            annotations,
            plies: piece.plies,
            resumes: if own { GameResumable::Yes } else { GameResumable::No },
            modified: written,
        };
        (entry, identity)
    }

    /// The entry of an unreadable file: its name in place of the title, the reason in place of the opening.
    #[must_use]
    pub fn unreadable(file: PathBuf, reason: &str, written: u64) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self {
            location: GameLocation { file, offset: 0, length: 0, digest: 0 },
            white: "?".to_owned(),
            black: "?".to_owned(),
            white_elo: None,
            black_elo: None,
            date: String::new(),
            result: GameResult::Unknown,
            opening: reason.to_owned(),
            event: format!("{name} cannot be read"),
            site: String::new(),
            round: String::new(),
            time_control: String::new(),
            time_class: None,
            fingerprint: 0,
            unplayable: None,
            is_analysis: false,
            annotations: Annotations::default(),
            plies: 0,
            resumes: GameResumable::No,
            modified: written,
        }
    }

    /// The rating of a player, if known.
    #[must_use]
    pub const fn elo(&self, color: Color) -> Option<u16> {
        match color {
            Color::White => self.white_elo,
            Color::Black => self.black_elo,
        }
    }

    /// Whether it is a position rather than a game: no players, no moves, and a name.
    #[must_use]
    pub fn is_position(&self) -> bool {
        self.plies == 0 && !self.has_players() && !self.event.is_empty()
    }

    /// Whether a player is named.
    #[must_use]
    pub fn has_players(&self) -> bool {
        self.white != "?" || self.black != "?"
    }

    /// Whether it is a game to review: it has moves that can be played, is not to be played on, and is no analysis of
    /// another game.
    #[must_use]
    pub fn can_be_reviewed(&self) -> bool {
        let is_over = self.resumes == GameResumable::No;
        self.plies > 0 && is_over && self.unplayable.is_none() && !self.is_analysis
    }

    /// The players, or the event if there are none. An analysis of a game is marked.
    #[must_use]
    pub fn title(&self) -> String {
        if self.is_named_by_event() {
            return self.event.clone();
        }
        format!("{} - {}{}", self.white, self.black, self.title_mark())
    }

    /// Whether the event stands for the players, as in the chapters of a study.
    fn is_named_by_event(&self) -> bool {
        !self.has_players() && !self.event.is_empty()
    }

    const fn title_mark(&self) -> &'static str {
        if self.is_analysis { Self::ANALYSIS_MARK } else { "" }
    }

    /// Whether both players have names of the user.
    #[must_use]
    pub fn is_between_my_names(&self, my_names: &[String]) -> bool {
        [&self.white, &self.black].into_iter().all(|name| is_my_name(name, my_names))
    }

    /// The side that the user played, by the user's names. None if neither player is the user, or both are.
    #[must_use]
    pub fn side_of(&self, my_names: &[String]) -> Option<Color> {
        color_of_user([&self.white, &self.black].map(|name| is_my_name(name, my_names)))
    }

    /// How the game ended for the user. None where the user did not play it.
    #[must_use]
    pub fn result_of(&self, my_names: &[String]) -> Option<PlayerResult> {
        Some(PlayerResult::of(self.result, self.side_of(my_names)?))
    }
}

/// What stands in place of the opening of a game that is kept as text.
#[must_use]
pub fn text_only_note(unplayable: &UnplayableGame) -> String {
    match unplayable {
        UnplayableGame::OtherVariant(name) => name.clone(),
        UnplayableGame::IllegalStart(_) => "no legal start".to_owned(),
    }
}

/// A count with its noun: `1 game`, `12 positions`.
#[must_use]
pub fn count_text(count: usize, are_positions: bool) -> String {
    names::pluralized(count, if are_positions { "position" } else { "game" })
}

/// The [`count_text`] of entries.
#[must_use]
pub fn entries_text(entries: &[GameListEntry]) -> String {
    count_text(entries.len(), !entries.is_empty() && entries.iter().all(GameListEntry::is_position))
}

/// The player who has the most games that can be reviewed, as the name was written first, and their number. Upper and
/// lower case are the same, as on chess sites. None where no player is named.
#[must_use]
pub fn most_frequent_player(rows: impl Iterator<Item = GameListEntry>) -> Option<(String, usize)> {
    let mut players: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let played = rows.filter(GameListEntry::can_be_reviewed);
    for name in played.flat_map(|row| [row.white, row.black]).filter(|name| name != "?") {
        let name = name.trim();
        players.entry(name.to_lowercase()).or_insert_with(|| (name.to_owned(), 0)).1 += 1;
    }
    players.into_values().max_by_key(|player| player.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::split::PgnSplitter;

    #[test]
    fn a_game_in_memory_has_the_fingerprint_of_its_text() {
        for text in [
            "[White \"Anna\"]\n[Black \"Bo\"]\n[Date \"2024.01.02\"]\n\n1. e4! {best} e5 (1... c5) 2. Nf3 d6 1-0",
            "1. e4 f5 2. exf5 g6 3. fxg6 Nf6 4. gxh7 Ng8 5. hxg8=Q Rxg8 6. Nf3 e6 7. Bd3 Bd6 8. O-O *",
            "[FEN \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\"]\n\n1. Kc2 *",
            "1. e4 e5 2. f4 d5 3. fxe5 Nc6 4. Bb5 Nge7, 5. Ng1-f3 xyz (5. d4) a7a6 6. 0-0 ♟xb5 *",
            "[White \"a\"]\n\n1. e4 e5 2. Ke3 d6 3. d4 *",
            "position fen 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1 moves b3b4",
        ] {
            let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
            let game = pgn::read(text, &Position::start()).game;
            let entry = GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0);
            assert_eq!(fingerprint(&game.header, &game.tree), entry.fingerprint, "{text}");
        }
    }

    #[test]
    fn a_game_of_another_variant_is_named_and_not_reviewed() {
        let row = |tags: &str| {
            let text = format!("[White \"Ann\"]\n{tags}\n\n1. e4 e5 2. Nf3 Nc6 1-0\n");
            let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
            GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0)
        };
        for name in ["Antichess", "Three-check", "Racing Kings", "crazyhouse", "King of the Hill", "atomic"] {
            let game = row(&format!("[Variant \"{name}\"]\n[ECO \"C44\"]"));
            assert_eq!((game.opening.as_str(), game.can_be_reviewed(), game.plies), (name, false, 4));
        }
        for name in [
            "Standard",
            "chess",
            "From Position",
            "From_position",
            "Chess960",
            "chess 960",
            "Fischerandom",
            "FRC",
            "?",
            "",
        ] {
            let game = row(&format!("[Variant \"{name}\"]"));
            assert!(game.can_be_reviewed() && game.unplayable.is_none(), "{name}");
        }
        let illegal = row("[FEN \"rnbqkbnr/8/8/8/8/8/8/8 w - - 0 1\"]");
        assert_eq!((illegal.opening.as_str(), illegal.can_be_reviewed()), ("no legal start", false));
    }

    #[test]
    fn an_opening_without_a_tag_is_found_by_the_moves() {
        let row = |text: &str| {
            let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
            GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0)
        };
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *\n";
        let row_with_tags = row(&format!("[WhiteElo \"2831\"]\n[BlackElo \"?\"]\n[ECO \"C65\"]\n\n{moves}"));
        assert_eq!(row_with_tags.opening, "C65 Ruy Lopez: Berlin Defense");
        assert_eq!((row_with_tags.white_elo, row_with_tags.black_elo), (Some(2831), None));
        let elsewhere =
            "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n\n2. Nf3 *\n";
        assert_eq!(row(elsewhere).opening, "");
    }

    #[test]
    fn a_row_is_made_of_tags() {
        let text = "[White \"J\u{1b}rg\"]\n[Black \"Anna\"]\n[ECO \"C65\"]\n[Opening \"Ruy Lopez\"]\n\n1. e4 e5 1-0\n";
        let piece = PgnSplitter::new(text.as_bytes()).next().unwrap().unwrap();
        let row = GameListEntry::of(PathBuf::from("a.pgn"), &piece, 0);
        assert_eq!((row.white.as_str(), row.black.as_str(), row.date.as_str()), ("J rg", "Anna", ""));
        assert_eq!((row.opening.as_str(), row.plies), ("C65 Ruy Lopez", 2));
        assert_eq!(row.result, GameResult::WhiteWins);
    }
}
