"""The vectors of docs/tablebus.md, spelled from its text with the standard library alone: none of our codec is used.

`python -m tests.golden.tablebus_by_hand` writes docs/tablebus_vectors.json, the block of the document and the example
of `sabot decode`.
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
READS = Path(__file__).parent / "data" / "tablebus.hex"
BEGIN, END = "<!-- vectors -->\n", "<!-- end of vectors -->"

KEY = bytes(range(32))
HOST_NONCE = bytes(range(0xA0, 0xB0))
BOOT, LOG, GREETINGS = 7, 0xA11CE, 1
COBS_EXAMPLES = ("", "00", "0000", "11220033", "11223344", "11000000")
FIRMWARE = hashlib.sha256(b"firmware 1").digest()
ANOTHER_SESSION = bytes(32)


def cobs(content: bytes) -> bytes:
    """By the definition: walk from the end, keeping the distance to the next zero."""
    out, distance = bytearray(), 1
    for byte in reversed(content):
        out.append(byte or distance)
        distance = distance + 1 if byte else 1
    out.append(distance)
    return bytes(reversed(out))


def device_nonce() -> bytes:
    """As section 4 makes it where there is no source of chance."""
    counted = struct.pack(">II", BOOT, GREETINGS)
    return hmac.new(KEY, b"TableBus 1 device nonce" + counted + HOST_NONCE, "sha256").digest()[:16]


def session() -> bytes:
    return hmac.new(KEY, b"TableBus 1 session" + HOST_NONCE + device_nonce(), "sha256").digest()


def spelled(content: bytes) -> str:
    return (cobs(content + struct.pack(">H", binascii.crc_hqx(content, 0xFFFF))) + b"\0").hex()


def tag_of(covered: bytes, key: bytes) -> bytes:
    return hmac.new(key, covered, "sha256").digest()[:16]


def frame(kind: int, number: int, counter: int, body: str, *, tagged: bool = True) -> dict[str, Any]:
    body = body.replace(" ", "")
    covered = struct.pack(">BHI", kind, number, counter) + bytes.fromhex(body)
    tag = tag_of(covered, session()) if tagged else b""
    wire = spelled(covered + tag)
    return {"kind": kind, "number": number, "counter": counter, "body": body, "tag": tag.hex(), "wire": wire}


def identity() -> str:
    head = struct.pack(">BBBII", 1, 4, 1, BOOT, LOG) + FIRMWARE + device_nonce()
    return (head + b"\x05BJ-07" + b"\x0cACEPTADOR-TB").hex()


def frames() -> dict[str, dict[str, Any]]:
    return conversation() | {f"event_{name}": one for name, one in events().items()} | others()


def conversation() -> dict[str, dict[str, Any]]:
    """A session of a board with two seats, from its first byte: host and device take turns."""
    return {
        "hello": frame(0x01, 1, 0, "0101" + HOST_NONCE.hex(), tagged=False),
        "identity": frame(0x81, 1, 41, identity()),
        "begin": frame(0x02, 2, 40, "000a11ce"),
        "state_acceptor_2_seats": frame(0x83, 2, 41, "02 0900000000 0900000000"),
        "event_fault_jam_on": frame(0x84, 0, 41, "00000029 01 0301"),
        "ack_41": frame(0x05, 0, 41, ""),
        "set_acceptor_2_seats": frame(0x04, 3, 0, "02 0100000000 0200140005"),
        "state_acceptor_as_ordered": frame(0x83, 3, 41, "02 0900000000 0600140005"),
        "poll": frame(0x03, 4, 0, ""),
        "state_acceptor_polled": frame(0x83, 4, 41, "02 0900000000 0600140005"),
        "set_for_too_few_seats": frame(0x04, 5, 0, "01 0100000000"),
        "refused_bad_request": frame(0x8F, 5, 0, "02", tagged=False),
    }


TURNS = (
    ("hello", ("identity",)),
    ("begin", ("state_acceptor_2_seats", "event_fault_jam_on")),
    ("ack_41", ()),
    ("set_acceptor_2_seats", ("state_acceptor_as_ordered",)),
    ("poll", ("state_acceptor_polled",)),
    ("set_for_too_few_seats", ("refused_bad_request",)),
)
"""What the device answers to each frame of the conversation."""


def others() -> dict[str, dict[str, Any]]:
    """Frames of other profiles and moments."""
    return {
        "refused_no_session": frame(0x8F, 3, 0, "01", tagged=False),
        "refused_no_common_version": frame(0x8F, 1, 0, "03", tagged=False),
        "state_shoe_closed_17_drawn": frame(0x83, 6, 60, "00 0011"),
        "set_shuffler_312_wanted": frame(0x04, 7, 0, "0138"),
        "state_shuffler_ready_312_inside": frame(0x83, 7, 60, "03 0138 0138 0000"),
        "set_lamps_1_and_3": frame(0x04, 8, 0, "0005"),
        "state_lamps_1_and_3_ordered_3_dark": frame(0x83, 8, 60, "0005 0001"),
        "state_rack_17": frame(0x83, 9, 60, "0011"),
        "state_contacts_drop_box_and_tray_lid": frame(0x83, 10, 60, "0006"),
        "set_display_2_lines": frame(0x04, 11, 0, "02 04504f5a4f 0624312e303030"),
        "state_display_2_lines": frame(0x83, 11, 60, "02 04504f5a4f 0624312e303030"),
    }


def no_frames() -> dict[str, str]:
    """What a receiver drops without a word."""
    poll = bytes.fromhex(frame(0x03, 3, 0, "")["wire"])
    covered = struct.pack(">BHI", 0x03, 3, 0)
    return {
        "crc_of_another_frame": (poll[:-2] + bytes((poll[-2] ^ 1, 0))).hex(),
        "kind_7f": spelled(struct.pack(">BHI", 0x7F, 3, 0) + bytes(16)),
        "poll_without_a_tag": spelled(covered),
        "body_of_226_bytes": spelled(struct.pack(">BHI", 0x8F, 3, 0) + bytes(226)),
        "cobs_that_points_behind_its_end": (b"\xff" + poll[1:]).hex(),
        "cut_short": (poll[:9] + b"\0").hex(),
        "252_bytes": (b"\x01" * 252 + b"\0").hex(),
    }


def unproven() -> dict[str, str]:
    """A good frame that nobody with the session's key made: answered by `refused_no_session`."""
    covered = struct.pack(">BHI", 0x03, 3, 0)
    return {"poll_of_another_session": spelled(covered + tag_of(covered, ANOTHER_SESSION))}


