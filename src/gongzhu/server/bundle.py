"""The built pages: one page for every path, and files that never change under their names."""

from collections.abc import Callable
from pathlib import Path
from stat import S_ISREG

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from gongzhu.server.held_files import HeldFile, read, version_of
from gongzhu.server.problems import ApiError, language
from gongzhu.texts import say

PAGE = "index.html"
MOST_HELD = 32 << 20
"""Bytes of files in memory: many times the pages, for a server that goes on while they are built
anew."""
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_PACKED = {"br": ".br", "gzip": ".gz"}
# The machine's own list of types may lack some of them, or have others.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".jsonl": "application/x-ndjson",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Bundle(StaticFiles):
    """Serves the folder that the pages were built into, packed where the browser can unpack.

    A file is read when it is first asked for, and again when it is another one on the disk."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder
        self._held: dict[str, HeldFile] = {}
        """By path in the folder."""

    @property
    def held_bytes(self) -> int:
        """The bytes of the files in memory."""
        return sum(len(one.contents) for one in self._held.values())

    async def page_for(self, request: Request, told: Callable[[str], str]) -> Response:
        """The page, with what is told of the address in its head: for messengers."""
        found = self._file(PAGE)
        if found is None:
            return await self.page(request)
        text = told(found.contents.decode())
        headers = {"Cache-Control": ASK_AGAIN}
        return Response(text, headers=headers, media_type=_TYPES[".html"])

    async def page(self, request: Request) -> Response:
        """The one page that is shown at every page's path."""
        found = self._packed(PAGE, request)
        return _no_bundle(request) if found is None else self._answer(found, request)

    async def file(self, request: Request) -> Response:
        """A file of the bundle; where there is none, the page that says so to a person.

        Raises ApiError for a program, which did not ask for a page.
        """
        named = self.get_path(request.scope)
        # What the build notes for itself begins with a dot.
        hidden = any(part.startswith(".") for part in Path(named).parts if part != ".")
        found = None if hidden else self._packed(named, request)
        if found is not None:
            return self._answer(found, request)
        if "text/html" not in request.headers.get("accept", ""):
            raise ApiError(404, "no_page")
        page = self._packed(PAGE, request)
        return _no_bundle(request) if page is None else page.whole(404)

    def _answer(self, found: HeldFile, request: Request) -> Response:
        """A file, or the note that the browser has it already."""
        if self.is_not_modified(found.headers, request.headers):
            return NotModifiedResponse(found.headers)
        return found.answer(request.headers)

    def _packed(self, name: str, request: Request) -> HeldFile | None:
        """A file as the browser can unpack it."""
        accepted = request.headers.get("accept-encoding", "")
        encodings = (encoding for encoding in _PACKED if encoding in accepted)
        return next(filter(None, (self._file(name, one) for one in (*encodings, ""))), None)

    def _file(self, name: str, encoding: str = "") -> HeldFile | None:
        """A file of the folder in an encoding. A file of the pages is small, and read only once, so
        that nothing is won by another thread that reads it."""
        path = name + _PACKED.get(encoding, "")
        try:
            now = version_of((self._folder / path).stat())
            held = self._held.get(path)
            if held is None or held.version != now:
                held = self._read(path, _headers(name, encoding))
        except (OSError, ValueError):  # there is none, or no file can have that name
            return None
        return held

    def _read(self, path: str, headers: dict[str, str]) -> HeldFile | None:
        """A file that is held from now on, unless it is none of the folder's. Raises OSError."""
        place, found = self.lookup_path(path)
        if found is None or not S_ISREG(found.st_mode):
            return None
        held = read(Path(place), headers)
        if self.held_bytes > MOST_HELD:
            self._held.clear()
        self._held[path] = held
        return held


def _headers(name: str, encoding: str) -> dict[str, str]:
    path = Path(name)
    # Names of assets hold a hash of their contents.
    hashed = path.parent.name == "assets"
    return {
        "Cache-Control": FOREVER if hashed else ASK_AGAIN,
        "Content-Type": _TYPES.get(path.suffix, "application/octet-stream"),
        "Vary": "Accept-Encoding",
        **({"Content-Encoding": encoding} if encoding else {}),
    }


def _no_bundle(request: Request) -> Response:
    words = say("server.no_bundle", language(request))
    return Response(words, 503, media_type="text/plain; charset=utf-8")
