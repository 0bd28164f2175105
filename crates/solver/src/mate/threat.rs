//! Quiet moves that cannot threaten mate. With two moves left, a quiet move of the attacker must threaten
//! mate, or a neutral reply refutes it.
//!
//! One such reply is tried for all quiet moves at once, as if the attacker had passed. In the position after
//! it, every check is listed together with what prevents mate: flight squares or a defense. A quiet move that
//! removes none of these obstacles threatens nothing. The test is conservative: in doubt the move is
//! searched, so every skipped move is proven not to mate.

use shakmaty::attacks;

use super::check::MatingNet;
use chess::board::{Board, BoardMove, BoardMoveKind, CheckSquares, normal_move, promotion_rank};
use chess::{Bitboard, Color, Rank, Role, Square};

/// What a quiet move would have to achieve, given one reply.
pub(super) struct Threats {
    reply: BoardMove,
    attacker: Color,
    king: Square,
    /// The attacker's pieces after the reply.
    own: Bitboard,
    occupied: Bitboard,
    /// The defender's pieces without the king: they still block lines after two moves of the attacker.
    blockers: Bitboard,
    /// Squares that, once vacated, may change the attacks of other pieces.
    sensitive: Bitboard,
    /// Squares on a line with the king, blocked or not.
    orthogonal_lines: Bitboard,
    diagonal_lines: Bitboard,
    /// By piece type: squares from which a piece that has moved could mate, judged by flight squares alone.
    mating_squares: [Bitboard; 6],
    /// By piece type: squares from which a piece could check once lines are open.
    check_squares: [Bitboard; 6],
    /// Attacks of the sliders, also through own pieces that may move away.
    slider_attacks: Bitboard,
    checks: CheckSquares,
    failed_checks: Vec<FailedCheck>,
}

/// A check that does not mate, and what a move of another piece would have to achieve.
#[derive(Clone, Copy)]
pub(super) struct FailedCheck {
    from: Square,
    /// Squares that it would have to attack, if any.
    uncovered: Bitboard,
    /// Or squares that it would have to occupy.
    interfering_squares: Bitboard,
}

/// The classes of quiet moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum QuietMoveThreat {
    /// It threatens nothing.
    None,
    /// It threatens nothing if the reply is legal after it.
    NoneIfReplyLegal,
    /// It may threaten mate and has to be searched.
    Possible,
}

impl Threats {
    /// What a quiet move of the side to move has to achieve if the opponent answers with `reply`, which is
    /// legal after a null move. None if the reply or the position is not suitable.
    pub(super) fn after(board: &Board, reply: BoardMove) -> Option<Self> {
        let attacker = board.turn();
        if (board.castling() & board.by_color(attacker)).any() {
            return None;
        }
        let passed = board.after_null_move()?;
        if reply.kind != BoardMoveKind::Normal
            || (reply.role == Role::Pawn && reply.from.distance(reply.to) == 2)
        {
            return None;
        }
        let board = passed.after(reply);
        let own = board.by_color(attacker);
        let king = board.king(!attacker)?;
        let checks = CheckSquares::of(&board)?;
        let net = MatingNet::of(&board, king);
        let blockers = board.by_color(!attacker).without(king);
        let mut threats = Self {
            reply,
            attacker,
            king,
            own,
            occupied: board.occupied(),
            blockers,
            sensitive: reply.to.into(),
            orthogonal_lines: attacks::rook_attacks(king, Bitboard::EMPTY),
            diagonal_lines: attacks::bishop_attacks(king, Bitboard::EMPTY),
            mating_squares: [Bitboard::EMPTY; 6],
            check_squares: Role::ALL.map(|role| attacks::attacks(king, role.of(!attacker), blockers)),
            slider_attacks: net.slider_attacks,
            checks,
            failed_checks: Vec::new(),
        };
        threats.mark_sensitive(&board, &net);
        threats.list_checks(&board, &net)?;
        Some(threats)
    }

