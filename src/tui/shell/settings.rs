//! The settings read from the files, and the errors in them.

use std::path::PathBuf;
use std::sync::Arc;

use crate::analysis::AnalysisResources;
use crate::practice::{DefenseStyle, Lesson, RoundDrawRules, StalemateGuardMode, course};
use crate::store::config::{
    ConfigWarning, DefenseConfig as Defends, EngineConfig, LoadedConfig, StalemateGuardConfig as Configured,
    ThreadsConfig,
};
use crate::store::{Config, UserPaths, system_memory, themes, user_lessons};
use crate::tui::app::{Arrows, Bell};
use crate::tui::board::motion::Animation;
use crate::tui::keymap::Keymap;
use crate::tui::practice::state::Par;
use crate::tui::settings::engine_use::EngineResources;
use crate::tui::settings::reload::SettingsUpdate;
use crate::tui::shell::looks;
use crate::tui::shell::options::{FrontendKind, TuiError, TuiOptions};
use crate::tui::theme::{ColorScheme, Theme};
use crate::tui::{linear, shell};

/// The settings, and the errors in them.
#[derive(Clone)]
pub(super) struct TuiSettings {
    pub(super) config: Config,
    pub(super) keymap: Arc<Keymap>,
    pub(super) schemes: Vec<ColorScheme>,
    pub(super) theme: Theme,
    /// The course, with the user's own lessons.
    pub(super) lessons: Arc<[Lesson]>,
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

    /// Reloads them and returns what is in force from now on. A setting that is unchanged in the file since
    /// the last read stays as the player has it.
    pub(super) fn reload(&mut self, options: &TuiOptions) -> Result<SettingsUpdate, TuiError> {
        let new = Self::read(options, UserPaths::find(), &self.schemes)?;
        let (was, is) = (&self.config, &new.config);
        let later = [("input.mouse", was.input != is.input), ("practice", was.practice != is.practice)];
        let in_force = SettingsUpdate {
            theme: new.theme,
            schemes: new.schemes.clone(),
            keymap: Arc::clone(&new.keymap),
            guard: (guard(was) != guard(is)).then(|| guard(is)),
            arrows: (arrows(was) != arrows(is)).then(|| arrows(is)),
            bell: bell(is),
            instant_moves: is.input.instant_moves,
            eval_bar: is.play.eval_bar,
            animation: (animation(was) != animation(is)).then(|| animation(is)),
            lines: (was.engine.lines != is.engine.lines).then(|| usize::from(is.engine.lines.get())),
            review_nodes: is.review.nodes.get(),
            engine_use: (engine_use(was) != engine_use(is)).then(|| engine_use(is)),
            engines: (was.engines != is.engines).then(|| shell::engine_processes::entries_from_config(is)),
            auto_queen: (was.play.auto_queen != is.play.auto_queen).then_some(is.play.auto_queen),
            confirm_moves: (was.play.confirm_moves != is.play.confirm_moves).then_some(is.play.confirm_moves),
            needs_restart: later.into_iter().filter(|(_, changed)| *changed).map(|(name, _)| name).collect(),
            problems: new.problems.clone(),
        };
        *self = new;
        Ok(in_force)
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
        let mut config = loaded.config;
        // Line mode has no animations.
        config.board.animation &= options.frontend != FrontendKind::Linear;
        // In line mode a line is a complete move, and its end is the Enter.
        config.input.instant_moves &= options.frontend != FrontendKind::Linear;
        let (lessons, trouble) = match &file {
            Some(file) => user_lessons::load_lessons(&user_lessons::lessons_file(file)),
            None => (course::built_in(), None),
        };
        troubles.extend(trouble);
        let games = match (&options.state, &places) {
            (Some(state), _) => Some(state.join("games")),
            (None, places) => places.as_ref().map(|places| places.games.clone()),
        };
        let state = options.state.clone().or_else(|| places.map(|places| places.state));
        Ok(Self { config, keymap, schemes, theme, lessons, file, state, games, problems: troubles })
    }
}

/// The stalemate guard of the settings.
pub(super) const fn guard(config: &Config) -> StalemateGuardMode {
    match config.play.stalemate_guard {
        Configured::Off => StalemateGuardMode::Off,
        Configured::Warn => StalemateGuardMode::Warn,
        Configured::Block => StalemateGuardMode::Block,
    }
}

/// The built-in engine's resources by the settings.
pub(super) fn engine_use(config: &Config) -> EngineResources {
    let engine = &config.engine;
    let number = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    EngineResources {
        hash_mb: engine.hash_mb.get(),
        threads: match engine.threads {
            ThreadsConfig::Auto => None,
            ThreadsConfig::Count(count) => Some(count.get()),
        },
        syzygy: engine.syzygy.to_string_lossy().into_owned(),
        cores: number(std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)),
        memory_mb: system_memory::available_mb().map_or(u16::MAX, number),
    }
}

/// The same for the session that analyzes.
pub(super) fn resources(engine_use: &EngineResources) -> AnalysisResources {
    let written = EngineConfig { syzygy: PathBuf::from(&engine_use.syzygy), ..EngineConfig::default() };
    AnalysisResources {
        hash_mb: usize::from(engine_use.hash_mb),
        memory_mb: system_memory::available_mb().unwrap_or(usize::MAX),
        threads: usize::from(engine_use.threads_in_use()),
        syzygy: written.syzygy_folder(),
        ..AnalysisResources::default()
    }
}

/// Whether the settings have the bell on.
pub(super) const fn bell(config: &Config) -> Bell {
    if config.play.bell { Bell::Rings } else { Bell::Silent }
}

/// Whether the settings have rounds show in how many moves the goal can be reached.
pub(super) const fn par(config: &Config) -> Par {
    if config.practice.show_par { Par::Shown } else { Par::Hidden }
}

/// The defense of the other side of a round by the settings.
pub(super) const fn defense(config: &Config) -> DefenseStyle {
    match config.practice.defense {
        Defends::Longest => DefenseStyle::Longest,
        Defends::Trickiest => DefenseStyle::Trickiest,
    }
}

/// Whether repetition and the fifty-move rule end a round by the settings.
pub(super) const fn counting(config: &Config) -> RoundDrawRules {
    if config.practice.counting { RoundDrawRules::On } else { RoundDrawRules::Off }
}

/// Whether the settings have moves animated.
pub(super) const fn animation(config: &Config) -> Animation {
    if config.board.animation { Animation::On } else { Animation::Off }
}

/// Whether the settings have arrows on.
pub(super) const fn arrows(config: &Config) -> Arrows {
    if config.board.arrows { Arrows::Shown } else { Arrows::Hidden }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
