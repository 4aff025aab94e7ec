"""Files that are sent from memory: a visitor who reads slowly keeps no descriptor of one."""

import os
import re
from collections.abc import Mapping
from email.utils import formatdate
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

PIECE = 64 * 1024
"""Bytes that are written before a visitor must have read most of them."""
_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})", re.ASCII | re.IGNORECASE)

Version = tuple[int, int, int, int]
"""The marks by which a file differs from one that is written in its place."""


def version_of(found: os.stat_result) -> Version:
    """The version of a file."""
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size


class HeldFile(Struct, frozen=True):
    """A file as it was when it was read."""

    version: Version
    contents: bytes
    headers: Headers

    def whole(self, status: int = 200) -> Response:
        """All of it."""
        return _Pieces(self.contents, status, self.headers)

    def answer(self, asked: Headers) -> Response:
        """All of it, or the one range that is asked for; several ranges are answered by all."""
        size = len(self.contents)
        written = "" if _outdated(asked, self.headers) else asked.get("range", "")
        span = _span(written, size)
        if len(span) == size:
            return self.whole()
        if not span:
            return Response(status_code=416, headers={"Content-Range": f"bytes */{size}"})
        place = f"bytes {span[0]}-{span[-1]}/{size}"
        headers = {**self.headers, "content-range": place, "content-length": str(len(span))}
        return _Pieces(self.contents[span.start : span.stop], 206, headers)


def read(path: Path, headers: Mapping[str, str]) -> HeldFile:
    """A file with the headers of every answer that has it, and those that tell its contents. Raises
    OSError."""
    with path.open("rb") as file:
        found = os.fstat(file.fileno())
        contents = file.read()
    own = {
        "Accept-Ranges": "bytes",
        "Content-Length": str(len(contents)),
        "ETag": f'"{sha256(contents).hexdigest()[:32]}"',
        "Last-Modified": formatdate(found.st_mtime, usegmt=True),
    }
    return HeldFile(version_of(found), contents, Headers({**headers, **own}))


def _outdated(asked: Headers, now: Headers) -> bool:
    """True if a range is asked for of other contents than these."""
    known = asked.get("if-range")
    return known is not None and known not in (now["etag"], now["last-modified"])


def _span(written: str, size: int) -> range:
    """The bytes of a range, none where there are none; all for what is not one range."""
    found = _RANGE.fullmatch(written)
    first, last = found.groups() if found else ("", "")
    if first and last and int(last) < int(first):
        return range(size)
    if first:
        return range(int(first), min(int(last) + 1, size) if last else size)
    return range(max(0, size - int(last)), size) if last else range(size)


class _Pieces(Response):
    """Contents that a visitor is given time for piece by piece, not for all of them at once."""

    def __init__(self, contents: bytes, status: int, headers: Mapping[str, str]) -> None:
        super().__init__(None, status, headers)
        self._contents = contents

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them."""
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        size = len(self._contents)
        for place in range(0, max(1, size), PIECE):
            piece, more = self._contents[place : place + PIECE], place + PIECE < size
            await send({"type": "http.response.body", "body": piece, "more_body": more})
