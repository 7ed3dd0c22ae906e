"""The documentation tells the truth: links lead somewhere, commands exist, tables and examples are the program's."""

import itertools
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import msgspec
import pytest

from daemon.cli.main import sabot
from daemon.config import load_config
from daemon.kernel import Effects, Input, Kernel, LampBoard, PersonCommand
from daemon.rulebooks import all_rulebooks
from docs import make_keypads, make_tables
from drivers.registry import DRIVERS, open_session
from firmware_bridge.traffic import LinkUp, RxChunk, SerialWrite, UsbDone, UsbTransfer
from firmware_bridge.wire.angel_eye import Frame
from table_core.commands import OpenTable
from table_core.faults import FAULTS
from table_core.pad_layouts import LAYOUTS
from table_core.reconciler.baccarat import BaccaratReconciler
from table_core.rules.baccarat.engine import Engine
from table_core.rules.baccarat.entries import PrepareShoe

ROOT = Path(__file__).parents[3]
PAGES = sorted(
    path
    for folder in ("", "docs", "docs/decisions", "docs/devices", "deploy/floor")
    for path in (ROOT / folder).glob("*.md")
    if path.name != "requirements.md"
)
EXAMPLES = sorted((ROOT / "deploy" / "examples").glob("*.toml"))
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`\n]+)`|^ {4,}(.+)$", re.MULTILINE)


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_relative_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        file, _hash, heading = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        assert path.is_file(), target
        assert not heading or heading in _headings(path), target


def test_every_page_is_reached_from_the_readme() -> None:
    reached, ways = set[Path](), [ROOT / "README.md"]
    while ways:
        page = ways.pop()
        reached.add(page)
        targets = (target.partition("#")[0] for target in _LINK.findall(page.read_text(encoding="utf-8")))
        linked = {(page.parent / target).resolve() for target in targets if target.endswith(".md")}
        ways += sorted(linked & set(PAGES) - reached)
    assert sorted(map(_name, set(PAGES) - reached)) == []


