"""What the dealer's keys mean: a box and an action become one entry of the game. Pure; it decides nothing.

One key where the hand in turn is meant, a digit before it where it is another box. A layout is data, one per family.
"""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from msgspec import Struct

from table_core.preparation import PrepareStep
from table_core.rulebook import Rulebook
from table_core.rules.baccarat.entries import ClosePass, CutCard, SpeakFive
from table_core.rules.blackjack.entries import Act, ActName, Button, ButtonName, PlaceBet
from table_core.rules.blackjack.expectation import expects
from table_core.rules.blackjack.state import State

KEYS: Final = (*"0123456789", "enter", "plus", "minus", "star", "slash", "dot", "backspace", "numlock")
UNDO: Final = "undo"
"""What the last entry was is for the table to know: it is asked to take it back."""
FORGOTTEN_AFTER_NS: Final = 5_000_000_000
"""A digit that waited longer for its action was a slip; the box it named must not get the next decision."""

PadEntry = PlaceBet | Act | Button | SpeakFive | CutCard | ClosePass | PrepareStep


class Key(Struct, frozen=True):
    """What one key is for; *label* is printed on it. The first of *acts* that is open is meant, else the first."""

    label: str
    acts: tuple[ActName, ...] = ()
    entry: PadEntry | None = None
    goes_on: bool = False
    ace: bool = False
    undoes: bool = False


class Layout(Struct, frozen=True):
    """A game family's keys. *boxes*: digits name a box; *bets_in*: the phase in which a digit alone is a bet."""

    family: str
    keys: dict[str, Key]
    boxes: bool = False
    bets_in: str = ""
    goes_on: dict[str, ButtonName] = {}


class Scene(Struct, frozen=True):
    """What the pad must know of the game: phase, hand in turn, open decisions per hand, boxes with a bet.

    *preparing*: a shoe is being prepared; digits are a number then, `/` says whose, Enter that the step is done.
    """

    phase: str = ""
    turn: str = ""
    may: dict[str, tuple[str, ...]] = {}
    active: frozenset[str] = frozenset()
    preparing: bool = False


class Pending(Struct, frozen=True):
    """What was keyed and still waits for its action; *who*: the box that cut, while a shoe is prepared."""

    box: str = ""
    who: str = ""
    ace: bool = False
    since_ns: int = 0


class Keyed(Struct, frozen=True):
    """What a press led to: something that waits, an entry, a wish to undo, or a refusal in words for the screen."""

    pending: Pending = Pending()
    entry: PadEntry | Literal["undo"] | None = None
    refused: str = ""


_BACK = Key("Deshacer", undoes=True)

BLACKJACK: Final = Layout(
    family="blackjack",
    boxes=True,
    bets_in="bets",
    keys={
        "enter": Key("Me planto", acts=("stand",)),
        "plus": Key("Doblo · par", acts=("double", "even_money")),
        "slash": Key("Abro", acts=("split",)),
        "minus": Key("Retiro", acts=("surrender",)),
        "star": Key("Seguro", acts=("insure", "desafio")),
        "dot": Key("As", ace=True),
        "0": Key("Sigue", goes_on=True),
        "backspace": _BACK,
        "numlock": _BACK,
    },
    goes_on={
        "bets": "no_more_bets",
        "retiro": "no_more_surrender",
        "insurance": "no_more_insurance",
        "bank": "reveal_hole",
        "reveal": "reveal_doubles",
        "settle": "end_round",
    },
)
BACCARAT: Final = Layout(
    family="baccarat",
    keys={
        "plus": Key("Carta", entry=SpeakFive("draw")),
        "enter": Key("Me planto", entry=SpeakFive("stand")),
        "slash": Key("Corte", entry=CutCard()),
        "0": Key("Cierra el pase", entry=ClosePass()),
        "backspace": _BACK,
        "numlock": _BACK,
    },
)
LAYOUTS: Final = {layout.family: layout for layout in (BLACKJACK, BACCARAT)}


