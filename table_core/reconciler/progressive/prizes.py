"""The way of a prize: found at the dealer's review, confirmed, released by other people, paid. Never told before."""

from collections.abc import Sequence

from msgspec.structs import replace

from table_core.cards import Card
from table_core.decision import Decision
from table_core.people import ROLE_NAMES
from table_core.progressive import orders, review
from table_core.progressive.claims import Reviewed
from table_core.progressive.complementary import MagicCard, at_place
from table_core.progressive.ledger import PrizesAwarded
from table_core.progressive.operations import (
    CreditsBought,
    GrandDue,
    HandsKept,
    HandsQuestioned,
    HandsReviewed,
    PrizeConfirmed,
    PrizePaid,
    PrizeReleased,
)
from table_core.progressive.prizes import WHOLE_POT_BP, Hand, rows_won, table_of
from table_core.progressive.settlement import Payment
from table_core.progressive.setup import SideSetup
from table_core.progressive.state import Due, Progressive, Release
from table_core.reconciler.progressive.game import Game
from table_core.reconciler.progressive.pot import SidePot
from table_core.reconciler.progressive.refusal import refuse
from table_core.rulebook import Role
from table_core.seats import SeatNumbers
from table_core.table import PassFrozen, TableState

HOUR_NS = 3_600_000_000_000
MAY_RELEASE: frozenset[Role] = frozenset({"jefe_de_mesa", "jefe_de_sala", "inspector"})


