"""What can happen at a baccarat table, as the engine is told: cards from the shoe, entries from people."""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card
from table_core.events import Claim
from table_core.rules.baccarat.state import Bet, Five


class PrepareShoe(Struct, frozen=True, tag=True):
    """Every step of the preparation that was not told before, under one signature; the shoe is loaded.

    What is not told stays unknown in the record. *machine*: how a shuffling machine was used, if one was.
    """

    decks: int
    cut_behind: int | None = None
    cut_from_top: int | None = None
    cut_by: str = ""
    leave_by: str = ""
    backs: tuple[str, ...] = ()
    counted: int | None = None
    riffles: int | None = None
    machine: Literal["", "machine_only_shuffles", "machine_is_shoe"] = ""


class Draw(Struct, frozen=True, tag=True):
    """A card left the shoe."""

    card: Card | None
    claim: Claim | None = None


class Reveal(Struct, frozen=True, tag=True):
    """The shoe tells the face of the card it claims to have sent to *claim*."""

    card: Card
    claim: Claim


class Redraw(Struct, frozen=True, tag=True):
    card: Card | None
    claim: Claim | None


class CutCard(Struct, frozen=True, tag=True):
    """The cut card came out, read by the shoe or keyed."""


class KeyBets(Struct, frozen=True, tag=True):
    bets: tuple[Bet, ...]


class SpeakFive(Struct, frozen=True, tag=True):
    choice: Five


class HandShoe(Struct, frozen=True, tag=True):
    """Who gets the shoe first: players in the order they sit, each to the right of the one before (135)."""

    players: tuple[str, ...]
    bank_bets: dict[str, int]
    refused: tuple[str, ...] = ()


class TakeSuite(Struct, frozen=True, tag=True):
    """The holder won and does not go on; *taken_by* continues for the same value (135)."""

    taken_by: str


class ClosePass(Struct, frozen=True, tag=True):
    """The points were called and checked: pay and collect."""


Entry = PrepareShoe | Draw | Reveal | Redraw | CutCard | KeyBets | SpeakFive | HandShoe | TakeSuite | ClosePass

# What people key; the rest comes from the shoe.
KEYED = (PrepareShoe, KeyBets, SpeakFive, HandShoe, TakeSuite, CutCard, ClosePass)
