//! The console that Windows opens by itself, without a terminal program around it: its fonts lack most symbols.

use super::system::console::HAS_PLAIN_CONSOLE;

/// Variables that terminal programs set: Windows Terminal, those with a Unix side, and others by their names.
const TERMINAL_VARIABLES: [&str; 7] = [
    "WT_SESSION",
    "TERM",
    "TERM_PROGRAM",
    "ConEmuANSI",
    "ALACRITTY_WINDOW_ID",
    "WEZTERM_PANE",
    "SSH_CONNECTION",
];

/// Whether the program runs in the system's plain console, by the environment: there it draws in ASCII.
pub fn is_plain_console(variable: impl Fn(&str) -> Option<String>) -> bool {
    HAS_PLAIN_CONSOLE && !names_terminal(variable)
}

/// Whether a variable says that a terminal program is around.
fn names_terminal(variable: impl Fn(&str) -> Option<String>) -> bool {
    TERMINAL_VARIABLES.iter().any(|name| variable(name).is_some_and(|text| !text.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_program_is_known_by_its_variables() {
        let with = |name: &'static str| move |asked: &str| (asked == name).then(|| "1".to_owned());
        assert!(names_terminal(with("WT_SESSION")) && names_terminal(with("TERM")));
        assert!(!names_terminal(with("PATH")) && !names_terminal(|_| Some(String::new())));
        assert_eq!(is_plain_console(|_| None), cfg!(windows));
        assert!(!is_plain_console(with("WT_SESSION")));
    }
}
