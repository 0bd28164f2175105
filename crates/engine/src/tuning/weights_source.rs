//! Writes the weights as the source file of the evaluation.

use std::fmt::Write as _;

use super::model::TuningModel;
use crate::eval::terms::{self, danger};

/// Weights per line of the file.
const IN_A_LINE: usize = 8;

/// The source file of a set of weights, rounded to whole centipawns.
#[must_use]
pub fn weights_source(model: &TuningModel) -> String {
    let mut text = String::from(HEAD);
    for group in terms::GROUPS {
        let weights = (group.start..group.start + group.len).map(|index| {
            let (middle, end) = model.halves(index);
            format!("taper({}, {}),", whole(middle), whole(end))
        });
        write_group(&mut text, group, &weights.collect::<Vec<_>>());
    }
    text += MIDDLE;
    for group in danger::GROUPS {
        let weights =
            (group.start..group.start + group.len).map(|index| format!("{},", whole(model.danger(index))));
        write_group(&mut text, group, &weights.collect::<Vec<_>>());
    }
    text += "];\n";
    text
}

const HEAD: &str = "\
//! The weights of the evaluation: the middlegame and endgame value of each term, in centipawns. Written by
//! the tuner (`matescope-tune fit`); the terms are explained in `terms`.

use super::taper::{Taper, taper};
use super::terms::{COUNT, danger};

#[rustfmt::skip]
pub(crate) static WEIGHTS: [Taper; COUNT] = [
";

const MIDDLE: &str = "\
];

/// King danger, in danger units.
#[rustfmt::skip]
pub(crate) static DANGER: [i32; danger::COUNT] = [
";

fn write_group(text: &mut String, group: &terms::Group, weights: &[String]) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "    // {}", group.name);
    for line in weights.chunks(IN_A_LINE) {
        let _ = writeln!(text, "    {}", line.join(" "));
    }
}

/// A rounded weight; 0 has no sign.
fn whole(weight: f32) -> String {
    format!("{:.0}", if weight.abs() < 0.5 { 0.0 } else { weight.round() })
}
