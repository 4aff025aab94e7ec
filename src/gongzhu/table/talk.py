"""Chat at a table: the phrases on offer, and who may say what and when.

Nothing said here is a fact, so the table's log does not contain it.
"""

from collections.abc import Mapping

from gongzhu.cards import Seat
from gongzhu.rules import Family, Phase
from gongzhu.table.names import clean_text
from gongzhu.table.refusals import CommandRefused
from gongzhu.table.table import Table, seat_of

REACTIONS = ("laugh", "love", "wow", "cry", "angry", "sleepy")
"""Keys of the reactions (faces) that players may send in every game."""

_COMMON = (
    "hello",
    "good_luck",
    "your_turn",
    "thinking",
    "well_played",
    "lucky",
    "not_again",
    "back_soon",
    "im_back",
    "one_more",
    "good_game",
    "bye",
)
"""Keys of phrases for both games that are offered last."""
_FIRST = ("nice", "oh_no", "oops", "thanks", "hurry")
"""Keys of phrases for both games that are offered before those of one game."""
_PIG = ("here_pig", "who_has_pig", "sheep_mine", "doubled", "stop_slam", "close_call")
"""Keys of phrases for Gong Zhu."""
_QUEEN = ("who_has_queen", "hearts_broken", "stop_moon", "no_hearts", "queen_safe", "close_call")
"""Keys of phrases for Hearts."""

PHRASES: Mapping[Family, tuple[str, ...]] = {
    "gongzhu": ("push_pig", *_FIRST, *_PIG, *_COMMON),
    "hearts": ("here_queen", *_FIRST, *_QUEEN, *_COMMON),
}
"""Keys of the phrases for each family of rules, in the order in which they are offered, six on a
page. The clients have the text of each phrase."""


def speaker(table: Table, player: str) -> Seat:
    """The seat of a player (id) who may speak now.

    Raises CommandRefused for a player without a seat, while the players' contributions to a fair
    deal (their random numbers) are collected, while cards to pass or expose are chosen (a remark
    could reveal a sealed choice), during a deal in partnerships unless `Talk.partners` is set, and
    if the table is closed or allows no talk.
    """
    state, talk = table.state, table.state.settings.talk
    if state.stage == "closed":
        raise CommandRefused("table_closed")
    seat = seat_of(table, player)
    if seat is None:
        raise CommandRefused("not_seated")
    if not talk.phrases and not talk.text:
        raise CommandRefused("talk_off")
    if state.stage == "calling" or _choosing(table):
        raise CommandRefused("sealed")
    if in_deal(table) and table.rules.partners != "none" and not talk.partners:
        raise CommandRefused("partners_silent")
    return seat


def in_deal(table: Table) -> bool:
    """True while a deal is called or played. What is said then is shown to the players only, not to
    spectators."""
    return table.state.stage in ("calling", "playing")


def _choosing(table: Table) -> bool:
    if table.state.stage != "playing" or table.deal is None:
        return False
    return table.deal.public.phase in (Phase.PASSING, Phase.EXPOSING)


def check_phrase(table: Table, key: str) -> str:
    """Return the key of a phrase or reaction. Raises CommandRefused for a key that this game does
    not have, or if phrases are not allowed."""
    if not table.state.settings.talk.phrases:
        raise CommandRefused("phrases_off")
    if key not in REACTIONS and key not in PHRASES[table.rules.family]:
        raise CommandRefused("unknown_phrase")
    return key


def check_text(table: Table, text: str) -> str:
    """The text that a player wrote, in Unicode form NFC with single spaces. Raises CommandRefused
    if the table allows no free text, or if the text is empty, longer than LONGEST_TEXT or has
    characters that cannot be shown."""
    if not table.state.settings.talk.text:
        raise CommandRefused("text_off")
    return clean_text(text)
