//! Every screen as snapshots of two planes, the characters and the roles, at four sizes; further states of it at one;
//! and what must hold on all of them.

use matescope::analysis::exact_lines::exact_lines;
use matescope::analysis::external::{ExternalEngineFailure, ExternalEngineState as Doing};
use matescope::analysis::{
    AnalysisEvent, AnalysisSnapshot, AnalysisSource, JobId, ProofProgress, TableBuildState,
};
use matescope::chess::{
    Bound, Certainty, Depth, Line, Ply, Position, Ranking, Root, Score, Square, fen, notation,
};
use matescope::engine::Report;
use matescope::platform::CAN_SUSPEND;
use matescope::tui::board::move_list;
use matescope::tui::keymap::{Action, AnalyzeAction, AppAction};
use matescope::tui::message::{Message, MouseHit};
use matescope::tui::model::current_analysis::OracleHandle;
use matescope::tui::model::line::LineRef;
use matescope::tui::navigation::TreeStep;
use matescope::tui::theme::{Charset, ColorScheme, PieceStyle, Role, Theme, ThemeColorDepth};
use matescope::tui::{screen, view};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

mod editor;
mod explore;
mod guess;
mod puzzles;
mod room;
mod statistics;

use super::journeys::engines::owner;
use super::journeys::{User, duplicates, explorer, game_list, review};
use crate::endings::shared_tables;

const SIZES: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];
const KQVK: &str = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
const MIDDLE_GAME: &str = "r1bqk2r/pp1n1ppp/2pbpn2/3p4/2PP4/2N1PN2/PPQ1BPPP/R1B1K2R b KQkq - 4 8";

/// A user with a terminal of 256 colors, where colors are not mixed, with the tables ready.
fn user() -> User {
    let mut user = User::new();
    user.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Indexed, Charset::Unicode);
    user.happens(Message::OracleReady(OracleHandle::new(shared_tables())));
    user.happens(Message::Analysis(AnalysisEvent::TablesReady));
    user
}

/// A user who analyzes a position, with the analysis that `analysis` makes of it.
fn analyst(fen: &str, analysis: impl Fn(&Position) -> AnalysisSnapshot) -> User {
    let mut user = user();
    user.paste(fen);
    let position = fen::parse(fen).expect("a legal position");
    user.happens(Message::Analysis(AnalysisEvent::Done(Box::new(analysis(&position)))));
    user
}

/// The session's result where a table covers the position: the three best moves with their complete lines.
/// Where the game is over there are none.
fn from_tables(position: &Position) -> AnalysisSnapshot {
    let oracle = shared_tables();
    let ranking = Ranking::of(position, &*oracle);
    let root = Root::new(position.clone());
    let lines = ranking.as_ref().map(|ranking| exact_lines(&root, ranking, 3, &*oracle));
    AnalysisSnapshot {
        generation: JobId::default(),
        source: AnalysisSource::Table(position.material()),
        report: Report { lines: lines.unwrap_or_default(), ..Report::default() },
        ranking,
        proof: ProofProgress::default(),
        syzygy: None,
        best_reported: None,
        ponder_move: None,
    }
}

/// A running search: a mate that may not be the shortest, and a score; the mate prover has reached four.
fn from_search(position: &Position) -> AnalysisSnapshot {
    let line = |texts: &[&str], score, bound| {
        let moves = notation::play_line(&mut position.clone(), texts.iter().copied()).expect("legal moves");
        Line { score, bound, certainty: Certainty::Searched, moves, ends_in: None }
    };
    let lines = vec![
        line(&["dxc4", "Bxc4", "b5", "Bd3", "Bb7", "O-O"], Score::centipawns(-35), Bound::Exact),
        line(&["O-O", "O-O", "Re8", "Rd1"], Score::centipawns(-48), Bound::AtLeast),
        line(&["e5", "cxd5", "exd4"], Score::mated_in(Ply::new(14)), Bound::Exact),
    ];
    AnalysisSnapshot {
        generation: JobId::default(),
        source: AnalysisSource::Search,
        report: Report {
            depth: Depth::new(14),
            seldepth: Ply::new(22),
            nodes: 1_234_567,
            lines,
            ..Report::default()
        },
        ranking: None,
        proof: ProofProgress { none_within: 4, checking: Some(5), nodes: 40_000, ..ProofProgress::default() },
        syzygy: None,
        best_reported: None,
        ponder_move: None,
    }
}

