"""Who is at a table of Chemin de Fer, and in what order they come: seats, waiting list, priorities (146-148). Pure."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct


class Player(Struct, frozen=True):
    """Somebody at the table, in a department or standing behind it. *followed*: moved to follow the hand (147).

    *must_salute*: changed place or arrived during the talla and lets one hand pass first; *refused*: hands refused
    one after the other.
    """

    name: str
    seat: int
    standing: bool = False
    must_salute: bool = False
    refused: int = 0
    followed: bool = False


class Share(Struct, frozen=True):
    """What an associate put at the banker's disposal (148)."""

    player: str
    amount: int


class Bank(Struct, frozen=True):
    """The bank in one player's hands. *garage* and *winnings* since he took it; *put_in* is what he laid down.

    *passed_by* is the seat of who passed it to him; *once* may take the cards of the first play with a smaller bet.
    """

    player: str
    seat: int
    standing: bool
    amount: int
    put_in: int
    garage: int = 0
    winnings: int = 0
    plays: int = 0
    associates: tuple[Share, ...] = ()
    passed_by: int | None = None
    last_seated: int | None = None
    once: str | None = None


Stage = Literal["rotation", "standing", "passer", "auction", "forced"]


class Offer(Struct, frozen=True):
    """The bank looks for a banker: whose turn it is to take it, for at least how much, who has declined.

    *origin* is the seat the rotation began behind; *passer* passed it of his own will (None: it was lost, or first).
    """

    stage: Stage
    seat: int | None
    at_least: int
    origin: int
    declined: tuple[int, ...] = ()
    passer: str | None = None
    passer_seat: int | None = None
    excluded: tuple[str, ...] = ()
    last_banco: str | None = None
    last_seated: int | None = None


def seated(players: Iterable[Player]) -> list[Player]:
    return sorted((player for player in players if not player.standing), key=lambda player: player.seat)


def find(players: Iterable[Player], name: str) -> Player | None:
    return next((player for player in players if player.name == name), None)


def at_seat(players: Iterable[Player], seat: int) -> Player | None:
    return next((player for player in players if player.seat == seat and not player.standing), None)


def steps_right(origin: int, seat: int) -> tuple[bool, int]:
    """Where *seat* comes counting from the right of *origin*: numbers rise to the right, after the last comes 1."""
    return (seat <= origin, seat)


def priority(player: Player, banker_seat: int) -> tuple[int, tuple[bool, int]]:
    """Seated before standing, then by department from the banker's right (147); who has yet to salute comes last."""
    return (player.standing + 2 * player.must_salute, steps_right(banker_seat, player.seat))


def pay_order(players: Iterable[Player]) -> list[Player]:
    """From the dealer's right, the seated first, the standing then; who followed the hand at last (13 a 4, 147)."""
    return sorted(players, key=lambda player: (player.followed, player.standing, player.seat))


def collect_order(players: Iterable[Player]) -> list[Player]:
    """Who followed the hand is collected first (147); the order of the others is not written."""
    return sorted(players, key=lambda player: (not player.followed, player.standing, player.seat))
