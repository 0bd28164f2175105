//! The text of `stats`: tables with bars in eighty columns.

use super::names;
use super::score_table::{BAR_WIDTH, LABEL_WIDTH, ScoreTable, label};
use crate::chess::Color;
use crate::chess::names::{color_name, group_digits, pluralized};
use crate::chess::text::sanitize;
use crate::cli::prose::bar;
use crate::game::{PlayerMatch, TimeClass};
use crate::practice::Performance;
use crate::practice::performance::{
    ClockLeft, FirstMove, GameEnd, GameLength, GamePhase, GameScore, JudgedMoves, MistakeKind, OpeningFamily,
    OpeningVariation, RatingRange,
};
use crate::practice::review::MoveJudgment;

/// Families of openings for each color.
const MAX_FAMILIES: usize = 8;
/// Variations of each family.
const MAX_VARIATIONS: usize = 3;
/// Months, the latest ones.
const MAX_MONTHS: usize = 12;

/// The most first moves of a player, of replies to each, and of answers to each of these.
const MAX_FIRST_MOVES: [usize; 3] = [6, 5, 2];
/// The least share of all games with a color that a reply has to be listed, as one of so many.
const MIN_REPLY_PART: u32 = 50;

/// All statistics of a player as lines of text. `found` says how the names of a report were found.
pub(super) fn lines(performance: &Performance, names: &[String], found: Option<&PlayerMatch>) -> Vec<String> {
    let games = performance.score().games();
    let who = match found {
        Some(found) => found.counted.first().map_or_else(String::new, |written| sanitize(&written.name)),
        None if names.is_empty() => "You".to_owned(),
        None => sanitize(&names.join(", ")),
    };
    let (games, reviewed) = (pluralized(games as usize, "game"), group_digits(performance.reviewed.into()));
    let table = ScoreTable { is_rated: performance.score().rated > 0 };
    let mut lines = vec![format!("{who} · {games} · {reviewed} reviewed")];
    lines.extend(found.into_iter().flat_map(|found| names::lines(performance, found)));
    lines.extend(results(performance, table));
    lines.extend(games_by_kind(performance, table));
    for color in Color::ALL {
        lines.extend(first_moves(&performance.first_moves(color), color, table));
        lines.extend(openings(&performance.openings(color), color, table));
    }
    lines.extend(time_use(performance));
    lines.extend(months(performance, table));
    if performance.reviewed == 0 {
        let text = if found.is_some() {
            "No game has a review yet: matescope review --library --all finds mistakes"
        } else {
            "No game has a review yet: matescope review --library finds your mistakes"
        };
        lines.extend([String::new(), text.to_owned()]);
        return lines;
    }
    lines.extend(mistakes(performance));
    lines.extend(kinds(performance));
    lines
}

/// Results overall, by color, in the last games and by time class.
fn results(performance: &Performance, table: ScoreTable) -> Vec<String> {
    let opponents =
        |score: GameScore| score.average_opponent().map_or_else(String::new, |rating| rating.to_string());
    let row = |name: &str, score: GameScore| table.row(&format!("  {name}"), score, &opponents(score));
    let head = |name: &str| table.head(name, if table.is_rated { "opponents" } else { "" });
    let mut lines = vec![String::new(), head("Results"), row("all", performance.score())];
    let colors = Color::ALL.into_iter().zip(performance.scores).filter(|(_, score)| score.games() > 0);
    lines.extend(colors.map(|(color, score)| row(&format!("with {}", color_name(color)), score)));
    let form = performance.form();
    if !form.is_empty() {
        lines.extend([String::new(), head("Form")]);
        lines.extend(form.into_iter().map(|(period, score)| row(period.name(), score)));
    }
    let classes = performance.time_classes();
    if classes.iter().any(|(class, _)| class.is_some()) {
        lines.extend([String::new(), head("Time")]);
        lines.extend(
            classes.into_iter().map(|(class, score)| row(class.map_or("unknown", TimeClass::name), score)),
        );
    }
    lines
}

/// Results by the opponents' ratings, by length, and by how games ended.
fn games_by_kind(performance: &Performance, table: ScoreTable) -> Vec<String> {
    let mut lines = Vec::new();
    if table.is_rated {
        lines.extend([String::new(), table.head("Opponents", "")]);
        lines.extend(performance.opponents().into_iter().map(|(range, score)| {
            table.row(
                &format!("  {}", range.map_or_else(|| "without a rating".to_owned(), RatingRange::name)),
                score,
                "",
            )
        }));
    }
    let mut add = |head: &str, rows: &mut dyn Iterator<Item = (&'static str, GameScore)>| {
        let rows: Vec<_> = rows.filter(|(_, score)| score.games() > 0).collect();
        if !rows.is_empty() {
            lines.extend([String::new(), table.head(head, "")]);
            lines.extend(rows.into_iter().map(|(name, score)| table.row(&format!("  {name}"), score, "")));
        }
    };
    add("Length", &mut GameLength::ALL.into_iter().map(GameLength::name).zip(performance.lengths));
    add("How games end", &mut GameEnd::ALL.into_iter().map(GameEnd::name).zip(performance.ends));
    lines
}

