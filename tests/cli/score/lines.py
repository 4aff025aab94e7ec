"""Lines of deals as programs send them to `gongzhu score`, and what they are answered."""

import json
from typing import Any

from typer.testing import CliRunner

from gongzhu.cli.main import app
from tests.support.tables import cards

ALL = "*H QS JD TC"
"""All sixteen point cards, as a pile."""


def codes(text: str) -> list[str]:
    return [card.code for card in cards(text)]


def line(*piles: str, **more: Any) -> str:
    """The line of a deal; piles are texts such as `QS *H`."""
    return json.dumps({"captures": [codes(pile) for pile in piles], **more})


def answers(
    rules: str, *lines: str, game: bool = False, status: int = 0, lang: str = "en"
) -> list[dict[str, Any]]:
    """What the lines are answered; the program must end with `status`."""
    words = ["score", "--rules", rules, "--jsonl", "--lang", lang, *(["--game"] if game else [])]
    result = CliRunner().invoke(app, words, input="\n".join(lines) + "\n")
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return [json.loads(answer) for answer in result.stdout.splitlines()]


def error(rules: str, text: str, game: bool = False) -> str:
    """What a bad line is told; the same in Chinese must be something else."""
    (told,) = answers(rules, text, game=game, status=1)
    (chinese,) = answers(rules, text, game=game, status=1, lang="zh")
    assert told.keys() == chinese.keys() == {"error"}
    assert told["error"] != chinese["error"]
    return str(told["error"])


def modes(text: str, mode: str = "open") -> dict[str, str]:
    return dict.fromkeys(text.split(), mode)
