use std::collections::{BTreeSet, HashMap};

use chess::{Color, notation};
use game::RepertoireChapter;
use game::pgn::{self, PgnGame, PgnHeader};
use game::{NodeId, Tree};

use super::*;
use crate::progress::PracticeProgress;
use crate::record::{CardAnswer, PracticeEntry};
use crate::repertoire::NEW_POSITIONS_A_DAY;

fn of_games(side: Color, games: Vec<PgnGame>) -> Arc<Repertoire> {
    let chapter = |(number, game)| RepertoireChapter { file: "test".into(), number, game };
    Arc::new(Repertoire::new(side, (1..).zip(games).map(chapter).collect()))
}

fn repertoire(side: Color, chapters: &[&str]) -> Arc<Repertoire> {
    of_games(side, chapters.iter().map(|text| pgn::read(text, &Position::start()).game).collect())
}

fn all(repertoire: &Repertoire) -> Vec<RepertoirePlace> {
    repertoire.cards().to_vec()
}

fn run_of(repertoire: &Arc<Repertoire>, cards: &RunCards) -> RepertoireRun {
    RepertoireRun::new(Arc::clone(repertoire), cards, Default::default(), 1).expect("something is asked")
}

/// Plays on until the player has to move, and says what happened: moves, `|` between lines, and the last step.
fn go_on(run: &mut RepertoireRun) -> String {
    let mut text = Vec::new();
    loop {
        let san = |mv| notation::san(run.position(), mv);
        match run.step() {
            TrainingStep::Play(mv) => text.push(san(mv)),
            TrainingStep::NextLine => text.push("|".to_owned()),
            TrainingStep::Ask => text.push("?".to_owned()),
            TrainingStep::Show(mv) => text.push(format!("[{}]", san(mv))),
            TrainingStep::Finished => text.push(".".to_owned()),
        }
        if !matches!(run.step(), TrainingStep::Play(_) | TrainingStep::NextLine) {
            return text.join(" ");
        }
        run.go_on();
    }
}

/// Answers with a move: what it was, and the rating of the card.
fn answer(run: &mut RepertoireRun, san: &str) -> (RepertoireAnswer, Option<CardRating>) {
    let mv = notation::parse_move(run.position(), san).expect(san);
    let (answer, review) = run.answer(mv).expect("a move is asked for");
    (answer, review.map(|review| review.rating))
}

#[test]
fn new_positions_are_shown_and_played_with_one_line_for_several() {
    let white = repertoire(Color::White, &["1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *"]);
    let mut run = run_of(&white, &RunCards { new: all(&white), ..RunCards::default() });
    assert_eq!((go_on(&mut run), run.left()), ("[e4]".to_owned(), 4));
    assert_eq!(answer(&mut run, "d4"), (RepertoireAnswer::Unknown, None), "it is shown until it is played");
    assert_eq!(answer(&mut run, "e4"), (RepertoireAnswer::Main, Some(CardRating::Hard)));
    let mut lines = vec![go_on(&mut run)];
    while run.step() != TrainingStep::Finished {
        let TrainingStep::Show(mv) = run.step() else { panic!("{lines:?}") };
        run.answer(mv).unwrap();
        lines.push(go_on(&mut run));
    }
    lines.sort();
    assert_eq!(run.shown(), 4);
    assert!(lines.concat().contains("Nc6"), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("| e4")), "1. e4 is played on the second way: {lines:?}");
}

#[test]
fn due_positions_are_asked_and_the_others_on_the_way_are_played() {
    let white = repertoire(Color::White, &["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *"]);
    let cards = all(&white);
    let due = RunCards { due: vec![cards[1], cards[3]], ..RunCards::default() };
    let mut run = run_of(&white, &due);
    assert_eq!(go_on(&mut run), "e4 e5 ?");
    assert_eq!(answer(&mut run, "Nf3"), (RepertoireAnswer::Main, Some(CardRating::Good)));
    assert_eq!(go_on(&mut run), "Nc6 Bb5 a6 ?");
    assert_eq!(answer(&mut run, "Bxc6"), (RepertoireAnswer::Unknown, Some(CardRating::Again)));
    assert_eq!(go_on(&mut run), "[Ba4]", "the right move is shown");
    assert_eq!(answer(&mut run, "Ba4"), (RepertoireAnswer::Main, None), "and played, which counts no more");
    assert_eq!(go_on(&mut run), ".");
    assert_eq!((run.known(), run.forgotten(), run.left()), (1, 1, 0));
}

