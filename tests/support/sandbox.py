"""The system calls that a systemd unit leaves to its service, for a process that is not started by
systemd: `python -m tests.support.sandbox UNIT COMMAND…`."""

import ctypes
import ctypes.util
import errno
import os
import subprocess
import sys
from pathlib import Path

ALLOW, REFUSE = 0x7FFF0000, 0x00050000
"""What libseccomp calls SCMP_ACT_ALLOW and SCMP_ACT_ERRNO."""


def calls_of(unit: Path) -> set[str]:
    """The names of the calls that the lines SystemCallFilter= of a unit come to."""
    allowed: set[str] = set()
    for line in unit.read_text("utf-8").splitlines():
        key, _, value = line.partition("=")
        if key == "SystemCallFilter":
            names = set().union(*(_expanded(word) for word in value.lstrip("~").split()))
            allowed = allowed - names if value.startswith("~") else allowed | names
    # systemd allows these whatever is asked for: without them nothing starts.
    return allowed | _expanded("@default") | {"execve"}


def _expanded(word: str) -> set[str]:
    if not word.startswith("@"):
        return {word}
    told = subprocess.run(
        ["systemd-analyze", "syscall-filter", word], check=True, capture_output=True, text=True
    )
    lines = (line.strip() for line in told.stdout.splitlines()[1:])
    return set().union(*(_expanded(line) for line in lines if line and line[0] != "#"))


def confine(allowed: set[str]) -> None:
    """Refuse this process, and all that it starts, every other call."""
    library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    library.seccomp_init.restype = ctypes.c_void_p
    filter_ = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(REFUSE | errno.EPERM)))
    for name in sorted(allowed):
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:
            library.seccomp_rule_add(filter_, ctypes.c_uint32(ALLOW), number, 0)
    if library.seccomp_load(filter_):
        raise OSError("the filter was not taken")


if __name__ == "__main__":
    unit_, *command = sys.argv[1:]
    calls = calls_of(Path(unit_))
    os.umask(0o077)
    confine(calls)
    os.execv(command[0], command)
