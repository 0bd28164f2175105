//! A limit on memory: the screen takes what there is and says what it could not do. Nothing ends it.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::pty::{Home, Tty};
use crate::skip::{SkipReason, skipped};

/// An ending with many tables behind it, in which the mate prover works for long.
const POSITION: &str = "8/3p4/8/3k4/8/3K4/3P4/8 w - - 0 1";

/// A control group with a limit on memory; it goes away with it.
struct MemoryGroup(PathBuf);

impl MemoryGroup {
    /// A group within that of this process; None where that is not allowed, or there are no such groups.
    fn new(limit_mb: u32) -> Option<Self> {
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let group = |controllers: &str| {
            let fields = groups.lines().filter_map(|line| line.split_once(':')?.1.split_once(':'));
            let path =
                fields.into_iter().find(|(names, _)| names.split(',').any(|name| name == controllers))?.1;
            Some(path.trim_start_matches('/').to_owned())
        };
        let name = format!("matescope-test-{}-{limit_mb}", std::process::id());
        [("/sys/fs/cgroup/memory", "memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "", "memory.max")]
            .into_iter()
            .find_map(|(mount, controllers, file)| {
                let group = Self(PathBuf::from(mount).join(group(controllers)?).join(&name));
                fs::create_dir(&group.0).ok()?;
                // Without this file the controller is not switched on here, and the file must not be made.
                let is_there = group.0.join(file).is_file();
                (is_there && fs::write(group.0.join(file), (u64::from(limit_mb) << 20).to_string()).is_ok())
                    .then_some(group)
            })
    }

    /// What a shell runs to enter the group.
    fn entry(&self) -> String {
        format!("echo $$ > '{}'", self.0.join("cgroup.procs").display())
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        // It is free once the system has forgotten the last process.
        let end = Instant::now() + Duration::from_secs(5);
        while fs::remove_dir(&self.0).is_err() && self.0.exists() && Instant::now() < end {
            std::thread::yield_now();
        }
    }
}

/// The number that these words begin with; 0 where there is none.
fn number(words: Option<&str>) -> u32 {
    words
        .and_then(|words| words.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .unwrap_or_default()
}

/// Starts the screen in a shell that does this first, lets it work, and quits.
fn check(name: &str, before: &str, is_far: impl Fn(&str) -> bool) {
    let home = Home::new(&format!("memory-limit-{}", name.replace([' ', ':'], "-")));
    let program = env!("CARGO_BIN_EXE_matescope");
    let script = format!("{before} && exec {program} --fen '{POSITION}'");
    let mut tty = Tty::spawn(&home, "/bin/sh", &["-c", &script]);
    tty.wait(name, |screen| is_far(&screen.contents()));
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0, "{name}: {}", tty.screen(vt100::Screen::contents));
}

#[test]
fn a_control_group_with_little_memory_does_not_end_the_screen() {
    for limit_mb in [64, 100, 128, 160] {
        let Some(group) = MemoryGroup::new(limit_mb) else {
            skipped(&SkipReason::NotPossible("no control group can be made here"));
            return;
        };
        // From a mate in seven on the prover keeps most, and the tables are built or refused by then.
        let is_far = |screen: &str| number(screen.split_once("none in ").map(|(_, rest)| rest)) >= 9;
        check(&format!("{limit_mb} MB"), &group.entry(), is_far);
    }
}

#[test]
fn an_address_space_with_little_room_does_not_end_the_screen() {
    for limit_mb in [150, 200, 300, 400] {
        // A thread reserves the address space of its stack: the smallest has room for none that searches.
        let is_far = |screen: &str| {
            number(screen.split_once("depth ").map(|(_, rest)| rest)) >= 10
                || (limit_mb == 150 && screen.contains("the analysis thread could not be started"))
        };
        check(&format!("ulimit -v: {limit_mb} MB"), &format!("ulimit -v {}", limit_mb * 1_024), is_far);
    }
}