def press(layout: Layout, pending: Pending, key: str, scene: Scene, mono_ns: int = 0) -> Keyed:
    """What *key* leads to after what is *pending*."""
    if mono_ns - pending.since_ns > FORGOTTEN_AFTER_NS:
        pending = Pending()
    meaning = layout.keys.get(key)
    if meaning is not None and meaning.undoes:
        return Keyed() if pending.box or pending.who or pending.ace else Keyed(entry=UNDO)
    if scene.preparing:
        return _prepare(pending, key, mono_ns)
    if pending.ace:
        return _declare_ace(pending, key, scene)
    if meaning is None:
        return _digit(layout, key, scene, mono_ns)
    if meaning.ace:
        return Keyed(Pending(pending.box, ace=True, since_ns=mono_ns))
    return _act(layout, meaning, pending, scene)


def blackjack_scene(rules: Rulebook, state: State) -> Scene:
    """What the keys of a blackjack table act on now."""
    expected = expects(rules, state)
    return Scene(expected.phase, expected.turn, expected.may, frozenset(hand.box for hand in state.hands))


def entry_for(layout: Layout, presses: Iterable[str], scene: Scene) -> PadEntry | Literal["undo"] | None:
    """What a sequence of keys comes to while the game stands still: the entry of its last key, or None."""
    keyed = Keyed()
    for key in presses:
        keyed = press(layout, keyed.pending, key, scene)
    return keyed.entry


def _digit(layout: Layout, key: str, scene: Scene, mono_ns: int) -> Keyed:
    if not (layout.boxes and key.isdigit()):
        return Keyed(refused=f"la tecla {key} no tiene función en este juego")
    if scene.phase != layout.bets_in:
        return Keyed(Pending(key, since_ns=mono_ns))
    if key in scene.active:
        return Keyed(refused=f"la casilla {key} ya tiene apuesta; para quitarla, deshaga")
    return Keyed(entry=PlaceBet(key))


def _act(layout: Layout, meaning: Key, pending: Pending, scene: Scene) -> Keyed:
    if meaning.entry is not None:
        return Keyed(entry=meaning.entry)
    if meaning.goes_on:
        button = layout.goes_on.get(scene.phase)
        return Keyed(entry=Button(button)) if button else Keyed(refused="ahora no hay nada que cerrar ni mostrar")
    hand = _hand(pending, scene, meaning.acts)
    if not hand:
        return Keyed(refused=f"{meaning.label}: marque antes la casilla")
    open_acts = scene.may.get(hand, ())
    return Keyed(entry=Act(next((act for act in meaning.acts if act in open_acts), meaning.acts[0]), hand))


def _prepare(pending: Pending, key: str, mono_ns: int) -> Keyed:
    """`1 / 156 Enter`: box 1 cut at 156 cards; 0 is the dealer. Enter alone: done. `*`: the machine did it."""
    if key.isdigit():
        return Keyed(msgspec.structs.replace(pending, box=pending.box + key, since_ns=mono_ns))
    match key:
        case "slash" if pending.box:
            who = "crupier" if pending.box == "0" else f"casilla {pending.box}"
            return Keyed(Pending(who=who, since_ns=mono_ns))
        case "enter":
            return Keyed(entry=PrepareStep(who=pending.who, count=int(pending.box) if pending.box else None))
        case "star":
            return Keyed(entry=PrepareStep("machine"))
        case _:
            return Keyed(refused="se prepara el sabot: número, / para quién, Enter cuando el paso está hecho")


def _declare_ace(pending: Pending, key: str, scene: Scene) -> Keyed:
    """The ace key, then `1`, or the ace key again for eleven."""
    value = {"1": 1, "dot": 11}.get(key)
    hand = _hand(pending, scene, ("ace_value",))
    if value is None or not hand:
        return Keyed(refused="As: después marque 1, o As otra vez para once")
    return Keyed(entry=Act("ace_value", hand, value=value))


def _hand(pending: Pending, scene: Scene, acts: tuple[ActName, ...]) -> str:
    """In the box keyed the hand in turn, unless only another of it may do that; without a box the hand in turn."""
    playing = "" if scene.turn in ("none", "bank") else scene.turn
    if not pending.box:
        return playing
    own = [hand for hand in (playing, *scene.may) if hand.partition(".")[0] == pending.box]
    able = [hand for hand in own if not set(acts).isdisjoint(scene.may.get(hand, ()))]
    return next(iter((*able, *own)), pending.box)
