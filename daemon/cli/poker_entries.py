"""What `sabot enter` understands at a poker table: deck, antes, decisions, changes, hands."""

from collections.abc import Callable
from typing import Any

from table_core.cards import parse_card
from table_core.rules.poker.categories import HAND_NAMES

Command = dict[str, Any]

HELP = (
    "deck [CORTE] [rojo|verde] | ante PUESTO [MONTO] | close-antes | bet PUESTO [MONTO] | fold PUESTO | "
    "change PUESTO CARTAS | open-hands | hand PUESTO CARTAS|NOMBRE (puesto 0: el croupier) | confirm"
)


def poker_entry(action: str, values: tuple[str, ...]) -> Command | None:
    """The command that *action* and its values spell, None when it is none of these. ValueError: values are wrong."""
    spell = _SPELLINGS.get(action)
    return spell(values) if spell is not None else None


def _deck(values: tuple[str, ...]) -> Command:
    cuts = [int(value) for value in values if value.isdigit()]
    backs = [value for value in values if not value.isdigit()]
    return {"type": "PrepareShoe", "decks": 1, "cut_from_top": cuts[0] if cuts else None, "backs": backs}


def _ante(values: tuple[str, ...]) -> Command:
    seat, *amount = map(int, values)
    return {"type": "PlaceAnte", "seat": seat, "amount": amount[0] if amount else None}


def _bet(values: tuple[str, ...]) -> Command:
    seat, *amount = map(int, values)
    return {"type": "DecideBet", "seat": seat, "choice": "bet", "amount": amount[0] if amount else None}


def _fold(values: tuple[str, ...]) -> Command:
    (seat,) = map(int, values)
    return {"type": "DecideBet", "seat": seat, "choice": "fold"}


def _change(values: tuple[str, ...]) -> Command:
    seat, count = map(int, values)
    return {"type": "ChangeCards", "seat": seat, "count": count}


def _hand(values: tuple[str, ...]) -> Command:
    """Five cards, or the hand's name in Spanish or as the program writes it."""
    seat, told = int(values[0]), " ".join(values[1:]).replace(",", " ")
    names = {**{spoken: name for name, spoken in HAND_NAMES.items()}, **{name: name for name in HAND_NAMES}}
    if told in names:
        return {"type": "KeyHand", "seat": seat, "category": names[told]}
    return {"type": "KeyHand", "seat": seat, "cards": [parse_card(card) for card in told.split()]}


def _plain(name: str) -> Callable[[tuple[str, ...]], Command]:
    def spell(values: tuple[str, ...]) -> Command:
        if values:
            raise ValueError(" ".join(values))
        return {"type": name}

    return spell


_SPELLINGS: dict[str, Callable[[tuple[str, ...]], Command]] = {
    "deck": _deck,
    "ante": _ante,
    "close-antes": _plain("CloseAntes"),
    "bet": _bet,
    "fold": _fold,
    "change": _change,
    "open-hands": _plain("OpenHands"),
    "hand": _hand,
    "confirm": _plain("ConfirmHands"),
}
