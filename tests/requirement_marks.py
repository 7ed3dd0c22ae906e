"""A pytest plugin: every report carries the requirements its test is marked with, from xdist's workers too."""

import pytest

PROPERTY = "requirement"


def pytest_itemcollected(item: pytest.Item) -> None:
    for mark in item.iter_markers(PROPERTY):
        item.user_properties += [(PROPERTY, name) for name in mark.args]
