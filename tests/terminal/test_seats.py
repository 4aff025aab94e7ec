"""Three to eight seats at the table: everyone has a place, and nothing is cut."""

from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from textual.geometry import Region, Size

from gongzhu.cards import PACK
from gongzhu.rules import Phase, rules_from_preset
from gongzhu.terminal.board import TrickArea, card_places, spots
from gongzhu.terminal.cards import LARGE, MEDIUM, SMALL, TINY, FaceSize, Hand
from gongzhu.terminal.screens.ends import DealEndSheet
from gongzhu.terminal.seat_panel import SeatPanel, fitted
from gongzhu.terminal.seat_view import SeatView
from gongzhu.texts import LANGUAGES, Lang
from tests.terminal.seated_player import Player, opening, seated

SEATS = range(3, 9)
WINDOWS = [*((players, (80, 24)) for players in SEATS), (8, (78, 22)), (8, (120, 36))]


@pytest.mark.parametrize(("players", "clockwise"), list(product(SEATS, (False, True))))
def test_seats_go_around_and_partners_sit_opposite(players: int, clockwise: bool) -> None:
    around = spots(players, clockwise)
    assert len(set(around)) == players
    assert around[0] == "bottom"
    assert around[1].startswith("left" if clockwise else "right")
    rows = [row for _, row in map(card_places(around).__getitem__, around)]
    half = players // 2 + 1
    assert rows[:half] == sorted(rows[:half], reverse=True)
    assert rows[half:] == sorted(rows[half:])
    if players % 2 == 0:
        assert around[players // 2] == "top"


@pytest.mark.parametrize(("players", "size"), list(product(SEATS, (TINY, SMALL, MEDIUM, LARGE))))
def test_no_card_of_a_trick_lies_on_another(players: int, size: FaceSize) -> None:
    step = (size.height + 1) // 2
    places = card_places(spots(players, clockwise=True))
    cards = [
        Region(round(across * (size.width + 1)), down * step, size.width, size.height)
        for across, down in places.values()
    ]
    for one, other in combinations(cards, 2):
        assert not one.overlaps(other)


def seat_with(rng: Random, name: str, most: int) -> SeatView:
    """A seat with anything before it."""
    cards = rng.sample(PACK, rng.randint(0, most))
    cut = rng.randint(0, min(4, len(cards)))
    shown = tuple((card, rng.choice((1, 2, 4))) for card in cards)
    return SeatView(
        name=name,
        turn=rng.random() < 0.5,
        leads=rng.random() < 0.5,
        deals=rng.random() < 0.5,
        partner=rng.random() < 0.5,
        cards=rng.randint(1, 17),
        total=rng.choice((0, -1050, 99_999)),
        points=rng.choice((0, -3200, 13)),
        aim=rng.choice(("high", "low")),
        sale=rng.random() < 0.5,
        exposed=shown[:cut],
        face_down=rng.randint(0, 2),
        captured=shown[cut:],
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(22, 2), (22, 3), (22, 7), (36, 4), (76, 2)])
def test_a_seat_is_told_within_its_room(width: int, height: int, lang: Lang) -> None:
    rng = Random(width * height)
    for _ in range(100):
        seat = seat_with(rng, rng.choice(("Ann", "小王", "n" * 40)), rng.choice((3, 16, 40)))
        lines = fitted(seat, lang, Size(width, height)).split("\n")
        assert len(lines) <= height
        assert all(line.cell_length <= width for line in lines)


def test_a_seat_tells_all_that_it_has_room_for() -> None:
    seat = seat_with(Random(1), "Ann", 0)
    hearts = tuple((card, 1) for card in reversed(PACK) if card.suit.value == "H")
    told = replace(seat, captured=hearts, face_down=0)
    assert "took A♥–2♥" in fitted(told, "en", Size(22, 4)).plain
    assert "A♥ K♥ Q♥" in fitted(told, "en", Size(76, 4)).plain
    many = tuple((card, 1) for card in PACK[::2])
    told = replace(seat, captured=many, face_down=0)
    short = fitted(told, "en", Size(22, 2)).plain
    shown = short.split("\n")[1].split()
    assert shown[-1] == f"+{26 - len(shown) + 1}"
    assert str(PACK[0]) == shown[0]


def regions(player: Player) -> list[Region]:
    """Where the plates, the trick and the hand are."""
    screen = player.screen
    return [
        *(panel.region for panel in screen.query(SeatPanel)),
        screen.query_one(TrickArea).region,
        screen.query_one(Hand).region,
    ]


def seen(player: Player) -> None:
    """Nothing lies on anything else, and every plate is whole."""
    for one, other in combinations(regions(player), 2):
        assert not one.overlaps(other)
    for panel in player.screen.query(SeatPanel):
        lines = str(panel.render()).split("\n")
        assert panel.content_size.height >= len(lines)
        assert lines[0].strip()
    hand = player.screen.query_one(Hand)
    assert len(hand.cards) == len(player.hand)
    right = hand.left + len(hand.cards) * hand.pitch
    assert 0 <= hand.left < right <= hand.size.width + 1


@pytest.mark.parametrize(("players", "size"), WINDOWS)
def test_a_deal_is_played_with_everyone_in_sight(
    tmp_path: Path, players: int, size: tuple[int, int]
) -> None:
    partners = "none" if players % 2 else "separate"
    changes = {"players": players, "pass_cycle": ["right"], "partners": partners}
    _, rules = rules_from_preset("gongzhu-boulder", changes)

    async def visit(player: Player) -> None:
        assert player.view.public.players == players
        for name in player.table.setup.names:
            assert name in player.text()
        while player.view.public.phase is not Phase.ENDED:
            seen(player)
            if player.view.public.phase is Phase.PASSING:
                assert f"Choose {rules.pass_count} cards to pass" in player.text()
                for _ in range(rules.pass_count):
                    await player.press("space", "right")
            await player.press("enter")
        assert isinstance(player.screen, DealEndSheet)
        sheet = str(player.screen.query_one("#text").render())
        assert all(name in sheet for name in player.table.setup.names)

    seated(opening(tmp_path, rules), visit, size=size)