fn drawn(user: &mut User, (width, height): (u16, u16)) -> Buffer {
    user.happens(Message::Resize(width, height));
    let area = Rect { x: 0, y: 0, width, height };
    let mut buffer = Buffer::empty(area);
    view::draw(&user.app, area, &mut buffer);
    buffer
}

fn rows(buffer: &Buffer, sign: impl Fn(&Cell) -> String) -> String {
    let row = |y| (0..buffer.area.width).map(|x| sign(&buffer[(x, y)])).collect::<String>();
    (0..buffer.area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

fn text(buffer: &Buffer) -> String {
    rows(buffer, |cell| cell.symbol().to_owned())
}

/// The letter of the role that a cell is drawn in: of its ground, or of its text on the plain ground.
fn letter(cell: &Cell, theme: Theme) -> char {
    let ground = theme.fill(Role::Ground);
    let by_ground = |role: &&Role| theme.fill(**role) == cell.bg;
    let by_text = |role: &&Role| theme.style(**role).fg == Some(cell.fg);
    let found = match cell.symbol() {
        _ if cell.bg != ground => Role::ALL.iter().find(by_ground),
        " " => None,
        _ => Role::ALL.iter().find(by_text),
    };
    found.map_or('.', |role| role.letter())
}

/// Compares a screen with its snapshots at all sizes, and checks what holds on every screen.
fn check(name: &str, user: User) {
    check_at(name, user, &SIZES);
}

/// The same for a state of a screen whose layout has its snapshots: one of them shows what is different.
fn check_state(name: &str, user: User) {
    check_at(name, user, &[(80, 24)]);
}

/// The same at other sizes.
fn check_at(name: &str, mut user: User, sizes: &[(u16, u16)]) {
    for &(width, height) in sizes {
        let buffer = drawn(&mut user, (width, height));
        let theme = user.app.shared.theme;
        let roles = rows(&buffer, |cell| letter(cell, theme).to_string());
        let picture = format!("{}\n{roles}", text(&buffer));
        insta::with_settings!({ snapshot_path => "../snapshots", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), picture);
        });
    }
    // What must hold on every screen holds at more sizes than have pictures.
    for size in room::SIZES {
        let buffer = drawn(&mut user, size);
        for cell in buffer.content() {
            assert!(cell.symbol().width() <= 1, "{name} {size:?}: {:?} is wide", cell.symbol());
        }
        let cut = room::cut_beside_room(&buffer);
        assert!(cut.is_empty(), "{name} {size:?}: {cut:#?}\n{}", text(&buffer));
    }
}

#[test]
fn the_first_run_is_on_the_board_at_once() {
    check("home", user());
}

#[test]
fn a_game_shows_who_plays_and_what_was_played() {
    let mut user = user();
    user.play("e4").engine_plays("d5").play("exd5").engine_plays("Qxd5").press("N");
    check("play", user);
}

#[test]
fn a_move_that_waits_is_marked() {
    let mut user = user();
    user.play("e4").play("Nf3");
    user.app.shared.toasts.clear();
    let mut plain = self::user();
    plain.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Ascii);
    plain.play("e4").play("Nf3");
    let shown = text(&drawn(&mut plain, (80, 24)));
    assert!(shown.contains("*N *") && shown.contains("waits for the engine"), "{shown}");
    check_state("play_premove", user);
}

#[test]
fn a_game_says_how_it_ended() {
    let mut user = user();
    user.play("f3").engine_plays("e5").play("g4").engine_plays("Qh4");
    check_state("play_over", user);
}

#[test]
fn a_table_position_shows_every_move_by_its_cost() {
    check("analyze_table", analyst(KQVK, from_tables));
}

