"""A simulated dealer and players of Mini Baccarat and Punto y Banca. They see what the terminal shows, no more.

The dealer's hands are real: cards leave the simulated shoe because somebody draws them. Mistakes happen at a set rate.
"""

from typing import Any

from hw_sims.devices.angel_eye.chart import total
from hw_sims.devices.angel_eye.model import CUT_CARD
from hw_sims.people.baccarat_cloth import Cloth
from hw_sims.people.croupier import DEALER, PATIENCE_MS, SUPERVISOR, Croupier, Picture
from table_core.cards import full_shoe

DECKS = 6
SEATS = 7
_CHIPS = (1000, 2000, 5000, 10000, 25000)


class Dealer(Croupier):
    """Deals from a shoe that judges the round itself."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cloth = Cloth()
        self._keep_card = False
        self._overdrawn = False

    def _in_pass(self, picture: Picture) -> bool:
        return picture["phase"] in ("dealing", "complete")

    def _move(self, picture: Picture) -> Picture:
        if picture["state"] == "held":
            return self._resolve(picture)
        match picture["phase"]:
            case "no_shoe":
                return self._prepare_shoe()
            case "burn_first" | "burning":
                return self._draw(None)
            case "betting":
                return self._begin_pass(picture)
            case "dealing":
                return self._deal(picture)
            case _:
                return self._end_pass(picture)

    def _prepare_shoe(self) -> Picture:
        """Wash, shuffle, have it cut, put the cut card in, load."""
        cards = full_shoe(DECKS)
        self._chance.shuffle(cards)
        behind = self._chance.randrange(14, 60)
        self._order(DEALER, {"type": "PrepareShoe", "decks": DECKS, "cut_behind": behind})
        self._shoe.load(cards, cut_card_from_end=behind)
        self.cloth.new_shoe()
        self._keep_card = False
        return self._see(lambda picture: picture["phase"] == "burn_first")

    def _begin_pass(self, picture: Picture) -> Picture:
        if picture["bets_open"]:
            bets = self._players_bet()
            self.cloth.bets = {bet["player"]: (bet["side"], bet["amount"]) for bet in bets}
            self._order(DEALER, {"type": "KeyBets", "bets": bets})
        if self._keep_card:
            self._keep_card = False
            self._shoe.redraw()
        return self._draw(_side(picture))

    def _players_bet(self) -> list[dict[str, Any]]:
        """Two to seven players put chips on Bank or Punto."""
        seats = sorted(self._chance.sample(range(1, SEATS + 1), self._chance.randint(2, SEATS)))
        return [
            {
                "player": f"asiento {seat}",
                "seat": seat,
                "side": self._chance.choice(("punto", "bank")),
                "amount": self._chance.choice(_CHIPS),
            }
            for seat in seats
        ]

    def _deal(self, picture: Picture) -> Picture:
        if "five_draw" in picture["entries"]:
            return self._ask_for_the_five()
        return self._draw(_side(picture))

    def _five_is_asked(self) -> bool:
        """Punto may draw to five or stand; not against a natural, and with nobody on Punto he stands (123 b, f)."""
        punto, bank = self.cloth.punto, self.cloth.bank
        if not any(side == "punto" for side, _amount in self.cloth.bets.values()):
            return False
        return len(punto) == len(bank) == 2 and total(punto) == 5 and total(bank) < 8

    def _ask_for_the_five(self) -> Picture:
        """The player speaks before the bank is uncovered; his first word counts."""
        word = self._chance.choice(("draw", "stand"))
        self.cloth.five_open = False
        self._order(DEALER, {"type": "SpeakFive", "choice": word})
        return self._terminal.picture()

    def _end_pass(self, picture: Picture) -> Picture:
        if self._draws_one_too_many(picture):
            self.errs("extra_card", "extra_card_drawn")
            self.cloth.lay(self._shoe.draw(), "aside")
            return self._see(lambda seen: any(incident["card"] for incident in seen["incidents"]))
        self._shoe.close_round(overdrawn="kept" if self._keep_card else "exposed")
        picture = self._see(lambda seen: seen["phase"] not in ("dealing", "complete"))
        self._sweep()
        return picture

    def _sweep(self) -> None:
        """The cards of the pass go into the discard; a card kept becomes Punto's first of the next."""
        self.cloth.sweep()
        if self._keep_card:
            self.cloth.punto, self.cloth.aside = self.cloth.aside, []

    def _draws_one_too_many(self, picture: Picture) -> bool:
        """Hands that go on too fast: only after a natural, where the shoe itself must notice it too."""
        natural = max(total(picture["punto"][:2]), total(picture["bank"][:2])) >= 8
        tempted = natural and not self._overdrawn and self._shoe.stack[0] != CUT_CARD
        self._overdrawn = tempted and self._chance.random() < self._mistakes
        return self._overdrawn

    def _resolve(self, picture: Picture) -> Picture:
        """An extra card: the dealer knows whether anybody saw it. Anything else is the supervisor's first choice."""
        if self._wait_for_cables(picture):
            return self._terminal.next_picture(PATIENCE_MS) or self._terminal.picture()
        for incident in picture["incidents"]:
            if incident["code"] == "extra_card_drawn":
                self._keep_card = self._chance.random() < 0.5
                choice = "FIRST_PUNTO_CARD_NEXT_PASS" if self._keep_card else "BURN_NEXT_PASS"
            else:
                choice = incident["choices"][0]["code"]
            person = DEALER if incident["choices"][0]["role"] == "dealer" else SUPERVISOR
            self._order(person, {"type": "Resolve", "id": incident["id"], "choice": choice, "reason": "simulación"})
        return self._terminal.picture()

    def _draw(self, side: Any) -> Picture:
        """One card out of the shoe; the cut card is laid aside and play goes on, or ends, as the terminal says."""
        before = self._terminal.picture()
        card = self._shoe.draw(side)
        if card == CUT_CARD:
            return self._see(lambda seen: seen["cut_card_out"] or seen["phase"] == "no_shoe")
        self.cloth.lay(card, side or "burn")
        self.cloth.five_open = self._five_is_asked()
        return self._see(lambda seen: seen["cards_out"] > before["cards_out"] or seen["state"] == "held")


def _side(picture: Picture) -> str:
    """Whose card comes next, as the terminal says."""
    side: str = picture["next_card"][0].partition(" ")[0]
    return side
