//! The review of the library: what is reviewed is kept, whatever ends the program, and never reviewed twice.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use matescope::chess::{Position, fen, notation};
use matescope::game::{game_list, pgn};
use matescope::practice::Review;
use matescope::store::library;

use crate::program::Home;

/// Games with a mistake or two, of `anna` and of others.
fn games(count: usize) -> String {
    const MOVES: [&str; 6] = [
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1",
        "1. f3 e5 2. g4 Qh4# 0-1",
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
        "1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 Nc6 7. Qxc6+ 1-0",
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 g6 6. Be3 Ng4 7. Bb5+ Kd8 1/2-1/2",
        "1. e4 e6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Nxf6+ Qxf6 6. Nf3 h6 7. Bd3 Bd6 *",
    ];
    let game = |n: usize| {
        let (white, black) = if n.is_multiple_of(2) { ("anna", "bo") } else { ("cy", "Anna") };
        let date = format!("2024.{:02}.{:02}", 1 + n / 28, 1 + n % 28);
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n\n{}\n\n",
            MOVES[n % MOVES.len()]
        )
    };
    (0..count).map(game).collect()
}

/// A home with a library in which `mine` games are of Anna and one is of others.
fn home(name: &str, mine: usize) -> Home {
    let home = Home::new(name);
    let others = "[White \"cy\"]\n[Black \"bo\"]\n\n1. d4 d5 2. Bf4 c5 *\n";
    home.file("games.pgn", format!("{}{others}", games(mine)).as_bytes());
    let answer = home.run(&["import", "games.pgn", "--me", "anna"], "");
    assert_eq!(answer.status, 0, "{}", answer.errors);
    home
}

/// Adds a game of Anna with a mistake whose better move is clear: 5. a3 lets the knight go that 5. Qxd4 takes back.
fn import_clear_mistake(home: &Home) {
    let clear = "[White \"anna\"]\n[Black \"bo\"]\n[Date \"2024.03.01\"]\n\n\
                 1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 Nxd4 5. a3 {[%clk 0:01:05]} Ne6 6. Nc3 Nf6 0-1\n";
    home.file("clear.pgn", clear.as_bytes());
    assert_eq!(home.run(&["import", "clear.pgn"], "").status, 0);
}

/// The files of the reviews with the time of their last change.
fn files(home: &Home) -> BTreeMap<String, SystemTime> {
    let Ok(entries) = fs::read_dir(home.reviews_folder()) else { return BTreeMap::new() };
    // A draft may be gone before it is looked at.
    let names = entries.flatten().map(|entry| entry.file_name().into_string().unwrap());
    let reviews = names.filter(|name| !name.starts_with('.'));
    let changed = |name: &String| fs::metadata(home.reviews_folder().join(name)).unwrap().modified().unwrap();
    reviews.map(|name| (name.clone(), changed(&name))).collect()
}

#[test]
fn a_review_of_the_library_survives_five_kills() {
    const GAMES: usize = 40;
    let home = home("library-kills", GAMES);
    let mut kept = files(&home);
    let (mut kills, mut fate) = (0, 1_u64);
    while kills < 5 {
        let mut command = home.command(&["review", "--library", "--nodes", "15000"]);
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        // At any moment: while it starts, searches or writes, after none or some games.
        fate = fate.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let (new, late) = ([1, 0, 2, 3, 1][kills], Duration::from_millis((fate >> 33) % 300));
        let end = Instant::now() + Duration::from_secs(100);
        while Instant::now() < end && files(&home).len() < kept.len() + new {
            thread::park_timeout(Duration::from_millis(2));
        }
        thread::park_timeout(late);
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        let mut said = String::new();
        child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        let now = files(&home);
        assert!(
            kept.iter().all(|(name, changed)| now.get(name) == Some(changed)),
            "a review is gone or was done twice"
        );
        let (said, new) = (said.lines().count(), now.len() - kept.len());
        assert!(new == said || new == said + 1, "{new} reviews are new, and {said} were reported");
        println!("kill {kills}: {new} games reviewed, {} in all", now.len());
        kept = now;
    }
    assert!(!kept.is_empty() && kept.len() < GAMES, "{} of {GAMES} before the last call", kept.len());
    let answer = home.run(&["review", "--library", "--nodes", "15000"], "");
    let now = files(&home);
    assert_eq!((answer.status, now.len()), (0, GAMES), "{}", answer.errors);
    assert!(kept.iter().all(|(name, changed)| now.get(name) == Some(changed)));
    let summary = answer.output.lines().last().unwrap();
    assert_eq!(summary, format!("{} games reviewed, {} had a review", GAMES - kept.len(), kept.len()));
    assert_eq!(home.reviews().games().valid.len(), GAMES, "each of them is whole");
    let again = home.run(&["review", "--library"], "");
    assert_eq!((again.status, again.output.as_str()), (0, "0 games reviewed, 40 had a review\n"));
    assert_eq!(files(&home), now);
}

