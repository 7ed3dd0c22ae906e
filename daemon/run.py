"""Runs one table until it is told to stop: opens the journal, the ports and the sockets, in that order."""

import asyncio
import gc
import os
import signal
import time
from pathlib import Path

import structlog

from daemon.config import Config, DeviceSection
from daemon.console_process import ConsoleProcess
from daemon.custody import Custody
from daemon.desk import Desk
from daemon.floor_head import HeadTeller
from daemon.hotplug import Hotplug
from daemon.opening import power_entries
from daemon.people import People
from daemon.ports import Port
from daemon.shell import Shell
from daemon.supervisor import supervisor_of
from daemon.switchboard import Switchboard
from daemon.table import build_kernel, open_journal, started_entry
from drivers.registry import DRIVERS
from firmware_bridge.transport.memory import MemoryHub
from firmware_bridge.transport.url import parse_port_url

PEOPLE = "people.toml"
log = structlog.get_logger()


class Table:
    """One running table: `start`, then `over` resolves with the reason it stopped; `close` lets everything go."""

    def __init__(self, config: Config, *, hub: MemoryHub | None = None) -> None:
        self._config = config
        self.directory = Path(config.table.data)
        self.desk = Desk(config, People(self.directory / PEOPLE))
        self._journal = open_journal(config)
        self._began = self._journal.head.seq
        self._started, self._after_fault = started_entry(config, self._journal)
        kernel = build_kernel(config, self._journal, self._started)
        self.shell = Shell(kernel, self._journal, answer=self.desk.answer)
        self.desk.shell = self.shell
        self._custody = Custody(config, self._journal, self.shell)
        self.desk.record, self.desk.book = self._custody.status, self._custody.book
        self.ports = {device.name: self._port(device, hub) for device in config.devices}

    def start(self) -> None:
        self.desk.ports = self.ports
        self.shell.ports.update(self.ports)
        self.shell.witnesses += [self.desk.tap, self.desk.answer_times]
        if self._started.progressive is not None and self._started.progressive.floor:
            self.shell.listeners.append(self._head_teller(self._started.progressive.floor))
        lost = power_entries(self._journal, time.time_ns())
        self._custody.start()
        self.shell.begin(self._started, after_fault=self._after_fault, before=lost)
        for port in self.ports.values():
            port.start()

    def retry_ports(self) -> None:
        """A device was plugged in: whoever is without one looks again."""
        for port in self.ports.values():
            port.retry_now()

    def _head_teller(self, floor: str) -> HeadTeller:
        return HeadTeller(floor, self.ports[floor], lambda: self.shell.kernel.state, self._began)

    def _port(self, device: DeviceSection, hub: MemoryHub | None) -> Port:
        """The device's port; a serial line that names no speed has its driver's usual one."""
        url = parse_port_url(device.port, baud=DRIVERS[device.driver].baud or 9600)
        return Port(device.name, url, self.shell.feed, hub=hub)

    async def close(self, reason: str) -> None:
        """Stop by order if nothing else stopped the table; lamps go dark before the ports close."""
        self.shell.stop(reason)
        for port in self.ports.values():
            await port.stop()
        self.shell.close()
        self._custody.close(self.shell.reason)


async def run_table(config: Config) -> bool:
    """Run until a signal or a fault; whether it was a signal."""
    table = Table(config)
    switchboard = Switchboard(config, table.desk, table.shell)
    await switchboard.open()
    ordered = _stop_on_signals(table.shell)
    supervisor = supervisor_of(os.environ)
    table.shell.listeners.append(supervisor)
    table.start()
    feeding = asyncio.create_task(supervisor.feed(table.shell.waits_for_disk_s))
    urls = [parse_port_url(device.port) for device in config.devices]
    hotplug = Hotplug(urls, plugged=table.retry_ports, appeared=table.shell.feed)
    hotplug.start()
    gc.freeze()  # what start-up made lives as long as the table: the collector need not look at it again
    console = ConsoleProcess(config, config.console) if config.console is not None else None
    if console is not None:
        console.start()
    log.info("table_started", state=table.shell.lifecycle, simulated=config.table.simulated)
    reason = await table.shell.over
    log.info("table_stopped", reason=reason)
    feeding.cancel()
    hotplug.close()
    if console is not None:
        await console.stop()
    await switchboard.stop_answering()
    await table.close(reason)
    await switchboard.close()
    return ordered.is_set()


def _stop_on_signals(shell: Shell) -> asyncio.Event:
    """Set once a signal has ended the table, and nothing else before it."""
    loop, ordered = asyncio.get_running_loop(), asyncio.Event()

    def stop(number: signal.Signals) -> None:
        if not shell.over.done():
            ordered.set()
            shell.stop(f"orden del sistema ({number.name})")

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop, number)
    return ordered
