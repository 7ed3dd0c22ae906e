"""Makes a test of a recording: the run as one file, and a test module that plays it and knows what must come out."""

import os
import pprint
from pathlib import Path

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


class CaptureTestError(TextError):
    """The test cannot be written: why, in the message."""


def write_test(recording: Path, name: str, directory: Path, played: Played) -> Path:
    """The path of the new test module in *directory*; nothing there is overwritten."""
    if not name.isidentifier():
        raise CaptureTestError("«{name}» no sirve de nombre: use letras, cifras y guion bajo.", name=name)
    data, module = directory / f"{name}.rec", directory / f"test_{name}.py"
    for path in (data, module):
        if path.exists():
            raise CaptureTestError("{path} ya existe. Use otro nombre.", path=str(path))
    directory.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(data, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb") as file:
        file.writelines(Recording(recording).whole_bytes())
    events = pprint.pformat(played.events, width=100)
    module.write_text(_MODULE.format(name=name, digest=played.digest, events=events), encoding="utf-8")
    return module
