//! Tables of larger endings: built for the position or the round at hand, listed, explored.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use matescope::analysis::{AnalysisEvent, TableBuildState};
use matescope::chess::{Material, Oracle, Ply, Position, StopToken, Verdict, fen};
use matescope::practice::Goal;
use matescope::solver::Tables;
use matescope::tui::message::{Effect, Message};
use matescope::tui::model::current_analysis::OracleHandle;
use matescope::tui::model::table_status::TableStatus;
use matescope::tui::model::tables::TableSampleKind;
use matescope::tui::navigation::Tab;

use super::User;

const QUEEN_ROOK: &str = "8/8/8/4k3/3r4/8/8/KQ6 w - - 0 1";
const ROOKS_PAWN: &str = "8/8/8/4k3/3r4/8/3P4/KR6 w - - 0 1";

/// The three-piece tables and those of two bishops, built once for all tests.
fn tables() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    let make = || {
        let tables = Tables::new();
        tables.build(&material("KBBvK"), 2, &StopToken::never(), &mut |_| {}).expect("nobody stops it");
        tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}).expect("nobody stops it");
        Arc::new(tables)
    };
    Arc::clone(TABLES.get_or_init(make))
}

/// The same tables without the four-piece ones until they are released.
struct Growing {
    tables: Arc<Tables>,
    complete: AtomicBool,
}

impl Oracle for Growing {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        self.covers(&position.material()).then(|| self.tables.probe(position)).flatten()
    }

    fn covers(&self, material: &Material) -> bool {
        (material.piece_count() <= 3 || self.complete.load(Ordering::Relaxed)) && self.tables.covers(material)
    }
}

fn material(name: &str) -> Material {
    name.parse().expect(name)
}

/// A user whose tables are built when the test lets them.
fn user() -> (User, Arc<Growing>) {
    let growing = Arc::new(Growing { tables: tables(), complete: AtomicBool::new(false) });
    let oracle: Arc<dyn Oracle> = Arc::<Growing>::clone(&growing);
    let mut user = User::new();
    user.happens(Message::OracleReady(OracleHandle::new(oracle)))
        .happens(Message::Analysis(AnalysisEvent::TablesReady));
    user.wishes();
    (user, growing)
}

fn building(name: &str, permille: u16) -> Message {
    let wanted = material(name);
    Message::Analysis(AnalysisEvent::TableBuilding(TableBuildState {
        material: wanted,
        requested: wanted,
        permille,
    }))
}

fn built(name: &str) -> Message {
    Message::Analysis(AnalysisEvent::TableBuilt(material(name)))
}

#[test]
fn a_position_of_four_pieces_has_its_table_made_and_goes_over_to_it() {
    let (mut user, growing) = user();
    user.paste("8/8/8/8/8/8/8/KBB1k3 w - - 0 1").check_tab(Tab::Analyze);
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::BuildTable(material("KBBvK"))), "{wishes:?}");
    assert!(wishes.iter().any(|wish| matches!(wish, Effect::StartAnalysis(_))), "the engine works meanwhile");
    user.happens(building("KBBvK", 452)).check_says("building KBBvK").check_says("exact in a moment");
    user.check_says("KBBvK 45 %");
    growing.complete.store(true, Ordering::Relaxed);
    user.happens(built("KBBvK"));
    assert!(user.job().is_some(), "the table is asked without a key");
    assert!(user.app.analyze.ranking.is_some() && !user.screen().contains("building"));
    assert!(user.app.shared.table_builds.pending.is_empty(), "nothing is being made any more");
}

#[test]
fn five_pieces_are_built_on_a_key_and_stopped_by_it() {
    let (mut user, _) = user();
    user.paste(ROOKS_PAWN);
    let build = Effect::BuildTable(material("KRPvKR"));
    assert!(!user.wishes().contains(&build), "it takes minutes: nobody has asked");
    user.check_says("KRPvKR can be built").check_says("min):");
    user.press("M");
    assert!(user.wishes().contains(&build));
    user.happens(building("KRPvKR", 31)).check_says("building KRPvKR").check_says("M stops it");
    user.press("1").check_says("KRPvKR 3 %");
    assert!(user.wishes().iter().all(|wish| !matches!(wish, Effect::StopTableBuild(_))), "it goes on");
    user.press("2 M");
    assert!(user.wishes().contains(&Effect::StopTableBuild(material("KRPvKR"))));
    user.happens(building("KRPvKR", 32));
    assert_eq!(
        user.app.shared.table_status(&material("KRPvKR")),
        TableStatus::Missing,
        "a late word changes nothing"
    );
}

