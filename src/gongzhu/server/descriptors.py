"""The descriptors of open files and connections that this process may have."""

import resource

ENOUGH = 1 << 20
"""Descriptors that are taken where the system would allow even more."""


def more_descriptors() -> int:
    """Raise what a shell allows to what the system allows; how many that is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems name a limit that they do not grant
        return soft
    return wanted
