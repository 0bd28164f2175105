//! Patterns of positions as JSON, with the rules of scoutfish: `{"material": "KRPKR", "stm": "white"}`.

use serde_json::{Map, Value};

use crate::chess::{Color, Material, Role};
use crate::game::board_pattern::{
    BoardPattern, CapturePattern, MaterialImbalance, MovePattern, PatternSequence, PawnStructure,
    PiecePlacement, parse_roles, parse_squares,
};
use crate::game::pgn::GameResult;

/// The rules of a single position.
const RULES: [&str; 13] = [
    "sub-fen",
    "empty",
    "material",
    "imbalance",
    "pawns",
    "stm",
    "white-move",
    "black-move",
    "moved",
    "captured",
    "result",
    "pass",
    "sequence and streak",
];

/// A rule with its place in the JSON, for errors.
struct Rule<'j> {
    place: String,
    value: &'j Value,
}

/// Reads patterns. An error says where it is and what to give.
pub(super) fn parse(text: &str) -> Result<PatternSequence, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        format!("it is no JSON ({error}); give rules such as {{\"material\": \"KRPKR\"}}")
    })?;
    let mut sequence = PatternSequence::default();
    let rules = rules_of("the pattern", &value)?;
    match rules.get("sequence") {
        Some(list) => {
            alone(rules, "sequence")?;
            for (place, part) in members("sequence", list)? {
                add_streak(&place, rules_of(&place, part)?, &mut sequence)?;
            }
        }
        None => add_streak("", rules, &mut sequence)?,
    }
    Ok(sequence)
}

/// Adds a streak, or a single pattern as one.
fn add_streak(place: &str, rules: &Map<String, Value>, sequence: &mut PatternSequence) -> Result<(), String> {
    let streak = match rules.get("streak") {
        Some(list) => {
            alone(rules, "streak")?;
            let parts = members(&inside(place, "streak"), list)?.into_iter();
            let read = |(place, part): (String, &Value)| {
                pattern(&place, rules_of(&place, part)?, &mut sequence.results)
            };
            parts.map(read).collect::<Result<Vec<_>, _>>()?
        }
        None => vec![pattern(place, rules, &mut sequence.results)?],
    };
    sequence.streaks.push(streak);
    Ok(())
}

/// The place of a rule in the JSON.
fn inside(place: &str, name: &str) -> String {
    if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") }
}

fn rules_of<'j>(place: &str, value: &'j Value) -> Result<&'j Map<String, Value>, String> {
    let rules = value.as_object().filter(|rules| !rules.is_empty());
    rules.ok_or_else(|| format!("{place} has no rules; give an object such as {{\"material\": \"KRPKR\"}}"))
}

/// Checks that a rule has no others beside it.
fn alone(rules: &Map<String, Value>, name: &str) -> Result<(), String> {
    match rules.keys().find(|key| *key != name) {
        Some(other) => Err(format!("{other} stands beside {name}; put it into the objects of {name}")),
        None => Ok(()),
    }
}

/// The members of a sequence or a streak, with their places.
fn members<'j>(place: &str, list: &'j Value) -> Result<Vec<(String, &'j Value)>, String> {
    let list = list.as_array().filter(|list| !list.is_empty());
    let list = list.ok_or_else(|| format!("{place} has no patterns; give a list of objects with rules"))?;
    Ok(list.iter().enumerate().map(|(number, part)| (format!("{place}[{number}]"), part)).collect())
}

/// Reads the rules of a position. Results are of the whole game: all of the sequence must have one that it may have.
fn pattern(
    place: &str,
    rules: &Map<String, Value>,
    results: &mut Vec<GameResult>,
) -> Result<BoardPattern, String> {
    let mut pattern = BoardPattern::default();
    for (name, value) in rules {
        let rule = Rule { place: inside(place, name), value };
        match name.as_str() {
            "sub-fen" => pattern.placements = rule.each(PiecePlacement::parse, PLACEMENT_ADVICE)?,
            "pawns" => pattern.pawn_structures = rule.each(PawnStructure::parse, PLACEMENT_ADVICE)?,
            "material" => {
                let advice = "give White's pieces, then Black's, such as KRPKR";
                pattern.materials = rule.each(|text| text.parse::<Material>().ok(), advice)?;
            }
            "imbalance" => {
                let advice = "give what White has more, v, and what Black has more, such as BvN or PPv";
                pattern.imbalances = rule.each(MaterialImbalance::parse, advice)?;
            }
            "white-move" => pattern.moves.extend(rule.moves(Color::White)?),
            "black-move" => pattern.moves.extend(rule.moves(Color::Black)?),
            "moved" => pattern.moved = rule.moved()?,
            "captured" => pattern.captured = Some(rule.captured()?),
            "empty" => {
                let advice = "give squares with blanks between them, such as \"e4 f4\"";
                pattern.empty = rule.one(parse_squares, advice)?;
            }
            "stm" => pattern.turn = Some(rule.one(color_named, "give white or black")?),
            "result" => rule.narrow(results)?,
            "pass" => {}
            _ => {
                return Err(format!("{}: there is no such rule; there are {}", rule.place, RULES.join(", ")));
            }
        }
    }
    Ok(pattern)
}

