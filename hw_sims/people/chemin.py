"""A simulated table of Chemin de Fer: a dealer, a banker, and players who announce, bet, draw, pass the hand and err.

Each side looks at its own two cards and nobody else's; of the table they know what the terminal shows. The cut card is
keyed, because the shoe does not see it.
"""

from typing import Any

from hw_sims.devices.angel_eye.chart import total
from hw_sims.devices.card_stack import CUT_CARD
from hw_sims.people.chemin_cloth import Cloth
from hw_sims.people.croupier import DEALER, PATIENCE_MS, SUPERVISOR, Croupier, Picture
from table_core.cards import full_shoe

DECKS = 6
CUT_BEHIND = 7
SEATS = 7
_CHIPS = (1000, 2000, 5000, 10000)
_BANKS = (20_000, 35_000, 50_000, 75_001)
_NAMES = ("Inés", "Hugo", "Rosa", "Tomás", "Elena", "Raúl", "Marta", "Pablo", "Clara", "Diego", "Nora", "Iván")
_LEAST_PLAYERS = 5
_NATURAL = 8
_EITHER = 5
_DEAL = ("punto", "bank", "punto", "bank")


_KINDS = frozenset({"early_draw", "fifth_card", "two_thirds", "stuck_cards", "cards_thrown_away"})


class Dealer(Croupier):
    """Moves the whole table: he alone has the keys, the others speak."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cloth = Cloth()
        self._slipped = False
        self._came = 0

    @classmethod
    def kinds(cls, _rulebook: str) -> frozenset[str]:
        return _KINDS

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
        self.cloth.new_shoe()
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
        if len(self.cloth.aside) < len(_DEAL) and self._shoe.stack[0] != CUT_CARD and self._slips("early_draw"):
            self._draw_aside("early_draw", "early_draw")
            return
        requests = self._requests(picture)
        self._key("KeyRequests", requests=requests)
        self.cloth.stake(requests, self._terminal.picture()["banker"]["amount"])
        self.cloth.deal_aside()
        self._key("CloseBets")
        self._see(lambda seen: seen["phase"] != "stakes")

    def _draw_aside(self, kind: str, code: str) -> None:
        """A card too many or too early: it lies aside until somebody decides."""
        self.errs(kind, code)
        self.cloth.aside.append(self._shoe.draw())
        self._see(lambda seen: seen["state"] == "held")

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
        mine, bank_shows = total(self.cloth.punto), total(self.cloth.bank) >= _NATURAL
        if picture["said"]["punto"] == "carta":
            self._answer_carta()
        elif mine >= _NATURAL:
            self._show("punto")
        elif mine == _EITHER and not bank_shows and self._slips("fifth_card", 6.0) and self._shoe.stack[0] != CUT_CARD:
            self._draw_aside("fifth_card", "fifth_card_drawn")
        elif mine < _EITHER and not bank_shows and self._chooses(0.3):
            self._draw("punto")  # he must draw, and the banker does not show: nobody needs to hear the word
        else:
            wants = mine < _EITHER or (mine == _EITHER and self._chooses(0.5))
            self._key("Speak", side="punto", word="carta" if wants else "no")

    def _answer_carta(self) -> None:
        """A banker with eight or nine shows instead of giving a card."""
        if total(self.cloth.bank) >= _NATURAL:
            self._show("bank")
        else:
            self._draw("punto")

    def _banker(self, picture: Picture) -> None:
        """The banker shows, draws, stands, or asks for the chart and obeys it; now and then something goes wrong."""
        mine = total(self.cloth.bank)
        if picture["said"]["bank"] == "carta":
            self._draw("bank")
        elif mine >= _NATURAL and len(self.cloth.punto) == len(self.cloth.bank):
            self._show("bank")
        elif self._slips("stuck_cards", 0.5):
            self.cloth.void = True
            self._report("stuck_cards")
            self.cloth.sweep()
        elif self._slips("cards_thrown_away", 0.5):
            self.cloth.bank_lost = self.cloth.open = True
            self._report("banker_mucks_unseen", "cards_thrown_away")
        elif mine < _NATURAL and self._chooses(0.3):
            self._ask_for_the_chart()
        elif mine == 0 or mine <= self._chance.choice((3, 4, 5)):
            self._draw("bank")
        else:
            self._end_play(picture)

    def _ask_for_the_chart(self) -> None:
        """He must do what the chart says; standing ends the play."""
        self._key("Speak", side="bank", word="cuadro")
        self.cloth.open = self._terminal.picture()["said"]["bank"] == "no"

    def _show(self, side: str) -> None:
        self.cloth.open = True
        self._key("ShowHands", side=side)

    def _report(self, event: str, kind: str = "") -> None:
        """What no device sees is told by the dealer."""
        self.errs(kind or event, event, seen=False)
        self._order(DEALER, {"type": "ReportIrregularity", "event": event})

    def _end_play(self, picture: Picture) -> None:
        """Pay, after a card too many now and then."""
        thirds = len(self.cloth.bank) > len(_DEAL) // 2 and not self._slipped
        if thirds and self._shoe.stack[0] != CUT_CARD and self._slips("two_thirds"):
            self._slipped = True  # one slip in a play is enough
            self._draw_aside("two_thirds", "two_third_cards")
            return
        self._slipped = False
        self.cloth.open = True
        self._order(DEALER, {"type": "ClosePass"})
        self._see(lambda seen: not self._in_pass(seen))
        self.cloth.sweep()

    def _draw(self, side: str) -> None:
        """One card out of the shoe; the cut card is laid aside, and keyed."""
        before = self._terminal.picture()
        card = self._shoe.draw()
        if card == CUT_CARD:
            self.cloth.void = not self.cloth.punto
            self._order(DEALER, {"type": "CutCard"})
            if self.cloth.void:
                self.cloth.sweep()
            return
        self.cloth.lay(card, side)
        self.cloth.open = self.cloth.open or len(self.cloth.bank) > len(_DEAL) // 2
        self._see(lambda seen: seen["cards_out"] > before["cards_out"] or seen["state"] == "held")

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
        match event:
            case "early_draw" if self._chooses(0.7):
                return "MUST_PLAY"
            case "early_draw":
                self.cloth.basket.append(self.cloth.aside.pop())
                return "DISCARD_CARDS"
            case "fifth_card_drawn":
                side = "punto" if self._chooses(0.5) else "bank"
                self.cloth.give_aside(side)
                self.cloth.open = side == "bank"
                return "CARD_TO_PUNTO" if side == "punto" else "BANK_MUST_TAKE"
            case "two_third_cards":
                self.cloth.keep_worse()
                return "WORST_FOR_BANK"
            case _:
                return codes[0]