def events() -> dict[str, dict[str, Any]]:
    told = {
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
    made = enumerate(told.items(), start=41)
    return {name: frame(0x84, 0, counter, "00000029" + body) for counter, (name, body) in made}


def vectors() -> dict[str, Any]:
    return {
        "schema": "tablebus-vectors/1",
        "cobs": {data: cobs(bytes.fromhex(data)).hex() for data in COBS_EXAMPLES},
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
        "boot": BOOT,
        "greetings": GREETINGS,
        "device_nonce": device_nonce().hex(),
        "session_key": session().hex(),
        "frames": frames(),
        "conversation": [{"host": host, "device": list(device)} for host, device in TURNS],
        "no_frames": no_frames(),
        "unproven": unproven(),
    }


def as_text() -> str:
    return json.dumps(vectors(), indent=1) + "\n"


def as_block() -> str:
    """What stands in the document: names and bytes, forty to a line."""
    made = vectors()
    lines = [
        f"{name:14} {made[name]}" for name in ("key", "host_nonce", "boot", "greetings", "device_nonce", "session_key")
    ]
    for name, one in made["frames"].items():
        lines += [f"\n{name}: number {one['number']}, counter {one['counter']}", *_folded(one["wire"])]
    lines += ["\nDropped without a word:"]
    for name, wire in made["no_frames"].items():
        lines += [f"\n{name}", *_folded(wire)]
    lines += ["\nAnswered by refused_no_session:"]
    for name, wire in made["unproven"].items():
        lines += [f"\n{name}", *_folded(wire)]
    return "```\n" + "\n".join(lines) + "\n```\n"


def _folded(wire: str) -> list[str]:
    return [f"    {wire[place : place + 80]}" for place in range(0, len(wire), 80)]


def as_reads() -> str:
    """The frames as `sabot decode` reads them: one a line."""
    lines = ["# The vectors of docs/tablebus.md, in the order of a session"]
    for name, one in vectors()["frames"].items():
        lines += [f"# {name}", one["wire"]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    VECTORS.write_text(as_text(), encoding="utf-8")
    READS.write_text(as_reads(), encoding="utf-8")
    if DOCUMENT.exists():
        before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        DOCUMENT.write_text(before + BEGIN + as_block() + END + after, encoding="utf-8")
