"""What people do at a floor with `sabot floor`: two of them, with their PINs, a line on the record for each deed."""

import json
from pathlib import Path
from typing import Any

import argon2
import msgspec
import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from daemon.cli.main import sabot
from daemon.floor import holding, presence
from daemon.floor.database import Connection
from daemon.floor.enrolment import enrolled, pot_named
from daemon.floor.store import Store
from daemon.i18n import speak
from daemon.keys import new_pair
from daemon.papers import Notice, Papers, sign
from daemon.private_files import write_private
from daemon.run import PEOPLE
from firmware_bridge.wire.floor import Head
from tests.floor.fixtures import Connect
from tests.floor.tables import Cloth
from tests.unit.progressive.hands import TERMS, hand

POT, BASE = "POZO-1", TERMS.base
BOSS, INSPECTOR, TECHNICIAN, DEALER = "Luis Soto", "Eva Paz", "Juan Vera", "Ana Rojas"
PINS = {BOSS: "2222", INSPECTOR: "3333", TECHNICIAN: "4444", DEALER: "1111"}
ROLES = {BOSS: "jefe_de_sala", INSPECTOR: "inspector", TECHNICIAN: "technician", DEALER: "dealer"}
QUICK = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""PINs that cost next to nothing to check: here nobody guesses."""
BOTH = ("--as", BOSS, "--with", INSPECTOR)
ALONE = ("--as", BOSS, "--with", f"{BOSS} ")


class Office:
    """A floor's configuration, its people, its signed plans, and the command line."""

    def __init__(self, directory: Path, url: str, db: Connection) -> None:
        self.db = db
        self._directory = directory
        self._config = directory / "piso.toml"
        data = directory / "piso"
        data.mkdir()
        self._config.write_text(f'[floor]\nname = "piso-1"\ndatabase = "{url}"\ndata = "{data}"\n')
        hired = (
            f'[people."{name}"]\nrole = "{ROLES[name]}"\npin = "{QUICK.hash(pin)}"\n' for name, pin in PINS.items()
        )
        write_private(data / PEOPLE, "".join(hired))
        self._key = Ed25519PrivateKey.generate()
        self.signer = self._key.public_key().public_bytes_raw().hex()
        self.pins = (PINS[BOSS], PINS[INSPECTOR])

    def plan(self, **other: object) -> str:
        """A signed plan, whose pot and tables are told to the municipality."""
        notice = Notice("tables", "2026-01-02", "of. 12", tables=("mesa-1", "mesa-2"))
        papers = Papers("PA-1", True, "municipio", POT, dict(msgspec.to_builtins(TERMS)), notices=(notice,))
        path = self._directory / "plan.json"
        path.write_bytes(sign(msgspec.structs.replace(papers, **other), self._key))
        return str(path)

    def types(self, *words: str) -> Result:
        """`sabot floor` with *words*, in Spanish."""
        pins = dict(zip(("SABOT_PIN", "SABOT_PIN_2"), self.pins, strict=True))
        speak("es")
        return CliRunner().invoke(sabot, ["floor", *words, "--config", str(self._config)], env=pins)

    def does(self, *words: str) -> str:
        done = self.types(*words)
        assert done.exit_code == 0, done.output
        return done.output

    def refuses(self, *words: str) -> str:
        """What it says where it does nothing."""
        before = self.record()
        done = self.types(*words)
        assert done.exit_code == 2, done.output
        assert self.record() == before
        return done.output

    def told(self, *words: str) -> Any:
        done = self.types(*words, "--json")
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    def record(self) -> list[tuple[str, str, str, str | None]]:
        found = self.db.execute("select what, about, first_person, second_person from acts order by id").fetchall()
        return [(what, about, first, second) for what, about, first, second in found if what != "wrong-pin"]

    def opens_pot(self, main: int = BASE) -> None:
        words = ("--signer", self.signer, "--main", str(main), "--reason", "acta 12")
        self.does("pot", self.plan(), *words, *BOTH)

    def enrols(self, table: str = "mesa-1", key: str | None = None) -> None:
        self.does("enrol", table, self.plan(), *self.enrolling(key), *BOTH)

    def enrolling(self, key: str | None = None) -> tuple[str, ...]:
        return ("--signer", self.signer, "--key", key or new_pair().public)


@pytest.fixture
def office(tmp_path: Path, database: str, connected: Connect) -> Office:
    return Office(tmp_path, database, connected())


@pytest.mark.requirement("R23", "R38", "R39")
def test_two_people_open_a_pot_with_its_first_money_and_both_names_and_the_reason_stay(office: Office) -> None:
    office.opens_pot(BASE + 5)
    assert office.record() == [("pot", POT, BOSS, INSPECTOR)]
    assert Store(office.db, "prueba").value(pot_named(office.db, POT), POT).main == BASE + 5
    row = office.db.execute("select movement from entries").fetchone()
    assert row is not None
    assert {"by": f"{BOSS} + {INSPECTOR}", "reason": "acta 12"}.items() <= json.loads(row[0]).items()


