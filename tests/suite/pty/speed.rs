//! Latency: the first frame, the reaction to a key, and the processor time while nothing happens.
//!
//! What counts is the program's own share of a time. The machine's share, to start any program and to bring a
//! byte to it and back, is measured in the same run and under the same load: blocks of the program and of a
//! reference (`echo`, `cat`) take turns. Other work on the machine can only make a block slower, while what the
//! program does slowly is slow in every block. So the best block of the program is compared with the best one of
//! the reference, and more blocks are measured while none is within the bounds. What a key takes while all cores search
//! has a bound as a whole, too: the search is the program's own.
//!
//! The figures are printed. The strict bounds are checked where `MEASURE_SPEED` is set; elsewhere other tests
//! share the processor, and only what is far off fails.

use std::time::{Duration, Instant};

use super::{Home, Tty, is_machine_quiet};
use crate::skip::{SkipReason, skipped};

/// Silence that separates one key's effect from the next key.
const QUIET: Duration = Duration::from_millis(30);

/// Blocks of the program, each with one of the reference.
const BLOCKS: usize = 3;

/// The most blocks, where the first ones are not within the bounds.
const MAX_BLOCKS: usize = 10;

/// Measurements in a block: many where they are asked for.
fn count(measured: usize, otherwise: usize) -> usize {
    if is_machine_quiet() { measured } else { otherwise }
}

fn bound(quiet_machine: Duration, busy_machine: Duration) -> Duration {
    if is_machine_quiet() { quiet_machine } else { busy_machine }
}

fn share(sorted: &[Duration], hundredths: usize) -> Duration {
    sorted[(sorted.len() * hundredths / 100).min(sorted.len() - 1)]
}

/// What the program takes beyond the reference, each in its best block.
#[derive(Debug)]
struct OwnTimes {
    /// Difference of the medians.
    median: Duration,
    /// The slowest one in a hundred, the machine's share included.
    p99: Duration,
    /// Median of the reference in its best block.
    #[expect(dead_code, reason = "it is printed, to say how busy the machine is")]
    machine: Duration,
}

/// The least of a statistic over all blocks.
fn best(blocks: &[Vec<Duration>], hundredths: usize) -> Duration {
    blocks.iter().map(|block| share(block, hundredths)).min().expect("a block")
}

/// Blocks of the program and of the reference in turn, until they are within the bounds.
fn own_times(
    mut program: impl FnMut() -> Vec<Duration>,
    mut reference: impl FnMut() -> Vec<Duration>,
    is_within: impl Fn(&OwnTimes) -> bool,
) -> OwnTimes {
    let sorted = |mut times: Vec<Duration>| {
        times.sort();
        times
    };
    let (mut times, mut echoes) = (Vec::new(), Vec::new());
    loop {
        times.push(sorted(program()));
        echoes.push(sorted(reference()));
        let machine = best(&echoes, 50);
        let median = best(&times, 50).saturating_sub(machine);
        let own = OwnTimes { median, p99: best(&times, 99), machine };
        if times.len() == MAX_BLOCKS || times.len() >= BLOCKS && is_within(&own) {
            return own;
        }
    }
}

/// The times from a program's start to a word on its screen.
fn start_times(word: &str, start: impl Fn() -> Tty) -> Vec<Duration> {
    let start = |_| {
        let tty = start();
        tty.wait_for(word) - tty.started
    };
    (0..count(9, 3)).map(start).collect()
}

#[test]
fn the_first_frame_comes_at_once() {
    let home = Home::new("first");
    let is_within =
        |own: &OwnTimes| own.median < bound(Duration::from_millis(20), Duration::from_millis(400));
    let own = own_times(
        || start_times("Matescope", || Tty::matescope(&home, &[])),
        || start_times("ready", || Tty::spawn(&home, "sh", &["-c", "echo ready"])),
        is_within,
    );
    println!("first frame: {own:?}");
    assert!(is_within(&own), "{own:?}");
}

/// The prompt's line, the last but one.
fn prompt(screen: &vt100::Screen) -> String {
    screen.rows(0, 80).nth(22).unwrap_or_default()
}

/// A program that gives every key back and does nothing else.
fn echo(home: &Home) -> Tty {
    let tty = Tty::spawn(home, "sh", &["-c", "stty raw -echo; echo ready; exec cat"]);
    tty.wait_for("ready");
    tty
}

/// The time that the machine needs to bring a key to a program and its output back.
fn echo_times(tty: &mut Tty, count: usize) -> Vec<Duration> {
    let echo = |_| {
        tty.wait_for_silence(QUIET);
        let before = tty.screen(vt100::Screen::contents);
        let begun = Instant::now();
        tty.send("x");
        tty.wait("the echo", |screen| screen.contents() != before) - begun
    };
    (0..count).map(echo).collect()
}

/// Types a letter and takes it back, many times; the times from each key to its effect on the screen.
fn key_times(tty: &mut Tty, count: usize, quiet: impl Fn(&Tty)) -> Vec<Duration> {
    let answered = |key: &&str| {
        quiet(tty);
        let before = tty.screen(prompt);
        let begun = Instant::now();
        tty.send(key);
        tty.wait("the key's effect", |screen| prompt(screen) != before) - begun
    };
    ["a", "\x7f"].iter().cycle().take(count).map(answered).collect()
}

#[test]
fn a_key_is_answered_at_once_when_idle() {
    let home = Home::new("idle-key");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.wait_for_silence(Duration::from_millis(700));
    let mut echo = echo(&home);
    let is_within = |own: &OwnTimes| own.median < bound(Duration::from_millis(1), Duration::from_millis(50));
    let own = own_times(
        || key_times(&mut tty, count(100, 20), |tty| tty.wait_for_silence(QUIET)),
        || echo_times(&mut echo, count(40, 20)),
        is_within,
    );
    println!("key, idle: {own:?}");
    assert!(is_within(&own), "{own:?}");
}

