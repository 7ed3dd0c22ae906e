"""What a device's counters are called by people."""

from collections.abc import Mapping

from daemon.i18n import _

COUNTER_NAMES = {
    "frames": "tramas",
    "duplicates": "repetidas",
    "bad": "rechazadas",
    "noise_bytes": "bytes de ruido",
    "gaps": "saltos",
    "reconnects": "conexiones",
    "send_failures": "envíos fallidos",
}


def counts_in_words(counts: Mapping[str, int]) -> str:
    """What was counted at all, as the user's language calls it."""
    return ", ".join(f"{_(COUNTER_NAMES.get(name, name))} {count}" for name, count in counts.items() if count)
