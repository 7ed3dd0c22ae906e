"""The console as the table's child: started again when it ends, gone with the table. The table does not wait for it."""

import asyncio
import contextlib
import sys

import structlog

from daemon.config import Config, ConsoleSection

_AGAIN_AFTER_S, _AT_MOST_S, _WELL_AFTER_S = 0.5, 30.0, 60.0

log = structlog.get_logger()


class ConsoleProcess:
    """Its standard input is held open by us: when we end, however that is, it ends."""

    def __init__(self, config: Config, section: ConsoleSection) -> None:
        self._command = command_line(config, section)
        self._task: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.wait()

    async def _keep(self) -> None:
        loop, wait_s = asyncio.get_running_loop(), _AGAIN_AFTER_S
        while True:
            begun = loop.time()
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=asyncio.subprocess.PIPE)
            code = await self._process.wait()
            wait_s = _AGAIN_AFTER_S if loop.time() - begun > _WELL_AFTER_S else min(2 * wait_s, _AT_MOST_S)
            log.warning("console_ended", code=code, again_in_s=wait_s)
            await asyncio.sleep(wait_s)


def command_line(config: Config, section: ConsoleSection) -> list[str]:
    options = {"--data": config.table.data, "--listen": section.listen, "--language": section.language}
    if section.certificate is not None and section.key is not None:
        options |= {"--certificate": section.certificate, "--key": section.key}
    if config.table.simulated and section.simulators is not None:
        options["--simulators"] = section.simulators
    given = [part for pair in options.items() for part in pair]
    names = [part for name in section.names for part in ("--name", name)]
    return [sys.executable, "-m", "daemon.cli", "console", "--while-stdin", *given, *names]
