"""The commands as scripts see them: exit codes, JSON on standard output, sentences instead of tracebacks."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.system.processes import sabot

DATA = Path(__file__).parents[1]
CAPTURE = DATA / "golden" / "data" / "angel_eye_ii_ex.hex"
CASES = DATA / "rulebooks" / "data" / "baccarat_cases.json"
PASSES = 5 if os.environ.get("SABOT_NIGHTLY") else 2
CHUNKS = ("read", "1", "whole", "random:1", "random:2", "random:-3")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files that are wrong in one way each."""
    wrong = {
        "bad_hex": "05 30 53\nzz\n",
        "bad_toml": "[table\n",
        "bad_config": '[table]\nname = "x"\nrulbook = "y"\ndata = "z"\n',
        "bad_json": "{",
        "no_cases": '{"schema": "something"}',
        "latin": "# sesión\n",
    }
    for name, text in wrong.items():
        (tmp_path / name).write_text(text, encoding="latin-1" if name == "latin" else "utf-8")
    return {name: str(tmp_path / name) for name in (*wrong, "missing")} | {"dir": str(tmp_path)}


WRONG_USAGE = [
    "dance",
    "--lang xx status",
    "decode",
    "decode morse {missing}",
    "decode angel-eye {missing}",
    "decode angel-eye {dir}",
    "decode angel-eye {bad_hex}",
    "decode angel-eye {latin}",
    "decode angel-eye {bad_hex} --chunk 0",
    "decode angel-eye {bad_hex} --chunk random:x",
    "decode angel-eye {bad_hex} --input text",
    "decode angel-eye {bad_hex} --noise x",
    "rules check",
    "rules check {missing}",
    "rules check {bad_json}",
    "rules check {no_cases}",
    "rules irregularities --rulebook nowhere-1999",
    "config check {missing}",
    "config check {bad_toml}",
    "config check {bad_config}",
    "config check {latin}",
    "config check {bad_config} --json",
    "run {missing}",
    "run {bad_config}",
    "journal verify {missing}",
    "journal verify {dir}",
    "journal verify {dir} --head nonsense",
    "journal export {dir}",
    "journal export {dir} --as pirate",
    "journal show {dir}",
    "people add Ana --role pirate --data {dir}",
    "people remove Nobody --data {dir}",
    "resolve x --choice A --as B --data {dir}",
    "enter dance --as B --data {dir}",
    "enter last x --as B --data {dir}",
    "status",
    "status --link {missing}",
    "status --link {bad_toml}",
    "tail --from 0 --data {dir}",
    "schema nothing",
    "keys init",
    "keys add pantalla --keys {dir}",
    "keys add pantalla --role pirate --keys {dir}",
    "keys revoke nobody --keys {dir}",
    "faults no.such.fault",
    "demo --passes 0",
    "demo --game poker",
    "demo --game blackjack --rulebook arica-2017 --passes 1",
    "demo --passes 1 --data {dir}",
]


@pytest.mark.parametrize("line", WRONG_USAGE)
def test_wrong_usage_is_a_sentence_and_exit_code_two(line: str, files: dict[str, str]) -> None:
    done = sabot(*line.format(**files).split(), pin="1234")
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    assert done.stderr.strip() or done.stdout.startswith("{")


def test_a_wrong_configuration_lists_every_problem_at_once(files: dict[str, str]) -> None:
    done = sabot("config", "check", files["bad_config"])
    for expected in ("table.rulebook: falta esta clave", "¿Quiso decir rulebook?", "devices: falta esta clave"):
        assert expected in done.stderr


def test_the_version_names_software_digest_and_rulebooks() -> None:
    lines = sabot("--version").stdout.splitlines()
    assert re.fullmatch(r"sabot \d+\.\d+\.\d+.*", lines[0])
    assert re.fullmatch(r"sha256 [0-9a-f]{64}", lines[1])
    books = dict(line.rsplit(" ", 1) for line in lines[2:])
    assert {"iquique-2000/mini-baccarat", "iquique-2000/punto-y-banca"} <= books.keys()
    assert all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in books.values())


def decoded(*options: str) -> list[dict[str, Any]]:
    done = sabot("decode", "angel-eye", CAPTURE, "--json", *options)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def as_captured() -> list[dict[str, Any]]:
    return decoded()


