"""What a press of the dealer's keys leads to: a place and an action become one entry of the game. It decides nothing.

One key where the hand in turn is meant, a digit before it where it is another place. A layout is data, one per family.
"""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from msgspec import Struct

from table_core.pad_layouts import Key, Layout, PadEntry
from table_core.preparation import PrepareStep
from table_core.progressive.orders import LockSideBets, OpenSideBets
from table_core.rulebook import Rulebook
from table_core.rules.blackjack.entries import Act, ActName, PlaceBet
from table_core.rules.blackjack.expectation import expects
from table_core.rules.blackjack.state import State
from table_core.rules.poker.entries import ChangeCards, DecideBet, PlaceAnte

KEYS: Final = (*"0123456789", "enter", "plus", "minus", "star", "slash", "dot", "backspace", "numlock")
UNDO: Final = "undo"
"""What the last entry was is for the table to know: it is asked to take it back."""
FORGOTTEN_AFTER_NS: Final = 5_000_000_000
"""A digit that waited longer for its action was a slip; the box it named must not get the next decision."""


class Scene(Struct, frozen=True):
    """What the pad must know of the game: phase, place in turn, open decisions per hand, places with a bet.

    *preparing*: a shoe is being prepared; digits are a number then, `/` says whose, Enter that the step is done.
    *side*: the phase of the progressive; None where the table has none.
    """

    phase: str = ""
    turn: str = ""
    may: dict[str, tuple[str, ...]] = {}
    active: frozenset[str] = frozenset()
    preparing: bool = False
    side: str | None = None


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
    if meaning.side and (scene.phase == layout.bets_in or not meaning.ace):
        return _side(scene)
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
    if not (layout.places and key.isdigit()):
        return Keyed(refused=f"la tecla {key} no tiene función en este juego")
    if scene.phase != layout.bets_in:
        return Keyed(Pending(key, since_ns=mono_ns))
    if key in scene.active:
        return Keyed(refused=f"{_the(layout)} {key} ya tiene apuesta; para quitarla, deshaga")
    return Keyed(entry=PlaceBet(key) if layout.places == "casilla" else PlaceAnte(int(key)))


def _the(layout: Layout) -> str:
    return "la casilla" if layout.places == "casilla" else "el puesto"


def _act(layout: Layout, meaning: Key, pending: Pending, scene: Scene) -> Keyed:
    if meaning.entry is not None:
        return Keyed(entry=meaning.entry)
    if meaning.by_phase:
        entry = meaning.by_phase.get(scene.phase)
        return Keyed(entry=entry) if entry else Keyed(refused=f"{meaning.label}: ahora no corresponde")
    if meaning.choice is not None or meaning.changes:
        return _seat_decides(layout, meaning, pending, scene)
    hand = _hand(pending, scene, meaning.acts)
    if not hand:
        return Keyed(refused=f"{meaning.label}: marque antes {_the(layout)}")
    open_acts = scene.may.get(hand, ())
    return Keyed(entry=Act(next((act for act in meaning.acts if act in open_acts), meaning.acts[0]), hand))


def _seat_decides(layout: Layout, meaning: Key, pending: Pending, scene: Scene) -> Keyed:
    """A seat of a poker table; whoever is asked is meant, but cards are changed for the seat that was named."""
    seat = pending.box or ("" if meaning.changes else scene.turn)
    if not seat.isdigit():
        return Keyed(refused=f"{meaning.label}: marque antes {_the(layout)}")
    if meaning.choice is not None:
        return Keyed(entry=DecideBet(int(seat), meaning.choice))
    return Keyed(entry=ChangeCards(int(seat), meaning.changes))


def _side(scene: Scene) -> Keyed:
    """The progressive of this table: invited, then locked."""
    match scene.side:
        case None:
            return Keyed(refused="esta mesa no tiene progresivo")
        case "idle":
            return Keyed(entry=OpenSideBets())
        case "open":
            return Keyed(entry=LockSideBets())
        case _:
            return Keyed(refused="el progresivo de este pase ya está cerrado")


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
