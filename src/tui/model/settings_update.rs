//! The settings after the file, or a theme, was edited while the program runs.

use std::sync::Arc;

use crate::config::{Config, PlayConfig, PracticeConfig};
use crate::tui::keymap::Keymap;
use crate::tui::theme::{ColorScheme, Theme};

/// The settings file before and after another program changed it, with what follows from it.
#[derive(Clone, Debug)]
pub struct SettingsUpdate {
    /// The file as this program last read or wrote it.
    pub before: Config,
    /// The file as it is now.
    pub now: Config,
    /// The theme.
    pub theme: Theme,
    /// The themes that can be chosen.
    pub schemes: Vec<ColorScheme>,
    /// The key map.
    pub keymap: Arc<Keymap>,
    /// Invalid settings, a sentence each.
    pub problems: Vec<String>,
}

impl SettingsUpdate {
    /// A configuration with what has changed in the file. A setting that is unchanged there stays as the user
    /// has it, and practice goes on as it is until the next start.
    #[must_use]
    pub fn apply_to(&self, config: &Config) -> Config {
        let new = config.with_changes(&self.before.changes_to(&self.now));
        Config { practice: config.practice.clone(), ..new }
    }

    /// Sections and settings that have changed and count from the next start, by name.
    pub(crate) fn needs_restart(&self) -> Vec<&'static str> {
        let (before, now) = (&self.before, &self.now);
        let later = [
            ("input.mouse", before.input.mouse != now.input.mouse),
            ("practice", before.practice != now.practice),
        ];
        later.into_iter().filter(|(_, has_changed)| *has_changed).map(|(name, _)| name).collect()
    }
}

/// The settings that count while the program runs; those that it reads only at the start have their defaults.
pub(crate) fn settings_in_force(config: &Config) -> Config {
    let mut config = config.clone();
    let PlayConfig { side, opponent, level, time, .. } = PlayConfig::default();
    config.play = PlayConfig { side, opponent, level, time, ..config.play };
    config.practice = PracticeConfig::default();
    config.engine.analyst.clear();
    config.input.mouse = true;
    config
}
