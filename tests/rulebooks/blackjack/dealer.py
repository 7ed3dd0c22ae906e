"""A dealer who plays any legal pass: every choice is drawn from the test, nothing from chance."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from table_core.cards import DECK
from table_core.rulebook import RuleViolation
from table_core.rules.blackjack.entries import ACTS, BUTTONS, Abort, Act, Button, CardOut, Entry, PlaceBet, PlaceSide
from table_core.rules.blackjack.payouts import half
from table_core.rules.blackjack.state import Hand, State
from tests.rulebooks.blackjack.tables import LEAST_BETS, Table

T = TypeVar("T")
Choose = Callable[[Sequence[T]], T]
CLOSE = {"retiro": "no_more_surrender", "insurance": "no_more_insurance"}
AT_END = {"bank": "reveal_hole", "reveal": "reveal_doubles", "settle": "end_round"}
LONGEST = 400


class Dealer:
    """Plays *table*; *choose* picks one of several legal things."""

    def __init__(self, table: Table, choose: Choose[object]) -> None:
        self.table = table
        self._choose = choose

    def pick(self, among: Sequence[T]) -> T:
        return self._choose(among)  # type: ignore[return-value]

    def seat_players(self, book: str) -> None:
        boxes = range(1, LEAST_BETS[book] + self.pick((0, 1, 2)) + 1)
        for box in boxes:
            self.table.feed(PlaceBet(str(box), self.pick((1, 25, 100, 1001))))
        if self.table.rules.settings.get("perfect_pairs") and self.table.rules["perfect_pairs"]:
            self.table.feed(PlaceSide("1", "perfect_pairs", 10))

    def play(self) -> None:
        """Legal entries until the pass is over; fails when it does not end."""
        for _ in range(LONGEST):
            if self.table.state.phase == "over":
                return
            self.table.feed(self.pick(self.legal()))
        raise AssertionError(f"the pass does not end: {self.table.entries}")

    def legal(self) -> list[Entry]:
        """Regular entries that move the pass on; what an irregularity waits for comes first."""
        state = self.table.state
        owed = _owed_to_irregularity(state, self.card)
        if owed:
            return owed
        expected = self.table.engine.expects(state)
        acts: list[Entry] = [
            self._act(hand, name) for hand in state.hands for name in expected.may[hand.id] if self._worth(hand, name)
        ]
        if state.phase in CLOSE:
            acts.append(Button(CLOSE[state.phase]))  # type: ignore[arg-type]
        if state.phase in ("bets", "deal") or (state.phase == "turns" and _card_owed(state)):
            return [*acts, self.card(), self.card()]
        if state.phase in ("retiro", "insurance", "turns"):
            return acts or [self.card()]
        if state.phase == "bank" and not state.bank_covered:
            return [self.card()]
        return [Button(AT_END[state.phase])]  # type: ignore[arg-type]

    def card(self) -> Entry:
        return CardOut(self.pick(DECK))

    def _worth(self, hand: Hand, name: str) -> bool:
        """Half of the smallest stake may be nothing at all: no side bet then."""
        return name not in ("insure", "desafio") or self._half(hand) > 0

    def _half(self, hand: Hand) -> int:
        bet = hand.bet or 0
        return bet // 2 if self.table.rules["insurance_amount"] == "up_to_half" else half(self.table.rules, bet)

    def _act(self, hand: Hand, name: str) -> Entry:
        amount = self._half(hand) or None
        value = self.pick((1, 11)) if name == "ace_value" else None
        return Act(name, hand.id, amount=amount, value=value)  # type: ignore[arg-type]

    def anything(self) -> Entry:
        """An entry of any kind, legal or not."""
        boxes = ("1", "2", "3", "1.1", "1.2", "bank", "9")
        kind = self.pick(("card", "act", "act", "button", "button", "bet", "abort"))
        if kind == "card":
            return CardOut(self.pick(DECK), self.pick((None, None, "1", "2", "7", "bank")))
        if kind == "bet":
            return PlaceBet(self.pick(("1", "4", "8", "x")), self.pick((None, -5, 0, 10)))
        if kind == "abort":
            return Abort(self.pick((None, "pay_bj_only", "void_all")))
        if kind == "button":
            return Button(self.pick(BUTTONS), self.pick((None, *boxes)))  # type: ignore[arg-type]
        return Act(
            self.pick(ACTS),  # type: ignore[arg-type]
            self.pick(boxes),
            amount=self.pick((None, 0, 12, 50, 500)),
            value=self.pick((None, 1, 11, 7)),
            boxes=self.pick(((), ("1",), ("1", "2"), ("1", "2", "bank"))),
            cards=self.pick(((), ("TS",))),
            burn_card=self.pick((None, "9D")),
            burn=self.pick((True, False)),
        )

    def try_anything(self) -> bool:
        """Feed one arbitrary entry; whether the table took it."""
        try:
            self.table.feed(self.anything())
        except RuleViolation:
            return False
        return True


def _card_owed(state: State) -> bool:
    current = state.current
    return state.asked is not None or state.hole_due == "now" or (current is not None and len(current.cards) < 2)


def _owed_to_irregularity(state: State, card: Callable[[], Entry]) -> list[Entry]:
    """The entry an open irregularity waits for, so that the pass can go on."""
    pending = state.pending
    if state.leave_for is not None:
        return [Button("supervisor_ok")]
    if None in state.bank and state.phase != "over":
        return [card()]
    if pending is None:
        return []
    if pending.kind == "offer":
        return [Act("accept_card", pending.hand), Act("reject_card", pending.hand)]
    if pending.kind == "reserve":
        return []
    if pending.kind == "stuck" and pending.burn_card is None and len(pending.held) > 1:
        return [Act("choose_burn", pending.hand, burn_card=state.log[pending.held[0]].card)]
    if pending.kind == "dispute" and pending.place is None and pending.held:
        return [*_askable(state, "accept_card"), *_askable(state, "reject_card")]
    return [card()]


def _askable(state: State, name: str) -> list[Entry]:
    pending = state.pending
    if pending is None:
        return []
    if not pending.asked:
        return [Act(name, pending.hand)]  # type: ignore[arg-type]
    ids = [hand.id for hand in state.hands]
    later = state.hands[ids.index(pending.hand) + 1 :]
    waiting = [hand for hand in later if hand.done is None and hand.result is None and hand.id not in pending.asked]
    return [Act(name, waiting[0].id)] if waiting else []  # type: ignore[arg-type]
