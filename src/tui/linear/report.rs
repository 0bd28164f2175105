//! What is new since the last line: each event is reported once, when it is final.

use crate::chess::names::{color_name, move_number};
use crate::chess::{Certainty, Color};
use crate::game::{GameId, NodeId, Player};
use crate::tui::app::App;
use crate::tui::board::move_list::{MoveListEntry, move_list_entry};
use crate::tui::keymap::{Action, BoardAction};
use crate::tui::linear::screen_text::{WIDTH, pane_lines, screen_lines};
use crate::tui::linear::words;
use crate::tui::message::Message;
use crate::tui::model::{Activity, CurrentAnalysisStatus, PaneId, PlayStatus, TextReadingId, Toast};
use crate::tui::navigation::Tab;
use crate::tui::screen;
use crate::tui::widget::players::short_name;

/// Up to so many moves made at once are reported one by one.
const MAX_MOVES: usize = 4;

/// What was reported last.
#[derive(Default)]
pub(crate) struct LinearReporter {
    tab: Option<Tab>,
    /// The dialog or list, as it was reported.
    shown_text: Vec<String>,
    /// The running game, if its start was reported.
    game_id: Option<GameId>,
    /// The position of the quiz that was reported last.
    quiz_position: Option<u64>,
    /// The digest of the moves up to the current position; None where nothing was reported of them.
    line: Option<u64>,
    toasts: Vec<Toast>,
    /// The long text whose reading was reported.
    reading: Option<TextReadingId>,
    /// The premove.
    premove: Option<String>,
    /// The step of a hint that was reported.
    hint: Option<String>,
    fault: Option<String>,
    verdict: Vec<String>,
    coach: Vec<String>,
    is_over: bool,
    /// The result of the round.
    round_result: Vec<String>,
    /// Why the game waits, as it was reported.
    waiting_reason: Option<String>,
}

impl LinearReporter {
    /// The news, one line each; they count as reported from now on.
    pub(crate) fn report_changes(&mut self, app: &App) -> Vec<String> {
        let mut lines = Vec::new();
        if self.tab.is_none() {
            lines.push("Matescope. Type a move, or help.".to_owned());
        }
        if self.tab != Some(app.shared.tab) {
            let (toasts, reading) = (std::mem::take(&mut self.toasts), self.reading);
            *self = Self { tab: Some(app.shared.tab), toasts, reading, ..Self::default() };
            lines.push(format!("{}.", app.shared.tab.title()));
        }
        self.report_dialogs(app, &mut lines);
        self.report_moves(app, &mut lines);
        self.report_panes(app, &mut lines);
        self.report_end(app, &mut lines);
        self.report_waiting(app, &mut lines);
        self.report_premove(app, &mut lines);
        self.report_hint(app, &mut lines);
        self.report_toasts(app, &mut lines);
        lines
    }

    /// Dialogs and lists: all of it when it opens, then the lines that have changed.
    fn report_dialogs(&mut self, app: &App, lines: &mut Vec<String>) {
        let over_board = app.proof.is_some() || app.editor.open.is_some();
        if app.shared.dialog.is_none() && app.shown_walk().is_some() && !over_board {
            return self.shown_text.clear();
        }
        let now = screen_lines(app);
        // Progress would be a line each tenth of a second: only its start is reported.
        let is_new = |line: &&String| {
            !self.shown_text.iter().any(|shown| without_progress(shown) == without_progress(line))
        };
        let mut changed: Vec<String> = now.iter().filter(is_new).cloned().collect();
        // Where only the selection has changed, only the selected row is new.
        let is_chosen = |line: &String| line.starts_with('>');
        if changed.iter().any(is_chosen) && self.shown_text.iter().any(is_chosen) {
            changed.retain(is_chosen);
        }
        self.shown_text = now;
        lines.extend(changed);
    }

