"""The built pages: one page for every path, files that caches may keep, and nothing else."""

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from gongzhu.server.edge.problems import ApiError, refuse
from gongzhu.server.pages import Bundle


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return refuse(request, error)


def client(folder: Path) -> TestClient:
    bundle = Bundle(folder)
    routes = [Route("/", bundle.page), Route("/{path:path}", bundle.file)]
    app = Starlette(routes=routes, exception_handlers={ApiError: refused})
    return TestClient(app, headers={"Accept-Encoding": "identity"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    assets = tmp_path / "static" / "assets"
    assets.mkdir(parents=True)
    (tmp_path / "secret").write_text("secret")
    (assets.parent / "index.html").write_text("<html>")
    (assets.parent / "worker.js").write_text("worker")
    (assets / "index-1a2b.js").write_text("script")
    (assets / "index-1a2b.js.br").write_bytes(b"brotli")
    (assets / "index-1a2b.js.gz").write_bytes(b"gzip")
    return assets.parent


def test_the_page_is_asked_for_again_and_assets_are_kept(folder: Path) -> None:
    browser = client(folder)
    page = browser.get("/")
    assert page.text == "<html>"
    assert page.headers["cache-control"] == "no-cache"
    asset = browser.get("/assets/index-1a2b.js")
    assert asset.text == "script"
    assert "immutable" in asset.headers["cache-control"]
    assert asset.headers["content-type"].startswith("text/javascript")
    # A name without a hash may stand for something else tomorrow.
    assert browser.get("/worker.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "encoding"), [("br, gzip", "br"), ("gzip", "gzip"), ("deflate", None)]
)
def test_packed_files_are_sent_to_those_who_can_unpack_them(
    folder: Path, accepted: str, encoding: str | None
) -> None:
    browser = client(folder)
    with browser.stream(
        "GET", "/assets/index-1a2b.js", headers={"Accept-Encoding": accepted}
    ) as reply:
        assert reply.headers.get("content-encoding") == encoding
        assert reply.headers["content-type"].startswith("text/javascript")
        assert reply.headers["vary"] == "Accept-Encoding"


def test_what_does_not_change_is_not_sent_twice(folder: Path) -> None:
    browser = client(folder)
    first = browser.get("/")
    again = browser.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_range_is_sent_to_whoever_asks_for_one(folder: Path) -> None:
    part = client(folder).get("/assets/index-1a2b.js", headers={"Range": "bytes=2-3"})
    assert (part.status_code, part.text) == (206, "ri")
    assert part.headers["content-range"] == "bytes 2-3/6"


def test_a_range_of_what_is_there_no_more_is_not_sent(folder: Path) -> None:
    browser = client(folder)
    tag = browser.get("/worker.js").headers["etag"]
    headers = {"Range": "bytes=0-1", "If-Range": tag}
    assert browser.get("/worker.js", headers=headers).text == "wo"
    (folder / "worker.js").write_text("another")
    assert browser.get("/worker.js", headers=headers).text == "another"


def test_pages_that_are_built_anew_are_sent_anew(folder: Path) -> None:
    browser = client(folder)
    assert browser.get("/").text == "<html>"
    (folder / "new.html").write_text("<html >")
    (folder / "new.html").replace(folder / "index.html")
    assert browser.get("/").text == "<html >"
    (folder / "index.html").unlink()
    assert browser.get("/").status_code == 503
    assert browser.get("/assets/index-1a2b.js").text == "script"
    (folder / "assets" / "index-1a2b.js").unlink()
    assert browser.get("/assets/index-1a2b.js").status_code == 404


@pytest.mark.parametrize(
    "path", ["/../secret", "/assets/../../secret", "/%2e%2e/secret", "/assets", "/none.js"]
)
def test_nothing_outside_the_bundle(folder: Path, path: str) -> None:
    assert client(folder).get(path).status_code == 404


def test_a_server_without_pages_says_how_to_get_them(tmp_path: Path) -> None:
    reply = client(tmp_path).get("/", headers={"Accept-Language": "zh"})
    assert reply.status_code == 503
    assert "make serve" in reply.text


def test_an_unknown_address_shows_a_person_the_page(folder: Path) -> None:
    browser = client(folder)
    for path in ("/no/such/page", "/raw%00name", "/" + "x" * 5000):
        shown = browser.get(path, headers={"accept": "text/html,*/*;q=0.8"})
        assert shown.status_code == 404
        assert shown.headers["content-type"].startswith("text/html")
        assert browser.get(path, headers={"accept": "*/*"}).json()["code"] == "no_page"
