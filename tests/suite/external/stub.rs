//! Stub engines in a few lines of shell that break the UCI protocol.

use std::path::Path;

use matescope::analysis::external::{ExternalEngineFailure, ExternalEngineState};
use matescope::chess::{Position, notation};

use super::*;

/// Too short for any work.
const SHORT: Duration = Duration::from_millis(200);

impl EngineUnderTest {
    /// Starts analysis of the first position without a limit.
    fn analyze_start(&mut self) -> &mut Self {
        self.analyze(&fen::format(&Position::start()), Limits::default())
    }

    fn failure(&mut self) -> ExternalEngineFailure {
        self.until(|under_test| under_test.standing.failure().cloned())
    }

    fn ready(&mut self) -> &mut Self {
        self.until(|under_test| (under_test.standing.state == ExternalEngineState::Ready).then_some(()));
        self
    }
}

/// Whether a process exists, even as a zombie.
fn exists(pid: &str) -> bool {
    Path::new("/proc").join(pid).exists()
}

/// Checks that no process is left.
fn check_gone(pids: &[String]) {
    assert!(Path::new("/proc/self").exists(), "this system does not tell");
    for pid in pids {
        assert!(!exists(pid), "process {pid} is left");
    }
}

/// A script that replies like an engine, except for what `go`, `stop` and `quit` say. It reports its process
/// ID as its name.
fn script(go: &str, stop: &str, quit: &str) -> String {
    format!(
        "while read -r word rest; do case $word in \
         uci) echo \"id name $$\"; echo uciok ;; isready) echo readyok ;; \
         go) {go} ;; stop) {stop} ;; quit) {quit} ;; esac; done"
    )
}

fn shell(script: &str, patience: UciTimeouts) -> EngineUnderTest {
    EngineUnderTest::start(&["sh", "-c", script], patience)
}

/// A stub that starts, stops with a move, and quits as requested.
fn stub(go: &str) -> EngineUnderTest {
    shell(&script(go, "echo bestmove e2e4", "exit 0"), PATIENT)
}

/// Drops an engine and checks that nothing is left of it.
fn end(under_test: EngineUnderTest, pids: &[String]) {
    let begun = Instant::now();
    drop(under_test);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    check_gone(pids);
}

#[test]
fn a_stub_that_behaves_is_understood() {
    let mut under_test =
        stub("echo info depth 3 score cp 17 nodes 5 pv e2e4 e7e5; echo bestmove e2e4 ponder e7e5");
    let pid = under_test.name();
    let found = under_test.analyze_start().answer().unwrap();
    assert_eq!(found.best_move(), notation::parse_move(&Position::start(), "e4").ok());
    assert_eq!((found.report.depth.get(), found.report.lines.len()), (3, 1));
    assert_eq!(under_test.standing.protocol_error_count, 0);
    end(under_test, &[pid]);
}

#[test]
fn one_that_never_answers_is_ended() {
    let patience = UciTimeouts { uciok: SHORT, ..PATIENT };
    let mut under_test = shell("while read -r line; do :; done", patience);
    under_test.analyze_start();
    let told = under_test.answer().unwrap_err();
    assert_eq!(told, "no answer to \"uci\" in 0.2 s: is this a UCI engine?");
    assert!(matches!(under_test.failure(), ExternalEngineFailure::Unusable(reason) if reason == told));
    // A second request does not wait forever.
    assert_eq!(under_test.analyze_start().answer().unwrap_err(), told);
}

#[test]
fn one_that_ends_at_once_says_how_and_why() {
    let mut under_test = shell("echo the licence is missing >&2; exit 3", PATIENT);
    assert_eq!(
        under_test.failure().to_string(),
        "ended by itself: exit status 3; its last output: the licence is missing"
    );
}

#[test]
fn one_that_crashes_while_it_thinks_says_how() {
    let mut under_test = stub("echo info depth 1 score cp 1 pv e2e4; kill -SEGV $$");
    let pid = under_test.name();
    let told = under_test.analyze_start().answer().unwrap_err();
    assert!(told.starts_with("ended by itself: signal 11"), "{told}");
    assert_eq!(under_test.failure().to_string(), told);
    check_gone(&[pid]);
}

