//! Statistics of an ending as text, to be kept beside its table: counting five pieces takes minutes.

use std::fmt::Write as _;
use std::str::FromStr;

use super::{EndingResultCounts, EndingStats, MutualZugzwang, MutualZugzwangs, OnlyMoveStats};
use chess::{Material, Ply, Position, fen};

/// The first word, with the version of the form.
const HEADING: &str = "ending-statistics-1";

/// The text of statistics.
pub(crate) fn encode(stats: &EndingStats) -> String {
    let mut text = format!("{HEADING} {}\n", stats.material);
    for side in [&stats.stronger, &stats.weaker] {
        let EndingResultCounts { wins, draws, losses, mates, stalemates, longest, only_moves, .. } = side;
        write_line(
            &mut text,
            "counts",
            &[*wins, *draws, *losses, *mates, *stalemates, u64::from(longest.get())],
        );
        write_line(&mut text, "won", &side.won_in);
        write_line(&mut text, "lost", &side.lost_in);
        write_positions(&mut text, &side.longest_examples);
        write_line(&mut text, "only", &[only_moves.count, u64::from(only_moves.longest_run)]);
        write_positions(&mut text, &only_moves.examples);
    }
    let MutualZugzwangs { full_point, white_draws, black_draws } = &stats.zugzwangs;
    for kind in [full_point, white_draws, black_draws] {
        write_line(&mut text, "zugzwangs", &[kind.count]);
        write_positions(&mut text, &kind.positions);
    }
    text
}

/// The statistics of a text; None where it is not complete, of another form or of another ending.
pub(crate) fn decode(material: &Material, text: &str) -> Option<EndingStats> {
    let mut lines = text.lines();
    let of = lines.next()?.strip_prefix(HEADING)?.trim().parse::<Material>().ok()?;
    if of != *material {
        return None;
    }
    let mut side = || {
        let [wins, draws, losses, mates, stalemates, longest] = numbers(lines.next()?, "counts")?[..] else {
            return None;
        };
        let (won_in, lost_in) = (numbers(lines.next()?, "won")?, numbers(lines.next()?, "lost")?);
        let longest_examples = positions(&mut lines)?;
        let [count, longest_run] = numbers(lines.next()?, "only")?[..] else { return None };
        let longest_run = u16::try_from(longest_run).ok()?;
        let only_moves = OnlyMoveStats { count, longest_run, examples: positions(&mut lines)? };
        let longest = Ply::new(u16::try_from(longest).ok()?);
        Some(EndingResultCounts {
            wins,
            draws,
            losses,
            mates,
            stalemates,
            won_in,
            lost_in,
            longest,
            longest_examples,
            only_moves,
        })
    };
    let (stronger, weaker) = (side()?, side()?);
    let mut kind = || {
        let [count] = numbers(lines.next()?, "zugzwangs")?[..] else { return None };
        Some(MutualZugzwang { count, positions: positions(&mut lines)? })
    };
    let zugzwangs = MutualZugzwangs { full_point: kind()?, white_draws: kind()?, black_draws: kind()? };
    lines.next().is_none().then_some(EndingStats { material: *material, stronger, weaker, zugzwangs })
}

fn write_line(text: &mut String, name: &str, numbers: &[u64]) {
    text.push_str(name);
    for number in numbers {
        // Writing to a string cannot fail.
        let _ = write!(text, " {number}");
    }
    text.push('\n');
}

fn write_positions(text: &mut String, positions: &[Position]) {
    write_line(text, "positions", &[positions.len() as u64]);
    for position in positions {
        text.push_str(&fen::format(position));
        text.push('\n');
    }
}

fn numbers(line: &str, name: &str) -> Option<Vec<u64>> {
    let rest = line.strip_prefix(name)?;
    rest.split_whitespace().map(|number| u64::from_str(number).ok()).collect()
}

fn positions<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Option<Vec<Position>> {
    let [count] = numbers(lines.next()?, "positions")?[..] else { return None };
    (0..count).map(|_| fen::parse(lines.next()?).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tables;
    use chess::StopToken;

    #[test]
    fn what_was_counted_comes_back() {
        let tables = Tables::new();
        assert_eq!(tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}), Ok(()));
        let material: Material = "KPvK".parse().unwrap();
        let stats = tables.stats(&material, 1).unwrap();
        let text = encode(&stats);
        assert_eq!(decode(&material, &text), Some(stats));
        assert_eq!(decode(&"KQvK".parse().unwrap(), &text), None, "another ending");
        assert_eq!(decode(&material, &format!("{text}more\n")), None);
        let half = &text[..text.len() / 2];
        assert_eq!(decode(&material, half), None, "cut short");
    }
}
