"""The sections [bus] and [metrics]: absent by default, strict, and a mistake says what to write."""

from pathlib import Path

import pytest

from daemon.config import ConfigError, load_config
from hw_sims.stage import table_config

PORTS = ("serial:///dev/a?baud=4800", "usb://16c0:05df", "serial:///dev/b?baud=9600")
GOOD_BUS = '[bus]\nlisten = "tcp://10.0.0.5:7101"\npublish = "tcp://10.0.0.5:7102"\nkeys = "/etc/sabot/keys"\n'


def written(directory: Path, more: str) -> Path:
    path = directory / "table.toml"
    path.write_text(table_config(PORTS, directory, game="mini-baccarat", stakes="none") + more, encoding="utf-8")
    return path


@pytest.mark.requirement("R84")
def test_nothing_listens_unless_it_is_written(tmp_path: Path) -> None:
    config = load_config(written(tmp_path, ""))
    assert (config.bus, config.metrics) == (None, None)


def test_both_sections_are_read(tmp_path: Path) -> None:
    config = load_config(written(tmp_path, GOOD_BUS + '[metrics]\nlisten = "127.0.0.1:9464"\n'))
    assert config.bus is not None
    assert (config.bus.listen, config.bus.publish) == ("tcp://10.0.0.5:7101", "tcp://10.0.0.5:7102")
    assert config.metrics is not None
    assert config.metrics.listen == "127.0.0.1:9464"


@pytest.mark.parametrize(
    ("more", "where", "remedy"),
    [
        (GOOD_BUS.replace("tcp://10.0.0.5:7101", "10.0.0.5:7101"), "bus.listen", "tcp://DIRECCIÓN:PUERTO"),
        (GOOD_BUS.replace("tcp://10.0.0.5:7102", "tcp://*:7102"), "bus.publish", "tcp://DIRECCIÓN:PUERTO"),
        (GOOD_BUS.replace("keys =", "kyes ="), "bus.kyes", "¿Quiso decir keys?"),
        (GOOD_BUS.replace('keys = "/etc/sabot/keys"\n', ""), "bus.keys", "Agréguela."),
        ('[metrics]\nlisten = "9464"\n', "metrics.listen", "127.0.0.1:9464"),
        ('[metrics]\nlisen = "127.0.0.1:9464"\n', "metrics.lisen", "¿Quiso decir listen?"),
    ],
)
def test_a_mistake_is_named_with_its_remedy(tmp_path: Path, more: str, where: str, remedy: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(written(tmp_path, more))
    found = {problem.where: problem.remedy for problem in caught.value.problems}
    assert remedy in found[where]
