"""Row `blackjack_round`: one hand of blackjack from the bets to the payment, against libraries that only play it.

Ours follows an official text (Coquimbo 2020): every card and decision checked, every payment with its article. The
peers simulate. Each plays the same plain way: one seat, hit below seventeen. Peers not installed are named as missing.
"""

import importlib
import random
import time
from collections.abc import Callable
from typing import Any

from bench.rows import Row, measured, peer_missing
from daemon.rulebooks import all_rulebooks
from table_core.cards import full_shoe
from table_core.rules.blackjack.engine import Engine, fold
from table_core.rules.blackjack.entries import Act, Button, CardOut, Entry, PlaceBet
from table_core.rules.blackjack.state import State

NAME = "blackjack_round"
GOAL = 10.0
RULEBOOK, DECKS, HANDS = "coquimbo-2020", 6, 200
UNIT = "us per hand"
_STANDS_ON = 17
_ENOUGH = 30
"""Cards that suffice for any round; with fewer left the shoe is shuffled anew, seldom enough not to count."""
_CLOSES = {
    "insurance": Button("no_more_insurance"),
    "retiro": Button("no_more_surrender"),
    "reveal": Button("reveal_doubles"),
}

Play = Callable[[], None]


def measure() -> list[Row]:
    peers = {"gymnasium": _gymnasium(), "blackjack21": _blackjack21(), "open_spiel": _open_spiel()}
    rows = zip((NAME, f"{NAME}_blackjack21", f"{NAME}_open_spiel"), peers.items(), strict=True)
    return [_against(row, name, peer) for row, (name, peer) in rows]


def _against(row: str, name: str, peer: Play | None) -> Row:
    """open_spiel has wheels for few machines; without one its row stays `peer_missing`."""
    if peer is None:
        return peer_missing(row, name, GOAL, _timed(_ours(), _nothing)[0], UNIT)
    ours, theirs = _timed(_ours(), peer)
    return measured(row, ours, against=name, against_ns=theirs, goal=GOAL, unit=UNIT)


def _nothing() -> None:
    pass


def _timed(ours: Play, theirs: Play) -> tuple[list[int], list[int]]:
    times: tuple[list[int], list[int]] = ([], [])
    for _hand in range(HANDS):
        for play, kept in zip((ours, theirs), times, strict=True):
            started = time.perf_counter_ns()
            play()
            kept.append(time.perf_counter_ns() - started)
    return times


def _ours() -> Play:
    """One box plays until it stands; the bank follows its rules; the round is paid."""
    engine = Engine(all_rulebooks()[RULEBOOK], stakes="keyed")
    chance = random.Random(21)
    cards: list[str] = []

    def play() -> None:
        if len(cards) < _ENOUGH:
            cards[:] = full_shoe(DECKS)
            chance.shuffle(cards)
        state = engine.open(fresh_shoe=False)
        state = _after(engine, state, PlaceBet("1", 1000))
        state = _after(engine, state, Button("no_more_bets"))
        while state.phase not in ("settle", "over"):
            state = _after(engine, state, _next(engine, state, cards))

    return play


def _next(engine: Engine, state: State, cards: list[str]) -> Entry:
    expected = engine.expects(state)
    hand = expected.turn
    if hand not in ("none", "bank") and _total(state, hand) >= _STANDS_ON:
        return Act("stand", hand)
    button = _CLOSES.get(state.phase)
    return CardOut(cards.pop()) if button is None else button


def _total(state: State, hand: str) -> int:
    found = state.hand(hand)
    codes = found.codes if found else ()
    hard = sum(min("A23456789TJQK".index(card[0]) + 1, 10) for card in codes)
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in codes) else hard


def _after(engine: Engine, state: State, entry: Entry) -> State:
    return fold(state, engine.apply(state, entry))


def _gymnasium() -> Play | None:
    try:
        gymnasium: Any = importlib.import_module("gymnasium")
    except ImportError:
        return None
    table = gymnasium.make("Blackjack-v1", natural=True, sab=False)
    table.reset(seed=21)

    def play() -> None:
        (total, _bank, _soft), _info = table.reset()
        over = False
        while not over:
            (total, _bank, _soft), _reward, over, _cut, _info = table.step(int(total < _STANDS_ON))

    return play


def _blackjack21() -> Play | None:
    try:
        blackjack21: Any = importlib.import_module("blackjack21")
    except ImportError:
        return None

    deck: Any = importlib.import_module("blackjack21.deck")
    suits: Any = importlib.import_module("blackjack21.table").DEFAULT_SUITS

    cards = deck.Deck(suits, count=DECKS)

    def play() -> None:
        if len(cards) < _ENOUGH:
            cards.reset()
        table = blackjack21.Table([("Ana", 1000)], cards)
        table.start_game()
        while (hand := table.current_hand) is not None:
            table.hit() if hand.total < _STANDS_ON else table.stand()

    return play


def _open_spiel() -> Play | None:
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game, chance = pyspiel.load_game("blackjack"), random.Random(21)

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(chance.choice(actions) if state.is_chance_node() else actions[-1])

    return play
