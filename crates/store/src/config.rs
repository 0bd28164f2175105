//! The user's settings file. Every setting has a default, so an empty file is valid, and a damaged file never
//! stops the program: what cannot be used is ignored with a warning.
//!
//! Reading order: `load`, `lenient_parse` and `warning` (reading the file), `save` (changes made in the
//! program). The settings themselves are in [`config`].

mod lenient_parse;
mod load;
mod save;
mod warning;

pub use chess::nearest::nearest;
pub use load::LoadedConfig;
pub use save::{ConfigSaveError, save};
pub use warning::ConfigWarning;

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use config::{ColorDepthConfig, Config, NewGameColor, ThreadsConfig};

    const EXAMPLE: &str = include_str!("../../../config.example.toml");

    fn read(text: &str) -> LoadedConfig {
        LoadedConfig::from_text(text, Path::new("config.toml"))
    }

    /// Checks the only warning of a text, and that the rest of the text counts.
    fn check_warning(text: &str, wanted: &str) {
        let loaded = read(&format!("input.mouse = false\n{text}\n"));
        let warnings: Vec<String> = loaded.warnings.iter().map(ConfigWarning::to_string).collect();
        assert_eq!(warnings, [wanted.to_owned()], "{text}");
        assert!(!loaded.config.input.mouse, "the good part was lost: {text}");
    }

    #[test]
    fn the_example_is_the_default() {
        let loaded = read(EXAMPLE);
        assert_eq!(loaded.warnings, []);
        assert_eq!(loaded.config, Config::default());
    }

    #[test]
    fn the_example_names_every_setting() {
        let written = toml::to_string(&Config::default()).unwrap();
        let names = |text: &str| -> Vec<String> {
            let mut section = String::new();
            let mut names = Vec::new();
            for line in text.lines() {
                if line.starts_with('[') {
                    line.clone_into(&mut section);
                } else if let Some((name, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
                    names.push(format!("{section} {name}"));
                }
            }
            names
        };
        assert_eq!(names(EXAMPLE), names(&written));
    }

    #[test]
    fn every_setting_of_the_example_says_what_it_takes() {
        for line in EXAMPLE.lines().filter(|line| line.contains(" = ") && !line.starts_with('#')) {
            assert!(line.contains(" # "), "no comment: {line}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_settings_but_the_null_device_has_none() {
        assert_eq!(LoadedConfig::from_file(Path::new("/dev/null")).unwrap(), LoadedConfig::default());
        let loaded = LoadedConfig::from_user_file(Path::new("/dev/zero"));
        let wanted =
            "/dev/zero:1:1: this is a pipe or a device, not a regular file; using the default settings";
        assert_eq!(loaded.warnings[0].to_string(), wanted);
        let path = ["play", "bell"].map(str::to_owned).to_vec();
        let changes = [config::ConfigChange { path, value: Some(false.into()) }];
        assert!(
            save(
                Path::new("/dev/null"),
                &changes,
                &super::super::settings_watch::KnownSettingsText::default()
            )
            .is_err()
        );
    }

    #[test]
    fn of_many_faults_the_first_ones_are_listed() {
        let lines = |line: &str| format!("input.mouse = false\n{}", line.repeat(1_000));
        let last = |text: &str| read(text).warnings.last().map(ToString::to_string).unwrap();
        assert!(
            last(&lines("1. e4\n")).ends_with("there are more than 30 faults; the others are not listed")
        );
        let engines: Vec<String> =
            (0..1_000).map(|number| format!("engines.e{number}.command = 7\n")).collect();
        let engines = engines.concat();
        assert!(last(&engines).ends_with("using the default settings"), "{}", last(&engines));
    }

    #[test]
    fn an_empty_file_is_a_good_one() {
        assert_eq!(read(""), LoadedConfig::default());
    }

    #[test]
    fn settings_are_taken() {
        let text = "[board]\ncolor = \"256\"\n[engine]\nthreads = 2\n[play]\nside = \"black\"\ntime = \"3+2\"\n\
                    [keys]\nflip = [\"F\", \"ctrl-f\"]\n";
        let LoadedConfig { config, warnings } = read(text);
        assert_eq!(warnings, []);
        assert_eq!(config.board.color, ColorDepthConfig::Palette);
        assert_eq!(config.engine.threads.count(), 2);
        assert_eq!(read("engine.threads = \"auto\"").config.engine.threads, ThreadsConfig::Auto);
        assert_eq!(config.play.side, NewGameColor::Black);
        assert_eq!(config.play.time, "3+2".parse().unwrap());
        assert_eq!(config.keys["flip"], ["F", "ctrl-f"]);
    }

    #[test]
    fn a_folder_for_syzygy_may_begin_at_home() {
        let folder = |text: &str| read(text).config.engine.syzygy_folder();
        assert_eq!(folder(""), None);
        assert_eq!(folder("[engine]\nsyzygy = \"/tables/syzygy\""), Some(PathBuf::from("/tables/syzygy")));
        let home = std::env::home_dir().unwrap_or_else(|| PathBuf::from("~"));
        assert_eq!(folder("[engine]\nsyzygy = \"~/syzygy\""), Some(home.join("syzygy")));
    }

    #[test]
    fn engines_are_taken_with_their_settings() {
        let text = "[engines.stockfish]\ncommand = \"stockfish -x 'a b'\"\nfolder = \"/tmp\"\n\
                    options = { Hash = 64, \"Use NNUE\" = true, EvalFile = \"x.nnue\" }\n\
                    [engines.\"Far away\"]\ncommand = [\"ssh\", \"host\"]\n";
        let LoadedConfig { config, warnings } = read(text);
        assert_eq!(warnings, []);
        let stockfish = &config.engines["stockfish"];
        assert_eq!(stockfish.command_words(), ["stockfish", "-x", "a b"]);
        assert_eq!(stockfish.start_folder(), Some(PathBuf::from("/tmp")));
        let options: Vec<String> =
            stockfish.options.iter().map(|(name, value)| format!("{name}={}", value.0)).collect();
        assert_eq!(options, ["EvalFile=x.nnue", "Hash=64", "Use NNUE=true"]);
        assert_eq!(config.engines["Far away"].command_words(), ["ssh", "host"]);
    }

    #[test]
    fn a_faulty_engine_is_reported_with_its_place() {
        check_warning(
            "engines.x.command = \"sh -c 'oops\"",
            "config.toml:2:21: engines.x.command: a quote is not closed: '; leaving it out",
        );
        check_warning(
            "engines.x = { command = \"x\", options = { Hash = 1.5 } }",
            "config.toml:2:49: engines.x.options.Hash: invalid type: floating point `1.5`, expected a text, a \
             whole number, true or false; leaving it out",
        );
        check_warning(
            "engines.x.comand = \"x\"",
            "config.toml:2:11: unknown setting engines.x.comand: did you mean command?",
        );
        check_warning(
            "engines.x.folder = \"/\"",
            "config.toml:2:9: engines.x: the engine has no command: write command = \"/path/to/engine\"; it is \
             left out",
        );
        check_warning(
            "engines.\"a\\u001bb\".command = \"x\"",
            "config.toml:2:9: engines.a b: an engine needs a name of 1 to 40 plain characters; it is left out",
        );
        check_warning(
            "engines.x.command = 3",
            "config.toml:2:21: engines.x.command: invalid type: integer `3`, expected a command: \"program \
             argument\" or [\"program\", \"argument\"]; leaving it out",
        );
    }

    #[test]
    fn a_bad_value_is_left_out_and_reported() {
        check_warning(
            "engine.threads = 0",
            "config.toml:2:18: engine.threads: 0 is out of range: give a number from 1 to 256; using \"auto\"",
        );
        check_warning(
            "engine.threads = \"two\"",
            "config.toml:2:18: engine.threads: invalid value: string \"two\", expected \"auto\" or a number from 1 to \
             256; using \"auto\"",
        );
        check_warning(
            "board.pieces = \"ascii\"",
            "config.toml:2:16: board.pieces: unknown variant `ascii`, expected one of `auto`, `sprites`, \
             `glyphs`, `letters`; using \"auto\"",
        );
        check_warning(
            "play.time = \"5\"",
            "config.toml:2:13: play.time: \"5\" is not a time control: write 5s for seconds a move, or 10+5 for \
             minutes and seconds added; using \"1s\"",
        );
        check_warning(
            "keys.flip = \"F\"",
            "config.toml:2:13: keys.flip: invalid type: string \"F\", expected a sequence; leaving it out",
        );
    }

    #[test]
    fn an_unknown_name_brings_the_nearest_one() {
        check_warning(
            "board.thme = \"green\"",
            "config.toml:2:7: unknown setting board.thme: did you mean theme?",
        );
        check_warning("bord.theme = \"green\"", "config.toml:2:1: unknown setting bord: did you mean board?");
        check_warning("colour = 3", "config.toml:2:1: unknown setting colour: it is left out");
    }

    #[test]
    fn two_faults_are_both_reported() {
        let loaded = read("[engine]\nthreads = 0\nhash_mb = -1\nlines = 4\n");
        assert_eq!(loaded.warnings.len(), 2, "{:?}", loaded.warnings);
        assert_eq!(loaded.config.engine.lines.get(), 4);
    }

    #[test]
    fn a_text_that_is_no_toml_points_at_the_place() {
        let loaded = read("[input]\nmouse = false\n\n[board\ntheme = \"green\"\n");
        assert!(!loaded.warnings.is_empty());
        assert_eq!(loaded.warnings[0].line, 4, "{:?}", loaded.warnings);
        assert!(!loaded.config.input.mouse);
    }

    #[test]
    fn an_excerpt_has_its_caret_under_the_place() {
        let loaded = read("[play]\nlevel = 11 # é\n");
        assert_eq!(loaded.warnings[0].excerpt, "level = 11 # é\n        ^^");
    }

    proptest::proptest! {
        #[test]
        fn no_text_stops_the_program(text in "[a-z\\[\\]=\"#.0-9 \n{},é]{0,120}") {
            let _ = read(&text);
        }

        #[test]
        fn no_value_stops_the_program(
            name in proptest::sample::select(vec![
                "board", "board.theme", "engine", "engine.lines", "play.time", "keys", "keys.flip", "input.mouse",
            ]),
            value in "(-?[0-9]{1,25}|\"[a-z+0-9]{0,9}\"|\\[\\]|\\{\\}|true|1\\.5|\\[\"x\", 3\\]|\\{theme = 1\\})",
        ) {
            let loaded = read(&format!("{name} = {value}\n"));
            proptest::prop_assert!(loaded.warnings.len() <= 2, "{:?}", loaded.warnings);
        }
    }
}
