"""The subject of a mistake: the card or goal that it was about."""

from gongzhu.bots.reasons import Explanation
from gongzhu.bots.reasons.explanation import is_ours
from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, PIG, SHEEP, Card
from gongzhu.review.sheet import Matter
from gongzhu.view import View

OF_CARD: dict[Card, Matter] = {
    PIG: "pig",
    SHEEP: "sheep",
    DOUBLER: "doubler",
    ACE_OF_HEARTS: "hearts",
}


def matter_of(view: View, explanation: Explanation) -> Matter:
    """The subject that the explanation of a choice names; `game` for the end of the game, `points`
    if it is nothing in particular."""
    if explanation.card is not None:
        return OF_CARD[explanation.card]
    if explanation.difference is not None:
        found = explanation.difference
        mate = found.seat != view.seat and is_ours(view, found.seat)
        return "partner" if mate else found.topic
    if explanation.kind in ("game", "shot", "shot_equal"):
        return "game" if explanation.kind == "game" else "slam"
    return "hearts" if explanation.kind == "hearts" else "points"
