"""A PostgreSQL database over TLS, with its password where nobody else can read it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gongzhu.store import StoreError, open_store, postgres_link, postgres_writer
from gongzhu.store.postgres_link import guarded
from tests.support.certificates import certificates
from tests.support.postgres import OWNER, Postgres, postgres
from tests.support.serving import Server, free_port
from tests.support.stores import in_loop, opened

pytestmark = pytest.mark.rest

PASSWORD = "kept-to-itself"
HBA = """
local all all trust
hostssl all all 127.0.0.1/32 scram-sha-256
hostssl all all ::1/128 scram-sha-256
"""


class Far:
    """A database that lets nobody in without TLS and a password."""

    def __init__(self, server: Postgres, port: int, authority: Path) -> None:
        self.server = server
        self._port = port
        self._authority = authority

    def address(self, *, host: str = "localhost", mode: str = "verify-full", who: str = "") -> str:
        """Its address, without the password if `who` is not given."""
        return (
            f"postgresql://{who or OWNER}@{host}:{self._port}/postgres"
            f"?sslmode={mode}&sslrootcert={self._authority}"
        )


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Far]:
    folder = tmp_path_factory.mktemp("tls")
    made, port = certificates(folder), free_port()
    with postgres() as server:
        server.listen(port, made.certificate, made.key, HBA)
        server.run(
            *("psql", "-q", "-c", f"ALTER USER {OWNER} PASSWORD '{PASSWORD}'"),
            server.address,
        )
        yield Far(server, port, made.authority)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_writer, "OPENING_PATIENCE", 0.0)


@in_loop
async def test_the_password_comes_from_the_environment(
    far: Far, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    async with opened(far.address()) as store:
        await store.put_setting("key", b"value")
        assert await store.setting("key") == b"value"
        encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
        mine = f"{encrypted} WHERE application_name = 'gongzhu' AND NOT ssl"
        assert far.server.run("psql", "-tAc", mine, far.server.address).strip() == "0"


@in_loop
async def test_the_password_comes_from_a_pgpass_file(
    far: Far, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pgpass"
    file.touch(0o600)
    file.write_text(f"localhost:*:*:{OWNER}:{PASSWORD}\n", "ascii")
    monkeypatch.setenv("PGPASSFILE", str(file))
    async with opened(far.address()) as store:
        assert await store.setting("another") is None


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"host": "127.0.0.1"}, "certificate"),
        ({"mode": "disable"}, "no encryption"),
        ({"who": f"{OWNER}:wrong"}, "password"),
    ],
)
@in_loop
async def test_a_database_that_is_not_the_right_one_is_not_opened(
    far: Far, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], told: str
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    with pytest.raises(StoreError, match=told) as refused:
        await open_store(far.address(**changes))
    assert PASSWORD not in refused.value.text()


@in_loop
async def test_a_certificate_of_another_authority_is_not_believed(
    far: Far, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    other = certificates(tmp_path).authority
    address = far.address().partition("&sslrootcert")[0] + f"&sslrootcert={other}"
    with pytest.raises(StoreError, match="certificate"):
        await open_store(address)


@pytest.mark.parametrize(
    ("address", "environ", "guard"),
    [
        ("postgresql://u@/n", {}, ""),
        ("postgresql://u@/n?host=/run/pg", {}, ""),
        ("postgresql://u@%2Frun%2Fpg/n", {}, ""),
        ("postgresql://u:p%40@localhost:5432/n", {}, ""),
        ("postgresql://u@[::1]:5432/n", {}, ""),
        ("postgresql://127.0.0.1", {}, ""),
        ("postgresql://u@far.example/n", {}, "?sslmode=verify-full"),
        ("postgresql://u@far.example:5432/n?a=b", {}, "&sslmode=verify-full"),
        ("postgresql://u@localhost,10.0.0.7:5432/n", {}, "?sslmode=verify-full"),
        ("postgresql://u@[fd00::7]/n", {}, "?sslmode=verify-full"),
        ("postgresql://u@/n?host=far.example", {}, "&sslmode=verify-full"),
        ("postgresql://u@/n", {"PGHOST": "far.example"}, "?sslmode=verify-full"),
        # Whoever runs the server may know better.
        ("postgresql://u@10.0.0.7/n?sslmode=require", {}, ""),
        ("postgresql://u@10.0.0.7/n", {"PGSSLMODE": "disable"}, ""),
    ],
)
def test_to_another_machine_it_goes_by_tls_unless_told_otherwise(
    address: str, environ: dict[str, str], guard: str
) -> None:
    assert guarded(address, environ) == address + guard


@in_loop
async def test_without_a_trusted_authority_no_other_machine_is_spoken_to(
    far: Far, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(postgres_link, "_is_here", lambda host: False)
    with pytest.raises(StoreError, match=r"root\.crt") as caught:
        await open_store(far.address().partition("?")[0])
    assert caught.value.text("zh").startswith("按现在的设置无法连接数据库：")
    assert "\n" not in caught.value.text()


def test_a_server_shows_its_password_to_nobody(far: Far, tmp_path: Path) -> None:
    file = tmp_path / "database"
    file.touch(0o600)
    file.write_text(far.address(who=f"{OWNER}:{PASSWORD}") + "\n", "ascii")
    data = tmp_path / "data"
    with Server(data, "--database-file", str(file), "--processes", "1") as server:
        assert PASSWORD.encode() not in Path(f"/proc/{server.pid}/cmdline").read_bytes()
        found = far.server.run(
            *("psql", "-tAc", "SELECT count(*) FROM gongzhu.servers", far.server.address)
        )
        assert int(found) > 0
    assert not list(data.iterdir()), "all is in the database"
    assert PASSWORD not in server.log.read_text("utf-8")
