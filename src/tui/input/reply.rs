//! Filters the terminal's reply about image support out of the keys. Crossterm does not know this reply and
//! delivers it as if each of its characters had been typed.

use crate::tui::event::TuiEvent;
use crate::tui::keymap::{KeyModifier, PlainKey};
use crate::tui::message::Message;
use crate::tui::theme::pieces::image;

/// The longest reply, in characters.
const MAX_REPLY_LEN: usize = 256;

/// The parser's state in a reply.
#[derive(Default)]
pub(super) struct TerminalReplyFilter {
    /// Characters that may be a reply, or typed after all.
    held_back: Vec<TuiEvent>,
    /// The characters of it.
    text: String,
}

impl TerminalReplyFilter {
    /// Filters an event of the terminal: most are passed on unchanged.
    pub(super) fn filter(&mut self, event: TuiEvent) -> Vec<TuiEvent> {
        let TuiEvent::Key(key) = event else { return vec![event] };
        match (self.held_back.is_empty(), key.key, key.modifier) {
            (true, PlainKey::Char('_'), KeyModifier::Alt) => {
                self.held_back.push(event);
                Vec::new()
            }
            (false, PlainKey::Char('\\'), KeyModifier::Alt) if self.text.starts_with(image::IMAGE_REPLY) => {
                let is_yes = self.text[image::IMAGE_REPLY.len()..] == *"OK";
                *self = Self::default();
                if is_yes { vec![TuiEvent::Message(Message::ImagesSupported)] } else { Vec::new() }
            }
            (false, PlainKey::Char(char), KeyModifier::None) if self.can_continue(char) => {
                self.text.push(char);
                self.held_back.push(event);
                Vec::new()
            }
            _ => {
                self.text.clear();
                self.held_back.push(event);
                std::mem::take(&mut self.held_back)
            }
        }
    }

    fn can_continue(&self, next: char) -> bool {
        let expected = image::IMAGE_REPLY.chars().nth(self.text.chars().count());
        expected.map_or(self.text.len() < MAX_REPLY_LEN, |wanted| wanted == next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::KeyPress;

    fn key(char: char, modifier: KeyModifier) -> TuiEvent {
        TuiEvent::Key(KeyPress { key: PlainKey::Char(char), modifier })
    }

    /// The key events that the program receives; `<` and `>` begin and end a reply.
    fn filtered(typed: &str) -> Vec<String> {
        let mut reply = TerminalReplyFilter::default();
        let keys = typed.chars().map(|char| match char {
            '<' => key('_', KeyModifier::Alt),
            '>' => key('\\', KeyModifier::Alt),
            _ => key(char, KeyModifier::None),
        });
        keys.flat_map(|event| reported(&reply.filter(event))).collect()
    }

    fn reported(events: &[TuiEvent]) -> Vec<String> {
        events.iter().map(|event| format!("{event:?}")).collect()
    }

    #[test]
    fn an_answer_is_no_typing_and_typing_is_not_lost() {
        let [e, four] = ['e', '4'].map(|char| key(char, KeyModifier::None));
        assert_eq!(
            filtered("e<Gi=31;OK>4"),
            reported(&[e.clone(), TuiEvent::Message(Message::ImagesSupported), four.clone()])
        );
        assert_eq!(filtered("e<Gi=31;ENOTSUPPORTED:no images here>4"), reported(&[e, four]));
        let others = ["<e4", "<Ge4", "<Gi=3>e4", "e<<Gi=31,e4", ">e4"];
        for typed in others {
            assert_eq!(filtered(typed).len(), typed.len(), "{typed}");
        }
        let mut reply = TerminalReplyFilter::default();
        assert_eq!(reported(&reply.filter(key('_', KeyModifier::Alt))), [""; 0]);
        assert_eq!(reported(&reply.filter(TuiEvent::Resize(80, 24))), reported(&[TuiEvent::Resize(80, 24)]));
    }
}
