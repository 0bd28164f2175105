//! Spellings of players' names: whether two names as written may be of one person. Names from other scripts are transliterated in
//! many ways (Korchnoi, Kortschnoj), and files give first names in full, by initials, before or behind the surname, or not at all.

use chess::nearest::edit_distance;

/// The most letters of a first name that are taken as its abbreviation.
const MAX_INITIALS: usize = 2;
/// The fewest letters of a name that may have another letter in another spelling.
const MIN_INEXACT_LETTERS: usize = 4;

/// Letters that are read alike, by what they become in a [`spelling_key`]. Longer ones come first where one begins another.
const SAME_SOUNDS: &[(&str, &str)] = &[
    ("tsch", "k"),
    ("chtch", "k"),
    ("shch", "k"),
    ("tch", "k"),
    ("sch", "s"),
    ("ch", "k"),
    ("kh", "k"),
    ("ck", "k"),
    ("cz", "k"),
    ("č", "k"),
    ("ć", "k"),
    ("ç", "k"),
    ("c", "k"),
    ("q", "k"),
    ("x", "ks"),
    ("sh", "s"),
    ("sz", "s"),
    ("š", "s"),
    ("ś", "s"),
    ("ş", "s"),
    ("ß", "s"),
    ("ts", "z"),
    ("tz", "z"),
    ("zh", "z"),
    ("ž", "z"),
    ("ż", "z"),
    ("ź", "z"),
    ("ph", "f"),
    ("th", "t"),
    ("gh", "g"),
    ("w", "f"),
    ("v", "f"),
    ("ou", "u"),
    ("oe", "o"),
    ("ae", "a"),
    ("ue", "u"),
    ("yo", "o"),
    ("yu", "u"),
    ("ya", "a"),
    ("ë", "e"),
    ("j", "i"),
    ("y", "i"),
    ("þ", "t"),
];

/// Letters with marks, and the letter without them.
const MARKED: &[(&str, char)] = &[
    ("àáâãäåāăąæ", 'a'),
    ("èéêëēėęě", 'e'),
    ("ìíîïīıį", 'i'),
    ("òóôõöøōőœ", 'o'),
    ("ùúûüūůűų", 'u'),
    ("ýÿ", 'i'),
    ("ñńňņ", 'n'),
    ("ðďđ", 'd'),
    ("ğģ", 'g'),
    ("ķ", 'k'),
    ("ļľł", 'l'),
    ("řŕ", 'r'),
];

/// A name in the letters that all its usual transliterations share: equal for Korchnoi and Kortschnoj, for Tchaikovsky and
/// Chaikovskij, and without marks, doubled letters, blanks and signs. It is compared, and never shown.
#[must_use]
pub fn spelling_key(name: &str) -> String {
    let lower = name.to_lowercase();
    let (mut rest, mut letters) = (lower.as_str(), String::with_capacity(lower.len()));
    while let Some(first) = rest.chars().next() {
        if let Some((sound, key)) = SAME_SOUNDS.iter().find(|(sound, _)| rest.starts_with(sound)) {
            letters.push_str(key);
            rest = &rest[sound.len()..];
            continue;
        }
        let plain = MARKED.iter().find(|(marked, _)| marked.contains(first));
        letters.push(plain.map_or(first, |&(_, plain)| plain));
        rest = &rest[first.len_utf8()..];
    }
    letters.retain(char::is_alphanumeric);
    let letters: Vec<char> = letters.chars().collect();
    let mut key = String::with_capacity(letters.len());
    for (at, &letter) in letters.iter().enumerate() {
        // An i before another vowel is a softened letter in some systems, and nothing in others: Aljechin, Alekhine.
        let is_soft = letter == 'i' && letters.get(at + 1).is_some_and(|&next| is_vowel(next));
        // The digits of a name on a chess site are not letters that may have been doubled.
        let is_doubled = letter.is_alphabetic() && key.ends_with(letter);
        if !is_soft && !is_doubled {
            key.push(letter);
        }
    }
    // A silent e, as in Alekhine.
    let is_silent = key.ends_with('e') && !key[..key.len() - 1].ends_with(is_vowel) && letters.len() > 3;
    if is_silent {
        key.pop();
    }
    key
}

const fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// A player's name, read as surname and first names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerName {
    /// The key of the surname.
    surname: String,
    /// The keys of the first names, or of what is written of them.
    given: Vec<String>,
    /// The same, read the other way where no comma tells the surname: `Kasparov Garry`.
    turned: Option<(String, Vec<String>)>,
}

