"""The deals of the first lessons in the page, and what is played in them.

Seat 0 is the learner. Cards are codes with spaces between, in the order in which they are played,
whoever's turn it is; the engine knows that, and refuses what is against the rules.
"""

from typing import Literal

from msgspec import Struct


class Step(Struct, frozen=True):
    """A stop of a lesson: others play, the learner does something, and others play on."""

    name: str
    """Its words are `lessons.LESSON.NAME` in the catalogues."""
    do: str = ""
    """What the learner is to play, pass or expose; empty: only something to read."""
    before: str = ""
    after: str = ""
    """Cards played until the next stop; the learner's own among them are played by themselves."""
    mark: Literal["hand", "trick", "prompt", "left", "right", "top", "bottom", "nothing"] = "hand"
    """The part of the table that the words are about."""


class Scene(Struct, frozen=True, kw_only=True):
    """A deal, up to the place where the lesson looks at it, and its stops."""

    hands: tuple[str, ...]
    """As dealt, by seat; a shorter one is filled up by chance."""
    number: int
    leader: int | None = None
    """The first leader, where an earlier deal decides it."""
    passes: dict[int, str] = {}
    """Of the others."""
    exposes: dict[int, str] = {}
    """Of the others."""
    prefix: str = ""
    """Cards played before the lesson looks."""
    steps: tuple[Step, ...]


class Lesson(Struct, frozen=True):
    """The first lesson of a game."""

    preset: str
    scenes: tuple[Scene, ...]


# The learner holds every high card here and may take all that counts.
SWEEPER = "AH KH QH JH 3H AS KS AD KD QD AC KC 5C"
LEFT_OF_SWEEPER = "8H 5H 4H 2H 6S 3S 9D 6D 3D 2C 7C QC TC"
ACROSS_OF_SWEEPER = "7H JD 4D 9C 6C 3C JS TS 9S 8S 7S 4S 2S"
RIGHT_OF_SWEEPER = "TH 9H 6H QS 5S TD 8D 7D 5D 2D JC 8C 4C"

GONGZHU = Lesson(
    "gongzhu-pagat",
    (
        Scene(
            # Play goes to the right: seat 1 sits there.
            hands=(
                "AC 6C 2C 6H QH 3S KS AD 5D TS 4S 7C 6D",
                "4C 2H AS 4D 8D KD JC 5H 4H 5S 9S QC 2D",
                "KC 8H QS JD KH TH TC 7H 3H 6S 8S 3C 3D",
                "9C JH 7S 9D QD 7D 8C AH 9H 2S JS 5C TD",
            ),
            number=0,
            prefix="2S 4S 5S 6S 3C 5C 7C QC 2D 3D TD 6D JS TS 9S 8S",
            steps=(
                Step("table", mark="hand"),
                Step("follow", "6C", before="9C", after="4C KC"),
                Step("duck", "6H", before="8H JH", after="2H", mark="trick"),
                Step("pig", "3S", before="7S", after="AS QS", mark="trick"),
                Step("sheep", "AD", before="4D JD 9D", mark="trick"),
                Step("lead", "5D", after="8D KH QD"),
                Step("discard", "QH", before="7D", after="KD TH"),
                Step("doubler", "AC", before="JC TC 8C", mark="trick"),
            ),
        ),
        Scene(
            hands=(
                "AD JD 4D QS 5S 7H 4H 2H KC 9C 7C 5C 3C",
                "3D 5D",
                "KD 8D AH",
                "QD TD",
            ),
            number=1,
            leader=1,
            exposes={2: "AH"},
            steps=(
                Step("expose", "JD"),
                Step("bound", "AD", before="3D KD QD", mark="trick"),
                Step("home", "JD", after="5D 8D TD"),
            ),
        ),
        Scene(
            hands=(SWEEPER, RIGHT_OF_SWEEPER, ACROSS_OF_SWEEPER, LEFT_OF_SWEEPER),
            number=1,
            leader=3,
            prefix="2C AC JC 9C AD TD 4D 9D KD 8D JD 6D QD 7D 7H 3D AS 5S JS 6S KS QS TS 3S"
            " AH TH 9S 8H KH 9H 8S 5H QH 6H 7S 2H KC 8C 6C 7C 5C 4C 3C QC",
            steps=(
                Step("slam", "JH", before="4H", after="5D 4S 3H 2D 2S TC", mark="trick"),
                Step("end", mark="nothing"),
            ),
        ),
    ),
)

HEARTS = Lesson(
    "hearts-denexa",
    (
        Scene(
            # Play goes to the left: seat 1 sits there.
            hands=(
                "AS KS 7S 3S AH 8H 2H AC 4C JD 8D 5D 3D",
                "2C 8C TC JS 9S 8S KH 5H 4H 3H AD 6D 2D",
                "3C 7C JC QC TS 5S 4S 2S QS 6H KD QD 9D",
                "5C 6C 9C KC 6S JH TH 9H 7H QH TD 7D 4D",
            ),
            number=0,
            passes={1: "JS 9S AD", 2: "KD QD QS", 3: "QH TD 7D"},
            steps=(
                Step("table", mark="hand"),
                Step("pass", "AS KS AH"),
                Step("free", "AC", before="2C 7C 6C", mark="trick"),
                Step("lead", "3S", after="8S TS 6S"),
                Step("queen", "7S", before="5S QS", after="KS 8C JC 9C 4C", mark="trick"),
                Step("discard", "QH", before="QC KC", after="TC"),
                Step("duck", "8H", before="9H", after="3H 6H", mark="trick"),
            ),
        ),
        Scene(
            hands=(SWEEPER, LEFT_OF_SWEEPER, ACROSS_OF_SWEEPER, RIGHT_OF_SWEEPER),
            number=3,
            prefix="2C 9C JC AC AD 9D 4D TD KD 6D JD 8D QD 3D 7H 7D AS 6S JS 5S KS 3S TS QS"
            " AH 8H 9S TH KH 5H 8S 9H QH 2H 7S 6H KC 7C 6C 8C 5C QC 3C 4C",
            steps=(Step("moon", "JH", before="4H 4S 5D", after="3H TC 2S 2D", mark="trick"),),
        ),
        Scene(
            hands=(
                "AH 4H 8S 7S 6S 5S 8C 7C 6C 5C 4C 3D 2D",
                "8H 7H 5H JS TS 9S 3S 2S 2C JD TD 9D 8D",
                "6H 3H 2H QS 4S JC TC 9C 3C 7D 6D 5D 4D",
                "KH QH JH TH 9H AS KS AC KC QC AD KD QD",
            ),
            number=3,
            prefix="2C 9C AC 7C AS 6S 3S 4S KS 5S 2S QS KC 8C 8H TC QC 6C 7H 3C",
            steps=(
                Step("stop", "AH", before="KH", after="5H 6H", mark="trick"),
                Step("end", mark="nothing"),
            ),
        ),
    ),
)

LESSONS = {"gongzhu": GONGZHU, "hearts": HEARTS}
