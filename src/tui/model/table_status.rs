//! Whether there is a table of an ending.

/// Whether there is a table of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStatus {
    /// It is in memory and answers.
    Ready,
    /// It is being built, with the part that is done in thousandths; None while its file is read.
    Building(Option<u16>),
    /// Its file is in the folder of the tables, not yet read.
    Saved,
    /// There is no table of it.
    Missing,
}