#[test]
fn one_that_crashes_while_nobody_asks_is_noticed_and_reaped() {
    let mut under_test = stub("exit 0");
    let pid = under_test.ready().name();
    let killed = std::process::Command::new("kill").args(["-9", &pid]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    assert_eq!(under_test.failure().to_string(), "ended by itself: signal 9 (SIGKILL)");
    check_gone(&[pid]);
}

#[test]
fn an_illegal_move_is_named_and_the_engine_may_be_asked_again() {
    let mut under_test = stub("echo bestmove e2e5");
    for _ in 0..2 {
        assert_eq!(
            under_test.analyze_start().answer().unwrap_err(),
            "wants to play e2e5, which is not legal"
        );
    }
    under_test.ready();
}

#[test]
fn a_line_ends_before_an_illegal_move_and_a_mate_is_only_its_word() {
    use matescope::chess::{Certainty, ScoreValue};
    let mut under_test = stub("echo info depth 9 score mate 3 pv b3b4 a1b2 d1c1; echo bestmove b3b4");
    let found = under_test.analyze("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", Limits::default()).answer().unwrap();
    let line = found.best_line().unwrap();
    assert_eq!((line.moves.len(), line.certainty), (1, Certainty::Claimed));
    assert!(matches!(line.score.value(), ScoreValue::Mates(plies) if plies.moves() == 3));
    let told = under_test.until(|under_test| under_test.standing.last_protocol_error.clone());
    assert_eq!(told, "its line has a1b2, which is not legal");
}

#[test]
fn a_flood_of_nonsense_is_ended_with_all_that_it_started() {
    let mut under_test = stub("yes nonsense");
    let pid = under_test.name();
    let told = under_test.analyze_start().answer().unwrap_err();
    assert!(told.starts_with("sends invalid output: "), "{told}");
    end(under_test, &[pid]);
}

#[test]
fn a_flood_of_lines_does_not_delay_a_stop() {
    let flood = "yes info depth 9 score cp 3 pv e2e4 e7e5 &";
    let stop = "kill $!; echo bestmove d2d4";
    let mut under_test = shell(&script(flood, stop, "exit 0"), PATIENT);
    under_test.analyze_start().progress();
    under_test.engine.stop();
    assert_eq!(under_test.answer().unwrap().best_move(), notation::parse_move(&Position::start(), "d4").ok());
}

#[test]
fn a_line_of_a_megabyte_is_passed_over() {
    let mut under_test = stub("head -c 1048576 /dev/zero | tr '\\0' x; echo; echo bestmove e2e4");
    assert!(under_test.analyze_start().answer().unwrap().best_move().is_some());
    assert_eq!(
        under_test.until(|under_test| under_test.standing.last_protocol_error.clone()),
        "it sent an unknown line: \"a line without end\""
    );
}

#[test]
fn a_name_that_would_steer_the_terminal_is_made_harmless() {
    let script = "while read -r word rest; do case $word in \
                  uci) printf 'id name \\033[31mEvil\\007\\nid author \\033]0;x\\007\\nuciok\\n' ;; \
                  isready) echo readyok ;; quit) exit 0 ;; esac; done";
    let mut under_test = shell(script, PATIENT);
    assert_eq!(under_test.name(), "[31mEvil");
    let complains = "printf '\\033[2Jboo\\n' >&2; exit 1";
    let mut under_test = shell(complains, PATIENT);
    assert!(under_test.failure().to_string().ends_with("its last output: [2Jboo"));
}

#[test]
fn one_that_ignores_stop_is_ended() {
    let patience = UciTimeouts { stop: SHORT, ..PATIENT };
    let mut under_test = shell(&script("echo info depth 1 score cp 1 pv e2e4", ":", "exit 0"), patience);
    let pid = under_test.name();
    under_test.analyze_start().progress();
    under_test.analyze_start();
    assert_eq!(under_test.answer().unwrap_err(), "hangs: did not stop in 0.2 s");
    check_gone(&[pid]);
}

#[test]
fn one_that_does_not_move_in_time_is_ended() {
    let patience = UciTimeouts { grace: SHORT, ..PATIENT };
    let mut under_test = shell(&script(":", ":", "exit 0"), patience);
    let limits = Limits { time: matescope::engine::SearchTime::Fixed(SHORT), ..Limits::default() };
    under_test.analyze(&fen::format(&Position::start()), limits);
    assert_eq!(under_test.answer().unwrap_err(), "hangs: its time is over and it has not moved");
}

#[test]
fn one_that_ignores_quit_is_killed_with_its_children() {
    // It ignores all input, and has a child that ignores it too.
    let script = "trap '' HUP INT TERM; sleep 1000 & read -r uci; echo \"id name $$\"; echo \"id author $!\"; \
                  echo uciok; while :; do sleep 1000; done";
    let mut under_test = shell(script, PATIENT);
    let pid = under_test.name();
    let child = under_test.standing.identity.as_ref().unwrap().author.clone();
    assert!(exists(&pid) && exists(&child));
    let begun = Instant::now();
    drop(under_test);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert!(!exists(&pid), "it is left");
    // The child was killed; the process that inherits it (init) reaps it when it is scheduled.
    let state = || std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
    let runs = |state: &str| !(state.is_empty() || state.contains(") Z"));
    while runs(&state()) && begun.elapsed() < LONG {
        std::thread::yield_now();
    }
    assert!(!runs(&state()), "{}", state());
}

#[test]
fn a_move_that_comes_twice_answers_nothing_else() {
    let go = "n=$((n+1)); echo info depth $n score cp 1 pv e2e4; [ $n = 2 ] && echo bestmove d2d4";
    let stop = "echo bestmove e2e4; echo bestmove e2e4";
    let mut under_test = shell(&script(go, stop, "exit 0"), PATIENT);
    under_test.analyze_start().progress();
    let found = under_test.analyze_start().answer().unwrap();
    assert_eq!(found.best_move(), notation::parse_move(&Position::start(), "d4").ok());
    assert_eq!(
        under_test.until(|under_test| under_test.standing.last_protocol_error.clone()),
        "it sent the move e2e4 without a search"
    );
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let told = |command: &[&str]| EngineUnderTest::start(command, PATIENT).failure().to_string();
    assert_eq!(
        told(&["/no/such/engine"]),
        "cannot be started: there is no program /no/such/engine; give its full path"
    );
    assert_eq!(
        told(&["/etc/passwd"]),
        "cannot be started: no permission to run /etc/passwd: is it an executable file?"
    );
    assert_eq!(told(&[]), "cannot be started: no command is configured");
    assert_eq!(told(&["\u{1b}[2J"]), "cannot be started: there is no program [2J; give its full path");
}

#[test]
fn one_that_closes_its_output_and_lives_on_is_ended() {
    let mut under_test = shell("read -r uci; echo \"id name $$\"; echo uciok; exec >&-; sleep 1000", PATIENT);
    assert_eq!(under_test.failure().to_string(), "has closed its output without exiting");
}

#[test]
fn one_that_does_not_read_holds_nobody_up() {
    let script = "echo uciok; echo readyok; sleep 1000";
    let mut under_test = shell(script, PATIENT);
    under_test.until(|under_test| under_test.standing.identity.clone());
    for n in 0..100_000 {
        under_test.engine.set("Hash", &n.to_string());
    }
    let begun = Instant::now();
    drop(under_test);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn one_that_ponders_answers_after_the_hit_and_says_nothing_where_the_guess_was_wrong() {
    let script = "while read -r word rest; do case $word in \
                  uci) echo \"id name $$\"; echo uciok ;; isready) echo readyok ;; \
                  go) case $rest in ponder*) echo info depth 5 score cp 9 pv e7e5 ;; *) echo bestmove c7c5 ;; esac ;; \
                  ponderhit) echo bestmove e7e5 ponder g1f3 ;; stop) echo bestmove a7a6 ;; quit) exit 0 ;; esac; done";
    let mut under_test = shell(script, PATIENT);
    let pid = under_test.name();
    let start = Position::start();
    let expected = notation::parse_move(&start, "e4").unwrap();
    let mut root = Root::new(start.clone());
    root.play(expected);
    let limits = Limits { time: matescope::engine::SearchTime::Fixed(LONG), ..Limits::default() };
    let job = AnalysisJob { root, limits, purpose: AnalysisPurpose::Play };
    let past = PositionHistory { moves: vec![expected], ..PositionHistory::without_moves(start) };
    let answered = |under_test: &mut EngineUnderTest, wanted: &str| {
        let found = under_test.answer().unwrap();
        assert_eq!(found.best_move(), notation::parse_move(&job.root.position, wanted).ok());
        found.ponder_move
    };
    under_test.engine.ponder(job.clone(), past.clone());
    under_test.progress();
    under_test.engine.ponder_hit();
    assert!(answered(&mut under_test, "e5").is_some(), "and it expects a reply");
    // A wrong guess: what it says of that is not a reply.
    under_test.engine.ponder(job.clone(), past.clone());
    under_test.progress();
    under_test.engine.analyze(job.clone(), past);
    assert_eq!(answered(&mut under_test, "c5"), None);
    assert_eq!(under_test.standing.protocol_error_count, 0, "{:?}", under_test.standing.last_protocol_error);
    end(under_test, &[pid]);
}
