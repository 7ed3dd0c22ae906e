"""Every decoder, fed anything: it never fails, never holds much, and understands the next good message."""

import os
from collections.abc import Iterator
from random import Random

import pytest

from firmware_bridge.wire.decoders import LANGUAGES, Decoder, Language
from firmware_bridge.wire.noise import LineNoise

INPUTS = 1_000_000 if os.environ.get("SABOT_NIGHTLY") else 20_000
HOLDS_AT_MOST = 2048
LONGEST = 24
AFTER_RUBBISH = 50
"""Now and then a good message comes."""


def messages(decoder: Decoder) -> Iterator[object]:
    return (item for item in iter(decoder.next_item, None) if not isinstance(item, LineNoise))


def fuzzed(language: Language, chance: Random) -> bytes:
    """Rubbish, pieces of good messages, and good messages with a few bytes changed."""
    example = language.example
    match chance.randrange(4):
        case 0:
            return chance.randbytes(chance.randrange(LONGEST))
        case 1:
            return example[chance.randrange(len(example)) :]
        case 2:
            return example[: chance.randrange(len(example))]
        case _:
            changed = bytearray(example)
            for _ in range(chance.randrange(1, 4)):
                changed[chance.randrange(len(changed))] = chance.randrange(256)
            return bytes(changed)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", LANGUAGES)
def test_a_decoder_fed_anything_holds_little_and_understands_the_next_good_message(name: str) -> None:
    language, seed = LANGUAGES[name], 1
    decoder, chance = language.new_decoder(), Random(seed)
    expected = list(_understood(language))
    for number in range(INPUTS):
        decoder.receive_data(fuzzed(language, chance))
        for _ in messages(decoder):
            pass
        assert len(decoder.pending) <= HOLDS_AT_MOST, f"seed {seed}, input {number}"
        if number % AFTER_RUBBISH == 0:
            heard = _after(decoder, language)
            assert expected[0] in heard, f"seed {seed}, input {number}: deaf after rubbish"


def _understood(language: Language) -> list[object]:
    decoder = language.new_decoder()
    decoder.receive_data(language.example)
    return list(messages(decoder))


def _after(decoder: Decoder, language: Language) -> list[object]:
    """What is heard of two good messages: the first may end what rubbish began, the second must be understood."""
    decoder.receive_data(language.example)
    list(messages(decoder))
    decoder.receive_data(language.example)
    return list(messages(decoder))


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_example_of_a_language_is_understood_whole_and_byte_by_byte(name: str) -> None:
    language = LANGUAGES[name]
    decoder = language.new_decoder()
    heard: list[object] = []
    for byte in language.example:
        decoder.receive_data(bytes((byte,)))
        heard += messages(decoder)
    assert heard == _understood(language) != []


@pytest.mark.parametrize("name", [name for name, language in LANGUAGES.items() if language.checked and name != "alpha"])
def test_every_single_bit_error_in_a_checked_example_is_refused(name: str) -> None:
    """An Alpha packet may come without check: its own golden test says how far its check reaches."""
    language = LANGUAGES[name]
    for bit in range(8 * len(language.example)):
        damaged = bytearray(language.example)
        damaged[bit // 8] ^= 1 << bit % 8
        decoder = language.new_decoder()
        decoder.receive_data(bytes(damaged))
        assert list(messages(decoder)) == [], f"bit {bit}"
