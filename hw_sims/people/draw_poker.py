"""A simulated table of Draw Poker with its progressive: players with chips for the slots, a dealer, two who release.

A folded hand goes to the tray unseen. Now and then the deck is stacked, so that whoever watches sees a straight flush,
and later a royal one that empties the pot.
"""

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from hw_sims.people.croupier import DEALER, PATIENCE_MS, SUPERVISOR, Picture, TableDoesNotReact
from hw_sims.people.side_bets import SideBets
from table_core.cards import DECK, Card, pip_value
from table_core.progressive.combinations import HAND_CARDS, combination

SEATS = 6
ANTE, CREDIT_COIN = 2000, 1
STRAIGHT_FLUSH: tuple[Card, ...] = ("5D", "6D", "7D", "8D", "9D")
ROYAL: tuple[Card, ...] = ("TH", "JH", "QH", "KH", "AH")
_STACKED = {2: STRAIGHT_FLUSH, 5: ROYAL}
"""In which pass the first seat dealt to holds what; after that, chance alone."""
_PLAYS_SIDE, _FOLDS, _KEEPS_ALL = 0.7, 0.25, 0.5
_SLOT_PATIENCE_S = 5.0


class Dealer(SideBets):
    """Moves the whole table; what lies at each seat he looks at only when the hands are open."""

    def __init__(self, *args: Any, slots: Mapping[int, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._slots = slots
        self._hands: dict[int, list[Card]] = {}
        self._changed: dict[int, int] = {}
        self._order_of_deal: list[int] = []

    def _in_pass(self, picture: Picture) -> bool:
        side = picture["progressive"]
        return picture["phase"] not in ("shuffle", "antes", "settled") or side["phase"] != "idle"

    def _move(self, picture: Picture) -> Picture:
        """One move; the side bets of a settled pass come before the next shuffle."""
        if picture["state"] == "held":
            return self._resolve(picture)
        if picture["phase"] in ("shuffle", "settled") and self._side_waits(picture):
            self._settle_side(picture["progressive"])
            return self._terminal.picture()
        match picture["phase"]:
            case "shuffle" | "settled":
                self._shuffle(picture["pass"] + 1)
            case "antes":
                self._bets(picture)
            case "deal":
                self._draw()
            case "decide":
                self._play_hands(picture)
            case "replace" | "dealer":
                self._replace(picture)
            case _:
                self._show(picture)
        return self._terminal.picture()

    def _key(self, entry: str, **values: Any) -> None:
        self._order(DEALER, {"type": entry, **values})

    # Cards

    def _shuffle(self, number: int) -> None:
        players = sorted(self._chance.sample(range(1, SEATS + 1), self._chance.randint(3, SEATS)), reverse=True)
        self._order_of_deal = [*players, 0]
        self._hands = {seat: [] for seat in self._order_of_deal}
        self._changed = {}
        deck = list(DECK)
        self._chance.shuffle(deck)
        if number in _STACKED:
            deck = stacked(deck, _STACKED[number], len(self._order_of_deal))
        self._key("PrepareShoe", decks=1)
        self._shoe.power_on()
        self._shoe.load(deck)

    def _draw(self) -> None:
        before = self._terminal.picture()
        card = self._shoe.draw()
        place = before["next_card"][0] if before["next_card"] else ""
        seat = 0 if place == "dealer" else int(place.rpartition(" ")[2] or 0)
        self._hands.setdefault(seat, []).append(card)
        self._see(lambda seen: seen["cards_out"] > before["cards_out"] or seen["state"] == "held")

    # Bets

    def _bets(self, picture: Picture) -> None:
        """Antes, side bets in the slots, then no more bets: the deal waits until the lock is read back."""
        self._ask_pot(DEALER, "OpenSideBets")
        self._pause()
        for seat in self._order_of_deal[:-1]:
            self._key("PlaceAnte", seat=seat, amount=ANTE)
        stacked_seat = self._order_of_deal[0]
        for seat in self._order_of_deal[:-1]:
            if seat == stacked_seat or self._chance.random() < _PLAYS_SIDE:
                self._insert(seat)
                self._pause()
        self._key("CloseAntes")
        self._until_locked()

    def _insert(self, seat: int) -> None:
        """A player drops chips until the slot keeps one; the lamp shows that it is a bet."""
        until = time.monotonic() + _SLOT_PATIENCE_S
        while self._slots[seat].insert(CREDIT_COIN, time.monotonic_ns()) != "kept":
            if time.monotonic() > until:
                raise TableDoesNotReact(f"the slot of seat {seat} gives every chip back")
            time.sleep(0.02)
        self._see(lambda seen: seen["progressive"]["seats"].get(str(seat), {}).get("bet", 0) > 0)

    def _play_hands(self, picture: Picture) -> None:
        """Who is asked goes on or folds; whoever holds a prized hand keeps it as it is."""
        for seat in [one["seat"] for one in picture["seats"] if one["choice"] is None]:
            prized = combination(self._hands[seat]) is not None
            folds = not prized and self._chance.random() < _FOLDS
            self._key("DecideBet", seat=seat, choice="fold" if folds else "bet")
            if not folds and not prized and self._chance.random() > _KEEPS_ALL:
                self._changed[seat] = self._chance.randint(1, 2)
                self._key("ChangeCards", seat=seat, count=self._changed[seat])

    def _replace(self, picture: Picture) -> None:
        """Cards as long as somebody is owed one; what the dealer's own rules make him draw, then the reveal."""
        own = self._hands[0]
        if picture["next_card"] == ["dealer"] and len(own) - HAND_CARDS >= dealer_changes(own[:HAND_CARDS]):
            self._key("OpenHands")
        else:
            self._draw()

    def _show(self, picture: Picture) -> None:
        """Hands with changed cards are keyed as they lie open; then the dealer says that screen and cloth agree."""
        for seat in picture["seats"]:
            if seat["choice"] == "bet" and seat["hand"] is None:
                self._key("KeyHand", seat=seat["seat"], cards=self._final(seat["seat"]))
        self._key("ConfirmHands")

    def _final(self, seat: int) -> list[Card]:
        """What lies at *seat* at the end: the cards put aside were the last of the first five."""
        cards, changed = self._hands[seat], self._changed.get(seat, 0)
        return [*cards[: HAND_CARDS - changed], *cards[HAND_CARDS:]]

    def _prize(self, seat: int) -> str | None:
        return combination(self._final(seat))

    def _resolve(self, picture: Picture) -> Picture:
        """Somebody with the right role takes the first choice that ends the trouble."""
        incident = next(one for one in picture["incidents"] if one["hold"])
        choice = incident["choices"][0]["code"]
        self._order(SUPERVISOR, {"type": "Resolve", "id": incident["id"], "choice": choice})
        return self._terminal.next_picture(PATIENCE_MS) or self._terminal.picture()


def dealer_changes(cards: list[Card]) -> int:
    """How many cards the dealer must change with these five (decree, 1.6)."""
    if combination(cards) is not None:
        return 0
    counts = sorted(Counter(card[0] for card in cards).values(), reverse=True)
    if counts[:2] == [2, 2] or (counts[0] == 1 and (_four_flush(cards) or _four_straight(cards))):
        return 1
    return 2


def _four_flush(cards: list[Card]) -> bool:
    return max(Counter(card[1] for card in cards).values()) == HAND_CARDS - 1


def _four_straight(cards: list[Card]) -> bool:
    """Four in a row; an ace counts at either end."""
    pips = {pip_value(card) for card in cards}
    pips |= {14} if 1 in pips else set()
    return any(set(range(low, low + HAND_CARDS - 1)) <= pips for low in range(1, 12))


def stacked(deck: list[Card], hand: tuple[Card, ...], places: int) -> list[Card]:
    """*deck* with *hand* on its way to whoever is dealt to first, one card each round."""
    rest = [card for card in deck if card not in hand]
    for turn, card in enumerate(hand):
        rest.insert(turn * places, card)
    return rest