def _headings(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_command_shown_exists_with_its_options(page: Path) -> None:
    for line in _commands(page, "sabot "):
        words = shlex.split(line, comments=True)[1:]
        command, rest = _resolve(words)
        known = {name for parameter in command.params for name in parameter.opts}
        known |= {"--lang", "--version", "--help"}
        unknown = [word for word in rest if word.startswith("--") and word.partition("=")[0] not in known]
        assert not unknown, line


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_make_target_shown_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {line.split()[1] for line in _commands(page, "make ")} <= targets


def _commands(page: Path, program: str) -> Iterator[str]:
    """What stands in code, inline or as a block, and begins with *program*."""
    for inline, block in _CODE.findall(page.read_text(encoding="utf-8")):
        line = (inline or block).strip()
        if line.startswith(program) and "|" not in line and "..." not in line:
            yield line


def _resolve(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that *words* name, and what follows its name."""
    command: click.Command = sabot
    rest = list(words)
    with click.Context(sabot) as context:
        while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
            found = command.get_command(context, rest[0])
            assert found is not None, " ".join(words)
            command, rest = found, rest[1:]
    return command, rest


@pytest.mark.parametrize("name", list(sabot.list_commands(click.Context(sabot))))
def test_every_command_has_its_line_in_the_readme(name: str) -> None:
    assert f"| `{name}` |" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", sorted(FAULTS))
def test_every_fault_is_in_the_technicians_manual(code: str) -> None:
    assert f"| `{code}` |" in (ROOT / "docs" / "technician.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "section", "make"),
    [
        ("technician.md", "faults", make_tables.faults),
        ("technician.en.md", "faults", make_tables.faults_in_english),
        ("rulebooks.md", "irregularities", make_tables.irregularities),
        ("devices.md", "devices", make_tables.devices),
    ],
)
def test_tables_from_the_program_are_up_to_date(page: str, section: str, make: Callable[[], str]) -> None:
    written = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert make_tables.with_table(written, section, make()) == written, "run: python docs/make_tables.py"


@pytest.mark.parametrize("family", LAYOUTS)
def test_the_printed_keypad_is_the_one_the_program_uses(family: str) -> None:
    picture = (ROOT / "docs" / "img" / f"keypad-{family}.svg").read_text(encoding="utf-8")
    assert picture == make_keypads.drawn(LAYOUTS[family]), "run: python docs/make_keypads.py"
    assert all(key.label in picture for key in LAYOUTS[family].keys.values())


@pytest.mark.parametrize("example", EXAMPLES, ids=_name)
def test_every_example_configuration_is_in_order(example: Path) -> None:
    assert load_config(example).table.simulated is False


GRADES = {"captured": "capturado", "documented": "documentado", "public code": "código público", "ours": "nuestro"}


@pytest.mark.parametrize("driver", sorted(DRIVERS))
def test_every_driver_has_a_page_that_states_its_grade(driver: str) -> None:
    page = (ROOT / "docs" / "devices" / f"{driver}.md").read_text(encoding="utf-8")
    assert f"grado de apoyo: **{GRADES[DRIVERS[driver].support]}**" in page


@pytest.mark.parametrize("driver", sorted(DRIVERS))
def test_the_readme_says_on_what_every_driver_rests(driver: str) -> None:
    named = "tablebus-..." if driver.startswith("tablebus-") else driver
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in readme if line.count("|") == 6 and f"`{named}`" in line.split("|")[2]]
    assert [f"**{GRADES[DRIVERS[driver].support]}**" in row for row in rows] == [True]


def test_pictures_ask_no_other_host_for_anything() -> None:
    for picture in (ROOT / "docs" / "img").glob("*.svg"):
        assert "url(http" not in picture.read_text(encoding="utf-8").replace('"', "")


# Every attack that is known, and the test that tries it.


_NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_attack_has_a_test_and_every_test_named_there_exists() -> None:
    page = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if re.match(r"\| (\d+|-) \|", line)]
    assert {int(row.split("|")[1]) for row in rows if row.split("|")[1].strip() != "-"} == set(range(1, 15))
    for row in rows:
        named = _NAMED_TEST.findall(row)
        assert named, row
        assert row.count("::") == len(named), row
        for file, name in named:
            code = (ROOT / file).read_text(encoding="utf-8")
            assert re.search(rf"^ *(async )?def {name}\(", code, re.MULTILINE), f"{file}::{name}"


# One card, byte to lamp: the page shows what the kernel really does.


class _Bench:
    """A kernel with a shoe and two lamp boards, bets open and every seat lamp lit."""

    def __init__(self) -> None:
        self.sessions = {
            "shoe": open_session(DRIVERS["angel-eye"], "shoe"),
            "lamps-a": open_session(DRIVERS["hid-relay"], "lamps-a", 4),
            "lamps-b": open_session(DRIVERS["lcus"], "lamps-b", 4),
        }
        boards = (
            LampBoard("lamps-a", ("seat.1", "seat.2", "seat.3", "seat.4")),
            LampBoard("lamps-b", ("seat.5", "seat.6", "seat.7", "hold")),
        )
        engine = Engine(all_rulebooks()["iquique-2000/punto-y-banca"])
        self._kernel = Kernel(BaccaratReconciler(engine, shoe="shoe"), self.sessions, boards)
        self._moments = itertools.count(1)
        for name in self.sessions:
            self.board_answers(self.step(LinkUp(name, name, *self.now())))
        self.step(PersonCommand("1", "Luis Soto", "jefe_de_sala", OpenTable("1"), *self.now()))
        self.hear(Frame(0, "S"))
        self.step(PersonCommand("2", "Ana Rojas", "dealer", PrepareShoe(6, 20), *self.now()))
        self.hear(Frame(1, "D", bytes.fromhex("c0 91")))  # an ace: one more card is burned
        self.hear(Frame(2, "D", bytes.fromhex("d0 80")))
        for number in range(3, 10):
            self.hear(Frame(number, "P"))  # until the shoe's numbers come round to 1

    def now(self) -> tuple[int, int]:
        moment = next(self._moments)
        return moment, moment

    def hear(self, frame: Frame) -> Effects:
        return self.step(RxChunk("shoe", frame.to_bytes(), *self.now()))

    def board_answers(self, asked: Effects) -> Effects | None:
        """The HID board is read back, where that was asked: its name, and every relay off."""
        for send in asked.sends:
            if isinstance(send, UsbTransfer) and send.length:
                return self.step(UsbDone("lamps-a", send.id, b"ABCDE\0\0\0", None, *self.now()))
        return None

    def step(self, given: Input) -> Effects:
        return self._kernel.step([given])


def test_the_walk_from_byte_to_lamp_is_what_the_kernel_does() -> None:
    page = (ROOT / "docs" / "one-card.md").read_text(encoding="utf-8")
    bench, captured = _Bench(), bytes.fromhex("05 31 44 81 80 03 37 37")
    first = bench.step(RxChunk("shoe", captured, *bench.now()))
    assert _shown(first) in page
    assert [send.data.hex(" ") for send in first.sends if isinstance(send, UsbTransfer) and send.data] == re.findall(
        r"^ +(fd .*)$", page, re.MULTILINE
    )
    assert [send.data.hex(" ") for send in first.sends if isinstance(send, SerialWrite)] == re.findall(
        r"^ +(a0 .*)$", page, re.MULTILINE
    )
    copy = bench.step(RxChunk("shoe", captured, *bench.now()))
    assert not copy.entries
    answered = bench.board_answers(first)
    assert answered is not None
    assert _shown(answered) in page


def _shown(effects: Effects) -> str:
    return "\n".join(msgspec.json.encode(entry).decode() for entry in effects.entries)


def test_every_function_named_in_the_walk_exists() -> None:
    page = (ROOT / "docs" / "one-card.md").read_text(encoding="utf-8")
    code = "\n".join(
        file.read_text(encoding="utf-8")
        for package in ("table_core", "firmware_bridge", "drivers", "daemon")
        for file in (ROOT / package).rglob("*.py")
    )
    for owner, name in re.findall(r"`([A-Z_]\w+)\.(\w+)`", page):
        assert f"class {owner}" in code, owner
        assert f"def {name}(" in code, f"{owner}.{name}"
    for path in re.findall(r"`((?:table_core|firmware_bridge|drivers|daemon|tests)/[\w/]+\.py)`", page):
        assert (ROOT / path).is_file(), path
