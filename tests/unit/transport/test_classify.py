"""One function sorts every failure."""

import errno
import termios

import pytest
import serial
import usb.core

from firmware_bridge.transport.base import LinkError, classify


def configure_error(number: int) -> serial.SerialException:
    try:
        try:
            raise termios.error(number, "from tcgetattr")
        except termios.error as error:
            raise serial.SerialException(f"Could not configure port: {error}")  # noqa: B904 (as pyserial does)
    except serial.SerialException as error:
        return error


@pytest.mark.parametrize(
    ("exc", "kind"),
    [
        (OSError(errno.EIO, "Input/output error"), "gone"),
        (OSError(errno.ENODEV, "No such device"), "gone"),
        (OSError(errno.ENXIO, "No such device or address"), "gone"),
        (OSError(errno.ENOENT, "No such file"), "gone"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "the bus has ended"), "gone"),
        (ConnectionResetError(errno.ECONNRESET, "the server began anew"), "gone"),
        (BrokenPipeError(errno.EPIPE, "hung up"), "gone"),
        (OSError(errno.EHOSTUNREACH, "No route to host"), "gone"),
        (OSError(errno.EBUSY, "busy"), "busy"),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), "busy"),
        (serial.SerialException(errno.ENOENT, "could not open port"), "gone"),
        (serial.SerialException(errno.EACCES, "could not open port"), "denied"),
        (serial.SerialException("device reports readiness to read but returned no data"), "gone"),
        (configure_error(errno.EIO), "gone"),
        (configure_error(errno.ENOTTY), "broken"),
        (OSError(errno.EPERM, "Operation not permitted"), "denied"),
        (termios.error(errno.EIO, "Input/output error"), "gone"),
        (termios.error("no number at all"), "gone"),
        (termios.error(errno.EINVAL, "Invalid argument"), "broken"),
        (usb.core.USBError("No such device", -4, 19), "gone"),
        (usb.core.USBTimeoutError("Operation timed out", -7, 110), "timeout"),
        (usb.core.USBError("Resource busy", -6, 16), "busy"),
        (usb.core.USBError("Access denied", -3, 13), "denied"),
        (usb.core.USBError("Pipe error", -9, 32), "broken"),
        (usb.core.USBError("Other error", -99, None), "gone"),
        (ValueError("Not a valid baudrate"), "broken"),
    ],
)
def test_a_failure_has_one_kind(exc: Exception, kind: str) -> None:
    error = classify(exc)
    assert error.kind == kind
    assert error.detail
    assert str(error) == f"{kind}: {error.detail}"


def test_a_link_error_stays_what_it_is() -> None:
    error = LinkError("busy", "memory://shoe: already open")
    assert classify(error) is error
