"""Seven chip slots on one line at 9600 baud, a fifth of an evening: one is dead, bytes go bad, slots restart."""

from random import Random

import pytest

from hw_sims.devices.cctalk.slot import ChipSlot
from table_core.events import AcceptorReset, CreditAccepted, CreditsLost
from tests.contract.cctalk_line import COINS, MS, SECOND_NS, PacedLine, table_of_seven

COINS_IN_ALL = 10_000
DEAD_SEAT = 4
BAD_BYTES = 0.02
RESET_EVERY = 500
"""Chips between two restarts of some slot."""


class BadBytes:
    """Two bytes of a hundred come out as another one."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.injected = 0

    def __call__(self, data: bytes) -> bytes:
        return bytes(self._spoilt(byte) for byte in data)

    def _spoilt(self, byte: int) -> int:
        if self._chance.random() >= BAD_BYTES:
            return byte
        self.injected += 1
        return byte ^ self._chance.randrange(1, 256)


@pytest.mark.timeout(600)
@pytest.mark.requirement("ARI-3.4.1-f", "R15")
def test_no_credit_is_lost_or_doubled_over_ten_thousand_coins_and_nobody_waits_a_second_for_its_poll() -> None:
    chance = Random(7)
    noise = BadBytes(chance)
    line, seats = table_of_seven(noise)
    line.want(*[True] * 7)
    seats[DEAD_SEAT].mischief.dead = True
    alive = {seat: slot for seat, slot in seats.items() if seat != DEAD_SEAT}
    line.run(10 * SECOND_NS)
    resets = 0
    while sum(len(slot.kept) for slot in alive.values()) < COINS_IN_ALL:
        slot = alive[chance.choice(list(alive))]
        slot.insert(chance.choice((1, 2, 4)), line.now)
        line.run(chance.randrange(100 * MS, 400 * MS))
        if sum(len(slot.kept) for slot in alive.values()) // RESET_EVERY > resets:
            resets += 1
            _restart(line, slot)
    line.run(10 * SECOND_NS)

    assert noise.injected > COINS_IN_ALL
    assert sum(isinstance(event, AcceptorReset) for event in line.events) >= resets > 10
    assert not any(isinstance(event, CreditsLost) for event in line.events)
    for seat, slot in seats.items():
        told = [event for event in line.events if isinstance(event, CreditAccepted) and event.seat == seat]
        assert [event.coin for event in told] == slot.kept
        assert all(event.value == COINS[event.coin - 1] for event in told)
    assert not seats[DEAD_SEAT].kept
    assert max(_longest_wait(slot) for slot in alive.values()) < SECOND_NS


def _restart(line: PacedLine, slot: ChipSlot) -> None:
    """Power fails at one slot, once what it held has been read; what is still unread then is gone, and told so."""
    line.run(3 * SECOND_NS)
    slot.reset(line.now)
    line.run(SECOND_NS)
    slot.polled_at.clear()


def _longest_wait(slot: ChipSlot) -> int:
    """Since its last restart: a slot is silent while it starts."""
    return max(later - earlier for earlier, later in zip(slot.polled_at, slot.polled_at[1:], strict=False))
