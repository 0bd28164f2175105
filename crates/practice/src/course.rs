//! Reads the course from `crates/practice/assets/course.toml`, and the lessons that users add in the same form; [`puzzle_lessons`] reads
//! the lessons of puzzles.

pub mod puzzle_lessons;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::exercise::{CriticalMoment, Exercise, Goal, LessonLevel, StartConditions, Trainee};
use super::lesson::{Lesson, PassCriteria};
use super::start_filter::StartFilter;
use super::start_squares::{StartSquares, StartSquaresError};
use chess::text::{is_printable, line_and_column, sanitize};
use chess::{Color, Material, Position, fen};
use game::{Tree, pgn};

/// The course that comes with the program; it explains its own form.
pub const BUILT_IN: &str = include_str!("../assets/course.toml");

/// The most sentences of an idea.
const MAX_SENTENCES: usize = 4;

/// Why a course could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CourseError {
    /// The text is no TOML of the wanted form.
    #[error("line {line}, column {column}: {reason}")]
    Syntax {
        /// Line of the fault, from 1.
        line: usize,
        /// Column of the fault in characters, from 1.
        column: usize,
        /// What is wrong, and what was expected.
        reason: String,
    },
    /// A lesson contradicts itself.
    #[error("lesson \"{id}\": {reason}")]
    Lesson {
        /// The lesson's id.
        id: String,
        /// What is wrong with it, and what to write.
        reason: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CourseToml {
    #[serde(default)]
    lesson: Vec<LessonToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonToml {
    id: String,
    chapter: String,
    title: String,
    material: String,
    trainee: TraineeToml,
    goal: GoalToml,
    levels: Vec<u16>,
    #[serde(default)]
    most: Option<u16>,
    #[serde(default)]
    par: Option<u16>,
    #[serde(default)]
    squares: BTreeMap<String, String>,
    #[serde(default)]
    calm: bool,
    #[serde(default)]
    keep: Option<u16>,
    #[serde(default)]
    key: BTreeMap<String, String>,
    #[serde(default)]
    starts: Vec<String>,
    #[serde(default)]
    moment: Option<MomentToml>,
    pass: PassToml,
    idea: Vec<String>,
    #[serde(default)]
    example: Option<ExampleToml>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum TraineeToml {
    Stronger,
    Weaker,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum GoalToml {
    Mate,
    Convert,
    Promote,
    Stalemate,
    Hold(u16),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MomentToml {
    when: String,
    squares: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PassToml {
    rounds: u16,
    #[serde(default)]
    lost: Option<u16>,
    #[serde(default)]
    moves: Option<u16>,
}

/// A worked example as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExampleToml {
    start: String,
    moves: String,
}

/// The lessons that come with the program, in the order of the course. They are read once.
#[must_use]
pub fn built_in() -> Arc<[Lesson]> {
    static LESSONS: LazyLock<Arc<[Lesson]>> = LazyLock::new(|| {
        parse(BUILT_IN).unwrap_or_else(|error| unreachable!("the course is tested: {error}")).into()
    });
    Arc::clone(&LESSONS)
}

/// Reads lessons from TOML.
///
/// # Errors
/// The place of a syntax error, or the lesson that contradicts itself.
pub fn parse(text: &str) -> Result<Vec<Lesson>, CourseError> {
    let list: CourseToml = toml::from_str(text).map_err(|error| syntax_error(text, &error))?;
    let mut lessons: Vec<Lesson> = Vec::with_capacity(list.lesson.len());
    for entry in list.lesson {
        let id = sanitize(&entry.id);
        let lesson = validate(entry)
            .map_err(|reason| CourseError::Lesson { id: id.clone(), reason: sanitize(&reason) })?;
        if lessons.iter().any(|other| other.exercise.id == id) {
            return Err(CourseError::Lesson { id, reason: "there are two of them: rename one".to_owned() });
        }
        lessons.push(lesson);
    }
    Ok(lessons)
}

/// A fault of the form with its place.
fn syntax_error(text: &str, error: &toml::de::Error) -> CourseError {
    let at = error.span().map_or(0, |span| span.start);
    let (line, column) = line_and_column(text, at);
    CourseError::Syntax { line, column, reason: sanitize(error.message()) }
}

/// Checks the texts of a lesson: its id, chapter and title, and the sentences of its idea.
///
/// # Errors
/// A clause that says what is wrong, and what to write.
fn check_texts(id: &str, names: [&String; 2], idea: &[String]) -> Result<(), String> {
    if id.is_empty() || id.contains(char::is_whitespace) {
        return Err("the id wants at least one letter and no spaces".to_owned());
    }
    let texts = names.into_iter().chain(idea).map(String::as_str).chain([id]);
    if texts.into_iter().any(|text| !text.chars().all(is_printable)) {
        return Err("id, chapter, title and idea want no control characters".to_owned());
    }
    if idea.is_empty() || idea.len() > MAX_SENTENCES {
        return Err(format!("idea wants one to {MAX_SENTENCES} sentences"));
    }
    Ok(())
}

fn validate(entry: LessonToml) -> Result<Lesson, String> {
    check_texts(&entry.id, [&entry.chapter, &entry.title], &entry.idea)?;
    let material: Material = entry.material.parse().map_err(|error| format!("{error}"))?;
    if material.normalized() != material {
        return Err(format!("write the stronger side first: {material}"));
    }
    let trainee = match entry.trainee {
        TraineeToml::Stronger => Trainee::Stronger,
        TraineeToml::Weaker => Trainee::Weaker,
    };
    let goal = match entry.goal {
        GoalToml::Mate => Goal::Mate,
        GoalToml::Convert => Goal::Convert,
        GoalToml::Promote => Goal::Promote,
        GoalToml::Stalemate => Goal::Stalemate,
        GoalToml::Hold(moves) => Goal::Hold { moves },
    };
    let color = if trainee == Trainee::Stronger { Color::White } else { Color::Black };
    let own = material.side(color);
    if matches!(goal, Goal::Mate | Goal::Convert) && own.iter().sum::<u8>() == 1 {
        return Err("a bare king cannot mate: let the trainee be the stronger side".to_owned());
    }
    if goal == Goal::Promote && own.pawn == 0 {
        return Err("the trainee has no pawn to promote: give the goal \"mate\"".to_owned());
    }
    if goal == (Goal::Hold { moves: 0 }) || entry.pass.rounds == 0 {
        return Err("hold and rounds want a number of 1 or more".to_owned());
    }
    if entry.par.is_some() && !matches!(goal, Goal::Mate | Goal::Convert | Goal::Promote) {
        return Err("par belongs to the goals mate, convert and promote".to_owned());
    }
    if entry.keep == Some(0) || entry.pass.moves == Some(0) {
        return Err("keep and moves want a number of 1 or more".to_owned());
    }
    let key_moves = conditions("key", &entry.key, &material)?;
    if key_moves.pieces().any(|piece| piece.color != color) {
        return Err("key names pieces of the trainee only".to_owned());
    }
    let starts = StartConditions {
        levels: levels(&entry)?,
        max_difficulty: entry.most,
        min_par: entry.par,
        squares: squares(&entry, &material)?,
        filter: StartFilter { is_calm: entry.calm, max_keeping: entry.keep, key_moves },
        roots: entry.starts.iter().map(|text| root(text, &material, color)).collect::<Result<_, _>>()?,
    };
    let moment = entry.moment.as_ref().map(|moment| moment_of(moment, goal, &material)).transpose()?;
    let example = entry.example.as_ref().map(parse_example).transpose()?;
    let LessonToml { id, chapter, title, idea, pass, .. } = entry;
    Ok(Lesson {
        chapter,
        exercise: Exercise { id, title, material, trainee, goal, starts, moment, idea },
        example,
        pass: PassCriteria { rounds_in_a_row: pass.rounds, max_moves_lost: pass.lost, max_moves: pass.moves },
    })
}

fn levels(entry: &LessonToml) -> Result<Vec<u16>, String> {
    let levels = &entry.levels;
    let grow = levels.windows(2).all(|pair| pair[0] < pair[1]);
    if levels.is_empty() || levels.len() > LessonLevel::ALL.len() || levels[0] == 0 || !grow {
        return Err("levels want one to three numbers, each larger than the one before, from 1 on".to_owned());
    }
    if entry.most.is_some_and(|most| levels.last().is_some_and(|&last| most < last)) {
        return Err("most wants a number that is not below the last of levels".to_owned());
    }
    Ok(levels.clone())
}

fn squares(entry: &LessonToml, material: &Material) -> Result<StartSquares, String> {
    let texts = entry.squares.iter().map(|(letter, terms)| (letter.as_str(), terms.as_str()));
    check_pieces("squares", StartSquares::parse(texts), material)
}

/// Squares of pieces that are on the board already: of key moves, or of the critical moment.
fn conditions(
    name: &str,
    terms: &BTreeMap<String, String>,
    material: &Material,
) -> Result<StartSquares, String> {
    let texts = terms.iter().map(|(letter, terms)| (letter.as_str(), terms.as_str()));
    check_pieces(name, StartSquares::parse_on_board(texts), material)
}

fn check_pieces(
    name: &str,
    squares: Result<StartSquares, StartSquaresError>,
    material: &Material,
) -> Result<StartSquares, String> {
    let squares = squares.map_err(|error| error.to_string())?;
    let missing_piece = squares.pieces().find(|piece| *material.side(piece.color).get(piece.role) == 0);
    match missing_piece {
        Some(piece) => Err(format!("{name} name a piece that {material} does not have: {}", piece.char())),
        None => Ok(squares),
    }
}

/// A chosen start: the pieces of the lesson, with the trainee to move.
fn root(text: &str, material: &Material, trainee: Color) -> Result<Position, String> {
    let position = fen::parse(text).map_err(|error| format!("the start \"{text}\": {error}"))?;
    if position.material() != *material {
        return Err(format!("the start \"{text}\" has other pieces than {material}"));
    }
    if position.turn() != trainee {
        return Err(format!("in the start \"{text}\" the trainee is not to move"));
    }
    Ok(position)
}

fn moment_of(moment: &MomentToml, goal: Goal, material: &Material) -> Result<CriticalMoment, String> {
    if !matches!(goal, Goal::Hold { .. }) {
        return Err("a moment belongs to the goal hold".to_owned());
    }
    if moment.squares.is_empty() || moment.when.is_empty() || !moment.when.chars().all(is_printable) {
        return Err("moment wants squares, and a text for \"when\" without control characters".to_owned());
    }
    let squares = conditions("moment", &moment.squares, material)?;
    Ok(CriticalMoment { when: moment.when.clone(), squares })
}

/// Reads a worked example: a start, and moves with comments.
fn parse_example(example: &ExampleToml) -> Result<Tree, String> {
    let start = fen::parse(&example.start).map_err(|error| format!("the example's start: {error}"))?;
    let reading = pgn::read(&example.moves, &start);
    if let Some(fault) = reading.fault {
        return Err(format!("the example's moves: {fault}"));
    }
    if reading.game.tree.move_count() == 0 {
        return Err("the example has no moves".to_owned());
    }
    Ok(reading.game.tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = r#"
        [[lesson]]
        id = "KPvK"
        chapter = "Pawns"
        title = "Pawn"
        material = "KPvK"
        trainee = "stronger"
        goal = "promote"
        levels = [5, 10]
        squares = { P = "a2-d6", K = "P[-1..1,1]" }
        pass = { rounds = 3, lost = 1 }
        idea = ["Go first."]
        example = { start = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", moves = "1. Kd3 {Aside.} Kd5" }
    "#;

    #[test]
    fn the_course_that_comes_with_the_program_reads() {
        let lessons = built_in();
        let ids: Vec<_> = lessons.iter().map(|lesson| lesson.exercise.id.as_str()).collect();
        for lesson_id in
            "KQvK KRvK KPvK KvKP KBBvK KBNvK KPPvK KQvKR KQvKP KPvKQ KRvKP KPvKR KBvKR KNvKR KvKBP KPvKP \
                     KRPvKR KRvKRP"
                .split(' ')
        {
            assert!(ids.contains(&lesson_id), "{lesson_id}: records are kept under this name");
        }
        let mut chapters: Vec<_> = lessons.iter().map(|lesson| lesson.chapter.as_str()).collect();
        chapters.dedup();
        let all = chapters.len();
        chapters.sort_unstable();
        chapters.dedup();
        assert_eq!(chapters.len(), all, "a chapter's lessons stand together");
    }

    #[test]
    fn a_lesson_is_read_as_it_stands() {
        let lesson = parse(ONE).unwrap().swap_remove(0);
        assert_eq!(
            (lesson.exercise.goal, lesson.pass),
            (Goal::Promote, PassCriteria { rounds_in_a_row: 3, max_moves_lost: Some(1), max_moves: None })
        );
        assert_eq!(lesson.exercise.starts.levels, [5, 10]);
        let example = lesson.example.unwrap();
        assert_eq!(example.move_count(), 2);
    }

    fn check_refused(change: (&str, &str), wanted: &str) {
        let text = ONE.replacen(change.0, change.1, 1);
        assert_ne!(text, ONE, "{change:?} changes nothing");
        let error = parse(&text).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error}");
    }

    #[test]
    fn a_refusal_says_where_and_what_to_do() {
        let twice = parse(&format!("{ONE}{ONE}")).unwrap_err().to_string();
        assert!(twice.contains("lesson \"KPvK\": there are two of them: rename one"), "{twice}");
        check_refused(("id = \"KPvK\"", "id = \"\""), "at least one letter");
        check_refused(("material = \"KPvK\"", "material = \"KvKP\""), "stronger side first: KPvK");
        check_refused(("material = \"KPvK\"", "material = \"KX\""), "names no ending");
        check_refused(
            ("stronger\"\n        goal = \"promote", "weaker\"\n        goal = \"mate"),
            "a bare king cannot mate",
        );
        check_refused(("\"stronger\"", "\"weaker\""), "no pawn to promote");
        check_refused(("\"promote\"", "{ hold = 0 }"), "1 or more");
        check_refused(("rounds = 3", "rounds = 0"), "1 or more");
        for levels in ["[]", "[0]", "[5, 5]", "[1, 2, 3, 4]"] {
            check_refused(("[5, 10]", levels), "levels want one to three numbers");
        }
        check_refused(("[5, 10]", "[5, 10]\nmost = 9"), "most wants a number");
        check_refused(("a2-d6", "a2-d9"), "is not a place");
        check_refused(("{ P =", "{ Q = \"d1\", P ="), "a piece that KPvK does not have: Q");
        check_refused(("\"Go first.\"", ""), "idea wants one to 4 sentences");
        check_refused(("4K3/4P3", "4K3/4P4"), "the example's start");
        check_refused(("Kd5\"", "Kd4\""), "the example's moves");
        check_refused(("1. Kd3 {Aside.} Kd5", ""), "no moves");
        check_refused(("\"Pawns\"", "\"\\u001b[2J\""), "no control characters");
        check_refused(
            ("goal = \"promote\"", "goal = { hold = 9 }\n        par = 3"),
            "par belongs to the goals mate",
        );
        check_refused(("pass =", "keep = 0\n        pass ="), "1 or more");
        check_refused(("pass =", "key = { k = \"e4\" }\n        pass ="), "pieces of the trainee only");
        check_refused(("pass =", "key = { Q = \"e4\" }\n        pass ="), "key name a piece");
        check_refused(("pass =", "starts = [\"8\"]\n        pass ="), "the start \"8\"");
        let other = "starts = [\"4k3/8/8/8/8/8/R7/4K3 w - - 0 1\"]\n        pass =";
        check_refused(("pass =", other), "other pieces than KPvK");
        let turn = "starts = [\"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n        pass =";
        check_refused(("pass =", turn), "the trainee is not to move");
        let moment = "moment = { when = \"The pawn steps up\", squares = { P = \"a6\" } }\n        pass =";
        check_refused(("pass =", moment), "belongs to the goal hold");
        check_refused(("levels =", "level ="), "line 9, column 9: unknown field `level`");
        check_refused(("\"promote\"", "\"win\""), "win");
    }
}
