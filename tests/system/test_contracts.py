"""What scripts rely on: names of keys, standard output, exit codes, of every command that has a contract."""

import json
import re
import signal
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner, Result

from bench.rows import Row
from daemon.cli.main import FINDING, GOOD, UNREACHABLE
from daemon.cli.main import sabot as command
from daemon.journal import Journal, Signer
from daemon.journal_check import Problem
from daemon.signing import make_key
from table_core.record import MomentPassed, PowerLost, PowerRestored
from tests.system.processes import SABOT, SUPERVISOR, WITHIN_S, daemon_on_ptys, sabot

DATA = Path(__file__).parents[1]
SHOE = DATA / "golden" / "data" / "angel_eye_ii_ex.hex"
WHEEL = DATA / "golden" / "data" / "cammegh_slingshot2.log"
CASES = sorted((DATA / "rulebooks" / "data").glob("*_cases.json"))
PROTOCOLS = ("angel-eye", "bee-tek", "barcode", "cctalk", "cammegh", "tablebus", "alpha", "cd5220", "lcus")
BOOKS = (
    *("coquimbo-2020", "bj8-ar", "mendoza-2016", "iquique-2000", "arica-2017", "iquique-2000/caribbean"),
    *("iquique-2000/mini-baccarat", "iquique-2000/punto-y-banca", "iquique-2000/chemin-de-fer"),
)
SUMMARY = {"kind", "frames", "duplicates", "bad", "noise_bytes", "gaps", "games", "rounds", "agree"}
IRREGULARITY = {"row", "detection", "articles", "resolutions", "role", "announcement", "status", "reason"}
DEMO = {
    "schema",
    "seed",
    "game",
    "passes",
    "cards",
    "incidents",
    "false_holds",
    "journal_entries",
    "head",
    "chain_ok",
} | {*("money_balanced", "decisions_digest")}
WORLD = {"seed", "game", "ok", "passes", "events", "faults", "digest", "violation"}
WORLDS = {"seeds", "failed", "passes_per_s", "speedup"}
STATUS = {"state", "reason", "what_to_do", "simulated", "session", "pass", "devices", "incidents"}
DEVICE = {"name", "role", "link", "identity", "counters"}
BENCH = {"name", "unit", "p10", "p50", "p90", "p99", "against", "against_p50", "ratio", "goal", "met", "status"}
PROBLEMS = {"altered", "missing", "reordered", "truncated", "unreadable", "signature"}
FINDING_KEYS, PORT = (
    {"code", "severity", "where", "finding", "remedy"},
    {"port", "identity", "held_by", "answered", "error"},
)


def told(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# sabot rules


def test_cases_are_counted_in_json_and_in_the_last_line() -> None:
    done = told("rules", "check", *CASES, "--json")
    assert (done.exit_code, done.stderr) == (GOOD, "")
    report = json.loads(done.stdout)
    assert (report["passed"] > 500, report["failed"], report["failures"]) == (True, 0, [])
    few = told("rules", "check", CASES[0], "--only", "BAC-02*", "--kind", "coup", "--game", "mini-baccarat")
    assert re.fullmatch(r"[1-9]\d* passed, 0 failed", few.stdout.splitlines()[-1])


def test_a_failure_names_file_case_kind_path_and_article(tmp_path: Path) -> None:
    document = json.loads((DATA / "rulebooks" / "data" / "blackjack_cases.json").read_text(encoding="utf-8"))
    case = next(case for case in document["cases"] if case["id"] == "T-CQB-01")
    case["expect"]["hands"]["1"]["net"] += 1
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({**document, "cases": [case]}), encoding="utf-8")
    done = told("rules", "check", file, "--json")
    report = json.loads(done.stdout)
    assert (done.exit_code, report["passed"], report["failed"]) == (FINDING, 0, 1)
    (failure,) = report["failures"]
    found = {"file": str(file), "id": "T-CQB-01", "kind": "round", "path": "hands.1.net", "expected": 1001, "got": 1000}
    assert {key: failure[key] for key in found} == found
    assert "1.5.1" in failure["article"]


@pytest.mark.parametrize("book", BOOKS)
def test_every_irregularity_of_a_text_is_a_row_with_its_status(book: str) -> None:
    done = told("rules", "irregularities", "--rulebook", book, "--json")
    rows = json.loads(done.stdout)
    assert (done.exit_code, bool(rows)) == (GOOD, True)
    assert all(row.keys() >= IRREGULARITY for row in rows)
    assert all(
        row["status"] == "implemented" or (row["status"], bool(row["reason"])) == ("refused", True) for row in rows
    )


