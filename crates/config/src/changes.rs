//! What differs between two configurations, setting by setting: what is written to the user's file, and what
//! an edited file changes while the program runs.

use serde::Deserialize;
use toml::{Table, Value};

use super::Config;

/// A setting that has another value, is new or is gone.
#[derive(Clone, PartialEq, Debug)]
pub struct ConfigChange {
    /// The sections, the outermost first, and the name in the last of them: `play`, `level`. A removed external
    /// engine has the path `engines`, its name, and no value.
    pub path: Vec<String>,
    /// The new value; None for what is gone.
    pub value: Option<Value>,
}

impl Config {
    /// What has to change in this configuration to make it `new`, in the order of the fields
    /// (a toml table keeps it: its feature `preserve_order`).
    #[must_use]
    pub fn changes_to(&self, new: &Self) -> Vec<ConfigChange> {
        let mut old = self.clone();
        // Of a new engine only what differs from the default counts.
        for name in new.engines.keys() {
            old.engines.entry(name.clone()).or_default();
        }
        let mut changes = Vec::new();
        // Settings are strings, numbers, booleans, lists and tables of them: they can always be written.
        if let (Ok(old), Ok(new)) = (Table::try_from(&old), Table::try_from(new)) {
            collect_changes(&old, &new, &mut Vec::new(), &mut changes);
        }
        changes
    }

    /// This configuration with some settings changed. Options of an engine that it does not list are left out.
    /// Values that no setting can have leave it as it is.
    #[must_use]
    pub fn with_changes(&self, changes: &[ConfigChange]) -> Self {
        let Ok(mut table) = Table::try_from(self) else { return self.clone() };
        for change in changes {
            change.apply_to(&mut table);
        }
        Self::deserialize(table).unwrap_or_else(|_| self.clone())
    }
}

impl ConfigChange {
    /// The name of the setting with its sections: `play.level`.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.join(".")
    }

    fn apply_to(&self, config: &mut Table) {
        let Some((name, sections)) = self.path.split_last() else { return };
        let mut table = config;
        for (depth, section) in sections.iter().enumerate() {
            // `engines`, its name, `options`.
            let is_option = sections.len() > 2;
            if is_option && depth == 1 && !table.contains_key(section) {
                return;
            }
            let inner = table.entry(section).or_insert_with(|| Value::Table(Table::new()));
            let Value::Table(inner) = inner else { return };
            table = inner;
        }
        match &self.value {
            Some(value) => drop(table.insert(name.clone(), value.clone())),
            None => drop(table.remove(name)),
        }
    }
}

fn collect_changes(old: &Table, new: &Table, path: &mut Vec<String>, changes: &mut Vec<ConfigChange>) {
    for (name, value) in new {
        path.push(name.clone());
        match (old.get(name), value) {
            (Some(Value::Table(old)), Value::Table(new)) => collect_changes(old, new, path, changes),
            (Some(old), new) if old == new => {}
            _ => changes.push(ConfigChange { path: path.clone(), value: Some(value.clone()) }),
        }
        path.pop();
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        let path = path.iter().chain([name]).cloned().collect();
        changes.push(ConfigChange { path, value: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineCommandConfig, EngineOptionConfig, ExternalEngineConfig};

    fn stockfish() -> Config {
        let command = EngineCommandConfig(vec!["stockfish".to_owned()]);
        let engine = ExternalEngineConfig { command, ..ExternalEngineConfig::default() };
        Config { engines: [("a".to_owned(), engine)].into(), ..Config::default() }
    }

    /// Checks what differs, and that the differences lead from the one to the other.
    fn check(old: &Config, new: &Config, wanted: &[&str]) {
        let changes = old.changes_to(new);
        let named = |change: &ConfigChange| match &change.value {
            Some(value) => format!("{} = {value}", change.name()),
            None => format!("no {}", change.name()),
        };
        assert_eq!(changes.iter().map(named).collect::<Vec<_>>(), wanted);
        assert_eq!(old.with_changes(&changes), *new);
    }

    #[test]
    fn changes_come_in_the_order_of_the_fields_and_lead_to_the_new_configuration() {
        let default = Config::default();
        check(&default, &default, &[]);
        let mut new = default.clone();
        new.play.bell = false;
        new.board.theme = "green".to_owned();
        new.play.time = "3+2".parse().unwrap();
        check(&default, &new, &["board.theme = \"green\"", "play.time = \"3+2\"", "play.bell = false"]);
    }

    #[test]
    fn an_engine_comes_with_its_command_alone_and_goes_as_a_whole() {
        check(&Config::default(), &stockfish(), &["engines.a.command = [\"stockfish\"]"]);
        check(&stockfish(), &Config::default(), &["no engines.a"]);
        let mut set = stockfish();
        set.engines.get_mut("a").unwrap().options = [("Hash".into(), EngineOptionConfig("64".into()))].into();
        check(&stockfish(), &set, &["engines.a.options.Hash = 64"]);
        check(&set, &stockfish(), &["no engines.a.options.Hash"]);
    }

    #[test]
    fn an_option_of_an_engine_that_is_gone_is_left_out() {
        let option = ConfigChange {
            path: ["engines", "a", "options", "Hash"].map(str::to_owned).to_vec(),
            value: Some(Value::Integer(64)),
        };
        assert_eq!(Config::default().with_changes(std::slice::from_ref(&option)), Config::default());
        let gone = ConfigChange { value: None, ..option };
        assert_eq!(Config::default().with_changes(&[gone]), Config::default());
    }
}
