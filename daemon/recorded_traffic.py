"""The raw bytes of one device, out of a recording."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from daemon.recording import Opened, Record, Recording, RecordingError, Sent, Stepped
from firmware_bridge.traffic import RxChunk, SerialWrite


def traffic_of(first: Path, driver: str) -> list[bytes]:
    """What the device of *driver* said, read by read; for a device that never speaks, what it was told."""
    records = Recording(first).records()
    opened = next(records, None)
    if not isinstance(opened, Opened):
        raise RecordingError("{first} no tiene comienzo", first=str(first))
    device = _device_of(opened, driver)
    said: list[bytes] = []
    told: list[bytes] = []
    for record in records:
        said += _said(record, device)
        told += _told(record, device)
    return said or told


def _device_of(opened: Opened, driver: str) -> str:
    devices = msgspec.json.decode(opened.config)["devices"]
    found = [device["name"] for device in devices if device["driver"] == driver]
    found += [device["name"] for device in devices if device["driver"].startswith(f"{driver}-")]
    if not found:
        drivers = ", ".join(sorted({device["driver"] for device in devices}))
        raise RecordingError(
            "no hay dispositivo {driver} en la grabación; hay: {drivers}", driver=str(driver), drivers=str(drivers)
        )
    return str(found[0])


def _said(record: Record, device: str) -> Iterator[bytes]:
    if isinstance(record, Stepped):
        yield from (one.data for one in record.inputs if isinstance(one, RxChunk) and one.port == device)


def _told(record: Record, device: str) -> Iterator[bytes]:
    match record:
        case Sent(send=SerialWrite(port=port, data=data)) if port == device:
            yield data
