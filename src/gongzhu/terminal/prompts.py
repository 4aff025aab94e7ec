"""The questions that the table asks the person, and the choices that are allowed."""

from collections.abc import Collection
from typing import assert_never

from gongzhu.cards import Card, next_seat, show_cards
from gongzhu.rules import Claim, Phase, Play, exposure_modes, key_cards
from gongzhu.terminal.event_text import EventText
from gongzhu.terminal.seat_view import laid_out
from gongzhu.terminal.seated_table import SeatedTable
from gongzhu.texts import Lang, say
from gongzhu.view import View


def may_claim(view: View) -> bool:
    """True if the person may claim: end the deal now, because no card that is left counts."""
    return view.why_illegal(Claim()) is None


def own_key_cards(view: View) -> tuple[Card, ...]:
    """The key cards (those that may be exposed) in the hand of the view's seat, or empty for a view
    without a hand."""
    hand = view.own.hand if view.own else ()
    return tuple(card for card in key_cards(view.rules) if card in hand)


def bright_cards(view: View, chosen: Collection[Card]) -> Collection[Card]:
    """The cards of the hand that may be chosen now, to be drawn brightly, or all cards if there is
    nothing to choose. `chosen` are the cards marked to be passed. Once as many as must be passed
    are marked, only these are bright."""
    hand = view.own.hand if view.own else ()
    match view.public.phase:
        case Phase.PASSING:
            return chosen if len(chosen) == view.rules.pass_count else hand
        case Phase.EXPOSING if view.must_act():
            return own_key_cards(view) or hand
        case Phase.PLAYING if view.must_act():
            return view.playable()
        case _:
            return hand


def question(table: SeatedTable, texts: EventText, chosen: Collection[Card], lang: Lang) -> str:
    """The question that the person must answer now, or a text with the name of the player whose
    turn it is. `chosen` are the cards marked to be passed."""
    view = table.view
    phase = view.public.phase
    if phase is Phase.ENDED:
        return say("table.ask.ended", lang)
    if not view.must_act():
        seat = table.waiting_for()
        assert seat is not None, "a deal that has not ended waits for someone"
        return say("table.ask.other", lang, name=table.setup.names[seat]) + _claim(view, lang)
    match phase:
        case Phase.PASSING:
            receiver = next_seat(table.you, view.public.players, view.public.passing)
            name = table.setup.names[receiver]
            count = view.rules.pass_count
            left = count - len(chosen)
            key = "pass_ready" if not left else "pass_one" if count == 1 else "pass"
            return say(f"table.ask.{key}", lang, name=name, count=count, left=left)
        case Phase.EXPOSING:
            held = own_key_cards(view)
            key = "expose" if held else "expose_none"
            form = "sale" if "up" in exposure_modes(view.rules) else "open"
            return say(f"table.ask.{key}.{form}", lang, cards=show_cards(held))
        case Phase.PLAYING:
            return _play(view, lang) + _claim(view, lang)
        case Phase.MOON:
            return say("table.ask.moon", lang)
        case _:
            assert_never(phase)


def _play(view: View, lang: Lang) -> str:
    trick = view.public.trick
    if not trick:
        return say("table.ask.lead", lang)
    suit = trick[0].suit
    held = view.own is not None and any(card.suit is suit for card in view.own.hand)
    name = say(f"cards.suit.{suit.value}", lang)
    return say(f"table.ask.{'follow' if held else 'discard'}", lang, suit=name)


def _claim(view: View, lang: Lang) -> str:
    return say("table.joint", lang) + say("table.ask.claim", lang) if may_claim(view) else ""


def legal_now(view: View, lang: Lang) -> str:
    """A text for the help sheet about the choices that the person has now. In play it lists the
    allowed cards, and the reasons why others are forbidden."""
    phase = view.public.phase
    if not view.must_act():
        return say("table.help.not_now", lang)
    match phase:
        case Phase.PASSING | Phase.EXPOSING | Phase.MOON:
            cards, count = show_cards(own_key_cards(view)), view.rules.pass_count
            return say(f"table.help.{phase.value}", lang, cards=cards, count=count)
        case _:
            return _legal_plays(view, lang)


def _legal_plays(view: View, lang: Lang) -> str:
    allowed = view.playable()
    lines = [say("table.help.playing", lang, cards=show_cards(laid_out(allowed)))]
    reasons: dict[str, list[Card]] = {}
    for card in view.own.hand if view.own else ():
        reason = view.why_illegal(Play(card))
        if reason:
            reasons.setdefault(reason.text(lang), []).append(card)
    for text, cards in reasons.items():
        lines.append(say("rules.at", lang, where=show_cards(laid_out(cards)), told=text))
    return "\n".join(lines)
