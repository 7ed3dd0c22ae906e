"""What the pages take from others lies here unchanged, with its licence, and nothing is loaded from anywhere else."""

import hashlib
import re
import tomllib
from typing import Any

import pytest

from daemon.console.pages import folder

VENDOR, STATIC = folder("vendor"), folder("static")
MANIFEST: dict[str, list[dict[str, Any]]] = tomllib.loads((VENDOR / "manifest.toml").read_text(encoding="utf-8"))
LISTED = [*MANIFEST["file"], *MANIFEST["licence"]]


@pytest.mark.parametrize("entry", LISTED, ids=lambda entry: entry["name"])
def test_a_vendored_file_is_the_one_that_was_published(entry: dict[str, Any]) -> None:
    assert hashlib.sha256((VENDOR / entry["name"]).read_bytes()).hexdigest() == entry["sha256"]


def test_nothing_lies_in_the_vendor_folder_that_the_manifest_does_not_name() -> None:
    names = {path.name for path in VENDOR.iterdir()} - {"manifest.toml"}
    assert names == {entry["name"] for entry in LISTED}
    assert {entry["licence_file"] for entry in MANIFEST["file"]} == {entry["name"] for entry in MANIFEST["licence"]}


def test_no_page_of_ours_names_an_address_outside() -> None:
    outside = re.compile(r"(?:https?:)?//[\w-]+\.[\w.-]+")
    ours = [path for path in STATIC.rglob("*") if path.is_file()]
    assert len(ours) > 20
    found = {path.name: outside.findall(path.read_text(encoding="utf-8")) for path in ours}
    named = {name: set(addresses) - {"http://www.w3.org"} for name, addresses in found.items()}
    assert not {name: addresses for name, addresses in named.items() if addresses}
