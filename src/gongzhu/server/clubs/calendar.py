"""The next evening of a club as a file for calendar programs (iCalendar, RFC 5545)."""

from datetime import UTC, datetime

from gongzhu.clubs.club import Club, NextEvening
from gongzhu.texts import Lang, say

HOURS = 3
"""Length of an evening in the calendar, in hours."""
_LONGEST_LINE = 75
"""Largest length of a line in bytes, after which it must be continued on the next one."""


def evening_file(club: Club, evening: NextEvening, lang: Lang) -> bytes:
    """The iCalendar file of a club's evening, with texts in `lang`. A calendar replaces an older
    version from the same club by it."""
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//gongzhu//club//EN",
        "BEGIN:VEVENT",
        f"UID:{club.id}@gongzhu",
        f"SEQUENCE:{club.seq}",
        f"DTSTAMP:{_moment(evening.at)}",
        f"DTSTART:{_moment(evening.at)}",
        f"DURATION:PT{HOURS}H",
        f"SUMMARY:{_text(say('server.club.evening', lang, club=club.name))}",
        *([f"DESCRIPTION:{_text(evening.note)}"] if evening.note else ()),
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return b"".join(_folded(line) for line in lines)


def _moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for special in "\\,;":
        text = text.replace(special, f"\\{special}")
    return text


def _folded(line: str) -> bytes:
    """A line with its end, split into continuation lines if it is long, never within a
    character."""
    parts, size = [""], 0
    for character in line:
        bytes_more = len(character.encode())
        if size + bytes_more > _LONGEST_LINE:
            parts.append(" ")
            size = 1
        parts[-1] += character
        size += bytes_more
    return "".join(f"{part}\r\n" for part in parts).encode()
