"""A CD5220 pole display, two lines of 20 characters. Open loop: it answers nothing. Support: documented."""

from drivers.open_loop import OpenLoopSession
from firmware_bridge.wire.cd5220 import Clear, Row, ShowLine
from table_core.outputs import Output, Texts

_ROWS: tuple[Row, Row] = ("upper", "lower")


class Cd5220Session(OpenLoopSession):
    def __init__(self, device: str) -> None:
        super().__init__(device)
        self._wanted: tuple[str, ...] = ("", "")

    def want(self, output: Output, mono_ns: int) -> None:
        if not isinstance(output, Texts):
            raise TypeError(f"a display cannot show {output}")
        before, self._wanted = self._wanted, (*output.lines, "", "")[: len(_ROWS)]
        changed = b"".join(self._line(row) for row in (0, 1) if before[row] != self._wanted[row])
        if self.up and changed:
            self.send(changed)

    def send_all(self) -> None:
        """Clear first: in string mode, or in whatever mode noise has put it, a display obeys nothing else."""
        self.send(Clear().to_bytes() + self._line(0) + self._line(1))

    def _line(self, row: int) -> bytes:
        return ShowLine(_ROWS[row], self._wanted[row]).to_bytes()
