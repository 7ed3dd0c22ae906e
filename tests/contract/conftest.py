"""One test for each kind of line a driver is tested over."""

import pytest

from tests.contract.line_contract import LineContract


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "line_kind" in metafunc.fixturenames:
        assert metafunc.cls is not None
        assert issubclass(metafunc.cls, LineContract)
        kinds = metafunc.cls.line_kinds()
        metafunc.parametrize("line_kind", kinds, ids=[f"{direction}: {kind}" for direction, kind in kinds])