#[test]
fn the_positions_that_anyone_can_try() {
    for (name, fen) in [
        ("eppstein", "4k3/Q7/3K4/8/8/8/8/8 w - - 0 1"),
        ("micro_max", "8/8/8/8/8/4p1k1/8/4r1BK w - - 0 1"),
        ("longest_queen", "7K/6Q1/8/8/2k5/8/8/8 w - - 0 1"),
        ("longest_rook", "8/8/2R5/3k4/8/8/8/1K6 w - - 0 1"),
        ("checkmate", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1"),
        ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    ] {
        check_state(&format!("truth_{name}"), analyst(fen, from_tables));
    }
}

#[test]
fn a_stalemate_wants_a_second_enter() {
    let mut user = analyst(KQVK, from_tables);
    user.click("d1");
    check_state("analyze_picked", user);
    let mut user = analyst(KQVK, from_tables);
    user.play("Kc2");
    let shown = text(&drawn(&mut user, (80, 24)));
    assert!(shown.contains("Kc2 = STALEMATE"), "{shown}");
    check_state("analyze_armed", user);
}

#[test]
fn a_search_never_looks_like_a_fact() {
    let mut user = analyst(MIDDLE_GAME, from_search);
    let shown = text(&drawn(&mut user, (120, 40)));
    assert!(shown.contains("+0.35") && shown.contains("M<=7") && shown.contains("M>=5"), "{shown}");
    assert!(!shown.contains("EXACT") && !shown.contains("M7="), "{shown}");
    check("analyze_search", user);
}

/// The external engine that analyzes says what a search of ours would, but for a mate that it only claims.
fn outside(user: &mut User) {
    let position = fen::parse(MIDDLE_GAME).expect("a legal position");
    let mut snapshot = AnalysisSnapshot { source: AnalysisSource::ExternalEngine, ..from_search(&position) };
    snapshot.report.lines[2].certainty = Certainty::Claimed;
    user.stands("Ajax", Doing::Thinking).says("Ajax", AnalysisEvent::Progress(Box::new(snapshot)));
}

#[test]
fn another_engine_has_a_pane_beside_ours() {
    let mut user = analyst(MIDDLE_GAME, from_search);
    user.app.shared.engines = owner().app.shared.engines;
    user.press("E down enter esc");
    outside(&mut user);
    user.app.shared.pane = 2;
    let shown = text(&drawn(&mut user, (120, 40)));
    assert!(shown.contains("-M7?") || shown.contains("M7?"), "{shown}");
    check("analyze_beside", user);
    let mut user = analyst(MIDDLE_GAME, from_search);
    user.app.shared.engines = owner().app.shared.engines;
    user.press("E enter down enter esc")
        .happens(Message::Action(Action::Analyze(AnalyzeAction::Tree(TreeStep::Forward))));
    user.app.shared.current_analysis.snapshot = None;
    outside(&mut user);
    let shown = text(&drawn(&mut user, (80, 24)));
    assert!(shown.contains("Ajax says so") && shown.contains("ITS WORD"), "{shown}");
    check("analyze_external", user);
    let mut user = analyst(MIDDLE_GAME, from_search);
    user.app.shared.engines = owner().app.shared.engines;
    user.press("E down enter esc");
    user.stands("Ajax", Doing::Failed(ExternalEngineFailure::Crashed("signal 11 (SIGSEGV)".to_owned())));
    user.app.shared.pane = 2;
    check_state("analyze_crashed", user);
}

#[test]
fn engines_are_listed_and_set_up() {
    let mut user = user();
    user.app.shared.engines = owner().app.shared.engines;
    user.press("2 E down enter").stands("Ajax", Doing::Ready);
    check("engines", user);
    let mut user = self::user();
    user.app.shared.engines = owner().app.shared.engines;
    user.press("E a");
    for c in "gnuchess --uci".chars() {
        user.happens(Message::TypeChar(c));
    }
    check("engines_add", user);
    let mut user = self::user();
    user.app.shared.engines = owner().app.shared.engines;
    user.press("E down o").stands("Ajax", Doing::Ready);
    user.press("right down down down");
    check("engine_settings", user);
    let mut user = self::user();
    user.app.shared.engines = owner().app.shared.engines;
    user.press("ctrl-n down right");
    check("new_game_against", user);
}

#[test]
fn two_engines_are_watched() {
    let watcher = || {
        let mut user = self::user();
        user.app.shared.engines = owner().app.shared.engines;
        user.press("ctrl-n right right right");
        user
    };
    let mut user = watcher();
    user.press("down");
    check("watch_form", user);
    let playing = || {
        let mut user = watcher();
        user.press("down down left left left left left down right right right enter");
        user.finds("e4", 900).finds("e5", 2_500);
        user.thinks(&[(Score::centipawns(31), "Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5")]);
        user
    };
    check("watch", playing());
    let mut user = playing();
    user.press("space");
    check_state("watch_paused", user);
    let mut user = playing();
    user.press("ctrl-o down");
    check_state("watch_seats", user);
}

#[test]
fn an_opening_is_named_as_far_as_there_is_room() {
    let mut user = user();
    user.press("2");
    for mv in "d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3 dxc4 Qxc4 O-O e4 Bg4".split(' ') {
        user.play(mv);
    }
    user.app.shared.pane = 2;
    check("analyze_opening", user);
}

#[test]
fn a_proof_shows_each_defense_with_its_answer() {
    let oracle = shared_tables();
    let mut user = analyst(KQVK, from_tables);
    user.press("w");
    check_state("proof_working", user);
    let mut user = analyst("8/8/2R5/3k4/8/8/8/1K6 w - - 0 1", from_tables);
    user.press("w").explained(&*oracle);
    user.press("down right").explained(&*oracle);
    user.press("down down right").explained(&*oracle);
    let shown = text(&drawn(&mut user, (120, 40)));
    assert!(shown.contains("zugzwang") && shown.contains("M14=") && shown.contains("threatens"), "{shown}");
    for size in SIZES {
        let shown = text(&drawn(&mut user, size));
        let (column, row) = place_of(&shown, "M15=");
        assert_eq!(screen::hit(&user.app, column, row), Some(MouseHit::Row(1)), "{size:?}");
    }
    check_state("proof_rook", user);
    let mut user = analyst(KQVK, from_tables);
    user.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Ascii);
    user.press("w").explained(&*oracle);
    user.press("down right").explained(&*oracle);
    let shown = text(&drawn(&mut user, (80, 24)));
    assert!(shown.is_ascii(), "{shown}");
    check("proof_plain", user);
}

