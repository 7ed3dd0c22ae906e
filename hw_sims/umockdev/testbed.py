"""Owns the mocked /sys and says the udev events. Runs under the system's own Python (gi), one JSON order per line.

Imports only what needs no library: that Python has none of the project's. Orders: {"do": "add", "text": ...},
{"do": "remove", "syspath": ...}; each is answered with {"ok": true} or {"ok": false, "error": ...}. The first line
written is {"root": DIRECTORY}.
"""

import json
import sys
from pathlib import Path
from typing import Any

import gi

from hw_sims.umockdev.plain_ioctls import PlainIoctls

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402


def main() -> None:
    testbed = UMockdev.Testbed.new()
    root = testbed.get_root_dir()
    # Here, in a process that opens no port: a program that asks from within its own interpreter would wait for itself.
    PlainIoctls(Path(root, "ioctl", "_default"))
    say({"root": root})
    for line in sys.stdin:
        order = json.loads(line)
        try:
            carry_out(testbed, order)
        except Exception as error:  # whoever ordered it hears it
            say({"ok": False, "error": str(error)})
        else:
            say({"ok": True})


def carry_out(testbed: Any, order: dict[str, str]) -> None:
    if order["do"] == "add":
        # Under umockdev-wrapper this emits the "add" events by itself.
        testbed.add_from_string(order["text"])
    elif order["do"] == "remove":
        testbed.uevent(order["syspath"], "remove")
        testbed.remove_device(order["syspath"])
    else:
        raise ValueError("no order " + order["do"])


def say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
