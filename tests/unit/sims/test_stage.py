"""The stage: any list of devices, and the configuration a person would write for it."""

from pathlib import Path

import pytest

from daemon.config import load_config
from hw_sims.games import GAMES
from hw_sims.parts import LAMPS, barcode, keypad
from hw_sims.stage import MemoryStage, PtyStage, table_config

PLAYED = [(game.name, rulebook) for game in GAMES.values() for rulebook in game.rulebooks]


@pytest.mark.parametrize(("game", "rulebook"), PLAYED)
def test_every_game_has_a_stage_whose_configuration_is_right(game: str, rulebook: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    stage = MemoryStage(GAMES[game].parts)
    path.write_text(table_config(stage.ports(), tmp_path, game=game, stakes="keyed", rulebook=rulebook))
    config = load_config(path)
    assert config.table.rulebook == rulebook
    assert [device.name for device in config.devices] == [part.name for part in GAMES[game].parts]


def test_another_list_of_devices_comes_with_its_options_and_its_own_control(tmp_path: Path) -> None:
    parts = (barcode(cut_card="9990"), *LAMPS, keypad())
    with PtyStage(tmp_path, parts) as stage:
        path = tmp_path / "table.toml"
        text = table_config(stage.ports(), tmp_path, game="blackjack", stakes="none", parts=parts)
        path.write_text(text)
        config = load_config(path)
        actions = stage.actions()
    assert config.devices[0].options == {"cut_card": "9990"}
    assert config.devices[-1].port.startswith("usb://04d9:a02a?backend=simulated")
    assert {"plug", "unplug", "draw"} <= actions["shoe"].keys()
    assert {"tap", "unplug"} <= actions["pad"].keys()
    assert {"stick", "stop_reading"} <= actions["lamps-b"].keys()


def test_a_text_the_game_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="coquimbo-2020"):
        GAMES["blackjack"].rulebook("arica-2017")


def test_the_lamps_a_person_sees_carry_the_names_of_the_parts() -> None:
    stage = MemoryStage(LAMPS)
    assert list(stage.hardware.lit()) == [lamp for part in LAMPS for lamp in part.lamps]