/// The first moves with one color, what is played against them, and what the player answers.
fn first_moves(first: &[FirstMove], color: Color, table: ScoreTable) -> Vec<String> {
    if first.is_empty() {
        return Vec::new();
    }
    let all: u32 = first.iter().map(|of| of.score.games()).sum();
    let mut lines =
        vec![String::new(), table.head(&format!("First moves with {}", color_name(color)), "share")];
    add_moves(&mut lines, first, all, 0, table);
    lines
}

/// Adds first moves of one depth, each with those that follow it. `all` is the number of games with the color.
fn add_moves(lines: &mut Vec<String>, moves: &[FirstMove], all: u32, depth: usize, table: ScoreTable) {
    let Some(&most) = MAX_FIRST_MOVES.get(depth) else { return };
    let of_these: u32 = moves.iter().map(|of| of.score.games()).sum();
    let is_listed = |of: &&FirstMove| depth == 0 || of.score.games() >= (all / MIN_REPLY_PART).max(1);
    for of in moves.iter().take(most).filter(is_listed) {
        let share = 100.0 * f64::from(of.score.games()) / f64::from(of_these);
        let name = format!("{}{}", "  ".repeat(depth + 1), of.label());
        lines.push(table.row(&name, of.score, &format!("{share:.0} %")));
        add_moves(lines, &of.replies, all, depth + 1, table);
    }
}

/// The average time of a move by phase, and time trouble, in each time class with clocks.
fn time_use(performance: &Performance) -> Vec<String> {
    if performance.time_use.is_empty() {
        return Vec::new();
    }
    let head = format!(
        "{}{:>7}{:>9}{:>12}{:>9}  {}",
        label("Seconds a move", LABEL_WIDTH - 14),
        "games",
        "opening",
        "middlegame",
        "endgame",
        "time trouble by move 30"
    );
    let mut lines = vec![String::new(), head];
    lines.extend(performance.time_use.iter().map(|(class, of)| {
        let [opening, middlegame, endgame] = of.phases.map(|phase| {
            phase.average().map_or_else(|| "-".to_owned(), |time| format!("{:.1}", time.as_secs_f64()))
        });
        let share = of.trouble_percent().map_or_else(String::new, |percent| format!(" ({percent:.0} %)"));
        let score =
            of.trouble.percent().map_or_else(String::new, |percent| format!(", score {percent:.0} %"));
        let games = group_digits(of.games.games().into());
        let name = label(&format!("  {}", class.name()), LABEL_WIDTH - 14);
        let trouble = group_digits(of.trouble.games().into());
        format!("{name}{games:>7}{opening:>9}{middlegame:>12}{endgame:>9}  {trouble}{share}{score}")
    }));
    lines
}

/// The openings with one color; none where no game was played with it.
fn openings(families: &[OpeningFamily], color: Color, table: ScoreTable) -> Vec<String> {
    if families.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new(), table.head(&format!("Openings with {}", color_name(color)), "")];
    for family in families.iter().take(MAX_FAMILIES) {
        let name = if family.name.is_empty() { "unknown" } else { &family.name };
        lines.push(table.row(&format!("  {}", sanitize(name)), family.score, ""));
        let shown = family.variations.iter().filter(|_| family.variations.len() > 1).take(MAX_VARIATIONS);
        lines.extend(
            shown.map(|variation| table.row(&variation_label(variation, family), variation.score, "")),
        );
    }
    let hidden = families.len().saturating_sub(MAX_FAMILIES);
    if hidden > 0 {
        lines.push(format!("  and {} more: --json lists all", group_digits(hidden as u64)));
    }
    lines
}

/// The ECO code, and what the name of the variation adds to that of the family.
fn variation_label(variation: &OpeningVariation, family: &OpeningFamily) -> String {
    let added = variation.name.strip_prefix(family.name.as_str()).unwrap_or(&variation.name);
    let added = added.trim_start_matches([':', ',', ' ']);
    let added = if added.is_empty() { "main line" } else { added };
    sanitize(&format!("    {} {added}", variation.eco))
}

