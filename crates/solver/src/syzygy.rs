//! Syzygy tables from the user's folders, for endings that are too large to be built here. They give the
//! result and the distance to zeroing (DTZ: to the next capture or pawn move). That is no distance to mate,
//! so they have a verdict type of their own, and no mate is ever derived from it.

mod root_moves;

use std::path::{Path, PathBuf};
use std::{fmt, io};

pub use root_moves::{SyzygyRootMove, SyzygyRootMoves};
use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::{AmbiguousWdl, MaybeRounded, Tablebase, Wdl};

use chess::Position;

/// The Syzygy tables of one or more folders.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    folders: Vec<PathBuf>,
    files: usize,
}

/// The result of a Syzygy probe, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyzygyVerdict {
    /// The result under the fifty-move rule.
    pub result: SyzygyResult,
    /// Distance to zeroing (DTZ) in half-moves; None for draws, where the folders have no such table, and
    /// where the table's value depends on a later effect of the fifty-move rule.
    pub dtz: Option<Dtz>,
}

/// A Syzygy result (WDL).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyzygyResult {
    /// A win.
    Win,
    /// A win that the fifty-move rule may turn into a draw: the table is not exact here.
    MaybeWin,
    /// A cursed win: a draw by the fifty-move rule.
    CursedWin,
    /// A draw.
    Draw,
    /// A blessed loss: a draw by the fifty-move rule.
    BlessedLoss,
    /// A loss that the fifty-move rule may turn into a draw: the table is not exact here.
    MaybeLoss,
    /// A loss.
    Loss,
}

/// Distance to zeroing in half-moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dtz {
    /// Exact.
    Precise(u32),
    /// This or one more: most tables are rounded.
    Rounded(u32),
}

/// The operating system's message, without its number.
fn in_words(error: &io::Error) -> String {
    if error.raw_os_error().is_some() { error.kind().to_string() } else { error.to_string() }
}

/// The error for a folder of Syzygy tables.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// The folder cannot be read, or a file in it has an invalid length.
    #[error("Syzygy tables in {}: {}", folder.display(), in_words(error))]
    Disk {
        /// The folder.
        folder: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The folder has no tables.
    #[error("Syzygy tables in {}: there is no .rtbw or .rtbz file in this folder", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
}

impl Syzygy {
    /// No tables at all, to [`add`](Self::add) folders to.
    #[must_use]
    pub fn empty() -> Self {
        Self { tables: Tablebase::new(), folders: Vec::new(), files: 0 }
    }

    /// Lists the tables of a folder; they are read when they are probed.
    ///
    /// # Errors
    /// When the folder cannot be read or has none.
    pub fn open(folder: &Path) -> Result<Self, SyzygyError> {
        let mut tables = Self::empty();
        tables.add(folder)?;
        Ok(tables)
    }

    /// Adds the tables of another folder.
    ///
    /// # Errors
    /// When the folder cannot be read or has none.
    pub fn add(&mut self, folder: &Path) -> Result<(), SyzygyError> {
        let files = self
            .tables
            .add_directory(folder)
            .map_err(|error| SyzygyError::Disk { folder: folder.to_owned(), error })?;
        if files == 0 {
            return Err(SyzygyError::Empty { folder: folder.to_owned() });
        }
        self.folders.push(folder.to_owned());
        self.files += files;
        Ok(())
    }

    /// The number of files of both kinds.
    #[must_use]
    pub const fn files(&self) -> usize {
        self.files
    }

    /// The largest number of pieces of any table, kings included.
    #[must_use]
    pub fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Probes the tables; None where they do not cover the position, or where the game is over on the board
    /// (tables have no checkmate: they give a mated position a distance of one).
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<SyzygyVerdict> {
        let chess = position.chess();
        if position.legal_moves().is_empty() {
            return None;
        }
        if let Ok(dtz) = self.tables.probe_dtz(chess) {
            let result = AmbiguousWdl::from_dtz_and_halfmoves(dtz, chess.halfmoves());
            return Some(SyzygyVerdict { result: result.into(), dtz: dtz_from(dtz) });
        }
        let result = SyzygyResult::from(self.tables.probe_wdl_after_zeroing(chess).ok()?);
        let result = if chess.halfmoves() == 0 { result } else { result.ignoring_counter() };
        Some(SyzygyVerdict { result, dtz: None })
    }
}

fn dtz_from(dtz: MaybeRounded<shakmaty_syzygy::Dtz>) -> Option<Dtz> {
    match dtz {
        MaybeRounded::Precise(dtz) | MaybeRounded::Rounded(dtz) if !(1..=100).contains(&dtz.0.abs()) => None,
        MaybeRounded::Precise(dtz) => Some(Dtz::Precise(dtz.0.unsigned_abs())),
        MaybeRounded::Rounded(dtz) => Some(Dtz::Rounded(dtz.0.unsigned_abs())),
    }
}

