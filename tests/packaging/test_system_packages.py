"""What the tests need from Debian is installed, and starts nothing on somebody's machine."""

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "system-packages.sh"
TOOLS = ("bash", "sh", "env", "mktemp", "rm", "rmdir", "mv", "chmod", "cat")
FAKES = {
    "ldconfig": "",
    "sudo": 'exec "$@"',
    "systemctl": 'echo "systemctl $*" >>"$DPKG_ROOT/done"',
    "apt-get": """
        [ "$1" = install ] || exit 0
        "$DPKG_ROOT/usr/sbin/policy-rc.d" nginx start
        echo "apt-get $* policy $?" >>"$DPKG_ROOT/done"
        exit "${FAILS:-0}"
    """,
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The root of a machine that has next to nothing; programs in its `bin` are not the real."""
    (tmp_path / "usr" / "sbin").mkdir(parents=True)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in TOOLS:
        (programs / name).symlink_to(f"/bin/{name}")
    for name, lines in FAKES.items():
        (programs / name).write_text(f"#!/bin/sh\n{lines}\n", "utf-8")
        (programs / name).chmod(0o755)
    return tmp_path


def install(root: Path, **more: str) -> subprocess.CompletedProcess[str]:
    # The script looks for programs in the system's own folders too, where some are.
    text = SCRIPT.read_text("utf-8").replace("in /usr/lib/postgresql/*/bin /sbin /usr/sbin", "in")
    surroundings = {"PATH": str(root / "bin"), "DPKG_ROOT": str(root), "TMPDIR": str(root)} | more
    return subprocess.run(
        [root / "bin" / "bash", "-c", text],
        check=False,
        env=surroundings,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("own", [False, True])
def test_nothing_is_started_and_the_machine_is_as_before(
    root: Path, own: bool, fails: bool
) -> None:
    policy = root / "usr" / "sbin" / "policy-rc.d"
    if own:
        policy.write_text("#!/bin/sh\nexit 0\n", "utf-8")
        policy.chmod(0o700)
    before = sorted(root.iterdir())
    ended = install(root, FAILS="100" if fails else "0")
    assert ended.returncode == (1 if fails else 0), ended.stderr
    told = (root / "done").read_text("utf-8")
    assert "nginx-light caddy haproxy" in told
    assert "policy 101" in told
    assert policy.exists() == own
    if own:
        assert policy.read_text("utf-8").endswith("exit 0\n")
        assert policy.stat().st_mode & 0o777 == 0o700
    assert sorted(set(root.iterdir()) - {root / "done"}) == before
    if fails:
        assert "As root, run: apt-get" in ended.stderr
    else:
        for service in ("nginx", "caddy", "haproxy", "postgresql"):
            assert f"systemctl disable --quiet {service}\n" in told
