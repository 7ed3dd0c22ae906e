"""The public picture of a pass: what lies open on the cloth. Covered cards appear as None until they are turned."""

from typing import Any

import msgspec
from msgspec import Struct

from table_core.cards import HIDDEN, Card
from table_core.rulebook import Rulebook
from table_core.rules.blackjack import hands
from table_core.rules.blackjack.expectation import Expectation, expects
from table_core.rules.blackjack.game import BlackjackGame
from table_core.rules.blackjack.state import Held, Phase, State

SWEPT = "--"
"""A place of the bank whose card went into the discard."""


class OpenHand(Struct, frozen=True):
    """*total* is None while a card of the hand is covered."""

    id: str
    box: str
    cards: tuple[Card | None, ...]
    total: int | None
    stake: int | None
    done: bool
    result: str | None


class Picture(Struct, frozen=True):
    """What every role may see of a running pass."""

    phase: Phase
    hands: tuple[OpenHand, ...]
    bank: tuple[Card | None, ...]
    bank_total: int | None
    burned: tuple[Card | None, ...]
    expected: Expectation
    announced: tuple[str, ...]
    paid: tuple[str, ...]
    taken: tuple[str, ...]


def masked(rules: Rulebook, state: State) -> Picture:
    """The picture of *state* in which no covered card appears, nor anything worked out from one."""
    shown = tuple(
        OpenHand(
            hand.id, hand.box, _open(hand.cards),
            None if hand.covered else hands.player_count(rules, hand).total,
            hand.stake, hand.done is not None, hand.result,
        )
        for hand in state.hands
    )  # fmt: skip
    bank = tuple(SWEPT if held is None else _face(held) for held in state.bank)
    total = None if state.bank_covered else hands.bank_count(rules, state.bank_codes).total
    return Picture(
        state.phase, shown, bank, total, _open(state.burned), expects(rules, state),
        state.announced, state.paid, state.taken,
    )  # fmt: skip


def table_picture(rules: Rulebook, game: BlackjackGame) -> dict[str, Any]:
    """The cloth and the shoe as anybody may see them, covered cards as such."""
    shown: dict[str, Any] = msgspec.to_builtins(masked(rules, game.round))
    expected, words = shown.pop("expected"), shown.pop("announced")
    return {
        **shown,
        "phase": game.round.phase if game.shoe.phase == "ready" else f"shoe.{game.shoe.phase}",
        "hands": [{**hand, "cards": [card or HIDDEN for card in hand["cards"]]} for hand in shown["hands"]],
        "bank": [card or HIDDEN for card in shown["bank"]],
        "burned": [card or HIDDEN for card in shown["burned"]],
        "turn": expected["turn"],
        "next_card": [expected["next_card_to"]] if expected["next_card_to"] else [],
        "may": expected["may"],
        "bank_must": expected["bank_must"],
        "say": expected["say"],
        "said": words,
        "waits_for": expected["waits_for"],
        "burn_left": game.shoe.burn_left,
        "shoe_cards": game.shoe.cards,
        "cards_out": game.drawn,
        "cut_card_out": game.shoe.last_pass,
        "bets_open": game.shoe.phase == "ready" and game.round.phase == "bets" and not game.round.called,
    }


def covered_places(state: State) -> tuple[str, ...]:
    """Covered cards as `hand#n` or `bank#n`, counted from 1; a place swept empty counts."""
    bank = [f"bank#{n}" for n, held in enumerate(state.bank, 1) if held is not None and held.face == "down"]
    players = [f"{hand.id}#{n}" for hand in state.hands for n, held in enumerate(hand.cards, 1) if held.face == "down"]
    return (*bank, *players)


def _open(cards: tuple[Held, ...]) -> tuple[Card | None, ...]:
    return tuple(_face(held) for held in cards)


def _face(held: Held) -> Card | None:
    return held.card if held.face == "up" else None
