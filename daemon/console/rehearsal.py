"""Faults to rehearse on simulated devices, through the control channel of their simulators. Nothing a real table has.

The channel is a unix socket, one JSON object per line (`sabot sim`). Only faults and their cures are passed on: never
what deals a card, plays a chip or tells what a device holds; and never an answer, for it might name a card.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

CONTROL = "sims.sock"
_EVERYTHING = "*"
_WITHIN_S = 5.0
_MOST_ANSWER = 64 * 1024
_CARD = re.compile(r"[A2-9TJQK][CDHS]")
_NUMBER = re.compile(r"-?[1-9]?\d")

FAULTS: dict[str, str | None] = {
    "unplug": "plug",
    "stop_reading": "resume_reading",
    "noise": None,
    "fault": "clear",
    "jam": "unjam",
    "misread": None,
    "unreadable": None,
    "lose_messages": None,
    "count_wrong": None,
    "stick": "mend",
    "break_lamp": "mend_lamp",
    "lamp_dark": "lamp_mended",
    "kill": "revive",
    "reboot": None,
    "memory_lost": None,
    "wrong_key": None,
    "power_off": "power_on",
}
"""What may be rehearsed, with what mends it again where something does."""

Offer = dict[str, dict[str, list[str]]]
"""By what can be done: the values it wants, each with the words it may be; none: a card or a number."""


class Told(Struct, frozen=True):
    """What the channel answered."""

    ok: bool
    result: Any = None
    error: str | None = None


class CannotRehearse(Exception):
    """The simulators did not do it: why."""


class Simulators:
    """*at*: the control channel, or the directory of a demonstration where it lies."""

    def __init__(self, at: Path) -> None:
        self._at = at

    async def offer(self) -> dict[str, Offer]:
        """What each device can rehearse, by device; raises CannotRehearse."""
        told = await self._ask(_EVERYTHING, "offer", {})
        everything = msgspec.convert(told.result, dict[str, Offer])
        found = {device: _rehearsable(actions) for device, actions in everything.items()}
        return {device: offer for device, offer in found.items() if offer}

    async def rehearse(self, device: str, do: str, values: dict[str, str]) -> None:
        """Raises CannotRehearse, also for what is no rehearsal."""
        wanted = (await self.offer()).get(device, {}).get(do)
        if (
            wanted is None
            or set(values) != set(wanted)
            or not all(_may_be(wanted[name], values[name]) for name in wanted)
        ):
            raise CannotRehearse("eso no se ensaya con ese dispositivo")
        await self._ask(device, do, values)

    async def _ask(self, device: str, do: str, values: dict[str, str]) -> Told:
        order = msgspec.json.encode({"device": device, "do": do, "with": values})
        try:
            async with asyncio.timeout(_WITHIN_S):
                told = msgspec.json.decode(await _exchange(self._path(), order), type=Told)
        except (OSError, ValueError, msgspec.MsgspecError, asyncio.IncompleteReadError) as error:
            raise CannotRehearse("los simuladores no responden; mire si siguen en marcha") from error
        if not told.ok:
            raise CannotRehearse(f"los simuladores no lo hicieron: {told.error}")
        return told

    def _path(self) -> Path:
        return self._at / CONTROL if self._at.is_dir() else self._at


async def _exchange(path: Path, order: bytes) -> bytes:
    reader, writer = await asyncio.open_unix_connection(str(path), limit=_MOST_ANSWER)
    try:
        writer.write(order + b"\n")
        return await reader.readuntil(b"\n")
    finally:
        writer.close()


def _rehearsable(actions: Offer) -> Offer:
    """A cure counts only beside its fault: under the same name another device may do something else."""
    names = [name for fault, cure in FAULTS.items() if fault in actions for name in (fault, cure) if name in actions]
    return {name: actions[name] for name in names if name is not None}


def _fit(wanted: dict[str, list[str]], values: dict[str, str]) -> bool:
    return set(values) == set(wanted) and all(_may_be(words, values[name]) for name, words in wanted.items())


def _may_be(words: list[str], value: str) -> bool:
    return value in words if words else bool(_CARD.fullmatch(value) or _NUMBER.fullmatch(value))
