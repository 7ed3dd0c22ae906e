"""Makes the pictures of docs/img: runs the real commands on a real demonstration and keeps what they print.

python docs/make_screens.py [SEED]
"""

import io
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.console import Console, Group, RenderableType
from rich.highlighter import JSONHighlighter
from rich.text import Text

from hw_sims.demo import Demo
from hw_sims.games import GAMES
from hw_sims.live import WIDTH, LiveTable, draw

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "img"
GAME, PASSES, SEED = "punto-y-banca", 8, 7
_WIDE, _WIDER = 104, 120
_TAIL_LINES = 22
_CAPTURE = "tests/golden/data/angel_eye_ii_ex.hex"
_CHARACTER_WIDTH = 12.2  # of rich's SVG
_FONTS = "'Fira Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace"

_FAULTY = """\
[table]
name = "mesa 7"
rulebok = "iquique-2000/punto-y-banca"
data = "/var/lib/sabot/mesa-7"
seats = 12
closing = "25:00"

[[devices]]
name = "sabot"
driver = "angel-eye"
port = 4800
"""
_ALMOST = """\
[table]
name = "mesa-7"
rulebook = "iquique-2000/punto-banca"
data = "/var/lib/sabot/mesa-7"
minimum = 5000

[[devices]]
name = "sabot"
driver = "angel-eye"
port = "serial://ttyUSB0"

[[devices]]
name = "lamparas"
driver = "hid-relais"
port = "usb://16c0:05df"
lamps = ["seat.1", "seat.2"]
"""


