"""`--deals FILE` of arena, simulate and play: given hands are dealt in order, or refused."""

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import entrant
from gongzhu.arena.match import play_match
from gongzhu.arena.play_deal import begin_deal
from gongzhu.cli.main import app
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.records import read_jsonl
from gongzhu.records.text_writer import show_hand
from gongzhu.rules import PRESETS, RuleSet
from gongzhu.rules.events import Hands
from gongzhu.terminal.opening import Opening
from tests.cli.test_play_command import launch, refused
from tests.records.texts import text_of
from tests.support.recorded import some_records

PAGAT = PRESETS["gongzhu-pagat"].rules
FIVE = PRESETS["gongzhu-pagat-5"].rules


class Ran:
    """A program that was opened and left."""

    return_code = 0

    def __init__(self, opened: list[Opening], opening: Opening) -> None:
        self._opened = opened
        self._opening = opening

    def run(self) -> None:
        """Nobody plays."""
        self._opened.append(self._opening)


def run(*words: object, status: int = 0, lang: str = "en") -> Result:
    result = CliRunner(env={"GONGZHU_LANG": lang}).invoke(app, list(map(str, words)))
    assert result.exit_code == status, result.output
    return result


def dealt(count: int, rules: RuleSet = PAGAT) -> tuple[Hands, ...]:
    return tuple(deal_hands(rules, child_seed("given", number)) for number in range(count))


def written(path: Path, deals: tuple[Hands, ...]) -> Path:
    lines = [" | ".join(map(show_hand, hands)) for hands in deals]
    path.write_text("\n".join(lines), "utf-8")
    return path


@pytest.mark.rest
def test_the_arena_plays_each_given_deal_as_one_duplicate_deal(tmp_path: Path) -> None:
    file = written(tmp_path / "hands", dealt(3))
    words = ("arena", "steady", "random", "--rules", "gongzhu-pagat", "--json", "--seed", "1")
    told = msgspec.json.decode(run(*words, "--deals", file).stdout)
    a, b = entrant("steady"), entrant("random")
    match = Pairing(a, b, PAGAT, "1", given=dealt(3))
    found = [result.advantage for result in play_match(match, range(3))]
    assert told["deals"] == 3
    assert told["mean"] == pytest.approx(sum(found) / 3)
    again = msgspec.json.decode(run(*words, "--deals", file, "--jobs", 2).stdout)
    assert again["mean"] == told["mean"]


def test_given_hands_of_the_seed_are_the_deals_of_the_seed() -> None:
    a, b = entrant("steady"), entrant("random")
    given = tuple(deal_hands(PAGAT, child_seed("s", number)) for number in range(2))
    usual, same = (Pairing(a, b, PAGAT, "s", given=hands) for hands in ((), given))
    assert begin_deal(PAGAT, "s", 1) == begin_deal(PAGAT, "other", 1, given[1])
    results = [
        [result.advantage for result in play_match(match, range(2))] for match in (usual, same)
    ]
    assert results[0] == results[1]
    other = Pairing(a, b, PAGAT, "s", given=given[::-1])
    assert len({str(match.heading) for match in (usual, same, other)}) == 3


def test_simulate_records_the_given_deals_in_order(tmp_path: Path) -> None:
    file, out = written(tmp_path / "hands", dealt(12)), tmp_path / "deals.jsonl"
    words = ("simulate", "--rules", "gongzhu-pagat", "--bots", "random", "--seed", "1")
    run(*words, "--deals", file, "--out", out, "--jobs", 2)
    records = list(read_jsonl(out.read_text("utf-8")))
    assert tuple(record.hands for record in records) == dealt(12)
    assert {record.dealer_seed for record in records} == {None}
    assert records[-1].game > 0
    assert "everything is correct" in run("verify", out).stdout
    again = tmp_path / "again.jsonl"
    run(*words, "--deals", out, "--out", again)
    assert again.read_bytes() == out.read_bytes()


def test_play_deals_them_one_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "friday.gzn"
    records = some_records("gongzhu-pagat", 2)
    file.write_text(text_of(*records), "utf-8")
    opened: list[Opening] = []
    monkeypatch.setattr("gongzhu.terminal.app.TableApp", lambda opening: Ran(opened, opening))
    launch(deals=file, level="random", rules="gongzhu-wiki")
    (opening,) = opened
    assert opening.given is not None
    assert opening.save is None
    assert opening.given.setup.preset == "gongzhu-wiki"
    own = opening.given.view.own
    assert own is not None
    assert own.hand == records[0].hands[0]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"deals": Path("nowhere")}, "nowhere: "),
        ({"deals": Path("five")}, "five: line 1: 5 hands, but these rules are for 4 players"),
        ({"deals": Path("table.json")}, "a game saved by gongzhu play"),
        ({"games": 2, "resume": False}, "leave out --games, --resume/--new"),
    ],
)
def test_play_refuses_what_it_cannot_deal_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: dict[str, object],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "five", dealt(1, FIVE))
    (tmp_path / "table.json").write_text('{"program":"gongzhu play"}')
    usual = {"save": None, "deals": Path("five"), "rules": "gongzhu-pagat"}
    assert told in refused(capsys, tmp_path, **{**usual, **options})


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("command", ["arena", "simulate"])
def test_a_bad_file_is_refused_in_one_line_before_anything_is_played(
    tmp_path: Path, command: str, lang: str
) -> None:
    good = written(tmp_path / "good", dealt(2))
    five = written(tmp_path / "five", dealt(1, FIVE))
    short = tmp_path / "short"
    short.write_text(good.read_text("utf-8")[:-1], "utf-8")
    who = ("steady", "random") if command == "arena" else ("--out", tmp_path / "out")
    words = (command, *who, "--rules", "gongzhu-pagat", "--lang", lang, "--deals")
    for file, told in (
        (five, "five"),
        (short, "short"),
        (tmp_path / "nowhere", "--deals"),
        ("0", "--deals 0"),
        ("-5", "--deals -5"),
        (10**10, "--deals 10000000000"),
        ("", "--deals ''"),
        (" ", "--deals ''"),
    ):
        error = run(*words, file, status=2, lang=lang).stderr
        assert error.count("\n") == 1
        assert error.startswith("gongzhu: ")
        assert told in error
    line = "line 2: the hands" if lang == "en" else "第 2 行"
    assert line in run(*words, short, status=2, lang=lang).stderr
    assert not (tmp_path / "out").exists()
