//! What is new since the last line: each thing that happened is said once, when it is settled.

use crate::chess::names::{named, numbered};
use crate::chess::{Certainty, Color};
use crate::game::{Mark, NodeId, Player};
use crate::tui::app::{App, Course, Entry, State, Tab, TextReadingId, Toast};

use super::{lines_of, whole, words};
use crate::tui::screen;
use crate::tui::screen::short;

/// Moves that are said one by one when several were made at once.
const MOST_MOVES: usize = 4;

/// What was said last.
#[derive(Default)]
pub(in crate::tui) struct Told {
    tab: Option<Tab>,
    /// What lies over the screen or is listed, as it was said.
    whole: Vec<String>,
    /// The game that is played, where one was said to be.
    game: Option<Mark>,
    /// The position of the quiz that was said last.
    trap: Option<u64>,
    /// The moves up to where the reader stands; None where nothing was said of them.
    line: Option<Vec<(NodeId, String)>>,
    toasts: Vec<Toast>,
    /// The long text whose reading was said.
    reading: Option<TextReadingId>,
    /// The move that waits for the engine's.
    premove: Option<String>,
    /// The step of a hint that was said.
    hint: Option<String>,
    fault: Option<String>,
    verdict: Vec<String>,
    coach: Vec<String>,
    over: bool,
    /// Why the game waits, as it was said.
    waits: Option<String>,
}

impl Told {
    /// The news, a line each; they are told from now on.
    pub(in crate::tui) fn news(&mut self, app: &App) -> Vec<String> {
        let mut lines = Vec::new();
        if self.tab.is_none() {
            lines.push("Matescope. Type a move, or help.".to_owned());
        }
        if self.tab != Some(app.tab) {
            let (toasts, reading) = (std::mem::take(&mut self.toasts), self.reading);
            *self = Self { tab: Some(app.tab), toasts, reading, ..Self::default() };
            lines.push(format!("{}.", app.tab.title()));
        }
        self.boxes(app, &mut lines);
        self.moves(app, &mut lines);
        self.panes(app, &mut lines);
        self.end(app, &mut lines);
        self.waiting(app, &mut lines);
        self.made_ahead(app, &mut lines);
        self.hint(app, &mut lines);
        self.notes(app, &mut lines);
        lines
    }

    /// Dialogs and lists: all of it when it opens, then the lines that have changed.
    fn boxes(&mut self, app: &App, lines: &mut Vec<String>) {
        let over_board = app.why.is_some() || app.editor.is_some();
        if app.dialog.is_none() && app.walk().is_some() && !over_board {
            return self.whole.clear();
        }
        let now = whole(app);
        let is_new = |line: &&String| !self.whole.contains(line);
        let mut changed: Vec<String> = now.iter().filter(is_new).cloned().collect();
        // Where a choice has moved, only the chosen row is news.
        if changed.iter().any(|line| line.starts_with('>')) && !self.whole.is_empty() {
            changed.retain(|line| line.starts_with('>'));
        }
        self.whole = now;
        lines.extend(changed);
    }

    /// The moves that were made, or where the reader has gone.
    fn moves(&mut self, app: &App, lines: &mut Vec<String>) {
        let Some(walk) = app.walk() else { return };
        let game = Some(app.play.mark).filter(|_| app.tab == Tab::Play);
        if self.game != game {
            // A new one begins where the one before began, and yet it is news.
            (self.game, self.line) = (game, None);
        }
        let trap = app.quizzing().map(|_| walk.position().key());
        if self.trap != trap {
            (self.trap, self.line) = (trap, None);
        }
        let line: Vec<(NodeId, String)> = walk
            .tree()
            .line_to(walk.at())
            .into_iter()
            .map(|id| (id, walk.tree().node(id).san().to_owned()))
            .collect();
        if self.line.as_ref() == Some(&line) {
            return;
        }
        let was = self.line.replace(line.clone());
        let new = was.as_ref().and_then(|was| line.strip_prefix(was.as_slice()));
        let entries = app.sheet();
        let entry = |id: NodeId| entries.iter().find(|entry| entry.node == id);
        match new {
            Some(new) if !new.is_empty() && new.len() <= MOST_MOVES => {
                lines.extend(new.iter().filter_map(|&(id, _)| entry(id)).map(|entry| made(app, entry)));
            }
            _ => {
                let last = line.last().and_then(|&(id, _)| entry(id));
                lines
                    .push(last.map_or_else(|| beginning(app), |entry| format!("After {}", made(app, entry))));
            }
        }
    }

