//! About what it takes to build tables, reckoned from what was measured.

use crate::chess::Material;

use super::index::EndingLayout;

/// Values that a core finishes in a second. Measured with `KRPvKR` and the four endings of five men that it leads
/// to: 100 s on two cores.
const VALUES_PER_SECOND: u64 = VALUES_MEASURED / 200;
/// The values of those five tables together.
const VALUES_MEASURED: u64 = 1_650_000_000;
/// Bytes of memory for each value of the largest table, in tenths: the same run took 1.9 GB.
const MEMORY_TENTHS_PER_VALUE: u64 = 23;
/// Bytes on the disk for a hundred values: the same run left 454 MB.
const DISK_BYTES_PER_100_VALUES: u64 = 27;

/// About what it takes to build some tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildCost {
    /// Seconds, where so many cores do nothing else.
    pub seconds: u64,
    /// The most memory at once, in bytes.
    pub memory: u64,
    /// Room on the disk, in bytes.
    pub disk: u64,
}

impl BuildCost {
    /// What it takes to build these endings one after another on so many cores.
    #[must_use]
    pub fn of(endings: &[Material], cores: u16) -> Self {
        let size = |material: &Material| EndingLayout::new(material).map_or(0, |layout| layout.size());
        let values = |material: &Material| u64::try_from(size(material)).unwrap_or(u64::MAX);
        let all = endings.iter().map(values).fold(0, u64::saturating_add);
        let largest = endings.iter().map(values).max().unwrap_or_default();
        Self {
            seconds: all.div_ceil(VALUES_PER_SECOND * u64::from(cores.max(1))),
            memory: largest / 10 * MEMORY_TENTHS_PER_VALUE,
            disk: all / 100 * DISK_BYTES_PER_100_VALUES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Tables;

    #[test]
    fn a_measured_build_is_reckoned_as_it_was() {
        let wanted: Material = "KRPvKR".parse().unwrap();
        let five: Vec<Material> = Tables::with_sub_endings(&wanted)
            .into_iter()
            .filter(|material| material.piece_count() == 5)
            .collect();
        assert_eq!(five.len(), 5);
        let BuildCost { seconds, memory, disk } = BuildCost::of(&five, 2);
        assert!((80..=120).contains(&seconds), "{seconds} s");
        assert!((1_600..=2_200).contains(&(memory / 1_000_000)), "{memory} bytes of memory");
        assert!((380..=530).contains(&(disk / 1_000_000)), "{disk} bytes on the disk");
    }
}
