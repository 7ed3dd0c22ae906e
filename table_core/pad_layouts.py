"""What each key of the dealer's pad is for, one layout per game family. Data only; `pad` says what a press leads to."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from table_core.preparation import PrepareStep
from table_core.progressive.orders import LockSideBets, OpenSideBets
from table_core.rules.baccarat.chemin.entries import CloseBets, DeclineBank, PassBank, ShowHands, Speak
from table_core.rules.baccarat.entries import ClosePass, CutCard, PrepareShoe, SpeakFive
from table_core.rules.blackjack.entries import Act, ActName, Button, PlaceBet
from table_core.rules.poker.entries import (
    ChangeCards,
    Choice,
    CloseAntes,
    ConfirmHands,
    DecideBet,
    OpenHands,
    PlaceAnte,
)

PadEntry = (
    PlaceBet
    | Act
    | Button
    | SpeakFive
    | CutCard
    | ClosePass
    | PrepareStep
    | PrepareShoe
    | PlaceAnte
    | CloseAntes
    | DecideBet
    | ChangeCards
    | OpenHands
    | ConfirmHands
    | Speak
    | ShowHands
    | CloseBets
    | PassBank
    | DeclineBank
    | OpenSideBets
    | LockSideBets
)


class Key(Struct, frozen=True):
    """What one key is for; *label* is printed on it. The first of *acts* that is open is meant, else the first.

    *by_phase* is the entry the key means in each phase. *choice*, *changes*: what a poker seat decides. *side*: it
    opens and locks the progressive, where the table has one.
    """

    label: str
    acts: tuple[ActName, ...] = ()
    entry: PadEntry | None = None
    by_phase: Mapping[str, PadEntry] = {}
    choice: Choice | None = None
    changes: int = 0
    ace: bool = False
    side: bool = False
    undoes: bool = False


class Layout(Struct, frozen=True):
    """A game family's keys. *places*: what a digit names, if anything; *bets_in*: the phase where it is a bet alone."""

    family: str
    keys: dict[str, Key]
    places: Literal["", "casilla", "puesto"] = ""
    bets_in: str = ""


_BACK = Key("Deshacer", undoes=True)
_BACK_KEYS = {"backspace": _BACK, "numlock": _BACK}

BLACKJACK: Final = Layout(
    family="blackjack",
    places="casilla",
    bets_in="bets",
    keys={
        "enter": Key("Me planto", acts=("stand",)),
        "plus": Key("Doblo · par", acts=("double", "even_money")),
        "slash": Key("Abro", acts=("split",)),
        "minus": Key("Retiro", acts=("surrender",)),
        "star": Key("Seguro", acts=("insure", "desafio")),
        "dot": Key("As · pozo", ace=True, side=True),
        "0": Key(
            "Sigue",
            by_phase={
                "bets": Button("no_more_bets"),
                "retiro": Button("no_more_surrender"),
                "insurance": Button("no_more_insurance"),
                "bank": Button("reveal_hole"),
                "reveal": Button("reveal_doubles"),
                "settle": Button("end_round"),
            },
        ),
        **_BACK_KEYS,
    },
)
BACCARAT: Final = Layout(
    family="baccarat",
    keys={
        "plus": Key("Carta", entry=SpeakFive("draw")),
        "enter": Key("Me planto", entry=SpeakFive("stand")),
        "slash": Key("Corte", entry=CutCard()),
        "0": Key("Cierra el pase", entry=ClosePass()),
        **_BACK_KEYS,
    },
)
CHEMIN: Final = Layout(
    family="chemin",
    keys={
        "plus": Key("Carta", by_phase={"punto": Speak("punto", "carta"), "banker": Speak("bank", "carta")}),
        "enter": Key("No", by_phase={"punto": Speak("punto", "no"), "banker": Speak("bank", "no")}),
        "star": Key("Cuadro", by_phase={"banker": Speak("bank", "cuadro")}),
        "dot": Key("Muestra", by_phase={"punto": ShowHands("punto"), "banker": ShowHands("bank")}),
        "minus": Key("Pasa la mano", by_phase={"bank": DeclineBank(), "stakes": PassBank()}),
        "slash": Key("Corte", entry=CutCard()),
        "0": Key("Sigue", by_phase={"stakes": CloseBets(), "complete": ClosePass()}),
        **_BACK_KEYS,
    },
)
POKER: Final = Layout(
    family="poker",
    places="puesto",
    bets_in="antes",
    keys={
        "enter": Key("Va", choice="bet"),
        "minus": Key("No va", choice="fold"),
        "plus": Key("Cambia 1", changes=1),
        "star": Key("Cambia 2", changes=2),
        "dot": Key("Pozo", side=True),
        "0": Key(
            "Sigue",
            by_phase={
                "shuffle": PrepareShoe(1),
                "settled": PrepareShoe(1),
                "antes": CloseAntes(),
                "replace": OpenHands(),
                "dealer": OpenHands(),
                "review": ConfirmHands(),
            },
        ),
        **_BACK_KEYS,
    },
)
LAYOUTS: Final = {layout.family: layout for layout in (BLACKJACK, BACCARAT, CHEMIN, POKER)}
