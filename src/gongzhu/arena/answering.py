"""Answers requests of the outside-bot protocol with one of the built-in bots."""

from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from gongzhu.arena.position import rules_of, view_in
from gongzhu.arena.possible import ImpossiblePosition
from gongzhu.arena.request import Request
from gongzhu.bots import Bot
from gongzhu.dealing import child_seed
from gongzhu.rules import RuleError, RuleSet
from gongzhu.texts import say


class _Line(msgspec.Struct, frozen=True):
    type: str = ""


def answer_lines(
    lines: Iterable[bytes],
    bot: Bot,
    rules: RuleSet | None = None,
    *,
    seed: str = "",
    budget: float = 0.0,
) -> Iterator[bytes]:
    """One line of JSON in answer to each request; `{"error": …}` for a line that is not a request.

    Empty lines and lines of `type` "start" and "end" are ignored. A request is answered under its
    own rules, or under `rules` if it has none. The same line always gets the same answer.
    """
    for line in lines:
        if not line.strip():
            continue
        try:
            if msgspec.json.decode(line, type=_Line).type in ("start", "end"):
                continue
            request = msgspec.json.decode(line, type=Request)
            view = view_in(request, rules_of(request, rules))
            rng = Random(child_seed(seed, "request", line.decode().strip()))
            told: object = bot.choose(view, rng, budget)
        except (msgspec.DecodeError, RuleError, UnicodeDecodeError, RecursionError) as error:
            told = {"error": say("arena.bad_request", error=error)}
        except ImpossiblePosition as error:
            told = {"error": say("arena.impossible", error=error)}
        yield msgspec.json.encode(told) + b"\n"