/// An ending of five pieces without pawns, and another one.
const BISHOP_MORE: [&str; 2] = ["8/8/8/4k3/8/8/1r6/K1RB4 w - - 0 1", "8/8/8/4k3/8/8/1r6/K1RN4 w - - 0 1"];

#[test]
fn five_pieces_without_pawns_are_built_for_the_position_on_the_board() {
    let (mut user, _) = user();
    user.app.shared.machine.cores = 2;
    user.paste(BISHOP_MORE[0]);
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::BuildTable(material("KRBvKR"))), "{wishes:?}");
    assert!(wishes.iter().any(|wish| matches!(wish, Effect::StartAnalysis(_))), "the engine works meanwhile");
    user.happens(building("KRBvKR", 31))
        .check_says("building KRBvKR")
        .check_says("about ")
        .check_says("M stops it");
    // It gives way to the ending that is on the board now.
    user.press("F").paste(BISHOP_MORE[1]);
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::StopTableBuild(material("KRBvKR"))), "{wishes:?}");
    assert!(wishes.contains(&Effect::BuildTable(material("KRNvKR"))), "{wishes:?}");
    // What the player has stopped is not begun again.
    user.press("M");
    assert!(user.wishes().contains(&Effect::StopTableBuild(material("KRNvKR"))));
    user.press("F").paste(BISHOP_MORE[1]);
    assert!(!user.wishes().iter().any(|wish| matches!(wish, Effect::BuildTable(_))));
}

#[test]
fn five_pieces_wait_for_a_key_where_memory_disk_or_the_settings_do_not_allow_them() {
    let refuses: [fn(&mut User); 3] = [
        |user| user.app.shared.machine.memory_mb = 900,
        |user| user.app.shared.machine.free_disk_bytes = 20_000_000,
        |user| user.app.shared.config.engine.five_piece_tables = false,
    ];
    for refuse in refuses {
        let (mut user, _) = user();
        refuse(&mut user);
        user.paste(BISHOP_MORE[0]);
        assert!(!user.wishes().iter().any(|wish| matches!(wish, Effect::BuildTable(_))));
        user.check_says("KRBvKR can be built").check_says(" s):");
        user.press("M");
        assert!(user.wishes().contains(&Effect::BuildTable(material("KRBvKR"))));
        // What was asked for goes on when another ending is on the board.
        user.press("F").paste(BISHOP_MORE[1]);
        assert!(!user.wishes().contains(&Effect::StopTableBuild(material("KRBvKR"))));
    }
}

#[test]
fn a_kept_table_of_five_pieces_is_read_unasked() {
    let (mut user, _) = user();
    user.happens(Message::SavedTables(vec![(material("KRPvKR"), 90_000_000)]));
    user.paste(ROOKS_PAWN);
    assert!(user.wishes().contains(&Effect::BuildTable(material("KRPvKR"))));
    user.check_says("reading the KRPvKR table");
    user.happens(Message::Analysis(AnalysisEvent::TableBuildFailed {
        material: material("KRPvKR"),
        reason: "the disk is full".to_owned(),
    }));
    assert!(user.note().contains("the disk is full"), "{}", user.note());
    user.check_says("could not be built");
    user.press("F").paste(ROOKS_PAWN);
    assert!(!user.wishes().iter().any(|wish| matches!(wish, Effect::BuildTable(_))), "it is not tried again");
}

#[test]
fn a_table_is_not_made_where_there_can_be_none() {
    for fen in ["4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1"] {
        let (mut user, _) = user();
        user.paste(fen).press("M");
        assert!(!user.wishes().iter().any(|wish| matches!(wish, Effect::BuildTable(_))), "{fen}");
    }
}