    /// The moves that were made, or the position that the user has gone to.
    fn report_moves(&mut self, app: &App, lines: &mut Vec<String>) {
        let Some(walk) = app.shown_walk() else { return };
        let game = Some(app.play.game_id).filter(|_| app.shared.tab == Tab::Play);
        if self.game_id != game {
            // A new game begins in the same position as the one before, and still is new.
            (self.game_id, self.line) = (game, None);
        }
        let puzzle = app.shown_board().puzzle().map(|active| active.attempt.puzzle().start.key());
        let trap = puzzle.or_else(|| app.shown_board().quiz().map(|_| walk.position().key()));
        if self.quiz_position != trap {
            (self.quiz_position, self.line) = (trap, None);
        }
        let (tree, here) = (walk.tree(), walk.node_id());
        let now = tree.node(here).line_digest();
        let was = self.line.replace(now);
        if was == Some(now) {
            return;
        }
        // The last moves up to the line that was reported, if that is near.
        let back = std::iter::successors(Some(here), |&at| tree.node(at).parent());
        let mut new: Vec<NodeId> = back.take(MAX_MOVES + 1).collect();
        let entry = |id: NodeId| move_list_entry(walk, id);
        match new.iter().position(|&at| was == Some(tree.node(at).line_digest())) {
            Some(made) => {
                new.truncate(made);
                let entries = new.into_iter().rev().filter_map(entry);
                lines.extend(entries.map(|entry| move_text(app, &entry)));
            }
            None => {
                lines.push(
                    entry(here)
                        .map_or_else(|| start_text(app), |entry| format!("After {}", move_text(app, &entry))),
                );
            }
        }
    }

    /// The verdict of an analysis once it is final, the coach's text in a round.
    fn report_panes(&mut self, app: &App, lines: &mut Vec<String>) {
        let id = match app.activity_below() {
            _ if app.shown_ending().is_some() => return,
            Activity::Analysis(_) | Activity::Retry { .. } if is_verdict_final(app) => PaneId::Verdict,
            Activity::Practice { activity, .. } => activity.reported_pane(app.shared.now),
            _ => return,
        };
        let panes = screen::panes(app, WIDTH);
        let now = panes.iter().find(|pane| pane.id == id).map(pane_lines).unwrap_or_default();
        let reported = if id == PaneId::Verdict { &mut self.verdict } else { &mut self.coach };
        if *reported != now {
            lines.extend(now.iter().filter(|line| !reported.contains(line)).cloned());
            *reported = now;
        }
    }

    /// The end of the game or round, with its reason.
    fn report_end(&mut self, app: &App, lines: &mut Vec<String>) {
        let ending = app.shown_ending();
        if let Some(ending) = ending.filter(|_| !self.is_over) {
            lines.push(format!("{}. {}.", ending.title(), ending.reason()));
        }
        self.is_over = ending.is_some();
        // Most rounds end before the game on the board does.
        let result = round_result(app);
        if self.round_result != result {
            lines.extend(result.iter().filter(|line| !self.round_result.contains(line)).cloned());
            self.round_result = result;
        }
    }

    /// A game that waits: an engine has failed, or the watcher has paused it.
    fn report_waiting(&mut self, app: &App, lines: &mut Vec<String>) {
        let play = &app.play;
        let now = match (&play.engine_failure, play.status) {
            _ if app.shared.tab != Tab::Play || play.ending.is_some() => None,
            (Some(reason), _) => {
                Some(format!("{reason}. The game waits: move-now asks again, take-over changes players."))
            }
            (None, PlayStatus::Running) => None,
            (None, PlayStatus::Paused) => Some("The game is paused: pause lets it go on.".to_owned()),
            (None, PlayStatus::Stopped) => Some("The game is stopped without a result.".to_owned()),
        };
        if self.waiting_reason != now {
            self.waiting_reason = now;
            lines.extend(self.waiting_reason.clone());
        }
    }

    /// The premove.
    fn report_premove(&mut self, app: &App, lines: &mut Vec<String>) {
        let premove = app.play.premove.as_ref().map(|premove| premove.name.clone());
        if self.premove != premove {
            lines.extend(
                premove
                    .iter()
                    .map(|san| format!("{} waits for the engine's move.", words::san_in_words(san))),
            );
            self.premove = premove;
        }
    }

    /// A hint in a game or in analysis, step by step; that of a round is part of the coach's text.
    fn report_hint(&mut self, app: &App, lines: &mut Vec<String>) {
        let hint = app.shown_hint().map(|hint| format!("{}.", hint.text()));
        if self.hint != hint {
            lines.extend(hint.clone());
            self.hint = hint;
        }
    }

    /// Messages of a typed line are about to be handled: a move that is refused again is reported again. True where
    /// it is a move, which is answered before the next line.
    pub(crate) fn note_typed(&mut self, messages: &[Message]) -> bool {
        let plays =
            |message: &Message| matches!(message, Message::Action(Action::Board(BoardAction::PlayTyped)));
        let is_move = messages.iter().any(plays);
        if is_move {
            self.fault = None;
        }
        is_move
    }

