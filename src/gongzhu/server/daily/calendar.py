"""Days by Universal Time: as they are counted, and as they are written."""

from datetime import date

DAY_MS = 24 * 3600 * 1000
_FIRST = date(1970, 1, 1).toordinal()


def day_of(at: int) -> int:
    """The day of a time in milliseconds since 1970; days are counted from then."""
    return at // DAY_MS


def end_of(day: int) -> int:
    """The time in milliseconds since 1970 at which a day is over."""
    return (day + 1) * DAY_MS


def written(day: int) -> str:
    """A day as `2026-11-23`."""
    return date.fromordinal(_FIRST + day).isoformat()


def read_day(text: str) -> int:
    """The day that is written so. Raises ValueError."""
    found = date.fromisoformat(text)
    if found.isoformat() != text:
        raise ValueError(text)
    return found.toordinal() - _FIRST
