//! The explorer worker, a thread that asks the index of the library's games: it brings the index up to date, and answers the
//! newest question. It is started with the first question, and ends when the explorer is hidden.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::chess::thread::ThreadBuilder;
use crate::chess::{Position, StopSource, StopToken};
use crate::game::GameQuery;
use crate::store::Library;
use crate::store::database::{DatabaseError, GameCollection};
use crate::store::library::LibraryError;
use crate::tui::event::TuiEvent;
use crate::tui::message::Message;
use crate::tui::model::{ExplorerAnswer, ExplorerEvent, ExplorerQuestion};
use crate::tui::shell::library_worker::{MAX_CLOSE_TIME, REPORT_INTERVAL};
use crate::tui::shell::shared_database::SharedDatabase;

/// The handle of the explorer worker: sends it questions.
pub(super) struct ExplorerWorker {
    database: SharedDatabase,
    events: Sender<TuiEvent>,
    inbox: Option<Sender<PendingQuestion>>,
    thread: Option<JoinHandle<()>>,
    /// Stops the answer to the newest question.
    question: Option<StopSource>,
    /// Stops bringing the index up to date.
    update: Option<StopSource>,
}

/// A question, and when its answer is no longer wanted.
struct PendingQuestion {
    question: ExplorerQuestion,
    stop: StopToken,
}

/// What the thread works with.
struct ExplorerIndex {
    database: SharedDatabase,
    library: Library,
    events: Sender<TuiEvent>,
    /// When the thread has to end.
    stop: StopToken,
    /// The games, unless they may be out of date.
    games: Option<Arc<GameCollection>>,
}

impl ExplorerWorker {
    pub(super) const fn new(database: SharedDatabase, events: Sender<TuiEvent>) -> Self {
        Self { database, events, inbox: None, thread: None, question: None, update: None }
    }

    /// Asks a question; the one before is dropped. The answer comes as [`Message::Explorer`].
    pub(super) fn ask(&mut self, question: ExplorerQuestion) {
        let stop = self.question.insert(StopSource::new()).token();
        let pending = PendingQuestion { question, stop };
        // A failed send returns the question.
        let refused = match &self.inbox {
            Some(inbox) => inbox.send(pending).err().map(|lost| lost.0),
            None => Some(pending),
        };
        if let Some(pending) = refused {
            self.spawn(pending);
        }
    }

    /// Ends the thread, without waiting for it. The index goes on another time where it ended.
    pub(super) fn close(&mut self) {
        (self.inbox, self.question, self.update) = (None, None, None);
    }

    /// Waits for the end of the thread, but not long: what it leaves undone is done another time.
    pub(super) fn wait(self) {
        let end = Instant::now() + MAX_CLOSE_TIME;
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < end {
            thread::park_timeout(Duration::from_millis(2));
        }
    }

    fn spawn(&mut self, first: PendingQuestion) {
        let question = Box::new(first.question.clone());
        let Some(library) = self.database.library() else {
            return self.refuse(question, LibraryError::NoHomeFolder.to_string());
        };
        let (send, inbox) = channel();
        let mut index = ExplorerIndex {
            database: self.database.clone(),
            library,
            events: self.events.clone(),
            stop: self.update.insert(StopSource::new()).token(),
            games: None,
        };
        let before = self.thread.take();
        let _ = send.send(first);
        let worker = move || {
            // Two threads would wait for each other's lock. A panic was reported by the thread itself.
            let _ = before.map(JoinHandle::join);
            index.run(&inbox);
        };
        match ThreadBuilder::new("explorer").low_priority().spawn(worker) {
            Ok(thread) => (self.inbox, self.thread) = (Some(send), Some(thread)),
            Err(error) => self.refuse(question, format!("The games cannot be indexed: {error}")),
        }
    }

    /// Answers without a thread.
    fn refuse(&self, question: Box<ExplorerQuestion>, reason: String) {
        let answer = ExplorerEvent::Answered(question, ExplorerAnswer::Failed(reason));
        // The receiver is closed once the program ends.
        let _ = self.events.send(TuiEvent::Message(Message::Explorer(answer)));
    }
}

