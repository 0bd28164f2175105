//! `config`: where the program's files are, and which settings are in force.
//!
//! As text it is a settings' file itself: what is said besides stands in comments.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::chess::text::clean;
use crate::store::config::{Loaded, Warning};
use crate::store::{Config, Places, themes, trouble};

use super::arguments::{ConfigOptions, Format};
use super::{Status, form};

#[derive(Serialize)]
struct FilesForm {
    settings: PathBuf,
    themes: PathBuf,
    state: PathBuf,
    tables: PathBuf,
}

#[derive(Serialize)]
struct ConfigForm<'a> {
    files: FilesForm,
    own_themes: Vec<String>,
    settings: &'a Config,
    warnings: Vec<String>,
}

pub(super) fn run(
    options: &ConfigOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Status> {
    let Some(places) = Places::of_user() else {
        writeln!(
            errors,
            "error: this system names no home folder, so nothing is kept and the defaults count"
        )?;
        return Ok(Status::BadInput);
    };
    let loaded = match &options.config {
        Some(file) => match Loaded::from_file(file) {
            Ok(loaded) => loaded,
            Err(error) => {
                writeln!(errors, "error: {}: {}", file.display(), trouble::in_words(&error))?;
                return Ok(Status::BadInput);
            }
        },
        None => Loaded::from_user_file(&places.config),
    };
    let settings = options.config.clone().unwrap_or_else(|| places.config.clone());
    let folder = themes::folder(&settings);
    let (own, unread) = themes::of_user(&folder);
    let faults = own.iter().flat_map(|(_, warnings)| warnings);
    let warnings: Vec<String> =
        loaded.warnings.iter().chain(faults).map(Warning::to_string).chain(unread).collect();
    let own_themes: Vec<String> = own.iter().map(|(theme, _)| theme.name.clone()).collect();
    let files = FilesForm { settings, themes: folder, tables: places.tables(), state: places.state };
    match options.format {
        Format::Json => {
            form::print(output, &ConfigForm { files, own_themes, settings: &loaded.config, warnings })?;
        }
        Format::Text => text(output, &files, &own_themes, &loaded.config, &warnings)?,
    }
    Ok(Status::Done)
}

fn text(
    output: &mut dyn Write,
    files: &FilesForm,
    own_themes: &[String],
    config: &Config,
    warnings: &[String],
) -> io::Result<()> {
    let state = |path: &Path| if path.exists() { "" } else { " (not there yet)" };
    for (what, path) in [
        ("settings", &files.settings),
        ("themes", &files.themes),
        ("games and progress", &files.state),
        ("tables", &files.tables),
    ] {
        writeln!(output, "# {what:<18} {}{}", clean(&path.to_string_lossy()), state(path))?;
    }
    if !own_themes.is_empty() {
        writeln!(output, "# themes of your own {}", clean(&own_themes.join(", ")))?;
    }
    for warning in warnings {
        writeln!(output, "# ! {}", clean(warning))?;
    }
    writeln!(output, "\n{}", in_force(config))
}

/// The settings as a file, those that differ from the defaults with the default beside them.
fn in_force(config: &Config) -> String {
    let written = |config: &Config| toml::to_string(config).unwrap_or_default();
    let usual = written(&Config::default());
    let usual: HashMap<(String, &str), &str> =
        named(&usual).filter_map(|(at, value)| Some((at?, value))).collect();
    let now = written(config);
    let lines = now.lines().zip(named(&now)).map(|(line, (at, value))| {
        match at.and_then(|at| usual.get(&at).copied()) {
            Some(usual) if usual != value => format!("{line} # default: {usual}"),
            _ => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Each line of a file of settings: the section and name that it sets, if any, and the value.
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
        let config = Loaded::from_text(text, Path::new("config.toml")).config;
        let printed = in_force(&config);
        assert_eq!(Loaded::from_text(&printed, Path::new("again.toml")), Loaded { config, warnings: vec![] });
        for part in
            ["theme = \"green\" # default: \"slate\"", "threads = 2 # default: \"auto\"", "mouse = true\n"]
        {
            assert!(printed.contains(part), "{part}: {printed}");
        }
        assert_eq!(in_force(&Config::default()).matches("# default").count(), 0);
    }
}
