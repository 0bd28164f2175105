//! Palettes: the colors of every role under one name, for the built-in themes and the user's own.
//!
//! All are files of one form, `assets/themes/slate.toml` being the model; a theme inherits what it leaves out
//! from its `base`, by default slate. A square's relative luminance stays between 0.10 and 0.30, so that
//! pieces of both sides have a contrast of 3:1 or better on it; the highlights are distinguishable for every
//! kind of color vision.

use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use crate::store::config::{ConfigWarning, nearest};
use crate::store::themes::{ThemeText, ThemeWord};
use crate::tui::theme::depth::ThemeColorDepth;
use crate::tui::theme::glyphs::Charset;
use crate::tui::theme::paint::RolePaint;
use crate::tui::theme::role::Role;

/// A named set of colors, for the life of the program.
#[derive(Clone, Copy)]
pub struct ColorScheme(SchemeOrigin);

/// The source of a theme.
#[derive(Clone, Copy)]
enum SchemeOrigin {
    /// Built in, at an index of [`BUILT_IN`]. It is parsed when it is first used.
    BuiltIn(usize),
    /// A file of the user's.
    User(&'static SchemePalette),
}

type Paints = [RolePaint; Role::ALL.len()];
const NOTHING: Paints = [RolePaint::NONE; _];

#[derive(PartialEq)]
struct SchemePalette {
    name: String,
    /// The greatest color depth that it uses.
    colors: ThemeColorDepth,
    /// Its character set, where it does not leave that to the terminal.
    signs: Option<Charset>,
    paints: Paints,
}

/// The built-in themes, in the order of the settings dialog.
const BUILT_IN: [(&str, &str); 8] = [
    ("slate", include_str!("../../../assets/themes/slate.toml")),
    ("green", include_str!("../../../assets/themes/green.toml")),
    ("walnut", include_str!("../../../assets/themes/walnut.toml")),
    ("paper", include_str!("../../../assets/themes/paper.toml")),
    ("clear", include_str!("../../../assets/themes/clear.toml")),
    ("contrast", include_str!("../../../assets/themes/contrast.toml")),
    ("terminal", include_str!("../../../assets/themes/terminal.toml")),
    ("plain", include_str!("../../../assets/themes/plain.toml")),
];
const NAMES: [&str; BUILT_IN.len()] = {
    let mut names = [""; BUILT_IN.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = BUILT_IN[place].0;
        place += 1;
    }
    names
};

/// The colors of a built-in theme, parsed at the first use. The first theme is the base of all others.
fn built_in(place: usize) -> &'static SchemePalette {
    static READ: [OnceLock<SchemePalette>; BUILT_IN.len()] = [const { OnceLock::new() }; BUILT_IN.len()];
    READ[place].get_or_init(|| {
        let (name, text) = BUILT_IN[place];
        let usual = if place == 0 { &NOTHING } else { &built_in(0).paints };
        // A test checks that there are no warnings.
        SchemePalette::of(&ThemeText::read(text, Path::new(name)).0, usual, &mut Vec::new())
    })
}

impl ColorScheme {
    /// Every built-in theme, in the order of the settings dialog.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..BUILT_IN.len()).map(|place| Self(SchemeOrigin::BuiltIn(place)))
    }

    /// A built-in theme by its name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        NAMES.iter().position(|&known| known == name).map(|place| Self(SchemeOrigin::BuiltIn(place)))
    }

    /// Parses a user theme, or returns the one of `before` where it is the same. It is leaked on purpose, a
    /// few kilobytes; unusable entries are left out and reported.
    #[must_use]
    pub fn from_text(theme: &ThemeText, before: &[Self], warnings: &mut Vec<ConfigWarning>) -> Self {
        let palette = SchemePalette::of(theme, &built_in(0).paints, warnings);
        let same = |scheme: &&Self| matches!(scheme.0, SchemeOrigin::User(known) if *known == palette);
        let known = before.iter().find(same).copied();
        known.unwrap_or_else(|| Self(SchemeOrigin::User(Box::leak(Box::new(palette)))))
    }

    /// The name that the configuration has for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            SchemeOrigin::BuiltIn(place) => NAMES[place],
            SchemeOrigin::User(palette) => &palette.name,
        }
    }

    /// The greatest color depth that it uses.
    pub(super) fn colors(self) -> ThemeColorDepth {
        self.palette().colors
    }

    /// Its character set, where it does not leave that to the terminal.
    pub(super) fn signs(self) -> Option<Charset> {
        self.palette().signs
    }

    /// The paint of a role.
    pub(super) fn paint(self, role: Role) -> RolePaint {
        self.palette().paints[role as usize]
    }

    fn palette(self) -> &'static SchemePalette {
        match self.0 {
            SchemeOrigin::BuiltIn(place) => built_in(place),
            SchemeOrigin::User(palette) => palette,
        }
    }
}

impl Default for ColorScheme {
    fn default() -> Self {
        Self(SchemeOrigin::BuiltIn(0))
    }
}

impl fmt::Debug for ColorScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scheme({})", self.name())
    }
}