class PrizeFlow:
    def __init__(self, setup: SideSetup, game: Game, seats: SeatNumbers, pot: SidePot) -> None:
        self._setup = setup
        self._game = game
        self._seats = seats
        self._pot = pot

    # Review

    def keep_hands(self, decision: Decision) -> None:
        """The hands are final: keep them, so that the next pass cannot overwrite what the dealer still reviews."""
        side = decision.state.progressive
        hands = self._game.final_hands(decision.state)
        if side.phase == "locked" and side.in_play and not side.hands and hands:
            decision.record(HandsKept(hands))

    def may_review(self, state: TableState) -> bool:
        """The base game can change no hand any more."""
        return bool(state.progressive.hands) or self._game.final_hands(state) is not None

    def to_review(self, side: Progressive) -> list[int]:
        """The seats whose hands the dealer must look at: for the pot (ARI 3.5.5), or for a magic card nobody saw."""
        terms = side.terms or self._setup.terms
        in_doubt = {seat for one in side.shown if isinstance(one, MagicCard) for seat in one.in_doubt}
        return [
            hand.seat
            for hand in self._hands(side, ())
            if review.skipped(terms, hand) is None or (hand.seat in in_doubt and hand.in_play and not hand.cards)
        ]

    def review(self, decision: Decision, order: orders.ReviewHands, person: str) -> None:
        side = decision.state.progressive
        if side.phase != "locked" or not side.in_play:
            raise refuse("NOTHING_TO_REVIEW", "no hay apuestas válidas al progresivo que revisar", "3.5.5")
        if not self.may_review(decision.state):
            raise refuse("REVIEW_EARLY", "las manos se revisan cuando el juego base terminó", "3.5.5")
        wanted, seen = self.to_review(side), [hand.seat for hand in order.hands]
        if sorted(seen) != sorted(wanted):
            raise refuse("REVIEW_SEATS", f"revise los puestos {wanted}, no {sorted(seen)}", "3.5.5")
        self._require_prizes(side, order.hands)
        if any(self._differs(side, hand) for hand in order.hands):
            decision.record(HandsQuestioned(order.hands, person))
            seats = [hand.seat for hand in order.hands if self._differs(side, hand)]
            decision.fault("side.review_differs", detail=f"puestos {seats}")
            return
        self.confirm(decision, order.hands, person)

    def _require_prizes(self, side: Progressive, seen: Sequence[orders.SeenHand]) -> None:
        """A slip of the keys is no disagreement: a name the pay table does not have holds nobody."""
        names = [prize.name for prize in table_of(side.terms or self._setup.terms) if prize.kind != "complementary"]
        strange = [hand.prize for hand in seen if hand.prize is not None and hand.prize not in names]
        if strange:
            detail = f"{', '.join(strange)}: no está en la tabla de pagos; hay {', '.join(names)}"
            raise refuse("UNKNOWN_PRIZE", detail, "3.4.1")

    def _differs(self, side: Progressive, seen: orders.SeenHand) -> bool:
        """Whether the dealer and the record part: over the cards of a hand, or over what they make."""
        known = next((hand.cards for hand in side.hands if hand.seat == seen.seat and hand.cards), None)
        told_other = bool(seen.cards) and known is not None and sorted(seen.cards) != sorted(known)
        return told_other or not self._made(side, seen)

    def require_cards(self, side: Progressive) -> None:
        """What the dealer saw can only count if the cards he keyed make the prize he named."""
        without = [hand.seat for hand in side.questioned if not self._made(side, hand)]
        if without:
            detail = f"repita la revisión con las cartas de los puestos {without}: las anotadas no dan ese premio"
            raise refuse("CARDS_NOT_KEYED", detail, "4.2")

    def _made(self, side: Progressive, seen: orders.SeenHand) -> bool:
        """Whether the prize the dealer named is what the cards make, his where he keyed them."""
        rows = rows_won(side.terms or self._setup.terms, self._as_seen(side, seen))
        return seen.prize == (rows[-1].name if rows else None)

    def _as_seen(self, side: Progressive, seen: orders.SeenHand) -> Hand:
        return next(hand for hand in self._hands(side, (seen,)) if hand.seat == seen.seat)

    def confirm(
        self, decision: Decision, seen: tuple[orders.SeenHand, ...], person: str, *, ours: bool = False
    ) -> None:
        """Post the awards and put every prize on its way; *ours*: what was read counts, not what was keyed."""
        side = decision.state.progressive
        terms = side.terms or self._setup.terms
        hands = self._hands(side, () if ours else seen)
        placed = [self._placed(hand) for hand in hands]
        shown = [at_place(one, self._seats.number) for one in side.shown]
        decision.record(HandsReviewed(tuple(hand.seat for hand in seen), person))
        awarded = self._pot.award(decision, terms, placed, shown, person)
        if awarded is not None:
            self._award(decision, awarded, placed, person)

    def answered(self, decision: Decision, claim: Reviewed, awarded: PrizesAwarded, person: str) -> None:
        """The floor said what the hands of *claim* win: every prize goes on its way."""
        self._award(decision, awarded, claim.hands, person)

    def _award(self, decision: Decision, awarded: PrizesAwarded, placed: Sequence[Hand], person: str) -> None:
        by_place = {hand.seat: self._placed(hand) for hand in placed}
        for payment, promo in [*((one, True) for one in awarded.promo), *((one, False) for one in awarded.payments)]:
            if payment.amount:
                due = self._due_of(decision, awarded, payment, by_place[payment.seat])
                decision.record(PrizeConfirmed(replace(due, confirmed_by=person, promo=promo)))
        if awarded.grand:
            decision.record(PassFrozen(awarded.pass_number, person, "gran pozo entregado"))

    def _due_of(self, decision: Decision, awarded: PrizesAwarded, payment: Payment, hand: Hand) -> Due:
        side = decision.state.progressive
        terms = side.terms or self._setup.terms
        rows = {prize.name: prize for prize in table_of(terms)}
        share = rows[payment.prize].kind == "share"
        return Due(
            id=side.next_due,
            payment=replace(payment, seat=hand.seat),
            pass_number=awarded.pass_number,
            hand=hand,
            confirmed_by="",
            plan=awarded.plan,
            grand=share and rows[payment.prize].value == WHOLE_POT_BP,
            releases_needed=2 if share else 1,
        )

    def _hands(self, side: Progressive, seen: tuple[orders.SeenHand, ...]) -> list[Hand]:
        """Every seat of the pass as it is judged: its bet from the lock, its cards as read or keyed."""
        read = {hand.seat: hand for hand in side.hands}
        keyed = {hand.seat: hand.cards for hand in seen if hand.cards}
        return [
            _judged(read.get(seat, Hand(seat, 0)), staked, keyed.get(seat), void=seat in side.void)
            for seat, staked in side.betting.accepted.items()
        ]

    def _placed(self, hand: Hand) -> Hand:
        """Prizes are paid and split from the dealer's right, however the rulebook numbers its seats."""
        return replace(hand, seat=self._seats.number(hand.seat))

    # Release and payment

    def release(self, decision: Decision, order: orders.ReleasePrize, person: str) -> None:
        due, role = self._due(decision, order.id), decision.role or "dealer"
        if role not in MAY_RELEASE:
            raise refuse("WRONG_ROLE", f"libera un jefe o el inspector, no {ROLE_NAMES[role]}", "PRG-GAP-05")
        if due.released:
            raise refuse("RELEASED", f"el premio {due.id} ya está liberado", "PRG-GAP-05")
        if person == due.confirmed_by or any(one.by == person for one in due.releases):
            raise refuse("SAME_PERSON", f"{person} ya intervino: debe liberar otra persona", "PRG-GAP-05")
        last = len(due.releases) == due.releases_needed - 1
        inspector = role == "inspector" or any(one.role == "inspector" for one in due.releases)
        if self._setup.joint_inspector and due.releases_needed > 1 and last and not inspector:
            raise refuse("INSPECTOR", "este premio lo libera también el inspector", "PRG-GAP-05")
        decision.record(PrizeReleased(due.id, Release(person, role)))

    def pay(self, decision: Decision, order: orders.PayPrize, person: str) -> None:
        side, due = decision.state.progressive, self._due(decision, order.id)
        terms = side.terms or self._setup.terms
        if not due.released:
            raise refuse("NOT_RELEASED", f"el premio {due.id} espera que lo libere otra persona", "PRG-GAP-05")
        lower = [one.id for one in side.unpaid if one.id < due.id and not one.grand]
        if lower:
            raise refuse("LOWEST_FIRST", f"se paga de menor a mayor: antes {lower}", "4.2")
        if due.promo != (order.means == "promo"):
            raise refuse(
                "MEANS", "este premio se paga en créditos promocionales" if due.promo else "no se paga así", "3.5.4"
            )
        if order.means == "cash" and terms.prize_table != "arica" and not due.grand and not due.promo:
            raise refuse("CHIPS_ONLY", "los premios del JACKPOT se pagan con fichas en la mesa", due.payment.article)
        decision.record(PrizePaid(due.id, order.means, person))
        if due.promo and self._setup.kind == "electronic":
            count = due.payment.amount // terms.credit_value
            decision.record(CreditsBought(due.payment.seat, count, 0, "promo", person))

    def _due(self, decision: Decision, number: int) -> Due:
        due = decision.state.progressive.due(number)
        if due is None or due.paid_by is not None:
            waiting = [one.id for one in decision.state.progressive.unpaid]
            raise refuse("NO_PRIZE", f"no hay premio {number} por pagar; hay {waiting}", "4.2")
        return due

    # Time

    def moments(self, side: Progressive) -> list[int]:
        """When `watch` has something to say: an hour before each grand prize is due, and then."""
        due_at = [due.due_at_utc_ns for due in side.unpaid if due.due_at_utc_ns is not None]
        return [moment for at in due_at for moment in (at - HOUR_NS, at)]

    def watch(self, decision: Decision, utc_ns: int) -> None:
        """Count the time of a grand prize from its confirmation; warn an hour before it is over, and then alarm."""
        hours = self._setup.grand_within_h
        for due in decision.state.progressive.unpaid:
            if due.grand and hours is not None and due.due_at_utc_ns is None:
                decision.record(GrandDue(due.id, utc_ns + hours * HOUR_NS))
        for due in decision.state.progressive.unpaid:
            if due.due_at_utc_ns is None:
                continue
            late, near = utc_ns >= due.due_at_utc_ns, utc_ns >= due.due_at_utc_ns - HOUR_NS
            if late or near:
                code = "side.prize_overdue" if late else "side.prize_due_soon"
                decision.fault(code, detail=f"premio {due.id}, puesto {due.payment.seat}", device=f"premio {due.id}")


def _judged(hand: Hand, staked: int, keyed: tuple[Card, ...] | None, *, void: bool) -> Hand:
    return replace(hand, credits=staked, cards=keyed or hand.cards, void=void)
