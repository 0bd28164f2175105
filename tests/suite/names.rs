//! Names that are found with grep: each public type's name is unique, and the words are those of the field.

use std::collections::BTreeMap;

use crate::source::{self, check_none};

/// The name of the public type that a line declares.
fn declared_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = match rest.strip_prefix('(') {
        Some(restricted) => restricted.split_once(')')?.1,
        None => rest,
    };
    let mut words = rest.split_whitespace();
    let kind = words.next()?;
    if !matches!(kind, "struct" | "enum" | "trait" | "type" | "union") {
        return None;
    }
    let name = words.next()?;
    Some(&name[..name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len())])
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let sources = source::all();
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for source in &sources {
        for (at, line) in source.code.lines().enumerate() {
            if let Some(name) = declared_type(line) {
                places.entry(name).or_default().push(format!("{}:{}", source.file, at + 1));
            }
        }
    }
    assert!(places.len() > 300, "the declarations are not read: {}", places.len());
    let offences: Vec<String> = places
        .into_iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect();
    check_none("a public type's name is unique in the project", &offences);
}

#[test]
fn declarations_are_read() {
    for (line, name) in [
        ("pub struct Board {", Some("Board")),
        ("    pub(super) enum Kind<'a> {", Some("Kind")),
        ("pub(crate) type Id = u32;", Some("Id")),
        ("pub fn board() {}", None),
        ("struct Private;", None),
    ] {
        assert_eq!(declared_type(line), name, "{line}");
    }
}