#[test]
fn variations_stand_beside_the_game() {
    let mut user = analyst(KQVK, from_tables);
    user.play("Qb4").play("Ka2").press("left left");
    user.play("Qc3").play("Ka2").press("left left");
    user.play("Kc2").press("enter");
    check("analyze_variations", user);
}

#[test]
fn a_fault_in_a_position_is_pointed_at() {
    let mut user = user();
    user.paste("8/8/8/8/8/1Q6/8/k2K5 w - - 0 1");
    check("paste_fault", user);
}

#[test]
fn lessons_are_listed_and_played() {
    let mut list = user();
    list.press("3");
    check("lessons", list);
    let mut round = user();
    round.press("3 enter t t");
    check("round", round);
    let mut example = user();
    example.press("3 x right right right");
    check("example", example);
    let mut guided = user();
    let lessons = &guided.app.practice_tab.course.lessons;
    let key_squares = lessons.iter().position(|lesson| lesson.exercise.id == "KPvK").expect("a lesson");
    guided.app.practice_tab.course.chosen = key_squares;
    guided.press("3 x enter");
    check("guided_round", guided);
}

#[test]
fn what_was_practiced_is_shown() {
    use matescope::practice::record::{FinishedRound, PracticeEntry, StartOrigin};
    use matescope::practice::spaced_repetition::{CardRating, CardReview};
    use matescope::practice::{LessonLevel, PracticeProgress, RoundOutcome, Seed};
    let mut user = user();
    let today = 20_000;
    let outcomes = [
        RoundOutcome::Drawn,
        RoundOutcome::Solved,
        RoundOutcome::Stalemated,
        RoundOutcome::Perfect,
        RoundOutcome::Perfect,
    ];
    let round = |(number, lesson): (i32, &str)| {
        let outcome = outcomes[usize::try_from(number % 5).expect("a small number")];
        PracticeEntry::Round(FinishedRound {
            ended_at: number.into(),
            day: today - 20 + number % 21,
            lesson_id: lesson.to_owned(),
            level: LessonLevel::Easy,
            seed: Seed(1),
            start_origin: StartOrigin::Dealt,
            outcome,
            moves_played: 9,
            par: 8,
            moves_lost: u16::from(outcome == RoundOutcome::Solved),
            helped: false,
            stalemate: (outcome == RoundOutcome::Stalemated).then(|| "Qc2".to_owned()),
            card_reviews: vec![CardReview { card: lesson.to_owned(), rating: CardRating::Again }],
        })
    };
    let drills = ["KQvK", "KRvK", "KQvK", "KPvK-opposition", "KBNvK-corner", "stalemate-rook"];
    user.app.practice_tab.progress =
        PracticeProgress::from_entries((0..60).zip(drills.into_iter().cycle()).map(round), i32::MAX);
    user.happens(Message::DateChanged(today)).press("3");
    check_state("lessons_practiced", user);
    let progress =
        PracticeProgress::from_entries((0..60).zip(drills.into_iter().cycle()).map(round), i32::MAX);
    let mut user = self::user();
    user.app.practice_tab.progress = progress;
    user.happens(Message::DateChanged(today)).press("3 v");
    check("record", user);
}