/// The echo that keys are compared with has the same search beside it, so it says what the machine takes under
/// that load. That the search stands back for both is held by
/// [`threads_that_search_stand_back_for_the_one_that_answers_keys`].
#[test]
fn a_key_is_answered_while_all_cores_search() {
    let home = Home::new("busy-key");
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    home.configure(&format!("[engine]\nthreads = {cores}\n"));
    let mut echo = echo(&home);
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.paste("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9");
    tty.wait("the position", |screen| screen.contents().contains("Analyze"));
    let program = || {
        let next = std::cell::Cell::new(Instant::now());
        key_times(&mut tty, count(200, 40), |tty| {
            // Analysis never falls silent: keys come at a steady beat instead, as from a fast typist.
            next.set(next.get() + Duration::from_millis(37));
            let received = tty.received();
            let wait = next.get().saturating_duration_since(Instant::now());
            drop(tty.received.1.wait_timeout_while(received, wait, |_| true).expect("no panic before"));
        })
    };
    let is_within = |own: &OwnTimes| {
        own.median < bound(Duration::from_millis(4), Duration::from_millis(200))
            && own.p99 < bound(Duration::from_millis(8), Duration::from_millis(400))
    };
    let own = own_times(program, || echo_times(&mut echo, 40), is_within);
    println!("key, {cores} cores searching: {own:?}");
    assert!(is_within(&own), "{own:?}");
}

/// Processor time in clock ticks, and how often the program's threads were woken.
fn work(pid: u32) -> Option<(u64, u64)> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    let mut woken = 0;
    for task in std::fs::read_dir(format!("/proc/{pid}/task")).ok()? {
        let status = std::fs::read_to_string(task.ok()?.path().join("status")).ok()?;
        let line = status.lines().find(|line| line.starts_with("voluntary_ctxt_switches"))?;
        woken += line.rsplit('\t').next()?.trim().parse::<u64>().ok()?;
    }
    Some((ticks, woken))
}

#[test]
fn an_idle_program_does_nothing_at_all() {
    let home = Home::new("nothing");
    let tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    // The tables are made after the first frame; then there is nothing left to do.
    tty.wait_for_silence(Duration::from_secs(2));
    let Some(before) = work(tty.pid()) else {
        skipped(&SkipReason::NotPossible("this system has no /proc to measure by"));
        return;
    };
    tty.wait_for_silence(Duration::from_secs(4));
    let after = work(tty.pid()).expect("a process");
    println!("idle for two seconds: {} ticks, {} wake-ups", after.0 - before.0, after.1 - before.1);
    assert_eq!((after.0 - before.0, after.1 - before.1), (0, 0), "ticks and wake-ups");
}

#[test]
fn a_table_is_built_for_a_position_and_then_nothing_is_left_to_do() {
    let home = Home::new("four-pieces");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    let begun = Instant::now();
    tty.paste("8/8/8/4k3/3r4/8/8/KQ6 w - - 0 1");
    tty.wait_for("M33=");
    println!("KQvKR, from the paste to the exact mate: {:?}", begun.elapsed());
    tty.wait_for_silence(Duration::from_secs(2));
    let Some(before) = work(tty.pid()) else {
        skipped(&SkipReason::NotPossible("this system has no /proc to measure by"));
        return;
    };
    tty.wait_for_silence(Duration::from_secs(4));
    let after = work(tty.pid()).expect("a process");
    assert_eq!((after.0 - before.0, after.1 - before.1), (0, 0), "ticks and wake-ups");
}

/// The names of a process' threads with their niceness.
fn niceness(pid: u32) -> Vec<(String, i64)> {
    let Ok(tasks) = std::fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    let of = |task: std::io::Result<std::fs::DirEntry>| {
        let path = task.ok()?.path();
        let name = std::fs::read_to_string(path.join("comm")).ok()?.trim().to_owned();
        let stat = std::fs::read_to_string(path.join("stat")).ok()?;
        let nice = stat.rsplit(')').next()?.split_whitespace().nth(16)?.parse().ok()?;
        Some((name, nice))
    };
    tasks.filter_map(of).collect()
}

#[test]
fn threads_that_search_stand_back_for_the_one_that_answers_keys() {
    let home = Home::new("niceness");
    home.configure("[engine]\nthreads = 2\n");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.paste("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9");
    tty.wait("the search", |screen| screen.contents().contains("depth "));
    if niceness(tty.pid()).is_empty() {
        skipped(&SkipReason::NotPossible("this system has no /proc to look into"));
        return;
    }
    // Search threads live for one slice of the search, and any may be seen before it has lowered its
    // priority: each is checked until its niceness is seen.
    let pid = tty.pid();
    let behind = std::cell::RefCell::new(vec!["analysis", "search", "mate-prover", "tables"]);
    tty.wait("every thread that searches to stand back", |_| {
        let threads = niceness(pid);
        let stands_back = |name: &str| threads.iter().any(|(other, nice)| other == name && *nice >= 10);
        behind.borrow_mut().retain(|name| !stands_back(name));
        behind.borrow().is_empty()
    });
    // The program begins with the priority of these tests.
    let own = niceness(std::process::id()).first().map_or(0, |(_, nice)| *nice);
    for name in ["input", "signals"] {
        let threads = niceness(pid);
        assert!(threads.contains(&(name.to_owned(), own)), "{name}: {threads:?}");
    }
}
