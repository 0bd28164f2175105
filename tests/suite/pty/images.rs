//! Pieces as images, where the terminal reports that it supports them.

use super::{Home, Tty};

const QUERY: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";
const YES: &str = "\x1b_Gi=31;OK\x1b\\";
const SENT: &str = "\x1b_Ga=T,U=1,";
const DROPPED: &str = "\x1b_Ga=d,d=I,";
const PLACEHOLDER: char = '\u{10eeee}';

/// The program in a terminal that the variables describe.
fn started(home: &Home, variables: &str) -> Tty {
    let run = format!("{variables} exec {}", env!("CARGO_BIN_EXE_matescope"));
    let tty = Tty::spawn(home, "/bin/sh", &["-c", &format!("unset TMUX STY ZELLIJ TERM_PROGRAM; {run}")]);
    tty.wait_for("Matescope");
    tty
}

/// How often the terminal was sent a text.
fn times(tty: &Tty, text: &str) -> usize {
    String::from_utf8_lossy(&tty.received().bytes).matches(text).count()
}

fn check_sprites(tty: &Tty) {
    tty.screen(|screen| {
        assert!(screen.contents().contains('▝') && !screen.contents().contains(PLACEHOLDER));
    });
    assert_eq!(times(tty, SENT), 0);
}

#[test]
fn a_terminal_that_says_so_gets_every_image_once_and_keeps_none() {
    let home = Home::new("images");
    let mut tty = started(&home, "TERM=xterm-kitty");
    tty.wait_for_question();
    check_sprites(&tty);
    // The player types on: nothing of the answer lands in the prompt, and no key is lost.
    tty.send(&format!("d{YES}4"));
    tty.wait("images", |screen| screen.contents().contains(PLACEHOLDER));
    tty.wait("the move", |screen| screen.contents().contains("d4") && !screen.contents().contains("Gi=31"));
    // They come behind the cells that show them, in the same frame.
    tty.wait_for_bytes(SENT, 12);
    assert_eq!((times(&tty, QUERY), times(&tty, SENT), times(&tty, DROPPED)), (1, 12, 0));
    tty.send("\r");
    tty.wait_for("1. d4");
    assert_eq!(times(&tty, SENT), 12, "sent once");
    tty.signal("TERM");
    assert_eq!(tty.wait_for_end(), 0);
    tty.wait("the end", |screen| !screen.alternate_screen());
    assert_eq!(times(&tty, DROPPED), 12);
}

#[test]
fn a_terminal_that_does_not_say_so_has_sprites() {
    let home = Home::new("no-images");
    let mut tty = started(&home, "TERM=xterm-kitty");
    tty.wait_for_question();
    tty.send("\x1b_Gi=31;ENOTSUP:no images\x1b\\d4");
    tty.wait_for("d4");
    check_sprites(&tty);
    for elsewhere in ["TERM=xterm-256color", "TERM=xterm-kitty TMUX=/tmp/tmux,1,0", "TERM=tmux-256color"] {
        let mut tty = started(&home, elsewhere);
        tty.send("d4");
        tty.wait_for("d4");
        assert_eq!(times(&tty, "\x1b_G"), 0, "{elsewhere}");
        check_sprites(&tty);
    }
}

#[test]
fn the_setting_turns_images_off() {
    let home = Home::new("images-off");
    home.configure("[board]\npieces = \"sprites\"\n");
    let mut tty = started(&home, "TERM=xterm-kitty");
    tty.wait_for_question();
    tty.send(&format!("{YES}d4"));
    tty.wait_for("d4");
    check_sprites(&tty);
}

impl Tty {
    /// Waits until the program has queried image support.
    fn wait_for_question(&self) {
        self.wait_for_bytes(QUERY, 1);
    }

    /// Waits until the program has sent a text so often.
    fn wait_for_bytes(&self, text: &str, count: usize) {
        let begun = std::time::Instant::now();
        let mut received = self.received();
        while String::from_utf8_lossy(&received.bytes).matches(text).count() < count {
            let left = super::PATIENCE.saturating_sub(begun.elapsed());
            assert!(!left.is_zero() && !received.ended, "{text:?} was not sent {count} times");
            received = self.received.1.wait_timeout(received, left).expect("no panic before").0;
        }
    }
}
