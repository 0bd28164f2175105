//! Reports changes of the settings or of a theme while the program runs. The system wakes it; nothing is
//! looked at in between.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::disk::{self, SizeLimit};
use chess::thread::{JoinOnDrop, ThreadBuilder};

/// The text of the settings' file as the program last read or wrote it, so that its own changes are no news.
#[derive(Clone, Debug, Default)]
pub struct KnownSettingsText(Arc<Mutex<Option<String>>>);

impl KnownSettingsText {
    /// The text that is in a file now; that of no file where it cannot be read.
    #[must_use]
    pub fn read(file: &Path) -> Self {
        Self(Arc::new(Mutex::new(disk::read_to_string(file, SizeLimit::Settings).ok())))
    }

    /// Writes a new text in place of `current`, None for no file. If that is the known text, the new one is known before
    /// anybody reads it; else it stays news.
    ///
    /// # Errors
    /// Those of `write`; then nothing else is known than before.
    pub(crate) fn replace(
        &self,
        current: Option<&str>,
        new: &str,
        write: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<()> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        write()?;
        if known.as_deref() == current {
            *known = Some(new.to_owned());
        }
        Ok(())
    }

    /// Reads the text, which is known from then on. Returns the one that was known before, and whether it was another.
    pub(crate) fn refresh(&self, read: impl FnOnce() -> Option<String>) -> (Option<String>, bool) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing is written by the program between the reading and the comparison.
        let before = std::mem::replace(&mut *known, read());
        let has_changed = before != *known;
        (before, has_changed)
    }

    /// The known text; None for no file.
    pub(crate) fn text(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Watches the settings' file and the themes until it is dropped.
pub struct SettingsWatcher {
    /// Stops the thread.
    sender: Sender<WatchMessage>,
}

/// What the watching thread is woken for.
enum WatchMessage {
    /// The system reports a change.
    Changed(notify::Event),
    /// The watcher was dropped.
    Stop,
}

impl SettingsWatcher {
    /// Calls `changed`, from a thread of its own, whenever the settings' file has another text than is `known`, or
    /// a theme in the folder beside it changes. `changed` gets the text that was known before. File and folders need
    /// not exist yet: the nearest folder above that does is watched until they do.
    ///
    /// # Errors
    /// When the system has no file watcher, or no room for another one, starts no more threads, or there is no folder to
    /// watch.
    pub fn start(
        file: &Path,
        themes: &Path,
        known: KnownSettingsText,
        changed: impl FnMut(Option<String>) + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        let events = sender.clone();
        let on_event = move |event: notify::Result<notify::Event>| {
            if let Ok(event) = event
                && !matches!(event.kind, EventKind::Access(_))
            {
                // The thread may have ended.
                let _ = events.send(WatchMessage::Changed(event));
            }
        };
        check_threads()?;
        let watcher = notify::recommended_watcher(on_event).map_err(io::Error::other)?;
        let mut to_watch = WatchedFolders {
            watcher,
            folders: BTreeSet::new(),
            settings: std::path::absolute(file)?,
            themes: std::path::absolute(themes)?,
        };
        to_watch.update();
        if to_watch.folders.is_empty() {
            return Err(io::Error::other("no folder can be watched"));
        }
        let watch = WatchThread { watched: to_watch, known, changed };
        ThreadBuilder::new("settings").spawn(move || watch.run(&receiver))?;
        Ok(Self { sender })
    }
}

impl Drop for SettingsWatcher {
    fn drop(&mut self) {
        // The thread may have ended.
        let _ = self.sender.send(WatchMessage::Stop);
    }
}

/// The thread that reads the settings anew.
struct WatchThread<F> {
    watched: WatchedFolders,
    known: KnownSettingsText,
    changed: F,
}

impl<F: FnMut(Option<String>)> WatchThread<F> {
    fn run(mut self, messages: &Receiver<WatchMessage>) {
        while let Ok(WatchMessage::Changed(event)) = messages.recv() {
            let mut has_changed = event.paths.iter().any(|path| self.watched.is_theme(path));
            let new_folders = self.watched.update_after(&event);
            // What was there before its folder was watched has no event of its own.
            has_changed |= new_folders.contains(&self.watched.themes) && self.watched.has_themes();
            let may_be_new =
                !new_folders.is_empty() || event.paths.iter().any(|path| self.watched.is_settings(path));
            let (before, is_new) = if may_be_new {
                self.known.refresh(|| disk::read_to_string(&self.watched.settings, SizeLimit::Settings).ok())
            } else {
                (self.known.text(), false)
            };
            has_changed |= is_new;
            if has_changed {
                (self.changed)(before);
            }
        }
    }
}

/// The folders that are watched: those of the settings and the themes, or the nearest ones above that exist. Where
/// the settings' file is a link, also the folder to which it leads.
struct WatchedFolders {
    watcher: RecommendedWatcher,
    folders: BTreeSet<PathBuf>,
    settings: PathBuf,
    themes: PathBuf,
}

impl WatchedFolders {
    /// Watches what is to be watched now, and returns the folders that are new.
    fn update(&mut self) -> BTreeSet<PathBuf> {
        let target = self.settings.canonicalize().ok();
        let files = [Some(self.settings.as_path()), target.as_deref()];
        let mut ends: BTreeSet<PathBuf> =
            files.into_iter().flatten().filter_map(Path::parent).map(Path::to_owned).collect();
        ends.insert(self.themes.clone());
        let mut new = BTreeSet::new();
        let wanted: BTreeSet<PathBuf> =
            ends.iter().filter_map(|end| self.watch_nearest(end, &mut new)).collect();
        for folder in self.folders.difference(&wanted) {
            // The system forgets a folder that is gone by itself.
            let _ = self.watcher.unwatch(folder);
        }
        self.folders.retain(|folder| wanted.contains(folder));
        new
    }

    /// Watches the nearest folder at or above a path that can be watched: one may be removed just before it is
    /// watched, or be forbidden.
    fn watch_nearest(&mut self, path: &Path, new: &mut BTreeSet<PathBuf>) -> Option<PathBuf> {
        for folder in path.ancestors().filter(|folder| folder.is_dir()) {
            if self.folders.contains(folder) {
                return Some(folder.to_owned());
            }
            if self.watcher.watch(folder, RecursiveMode::NonRecursive).is_ok() {
                self.folders.insert(folder.to_owned());
                new.insert(folder.to_owned());
                return Some(folder.to_owned());
            }
        }
        None
    }

    /// Watches what is to be watched after an event; a folder that was removed or replaced is watched anew.
    fn update_after(&mut self, event: &notify::Event) -> BTreeSet<PathBuf> {
        let replaces = matches!(
            event.kind,
            EventKind::Remove(_) | EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(_))
        );
        for path in event.paths.iter().filter(|_| replaces) {
            let below: Vec<PathBuf> =
                self.folders.iter().filter(|folder| folder.starts_with(path)).cloned().collect();
            for folder in below {
                let _ = self.watcher.unwatch(&folder);
                self.folders.remove(&folder);
            }
        }
        // A folder may be there before the one above is watched: then there is another one to watch.
        let mut all = BTreeSet::new();
        loop {
            let new = self.update();
            if new.is_empty() {
                return all;
            }
            all.extend(new);
        }
    }

    /// Whether a theme is in the folder of themes.
    fn has_themes(&self) -> bool {
        let names = disk::list(&self.themes).unwrap_or_default();
        names.iter().any(|name| Path::new(name).extension().is_some_and(|end| end == "toml"))
    }

    fn is_settings(&self, path: &Path) -> bool {
        let target = self.settings.canonicalize().ok();
        let name = path.file_name();
        name == self.settings.file_name() || target.is_some_and(|target| target.file_name() == name)
    }

    fn is_theme(&self, path: &Path) -> bool {
        path.extension().is_some_and(|end| end == "toml")
            && path.parent().is_some_and(|parent| parent.file_name() == self.themes.file_name())
    }
}

