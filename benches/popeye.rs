//! All keys of forty mate problems, compared with Popeye: the same keys, and how many times faster.
//!
//! `POPEYE=path/to/py cargo bench --bench popeye` runs both, one problem after the other, each on one thread,
//! and compares processor time (on Linux; elsewhere time on the clock). Without the variable it says that it
//! skips Popeye and measures Matescope alone. Both do the same job: all first moves that mate in time.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a bench says what it measured")]

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

use matescope::chess::{Color, NoOracle, Position, Root, StopToken, fen, notation};
use matescope::solver::mate::{KeyMove, MateKeySolver, MateProblem};

/// Lines of `FEN bm #n;`.
const PROBLEMS: &str = include_str!("popeye.epd");

/// What one of the two found, and the time in seconds.
struct Run {
    keys: Vec<String>,
    seconds: f64,
}

fn main() {
    let popeye = std::env::var("POPEYE").ok();
    if popeye.is_none() {
        eprintln!("skipped: POPEYE names no program, so there is nothing to compare with");
    }
    let (mut ratios, mut differ) = (Vec::new(), 0);
    for line in PROBLEMS.lines() {
        let Some((text, rest)) = line.split_once(" bm #") else { continue };
        let Ok(position) = fen::parse(&format!("{text} 0 1")) else { continue };
        let Ok(moves) = rest.trim_end_matches(';').parse() else { continue };
        let root = Root::new(position);
        let (ours, first, nodes) = matescope(&root, moves);
        print!("#{moves} {:>9} nodes {:>8.3} s (first key {first:.3} s)", nodes, ours.seconds);
        if let Some(theirs) = popeye.as_deref().and_then(|path| run_popeye(path, &root.position, moves)) {
            let ratio = theirs.seconds / ours.seconds.max(0.001);
            let same = ours.keys == theirs.keys;
            differ += u32::from(!same);
            ratios.push(ratio);
            print!(" Popeye {:>8.3} s {ratio:>7.1} times", theirs.seconds);
            if !same {
                print!(" KEYS DIFFER: {:?}", theirs.keys);
            }
        }
        println!("  {:?}  {text}", ours.keys);
    }
    if ratios.is_empty() {
        return;
    }
    ratios.sort_by(f64::total_cmp);
    let faster = ratios.iter().filter(|&&ratio| ratio > 1.0).count();
    let median = ratios[ratios.len() / 2];
    println!("faster in {faster} of {}, median {median:.1} times, other keys in {differ}", ratios.len());
}

/// All keys, with the seconds to the first mate and the number of nodes.
fn matescope(root: &Root, within: u16) -> (Run, f64, u64) {
    let problem = MateProblem { root, within, oracle: &NoOracle, nodes: None };
    let start = Instant::now();
    let _ = matescope::solver::prove(&problem, &StopToken::never(), &mut |_| {});
    let first = start.elapsed().as_secs_f64();
    let before = processor_time();
    let start = Instant::now();
    let mut solutions = MateKeySolver::new(&problem, &StopToken::never());
    let found = solutions.keys().unwrap_or_default();
    let seconds = match (before, processor_time()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed().as_secs_f64(),
    };
    let mut keys: Vec<_> = found
        .iter()
        .filter(|key| key.solves())
        .map(|key: &KeyMove| notation::uci(&root.position, key.mv))
        .collect();
    keys.sort_unstable();
    (Run { keys, seconds }, first, solutions.nodes())
}

/// Processor time of this process, in seconds.
fn processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}

/// Processor time of ended children, in seconds.
fn children_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<_> = text.rsplit(')').next()?.split_whitespace().collect();
    // User and system time of children, in hundredths of a second.
    Some((fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?) / 100.0)
}

/// Popeye moves White: positions with Black to move are turned around for it, and its keys back.
fn run_popeye(path: &str, position: &Position, moves: u16) -> Option<Run> {
    let text = fen::format(position);
    let board = text.split(' ').next()?;
    let black = position.turn() == Color::Black;
    let rows: Vec<String> = if black {
        board.rsplit('/').map(|row| row.chars().map(other_case).collect()).collect()
    } else {
        board.split('/').map(str::to_owned).collect()
    };
    let knights = |man| match man {
        'N' => 'S',
        'n' => 's',
        other => other,
    };
    let forsyth: String = rows.join("/").chars().map(knights).collect();
    let input =
        format!("BeginProblem\nOption NoBoard\nForsyth {forsyth}\nStipulation #{moves}\nEndProblem\n");
    let before = children_time();
    let start = Instant::now();
    let file = std::env::temp_dir().join(format!("matescope-popeye-{}.inp", std::process::id()));
    std::fs::File::create(&file).ok()?.write_all(input.as_bytes()).ok()?;
    let output = Command::new(path).arg(&file).stdin(Stdio::null()).output().ok();
    let _ = std::fs::remove_file(&file);
    let text = String::from_utf8_lossy(&output?.stdout).into_owned();
    let seconds = match (before, children_time()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed().as_secs_f64(),
    };
    let mut keys: Vec<_> = text.lines().filter_map(|line| popeye_key(line, black)).collect();
    keys.sort_unstable();
    Some(Run { keys, seconds })
}

fn other_case(man: char) -> char {
    if man.is_ascii_uppercase() { man.to_ascii_lowercase() } else { man.to_ascii_uppercase() }
}

/// The key in a line like `1.Qb3-b8 !` or `1.f7*g8=Q + !`, in UCI's form.
fn popeye_key(line: &str, turned: bool) -> Option<String> {
    let text = line.trim().strip_prefix("1.")?;
    let text = text.strip_suffix('!')?.trim_end().trim_end_matches('+').trim_end();
    let (mv, promotion) = text.split_once('=').map_or((text, None), |(mv, to)| (mv, to.chars().next()));
    let (from, to) = mv.split_once(['-', '*'])?;
    let square = |text: &str| -> Option<String> {
        let text = &text[text.len().checked_sub(2)?..];
        let (file, rank) = (text.chars().next()?, text.chars().nth(1)?.to_digit(10)?);
        Some(format!("{file}{}", if turned { 9 - rank } else { rank }))
    };
    let promotion = promotion.map(|role| if role == 'S' { 'n' } else { role.to_ascii_lowercase() });
    Some(format!("{}{}{}", square(from)?, square(to)?, promotion.map(String::from).unwrap_or_default()))
}
