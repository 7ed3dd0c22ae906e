"""What anybody may see of a table of Chemin de Fer: hands lie covered until shown; thirds are open (149)."""

from typing import Any

import msgspec

from table_core.cards import HIDDEN
from table_core.events import Side
from table_core.rules.baccarat import chart
from table_core.rules.baccarat.chemin.people import find, pay_order
from table_core.rules.baccarat.chemin.state import CheminState
from table_core.rules.baccarat.expectation import Expectation
from table_core.rules.baccarat.state import Dealt
from table_core.shoe_count import DECK_CARDS


def is_covered(state: CheminState, dealt: Dealt) -> bool:
    """Whether nobody but its player may see *dealt* yet, though the shoe may have read it."""
    if dealt.card is None:
        return True
    return not (state.shown or dealt.place in state.exposed or dealt.place.position == 3)


def picture(state: CheminState, expected: Expectation) -> dict[str, Any]:
    """The cloth as anybody may see it."""
    punto, bank = _hand(state, "punto"), _hand(state, "bank")
    return {
        "phase": state.phase,
        "punto": punto,
        "bank": bank,
        "punto_points": _points(punto),
        "bank_points": _points(bank),
        "bets": _bets(state),
        "burn_left": 0,
        "cards_out": state.drawn,
        "shoe_cards": DECK_CARDS * state.decks,
        "cut_card_out": state.cut_card_out,
        "next_card": [f"{place.side} {place.position}" for place in expected.places],
        "entries": list(expected.entries),
        "bets_open": expected.bets_open,
        "said": {"punto": state.punto_word, "bank": state.bank_word},
        "players": [msgspec.to_builtins(player) for player in pay_order(state.players)],
        "waiting": list(state.waiting),
        "banker": msgspec.to_builtins(state.bank),
        "offer": msgspec.to_builtins(state.offer),
        "stakes": msgspec.to_builtins(state.stakes),
        "seguido": state.seguido,
        "may_keep": state.won_last.amount if state.won_last is not None and state.bank is None else None,
    }


def _hand(state: CheminState, side: Side) -> list[str]:
    hand = [dealt for dealt in state.dealt if dealt.place.side == side]
    return [HIDDEN if dealt.card is None or is_covered(state, dealt) else dealt.card for dealt in hand]


def _points(open_hand: list[str]) -> int | None:
    """The points of a hand that lies open, None while a card of it does not."""
    return None if not open_hand or HIDDEN in open_hand else chart.points(open_hand)


def _bets(state: CheminState) -> list[dict[str, Any]]:
    """What lies against the bank, by the seats it was laid from."""
    accepted = state.stakes.accepted if state.stakes is not None else ()
    return [{**msgspec.to_builtins(one), "side": "punto", **_place_of(state, one.player)} for one in accepted]


def _place_of(state: CheminState, name: str) -> dict[str, Any]:
    player = find(state.players, name)
    return {"seat": player.seat, "standing": player.standing} if player is not None else {}
