//! One integration crate: what the rooms do together, held by the rules of the house.

mod session;
//! One integration crate.

mod endings;
