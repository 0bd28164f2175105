//! Reports changes of the settings or of a theme while the program runs. The system wakes it; nothing is
//! looked at in between.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::disk;

/// The text of the settings' file as the program last read or wrote it, so that its own changes are no news.
#[derive(Clone, Debug, Default)]
pub struct KnownSettingsText(Arc<Mutex<Option<String>>>);

impl KnownSettingsText {
    /// The text that is in a file now; that of no file where it cannot be read.
    #[must_use]
    pub fn read(file: &Path) -> Self {
        Self(Arc::new(Mutex::new(disk::read_to_string(file).ok())))
    }

    /// Whether a text is the known one; None where there is no file.
    pub(in crate::store) fn matches(&self, text: Option<&str>) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).as_deref() == text
    }

    /// The known text; None for no file.
    fn text(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes a text as known; says whether it was news.
    pub(in crate::store) fn update(&self, text: Option<&str>) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let has_changed = known.as_deref() != text;
        *known = text.map(ToOwned::to_owned);
        has_changed
    }
}

/// A look-out that lasts until it is dropped.
pub struct SettingsWatcher {
    /// Ends when it is dropped.
    _watcher: RecommendedWatcher,
}

impl SettingsWatcher {
    /// Calls `changed`, from a thread of its own, whenever the settings' file has another text than is `known`, or
    /// a theme in the folder beside it changes. `changed` gets the text that was known before. A folder that does
    /// not exist yet is not watched.
    ///
    /// # Errors
    /// When the system has no more room for such a look-out, or there is no folder to look at.
    pub fn start(
        file: &Path,
        themes: &Path,
        known: KnownSettingsText,
        mut changed: impl FnMut(Option<String>) + Send + 'static,
    ) -> io::Result<Self> {
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        let (settings, own_themes) = (file.to_owned(), themes.to_owned());
        let on_event = move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            if matches!(event.kind, EventKind::Access(_)) {
                return;
            }
            let is_settings = |path: &PathBuf| path.file_name() == settings.file_name();
            let is_theme = |path: &PathBuf| {
                path.extension().is_some_and(|end| end == "toml")
                    && path.parent().is_some_and(|parent| parent.file_name() == own_themes.file_name())
            };
            let before = known.text();
            let has_changed = event.paths.iter().any(is_theme)
                || (event.paths.iter().any(is_settings)
                    && known.update(disk::read_to_string(&settings).ok().as_deref()));
            if has_changed {
                changed(before);
            }
        };
        let mut watcher = notify::recommended_watcher(on_event).map_err(io::Error::other)?;
        watcher.watch(&folder, RecursiveMode::NonRecursive).map_err(io::Error::other)?;
        if themes.is_dir() {
            watcher.watch(themes, RecursiveMode::NonRecursive).map_err(io::Error::other)?;
        }
        Ok(Self { _watcher: watcher })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::{self, RecvTimeoutError};
    use std::time::Duration;

    use super::*;
    use crate::store::atomic;
    use crate::store::scratch::Scratch;

    const SOON: Duration = Duration::from_secs(20);
    const NEVER: Duration = Duration::from_millis(300);

    #[test]
    fn what_others_change_is_reported_and_what_we_change_is_not() {
        let scratch = Scratch::new();
        let (file, themes) = (scratch.path().join("config.toml"), scratch.path().join("themes"));
        fs::create_dir(&themes).unwrap();
        fs::write(&file, "[board]\n").unwrap();
        let (sender, receiver) = mpsc::channel();
        let known = KnownSettingsText::default();
        let watch =
            SettingsWatcher::start(&file, &themes, known.clone(), move |before| sender.send(before).unwrap())
                .unwrap();

        atomic::write(&file, b"[play]\n").unwrap();
        assert_eq!(receiver.recv_timeout(SOON), Ok(None), "an editor's change");
        fs::write(scratch.path().join("notes.txt"), "nothing").unwrap();
        known.update(Some("[input]\n"));
        atomic::write(&file, b"[input]\n").unwrap();
        assert_eq!(receiver.recv_timeout(NEVER), Err(RecvTimeoutError::Timeout), "our own");
        fs::write(themes.join("night.toml"), "colors = \"16\"\n").unwrap();
        assert_eq!(receiver.recv_timeout(SOON), Ok(Some("[input]\n".to_owned())), "a theme");
        drop(watch);
        while receiver.recv().is_ok() {}
    }
}
