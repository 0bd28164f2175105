//! `SplitMix64`, a pseudorandom number generator whose numbers follow from the seed alone (Steele, Lea and Flood,
//! "Fast Splittable Pseudorandom Number Generators", 2014).

/// One step: the next seed, and a well-mixed number.
#[must_use]
pub const fn split_mix(seed: u64) -> (u64, u64) {
    let seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = seed;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (seed, mixed ^ (mixed >> 31))
}
