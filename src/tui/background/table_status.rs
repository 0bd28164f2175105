//! Whether there is a table of an ending.

/// Whether there is a table of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStatus {
    /// It answers.
    Ready,
    /// It is being made: so many thousandths are done, or what is kept is being read.
    Building(Option<u16>),
    /// Its table lies in the folder.
    Saved,
    /// There is no table of it.
    Missing,
}
