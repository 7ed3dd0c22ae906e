"""Random histories of one pot: double entry after every movement, duplicates once, restarts the same, to the peso."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core.progressive import course
from table_core.progressive.contribution import SideBet, contribution
from table_core.progressive.ledger import (
    Key,
    MovementRefused,
    PassContributed,
    Pot,
    PotCorrected,
    PotMovement,
    PotSeeded,
    PrizesAwarded,
    Sums,
    heard,
    post,
)
from table_core.progressive.prizes import Hand
from table_core.progressive.terms import Terms
from tests.unit.progressive.hands import MADE, cards, hand, terms

PLAN = "PA-1"
SEED = PotSeeded(Key("caja", 1), PLAN, 3_000_000, 50_000)


class History:
    """One pot and two tables; the test's own books are kept beside the ledger's, by other arithmetic."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.pot = Pot()
        self.movements: list[PotMovement] = []
        self.raised = self.paid = self.passes = 0
        self.under_way: dict[str, tuple[PassContributed, set[int]]] = {}
        self.take(SEED)

    def take(self, *movements: PotMovement) -> None:
        for movement in movements:
            self.pot = post(self.pot, movement)
            self.movements.append(movement)
            self.check()

    def check(self) -> None:
        sums = self.pot.sums
        assert sums.contributed + sums.seeded == sums.main + sums.reserve + sums.commission + sums.paid
        assert min(sums.main, sums.reserve) >= 0

    def bet(self, table: str, bets: list[SideBet]) -> None:
        if table in self.under_way:
            return
        self.passes += 1
        locked = course.locked(self.terms, self.pot, table, PLAN, self.passes, bets)
        self.raised += 1000 * self.counted(bets)
        self.under_way[table] = locked, set()
        self.take(locked)

    def counted(self, bets: list[SideBet]) -> int:
        """The credits that form the pot: promotional ones only where the plan says so."""
        return sum(bet.credits - bet.promo * (not self.terms.promo_contributes) for bet in bets)

    def void(self, table: str, seats: set[int]) -> None:
        locked, before = self.under_way.get(table, (None, set()))
        seats &= {bet.seat for bet in locked.bets} if locked else set()
        if locked is None or before or not seats:
            return
        counted = self.counted([bet for bet in locked.bets if bet.seat in seats])
        refund = self.terms.void_policy == "refund"
        self.raised -= 1000 * counted * refund
        self.under_way[table] = locked, seats
        self.take(course.annulled(self.terms, self.pot, locked, seats))

    def review(self, table: str, made: list[str]) -> None:
        if table not in self.under_way:
            return
        locked, void = self.under_way.pop(table)
        hands = [
            Hand(bet.seat, bet.credits, cards(name), void=bet.seat in void)
            for bet, name in zip(locked.bets, made, strict=False)
        ]
        awarded = course.reviewed(self.terms, self.pot, locked, hands, (), void)
        self.paid += sum(one.amount for moved in awarded if isinstance(moved, PrizesAwarded) for one in moved.payments)
        self.take(*awarded)

    def correct(self, main: int) -> None:
        main = max(main, -self.pot.main)
        self.take(PotCorrected(self.pot.next_key("caja"), PLAN, main, 0, "Ana", "visor"))

    def repeat(self, which: int) -> None:
        """A movement sent again, and sent again with another amount."""
        old = self.movements[which % len(self.movements)]
        lie = msgspec.structs.replace(old, plan="PA-X")
        assert heard(self.pot, old, recorded=old) == "duplicate"
        assert heard(self.pot, lie, recorded=old) == "conflict"
        for movement in (old, lie):
            with pytest.raises(MovementRefused):
                post(self.pot, movement)

    def restart(self, _: int) -> None:
        """The controller died: what it knows is the fold of what was recorded, through the journal's own encoding."""
        recorded = msgspec.json.decode(msgspec.json.encode(self.movements), type=list[PotMovement])
        folded = Pot()
        for movement in recorded:
            folded = post(folded, movement)
        assert folded == self.pot
        self.pot = folded


