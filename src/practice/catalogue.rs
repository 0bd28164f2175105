//! Reads the drills from `assets/drills.toml`, and those that users add in the same form.

use serde::Deserialize;

use crate::chess::{Color, Material};

use super::drill::{Drill, Goal, Trainee};

/// The list that comes with the program; it explains its own form.
pub const BUILT_IN: &str = include_str!("../../assets/drills.toml");

/// Why a list of drills could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The text is no TOML of the wanted form; the message shows the place.
    #[error("{0}")]
    Form(String),
    /// A drill contradicts itself.
    #[error("drill \"{id}\": {reason}")]
    Drill {
        /// The drill's id.
        id: String,
        /// What is wrong with it, and what to write.
        reason: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    drill: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    title: String,
    material: String,
    trainee: Side,
    goal: Aim,
    least: u16,
    #[serde(default)]
    rank: Option<u8>,
    advice: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Stronger,
    Weaker,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Aim {
    Mate,
    Hold(u16),
}

/// The drills that come with the program, in the order of the list.
#[must_use]
pub fn built_in() -> Vec<Drill> {
    parse(BUILT_IN).unwrap_or_else(|error| unreachable!("the list is tested: {error}"))
}

/// Reads drills from TOML.
///
/// # Errors
/// Shows the place of a fault in the form, or names the drill that contradicts itself.
pub fn parse(text: &str) -> Result<Vec<Drill>, CatalogueError> {
    let list: List = toml::from_str(text).map_err(|error| CatalogueError::Form(error.to_string()))?;
    let mut drills: Vec<Drill> = Vec::with_capacity(list.drill.len());
    for entry in list.drill {
        let id = entry.id.clone();
        let drill = check(entry).map_err(|reason| CatalogueError::Drill { id: id.clone(), reason })?;
        if drills.iter().any(|other| other.id == id) {
            return Err(CatalogueError::Drill { id, reason: "there are two of them: rename one".to_owned() });
        }
        drills.push(drill);
    }
    Ok(drills)
}

fn check(entry: Entry) -> Result<Drill, String> {
    if entry.id.is_empty() || entry.id.contains(char::is_whitespace) {
        return Err("the id wants at least one letter and no spaces".to_owned());
    }
    let material: Material = entry.material.parse().map_err(|error| format!("{error}"))?;
    if material.normalized() != material {
        return Err(format!("write the stronger side first: {material}"));
    }
    let trainee = match entry.trainee {
        Side::Stronger => Trainee::Stronger,
        Side::Weaker => Trainee::Weaker,
    };
    let goal = match entry.goal {
        Aim::Mate => Goal::Mate,
        Aim::Hold(moves) => Goal::Hold { moves },
    };
    let color = if trainee == Trainee::Stronger { Color::White } else { Color::Black };
    if goal == Goal::Mate && material.side(color).iter().sum::<u8>() == 1 {
        return Err("a bare king cannot mate: let the trainee be the stronger side".to_owned());
    }
    if goal == (Goal::Hold { moves: 0 }) || entry.least == 0 {
        return Err("least and hold want a number of 1 or more".to_owned());
    }
    if entry.advice.is_empty() || entry.advice.len() > 2 {
        return Err("advice wants one or two sentences".to_owned());
    }
    if entry.rank.is_some_and(|rank| !(2..=7).contains(&rank)) {
        return Err("rank wants a number from 2 to 7".to_owned());
    }
    let Entry { id, title, least, rank, advice, .. } = entry;
    Ok(Drill { id, title, material, trainee, goal, least, rank, advice })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_that_comes_with_the_program_reads() {
        let ids: Vec<_> = built_in().into_iter().map(|drill| drill.id).collect();
        let wanted = "KQvK KRvK KPvK KvKP KBBvK KBNvK KPPvK KQvKR KQvKP KPvKQ KRvKP KPvKR KBvKR KNvKR KvKBP \
                      KPvKP KRPvKR KRvKRP";
        assert_eq!(ids.join(" "), wanted);
    }

    fn check_refused(change: (&str, &str), wanted: &str) {
        let text = BUILT_IN.replacen(change.0, change.1, 1);
        assert_ne!(text, BUILT_IN, "{change:?} changes nothing");
        let error = parse(&text).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error}");
    }

    #[test]
    fn a_refusal_says_where_and_what_to_do() {
        check_refused(
            ("id = \"KRvK\"", "id = \"KQvK\""),
            "drill \"KQvK\": there are two of them: rename one",
        );
        check_refused(("id = \"KQvK\"", "id = \"\""), "at least one letter");
        check_refused(("material = \"KQvK\"", "material = \"KvKQ\""), "stronger side first: KQvK");
        check_refused(("material = \"KQvK\"", "material = \"KX\""), "names no ending");
        check_refused(("trainee = \"stronger\"", "trainee = \"weaker\""), "a bare king cannot mate");
        check_refused(("least = 5", "least = 0"), "1 or more");
        check_refused(("{ hold = 20 }", "{ hold = 0 }"), "1 or more");
        check_refused(("least = 5", "rank = 8\nleast = 5"), "rank wants a number from 2 to 7");
        check_refused(("least = 5", "leest = 5"), "leest");
        check_refused(("goal = \"mate\"", "goal = \"win\""), "win");
    }
}
