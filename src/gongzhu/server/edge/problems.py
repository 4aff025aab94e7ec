"""Responses of the HTTP API: successful ones, files, and refusals, which have a code and one
sentence in the visitor's language."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse

from gongzhu.rules import RuleError
from gongzhu.store import ChangeRefused, StoreError
from gongzhu.texts import Lang, say


class RulesFault(Struct, frozen=True):
    """A fault in one option of a rule set: the option's key, and the fault in words."""

    key: str
    """Key of the option."""
    text: str
    """The fault, in the language of the request."""


class Problem(Struct, frozen=True):
    """The body of every HTTP response that is not a success: a code, and the reason in words."""

    code: str
    """A short code of the problem, such as `no_table`, for programs."""
    text: str
    """The reason, in the language that `?lang=` or `Accept-Language` asks for."""
    faults: tuple[RulesFault, ...] = ()
    """The faults of the rule set in the request, one for each faulty option."""
    lines: tuple[str, ...] = ()
    """For a file of records: the first fault of each faulty record, at most a hundred. `text` is
    the first of them."""


LARGEST_BODY = 4096
"""Greatest number of bytes in the body of a request; operations that take files allow more."""
T = TypeVar("T")


class ApiError(Exception):
    """Raised to refuse a request. It has an HTTP status and a code; the reason is the message
    `server.problem.CODE`, filled in with `values`."""

    def __init__(
        self,
        status: int,
        code: str,
        *,
        words: dict[Lang, str] | None = None,
        faults: RuleError | None = None,
        lines: tuple[str, ...] = (),
        retry_after: int | None = None,
        **values: object,
    ) -> None:
        """`words` replaces the message by a reason for each language. `faults` has the faults of a
        rule set, and `lines` are those of a file in words. `retry_after` is the number of seconds
        after which the same request may succeed."""
        self.status = status
        self.code = code
        self.retry_after = retry_after
        self._words = words
        self._faults = faults
        self._lines = lines
        self._values = values
        super().__init__(code)

    def text(self, lang: Lang = "en") -> str:
        """The reason in one sentence."""
        if self._words is not None:
            return self._words[lang]
        return say(f"server.problem.{self.code}", lang, **self._values)

    def problem(self, lang: Lang) -> Problem:
        """The body of the response, in this language."""
        faults = self._faults.faults if self._faults else ()
        wrong = tuple(RulesFault(fault.key, fault.at_table(lang)) for fault in faults)
        return Problem(self.code, self.text(lang), wrong, self._lines)


def problem_of(error: StoreError | ApiError) -> str:
    """The code of an error for the log, such as `no_table`."""
    return error.problem if isinstance(error, StoreError) else error.code


@contextmanager
def unless_taken(refusal: ApiError) -> Iterator[None]:
    """Within this context, raise `refusal` instead of ChangeRefused, by which the store refuses a
    change that conflicts with its present content."""
    try:
        yield
    except ChangeRefused as error:
        raise refusal from error


class ToldProblem(ApiError):
    """A refusal that a worker process has already put into words, in the language of the visitor
    who asked for the work."""

    def __init__(self, status: int, problem: Problem) -> None:
        super().__init__(status, problem.code)
        self._problem = problem

    def text(self, lang: Lang = "en") -> str:
        """The reason in one sentence. `lang` is ignored, since the text exists in one language
        only."""
        return self._problem.text

    def problem(self, lang: Lang) -> Problem:
        return self._problem


def language(connection: HTTPConnection) -> Lang:
    """The language for a visitor: `?lang=` if it is `en` or `zh`, else the first language in
    `Accept-Language` that begins with one of these, else `en`."""
    asked = connection.query_params.get("lang")
    if asked in ("en", "zh"):
        return "zh" if asked == "zh" else "en"
    for part in connection.headers.get("accept-language", "").split(","):
        wanted = part.split(";")[0].strip().lower()
        if wanted.startswith("zh"):
            return "zh"
        if wanted.startswith("en"):
            return "en"
    return "en"


def reply(body: msgspec.Struct | bytes, status: int = 200) -> Response:
    """A response with a JSON body that caches must not store. `body` is a struct, or JSON that was
    encoded already."""
    data = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Response(data, status, {"Cache-Control": "no-store"}, "application/json")


def reply_tagged(request: Request, body: msgspec.Struct) -> Response:
    """A response with a JSON body and an ETag; status 304 without a body if the browser has the
    same body already."""
    return tagged(request, msgspec.json.encode(body), "application/json")


def tagged(request: Request, data: bytes, kind: str, **more: str) -> Response:
    """A response with an ETag, which the browser may cache but must revalidate each time; status
    304 without a body if it has the same data already. `kind` is the media type, and `more` are
    further headers."""
    tag = f'"{sha256(data).hexdigest()[:32]}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": tag, **more}
    known = request.headers.get("if-none-match", "")
    if tag in (part.strip().removeprefix("W/") for part in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers, media_type=kind)


def refuse(request: HTTPConnection, refusal: ApiError) -> Response:
    """The response for a refusal: a `Problem` as JSON, with the header `Retry-After` if the refusal
    has that."""
    answer = reply(refusal.problem(language(request)), refusal.status)
    if refusal.retry_after is not None:
        answer.headers["Retry-After"] = f"{refusal.retry_after}"
    return answer


def download(name: str, content: str | bytes | AsyncIterator[str], kind: str) -> Response:
    """A response with a file that the browser saves under `name`; caches must not store it. `kind`
    is its media type without charset, since it is sent as UTF-8."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    kind = f"{kind}; charset=utf-8"
    if isinstance(content, str | bytes):
        return Response(content, headers=headers, media_type=kind)
    return StreamingResponse(content, headers=headers, media_type=kind)


async def read_body(request: Request, most: int) -> bytes:
    """The body of a request. Raises ApiError (413) if it has more than `most` bytes."""
    parts = []
    length = 0
    async for part in request.stream():
        length += len(part)
        if length > most:
            raise ApiError(413, "too_large", most=most)
        parts.append(part)
    return b"".join(parts)


def json_of(data: bytes, form: type[T]) -> T:
    """Decode JSON as an object of type `form`. Raises ApiError: 400 if the data is no JSON, 422 if
    it does not fit the type."""
    try:
        return msgspec.json.decode(data, type=form)
    except msgspec.ValidationError as error:
        raise ApiError(422, "misfit", error=str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(400, "not_json") from error
