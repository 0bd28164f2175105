//! `import`: brings the games of PGN files into the library.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::failure::{CommandFailure, CommandResult, user_paths};
use super::interrupt::Interrupt;
use super::interruptible_input::InterruptibleInput;
use super::json;
use super::options::{ImportOptions, OutputFormat};
use super::progress_line::ProgressLine;
use super::status::CommandStatus;
use crate::chess::names::{group_digits, pluralized};
use crate::chess::text::sanitize;
use crate::game::game_list::{ImportFault, ImportedGames};
use crate::store::Library;
use crate::store::config::{self, LoadedConfig};
use crate::store::io_error::FileError;
use crate::store::library::LibraryError;
use crate::store::settings_watch::KnownSettingsText;

/// The name of the copy of games that came through a pipe.
const PIPED_COPY: &str = "imported.pgn";

/// The most players that JSON lists.
const MAX_PLAYERS: usize = 10;

#[derive(Serialize, Default)]
struct ImportJson {
    games: usize,
    new: usize,
    other_texts: usize,
    doubles: usize,
    faulty: usize,
    empty: usize,
    files: Vec<ImportedFileJson>,
    faults: Vec<ImportFaultJson>,
    players: Vec<ImportedPlayerJson>,
    /// The number of new games of each player, in all files.
    #[serde(skip)]
    games_of_players: HashMap<String, usize>,
    my_names: Vec<String>,
    canceled: bool,
}

#[derive(Serialize)]
struct ImportedFileJson {
    file: String,
    games: usize,
    new: usize,
    other_texts: usize,
    doubles: usize,
    faulty: usize,
    empty: usize,
    /// The file of the library.
    copy: Option<PathBuf>,
    error: Option<String>,
}

/// A game with an error. `plies` is what can be read of it.
#[derive(Serialize)]
struct ImportFaultJson {
    file: String,
    line: usize,
    column: usize,
    reason: String,
    plies: usize,
}

#[derive(Serialize)]
struct ImportedPlayerJson {
    name: String,
    games: usize,
}

pub(super) fn run(options: &ImportOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    if options.link && options.files.iter().any(|file| file == Path::new("-")) {
        let reason = "standard input cannot be linked; without --link its games are copied into the library";
        return Err(CommandFailure::BadInput(reason.to_owned()));
    }
    let places = user_paths()?;
    let my_names = save_names(&places.config, &options.my_names)?;
    let library = Library::new(places.games);
    let interrupt = Interrupt::install()?;
    let mut total = ImportJson { my_names, ..ImportJson::default() };
    let mut status = CommandStatus::Done;
    for file in &options.files {
        let name = if file == Path::new("-") { "standard input".to_owned() } else { shown(file) };
        let result = import(&library, (file, &name), options.link, (&interrupt, errors));
        match &result {
            Ok(imported) => print_faults(&name, &imported.faults, errors)?,
            Err(LibraryError::Canceled) => {
                writeln!(errors, "canceled: no game of {name} was added")?;
                (total.canceled, status) = (true, CommandStatus::Interrupted);
                break;
            }
            Err(error) => {
                writeln!(errors, "error: {}", sanitize(&error.to_string()))?;
                status = CommandStatus::BadInput;
            }
        }
        if let (OutputFormat::Text, Ok(imported)) = (options.format, &result) {
            let summary = if options.link { linked_text(imported) } else { summary(imported) };
            writeln!(output, "{name}: {summary}")?;
        }
        total.add(name, result);
    }
    // Only now: a player of the first file may be rare in it and frequent in the next.
    total.rank_players();
    match options.format {
        OutputFormat::Json => json::print(output, &total)?,
        OutputFormat::Text => print_names(&total, output)?,
    }
    Ok(status)
}

/// A path as text for a terminal.
fn shown(file: &Path) -> String {
    sanitize(&file.to_string_lossy())
}

fn import(
    library: &Library,
    (file, name): (&Path, &str),
    is_link: bool,
    (interrupt, errors): (&Interrupt, &mut dyn Write),
) -> Result<ImportedGames, LibraryError> {
    let is_pipe = file == Path::new("-");
    let line = RefCell::new(ProgressLine::new(errors));
    let on_progress = |done: u64, all: u64| {
        // Nobody knows how much a pipe will give.
        let (step, detail) = if is_pipe && all == 0 {
            ("Reading", format!(" {:>3} MB", done / 1_000_000))
        } else {
            (
                if is_link { "Indexing" } else { "Importing" },
                format!(" {:>3} %", done.saturating_mul(100) / all.max(1)),
            )
        };
        line.borrow_mut().show(&format!("{step} {name}"), &detail);
        !interrupt.token().is_stopped()
    };
    let imported = if is_link {
        library.link(file, &on_progress)
    } else if is_pipe {
        let names = (Path::new(name), Path::new(PIPED_COPY));
        InterruptibleInput::open(file, u64::MAX, interrupt.token())
            .map_err(|error| FileError::of(names.0)(error).into())
            .and_then(|mut input| library.import_stream(&mut input, names, &on_progress))
            .map_err(|error| if interrupt.token().is_stopped() { LibraryError::Canceled } else { error })
    } else {
        library.import(file, &on_progress)
    };
    line.into_inner().finish();
    imported
}

