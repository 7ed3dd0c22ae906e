"""Runs the kernel: feeds it inputs, commits its entries, then releases its sends, replies and publications.

One batch is in flight at a time; what arrives meanwhile is the next batch. This is the only place that acts.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
import structlog
from msgspec import Struct

from daemon.commit import CommitThread
from daemon.journal import Head, Journal
from daemon.kernel import Effects, Input, Kernel, Reply, Tick
from daemon.messages import Lifecycle
from firmware_bridge.traffic import Send
from table_core.record import Entry, KernelFaulted, Started, Stopped

WHAT_TO_DO: dict[Lifecycle, str] = {
    "startup": "Espere a que termine el arranque.",
    "ready": "Nada que hacer.",
    "held": "Resuelva los incidentes abiertos: sabot incidents, sabot resolve.",
    "stopped": "Lea el motivo, corríjalo y vuelva a iniciar la mesa con sabot run.",
}
INBOX_LIMIT = 1000

log = structlog.get_logger()


class SendingPort(Protocol):
    """What the shell needs of a port."""

    @property
    def epoch(self) -> int: ...
    def send(self, send: Send, epoch: int) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class Listener(Protocol):
    """Told, after each commit, what became true."""

    def committed(self, entries: tuple[Entry, ...], head: Head) -> None: ...
    def stopped(self, reason: str) -> None: ...


class Witness(Protocol):
    """Sees everything that goes in and out; waits for nothing, raises nothing."""

    def begun(self, entries: Sequence[Entry], *, after_fault: bool) -> None: ...
    def stepped(self, inputs: Sequence[Input], entries: Sequence[Entry], fault: str | None = None) -> None: ...
    def sent(self, send: Send, mono_ns: int) -> None: ...


class _InFlight(Struct, frozen=True):
    effects: Effects
    epochs: dict[str, int]
    since_ns: int
    utc_ns: int


class Shell:
    def __init__(self, kernel: Kernel, journal: Journal, *, answer: Callable[[Reply], None]) -> None:
        self.kernel = kernel
        self.ports: dict[str, SendingPort] = {}
        self.listeners: list[Listener] = []
        self.witnesses: list[Witness] = []
        self.reason = ""
        self.committed_utc_ns = 0
        """The hour that the newest batch bears in the journal."""
        self._journal = journal
        self._answer = answer
        self._loop = asyncio.get_running_loop()
        self._commits = CommitThread(journal, self._loop)
        self._inbox: list[Input] = []
        self._in_flight: _InFlight | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._begun = False
        self._paused = False
        self.over: asyncio.Future[str] = self._loop.create_future()

    @property
    def lifecycle(self) -> Lifecycle:
        if self.over.done():
            return "stopped"
        if not self._begun:
            return "startup"
        return "held" if self.kernel.state.held else "ready"

    @property
    def waiting(self) -> int:
        """Inputs that wait for the batch in flight."""
        return len(self._inbox)

    def waits_for_disk_s(self) -> float:
        """How long the batch in flight has waited to become durable."""
        return 0.0 if self._in_flight is None else (time.monotonic_ns() - self._in_flight.since_ns) / 1e9

    @property
    def head(self) -> Head:
        return self._journal.head

    def time_commits(self, took: Callable[[float], None]) -> None:
        """Have *took* told the seconds of each commit, on the journal's thread."""
        self._commits.took = took

    def begin(self, started: Started, *, after_fault: bool, before: tuple[Entry, ...] = ()) -> None:
        """Record *before*, the start and what it leaves open. Until that is committed nothing is taken in (R3)."""
        effects = self.kernel.restart(after_fault=after_fault)
        for witness in self.witnesses:
            witness.begun(effects.entries, after_fault=after_fault)
        self._begun = True
        self._commit(msgspec.structs.replace(effects, entries=(*before, started, *effects.entries)), {}, *_now())

    def feed(self, given: Input) -> None:
        """Take one input in; it is stepped at once, or with the next batch when one is in flight."""
        if self.over.done():
            return
        self._inbox.append(given)
        if self._in_flight is None:
            self._pump()
        elif len(self._inbox) >= INBOX_LIMIT and not self._paused:
            self._pause()

    def stop(self, reason: str) -> None:
        """End by order: lamps off, the reason in the journal, nothing taken in any more."""
        if self.over.done():
            return
        mono_ns, utc_ns = _now()
        self._inbox.clear()
        self._safe_outputs(mono_ns)
        self._finish(reason)
        self._commits.commit((Stopped(reason),), mono_ns, utc_ns, lambda _: None, self.kernel.state)

    def close(self) -> None:
        """Wait for the journal and close it. Call after `stop`."""
        self._commits.stop()
        self._journal.close()

    def _pump(self) -> None:
        while self._inbox and self._in_flight is None and not self.over.done():
            inputs, self._inbox = self._inbox, []
            epochs = {name: port.epoch for name, port in self.ports.items()}
            try:
                effects = self.kernel.step(inputs)
            except Exception as error:
                self._fault(error, inputs)
                return
            for witness in self.witnesses:
                witness.stepped(inputs, effects.entries)
            last = inputs[-1]
            if effects.entries:
                self._commit(effects, epochs, last.mono_ns, last.utc_ns)
            else:
                self._release(effects, epochs)

    def _commit(self, effects: Effects, epochs: dict[str, int], mono_ns: int, utc_ns: int) -> None:
        self._in_flight = _InFlight(effects, epochs, time.monotonic_ns(), utc_ns)
        self._commits.commit(effects.entries, mono_ns, utc_ns, self._committed, self.kernel.state)

    def _committed(self, answer: Head | BaseException) -> None:
        flight, self._in_flight = self._in_flight, None
        if self.over.done() or flight is None:
            return
        if isinstance(answer, BaseException):
            log.critical("commit_failed", error=str(answer))
            self._safe_outputs(time.monotonic_ns())
            self._finish(f"No se pudo escribir el registro: {answer}. Revise el disco antes de reiniciar.")
            return
        self.committed_utc_ns = flight.utc_ns
        self._release(flight.effects, flight.epochs)
        for listener in self.listeners:
            listener.committed(flight.effects.entries, answer)
        self._pump()
        if self._paused and len(self._inbox) < INBOX_LIMIT // 2:
            self._resume()

    def _release(self, effects: Effects, epochs: dict[str, int]) -> None:
        for send in effects.sends:
            self._send(send, epochs)
        for reply in effects.replies:
            self._answer(reply)
        self._wake(effects.wake_at)

    def _wake(self, wake_at: int | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wake_at is not None:
            delay_s = max(0, wake_at - time.monotonic_ns()) / 1e9
            # Ready bytes are read before timers run in one turn of the loop, so an answer never loses to its time-out.
            self._timer = self._loop.call_later(delay_s, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.feed(Tick(*_now()))

    def _fault(self, error: Exception, inputs: list[Input]) -> None:
        """Throw the step away, keep its inputs as evidence, and stop."""
        log.critical("kernel_fault", error=repr(error), exc_info=error)
        for witness in self.witnesses:
            witness.stepped(inputs, (), repr(error))
        self._safe_outputs(time.monotonic_ns())
        entry = KernelFaulted(repr(error), msgspec.json.encode(inputs))
        self._commits.commit((entry,), *_now(), lambda _: None)
        self._finish(f"Error interno: {error!r}. Quedó en el registro; avise al proveedor antes de reiniciar.")

    def _safe_outputs(self, mono_ns: int) -> None:
        for send in self.kernel.safe_outputs(mono_ns):
            self._send(send, {})

    def _send(self, send: Send, epochs: dict[str, int]) -> None:
        """Hand *send* to its port, for the connection that *epochs* counted, or for the present one."""
        port = self.ports.get(send.port)
        if port is None:
            return
        port.send(send, epochs.get(send.port, port.epoch))
        for witness in self.witnesses:
            witness.sent(send, time.monotonic_ns())

    def _finish(self, reason: str) -> None:
        self.reason = reason
        if self._timer is not None:
            self._timer.cancel()
        self.over.set_result(reason)
        for listener in self.listeners:
            listener.stopped(reason)

    def _pause(self) -> None:
        self._paused = True
        for port in self.ports.values():
            port.pause_reading()

    def _resume(self) -> None:
        self._paused = False
        for port in self.ports.values():
            port.resume_reading()


def _now() -> tuple[int, int]:
    return time.monotonic_ns(), time.time_ns()
