"""The program's texts and their catalogues: collects the first, brings the second up to date.

python -m tests.unit.docs.messages     merge new texts into the .po files and compile them
"""

import ast
import io
import itertools
from collections.abc import Iterator
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from daemon.cli.control import _STATES
from daemon.cli.device_test import _RESULTS as TEST_RESULTS
from daemon.cli.doctor import _SEVERITIES
from daemon.cli.floor_status import ACTS
from daemon.cli.journal import _PROBLEMS
from daemon.cli.main import sabot
from daemon.cli.plan import FAULT_NAMES
from daemon.cli.ports import _REMEDIES, _RESULTS
from daemon.console.words import script_texts
from daemon.counter_names import COUNTER_NAMES
from daemon.doctor.record import PROBLEMS as JOURNAL_PROBLEMS
from daemon.rulebooks import undefined_games
from daemon.shell import WHAT_TO_DO
from hw_sims.felts import baccarat, blackjack, chemin, draw_poker, poker
from table_core.faults import FAULTS
from table_core.incidents import CHOICE_NAMES
from table_core.people import ROLE_NAMES
from table_core.progressive.showing import PRIZE_NAMES
from table_core.rules.poker.categories import HAND_NAMES

ROOT = Path(__file__).parents[3]
FELTS = [*sorted((ROOT / "hw_sims" / "felts").glob("*.py")), ROOT / "hw_sims" / "world" / "report.py"]
SHOWN = [ROOT / "hw_sims" / name for name in ("live.py", "live_floor.py", "floor_demo.py")]
LOCALE = ROOT / "daemon" / "locale"
CATALOGUES = sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))
_CLICK_KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "ngettext": (1, 2)}
_RESTLESS = ('"POT-Creation', '"PO-Revision', '"Last-Translator', '"Language-Team', '"Report-Msgid', '"Generated-By')
_MARK: dict[str, tuple[int, ...]] = {"_": (0,)}
_SAID: dict[str, tuple[int, ...]] = {
    "Text": (0,),
    "TextError": (0,),
    "SettingError": (0,),
    "DeviceKeyError": (0,),
    "PeopleError": (0,),
    "JournalError": (0,),
    "KeysError": (0,),
    "FloorError": (0,),
    "BusError": (0,),
    "ReleaseError": (0,),
    "RecordingError": (0,),
    "BackupError": (0,),
    "DamagedError": (0,),
    "CaptureTestError": (0,),
    "_wrong": (1, 2),
}
_FINISHED = {
    "RuleViolation": 2,
    "NotTaken": 1,
    "refuse": 2,
    "_refuse": 2,
    "Refused": 1,
    "_Refused": 2,
    "refusal": 2,
    "_finish": 0,
    "_stop": 0,
}
_WITH_HELP = ("daemon/cli/*.py", "daemon/config/sections.py", "hw_sims/commands.py")


def texts() -> set[str]:
    """Every Spanish text of the program that is translated when it is shown."""
    return {*_marked(), *_said(), *_helps(), *_tables(), *script_texts()}


def _marked() -> Iterator[str]:
    """What stands in `_("...")`, also inside an f-string, which Babel's own extraction passes over."""
    for file in (*(ROOT / "daemon").rglob("*.py"), *SHOWN, *FELTS):
        yield from _given(file, _MARK)


def _said() -> Iterator[str]:
    """Texts with holes that pure code makes, to be said in the reader's language where they are shown."""
    for package in ("table_core", "drivers", "firmware_bridge", "daemon"):
        for file in (ROOT / package).rglob("*.py"):
            yield from _given(file, _SAID)


