"""The Alpha sign driver: strings called by one text, with replies and without."""

from collections.abc import Iterable

from drivers.display.alpha.session import AlphaOptions, AlphaSession
from firmware_bridge.wire import alpha
from hw_sims.devices.alpha.model import AlphaSign
from table_core.events import SendLost
from table_core.outputs import Texts
from tests.contract.display_contract import LIMITS, SETTLES_WITHIN_NS, DisplayContract
from tests.contract.driver_contract import DEVICE, SECOND_NS
from tests.contract.exchange import Exchange, Peer


class Sign(Peer):
    def __init__(self, sign: AlphaSign) -> None:
        self._sign = sign

    def hear(self, data: bytes, at_ns: int) -> Iterable[bytes]:
        return self._sign.receive(data)

    def power_lost(self) -> None:
        self._sign.power_lost()


class TestSilentSign(DisplayContract):
    """A sign without replies ignores damage in silence, and a packet whose 03 was hurt counts as one without check."""

    directions = ("to_device",)
    not_here = frozenset({"joined"})  # one packet at a time
    cannot_tell = frozenset({"hopeless", "byte lost", "bit flipped"})
    options = AlphaOptions()

    def setup_method(self) -> None:
        self.sign = AlphaSign()

    def new_session(self) -> AlphaSession:
        return AlphaSession(DEVICE, self.options)

    def peer(self) -> Peer:
        return Sign(self.sign)

    def shown(self) -> tuple[str, str]:
        upper, lower = (*self.sign.shown, "", "")[:2]
        return upper, lower

    def forget(self) -> None:
        self.sign.power_lost()
        self.sign.forget()

    def test_a_changing_meter_does_not_flicker(self) -> None:
        exchange = self.new_exchange()
        drawn = self.sign.drawn
        for amount in range(1000, 1050):
            exchange.want(Texts(("POZO", f"${amount}")))
            exchange.run(SECOND_NS)
            assert self.shown() == ("POZO", f"${amount}")
        exchange.run(SETTLES_WITHIN_NS)  # refreshes included
        assert self.sign.drawn == drawn

    def test_words_longer_than_the_sign_s_memory_are_cut(self) -> None:
        exchange = self.new_exchange()
        exchange.want(Texts((100 * "x", "")))
        exchange.run(SECOND_NS)
        assert self.shown() == (40 * "x", "")

    def test_somebody_s_priority_text_gives_way_when_the_sign_is_connected(self) -> None:
        self.sign.receive(alpha.Packet((alpha.write_text("0", alpha.position(" ", "SALE")),)).to_bytes())
        assert self.sign.shown == ("SALE",)
        exchange = Exchange(self.new_session(), self.peer())
        exchange.connect()
        exchange.want(Texts(LIMITS))
        exchange.run(SETTLES_WITHIN_NS)
        assert self.shown() == ("Min $5.000", "Max $500.000")


class TestAnsweringSign(TestSilentSign):
    """With replies a refused packet is sent again at once, and a sign that cannot be reached is told."""

    directions = ("to_device", "to_host")  # type: ignore[assignment]
    cannot_tell = frozenset()
    loses = frozenset({"hopeless"})
    options = AlphaOptions(replies=True)

    def test_a_refused_packet_is_sent_again_at_once(self) -> None:
        exchange = self.new_exchange()
        self.sign.forget()
        exchange.want(Texts(LIMITS))
        exchange.run(SECOND_NS)
        assert self.shown() == ("Min $5.000", "Max $500.000")
        assert exchange.session.counters.bad > 0

    def test_a_sign_that_cannot_reply_is_told_once(self) -> None:
        self.sign = AlphaSign(can_reply=False)
        exchange = self.new_exchange()
        exchange.run(SETTLES_WITHIN_NS)
        assert [event for event in exchange.events if isinstance(event, SendLost)] == [
            SendLost(DEVICE, "the sign does not answer")
        ]
