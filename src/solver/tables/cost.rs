//! Estimates of the time, memory and disk space of a table build, from measurements.

use super::index::EndingLayout;
use crate::chess::Material;

/// Positions per second and core without pawns. Measured with `KBNvKN` and `KRNvKR` of 242 million positions:
/// 11.2 and 9.7 s of processor time; the slowest others took 17 s on a slower machine.
const PAWNLESS_PER_SECOND: u64 = 16_000_000;
/// Positions per second and core with pawns. Measured with `KRPvKR`, 710 million positions: 177 s of processor time with
/// three pawnless endings of five pieces, which take 12 s each.
const WITH_PAWNS_PER_SECOND: u64 = 5_000_000;
/// Memory in tenths of a byte per position of the largest table: the same run took 1.65 GB.
const MEMORY_TENTHS_PER_VALUE: u64 = 23;
/// Disk space in bytes per hundred positions: the five endings took 92 MB.
const DISK_BYTES_PER_100_VALUES: u64 = 6;

/// The estimated cost of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildCost {
    /// Time in seconds on otherwise idle cores.
    pub seconds: u64,
    /// Peak memory in bytes.
    pub memory: u64,
    /// Disk space in bytes.
    pub disk: u64,
}

impl BuildCost {
    /// Estimates the build of these endings, one after the other, on this number of cores.
    #[must_use]
    pub fn of(endings: &[Material], cores: u16) -> Self {
        let size = |material: &Material| EndingLayout::new(material).map_or(0, |layout| layout.size());
        let values = |material: &Material| u64::try_from(size(material)).unwrap_or(u64::MAX);
        let all = endings.iter().map(values).fold(0, u64::saturating_add);
        let core_seconds = |material: &Material| {
            let Some(layout) = EndingLayout::new(material) else { return 0.0 };
            let rate = if layout.pawns().is_empty() { PAWNLESS_PER_SECOND } else { WITH_PAWNS_PER_SECOND };
            as_f64(u64::try_from(layout.build_size()).unwrap_or(u64::MAX)) / as_f64(rate)
        };
        let core_seconds: f64 = endings.iter().map(core_seconds).sum();
        let largest = endings.iter().map(values).max().unwrap_or_default();
        Self {
            seconds: whole_seconds(core_seconds / f64::from(cores.max(1))),
            memory: largest / 10 * MEMORY_TENTHS_PER_VALUE,
            disk: all / 100 * DISK_BYTES_PER_100_VALUES,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
const fn as_f64(number: u64) -> f64 {
    number as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate above 0")]
fn whole_seconds(seconds: f64) -> u64 {
    seconds.ceil() as u64
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
        let pawnless = BuildCost::of(&["KRBvKR".parse().unwrap()], 1);
        assert!((9..=20).contains(&pawnless.seconds), "{} s", pawnless.seconds);
        assert!((1_600..=2_200).contains(&(memory / 1_000_000)), "{memory} bytes of memory");
        assert!((80..=110).contains(&(disk / 1_000_000)), "{disk} bytes on the disk");
    }
}
