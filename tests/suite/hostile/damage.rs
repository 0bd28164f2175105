//! Damaged files: every file that the program reads, cut, filled with garbage or replaced by something that
//! is no file. The program says so, goes on, ends with status 0 or the reason why not, and leaves all bytes of the user somewhere.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use std::sync::mpsc;
use std::time::Duration;

use matescope::chess::{
    Bound, Certainty, Depth, Line, Position, PositionAnalysis, PositionEvaluation, Root, Score, fen,
};
use matescope::practice::Seed;
use matescope::practice::mistake_card::{MistakeCard, MistakeCardId};
use matescope::practice::mistake_deck::MistakeDeckChange;
use matescope::practice::record::{PracticeEntry, TrapQuizRun};
use matescope::store::{SavedAnalysis, SavedGame, mistake_cards, position_analyses, practice_record};

use super::{Folder, check_harmless, command_in};
use crate::pty::{Home, Tty};

/// Longer than a session of a few lines takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

const CONFIG: &str = ".config/matescope/config.toml";
const GAME: &str = ".local/state/matescope/game.json";
const STUDY: &str = ".local/state/matescope/study.json";
const RECORD: &str = ".local/state/matescope/practice.jsonl";
const GAMES: &str = ".local/share/matescope/games";
const ANALYSES: &str = ".local/share/matescope/positions.jsonl";
const CARDS: &str = ".local/share/matescope/cards.jsonl";

/// The bytes of all files below a folder by their relative paths. Pipes, links and locks are left out.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fn walk(root: &Path, folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                walk(root, &entry.path(), found);
            } else if kind.is_file()
                && !entry.path().ends_with("lock")
                && entry.path().extension() != Some("lock".as_ref())
            {
                let name = entry.path().strip_prefix(root).unwrap().to_owned();
                found.insert(name, std::fs::read(entry.path()).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, folder, &mut found);
    found
}

/// Makes a folder that has these files alone.
fn restore(folder: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) {
    let _ = std::fs::remove_dir_all(folder);
    for (name, bytes) in files {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    }
}