#[test]
fn the_box_stands_on_the_board() {
    let rook = "k7/8/8/8/8/8/3K4/2R5 w - - 0 1";
    let mut user = user();
    user.press("p").paste(rook).press("ctrl-d j");
    check("box", user);
    let mut user = self::user();
    user.press("p").paste(rook).press("ctrl-d j R b 1");
    check_state("box_tried", user);
    let mut plain = self::user();
    plain.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Ascii);
    plain.press("p").paste(rook).press("ctrl-d j").click("c1");
    plain.app.shared.board.cursor = Some(Square::B1);
    check_at("box_plain", plain, &[(60, 20), (80, 24)]);
}

#[test]
fn the_other_turn_stands_beside_the_truth() {
    let mut user = analyst("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", from_tables);
    user.press("I");
    check_state("other_turn", user);
}

#[test]
fn the_quiz_shows_its_time_and_what_was_found() {
    let mut user = user();
    user.press("3 i");
    check("quiz", user);
    let mut user = self::user();
    user.press("3 i");
    let missed =
        user.app.shown_board().quiz().and_then(|active| active.trap_quiz()?.trap()).expect("a position");
    let wrong = missed.trap_moves().next().expect("a trap").san.clone();
    user.play(&wrong);
    check_state("quiz_wrong", user);
    let mut user = self::user();
    user.press("3 i").play(&wrong).later(std::time::Duration::from_mins(3)).press("]");
    user.app.shared.toasts.clear();
    check("quiz_over", user);
}

#[test]
fn the_result_quiz_asks_and_explains() {
    let mut user = user();
    user.press("3 w");
    check("result_quiz", user);
    let right = || {
        let mut user = self::user();
        user.press("3 w");
        user
    };
    let mut user = right();
    user.press("w");
    check_state("result_quiz_white_wins", user);
    let mut user = right();
    user.press("=");
    check_state("result_quiz_draw", user);
    let mut user = right();
    for _ in 0..10 {
        user.press("w enter = enter");
    }
    user.press("]");
    user.app.shared.toasts.clear();
    check("result_quiz_over", user);
}

