//! Takes the terminal's answer about images out of the keys. Crossterm knows no such answer and hands it on as if
//! each of its characters had been typed.

use crate::tui::event::Event;
use crate::tui::keymap::{Code, Held};
use crate::tui::theme::pieces::image;

/// The longest answer that is waited for, in characters.
const LONGEST: usize = 256;

/// Where the answer is being read.
#[derive(Default)]
pub(super) struct Reply {
    /// What may turn out to be an answer, or to be typed after all.
    kept_back: Vec<Event>,
    /// The characters of it.
    text: String,
}

impl Reply {
    /// What comes of an event from the terminal: mostly itself.
    pub(super) fn filter(&mut self, event: Event) -> Vec<Event> {
        let Event::Key(key) = event else { return vec![event] };
        match (self.kept_back.is_empty(), key.code, key.held) {
            (true, Code::Char('_'), Held::Alt) => {
                self.kept_back.push(event);
                Vec::new()
            }
            (false, Code::Char('\\'), Held::Alt) if self.text.starts_with(image::ANSWER) => {
                let is_yes = self.text[image::ANSWER.len()..] == *"OK";
                *self = Self::default();
                if is_yes { vec![Event::Images] } else { Vec::new() }
            }
            (false, Code::Char(char), Held::Nothing) if self.may_go_on(char) => {
                self.text.push(char);
                self.kept_back.push(event);
                Vec::new()
            }
            _ => {
                self.text.clear();
                self.kept_back.push(event);
                std::mem::take(&mut self.kept_back)
            }
        }
    }

    fn may_go_on(&self, next: char) -> bool {
        let wanted = image::ANSWER.chars().nth(self.text.chars().count());
        wanted.map_or(self.text.len() < LONGEST, |wanted| wanted == next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::Key;

    fn key(char: char, held: Held) -> Event {
        Event::Key(Key { code: Code::Char(char), held })
    }

    /// What the program hears of keys, of which `<` and `>` begin and end an answer.
    fn heard(typed: &str) -> Vec<String> {
        let mut reply = Reply::default();
        let keys = typed.chars().map(|char| match char {
            '<' => key('_', Held::Alt),
            '>' => key('\\', Held::Alt),
            _ => key(char, Held::Nothing),
        });
        keys.flat_map(|event| told(&reply.filter(event))).collect()
    }

    fn told(events: &[Event]) -> Vec<String> {
        events.iter().map(|event| format!("{event:?}")).collect()
    }

    #[test]
    fn an_answer_is_no_typing_and_typing_is_not_lost() {
        let [e, four] = ['e', '4'].map(|char| key(char, Held::Nothing));
        assert_eq!(heard("e<Gi=31;OK>4"), told(&[e.clone(), Event::Images, four.clone()]));
        assert_eq!(heard("e<Gi=31;ENOTSUPPORTED:no images here>4"), told(&[e, four]));
        let others = ["<e4", "<Ge4", "<Gi=3>e4", "e<<Gi=31,e4", ">e4"];
        for typed in others {
            assert_eq!(heard(typed).len(), typed.len(), "{typed}");
        }
        let mut reply = Reply::default();
        assert_eq!(told(&reply.filter(key('_', Held::Alt))), [""; 0]);
        assert_eq!(told(&reply.filter(Event::Resize(80, 24))), told(&[Event::Resize(80, 24)]));
    }
}
