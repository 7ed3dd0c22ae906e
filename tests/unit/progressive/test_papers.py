"""The signed papers of a progressive, what keeps its betting closed, and the report of a jornada."""

import csv
import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from daemon.cli.main import sabot
from daemon.cli.plan import FAULT_NAMES
from daemon.config import Config, ConfigError, load_config
from daemon.papers import Homologation, Notice, Papers, read_papers, sign
from daemon.progressive import side_setup
from daemon.signed_file import SignedFileError
from daemon.signing import make_key, report_holds
from daemon.version import software_version
from table_core.progressive.operations import SideOperation
from table_core.progressive.prizes import TABLES
from tests.unit.progressive.bet_story import Hardware, play, prepare
from tests.unit.progressive.hands import TERMS

KEY = Ed25519PrivateKey.generate()
SIGNER = KEY.public_key().public_bytes_raw().hex()
PAPERS = Papers(
    version="PA-7",
    approved=True,
    approved_by="I. Municipalidad de Arica",
    pot="P",
    terms=msgspec.to_builtins(TERMS),
    homologated=(
        Homologation("cctalk", software_version(), "Of. 12"),
        Homologation("lcus", software_version(), "Of. 12"),
    ),
    notices=(Notice("tables", "2026-03-01", "Of. 9", tables=("mesa-1",)),),
)
TABLE = """\
[table]
name = "mesa-1"
rulebook = "arica-2017"
data = "{data}"
seats = 6

[[devices]]
name = "ranuras"
driver = "cctalk"
port = "serial:///dev/ttyUSB0?baud=9600"
options = {{ addresses = [2, 3, 4, 5, 6, 7], coins = [1000] }}

[[devices]]
name = "lamparas"
driver = "lcus"
port = "serial:///dev/ttyUSB1?baud=9600"
lamps = ["seat.1", "seat.2", "seat.3", "seat.4", "seat.5", "seat.6", "hold"]

[progressive]
plan = "{plan}"
version = "{version}"
signer = "{signer}"
pot = "P"
complementary = {complementary}

[progressive.terms]
"""


def config(tmp_path: Path, papers: Papers = PAPERS, signer: str = SIGNER, **running: Any) -> Config:
    (tmp_path / "plan.json").write_bytes(sign(papers, KEY))
    file = tmp_path / "mesa.toml"
    version, complementary = running.pop("version", "PA-7"), str(running.pop("complementary", False)).lower()
    terms = {**msgspec.to_builtins(TERMS), **running}
    text = TABLE.format(
        data=tmp_path, plan=tmp_path / "plan.json", version=version, signer=signer, complementary=complementary
    )
    file.write_text(
        text + "".join(f"{name} = {json.dumps(value)}\n" for name, value in terms.items()), encoding="utf-8"
    )
    return load_config(file)


def faults(loaded: Config) -> tuple[str, ...]:
    setup = side_setup(loaded)
    assert setup is not None
    return setup.faults


@pytest.mark.parametrize(("bounds", "found"), [((1000, 50_000), ()), ((1000, 49_999), ("PLAN_MISMATCH",))])
def test_a_table_set_up_beyond_the_limits_of_its_plan_opens_no_side_bets(
    tmp_path: Path, bounds: tuple[int, int], found: tuple[str, ...]
) -> None:
    bounded: dict[str, Any] = {"table_min": bounds[0], "table_max": bounds[1]}
    papers = replace(PAPERS, terms={**PAPERS.terms, **bounded})
    config(tmp_path, papers, **bounded)
    file = tmp_path / "mesa.toml"
    text = file.read_text(encoding="utf-8").replace("seats = 6", "seats = 6\nminimum = 2000\nmaximum = 50000")
    file.write_text(text, encoding="utf-8")
    assert faults(load_config(file)) == found


@pytest.mark.requirement("ARI-4.2-r", "ARI-3.2-d", "ARI-3.3.1-c", "ARI-3.3.1-a", "ARI-3.4.1-a")
def test_a_table_that_runs_as_its_signed_plan_says_may_open_betting(tmp_path: Path) -> None:
    setup = side_setup(config(tmp_path))
    assert setup is not None
    assert (setup.faults, setup.plan, setup.acceptors) == ((), "PA-7", ("ranuras",))
    assert [lamps.seats for lamps in setup.lamps] == [(1, 2, 3, 4, 5, 6, 0)]


