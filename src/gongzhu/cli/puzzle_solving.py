"""Solving puzzles in the terminal: a position, a choice, the answer, and a rating of the solver."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import typer

from gongzhu.bots.reasons.wording import action_text, points_text, with_names
from gongzhu.cards import CardTextError, Seat, parse_cards
from gongzhu.cli.common import own_rules
from gongzhu.cli.files import user_folder
from gongzhu.cli.position_text import NOTHING, action_of, drawn, played, sorted_hand
from gongzhu.puzzles import GlickoRating, Puzzle, PuzzleChoice
from gongzhu.puzzles.puzzle import names_of
from gongzhu.puzzles.rating import PLAYER, after_puzzle
from gongzhu.rules import Action, Family, Phase, side_of, sides
from gongzhu.rules.following import changes_from, nearest_preset
from gongzhu.scorebook import write_whole
from gongzhu.texts import Lang, SystemReason, say, typed, wrap
from gongzhu.texts.wrap import width_of
from gongzhu.view import View

QUIT = "q"


class Progress(msgspec.Struct):
    """The puzzles that a person has tried, and their ratings."""

    ratings: dict[Family, GlickoRating] = {}
    """Rating by game; no entry if no puzzle of that game was tried."""
    tried: dict[str, bool] = {}
    """By puzzle id, true if the first try was right."""

    def rating(self, puzzle: Puzzle) -> GlickoRating:
        """The person's rating in the game of a puzzle."""
        return self.ratings.get(puzzle.rule_set().family, PLAYER)

    def distance(self, puzzle: Puzzle) -> float:
        """How far a puzzle's rating is from the person's, in rating points."""
        return abs(puzzle.rating - self.rating(puzzle).rating)

    def add(self, puzzle: Puzzle, solved: bool) -> None:
        """Count the first try at a puzzle; later tries change nothing."""
        if puzzle.id not in self.tried:
            family = puzzle.rule_set().family
            self.ratings[family] = after_puzzle(self.rating(puzzle), puzzle, solved)
            self.tried[puzzle.id] = solved


def solve(puzzles: Iterable[Puzzle], lang: Lang) -> None:
    """Ask puzzles near the person's rating until there are none left or they enter `q`."""
    path = user_folder("data") / "puzzles.json"
    progress = _read(path, lang)
    left = [puzzle for puzzle in puzzles if puzzle.id not in progress.tried]
    if not left:
        typer.echo(say("puzzles.none_left", lang))
    while left:
        puzzle = min(left, key=progress.distance)
        left.remove(puzzle)
        view = puzzle.view()
        typer.secho(f"\n{head(puzzle, lang)}\n", bold=True)
        typer.echo("\n".join([*rules_lines(puzzle, lang), *position_lines(view, lang)]))
        action = _ask(view, lang)
        if action is None:
            break
        solved = puzzle.solved_by(action)
        progress.add(puzzle, solved)
        _write(path, progress, lang)
        typer.secho("\n" + say(f"puzzles.{'right' if solved else 'wrong'}", lang), bold=True)
        typer.echo(theme_title(puzzle, lang))
        typer.echo("\n".join(answer_lines(puzzle, view, lang)))
        typer.echo(say("puzzles.your_rating", lang, rating=round(progress.rating(puzzle).rating)))
        if left and _prompt(say("puzzles.next", lang)) in (None, QUIT):
            break


def _ask(view: View, lang: Lang) -> Action | None:
    """Ask for the person's choice until it is legal, and return it; None to stop."""
    while True:
        text = _prompt(say("puzzles.prompt", lang))
        if text is None or text == QUIT:
            return None
        if not text:
            continue
        try:
            cards = () if typed(text) == NOTHING else parse_cards(text)
        except CardTextError as error:
            typer.echo(error.text(lang))
            continue
        action = action_of(view, cards)
        if action is None:
            typer.echo(say("puzzles.one_card", lang))
            continue
        reason = view.why_illegal(action)
        if reason is None:
            return action
        typer.echo(reason.text(lang))


def _prompt(text: str) -> str | None:
    try:
        return input(f"{text} ").strip()
    except (EOFError, KeyboardInterrupt):
        typer.echo()
        return None


def _read(path: Path, lang: Lang) -> Progress:
    """Read the progress; an unreadable file is renamed, and a message says so."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Progress)
    except FileNotFoundError:
        return Progress()
    except OSError as error:
        _tell("progress_not_read", path, error, lang)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        aside = path.with_suffix(".damaged")
        with suppress(OSError):
            path.replace(aside)
        typer.echo(say("puzzles.progress_damaged", lang, file=path, aside=aside), err=True)
    return Progress()


def _write(path: Path, progress: Progress, lang: Lang) -> None:
    """Save the progress; if that fails, a message says so and solving continues."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, [msgspec.json.encode(progress)])
    except OSError as error:
        _tell("progress_not_kept", path, error, lang)


def _tell(problem: str, path: Path, error: OSError, lang: Lang) -> None:
    reason = SystemReason(error).text(lang)
    typer.echo(say(f"puzzles.{problem}", lang, file=path, error=reason), err=True)


WIDTH = 80
"""Largest width of the text in columns: longer lines are hard to read."""
NAME = 34
"""Width in columns of the name of a choice."""
FIGURE = 14
"""Width in columns of a figure."""
BARS = 24
"""Length in columns of the longest bar in a chart of points."""


