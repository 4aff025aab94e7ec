"""Sockets of the file system: who makes way for whom."""

import socket
from pathlib import Path

import pytest

from gongzhu.server.edge.file_socket import bind_at


@pytest.mark.rest
def test_a_socket_that_nobody_listens_at_makes_way(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    bind_at(path, 0o600).close()
    with bind_at(path, 0o640) as bound:
        assert bound.getsockname() == str(path)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_file_of_another_kind_stays(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        bind_at(path, 0o600)
    assert path.read_text() == "mine"


@pytest.mark.rest
def test_a_socket_of_which_nothing_can_be_known_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Locked(socket.socket):
        def connect(self, address: object) -> None:
            raise PermissionError(13, "Permission denied")

    path = tmp_path / "socket"
    with bind_at(path, 0o600):
        there = path.stat().st_ino
        monkeypatch.setattr(socket, "socket", Locked)
        with pytest.raises(PermissionError):
            bind_at(path, 0o600)
        assert path.stat().st_ino == there
