"""Settings for the tests of the table."""

import os

import pytest


@pytest.fixture(autouse=True)
def _swift_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests survive no power cut, so they need not wait for the disk."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
