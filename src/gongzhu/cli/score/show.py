"""Everything that `gongzhu score` prints: questions, scored deals, tables of scores, and the ends
of games."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from rich.box import SIMPLE_HEAD
from rich.table import Column, Table
from rich.text import Text

from gongzhu.cards import Captured, Card, Suit, show_cards
from gongzhu.rules import (
    Match,
    RuleSet,
    dealer_of,
    pass_steps,
    piles,
    side_of,
    side_totals,
)
from gongzhu.rules.facts import (
    asks_first_lead,
    first_lead_by_card,
    lead_card,
    must_lead_card,
    points_sign,
)
from gongzhu.scorebook import Book, CountedDeal, EntryQuestion, explain_pile, number, signed
from gongzhu.scorebook.questions import (
    NOTHING,
    AskAllTricks,
    AskExposed,
    AskMissing,
    AskMoon,
    AskPile,
    AskQueen,
    AskTricks,
)
from gongzhu.texts import Lang, say

LONGEST_NAME = 16
"""Greatest width of a player's name in a table, in columns."""


def joined(parts: Iterable[str], lang: Lang) -> str:
    """The texts joined by the separator for lists of the language."""
    return say("score.show.joint", lang).join(parts)


def points(value: int, rules: RuleSet, plus: bool = False) -> Text:
    """A number of points, green if it is good under the rules and red if it is bad. With `plus`,
    positive points have a plus sign."""
    good = points_sign(rules) * value
    style = "green" if good > 0 else "red" if good < 0 else ""
    return Text(signed(value) if plus else number(value), style)


def heading(book: Book, lang: Lang, editing: int | None = None) -> str:
    """The heading above the entry of a deal: its number, the dealer, the passing and the first
    lead. `editing` is the index of a deal being corrected, or None for the next deal."""
    if editing is not None:
        return say("score.show.editing", lang, number=editing + 1)
    standing = book.standing()
    parts = [
        say("score.show.game", lang, number=standing.match.played + 1),
        say("score.show.deal", lang, number=len(book.deals) + 1),
        say(
            "score.show.dealer", lang, name=book.names[dealer_of(book.rules.rules, len(book.deals))]
        ),
        _passing(book, standing.game.number, lang),
        _lead(book, lang),
    ]
    return " · ".join(part for part in parts if part)


def _passing(book: Book, deal: int, lang: Lang) -> str:
    rules = book.rules.rules
    if set(rules.pass_cycle) == {"none"}:
        return ""
    steps = pass_steps(rules, deal)
    if not steps:
        return say("score.show.no_pass", lang)
    # The players are named, because the scorekeeper knows them, but not who sits on which side.
    first, receiver = book.names[0], book.names[steps % rules.players]
    return say("score.show.pass", lang, first=first, receiver=receiver, count=rules.pass_count)


def _lead(book: Book, lang: Lang) -> str:
    rules = book.rules.rules
    game = book.standing().game
    if first_lead_by_card(rules, game.number):
        key = "must" if must_lead_card(rules) else "holder"
        return say(f"score.show.lead.{key}", lang, card=lead_card(rules))
    if game.leader is None and not asks_first_lead(rules, game.number):
        return say("score.show.lead.captor", lang)
    leader = game.first_leader()
    assert leader is not None, "no card decides"
    return say("score.show.lead.name", lang, name=book.names[leader])


def deal_table(book: Book, counted: CountedDeal, lang: Lang) -> Table:
    """A table of one deal with a row for each pile: its points, the total of its side after the
    deal, and the reasons."""
    rules = book.rules.rules
    table = Table.grid(
        Column(max_width=LONGEST_NAME, no_wrap=True, overflow="ellipsis"),
        Column(justify="right", no_wrap=True),
        Column(justify="right", no_wrap=True),
        Column(),
        padding=(0, 2, 0, 0),
    )
    heads = (say(f"score.show.{key}", lang) for key in ("player", "this_deal", "total", "why"))
    table.add_row(*(Text(head, "dim") for head in heads))
    for pile, (name, owner) in enumerate(zip(book.pile_names(), piles(rules), strict=True)):
        score = counted.score.piles[pile]
        total = counted.game.totals[side_of(rules, owner[0])]
        table.add_row(
            Text(name, "bold"),
            points(score.points, rules, plus=True),
            points(total, rules),
            Text("\n".join(explain_pile(score, rules, lang))),
        )
    return table


def game_table(book: Book, deals: Sequence[tuple[int, CountedDeal]], lang: Lang) -> Table:
    """A table with the scores of the deals of one game. `deals` are its deals, each with its index
    in the match, and there must be at least one."""
    rules = book.rules.rules
    together = rules.partners == "separate"
    names = [*book.pile_names(), *(book.side_names() if together else ())]
    table = Table(
        Column(say("score.show.deal_column", lang), justify="right"),
        *(Column(name, justify="right", max_width=LONGEST_NAME, no_wrap=True) for name in names),
        title=say("score.show.game", lang, number=deals[0][1].game_number + 1),
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        pad_edge=False,
    )
    for place, counted in deals:
        cells = [points(score, rules, plus=True) for score in counted.score.points]
        if together:
            cells += [points(total, rules) for total in counted.game.totals]
        table.add_row(str(place + 1), *cells)
    if not together:
        totals = (points(total, rules) for total in deals[-1][1].game.totals)
        table.add_section()
        table.add_row(say("score.show.total", lang), *totals, style="bold")
    return table


