"""One finding of the doctor: what was looked at, how bad it is, what to do. Codes never change their meaning."""

from typing import Literal

from msgspec import Struct

Severity = Literal["ok", "note", "warning", "error"]


class Finding(Struct, frozen=True):
    """*where* is a path, a device or a key; *finding* and *remedy* are in the user's language."""

    code: str
    severity: Severity
    where: str
    finding: str
    remedy: str = ""