/// Whether two are the same theme, parsed at the same time.
impl PartialEq for ColorScheme {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (SchemeOrigin::BuiltIn(one), SchemeOrigin::BuiltIn(other)) => one == other,
            (SchemeOrigin::User(one), SchemeOrigin::User(other)) => std::ptr::eq(one, other),
            _ => false,
        }
    }
}

impl Eq for ColorScheme {}

impl SchemePalette {
    /// The palette of a theme; without a base in the file, missing roles come from `usual`.
    fn of(theme: &ThemeText, usual: &Paints, warnings: &mut Vec<ConfigWarning>) -> Self {
        const DEPTHS: [ThemeColorDepth; 4] = [
            ThemeColorDepth::TrueColor,
            ThemeColorDepth::Indexed,
            ThemeColorDepth::Sixteen,
            ThemeColorDepth::Mono,
        ];
        let set =
            |name: &str| theme.settings.iter().find(|(key, _)| key.text == name).map(|(_, value)| value);
        let mut choose = |name: &str, known: &[&str]| -> Option<usize> {
            let word = set(name)?;
            let found = known.iter().position(|known| *known == word.text);
            if found.is_none() {
                warnings.push(theme.warning_about(word, &format!("{name} is one of {}", known.join(", "))));
            }
            found
        };
        let base = choose("base", &NAMES).map(built_in);
        let colors = choose("colors", &DEPTHS.map(ThemeColorDepth::name)).map(|place| DEPTHS[place]);
        let signs = choose("signs", &["ascii"]).map(|_| Charset::Ascii);
        warnings.extend(
            theme
                .settings
                .iter()
                .filter(|(key, _)| !["base", "colors", "signs"].contains(&key.text.as_str()))
                .map(|(key, _)| unknown(theme, key, &["base", "colors", "signs", "roles"])),
        );
        let mut palette = Self {
            name: theme.name.clone(),
            colors: colors.unwrap_or_default(),
            signs,
            paints: *base.map_or(usual, |base| &base.paints),
        };
        for (key, value) in &theme.roles {
            match (Role::by_name(&key.text), value.text.parse()) {
                (Some(role), Ok(paint)) => palette.paints[role as usize] = paint,
                (Some(_), Err(error)) => warnings.push(theme.warning_about(value, &error)),
                (None, _) => {
                    let names: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
                    warnings.push(unknown(theme, key, &names));
                }
            }
        }
        palette
    }
}

fn unknown(theme: &ThemeText, key: &ThemeWord, known: &[&str]) -> ConfigWarning {
    let meant = nearest(&key.text, known.iter().copied());
    let hint = meant.map_or_else(String::new, |meant| format!(": did you mean {meant}?"));
    theme.warning_about(key, &format!("there is no {}{hint}", key.text))
}

#[cfg(test)]
mod tests {
    use ratatui::style::Color;

    use super::*;