#[test]
fn a_table_in_the_making_is_seen() {
    let building = |name: &str, permille| {
        let wanted = name.parse().expect("an ending");
        Message::Analysis(AnalysisEvent::TableBuilding(TableBuildState {
            material: wanted,
            requested: wanted,
            permille,
        }))
    };
    let mut study = user();
    study.paste("8/8/8/4k3/3r4/8/8/KQ6 w - - 0 1").happens(building("KQvKR", 452));
    check("analyze_building", study);
    let mut study = user();
    study.paste("8/8/8/4k3/3r4/8/3P4/KR6 w - - 0 1");
    check("analyze_five_pieces", study);
    let mut list = user();
    list.press("3 down down down down down enter").happens(building("KBNvK", 700));
    check_state("lessons_waiting", list);
}

#[test]
fn games_are_listed_and_annotated() {
    let annotated = "[White \"Anna\"]\n[Black \"J\u{f6}rg\"]\n[Date \"2025.03.01\"]\n[Event \"Test match\"]\n\
        [ECO \"C65\"]\n[Opening \"Ruy Lopez: Berlin Defense\"]\n\n{A game with notes.} 1. e4 {best by test} e5 \
        2. Nf3 Nc6 3. Bb5 Nf6 $5 (3... a6 {the main line} 4. Ba4 (4. Bxc6 dxc6 5. O-O $1) 4... Nf6) 4. O-O Nxe4 \
        5. d4 $14 {White has a pull.} 5... Nd6 1-0\n";
    let mut study = user();
    study.paste(annotated).press("left");
    check_state("analyze_annotated", study);
    let mut list = user();
    let one = |day| format!("\n[White \"W{day}\"]\n[Black \"B\"]\n\n1. d4 d5 1/2-1/2\n");
    let many = (1..40).map(one).collect::<Vec<_>>().concat();
    list.paste(&(annotated.to_owned() + &many));
    list.app.shared.toasts.clear();
    for size in [(60, 20), (80, 24), (120, 40)] {
        let shown = text(&drawn(&mut list, size));
        let (column, row) = place_of(&shown, "W3 - B");
        assert_eq!(screen::hit(&list.app, column, row), Some(MouseHit::Row(3)), "{shown}");
    }
    check("games", list);
}

#[test]
fn games_of_the_user_are_listed_with_their_reviews() {
    let mut list = user();
    game_list::list_into(&mut list, &[1, 2]);
    list.press("end");
    game_list::preview(&mut list, 3, None);
    list.press("left left");
    check_state("games_mine", list);
    let mut columns = user();
    game_list::list_into(&mut columns, &[1, 2]);
    columns.press("c j j j space");
    check("games_columns", columns);
}

#[test]
fn endings_are_listed_and_looked_into() {
    let stats = |name: &str| {
        let material = name.parse().expect("an ending");
        Message::Analysis(AnalysisEvent::TableStats(
            material,
            shared_tables().stats(&material, 1).map(Box::new),
        ))
    };
    let mut list = user();
    list.press("4").happens(stats("KQvK"));
    list.happens(Message::SavedTables(vec![("KQvKR".parse().expect("an ending"), 1_468_596)]));
    check("tables", list);
    let mut page = user();
    page.press("4 down down down down enter").happens(stats("KPvK")).press("down down down down");
    for size in [(80, 24), (120, 40)] {
        let shown = text(&drawn(&mut page, size));
        for place in ["Positions", "Results", "Lengths"] {
            assert!(shown.contains(place), "{place}: {shown}");
        }
        let (column, row) = place_of(&shown, "Kh5 b3 - Kg7");
        assert_eq!(screen::hit(&page.app, column, row), Some(MouseHit::Row(4)), "{shown}");
    }
    check("ending", page);
}

/// A round from a position, with a first move that costs something, played to its end.
fn accounted(first: &str) -> User {
    let mut user = user();
    user.press("p").paste(KQVK).press("ctrl-d").play(first);
    if user.app.shared.board.unconfirmed_move.is_some() {
        user.press("enter");
    }
    for _ in 0..20 {
        let round = &user.app.practice_tab.board.round().expect("a round").round;
        if round.summary().is_some() {
            return user;
        }
        let ranking = Ranking::of(round.position(), &*shared_tables()).expect("the tables cover it");
        let best = ranking.best().next().expect("a move").san.clone();
        user.play(&best);
    }
    panic!("no end after {first}");
}

