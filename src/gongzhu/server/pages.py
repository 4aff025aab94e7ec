"""Serves the web client: its files, and its single HTML page for every page path, with a link
preview on paths that people send to each other."""

from collections.abc import Callable
from html import escape
from pathlib import Path
from stat import S_ISREG

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from gongzhu.server.edge.problems import ApiError, language
from gongzhu.server.live.summary import Listing, rules_title
from gongzhu.texts import Lang, say

PAGE = "index.html"
"""Name of the HTML file."""
SMALL = 64 << 10
"""Largest size in bytes of a file that is read in one step. Larger files are streamed."""
FOREVER = "public, max-age=31536000, immutable"
"""`Cache-Control` of files that never change."""
ASK_AGAIN = "no-cache"
"""`Cache-Control` of all other files: the browser must check whether they have changed."""
_PACKED = {"br": ".br", "gzip": ".gz"}
"""File name extensions of compressed files, by encoding, the preferred one first."""


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
    """Serves the folder with the built web client, compressed if the browser accepts it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder

    async def page_for(self, request: Request, told: Callable[[str], str]) -> Response:
        """Respond with the HTML page of the client, after `told` has added a link preview to its
        text."""
        try:
            text = (self._folder / PAGE).read_text("utf-8")
        except OSError:
            return await self.page(request)
        headers = {"Cache-Control": ASK_AGAIN}
        return Response(told(text), headers=headers, media_type=_TYPES[".html"])

    async def page(self, request: Request) -> Response:
        """Respond with the HTML page of the client, the same for every path, or with status 503 if
        the client is not built."""
        return self._answer(PAGE, request) or _no_bundle(request)

    async def file(self, request: Request) -> Response:
        """Respond with a file of the client. If it does not exist, respond with the HTML page and
        status 404 to a browser, and raise ApiError 404 for a client that does not accept HTML."""
        named = self.get_path(request.scope)
        # Files whose names begin with a dot belong to the build, and are not served.
        hidden = any(part.startswith(".") for part in Path(named).parts if part != ".")
        found = None if hidden else self._answer(named, request)
        if found is not None:
            return found
        if "text/html" not in request.headers.get("accept", ""):
            raise ApiError(404, "no_page")
        return self._answer(PAGE, request, 404) or _no_bundle(request)

    def _answer(self, name: str, request: Request, status: int = 200) -> Response | None:
        """A response with the file `name` in an encoding that the browser accepts, or with status
        304 if the browser's copy is current.

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
            except (OSError, ValueError):  # it was just deleted, or no file can have that name
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
    """A response with status 503: the client is not built."""
    words = say("server.no_bundle", language(request))
    return Response(words, 503, media_type="text/plain; charset=utf-8")


PICTURE = "/preview.jpg"
"""Path of the preview picture, which web/scripts/preview.py draws from the project's cards."""
WIDTH, HEIGHT = 1200, 630
_HEAD_END = "</head>"


def with_preview(page: str, site: str, path: str, listing: Listing | None, lang: Lang) -> str:
    """The HTML page `page` with link preview tags added to its head.

    `site` is the scheme and host of its URL, `path` the path. `listing` is the summary of the table
    that the page is about, or None. Nothing about a private table is included, since people who are
    not invited may fetch the preview.
    """
    values = {
        "og:type": "website",
        "og:site_name": say("server.preview.site", lang),
        "og:title": _title(listing, lang),
        "og:description": _description(listing, lang),
        "og:url": f"{site}{path}",
        "og:image": f"{site}{PICTURE}",
        "og:image:width": f"{WIDTH}",
        "og:image:height": f"{HEIGHT}",
        "og:image:alt": say("server.preview.alt", lang),
    }
    lines = [
        f'<meta property="{name}" content="{escape(text)}" />' for name, text in values.items()
    ]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    before, end, after = page.partition(_HEAD_END)
    return f"{before}{''.join(lines)}{end}{after}"


def _title(listing: Listing | None, lang: Lang) -> str:
    if listing is None:
        return say("server.preview.title", lang)
    if listing.access == "private" or not listing.name:
        return say(f"server.preview.invited_{listing.rules.family}", lang)
    return say("server.preview.table", lang, name=listing.name)


def _description(listing: Listing | None, lang: Lang) -> str:
    if listing is None or listing.access == "private":
        return say("server.preview.about", lang)
    title = rules_title(listing.preset, listing.rules, lang)
    free = sum(seat.kind == "open" for seat in listing.seats)
    key = "free" if free > 1 else "one_free" if free else "full"
    return say(f"server.preview.{key}", lang, rules=title, n=free)
