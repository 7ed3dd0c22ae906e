"""A simulated dealer and players of Draw Poker and Caribbean Stud. Each looks at his own cards; the rest they see open.

The cards they hold are real: they leave the simulated deck because somebody deals them. Mistakes happen at a set rate.
"""

from typing import Any

from hw_sims.people.croupier import DEALER, PATIENCE_MS, SUPERVISOR, Croupier, Picture
from hw_sims.people.poker_cloth import DEALER as HOUSE
from hw_sims.people.poker_cloth import Cloth
from hw_sims.people.poker_house import HOUSES, PAIR, puts_aside, value
from table_core.cards import Card, full_shoe

_MISTAKES = frozenset(
    {"card_after_the_pass", "cards_exposed", "served_twice", "skipped_seat", "unread_card", "wrong_bet"}
)
_ARICA_ONLY = frozenset({"boxed_card", "dealer_overdraws", "three_changes"})
_CHIPS = (1000, 2000, 5000, 10000)


class Dealer(Croupier):
    """Deals from a deck whose cards a reader sees."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cloth = Cloth()
        self._house = HOUSES[self._rulebook]
        self._miscount = "misdeal" if self._house.reorders else "wrong_count"
        self._begin()

    def _begin(self) -> None:
        self._skip: int | None = None
        self._wrong_seat = 0
        self._changed = self._told = self._doubted = False
        self._unread: set[Card] = set()
        self._aside: dict[int, list[Card]] = {}

    @classmethod
    def kinds(cls, rulebook: str) -> frozenset[str]:
        return _MISTAKES | (_ARICA_ONLY if HOUSES[rulebook].reorders else frozenset())

    def _in_pass(self, picture: Picture) -> bool:
        return picture["phase"] not in ("shuffle", "antes", "settled")

    def _move(self, picture: Picture) -> Picture:
        if picture["state"] == "held":
            self._resolve(picture)
        else:
            self._moves()[picture["phase"]](picture)
        return self._after()

    def _moves(self) -> dict[str, Any]:
        return {
            "shuffle": self._shuffle,
            "antes": self._invite,
            "deal": self._deal,
            "decide": self._play_hands,
            "replace": self._replace,
            "dealer": self._dealers_turn,
            "review": self._review,
            "settled": self._collect,
        }

    def _after(self) -> Picture:
        picture = self._terminal.picture()
        self.cloth.over = picture["phase"] in ("settled", "shuffle", "antes")
        return picture

    def _key(self, entry: str, *, by: str = DEALER, **values: Any) -> None:
        self._order(by, {"type": entry, **values})

    # The deck and the deal

    def _collect(self, picture: Picture) -> None:
        """The pass is paid: the cards go together, now and then after one too many."""
        if self._slips("card_after_the_pass"):
            code = "extra_cards_at_end" if self._house.reorders else "cards.unexpected"
            self.errs("card_after_the_pass", code)
            self.cloth.discard.append(self._shoe.draw())
            self._see(lambda seen: seen["burned"] > picture["burned"] or seen["state"] == "held")
        else:
            self._shuffle(picture)

    def _shuffle(self, _picture: Picture) -> None:
        cards = full_shoe(1)
        self._chance.shuffle(cards)
        self._key("PrepareShoe", decks=1, cut_from_top=self._chance.randint(15, 37))
        self._shoe.load(cards)
        self.cloth.new_deck()
        self.cloth.up_card = self._house.up_card
        self._begin()

    def _invite(self, _picture: Picture) -> None:
        """Players lay their antes; the first card closes them."""
        seats = range(1, self._house.seats + 1)
        for seat in sorted(self._chance.sample(seats, self._chance.randint(1, len(seats)))):
            self.cloth.antes[seat] = self._chance.choice(_CHIPS)
            self._key("PlaceAnte", seat=seat, amount=self.cloth.antes[seat])
        if self._house.reorders:
            self._key("CloseAntes")
        self._before_the_deal()
        if self._slips("skipped_seat", 2.0):
            self._skip = self._chance.randrange(5 * len(self.cloth.order) - 1)
        self._deal_next()

    def _before_the_deal(self) -> None:
        """The antes lie there."""

    def _deal(self, _picture: Picture) -> None:
        """One card; with a seat skipped the dealer ends one short, and goes on."""
        done = len(self.cloth.came) + (self._skip is not None and self.cloth.misdealt)
        if done >= 5 * len(self.cloth.order):
            self.errs("skipped_seat", self._miscount)
            self._first_decision()
        elif self._house.reorders and not self.cloth.misdealt and self._slips("boxed_card", 0.1):
            self.errs("boxed_card", "boxed_card")
            self._key("ReportIrregularity", event="boxed_card")
            self.cloth.take_back_last()
        else:
            self._deal_next()

    def _deal_next(self) -> None:
        order, at = self.cloth.order, len(self.cloth.came)
        if self._skip is not None and at >= self._skip and not self.cloth.misdealt:
            self.cloth.misdealt, self._wrong_seat = True, order[at % len(order)]
        seat = order[(at + self.cloth.misdealt) % len(order)]
        self.cloth.deal(self._draw("shoe.unread_card"), seat)

    def _draw(self, *codes: str) -> Card:
        """One card out of the deck, read or, now and then, not."""
        before = self._terminal.picture()
        unread = bool(codes) and not self.cloth.misdealt and self._slips("unread_card", 0.05)
        if unread:
            self._shoe.mischief.unreadable = True
            self.errs("unread_card", *codes)
        card: Card = self._shoe.draw()
        if unread:
            self._unread.add(card)
            self.cloth.unsettled = True
        self._see(lambda seen: seen["cards_out"] > before["cards_out"] or seen["state"] == "held")
        return card

    # Players

    def _first_decision(self) -> None:
        self._key("DecideBet", seat=self.cloth.order[0], choice="bet")
        self._see(lambda seen: seen["state"] == "held")

    def _play_hands(self, picture: Picture) -> None:
        """Whoever is next looks at his cards and goes on or folds."""
        if not self._told and self._slips("served_twice"):
            self._told = self.cloth.misdealt = True
            self._wrong_seat = self.cloth.order[0]
            self.errs("served_twice", self._miscount)
            self.cloth.hands[self._wrong_seat].append(self._shoe.draw())
            self._see(lambda seen: seen["state"] == "held")
            return
        self._told = True
        seat = picture["waits_for"][0]
        hand = value(self.cloth.hands[seat])
        if hand[0] >= PAIR or self._chance.random() < 0.3:
            self._bet(seat)
        else:
            self.cloth.folded.add(seat)
            self._key("DecideBet", seat=seat, choice="fold")

    def _bet(self, seat: int) -> None:
        """Exactly the double; a bet that is not is put right."""
        double = 2 * self.cloth.antes[seat]
        wrong = self._slips("wrong_bet")
        if wrong:
            self.errs("wrong_bet", "bet_not_double")
        self.cloth.bets[seat] = double
        self._key("DecideBet", seat=seat, choice="bet", amount=double + 1000 if wrong else None)
        if self._slips("cards_exposed", 0.5):
            code = "player_exposes" if self._house.reorders else "player_cards_seen"
            self.errs("cards_exposed", code)
            facts = {} if self._house.reorders else {"count": 1}
            self._key("ReportIrregularity", event=code, box=str(seat), facts=facts)

    def _replace(self, picture: Picture) -> None:
        """Players put cards aside; the dealer collects them all, then serves one seat after the other."""
        if not self._changed:
            self._changed = True
            for seat in self.cloth.playing:
                self._change(seat)
            return
        where = picture["next_card"][0]
        if where == "dealer":
            self._dealers_turn(picture)
            return
        for seat, cards in self._aside.items():
            self.cloth.put_aside(seat, cards)
        self._aside.clear()
        self.cloth.hands[int(where.split()[1])].append(self._draw())

    def _change(self, seat: int) -> None:
        aside = puts_aside(self.cloth.hands[seat]) if self._chance.random() < 0.7 else []
        if self._slips("three_changes", 0.5):
            self.errs("three_changes", "change_request")
            self._key("ChangeCards", seat=seat, count=3)
        if aside:
            self._aside[seat] = aside
            self._key("ChangeCards", seat=seat, count=len(aside))

    # The dealer's own hand

    def _dealers_turn(self, _picture: Picture) -> None:
        """He changes what his rules say, once too often now and then, and uncovers."""
        if self._house.changes and not self.cloth.drawing:
            aside = puts_aside(self.cloth.hands[HOUSE])
            self.cloth.drawing = bool(aside)
            self.cloth.put_aside(HOUSE, aside)
            for _card in aside:
                self.cloth.hands[HOUSE].append(self._draw())
                self._settle_doubts()
            if not self.cloth.misdealt and self._slips("dealer_overdraws"):
                self._overdraw(len(aside))
                return
        self._open()

    def _settle_doubts(self) -> None:
        """A card that cannot be holds the table: nobody draws on before somebody has decided."""
        while (picture := self._terminal.picture())["state"] == "held":
            self._resolve(picture)

    def _overdraw(self, changed: int) -> None:
        """A card more than his rules give him; with an unread card among his five only the reveal can tell."""
        told = self._unread.isdisjoint(self.cloth.first[HOUSE]) or changed == self._house.changes
        self.errs("dealer_overdraws", "cards.dealer_draw_wrong" if told else "cards.hand_differs", seen=told)
        self._doubted = not told
        before = self._terminal.picture()["cards_out"]
        self.cloth.discard.append(self._shoe.draw())
        self.cloth.drawing = True
        self._see(lambda seen: seen["state"] == "held" if told else seen["cards_out"] > before)

    def _open(self) -> None:
        """What the deck's own order tells lies open at once; a hand that was changed is opened when it is compared."""
        unread = {seat for seat in (HOUSE, *self.cloth.playing) if not self._is_read(seat)}
        self.cloth.open = {HOUSE, *self.cloth.playing} - unread
        self._key("OpenHands")

    def _is_read(self, seat: int) -> bool:
        changed = seat != HOUSE and self.cloth.hands[seat] != self.cloth.first[seat]
        return not self.cloth.misdealt and not changed and self._unread.isdisjoint(self.cloth.first[seat])

    def _review(self, picture: Picture) -> None:
        """Key what the screen cannot know, then confirm; hands known by keys alone the supervisor confirms."""
        if picture["dealer_name"] is None:
            self._key_hand(HOUSE)
            if self._terminal.picture()["state"] == "held":
                return
        for seat in self.cloth.playing:
            if seat not in self.cloth.open:
                self._key_hand(seat)
        self._key("ConfirmHands", by=SUPERVISOR if self.cloth.misdealt or self._doubted else DEALER)

    def _key_hand(self, seat: int) -> None:
        self.cloth.open.add(seat)
        self.cloth.known.add(seat)
        self._key("KeyHand", seat=seat, cards=sorted(self.cloth.hands[seat]))

    # Errors

    def _resolve(self, picture: Picture) -> None:
        if self._wait_for_cables(picture):
            self._terminal.next_picture(PATIENCE_MS)
            return
        for incident in (one for one in picture["incidents"] if one["hold"]):
            choice = self._choose(incident)
            role = next(one["role"] for one in incident["choices"] if one["code"] == choice["choice"])
            person = DEALER if role in ("dealer", "player") else SUPERVISOR
            self._order(person, {"type": "Resolve", "id": incident["id"], "reason": "simulación", **choice})

    def _choose(self, incident: Picture) -> Picture:
        """What these people decide on *incident*, and what it does to the cards they hold."""
        codes = [one["code"] for one in incident["choices"]]
        match incident["code"]:
            case "misdeal" if self._chance.random() < 0.7:
                self._put_in_order()
                return {"choice": "REORDER"}
            case "wrong_count" if self._wrong_seat != HOUSE and self._chance.random() < 0.5:
                self.cloth.void.add(self._wrong_seat)
                return {"choice": "VOID_HAND", "box": str(self._wrong_seat)}
            case "misdeal" | "wrong_count":
                self.cloth.all_void = True
                return {"choice": "BURN_PASS" if "BURN_PASS" in codes else "VOID_PASS"}
            case "shoe.unread_card":
                return self._tell_unread()
            case "cards.dealer_draw_wrong" | "cards.unexpected":
                return {"choice": "CARDS_BURNED"}
            case _:
                return {"choice": codes[0]}

    def _tell_unread(self) -> Picture:
        """A covered card stays so until its hand is opened; the dealer's open one is read out."""
        self.cloth.unsettled = False
        mine = self.cloth.first.get(HOUSE, [])
        if mine and len(mine) == self._house.up_card and mine[-1] == self.cloth.came[-1]:
            self._unread.discard(mine[-1])
            return {"choice": "KEY_HANDS", "cards": [mine[-1]]}
        return {"choice": "LAYOUT_MATCHES"}

    def _put_in_order(self) -> None:
        """Every card where the order of the deal puts it; a card too many is burned."""
        extra = [card for cards in self.cloth.hands.values() for card in cards if card not in self.cloth.came]
        self.cloth.reorder()
        self.cloth.discard += extra
        self._skip, self.cloth.misdealt = None, False
