"""A provider of accounts on this machine."""

from collections.abc import Iterator

import pytest

from tests.support.certificates import Certificates, certificates
from tests.support.openid_provider import Provider, provider
from tests.support.visitor import Clock


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates(tmp_path_factory.mktemp("openid"))


@pytest.fixture(name="clock")
def fixed_clock() -> Clock:
    return Clock()


@pytest.fixture
def club(made: Certificates, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """A provider whose certificate this machine believes."""
    monkeypatch.setenv("SSL_CERT_FILE", str(made.authority))
    with provider(made, lambda: clock.now / 1000) as running:
        yield running