/// What line mode answers with this home folder. Panics where the program does not end as it should.
fn session(home: &Path, what: &str, lines: &str) -> String {
    let mut command = command_in(home, &["--linear"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (sender, receiver) = mpsc::channel();
    let mut output = child.stdout.take().unwrap();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = output.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    // A program that has ended reads no input.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let Ok(bytes) = receiver.recv_timeout(PATIENCE) else {
        let _ = child.kill();
        panic!("{what}: it does not end");
    };
    let mut errors = String::new();
    let _ = child.stderr.take().unwrap().read_to_string(&mut errors);
    let status = child.wait().unwrap();
    let text = String::from_utf8(bytes).unwrap_or_else(|_| panic!("{what}: the output is no UTF-8"));
    // What could not be saved has a reason.
    let is_reported =
        status.code() == Some(1) && errors.lines().all(|line| line.contains("could not be saved"));
    assert!(status.success() || is_reported, "{what}: {status}, {errors}\n{text}");
    check_harmless(&errors);
    check_harmless(&text);
    text
}

/// A home folder in which every kind of file is: settings, a theme, own lessons, a running game, an analysis,
/// games, analyses of positions, mistake cards, rounds of practice.
fn template() -> BTreeMap<PathBuf, Vec<u8>> {
    // Tests run beside each other.
    let folder = Folder::new(&format!("damage-template-{:?}", std::thread::current().id()));
    let home = &folder.0;
    let assets = Path::new(env!("CARGO_MANIFEST_DIR"));
    let put = |name: &str, bytes: &[u8]| {
        std::fs::create_dir_all(home.join(name).parent().unwrap()).unwrap();
        std::fs::write(home.join(name), bytes).unwrap();
    };
    put(CONFIG, &std::fs::read(assets.join("config.example.toml")).unwrap());
    put(
        ".config/matescope/themes/own.toml",
        &std::fs::read(assets.join("assets/themes/green.toml")).unwrap(),
    );
    let course = std::fs::read_to_string(assets.join("crates/practice/assets/course.toml")).unwrap();
    let lesson = course.split("[[lesson]]").nth(1).unwrap().replace("id = \"KQvK\"", "id = \"mine\"");
    put(".config/matescope/course.toml", format!("[[lesson]]{lesson}").as_bytes());
    put(&format!("{GAMES}/two.pgn"), b"[White \"a\"]\n\n1. e4 e5 *\n\n[White \"b\"]\n\n1. d4 *\n");
    session(home, "the template", "e4\nfen\n2\nd4\n5\nlook\nquit\n");
    let rounds: Vec<PracticeEntry> = (1..5)
        .map(|day| {
            PracticeEntry::TrapQuizRun(TrapQuizRun {
                ended_at: i64::from(day),
                day,
                seed: Seed(1),
                solved: 3,
                wrong: 1,
            })
        })
        .collect();
    practice_record::append(home.join(RECORD).parent().unwrap(), &rounds, Duration::ZERO).unwrap();
    // Whether a session adds to it depends on how long a position was on the board.
    let _ = std::fs::remove_file(home.join(ANALYSES));
    position_analyses::append(&home.join(ANALYSES), &[analysis_of_start()]).unwrap();
    let cards = [MistakeDeckChange::Add(Box::new(mistake_card())), MistakeDeckChange::MarkSearched(1)];
    mistake_cards::append(&home.join(CARDS), &cards).unwrap();
    let files = files(home);
    for name in [CONFIG, GAME, STUDY, RECORD, ANALYSES, CARDS] {
        assert!(
            files.get(Path::new(name)).is_some_and(|bytes| !bytes.is_empty()),
            "{name}: {:?}",
            files.keys()
        );
    }
    files
}

/// What a deep search has found out about the starting position.
fn analysis_of_start() -> PositionAnalysis {
    let root = Root::new(Position::start());
    let moves = vec![root.position.legal_moves()[0]];
    let (score, bound, certainty) = (Score::centipawns(30), Bound::Exact, Certainty::Searched);
    let line = Line { score, bound, certainty, moves, ends_in: None };
    PositionAnalysis { root, depth: Depth::new(90), nodes: 1_000, lines: vec![line], none_within: 0 }
}

/// A card of the first move of a game.
fn mistake_card() -> MistakeCard {
    let start = Position::start();
    let [right, wrong] = [0, 1].map(|number| start.legal_moves()[number]);
    let reply = start.after(wrong).legal_moves()[0];
    let evaluation = |mv| {
        let (score, bound, certainty) = (Score::centipawns(200), Bound::Exact, Certainty::Searched);
        PositionEvaluation::from_line(Line { score, bound, certainty, moves: vec![mv], ends_in: None })
    };
    MistakeCard {
        id: MistakeCardId { game: 1, ply: 0 },
        white: "a".to_owned(),
        black: "b".to_owned(),
        date: String::new(),
        start,
        moves: Vec::new(),
        played: wrong,
        accepted: vec![right],
        before: evaluation(right),
        after: evaluation(reply),
        clock: None,
        nodes: 1_000,
    }
}

/// Every damage done to the bytes of a file, with its name.
fn damages(bytes: &[u8], rounds: u64) -> Vec<(String, Vec<u8>)> {
    let half = bytes.len() / 2;
    let with = |extra: &[u8]| [&bytes[..half], extra, &bytes[half..]].concat();
    let text = String::from_utf8_lossy(bytes);
    let mut all: Vec<(String, Vec<u8>)> = [
        ("nothing", Vec::new()),
        ("the first half", bytes[..half].to_vec()),
        ("all but the last byte", bytes[..bytes.len() - 1].to_vec()),
        ("zeros", vec![0; bytes.len()]),
        ("a zero in the middle", with(&[0])),
        ("bytes that are no UTF-8", with(&[0xff, 0xfe, 0xc3])),
        ("control sequences", with(b"\x1b]52;c;eA==\x07\x1b[2J\xc2\x9b31m")),
        ("UTF-16", text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("a byte order mark", [&[0xef, 0xbb, 0xbf], bytes].concat()),
        ("DOS line ends", text.replace('\n', "\r\n").into_bytes()),
        ("one line", text.replace('\n', " ").into_bytes()),
        ("everything twice", [bytes, bytes].concat()),
        ("deep nesting", with("[".repeat(100_000).as_bytes())),
        ("braces", with("{".repeat(100_000).as_bytes())),
        ("parentheses", with("(".repeat(100_000).as_bytes())),
        ("a number of a hundred digits", with(&[b'9'; 100])),
        ("a line of two megabytes", with(&vec![b'x'; 2 << 20])),
        ("lines of two megabytes", with("1. e4\n".repeat(350_000).as_bytes())),
    ]
    .into_iter()
    .map(|(name, bytes)| (name.to_owned(), bytes))
    .collect();
    for seed in 0..rounds {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut damaged = bytes.to_vec();
        for _ in 0..random.usize(1..20) {
            let at = random.usize(..=damaged.len());
            let to = (at + random.usize(..30)).min(damaged.len());
            match random.u8(..4) {
                0 => drop(damaged.drain(at..to)),
                1 => damaged.iter_mut().take(to).skip(at).for_each(|byte| *byte = random.u8(..)),
                2 => drop(damaged.splice(at..at, damaged[at..to].to_vec())),
                _ => damaged.insert(at, b"\n\"{}[](),;=0-\\"[random.usize(..14)]),
            }
        }
        all.push((format!("random damage {seed}"), damaged));
    }
    all
}

/// The moves of a saved game or analysis, if these bytes are one.
fn saved_moves(name: &Path, bytes: &[u8]) -> Option<Vec<String>> {
    // Tests run beside each other.
    let folder = Folder::new(&format!("saved-moves-{:?}", std::thread::current().id()));
    std::fs::write(folder.0.join(name.file_name().unwrap()), bytes).unwrap();
    let (tree, at) = if name == Path::new(GAME) {
        let game = SavedGame::load(&folder.0).ok()??;
        (game.tree, game.current)
    } else {
        let analysis = SavedAnalysis::load(&folder.0).ok()??;
        (analysis.tree, analysis.current)
    };
    Some(tree.line_to(at).into_iter().map(|id| tree.node(id).san().to_owned()).collect())
}

/// Starts the program where one file of the template is `damaged` and checks what is left.
fn check_damage(
    what: &str,
    home: &Path,
    name: &Path,
    damaged: Option<&[u8]>,
    whole: &BTreeMap<PathBuf, Vec<u8>>,
) {
    let what = &format!("{}: {what}", name.display());
    let said = session(home, what, "fen\nlook\n2\nlook\n3\nlook\n5\nlook\n1\nfen\nquit\n");
    let is_fen = |line: &str| fen::parse(line).is_ok();
    assert!(said.lines().any(is_fen), "{what}: no position\n{said}");
    let left = files(home);
    if let Some(damaged) = damaged.filter(|bytes| !bytes.is_empty()) {
        let is_kept = left.values().any(|bytes| bytes == damaged);
        // What is damaged and still of use is used, and may be written anew.
        let is_used = match name.to_str() {
            Some(GAME | STUDY) => {
                let used = saved_moves(name, damaged);
                used.is_some() && left.get(name).is_some_and(|bytes| saved_moves(name, bytes) == used)
            }
            // The file of the running game, where it holds nothing that the game would lose.
            Some(text) if text.starts_with(GAMES) && !text.ends_with("two.pgn") => {
                left.get(name).is_some_and(|bytes| bytes.windows(5).any(|part| part == b"1. e4"))
            }
            // They can be made again.
            Some(ANALYSES) => true,
            _ => is_index(name),
        };
        assert!(is_kept || is_used, "{what}: the damaged bytes are lost\n{said}");
    }
    for (other, bytes) in whole.iter().filter(|(other, _)| *other != name) {
        let is_same = left.get(other) == Some(bytes);
        let is_written_anew = is_index(other)
            || ["game.json", "study.json"]
                .iter()
                .any(|name| other.file_name().is_some_and(|file| file == *name));
        let is_appended =
            other == Path::new(ANALYSES) && left.get(other).is_some_and(|new| new.starts_with(bytes));
        assert!(is_same || is_written_anew || is_appended, "{what}: {} has changed\n{said}", other.display());
    }
    for (file, mv) in [(GAME, "e4"), (STUDY, "d4")].iter().filter(|(file, _)| name != Path::new(file)) {
        let moves = left.get(Path::new(file)).and_then(|bytes| saved_moves(Path::new(file), bytes));
        assert_eq!(moves, Some(vec![(*mv).to_owned()]), "{what}: {file} has lost its move\n{said}");
    }
}

/// Whether a file is of the index of the library, which can be made again.
fn is_index(file: &Path) -> bool {
    file.iter().any(|name| name == ".database")
}

#[test]
fn damaged_files_are_survived_and_nothing_is_lost() {
    let slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    let whole = template();
    let folder = Folder::new("damage");
    let home = &folder.0;
    let mut cases = 0;
    for (index, (name, bytes)) in whole.iter().enumerate() {
        let all = damages(bytes, if slow { 20 } else { 1 });
        // The quick suite takes a part of them, another one for each file.
        for (number, (what, damaged)) in all.iter().enumerate() {
            if !slow && (number + index) % 6 != 0 {
                continue;
            }
            restore(home, &whole);
            std::fs::write(home.join(name), damaged).unwrap();
            check_damage(what, home, name, Some(damaged), &whole);
            cases += 1;
        }
    }
    println!("{cases} damaged files");
    assert!(cases > 20, "{cases}");
}

/// Puts something that is no file at a path.
#[cfg(unix)]
type Place = fn(&Path);

#[cfg(unix)]
#[test]
fn what_is_no_file_in_place_of_a_file_is_survived_and_stays() {
    let whole = template();
    let folder = Folder::new("no-file");
    let home = &folder.0;
    let kinds: [(&str, Place); 5] = [
        ("a folder", |path| std::fs::create_dir(path).unwrap()),
        ("a pipe", |path| {
            assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
        }),
        ("a device", |path| std::os::unix::fs::symlink("/dev/full", path).unwrap()),
        ("a link to itself", |path| std::os::unix::fs::symlink(path.file_name().unwrap(), path).unwrap()),
        ("a link to nothing", |path| std::os::unix::fs::symlink("nowhere", path).unwrap()),
    ];
    for name in whole.keys() {
        for (what, place) in kinds {
            restore(home, &whole);
            let path = home.join(name);
            std::fs::remove_file(&path).unwrap();
            place(&path);
            let before = std::fs::symlink_metadata(&path).unwrap().file_type();
            check_damage(what, home, name, None, &whole);
            let after = std::fs::symlink_metadata(&path).unwrap().file_type();
            assert_eq!(after, before, "{}: {what} was replaced", name.display());
        }
    }
}

#[test]
fn settings_of_garbage_are_reported_and_left_as_they_are() {
    let home = Home::new("garbage");
    let mut random = fastrand::Rng::with_seed(5);
    let garbage: String = std::iter::repeat_with(|| random.char(..)).take(50_000).collect();
    for text in [garbage.as_str(), "board = 7\n", "[board]\ntheme = [[[[[[", "\0\0\0\0"] {
        home.configure(text);
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait("what is wrong", |screen| screen.contents().contains("config.toml"));
        tty.send("e4\r");
        tty.wait_for("1. e4");
        tty.send("\x11");
        assert_eq!(tty.wait_for_end(), 0);
        assert_eq!(home.configured(), text);
    }
}