/// Tries whether the system starts threads: without its own one the watcher panics, and once more when it is dropped. Two
/// are tried at once, for one that has ended may still count for a moment.
fn check_threads() -> io::Result<()> {
    let (release, waiting) = mpsc::channel::<()>();
    let first = ThreadBuilder::new("probe").spawn(move || {
        let _ = waiting.recv();
    })?;
    let second = ThreadBuilder::new("probe").spawn(|| ());
    drop(release);
    // Neither can panic.
    drop((JoinOnDrop::from(first), JoinOnDrop::from(second?)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::{self, RecvTimeoutError};
    use std::time::Duration;

    use super::*;
    use crate::atomic;
    use crate::scratch::Scratch;
    use chess::thread::limit;

    const SOON: Duration = Duration::from_secs(20);
    const NEVER: Duration = Duration::from_millis(300);

    #[test]
    fn a_system_without_threads_refuses_the_watcher() {
        let scratch = Scratch::new();
        let file = scratch.path().join("config.toml");
        let start = || SettingsWatcher::start(&file, scratch.path(), KnownSettingsText::default(), |_| ());
        let error = limit::without_threads(start).err().unwrap();
        assert!(error.to_string().starts_with("the system cannot start another thread"), "{error}");
        assert!(start().is_ok());
    }

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
        let ours = "[input]\n";
        known.replace(Some("[play]\n"), ours, || atomic::write(&file, ours.as_bytes())).unwrap();
        assert_eq!(receiver.recv_timeout(NEVER), Err(RecvTimeoutError::Timeout), "our own");
        fs::write(themes.join("night.toml"), "colors = \"16\"\n").unwrap();
        assert_eq!(receiver.recv_timeout(SOON), Ok(Some("[input]\n".to_owned())), "a theme");
        drop(watch);
        while receiver.recv().is_ok() {}
    }

    #[test]
    fn a_file_and_folders_made_after_the_start_are_noticed() {
        let scratch = Scratch::new();
        let folder = scratch.path().join("home/.config/matescope");
        let (file, themes) = (folder.join("config.toml"), folder.join("themes"));
        let (sender, receiver) = mpsc::channel();
        let known = KnownSettingsText::read(&file);
        let _watch = SettingsWatcher::start(&file, &themes, known.clone(), move |_| {
            sender.send(known.text()).unwrap();
        })
        .unwrap();
        let check = |wanted: Option<&str>, why| {
            assert_eq!(receiver.recv_timeout(SOON), Ok(wanted.map(ToOwned::to_owned)), "{why}");
        };

        fs::write(scratch.path().join("config.toml"), "[board]\n").unwrap();
        assert_eq!(receiver.recv_timeout(NEVER), Err(RecvTimeoutError::Timeout), "another file of that name");
        fs::create_dir_all(&folder).unwrap();
        atomic::write(&file, b"[play]\n").unwrap();
        check(Some("[play]\n"), "a new folder");
        atomic::write(&file, b"[input]\n").unwrap();
        check(Some("[input]\n"), "and a change in it");
        fs::create_dir(&themes).unwrap();
        fs::write(themes.join("night.toml"), "colors = \"16\"\n").unwrap();
        check(Some("[input]\n"), "a new folder of themes");
        while receiver.recv_timeout(NEVER).is_ok() {}

        fs::remove_dir_all(scratch.path().join("home")).unwrap();
        loop {
            // The theme goes first, or the settings do.
            match receiver.recv_timeout(SOON) {
                Ok(None) => break,
                other => assert_eq!(other, Ok(Some("[input]\n".to_owned())), "all is removed"),
            }
        }
        fs::create_dir_all(&folder).unwrap();
        atomic::write(&file, b"[sound]\n").unwrap();
        loop {
            match receiver.recv_timeout(SOON) {
                Ok(Some(text)) if text == "[sound]\n" => break,
                other => assert_eq!(other, Ok(None), "made again"),
            }
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_file_behind_a_link_is_watched() {
        let scratch = Scratch::new();
        let (own, dotfiles) = (scratch.path().join("config"), scratch.path().join("dotfiles"));
        fs::create_dir(&own).unwrap();
        fs::create_dir(&dotfiles).unwrap();
        let (file, target) = (own.join("config.toml"), dotfiles.join("matescope.toml"));
        fs::write(&target, "[board]\n").unwrap();
        std::os::unix::fs::symlink(&target, &file).unwrap();
        let (sender, receiver) = mpsc::channel();
        let known = KnownSettingsText::read(&file);
        let _watch = SettingsWatcher::start(&file, &own.join("themes"), known, move |before| {
            sender.send(before).unwrap();
        })
        .unwrap();
        atomic::write(&target, b"[play]\n").unwrap();
        assert_eq!(receiver.recv_timeout(SOON), Ok(Some("[board]\n".to_owned())));
    }
}
