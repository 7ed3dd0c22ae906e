"""One URL per port, and a message for each mistake."""

import pytest

from firmware_bridge.transport.url import (
    MemoryUrl,
    PortUrl,
    PortUrlError,
    SerialUrl,
    TcpUrl,
    UsbUrl,
    parse_port_url,
)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (
            "serial:///dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0?baud=4800&frame=8N1",
            SerialUrl("/dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0", 4800, 8, "N", 1),
        ),
        ("serial:///dev/ttyS0", SerialUrl("/dev/ttyS0", 9600, 8, "N", 1)),
        ("serial:///tmp/sabot/shoe?frame=7E2", SerialUrl("/tmp/sabot/shoe", 9600, 7, "E", 2)),
        ("serial:///dev/ttyS0?frame=5O1.5", SerialUrl("/dev/ttyS0", 9600, 5, "O", 1.5)),
        ("serial:///tmp/a%20b%23c", SerialUrl("/tmp/a b#c")),
        ("usb://16c0:05df", UsbUrl(0x16C0, 0x05DF)),
        ("usb://16C0:05DF/HURTM", UsbUrl(0x16C0, 0x05DF, "HURTM")),
        ("usb://16c0:05df/?port=1-2.3", UsbUrl(0x16C0, 0x05DF, None, "1-2.3")),
        (
            "usb://16c0:05df/HURTM?backend=simulated&at=/run/sabot/usb.sock",
            UsbUrl(0x16C0, 0x05DF, "HURTM", None, "simulated", "/run/sabot/usb.sock"),
        ),
        ("tcp://shoe-server:4001", TcpUrl("shoe-server", 4001)),
        ("tcp://192.168.4.7:4001", TcpUrl("192.168.4.7", 4001)),
        ("tcp://[fe80::1]:23", TcpUrl("fe80::1", 23)),
        ("memory://shoe", MemoryUrl("shoe")),
        ("memory://Shoe_1", MemoryUrl("Shoe_1")),
    ],
)
def test_a_url_names_a_port(text: str, url: PortUrl) -> None:
    assert parse_port_url(text) == url


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "serial://, tcp://, usb://, memory:// o floor://"),
        ("/dev/ttyUSB0", "serial://, tcp://, usb://, memory:// o floor://"),
        ("udp://shoe:4001", "'udp'"),
        ("tcp://shoe", "tcp://servidor-sabot:4001"),
        ("tcp://:4001", "tcp://servidor-sabot:4001"),
        ("tcp://shoe:0", "1 a 65535"),
        ("tcp://shoe:65536", "1 a 65535"),
        ("tcp://shoe:port", "1 a 65535"),
        ("tcp://shoe:4001/x", "sobra"),
        ("tcp://me@shoe:4001", "sobra"),
        ("tcp://shoe:4001?baud=9600", "Opciones de este puerto: ninguna"),
        ("serial://dev/ttyUSB0", "tres barras"),
        ("serial:///", "tres barras"),
        ("serial:///dev/ttyS0?baud=fast", "baud=fast"),
        ("serial:///dev/ttyS0?baud=0", "baud=0"),
        ("serial:///dev/ttyS0?baud=-9600", "baud=-9600"),
        ("serial:///dev/ttyS0?frame=9N1", "frame=9N1"),
        ("serial:///dev/ttyS0?frame=8N1x", "frame=8N1x"),
        ("serial:///dev/ttyS0?speed=9600", "'speed'"),
        ("serial:///dev/ttyS0?baud=9600&baud=4800", "repetida"),
        ("serial:///dev/ttyS0?baud=", "'baud' no tiene valor"),
        ("serial:///dev/ttyS0?baud", "opción=valor"),
        ("serial:///dev/ttyS0#1", "%23"),
        ("usb://", "usb://16c0:05df"),
        ("usb://16c0", "usb://16c0:05df"),
        ("usb://16c0:5df", "usb://16c0:05df"),
        ("usb://16c0:05dg", "usb://16c0:05df"),
        ("usb://16c0:05df/A/B", "'A/B'"),
        ("usb://16c0:05df?port=left", "port=left"),
        ("usb://16c0:05df?backend=simulated", "'at'"),
        ("usb://16c0:05df?at=/run/x.sock", "'backend'"),
        ("usb://[16c0:05df", "no se puede leer"),
        ("memory://", "memory://NOMBRE"),
        ("memory://shoe/1", "memory://NOMBRE"),
        ("memory://shoe?baud=9600", "Opciones de este puerto: ninguna"),
    ],
)
def test_a_wrong_url_says_what_is_wrong_where_and_what_to_write(text: str, hint: str) -> None:
    with pytest.raises(PortUrlError) as caught:
        parse_port_url(text)
    message = str(caught.value)
    assert message.startswith(f"Puerto «{text}»: ")
    assert hint in message