def _given(file: Path, where: dict[str, tuple[int, ...]]) -> Iterator[str]:
    """Texts that *file* gives to a function of that name, at those places: as they stand, or by a name they have."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    named: dict[str, set[str]] = {}
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                named.setdefault(name, set()).add(text)
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if name in where:
                for argument in (one for place in where[name] for one in arguments[place : place + 1]):
                    match argument:
                        case ast.Constant(value=str(text)):
                            yield text
                        case ast.Name(id=known):
                            yield from named.get(known, ())


def finished() -> set[str]:
    """Sentences that are finished where they are decided: holes are numbered in the order in which they stand."""
    found = {text for file in (ROOT / "table_core").rglob("*.py") for text in _finished(file, details=True)}
    shells = (*(ROOT / "daemon").glob("*.py"), *(ROOT / "daemon" / "console").glob("*.py"))
    return found | {text for file in shells for text in _finished(file, details=False)}


def _finished(file: Path, *, details: bool) -> Iterator[str]:
    if "cases" in file.parts:
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if name in _FINISHED:
                place = _FINISHED[name]
                yield from (text for argument in arguments[place : place + 1] for text in _alternatives(argument))
            case ast.Assign(targets=[ast.Name(id="detail")], value=value) if details:
                yield from _alternatives(value)
            case ast.keyword(arg="detail" | "refused", value=value) if details:
                yield from _alternatives(value)
            case ast.Assign(targets=[ast.Attribute(attr="refused")], value=value) if details:
                yield from _alternatives(value)


def _alternatives(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.IfExp(body=one, orelse=other):
            yield from _alternatives(one)
            yield from _alternatives(other)
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.JoinedStr(values=parts):
            holes = itertools.count()
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{" + str(next(holes)) + "}" for part in parts
            )


def _helps() -> Iterator[str]:
    """What commands and options say of themselves: translated when a command is loaded."""
    yield sabot.help or ""
    for pattern in _WITH_HELP:
        for file in ROOT.glob(pattern):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.keyword(arg="help" | "description", value=ast.Constant(value=str(text))):
                        yield text


def _tables() -> Iterator[str]:
    """Texts that stand in tables of the program and are translated where they are shown."""
    for fault in FAULTS.values():
        yield from (fault.meaning, fault.what_to_do)
    felts = (baccarat.PHASES, blackjack.PHASES, blackjack.RESULTS, chemin.PHASES, chemin.MODES, chemin.STAGES)
    side = (draw_poker.PHASES, draw_poker.SIDE_PHASES, draw_poker.STATUS, PRIZE_NAMES)
    of_poker = (poker.PHASES, poker.OUTCOMES, poker.WORDS, HAND_NAMES)
    for game in undefined_games().values():
        yield game.reason
    states = (ACTS, WHAT_TO_DO, _STATES, _PROBLEMS, _RESULTS, TEST_RESULTS, _REMEDIES, _SEVERITIES, JOURNAL_PROBLEMS)
    for table in (COUNTER_NAMES, ROLE_NAMES, FAULT_NAMES, CHOICE_NAMES, *states, *felts, *side, *of_poker):
        yield from table.values()


def click_texts() -> set[str]:
    """Every text of the installed click, by its singular."""
    found = extract_from_dir(Path(click.__file__).parent, keywords=_CLICK_KEYWORDS)
    singulars = {message if isinstance(message, str) else message[0] for _file, _line, message, *_rest in found}
    return singulars | {"required"}


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file) if path.suffix == ".po" else read_mo(file)


def spoken(catalogue: Catalog) -> dict[str, str]:
    """What a catalogue says, without its header: each text by its singular, plurals joined."""
    return {_one(message.id): "\0".join(_all(message.string or "")) for message in catalogue if message.id}


def _one(text: str | list[str] | tuple[str, ...]) -> str:
    return _all(text)[0]


def _all(text: str | list[str] | tuple[str, ...]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def main() -> None:
    path = LOCALE / "en" / "LC_MESSAGES" / "sabot.po"
    english = read(path)
    for text in sorted(finished() - set(spoken(english))):
        click.echo(f"told in Spanish until it stands in {path.name}: {text}")
    for text in sorted(texts() - set(spoken(english))):
        english.add(text, flags=["python-brace-format"] if "{" in text else [])
    _write(path, english)
    for catalogue in CATALOGUES:
        with catalogue.with_suffix(".mo").open("wb") as file:
            write_mo(file, read(catalogue))


def _write(path: Path, catalogue: Catalog) -> None:
    """A .po without the header lines that change by themselves."""
    written = io.BytesIO()
    write_po(written, catalogue, width=120, sort_output=True)
    lines = written.getvalue().decode().splitlines()
    path.write_text("\n".join(line for line in lines if not line.startswith(_RESTLESS)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
