"""Who speaks on a TableBus line: keys, nonces and tags (docs/tablebus.md, section 4). Knows no chance and no clock."""

import hashlib
import hmac

from firmware_bridge.wire.tablebus import TAG, Frame

KEY, NONCE = 32, 16
_SESSION = b"TableBus 1 session"
_HOST_NONCE = b"TableBus 1 host nonce"


def host_nonce(key: bytes, utc_ns: int, mono_ns: int, connection: int) -> bytes:
    """Never the same twice and, without the key, not to be guessed: the moment of the connection, under the key."""
    moment = b"".join(number.to_bytes(8, "big") for number in (utc_ns, mono_ns, connection))
    return _mac(key, _HOST_NONCE + moment)[:NONCE]


def session_key(key: bytes, host: bytes, device: bytes) -> bytes:
    """The key of one session, from the device's own key and both nonces."""
    return _mac(key, _SESSION + host + device)


def tagged(session: bytes, frame: Frame) -> Frame:
    return Frame(frame.kind, frame.number, frame.counter, frame.body, _mac(session, frame.covered())[:TAG])


def is_genuine(session: bytes, frame: Frame) -> bool:
    """Whether somebody who holds the session's key made *frame*."""
    return hmac.compare_digest(frame.tag, _mac(session, frame.covered())[:TAG])


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, hashlib.sha256)
