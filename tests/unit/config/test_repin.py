"""Another port for one device: one value of the file changes, or nothing does."""

import re
from pathlib import Path

import pytest

from daemon.config import ConfigError, load_config
from daemon.config.repin import repin

EXAMPLES = Path(__file__).parents[3] / "deploy" / "examples"
NEW = "serial:///dev/serial/by-id/usb-NUEVO-if00?baud=4800"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "mesa-1.toml"
    path.write_text((EXAMPLES / "mini-baccarat.toml").read_text(encoding="utf-8"), encoding="utf-8")
    path.chmod(0o640)
    return path


def test_only_the_port_of_that_device_is_another(table: Path) -> None:
    before = table.read_text(encoding="utf-8").splitlines()
    first = load_config(table).devices[0]
    line = repin(table, first.name, NEW)
    after = table.read_text(encoding="utf-8").splitlines()
    assert load_config(table).devices[0].port == NEW
    assert [n for n, (old, new) in enumerate(zip(before, after, strict=True), start=1) if old != new] == [line]
    assert after[line - 1] == before[line - 1].replace(first.port, NEW), "what stands beside it stays"
    assert table.stat().st_mode & 0o777 == 0o640
    assert list(table.parent.iterdir()) == [table]


@pytest.mark.parametrize(
    ("device", "port", "said"),
    [("nadie", NEW, "no hay un dispositivo nadie"), ("", "carrier-pigeon://3", "carrier-pigeon")],
)
def test_what_would_be_no_configuration_is_refused_and_changes_nothing(
    table: Path, device: str, port: str, said: str
) -> None:
    before = table.read_bytes()
    with pytest.raises(ConfigError) as refused:
        repin(table, device or load_config(table).devices[0].name, port)
    assert said in " ".join(f"{one.what} {one.remedy}" for one in refused.value.problems)
    assert table.read_bytes() == before
    assert list(table.parent.iterdir()) == [table]


def test_devices_written_in_one_line_are_left_to_a_person(table: Path) -> None:
    text = table.read_text(encoding="utf-8")
    first, *others = load_config(table).devices
    head = re.split(r"^\[\[devices\]\]", text, maxsplit=1, flags=re.MULTILINE)[0]
    inline = [f'{{name = "{one.name}", driver = "{one.driver}", port = "{one.port}", lamps = {one.lamps}}}' for one in
              (first, *others)]  # fmt: skip
    table.write_text(f"devices = [{', '.join(inline)}]\n{head}", encoding="utf-8")
    before = table.read_bytes()
    with pytest.raises(ConfigError) as refused:
        repin(table, first.name, NEW)
    assert NEW in refused.value.problems[0].remedy
    assert table.read_bytes() == before
