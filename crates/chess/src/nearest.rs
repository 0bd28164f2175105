//! Edit distance: suggests the correct name for a misspelled one.

use strsim::levenshtein;

/// Edit distance (Levenshtein): the least number of letters to insert, delete or replace that makes one text of the other.
#[must_use]
pub fn edit_distance(a: &str, b: &str) -> usize {
    levenshtein(a, b)
}

/// The candidate that is nearest to `name`, if one is near enough to be meant.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near_enough = name.chars().count().div_ceil(3);
    candidates
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= near_enough)
        .min()
        .map(|(_, candidate)| candidate)
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
