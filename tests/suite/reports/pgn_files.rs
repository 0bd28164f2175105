//! Whole PGN files: every game that is imported, written and read again keeps its moves, comments and variations, as
//! python-chess counts them.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use matescope::chess::Position;
use matescope::game::pgn::split::{PgnGameText, PgnSplitter};
use matescope::game::pgn::{self, PgnGame};
use matescope::game::{GameListEntry, game_list};

use crate::program::Home;
use crate::skip::{SkipReason, skipped};

/// Games of each file in the quick run.
const SAMPLE: usize = 120;

/// What games hold.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Contents {
    games: usize,
    /// Moves, those of variations included.
    moves: usize,
    variations: usize,
    /// Letters of all comments, without white space.
    comment_letters: usize,
    glyphs: usize,
    tags: usize,
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, moves, variations, comment_letters, glyphs, tags } = self;
        write!(f, "{games} {moves} {variations} {comment_letters} {glyphs} {tags}")
    }
}

impl Contents {
    fn add(&mut self, game: &PgnGame) {
        let tree = &game.tree;
        self.games += 1;
        self.tags += game.header.tags.len();
        let mut open = vec![tree.start()];
        while let Some(id) = open.pop() {
            let node = tree.node(id);
            let comments = node.notes.before.iter().chain(&node.notes.after);
            self.comment_letters +=
                comments.flat_map(|comment| comment.chars()).filter(|c| !c.is_whitespace()).count();
            self.glyphs += node.notes.nags.len();
            self.moves += usize::from(node.mv().is_some());
            self.variations += node.children().len().saturating_sub(1);
            open.extend(node.children());
        }
    }
}

/// What python-chess counts in a file.
const COUNT: &str = "\
import sys, chess.pgn
games = moves = variations = letters = glyphs = tags = 0
def text(comment):
    return len(''.join(''.join(comment if isinstance(comment, list) else [comment]).split()))
with open(sys.argv[1], encoding='utf-8') as file:
    while game := chess.pgn.read_game(file):
        assert not game.errors, game.errors
        games += 1
        tags += len(game.headers)
        open_nodes = [game]
        while open_nodes:
            node = open_nodes.pop()
            moves += node.parent is not None
            letters += text(node.comment)
            letters += text(getattr(node, 'starting_comment', ''))
            glyphs += len(node.nags)
            variations += max(0, len(node.variations) - 1)
            open_nodes += node.variations
print(games, moves, variations, letters, glyphs, tags)
";

/// What python-chess counts in a file; None where it is not installed.
fn counted_by_python(file: &Path) -> Option<String> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_chess = Command::new(&python).args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
    if !has_chess.is_ok_and(|status| status.success()) {
        return None;
    }
    let output = Command::new(&python).args(["-c", COUNT]).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap().trim().to_owned())
}

fn pieces(bytes: &[u8]) -> Vec<PgnGameText> {
    PgnSplitter::new(bytes).map(Result::unwrap).filter(PgnGameText::is_game).collect()
}

/// The games of a text: nothing of them may be left unread.
fn games(bytes: &[u8]) -> Vec<PgnGame> {
    let read = |piece: PgnGameText| {
        let reading = pgn::read(&pgn::decode(&piece.bytes), &Position::start());
        assert_eq!((reading.fault, reading.unread.as_slice()), (None, &[][..]));
        let row = GameListEntry::of(PathBuf::new(), &piece, 0);
        let game = reading.game;
        assert_eq!(row.fingerprint, game_list::fingerprint(&game.header, &game.tree), "{}", row.title());
        game
    };
    pieces(bytes).into_iter().map(read).collect()
}

fn contents(games: &[PgnGame]) -> Contents {
    let mut found = Contents::default();
    for game in games {
        found.add(game);
    }
    found
}

#[test]
fn every_game_of_large_files_is_imported_written_and_read_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/games");
    let Ok(entries) = fs::read_dir(&folder) else {
        return skipped(&SkipReason::NotPossible("the folder with games of other programs is missing"));
    };
    let files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    assert!(!files.is_empty());
    let mut has_python = true;
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "pgn")) {
        let bytes = fs::read(file).unwrap();
        // Games without moves are left out of an import, which says how many.
        let texts: Vec<PgnGameText> = pieces(&bytes).into_iter().filter(|piece| piece.plies > 0).collect();
        let count = if std::env::var_os("RUN_SLOW_TESTS").is_some() { texts.len() } else { SAMPLE };
        let sample: Vec<&PgnGameText> = texts.iter().step_by(texts.len().div_ceil(count)).collect();
        let text: Vec<u8> =
            sample.iter().flat_map(|piece| [piece.bytes.as_slice(), b"\n\n"].concat()).collect();
        let home = Home::new("large-files");
        let source = home.file("games.pgn", &text);
        let answer = home.run(&["import", source.to_str().unwrap()], "");
        assert_eq!(answer.status, 0, "{}", answer.errors);

        let before = games(&text);
        let wanted = contents(&before);
        assert_eq!(wanted.games, sample.len());
        let copy = fs::read(home.library().folder().join("games.pgn")).unwrap();
        let imported = games(&copy);
        assert_eq!(contents(&imported), wanted, "{}: {}", file.display(), answer.output);
        let written: String = imported.iter().map(|game| pgn::write(game) + "\n").collect();
        let again = games(written.as_bytes());
        assert!(again.len() == before.len());
        for (one, other) in before.iter().zip(&again) {
            assert!(
                one.tree == other.tree && one.header.result == other.header.result,
                "{}",
                pgn::write(one)
            );
        }
        let after = contents(&again);
        assert_eq!((after.moves, after.variations), (wanted.moves, wanted.variations));
        assert_eq!((after.comment_letters, after.glyphs), (wanted.comment_letters, wanted.glyphs));
        println!("{}: {wanted}", file.display());
        for (contents, text) in [(wanted, text.as_slice()), (after, written.as_bytes())] {
            let counted = home.file("counted.pgn", pgn::decode(text).as_bytes());
            match counted_by_python(&counted) {
                Some(found) => assert_eq!(found, contents.to_string(), "{}", file.display()),
                None => has_python = false,
            }
        }
    }
    if !has_python {
        skipped(&SkipReason::MissingPeer("a python (PYTHON=...) with python-chess"));
    }
}
