//! Any text as a settings file or a theme: nothing panics, every error has a place in the text, and an
//! accepted file can be written and read again as the same.
//!
//! `ASAN_OPTIONS=detect_leaks=0 cargo +nightly fuzz run settings` in the repository's root: a user theme is
//! leaked on purpose, for the life of the program.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use matescope::store::config::{ConfigWarning, LoadedConfig};
use matescope::store::themes::ThemeText;
use matescope::tui::keymap::Keymap;
use matescope::tui::theme::ColorScheme;

fuzz_target!(|text: &str| {
    let file = Path::new("any.toml");
    let loaded = LoadedConfig::from_text(text, file);
    check(text, &loaded.warnings);
    let _ = Keymap::with(&loaded.config.keys);
    let written = toml::to_string(&loaded.config).expect("settings can be written");
    let again = LoadedConfig::from_text(&written, file);
    assert_eq!(again, LoadedConfig { config: loaded.config, warnings: Vec::new() }, "{written}");

    let (theme, mut warnings) = ThemeText::read(text, file);
    // A theme is leaked on purpose, so only its invalid entries are checked here.
    if theme.roles.len() < 3 {
        let _ = ColorScheme::from_text(&theme, &[ColorScheme::default()], &mut warnings);
    }
    check(text, &warnings);
});

fn check(text: &str, warnings: &[ConfigWarning]) {
    for warning in warnings {
        let lines = text.replace("\r\n", "\n").split(['\n', '\r']).count();
        assert!((1..=lines).contains(&warning.line) && warning.column >= 1, "{warning} of {text:?}");
        assert!(!warning.brief().chars().any(char::is_control), "{:?} of {text:?}", warning.brief());
    }
}
