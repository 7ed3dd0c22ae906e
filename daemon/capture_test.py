"""Makes a test of a recording or a capture: the bytes as one file, and a test module that knows what must come out."""

import os
import pprint
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from daemon.recording import Recording
from daemon.replay import Played
from daemon.schema import FILE_MODE
from table_core.text import TextError

_MODULE = '''"""The recording `{name}`: the same inputs lead to the same events and decisions."""

from pathlib import Path

from daemon.replay import replay

RECORDING = Path(__file__).parent / "{name}.rec"
DECISIONS = "{digest}"
EVENTS = {events}


def test_{name}_is_decided_as_it_was_recorded() -> None:
    played = replay(RECORDING)
    assert played.parted is None
    assert played.digest == DECISIONS
    assert played.events == EVENTS
'''

_CAPTURE_MODULE = '''"""The capture `{name}` ({protocol}): the same bytes are the same events, however they are cut."""

from pathlib import Path

import pytest

from daemon.cli.decode import decoded

CAPTURE = Path(__file__).parent / "{name}.hex"
EVENTS = {events}


@pytest.mark.parametrize("chunk", ["read", "1", "whole", "random:1"])
def test_{name}_is_read_as_it_was(chunk: str) -> None:
    assert decoded("{protocol}", CAPTURE, chunk) == EVENTS
'''


class CaptureTestError(TextError):
    """The test cannot be written: why, in the message."""


def write_test(recording: Path, name: str, directory: Path, played: Played) -> Path:
    """The path of the new test module in *directory*; nothing there is overwritten."""
    events = pprint.pformat(played.events, width=100)
    text = _MODULE.format(name=name, digest=played.digest, events=events)
    return _write(directory, name, "rec", Recording(recording).whole_bytes(), text)


def write_capture_test(capture: Path, name: str, directory: Path, protocol: str, events: list[dict[str, Any]]) -> Path:
    """The same of one device's capture: *events* are what `decode` makes of it today."""
    text = _CAPTURE_MODULE.format(name=name, protocol=protocol, events=pprint.pformat(events, width=100))
    return _write(directory, name, "hex", [capture.read_bytes()], text)


def _write(directory: Path, name: str, kind: str, data: Iterable[bytes], text: str) -> Path:
    if not name.isidentifier():
        raise CaptureTestError("«{name}» no sirve de nombre: use letras, cifras y guion bajo.", name=name)
    kept, module = directory / f"{name}.{kind}", directory / f"test_{name}.py"
    for path in (kept, module):
        if path.exists():
            raise CaptureTestError("{path} ya existe. Use otro nombre.", path=str(path))
    directory.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb") as file:
        file.writelines(data)
    module.write_text(text, encoding="utf-8")
    return module
