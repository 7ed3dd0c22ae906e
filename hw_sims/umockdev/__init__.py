"""The deepest simulation without root: sysfs, udev events and usbfs by umockdev, answered by our device models."""
