"""Runs the cases of the progressive (`rulebook-cases/1`) through the fold that the table and the floor use."""

from collections.abc import Callable
from typing import Any

import msgspec

from table_core.cases.compare import Mismatch, mismatches
from table_core.progressive import betting, course, plan, review
from table_core.progressive.betting import Betting, SeatBet
from table_core.progressive.complementary import Shown
from table_core.progressive.contribution import SideBet, contribution
from table_core.progressive.counts import Counted, differences
from table_core.progressive.ledger import Pot, PotMovement, PotSeeded, PrizesAwarded, post
from table_core.progressive.prizes import Hand
from table_core.progressive.settlement import Funds, Payment, settle
from table_core.progressive.terms import PLUS, Terms
from table_core.rulebook import Rulebook

Json = dict[str, Any]
_TABLE, _PLAN = "mesa", "caso"


def run_case(case: Json, document: Json, _rulebooks: dict[str, Rulebook]) -> list[Mismatch]:
    """Every place where the fold and the case differ."""
    article = ", ".join(case.get("refs", ()))
    answer = KINDS.get(case["kind"])
    if answer is None:
        return [Mismatch("kind", case["kind"], "no implementado", article)]
    return list(mismatches(case["expect"], answer(_terms(case, document), case["input"]), article))


def _terms(case: Json, document: Json) -> Terms:
    defaults = document.get("jackpot_defaults" if case["kind"] == "jackpot" else "config_defaults", {})
    base_game = {"base_game": case["input"]["base_game"]} if "base_game" in case["input"] else {}
    return msgspec.convert({**defaults, **case.get("config", {}), **base_game}, Terms)


def _hands(given: Json) -> list[Hand]:
    return [msgspec.convert({name: seat[name] for name in seat if name != "promo"}, Hand) for seat in given["seats"]]


def _bet(seat: int, staked: int, given: Json) -> SideBet:
    """In a case a bet is promotional as a whole or not at all."""
    return SideBet(seat, staked, staked if given.get("promo") else 0)


def _shown(given: Json) -> list[Shown]:
    return msgspec.convert(given.get("complementary", []), list[Shown])


def _listed(payments: tuple[Payment, ...]) -> list[Json]:
    return [{"seat": one.seat, "prize": one.prize, "amount": one.amount} for one in payments]


def _opened(given: Json) -> Pot:
    seed = PotSeeded(Pot().next_key("caso"), _PLAN, given["main"], given["reserve"])
    return post(Pot(), seed)


def _contribution(terms: Terms, given: Json) -> Json:
    made = contribution(terms, [_bet(bet["seat"], bet["credits"], bet) for bet in given["bets"]])
    main, reserve = given["main"] + made.to_main, given["reserve"] + made.to_reserve
    return {
        **msgspec.to_builtins(made),
        "net": made.net,
        "main_after": main,
        "reserve_after": reserve,
        "display": {"pot": main, "increment": made.to_main},
    }


def _settle(terms: Terms, given: Json) -> Json:
    settled = settle(terms, Funds(given["main"], given["reserve"]), _hands(given), _shown(given))
    after = settled.after
    if settled.grand:
        after = Funds(terms.base, *_seed_again(terms, after))
    answer: Json = {
        "payments": _listed(settled.payments),
        "promo": _listed(settled.promo),
        "total_paid": settled.total,
        "main_after": after.main,
        "reserve_after": after.reserve,
        "house_funded": after.house,
    }
    return answer | ({"base_game_engine": "refused"} if terms.base_game == PLUS else {})


def _seed_again(terms: Terms, left: Funds) -> tuple[int, int]:
    asked = left.ask(terms.base, terms.reseed_source)
    return asked.reserve, asked.house