#[test]
fn a_round_ends_with_an_account() {
    let mut user = accounted("Qg8");
    let shown = text(&drawn(&mut user, (80, 24)));
    assert!(shown.contains("Solved") && shown.contains("Qg8"), "{shown}");
    check("summary", user);
    let mut user = accounted("Kc2");
    let shown = text(&drawn(&mut user, (80, 24)));
    assert!(shown.contains("Stalemate"), "{shown}");
    check_state("summary_stalemate", user);
}

#[test]
fn nothing_is_offered_in_vain() {
    let keys = |user: &mut User| {
        let shown = text(&drawn(user, (120, 40)));
        shown.lines().last().expect("a footer").to_owned()
    };
    let mut user = user();
    assert!(!keys(&mut user).contains("resign"), "nothing was played");
    user.play("f3").engine_plays("e5");
    assert!(keys(&mut user).contains("resign") && keys(&mut user).contains("draw?"));
    user.play("g4").engine_plays("Qh4");
    assert!(!keys(&mut user).contains("resign") && !keys(&mut user).contains("draw?"), "the game is over");
}

/// Where a text is on the screen: column and row.
fn place_of(shown: &str, wanted: &str) -> (u16, u16) {
    let (row, line) = shown.lines().enumerate().find(|(_, line)| line.contains(wanted)).expect("the text");
    let before = line.split(wanted).next().unwrap_or_default().width();
    (u16::try_from(before).expect("a column"), u16::try_from(row).expect("a row"))
}

#[test]
fn moves_lines_and_keys_can_be_clicked() {
    let mut user = analyst(KQVK, from_tables);
    user.play("Qb4").play("Ka2").press("left left");
    user.play("Qc3").play("Ka2");
    for (size, keys) in [((60, 20), "tab"), ((80, 24), "F"), ((120, 40), "F")] {
        user.press(keys);
        for _ in 0..4 {
            if text(&drawn(&mut user, size)).contains("1. Qb4") {
                break;
            }
            user.press("tab");
        }
        let shown = text(&drawn(&mut user, size));
        let tree = user.app.shown_walk().map_or_else(Vec::new, move_list::shown);
        // The main line's moves are in columns, the variation's in running text.
        for (text, into, node) in [("1. Qb4", 3, &tree[0]), ("1.Qc3", 0, &tree[1])] {
            let (column, row) = place_of(&shown, text);
            let hit = screen::hit(&user.app, column + into, row);
            assert_eq!(hit, Some(MouseHit::MoveListEntry(node.node)), "{size:?} {text} {shown}");
        }
        let (column, row) = place_of(&shown, "paste");
        assert_eq!(
            screen::hit(&user.app, column, row),
            Some(MouseHit::Action(Action::App(AppAction::Paste))),
            "{size:?}"
        );
    }
    let mut user = analyst(MIDDLE_GAME, from_search);
    for size in SIZES {
        let shown = text(&drawn(&mut user, size));
        let begins = [("dxc4", 0, 0, 0), ("O-O O-O", 0, 1, 0), ("O-O O-O", 4, 1, 1), ("e5 cxd5", 3, 2, 1)];
        for (text, into, rank, mv) in begins {
            let (column, row) = place_of(&shown, text);
            let hit = screen::hit(&user.app, column + into, row);
            assert_eq!(hit, Some(MouseHit::Line(LineRef::Engine(rank), Some(mv))), "{size:?} {text} {shown}");
        }
        let (column, row) = place_of(&shown, "1 +0.35");
        let hit = screen::hit(&user.app, column, row);
        assert_eq!(hit, Some(MouseHit::Line(LineRef::Engine(0), None)), "{size:?} {shown}");
    }
}

#[test]
fn boxes_lie_over_the_screen() {
    // Its picture has the key that suspends the program, which not every system can.
    let help = CAN_SUSPEND.then_some(("help", "?"));
    for (name, keys) in help.into_iter().chain([
        ("help_search", "? / m o v e"),
        ("palette", ": f l"),
        ("new_game", "ctrl-n down"),
        ("settings", "S"),
    ]) {
        let mut user = user();
        user.press(keys);
        check(name, user);
    }
    let mut user = analyst("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", from_tables);
    user.click("e7").click("e8");
    check("promotion", user);
}