#[test]
fn games_side_by_side_get_the_reviews_of_one_thread_each_once() {
    let answers = ["1", "3"].map(|threads| {
        let home = home(&format!("library-threads-{threads}"), 6);
        import_clear_mistake(&home);
        // The same games once more, in a file that was put beside the first.
        let folder = home.folder.join("data/matescope/games");
        fs::write(folder.join("again.pgn"), games(6)).unwrap();
        let answer =
            home.run(&["review", "--library", "--nodes", "10000", "--json", "--threads", threads], "");
        assert_eq!(answer.status, 0, "{}", answer.errors);
        let mut printed: Vec<String> = answer.output.lines().map(str::to_owned).collect();
        printed.sort();
        let reviews: BTreeMap<String, String> = files(&home)
            .into_keys()
            .map(|name| (name.clone(), fs::read_to_string(home.reviews_folder().join(name)).unwrap()))
            .collect();
        let mut cards: Vec<String> =
            home.run(&["cards", "--json"], "").output.lines().map(str::to_owned).collect();
        cards.sort();
        (printed, reviews, cards)
    });
    assert_eq!((answers[0].0.len(), answers[0].1.len()), (7, 7), "each game once");
    assert!(!answers[0].2.is_empty(), "a card");
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn a_reviewed_game_is_shown_from_the_disk_in_a_tenth_of_a_second() {
    let home = home("library-opened", 6);
    let reviewed = home.run(&["review", "--library", "--nodes", "2000", "--json"], "");
    let answers: Vec<serde_json::Value> =
        reviewed.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((reviewed.status, answers.len()), (0, 6), "{}", reviewed.errors);
    for row in
        home.library().list().unwrap().into_iter().filter(|row| row.side_of(&["anna".to_owned()]).is_some())
    {
        let start = Instant::now();
        let text = library::read(&row.location).unwrap();
        let game = pgn::read(&text, &Position::start()).game;
        let fingerprint = game_list::fingerprint(&game.header, &game.tree);
        let kept = home.reviews().read(fingerprint).unwrap();
        let review = Review::from_kept(&game.tree, &kept).unwrap();
        let took = start.elapsed();
        assert!(took < Duration::from_millis(100), "{took:?}");
        assert!(review.is_complete() && kept.nodes == 2_000);
        // What the command has printed follows from what is kept.
        let date = game.header.tag("Date").unwrap();
        let marks: Vec<Option<&str>> =
            review.moves[1..].iter().map(|of| Some(of.as_ref()?.judgment?.glyph())).collect();
        let printed = answers.iter().any(|answer| {
            let moves = answer["moves"].as_array().unwrap();
            moves.len() == marks.len()
                && moves.iter().zip(&marks).all(|(of, mark)| of["mark"].as_str() == *mark)
        });
        assert!(printed, "{date}: {marks:?}");
        println!("{date}: shown after {took:?}");
    }
}

#[test]
fn games_of_others_are_reviewed_on_request_and_errors_name_the_way() {
    let home = home("library-others", 2);
    let answer = home.run(&["review", "--library", "--nodes", "500"], "");
    assert_eq!(answer.output.lines().last(), Some("2 games reviewed"), "{}", answer.errors);
    assert!(
        answer.errors.starts_with("Reviewing 2 games: 0 done\nReviewing 2 games: 1 done, about "),
        "{}",
        answer.errors
    );
    let all = home.run(&["review", "--library", "--all", "--nodes", "500"], "");
    assert_eq!(all.output.lines().last(), Some("1 game reviewed, 2 had a review"), "{}", all.errors);
    // A damaged review is made again.
    let first = fs::read_dir(home.reviews_folder())
        .unwrap()
        .flatten()
        .find(|entry| entry.path().extension().is_some_and(|ending| ending == "review"));
    fs::write(first.unwrap().path(), "damaged").unwrap();
    let again = home.run(&["review", "--library", "--all", "--nodes", "500"], "");
    assert_eq!(again.output.lines().last(), Some("1 game reviewed, 2 had a review"), "{}", again.errors);
    let lock = home.reviews().lock().unwrap();
    let busy = home.run(&["review", "--library"], "");
    assert!(
        busy.status == 2 && busy.errors.contains("another Matescope reviews the library"),
        "{}",
        busy.errors
    );
    drop(lock);
    // Where both players are the user, no side is.
    let both = Home::new("library-both");
    both.file("games.pgn", b"[White \"anna\"]\n[Black \"bo\"]\n\n1. e4 e5 *\n");
    assert_eq!(both.run(&["import", "games.pgn", "--me", "anna", "--me", "bo"], "").status, 0);
    let answer = both.run(&["review", "--library"], "");
    assert!(
        answer.status == 2 && answer.errors.contains("take one of them out of my_names"),
        "{}",
        answer.errors
    );
    let nobody = Home::new("library-nobody");
    let answer = nobody.run(&["review", "--library"], "");
    assert!(
        answer.status == 2 && answer.errors.contains("matescope import brings games"),
        "{}",
        answer.errors
    );
}

#[test]
fn mistakes_become_cards_once() {
    let home = home("library-cards", 5);
    import_clear_mistake(&home);
    let none = home.run(&["cards"], "");
    assert_eq!(none.status, 0, "{}", none.errors);
    assert!(none.output.starts_with("There is no card yet: matescope review --library"), "{}", none.output);
    let reviewed = home.run(&["review", "--library", "--nodes", "10000"], "");
    assert_eq!(reviewed.status, 0, "{}", reviewed.errors);
    let made = reviewed.output.lines().find(|line| line.contains("of your mistakes")).expect("new cards");
    let listed = home.run(&["cards", "--json"], "");
    let cards: Vec<serde_json::Value> =
        listed.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = if cards.len() == 1 { "1 new card".to_owned() } else { format!("{} new cards", cards.len()) };
    assert!(made.starts_with(&count), "{made}: {}", cards.len());
    let clear = cards.iter().find(|card| card["played"] == "a3").expect("the clear one");
    assert_eq!((&clear["accepted"], &clear["clock_seconds"]), (&serde_json::json!(["Qxd4"]), &65.0.into()));
    assert_eq!((&clear["number"], &clear["refutation"].as_array().unwrap().is_empty()), (&5.into(), &false));
    // 2. g4 allows mate in one: nearly every other move is better by as much, so it has no clear better one.
    assert!(!cards.iter().any(|card| card["played"] == "g4"), "{}", listed.output);
    for card in &cards {
        let is_mine = |name: &str| name.eq_ignore_ascii_case("anna");
        let side = if card["side"] == "white" { "white" } else { "black" };
        assert!(is_mine(card[side].as_str().unwrap()), "{card}");
        let position = fen::parse(card["fen"].as_str().unwrap()).unwrap();
        let accepted = card["accepted"].as_array().unwrap();
        assert!(!accepted.is_empty() && !accepted.contains(&card["played"]), "{card}");
        for mv in accepted.iter().chain([&card["played"]]) {
            assert!(notation::parse_move(&position, mv.as_str().unwrap()).is_ok(), "{card}");
        }
        assert_eq!((&card["new"], &card["due_in_days"]), (&true.into(), &serde_json::Value::Null));
    }
    // Nothing is searched twice, and what is due is what is new.
    let again = home.run(&["review", "--library", "--nodes", "10000"], "");
    assert_eq!(again.output, "0 games reviewed, 6 had a review\n");
    let due = home.run(&["cards", "--due", "--json"], "");
    assert_eq!(due.output.lines().count(), cards.len().min(10));
    let one = home.run(&["cards", "--limit", "1"], "");
    assert_eq!(one.output.lines().count(), 4, "{}", one.output);
    // A deeper search confirms a card, or withdraws it for good.
    let checked = home.run(&["cards", "--check"], "");
    let withdrawn = checked.output.matches("withdrawn: ").count();
    let summary = format!("{} checked, {withdrawn} withdrawn", count.replace("new ", ""));
    assert_eq!(checked.output.lines().last(), Some(summary.as_str()), "{}", checked.errors);
    let left = home.run(&["cards", "--json"], "");
    assert_eq!(left.output.lines().count(), cards.len() - withdrawn);
}