def match_table(book: Book, match: Match, lang: Lang) -> Table:
    """A table of the games lost, and of strips or round points if the rules give these, by side.
    `match` is the standing after its finished games."""
    rules = book.rules.rules
    columns = [("games_lost", match.lost)]
    if rules.worth == "strips":
        columns.append(("strips", match.strips))
    if rules.worth == "round-points":
        columns.append(("round_points", match.round_points))
    table = Table(
        Column(say("score.show.after_games", lang, count=match.played), no_wrap=True),
        *(Column(say(f"score.show.{key}", lang), justify="right") for key, _ in columns),
        box=SIMPLE_HEAD,
        pad_edge=False,
    )
    for side, name in enumerate(book.side_names()):
        table.add_row(Text(name), *(str(values[side]) for _, values in columns))
    return table


def ending(book: Book, counted: CountedDeal, lang: Lang) -> Iterator[str]:
    """Sentences about the end of the game that this deal ended: winners, losers and the forfeit.
    Empty if the deal did not end a game."""
    result = counted.result
    if result is None:
        return
    rules = counted.game.rules
    names = book.side_names()
    totals = counted.game.totals
    yield say("score.show.game_over", lang, number=counted.game_number + 1)
    winner = counted.score.instant_win
    if winner is not None:
        yield say("score.show.instant_win", lang, name=book.pile_names()[winner])
    summed = side_totals(rules, counted.before.totals, counted.score.points)
    for side, (old, new) in enumerate(zip(summed, totals, strict=True)):
        if old != new:
            shown = {"old": number(old), "new": number(new)}
            yield say("score.show.turned", lang, name=names[side], **shown)
    pig = rules.family == "gongzhu" and winner is None
    ends = {"pig" if pig else "lost": result.losers, "won": result.winners}
    for key, chosen in ends.items():
        if chosen:
            each = joined((f"{names[side]} {number(totals[side])}" for side in chosen), lang)
            yield say(f"score.show.{key}", lang, names=each)
    if book.forfeit and result.losers:
        losers = joined((names[side] for side in result.losers), lang)
        yield say("score.show.forfeit", lang, names=losers, forfeit=book.forfeit)


def match_ending(book: Book, lang: Lang) -> str:
    """A sentence that names the winners of a match of an agreed number of games. Only for a match
    that is over."""
    match = book.standing().match
    names = book.side_names()
    winners = joined((names[side] for side in match.leaders()), lang)
    return say("score.show.match_over", lang, count=match.played, names=winners)


_FEW = 7
"""Greatest number of remaining cards that are listed by name."""


def prompt_of(question: EntryQuestion, names: Sequence[str], lang: Lang) -> str:
    """The prompt that asks a question, with the default answer in brackets. `names` are the names
    of the piles."""
    return f"{_asked(question, names, lang)}{_default(question.default, lang)} › "


def _asked(question: EntryQuestion, names: Sequence[str], lang: Lang) -> str:
    match question:
        case AskExposed():
            return say(f"score.ask.exposed.{question.mode}", lang)
        case AskPile():
            asked = say("score.ask.pile", lang, name=names[question.pile])
            if len(question.left) > _FEW:
                return asked
            return asked + say("score.ask.rest", lang, cards=_left(question, question.left, lang))
        case AskMissing():
            players = say("score.show.joint", lang).join(
                f"{place} {name}" for place, name in enumerate(names, start=1)
            )
            return say(
                f"score.ask.missing.{'one' if len(question.cards) == 1 else 'many'}",
                lang,
                cards=_left(question, question.cards, lang),
                names=players,
            )
        case AskQueen():
            return say("score.ask.queen", lang)
        case AskTricks():
            return say("score.ask.tricks", lang, name=names[question.pile])
        case AskAllTricks():
            return say("score.ask.all_tricks", lang, name=names[question.pile])
        case AskMoon():
            return say(
                "score.ask.moon",
                lang,
                name=names[question.pile],
                others=signed(question.others),
                own=signed(question.own),
            )
        case _:
            assert_never(question)


def _left(question: AskPile | AskMissing, cards: Sequence[Card], lang: Lang) -> str:
    """The cards as text. If the scorekeeper gives only the number of hearts, hearts are given by
    their number."""
    if not question.counted:
        return show_cards(cards)
    others = tuple(card for card in cards if card.suit is not Suit.HEARTS)
    return Captured(others, len(cards) - len(others)).text(lang)


def _default(default: str | None, lang: Lang) -> str:
    if not default:
        return ""
    return f" [{say('score.ask.nobody', lang) if default == NOTHING[0] else default}]"
