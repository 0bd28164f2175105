//! The progress of long work: one line that is rewritten on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};

/// One line that is rewritten on a terminal; elsewhere a line for each step that is begun.
pub(super) struct ProgressLine<'a> {
    errors: Box<dyn Write + 'a>,
    style: ProgressStyle,
    shown: String,
    columns: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ProgressStyle {
    Rewrite,
    Plain,
}

impl<'a> ProgressLine<'a> {
    pub(super) fn new(errors: &'a mut dyn Write) -> Self {
        // What is rewritten is made of the program's own words and wants a carriage return, which no printer
        // lets pass.
        let (style, errors): (_, Box<dyn Write + 'a>) = if io::stderr().is_terminal() {
            (ProgressStyle::Rewrite, Box::new(io::stderr()))
        } else {
            (ProgressStyle::Plain, Box::new(errors))
        };
        Self { errors, style, shown: String::new(), columns: 0 }
    }

    /// Shows a step, and on a terminal how far it has come. A step that cannot be shown does not stop the
    /// work.
    pub(super) fn show(&mut self, step: &str, detail: &str) {
        let text = match self.style {
            ProgressStyle::Plain => step.to_owned(),
            ProgressStyle::Rewrite => format!("{step}{detail}"),
        };
        if text == self.shown {
            return;
        }
        let _ = match self.style {
            ProgressStyle::Plain => writeln!(self.errors, "{text}"),
            // Spaces wipe out what a longer line has left; no code has to be understood.
            ProgressStyle::Rewrite => write!(self.errors, "\r{text:<width$}", width = self.columns),
        };
        let _ = self.errors.flush();
        self.columns = self.columns.max(text.len());
        self.shown = text;
    }

    /// Takes the rewritten line away.
    pub(super) fn finish(&mut self) {
        if self.style == ProgressStyle::Rewrite && self.columns > 0 {
            let _ = write!(self.errors, "\r{:<width$}\r", "", width = self.columns);
            let _ = self.errors.flush();
            self.columns = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(style: ProgressStyle, steps: &[(u32, u32)]) -> String {
        let mut errors = Vec::new();
        let mut line =
            ProgressLine { errors: Box::new(&mut errors), style, shown: String::new(), columns: 0 };
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
        assert_eq!(shown(ProgressStyle::Plain, &steps), "KQvKR, 1 of 3\nKQvKR, 2 of 3\n");
        let one = shown(ProgressStyle::Rewrite, &steps);
        assert_eq!(one.matches('\r').count(), 5, "{one:?}");
        assert!(one.starts_with("\rKQvKR, 1 of 3   0 %\rKQvKR, 1 of 3  50 %"), "{one:?}");
        assert!(!one.contains('\n'));
    }
}