/// The latest months, with the player's rating and the accuracy of reviewed games.
fn months(performance: &Performance, table: ScoreTable) -> Vec<String> {
    if performance.months.is_empty() {
        return Vec::new();
    }
    let has_rating = performance.months.values().any(|of| of.rating().is_some());
    let extra = |rating: &str, accuracy: &str| {
        let rating = if has_rating { format!("{rating:>8}") } else { String::new() };
        format!("{rating}{accuracy:>10}")
    };
    let mut lines = vec![String::new(), table.head("Months", &extra("rating", "accuracy"))];
    let earlier = performance.months.len().saturating_sub(MAX_MONTHS);
    if earlier > 0 {
        lines.push(format!("  {} earlier: --json lists all", pluralized(earlier, "month")));
    }
    lines.extend(performance.months.iter().skip(earlier).map(|(month, of)| {
        let accuracy = of.accuracy().map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        let rating = of.rating().map_or_else(|| "-".to_owned(), |rating| rating.to_string());
        table.row(&format!("  {month}"), of.score, &extra(&rating, &accuracy))
    }));
    let undated = performance.undated.games();
    if undated > 0 {
        lines.push(format!("  {} without a date", pluralized(undated as usize, "game")));
    }
    lines
}

/// Mistakes for each 100 moves: of all moves, by phase and by clock.
fn mistakes(performance: &Performance) -> Vec<String> {
    let moves = &performance.moves;
    let accuracy = performance.accuracy().map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1} %"));
    let loss = moves.average_centipawn_loss().unwrap_or_default();
    let mut rows = vec![("  all moves", moves)];
    let phases: Vec<(String, &JudgedMoves)> = GamePhase::ALL
        .into_iter()
        .zip(&performance.phases)
        .map(|(phase, moves)| (format!("  {}", phase.name()), moves))
        .collect();
    let clock: Vec<(String, &JudgedMoves)> = ClockLeft::ALL
        .into_iter()
        .zip(&performance.clock)
        .map(|(range, moves)| (format!("  clock {}", range.name()), moves))
        .collect();
    rows.extend(phases.iter().map(|(label, moves)| (label.as_str(), *moves)));
    let has_clock = performance.clock.iter().any(|range| range.moves > 0);
    rows.extend(clock.iter().filter(|_| has_clock).map(|(label, moves)| (label.as_str(), *moves)));
    let most = rows.iter().map(|(_, moves)| rate_tenths(moves)).max().unwrap_or(0);
    let head = judgment_head("Mistakes in 100 moves", "moves");
    let mut lines = vec![
        String::new(),
        format!("Reviewed games: accuracy {accuracy}, average centipawn loss {loss}"),
        String::new(),
        head,
    ];
    lines.extend(rows.into_iter().map(|(name, moves)| {
        let rates = moves.per_hundred();
        let cells = rates.map_or_else(
            || ["-"; 4].map(str::to_owned),
            |[inaccuracies, mistakes, blunders]| {
                [inaccuracies, mistakes, blunders, inaccuracies + mistakes + blunders]
                    .map(|rate| format!("{rate:.1}"))
            },
        );
        let cells = cells.map(|cell| format!("{cell:>7}")).concat();
        let bar = bar(rate_tenths(moves), most, BAR_WIDTH);
        let count = group_digits(moves.moves.into());
        format!("{}{count:>8}{cells}  {bar}", label(name, LABEL_WIDTH)).trim_end().to_owned()
    }));
    lines
}

/// Inaccuracies, mistakes and blunders in 1,000 moves.
fn rate_tenths(moves: &JudgedMoves) -> u64 {
    let judged: u64 = moves.judgments.iter().map(|&count| u64::from(count)).sum();
    (judged * 1_000).checked_div(u64::from(moves.moves)).unwrap_or(0)
}

/// What mistakes gave away.
fn kinds(performance: &Performance) -> Vec<String> {
    let sum = |counts: [u32; 3]| counts.iter().map(|&count| u64::from(count)).sum::<u64>();
    let most = performance.kinds.iter().map(|&counts| sum(counts)).max().unwrap_or(0);
    let head = judgment_head("Kinds of mistakes", "");
    let mut lines = vec![String::new(), head];
    for (kind, counts) in MistakeKind::ALL.into_iter().zip(performance.kinds) {
        let cells: String = counts.map(|count| format!("{count:>7}")).concat();
        let row = format!(
            "{}{:>8}{cells}{:>7}  {}",
            label(&format!("  {}", kind.name()), LABEL_WIDTH),
            "",
            sum(counts),
            bar(sum(counts), most, BAR_WIDTH)
        );
        lines.push(row.trim_end().to_owned());
    }
    lines.extend([String::new(), "?! inaccuracies   ? mistakes   ?? blunders".to_owned()]);
    lines
}

/// The head of a table of judgments.
fn judgment_head(name: &str, count: &str) -> String {
    let [inaccuracy, mistake, blunder] = MoveJudgment::ALL.map(MoveJudgment::glyph);
    format!("{}{count:>8}{inaccuracy:>7}{mistake:>7}{blunder:>7}{:>7}", label(name, LABEL_WIDTH), "sum")
}