# sabot decode


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_protocol_is_read_and_ends_with_its_summary(protocol: str, tmp_path: Path) -> None:
    silence = tmp_path / "silence.hex"
    silence.write_text("# nothing was said\n", encoding="ascii")
    done = told("decode", protocol, silence, "--json")
    assert (done.exit_code, done.stderr) == (GOOD, "")
    (summary,) = lines(done.stdout)
    assert summary == {**dict.fromkeys(SUMMARY, 0), "kind": "summary", "agree": True}


def test_a_shoe_tells_cards_then_games_and_a_wheel_its_rounds() -> None:
    shoe = lines(told("decode", "angel-eye", SHOE).stdout)
    assert {line["kind"] for line in shoe} == {"event", "game", "summary"}
    assert all(line.keys() == {"kind", "event", "data"} for line in shoe if line["kind"] == "event")
    games = [line for line in shoe if line["kind"] == "game"]
    assert all(game.keys() == {"kind", "n", "punto", "bank", "shoe", "ours", "agree"} for game in games)
    assert all(game[side].keys() == {"winner", "pairs"} for game in games for side in ("shoe", "ours"))
    wheel = lines(told("decode", "cammegh", WHEEL).stdout)
    rounds = [line for line in wheel if line["kind"] == "round"]
    assert all(line.keys() == {"kind", "spin", "number"} for line in rounds)
    assert (wheel[-1]["rounds"], wheel[-1].keys() >= SUMMARY) == (len(rounds), True)