impl ExplorerIndex {
    /// Answers questions until the channel is closed.
    fn run(&mut self, inbox: &Receiver<PendingQuestion>) {
        while let Ok(first) = inbox.recv() {
            let mut asked = first;
            let answer = match self.answer_newest(&mut asked, inbox) {
                Ok(answer) => answer,
                // Nobody wants the answer any more, or a newer question waits.
                Err(DatabaseError::Canceled) => continue,
                Err(error) => {
                    self.games = None;
                    ExplorerAnswer::Failed(error.to_string())
                }
            };
            let question = Box::new(asked.question);
            if let Some(position) = question.listed_position() {
                self.locate(&question, &position, &asked.stop);
            }
            self.send(ExplorerEvent::Answered(question, answer));
        }
        if let Some(games) = &self.games {
            games.forget_moves();
        }
    }

    /// Brings the index up to date, which may take minutes, and answers the question that is the newest then.
    fn answer_newest(
        &mut self,
        asked: &mut PendingQuestion,
        inbox: &Receiver<PendingQuestion>,
    ) -> Result<ExplorerAnswer, DatabaseError> {
        loop {
            for newer in inbox.try_iter() {
                let before = std::mem::replace(asked, newer).question;
                let ExplorerQuestion { position, query, file, .. } = &asked.question;
                let is_same = (&before.position, &before.query, &before.file) == (position, query, file);
                asked.question.is_library_changed |= before.is_library_changed;
                asked.question.listed = asked.question.listed.or(before.listed.filter(|_| is_same));
            }
            if std::mem::take(&mut asked.question.is_library_changed) {
                self.games = None;
            }
            if let Some(file) = &asked.question.file {
                let games = self.database.games_of_file(file).ok_or(DatabaseError::Canceled)?;
                return answer(&self.library, &games, asked);
            }
            let Some(games) = self.games.clone() else {
                self.update()?;
                continue;
            };
            match answer(&self.library, &games, asked) {
                // What is damaged is removed, and made again.
                Err(DatabaseError::Damaged { .. }) => {
                    let games = self.update()?;
                    return answer(&self.library, &games, asked);
                }
                answer => return answer,
            }
        }
    }

    /// Brings the index up to date with the files.
    fn update(&mut self) -> Result<Arc<GameCollection>, DatabaseError> {
        let last = Cell::new(Instant::now());
        let on_progress = |done: u64, all: u64| {
            if last.get().elapsed() >= REPORT_INTERVAL {
                last.set(Instant::now());
                let percent = done.saturating_mul(100) / all.max(1);
                self.send(ExplorerEvent::Indexing(u8::try_from(percent).unwrap_or(100).min(100)));
            }
            !self.stop.is_stopped()
        };
        let games = self.database.update(&self.library, &on_progress)?;
        self.games = Some(Arc::clone(&games));
        Ok(games)
    }

    /// Says where the games are that a question asks for, those with a position. Why that fails is said by the answer.
    fn locate(&self, question: &ExplorerQuestion, position: &Position, stop: &StopToken) {
        let places = match &question.file {
            Some(file) => self.database.games_of_file(file).map(|games| (games, question.query.clone())),
            None => self.games.clone().and_then(|games| {
                let query = with_labels(&self.library, &games, &question.query).ok()?;
                Some((games, query))
            }),
        };
        let places = places.map(|(games, query)| games.places(&query, Some(position), stop));
        if let Some(Ok(places)) = places {
            self.send(ExplorerEvent::Located(Box::new(question.clone()), places));
        }
    }

    fn send(&self, event: ExplorerEvent) {
        // The receiver is closed once the program ends.
        let _ = self.events.send(TuiEvent::Message(Message::Explorer(event)));
    }
}

/// A search with the labels of the games, where it asks for them.
fn with_labels(
    library: &Library,
    games: &GameCollection,
    query: &GameQuery,
) -> Result<GameQuery, DatabaseError> {
    let query = query.clone();
    if !query.needs_labels() {
        return Ok(query);
    }
    let labels = library.labels().map_err(DatabaseError::File)?.resolve(&*games.listed()?);
    Ok(query.with_labels(&Arc::new(labels)))
}

/// Answers a question.
fn answer(
    library: &Library,
    games: &GameCollection,
    asked: &PendingQuestion,
) -> Result<ExplorerAnswer, DatabaseError> {
    if games.game_count() == 0 {
        return Ok(ExplorerAnswer::EmptyLibrary);
    }
    let ExplorerQuestion { position, query, .. } = &asked.question;
    let tree = games.opening_tree(position, &with_labels(library, games, query)?, &asked.stop)?;
    Ok(ExplorerAnswer::Tree(Arc::new(tree)))
}
