//! `config`: prints the paths of the program's files and the effective settings.
//!
//! The text output is itself a valid settings file: everything else is in comments.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::failure::{CommandFailure, CommandResult};
use super::json;
use super::options::{ConfigOptions, OutputFormat};
use super::status::CommandStatus;
use crate::chess::text::sanitize;
use crate::config::Config;
use crate::store::config::{ConfigWarning, LoadedConfig};
use crate::store::io_error::FileError;
use crate::store::{UserPaths, log, themes};

#[derive(Serialize)]
struct ConfigFilesJson {
    settings: PathBuf,
    themes: PathBuf,
    state: PathBuf,
    log: PathBuf,
    tables: PathBuf,
}

#[derive(Serialize)]
struct ConfigJson<'a> {
    files: ConfigFilesJson,
    own_themes: Vec<String>,
    settings: &'a Config,
    warnings: Vec<String>,
}

pub(super) fn run(options: &ConfigOptions, output: &mut dyn Write) -> CommandResult {
    let Some(places) = UserPaths::find() else {
        let reason = "there is no home folder, so nothing is saved and the default settings apply";
        return Err(CommandFailure::BadInput(reason.to_owned()));
    };
    let loaded = match &options.config {
        Some(file) => {
            LoadedConfig::from_file(file).map_err(|error| FileError::of(file)(error).to_string())?
        }
        None => LoadedConfig::from_user_file(&places.config),
    };
    let settings = options.config.clone().unwrap_or_else(|| places.config.clone());
    let folder = themes::folder(&settings);
    let (own, unread) = themes::load_user_themes(&folder);
    let faults = own.iter().flat_map(|(_, warnings)| warnings);
    let warnings: Vec<String> =
        loaded.warnings.iter().chain(faults).map(ConfigWarning::to_string).chain(unread).collect();
    let own_themes: Vec<String> = own.iter().map(|(theme, _)| theme.name.clone()).collect();
    let log = log::file(&places.state);
    let files = ConfigFilesJson {
        settings,
        themes: folder,
        tables: places.tables_folder(),
        state: places.state,
        log,
    };
    match options.format {
        OutputFormat::Json => {
            json::print(output, &ConfigJson { files, own_themes, settings: &loaded.config, warnings })?;
        }
        OutputFormat::Text => text(output, &files, &own_themes, &loaded.config, &warnings)?,
    }
    Ok(CommandStatus::Done)
}

fn text(
    output: &mut dyn Write,
    files: &ConfigFilesJson,
    own_themes: &[String],
    config: &Config,
    warnings: &[String],
) -> io::Result<()> {
    let state = |path: &Path| if path.exists() { "" } else { " (does not exist yet)" };
    for (what, path) in [
        ("settings", &files.settings),
        ("themes", &files.themes),
        ("games and progress", &files.state),
        ("log", &files.log),
        ("tables", &files.tables),
    ] {
        writeln!(output, "# {what:<18} {}{}", sanitize(&path.to_string_lossy()), state(path))?;
    }
    if !own_themes.is_empty() {
        writeln!(output, "# themes of your own {}", sanitize(&own_themes.join(", ")))?;
    }
    for warning in warnings {
        writeln!(output, "# ! {}", sanitize(warning))?;
    }
    writeln!(output, "\n{}", effective_settings(config))
}

/// The settings as TOML; a setting that differs from its default has the default in a comment.
fn effective_settings(config: &Config) -> String {
    let written = |config: &Config| toml::to_string(config).unwrap_or_default();
    let defaults = written(&Config::default());
    let defaults_by_name: HashMap<(String, &str), &str> =
        named(&defaults).filter_map(|(at, value)| Some((at?, value))).collect();
    let now = written(config);
    let lines = now.lines().zip(named(&now)).map(|(line, (at, value))| {
        match at.and_then(|at| defaults_by_name.get(&at).copied()) {
            Some(usual) if usual != value => format!("{line} # default: {usual}"),
            _ => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The lines of a settings file: section and name of the setting, if there is one, and its value.
fn named(text: &str) -> impl Iterator<Item = (Option<(String, &str)>, &str)> {
    let mut section = String::new();
    text.lines().map(move |line| {
        if line.starts_with('[') {
            line.clone_into(&mut section);
        }
        line.split_once(" = ").map_or((None, ""), |(name, value)| (Some((section.clone(), name)), value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_can_be_read_back_and_tells_the_defaults() {
        let text = "[board]\ntheme = \"green\"\n[engine]\nthreads = 2\n[keys]\nflip = [\"F\", \"ctrl-f\"]\n";
        let config = LoadedConfig::from_text(text, Path::new("config.toml")).config;
        let printed = effective_settings(&config);
        assert_eq!(
            LoadedConfig::from_text(&printed, Path::new("again.toml")),
            LoadedConfig { config, warnings: vec![] }
        );
        for part in
            ["theme = \"green\" # default: \"slate\"", "threads = 2 # default: \"auto\"", "mouse = true\n"]
        {
            assert!(printed.contains(part), "{part}: {printed}");
        }
        assert_eq!(effective_settings(&Config::default()).matches("# default").count(), 0);
    }
}
