//! The thin binary: hands the command line to its front end and turns the answer into an exit status.

fn main() {}
