//! What a test that cannot run here says: one form, so that skips are seen and counted.

use std::io::Write;

/// Why a test is skipped.
pub(crate) enum SkipReason<'a> {
    /// A program to compare with is not installed.
    MissingPeer(&'a str),
    /// The system, the build or the data at hand does not allow it, or nobody asked for it.
    NotPossible(&'a str),
}

/// Says that the test that is running is skipped. The line is written past the test harness, which hides what a
/// test prints that passes: `.ci/run` counts these lines. It fails where the peer programs are expected
/// (`CI_PEERS=1`) and one is missing.
pub(crate) fn skipped(reason: &SkipReason<'_>) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let reason = match reason {
        SkipReason::MissingPeer(program) => {
            let are_expected = std::env::var_os("CI_PEERS").is_some_and(|value| value == "1");
            assert!(!are_expected, "{program} is expected here (CI_PEERS=1) and missing");
            format!("{program} is not installed")
        }
        SkipReason::NotPossible(reason) => (*reason).to_owned(),
    };
    skipped_test(test, &reason);
}

/// Says that a test is skipped which is not even built here.
pub(crate) fn skipped_test(test: &str, reason: &str) {
    let line = format!("SKIPPED {test}: {reason}\n");
    std::io::stderr().write_all(line.as_bytes()).expect("standard error takes a line");
}