impl PlayerName {
    /// Reads a name: `Kasparov, Garry`, `Kasparov,G`, `Garry Kasparov`, or the name on a chess site.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let words = |text: &str| -> Vec<String> {
            let parts = text.split(|c: char| c.is_whitespace() || matches!(c, '.' | '-'));
            parts.map(spelling_key).filter(|word| !word.is_empty()).collect()
        };
        if let Some((surname, given)) = name.split_once(',') {
            return Self { surname: spelling_key(surname), given: words(given), turned: None };
        }
        let words = words(name);
        match words.as_slice() {
            [] | [_] => Self { surname: words.concat(), given: Vec::new(), turned: None },
            [first, middle @ .., last] => {
                let given = [std::slice::from_ref(first), middle].concat();
                let turned = (first.clone(), [middle, std::slice::from_ref(last)].concat());
                Self { surname: last.clone(), given, turned: Some(turned) }
            }
        }
    }

    /// The name in each way in which it can be read.
    fn readings(&self) -> impl Iterator<Item = (&str, &[String])> {
        let turned = self.turned.as_ref().map(|(surname, given)| (surname.as_str(), given.as_slice()));
        std::iter::once((self.surname.as_str(), self.given.as_slice())).chain(turned)
    }

    fn any_readings(
        &self,
        other: &Self,
        is_same: impl Fn((&str, &[String]), (&str, &[String])) -> bool,
    ) -> bool {
        self.readings().any(|a| other.readings().any(|b| is_same(a, b)))
    }

    /// Whether both may be one person: the surnames are transliterations of one, and the first names do not contradict each other.
    /// An initial fits each name that begins with it, and no first name fits all.
    #[must_use]
    pub fn may_be(&self, other: &Self) -> bool {
        self.any_readings(other, |(a, a_given), (b, b_given)| {
            !a.is_empty() && a == b && a_given.iter().zip(b_given).all(|(a, b)| is_same_given(a, b))
        })
    }

    /// Whether both are likely to be one person in two spellings. Besides those that [may be](Self::may_be) one: surnames that
    /// differ in one letter with the same first name in full.
    #[must_use]
    pub fn is_likely(&self, other: &Self) -> bool {
        let is_near = |a: &str, b: &str| {
            a.len().min(b.len()) >= MIN_INEXACT_LETTERS
                && a.chars().chain(b.chars()).all(char::is_alphabetic)
                && a.len().abs_diff(b.len()) <= 1
                && edit_distance(a, b) <= 1
        };
        self.may_be(other)
            || self.any_readings(other, |(a, a_given), (b, b_given)| {
                let (Some(a_first), Some(b_first)) = (a_given.first(), b_given.first()) else { return false };
                let is_whole = a_first.len().min(b_first.len()) > MAX_INITIALS;
                is_whole && (a == b && is_near(a_first, b_first) || is_near(a, b) && a_first == b_first)
            })
    }

    /// How far two names are from each other: the edit distance of their surnames' keys, the least of all readings.
    #[must_use]
    pub fn distance(&self, other: &Self) -> usize {
        let distances =
            self.readings().flat_map(|(a, _)| other.readings().map(move |(b, _)| edit_distance(a, b)));
        distances.min().unwrap_or(usize::MAX)
    }

    /// The number of letters of the surname's key.
    #[must_use]
    pub fn surname_letters(&self) -> usize {
        self.surname.chars().count()
    }
}

/// Whether two first names may be the same: equal keys, or the abbreviation of one.
fn is_same_given(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let is_initial = short.chars().all(char::is_alphabetic) && short.chars().count() <= MAX_INITIALS;
    short == long || is_initial && long.starts_with(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transliterations_of_a_name_have_one_key() {
        for spellings in [
            &["Korchnoi", "Kortschnoj", "Kortchnoi", "Korchnoy", "Korčnoj"][..],
            &["Tchaikovsky", "Chaikovskij", "Tschaikowski", "Čajkovskij"],
            &["Nimzowitsch", "Nimzovich", "Nimzovitch"],
            &["Aljechin", "Alekhine", "Alechin", "Aljekhin"],
            &["Botwinnik", "Botvinnik", "Botvinik"],
            &["Bogoljubow", "Bogoliubov", "Bogolioubov", "Bogolyubov", "Bogoljuboff"],
            &["Hübner", "Huebner"],
            &["Szabó", "Szabo"],
            &["Yusupov", "Jusupow", "Iusupov"],
            &["Alexander", "Aleksander"],
            &["Filip", "Philip"],
        ] {
            let keys: Vec<String> = spellings.iter().map(|name| spelling_key(name)).collect();
            assert!(keys.iter().all(|key| *key == keys[0]), "{spellings:?}: {keys:?}");
        }
    }

    #[test]
    fn other_names_have_other_keys() {
        for (a, b) in [
            ("Anand", "Adams"),
            ("Carlsen", "Karlsson"),
            ("Kasparov", "Karpov"),
            ("Polgar", "Pogar"),
            ("Lasker", "Laska"),
            ("Smyslov", "Suslov"),
        ] {
            assert_ne!(spelling_key(a), spelling_key(b));
        }
    }

    #[test]
    fn one_person_is_known_in_any_order_and_by_initials() {
        for (a, b, may_be, is_likely) in [
            ("Kasparov, Garry", "Kasparov,G", true, true),
            ("Kasparov, Garry", "Garry Kasparov", true, true),
            ("Kasparov, Garry", "Kasparov Garri", true, true),
            ("Kasparov, Garry", "Kasparov", true, true),
            ("Kasparov, Garry", "Kasparov, G. K.", true, true),
            ("Kasparov, Garry", "Kasparov, Sergey", false, false),
            ("Korchnoi, Viktor", "Kortschnoj, V.", true, true),
            ("Carlsen, Magnus", "Carlsen, Ann", false, false),
            ("Carlsen, Magnus", "Karlsson, Magnus", false, true),
            ("Carlsen, Magnus", "Karlsson, M", false, false),
            ("Carlsen", "Karlsson", false, false),
            ("Anand, Viswanathan", "Adams, Michael", false, false),
            ("Polgar, Judit", "Polgar, Zsuzsa", false, false),
            ("Alekhine, Alexander", "Aljechin, Aleksandr", false, true),
            ("carlsen", "carlsen2", false, false),
            ("anna1", "anna11", false, false),
            ("Player 000059", "Player 000000", false, false),
            ("Player 5", "Player 55", false, false),
            ("van Wely, Loek", "Van Wely,L", true, true),
            ("", "", false, false),
        ] {
            let [a_name, b_name] = [a, b].map(PlayerName::of);
            assert_eq!(
                (a_name.may_be(&b_name), a_name.is_likely(&b_name)),
                (may_be, is_likely),
                "{a} and {b}"
            );
            assert_eq!(
                (b_name.may_be(&a_name), b_name.is_likely(&a_name)),
                (may_be, is_likely),
                "{b} and {a}"
            );
        }
    }
}
