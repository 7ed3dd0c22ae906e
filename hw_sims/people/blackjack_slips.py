"""What goes wrong at a blackjack table: the dealer's slips, each reported and put right as his house's text says.

A slip is one scripted misadventure: cards really go to the wrong place, somebody notices, says so, and the cards and
chips end where the text wants them. Not every house knows every remedy.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from hw_sims.devices.bare_shoe import BareShoe
from hw_sims.devices.card_stack import CUT_CARD
from hw_sims.people.blackjack import Dealer
from hw_sims.people.blackjack_house import bank_total, is_natural
from hw_sims.people.croupier import DEALER, Picture, TableDoesNotReact
from table_core.cards import DECK

_MOMENT_MS = 300
"""How long a dealer looks at a screen that may not change."""
CUT_CARD_BY_HAND = 10
"""A cut card is set by eye: it may come out this many cards later than was told."""
CQB, BJ8, MZA, IQQ = "coquimbo-2020", "bj8-ar", "mendoza-2016", "iquique-2000"
_REPORTED = {"type": "ReportIrregularity"}


class Slip(Struct, frozen=True):
    """*kind* may happen in *phases* under *books*; *do* answers with None where this moment does not suit it.

    *bare*: only at a shoe that keeps no count of its own, which would notice more than is written here.
    """

    kind: str
    phases: tuple[str, ...]
    books: tuple[str, ...]
    do: Callable[["ErringDealer", Picture], Picture | None]
    bare: bool = False


class ErringDealer(Dealer):
    """Deals well most of the time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._missed_at: int | None = None

    @classmethod
    def kinds(cls, _rulebook: str) -> frozenset[str]:
        return frozenset(slip.kind for slip in SLIPS if _rulebook in slip.books)

    def _move(self, picture: Picture) -> Picture:
        self._look_for_the_cut_card(picture)
        if picture["state"] != "held" and self._mistakes and self._chance.random() < self._mistakes:
            slipped = self._slip(picture)
            if slipped is not None:
                return slipped
        return super()._move(picture)

    def lose_cut_card(self) -> None:
        """From now on nobody will see it; the table must say so soon after the place where it was put."""
        self._missed_at = len(self.cloth.cards) + self._shoe.stack.index(CUT_CARD) + CUT_CARD_BY_HAND
        self._shoe.lose_cut_card()

    def _look_for_the_cut_card(self, picture: Picture) -> None:
        """A shoe that is shuffled after this pass anyway may end without a word about it (94 para 7)."""
        told = any(incident["code"] == "cards.cut_card_missing" for incident in picture["incidents"])
        if told or picture["cut_card_out"] or picture["phase"] == "shoe.shuffle":
            self._missed_at = None
        if self._missed_at is not None and len(self.cloth.cards) > self._missed_at:
            raise TableDoesNotReact("the cut card should have come and the table does not miss it")

    def _slip(self, picture: Picture) -> Picture | None:
        """One slip that suits this moment, if there is any."""
        fitting = [slip for slip in SLIPS if picture["phase"] in slip.phases and self._rulebook in slip.books]
        if self._kinds:
            fitting = [slip for slip in fitting if slip.kind in self._kinds]
        if not isinstance(self._shoe, BareShoe):
            fitting = [slip for slip in fitting if not slip.bare]
        return self._chance.choice(fitting).do(self, picture) if fitting else None

    # What hands and voices do

    def take(self, *, shown: bool = True) -> str:
        """The next card in the hand, not laid yet; *shown*: the terminal must tell of it."""
        before = self._terminal.picture()
        card: str = self._shoe.draw()
        if shown:
            self._see(lambda seen: seen["cards_out"] > before["cards_out"] or seen["state"] == "held")
        else:
            self._terminal.next_picture(_MOMENT_MS)
        return card

    def deal_to(self, place: str, *, down: bool = False) -> str:
        card = self.take()
        self.cloth.lay(card, place, down=down)
        return card

    def report(self, event: str, box: str = "") -> Picture:
        self._order(DEALER, {**_REPORTED, "event": event, "box": box})
        return self._terminal.picture()

    def press(self, name: str, box: str | None = None) -> Picture:
        self._order(DEALER, {"type": "Button", "name": name, "box": box})
        return self._terminal.picture()

    def void_pass(self, code: str) -> Picture:
        """A supervisor ends the pass: what was not settled goes back, the cards are swept and shuffled."""
        for hand in self.cloth.hands:
            self.cloth.void(hand)
        picture = self.settle(code, "VOID_PASS")
        self.cloth.new_pass()
        return picture

    def next_is_a_card(self, count: int = 1) -> bool:
        """Whether the next *count* things in the mouth of the shoe are cards."""
        ahead = self._shoe.stack[:count]
        return len(ahead) == count and CUT_CARD not in ahead

    @property
    def rest_of_round(self) -> list[str]:
        """The boxes that have no second card yet, or no first, in dealing order."""
        return sorted(self.cloth.hands, key=int)


