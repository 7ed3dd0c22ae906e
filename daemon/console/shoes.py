"""The shoes (at poker the packs) of the table, the newest last: what went in, what came out, how each ended.

Fed with what was published, and so it knows no card: it counts them.
"""

from collections import deque
from typing import Any

from msgspec import Struct

from daemon.console.shift import count

MOST_SHOES = 60
_ENDS = frozenset({"baccarat.ShoeEnded", "chemin.ShoeEnded", "blackjack.ShuffleOrdered", "poker.DeckTaken"})


class Remainder(Struct, frozen=True):
    """What was found in a shoe after its end. *difference*: cards too many, or negative; None: unknown."""

    cards: int
    read: bool
    difference: int | None
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()


class Shoe(Struct):
    """*drawn*: cards that left it and did not go back in. *cut_card_at*: how many were out when the cut card came."""

    seq: int
    utc_ns: int
    jornada: str
    cards: int
    decks: int
    cut_behind: int | None = None
    prepared_by: str = ""
    present: tuple[str, ...] = ()
    passes: int = 0
    first_pass: int = 0
    last_pass: int = 0
    drawn: int = 0
    cut_card_at: int | None = None
    incidents: int = 0
    results: dict[str, int] = {}
    ended: str = ""
    ended_utc_ns: int = 0
    remainder: Remainder | None = None


class ShoesTold:
    def __init__(self) -> None:
        self.shoes: deque[Shoe] = deque(maxlen=MOST_SHOES)
        self._jornada = ""
        self._cut_behind: int | None = None

    def listed(self) -> list[Shoe]:
        """The newest first."""
        return list(reversed(self.shoes))

    def settled(self, summary: dict[str, Any]) -> None:
        """How the pass that just ended came out."""
        if self.shoes and "result" in summary:
            count(self.shoes[-1].results, summary["result"])

    def take(self, seq: int, body: dict[str, Any], utc_ns: int) -> None:
        match body:
            case {"type": "TableOpened", "jornada": jornada}:
                self._jornada = jornada
            case {"type": "baccarat.ShoePrepared" | "chemin.ShoePrepared"}:
                self._cut_behind = body.get("cut_behind")
            case {"type": "ShoeLoaded", "count": loaded}:
                self._loaded(seq, loaded, utc_ns)
            case _ if self.shoes:
                _tell(self.shoes[-1], body, utc_ns)

    def _loaded(self, seq: int, loaded: dict[str, Any], utc_ns: int) -> None:
        behind, self._cut_behind = self._cut_behind, None
        self.shoes.append(Shoe(seq, utc_ns, self._jornada, loaded["loaded"], loaded["decks"], behind))


def _tell(shoe: Shoe, body: dict[str, Any], utc_ns: int) -> None:
    match body:
        case {"type": "PreparationClosed", "by": by, "present": present}:
            shoe.prepared_by, shoe.present = by, tuple(present)
        case {"type": "CardLeftShoe"}:
            shoe.drawn += 1
        case {"type": "CardPutBack"}:
            shoe.drawn -= 1
        case {"type": "CardsFedBack", "number": number}:
            shoe.drawn -= number
        case {"type": "CutCardSeen" | "baccarat.CutCardCameOut" | "chemin.CutCardCameOut"} if shoe.cut_card_at is None:
            shoe.cut_card_at = shoe.drawn
        case {"type": "PassOpened", "number": number}:
            shoe.first_pass, shoe.last_pass = shoe.first_pass or number, number
            shoe.passes += 1
        case {"type": "IncidentOpened"}:
            shoe.incidents += 1
        case {"type": "RemainderTold", "cards": cards, "counted": counted, "balance": balance}:
            shoe.remainder = _remainder(cards, counted, balance)
        case {"type": kind, "reason": reason} if kind in _ENDS and not shoe.ended:
            shoe.ended, shoe.ended_utc_ns = reason, utc_ns


def _remainder(cards: list[str], counted: int | None, balance: dict[str, Any]) -> Remainder:
    found = len(cards) if counted is None else counted
    missing, extra = tuple(balance.get("missing", ())), tuple(balance.get("extra", ()))
    return Remainder(found, counted is None, balance["difference"], missing, extra)
