//! A child process and what it starts, on every system alike.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use super::{ProcessGroup, isolate};

/// Says how deep in the tree of processes the test runs; not set for the test itself.
const DEPTH: &str = "MATESCOPE_TEST_PROCESS_DEPTH";

/// The command that runs this test again, one process deeper.
fn child_at(depth: u32) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let name = "process_test::a_child_is_killed_with_all_that_it_starts";
    command.args(["--exact", name, "--nocapture"]).env(DEPTH, depth.to_string());
    command
}

#[test]
fn a_child_is_killed_with_all_that_it_starts() {
    if let Ok(depth) = std::env::var(DEPTH) {
        if depth == "1" {
            #[expect(clippy::zombie_processes, reason = "it is killed with this process")]
            let _grandchild = child_at(2).spawn().unwrap();
            wait_forever();
        }
        // Past the test harness, which keeps back what a test prints.
        std::io::stdout().write_all(b"ready\n").unwrap();
        wait_forever();
    }
    let mut command = child_at(1);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    isolate(&mut command);
    let mut child = command.spawn().unwrap();
    let group = ProcessGroup::of(&child).unwrap();
    assert_eq!(group.id(), child.id());
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("ready") {
        line.clear();
        assert_ne!(output.read_line(&mut line).unwrap(), 0, "the grandchild did not start");
    }
    assert_eq!(group.kill(), [0; 0]);
    // The output ends when nobody can write to it any more: the grandchild has inherited it.
    output.read_to_end(&mut Vec::new()).unwrap();
    group.wait_for_exit();
    assert!(!child.wait().unwrap().success());
    assert_eq!(group.kill(), [0; 0], "nothing is left to kill");
}

fn wait_forever() -> ! {
    loop {
        std::thread::park();
    }
}