    /// The verdict of an analysis once it is settled, the coach's word in a round.
    fn panes(&mut self, app: &App, lines: &mut Vec<String>) {
        let title = match app.tab {
            _ if app.ending().is_some() => return,
            Tab::Analyze if is_settled(app) => "Verdict",
            Tab::Practice if app.practice.example.is_some() => "Example",
            Tab::Practice if app.quizzing().is_some_and(|quizzing| quizzing.is_running(app.now)) => {
                screen::quiz::ANSWER
            }
            Tab::Practice if app.quizzing().is_some() => "Result",
            Tab::Practice if app.walk().is_some() => "Coach",
            _ => return,
        };
        let panes = screen::panes(app, super::WIDTH);
        let now = panes.iter().find(|pane| pane.title == title).map(lines_of).unwrap_or_default();
        let told = if title == "Verdict" { &mut self.verdict } else { &mut self.coach };
        if *told != now {
            lines.extend(now.iter().filter(|line| !told.contains(line)).cloned());
            *told = now;
        }
    }

    /// The end of the game or round, with its reason.
    fn end(&mut self, app: &App, lines: &mut Vec<String>) {
        let ending = app.ending();
        if let Some(ending) = ending.filter(|_| !self.over) {
            lines.push(format!("{}. {}.", ending.title(), ending.reason()));
        }
        self.over = ending.is_some();
    }

    /// A game that waits: an engine has failed, or the watcher has paused it.
    fn waiting(&mut self, app: &App, lines: &mut Vec<String>) {
        let play = &app.play;
        let now = match (&play.stalled, play.course) {
            _ if app.tab != Tab::Play || play.over.is_some() => None,
            (Some(reason), _) => {
                Some(format!("{reason}. The game waits: move-now asks again, take-over changes players."))
            }
            (None, Course::Going) => None,
            (None, Course::Paused) => Some("The game is paused: pause lets it go on.".to_owned()),
            (None, Course::Stopped) => Some("The game is stopped without a result.".to_owned()),
        };
        if self.waits != now {
            self.waits = now;
            lines.extend(self.waits.clone());
        }
    }

    /// A move that waits for the engine's.
    fn made_ahead(&mut self, app: &App, lines: &mut Vec<String>) {
        let premove = app.play.premove.as_ref().map(|premove| premove.name.clone());
        if self.premove != premove {
            lines.extend(
                premove.iter().map(|san| format!("{} waits for the engine's move.", words::of_san(san))),
            );
            self.premove = premove;
        }
    }

    /// A hint in a game or in analysis, step by step; that of a round is the coach's.
    fn hint(&mut self, app: &App, lines: &mut Vec<String>) {
        let hint = app.advice().map(|advice| format!("{}.", advice.words()));
        if self.hint != hint {
            lines.extend(hint.clone());
            self.hint = hint;
        }
    }

    /// Notes that pass, and what is wrong with what was typed.
    fn notes(&mut self, app: &App, lines: &mut Vec<String>) {
        lines.extend(
            app.toasts.iter().filter(|toast| !self.toasts.contains(toast)).map(|toast| toast.text.clone()),
        );
        self.toasts.clone_from(&app.toasts);
        // Its progress would be a line each tenth of a second: that it is under way is said once.
        let reading = app.reading.as_ref().map(|reading| reading.id);
        if self.reading != reading {
            self.reading = reading;
            lines.extend(app.reading.as_ref().map(|reading| reading.note.text.clone()));
        }
        if self.fault != app.prompt.fault {
            self.fault.clone_from(&app.prompt.fault);
            lines.extend(self.fault.clone());
        }
    }
}

/// Whether the verdict will not change while the reader waits.
fn is_settled(app: &App) -> bool {
    let best = app.heard().and_then(|snapshot| snapshot.best_line());
    app.watch.state == State::Done || best.is_some_and(|line| line.certainty == Certainty::Proven)
}

/// `White, you: 12. knight f3, check`
fn made(app: &App, entry: &Entry) -> String {
    let number = numbered(entry.number, entry.color);
    format!("{}{}: {number} {}", named(entry.color), who(app, entry.color), words::of_san(&entry.san))
}

