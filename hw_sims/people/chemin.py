"""A simulated table of Chemin de Fer: a dealer, a banker, and players who announce, bet, draw, pass the hand and err.

Each side looks at its own two cards and nobody else's; of the table they know what the terminal shows. The cut card is
keyed, because the shoe does not see it.
"""

from typing import Any

from hw_sims.devices.angel_eye.chart import total
from hw_sims.devices.card_stack import CUT_CARD
from hw_sims.people.croupier import DEALER, PATIENCE_MS, SUPERVISOR, Croupier, Picture
from table_core.cards import Card, full_shoe

DECKS = 6
CUT_BEHIND = 7
SEATS = 7
_CHIPS = (1000, 2000, 5000, 10000)
_BANKS = (20_000, 35_000, 50_000, 75_001)
_NAMES = ("Inés", "Hugo", "Rosa", "Tomás", "Elena", "Raúl", "Marta", "Pablo", "Clara", "Diego", "Nora", "Iván")
_LEAST_PLAYERS = 5
_NATURAL = 8
_DEAL = ("punto", "bank", "punto", "bank")


class Dealer(Croupier):
    """Moves the whole table: he alone has the keys, the others speak."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._hands: dict[str, list[Card]] = {"punto": [], "bank": []}
        self._stray: Card | None = None
        self._early: list[Card] = []
        self._came = 0

    def _in_pass(self, picture: Picture) -> bool:
        return picture["phase"] in ("closed", "dealing", "punto", "banker", "complete")

    def _move(self, picture: Picture) -> Picture:
        if picture["state"] == "held":
            return self._resolve(picture)
        match picture["phase"]:
            case "no_shoe":
                self._prepare_shoe(picture)
            case "bank":
                self._find_banker(picture)
            case "stakes":
                self._open_play(picture)
            case "closed" | "dealing":
                self._draw(picture["next_card"][0].partition(" ")[0])
            case "punto":
                self._punto(picture)
            case "banker":
                self._banker(picture)
            case _:
                self._end_play(picture)
        return self._terminal.picture()

    def _chooses(self, share: float) -> bool:
        return self._chance.random() < share

    def _errs(self) -> bool:
        wrong = self._mistakes > 0 and self._chance.random() < self._mistakes
        self.mistakes_made += wrong
        return wrong

    def _key(self, entry: str, **values: Any) -> None:
        self._order(DEALER, {"type": f"chemin.{entry}", **values})

    # People and bank

    def _prepare_shoe(self, picture: Picture) -> None:
        """Shuffle, cut, put the cut card before the last seven, load; the winner of the last play may go on."""
        self._fill_seats(picture)
        cards = full_shoe(DECKS)
        self._chance.shuffle(cards)
        self._order(DEALER, {"type": "PrepareShoe", "decks": DECKS, "cut_behind": CUT_BEHIND})
        self._shoe.load(cards, cut_card_from_end=CUT_BEHIND)
        self._lay_down()
        self._early.clear()
        if picture["may_keep"] and self._chooses(0.7):
            self._key("KeepBank", amount=picture["may_keep"])

    def _fill_seats(self, picture: Picture) -> None:
        """Newcomers take what is free; one player stands behind department one."""
        taken = {player["seat"] for player in picture["players"] if not player["standing"]}
        for seat in (one for one in range(1, SEATS + 1) if one not in taken):
            self._key("PlacePlayer", name=self._newcomer(), seat=seat)
        if all(not player["standing"] for player in picture["players"]):
            self._key("PlacePlayer", name=self._newcomer(), seat=1, standing=True)

    def _newcomer(self) -> str:
        self._came += 1
        turn, name = divmod(self._came - 1, len(_NAMES))
        return _NAMES[name] + (f" {turn + 1}" if turn else "")

    def _find_banker(self, picture: Picture) -> None:
        """Whoever is asked takes the bank, or lets it pass; at last somebody must take it."""
        offer = picture["offer"]
        match offer["stage"]:
            case "forced":
                self._take(picture, offer["at_least"])
            case "auction":
                self._key("BidForBank", bids=self._bids(picture, offer))
            case "passer" if self._chooses(0.5):
                self._key("TakeBank", player=offer["passer"], amount=offer["at_least"])
            case "rotation" if self._chooses(0.75):
                self._take(picture, max(offer["at_least"], self._chance.choice(_BANKS)))
            case "rotation":
                self._key("DeclineBank", absent=self._chooses(0.05))
            case _:
                self._key("DeclineBank")

    def _take(self, picture: Picture, amount: int) -> None:
        seat = picture["offer"]["seat"]
        player = next(one for one in picture["players"] if one["seat"] == seat and not one["standing"])
        self._key("TakeBank", player=player["name"], amount=amount)

    def _bids(self, picture: Picture, offer: Picture) -> list[Picture]:
        able = [player["name"] for player in picture["players"] if player["name"] not in offer["excluded"]]
        bidders = self._chance.sample(able, min(len(able), self._chance.randint(0, 2)))
        return [{"player": name, "amount": offer["at_least"] + self._chance.choice(_CHIPS)} for name in bidders]

    # Stakes

    def _open_play(self, picture: Picture) -> None:
        """The banker may pass or add to his bank; then everybody speaks and bets close."""
        if len(picture["players"]) < _LEAST_PLAYERS:
            self._fill_seats(picture)
            return
        bank = picture["banker"]
        if bank["plays"] and self._chooses(0.08):
            self._key("PassBank")
            return
        if self._chooses(0.05):
            self._key("RaiseBank", amount=bank["amount"] + self._chance.choice(_CHIPS))
        if self._errs():
            self._stray = self._shoe.draw()
            if self._stray == CUT_CARD:
                self._order(DEALER, {"type": "CutCard"})
                return
            self._see(lambda seen: seen["state"] == "held")
            return
        self._key("KeyRequests", requests=self._requests(picture))
        self._lay_down()
        self._key("CloseBets")
        self._see(lambda seen: seen["phase"] != "stakes")
        for side, card in zip(_DEAL, self._early, strict=False):
            self._hands[side].append(card)
        self._early.clear()

    def _requests(self, picture: Picture) -> list[Picture]:
        others = [player["name"] for player in picture["players"] if player["name"] != picture["banker"]["player"]]
        self._chance.shuffle(others)
        if picture["seguido"] in others and self._chooses(0.5):
            return [{"player": picture["seguido"], "type": "banco_seguido"}]
        if self._chooses(0.15):
            return [{"player": others[0], "type": "banco"}]
        first: list[Picture] = []
        if self._chooses(0.15):
            first = [{"player": others.pop(), "type": "banco_con_mesa"}]
            if self._chooses(0.3):
                first.append({"player": others.pop(), "type": "ultimo_completo"})
        bettors = others[: self._chance.randint(1, len(others))]
        return [*first, *({"player": name, "type": "bet", "amount": self._chance.choice(_CHIPS)} for name in bettors)]

    # The play

    def _punto(self, picture: Picture) -> None:
        """Punto looks at his two cards: shows eight or nine, else says carta or no, or just gets his card."""
        mine = total(self._hands["punto"])
        if picture["said"]["punto"] == "carta":
            self._answer_carta()
        elif mine >= _NATURAL:
            self._key("ShowHands", side="punto")
        elif self._is_drawn_for(mine):
            self._draw("punto")
        else:
            wants = mine < 5 or (mine == 5 and self._chooses(0.5))
            self._key("Speak", side="punto", word="carta" if wants else "no")

    def _is_drawn_for(self, mine: int) -> bool:
        """A card before the word: where Punto must draw nobody needs to hear it; with five it is an error."""
        if total(self._hands["bank"]) >= _NATURAL:
            return False
        return (mine == 5 and self._errs()) or (mine < 5 and self._chooses(0.3))

    def _answer_carta(self) -> None:
        """A banker with eight or nine shows instead of giving a card."""
        if total(self._hands["bank"]) >= _NATURAL:
            self._key("ShowHands", side="bank")
        else:
            self._draw("punto")

    def _banker(self, picture: Picture) -> None:
        """The banker shows, draws, stands, or asks for the chart and obeys it."""
        mine = total(self._hands["bank"][:2])
        if picture["said"]["bank"] == "carta":
            self._draw("bank")
        elif mine >= _NATURAL and len(self._hands["punto"]) == 2:
            self._key("ShowHands", side="bank")
        elif mine < _NATURAL and self._chooses(0.3):
            self._key("Speak", side="bank", word="cuadro")
        elif mine == 0 or mine <= self._chance.choice((3, 4, 5)):
            self._draw("bank")
        else:
            self._order(DEALER, {"type": "ClosePass"})

    def _end_play(self, picture: Picture) -> None:
        """Pay, after a card too many now and then."""
        thirds = len(picture["bank"]) > 2
        if thirds and self._stray is None and self._shoe.stack[0] != CUT_CARD and self._errs():
            self._stray = self._shoe.draw()
            self._see(lambda seen: seen["state"] == "held")
            return
        self._stray = None
        self._order(DEALER, {"type": "ClosePass"})
        self._see(lambda seen: not self._in_pass(seen))

    def _draw(self, side: str) -> None:
        """One card out of the shoe; the cut card is laid aside, and keyed."""
        before = self._terminal.picture()
        card = self._shoe.draw()
        if card == CUT_CARD:
            self._order(DEALER, {"type": "CutCard"})
            return
        seen = self._see(lambda seen: seen["cards_out"] > before["cards_out"] or seen["state"] == "held")
        if seen["state"] == "held":
            self._stray = card
        else:
            self._hands[side].append(card)

    def _lay_down(self) -> None:
        self._hands = {"punto": [], "bank": []}

    # Errors

    def _resolve(self, picture: Picture) -> Picture:
        """Cards drawn too early are mostly played; a card too many counts against the banker."""
        if self._wait_for_cables(picture):
            return self._terminal.next_picture(PATIENCE_MS) or self._terminal.picture()
        for incident in picture["incidents"]:
            codes = [choice["code"] for choice in incident["choices"]]
            code = self._decision(incident["code"], codes)
            role = next(choice["role"] for choice in incident["choices"] if choice["code"] == code)
            person = DEALER if role == "dealer" else SUPERVISOR
            self._order(person, {"type": "Resolve", "id": incident["id"], "choice": code, "reason": "simulación"})
        return self._terminal.picture()

    def _decision(self, event: str, codes: list[str]) -> str:
        stray, self._stray = self._stray, None
        match event:
            case "early_draw":
                if stray is None or len(self._early) == len(_DEAL) or self._chooses(0.3):
                    return "DISCARD_CARDS"
                self._early.append(stray)
                return "MUST_PLAY"
            case "fifth_card_drawn":
                side = "punto" if self._chooses(0.5) else "bank"
                self._hands[side] += [stray] if stray is not None else []
                return "CARD_TO_PUNTO" if side == "punto" else "BANK_MUST_TAKE"
            case "two_third_cards":
                self._stray = stray  # one slip in a play is enough
                return "WORST_FOR_BANK"
            case _:
                return codes[0]