    /// Linear red, green and blue; None for the terminal's own colors.
    fn linear(scheme: ColorScheme, role: Role) -> Option<[f64; 3]> {
        let channel = |value: u8| {
            let share = f64::from(value) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        let paint = scheme.paint(role);
        match paint.bg.or(paint.fg)?.color(ThemeColorDepth::TrueColor) {
            Color::Rgb(r, g, b) => Some([r, g, b].map(channel)),
            _ => None,
        }
    }

    /// Relative luminance by WCAG 2.
    fn luminance(scheme: ColorScheme, role: Role) -> Option<f64> {
        linear(scheme, role).map(|[r, g, b]| 0.2126 * r + 0.7152 * g + 0.0722 * b)
    }

    fn check_contrast(scheme: ColorScheme, one: Role, other: Role, least: f64) {
        let (Some(dark), Some(light)) = (luminance(scheme, one), luminance(scheme, other)) else { return };
        let contrast = (dark.max(light) + 0.05) / (dark.min(light) + 0.05);
        assert!(contrast >= least, "{scheme:?} {one:?} on {other:?}: {contrast:.2}");
    }

    #[test]
    fn pieces_of_both_sides_contrast_with_every_square() {
        for scheme in ColorScheme::all() {
            for square in [Role::LightSquare, Role::DarkSquare] {
                for piece_role in [Role::WhitePiece, Role::BlackPiece] {
                    check_contrast(scheme, piece_role, square, 3.0);
                }
            }
        }
    }

    #[test]
    fn text_can_be_read() {
        for scheme in ColorScheme::all() {
            for role in [
                Role::Faint,
                Role::Coordinate,
                Role::Key,
                Role::Exact,
                Role::Bound,
                Role::Win,
                Role::Draw,
                Role::Loss,
                Role::Blunder,
                Role::Warning,
                Role::Error,
            ] {
                check_contrast(scheme, role, Role::Ground, 4.5);
            }
        }
    }

    /// Linear red, green and blue as seen without one kind of cones, or with all (Machado, Oliveira and
    /// Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency").
    const EYES: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    /// A perceived color in CIE L*a*b* (D65).
    fn seen(eyes: [[f64; 3]; 3], linear: [f64; 3]) -> [f64; 3] {
        let turn =
            |by: [[f64; 3]; 3], of: [f64; 3]| by.map(|row| row[0] * of[0] + row[1] * of[1] + row[2] * of[2]);
        let xyz = turn(
            [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]],
            turn(eyes, linear).map(|share| share.clamp(0.0, 1.0)),
        );
        let bent = |share: f64| if share > 0.008_856 { share.cbrt() } else { 7.787 * share + 16.0 / 116.0 };
        let [x, y, z] = [bent(xyz[0] / 0.9505), bent(xyz[1]), bent(xyz[2] / 1.089)];
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The smallest color difference between two of these roles for any color vision, and which roles they
    /// are.
    fn nearest_pair(scheme: ColorScheme, roles: &[Role]) -> (f64, String) {
        let mut nearest = (f64::MAX, String::new());
        for eyes in EYES {
            for (n, &one) in roles.iter().enumerate() {
                for &other in &roles[..n] {
                    let (Some(from), Some(to)) = (linear(scheme, one), linear(scheme, other)) else {
                        continue;
                    };
                    let (from, to) = (seen(eyes, from), seen(eyes, to));
                    let apart = from.iter().zip(to).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    if apart < nearest.0 {
                        nearest = (apart, format!("{one:?} {other:?}"));
                    }
                }
            }
        }
        nearest
    }

    #[test]
    fn marks_stay_apart_for_all_eyes() {
        let marks = [
            Role::LightSquare,
            Role::DarkSquare,
            Role::LastMove,
            Role::Selected,
            Role::Check,
            Role::Stalemate,
            Role::Hint,
        ];
        // A piece cannot be selected while a premove waits, and no hint is given then.
        let waiting = [Role::LightSquare, Role::DarkSquare, Role::LastMove, Role::Check, Role::Premove];
        let words = [Role::Win, Role::Draw, Role::Loss, Role::Mistake];
        for scheme in ColorScheme::all() {
            // A difference of 2 is just noticeable; "clear" is made for this.
            let (least_mark, least_word) = if scheme.name() == "clear" { (17.0, 24.0) } else { (12.0, 17.0) };
            let (apart, pair) = nearest_pair(scheme, &marks);
            assert!(apart >= least_mark, "{scheme:?}: {pair} {apart:.1}");
            let (apart, pair) = nearest_pair(scheme, &waiting);
            assert!(apart >= least_mark, "{scheme:?}: {pair} {apart:.1}");
            let (apart, pair) = nearest_pair(scheme, &words);
            assert!(apart >= least_word, "{scheme:?}: {pair} {apart:.1}");
        }
    }

    #[test]
    fn what_comes_with_the_program_is_without_fault() {
        assert_eq!(ColorScheme::all().map(ColorScheme::name).collect::<Vec<_>>(), NAMES);
        for (name, text) in BUILT_IN {
            assert_eq!(ColorScheme::by_name(name).map(ColorScheme::name), Some(name));
            let (theme, mut warnings) = ThemeText::read(text, Path::new(name));
            SchemePalette::of(&theme, &NOTHING, &mut warnings);
            assert_eq!(warnings, [], "{name}");
        }
        for &role in Role::ALL {
            assert!(ColorScheme::default().paint(role) != RolePaint::NONE, "slate has nothing for {role:?}");
        }
    }

    fn read(text: &str) -> (ColorScheme, Vec<String>) {
        let (theme, mut warnings) = ThemeText::read(text, Path::new("mine.toml"));
        let scheme = ColorScheme::from_text(&theme, &[], &mut warnings);
        (scheme, warnings.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn what_a_theme_leaves_out_comes_from_its_base() {
        let (mine, warnings) = read("base = \"walnut\"\ncolors = \"256\"\n[roles]\nwin = \"lightblue\"\n");
        let walnut = ColorScheme::by_name("walnut").unwrap();
        assert_eq!((mine.name(), warnings), ("mine", vec![]));
        assert_eq!(mine.paint(Role::DarkSquare), walnut.paint(Role::DarkSquare));
        assert_ne!(mine.paint(Role::Win), walnut.paint(Role::Win));
        assert_eq!((mine.colors(), mine.signs()), (ThemeColorDepth::Indexed, None));
        let (bare, _) = read("");
        assert_eq!(bare.paint(Role::Win), ColorScheme::default().paint(Role::Win));
    }

    #[test]
    fn a_fault_names_its_place_and_what_was_meant() {
        let (_, warnings) =
            read("base = \"slat\"\nbse = \"x\"\n[roles]\nlast-mov = \"red\"\nwin = \"rred\"\n");
        let starts = [
            "mine.toml:1:8: base is one of slate, green",
            "mine.toml:2:1: there is no bse: did you mean base?",
            "mine.toml:4:1: there is no last-mov: did you mean last-move?",
            "mine.toml:5:7: \"rred\" is not a color",
        ];
        assert_eq!(warnings.len(), starts.len(), "{warnings:#?}");
        for (warning, start) in warnings.iter().zip(starts) {
            assert!(warning.starts_with(start), "{warning}");
        }
    }
}