/// Chooses a round of the list.
fn choose(user: &mut User, id: &str) {
    user.press("3");
    user.app.practice_tab.course.chosen = user.app.practice_tab.course.row_of(id).expect("a lesson");
    user.press("enter");
}

#[test]
fn a_lesson_waits_for_its_table_and_begins() {
    let (mut user, growing) = user();
    choose(&mut user, "KBBvK");
    assert!(user.wishes().contains(&Effect::BuildTable(material("KBBvK"))));
    user.happens(building("KBBvK", 700)).check_says("70 %").check_says("starts when it is ready");
    growing.complete.store(true, Ordering::Relaxed);
    user.happens(built("KBBvK"));
    let round = user.app.practice_tab.board.round().expect("the round has begun");
    assert_eq!(round.round.exercise().id, "KBBvK");
}

#[test]
fn a_lesson_that_waits_can_be_left() {
    let (mut user, growing) = user();
    choose(&mut user, "KBBvK");
    user.wishes();
    user.press("esc");
    assert_eq!(user.wishes(), [Effect::StopTableBuild(material("KBBvK"))]);
    assert!(user.app.practice.pending_round.is_none());
    user.press("enter");
    assert!(user.wishes().contains(&Effect::BuildTable(material("KBBvK"))), "it can be chosen again");
    // A user who has gone to another screen is not taken back.
    user.press("1");
    growing.complete.store(true, Ordering::Relaxed);
    user.happens(built("KBBvK")).check_tab(Tab::Play);
    assert!(user.note().contains("KBBvK is ready") || user.app.practice_tab.board.round().is_none());
}

#[test]
fn a_position_becomes_a_lesson_when_its_table_is_there() {
    let (mut user, growing) = user();
    user.press("p").paste("8/8/8/4k3/8/8/8/KBB5 w - - 0 1").press("ctrl-d").check_tab(Tab::Practice);
    assert!(user.wishes().contains(&Effect::BuildTable(material("KBBvK"))));
    growing.complete.store(true, Ordering::Relaxed);
    user.happens(built("KBBvK"));
    assert!(user.app.practice_tab.board.round().is_some());
    user.check_fen("8/8/8/4k3/8/8/8/KBB5 w - - 0 1");
}

/// The background computes the statistics of an ending.
fn counted(user: &mut User, name: &str) {
    let stats = tables().stats(&material(name), 1).expect("it is covered");
    user.happens(Message::Analysis(AnalysisEvent::TableStats(material(name), Some(Box::new(stats)))));
}

#[test]
fn the_list_leads_to_what_an_ending_holds_and_on_to_the_board() {
    let (mut user, _) = user();
    user.press("4").check_tab(Tab::Tables).check_says("not built");
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::ListTables) && wishes.contains(&Effect::CountTable(material("KQvK"))));
    counted(&mut user, "KQvK");
    user.check_says("M10");
    user.press("enter").check_says("EXACT").check_says("mate in 10");
    user.press("q b 7 enter").check_tab(Tab::Tables).check_says("there it can be moved on");
    user.press("esc enter").check_tab(Tab::Analyze);
    let ranking = user.app.ranking().expect("a ranking");
    assert_eq!(ranking.verdict.distance().map(Ply::moves), Some(10));
    user.press("4 esc");
    assert!(user.app.tables.open_page.is_none(), "back in the list");
    // Statistics are computed for one ending at a time, and the selected one comes next.
    user.wishes();
    user.press("down down down down");
    assert_eq!(user.wishes(), [Effect::CountTable(material("KRvK"))]);
    counted(&mut user, "KRvK");
    assert_eq!(user.wishes(), [Effect::CountTable(material("KPvK"))]);
}

/// Opens the page of king and pawn against king.
fn open_pawn_page(user: &mut User) {
    user.press("4 down down down down");
    counted(user, "KPvK");
    user.press("enter");
}

/// Goes down from the first position of the page to the first one of a kind.
fn choose_sample(user: &mut User, wanted: TableSampleKind) {
    let samples = user.app.tables.samples();
    let at = samples.iter().position(|(kind, _)| *kind == wanted).expect("a position of this kind");
    for _ in 0..at {
        user.press("down");
    }
}

