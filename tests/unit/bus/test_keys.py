"""Keys: made once, enrolled by public key, kept from other users, and no file of the server holds a client's secret."""

import stat
from pathlib import Path

import pytest

from daemon.keys import CLIENTS, SERVER, Enrolled, KeyRing, KeysError, Link, Pair, link_text, new_pair, read_link
from daemon.private_files import write_private


@pytest.mark.requirement("R84")
def test_the_servers_pair_is_made_once_and_for_this_user_only(tmp_path: Path) -> None:
    ring = KeyRing(tmp_path / "keys")
    pair = ring.make_server()
    assert ring.server() == pair
    assert stat.S_IMODE((ring.directory / SERVER).stat().st_mode) == 0o600
    assert stat.S_IMODE(ring.directory.stat().st_mode) == 0o700
    with pytest.raises(KeysError, match="ya existe"):
        ring.make_server()
    assert ring.server() == pair


def test_a_client_is_known_by_its_public_key_until_it_is_revoked(tmp_path: Path) -> None:
    ring, other = KeyRing(tmp_path), KeyRing(tmp_path)
    pair = new_pair()
    assert other.named(pair.public) is None
    ring.enrol("pantalla-1", pair.public, ("dealer",))
    assert other.named(pair.public) == "pantalla-1", "another process sees it at once"
    assert other.clients() == {"pantalla-1": Enrolled(pair.public, ("dealer",))}
    assert stat.S_IMODE((tmp_path / CLIENTS).stat().st_mode) == 0o600
    ring.revoke("pantalla-1")
    assert other.named(pair.public) is None


@pytest.mark.parametrize(
    ("name", "public", "why"),
    [
        ("pantalla-1", None, "ya está inscrito"),
        ("pantalla-2", "same", "ya es de pantalla-1"),
        ("../x", None, "letras, cifras"),
        ("", None, "letras, cifras"),
        ("pantalla-2", "short", "no es una llave pública"),
        ("pantalla-2", "'" * 40, "no es una llave pública"),
    ],
)
def test_a_client_that_cannot_be_is_refused_in_words_and_nothing_changes(
    tmp_path: Path, name: str, public: str | None, why: str
) -> None:
    ring, pair = KeyRing(tmp_path), new_pair()
    ring.enrol("pantalla-1", pair.public)
    before = (tmp_path / CLIENTS).read_bytes()
    with pytest.raises(KeysError, match=why):
        ring.enrol(name, {None: new_pair().public, "same": pair.public}.get(public, str(public)))
    assert (tmp_path / CLIENTS).read_bytes() == before


def test_revoking_somebody_unknown_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeysError, match="no está inscrito"):
        KeyRing(tmp_path).revoke("nadie")


@pytest.mark.parametrize("text", ["[[", "[clients.a]\npublic = 'x'\n", "[clients.a]\nrole = 'dealer'\n"])
def test_a_damaged_file_of_clients_is_named(tmp_path: Path, text: str) -> None:
    write_private(tmp_path / CLIENTS, text)
    with pytest.raises(KeysError, match=CLIENTS):
        KeyRing(tmp_path).clients()


def test_a_file_of_keys_that_others_may_read_is_refused(tmp_path: Path) -> None:
    KeyRing(tmp_path).make_server()
    (tmp_path / SERVER).chmod(0o640)
    with pytest.raises(KeysError, match="chmod 600"):
        KeyRing(tmp_path).server()


def test_a_missing_server_key_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(KeysError, match="sabot keys init"):
        KeyRing(tmp_path).server()


def test_a_clients_file_reads_back_as_it_was_written(tmp_path: Path) -> None:
    for _ in range(50):  # every character a key can have
        server, client = new_pair(), new_pair()
        link = Link("tcp://10.0.0.5:1", "tcp://10.0.0.5:2", server.public, client.public, client.secret)
        write_private(tmp_path / "link.toml", link_text(link))
        assert read_link(tmp_path / "link.toml") == link
    with pytest.raises(KeysError, match="no existe"):
        read_link(tmp_path / "other.toml")


def test_pairs_differ() -> None:
    assert len({new_pair().secret for _ in range(5)}) == 5
    assert isinstance(new_pair(), Pair)
