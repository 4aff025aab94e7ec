"""The built pages: files that never change under their names, and one page for every path."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from gongzhu.server.problems import ApiError, language
from gongzhu.texts import say

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_PACKED = {"br": ".br", "gzip": ".gz"}
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Bundle:
    """Serves the folder that the pages were built into."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    @property
    def missing(self) -> bool:
        """Whether the pages were not built."""
        return not (self._folder / "index.html").is_file()

    async def page(self, request: Request) -> Response:
        """The one page that all paths of pages show."""
        if self.missing:
            words = say("server.no_bundle", language(request))
            return Response(words, 503, media_type="text/plain; charset=utf-8")
        return self._file(request, self._folder / "index.html")

    async def file(self, request: Request) -> Response:
        """A file of the bundle. Raises ApiError where there is none."""
        try:
            path = (self._folder / request.path_params["path"].lstrip("/")).resolve()
            there = self._folder in path.parents and path.is_file()
        except (OSError, ValueError) as error:  # no file can have that name
            raise ApiError(404, "no_page") from error
        if not there:
            raise ApiError(404, "no_page")
        return self._file(request, path)

    def _file(self, request: Request, path: Path) -> Response:
        # Names of assets hold a hash of their contents.
        hashed = path.parent == self._folder / "assets"
        headers = {"Cache-Control": FOREVER if hashed else ASK_AGAIN, "Vary": "Accept-Encoding"}
        accepted = request.headers.get("accept-encoding", "")
        kind = _TYPES.get(path.suffix, "application/octet-stream")
        for encoding, suffix in _PACKED.items():
            packed = path.with_name(path.name + suffix)
            if encoding in accepted and packed.is_file():
                headers["Content-Encoding"] = encoding
                path = packed
                break
        whole = FileResponse(path, headers=headers, media_type=kind, stat_result=path.stat())
        tag = whole.headers["etag"]
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={**headers, "ETag": tag})
        return whole
