//! The analysis board: threats, arrows, chosen moves, and the opening explorer.

use matescope::analysis::JobId;
use matescope::analysis::side_query::SideQueryUpdate;
use matescope::tui::model::threat::pass_turn;

use super::*;

/// A middlegame, analyzed, with Black's threats shown.
fn threatened() -> User {
    let mut user = analyst(MIDDLE_GAME, from_search);
    user.press("x");
    let position = fen::parse(MIDDLE_GAME).expect("a legal position");
    let passed = pass_turn(&position, None).expect("no check");
    let moves = ["cxd5", "exd5", "e4"].iter().scan(passed, |at, text| {
        let mv = notation::parse_move(at, text).expect("a legal move");
        at.play(mv);
        Some(mv)
    });
    let line = Line {
        score: Score::centipawns(180),
        bound: Bound::Exact,
        certainty: Certainty::Searched,
        moves: moves.collect(),
        ends_in: None,
    };
    let report = Report { depth: Depth::new(17), lines: vec![line], ..Report::default() };
    let told = AnalysisSnapshot { report, ..from_search(&position) };
    let answer = SideQueryUpdate::Done(Box::new(told));
    user.happens(Message::Analysis(AnalysisEvent::SideQuery(JobId::default(), answer)));
    user
}

#[test]
fn a_threat_has_a_pane_of_its_own() {
    let mut user = threatened();
    user.app.shared.pane = 2;
    let shown = text(&drawn(&mut user, (120, 40)));
    assert!(shown.contains("if it were White's move") && shown.contains("it costs Black 1.45"), "{shown}");
    check_state("analyze_threat", user);
}

#[test]
fn an_answer_about_some_moves_says_so() {
    let mut user = analyst(MIDDLE_GAME, from_search);
    user.press("/");
    for c in "dxc4 e5 -O-O".chars() {
        user.happens(Message::TypeChar(c));
    }
    check("analyze_only_input", {
        let mut asked = analyst(MIDDLE_GAME, from_search);
        asked.press("/");
        asked
    });
    user.press("enter");
    let position = fen::parse(MIDDLE_GAME).expect("a legal position");
    let mut told = from_search(&position);
    told.report.lines.remove(1);
    user.happens(Message::Analysis(AnalysisEvent::Done(Box::new(told))));
    check("analyze_only", user);
}

#[test]
fn the_first_moves_of_the_lines_are_arrows() {
    let signs = |user: &mut User, size| {
        let buffer = drawn(user, size);
        let theme = user.app.shared.theme;
        let count = |role| buffer.content().iter().filter(|cell| cell.bg == theme.fill(role)).count();
        (count(Role::Arrow), count(Role::OtherArrow), count(Role::ThreatArrow))
    };
    for size in SIZES {
        let (best, others, threat) = signs(&mut threatened(), size);
        assert!(best > 0 && others > 0 && threat > 0, "{size:?}: {best} {others} {threat}");
        let mut hidden = threatened();
        hidden.press("H");
        assert_eq!(signs(&mut hidden, size), (0, 0, 0), "the key hides them");
        let mut walked = threatened();
        walked.press("l");
        assert_eq!(signs(&mut walked, size), (0, 0, 0), "inside a line they would mean nothing");
    }
    let mut user = analyst(KQVK, from_tables);
    assert_eq!(signs(&mut user, (120, 40)), (0, 0, 0), "distances stand on the squares themselves");
}

#[test]
fn arrows_say_what_they_mean_without_color() {
    for charset in [Charset::Unicode, Charset::Ascii] {
        let mut user = threatened();
        user.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, charset);
        for (size, board) in SIZES.into_iter().zip([36, 37, 71]) {
            let shown = text(&drawn(&mut user, size));
            let board: String = shown.lines().skip(1).flat_map(|line| line.chars().take(board)).collect();
            let has = |sign: char| board.contains(sign);
            assert!(has('1') && has('2') && has('3') && has('!'), "{size:?} {charset:?}\n{shown}");
        }
        let name = if charset == Charset::Ascii { "analyze_arrows_ascii" } else { "analyze_arrows_mono" };
        check_state(name, user);
    }
}

/// A user who looks at the first position in the explorer.
fn explores() -> User {
    let mut user = user();
    explorer::explore(&mut user);
    user
}

#[test]
fn the_explorer_has_a_row_for_each_move() {
    check_at("analyze_explorer", explores(), &[(60, 20), (80, 24), (120, 40)]);
    let mut plain = explores();
    plain.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Unicode);
    let shown = text(&drawn(&mut plain, (80, 24)));
    assert!(shown.contains("50/25/25"), "{shown}");
    check_state("analyze_explorer_mono", plain);
}

#[test]
fn the_chosen_row_of_the_explorer_is_seen_without_colors() {
    let chooses = || {
        let mut user = explores();
        user.press("J down");
        user
    };
    check_at("analyze_explorer_choice", chooses(), &[(60, 20), (80, 24), (120, 40)]);
    let mut plain = chooses();
    plain.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Unicode);
    check_state("analyze_explorer_choice_mono", plain);
}
