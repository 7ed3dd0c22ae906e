"""Draws the dealer pad's keys for printing, one picture per game family, from the layouts the program uses.

python docs/make_keypads.py
"""

from pathlib import Path
from xml.sax.saxutils import escape

from table_core.pad_layouts import LAYOUTS, Layout

IMAGES = Path(__file__).parent / "img"
_SIGNS = {
    "numlock": "Num",
    "slash": "/",
    "star": "*",
    "minus": "−",
    "plus": "+",
    "enter": "Intro",
    "dot": ".",
    "backspace": "←",
}
# Column, row, width, height of each key, as on the common keypad of four columns.
_PLACES = {
    "numlock": (0, 0, 1, 1), "slash": (1, 0, 1, 1), "star": (2, 0, 1, 1), "backspace": (3, 0, 1, 1),
    "7": (0, 1, 1, 1), "8": (1, 1, 1, 1), "9": (2, 1, 1, 1), "minus": (3, 1, 1, 1),
    "4": (0, 2, 1, 1), "5": (1, 2, 1, 1), "6": (2, 2, 1, 1), "plus": (3, 2, 1, 1),
    "1": (0, 3, 1, 1), "2": (1, 3, 1, 1), "3": (2, 3, 1, 1), "enter": (3, 3, 1, 2),
    "0": (0, 4, 2, 1), "dot": (2, 4, 1, 1),
}  # fmt: skip
_SIZE, _GAP = 96, 6


def main() -> None:
    for family, layout in LAYOUTS.items():
        (IMAGES / f"keypad-{family}.svg").write_text(drawn(layout), encoding="utf-8")


def drawn(layout: Layout) -> str:
    """The keypad as an SVG picture; keys without a function stay grey."""
    width, height = 4 * _SIZE + _GAP, 5 * _SIZE + _GAP
    keys = "\n".join(_key(layout, key) for key in _PLACES)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" text-anchor="middle">\n{keys}\n</svg>\n'
    )


def _key(layout: Layout, key: str) -> str:
    column, row, wide, high = _PLACES[key]
    left, top = column * _SIZE + _GAP, row * _SIZE + _GAP
    width, height = wide * _SIZE - _GAP, high * _SIZE - _GAP
    label = label_of(layout, key)
    ink, paper = ("#111", "#fff") if label else ("#888", "#eee")
    middle = left + width / 2
    return (
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="8" fill="{paper}" stroke="#444"/>'
        f'<text x="{middle:g}" y="{top + 34}" font-size="22" fill="{ink}">{escape(_SIGNS.get(key, key))}</text>'
        f'<text x="{middle:g}" y="{top + 66}" font-size="15" fill="{ink}">{escape(label)}</text>'
    )


def label_of(layout: Layout, key: str) -> str:
    """What is printed on *key*; nothing when it has no function."""
    if key in layout.keys:
        return layout.keys[key].label
    return f"{layout.places} {key}" if layout.places and key.isdigit() else ""


if __name__ == "__main__":
    main()
