"""What a crash leaves in the log: where and why, never the values of variables."""

import json
import sys

import pytest
import structlog

from daemon.log import set_up_logging

COVERED = "the-card-nobody-may-see"


@pytest.mark.requirement("R67")
@pytest.mark.parametrize("on_terminal", [False, True])
def test_a_crash_tells_where_and_why_and_shows_no_variable(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, on_terminal: bool
) -> None:
    before = structlog.get_config()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: on_terminal, raising=False)
    try:
        set_up_logging("mesa-1")
        _crash(COVERED)
    finally:
        structlog.configure(**before)
        structlog.contextvars.clear_contextvars()
    told = capsys.readouterr().err
    assert "ZeroDivisionError" in told
    assert "_crash" in told
    assert COVERED not in told
    if not on_terminal:
        assert json.loads(told)["table"] == "mesa-1"


def _crash(card: str) -> None:
    try:
        len(card) // 0
    except ZeroDivisionError:
        structlog.get_logger().exception("crashed")