fn who(app: &App, color: Color) -> String {
    match app.play.setup.seats.of(color) {
        _ if app.tab != Tab::Play => String::new(),
        Player::BuiltIn { .. } if !app.play.is_watched() => ", engine".to_owned(),
        player => format!(", {}", short(player, app.theme.glyphs())),
    }
}

/// Who plays, where no move was made yet.
fn seated(app: &App) -> String {
    let seats = &app.play.setup.seats;
    let short = |player| short(player, app.theme.glyphs());
    match seats.you() {
        Some(you) => format!("You play {}. ", named(you)),
        None if seats.is_watched() => {
            format!("{} plays White, {} plays Black. ", short(&seats.white), short(&seats.black))
        }
        None => "You play both sides. ".to_owned(),
    }
}

/// Where no move was made yet.
fn beginning(app: &App) -> String {
    let Some(position) = app.shown() else { return String::new() };
    let you = match app.tab {
        Tab::Play => seated(app),
        _ => String::new(),
    };
    let men = if position.material().men() < 32 {
        words::men(position.board(), position.turn())[..2].join(" ") + " "
    } else {
        String::new()
    };
    format!("{you}{men}{} to move.", named(position.turn()))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::analysis::aside::{Answer, AsideId};
    use crate::analysis::{Generation, ProofState, Report, Snapshot, Source, Update};
    use crate::chess::{Bound, Line, Move, Score, notation};
    use crate::tui::dialog::ask::{Obstacle, Wanted};
    use crate::tui::dialog::{Ask, Dialog};
    use crate::tui::keymap::Action;
    use crate::tui::linear::listener::Listener;
    use crate::tui::linear::{Heard, read};
    use crate::tui::update::{Msg, What, update};

    impl Listener {
        fn started() -> Self {
            let mut listener = Self::new(Instant::now());
            assert_eq!(
                listener.told.news(&listener.app),
                ["Matescope. Type a move, or help.", "Play.", "You play White. White to move."]
            );
            listener
        }

        #[track_caller]
        fn check(&mut self, line: &str, wanted: &[&str]) {
            assert_eq!(self.types(line), wanted, "{line}");
        }
    }

    #[test]
    fn a_move_is_said_once_and_a_wrong_one_is_refused_with_its_reason() {
        let mut listener = Listener::started();
        listener.check("Ke3", &["\"Ke3\" is not legal: the king can't reach e3"]);
        listener.check("e4", &["White, you: 1. e4"]);
        listener.check("on e4", &["e4: white pawn."]);
        assert_eq!(listener.told.news(&listener.app), [""; 0], "nothing is said twice");
        listener.check("nonsense", &["\"nonsense\" is no move here and no command. Type help."]);
        listener.check("undo", &["You play White. White to move."]);
        listener.check("moves", &["No move yet."]);
    }

    #[test]
    fn a_position_is_pasted_a_stalemate_wants_a_second_enter_and_has_its_reason() {
        let mut listener = Listener::started();
        let men = "White: king d1, queen b3. Black: king a1. White to move.";
        listener.check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", &["Analyze.", men]);
        let asked = "Kc1 is STALEMATE (½). Enter again to play it anyway, Esc to drop it";
        listener.check("Kc1", &[asked]);
        let end = "Stalemate, a draw. Black has no legal move and is not in check.";
        listener.check("", &["White: 1. king c1", end]);
        listener.check("fen", &["8/8/8/8/8/1Q6/8/k1K5 b - - 1 1"]);
    }

    #[test]
    fn a_position_is_set_up_in_words() {
        let mut listener = Listener::started();
        let said = listener.types("edit-position");
        assert_eq!(said[0], "Position editor. Type help for its words.", "{said:?}");
        listener.types("edit-empty");
        listener.check("put white king on d1", &["White: king d1.", "Fault: Black has no king."]);
        listener.check(
            "put a black king on a1",
            &["Black: king a1.", "Legal.", "KvK - White to move, 5 legal moves", "Dead position, a draw"],
        );
        let said = listener.types("put white queens on b2 b3");
        assert_eq!(
            said[..2],
            ["White: king d1, queens b2 b3.", "Fault: Black is in check, but White is to move, see a1."]
        );
        listener.check("analyze", &["Not yet: Black is in check, but White is to move"]);
        listener.check("on b3", &["b3: white queen. Attacked by White: queen b2."]);
        let stuck = "! 6 of the 27 moves are STALEMATE";
        let known = ["White: king d1, queen b3.", "Legal.", "KQvK - White to move, 27 legal moves", stuck];
        listener.check("clear b2", &known);
        listener.check("half-moves 12", &["Half-moves 12, move number 1."]);
        listener.check("fen", &["8/8/8/8/8/1Q6/8/k2K4 w - - 12 1"]);
        let said = listener.types("put white queen on z9");
        assert!(said[0].starts_with("You set up a position: put white queen on e4"), "{said:?}");
        let men = "White: king d1, queen b3. Black: king a1. White to move.";
        listener.check("analyze", &["Analyze.", men]);
    }

    #[test]
    fn each_move_of_two_engines_is_said_with_who_played_it() {
        let mut listener = Listener::started();
        let said = listener.types("new");
        assert!(said.iter().any(|line| line.starts_with("> You play, White")), "{said:?}");
        for _ in 0..2 {
            listener.types("right");
        }
        listener.check("right", &["> You, watch, two engines play"]);
        listener.check("enter", &["level 4 plays White, level 6 plays Black. White to move."]);
        for (typed, wanted) in [("e4", "White, level 4: 1. e4"), ("e5", "Black, level 6: 1... e5")] {
            let play = &listener.app.play;
            let mv = notation::parse_move(play.walk.position(), typed).unwrap();
            let at = listener.app.now + Duration::from_secs(1);
            let what = What::Analysis(Update::Done(Box::new(played(mv))));
            update(&mut listener.app, Msg { at, what });
            assert_eq!(listener.told.news(&listener.app), [wanted]);
        }
        listener.check("pause", &["The game is paused: pause lets it go on."]);
        listener.check("pause", &[]);
    }

    #[test]
    fn a_hint_is_said_in_a_game_step_by_step() {
        let mut listener = Listener::started();
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
        let answer = Answer::Last(Box::new(Snapshot { report, ..played(mv) }));
        let at = listener.app.now;
        let what = What::Analysis(Update::Aside(AsideId::default(), answer));
        update(&mut listener.app, Msg { at, what });
        assert_eq!(listener.told.news(&listener.app), ["Hint 1 of 3: move the knight on g1."]);
        listener.check("hint", &["Hint 2 of 3: the knight on g1 goes to f3."]);
        listener.check("hint", &["Hint 3 of 3: Nf3."]);
    }

    /// A move and nothing more.
    fn played(mv: Move) -> Snapshot {
        Snapshot {
            generation: Generation::default(),
            source: Source::Search,
            report: Report::default(),
            ranking: None,
            proof: ProofState::default(),
            syzygy: None,
            played: Some(mv),
            expects: None,
        }
    }

    #[test]
    fn a_dialog_is_read_out_and_then_the_row_that_is_chosen() {
        let mut listener = Listener::started();
        let said = listener.types("settings");
        assert_eq!(said[0], "Settings", "{said:?}");
        assert!(said.iter().any(|line| line.starts_with("> Stalemate guard, warn")), "{said:?}");
        listener.check("down", &["> Lines, 3, in the analysis"]);
        listener.check("esc", &[]);
        let said = listener.types("tab-games");
        assert_eq!(said[..2], ["Games.", "Games, 0 games"], "{said:?}");
    }

    #[test]
    fn a_file_that_is_there_is_replaced_by_a_yes_alone() {
        let mut listener = Listener::started();
        let there = Ask { obstacle: Some(Obstacle::File), ..Ask::new(Wanted::Import, "games.pgn") };
        listener.app.dialog = Some(Dialog::Ask(there.clone()));
        let said = listener.types("look");
        assert!(listener.app.dialog.is_none(), "any other text is another path: {said:?}");
        listener.app.dialog = Some(Dialog::Ask(there));
        let said = listener.told.news(&listener.app);
        let asked = "Type yes to replace it, or another path; an empty line writes nothing.";
        assert_eq!(said.last().map(String::as_str), Some(asked), "{said:?}");
        let Heard::Happens(happens) = read(&listener.app, "Yes") else { panic!("yes is an answer") };
        assert!(matches!(happens[..], [What::Do(Action::AskAgree)]), "{happens:?}");
    }
}
