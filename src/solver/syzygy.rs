//! Syzygy tables from a folder of the user's, for endings that are too large to be built here. They tell the
//! result and the distance to the next capture or pawn move (DTZ). That is no distance to mate, so their
//! verdict is a type of its own, and no mate is ever made of it.

mod root_moves;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::{AmbiguousWdl, MaybeRounded, Tablebase, Wdl};

use crate::chess::Position;

pub use root_moves::{SyzygyRootMove, SyzygyRootMoves};

/// Tables of one folder or several.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    folders: Vec<PathBuf>,
    files: usize,
}

/// What Syzygy tables say of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyzygyVerdict {
    /// The result, the fifty-move counter regarded.
    pub result: SyzygyResult,
    /// Half-moves to the next capture or pawn move under best play; None for draws, where the folder has no
    /// such table, and where the table mixes it with what the fifty-move rule spoils later on.
    pub dtz: Option<Dtz>,
}

/// A result as Syzygy tables know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyzygyResult {
    /// A win.
    Win,
    /// A win, but the fifty-move rule may come first: the table does not say so exactly.
    MaybeWin,
    /// A win that the fifty-move rule makes a draw.
    CursedWin,
    /// A draw.
    Draw,
    /// A loss that the fifty-move rule makes a draw.
    BlessedLoss,
    /// A loss, but the fifty-move rule may come first: the table does not say so exactly.
    MaybeLoss,
    /// A loss.
    Loss,
}

/// Half-moves to the next capture or pawn move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dtz {
    /// So many.
    Precise(u32),
    /// So many or one more: most tables are rounded.
    Rounded(u32),
}

/// What the system says, without its number.
fn in_words(error: &io::Error) -> String {
    if error.raw_os_error().is_some() { error.kind().to_string() } else { error.to_string() }
}

/// Why a folder gives no tables.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// It cannot be read, or a file in it has a length that no table has.
    #[error("Syzygy tables in {}: {}", folder.display(), in_words(error))]
    Disk {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It has no table.
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

    /// Looks which tables a folder has. They are read when they are asked.
    ///
    /// # Errors
    /// When the folder cannot be read or has none.
    pub fn open(folder: &Path) -> Result<Self, SyzygyError> {
        let mut tables = Self::empty();
        tables.add(folder)?;
        Ok(tables)
    }

    /// Looks which tables one more folder has.
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

    /// How many files there are, of both kinds.
    #[must_use]
    pub const fn files(&self) -> usize {
        self.files
    }

    /// The most men that any of the tables has, kings included.
    #[must_use]
    pub fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// What the tables say; None where they don't cover the position, or where the game is over on the board:
    /// tables know no mate, they give a mated position a distance of one.
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
    /// The same where the fifty-move counter was not regarded.
    const fn ignoring_counter(self) -> Self {
        match self {
            Self::Win => Self::MaybeWin,
            Self::Loss => Self::MaybeLoss,
            other => other,
        }
    }

    /// The name that scripts read: `win`, `maybe_win`, `cursed_win`, `draw`, `blessed_loss`, `maybe_loss`,
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
    use crate::chess::fen;

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
