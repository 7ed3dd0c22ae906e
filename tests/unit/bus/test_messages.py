"""The types of the bus: what is written in docs/bus.schema.json is what the program speaks."""

import json
from pathlib import Path

import msgspec
import pytest

from daemon.messages import ANSWERS, EntryPublished, Request, publication_decoder, request_decoder, schema

SCHEMA = Path(__file__).parents[3] / "docs" / "bus.schema.json"


def test_the_committed_schema_is_the_programs() -> None:
    written = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert written == msgspec.json.decode(msgspec.json.encode(schema())), "run: sabot schema bus > docs/bus.schema.json"


def test_every_request_has_an_answer_type_and_every_answer_says_ok() -> None:
    kinds = {kind.__struct_config__.tag for kind in Request.__args__}
    assert kinds == set(ANSWERS)
    for kind in ANSWERS.values():
        assert "ok" in kind.__struct_fields__


@pytest.mark.parametrize(
    "text",
    [
        '{"do":"publications","from":0}',
        '{"do":"publications","from":1,"to":-1}',
        '{"do":"publications"}',
        '{"do":"status","extra":1}',
        '{"do":"sign_in","name":"","pin":"1"}',
        '{"do":"sign_in","name":"' + "x" * 65 + '","pin":"1"}',
        '{"do":"dance"}',
        "[]",
        "null",
        "",
    ],
)
def test_what_is_no_request_is_not_taken_for_one(text: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        request_decoder.decode(text)


def test_a_publication_reads_back_as_it_was_sent() -> None:
    sent = EntryPublished("7-ab", 3, 9, {"type": "PassOpened", "number": 1}, 1_700_000_000_000_000_000)
    travelled = msgspec.json.encode(sent)
    assert json.loads(travelled) == {
        "kind": "entry",
        "run": "7-ab",
        "n": 3,
        "seq": 9,
        "body": {"type": "PassOpened", "number": 1},
        "utc_ns": 1_700_000_000_000_000_000,
    }
    assert publication_decoder.decode(travelled) == sent
