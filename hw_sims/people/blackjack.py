"""A simulated dealer and players of blackjack. They see what the terminal shows; the cards on the cloth are theirs.

Where each card really lies is kept in `cloth`, whatever the table believes.
"""

from collections.abc import Sequence
from typing import Any

from hw_sims.devices.card_stack import CUT_CARD
from hw_sims.people.blackjack_cloth import Cloth
from hw_sims.people.blackjack_house import HOUSES, count, covered, is_natural
from hw_sims.people.croupier import DEALER, PATIENCE_MS, SUPERVISOR, Croupier, Picture
from table_core.cards import full_shoe

_CHIPS = (1000, 2000, 2500, 5000, 10_001)
_SIDE_CHIPS = (500, 1000)
_CLOSES = {"retiro": "no_more_surrender", "insurance": "no_more_insurance"}


class Dealer(Croupier):
    """Deals from a shoe that only reads cards; players decide as people do, not as a machine would."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.house = HOUSES[self._rulebook]
        self.cloth = Cloth()
        self._asked: set[tuple[str, str]] = set()

    def _in_pass(self, picture: Picture) -> bool:
        return not picture["phase"].startswith("shoe.") and picture["phase"] not in ("bets", "over")

    def _move(self, picture: Picture) -> Picture:
        if picture["state"] == "held":
            return self._resolve(picture)
        match picture["phase"]:
            case "shoe.shuffle":
                return self._prepare_shoe()
            case "shoe.burn":
                return self._draw("discard")
            case "bets":
                return self._begin_pass(picture)
            case "deal":
                return self._deal(picture)
            case "retiro" | "insurance":
                return self._offer(picture)
            case "turns":
                return self._serve(picture)
            case "bank":
                return self._play_bank(picture)
            case "reveal":
                self.cloth.turn_all()
                return self._press("reveal_doubles")
            case _:
                return self._pay(picture)

    # The shoe

    def _prepare_shoe(self) -> Picture:
        """Shuffle, have it cut, put the cut card in, load."""
        cards = full_shoe(self.house.decks)
        self._chance.shuffle(cards)
        behind = self._chance.randint(*self.house.behind)
        from_top = self._chance.randint(60, len(cards) - 60)
        told = {"counted": len(cards), "riffles": 3, "cut_by": "casilla 1", "leave_by": SUPERVISOR}
        order = {
            "type": "PrepareShoe",
            "decks": self.house.decks,
            "cut_behind": behind,
            "cut_from_top": from_top,
            **told,
        }
        self._order(DEALER, order)
        self._shoe.power_on()
        self._shoe.load(cards, cut_card_from_end=behind)
        self.cloth.new_shoe()
        return self._terminal.picture()

    def _draw(self, place: str) -> Picture:
        """One card out of the shoe onto *place*; the cut card is laid aside, and keyed if the shoe is blind to it."""
        before = self._terminal.picture()
        card = self._out_of_the_shoe()
        if card == CUT_CARD:
            if not self._shoe.cut_card_words():
                self._order(DEALER, {"type": "CutCard"})
            seen = self._see(lambda seen: seen["cut_card_out"] or seen["state"] == "held")
            return seen if seen["state"] == "held" else self._draw(place)
        if before["phase"] == "bank":
            self.cloth.turn("bank")
        self.cloth.lay(card, place, down=self._covers(place, before["phase"]))
        return self._see(lambda seen: seen["cards_out"] > before["cards_out"] or seen["state"] == "held")

    def _out_of_the_shoe(self) -> str:
        """The next card, or the cut card, in the hand."""
        card: str = self._shoe.draw()
        return card

    def _covers(self, place: str, phase: str) -> bool:
        """Whether the card is laid face down; what nobody was owed as the house burns it."""
        if place == "burn":
            return self.house.surplus == "down"
        return phase != "bank" and place != "discard" and covered(self.house, self.cloth, place)

    # Bets and the deal

    def _begin_pass(self, picture: Picture) -> Picture:
        """Bets, then the first card; bets that lie there already waited for the cut card to be laid aside."""
        if not picture["hands"]:
            self.place_bets()
        return self._draw(self._next_place(self._terminal.picture()))

    def place_bets(self, *, called: bool = True) -> None:
        boxes = sorted(self._chance.sample(range(1, 8), self._chance.randint(self.house.least_bets, 7)))
        self.cloth.new_pass()
        self._asked.clear()
        for box in map(str, boxes):
            stake = self._chance.choice(_CHIPS)
            self._order(DEALER, {"type": "PlaceBet", "box": box, "stake": stake, "player": f"jugador {box}"})
            self.cloth.bet(box, stake)
            if self.house.perfect_pairs and self._chance.random() < 0.3:
                self._side(box, "perfect_pairs", self._chance.choice(_SIDE_CHIPS))
        if self.house.calls_bets and called:
            self._press("no_more_bets")

    def _side(self, box: str, kind: str, stake: int) -> None:
        self._order(DEALER, {"type": "PlaceSide", "box": box, "kind": kind, "stake": stake})
        self.cloth.side(box, kind, stake)

    def _deal(self, picture: Picture) -> Picture:
        for hand, acts in picture["may"].items():
            if "desafio" in acts and self._tempted(hand, "desafio", 0.4):
                return self._insure(hand, "desafio")
        return self._draw(self._next_place(picture))

    # Windows

    def _offer(self, picture: Picture) -> Picture:
        """Every player is asked once; then the dealer closes the window."""
        for hand, acts in picture["may"].items():
            if "even_money" in acts and self._tempted(hand, "even_money", 0.5):
                return self._settles(hand, "even_money")
            if "insure" in acts and self._tempted(hand, "insure", 0.3):
                return self._insure(hand, "insure")
            if "surrender" in acts and self._tempted(hand, "surrender", 0.1):
                return self._settles(hand, "surrender")
        return self._press(_CLOSES[picture["phase"]])

    def _insure(self, hand: str, name: str) -> Picture:
        """Half the stake; less where the text allows less. Half of an odd chip cannot be laid."""
        amount = self.cloth.bets[hand] // 2
        if self.house.insures_less:
            amount = self._chance.randint(1, amount)
        picture = self._act(name, hand, amount=amount)
        self.cloth.side(hand, "insurance" if name == "insure" else name, amount)
        return picture

    # Turns

    def _serve(self, picture: Picture) -> Picture:
        hand = picture["turn"]
        cards = self.cloth.hands.get(hand)
        if cards is None:
            return self._draw(self._next_place(picture))
        acts = picture["may"][hand]
        if len(cards) < 2 or not acts:
            return self._draw(self._next_place(picture))
        if "ace_value" in acts and not self._is_natural(hand):
            value = self._chance.choice((1, 11))
            self.cloth.aces[hand] = value
            return self._act("ace_value", hand, value=value)
        if "desafio" in acts and self._tempted(hand, "desafio", 0.4):
            return self._insure(hand, "desafio")
        return self._choose(hand, acts)

    def _choose(self, hand: str, acts: list[str]) -> Picture:
        if "surrender" in acts and self._tempted(hand, "surrender", 0.05):
            return self._settles(hand, "surrender")
        if "split" in acts and self._tempted(hand, f"split {len(self.cloth.hands)}", 0.6):
            self.cloth.split(hand)
            return self._act("split", hand)
        if "double" in acts and self._tempted(hand, "double", 0.5 if self._count(hand) in (9, 10, 11) else 0.05):
            self.cloth.doubled.add(hand)
            self._act("double", hand)
            return self._draw(hand)
        if "hit" in acts and self._count(hand) < self._chance.choice((13, 16, 17, 17, 18)):
            if not self.ask_to_double(hand, acts) and (self.house.hits_are_keyed or self._chance.random() < 0.2):
                self._act("hit", hand)
            return self._draw(hand)
        return self._act("stand", hand)

    def ask_to_double(self, hand: str, acts: Sequence[str]) -> bool:
        """Where the dealer must ask whoever may double, the answer is keyed: a card only (DC-8)."""
        asked = self.house.asks_to_double and "double" in acts
        if asked:
            self._act("hit", hand)
        return asked

    def _count(self, hand: str) -> int:
        return count(self.house, self.cloth, hand)

    def _is_natural(self, hand: str) -> bool:
        return "." not in hand and is_natural(self.cloth.hands[hand])

    def _settles(self, hand: str, name: str) -> Picture:
        """The player leaves the pass with part of his stake, or with its double."""
        self.cloth.results[hand] = name
        return self._act(name, hand)

    # The bank and the end

    def _play_bank(self, picture: Picture) -> Picture:
        match picture["bank_must"]:
            case "reveal":
                self.cloth.turn("bank")
                return self._press("reveal_hole")
            case _:
                return self._draw("bank")

    def _pay(self, picture: Picture) -> Picture:
        picture = self._press("end_round")
        self.cloth.new_pass()
        return picture

    # Incidents

    def _resolve(self, picture: Picture) -> Picture:
        """Who may decide takes the first choice offered."""
        if self._wait_for_cables(picture):
            return self._terminal.next_picture(PATIENCE_MS) or self._terminal.picture()
        for incident in picture["incidents"]:
            choice = incident["choices"][0]
            person = DEALER if choice["role"] in ("dealer", "player") else SUPERVISOR
            order = {"type": "Resolve", "id": incident["id"], "choice": choice["code"], "reason": "simulación"}
            self._order(person, order)
        return self._terminal.picture()

    # Hands and voice

    def _tempted(self, hand: str, what: str, share: float) -> bool:
        """Whether the player of *hand* wants *what*; he is asked once."""
        if (hand, what) in self._asked:
            return False
        self._asked.add((hand, what))
        return self._chance.random() < share

    def _act(self, name: str, box: str, **more: Any) -> Picture:
        self._order(DEALER, {"type": "Act", "name": name, "box": box, **more})
        return self._terminal.picture()

    def _press(self, name: str) -> Picture:
        self._order(DEALER, {"type": "Button", "name": name})
        return self._terminal.picture()

    def _next_place(self, picture: Picture) -> str:
        place: str = picture["next_card"][0] if picture["next_card"] else "burn"
        return place
