"""Sign-in under attack: no parallel guessing, no telling who exists, no memory without end; changes count at once."""

from pathlib import Path
from typing import Literal

import argon2
import pytest

from daemon.people import LOCKED_AFTER, MOST_NAMES_WATCHED, People, PeopleError, today

QUICK = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def people_with_ana(path: Path) -> People:
    people = People(path)
    people._hasher = QUICK
    people.add("Ana", "dealer", "1111")
    return people


class Counting(argon2.PasswordHasher):
    """Counts how often argon2 really worked."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.worked = 0

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.worked += 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
        self.worked += 1
        return super().verify(hash, password)


@pytest.mark.requirement("R78")
def test_every_attempt_costs_the_same_whoever_is_named(tmp_path: Path) -> None:
    people = people_with_ana(tmp_path / "people.toml")
    people._hasher = counting = Counting()
    for name in ("Ana", "Nobody", *["Ana"] * LOCKED_AFTER):
        before = counting.worked
        with pytest.raises(PeopleError):
            people.check(name, "0000", 1)
        assert counting.worked == before + 1, name


def test_names_that_were_guessed_do_not_fill_the_memory(tmp_path: Path) -> None:
    people = people_with_ana(tmp_path / "people.toml")
    for number in range(MOST_NAMES_WATCHED + 5):
        people._failed(f"guess {number}", 1, number)
    assert len(people._failures) == MOST_NAMES_WATCHED
    assert "guess 0" not in people._failures


def test_a_person_removed_or_changed_by_another_process_is_so_at_once(tmp_path: Path) -> None:
    path = tmp_path / "people.toml"
    here, there = people_with_ana(path), People(path)
    there._hasher = QUICK
    assert here.role_of("Ana") == "dealer"
    there.add("Ana", "inspector", "3333")
    assert here.role_of("Ana") == "inspector"
    assert here.check("Ana", "3333", 1) == "inspector"
    there.remove("Ana")
    assert here.role_of("Ana") is None
    with pytest.raises(PeopleError, match="incorrecto"):
        here.check("Ana", "3333", 1)


@pytest.mark.requirement("R89")
def test_a_pin_says_since_when_it_is_used_and_a_new_one_is_young_again(tmp_path: Path) -> None:
    path = tmp_path / "people.toml"
    people_with_ana(path)
    assert not People(path).pin_is_old("Ana")
    path.write_text(path.read_text("utf-8").replace(f"since = {today()}", "since = 2020-01-01"), "utf-8")
    people = People(path)
    assert people.pin_is_old("Ana")
    people._hasher = QUICK
    people.add("Ana", "dealer", "2222")
    assert not People(path).pin_is_old("Ana")
    assert not people.pin_is_old("Nobody")


def test_a_pin_nobody_can_have_does_not_break_the_check(tmp_path: Path) -> None:
    path = tmp_path / "people.toml"
    path.write_text('[people."Ana"]\nrole = "dealer"\npin = "not a hash"\n[people."Luis"]\nrole = "dealer"\n', "utf-8")
    people = People(path)
    people._hasher = QUICK
    for name in ("Ana", "Luis"):
        with pytest.raises(PeopleError, match="incorrecto"):
            people.check(name, "", 1)
