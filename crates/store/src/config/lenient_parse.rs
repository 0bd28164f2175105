//! Parses settings leniently: removes one invalid value at a time until the rest can be deserialized.

use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::warning::ConfigWarning;
use chess::nearest::nearest;
use config::{Config, ExternalEngineConfig};

/// The most faults that are reported one by one, and the most values that are left out. The time to find them
/// grows with the square of their number.
const MAX_FAULTS: usize = 30;

/// Parses settings; `file` is the name in warnings.
pub(super) fn parse_lenient(text: &str, file: &Path) -> (Config, Vec<ConfigWarning>) {
    let (mut table, errors) = DeTable::parse_recoverable(text);
    let mut faults: Vec<(Range<usize>, String)> = errors
        .iter()
        .take(MAX_FAULTS + 1)
        .map(|error| {
            // The usual cause is a path of Windows.
            let hint = if error.message().contains("escaped value") {
                ": write a path with backslashes in single quotes, as in 'C:\\Games'"
            } else {
                ""
            };
            (error.span().unwrap_or_default(), format!("{}{hint}; this part is left out", error.message()))
        })
        .collect();
    let defaults = toml::Table::try_from(Config::default()).unwrap_or_default();
    let mut left_out = 0;
    let config = loop {
        let mut unknown = Vec::new();
        let deserializer = Deserializer::from(table.clone());
        let read = serde_ignored::deserialize(deserializer, |path| {
            if unknown.len() <= MAX_FAULTS {
                unknown.push(path.to_string());
            }
        });
        match read {
            Ok(config) => {
                for path in unknown {
                    let place = key_at(table.get_ref(), &path).unwrap_or_default();
                    faults.push((place, unknown_setting_text(&path, &defaults)));
                }
                break config;
            }
            Err(error) => {
                let place: Range<usize> = error.span().unwrap_or_default();
                left_out += 1;
                let removed = if left_out == MAX_FAULTS { None } else { remove_at(table.get_mut(), &place) };
                let Some(path) = removed else {
                    faults.push((place, format!("{}; using the default settings", error.message())));
                    break Config::default();
                };
                faults.push((place, bad_value_text(&path, error.message(), &defaults)));
            }
        }
    };
    let config = without_bad_engines(config, table.get_ref(), &mut faults);
    faults.sort_by_key(|(place, _)| place.start);
    faults.dedup();
    if faults.len() > MAX_FAULTS {
        faults.truncate(MAX_FAULTS);
        let place = faults.last().map(|(place, _)| place.clone()).unwrap_or_default();
        faults.push((place, format!("there are more than {MAX_FAULTS} faults; the others are not listed")));
    }
    let warnings =
        faults.into_iter().map(|(place, message)| ConfigWarning::at(text, file, &place, &message)).collect();
    (config, warnings)
}

/// Removes engines that cannot be started. A warning about a part of an engine is enough for the whole of it.
fn without_bad_engines(
    mut config: Config,
    table: &DeTable<'_>,
    faults: &mut Vec<(Range<usize>, String)>,
) -> Config {
    let written = table.get("engines").and_then(|engines| match engines.get_ref() {
        DeValue::Table(engines) => Some(engines),
        _ => None,
    });
    let mut bad_engines = 0;
    config.engines.retain(|name, engine| {
        let Some(fault) = engine.fault(name) else { return true };
        bad_engines += 1;
        // One more shows that there are more.
        if bad_engines > MAX_FAULTS + 1 {
            return false;
        }
        let key = written.and_then(|engines| {
            engines.iter().map(|(key, _)| key).find(|key| key.get_ref().as_ref() == name)
        });
        let path = format!("engines.{name}");
        let is_about_it = |text: &str| {
            text.match_indices(&path).any(|(at, path)| text[at + path.len()..].starts_with(['.', ':']))
        };
        if !faults.iter().any(|(_, text)| is_about_it(text)) {
            faults.push((key.map_or(0..0, Spanned::span), format!("{path}: {fault}")));
        }
        false
    });
    config
}

/// Removes the innermost named value that contains `place` from the table, and returns its path.
fn remove_at(table: &mut DeTable<'_>, place: &Range<usize>) -> Option<Vec<String>> {
    let holds = |span: Range<usize>| span.start <= place.start && place.end <= span.end;
    let (name, value) = table
        .iter_mut()
        .find(|(key, value)| holds(value.span()) || holds(key.span()) || contains_span(value, place))
        .map(|(key, value)| (key.clone(), value))?;
    let plain = name.get_ref().to_string();
    // The span of a dotted table is only that of its key: its values have to be searched, too.
    if let DeValue::Table(inner) = value.get_mut()
        && let Some(mut path) = remove_at(inner, place)
    {
        path.insert(0, plain);
        return Some(path);
    }
    table.remove(&name);
    Some(vec![plain])
}

fn contains_span(value: &Spanned<DeValue<'_>>, place: &Range<usize>) -> bool {
    let DeValue::Table(table) = value.get_ref() else { return false };
    table.iter().any(|(key, value)| {
        let holds = |span: Range<usize>| span.start <= place.start && place.end <= span.end;
        holds(key.span()) || holds(value.span()) || contains_span(value, place)
    })
}

/// The span of the key at a path of names.
fn key_at(table: &DeTable<'_>, path: &str) -> Option<Range<usize>> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let (key, value) = table.iter().find(|(key, _)| key.get_ref().as_ref() == first)?;
    match (rest, value.get_ref()) {
        (Some(rest), DeValue::Table(inner)) => key_at(inner, rest),
        _ => Some(key.span()),
    }
}

fn unknown_setting_text(path: &str, defaults: &toml::Table) -> String {
    let (parent, name) = path.rsplit_once('.').map_or(("", path), |(parent, name)| (parent, name));
    let external_engine = toml::Table::try_from(ExternalEngineConfig::default()).ok();
    let siblings = match parent.split_once('.') {
        _ if parent.is_empty() => Some(defaults),
        Some(("engines", _)) => external_engine.as_ref(),
        _ => defaults.get(parent).and_then(toml::Value::as_table),
    };
    let meant = siblings.and_then(|table| nearest(name, table.keys().map(String::as_str)));
    match meant {
        Some(meant) => format!("unknown setting {path}: did you mean {meant}?"),
        None => format!("unknown setting {path}: it is left out"),
    }
}

fn bad_value_text(path: &[String], message: &str, defaults: &toml::Table) -> String {
    let mut default = None;
    let mut table = Some(defaults);
    for name in path {
        default = table.and_then(|table| table.get(name));
        table = default.and_then(toml::Value::as_table);
    }
    let name = path.join(".");
    match default {
        Some(toml::Value::Table(_)) => format!("{name}: {message}; using the defaults of [{name}]"),
        Some(default) => format!("{name}: {message}; using {default}"),
        None => format!("{name}: {message}; leaving it out"),
    }
}
