//! The progress of long work: one line that is rewritten on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};

/// One line that is rewritten on a terminal; elsewhere a line for each step that is begun.
pub(super) struct ProgressLine<'a> {
    errors: Box<dyn Write + 'a>,
    is_rewritten: bool,
    shown: String,
    columns: usize,
}

impl<'a> ProgressLine<'a> {
    pub(super) fn new(errors: &'a mut dyn Write) -> Self {
        // What is rewritten is made of the program's own words and wants a carriage return, which no printer
        // lets pass.
        let is_rewritten = io::stderr().is_terminal();
        let errors: Box<dyn Write + 'a> =
            if is_rewritten { Box::new(io::stderr()) } else { Box::new(errors) };
        Self { errors, is_rewritten, shown: String::new(), columns: 0 }
    }

    /// Shows a step, and on a terminal how far it has come. A step that cannot be shown does not stop the
    /// work.
    pub(super) fn show(&mut self, step: &str, detail: &str) {
        let text = if self.is_rewritten { format!("{step}{detail}") } else { step.to_owned() };
        if text == self.shown {
            return;
        }
        let _ = if self.is_rewritten {
            // Spaces wipe out what a longer line has left; no code has to be understood.
            write!(self.errors, "\r{text:<width$}", width = self.columns)
        } else {
            writeln!(self.errors, "{text}")
        };
        let _ = self.errors.flush();
        self.columns = self.columns.max(text.len());
        self.shown = text;
    }

    /// Takes the rewritten line away.
    pub(super) fn finish(&mut self) {
        if self.is_rewritten && self.columns > 0 {
            let _ = write!(self.errors, "\r{:<width$}\r", "", width = self.columns);
            let _ = self.errors.flush();
            self.columns = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(is_rewritten: bool, steps: &[(u32, u32)]) -> String {
        let mut errors = Vec::new();
        let mut line =
            ProgressLine { errors: Box::new(&mut errors), is_rewritten, shown: String::new(), columns: 0 };
        for &(done, percent) in steps {
            line.show(&format!("KQvKR, {} of 3", done + 1), &format!(" {percent:>3} %"));
        }
        line.finish();
        drop(line);
        String::from_utf8(errors).unwrap()
    }

    #[test]
    fn a_terminal_gets_one_line_and_a_file_few() {
        let steps = [(0, 0), (0, 0), (0, 50), (1, 0)];
        assert_eq!(shown(false, &steps), "KQvKR, 1 of 3\nKQvKR, 2 of 3\n");
        let one = shown(true, &steps);
        assert_eq!(one.matches('\r').count(), 5, "{one:?}");
        assert!(one.starts_with("\rKQvKR, 1 of 3   0 %\rKQvKR, 1 of 3  50 %"), "{one:?}");
        assert!(!one.contains('\n'));
    }
}