STAKES = [(1, 0), (2, 0), (3, 0), (1, 1), (3, 1), (3, 3)]
"""Credits, and how many of them are promotional."""
tables = st.sampled_from(["A", "B"])
bets = st.lists(st.integers(1, 6), unique=True, max_size=6).flatmap(
    lambda seats: st.tuples(*(st.sampled_from([SideBet(seat, *staked) for staked in STAKES]) for seat in seats))
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just(History.bet), tables, bets.map(list)),
        st.tuples(st.just(History.void), tables, st.sets(st.integers(1, 6))),
        st.tuples(st.just(History.review), tables, st.lists(st.sampled_from(list(MADE)), min_size=6, max_size=6)),
        st.tuples(st.just(History.correct), st.integers(-1000, 1000)),
        st.tuples(st.just(History.repeat), st.integers(0, 1000)),
        st.tuples(st.just(History.restart), st.just(0)),
    ),
    max_size=40,
)
readings = st.fixed_dictionaries(
    {
        "void_policy": st.sampled_from(["refund", "stand"]),
        "snapshot": st.sampled_from(["after_lock", "before_pass"]),
        "promo_contributes": st.booleans(),
        "base": st.sampled_from([0, 5_000_000]),
        "contribution_rounding": st.sampled_from(["floor", "ceil", "half_up"]),
        "commission_bp": st.sampled_from([0, 1237, 10_000]),
        "reserve_bp": st.sampled_from([0, 333, 10_000]),
        "reseed_source": st.sampled_from(["reserve_then_house", "house"]),
        "insufficient_pot": st.sampled_from(["reserve_then_house", "house"]),
    }
)


@pytest.mark.requirement("ARI-4.2-n", "ARI-4.2-o", "ARI-3.2-c", "ARI-3.4.1-m", "PRG-GAP-01", "R26")
@given(readings, steps)
def test_contributions_and_seeds_are_pots_commission_and_prizes_after_every_movement(
    reading: dict[str, Any], course: list[tuple[Callable[..., None], Any]]
) -> None:
    history = History(terms(**reading))
    for step, *arguments in course:
        step(history, *arguments)
        assert (history.pot.sums.contributed, history.pot.sums.paid) == (history.raised, history.paid)


@pytest.mark.requirement("PRG-GAP-01")
@given(st.lists(st.integers(1, 3), min_size=1, max_size=6), st.sets(st.integers(1, 6)), st.integers(0, 10_000))
def test_an_annulled_seat_leaves_the_pot_as_if_it_had_never_bet(staked: list[int], void: set[int], bp: int) -> None:
    read = terms(commission_bp=bp)
    bets = [SideBet(seat, count) for seat, count in enumerate(staked, 1)]
    seeded = post(Pot(), SEED)
    locked = course.locked(read, seeded, "A", PLAN, 1, bets)
    after = post(seeded, locked)
    after = post(after, course.annulled(read, after, locked, void))
    never = course.locked(read, seeded, "A", PLAN, 1, [bet for bet in bets if bet.seat not in void])
    assert after.sums == post(seeded, never).sums


@pytest.mark.requirement("PRG-GAP-01")
def test_a_void_after_the_pot_was_won_elsewhere_is_refunded_by_the_house() -> None:
    history = History(terms(base=0))
    history.bet("A", [SideBet(1, 3)])
    history.bet("B", [SideBet(1, 1)])
    history.review("B", ["royal_flush"])
    assert history.pot.main == 0
    history.void("A", {1})
    assert history.pot.sums == Sums(1000, 3_050_000 + 2_160, 0, 50_080, 200, 3_000_000 + 2_160 + 720)


@pytest.mark.parametrize(
    ("movement", "code"),
    [
        (PotSeeded(Key("caja", 3), PLAN, 1, 0), "GAP"),
        (PotSeeded(Key("caja", 1), PLAN, 9, 0), "CONFLICT"),
        (SEED, "DUPLICATE"),
        (PotCorrected(Key("caja", 2), PLAN, -3_000_001, 0, "Ana", "error"), "OVERDRAWN"),
        (PassContributed(Key("A", 1), PLAN, 1, (), 1000, 200, 799, 0), "UNBALANCED"),
    ],
)
def test_a_movement_the_ledger_cannot_take_is_refused_by_name(movement: PotMovement, code: str) -> None:
    with pytest.raises(MovementRefused) as refused:
        post(post(Pot(), SEED), movement)
    assert refused.value.code == code


@pytest.mark.requirement("ARI-4.2-p")
def test_a_grand_prize_puts_the_base_back_in_a_movement_of_its_own() -> None:
    history = History(terms())
    history.bet("A", [SideBet(1, 1)])
    history.review("A", ["royal_flush"])
    assert [type(one).__name__ for one in history.movements[-2:]] == ["PrizesAwarded", "PotReseeded"]
    assert (history.pot.main, history.pot.reserve) == (5_000_000, 0)


@pytest.mark.requirement("PRG-AMB-15")
def test_before_pass_keeps_only_the_share_that_still_stands_out_of_the_prizes() -> None:
    read = terms(snapshot="before_pass", base=0)
    bets = [SideBet(1, 3), SideBet(2, 3)]
    pot = post(Pot(), SEED)
    locked = course.locked(read, pot, "A", PLAN, 1, bets)
    pot = post(pot, locked)
    pot = post(pot, course.annulled(read, pot, locked, {2}))
    settled = course.proposed(read, pot, locked, [hand(1, "royal_flush", 3)], (), {2})
    assert settled.total == 3_000_000 == pot.main - contribution(read, bets[:1]).to_main
