"""Seven chip acceptors on one ccTalk line at 9600 baud, one of them dead, 2 % of the bytes damaged, with resets."""

import os
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from hw_sims.devices.cctalk.slot import ACCEPTS_WITHIN_NS, ChipSlot
from table_core.events import AcceptorReset, AcceptorSilent, CreditAccepted, CreditsLost
from tests.contract.cctalk_line import COINS, MS, SECOND_NS, PacedLine, table_of_seven

CHIPS = 10_000 if os.environ.get("SABOT_NIGHTLY") else 2_000
SEED = 20
DEAD = 7
LIVE = range(1, DEAD)
DAMAGED_BYTES = 0.02
RESET_EVERY = 150
AVERAGE_MS_BETWEEN_CHIPS = 120
FASTEST_HAND_NS = 250 * MS


class Evening:
    """Players drop chips at the live seats and now and then an acceptor resets; *kept* is split where it did."""

    def __init__(self, line: PacedLine, seats: dict[int, ChipSlot], chance: Random) -> None:
        self._line = line
        self._seats = seats
        self._chance = chance
        self._busy_until = dict.fromkeys(LIVE, 0)
        self.kept: dict[int, list[list[int]]] = {seat: [[]] for seat in LIVE}

    def play(self, chips: int) -> None:
        for number in range(1, chips + 1):
            self._line.run(self._chance.randrange(1, 2 * AVERAGE_MS_BETWEEN_CHIPS) * MS)
            free = [seat for seat in LIVE if self._busy_until[seat] <= self._line.now]
            self._drop(self._chance.choice(free or LIVE), self._chance.choice((1, 2, 4)))
            if number % RESET_EVERY == 0:
                self._reset(self._chance.choice(LIVE))
        self._line.run(10 * SECOND_NS)

    def _drop(self, seat: int, coin: int) -> None:
        self._busy_until[seat] = self._line.now + FASTEST_HAND_NS
        if self._seats[seat].insert(coin, self._line.now) == "kept":
            self.kept[seat][-1].append(coin)

    def _reset(self, seat: int) -> None:
        if self.kept[seat][-1]:
            self._seats[seat].reset(self._line.now)
            self.kept[seat].append([])


@pytest.mark.requirement("R15")
def test_each_is_polled_within_a_second_and_no_credit_is_lost_or_doubled() -> None:
    chance, damaged = Random(SEED), [0]
    line, seats = table_of_seven(_noise(chance, damaged))
    seats[DEAD].mischief.dead = True
    line.want(*[True] * len(seats))
    line.run(5 * SECOND_NS)
    evening = Evening(line, seats, chance)
    evening.play(CHIPS)
    assert damaged[0] > CHIPS
    for seat in LIVE:
        assert max(after - before for before, after in pairwise(seats[seat].polled_at)) <= ACCEPTS_WITHIN_NS, seat
        _compare(_told(line, seat), evening.kept[seat], where=f"seat {seat}, seed {SEED}")
    assert {event.seat for event in line.events if isinstance(event, AcceptorSilent)} == {DEAD}
    assert sum(map(len, evening.kept.values())) > len(LIVE), "no reset"
    assert sum(len(part) for parts in evening.kept.values() for part in parts) > 0.95 * CHIPS


def _noise(chance: Random, damaged: list[int]) -> Callable[[bytes], bytes]:
    """Each byte on the wire has one bit flipped at the given rate, for host and acceptors alike."""

    def flip(byte: int) -> int:
        if chance.random() >= DAMAGED_BYTES:
            return byte
        damaged[0] += 1
        return byte ^ 1 << chance.randrange(8)

    return lambda data: bytes(map(flip, data))


def _told(line: PacedLine, seat: int) -> list[list[int]]:
    """The coins told of *seat*, split where a reset was told."""
    parts: list[list[int]] = [[]]
    for event in line.events:
        match event:
            case CreditAccepted(seat=where, coin=coin, value=value) if where == seat:
                assert value == COINS[coin - 1]
                parts[-1].append(coin)
            case AcceptorReset(seat=where) if where == seat:
                parts.append([])
            case CreditsLost(seat=where):
                pytest.fail(f"{event}: nothing was too fast for five stored events")
    return parts


def _compare(told: list[list[int]], kept: list[list[int]], *, where: str) -> None:
    """The same chips in the same order; only right before a reset some may be missing, and then the reset was told."""
    assert len(told) == len(kept), where
    assert told[-1] == kept[-1], where
    for told_part, kept_part in zip(told, kept, strict=True):
        assert told_part == kept_part[: len(told_part)], where
