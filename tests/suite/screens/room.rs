//! The area of the screen: it is used, and what is shown in it stays in place.

use std::time::Duration;

use super::*;

/// Sizes at which every screen is checked.
pub(super) const SIZES: [(u16, u16); 8] =
    [(60, 20), (80, 24), (80, 50), (100, 30), (100, 60), (120, 40), (160, 45), (200, 60)];

/// Words that end in the sign of a cut text and are whole.
const WHOLE: [&str; 7] = ["thinking…", "judged…", "Searching…", "position…", "yet…", "made…", "proof…"];

/// Cells beside a cut text that may stay free: what is left of a name's last part can be too little to show.
const SPARE: usize = 6;

/// Texts that were cut although cells beside or below them are free.
pub(super) fn cut_beside_room(buffer: &Buffer) -> Vec<String> {
    let area = buffer.area;
    let sign = |x: u16, y: u16| buffer[(x, y)].symbol();
    let is_free = |x: u16, y: u16| sign(x, y) == " ";
    let mut found = Vec::new();
    for (x, y) in (1..area.height).flat_map(|y| (2..area.width).map(move |x| (x, y))) {
        let after = if x + 1 < area.width { sign(x + 1, y) } else { " " };
        // `1. …` and `3…a6` are how moves are numbered.
        let numbers = sign(x - 1, y) == " " && sign(x - 2, y) == "." || after != " " && after != "│";
        if sign(x, y) != "…" || numbers {
            continue;
        }
        let begins = (1..=x).rev().find(|&x| is_free(x, y) && is_free(x - 1, y)).map_or(0, |x| x + 1);
        let shown: String = (begins..=x).map(|x| sign(x, y)).collect();
        if WHOLE.iter().any(|whole| shown.ends_with(whole)) {
            continue;
        }
        let wall = (x..area.width).find(|&x| sign(x, y) == "│").unwrap_or(area.width);
        let free = (x + 1..wall).take_while(|&x| is_free(x, y)).count();
        // The three lines of play grow together: fewer rows than lines are too little for all of them.
        let is_empty = |y: u16| y < area.height && (begins..wall).all(|x| is_free(x, y));
        let is_below = (1..=3).all(|more| is_empty(y + more));
        if free > SPARE || is_below {
            found.push(shown);
        }
    }
    found
}

/// The rows in which panes begin and end.
fn rules(shown: &str) -> Vec<usize> {
    let is_rule = |line: &str| line.contains(['├', '╭', '╰']);
    shown.lines().enumerate().filter(|(_, line)| is_rule(line)).map(|(row, _)| row).collect()
}

#[test]
fn tall_and_wide_terminals_are_used() {
    let sizes = [(80, 50), (100, 60), (160, 45)];
    check_at("analyze_search", analyst(MIDDLE_GAME, from_search), &sizes);
    let mut user = user();
    user.play("e4").engine_plays("d5").play("exd5").engine_plays("Qxd5");
    user.app.shared.toasts.clear();
    check_at("play", user, &sizes);
    for ((width, height), rows) in
        [((80, 24), 2), ((80, 50), 4), ((100, 60), 5), ((160, 45), 5), ((200, 60), 7)]
    {
        let mut user = analyst(MIDDLE_GAME, from_search);
        drawn(&mut user, (width, height));
        let board = screen::geometry(&user.app).expect("a board");
        assert_eq!(board.rows(), rows, "{width}x{height}");
        // Every square, line and move can be clicked where it is shown.
        let shown = text(&drawn(&mut user, (width, height)));
        let (column, row) = place_of(&shown, "O-O O-O");
        let hit = screen::hit(&user.app, column, row);
        assert_eq!(hit, Some(MouseHit::Line(LineRef::Engine(1), Some(0))), "{shown}");
    }
}

#[test]
fn facts_and_the_course_have_room_on_large_terminals() {
    let mut user = analyst(MIDDLE_GAME, from_search);
    for size in [(100, 60), (160, 45), (200, 60)] {
        let shown = text(&drawn(&mut user, size));
        for fact in ["Material  even", "White both sides, Black both sides", "legal"] {
            assert!(shown.contains(fact), "{fact}: {shown}");
        }
    }
    let mut user = analyst(MIDDLE_GAME, from_search);
    for mv in ["dxc4", "Bxc4", "b5"] {
        user.play(mv);
        let position = user.app.analyze.walk.position().clone();
        let told = AnalysisSnapshot {
            report: Report {
                lines: vec![Line {
                    score: Score::centipawns(60),
                    bound: Bound::Exact,
                    certainty: Certainty::Searched,
                    moves: position.legal_moves().first().copied().into_iter().collect(),
                    ends_in: None,
                }],
                ..Report::default()
            },
            ..from_search(&fen::parse(MIDDLE_GAME).expect("a legal position"))
        };
        user.happens(Message::Analysis(AnalysisEvent::Done(Box::new(told))));
    }
    let shown = text(&drawn(&mut user, (160, 45)));
    assert!(shown.contains("Evaluation") && shown.contains("as far as analyzed"), "{shown}");
    assert!(!text(&drawn(&mut user, (80, 24))).contains("Evaluation"));
}

