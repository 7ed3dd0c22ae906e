"""How a simulated Bee-Tek spells what it says: records with a space on either side. Decides nothing to say."""

from typing import Literal

from table_core.cards import Card, rank_of, suit_of

Order = Literal["rank-first", "suit-first"]


def card_record(card: Card, section: str, order: Order, *, long_ten: bool) -> bytes:
    rank = "10" if long_ten and rank_of(card) == "T" else rank_of(card)
    name = rank + suit_of(card) if order == "rank-first" else suit_of(card) + rank
    return f" [{section}]<Card:{name}> ".encode("ascii")


def draw_without_card() -> bytes:
    return b" [Game]<Game> "


def alarm_record(text: str, section: str = "Game") -> bytes:
    return f" [{section}]<Alarm:{text}> ".encode("ascii")


def warning_record(number: int) -> bytes:
    return b"<W0x%02X>" % number


def coded_line(code: str) -> bytes:
    return code.encode("ascii") + b"\r\n"
