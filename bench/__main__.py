"""`python -m bench [ROWS]`: measures the named rows (all by default), writes results.json and prints a small table."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from msgspec import to_builtins

from bench import (
    blackjack_round,
    card_to_lamp,
    decode,
    floor_contributions,
    growth,
    hand_rank,
    jackpot_fanout,
    link_loss,
    many_clients,
    request_response,
    subscriber_pause,
)
from bench.rows import Row, not_built

RESULTS = Path(__file__).parent / "results.json"
ROWS: dict[str, Callable[[], Row | list[Row]]] = {
    blackjack_round.NAME: blackjack_round.measure,
    card_to_lamp.NAME: card_to_lamp.measure,
    decode.NAME: decode.measure,
    floor_contributions.NAME: floor_contributions.measure,
    growth.NAME: growth.measure,
    hand_rank.NAME: hand_rank.measure,
    jackpot_fanout.NAME: jackpot_fanout.measure,
    link_loss.NAME: link_loss.measure,
    request_response.NAME: request_response.measure,
    subscriber_pause.NAME: subscriber_pause.measure,
    many_clients.NAME: many_clients.measure,
}


def main(arguments: list[str]) -> int:
    names = [name for argument in arguments for name in argument.split(",") if name] or list(ROWS)
    rows = [row for name in names for row in _measured(name)]
    document = {"schema": "sabot-bench/1", "commit": _commit(), "rows": to_builtins(rows)}
    RESULTS.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    _print(rows)
    return 0


def _measured(name: str) -> list[Row]:
    found = ROWS[name]() if name in ROWS else not_built(name)
    return found if isinstance(found, list) else [found]


def _commit() -> str:
    """The commit measured; `+` behind it when the tree holds more."""
    root = RESULTS.parent.parent
    found = subprocess.run(
        ["git", "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=+"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip() or "unknown"


def _print(rows: list[Row]) -> None:
    print(f"{'row':<22}{'p10':>9}{'p50':>9}{'p90':>9}{'p99':>9}{'against':>9}{'ratio':>7}{'goal':>6}  status")
    for row in rows:
        figures = (row.p10, row.p50, row.p90, row.p99, row.against_p50)
        cells = "".join(f"{'-' if figure is None else f'{figure:.0f}':>9}" for figure in figures)
        ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
        goal = "-" if row.goal is None else f"{row.goal:g}"
        met = {True: "met", False: "NOT MET", None: ""}[row.met]
        print(f"{row.name:<22}{cells}{ratio:>7}{goal:>6}  {row.status} {met}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
