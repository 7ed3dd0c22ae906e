"""Every byte-stream link keeps the same contract."""

from pathlib import Path

from tests.unit.transport.contract import LineContract
from tests.unit.transport.wires import Line, MemoryLine, PtyLine, SimulatedLine, TcpLine


class TestMemory(LineContract):
    def line(self, folder: Path) -> Line:
        return MemoryLine()


class TestPty(LineContract):
    def line(self, folder: Path) -> Line:
        return PtyLine(folder)


class TestSimulatedPty(LineContract):
    def line(self, folder: Path) -> Line:
        return SimulatedLine(folder)


class TestTcp(LineContract):
    tells_busy = False

    def line(self, folder: Path) -> Line:
        return TcpLine()
