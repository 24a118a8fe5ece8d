"""Fixtures for tests of maintenance: tests that are coroutines get a fake server with a clock that stands still."""

from tests.server.tables.conftest import pytest_pyfunc_call, server

__all__ = ["pytest_pyfunc_call", "server"]
