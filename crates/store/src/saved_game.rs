//! The running game and the analysis board, kept so that nothing is lost: start, every move with its
//! variations and comments, and the current position.
//!
//! A file that cannot be understood is put aside, each under a name of its own; one that cannot be read stays
//! where it is. Neither is ever written over.

mod json;
mod latest;
mod state;

use std::io;
use std::path::{Path, PathBuf};

pub use latest::{LatestStateWriter, load_latest_analysis, load_latest_game};
pub use state::{SavedAnalysis, SavedGame};

use super::disk::{self, DiskFile, FileLockResult, SizeLimit};
use super::{atomic, io_error};
use game::{GameId, OwnGame};

/// Why a file gives no game.
#[derive(Debug, thiserror::Error)]
pub enum SavedGameError {
    /// It holds none that could be understood, and was put aside.
    #[error("{} {reason}; it was kept as {}", file.display(), aside.display())]
    MovedAside {
        /// The file.
        file: PathBuf,
        /// Where it lies now.
        aside: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// It cannot be read or put aside. It stays where it is and is not written over.
    #[error("{} {reason}; it stays as it is, and nothing is saved in its place", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
}

/// The right to write the running game and the analysis: one program has it at a time.
#[derive(Debug)]
pub struct RunningGameLock {
    /// The locked file, where the system knows locks.
    _lock: Option<DiskFile>,
}

impl RunningGameLock {
    /// Claims the state in a folder. None while another program has it.
    #[must_use]
    pub fn acquire(folder: &Path) -> Option<Self> {
        let path = folder.join("running.lock");
        let opened = disk::make_folder(folder).and_then(|()| disk::append(&path));
        // A folder that cannot be written is reported when something is saved.
        let Ok(file) = opened else { return Some(Self { _lock: None }) };
        match file.try_lock() {
            Ok(FileLockResult::HeldElsewhere) => None,
            Ok(FileLockResult::Acquired) => Some(Self { _lock: Some(file) }),
            Ok(FileLockResult::Unsupported) | Err(_) => Some(Self { _lock: None }),
        }
    }
}

impl SavedGame {
    /// What the game is, beside its moves.
    #[must_use]
    pub fn own(&self) -> OwnGame {
        let mark = self.game_id.unwrap_or(GameId { day: 0, number: 0 });
        OwnGame { players: self.players.clone(), control: self.time_control, id: mark }
    }

    /// Writes the game into a folder, in place of the one that is there.
    ///
    /// # Errors
    /// When the file cannot be written; the old one is whole then.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        save_json(&folder.join("game.json"), &json::SavedGameJson::of(self))
    }

    /// The game that a folder holds, if any.
    ///
    /// # Errors
    /// When there is a file that cannot be read, or holds none; then it was put aside.
    pub fn load(folder: &Path) -> Result<Option<Self>, SavedGameError> {
        load_json(&folder.join("game.json"), |form: &json::SavedGameJson| form.restore())
    }
}

impl SavedAnalysis {
    /// Writes the board into a folder, in place of the one that is there.
    ///
    /// # Errors
    /// When the file cannot be written; the old one is whole then.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        save_json(&folder.join("study.json"), &json::SavedAnalysisJson::of(self))
    }

    /// The board that a folder holds, if any.
    ///
    /// # Errors
    /// When there is a file that cannot be read, or holds none; then it was put aside.
    pub fn load(folder: &Path) -> Result<Option<Self>, SavedGameError> {
        load_json(&folder.join("study.json"), |form: &json::SavedAnalysisJson| form.restore())
    }
}

fn save_json(file: &Path, form: &impl serde::Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(form).map_err(io::Error::other)?;
    text.push('\n');
    // A file that cannot be read may hold a game: it is not overwritten.
    match disk::open(file) {
        Err(error) if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            let reason = io_error::describe_io_error(&error);
            let reason = format!("{} is there and is not replaced: {reason}", file_name(file));
            return Err(io::Error::new(error.kind(), reason));
        }
        _ => {}
    }
    atomic::write(file, text.as_bytes())
}

