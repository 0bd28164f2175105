//! Which quiet moves can threaten mate at all: with two moves left, a quiet move must, or a reply that
//! does the attacker no favor refutes it.
//!
//! One such reply is tried once for all moves, as if the attacker had passed. In the position after it,
//! every check is listed with what still spoils the mate: flights that stay open, or a defense. A quiet move
//! that mends none of these threatens nothing. All doubts are settled in favor of the move, which is then
//! looked at in full; so what is left out is proven not to mate.

use shakmaty::attacks;

use crate::chess::{Bitboard, Color, Rank, Role, Square};

use super::check::Net;
use crate::chess::board::{Board, Checks, Kind, Step, plain, seventh};

/// What a quiet move would have to do, given one reply.
pub(super) struct Threats {
    reply: Step,
    attacker: Color,
    king: Square,
    /// The men that attack, after the reply.
    own: Bitboard,
    occupied: Bitboard,
    /// The other side's men but the king: what still stops lines after two moves of the attacker.
    firm: Bitboard,
    /// Squares whose emptying may change more than the reach of the man that leaves.
    delicate: Bitboard,
    /// Squares on lines with the king, blocked or not.
    straight: Bitboard,
    oblique: Bitboard,
    /// By role: where a man that has moved before could mate, as far as flights tell.
    again: [Bitboard; 6],
    /// By role: where a man could check once lines have opened.
    targets: [Bitboard; 6],
    /// What line pieces attack, or could once own men have left.
    lines: Bitboard,
    checks: Checks,
    spoiled: Vec<Spoiled>,
}

/// A check that does not mate, and what a move of another man would have to do about it.
#[derive(Clone, Copy)]
pub(super) struct Spoiled {
    from: Square,
    /// Squares that it would have to attack, if there are any.
    uncovered: Bitboard,
    /// Or squares that it would have to stand on.
    posts: Bitboard,
}

/// What can be said of a quiet move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outlook {
    /// The reply refutes it.
    Idle,
    /// It threatens nothing, provided that the reply is legal after it.
    IdleIfLegal,
    /// It has to be looked at.
    Open,
}

impl Threats {
    /// What quiet moves of the side to move have to do when the other side answers with `reply`, which is legal if they pass. None
    /// where the reply, or the position, does not lend itself to this.
    pub(super) fn after(board: &Board, reply: Step) -> Option<Self> {
        let attacker = board.turn();
        if (board.castling() & board.by_color(attacker)).any() {
            return None;
        }
        let passed = board.passed()?;
        if reply.kind != Kind::Plain || (reply.role == Role::Pawn && reply.from.distance(reply.to) == 2) {
            return None;
        }
        let board = passed.after(reply);
        let own = board.by_color(attacker);
        let king = board.king(!attacker)?;
        let checks = Checks::of(&board)?;
        let net = Net::of(&board, king);
        let firm = board.by_color(!attacker).without(king);
        let mut threats = Self {
            reply,
            attacker,
            king,
            own,
            occupied: board.occupied(),
            firm,
            delicate: reply.to.into(),
            straight: attacks::rook_attacks(king, Bitboard::EMPTY),
            oblique: attacks::bishop_attacks(king, Bitboard::EMPTY),
            again: [Bitboard::EMPTY; 6],
            targets: Role::ALL.map(|role| attacks::attacks(king, role.of(!attacker), firm)),
            lines: net.lines,
            checks,
            spoiled: Vec::new(),
        };
        threats.mark(&board, &net);
        threats.list(&board, &net)?;
        Some(threats)
    }

