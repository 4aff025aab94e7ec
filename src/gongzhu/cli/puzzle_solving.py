"""Solving puzzles in the terminal: shows a position, asks for a choice, explains the answer, and
keeps a rating of the person."""

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
    """The puzzles that a person has attempted, and their ratings. Stored as JSON in the user's data
    folder."""

    ratings: dict[Family, GlickoRating] = {}
    """The person's rating for Gong Zhu and for Hearts, by family. It has no entry for a game before
    the first attempt at one of its puzzles."""
    tried: dict[str, bool] = {}
    """For each puzzle attempted, by its id, whether the first attempt was right."""

    def rating(self, puzzle: Puzzle) -> GlickoRating:
        """The person's rating in the game of `puzzle`, or the initial rating if there is none
        yet."""
        return self.ratings.get(puzzle.rule_set().family, PLAYER)

    def distance(self, puzzle: Puzzle) -> float:
        """The absolute difference between a puzzle's rating and the person's rating in its game."""
        return abs(puzzle.rating - self.rating(puzzle).rating)

    def add(self, puzzle: Puzzle, solved: bool) -> None:
        """Record the result of an attempt at a puzzle, and update the rating. Only the first
        attempt at each puzzle counts."""
        if puzzle.id not in self.tried:
            family = puzzle.rule_set().family
            self.ratings[family] = after_puzzle(self.rating(puzzle), puzzle, solved)
            self.tried[puzzle.id] = solved


def solve(puzzles: Iterable[Puzzle], lang: Lang) -> None:
    """Let the person solve puzzles, always the one whose rating is nearest to theirs of those not
    attempted yet, until none is left or they enter `q`. Progress is saved after each puzzle."""
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
    """Ask for a choice in the position of `view` until it is legal, and return it, or None if the
    person wants to stop."""
    while True:
        text = _prompt(say("puzzles.prompt", lang))
        if text is None or text == QUIT:
            return None
        if not text:
            continue
        try:
            cards = () if typed(text) == NOTHING else parse_cards(text, view.rules.doubler)
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
    """Read the saved progress. A missing file gives new progress. A damaged one is also renamed,
    and a message on standard error says so."""
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
    """Save the progress. If that fails, print a message on standard error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, [msgspec.json.encode(progress)])
    except OSError as error:
        _tell("progress_not_kept", path, error, lang)


def _tell(problem: str, path: Path, error: OSError, lang: Lang) -> None:
    reason = SystemReason(error).text(lang)
    typer.echo(say(f"puzzles.{problem}", lang, file=path, error=reason), err=True)


WIDTH = 80
"""Greatest width of the text in columns: longer lines are hard to read."""
NAME = 34
"""Width in columns of the names of choices in the table of choices."""
FIGURE = 14
"""Width in columns of each figure in the table of choices."""
BARS = 24
"""Length in characters of the longest bar in a chart."""


def listed_json(puzzle: Puzzle) -> str:
    """A puzzle as one line of JSON without line end. `request` and `best` are written as in the
    outside-bot protocol."""
    shown = {key: getattr(puzzle, key) for key in ("id", "rules", "theme", "rating")}
    shown |= {"request": puzzle.asked(), "best": puzzle.best, "lead": puzzle.lead}
    return msgspec.json.encode(shown).decode()


def listed(puzzle: Puzzle, lang: Lang) -> str:
    """A puzzle as one line of text: its id, rating, rules and theme, without the answer."""
    rules = puzzle.rules or say("puzzles.own_rules", lang)
    padding = " " * max(0, 22 - width_of(rules))
    return f"{puzzle.id}  {puzzle.rating:4}  {rules}{padding}  {theme_title(puzzle, lang)}"


def theme_title(puzzle: Puzzle, lang: Lang) -> str:
    """The title of a puzzle's theme, which is different for Gong Zhu and for Hearts."""
    return say(f"puzzles.theme.{puzzle.rule_set().family}.{puzzle.theme}", lang)


def head(puzzle: Puzzle, lang: Lang) -> str:
    """The heading above the position of a puzzle: its id, rules and rating. The theme is left out,
    since it would help too much."""
    key = f"rules.preset.{puzzle.rules}.title" if puzzle.rules else "puzzles.own_rules"
    return say("puzzles.head", lang, id=puzzle.id, rules=say(key, lang), rating=puzzle.rating)


def rules_lines(puzzle: Puzzle, lang: Lang) -> Iterator[str]:
    """The options that differ from the nearest preset, as lines of text, or nothing if the puzzle's
    rules are a preset."""
    if not puzzle.rules:
        rules = puzzle.rule_set()
        base = nearest_preset(rules)
        yield from wrap(own_rules(base, changes_from(base, rules), lang), WIDTH)
        yield ""


def position_lines(view: View, lang: Lang) -> Iterator[str]:
    """The position of a puzzle as lines of text: exposed cards, own passed and received cards,
    tricks, the current trick, the hand, and the question. The view must be that of a seat."""
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
    """The answer to a puzzle as lines of text: the reason, a table of choices with their expected
    points, and a chart that compares how often the best two choices lead to which points."""
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
    """Lines of the table of choices: a name, wrapped if needed, with its figures behind the last
    line."""
    *lines, last = wrap(name, NAME)
    yield from (f"  {line}" for line in lines)
    yield f"  {last}{' ' * (NAME - width_of(last))}{figures}"


def _named(choice: PuzzleChoice, lang: Lang) -> str:
    return " / ".join(action_text(action, lang, "plain") for action in choice.actions)


def _number(number: int) -> str:
    return f"{number}".replace("-", "−")
