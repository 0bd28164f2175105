//! Whose games a report counts, in words.

use crate::chess::names::group_digits;
use crate::chess::text::sanitize;
use crate::cli::prose::wrapped;
use crate::game::PlayerMatch;
use crate::game::player_match::WrittenName;
use crate::practice::Performance;

/// The most names of a list.
const MAX_NAMES: usize = 8;

/// Which spellings were counted with how many games, and which names were not.
pub(super) fn lines(performance: &Performance, found: &PlayerMatch) -> Vec<String> {
    let games = |name: &str| performance.names.get(name).copied().unwrap_or(0);
    let counted = found
        .counted
        .iter()
        .map(|written| WrittenName { name: written.name.clone(), games: games(&written.name) as usize });
    let mut lines = list("Counted:", &counted.collect::<Vec<_>>());
    if !found.others.is_empty() {
        lines.extend(list("Not counted, other players or unclear:", &found.others));
    }
    if !found.spellings.is_empty() {
        lines.extend(list("Other spellings in the library?", &found.spellings));
    }
    if let Some(first) = found.spellings.first().or_else(|| found.others.first()) {
        lines.push(format!("To count a name, too: add --player \"={}\"", sanitize(&first.name)));
    }
    lines
}

/// Names after a label, the first of many.
fn list(label: &str, names: &[WrittenName]) -> Vec<String> {
    let mut words: Vec<String> = names.iter().take(MAX_NAMES).map(ToString::to_string).collect();
    let hidden = names.len().saturating_sub(MAX_NAMES);
    if hidden > 0 {
        words.push(format!("and {} more: --json lists all", group_digits(hidden as u64)));
    }
    let last = words.len().saturating_sub(1);
    let with_comma = |(at, word): (usize, String)| if at < last { format!("{word},") } else { word };
    // A name stays in one line.
    let words: Vec<String> =
        words.into_iter().enumerate().map(with_comma).map(|word| word.replace(' ', "\u{a0}")).collect();
    wrapped(label, &words)
}
