//! Estimates of the time, memory and disk space of a table build, from measurements.

use super::ending_list::EndingList;
use super::index::EndingLayout;
use chess::Material;

/// Positions solved per second and core without pawns. Measured with `KRBvKR` of 242 million positions: 14 to 15 s of
/// processor time, packing included.
const PAWNLESS_PER_SECOND: u64 = 16_000_000;
/// Positions solved per second and core with pawns. Measured with `KRPvKR` of 710 million positions: 86 s of processor
/// time, 20 of them for the endings that it leads to.
const WITH_PAWNS_PER_SECOND: u64 = 10_500_000;
/// Values per second and core of endings that a promotion leads to and that are restored for a build. Measured with
/// `KRvKPP`, which leads to four endings of 355 million: 118 s of processor time.
const RESTORED_PER_SECOND: u64 = 16_000_000;
/// Disk space in bytes per hundred positions.
const DISK_BYTES_PER_100_VALUES: u64 = 5;

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
        let core_seconds: f64 = endings.iter().map(Self::core_seconds).sum();
        let all = endings.iter().map(value_count).fold(0, u64::saturating_add);
        Self {
            seconds: whole_seconds(core_seconds / f64::from(cores.max(1))),
            memory: endings.iter().map(memory).max().unwrap_or_default(),
            disk: all / 100 * DISK_BYTES_PER_100_VALUES,
        }
    }

    /// The estimated time of one ending in seconds on one otherwise idle core.
    #[must_use]
    pub fn core_seconds(material: &Material) -> f64 {
        let Some(layout) = EndingLayout::new(material) else { return 0.0 };
        let rate = if layout.pawns().is_empty() { PAWNLESS_PER_SECOND } else { WITH_PAWNS_PER_SECOND };
        let solved = as_f64(u64::try_from(layout.build_size()).unwrap_or(u64::MAX)) / as_f64(rate);
        let restored: u64 = restored_planes(material).into_iter().sum();
        solved + as_f64(restored) / as_f64(RESTORED_PER_SECOND)
    }
}

/// The number of values of an ending.
fn value_count(material: &Material) -> u64 {
    EndingLayout::new(material).map_or(0, |layout| u64::try_from(layout.size()).unwrap_or(u64::MAX))
}

/// The numbers of values of one side to move of the endings that promotions lead to.
fn restored_planes(material: &Material) -> Vec<u64> {
    EndingList::sub_endings(material)
        .iter()
        .filter(|sub_ending| sub_ending.piece_count() == material.piece_count())
        .filter_map(EndingLayout::new)
        .map(|layout| u64::try_from(layout.plane_size()).unwrap_or(u64::MAX))
        .collect()
}

/// The peak memory of a build in bytes: the ending itself, without pawns with the state of all its positions, those that
/// promotions lead to, and the largest of these while it is unpacked. Measured: 0.7 GB for `KRBvKR`, 1.1 GB for `KRPvKR`,
/// 2.6 GB for `KNvKPP`, 4.0 GB for `KRPvKP`, 3.6 GB for `KPPvKP`.
fn memory(material: &Material) -> u64 {
    let Some(layout) = EndingLayout::new(material) else { return 0 };
    let values = value_count(material);
    let own = if layout.pawns().is_empty() { 3 * values } else { values / 10 * 11 };
    let restored = restored_planes(material);
    let largest = restored.iter().max().copied().unwrap_or_default();
    own + restored.iter().sum::<u64>() + largest / 2 * 5
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
    use crate::Tables;

    #[test]
    fn the_estimates_are_near_what_was_measured() {
        let ending = |name: &str| name.parse::<Material>().unwrap();
        let five: Vec<Material> = Tables::with_sub_endings(&ending("KRPvKR"))
            .into_iter()
            .filter(|material| material.piece_count() == 5)
            .collect();
        assert_eq!(five.len(), 5);
        let BuildCost { seconds, memory, disk } = BuildCost::of(&five, 2);
        assert!((70..=100).contains(&seconds), "{seconds} s");
        assert!((1_000..=1_600).contains(&(memory / 1_000_000)), "{memory} bytes of memory");
        assert!((65..=85).contains(&(disk / 1_000_000)), "{disk} bytes on the disk");
        // By ending: seconds on two cores, megabytes of memory.
        for (name, seconds, memory) in
            [("KRBvKR", 8, 720), ("KBNvKP", 49, 1_260), ("KRvKPP", 59, 2_600), ("KRPvKP", 126, 3_880)]
        {
            let cost = BuildCost::of(&[ending(name)], 2);
            assert!(cost.seconds.abs_diff(seconds) <= seconds / 4 + 1, "{name}: {} s", cost.seconds);
            let megabytes = cost.memory / 1_000_000;
            assert!(megabytes.abs_diff(memory) <= memory / 3, "{name}: {megabytes} MB");
        }
    }
}
