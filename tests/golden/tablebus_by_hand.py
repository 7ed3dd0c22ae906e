"""The vectors of docs/tablebus.md, spelled from its text with the standard library alone: none of our codec is used.

`python -m tests.golden.tablebus_by_hand` writes docs/tablebus_vectors.json and the block of the document.
"""

import binascii
import hashlib
import hmac
import json
import struct
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
VECTORS, DOCUMENT = DOCS / "tablebus_vectors.json", DOCS / "tablebus.md"
BEGIN, END = "<!-- vectors -->\n", "<!-- end of vectors -->"

KEY = bytes(range(32))
HOST_NONCE, DEVICE_NONCE = bytes(range(0xA0, 0xB0)), bytes(range(0xC0, 0xD0))
COBS_EXAMPLES = ("", "00", "0000", "11220033", "11223344", "11000000")
FIRMWARE = hashlib.sha256(b"firmware 1").digest()


def cobs(content: bytes) -> bytes:
    """By the definition: walk from the end, keeping the distance to the next zero."""
    out, distance = bytearray(), 1
    for byte in reversed(content):
        out.append(byte or distance)
        distance = distance + 1 if byte else 1
    out.append(distance)
    return bytes(reversed(out))


def session() -> bytes:
    return hmac.new(KEY, b"TableBus 1 session" + HOST_NONCE + DEVICE_NONCE, "sha256").digest()


def frame(kind: int, number: int, counter: int, body: str, *, tagged: bool = True) -> dict[str, Any]:
    covered = struct.pack(">BHI", kind, number, counter) + bytes.fromhex(body)
    tag = hmac.new(session(), covered, "sha256").digest()[:16] if tagged else b""
    content = covered + tag
    wire = cobs(content + struct.pack(">H", binascii.crc_hqx(content, 0xFFFF))) + b"\0"
    return {"kind": kind, "number": number, "counter": counter, "body": body, "tag": tag.hex(), "wire": wire.hex()}


def identity() -> str:
    head = struct.pack(">BBBII", 1, 4, 1, 7, 0xA11CE) + FIRMWARE + DEVICE_NONCE
    return (head + b"\x05BJ-07" + b"\x0cACEPTADOR-TB").hex()


def frames() -> dict[str, dict[str, Any]]:
    event = {
        "fault_jam_on": "01 0301",
        "input_drop_box_off": "02 0200",
        "card_ace_of_clubs_is_card_1": "10 00 0001",
        "card_unread": "10 ff 0002",
        "cut_card_after_298": "11 012a",
        "loaded_312": "12 0138",
        "phase_shuffling_312": "20 02 0138",
        "verified_6_decks_one_king_of_spades_short": "21 0138 0137 01 00 33",
        "fed_back_24": "22 0018 0130",
        "credits_20_at_seat_3": "30 03 0014",
        "bet_of_5_at_seat_3": "31 03 0005",
        "lamp_3_ordered_and_dark": "32 03 01 00",
        "lock_of_seat_3_in_place": "33 03 01 01",
        "rack_holds_17": "40 0011",
        "rack_17_lifted": "41 0011 0000",
    }
    made = {
        "hello": frame(0x01, 1, 0, "0101" + HOST_NONCE.hex(), tagged=False),
        "identity": frame(0x81, 1, 41, identity()),
        "begin": frame(0x02, 2, 40, "000a11ce"),
        "state_acceptor_2_seats": frame(0x83, 2, 41, "02" + "0900000000" + "0600140005"),
        "poll": frame(0x03, 3, 0, ""),
        "set_acceptor_2_seats": frame(0x04, 4, 0, "02" + "0100000000" + "0200140005"),
        "ack_41": frame(0x05, 0, 41, ""),
        "refused_no_session": frame(0x8F, 3, 0, "01", tagged=False),
    }
    for counter, (name, body) in enumerate(event.items(), start=41):
        made[f"event_{name}"] = frame(0x84, 0, counter, "00000029" + body.replace(" ", ""))
    return made


def vectors() -> dict[str, Any]:
    return {
        "schema": "tablebus-vectors/1",
        "cobs": {
            data: cobs(bytes.fromhex(data)).hex() for data in ("", "00", "0000", "11220033", "11223344", "11000000")
        },
        "crc16_ibm_3740": {"313233343536373839": "29b1", "": "ffff"},
        "hmac_sha256": {  # RFC 4231, test cases 1 and 2
            "rfc4231_1": {
                "key": "0b" * 20,
                "data": b"Hi There".hex(),
                "mac": "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            },
            "rfc4231_2": {
                "key": b"Jefe".hex(),
                "data": b"what do ya want for nothing?".hex(),
                "mac": "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            },
        },
        "key": KEY.hex(),
        "host_nonce": HOST_NONCE.hex(),
        "device_nonce": DEVICE_NONCE.hex(),
        "session_key": session().hex(),
        "frames": frames(),
    }


def as_text() -> str:
    return json.dumps(vectors(), indent=1) + "\n"


def as_block() -> str:
    """What stands in the document: names and bytes, forty to a line."""
    made = vectors()
    lines = [f"{name:14} {made[name]}" for name in ("key", "host_nonce", "device_nonce", "session_key")]
    for name, one in made["frames"].items():
        lines.append(f"\n{name}: number {one['number']}, counter {one['counter']}")
        wire = one["wire"]
        lines += [f"    {wire[place : place + 80]}" for place in range(0, len(wire), 80)]
    return "```\n" + "\n".join(lines) + "\n```\n"


if __name__ == "__main__":
    VECTORS.write_text(as_text(), encoding="utf-8")
    if DOCUMENT.exists():
        before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        DOCUMENT.write_text(before + BEGIN + as_block() + END + after, encoding="utf-8")
