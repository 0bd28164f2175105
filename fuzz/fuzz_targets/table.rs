//! Any bytes as a saved table: nothing panics, and an opened table has the same values one by one, all at once, and
//! from memory.
//!
//! `cargo +nightly fuzz run table` in the repository's root.

#![no_main]

use libfuzzer_sys::fuzz_target;
use matescope::chess::StopToken;
use matescope::solver::tables::packed::{PackInput, PackedTable, pack};

/// The most values that are unpacked here.
const MOST: usize = 1 << 18;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(packed) = PackedTable::open(bytes.to_vec()) {
        check(&packed);
    }
    let values: Vec<u8> = bytes.iter().flat_map(|&byte| [byte / 16, byte % 16, 255]).collect();
    let packed = PackedTable::open(pack(&PackInput::exact(&values, 255))).expect("what was packed can be opened");
    let unpacked = check(&packed).expect("few values");
    // Any square is tried for any piece.
    assert!(values.iter().zip(&unpacked).all(|(value, found)| value == found || *value == 255));
});

fn check(packed: &PackedTable) -> Option<Vec<u8>> {
    if packed.len() > MOST {
        return None;
    }
    let values = packed.unpack(2).expect("memory can be read");
    assert_eq!(values.len(), packed.len());
    let check_some = || {
        for index in (0..values.len()).step_by(1 + values.len() / 64) {
            assert_eq!(packed.get(index).ok(), Some(values[index]), "{index}");
        }
    };
    check_some();
    assert!(packed.unpack_into_memory(&StopToken::never()), "memory can be read");
    check_some();
    Some(values)
}
