"""Every sabotage patch still fits the code and names tests that exist; whether they notice it is `make sabotage`."""

import ast
import subprocess

import pytest

from tests.sabotage.run import PROJECT, Sabotage, read_patches

PATCHES = read_patches()


@pytest.mark.parametrize("sabotage", PATCHES, ids=lambda one: one.patch.stem)
def test_the_patch_applies_to_the_code_as_it_is(sabotage: Sabotage) -> None:
    command = ["git", "apply", "--check", "-C1", str(sabotage.patch)]
    checked = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize("sabotage", PATCHES, ids=lambda one: one.patch.stem)
def test_the_tests_it_names_exist(sabotage: Sabotage) -> None:
    for test in sabotage.tests:
        file, *names = test.split("::")
        assert names[-1].partition("[")[0] in _functions_behind(file), test


def test_there_are_at_least_ten() -> None:
    assert len(PATCHES) >= 10


def _functions_behind(file: str) -> set[str]:
    """Names of the test functions in *file* and in the contracts beside it that its classes inherit from."""
    modules = [PROJECT / file, *(PROJECT / file).parent.glob("*_contract.py")]
    trees = [ast.parse(module.read_text(encoding="utf-8")) for module in modules]
    return {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
