//! Finds the name that somebody most likely meant.

/// The candidate that is nearest to `name`, if one is near enough to be meant.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near_enough = name.chars().count().div_ceil(3);
    candidates
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= near_enough)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Letters to change, add or drop to get from one word to the other (Levenshtein).
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (n, letter) in from.chars().enumerate() {
        let mut diagonal = n;
        row[0] = n + 1;
        for (m, &other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[m + 1];
            row[m + 1] = replaced.min(diagonal + 1).min(row[m] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meant_name_is_found_and_no_other_is_guessed() {
        let names = ["theme", "pieces", "color"];
        for (typed, meant) in
            [("thme", Some("theme")), ("colour", Some("color")), ("peices", Some("pieces")), ("mouse", None)]
        {
            assert_eq!(nearest(typed, names.into_iter()), meant, "{typed}");
        }
    }
}