impl SyzygyResult {
    /// The result without the fifty-move rule.
    const fn ignoring_counter(self) -> Self {
        match self {
            Self::Win => Self::MaybeWin,
            Self::Loss => Self::MaybeLoss,
            other => other,
        }
    }

    /// The name in JSON output: `win`, `maybe_win`, `cursed_win`, `draw`, `blessed_loss`, `maybe_loss`,
    /// `loss`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::MaybeWin => "maybe_win",
            Self::CursedWin => "cursed_win",
            Self::Draw => "draw",
            Self::BlessedLoss => "blessed_loss",
            Self::MaybeLoss => "maybe_loss",
            Self::Loss => "loss",
        }
    }
}

impl From<AmbiguousWdl> for SyzygyResult {
    fn from(result: AmbiguousWdl) -> Self {
        match result {
            AmbiguousWdl::Win => Self::Win,
            AmbiguousWdl::MaybeWin => Self::MaybeWin,
            AmbiguousWdl::CursedWin => Self::CursedWin,
            AmbiguousWdl::Draw => Self::Draw,
            AmbiguousWdl::BlessedLoss => Self::BlessedLoss,
            AmbiguousWdl::MaybeLoss => Self::MaybeLoss,
            AmbiguousWdl::Loss => Self::Loss,
        }
    }
}

impl From<Wdl> for SyzygyResult {
    fn from(result: Wdl) -> Self {
        AmbiguousWdl::from(result).into()
    }
}

impl fmt::Display for SyzygyResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win => "win",
            Self::MaybeWin => "win, unless the fifty-move rule comes first",
            Self::CursedWin => "draw by the fifty-move rule, else a win",
            Self::Draw => "draw",
            Self::BlessedLoss => "draw by the fifty-move rule, else a loss",
            Self::MaybeLoss => "loss, unless the fifty-move rule comes first",
            Self::Loss => "loss",
        })
    }
}

impl fmt::Display for Dtz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Precise(plies) => write!(f, "DTZ {plies}"),
            Self::Rounded(plies) => write!(f, "DTZ {plies} or {}", plies + 1),
        }
    }
}

/// `Syzygy: win, DTZ 23`.
impl fmt::Display for SyzygyVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Syzygy: {}", self.result)?;
        self.dtz.map_or(Ok(()), |dtz| write!(f, ", {dtz}"))
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Syzygy({:?}, {} files)", self.folders, self.files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    fn tables() -> Option<Syzygy> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/syzygy");
        let tables = Syzygy::open(&folder).ok();
        if tables.is_none() {
            eprintln!("SKIPPED: no Syzygy tables in {}", folder.display());
        }
        tables
    }

    /// Rounded distances end with more words: only the beginning is held.
    fn check(tables: &Syzygy, fen: &str, expected: Option<&str>) {
        let verdict = tables.probe(&fen::parse(fen).unwrap());
        let verdict = verdict.map(|verdict| verdict.to_string());
        let is_right = match (&verdict, expected) {
            (Some(verdict), Some(said)) => verdict.starts_with(said),
            (verdict, said) => verdict.is_none() && said.is_none(),
        };
        assert!(is_right, "{fen}: {verdict:?}");
    }

    #[test]
    fn tables_say_what_is_known() {
        let Some(tables) = tables() else { return };
        assert_eq!(tables.max_pieces(), 4);
        check(&tables, "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", Some("Syzygy: win, DTZ 5"));
        check(&tables, "8/8/4k3/8/8/2K1N3/8/8 w - - 0 1", Some("Syzygy: draw"));
        // No game goes on from here, and a distance of one to nothing would be a lie.
        check(&tables, "8/8/8/8/8/2k5/1q6/K7 w - - 0 1", None);
        check(&tables, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None);
        check(&tables, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", None);
        check(&tables, "4k3/8/8/8/8/8/3PPP2/4K3 w - - 0 1", None);
    }

    #[test]
    fn the_fifty_move_counter_counts() {
        let Some(tables) = tables() else { return };
        check(
            &tables,
            "8/8/8/8/8/1Q6/8/k2K4 w - - 98 90",
            Some("Syzygy: draw by the fifty-move rule, else a win, DTZ 5"),
        );
    }

    #[test]
    fn a_folder_without_tables_says_so() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let empty = Syzygy::open(&here.join("src")).unwrap_err().to_string();
        assert!(empty.contains("there is no .rtbw or .rtbz file"), "{empty}");
        let missing = Syzygy::open(&here.join("nowhere")).unwrap_err().to_string();
        assert!(missing.contains("nowhere: "), "{missing}");
    }
}