#[test]
fn nothing_jumps_while_a_search_goes_on() {
    let position = fen::parse(MIDDLE_GAME).expect("a legal position");
    let stages = |stage: usize| {
        let mut told = from_search(&position);
        told.report.lines.truncate(stage.min(2));
        for line in &mut told.report.lines {
            line.moves.truncate(stage * 2);
        }
        told.report.nodes = [1, 900, 812_345, 98_765_432][stage.min(3)];
        told.report.time = Duration::from_millis(400 * stage as u64);
        told.proof = ProofProgress { none_within: 0, checking: None, ..told.proof };
        told
    };
    for size in SIZES.into_iter().filter(|&size| size != (60, 20)) {
        let mut user = user();
        user.paste(MIDDLE_GAME);
        let at_first = rules(&text(&drawn(&mut user, size)));
        for stage in 1..6 {
            user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(stages(stage)))));
            let shown = text(&drawn(&mut user, size));
            assert_eq!(rules(&shown), at_first, "{size:?}, stage {stage}: {shown}");
        }
        // A proof that begins to say something has its line already.
        user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(from_search(&position)))));
        let shown = text(&drawn(&mut user, size));
        assert_eq!(rules(&shown), at_first, "{size:?}: {shown}");
    }
}

#[test]
fn a_mate_is_spoken_of_where_one_is_plausible() {
    let position = fen::parse(MIDDLE_GAME).expect("a legal position");
    let quiet = |position: &Position| {
        let mut told = from_search(position);
        told.report.lines.truncate(2);
        told
    };
    let shown = text(&drawn(&mut analyst(MIDDLE_GAME, quiet), (120, 40)));
    assert!(!shown.contains("M>=5") && !shown.contains("none in 4") && !shown.contains("50-move"), "{shown}");
    let winning = |position: &Position| {
        let mut told = quiet(position);
        told.report.lines[0].score = Score::centipawns(900);
        told
    };
    let shown = text(&drawn(&mut analyst(MIDDLE_GAME, winning), (120, 40)));
    assert!(shown.contains("M>=5") && shown.contains("none in 4 or less"), "{shown}");
    assert!(shown.contains("SEARCH"), "{shown}");
    let late = fen::format(&position).replace(" 4 8", " 30 40");
    let shown = text(&drawn(&mut analyst(&late, quiet), (120, 40)));
    assert!(shown.contains("50-move 30/100"), "{shown}");
}

/// What the evaluation bar shows, from the top: `W` and `B` for the two shares, a blank where there is none.
fn bar(user: &mut User) -> String {
    let theme = user.app.shared.theme;
    let buffer = drawn(user, (120, 40));
    let squares = screen::geometry(&user.app).expect("a board").squares();
    let fill = |y: u16| match buffer[(1, y)].bg {
        bg if bg == theme.fill(Role::WhiteShare) => 'W',
        bg if bg == theme.fill(Role::BlackShare) => 'B',
        _ => ' ',
    };
    (squares.y..squares.bottom()).map(fill).collect()
}

#[test]
fn the_bar_of_a_game_keeps_quiet_until_its_end() {
    let mut user = user();
    user.play("f3").engine_plays("e5");
    assert_eq!(bar(&mut user).trim(), "", "no bar while a game goes on");
    user.app.shared.config.play.eval_bar = true;
    assert_ne!(bar(&mut user).trim(), "", "but where it is wished");
    user.app.shared.config.play.eval_bar = false;
    user.play("g4").engine_plays("Qh4");
    assert_eq!(bar(&mut user), "B".repeat(32), "Black has won");
    let mut stuck = analyst("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", from_tables);
    assert_eq!(bar(&mut stuck), "B".repeat(16) + &"W".repeat(16), "a draw is half and half");
}

#[test]
fn clocks_are_large_where_rows_are_free() {
    let mut user = user();
    user.app.play = matescope::tui::model::play::PlayState::new(
        Position::start(),
        matescope::tui::model::play::GameSetup {
            time_control: "5+3".parse().expect("a time control"),
            ..matescope::tui::model::play::GameSetup::default()
        },
    );
    let five = "█▀▀ ▄ █▀█ █▀█";
    for size in [(80, 24), (80, 50), (100, 30), (120, 40)] {
        let shown = text(&drawn(&mut user, size));
        assert_eq!(shown.matches(five).count(), 2, "{size:?}: {shown}");
    }
    let shown = text(&drawn(&mut user, (160, 45)));
    assert_eq!(shown.matches("██████      ██████  ██████").count(), 4, "{shown}");
    check_at("play_clock", user, &[(80, 24), (80, 50), (160, 45)]);
}

#[test]
fn a_window_that_no_screen_has_is_cut() {
    let mut user = user();
    for (size, drawn) in [((1, 1), (1, 1)), ((65_535, 1), (640, 1)), ((1000, 1000), (640, 240))] {
        user.happens(Message::Resize(size.0, size.1));
        assert_eq!(user.app.shared.size, drawn);
        let mut buffer = Buffer::empty(user.app.shared.area());
        view::draw(&user.app, user.app.shared.area(), &mut buffer);
    }
}

#[test]
fn a_note_has_a_row_of_its_own_and_goes_with_what_it_says() {
    let mut user = user();
    user.press("u");
    let note = |user: &mut User, size| {
        let shown = text(&drawn(user, size));
        shown.lines().rev().nth(1).unwrap_or_default().to_owned()
    };
    for size in SIZES {
        assert_eq!(note(&mut user, size).trim(), "There is nothing to take back", "{size:?}");
    }
    user.play("e4");
    assert!(user.app.shared.toasts.is_empty(), "now there is: {:?}", user.app.shared.toasts);
    // Unrequested notes are shown one after the other.
    user.happens(Message::EffectFailed("The first".to_owned()))
        .happens(Message::EffectFailed("The second".to_owned()));
    assert_eq!(note(&mut user, (80, 24)).trim(), "The first");
    user.press("F");
    assert_eq!(note(&mut user, (80, 24)).trim(), "The first", "it answers nothing that was done");
    user.later(Duration::from_millis(4_100));
    assert_eq!(note(&mut user, (80, 24)).trim(), "The second");
    user.later(Duration::from_millis(4_100));
    assert!(!note(&mut user, (80, 24)).contains("The second"));
}