class _Session:
    """The passes of one pot in the order they are confirmed."""

    def __init__(self, terms: Terms, given: Json) -> None:
        self.terms = terms
        self.pot = _opened(given)
        self.seed = self.pot.sums.seeded
        self.passes = 0

    def step(self, given: Json) -> Json:
        terms, self.passes = self.terms, self.passes + 1
        hands = _hands(given)
        bets = [
            _bet(hand.seat, hand.credits, seat)
            for hand, seat in zip(hands, given["seats"], strict=True)
            if hand.valid and hand.credits
        ]
        locked = course.locked(terms, self.pot, given["table"], _PLAN, self.passes, bets)
        self._post(locked)
        shown_at_lock = {"display_pot": self.pot.main, "display_increment": locked.to_main}
        void = _void_seats(given, hands)
        hands = [msgspec.structs.replace(hand, void=hand.seat in void) for hand in hands]
        if void:
            self._post(course.annulled(terms, self.pot, locked, void))
        awarded = course.reviewed(terms, self.pot, locked, hands, _shown(given), void)
        self._post(*awarded)
        payments = [one for movement in awarded if isinstance(movement, PrizesAwarded) for one in movement.payments]
        return shown_at_lock | {
            "payments": _listed(tuple(payments)),
            "main_after": self.pot.main,
            "reserve_after": self.pot.reserve,
        }

    def _post(self, *movements: PotMovement) -> None:
        for movement in movements:
            self.pot = post(self.pot, movement)


def _void_seats(given: Json, hands: list[Hand]) -> set[int]:
    void = given.get("void", ())
    named = [hand.seat for hand in hands] if void == "pass" else void
    return {*named, *(hand.seat for hand in hands if hand.void)}


def _session(terms: Terms, given: Json) -> Json:
    session = _Session(terms, given)
    steps = [session.step(step) for step in given["steps"]]
    sums = session.pot.sums
    return {
        "steps": steps,
        "main": sums.main,
        "reserve": sums.reserve,
        "commission_total": sums.commission,
        "paid_total": sums.paid,
        "house_funded": sums.seeded - session.seed,
    }


def _acceptor(terms: Terms, given: Json) -> Json:
    seats = {int(seat): SeatBet(balance=left) for seat, left in given.get("credits", {}).items()}
    state = Betting(given["acceptor"], seats=seats)
    for seat in given.get("closed_seats", ()):
        state = betting.close(state, seat)
    ignored = []
    for number, event in enumerate(given["events"]):
        answer = _happens(terms, state, event)
        if isinstance(answer, Betting):
            state = answer
        else:
            ignored.append({"i": number, "reason": answer})
    return {
        "accepted": [{"seat": seat, "credits": bet} for seat, bet in state.accepted.items()],
        "ignored": ignored,
        "returned": msgspec.to_builtins(list(state.returned)),
        "closed_seats": state.closed_seats,
        "review": list(state.review),
        "raised": sum(state.accepted.values()) * terms.credit_value,
        "credits": {
            str(number): seat.balance for number, seat in sorted(state.seats.items()) if seat.balance is not None
        },
    }


def _happens(terms: Terms, state: Betting, event: Json) -> Betting | betting.Refusal:
    match event:
        case {"ev": "activate", "seat": seat, "credits": count}:
            return betting.activate(state, seat, count)
        case {"ev": "bet", "seat": seat, "credits": count}:
            return betting.press(terms, state, seat, count)
        case {"ev": "chip", "seat": seat, "credits": count}:
            return betting.insert(terms, state, seat, count)
        case {"ev": "ante", "seat": seat}:
            return betting.ante(state, seat)
        case {"ev": "lamp", "seat": seat, "state": shines}:
            return betting.lamp(state, seat, shines)
        case {"ev": "close", "seat": seat}:
            return betting.close(state, seat)
        case {"ev": "lock"}:
            return betting.lock(terms, state)
    raise ValueError(f"no such event: {event}")


def _config_check(_terms: Terms, given: Json) -> Json:
    setup = msgspec.convert(given, plan.Setup)
    errors = plan.config_errors(setup)
    return {"ok": not errors, "errors": errors, "mismatches": plan.mismatches(setup)}


def _reconcile(terms: Terms, given: Json) -> Json:
    found = differences(msgspec.convert(given, Counted), terms.credit_value)
    return {"ok": not found, "differences": found}


def _review(terms: Terms, given: Json) -> Json:
    hands = sorted(_hands(given), key=lambda hand: hand.seat)
    reasons = [(hand.seat, review.skipped(terms, hand)) for hand in hands]
    return {
        "review": [seat for seat, reason in reasons if reason is None],
        "skipped": [{"seat": seat, "reason": reason} for seat, reason in reasons if reason],
    }


KINDS: dict[str, Callable[[Terms, Json], Json]] = {
    "contribution": _contribution,
    "acceptor": _acceptor,
    "settle": _settle,
    "jackpot": _settle,
    "session": _session,
    "config_check": _config_check,
    "reconcile": _reconcile,
    "review": _review,
}
