//! The settings read from the files, and the errors in them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::analysis::AnalysisResources;
use crate::chess::thread::core_count;
use crate::config::{Config, EngineConfig};
use crate::platform::{files, memory};
use crate::practice::Lesson;
use crate::practice::course::puzzle_lessons::PuzzleLessons;
use crate::store::config::{ConfigWarning, LoadedConfig};
use crate::store::user_lessons::LoadedLessons;
use crate::store::{UserPaths, themes, user_lessons};
use crate::tui::keymap::Keymap;
use crate::tui::linear;
use crate::tui::model::{MachineLimits, SettingsUpdate};
use crate::tui::shell::looks;
use crate::tui::shell::options::{FrontendKind, TuiError, TuiOptions};
use crate::tui::theme::{ColorScheme, Theme};

/// The settings, and the errors in them.
#[derive(Clone)]
pub(super) struct TuiSettings {
    pub(super) config: Config,
    pub(super) keymap: Arc<Keymap>,
    pub(super) schemes: Vec<ColorScheme>,
    pub(super) theme: Theme,
    /// The course, with the user's own lessons.
    pub(super) lessons: Arc<[Lesson]>,
    /// The lessons of puzzles, with the user's own.
    pub(super) puzzle_lessons: PuzzleLessons,
    /// What is wrong with the user's own lessons.
    pub(super) lesson_faults: Vec<String>,
    /// The file that changed settings go to.
    pub(super) file: Option<PathBuf>,
    pub(super) state: Option<PathBuf>,
    /// The folder of the user's games.
    pub(super) games: Option<PathBuf>,
    pub(super) problems: Vec<String>,
}

impl TuiSettings {
    /// Reads them at the start.
    pub(super) fn load(options: &TuiOptions) -> Result<Self, TuiError> {
        Self::load_at(options, UserPaths::find())
    }

    fn load_at(options: &TuiOptions, places: Option<UserPaths>) -> Result<Self, TuiError> {
        let mut settings = Self::read(options, places, &[])?;
        if settings.state.is_none() {
            settings.problems.push(
                "This system names no home folder (set HOME): games, settings and practice are not kept"
                    .to_owned(),
            );
        }
        Ok(settings)
    }

    /// Reloads them and returns what has changed. `known` is the text of the file as this program last read or
    /// wrote it, None where there was no file.
    pub(super) fn reload(
        &mut self,
        options: &TuiOptions,
        known: Option<&str>,
    ) -> Result<SettingsUpdate, TuiError> {
        let before = LoadedConfig::from_text(known.unwrap_or_default(), Path::new("")).config;
        let before = for_frontend(before, options.frontend);
        *self = Self::read(options, UserPaths::find(), &self.schemes)?;
        Ok(SettingsUpdate {
            before,
            now: self.config.clone(),
            theme: self.theme,
            schemes: self.schemes.clone(),
            keymap: Arc::clone(&self.keymap),
            problems: self.problems.clone(),
        })
    }

    fn read(
        options: &TuiOptions,
        places: Option<UserPaths>,
        before: &[ColorScheme],
    ) -> Result<Self, TuiError> {
        let loaded = match (&options.config, &places) {
            (Some(file), _) => LoadedConfig::from_file(file)
                .map_err(|error| TuiError::Config { file: file.clone(), error })?,
            (None, Some(places)) => LoadedConfig::from_user_file(&places.config),
            (None, None) => LoadedConfig::default(),
        };
        let mut troubles: Vec<String> = loaded.warnings.iter().map(ConfigWarning::brief).collect();
        let (keymap, faults) = Keymap::with_valid(&loaded.config.keys);
        troubles.extend(faults.iter().map(ToString::to_string));
        let keymap = Arc::new(keymap);
        let file = options.config.clone().or_else(|| places.as_ref().map(|places| places.config.clone()));
        let schemes =
            looks::available_schemes(file.as_deref().map(themes::folder).as_deref(), before, &mut troubles);
        let variable = |name: &str| std::env::var(name).ok();
        let theme = looks::configured_theme(&loaded.config.board, &schemes, variable, &mut troubles);
        let theme = if options.frontend == FrontendKind::Linear { linear::theme() } else { theme };
        let config = for_frontend(loaded.config, options.frontend);
        let LoadedLessons { lessons, puzzle_lessons, problems: lesson_faults } =
            user_lessons::load(file.as_deref());
        troubles.extend(lesson_faults.iter().cloned());
        let games = match (&options.state, &places) {
            (Some(state), _) => Some(state.join("games")),
            (None, places) => places.as_ref().map(|places| places.games.clone()),
        };
        let state = options.state.clone().or_else(|| places.map(|places| places.state));
        Ok(Self {
            config,
            keymap,
            schemes,
            theme,
            lessons,
            puzzle_lessons,
            lesson_faults,
            file,
            state,
            games,
            problems: troubles,
        })
    }
}

/// The settings as they count there.
fn for_frontend(mut config: Config, frontend: FrontendKind) -> Config {
    // Line mode has no animations.
    config.board.animation &= frontend != FrontendKind::Linear;
    // In line mode a line is a complete move, and its end is the Enter.
    config.input.instant_moves &= frontend != FrontendKind::Linear;
    config
}

/// What this machine has for the engine.
pub(super) fn machine_limits(tables: Option<&Path>) -> MachineLimits {
    let number = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    MachineLimits {
        cores: number(core_count()),
        memory_mb: memory::available_mb().map_or(u16::MAX, number),
        free_disk_bytes: tables.and_then(files::free_bytes).unwrap_or(u64::MAX),
    }
}

/// What the built-in engine may use by the settings.
pub(super) fn resources(engine: &EngineConfig, machine: MachineLimits) -> AnalysisResources {
    AnalysisResources {
        hash_mb: usize::from(engine.hash_mb.get()),
        threads: usize::from(machine.search_threads(engine.threads)),
        syzygy: engine.syzygy_folder(),
        ..AnalysisResources::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ConfigChange;

    #[test]
    fn without_a_home_folder_it_is_said_once_that_nothing_is_kept() {
        let options = TuiOptions::default();
        let settings = TuiSettings::load_at(&options, None).unwrap();
        assert_eq!(settings.problems.len(), 1, "{:?}", settings.problems);
        assert!(settings.problems[0].ends_with("games, settings and practice are not kept"));
        assert_eq!((settings.file.as_ref(), settings.state.as_ref()), (None, None));
        let again = TuiSettings::read(&options, None, &[]).unwrap();
        assert_eq!(again.problems, [""; 0], "a change of the settings says it again");
    }

    #[test]
    fn a_reload_finds_what_differs_from_the_text_that_the_program_wrote_last() {
        let file = std::env::temp_dir().join(format!("matescope-reload-{}.toml", std::process::id()));
        std::fs::write(&file, "[play]\nbell = true\nlevel = 6\n").unwrap();
        let options = TuiOptions { config: Some(file.clone()), ..TuiOptions::default() };
        let mut settings = TuiSettings::read(&options, None, &[]).unwrap();
        // The program has saved that the bell is silent; an editor sets it back.
        let update = settings.reload(&options, Some("[play]\nbell = false\nlevel = 6\n")).unwrap();
        std::fs::remove_file(&file).unwrap();
        let mut config = update.before.clone();
        (config.board.arrows, config.practice.details) = (false, true);
        let reloaded = update.apply_to(&config);
        assert_eq!(
            config.changes_to(&reloaded).iter().map(ConfigChange::name).collect::<Vec<_>>(),
            ["play.bell"]
        );
        assert!(reloaded.play.bell && !reloaded.board.arrows && update.needs_restart().is_empty());
    }
}
