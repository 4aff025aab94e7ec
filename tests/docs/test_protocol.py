"""The page about the protocol against the protocol: its examples, its tables and its figures."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from gongzhu.server.config.settings import Limits, Timeouts
from gongzhu.server.live.connection import Connection, Visitor
from gongzhu.server.live.messages import (
    VERSION,
    AskHint,
    CloseReason,
    FromPlayer,
    Goodbye,
    Hello,
    Say,
    ToPlayer,
    Write,
)
from gongzhu.table import Clock, Command
from gongzhu.table.clocks import LATE_IN_A_ROW, NEXT_DEAL_MS, NEXT_DEAL_TIMED_MS, NUMBERS_MS
from tests.docs.reading import DOCS, code_in, name_of, rows_of, tag_of

PAGES = (DOCS / "protocol.md", DOCS / "zh" / "protocol.md")
BLOCK = re.compile(r"^```json\n(.*?)^```$", re.DOTALL | re.MULTILINE)
each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


def table(page: Path, english: str, chinese: str) -> list[list[str]]:
    """The rows of the table with this heading, in the language of the page."""
    rows = rows_of(page, chinese if page.parent.name == "zh" else english)
    assert rows, english
    return rows


def firsts(rows: list[list[str]]) -> list[str]:
    """The code in the first cell of each row."""
    return [code_in(row[0])[0] for row in rows]


def tags(union: Any) -> set[str]:
    return {tag_of(kind) for kind in get_args(union)}


class Recorder:
    """A transport that keeps what it is given."""

    waiting = 0

    def __init__(self) -> None:
        self.payloads: list[bytes] = []

    def write(self, payload: bytes) -> None:
        """See `Transport`."""
        self.payloads.append(payload)


def goodbye(reason: CloseReason) -> Goodbye:
    """The last message to a connection that is closed for this reason."""
    recorder = Recorder()
    Connection(Visitor("ann"), recorder, most_waiting=0).close(reason)
    (payload,) = recorder.payloads
    return msgspec.json.decode(payload, type=Goodbye)


# --- messages --------------------------------------------------------------------------------


@each_page
def test_every_message_in_a_block_is_read(page: Path) -> None:
    blocks = BLOCK.findall(page.read_text("utf-8"))
    read = [msgspec.json.decode(block, type=FromPlayer) for block in blocks]
    assert read[0] == Hello(VERSION, None, "en")
    assert len(read) == 2


@each_page
def test_every_message_in_a_sentence_is_read(page: Path) -> None:
    prose = "\n".join(
        line for line in page.read_text("utf-8").splitlines() if not line.startswith("|")
    )
    found = [code for code in code_in(prose) if code.startswith('{"type"')]
    assert len([msgspec.json.decode(code, type=ToPlayer) for code in found]) == 2


@each_page
def test_there_is_an_example_of_every_command(page: Path) -> None:
    shown = firsts(table(page, "`do`", "`do`"))
    read: list[Any] = [
        msgspec.json.decode(code, type=Command | AskHint | Say | Write) for code in shown
    ]
    assert [tag_of(type(command)) for command in read] == [
        json.loads(code)["type"] for code in shown
    ]
    assert {type(command) for command in read} == {*get_args(Command), AskHint, Say, Write}


@each_page
def test_every_message_of_the_server_is_listed(page: Path) -> None:
    assert set(firsts(table(page, "`type`", "`type`"))) == tags(ToPlayer)


@each_page
def test_every_goodbye_is_listed(page: Path) -> None:
    rows = table(page, "`code` of `goodbye`", "`goodbye` 的 `code`")
    said = {code_in(row[0])[0]: json.loads(code_in(row[2])[0]) for row in rows}
    assert said == {reason: goodbye(reason).again for reason in get_args(CloseReason)}
    waiting = next(row[1] for row in rows if "too_slow" in row[0])
    assert numbers(waiting) == [Limits().waiting_bytes // 1024]


# --- fields that are left out ------------------------------------------------------------------


def parts_of(union: Any) -> dict[str, inspect.StructType]:
    """Every struct that the messages of a union are made of, by its tag or else by its name."""
    found: dict[str, inspect.StructType] = {}
    waiting: list[Any] = [inspect.type_info(union)]
    while waiting:
        part = waiting.pop()
        match part:
            case inspect.StructType(cls=kind):
                name = kind.__struct_config__.tag or kind.__name__.lower()
                if name not in found:
                    found[str(name)] = part
                    waiting += [field.type for field in part.fields]
            case inspect.Type():
                for name in part.__struct_fields__:
                    inner = getattr(part, name)
                    waiting += inner if isinstance(inner, tuple) else [inner]
            case _:
                pass
    return found


def defaults(part: inspect.StructType) -> dict[str, object]:
    """The fields of a struct that need not be there, with their values in JSON."""
    values = {
        field.name: field.default
        if field.default_factory is msgspec.NODEFAULT
        else field.default_factory()
        for field in part.fields
        if not field.required
    }
    plain: dict[str, object] = json.loads(msgspec.json.encode(values))
    return plain


def listed(rows: list[list[str]]) -> dict[str, object]:
    """By message, the fields of the second column as one object."""
    return {code_in(row[0])[0]: json.loads("{" + ", ".join(code_in(row[1])) + "}") for row in rows}


@each_page
def test_the_fields_that_the_server_leaves_out(page: Path) -> None:
    left_out = {
        name: defaults(part)
        for name, part in parts_of(ToPlayer).items()
        if part.cls.__struct_config__.omit_defaults
    }
    assert listed(table(page, "from the server", "服务器发来")) == left_out


@each_page
def test_the_fields_that_a_program_may_leave_out(page: Path) -> None:
    may = {name: found for name, part in parts_of(FromPlayer).items() if (found := defaults(part))}
    assert listed(table(page, "to the server", "发给服务器")) == may


# --- times -------------------------------------------------------------------------------------


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def bounds(field: str) -> tuple[int, int]:
    """The least and the most seconds that a clock may be set to."""
    schema = msgspec.json.schema_components([Clock])[1]["Clock"]["properties"][field]
    return schema["minimum"], schema["maximum"]


@each_page
def test_the_times_are_those_that_the_table_waits(page: Path) -> None:
    second, hour = 1000, 3600
    clock, timeouts = Clock(), Timeouts()
    assert NUMBERS_MS % second == NEXT_DEAL_MS % second == NEXT_DEAL_TIMED_MS % second == 0
    rows = table(page, "what it waits for", "等什么")
    assert [numbers(row[1]) for row in rows] == [
        [NUMBERS_MS // second],
        [NUMBERS_MS // second],
        [NEXT_DEAL_MS // second],
        [NEXT_DEAL_TIMED_MS // second],
        [*bounds("move"), clock.move],
        [*bounds("idle"), clock.idle],
        [*bounds("grace"), clock.grace],
        [timeouts.hello],
        [timeouts.close / hour],
    ]
    assert [numbers(row[2]) for row in rows if numbers(row[2])] == [[LATE_IN_A_ROW]]