# sabot demo, journal


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A demonstration of three passes, and its last line."""
    data = tmp_path_factory.mktemp("demo") / "data"
    done = sabot("demo", "--game", "mini-baccarat", "--passes", 3, "--seed", 7, "--json", "--no-web", "--data", data)
    assert (done.returncode, len(done.stdout.splitlines())) == (GOOD, 1), done.stderr
    return data, json.loads(done.stdout)


def test_a_demonstration_ends_with_figures_of_its_journal(played: tuple[Path, dict[str, Any]]) -> None:
    data, said = played
    assert said.keys() >= DEMO
    assert (said["schema"], said["seed"], said["game"], said["passes"]) == ("sabot-demo/1", 7, "mini-baccarat", 3)
    assert (said["false_holds"], said["chain_ok"], said["money_balanced"]) == (0, True, True)
    exported = lines(told("journal", "export", data).stdout)
    assert (len(exported), said["head"].partition(":")[0]) == (said["journal_entries"], str(said["journal_entries"]))
    assert sum(line["entry"]["type"] == "CardLeftShoe" for line in exported) >= said["cards"]


def test_a_demonstration_says_where_its_pages_are_and_ends_well_when_it_is_interrupted(tmp_path: Path) -> None:
    behind_a_script = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")  # a shell lets what runs beside it ignore Ctrl-C
    shown = subprocess.Popen(
        [*behind_a_script, *SABOT, "demo", "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert shown.stderr is not None
    assert any(re.search(r"http://127\.0\.0\.1:\d+/", line) for line in iter(shown.stderr.readline, ""))
    shown.send_signal(signal.SIGINT)
    out, _err = shown.communicate(timeout=WITHIN_S)
    assert (shown.returncode, out) == (GOOD, "")


def test_a_journal_is_verified_up_to_a_head_somebody_wrote_down(played: tuple[Path, dict[str, Any]]) -> None:
    data, said = played
    done = told("journal", "verify", data, "--deep", "--head", said["head"], "--json")
    report = json.loads(done.stdout)
    assert (done.exit_code, report["ok"], report["first_bad"]) == (GOOD, True, None)
    assert f"{report['head']['seq']}:{report['head']['hash']}" == said["head"]
    assert report["deep"].keys() == {"redecided", "differ", "skipped"}
    other = told("journal", "verify", data, "--head", f"3:{'0' * 64}", "--json")
    bad = json.loads(other.stdout)
    assert (other.exit_code, bad["ok"], bad["deep"], bad["first_bad"]["seq"]) == (FINDING, False, None, 3)
    assert bad["first_bad"]["problem"] in PROBLEMS


def test_every_problem_of_a_journal_has_one_of_the_written_names() -> None:
    assert set(get_args(Problem)) == PROBLEMS


def test_an_export_has_its_keys_in_order_and_a_canonical_one_nothing_of_this_run(
    played: tuple[Path, dict[str, Any]],
) -> None:
    data, _said = played
    whole, bare = told("journal", "export", data).stdout, told("journal", "export", data, "--canonical").stdout
    for line in (*whole.splitlines(), *bare.splitlines()):
        read = json.loads(line)
        assert json.dumps(read, sort_keys=True, separators=(",", ":"), ensure_ascii=False) == line
    assert {key for line in lines(bare) for key in line} == {"seq", "entry"}
    assert not re.search(r"/dev/|/tmp/|mono_ns", bare)
    assert told("journal", "export", data, "--as", "dealer").exit_code == GOOD


def test_a_canonical_export_tells_a_power_cut_without_its_moments(tmp_path: Path) -> None:
    journal = Journal(tmp_path, Signer(make_key(tmp_path), introduced=False))
    journal.append((PowerLost(5), PowerRestored(6), MomentPassed(7, lock_overdue=True)), 8, 8)
    journal.close()
    assert [line["entry"] for line in lines(told("journal", "export", tmp_path, "--canonical").stdout)] == [
        {"type": "PowerLost"},
        {"type": "PowerRestored"},
        {"type": "MomentPassed", "lock_overdue": True},
    ]


def test_a_world_is_a_line_and_the_last_line_counts_them() -> None:
    done = told("world", "--seeds", "3..4", "--game", "mini-baccarat", "--json")
    *worlds, last = lines(done.stdout)
    assert (done.exit_code, [world["seed"] for world in worlds]) == (GOOD, [3, 4])
    assert all(world.keys() >= WORLD and world["ok"] and world["violation"] is None for world in worlds)
    assert (last.keys() >= WORLDS, last["seeds"], last["failed"]) == (True, 2, [])


# A running table


def test_a_running_table_answers_scripts(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        status = json.loads(told("status", "--json", "--data", daemon.data).stdout)
        assert status.keys() >= STATUS
        assert isinstance(status["incidents"], int)
        assert all(device.keys() >= DEVICE for device in status["devices"])
        assert json.loads(told("incidents", "--json", "--data", daemon.data).stdout) == []
        order = ("resolve", 1, "--choice", "BURN", "--as", SUPERVISOR, "--data", daemon.data)
        nobody = sabot(*order, pin="2222")
        assert (nobody.returncode, nobody.stdout, bool(nobody.stderr)) == (FINDING, "", True)
        in_english = json.loads(told("--lang", "en", "status", "--json", "--data", daemon.data).stdout)
        assert in_english.keys() == status.keys()
        assert (in_english["state"], status["state"]) == ("ready", "ready")


@pytest.mark.parametrize(
    "line", ["status", "status --json", "incidents", "incidents --json", "resolve 1 --choice A --as B", "tail"]
)
def test_a_table_that_does_not_run_is_exit_code_three(line: str, tmp_path: Path) -> None:
    done = CliRunner(env={"SABOT_PIN": "1111"}).invoke(command, [*line.split(), "--data", str(tmp_path)])
    assert (done.exit_code, done.stdout) == (UNREACHABLE, "")
    assert "sabot run" in done.stderr


def test_the_doctor_and_the_ports_speak_json_on_a_bare_machine() -> None:
    findings, ports = json.loads(told("doctor", "--json").stdout), json.loads(told("ports", "--json").stdout)
    assert findings
    assert all(finding.keys() >= FINDING_KEYS for finding in findings)
    assert {finding["severity"] for finding in findings} <= {"ok", "note", "warning", "error"}
    assert all(port.keys() >= PORT for port in ports)


# Benches, languages


def test_a_row_of_the_bench_has_the_written_keys_and_every_measure_may_be_missing() -> None:
    assert set(Row.__struct_fields__) == BENCH


@pytest.mark.parametrize(
    ("locale", "word"), [("C", "Uso"), ("es_CL.UTF-8", "Uso"), ("en_US.UTF-8", "Usage"), ("de", "Uso")]
)
def test_a_person_is_told_in_spanish_unless_the_locale_is_english(
    locale: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)
    assert word in told("rules", "check").stderr
    assert "Usage" in told("--lang", "en", "rules", "check").stderr