# A card too many


def surplus_card(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The bank has finished and one more card comes out."""
    if not dealer.next_is_a_card() or picture["burned"]:
        return None
    if dealer.house.surplus == "shoe":
        return _back_to_the_shoe(dealer)
    dealer.errs("surplus_card", "surplus_card", "bank_overdraw")
    dealer.deal_to("burn", down=dealer.house.surplus == "down")
    return dealer._terminal.picture()


def _back_to_the_shoe(dealer: ErringDealer) -> Picture:
    """94 para 4: it goes back and is the first card of the next pass; a bank nobody needs may take it."""
    if bank_total(dealer.house, dealer.cloth.bank) < 17:
        dealer.errs("surplus_card")
        dealer.deal_to("bank")
    else:
        dealer.errs("surplus_card", "bank_overdraw", "surplus_card")
        dealer._shoe.put_back(dealer.take(shown=False))
    return dealer._terminal.picture()


def unasked_card(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """14e: a third card that was not offered is burned unseen."""
    if picture["next_card"] != ["burn"] or not dealer.next_is_a_card():
        return None
    dealer.errs("unasked_card", "unoffered_card")
    dealer.deal_to("burn", down=True)
    return dealer._terminal.picture()


# Two at once, or the wrong way round


def stuck_cards(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """Two cards come out together for a hand that asked for one."""
    hand = picture["turn"]
    if hand not in dealer.cloth.hands or not dealer.next_is_a_card(2) or "hit" not in picture["may"].get(hand, ()):
        return None
    if dealer._rulebook == CQB:
        return _player_chooses(dealer, hand)
    dealer.errs("stuck_cards")
    dealer._act("hit", hand)
    dealer.press("stuck_cards")
    dealer.deal_to(hand)
    dealer.deal_to("burn", down=True)
    return dealer._terminal.picture()


def _player_chooses(dealer: ErringDealer, hand: str) -> Picture:
    """1.7 bullet 3: both lie on the cloth; the player says which is burned, the other is his."""
    dealer.errs("stuck_cards", "stuck_cards")
    dealer.press("stuck_cards")
    both = [dealer.take(), dealer.take()]
    burned = dealer._chance.choice(both)
    both.remove(burned)
    dealer.cloth.lay(burned, "burn")
    dealer.cloth.lay(both[0], hand)
    return dealer.settle("stuck_cards", "PLAYER_CHOOSES_BURN", cards=[burned])


def face_up(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The next card lies face up in the shoe."""
    if picture["burned"] or not picture["next_card"] or not dealer.next_is_a_card() or not picture["hands"]:
        return None
    dealer.errs("face_up", *(() if dealer._rulebook in (BJ8, MZA) else ("face_up_in_shoe",)))
    picture = dealer.press("face_up_in_shoe")
    if dealer._rulebook in (CQB, BJ8):
        dealer.deal_to("burn")
    return dealer._terminal.picture()


# The deal


def skipped_box(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """A box gets no card at all; it is noticed when the others have theirs."""
    box = _owed_first(dealer, picture)
    if box is None or not dealer.next_is_a_card(2 * len(dealer.cloth.hands)):
        return None
    boxes = dealer.rest_of_round
    for place in (*boxes[boxes.index(box) + 1 :], "bank", *(one for one in boxes if one != box)):
        dealer.deal_to(place)
    if dealer.house.hole:
        dealer.deal_to("bank", down=True)
    dealer.errs("skipped_box", "skipped_box")
    dealer.report("skipped_box", box)
    served = dealer._rulebook == IQQ and dealer._chance.random() < 0.5
    if not served:
        dealer.cloth.void(box)
    void = "APOLOGISE_VOID_HAND" if dealer._rulebook == MZA else "VOID_HAND"
    return dealer.settle("skipped_box", "SERVE_BOTH_LATE" if served else void)


def _owed_first(dealer: ErringDealer, picture: Picture) -> str | None:
    """The box that is owed its first card, unless it is the only one."""
    place = picture["next_card"][0] if picture["next_card"] else ""
    fits = place in dealer.cloth.hands and not dealer.cloth.hands[place] and len(dealer.cloth.hands) > 1
    return place if fits and not dealer.cloth.bank and not dealer.cloth.results else None


def one_card_only(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """A box is passed over in the second round."""
    place = picture["next_card"][0] if picture["next_card"] else ""
    if len(dealer.cloth.hands.get(place, ())) != 1 or not dealer.cloth.bank or not dealer.next_is_a_card(9):
        return None
    boxes = dealer.rest_of_round
    after = boxes[boxes.index(place) + 1 :]
    if dealer.cloth.results or any(len(dealer.cloth.hands[later]) != 1 for later in after):
        return None
    for later in after:
        dealer.deal_to(later)
    if dealer.house.hole:
        dealer.deal_to("bank", down=True)
    dealer.errs("one_card_only", "one_card_only")
    dealer.report("one_card_only", place)
    return _complete_or_void(dealer, place)


def _complete_or_void(dealer: ErringDealer, box: str) -> Picture:
    """The player takes his second card last, or leaves the pass."""
    if dealer._chance.random() < 0.5:
        return dealer.settle("one_card_only", "COMPLETE_DELIVERY" if dealer._rulebook == BJ8 else "SERVE_SECOND_LATE")
    dealer.cloth.void(box)
    if dealer._rulebook == IQQ:
        return dealer.settle("one_card_only", "VOID_HAND")
    dealer.cloth.burn_hand(box)
    return dealer.settle("one_card_only", "BURN_AND_VOID")


def empty_box(dealer: ErringDealer, _picture: Picture) -> Picture | None:
    """A card is laid on a box without a bet: burned, and only that card."""
    free = [str(box) for box in range(1, 8) if str(box) not in dealer.cloth.hands]
    if not free or not dealer.next_is_a_card():
        return None
    dealer.errs("empty_box", *(("empty_box_card",) if dealer._rulebook == MZA else ()))
    dealer._order(DEALER, {"type": "LayNext", "place": dealer._chance.choice(free)})
    dealer.deal_to("burn")
    return dealer._terminal.picture()


def bank_forgotten(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The bank's first card is forgotten: the second round begins, or even ends, before somebody sees it."""
    late = dealer.cloth.bank or dealer.cloth.results or any(len(cards) > 1 for cards in dealer.cloth.hands.values())
    if picture["next_card"] != ["bank"] or late or not dealer.next_is_a_card(8):
        return None
    boxes = dealer.rest_of_round
    for box in boxes[: dealer._chance.randint(1, len(boxes))]:
        dealer.deal_to(box)
    dealer.errs("bank_forgotten", "bank_missing_cards", "bank_missing_both")
    dealer.press("bank_missing_cards")
    if dealer._rulebook == BJ8:
        return dealer.settle("bank_missing_cards", "NEXT_CARDS_TO_BANK")
    return dealer._terminal.picture()


def hole_exposed_in_deal(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """DC-7: the bank's covered card comes out face up: burned, and another takes its place."""
    if picture["next_card"] != ["bank"] or len(dealer.cloth.bank) != 1 or not dealer.next_is_a_card():
        return None
    dealer.errs("hole_exposed_in_deal", "hole_exposed_in_deal")
    dealer.press("hole_exposed")
    dealer.deal_to("burn")
    return dealer._terminal.picture()


def hole_exposed(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """DC-12: the covered card is turned in a player's turn and stays so."""
    if picture["turn"] not in dealer.cloth.hands or dealer.cloth.shown("bank")[1:] != ["??"]:
        return None
    dealer.errs("hole_exposed", *(("hole_exposed",) if dealer._rulebook == BJ8 else ()))
    dealer.cloth.turn("bank")
    return dealer.press("hole_exposed", picture["turn"])


# Disputes and slips of the finger


def disputed_card(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """A player says that he asked for nothing: he takes the card, or it is burned and he is out of it."""
    hand = picture["turn"]
    if hand not in dealer.cloth.hands or "hit" not in picture["may"].get(hand, ()) or not dealer.next_is_a_card():
        return None
    dealer._draw(hand)
    if dealer._terminal.picture()["turn"] != hand:
        return dealer._terminal.picture()
    dealer.errs("disputed_card", "disputed_card")
    dealer.press("disputed_card", hand)
    if dealer._chance.random() < 0.5:
        return dealer.settle("disputed_card", "ACCEPT_CARD", box=hand)
    dealer.cloth.burned.append(dealer.cloth.hands[hand].pop())
    return dealer.settle("disputed_card", "BURN_AND_FREEZE", box=hand)


def miskeyed(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The wrong key, taken back before the next card."""
    hand = picture["turn"]
    if "stand" not in picture["may"].get(hand, ()):
        return None
    dealer.errs("miskeyed")
    dealer._act("stand", hand)
    dealer._order(DEALER, {"type": "Undo"})
    return dealer._see(lambda seen: seen["turn"] == hand)


# The reader and the cable


def unread_card(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The reader cannot read a card; the dealer keys what he sees."""
    if not dealer.next_is_a_card() or not picture["hands"] or picture["next_card"] in ([], ["burn"]):
        return None
    place, phase = dealer._next_place(picture), picture["phase"]
    dealer.errs("unread_card", "shoe.unread_card")
    dealer._shoe.mischief.unreadable = True
    card = dealer.take()
    if phase == "bank":
        dealer.cloth.turn("bank")
    dealer.cloth.lay(card, place, down=dealer._covers(place, phase))
    return dealer.settle("shoe.unread_card", "KEY_HANDS", cards=[card])


def missed_card(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The reader misses a card altogether: the screen stands still, the dealer says so and keys it."""
    if not dealer.next_is_a_card() or not picture["hands"] or picture["next_card"] in ([], ["burn"]):
        return None
    place, phase = dealer._next_place(picture), picture["phase"]
    dealer._shoe.mischief.lost_messages = 1
    card = dealer.take(shown=False)
    dealer.errs("missed_card", "shoe.missed_card")
    dealer.report("shoe.missed_card")
    if phase == "bank":
        dealer.cloth.turn("bank")
    dealer.cloth.lay(card, place, down=dealer._covers(place, phase))
    return dealer.settle("shoe.missed_card", "KEY_HANDS", cards=[card])


def misread(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The screen names another card than the one on the cloth: in the deal, where nothing is settled yet."""
    owed = 2 * len(dealer.cloth.hands) + 1 + dealer.house.hole - len(dealer.cloth.on_cloth)
    place = dealer._next_place(picture)
    if not dealer.next_is_a_card() or owed < 2 or dealer._covers(place, "deal") or picture["burned"]:
        return None
    settled = any(is_natural(cards) for cards in dealer.cloth.hands.values()) or dealer.cloth.results
    if settled or any(kind == "desafio" for _hand, kind, _stake in dealer.cloth.sides):
        return None
    card = dealer._shoe.stack[0]
    dealer._shoe.mischief.misread = dealer._chance.choice([one for one in DECK if one[0] in "23456" and one != card])
    dealer.errs("misread", "cards.impossible", seen=False)
    dealer.take()
    dealer.cloth.discard.append(card)
    dealer.errs("misread", "shoe.misread")
    dealer.report("shoe.misread")
    return dealer.void_pass("shoe.misread")


def missing_cut_card(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """Somebody takes the cut card out of the shoe; it is missed where it should have come."""
    if CUT_CARD not in dealer._shoe.stack[20:]:
        return None
    dealer.errs("missing_cut_card", "cards.cut_card_missing", seen=False)
    dealer.lose_cut_card()
    return picture


DEALING = ("deal",)
TURNS = ("turns",)
ALL = (CQB, BJ8, MZA, IQQ)
SLIPS: tuple[Slip, ...] = (
    Slip("surplus_card", ("settle",), ALL, surplus_card, bare=True),
    Slip("unasked_card", TURNS, (MZA,), unasked_card),
    Slip("stuck_cards", TURNS, (CQB, BJ8, MZA), stuck_cards),
    Slip("face_up", ("bets", "deal"), ALL, face_up),
    Slip("skipped_box", DEALING, ALL, skipped_box),
    Slip("one_card_only", DEALING, (BJ8, IQQ), one_card_only),
    Slip("empty_box", DEALING, (BJ8, MZA), empty_box),
    Slip("hole_exposed_in_deal", DEALING, (BJ8,), hole_exposed_in_deal),
    Slip("hole_exposed", TURNS, (BJ8, MZA), hole_exposed),
    Slip("disputed_card", TURNS, (CQB,), disputed_card),
    Slip("miskeyed", TURNS, ALL, miskeyed),
    Slip("unread_card", ("deal", "turns", "bank"), ALL, unread_card, bare=True),
    Slip("missed_card", ("deal", "turns", "bank"), ALL, missed_card, bare=True),
    Slip("misread", DEALING, ALL, misread, bare=True),
    Slip("bank_forgotten", DEALING, (BJ8, MZA), bank_forgotten),
    Slip("missing_cut_card", ("settle",), ALL, missing_cut_card, bare=True),
)
"""One line per kind."""
