"""`sabot decode cctalk` on published messages, in a process of its own."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.system.processes import sabot

MESSAGES = str(Path(__file__).parents[1] / "golden" / "data" / "cctalk.hex")


def decoded(*options: str) -> list[dict[str, Any]]:
    done = sabot("decode", "cctalk", MESSAGES, *options)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("chunk", ["read", "1", "whole", "random:3"])
def test_questions_and_answers_are_named_however_the_bytes_are_cut(chunk: str) -> None:
    *events, summary = decoded("--chunk", chunk)
    assert [line["event"] for line in events].count("Asked") == 5
    read = next(line["data"] for line in events if line["event"] == "CreditRead")
    assert read == {"address": 2, "counter": 6, "events": [[6, 4], [0, 20], [0, 23], [6, 4], [13, 2]]}
    assert (summary["frames"], summary["bad"], summary["noise_bytes"]) == (10, 1, 0)
