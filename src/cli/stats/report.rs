//! The text of `stats`: tables with bars in eighty columns.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::chess::Color;
use crate::chess::names::{color_name, group_digits, pluralized};
use crate::chess::text::sanitize;
use crate::cli::prose::bar;
use crate::game::TimeClass;
use crate::practice::Performance;
use crate::practice::performance::{
    ClockLeft, GamePhase, GameScore, JudgedMoves, MistakeKind, OpeningFamily, OpeningVariation,
};
use crate::practice::review::MoveJudgment;

/// Columns of the labels.
const LABEL_WIDTH: usize = 30;
/// Columns of a bar.
const BAR_WIDTH: usize = 12;
/// Families of openings for each color.
const MAX_FAMILIES: usize = 8;
/// Variations of each family.
const MAX_VARIATIONS: usize = 3;
/// Months, the latest ones.
const MAX_MONTHS: usize = 12;

/// All statistics of a player as lines of text.
pub(super) fn lines(performance: &Performance, names: &[String]) -> Vec<String> {
    let games = performance.score().games();
    let who = if names.is_empty() { "You".to_owned() } else { sanitize(&names.join(", ")) };
    let (games, reviewed) = (pluralized(games as usize, "game"), group_digits(performance.reviewed.into()));
    let mut lines = vec![format!("{who} · {games} · {reviewed} reviewed")];
    lines.extend(results(performance));
    for color in Color::ALL {
        lines.extend(openings(&performance.openings(color), color));
    }
    lines.extend(months(performance));
    if performance.reviewed == 0 {
        lines.extend([
            String::new(),
            "No game has a review yet: matescope review --library finds your mistakes".to_owned(),
        ]);
        return lines;
    }
    lines.extend(mistakes(performance));
    lines.extend(kinds(performance));
    lines
}

/// Results overall, by color and by time class.
fn results(performance: &Performance) -> Vec<String> {
    let classes = performance.time_classes();
    let colors = Color::ALL.into_iter().zip(performance.scores);
    let mut lines =
        vec![String::new(), score_head("Results", ""), score_row("  all", performance.score(), "")];
    lines.extend(colors.map(|(color, score)| score_row(&format!("  with {}", color_name(color)), score, "")));
    if classes.iter().any(|(class, _)| class.is_some()) {
        lines.extend([String::new(), score_head("Time", "")]);
        lines.extend(classes.into_iter().map(|(class, score)| {
            score_row(&format!("  {}", class.map_or("unknown", TimeClass::name)), score, "")
        }));
    }
    lines
}

/// The openings with one color; none where no game was played with it.
fn openings(families: &[OpeningFamily], color: Color) -> Vec<String> {
    if families.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new(), score_head(&format!("Openings with {}", color_name(color)), "")];
    for family in families.iter().take(MAX_FAMILIES) {
        let name = if family.name.is_empty() { "unknown" } else { &family.name };
        lines.push(score_row(&format!("  {}", sanitize(name)), family.score, ""));
        let shown = family.variations.iter().filter(|_| family.variations.len() > 1).take(MAX_VARIATIONS);
        lines.extend(
            shown.map(|variation| score_row(&variation_label(variation, family), variation.score, "")),
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

/// The latest months.
fn months(performance: &Performance) -> Vec<String> {
    if performance.months.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new(), score_head("Months", "accuracy")];
    let earlier = performance.months.len().saturating_sub(MAX_MONTHS);
    if earlier > 0 {
        lines.push(format!("  {} earlier: --json lists all", pluralized(earlier, "month")));
    }
    lines.extend(performance.months.iter().skip(earlier).map(|(month, of)| {
        let accuracy = of.accuracy().map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        score_row(&format!("  {month}"), of.score, &accuracy)
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

/// The head of a table of scores. `extra` is the name of a column at the end of the labels.
fn score_head(name: &str, extra: &str) -> String {
    format!("{}{:>7}{:>6}{:>6}{:>6}{:>9}", labels(name, extra), "games", "won", "drawn", "lost", "score")
}

/// A row of a table of scores with a bar, whose whole length is 100 %.
fn score_row(name: &str, score: GameScore, extra: &str) -> String {
    let percent = score.percent();
    let text = percent.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %"));
    let GameScore { won, drawn, lost, .. } = score;
    let games = score.games();
    // Half-points and halves of the games with a result: whole numbers.
    let bar = bar(u64::from(2 * won + drawn), u64::from(2 * (won + drawn + lost)), BAR_WIDTH);
    format!("{}{games:>7}{won:>6}{drawn:>6}{lost:>6}{text:>9}  {bar}", labels(name, extra))
        .trim_end()
        .to_owned()
}

/// A label with a figure at its end, as wide as all labels.
fn labels(name: &str, extra: &str) -> String {
    let width = LABEL_WIDTH - extra.width();
    label(name, width) + extra
}

/// A text in a width: cut where it is longer, with spaces where it is shorter.
fn label(text: &str, width: usize) -> String {
    let mut shown = text.to_owned();
    if shown.width() > width {
        shown.clear();
        let mut columns = 1;
        for letter in text.chars() {
            columns += letter.width().unwrap_or(0);
            if columns > width {
                break;
            }
            shown.push(letter);
        }
        shown.push('…');
    }
    let missing = width.saturating_sub(shown.width());
    shown + &" ".repeat(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_its_width() {
        assert_eq!(label("Sicilian", 10), "Sicilian  ");
        assert_eq!(label("Sicilian Defense", 10), "Sicilian …");
        assert_eq!(label("西西里防禦", 6).width(), 6);
        assert_eq!(labels("  2024.03", "81.5 %").width(), LABEL_WIDTH);
    }

    #[test]
    fn a_row_fits_in_eighty_columns() {
        let score = GameScore { won: 40_000, drawn: 0, lost: 0, unfinished: 0 };
        let row = score_row("  a very long name of an opening without an end", score, "");
        assert!(row.width() <= 80, "{row}");
        assert!(row.ends_with(&format!("100.0 %  {}", "█".repeat(BAR_WIDTH))), "{row}");
        assert!(score_row("  x", GameScore::default(), "").ends_with(" -"));
    }
}
