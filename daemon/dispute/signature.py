"""The Ed25519 part of checking a dispute's archive: which entries the table's own key vouches for."""

from typing import Any

import msgspec

from daemon.dispute import verify
from daemon.journal import parse_head
from daemon.signing import signature_holds
from table_core.record import CheckpointSigned, Entry, KeyIntroduced

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def signed_up_to(files: dict[str, bytes]) -> tuple[int, bytes | None]:
    """The last entry a good signature covers (0: none), and the key; raises ValueError on a bad signature."""
    context = [_decoder.decode(verify.body(row)) for row in _lines(files["contexto.jsonl"])]
    key = next((entry.public_key for entry in context if isinstance(entry, KeyIntroduced)), None)
    signed, before = 0, parse_head(f"0:{'00' * 32}")
    for row in verify.rows(files):
        entry = _decoder.decode(verify.body(row))
        if isinstance(entry, CheckpointSigned) and before.seq:
            if key is None or not signature_holds(key, before.seq, before.hash, entry.signature):
                raise ValueError(f"la firma del asiento {row['seq']} no corresponde")
            signed = before.seq
        before = parse_head(f"{row['seq']}:{row['hash']}")
    return signed, key


def _lines(content: bytes) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in content.splitlines() if line]