@pytest.mark.requirement("R39")
def test_a_pot_does_not_begin_under_the_base_of_its_plan(office: Office) -> None:
    words = ("--signer", office.signer, "--main", str(BASE - 1), "--reason", "acta 12", *BOTH)
    assert "base del plan" in office.refuses("pot", office.plan(), *words)


@pytest.mark.requirement("R27", "R38")
def test_two_people_enrol_a_table_and_one_of_them_alone_cannot(office: Office) -> None:
    office.opens_pot()
    assert "dos personas" in office.refuses("enrol", "mesa-1", office.plan(), *office.enrolling(), *ALONE)
    assert enrolled(office.db, "mesa-1") is None
    office.enrols()
    assert office.record()[-1] == ("enrol", "mesa-1", BOSS, INSPECTOR)
    assert enrolled(office.db, "mesa-1") is not None


@pytest.mark.requirement("R38")
@pytest.mark.parametrize("pins", [("9999", "3333"), ("2222", "9999")])
def test_a_wrong_pin_of_either_person_does_nothing_and_stays_on_the_record(
    office: Office, pins: tuple[str, str]
) -> None:
    office.opens_pot()
    office.pins = pins
    assert "PIN" in office.refuses("enrol", "mesa-1", office.plan(), *office.enrolling(), *BOTH)
    wrong = BOSS if pins[0] == "9999" else INSPECTOR
    assert office.db.execute("select about, detail from acts where what = 'wrong-pin'").fetchall() == [(wrong, "enrol")]


def test_who_tries_pins_is_locked_out_for_a_minute_whatever_process_is_asked(office: Office) -> None:
    office.opens_pot()
    words = ("enrol", "mesa-1", office.plan(), *office.enrolling(), *BOTH)
    office.pins = ("9999", "3333")
    for _ in range(5):
        office.refuses(*words)
    office.pins = ("2222", "3333")
    assert "espere un minuto" in office.refuses(*words)


def test_who_has_no_such_right_cannot_confirm(office: Office) -> None:
    office.opens_pot()
    office.pins = ("2222", PINS[DEALER])
    with_dealer = ("--as", BOSS, "--with", DEALER)
    assert "crupier" in office.refuses("enrol", "mesa-1", office.plan(), *office.enrolling(), *with_dealer)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"approved": False}, "no está aprobado"),
        ({"inter_casino": True}, "no está registrado"),
        ({"notices": ()}, "aviso a la municipalidad"),
        ({"terms": dict(msgspec.to_builtins(TERMS), max_credits=9)}, "límites"),
        ({"pot": "OTRO"}, "No hay un pozo"),
    ],
)
def test_a_table_is_not_enrolled_under_papers_that_are_not_in_order(
    office: Office, other: dict[str, object], said: str
) -> None:
    office.opens_pot()
    assert said in office.refuses("enrol", "mesa-1", office.plan(**other), *office.enrolling(), *BOTH)


def test_a_plan_somebody_else_signed_is_no_plan(office: Office) -> None:
    words = ("--signer", "00" * 32, "--main", str(BASE), "--reason", "acta 12", *BOTH)
    assert "lo firma otra llave" in office.refuses("pot", office.plan(), *words)


def test_a_technician_revokes_a_key_alone_and_it_never_comes_back(office: Office) -> None:
    office.opens_pot()
    key = new_pair().public
    office.enrols(key=key)
    office.pins = (PINS[TECHNICIAN], "")
    office.does("revoke", "mesa-1", "--reason", "equipo robado", "--as", TECHNICIAN)
    assert office.record()[-1] == ("revoke", "mesa-1", TECHNICIAN, None)
    office.pins = (PINS[BOSS], PINS[INSPECTOR])
    assert "revocada" in office.refuses("enrol", "mesa-1", office.plan(), *office.enrolling(key), *BOTH)
    office.enrols()


@pytest.mark.requirement("R22", "R23")
def test_two_people_put_an_amount_right_and_never_below_nothing(office: Office) -> None:
    office.opens_pot()
    office.does("correct", POT, "--main", "-100", "--reason", "visor mal ajustado", *BOTH)
    assert Store(office.db, "prueba").value(pot_named(office.db, POT), POT).main == BASE - 100
    assert "no alcanza" in office.refuses("correct", POT, "--main", str(-BASE), "--reason", "error", *BOTH)
    assert "cero" in office.refuses("correct", POT, "--main", "0", "--reason", "error", *BOTH)