fn file_name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn load_json<F: serde::de::DeserializeOwned, T>(
    file: &Path,
    restore: impl FnOnce(&F) -> Result<T, String>,
) -> Result<Option<T>, SavedGameError> {
    let damaged = |reason: String| move_aside(file, &format!("is damaged ({reason})"));
    let text = match disk::read_to_string(file, SizeLimit::Board) {
        Ok(text) => text,
        Err(error) => {
            return match error.kind() {
                io::ErrorKind::NotFound => Ok(None),
                io::ErrorKind::InvalidData | io::ErrorKind::FileTooLarge => Err(damaged(error.to_string())),
                _ => {
                    let reason = format!("cannot be read: {}", io_error::describe_io_error(&error));
                    Err(SavedGameError::Unreadable { file: file.to_owned(), reason })
                }
            };
        }
    };
    if let Some(version) = json::unsupported_version(&text) {
        let reason = format!("was written by another version of the program (form {version})");
        return Err(move_aside(file, &reason));
    }
    let form = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
    restore(&form).map(Some).map_err(damaged)
}

/// Gives a file a name that no other one has, beside where it was.
fn move_aside(file: &Path, reason: &str) -> SavedGameError {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let name = |number: u32| match number {
        1 => format!("{stem}.damaged.json"),
        _ => format!("{stem}.damaged-{number}.json"),
    };
    for aside in (1..).map(|number| file.with_file_name(name(number))) {
        let moved = match disk::link(file, &aside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Ok(()) => disk::remove(file),
            // Not every disk knows a second name for a file.
            Err(_) => match disk::exists(&aside) {
                Ok(true) => continue,
                Ok(false) => disk::rename(file, &aside),
                Err(error) => Err(error),
            },
        };
        if let Err(error) = moved {
            let reason = format!("{reason} and cannot be put aside: {}", io_error::describe_io_error(&error));
            return SavedGameError::Unreadable { file: file.to_owned(), reason };
        }
        if let Some(folder) = file.parent() {
            // Where it was put may be forgotten by a crash; the file itself is not lost.
            let _ = disk::sync_folder(folder);
        }
        return SavedGameError::MovedAside { file: file.to_owned(), aside, reason: reason.to_owned() };
    }
    // There are more numbers than files.
    SavedGameError::Unreadable { file: file.to_owned(), reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;
    use crate::disk::simulated::SimulatedDisk;
    use crate::scratch::Scratch;
    use chess::{Color, GameTermination, Position, fen, notation};
    use game::pgn::{GameResult, PgnHeader};
    use game::{GamePlayers, NodeId, Notes, Player, Tree, TreeCursor};

    fn walked(moves: &[&str]) -> TreeCursor {
        let mut walk = TreeCursor::new(Position::start());
        for text in moves {
            let mv = notation::parse_move(walk.position(), text).unwrap();
            assert!(walk.play(mv), "{text}");
        }
        walk
    }

    /// Every node with its depth, in the order of a reader.
    fn listing(tree: &Tree, id: NodeId) -> Vec<String> {
        let node = tree.node(id);
        let own = format!("{} {} {:?}", tree.ply(id), node.san(), node.notes);
        let below = node.children().iter().flat_map(|&child| listing(tree, child));
        std::iter::once(own).chain(below).collect()
    }

    fn game(walk: &TreeCursor) -> SavedGame {
        SavedGame {
            tree: walk.tree().clone(),
            current: walk.node_id(),
            players: GamePlayers::human_against(Color::Black, Player::External("Stockfish".to_owned())),
            time_control: "10+5".parse().unwrap(),
            time_left: Some((Duration::from_millis(599_500), Duration::from_mins(10))),
            ending: None,
            game_id: Some(GameId { day: 20_000, number: 7 }),
        }
    }

    #[test]
    fn a_game_comes_back_with_its_variations_and_comments() {
        let scratch = Scratch::new();
        let mut walk = walked(&["e4", "e5", "Nf3", "Nc6"]);
        assert!(walk.back() && walk.back());
        let mv = notation::parse_move(walk.position(), "f4").unwrap();
        assert!(walk.play(mv));
        let at = walk.node_id();
        let comments = |text: &str| vec![text.to_owned(), "and more".to_owned()];
        let after = comments("the King's Gambit\n\"romantic\"");
        walk.tree_mut().node_mut(at).notes = Notes { before: comments("now"), after, nags: vec![5] };
        let saved = game(&walk);
        saved.save(scratch.path()).unwrap();
        let back = SavedGame::load(scratch.path()).unwrap().unwrap();
        assert_eq!(listing(&back.tree, back.tree.start()), listing(&saved.tree, saved.tree.start()));
        assert_eq!(back.tree.half_moves_to(back.current), saved.tree.half_moves_to(saved.current));
        assert_eq!(back.tree.node(back.current).san(), "f4");
        assert_eq!((back.players, back.time_control, back.time_left, back.ending), {
            (saved.players, saved.time_control, saved.time_left, saved.ending)
        });
        assert_eq!(back.game_id, saved.game_id);
    }

    #[test]
    fn chess960_comes_back_where_king_and_rooks_stand_as_ever() {
        let scratch = Scratch::new();
        let numbers = (0..960).filter(|&number| number != 518);
        let starts = numbers.filter_map(chess::chess960::start_position);
        let is_plain =
            |start: &Position| !fen::parse(&fen::format(start)).unwrap().castling_mode().is_chess960();
        let start = starts.into_iter().find(is_plain).expect("an arrangement that only the mode tells apart");
        let walk = TreeCursor::new(start.clone());
        let saved = SavedGame { tree: walk.tree().clone(), current: walk.node_id(), ..game(&walk) };
        saved.save(scratch.path()).unwrap();
        let back = SavedGame::load(scratch.path()).unwrap().unwrap();
        assert_eq!(*back.tree.node(back.current).position(), start);
        assert!(back.tree.node(back.current).position().castling_mode().is_chess960());
    }

    #[test]
    fn whoever_plays_comes_back() {
        let scratch = Scratch::new();
        let [four, eight] = [4, 8].map(|level| Player::BuiltIn { level });
        for (white, black) in [
            (four.clone(), eight),
            (Player::External("Ajax".to_owned()), four),
            (Player::Human, Player::Human),
        ] {
            let mut saved = game(&walked(&["e4"]));
            saved.players = GamePlayers { white, black };
            saved.save(scratch.path()).unwrap();
            assert_eq!(SavedGame::load(scratch.path()).unwrap().unwrap().players, saved.players);
        }
    }

    #[test]
    fn games_of_the_versions_before_are_read() {
        let scratch = Scratch::new();
        let old = r#"{"version":1,"you":"black","level":3,"time":"10+5","white_left_ms":599500,
            "black_left_ms":600000,"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","moves":
            [{"uci":"e2e4","after":0,"comment":"best by test","nags":[1]},{"uci":"e7e5","after":1}],"at":2}"#;
        fs::write(scratch.path().join("game.json"), old).unwrap();
        let back = SavedGame::load(scratch.path()).unwrap().unwrap();
        assert_eq!(listing(&back.tree, back.current), ["2 e5 Notes { before: [], after: [], nags: [] }"]);
        let e4 = back.tree.node(back.tree.node(back.current).parent().unwrap());
        assert_eq!(
            (e4.notes.after.as_slice(), e4.notes.nags.as_slice()),
            (&["best by test".to_owned()][..], &[1][..])
        );
        assert_eq!(back.game_id, None);
        assert_eq!(back.players, GamePlayers::human_against(Color::Black, Player::BuiltIn { level: 3 }));
        let second = old.replace("\"version\":1", "\"version\":2,\"opponent\":\"Ajax\"");
        fs::write(scratch.path().join("game.json"), second).unwrap();
        let back = SavedGame::load(scratch.path()).unwrap().unwrap();
        assert_eq!(
            back.players,
            GamePlayers::human_against(Color::Black, Player::External("Ajax".to_owned()))
        );
    }

    #[test]
    fn every_way_to_end_comes_back() {
        let scratch = Scratch::new();
        let endings = [
            GameTermination::Resignation { loser: Color::White },
            GameTermination::Flag { loser: Color::Black },
            GameTermination::FlagWithoutMaterial { flagged: Color::White },
            GameTermination::Agreement,
        ];
        for ending in endings {
            let mut saved = game(&walked(&["e4"]));
            saved.ending = Some(ending);
            saved.save(scratch.path()).unwrap();
            assert_eq!(SavedGame::load(scratch.path()).unwrap().unwrap().ending, Some(ending));
        }
        let mated = game(&walked(&["f3", "e5", "g4", "Qh4#"]));
        mated.save(scratch.path()).unwrap();
        let back = SavedGame::load(scratch.path()).unwrap().unwrap();
        assert_eq!(back.ending, Some(GameTermination::Checkmate { winner: Color::Black }));
    }

    #[test]
    fn one_program_has_the_running_game() {
        let scratch = Scratch::new();
        let first = RunningGameLock::acquire(scratch.path());
        assert!(first.is_some() && RunningGameLock::acquire(scratch.path()).is_none());
        drop(first);
        assert!(RunningGameLock::acquire(scratch.path()).is_some());
    }

    #[test]
    fn a_study_starts_anywhere() {
        let scratch = Scratch::new();
        let start = fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 4 41").unwrap();
        let walk = TreeCursor::new(start);
        let mut header = PgnHeader { result: GameResult::Draw, ..PgnHeader::default() };
        header.set("White", "Anna");
        SavedAnalysis {
            tree: walk.tree().clone(),
            current: walk.node_id(),
            header: header.clone(),
            is_kept: true,
            kept_digest: Some(u64::MAX),
        }
        .save(scratch.path())
        .unwrap();
        let back = SavedAnalysis::load(scratch.path()).unwrap().unwrap();
        assert_eq!(back.header, header);
        assert_eq!((back.is_kept, back.kept_digest), (true, Some(u64::MAX)));
        assert_eq!(fen::format(back.tree.node(back.current).position()), "8/8/8/8/8/1Q6/8/k2K4 w - - 4 41");
    }

    #[test]
    fn a_damaged_file_is_kept_aside_and_reported() {
        let scratch = Scratch::new();
        assert!(SavedGame::load(scratch.path()).unwrap().is_none());
        let file = scratch.path().join("game.json");
        let whole = {
            game(&walked(&["e4", "e5"])).save(scratch.path()).unwrap();
            fs::read_to_string(&file).unwrap()
        };
        let damaged = [
            whole[..whole.len() / 2].to_owned(),
            whole.replace("e7e5", "e2e5"),
            whole.replace("\"version\":3", "\"version\":99"),
            whole.replace("\"white\"", "\"green\""),
            whole.replace("KQkq", "KQkx"),
            whole.replace("10+5", "often"),
            whole.replace("\"at\":2", "\"at\":7"),
        ];
        let mut moved = Vec::new();
        for text in damaged {
            assert_ne!(text, whole);
            fs::write(&file, &text).unwrap();
            let error = SavedGame::load(scratch.path()).unwrap_err();
            assert!(!file.exists());
            let SavedGameError::MovedAside { aside, .. } = &error else { panic!("{error}") };
            assert_eq!(fs::read_to_string(aside).unwrap(), text, "{error}");
            assert_eq!(error.to_string().contains("damaged ("), !text.contains("\"version\":99"), "{error}");
            moved.push((aside.clone(), text));
        }
        for (aside, text) in moved {
            assert_eq!(fs::read_to_string(&aside).unwrap(), text, "{aside:?} was written over");
        }
    }

    #[test]
    fn a_file_without_permission_stays_and_is_not_written_over() {
        let disk = SimulatedDisk::default();
        let folder = Path::new("/state");
        let file = folder.join("game.json");
        disk.add_file(&file, b"mine");
        disk.make_unreadable(&file);
        disk.with(|| {
            let error = SavedGame::load(folder).unwrap_err();
            let wanted = format!(
                "{} cannot be read: permission denied; it stays as it is, and nothing is saved in its place",
                file.display()
            );
            assert_eq!(error.to_string(), wanted);
            let refused = game(&walked(&["e4"])).save(folder).unwrap_err();
            let wanted = "game.json is there and is not replaced: permission denied";
            assert_eq!(refused.to_string(), wanted);
        });
        assert_eq!(disk.files(), [(file, b"mine".to_vec())].into());
    }
}