/// Adds names to those in the settings: all of them now.
fn save_names(settings: &Path, names: &[String]) -> Result<Vec<String>, String> {
    let config = LoadedConfig::from_user_file(settings).config;
    let mut new = config.clone();
    for name in names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
        if !new.games.my_names.iter().any(|known| known == name) {
            new.games.my_names.push(name.to_owned());
        }
    }
    config::save(settings, &config.changes_to(&new), &KnownSettingsText::default())
        .map_err(|error| error.to_string())?;
    Ok(new.games.my_names)
}

/// What a link to one file has brought in.
fn linked_text(linked: &ImportedGames) -> String {
    let link = linked.file.as_deref().map(shown).unwrap_or_default();
    format!("{} listed where they lie, by the link {link}", pluralized(linked.new, "game"))
}

/// What an import of one file has brought in.
fn summary(imported: &ImportedGames) -> String {
    let ImportedGames { new, other_texts, duplicates, empty, faults, .. } = imported;
    let parts = [
        Some(pluralized(*new, "game") + " new"),
        (!faults.is_empty()).then(|| format!("{} with an error", group_digits(faults.len() as u64))),
        (*other_texts > 0).then(|| {
            let games = group_digits(*other_texts as u64);
            format!("{games} with the moves of a game that is there and another text")
        }),
        (*duplicates > 0).then(|| format!("{} already there", group_digits(*duplicates as u64))),
        (*empty > 0).then(|| format!("{} without moves", group_digits(*empty as u64))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Names every game with an error.
fn print_faults(name: &str, faults: &[ImportFault], errors: &mut dyn Write) -> io::Result<()> {
    for ImportFault { error, plies, lacks_moves } in faults {
        let kept = match plies {
            _ if !lacks_moves => "kept, and read but for that".to_owned(),
            0 => "kept, but no move of it can be read".to_owned(),
            plies => format!("kept, and read up to there ({})", pluralized(*plies, "half-move")),
        };
        writeln!(errors, "warning: {name}: {}; {kept}", sanitize(&error.to_string()))?;
    }
    Ok(())
}

/// Which games are the user's, or how to say so.
fn print_names(total: &ImportJson, output: &mut dyn Write) -> io::Result<()> {
    match (total.my_names.as_slice(), total.players.first()) {
        ([], Some(ImportedPlayerJson { name, games })) => writeln!(
            output,
            "Which player are you? {} plays in {} of them: matescope import --me NAME",
            sanitize(name),
            group_digits(*games as u64)
        ),
        ([], None) => Ok(()),
        (names, _) => writeln!(output, "You are {}", sanitize(&names.join(", "))),
    }
}

impl ImportJson {
    /// Lists the players with the most games.
    fn rank_players(&mut self) {
        let players = self.games_of_players.drain().map(|(name, games)| ImportedPlayerJson { name, games });
        self.players = players.collect();
        self.players.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
        self.players.truncate(MAX_PLAYERS);
    }

    /// Adds the result of a file.
    fn add(&mut self, file: String, result: Result<ImportedGames, LibraryError>) {
        let (imported, error) = match result {
            Ok(imported) => (imported, None),
            Err(error) => (ImportedGames::default(), Some(error.to_string())),
        };
        let games = imported.count();
        let ImportedGames { file: copy, new, other_texts, duplicates, empty, faults, players } = imported;
        self.games += games;
        self.new += new;
        self.other_texts += other_texts;
        self.doubles += duplicates;
        self.faulty += faults.len();
        self.empty += empty;
        for (name, games) in players {
            *self.games_of_players.entry(name).or_default() += games;
        }
        let faulty = faults.len();
        self.faults.extend(faults.into_iter().map(|ImportFault { error, plies, .. }| ImportFaultJson {
            file: file.clone(),
            line: error.line,
            column: error.column,
            reason: error.reason,
            plies,
        }));
        self.files.push(ImportedFileJson {
            file,
            games,
            new,
            other_texts,
            doubles: duplicates,
            faulty,
            empty,
            copy,
            error,
        });
    }
}
