"""Boot keyboard reports. Grade C: written from public drivers and a reader maker's manual, not captured by us."""

import pytest

from firmware_bridge.wire.hid_keyboard import KeyReport, character, parse_report, report

GRADE_C = {
    "00 00 00 00 00 00 00 00": KeyReport(),
    "00 00 04 00 00 00 00 00": KeyReport((0x04,)),
    "02 00 04 00 00 00 00 00": KeyReport((0x04,), shifted=True),
    "00 00 59 5a 00 00 00 00": KeyReport((0x59, 0x5A)),
    "00 00 01 01 01 01 01 01": KeyReport((1,) * 6),
}


@pytest.mark.parametrize(("raw", "expected"), GRADE_C.items())
def test_a_vector_decodes_to_its_keys(raw: str, expected: KeyReport) -> None:
    assert parse_report(bytes.fromhex(raw)) == expected


@pytest.mark.parametrize(("raw", "expected"), GRADE_C.items())
def test_the_keys_encode_to_their_vector(raw: str, expected: KeyReport) -> None:
    assert report(*expected.keys, modifiers=0x02 * expected.shifted).hex(" ") == raw


@pytest.mark.parametrize("error", [1, 2, 3])
def test_the_three_errors_a_keyboard_can_report_are_no_keys(error: int) -> None:
    assert parse_report(bytes((0, 0, *(error,) * 6))).unclear
    assert not parse_report(report(0x04)).unclear


def test_a_seventh_key_is_a_roll_over_error() -> None:
    assert parse_report(report(*range(0x59, 0x5F))).keys == tuple(range(0x59, 0x5F))
    assert parse_report(report(*range(0x59, 0x60))).unclear


@pytest.mark.parametrize("size", [0, 1, 7, 9, 16])
def test_what_has_another_size_is_no_report(size: int) -> None:
    with pytest.raises(ValueError, match="want 8"):
        parse_report(bytes(size))


def test_keys_type_what_a_keyboard_of_the_united_states_types() -> None:
    assert [character(key) for key in (0x1E, 0x26, 0x27, 0x59, 0x62, 0x28, 0x58)] == [
        "1",
        "9",
        "0",
        "1",
        "0",
        "\r",
        "\r",
    ]
    assert (character(0x04), character(0x04, shifted=True), character(0x1D)) == ("a", "A", "z")
    assert character(0x1E, shifted=True) is None
    assert character(0x3A) is None
