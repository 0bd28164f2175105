//! Where everything goes.