def test_the_capture_holds_nine_games_and_the_shoe_agrees_in_each(as_captured: list[dict[str, Any]]) -> None:
    games = [line for line in as_captured if line["kind"] == "game"]
    assert [game["n"] for game in games] == list(range(1, 10))
    assert all(game["agree"] is True for game in games)
    assert all(game["ours"] == game["shoe"] for game in games)
    summary = as_captured[-1]
    assert summary["kind"] == "summary"
    assert (summary["games"], summary["agree"], summary["bad"], summary["gaps"]) == (9, True, 0, 0)
    assert {"frames", "duplicates", "noise_bytes", "rounds"} <= summary.keys()


@pytest.mark.requirement("R53")
@pytest.mark.parametrize("chunk", CHUNKS)
def test_events_and_games_are_the_same_however_the_bytes_are_cut(chunk: str, as_captured: list[dict[str, Any]]) -> None:
    assert decoded("--chunk", chunk) == as_captured


@pytest.mark.requirement("R53")
@pytest.mark.parametrize(("seed", "chunk"), [("1", "read"), ("2", "1"), ("3", "random:4"), ("4", "whole")])
def test_events_and_games_are_the_same_under_noise(seed: str, chunk: str, as_captured: list[dict[str, Any]]) -> None:
    noisy = decoded("--noise", seed, "--chunk", chunk)
    assert noisy[:-1] == as_captured[:-1]
    assert noisy[-1]["games"] == 9
    assert noisy[-1]["bad"] > 0, "the noise must have done some harm"


def test_a_shoe_that_lies_in_a_recording_is_a_finding(tmp_path: Path) -> None:
    lie = CAPTURE.read_text(encoding="ascii").replace("05 32 47 c2 03 42 34", "05 32 47 92 03 45 34")
    assert lie != CAPTURE.read_text(encoding="ascii")
    recording = tmp_path / "lie.hex"
    recording.write_text(lie, encoding="ascii")
    done = sabot("decode", "angel-eye", recording)
    assert done.returncode == 1
    assert '"agree":false' in done.stdout


def test_the_cases_of_the_three_games_pass_and_a_wrong_one_is_a_finding(tmp_path: Path) -> None:
    for game in ("mini-baccarat", "punto-y-banca", "chemin-de-fer"):
        done = sabot("rules", "check", CASES, "--game", game, "--json")
        report = json.loads(done.stdout)
        assert (done.returncode, report["failed"], report["failures"]) == (0, 0, [])
        assert report["passed"] > 20
    document = json.loads(CASES.read_text(encoding="utf-8"))
    document["cases"] = [{**document["cases"][0], "expect": {"natural": True, "bank_draws": False}}]
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(document), encoding="utf-8")
    done = sabot("rules", "check", wrong)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "0 passed, 1 failed")


@pytest.mark.parametrize(
    "played",
    [
        ("punto-y-banca",),
        ("chemin-de-fer",),
        ("blackjack", "--rulebook", "coquimbo-2020"),
        ("blackjack", "--rulebook", "bj8-ar"),
        ("blackjack", "--rulebook", "mendoza-2016"),
        ("blackjack", "--rulebook", "iquique-2000"),
    ],
    ids=lambda played: played[-1],
)
def test_the_same_seed_plays_the_same_decisions(played: tuple[str, ...], tmp_path: Path) -> None:
    first, second = (
        sabot("demo", "--game", *played, "--passes", PASSES, "--seed", 1, "--json", "--data", tmp_path / name)
        for name in ("one", "two")
    )
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    one, two = json.loads(first.stdout.splitlines()[-1]), json.loads(second.stdout.splitlines()[-1])
    assert one["schema"] == "sabot-demo/1"
    assert (one["passes"], one["false_holds"], one["chain_ok"], one["money_balanced"]) == (PASSES, 0, True, True)
    assert one["decisions_digest"] == two["decisions_digest"]
    verified = sabot("journal", "verify", tmp_path / "one", "--deep", "--json")
    report = json.loads(verified.stdout)
    assert (verified.returncode, report["ok"], report["entries"]) == (0, True, one["journal_entries"])
    assert report["deep"]["differ"] == 0
    shown = sabot("journal", "show", tmp_path / "one", "--last", 5)
    assert (shown.returncode, "Stopped" in shown.stdout) == (0, True)