    /// Notes, and errors in what was typed.
    fn report_toasts(&mut self, app: &App, lines: &mut Vec<String>) {
        lines.extend(
            app.shared
                .toasts
                .iter()
                .filter(|toast| !self.toasts.contains(toast))
                .map(|toast| toast.text.clone()),
        );
        self.toasts.clone_from(&app.shared.toasts);
        // Its progress would be a line each tenth of a second: only the start is reported.
        let reading = app.shared.text_reading.as_ref().map(|reading| reading.id);
        if self.reading != reading {
            self.reading = reading;
            lines.extend(app.shared.text_reading.as_ref().map(|reading| reading.progress_toast.text.clone()));
        }
        if self.fault != app.shared.prompt.error {
            self.fault.clone_from(&app.shared.prompt.error);
            lines.extend(self.fault.clone());
        }
    }
}

/// A line without how much was read: `The games are being read:` for `The games are being read: 42 %.`
fn without_progress(line: &str) -> &str {
    let percentage = line.trim_end_matches('.').strip_suffix(" %");
    let text = percentage.map(|line| line.trim_end_matches(|sign: char| sign.is_ascii_digit()).trim_end());
    text.filter(|text| text.ends_with("read:") || text.ends_with("reading")).unwrap_or(line)
}

/// How the round ended and why, what was lost, and what can be done now; nothing while it runs.
fn round_result(app: &App) -> Vec<String> {
    let practiced = app.shared.tab == Tab::Practice && app.practice_tab.board.example().is_none();
    let round = app.practice_tab.board.round().filter(|round| practiced && round.summary().is_some());
    if round.is_none() {
        return Vec::new();
    }
    let panes = screen::panes(app, WIDTH);
    panes.iter().find(|pane| pane.id == PaneId::RoundSummary).map(pane_lines).unwrap_or_default()
}

/// Whether the verdict is final.
fn is_verdict_final(app: &App) -> bool {
    let best = app.analyze.shown_snapshot(&app.shared).and_then(|snapshot| snapshot.best_line());
    app.shared.current_analysis.status == CurrentAnalysisStatus::Done
        || best.is_some_and(|line| line.certainty == Certainty::Proven)
}

/// `White, human_color: 12. knight f3, check`
fn move_text(app: &App, entry: &MoveListEntry) -> String {
    let number = move_number(entry.number, entry.color);
    format!(
        "{}{}: {number} {}",
        color_name(entry.color),
        player_text(app, entry.color),
        words::san_in_words(&entry.san)
    )
}

fn player_text(app: &App, color: Color) -> String {
    match app.play.setup.players.player(color) {
        _ if app.shared.tab != Tab::Play => String::new(),
        Player::BuiltIn { .. } if !app.play.is_watched() => ", engine".to_owned(),
        player => format!(", {}", short_name(player, app.shared.theme.glyphs())),
    }
}

/// Who plays, where no move was made yet.
fn seats_text(app: &App) -> String {
    let players = &app.play.setup.players;
    let short = |player| short_name(player, app.shared.theme.glyphs());
    match players.human_color() {
        Some(you) => format!("You play {}. ", color_name(you)),
        None if players.is_engine_game() => {
            format!("{} plays White, {} plays Black. ", short(&players.white), short(&players.black))
        }
        None => "You play both sides. ".to_owned(),
    }
}