    /// Marks the squares that, once vacated, let another piece attack more.
    fn mark_sensitive(&mut self, board: &Board, net: &MatingNet) {
        let pawns = self.own & board.by_role(Role::Pawn);
        let advance = |squares: Bitboard, color: Color| color.fold_wb(squares.shift(8), squares.shift(-8));
        let one = advance(pawns, self.attacker);
        let two = advance(one, self.attacker) & self.checks.squares_for(Role::Pawn);
        let last = self.attacker.fold_wb(Rank::Eighth, Rank::First);
        self.sensitive |= (one & self.checks.squares_for(Role::Pawn)) | two | advance(two, !self.attacker);
        self.sensitive |= one & last;
        for square in self.checks.squares_for(Role::Knight) & self.own {
            if (attacks::knight_attacks(square) & self.own & board.by_role(Role::Knight)).any() {
                self.sensitive.add(square);
            }
        }
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            let targets = self.check_squares[role as usize - 1];
            for from in self.own & board.by_role(role) {
                let some_day = attacks::attacks(from, role.of(self.attacker), self.blockers);
                self.slider_attacks |= some_day;
                let now = attacks::attacks(from, role.of(self.attacker), self.occupied) & !self.own;
                for flight in some_day & net.flights {
                    self.sensitive |= attacks::between(from, flight);
                }
                for to in some_day & targets & !(now & self.checks.squares_for(role)) {
                    self.sensitive |= attacks::between(from, to).with(to) | attacks::between(self.king, to);
                }
            }
        }
    }

    /// Lists the checks. None if one of them mates, so that the reply is no defense.
    fn list_checks(&mut self, board: &Board, net: &MatingNet) -> Option<()> {
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let pieces = self.own & board.by_role(role);
            if pieces.is_empty() {
                continue;
            }
            self.mating_squares[role as usize - 1] = self.mating_squares(board, net, role);
            let targets = self.checks.squares_for(role);
            for from in pieces {
                let reach = attacks::attacks(from, role.of(self.attacker), self.occupied) & !self.own;
                for to in reach & targets {
                    self.add_check(board, net, normal_move(role, from, to, None))?;
                }
            }
        }
        for from in self.own & board.by_role(Role::Pawn) {
            let reach = board.pawn_targets(from);
            if from.rank() == promotion_rank(self.attacker) {
                // A queen covers rook and bishop.
                for role in [Role::Queen, Role::Knight] {
                    let targets =
                        attacks::attacks(self.king, role.of(self.attacker), self.occupied.without(from));
                    for to in reach & targets {
                        self.add_check(
                            board,
                            net,
                            BoardMove { promotion: Some(role), ..normal_move(Role::Pawn, from, to, None) },
                        )?;
                    }
                }
            } else {
                for to in reach & self.checks.squares_for(Role::Pawn) {
                    self.add_check(board, net, normal_move(Role::Pawn, from, to, None))?;
                }
            }
        }
        for from in self.checks.discoverers {
            self.add_discoverer(board, net, from);
        }
        Some(())
    }

    fn add_check(&mut self, board: &Board, net: &MatingNet, mv: BoardMove) -> Option<()> {
        let capture = if self.occupied.contains(mv.to) { board.role_at(mv.to) } else { None };
        let spoiled = self.failed_check(board, net, BoardMove { capture, ..mv })?;
        self.failed_checks.push(spoiled);
        Some(())
    }

    /// A piece that gives a discovered check wherever it moves: all its target squares are taken together.
    fn add_discoverer(&mut self, board: &Board, net: &MatingNet, from: Square) {
        let Some(role) = board.role_at(from) else { return };
        let blockers = self.blockers.without(from);
        let mut uncovered = net.flights;
        let (reach, roles): (_, &[Role]) = match role {
            Role::Pawn => {
                let ahead = |set: Bitboard| self.attacker.fold_wb(set.shift(8), set.shift(-8));
                let one = ahead(from.into());
                let reach = one | ahead(one) | attacks::pawn_attacks(self.attacker, from);
                let promotes = from.rank() == promotion_rank(self.attacker);
                (reach, if promotes { &[Role::Queen, Role::Knight] } else { &[Role::Pawn] })
            }
            _ => (attacks::attacks(from, role.of(self.attacker), self.blockers), std::slice::from_ref(&role)),
        };
        for to in reach {
            for role in roles {
                uncovered &= !attacks::attacks(to, role.of(self.attacker), blockers);
            }
        }
        let others = self.own.without(from);
        for flight in uncovered {
            if board.is_attacked(flight, others, self.attacker, blockers) {
                uncovered.discard(flight);
            }
        }
        let posts = if uncovered.is_empty() { Bitboard::FULL } else { Bitboard::EMPTY };
        self.failed_checks.push(FailedCheck { from, uncovered, interfering_squares: posts });
    }

    /// Squares from which a piece that has moved before could mate, judged by flight squares alone.
    fn mating_squares(&self, board: &Board, net: &MatingNet, role: Role) -> Bitboard {
        let targets = self.check_squares[role as usize - 1];
        let mut found = targets;
        for to in targets {
            let left = net.flights.without(to) & !attacks::attacks(to, role.of(self.attacker), self.blockers);
            let bare = attacks::king_attacks(self.king).contains(to)
                && !board.is_attacked(to, self.own, self.attacker, self.blockers);
            if left.any() || bare {
                found.discard(to);
            }
        }
        found
    }

    /// The obstacles to mate after a check. None if it mates.
    fn failed_check(&self, board: &Board, net: &MatingNet, mv: BoardMove) -> Option<FailedCheck> {
        let BoardMove { from, to, promotion, .. } = mv;
        let role = promotion.unwrap_or(mv.role);
        let others = self.own.without(from);
        let blockers = self.blockers.without(from);
        let mut uncovered = net.flights.without(to) & !attacks::attacks(to, role.of(self.attacker), blockers);
        let uncovers = net.slider_attacks.contains(from);
        if uncovers {
            for flight in uncovered {
                if board.is_attacked(flight, others, self.attacker, blockers.with(to)) {
                    uncovered.discard(flight);
                }
            }
        }
        if attacks::king_attacks(self.king).contains(to)
            && !board.is_attacked(to, others, self.attacker, blockers)
        {
            uncovered.add(to);
        }
        if uncovered.any() {
            return Some(FailedCheck { from, uncovered, interfering_squares: Bitboard::EMPTY });
        }
        let anywhere = FailedCheck { from, uncovered: Bitboard::EMPTY, interfering_squares: Bitboard::FULL };
        if uncovers {
            return Some(anywhere);
        }
        let checked = board.after(mv);
        if checked.is_king_attacked(self.attacker) {
            return Some(anywhere);
        }
        let mut parries = Vec::new();
        checked.legal_moves(&mut parries);
        if parries.is_empty() {
            return None;
        }
        let spoils = parries.into_iter().map(|parry| self.requirement(board, from, parry));
        spoils.min_by_key(|spoiled| spoiled.interfering_squares.count())
    }

    /// What would remove one defense against a check.
    fn requirement(&self, board: &Board, from: Square, parry: BoardMove) -> FailedCheck {
        let BoardMove { from: parry_from, to: parry_to, role, kind, .. } = parry;
        let mut spoiled =
            FailedCheck { from, uncovered: Bitboard::EMPTY, interfering_squares: Bitboard::EMPTY };
        if kind != BoardMoveKind::Normal
            || (role == Role::King && board.is_attacked(parry_to, self.own, self.attacker, self.blockers))
        {
            spoiled.interfering_squares = Bitboard::FULL;
        } else if role == Role::King {
            spoiled.uncovered.add(parry_to);
        } else {
            // By blocking it, by pinning it, or by occupying its square.
            spoiled.interfering_squares =
                attacks::between(parry_from, parry_to) | attacks::ray(self.king, parry_from);
            spoiled.interfering_squares.add(parry_from);
        }
        spoiled
    }

    /// Classifies a legal move that gives no check.
    pub(super) fn classify(&self, mv: BoardMove) -> QuietMoveThreat {
        let BoardMove { from, to, role, capture, kind, .. } = mv;
        let reach = attacks::attacks(to, role.of(self.attacker), self.blockers);
        if kind != BoardMoveKind::Normal
            || self.sensitive.contains(from)
            || self.checks.discoverers.contains(from)
            || self.checks.squares_for(role).contains(to)
            || to == self.reply.to
            || to == self.reply.from
            || (capture.is_some() && !self.is_plain_capture(role, to, reach))
            || (role == Role::Pawn && !self.is_plain_push(to, reach))
        {
            return QuietMoveThreat::Possible;
        }
        let line = match role {
            Role::Bishop => self.diagonal_lines,
            Role::Rook => self.orthogonal_lines,
            Role::Queen => self.orthogonal_lines | self.diagonal_lines,
            _ => Bitboard::EMPTY,
        };
        if line.contains(to) {
            // A slider behind an own piece forms a battery.
            let between = attacks::between(self.king, to) & self.occupied.without(from);
            if !between.more_than_one() && (between & self.own).any() {
                return QuietMoveThreat::Possible;
            }
        }
        if (reach & self.mating_squares[role as usize - 1]).any() {
            return QuietMoveThreat::Possible;
        }
        let mends = |spoiled: &FailedCheck| {
            spoiled.from != from
                && (spoiled.interfering_squares.contains(to)
                    || spoiled.interfering_squares.contains(from)
                    || (spoiled.uncovered.any() && (spoiled.uncovered & !reach).is_empty()))
        };
        if self.failed_checks.iter().any(mends) {
            return QuietMoveThreat::Possible;
        }
        if self.keeps_reply(from, to, reach) {
            QuietMoveThreat::None
        } else {
            QuietMoveThreat::NoneIfReplyLegal
        }
    }

    /// Whether a capture opens no line and the capturing piece is not near a check.
    fn is_plain_capture(&self, role: Role, to: Square, reach: Bitboard) -> bool {
        role != Role::Pawn
            && !self.slider_attacks.contains(to)
            && !self.checks.squares_for(Role::Queen).contains(to)
            && (reach & self.check_squares[role as usize - 1]).is_empty()
    }

    /// Whether a pawn on a square can neither check nor promote on its next move.
    fn is_plain_push(&self, to: Square, reach: Bitboard) -> bool {
        let to_set = Bitboard::from_square(to);
        let ahead = self.attacker.fold_wb(to_set.shift(8), to_set.shift(-8));
        to.rank() != promotion_rank(self.attacker)
            && to.rank() != self.attacker.fold_wb(Rank::Eighth, Rank::First)
            && ((reach | ahead) & self.checks.squares_for(Role::Pawn)).is_empty()
    }

    /// Whether the reply is certainly legal after a move from `from` to `to`, where the piece attacks
    /// `reach`.
    fn keeps_reply(&self, from: Square, to: Square, reach: Bitboard) -> bool {
        let reply = self.reply;
        if reply.role == Role::King {
            return !reach.contains(reply.to);
        }
        let pin = attacks::ray(self.king, reply.from);
        !(pin.contains(from) || pin.contains(to) || attacks::between(reply.from, reply.to).contains(to))
    }

    /// The reply on which the analysis is based.
    pub(super) const fn reply(&self) -> BoardMove {
        self.reply
    }
}
