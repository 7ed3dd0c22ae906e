"""What people key at a table of Chemin de Fer; the rest comes from the shoe."""

from typing import Literal

from msgspec import Struct

from table_core.events import Side
from table_core.rules.baccarat.chemin.people import Share
from table_core.rules.baccarat.chemin.stakes import Request
from table_core.rules.baccarat.entries import ClosePass, CutCard, Draw, PrepareShoe, Redraw, Reveal


class Keyed(Struct, frozen=True, tag=lambda name: f"chemin.{name}"):
    """An entry of this game alone."""


class PlacePlayer(Keyed, frozen=True):
    """Somebody takes a department, or stands behind it. *elsewhere*: he has a seat at another table (147)."""

    name: str
    seat: int
    standing: bool = False
    followed: bool = False
    elsewhere: bool = False


class LeaveTable(Keyed, frozen=True):
    name: str


class KeepLists(Keyed, frozen=True):
    """The supervisor's waiting list, and the seated players who asked for another place (147)."""

    waiting: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()


class TakeBank(Keyed, frozen=True):
    """*player* takes the bank. *nobody_alone*: the dealer asked, and nobody takes it without associates (148)."""

    player: str
    amount: int
    associates: tuple[Share, ...] = ()
    nobody_alone: bool = False


class DeclineBank(Keyed, frozen=True):
    """Whoever is asked does not take the bank; *absent*: he is not at the table when it comes to him (147)."""

    absent: bool = False


class Bid(Struct, frozen=True):
    player: str
    amount: int


class BidForBank(Keyed, frozen=True):
    """The bids of the auction; none: nobody wants the bank (148)."""

    bids: tuple[Bid, ...] = ()


class KeepBank(Keyed, frozen=True):
    """Who won the last play of the talla goes on for *amount* (150)."""

    amount: int


class PassBank(Keyed, frozen=True):
    """The banker passes the hand; *refuses*: he took it and will not deal even once (148)."""

    refuses: bool = False


class RaiseBank(Keyed, frozen=True):
    """The banker's new amount, never a lower one (148); *associate*: who adds the difference, if not he."""

    amount: int
    associate: str | None = None


class PutInGarage(Keyed, frozen=True):
    """The banker takes winnings out of play (148 a)."""

    amount: int


class SayAllGoes(Keyed, frozen=True):
    """*Todo va* (148 c)."""


class KeyRequests(Keyed, frozen=True):
    """Everything announced and laid so far, in the order it was announced."""

    requests: tuple[Request, ...]


class CloseBets(Keyed, frozen=True):
    """The dealer says *no van más apuestas* (150)."""


class Speak(Keyed, frozen=True):
    """*Carta*, *no*, or the banker asks for the chart (149)."""

    side: Side
    word: Literal["carta", "no", "cuadro"]


class ShowHands(Keyed, frozen=True):
    """*side* lays its eight or nine open, and the other must too (149)."""

    side: Side


class ClaimSeguido(Keyed, frozen=True):
    """A rightful *banco seguido* against another who got the cards. *seen*: he lifted one; *ahead*: he took them
    before the dealer gave them (150)."""

    player: str
    seen: bool = False
    ahead: bool = False


class WithdrawBet(Keyed, frozen=True):
    """A player takes his stake back, when the banker showed too early (151)."""

    player: str


CheminEntry = (
    PlacePlayer
    | LeaveTable
    | KeepLists
    | TakeBank
    | DeclineBank
    | BidForBank
    | KeepBank
    | PassBank
    | RaiseBank
    | PutInGarage
    | SayAllGoes
    | KeyRequests
    | CloseBets
    | Speak
    | ShowHands
    | ClaimSeguido
    | WithdrawBet
)
Entry = CheminEntry | PrepareShoe | Draw | Reveal | Redraw | CutCard | ClosePass

KEYED = (Keyed, PrepareShoe, CutCard, ClosePass)
"""What people key; the rest comes from the shoe."""
