"""The next evening of a club as a file for calendars, by RFC 5545."""

from datetime import UTC, datetime

from gongzhu.clubs.club import Club, NextEvening
from gongzhu.texts import Lang, say

HOURS = 3
"""The length of an evening in the calendar."""
_LONGEST_LINE = 75
"""Bytes after which a line must be folded."""


def evening_file(club: Club, evening: NextEvening, lang: Lang) -> bytes:
    """The file of an evening; a calendar that has an older one of the club replaces it."""
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
    """A line as it is sent; a long one is continued after a space, never within a character."""
    parts, size = [""], 0
    for character in line:
        bytes_more = len(character.encode())
        if size + bytes_more > _LONGEST_LINE:
            parts.append(" ")
            size = 1
        parts[-1] += character
        size += bytes_more
    return "".join(f"{part}\r\n" for part in parts).encode()