#[test]
fn zugzwangs_stand_on_the_page() {
    let (mut user, _) = user();
    open_pawn_page(&mut user);
    choose_sample(&mut user, TableSampleKind::WhiteDraws);
    user.check_says("Zugzwang, White only draws").press("home");
    let shown = user.fen();
    user.press("down");
    assert_ne!(user.fen(), shown, "another position stands on the board");
    user.press("end");
    user.check_says("White to move only draws; Black to move would lose");
}

#[test]
fn the_hardest_wins_stand_on_the_page() {
    let (mut user, _) = user();
    open_pawn_page(&mut user);
    user.check_says("Wins with an only move");
    choose_sample(&mut user, TableSampleKind::WhiteOnlyMoves);
    user.check_says("White's hardest wins: 6 only moves");
    user.check_says("White to move wins by 6 only moves in a row");
}

/// Each position that is listed is one key away from analysis and one from a round, whoever is to move and whatever the
/// result is.
#[test]
fn every_position_of_a_page_is_analyzed_and_practiced_by_a_key() {
    let (mut user, _) = user();
    open_pawn_page(&mut user);
    let samples = user.app.tables.samples().into_iter();
    let starts: Vec<(TableSampleKind, String)> =
        samples.map(|(kind, position)| (kind, fen::format(position))).collect();
    for (at, (kind, start)) in starts.iter().enumerate() {
        user.press("4 home");
        for _ in 0..at {
            user.press("down");
        }
        user.check_fen(start).press("enter").check_tab(Tab::Analyze).check_fen(start);
        user.press("4 ctrl-d").check_tab(Tab::Practice).check_fen(start);
        let round = &user.app.practice_tab.board.round().expect("a round").round;
        let (id, goal) = (round.exercise().id.clone(), round.exercise().goal);
        match kind {
            TableSampleKind::WhiteDraws => assert_eq!((&*id, goal), ("KPvK-draw", Goal::Hold { moves: 20 })),
            _ => assert_eq!((&*id, goal), ("KPvK", Goal::Mate)),
        }
    }
    assert!(starts.len() > 16, "{starts:?}");
}

#[test]
fn a_round_from_a_position_is_what_the_table_says_for_the_side_to_move() {
    let (mut user, _) = user();
    for (start, id, goal) in [
        ("8/8/8/4k3/8/8/8/KQ6 b - - 0 1", "KvKQ-defense", Goal::Resist),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", "KvKP-defense", Goal::Resist),
        ("4k3/8/8/4K3/4P3/8/8/8 b - - 0 1", "KvKP-draw", Goal::Hold { moves: 20 }),
    ] {
        user.press("p").paste(start).press("ctrl-d").check_tab(Tab::Practice).check_fen(start);
        let exercise = user.app.practice_tab.board.round().expect("a round").round.exercise();
        assert_eq!((&*exercise.id, exercise.goal), (id, goal), "{start}");
    }
}

#[test]
fn the_list_builds_and_stops() {
    let (mut user, growing) = user();
    user.press("4");
    counted(&mut user, "KQvK");
    user.wishes();
    let at = user.app.tables.list.iter().position(|of| *of == material("KBBvK")).expect("a row");
    user.app.tables.chosen = at;
    user.press("enter");
    assert!(user.note().contains("b builds it"), "{}", user.note());
    user.press("b");
    assert_eq!(user.wishes(), [Effect::BuildTable(material("KBBvK"))]);
    user.happens(building("KBBvK", 500)).check_says("50 %");
    user.press("b");
    assert_eq!(user.wishes(), [Effect::StopTableBuild(material("KBBvK"))]);
    user.press("b").happens(building("KBBvK", 900));
    growing.complete.store(true, Ordering::Relaxed);
    user.happens(built("KBBvK")).check_says("ready");
    assert!(user.wishes().contains(&Effect::CountTable(material("KBBvK"))), "what it holds is looked at");
    user.paste(QUEEN_ROOK).check_tab(Tab::Analyze);
}