#[test]
fn a_small_window_says_so() {
    for size in [(59, 40), (80, 19), (30, 6), (9, 2), (1, 1)] {
        let shown = text(&drawn(&mut user(), size)).to_lowercase();
        assert!(size.0 < 9 || shown.contains("too small"), "{size:?}: {shown}");
    }
}

#[test]
fn without_color_every_meaning_has_a_sign() {
    let mut user = analyst(KQVK, from_tables);
    user.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Unicode);
    user.click("b3");
    let buffer = drawn(&mut user, (80, 24));
    for cell in buffer.content() {
        assert_eq!((cell.fg, cell.bg), (ratatui::style::Color::Reset, ratatui::style::Color::Reset));
    }
    let shown = text(&buffer);
    assert!(shown.contains('░') && shown.contains("<Q") && shown.contains(" k "), "{shown}");
    check_state("mono", user);
}

#[test]
fn ascii_means_ascii() {
    let mut user = analyst(KQVK, from_tables);
    user.app.shared.theme =
        Theme::new(ColorScheme::by_name("contrast").unwrap(), ThemeColorDepth::Sixteen, Charset::Ascii);
    for size in SIZES {
        let shown = text(&drawn(&mut user, size));
        let strange: String = shown.chars().filter(|sign| !sign.is_ascii()).collect();
        assert_eq!(strange, "", "{size:?}");
    }
    user.paste("1. d4 Nf6 2. c4 g6 3. Nc3 d5").press("end");
    let shown = text(&drawn(&mut user, (80, 24)));
    assert!(shown.contains("D80 Grunfeld Defense") && shown.is_ascii(), "{shown}");
}

#[test]
fn the_mouse_hits_what_was_drawn() {
    let mut user = analyst(KQVK, from_tables);
    user.app.shared.theme = user.app.shared.theme.with_piece_style(PieceStyle::Figurines);
    for size in SIZES {
        drawn(&mut user, size);
        let geometry = screen::geometry(&user.app).expect("a board");
        for square in Square::ALL {
            let place = geometry.square(square);
            let hit = screen::hit(&user.app, place.x + place.width / 2, place.y + place.height / 2);
            assert_eq!(hit, Some(MouseHit::Square(square)));
        }
    }
    let shown = text(&drawn(&mut user, (120, 40)));
    let bar = shown.lines().next().expect("a bar");
    let column = u16::try_from(bar.find("Practice").expect("a tab")).expect("a column");
    assert_eq!(
        screen::hit(&user.app, column, 0),
        Some(MouseHit::Tab(matescope::tui::navigation::Tab::Practice))
    );
}

#[test]
fn a_review_shows_the_course_of_the_game() {
    let mut user = user();
    review::begin(&mut user);
    review::finds(&mut user, &review::FOUND[3..]);
    check_state("review_underway", user);
    let mut user = self::user();
    review::done(&mut user).press("[");
    check("review", user);
    let mut user = self::user();
    review::done(&mut user).press("[ ctrl-r").play("Nc6").press("esc ctrl-r").play("a6");
    check_state("review_retry", user);
}

#[test]
fn the_course_of_a_game_is_read_without_color() {
    let mut user = user();
    user.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Ascii);
    review::done(&mut user).press("[");
    check_state("review_plain", user);
}

#[test]
fn a_click_on_the_course_leads_to_the_move() {
    let mut user = user();
    review::done(&mut user);
    drawn(&mut user, (80, 24));
    let clicked = |column, row| screen::hit(&user.app, column, row);
    let first = user.app.analyze.review.as_ref().expect("a review").review.nodes[0];
    assert_eq!(clicked(42, 4), Some(MouseHit::MoveListEntry(first)));
    assert_eq!(clicked(40, 4), None, "the label");
}

#[test]
fn texts_of_a_game_are_compared() {
    check_at("games_duplicates", duplicates::compares(), &[(60, 20), (80, 24), (120, 40)]);
}
