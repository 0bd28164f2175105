//! In every deal of a lesson its key idea decides.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use matescope::chess::{Color, MoveCost, Position, Ranking, Role, fen};
use matescope::practice::deal::{MAX_TRIES, deal, deal_with_tries};
use matescope::practice::{Goal, Lesson, Seed};

use super::{is_slow, lessons, tables};

/// Where the manual has the shares.
const BEGIN: &str = "<!-- begin: starts of the lessons -->\n";
const END: &str = "<!-- end: starts of the lessons -->";

/// What was counted in the deals of a lesson.
#[derive(Default)]
struct StartCounts {
    deals: usize,
    /// The trainee is not in check, and nothing can be taken with profit by either side.
    calm: usize,
    /// At most half of the moves keep the result.
    half: usize,
    /// At most three do.
    three: usize,
}

fn worth(role: Role) -> u8 {
    [0, 1, 3, 3, 5, 9, 99][usize::from(role)]
}

/// Whether a side has a capture that wins material: of something unguarded, or of something worth as much as the
/// piece that takes it.
pub(super) fn has_profitable_capture(position: &Position, side: Color) -> bool {
    let board = position.board();
    board.by_color(!side).into_iter().filter(|&square| board.role_at(square) != Some(Role::King)).any(
        |square| {
            let guarded = board.attacks_to(square, !side, board.occupied()).any();
            let victim = board.role_at(square).map_or(0, worth);
            board.attacks_to(square, side, board.occupied()).into_iter().any(|from| {
                let taker = board.role_at(from).map_or(0, worth);
                !guarded || (taker <= victim)
            })
        },
    )
}

/// Counts a start, and holds it against what the lesson promises.
fn check(lesson: &Lesson, start: &Position, counts: &mut StartCounts) {
    let text = format!("{} {}", lesson.exercise.id, fen::format(start));
    let filter = &lesson.exercise.starts.filter;
    let ranking = Ranking::of(start, tables()).expect("covered");
    let keeping: Vec<_> = ranking.moves.iter().filter(|of| of.cost.keeps_result()).map(|of| of.mv).collect();
    let calm = !start.is_check() && Color::ALL.into_iter().all(|side| !has_profitable_capture(start, side));
    assert!(calm || !filter.is_calm, "{text}: not calm");
    assert!(filter.max_keeping.is_none_or(|most| keeping.len() <= usize::from(most)), "{text}: {keeping:?}");
    for mv in &keeping {
        let piece = mv.role().of(start.turn());
        let is_named = filter.key_moves.is_empty() || filter.key_moves.pieces().any(|named| named == piece);
        assert!(is_named, "{text}: {mv} is not a key move");
    }
    if let Goal::Hold { .. } = lesson.exercise.goal {
        assert!(keeping.iter().all(|mv| !mv.is_capture()), "{text}: a capture holds");
        assert!(ranking.count(|cost| cost == MoveCost::Loses) > 0, "{text}: every move holds");
    }
    counts.deals += 1;
    counts.calm += usize::from(calm);
    counts.half += usize::from(2 * keeping.len() <= ranking.moves.len());
    counts.three += usize::from(keeping.len() <= 3);
}

fn percent(part: usize, all: usize) -> usize {
    (100 * part + all / 2) / all.max(1)
}

/// Every lesson deals a start at every level and for every seed, and many different ones. A lesson that hardly finds
/// a start would deal nothing for some seed, and let the player wait for the others.
#[test]
fn every_lesson_deals_many_starts_at_once() {
    let seeds = 50;
    for lesson in lessons() {
        let exercise = &lesson.exercise;
        for &level in exercise.starts.available_levels() {
            let mut different = BTreeSet::new();
            let mut tries_in_all = 0;
            let name = format!("{} {}", exercise.id, level.name());
            for number in 0..seeds {
                let seed = Seed(number * 1_301);
                let dealt = deal_with_tries(exercise, level, seed, tables());
                let (start, tries) = dealt.unwrap_or_else(|| panic!("{name} {seed}: no start"));
                different.insert(fen::format(&start));
                tries_in_all += tries;
            }
            // With so many tries on average, one seed in a million finds none.
            assert!(tries_in_all <= MAX_TRIES / 14 * usize::from(seeds), "{name}: {tries_in_all} tries");
            let least = if exercise.starts.roots.is_empty() { 20 } else { 12 };
            assert!(different.len() >= least, "{name}: {different:?}");
        }
    }
}

/// Two hundred deals of each level with the slow tests, else twenty.
#[test]
fn the_key_idea_decides_in_every_deal() {
    let wanted: u16 = if is_slow() { 200 } else { 20 };
    let mut table = String::from(
        "| lesson | calm | at most half of the moves | at most three moves |\n|---|---|---|---|\n",
    );
    for lesson in lessons() {
        let exercise = &lesson.exercise;
        let mut counts = StartCounts::default();
        for &level in exercise.starts.available_levels() {
            for number in 0..wanted {
                let seed = Seed(number.wrapping_mul(40_503));
                let start = deal(exercise, level, seed, tables());
                let start = start.unwrap_or_else(|| panic!("{} {level:?} {seed}: no start", exercise.id));
                check(&lesson, &start, &mut counts);
            }
        }
        let share = |part| percent(part, counts.deals);
        writeln!(
            table,
            "| {} | {} % | {} % | {} % |",
            exercise.id,
            share(counts.calm),
            share(counts.half),
            share(counts.three)
        )
        .unwrap();
    }
    if is_slow() {
        check_manual(&table);
    }
}

/// The manual has these shares; with `UPDATE_DOCS` they are written.
fn check_manual(table: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/manual.md");
    let manual = fs::read_to_string(&file).unwrap();
    let (before, rest) = manual.split_once(BEGIN).expect("the manual has a place for them");
    let (shares, after) = rest.split_once(END).expect("the manual has their end");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
    } else {
        assert_eq!(
            shares, table,
            "UPDATE_DOCS=1 RUN_SLOW_TESTS=1 cargo test --test suite course::starts writes them"
        );
    }
}
