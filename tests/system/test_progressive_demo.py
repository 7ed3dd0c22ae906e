"""`sabot demo --progressive`: the real daemon, a board of acceptors on a pty, prizes of every kind, the pot reset."""

import json
from pathlib import Path

import pytest

from daemon.journal import open_reader, read_rows
from table_core.progressive.ledger import PotReseeded
from table_core.progressive.operations import CreditsBoughtBack, PrizeConfirmed, PrizePaid
from table_core.record import Entry
from tests.system.processes import sabot

SEED = 3


def played(data: Path, game: str, passes: int) -> list[Entry]:
    words = ("demo", "--game", game, "--progressive", "--passes", passes, "--seed", SEED)
    done = sabot(*words, "--json", "--no-web", "--data", data)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["passes"], told["incidents"], told["chain_ok"], told["money_balanced"]) == (passes, {}, True, True)
    return [row.entry() for row in read_rows(open_reader(data))]


@pytest.mark.requirement("IQQ-118-a", "IQQ-118-b", "IQQ-118-c")
def test_caribbean_stud_pays_its_jackpot_from_the_bytes_of_the_acceptors_to_the_reset_pot(tmp_path: Path) -> None:
    entries = played(tmp_path / "data", "caribbean-stud", 6)
    paid = [entry.due.payment for entry in entries if isinstance(entry, PrizeConfirmed)]
    assert {"straight_flush", "royal_flush"} <= {payment.prize for payment in paid}
    assert "straight" not in {payment.prize for payment in paid}
    assert {payment.article for payment in paid} == {"118"}
    assert sum(isinstance(entry, PrizePaid) for entry in entries) == len(paid)
    assert any(isinstance(entry, PotReseeded) for entry in entries)
    assert any(isinstance(entry, CreditsBoughtBack) for entry in entries)


@pytest.mark.requirement("IQQ-100-a", "IQQ-100-b", "IQQ-100-c")
def test_blackjack_of_iquique_pays_its_sevens_and_resets_the_pot(tmp_path: Path) -> None:
    entries = played(tmp_path / "data", "blackjack", 5)
    paid = [entry.due.payment for entry in entries if isinstance(entry, PrizeConfirmed)]
    assert {"two_sevens", "three_suited_sevens_hds", "three_sevens_clubs"} <= {payment.prize for payment in paid}
    assert {payment.article for payment in paid} == {"100"}
    assert any(isinstance(entry, PotReseeded) for entry in entries)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "mini-baccarat", "--progressive"), "no tiene progresivo"),
        (("--game", "blackjack", "--progressive", "--shuffler", "batch"), "--progressive o --shuffler"),
        (("--game", "blackjack", "--progressive", "--rulebook", "coquimbo-2020"), "iquique-2000"),
    ],
)
def test_a_progressive_no_text_knows_is_refused_with_what_there_is(words: tuple[str, ...], said: str) -> None:
    done = sabot("demo", *words, "--passes", 1)
    assert done.returncode == 2
    assert said in done.stderr
