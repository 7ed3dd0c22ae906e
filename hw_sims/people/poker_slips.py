"""What goes wrong at poker besides seats skipped or served twice: cards misread, missed, stuck, seen, mixed up."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from hw_sims.people import poker
from hw_sims.people.croupier import Picture
from hw_sims.people.poker_cloth import DEALER as HOUSE
from hw_sims.people.poker_cloth import HAND
from hw_sims.people.poker_house import HOUSES
from table_core.cards import DECK


class Slip(Struct, frozen=True):
    """*kind* may happen in *phases*, under *books* if any are named; *do* answers whether this moment suited it."""

    kind: str
    phases: tuple[str, ...]
    do: Callable[["ErringDealer", Picture], bool]
    books: tuple[str, ...] = ()


class ErringDealer(poker.Dealer):
    """Deals well most of the time."""

    @classmethod
    def kinds(cls, rulebook: str) -> frozenset[str]:
        return super().kinds(rulebook) | {slip.kind for slip in SLIPS if rulebook in (slip.books or HOUSES)}

    def _move(self, picture: Picture) -> Picture:
        errs = picture["state"] != "held" and self._mistakes and self._chance.random() < self._mistakes
        return self._after() if errs and self._slip(picture) else super()._move(picture)

    def _slip(self, picture: Picture) -> bool:
        fitting = [slip for slip in SLIPS if picture["phase"] in slip.phases]
        fitting = [slip for slip in fitting if self._rulebook in (slip.books or HOUSES)]
        if self._kinds:
            fitting = [slip for slip in fitting if slip.kind in self._kinds]
        return bool(fitting) and self._chance.choice(fitting).do(self, picture)

    def report(self, event: str, facts: dict[str, Any], box: str = "") -> None:
        self._key("ReportIrregularity", event=event, box=box, facts=facts)

    def next_seat(self, ahead: int = 0) -> int | None:
        """Who gets the card after the next *ahead* ones; None when the deal is over by then, or went astray."""
        order, at = self.cloth.order, len(self.cloth.came) + ahead
        if self.cloth.misdealt or self._skip is not None or at >= HAND * len(order):
            return None
        seat: int = order[at % len(order)]
        return seat

    def void_pass(self, code: str) -> None:
        self.cloth.all_void = True
        self.settle(code, "VOID_PASS")

    # A misread card comes to light when its hand is opened

    def _review(self, picture: Picture) -> None:
        for seat in self.cloth.playing:
            if self.cloth.is_misread(seat) and not self.cloth.misdealt:
                self.errs("misread", "cards.hand_differs")
                self.cloth.known.add(seat)
                self._doubted = True
                self._key_hand(seat)
                return
        super()._review(picture)


def misread(dealer: ErringDealer, _picture: Picture) -> bool:
    """The reader takes a player's covered card for another; he sees it, and the screen does not."""
    seat = dealer.next_seat()
    if not seat or dealer.cloth.misread:
        return False
    card = dealer._shoe.stack[0]
    told = dealer._chance.choice([one for one in DECK if one != card])
    dealer.errs("misread", "cards.impossible", seen=False)
    dealer.cloth.misread[card] = told
    dealer._shoe.mischief.misread = told
    dealer._deal_next()
    return True


def missed_card(dealer: ErringDealer, _picture: Picture) -> bool:
    """The reader misses a covered card; nobody may look at it, so the pass is void."""
    seat = dealer.next_seat()
    if seat is None:
        return False
    if dealer.shoe_counts:
        dealer.errs("missed_card", "counts.part", "shoe.messages_lost", seen=False)
    dealer._shoe.miss_next()
    dealer.cloth.deal(dealer._shoe.draw(), seat)
    dealer.cloth.misdealt = True
    dealer.errs("missed_card", "shoe.missed_card")
    dealer.report("shoe.missed_card", {})
    dealer.void_pass("shoe.missed_card")
    return True


def stuck_cards(dealer: ErringDealer, _picture: Picture) -> bool:
    """Two cards come out together: the player chooses which of them is burned (2.4)."""
    seat = dealer.next_seat()
    if not seat or dealer.next_seat(1) is None or dealer.cloth.misread:
        return False
    both = [dealer._draw(), dealer._draw()]
    dealer.errs("stuck_cards", "stuck_cards")
    dealer.report("stuck_cards", {})
    burned = both.pop(dealer._chance.randrange(2))
    dealer.settle("stuck_cards", "PLAYER_CHOOSES_BURN", cards=[burned])
    dealer.cloth.deal(both[0], seat)
    dealer.cloth.discard.append(burned)
    return True


def card_seen(dealer: ErringDealer, _picture: Picture) -> bool:
    """A covered card shows while it is dealt: one player's is no matter, one of the dealer's voids the pass (2.4)."""
    if dealer.next_seat() is None or not dealer.cloth.came:
        return False
    whose = "dealer_cards" if dealer._chance.random() < 0.3 else "player_cards"
    dealer.errs("card_seen", "cards_seen")
    dealer.cloth.all_void = whose == "dealer_cards"
    dealer.report("cards_seen", {whose: 1})
    return True


def dealers_card_seen(dealer: ErringDealer, _picture: Picture) -> bool:
    """One of the dealer's first four shows: it stays open, and his fifth comes covered (114)."""
    dealt = len(dealer.cloth.hands.get(HOUSE, ()))
    if dealer.next_seat() is None or not 0 < dealt < HAND or dealer.cloth.up_card != HAND:
        return False
    if not dealer._unread.isdisjoint(dealer.cloth.first[HOUSE]):
        return False
    which = dealer._chance.randint(1, dealt)
    dealer.errs("dealers_card_seen", "dealer_card_seen")
    dealer.report("dealer_card_seen", {"which": which})
    dealer.cloth.up_card = which
    return True


def folded_mixed(dealer: ErringDealer, _picture: Picture) -> bool:
    """A folded hand goes among the dealer's cards: the whole play is void (114 b)."""
    if not dealer.cloth.folded:
        return False
    dealer.errs("folded_mixed", "folded_cards_mixed")
    dealer.cloth.all_void = True
    dealer.report("folded_cards_mixed", {"with": "dealer"}, str(min(dealer.cloth.folded)))
    return True


def tray_opened(dealer: ErringDealer, _picture: Picture) -> bool:
    """Somebody reaches into the discard tray in mid-pass; the supervisor says how it goes on (1.5.3)."""
    dealer.errs("tray_opened", "tray_opened")
    dealer.report("tray_opened", {"dispute": False})
    return True


SLIPS: tuple[Slip, ...] = (
    Slip("misread", ("deal",), misread),
    Slip("missed_card", ("deal",), missed_card),
    Slip("stuck_cards", ("deal",), stuck_cards, ("arica-2017",)),
    Slip("card_seen", ("deal",), card_seen, ("arica-2017",)),
    Slip("dealers_card_seen", ("deal",), dealers_card_seen, ("iquique-2000/caribbean",)),
    Slip("folded_mixed", ("decide",), folded_mixed, ("iquique-2000/caribbean",)),
    Slip("tray_opened", ("replace",), tray_opened, ("arica-2017",)),
)
"""One line per kind."""