@pytest.mark.requirement("R28", "R38")
def test_a_held_pot_is_said_to_be_held_until_two_people_release_it(office: Office) -> None:
    office.opens_pot()
    holding.hold_pot(office.db, pot_named(office.db, POT), "BALANCE_DIFFERS: prueba")
    said = office.types("status")
    assert said.exit_code == 1
    assert "DETENIDO: BALANCE_DIFFERS: prueba" in said.output
    assert "dos personas" in office.refuses("release", POT, "--reason", "copia repuesta", *ALONE)
    office.does("release", POT, "--reason", "copia repuesta", *BOTH)
    assert "DETENIDO" not in office.does("status")
    assert "no está detenido" in office.refuses("release", POT, "--reason", "otra vez", *BOTH)


def test_the_record_tells_who_did_what_newest_first(office: Office) -> None:
    office.opens_pot()
    office.enrols()
    first, second = office.does("record").splitlines()
    assert f"inscribió una mesa: mesa-1 · {BOSS} + {INSPECTOR}" in first
    assert "acta 12" in second


# What a technician sees


def test_a_floor_with_nothing_in_it_says_what_to_do_first(office: Office) -> None:
    assert "sabot floor pot" in office.does("status")


@pytest.mark.requirement("R82")
def test_the_status_says_who_is_linked_since_when_with_which_clock_and_how_far_its_journal_is(office: Office) -> None:
    office.opens_pot()
    office.enrols()
    office.enrols("mesa-2")
    one = enrolled(office.db, "mesa-1")
    assert one is not None
    presence.arrived(office.db, one, "run-1", "piso-1")
    presence.clock_read(office.db, one, -1500)
    presence.head_told(office.db, one, "run-1", Head(41, "ab" * 32, 7, 0, 0, msgspec.Raw(b"{}")))
    lines = {line.split(":")[0].strip(): line for line in office.does("status").splitlines()}
    assert "enlazada desde 20" in lines["mesa-1"]
    assert all(fact in lines["mesa-1"] for fact in ("con piso-1", "reloj -1500 ms", "registro hasta 41"))
    assert "nunca se enlazó" in lines["mesa-2"]
    presence.left(office.db, "piso-1", [one.id])
    assert "mesa-1: SIN ENLACE, oída por última vez 20" in office.does("status")


def test_the_status_for_programs_has_every_pot_its_value_tables_and_last_win(office: Office) -> None:
    office.opens_pot()
    office.enrols()
    one, cloth, store = enrolled(office.db, "mesa-1"), Cloth("mesa-1"), Store(office.db, "piso-1")
    assert one is not None
    cloth.plan = one.plan
    contributed = cloth.contribute()
    store.take([(one, contributed), (one, cloth.review(hand(1, "royal_flush")))])
    store.alarm("mesa-1", "KEY_REVOKED", "una llave que ya no vale, de mesa-1, quiso entrar")
    told = office.told("status")
    (pot,) = told["pots"]
    assert (told["schema"], pot["pot"], pot["value"]) == ("sabot-floor/1", POT, BASE)
    assert (pot["last_win"]["table"], pot["last_win"]["amount"]) == ("mesa-1", BASE + contributed.movement.to_main)
    assert (pot["tables"][0]["table"], pot["tables"][0]["linked"], pot["tables"][0]["answered"]) == ("mesa-1", False, 2)
    assert [(one["about"], one["code"], one["times"]) for one in told["alarms"]] == [("mesa-1", "KEY_REVOKED", 1)]


@pytest.mark.requirement("R33")
def test_a_check_on_demand_says_what_agrees_and_names_what_does_not(office: Office) -> None:
    office.opens_pot()
    assert "todo calza" in office.does("check")
    assert "conciliado 20" in office.does("status")
    office.db.execute("alter table entries disable trigger user")
    office.db.execute("update entries set main = main + 1, commission = commission - 1")
    said = office.types("check", POT, "--whole")
    assert said.exit_code == 1
    assert "ENTRY_ALTERED" in said.output
    seen = office.types("status")
    assert seen.exit_code == 1
    assert "NO CALZA" in seen.output


def test_books_that_differ_are_told_beside_their_table(office: Office) -> None:
    office.opens_pot()
    office.enrols()
    one = enrolled(office.db, "mesa-1")
    assert one is not None
    holding.hold_table(office.db, one, "hasta el aviso 1 la mesa suma 2 aportados y 0 pagados; sus asientos, 1 y 0")
    said = office.types("status")
    assert said.exit_code == 1
    assert "FUERA DE JUEGO: hasta el aviso 1" in said.output


def test_a_floor_without_a_pot_has_nothing_to_check(office: Office) -> None:
    assert office.told("check") == []