/// Where no move was made yet.
fn start_text(app: &App) -> String {
    let Some(position) = app.shown_position() else { return String::new() };
    let you = match app.shared.tab {
        Tab::Play => seats_text(app),
        _ => String::new(),
    };
    let pieces = if position.material().piece_count() < 32 {
        words::piece_lines(position.board(), position.turn())[..2].join(" ") + " "
    } else {
        String::new()
    };
    format!("{you}{pieces}{} to move.", color_name(position.turn()))
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};
    use std::time::{Duration, Instant};

    use super::*;
    use crate::analysis::side_query::SideQueryUpdate;
    use crate::analysis::{
        AnalysisEvent, AnalysisSnapshot, AnalysisSource, JobId, ProofProgress, Report, Tables,
    };
    use crate::chess::{Bound, Line, Move, Oracle, Ranking, Score, StopToken, notation};
    use crate::tui::keymap::InputAction;
    use crate::tui::linear::listener::LinearSession;
    use crate::tui::linear::{LinearInput, parse_line};
    use crate::tui::message::TimedMessage;
    use crate::tui::model::dialog::InputDialog;
    use crate::tui::model::{Dialog, InputPurpose, OracleHandle, WriteObstacle};
    use crate::tui::router::update;

    impl LinearSession {
        fn started() -> Self {
            let mut listener = Self::new(Instant::now());
            assert_eq!(
                listener.reporter.report_changes(&listener.app),
                ["Matescope. Type a move, or help.", "Play.", "You play White. White to move."]
            );
            listener
        }

        #[track_caller]
        fn check(&mut self, line: &str, expected: &[&str]) {
            assert_eq!(self.type_line(line), expected, "{line}");
        }
    }

    #[test]
    fn a_move_is_said_once_and_a_wrong_one_is_refused_with_its_reason() {
        let mut listener = LinearSession::started();
        for _ in 0..3 {
            listener.check("Ke3", &["\"Ke3\" is not legal: the king can't reach e3"]);
        }
        listener.check("e4", &["White, you: 1. e4"]);
        listener.check("on e4", &["e4: white pawn."]);
        assert_eq!(listener.reporter.report_changes(&listener.app), [""; 0], "nothing is said twice");
        listener.check("nonsense", &["\"nonsense\" is neither a move here nor a command. Type help."]);
        listener.check("undo", &["You play White. White to move."]);
        listener.check("moves", &["No move yet."]);
    }

    #[test]
    fn a_position_is_pasted_a_stalemate_wants_a_second_enter_and_has_its_reason() {
        let mut listener = LinearSession::started();
        let pieces = "White: king d1, queen b3. Black: king a1. White to move.";
        listener.check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", &["Analyze.", pieces]);
        let question = "Kc1 is STALEMATE (½). Enter again to play it anyway, Esc to drop it";
        listener.check("Kc1", &[question]);
        let end = "Stalemate, a draw. Black has no legal move and is not in check.";
        listener.check("", &["White: 1. king c1", end]);
        listener.check("fen", &["8/8/8/8/8/1Q6/8/k1K5 b - - 1 1"]);
    }

    #[test]
    fn a_position_is_set_up_in_words() {
        let mut listener = LinearSession::started();
        let output = listener.type_line("edit-position");
        assert_eq!(output[0], "Position editor. Type help for its words.", "{output:?}");
        listener.type_line("edit-empty");
        listener.check("put white king on d1", &["White: king d1.", "Fault: Black has no king."]);
        listener.check(
            "put a black king on a1",
            &["Black: king a1.", "Legal.", "KvK - White to move, 5 legal moves", "Dead position, a draw"],
        );
        let output = listener.type_line("put white queens on b2 b3");
        assert_eq!(
            output[..2],
            ["White: king d1, queens b2 b3.", "Fault: Black is in check, but White is to move, see a1."]
        );
        listener.check("analyze", &["Not yet: Black is in check, but White is to move"]);
        listener.check("on b3", &["b3: white queen. Attacked by White: queen b2."]);
        let stuck = "! 6 of the 27 moves are STALEMATE";
        let known = ["White: king d1, queen b3.", "Legal.", "KQvK - White to move, 27 legal moves", stuck];
        listener.check("clear b2", &known);
        listener.check("half-moves 12", &["Half-moves 12, move number 1."]);
        listener.check("fen", &["8/8/8/8/8/1Q6/8/k2K4 w - - 12 1"]);
        let output = listener.type_line("put white queen on z9");
        assert!(output[0].starts_with("You set up a position: put white queen on e4"), "{output:?}");
        let pieces = "White: king d1, queen b3. Black: king a1. White to move.";
        listener.check("analyze", &["Analyze.", pieces]);
    }

    #[test]
    fn each_move_of_two_engines_is_said_with_who_played_it() {
        let mut listener = LinearSession::started();
        let output = listener.type_line("new");
        assert!(output.iter().any(|line| line.starts_with("> You play, White")), "{output:?}");
        for _ in 0..2 {
            listener.type_line("right");
        }
        listener.check("right", &["> You, watch, two engines play"]);
        listener.check("enter", &["level 4 plays White, level 6 plays Black. White to move."]);
        for (typed, expected) in [("e4", "White, level 4: 1. e4"), ("e5", "Black, level 6: 1... e5")] {
            let play = &listener.app.play;
            let mv = notation::parse_move(play.walk.position(), typed).unwrap();
            let at = listener.app.shared.now + Duration::from_secs(1);
            let message = Message::Analysis(AnalysisEvent::Done(Box::new(played(mv))));
            update(&mut listener.app, TimedMessage { at, message });
            assert_eq!(listener.reporter.report_changes(&listener.app), [expected]);
        }
        listener.check("pause", &["The game is paused: pause lets it go on."]);
        listener.check("pause", &[]);
    }

    #[test]
    fn a_hint_is_said_in_a_game_step_by_step() {
        let mut listener = LinearSession::started();
        listener.check("hint", &["Looking for a hint."]);
        let mv = notation::parse_move(listener.app.play.walk.position(), "Nf3").unwrap();
        let line = Line {
            score: Score::centipawns(20),
            bound: Bound::Exact,
            certainty: Certainty::Searched,
            moves: vec![mv],
            ends_in: None,
        };
        let report = Report { lines: vec![line], ..Report::default() };
        let answer = SideQueryUpdate::Done(Box::new(AnalysisSnapshot { report, ..played(mv) }));
        let at = listener.app.shared.now;
        let message = Message::Analysis(AnalysisEvent::SideQuery(JobId::default(), answer));
        update(&mut listener.app, TimedMessage { at, message });
        assert_eq!(listener.reporter.report_changes(&listener.app), ["Hint 1 of 3: move the knight on g1."]);
        listener.check("hint", &["Hint 2 of 3: the knight on g1 goes to f3."]);
        listener.check("hint", &["Hint 3 of 3: Nf3."]);
    }

    /// A move and nothing more.
    fn played(mv: Move) -> AnalysisSnapshot {
        AnalysisSnapshot {
            generation: JobId::default(),
            source: AnalysisSource::Search,
            report: Report::default(),
            ranking: None,
            proof: ProofProgress::default(),
            syzygy: None,
            best_reported: Some(mv),
            ponder_move: None,
        }
    }

    /// A session with the three-piece tables, in a round from this position.
    fn in_round(fen: &str) -> LinearSession {
        static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| {
            let tables = Tables::new();
            tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}).unwrap();
            Arc::new(tables)
        });
        let mut listener = LinearSession::started();
        let tables: Arc<dyn Oracle> = Arc::clone(&TABLES) as Arc<dyn Oracle>;
        for message in
            [Message::OracleReady(OracleHandle::new(tables)), Message::Analysis(AnalysisEvent::TablesReady)]
        {
            let at = listener.app.shared.now;
            update(&mut listener.app, TimedMessage { at, message });
        }
        listener.type_line("paste");
        listener.type_line(fen);
        let output = listener.type_line("ctrl-d");
        assert!(output.iter().any(|line| line == "Practice."), "{output:#?}");
        listener
    }

    /// Checks that what is said at once ends the round with this result and its reason.
    #[track_caller]
    fn check_round_end(listener: &LinearSession, said: &[String], title: &str, reason: &str) {
        let round = listener.app.practice_tab.board.round();
        let summary = round.and_then(|round| round.summary()).expect("the round is over");
        assert!(summary.reason.contains(reason), "{}", summary.reason);
        let all = said.join(" ");
        assert!(said.iter().any(|line| line.starts_with(title)), "no {title:?} in {said:#?}");
        assert!(!summary.reason.is_empty() && all.contains(&summary.reason), "no reason in {said:#?}");
    }

    #[test]
    fn a_lost_round_says_so_and_why_at_once() {
        for (fen, moves, title, reason) in [
            ("8/8/4k3/8/3KP3/8/8/8 b - - 0 1", &["Kf6"][..], "Lost", "White wins"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", &["e4"], "Drawn: win gone", ""),
            ("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", &["Qb2"], "Drawn: win gone", "can be taken"),
            ("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", &["Kc2", ""], "Stalemate: win gone", "no legal move"),
        ] {
            let mut listener = in_round(fen);
            let mut said = Vec::new();
            for line in moves {
                said = listener.type_line(line);
            }
            check_round_end(&listener, &said, title, reason);
            assert_eq!(listener.reporter.report_changes(&listener.app), [""; 0], "nothing is said twice");
        }
    }

    #[test]
    fn a_held_or_won_round_says_so_and_why_at_once() {
        for (fen, title, reason) in [
            // Held for so many moves; by a capture; to stalemate.
            ("8/8/4k3/8/3KP3/8/8/8 b - - 0 1", "Perfect", ""),
            ("8/8/8/8/8/1k6/P7/2K5 b - - 0 1", "Perfect", ""),
            ("4k3/8/3KP3/8/8/8/8/8 b - - 0 1", "Perfect", ""),
            // Won, and mated as late as can be.
            ("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "Perfect", "the shortest way"),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "Perfect", ""),
            ("8/8/8/8/1Q6/2K5/8/k7 b - - 0 1", "Perfect", "as long as can be"),
        ] {
            let mut listener = in_round(fen);
            let mut said = Vec::new();
            for _ in 0..60 {
                let round = &listener.app.practice_tab.board.round().unwrap().round;
                if round.summary().is_some() {
                    break;
                }
                let ranking = Ranking::of(round.position(), listener.app.shared.oracle.oracle()).unwrap();
                let best = ranking.best().next().unwrap().san.clone();
                said = listener.type_line(&best);
            }
            check_round_end(&listener, &said, title, reason);
        }
    }

    #[test]
    fn progress_is_said_once() {
        for (line, expected) in [
            ("The games are being read: 42 %.", "The games are being read:"),
            ("Statistics, reading 7 %", "Statistics, reading"),
            ("> blitz, 10, 52.3 %", "> blitz, 10, 52.3 %"),
            ("The games are being read.", "The games are being read."),
        ] {
            assert_eq!(without_progress(line), expected);
        }
    }

    #[test]
    fn a_dialog_is_read_out_and_then_the_row_that_is_chosen() {
        let mut listener = LinearSession::started();
        let output = listener.type_line("settings");
        assert_eq!(output[0], "Settings", "{output:?}");
        assert!(output.iter().any(|line| line.starts_with("> Stalemate guard, warn")), "{output:?}");
        listener.check("down", &["> Lines, 3, in the analysis"]);
        listener.check("esc", &[]);
        let output = listener.type_line("tab-games");
        assert_eq!(output[..2], ["Games.", "Games, 0 games"], "{output:?}");
    }

    #[test]
    fn a_minus_sign_empties_a_text_and_a_file_is_linked_as_on_the_command_line() {
        let mut listener = LinearSession::started();
        let mut open = |purpose| {
            listener.app.shared.dialog = Some(Dialog::Input(InputDialog::new(purpose, "study, ")));
            let said = listener.reporter.report_changes(&listener.app);
            let happens = |line: &str| match parse_line(&listener.app, line) {
                LinearInput::Messages(happens) => happens,
                LinearInput::Answer(answer) => panic!("{answer:?}"),
            };
            (said.last().cloned().unwrap_or_default(), happens("-"), happens("--link a.pgn"))
        };
        let act = |action| Message::Action(Action::Input(action));
        let take = || act(InputAction::Take);
        let (said, empties, _) = open(InputPurpose::Labels);
        assert_eq!(said, "Type - for no label; an empty line leaves it as it is.");
        assert!(
            matches!(&empties[..], [Message::Action(clear), Message::Action(_)] if *clear == Action::Input(InputAction::Clear)),
            "{empties:?}"
        );
        assert!(format!("{empties:?}").ends_with(&format!("{:?}]", take())), "{empties:?}");
        let (said, typed, links) = open(InputPurpose::Import);
        assert_eq!(said, "Type --link before the path to list the games where they lie, without a copy.");
        assert!(format!("{typed:?}").contains("TypeText(\"-\")"), "{typed:?}");
        let links = format!("{links:?}");
        assert!(links.contains("ToggleLink") && links.contains("TypeText(\"a.pgn\")"), "{links}");
    }

    #[test]
    fn a_file_that_is_there_is_replaced_by_a_yes_alone() {
        let mut listener = LinearSession::started();
        let there = InputDialog {
            obstacle: Some(WriteObstacle::FileExists),
            ..InputDialog::new(InputPurpose::Import, "games.pgn")
        };
        listener.app.shared.dialog = Some(Dialog::Input(there.clone()));
        let output = listener.type_line("look");
        assert!(listener.app.shared.dialog.is_none(), "any other text is another path: {output:?}");
        listener.app.shared.dialog = Some(Dialog::Input(there));
        let output = listener.reporter.report_changes(&listener.app);
        let question = "Type yes to replace it, or another name; an empty line writes nothing.";
        assert_eq!(output.last().map(String::as_str), Some(question), "{output:?}");
        let LinearInput::Messages(happens) = parse_line(&listener.app, "Yes") else {
            panic!("yes is an answer")
        };
        assert!(matches!(happens[..], [Message::Action(Action::Input(InputAction::Agree))]), "{happens:?}");
    }
}
