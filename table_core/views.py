"""What each role may see. Every face of the table goes through here: nothing else may show an entry or a state.

Covered cards of an open pass, burned cards and the cards of incidents are masked for every role. What may be
uncovered is in the picture; an entry of an open pass never names a card.
"""

from typing import Any

import msgspec

from table_core.events import Side
from table_core.incidents import Incident
from table_core.record import Entry, KernelFaulted, Observed
from table_core.rulebook import Role
from table_core.rules.baccarat.expectation import Expectation
from table_core.rules.baccarat.hidden import five_open, is_covered
from table_core.rules.baccarat.state import (
    BaccaratState,
    CardBurned,
    CardCarried,
    CardDealt,
    CardFaced,
    CardReplaced,
    CardTakenOut,
)
from table_core.table import CardUnreconciled, IncidentCardKnown, TableState

HIDDEN = "??"
_HIDDEN_CARD = (
    CardBurned,
    CardCarried,
    CardFaced,
    CardReplaced,
    CardTakenOut,
    CardUnreconciled,
    IncidentCardKnown,
)
_EVIDENCE_ROLES: frozenset[Role] = frozenset({"auditor", "inspector"})


def visible(entry: Entry, role: Role | None, *, pass_open: bool = True) -> dict[str, Any]:
    """*entry* as *role* may read it (None: anybody). After the pass, evidence roles may read the bytes too."""
    shown: dict[str, Any] = msgspec.to_builtins(entry)
    if not pass_open and role in _EVIDENCE_ROLES:
        return shown
    if isinstance(entry, Observed):
        shown["raw"] = ""
        if "card" in shown["event"]:
            shown["event"]["card"] = _mask(shown["event"]["card"])
    elif isinstance(entry, KernelFaulted):
        shown["given"] = ""
    elif isinstance(entry, CardDealt):
        shown["dealt"]["card"] = _mask(shown["dealt"]["card"])
    elif isinstance(entry, _HIDDEN_CARD):
        shown["card"] = _mask(shown["card"])
    elif "incident" in shown:
        shown["incident"]["card"] = _mask(shown["incident"]["card"])
    return shown


def picture(state: TableState, expected: Expectation, table: str) -> dict[str, Any]:
    """The table as anybody may see it: the cards that lie open, what is expected, what is announced."""
    game = state.game
    return {
        "table": table,
        "state": "held" if state.held else "ready",
        "day": state.session.day,
        "jornada": state.session.jornada,
        "dealer": state.session.dealer,
        "supervisor": state.session.supervisor,
        "pass": state.session.passes,
        "passes_left": state.session.passes_left,
        "phase": game.phase,
        "punto": _hand(game, expected, "punto"),
        "bank": _hand(game, expected, "bank"),
        "burn_left": game.burn_left,
        "cards_out": game.drawn,
        "cut_card_out": game.cut_card_out,
        "next_card": _next_card(expected),
        "entries": list(expected.entries),
        "bets_open": expected.bets_open,
        "announced": state.announced,
        "links": dict(state.links),
        "lamps": {device: list(lit) for device, lit in state.lamps.items()},
        "incidents": [_open_incident(incident) for incident in state.incidents],
    }


def _open_incident(incident: Incident) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(incident)
    shown["card"] = _mask(shown["card"])
    return shown


def _mask(card: str | None) -> str | None:
    return None if card is None else HIDDEN


def _hand(game: BaccaratState, expected: Expectation, side: Side) -> list[str]:
    """The cards of *side* that lie open, covered ones as such."""
    hand = [dealt for dealt in game.dealt if dealt.place.side == side]
    return [HIDDEN if dealt.card is None or is_covered(game, expected, dealt) else dealt.card for dealt in hand]


def _next_card(expected: Expectation) -> list[str]:
    """Where the next card goes. While Punto has a five to decide, the bank's chance to draw would betray its points."""
    places = expected.places[:1] if five_open(expected) else expected.places
    return [f"{place.side} {place.position}" for place in places]