const PLACEMENT_ADVICE: &str = "give the first field of a FEN, such as 8/8/p7/8/8/1B3N2/8/8";

const ROLES_ADVICE: &str = "give letters of pieces, such as QR";

/// The side to move, in capitals or not.
fn color_named(name: &str) -> Option<Color> {
    match name.to_lowercase().as_str() {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

impl Rule<'_> {
    /// The value, a text.
    fn one<T>(&self, parse: impl Fn(&str) -> Option<T>, advice: &str) -> Result<T, String> {
        let parsed = self.value.as_str().and_then(&parse);
        parsed.ok_or_else(|| format!("{}: {} cannot be read; {advice}", self.place, self.value))
    }

    /// The values: a text, or a list of alternatives.
    fn each<T>(&self, parse: impl Fn(&str) -> Option<T>, advice: &str) -> Result<Vec<T>, String> {
        let Some(list) = self.value.as_array().filter(|list| !list.is_empty()) else {
            return Ok(vec![self.one(parse, advice)?]);
        };
        let member =
            |(number, value)| Rule { place: format!("{}[{number}]", self.place), value }.one(&parse, advice);
        list.iter().enumerate().map(member).collect()
    }

    fn moves(&self, color: Color) -> Result<Vec<MovePattern>, String> {
        self.each(|text| MovePattern::parse(color, text), "give a move in SAN, such as O-O-O, Qxf7 or e8=Q")
    }

    fn moved(&self) -> Result<Vec<Role>, String> {
        self.one(|text| parse_roles(text).filter(|roles| !roles.is_empty()), ROLES_ADVICE)
    }

    fn captured(&self) -> Result<CapturePattern, String> {
        let roles = self.one(parse_roles, ROLES_ADVICE)?;
        Ok(if roles.is_empty() { CapturePattern::Nothing } else { CapturePattern::AnyOf(roles) })
    }

    /// Leaves the results that the rule allows, too.
    fn narrow(&self, results: &mut Vec<GameResult>) -> Result<(), String> {
        let allowed = self.each(GameResult::of, "give 1-0, 0-1, 1/2-1/2 or *")?;
        if results.is_empty() {
            *results = allowed;
        } else {
            results.retain(|result| allowed.contains(result));
            if results.is_empty() {
                return Err(format!(
                    "{}: no result of a game is this and what another rule says; give only one",
                    self.place
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_scoutfish_are_read() {
        for text in [
            r#"{"sub-fen": ["8/8/8/q7/8/8/8/8", "8/8/8/r7/8/8/8/8"], "stm": "WHITE"}"#,
            r#"{"material": ["KBNKNN", "KBNPKNN"], "result": ["1-0", "0-1"]}"#,
            r#"{"imbalance": ["PPPv", "PPv"], "captured": ""}"#,
            r#"{"white-move": "e8=Q", "black-move": ["O-O-O", "O-O", "Rac1"]}"#,
            r#"{"moved": "KP", "captured": "Q", "empty": "e4 f4", "pawns": "8/8/8/8/8/8/P7/8"}"#,
            r#"{"streak": [{"white-move": "e5"}, {"pass": ""}, {"white-move": "f5"}]}"#,
        ] {
            let parsed = parse(text);
            assert!(parsed.is_ok(), "{text}: {parsed:?}");
        }
        let text = r#"{"sequence": [{"sub-fen": "8/8/8/8/8/8/8/8", "result": "1-0"}, {"streak": [{"white-move": "e5"},
            {"captured": "P"}]}, {"white-move": "Ne4"}]}"#;
        let sequence = parse(text).unwrap();
        assert_eq!(sequence.streaks.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 1]);
        assert_eq!(sequence.results, [GameResult::WhiteWins]);
    }

    #[test]
    fn an_error_says_where_it_is_and_what_to_give() {
        for (text, wanted) in [
            ("material", "give rules such as"),
            ("{}", "the pattern has no rules"),
            (r#"{"material": "KRP"}"#, r#"material: "KRP" cannot be read; give White's pieces"#),
            (r#"{"material": ["KRKR", 5]}"#, "material[1]: 5 cannot be read"),
            (
                r#"{"materiel": "KRKR"}"#,
                "materiel: there is no such rule; there are sub-fen, empty, material",
            ),
            (r#"{"sequence": []}"#, "sequence has no patterns"),
            (
                r#"{"sequence": [{"stm": "white"}, {"streak": [{"stm": "red"}]}]}"#,
                "sequence[1].streak[0].stm: \"red\"",
            ),
            (r#"{"sequence": [{"stm": "white"}], "result": "1-0"}"#, "result stands beside sequence"),
            (r#"{"sequence": [{"result": "0-1"}, {"result": "1-0"}]}"#, "sequence[1].result: no result"),
            (r#"{"white-move": "castles"}"#, "give a move in SAN"),
            (r#"{"moved": ""}"#, "give letters of pieces"),
            (r#"{"sub-fen": "8/8"}"#, "give the first field of a FEN"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(wanted), "{text}: {error}");
        }
    }
}
