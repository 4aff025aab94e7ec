"""Texts about a match: the results of its finished games by side, and the names of rules, sides and
levels."""

from textual.content import Content

from gongzhu.bots import UnknownLevel, read_level
from gongzhu.rules import sides
from gongzhu.scorebook import number
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.look import columns
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.texts import Lang, say


def rules_title(name: str, preset: str | None, lang: Lang) -> str:
    """The title of the preset in `lang`, or `name`, the name of the rules, if `preset` is None."""
    return say(f"rules.preset.{preset}.title", lang) if preset else name


def side_names(table: SeatedTable) -> list[str]:
    """The name of each side: that of its player, or those of both partners with a plus sign between
    them."""
    names = table.setup.names
    return [" + ".join(names[seat] for seat in side) for side in sides(table.setup.rules)]


def holds_something(table: LocalTable) -> bool:
    """True if the rules give strips or round points for games, so that the match has more results
    than games lost."""
    return table.setup.rules.worth != "games"


def standing(table: LocalTable, lang: Lang) -> Content:
    """A table with one row for each side: its strips or round points if the rules give them, and
    the number of games that it lost."""
    match, rules = table.match, table.setup.rules
    kept: list[tuple[str, list[str]]] = []
    if rules.worth == "strips":
        kept.append(("strips", ["▎" * strips + f" {strips}" for strips in match.strips]))
    if rules.worth == "round-points":
        kept.append(("round_points", [str(points) for points in match.round_points]))
    kept.append(("lost", [str(lost) for lost in match.lost]))
    title = say("table.game_end.standing", lang, played=match.played)
    rows = [["", *(say(f"table.scores.{key}", lang) for key, _ in kept)]]
    for side, name in enumerate(side_names(table)):
        rows.append([name, *(values[side] for _, values in kept)])
    head, *lines = columns(rows).split("\n")
    return Content("\n").join([Content.styled(title, "bold $gold"), head.stylize("$muted"), *lines])


def level_name(level: str, lang: Lang) -> str:
    """The name of a level of bots in `lang`, with its thinking time if it has one. An unknown level
    is returned unchanged."""
    try:
        who = read_level(level)
    except UnknownLevel:
        return level
    name = say(f"table.level.{who.name}", lang)
    timed = {"level": name, "seconds": f"{who.seconds:g}"}
    return say("table.level.timed", lang, **timed) if who.seconds else name


def saved_words(table: LocalTable, lang: Lang) -> str:
    """A few lines that describe a saved match: rules, game, deal, level and totals."""
    totals = "  ".join(
        f"{name} {number(total)}"
        for name, total in zip(side_names(table), table.state.totals, strict=True)
    )
    return say(
        "table.start.saved_about",
        lang,
        rules=rules_title(table.setup.rules_name, table.setup.preset, lang),
        game=table.game_number + 1,
        deal=table.view.public.number + 1,
        level=level_name(table.setup.level, lang),
        totals=totals,
    )