#[test]
fn every_move_of_the_repertoire_is_right_and_played_on() {
    let white = repertoire(Color::White, &["1. e4 (1. d4 d5 2. c4) 1... e5 2. Nf3 (2. f4?) *"]);
    let mut run = run_of(&white, &RunCards { due: all(&white), ..RunCards::default() });
    assert_eq!(go_on(&mut run), "?");
    let e4 = notation::parse_move(run.position(), "e4").unwrap();
    assert_eq!(answer(&mut run, "d4"), (RepertoireAnswer::Other { main: e4 }, Some(CardRating::Good)));
    assert_eq!(go_on(&mut run), "d5 ?");
    answer(&mut run, "c4");
    assert_eq!(go_on(&mut run), "| e4 e5 ?", "1. e4 is not asked for again");
    let (warned, rating) = answer(&mut run, "f4");
    assert!(matches!(warned, RepertoireAnswer::Warned(_)), "{warned:?}");
    assert_eq!(rating, Some(CardRating::Again));
}

#[test]
fn a_hint_brings_a_position_back_sooner() {
    let white = repertoire(Color::White, &["1. e4 e5 2. Nf3 *"]);
    let mut run = run_of(&white, &RunCards { due: all(&white), ..RunCards::default() });
    go_on(&mut run);
    run.help();
    assert_eq!(answer(&mut run, "e4").1, Some(CardRating::Hard));
    go_on(&mut run);
    assert_eq!(answer(&mut run, "Nf3").1, Some(CardRating::Good), "the hint was for one position");
}

#[test]
fn positions_asked_early_count_only_where_they_are_forgotten() {
    let white = repertoire(Color::White, &["1. e4 e5 2. Nf3 *"]);
    let mut run = run_of(&white, &RunCards { early: all(&white), ..RunCards::default() });
    go_on(&mut run);
    assert_eq!(answer(&mut run, "e4"), (RepertoireAnswer::Main, None));
    go_on(&mut run);
    assert_eq!(answer(&mut run, "Nc3").1, Some(CardRating::Again));
}

#[test]
fn replies_come_as_often_as_they_are_played() {
    let white = repertoire(Color::White, &["1. e4 e5 (1... c5 2. Nf3) (1... e6 2. d4) 2. Nf3 *"]);
    let after_e4 = white.find(&Position::start()).map(|start| white.at(start).moves()[0].to).unwrap();
    let replies: Vec<Move> = white.at(after_e4).moves().iter().map(|known| known.mv).collect();
    let counts = Arc::new(ReplyCounts::from([(after_e4, vec![(replies[1], 90), (replies[0], 10)])]));
    let first_reply = |choice, seed| {
        let cards = RunCards { due: all(&white), ..RunCards::default() };
        let mut run =
            RepertoireRun::new(Arc::clone(&white), &cards, (choice, Arc::clone(&counts)), seed).unwrap();
        let TrainingStep::Ask = run.step() else { panic!() };
        run.answer(white.at(run.place()).moves()[0].mv).unwrap();
        let TrainingStep::Play(reply) = run.step() else { panic!() };
        replies.iter().position(|&mv| mv == reply).unwrap()
    };
    for (choice, bounds) in [
        (ReplyChoice::ByFrequency, [60..150, 850..940, 0..10]),
        (ReplyChoice::Random, [280..390, 280..390, 280..390]),
    ] {
        let mut chosen = [0; 3];
        (0..1000).for_each(|seed| chosen[first_reply(choice, seed)] += 1);
        assert!(
            chosen.iter().zip(&bounds).all(|(count, bound)| bound.contains(count)),
            "{choice:?}: {chosen:?}"
        );
    }
}

#[test]
fn an_empty_run_is_none() {
    let white = repertoire(Color::White, &["1. e4 *"]);
    assert!(RepertoireRun::new(white, &RunCards::default(), Default::default(), 1).is_none());
    let empty = repertoire(Color::White, &[]);
    assert!(RepertoireRun::new(empty, &RunCards::default(), Default::default(), 1).is_none());
}

