"""What simulated processes leave behind when they are killed is cleared away after each test."""

from collections.abc import Iterator

import pytest

from proof.simulation.world import clearing_away


@pytest.fixture(autouse=True)
def cleared_away() -> Iterator[None]:
    """Let nothing of it turn up in other tests."""
    with clearing_away():
        yield
