"""Serves the built web client: one HTML page for all paths, and its files."""

from collections.abc import Callable
from pathlib import Path
from stat import S_ISREG

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from gongzhu.server.problems import ApiError, language
from gongzhu.texts import say

PAGE = "index.html"
SMALL = 64 << 10
"""Largest size in bytes of a file that is read in one step; larger files are streamed."""
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_PACKED = {"br": ".br", "gzip": ".gz"}
# The system's own list of media types may lack some of these, or differ.
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
    """Serves the folder with the built pages, compressed where the browser accepts it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder

    async def page_for(self, request: Request, told: Callable[[str], str]) -> Response:
        """The page after `told` has added a link preview to its HTML, for messengers."""
        try:
            text = (self._folder / PAGE).read_text("utf-8")
        except OSError:
            return await self.page(request)
        headers = {"Cache-Control": ASK_AGAIN}
        return Response(told(text), headers=headers, media_type=_TYPES[".html"])

    async def page(self, request: Request) -> Response:
        """The single HTML page of the web client, the same for every path."""
        return self._answer(PAGE, request) or _no_bundle(request)

    async def file(self, request: Request) -> Response:
        """A file of the bundle; if it does not exist, the HTML page with status 404.

        Raises ApiError instead if the client does not accept HTML.
        """
        named = self.get_path(request.scope)
        # The build's own notes begin with a dot, and are not served.
        hidden = any(part.startswith(".") for part in Path(named).parts if part != ".")
        found = None if hidden else self._answer(named, request)
        if found is not None:
            return found
        if "text/html" not in request.headers.get("accept", ""):
            raise ApiError(404, "no_page")
        return self._answer(PAGE, request, 404) or _no_bundle(request)

    def _answer(self, name: str, request: Request, status: int = 200) -> Response | None:
        """A file in an encoding that the browser accepts, or a 304 answer if its copy is current.

        None if there is no such file.
        """
        accepted = request.headers.get("accept-encoding", "")
        for encoding in (*(one for one in _PACKED if one in accepted), ""):
            try:
                path, found = self.lookup_path(name + _PACKED.get(encoding, ""))
                if found is None or not S_ISREG(found.st_mode):
                    continue
                answer = FileResponse(path, status, _headers(name, encoding), stat_result=found)
                if status == 200 and self.is_not_modified(answer.headers, request.headers):
                    return NotModifiedResponse(answer.headers)
                if found.st_size > SMALL or "range" in request.headers:
                    return answer
                # Faster here: for a `FileResponse`, threads would open, read and close the file.
                return Response(Path(path).read_bytes(), status, answer.headers)
            except (OSError, ValueError):  # it is just gone, or no file can have that name
                return None
        return None


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
