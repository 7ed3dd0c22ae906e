"""How a console may be opened: in the clear on this machine only, and under its own names."""

import pytest

from daemon.bus_client import Address
from daemon.console.settings import SettingsError, check_settings, make_settings

NOWHERE = Address("ipc:///nowhere", "ipc:///nowhere")


@pytest.mark.parametrize("listen", ["127.0.0.1:8470", "127.0.0.9:1", "[::1]:8470"])
def test_on_this_machine_no_certificate_is_needed(listen: str) -> None:
    assert make_settings(NOWHERE, listen).scheme == "http"


@pytest.mark.requirement("R84")
@pytest.mark.parametrize("listen", ["0.0.0.0:8470", "10.0.0.5:8470", "[::]:8470"])
def test_where_others_can_see_it_pins_do_not_travel_in_the_clear(listen: str) -> None:
    with pytest.raises(SettingsError, match="PIN"):
        check_settings(listen, None, None)
    assert make_settings(NOWHERE, listen, certificate="c.pem", key="k.pem").scheme == "https"


@pytest.mark.parametrize("listen", ["", "8470", "localhost:8470", "127.0.0.1", "127.0.0.1:99999", "127.0.0.1:80x"])
def test_what_is_no_address_is_refused_with_an_example(listen: str) -> None:
    with pytest.raises(SettingsError) as refused:
        check_settings(listen, None, None)
    assert "127.0.0.1:8470" in refused.value.remedy


@pytest.mark.parametrize(("certificate", "key"), [("c.pem", None), (None, "k.pem")])
def test_a_certificate_without_its_key_is_refused(certificate: str | None, key: str | None) -> None:
    with pytest.raises(SettingsError, match="van juntos"):
        check_settings("127.0.0.1:8470", certificate, key)


def test_it_answers_to_its_own_names_only() -> None:
    assert make_settings(NOWHERE, "127.0.0.1:8470", names=("mesa-1.casino",)).hosts == {
        "127.0.0.1",
        "localhost",
        "[::1]",
        "mesa-1.casino",
    }