def listed_json(puzzle: Puzzle) -> str:
    """A puzzle as one line of JSON; `request` and `best` are as in the outside-bot protocol."""
    shown = {key: getattr(puzzle, key) for key in ("id", "rules", "theme", "rating")}
    shown |= {"request": puzzle.asked(), "best": puzzle.best, "lead": puzzle.lead}
    return msgspec.json.encode(shown).decode()


def listed(puzzle: Puzzle, lang: Lang) -> str:
    """A puzzle as one line of text, without its answer."""
    rules = puzzle.rules or say("puzzles.own_rules", lang)
    padding = " " * max(0, 22 - width_of(rules))
    return f"{puzzle.id}  {puzzle.rating:4}  {rules}{padding}  {theme_title(puzzle, lang)}"


def theme_title(puzzle: Puzzle, lang: Lang) -> str:
    """The name of a puzzle's theme, worded for its game."""
    return say(f"puzzles.theme.{puzzle.rule_set().family}.{puzzle.theme}", lang)


def head(puzzle: Puzzle, lang: Lang) -> str:
    """The line above the position of a puzzle: its id, rules and rating. It does not name the
    theme, which would give too much away."""
    key = f"rules.preset.{puzzle.rules}.title" if puzzle.rules else "puzzles.own_rules"
    return say("puzzles.head", lang, id=puzzle.id, rules=say(key, lang), rating=puzzle.rating)


def rules_lines(puzzle: Puzzle, lang: Lang) -> Iterator[str]:
    """What differs from the nearest preset, as lines of text, if the rules are no preset's."""
    if not puzzle.rules:
        rules = puzzle.rule_set()
        base = nearest_preset(rules)
        yield from wrap(own_rules(base, changes_from(base, rules), lang), WIDTH)
        yield ""


def position_lines(view: View, lang: Lang) -> Iterator[str]:
    """What the seat of a view knows, as lines of text: exposed and passed cards, tricks and hand,
    with the question."""
    public, own = view.public, view.own
    assert own is not None
    names = names_of(view, lang)
    if view.rules.partners != "none":
        side = sides(view.rules)[side_of(view.rules, Seat(view.seat or 0))]
        (partner,) = set(side) - {view.seat}
        yield say("puzzles.partner", lang, name=names[partner])
    for exposure in public.exposed:
        sign = {"open": "×2", "up": "×4", "down": "×2"}[exposure.mode]
        yield say("puzzles.exposed", lang, name=names[exposure.seat], card=exposure.card, sign=sign)
    if own.passed and own.received:
        cards = [" ".join(map(str, sorted_hand(each))) for each in (own.passed, own.received)]
        yield say("puzzles.passed", lang, passed=cards[0], received=cards[1])
    for number, trick in enumerate(public.tricks, start=1):
        cards_played = played(trick.leader, trick.cards, public.players, names.__getitem__)
        yield f"{number:>3}. {cards_played}  → {names[trick.winner]}"
    if public.phase is Phase.PLAYING:
        if public.trick and public.leader is not None:
            on_table = played(public.leader, public.trick, public.players, names.__getitem__)
            yield say("puzzles.on_table", lang, cards=on_table)
        else:
            yield say("strategy.to_lead", lang)
    yield ""
    yield from drawn(sorted_hand(own.hand))
    key = {Phase.PASSING: "pass", Phase.EXPOSING: "expose"}.get(public.phase, "play")
    receiver = names[((view.seat or 0) + public.passing) % public.players]
    yield say(f"puzzles.ask.{key}", lang, name=receiver, count=view.rules.pass_count)


def answer_lines(puzzle: Puzzle, view: View, lang: Lang) -> Iterator[str]:
    """The answer to a puzzle as lines of text: the reason, the choices with their figures, and how
    often the best two lead to how many points."""
    names = names_of(view, lang)
    yield from wrap(with_names(puzzle.sentence[lang], names), WIDTH)
    yield ""
    heads = [say(f"hints.table.{head}", lang) for head in ("behind", "points")]
    yield from _row("", _figures(*heads))
    for choice in puzzle.choices:
        behind = f"−{choice.behind:.1f}" if choice.behind else "0"
        figures = _figures(behind, points_text(view.rules, choice.points, lang))
        yield from _row(_named(choice, lang), figures)
    yield ""
    best, second = (_named(choice, lang) for choice in puzzle.choices[:2])
    yield from wrap(say("puzzles.spread", lang, best=best, second=second), WIDTH)
    spread = puzzle.spread
    most = max(*spread.best, *spread.second, 1)
    for place, (here, there) in enumerate(zip(spread.best, spread.second, strict=True)):
        low = spread.low + place * spread.step
        bars = ["█" * round(BARS * share / most) for share in (here, there)]
        yield f"  {_number(low):>6}  {bars[0]:<{BARS}}  {bars[1]}".rstrip()


def _figures(*figures: str) -> str:
    return "".join(" " * (FIGURE - width_of(figure)) + figure for figure in figures)


def _row(name: str, figures: str) -> Iterator[str]:
    """The lines for choices that have the same result: their names, which may take several lines,
    and their figures."""
    *lines, last = wrap(name, NAME)
    yield from (f"  {line}" for line in lines)
    yield f"  {last}{' ' * (NAME - width_of(last))}{figures}"


def _named(choice: PuzzleChoice, lang: Lang) -> str:
    return " / ".join(action_text(action, lang, "plain") for action in choice.actions)


def _number(number: int) -> str:
    return f"{number}".replace("-", "−")
