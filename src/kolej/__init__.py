"""Kolej: an engine for a family of railway board games."""

from kolej import _pure

__version__ = "0.1.0"

_pure.install_if_asked()
