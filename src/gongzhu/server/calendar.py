"""Days in Universal Time: converts between times, day numbers and dates such as `2026-11-23`."""

from datetime import date

DAY_MS = 24 * 3600 * 1000
_FIRST = date(1970, 1, 1).toordinal()


def day_of(at: int) -> int:
    """The number of the day, counted from 0 on 1970-01-01, of a time in milliseconds since 1970."""
    return at // DAY_MS


def end_of(day: int) -> int:
    """The time at which a day ends, in milliseconds since 1970."""
    return (day + 1) * DAY_MS


def written(day: int) -> str:
    """Format a day's number as a date such as `2026-11-23`."""
    return date.fromordinal(_FIRST + day).isoformat()


def read_day(text: str) -> int:
    """The number of the day with a date such as `2026-11-23`. Raises ValueError."""
    found = date.fromisoformat(text)
    if found.isoformat() != text:
        raise ValueError(text)
    return found.toordinal() - _FIRST