@pytest.mark.requirement("ARI-4.2-r", "ARI-3.2-d", "ARI-3.5.4-b", "ARI-3.5.4-d", "ARI-4.3-a", "ARI-3.5.2-b")
@pytest.mark.requirement("R40", "R41")
@pytest.mark.parametrize(
    ("papers", "running", "fault"),
    [
        (PAPERS, {"commission_bp": 2500}, "PLAN_MISMATCH"),
        (PAPERS, {"credit_value": 500}, "PLAN_MISMATCH"),
        (PAPERS, {"version": "PA-6"}, "PLAN_MISMATCH"),
        (PAPERS, {"base": 1}, "PLAN_MISMATCH"),
        (PAPERS, {"pot_limit": 9_000_000}, "PLAN_MISMATCH"),
        (PAPERS, {"pot_limit": 1}, "LIMIT_UNDER_BASE"),
        (PAPERS, {"pay_order": "amount"}, "PLAN_MISMATCH"),
        (replace(PAPERS, approved=False), {}, "PLAN_NOT_APPROVED"),
        (replace(PAPERS, homologated=PAPERS.homologated[:1]), {}, "NOT_HOMOLOGATED"),
        (replace(PAPERS, homologated=(Homologation("cctalk", "9", ""), PAPERS.homologated[1])), {}, "NOT_HOMOLOGATED"),
        (replace(PAPERS, notices=()), {}, "TABLES_NOT_NOTIFIED"),
        (PAPERS, {"complementary": True}, "COMPLEMENTARY_NOT_NOTIFIED"),
        (PAPERS, {"complementary": True, "complementary_funding": "promo_credits"}, "PROMO_NOT_AUTHORISED"),
        (
            PAPERS,
            {"complementary": True, "complementary_funding": "promo_credits", "credit_value": 2000},
            "PROMO_NOT_WHOLE",
        ),
        (replace(PAPERS, inter_casino=True), {}, "INTER_CASINO_NOT_REGISTERED"),
        (PAPERS, {"base_game": "arica_poker_plus"}, "BASE_GAME_UNDEFINED"),
        (PAPERS, {"base_game": "caribbean"}, "GAME_DIFFERS"),
        (PAPERS, {"decks": 2}, "GAME_DIFFERS"),
        (PAPERS, {"grand_one_in": 20}, "FREQUENCY_DIFFERS"),
    ],
)
def test_what_differs_from_the_papers_keeps_betting_closed_by_name(
    tmp_path: Path, papers: Papers, running: dict[str, Any], fault: str
) -> None:
    assert fault in faults(config(tmp_path, papers, **running))
    assert FAULT_NAMES[fault], "sabot plan check says it in words"


def test_a_changed_plan_or_another_signer_is_no_plan(tmp_path: Path) -> None:
    loaded = config(tmp_path)
    plan = tmp_path / "plan.json"
    plan.write_bytes(plan.read_bytes().replace(b'"commission_bp": 2000', b'"commission_bp": 1000'))
    with pytest.raises(SignedFileError, match="firma"):
        read_papers(plan, SIGNER)
    assert faults(loaded) == ("PLAN_NOT_SIGNED",)
    assert faults(config(tmp_path, signer="00" * 32)) == ("PLAN_NOT_SIGNED",)


def test_a_term_without_meaning_is_a_mistake_of_the_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as found:
        config(tmp_path, commission_bp=20_000)
    assert [problem.where for problem in found.value.problems] == ["progressive.terms"]


def test_the_commands_make_a_key_sign_papers_and_check_a_table(tmp_path: Path) -> None:
    run = CliRunner()
    config(tmp_path)
    papers, key = tmp_path / "papers.json", tmp_path / "firmante.key"
    papers.write_bytes(msgspec.json.encode(PAPERS))
    public = run.invoke(sabot, ["plan", "keygen", str(key)]).output.strip()
    signed = run.invoke(sabot, ["plan", "sign", str(papers), "--key", str(key)])
    (tmp_path / "other.json").write_bytes(signed.stdout_bytes)
    assert read_papers(tmp_path / "other.json", public) == PAPERS
    checked = run.invoke(sabot, ["plan", "check", str(tmp_path / "mesa.toml"), "--json"])
    assert (checked.exit_code, json.loads(checked.output)["ok"]) == (0, True)
    config(tmp_path, version="PA-1")
    assert run.invoke(sabot, ["plan", "check", str(tmp_path / "mesa.toml")]).exit_code == 1


# The report


@pytest.mark.requirement("ARI-3.4.1-m")
def test_the_report_of_a_jornada_leads_from_the_opening_pot_to_the_closing_one(tmp_path: Path) -> None:
    prepare(tmp_path)
    play(tmp_path, Hardware(), lambda _commit, _stage: None)
    key = make_key(tmp_path)
    run = CliRunner()
    told = run.invoke(sabot, ["report", "progressive", "--jornada", "J-1", "--data", str(tmp_path), "--json"])
    assert told.exit_code == 0, told.output
    signed = msgspec.json.decode(told.stdout_bytes, type=dict[str, msgspec.Raw])
    body = bytes(signed["report"])
    assert report_holds(key.public, body, bytes.fromhex(msgspec.json.decode(signed["signature"])))
    assert not report_holds(key.public, body + b" ", bytes.fromhex(msgspec.json.decode(signed["signature"])))
    report = json.loads(body)
    assert (report["totals"]["raised"], report["closing"]["main"], report["plans"]) == (1000, 2_000_720, ["PA-1"])
    plain = run.invoke(sabot, ["report", "progressive", "--jornada", "J-1", "--data", str(tmp_path)])
    rows = list(csv.DictReader(plain.stdout.splitlines(), delimiter=";"))
    assert [(row["kind"], row["main"], row["main_after"]) for row in rows] == [
        ("valor_inicial", "2000000", "2000000"),
        ("aporte", "720", "2000720"),
        ("TOTAL", "2000720", ""),
    ]


def test_a_jornada_the_record_does_not_know_is_a_mistake_of_the_user(tmp_path: Path) -> None:
    prepare(tmp_path)
    told = CliRunner().invoke(sabot, ["report", "progressive", "--jornada", "J-9", "--data", str(tmp_path)])
    assert told.exit_code == 2


@pytest.mark.requirement("PRG-AMB-23")
def test_what_is_recorded_of_a_progressive_cites_the_sections_that_hold_its_rules_and_never_numeral_6() -> None:
    cited = {
        field.default
        for kind in get_args(SideOperation)
        for field in msgspec.structs.fields(kind)
        if field.name == "article"
    } | {prize.article for table in TABLES.values() for prize in table}
    known = {"3.4.1", "3.5.1", "3.5.4", "3.5.5", "4.1", "4.2", "100", "118", "PRG-GAP-01", "PRG-GAP-02"}
    assert cited == known
