"""Solving puzzles in the terminal: a position, a choice, the answer, and a rating of the solver."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec
import typer

from gongzhu.cards import CardTextError, parse_cards
from gongzhu.cli.folders import user_folder
from gongzhu.cli.puzzles.show import answer_lines, head, position_lines, theme_title
from gongzhu.puzzles import Puzzle, Rating
from gongzhu.puzzles.rating import rated
from gongzhu.rules import Action, Expose, Family, Pass, Phase, Play, exposure_modes
from gongzhu.scorebook import write_whole
from gongzhu.texts import Lang, SystemReason, say, typed
from gongzhu.view import View

NOTHING = "-"
"""How a choice that exposes nothing is written."""
QUIT = "q"


class Progress(msgspec.Struct):
    """The puzzles that a person has tried, and their ratings."""

    ratings: dict[Family, Rating] = {}
    """Rating by game; no entry if no puzzle of that game was tried."""
    tried: dict[str, bool] = {}
    """By puzzle id, true if the first try was right."""

    def rating(self, puzzle: Puzzle) -> Rating:
        """The person's rating in the game of a puzzle."""
        return self.ratings.get(puzzle.rule_set().family, Rating())

    def distance(self, puzzle: Puzzle) -> float:
        """How far a puzzle's rating is from the person's, in rating points."""
        return abs(puzzle.rating - self.rating(puzzle).rating)

    def add(self, puzzle: Puzzle, solved: bool) -> None:
        """Count the first try at a puzzle; later tries change nothing."""
        if puzzle.id not in self.tried:
            opponent = Rating(puzzle.rating, puzzle.deviation)
            family = puzzle.rule_set().family
            self.ratings[family] = rated(self.rating(puzzle), [(opponent, float(solved))])
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
        for line in position_lines(view, lang):
            typer.echo(line)
        action = _ask(view, lang)
        if action is None:
            break
        solved = puzzle.solved_by(action)
        progress.add(puzzle, solved)
        _write(path, progress, lang)
        typer.secho("\n" + say(f"puzzles.{'right' if solved else 'wrong'}", lang), bold=True)
        typer.echo(theme_title(puzzle, lang))
        for line in answer_lines(puzzle, view, lang):
            typer.echo(line)
        typer.echo(say("puzzles.your_rating", lang, rating=round(progress.rating(puzzle).rating)))
        if left and _prompt(say("puzzles.next", lang)) in (None, QUIT):
            break


def _ask(view: View, lang: Lang) -> Action | None:
    """Read the person's choice; None to stop."""
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
        action: Action
        match view.public.phase:
            case Phase.PASSING:
                action = Pass(cards)
            case Phase.EXPOSING:
                action = Expose(dict.fromkeys(cards, exposure_modes(view.rules)[0]))
            case _:
                if len(cards) != 1:
                    typer.echo(say("puzzles.one_card", lang))
                    continue
                action = Play(cards[0])
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
