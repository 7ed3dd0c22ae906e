"""What goes wrong at Chemin de Fer besides cards too many: the reader, cards seen, misplaced or thrown away."""

from collections.abc import Callable

from msgspec import Struct

from hw_sims.devices.card_stack import CUT_CARD
from hw_sims.people import chemin
from hw_sims.people.croupier import DEALER, Picture
from table_core.cards import DECK


class Slip(Struct, frozen=True):
    """*kind* may happen in *phases*; *do* answers whether this moment suited it."""

    kind: str
    phases: tuple[str, ...]
    do: Callable[["ErringDealer", Picture], bool]


class ErringDealer(chemin.Dealer):
    """Deals well most of the time."""

    @classmethod
    def kinds(cls, rulebook: str) -> frozenset[str]:
        return super().kinds(rulebook) | {slip.kind for slip in SLIPS}

    def _move(self, picture: Picture) -> Picture:
        errs = picture["state"] != "held" and self._mistakes and self._chance.random() < self._mistakes
        return self._terminal.picture() if errs and self._slip(picture) else super()._move(picture)

    def _slip(self, picture: Picture) -> bool:
        fitting = [slip for slip in SLIPS if picture["phase"] in slip.phases]
        if self._kinds:
            fitting = [slip for slip in fitting if slip.kind in self._kinds]
        return bool(fitting) and self._chance.choice(fitting).do(self, picture)

    def take(self, side: str) -> None:
        """The next card out of the shoe, laid before *side*; the terminal may not tell of it."""
        self.cloth.lay(self._shoe.draw(), side)
        self._terminal.picture()

    def void_play(self, code: str) -> bool:
        """The play does not count; its cards are swept."""
        self.cloth.void = True
        self.settle(code, "VOID_PASS")
        self.cloth.sweep()
        return True

    def report(self, event: str, **facts: bool) -> None:
        self._order(DEALER, {"type": "ReportIrregularity", "event": event, "facts": facts})

    def next_is_a_card(self) -> bool:
        return bool(self._shoe.stack[0] != CUT_CARD)


def _next_side(picture: Picture) -> str:
    side: str = picture["next_card"][0].partition(" ")[0]
    return side


def misread(dealer: ErringDealer, picture: Picture) -> bool:
    """The screen names another card than the third one that lies open: everybody sees it."""
    if picture["said"]["punto"] != "carta" or not dealer.next_is_a_card():
        return False
    told = dealer._chance.choice([one for one in DECK if one != dealer._shoe.stack[0]])
    dealer.errs("misread", "cards.impossible", seen=False)
    dealer._shoe.mischief.misread = told
    dealer.cloth.misnamed.append(told)
    dealer._draw("punto")
    dealer.errs("misread", "shoe.misread")
    dealer.report("shoe.misread")
    return dealer.void_play("shoe.misread")


def missed_card(dealer: ErringDealer, picture: Picture) -> bool:
    """The reader misses a card of the deal: it is keyed with the others, or the play is void."""
    if not dealer.next_is_a_card():
        return False
    if dealer.shoe_counts:
        dealer.errs("missed_card", "counts.part", "shoe.messages_lost", seen=False)
    dealer._shoe.miss_next()
    dealer.take(_next_side(picture))
    dealer.errs("missed_card", "shoe.missed_card")
    dealer.report("shoe.missed_card")
    return _key_or_void(dealer, "shoe.missed_card")


def unread_card(dealer: ErringDealer, picture: Picture) -> bool:
    """The reader sees that there was a card, and not which."""
    if not dealer.next_is_a_card():
        return False
    dealer.errs("unread_card", "shoe.unread_card")
    dealer._shoe.mischief.unreadable = True
    dealer.take(_next_side(picture))
    return _key_or_void(dealer, "shoe.unread_card")


def _key_or_void(dealer: ErringDealer, code: str) -> bool:
    if dealer._chance.random() < 0.3:
        return dealer.void_play(code)
    dealer.settle(code, "KEY_HANDS", punto=dealer.cloth.punto, bank=dealer.cloth.bank)
    return True


def face_up(dealer: ErringDealer, picture: Picture) -> bool:
    """A card of the deal comes out face up: it is removed, the next takes its place, bets stand (151)."""
    if not dealer.next_is_a_card():
        return False
    dealer._draw(_next_side(picture))
    dealer.errs("face_up", "face_up_in_shoe")
    dealer.report("face_up_in_shoe")
    dealer.cloth.take_back_last()
    return True


def mixed_up(dealer: ErringDealer, _picture: Picture) -> bool:
    """The dealer lays cards before the wrong hand and it cannot be put right without harm: the play is void (151)."""
    if not dealer.cloth.bank:
        return False
    dealer.errs("mixed_up", "dealer_error")
    dealer.cloth.void = True
    dealer.report("dealer_error", rectifiable=False)
    dealer.cloth.sweep()
    return True


def card_in_basket(dealer: ErringDealer, picture: Picture) -> bool:
    """One of Punto's first two cards falls into the basket: he shows nine (151)."""
    if picture["said"]["punto"] is not None:
        return False
    dealer.errs("card_in_basket", "card_in_basket")
    dealer.cloth.nine = dealer.cloth.open = True
    dealer.report("card_in_basket", third=False)
    return True


_DEALING = ("closed", "dealing")
SLIPS: tuple[Slip, ...] = (
    Slip("misread", ("punto",), misread),
    Slip("missed_card", _DEALING, missed_card),
    Slip("unread_card", _DEALING, unread_card),
    Slip("face_up", _DEALING, face_up),
    Slip("mixed_up", _DEALING, mixed_up),
    Slip("card_in_basket", ("punto",), card_in_basket),
)
"""One line per kind."""