    /// Marks the squares whose emptying lets another man do more than it does now.
    fn mark(&mut self, board: &Board, net: &Net) {
        let pawns = self.own & board.by_role(Role::Pawn);
        let step = |squares: Bitboard, color: Color| color.fold_wb(squares.shift(8), squares.shift(-8));
        let one = step(pawns, self.attacker);
        let two = step(one, self.attacker) & self.checks.squares_for(Role::Pawn);
        let last = self.attacker.fold_wb(Rank::Eighth, Rank::First);
        self.delicate |= (one & self.checks.squares_for(Role::Pawn)) | two | step(two, !self.attacker);
        self.delicate |= one & last;
        for square in self.checks.squares_for(Role::Knight) & self.own {
            if (attacks::knight_attacks(square) & self.own & board.by_role(Role::Knight)).any() {
                self.delicate.add(square);
            }
        }
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            let targets = self.targets[role as usize - 1];
            for from in self.own & board.by_role(role) {
                let some_day = attacks::attacks(from, role.of(self.attacker), self.firm);
                self.lines |= some_day;
                let now = attacks::attacks(from, role.of(self.attacker), self.occupied) & !self.own;
                for flight in some_day & net.open {
                    self.delicate |= attacks::between(from, flight);
                }
                for to in some_day & targets & !(now & self.checks.squares_for(role)) {
                    self.delicate |= attacks::between(from, to).with(to) | attacks::between(self.king, to);
                }
            }
        }
    }

    /// Lists the checks. None where one of them mates, so that the reply is no defense.
    fn list(&mut self, board: &Board, net: &Net) -> Option<()> {
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let men = self.own & board.by_role(role);
            if men.is_empty() {
                continue;
            }
            self.again[role as usize - 1] = self.mating_squares(board, net, role);
            let targets = self.checks.squares_for(role);
            for from in men {
                let reach = attacks::attacks(from, role.of(self.attacker), self.occupied) & !self.own;
                for to in reach & targets {
                    self.add(board, net, plain(role, from, to, None))?;
                }
            }
        }
        for from in self.own & board.by_role(Role::Pawn) {
            let reach = board.pawn_reach(from);
            if from.rank() == seventh(self.attacker) {
                // A queen does all that a rook or a bishop does.
                for role in [Role::Queen, Role::Knight] {
                    let targets =
                        attacks::attacks(self.king, role.of(self.attacker), self.occupied.without(from));
                    for to in reach & targets {
                        self.add(
                            board,
                            net,
                            Step { promotion: Some(role), ..plain(Role::Pawn, from, to, None) },
                        )?;
                    }
                }
            } else {
                for to in reach & self.checks.squares_for(Role::Pawn) {
                    self.add(board, net, plain(Role::Pawn, from, to, None))?;
                }
            }
        }
        for from in self.checks.discoverers {
            self.add_discoverer(board, net, from);
        }
        Some(())
    }

    fn add(&mut self, board: &Board, net: &Net, step: Step) -> Option<()> {
        let capture = if self.occupied.contains(step.to) { board.role_at(step.to) } else { None };
        let spoiled = self.spoiled(board, net, Step { capture, ..step })?;
        self.spoiled.push(spoiled);
        Some(())
    }

    /// A man that uncovers a check wherever it goes: all its squares are taken together.
    fn add_discoverer(&mut self, board: &Board, net: &Net, from: Square) {
        let Some(role) = board.role_at(from) else { return };
        let firm = self.firm.without(from);
        let mut uncovered = net.open;
        let (reach, roles): (_, &[Role]) = match role {
            Role::Pawn => {
                let ahead = |set: Bitboard| self.attacker.fold_wb(set.shift(8), set.shift(-8));
                let one = ahead(from.into());
                let reach = one | ahead(one) | attacks::pawn_attacks(self.attacker, from);
                let promotes = from.rank() == seventh(self.attacker);
                (reach, if promotes { &[Role::Queen, Role::Knight] } else { &[Role::Pawn] })
            }
            _ => (attacks::attacks(from, role.of(self.attacker), self.firm), std::slice::from_ref(&role)),
        };
        for to in reach {
            for role in roles {
                uncovered &= !attacks::attacks(to, role.of(self.attacker), firm);
            }
        }
        let others = self.own.without(from);
        for flight in uncovered {
            if board.is_attacked(flight, others, self.attacker, firm) {
                uncovered.discard(flight);
            }
        }
        let posts = if uncovered.is_empty() { Bitboard::FULL } else { Bitboard::EMPTY };
        self.spoiled.push(Spoiled { from, uncovered, posts });
    }

    /// From where a man of a role could mate after it has moved before, as far as flights tell.
    fn mating_squares(&self, board: &Board, net: &Net, role: Role) -> Bitboard {
        let targets = self.targets[role as usize - 1];
        let mut found = targets;
        for to in targets {
            let left = net.open.without(to) & !attacks::attacks(to, role.of(self.attacker), self.firm);
            let bare = attacks::king_attacks(self.king).contains(to)
                && !board.is_attacked(to, self.own, self.attacker, self.firm);
            if left.any() || bare {
                found.discard(to);
            }
        }
        found
    }

    /// What spoils a check. None where nothing does.
    fn spoiled(&self, board: &Board, net: &Net, step: Step) -> Option<Spoiled> {
        let Step { from, to, promotion, .. } = step;
        let role = promotion.unwrap_or(step.role);
        let others = self.own.without(from);
        let firm = self.firm.without(from);
        let mut uncovered = net.open.without(to) & !attacks::attacks(to, role.of(self.attacker), firm);
        let uncovers = net.lines.contains(from);
        if uncovers {
            for flight in uncovered {
                if board.is_attacked(flight, others, self.attacker, firm.with(to)) {
                    uncovered.discard(flight);
                }
            }
        }
        if attacks::king_attacks(self.king).contains(to)
            && !board.is_attacked(to, others, self.attacker, firm)
        {
            uncovered.add(to);
        }
        if uncovered.any() {
            return Some(Spoiled { from, uncovered, posts: Bitboard::EMPTY });
        }
        let anywhere = Spoiled { from, uncovered: Bitboard::EMPTY, posts: Bitboard::FULL };
        if uncovers {
            return Some(anywhere);
        }
        let checked = board.after(step);
        if checked.is_exposed(self.attacker) {
            return Some(anywhere);
        }
        let mut parries = Vec::new();
        checked.steps(&mut parries);
        if parries.is_empty() {
            return None;
        }
        let spoils = parries.into_iter().map(|parry| self.spoiler(board, from, parry));
        spoils.min_by_key(|spoiled| spoiled.posts.count())
    }

    /// What would do away with one defense against a check.
    fn spoiler(&self, board: &Board, from: Square, parry: Step) -> Spoiled {
        let Step { from: parry_from, to: parry_to, role, kind, .. } = parry;
        let mut spoiled = Spoiled { from, uncovered: Bitboard::EMPTY, posts: Bitboard::EMPTY };
        if kind != Kind::Plain
            || (role == Role::King && board.is_attacked(parry_to, self.own, self.attacker, self.firm))
        {
            spoiled.posts = Bitboard::FULL;
        } else if role == Role::King {
            spoiled.uncovered.add(parry_to);
        } else {
            // In its way, or where it would be pinned, or in its place.
            spoiled.posts = attacks::between(parry_from, parry_to) | attacks::ray(self.king, parry_from);
            spoiled.posts.add(parry_from);
        }
        spoiled
    }

    /// What a legal move that gives no check can hope for.
    pub(super) fn outlook(&self, step: Step) -> Outlook {
        let Step { from, to, role, capture, kind, .. } = step;
        let reach = attacks::attacks(to, role.of(self.attacker), self.firm);
        if kind != Kind::Plain
            || self.delicate.contains(from)
            || self.checks.discoverers.contains(from)
            || self.checks.squares_for(role).contains(to)
            || to == self.reply.to
            || to == self.reply.from
            || (capture.is_some() && !self.is_plain_capture(role, to, reach))
            || (role == Role::Pawn && !self.is_plain_push(to, reach))
        {
            return Outlook::Open;
        }
        let line = match role {
            Role::Bishop => self.oblique,
            Role::Rook => self.straight,
            Role::Queen => self.straight | self.oblique,
            _ => Bitboard::EMPTY,
        };
        if line.contains(to) {
            // A line piece behind an own man makes a battery.
            let between = attacks::between(self.king, to) & self.occupied.without(from);
            if !between.more_than_one() && (between & self.own).any() {
                return Outlook::Open;
            }
        }
        if (reach & self.again[role as usize - 1]).any() {
            return Outlook::Open;
        }
        let mends = |spoiled: &Spoiled| {
            spoiled.from != from
                && (spoiled.posts.contains(to)
                    || spoiled.posts.contains(from)
                    || (spoiled.uncovered.any() && (spoiled.uncovered & !reach).is_empty()))
        };
        if self.spoiled.iter().any(mends) {
            return Outlook::Open;
        }
        if self.keeps_reply(from, to, reach) { Outlook::Idle } else { Outlook::IdleIfLegal }
    }

    /// Whether a capture takes no man from a line, and the man that captures is not near a check.
    fn is_plain_capture(&self, role: Role, to: Square, reach: Bitboard) -> bool {
        role != Role::Pawn
            && !self.lines.contains(to)
            && !(self.checks.rook | self.checks.bishop).contains(to)
            && (reach & self.targets[role as usize - 1]).is_empty()
    }

    /// Whether a pawn that goes to a square has neither a check nor a promotion before it.
    fn is_plain_push(&self, to: Square, reach: Bitboard) -> bool {
        let to_set = Bitboard::from_square(to);
        let ahead = self.attacker.fold_wb(to_set.shift(8), to_set.shift(-8));
        to.rank() != seventh(self.attacker)
            && to.rank() != self.attacker.fold_wb(Rank::Eighth, Rank::First)
            && ((reach | ahead) & self.checks.squares_for(Role::Pawn)).is_empty()
    }

    /// Whether the reply is surely legal after a move from `from` to `to`, from where it attacks `reach`.
    fn keeps_reply(&self, from: Square, to: Square, reach: Bitboard) -> bool {
        let reply = self.reply;
        if reply.role == Role::King {
            return !reach.contains(reply.to);
        }
        let pin = attacks::ray(self.king, reply.from);
        !(pin.contains(from) || pin.contains(to) || attacks::between(reply.from, reply.to).contains(to))
    }

    /// The reply that all this is about.
    pub(super) const fn reply(&self) -> Step {
        self.reply
    }
}
