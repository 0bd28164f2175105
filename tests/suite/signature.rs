//! The bench signature: the search is unchanged unless it is changed on purpose.

use matescope::chess::Depth;
use matescope::engine::signature::signature;

/// Positions made at depth six. A change of the search changes it: say so in the commit.
const NODES: u64 = 26_179;

#[test]
fn the_signature_is_known_and_repeats() {
    let depth = Depth::new(6);
    assert_eq!(signature(depth).nodes, NODES);
    assert_eq!(signature(depth).nodes, NODES);
}
