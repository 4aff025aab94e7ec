"""The built pages: one page for every path, and files that never change under their names."""

import os
from collections.abc import Callable
from pathlib import Path
from stat import S_ISREG

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from gongzhu.server.problems import ApiError, language
from gongzhu.texts import say

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
    """Serves the folder that the pages were built into, packed where the browser can unpack."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)

    async def page_for(self, request: Request, told: Callable[[str], str]) -> Response:
        """The page, with what is told of the address in its head: for messengers."""
        path, found = self.lookup_path("index.html")
        if found is None:
            return await self.page(request)
        text = await run_in_threadpool(Path(path).read_text, "utf-8")
        headers = {"Cache-Control": ASK_AGAIN}
        return Response(told(text), headers=headers, media_type=_TYPES[".html"])

    async def page(self, request: Request) -> Response:
        """The one page that is shown at every page's path."""
        path, found = self.lookup_path("index.html")
        if found is None:
            words = say("server.no_bundle", language(request))
            return Response(words, 503, media_type="text/plain; charset=utf-8")
        return self._answer(request, path, found)

    async def file(self, request: Request) -> Response:
        """A file of the bundle; where there is none, the page that says so to a person.

        Raises ApiError for a program, which did not ask for a page.
        """
        try:
            named = self.get_path(request.scope)
            # What the build notes for itself begins with a dot.
            hidden = any(part.startswith(".") for part in Path(named).parts if part != ".")
            path, found = ("", None) if hidden else self.lookup_path(named)
        except (OSError, ValueError):  # no file can have that name
            path, found = "", None
        if found is not None and S_ISREG(found.st_mode):
            return self._answer(request, path, found)
        if "text/html" not in request.headers.get("accept", ""):
            raise ApiError(404, "no_page")
        page = await self.page(request)
        page.status_code = 404 if page.status_code == 200 else page.status_code
        return page

    def _answer(self, request: Request, name: str, found: os.stat_result) -> Response:
        """A file, or the note that the browser has it already."""
        path = Path(name)
        # Names of assets hold a hash of their contents.
        hashed = path.parent.name == "assets"
        headers = {"Cache-Control": FOREVER if hashed else ASK_AGAIN, "Vary": "Accept-Encoding"}
        kind = _TYPES.get(path.suffix, "application/octet-stream")
        for encoding, suffix in _PACKED.items():
            packed = path.with_name(path.name + suffix)
            if encoding in request.headers.get("accept-encoding", "") and packed.is_file():
                headers["Content-Encoding"] = encoding
                path, found = packed, packed.stat()
                break
        whole = FileResponse(path, headers=headers, media_type=kind, stat_result=found)
        if self.is_not_modified(whole.headers, request.headers):
            return NotModifiedResponse(whole.headers)
        return whole