/// A repertoire for White with this many positions: one move, and two replies to each.
fn large_repertoire(cards: usize) -> Arc<Repertoire> {
    let mut tree = Tree::new(Position::start());
    let mut open = std::collections::VecDeque::from([tree.start()]);
    let mut keys = BTreeSet::new();
    let mut rng = Rng::with_seed(7);
    let play_one = |tree: &mut Tree, from: NodeId, rng: &mut Rng| {
        let moves = tree.node(from).position().legal_moves();
        if moves.is_empty() { None } else { tree.play(from, moves[rng.usize(..moves.len())]) }
    };
    while keys.len() < cards {
        let from = open.pop_front().expect("a reply to each move");
        let key = tree.node(from).position().key();
        if keys.contains(&key) {
            continue;
        }
        let Some(after) = play_one(&mut tree, from, &mut rng) else { continue };
        if tree.node(from).position().legal_moves().len() > 1 {
            keys.insert(key);
        }
        for _ in 0..2 {
            open.extend(play_one(&mut tree, after, &mut rng));
        }
    }
    of_games(Color::White, vec![PgnGame { header: PgnHeader::default(), tree }])
}

/// A pupil who remembers as the forgetting curve of FSRS says, with a memory that does not know the schedule: it lasts 2.3
/// times as long after each success, and a day after a failure.
struct Pupil {
    /// The day of the last review of each card, and the days after which one in ten is forgotten.
    memories: HashMap<String, (i32, f64)>,
    rng: Rng,
}

impl Pupil {
    fn chance(&self, card: &str, day: i32) -> f64 {
        let (last, stability) = self.memories[card];
        (1.0 + 19.0 / 81.0 * f64::from(day - last) / stability).powf(-0.5)
    }

    fn reviewed(&mut self, review: &CardReview, day: i32) {
        let known = self.memories.get(&review.card).map(|&(_, stability)| stability);
        let stability = match review.rating {
            CardRating::Again => 1.0,
            CardRating::Hard => known.unwrap_or(1.2),
            CardRating::Good => known.unwrap_or(1.2) * 2.3,
        };
        self.memories.insert(review.card.clone(), (day, stability));
    }
}

#[test]
fn a_pupil_learns_three_hundred_positions_in_sixty_days_and_keeps_nine_in_ten() {
    let repertoire = large_repertoire(300);
    assert_eq!(repertoire.cards().len(), 300);
    let mut progress = PracticeProgress::default();
    let mut pupil = Pupil { memories: HashMap::new(), rng: Rng::with_seed(11) };
    let mut asked = [0_u32; 2];
    for day in 0..60 {
        let cards = RepertoireCards::on(day, &repertoire, &progress);
        let room = NEW_POSITIONS_A_DAY - progress.new_repertoire_cards_on(day);
        let mut met = BTreeSet::new();
        let run = RunCards::of_day(&cards, room);
        let run =
            RepertoireRun::new(Arc::clone(&repertoire), &run, Default::default(), day.unsigned_abs().into());
        let mut run = run.into_iter();
        let Some(mut run) = run.next() else { continue };
        while run.step() != TrainingStep::Finished {
            let right = repertoire.at(run.place()).moves().first().map(|known| known.mv);
            let given = match run.step() {
                TrainingStep::Show(mv) => mv,
                TrainingStep::Ask => {
                    let card = repertoire_card_id(run.position());
                    assert!(met.insert(card.clone()), "day {day}: {card} a second time");
                    let is_known = pupil.rng.f64() < pupil.chance(&card, day);
                    asked[usize::from(is_known)] += 1;
                    let moves = run.position().legal_moves();
                    let wrong = moves.into_iter().find(|&mv| Some(mv) != right).unwrap();
                    if is_known { right.unwrap() } else { wrong }
                }
                TrainingStep::Play(_) | TrainingStep::NextLine | TrainingStep::Finished => {
                    run.go_on();
                    continue;
                }
            };
            if let Some((_, Some(review))) = run.answer(given) {
                pupil.reviewed(&review, day);
                let answer = CardAnswer { ended_at: 0, day, review };
                progress.add(&PracticeEntry::CardAnswer(answer));
            }
        }
        let left = RepertoireCards::on(day, &repertoire, &progress);
        assert!(left.due.is_empty(), "day {day}: nothing is left for the day");
    }
    let cards = RepertoireCards::on(60, &repertoire, &progress);
    assert_eq!((cards.new.len(), cards.count()), (0, 300), "all were shown");
    let ids: Vec<String> =
        repertoire.cards().iter().map(|&place| repertoire_card_id(repertoire.at(place).position())).collect();
    let kept = ids.iter().map(|id| pupil.chance(id, 60)).sum::<f64>() / 300.0;
    assert!(kept >= 0.9, "{kept:.3} of the positions are remembered after sixty days");
    let [wrong, right] = asked;
    let share = f64::from(right) / f64::from(right + wrong);
    assert!(share >= 0.8, "{share:.3} of {} answers were right", right + wrong);
}