class Moments:
    """The pictures of one demonstration that are worth keeping, and what the commands said while it was held."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.frames: dict[str, RenderableType] = {}
        self.said: dict[str, str] = {}
        self.doctor = self.tail = ""

    def look(self, picture: dict[str, Any], lamps: Callable[[], dict[str, bool]]) -> None:
        name = _moment(picture)
        if name is None or name in self.frames:
            return
        self.frames[name] = draw(picture, _settled(lamps), GAMES[GAME])
        if name == "held":
            self.said = {
                what: sabot(what, "--data", str(self._directory), cwd=ROOT) for what in ("status", "incidents")
            }
            self.tail = sabot("tail", "--from", "1", "--no-follow", "--data", str(self._directory), cwd=ROOT)
            self.doctor = sabot("doctor", str(self._directory.parent / "table.toml"), cwd=ROOT)


def _moment(picture: dict[str, Any]) -> str | None:
    if picture["state"] == "held":
        return "held"
    if picture["phase"] == "betting" and picture["pass"] > 0 and picture["bets_open"] and not picture["punto"]:
        return "betting"
    if picture["phase"] == "dealing" and "??" not in [*picture["punto"], *picture["bank"]] and picture["bank"][1:]:
        return "mid_pass"
    return None


def _settled(lamps: Callable[[], dict[str, bool]]) -> dict[str, bool]:
    """The lamps once they have stood still for a moment: a relay is slower than a picture."""
    seen = lamps()
    while True:
        time.sleep(0.2)
        if lamps() == seen:
            return seen
        seen = lamps()


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else SEED
    with tempfile.TemporaryDirectory(prefix="sabot-screens-") as scratch:
        work = Path(scratch)
        moments = play(work, seed)
        save("demo", Group(moments.frames["mid_pass"], Text(), moments.frames["held"]), WIDTH)
        save("betting", moments.frames["betting"], WIDTH)
        save("incidents", held_screen(moments, work), _WIDE)
        save("journal_verify", verify_screens(work), _WIDE)
        save("config_check", config_screens(work), _WIDER)
        save("doctor", doctor_screens(moments, work), _WIDER)
        save("tail", tail_screen(moments), _WIDER)
    save("decode", decode_screen(), _WIDER)


def play(work: Path, seed: int) -> Moments:
    """A short real demonstration: the daemon is a process of its own, the dealer makes mistakes."""
    directory = work / "mesa-7"
    moments = Moments(directory)

    class Recorder(LiveTable):
        def __init__(self, lamps: Callable[[], dict[str, bool]], game: str, *, show: bool) -> None:
            super().__init__(lamps, game, show=False)

        def refresh(self, picture: dict[str, Any]) -> None:
            moments.look(picture, self._lamps)

    with patch("hw_sims.demo.LiveTable", Recorder):
        Demo(work, directory, game=GAME, seed=seed, mistakes=1.0).run(PASSES, quiet=False)
    return moments


def held_screen(moments: Moments, work: Path) -> Group:
    parts: list[RenderableType] = []
    for name, said in moments.said.items():
        parts += [typed(f"sabot {name}"), said.replace(str(work), "/tmp/sabot-demo")]  # noqa: S108 - shown, not used
    return Group(*parts)


def verify_screens(work: Path) -> Group:
    """The journal as it is, and a copy in which one digit of one announcement was changed."""
    shutil.copytree(work / "mesa-7", work / "copia")
    database = work / "copia" / "journal.db"
    content = database.read_bytes()
    database.write_bytes(re.sub(rb"(Punto \d, Banca )(\d)", _another_digit, content, count=1))
    return Group(
        typed("sabot journal verify mesa-7"),
        sabot("journal", "verify", "mesa-7", cwd=work),
        typed("sabot journal verify copia", "una cifra cambiada en el archivo"),
        sabot("journal", "verify", "copia", cwd=work),
        typed("sabot journal verify copia --json"),
        as_json(sabot("journal", "verify", "copia", "--json", cwd=work)),
    )


def _another_digit(found: "re.Match[bytes]") -> bytes:
    return found[1] + b"%d" % ((int(found[2]) + 1) % 10)


def config_screens(work: Path) -> Group:
    parts: list[RenderableType] = []
    for name, text in (("mesa-7.toml", _FAULTY), ("mesa-8.toml", _ALMOST)):
        (work / name).write_text(text, encoding="utf-8")
        parts += [typed(f"sabot config check {name}"), sabot("config", "check", name, cwd=work)]
    return Group(*parts)


def doctor_screens(moments: Moments, work: Path) -> Group:
    """The table of the demonstration while it was held, and after it was stopped and its devices were gone."""
    stopped = sabot("doctor", "table.toml", cwd=work)
    return Group(
        typed("sabot doctor mesa-7.toml", "en marcha, detenida por un incidente"),
        _shown(moments.doctor, work),
        typed("sabot doctor mesa-7.toml", "parada, con los cables desconectados"),
        _shown(stopped, work),
    )


def _shown(said: str, work: Path) -> str:
    return said.replace(f"{work}/table.toml", "mesa-7.toml").replace(str(work), "/var/lib/sabot")


def tail_screen(moments: Moments) -> Group:
    """What a terminal that followed the table saw last, before the table was held."""
    lines = [_cut(line) for line in moments.tail.splitlines()]
    return Group(typed("sabot tail --data /var/lib/sabot/mesa-7"), "\n".join(lines[-_TAIL_LINES:]))


def _cut(line: str) -> str:
    return line if len(line) <= _WIDER else f"{line[: _WIDER - 1]}…"


def decode_screen() -> Group:
    """The start of the capture, its first game and the summary."""
    lines = sabot("decode", "angel-eye", _CAPTURE, cwd=ROOT).splitlines()
    first_game = next(number for number, line in enumerate(lines) if '"kind":"game"' in line)
    chosen = [*lines[:4], "…", *lines[first_game - 3 : first_game + 1], "…", lines[-1]]
    return Group(typed(f"sabot decode angel-eye {_CAPTURE}"), as_json("\n".join(chosen)))


def typed(command: str, remark: str = "") -> Text:
    text = Text.assemble(("$ ", "green"), (command, "bold"))
    return text.append(f"   # {remark}", style="dim") if remark else text


def as_json(text: str) -> Text:
    return JSONHighlighter()(Text(text))


def sabot(*arguments: str, cwd: Path) -> str:
    """What the command says, standard output and error together, in Spanish."""
    command = [sys.executable, "-m", "daemon.cli", "--lang", "es", *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    return (done.stdout + done.stderr).rstrip() + "\n"


def save(name: str, content: RenderableType, width: int) -> None:
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(content, highlight=False, markup=False)
    svg = console.export_svg(title="sabot", unique_id=name)
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # a picture asks no other host for anything
    svg = re.sub(r'x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"([^>]*)>((?:&#160;)+)', _moved, svg)
    (IMAGES / f"{name}.svg").write_text(svg.replace("Fira Code, monospace", _FONTS), encoding="utf-8")


def _moved(found: "re.Match[str]") -> str:
    """A text without its leading blanks, put where its first letter stands: some viewers drop such blanks."""
    blank = found[5].count(";") * _CHARACTER_WIDTH
    x, length = float(found[1]) + blank, max(0.0, float(found[3]) - blank)
    return f'x="{x:g}" y="{found[2]}" textLength="{length:g}"{found[4]}>'


if __name__ == "__main__":
    main()
