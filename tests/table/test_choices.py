"""What the table asks of whom, and what it does with the answers."""

import pytest

from gongzhu.cards import Card, Seat
from gongzhu.rules import (
    Action,
    Claim,
    Expose,
    ExposureChosen,
    MoonShot,
    PassChosen,
    Phase,
    Play,
)
from gongzhu.table import Ask, CommandRefused, ask_of, evolve, see_fact, view_table
from gongzhu.table.commands import BotAct, Connect, Disconnect, Leave
from gongzhu.table.facts import BotFailed, BotHurried, Chose, DealScored, GameEnded, Happened
from gongzhu.table.moves import must_choose
from gongzhu.view import view_of
from tests.table.golden_tables import happened, moon
from tests.table.live import PEOPLE, Live, any_choice, settings_of, steady_choice

FOUR = PEOPLE[:4]


def people(preset: str) -> Live:
    live = Live(settings_of(preset), seed=2)
    live.begin(*FOUR)
    return live


def refused(live: Live, player: str, action: Action, after: int | None = None) -> CommandRefused:
    before = live.table
    with pytest.raises(CommandRefused) as caught:
        live.do(player, action, after=after)
    assert live.table is before
    return caught.value


def test_who_passes_is_asked_for_three_of_its_cards() -> None:
    live = people("hearts-denexa")
    assert live.table.deal is not None
    hand = tuple(card.code for card in live.table.deal.own[2].hand)
    assert ask_of(live.table, Seat(2)) == Ask("pass", hand, 3)
    live.move(Seat(2))
    assert ask_of(live.table, Seat(2)) is None
    assert ask_of(live.table, Seat(3))


def test_all_see_who_has_chosen_and_nothing_else() -> None:
    live = people("hearts-denexa")
    live.move(Seat(2))
    assert live.log[-1].facts[1] == Chose(Seat(2))
    for seat in (Seat(0), Seat(2)):
        deal = view_table(live.table, seat).deal
        assert deal is not None
        assert deal.chosen == (False, False, True, False)
    live.play_to(Phase.PLAYING)
    deal = view_table(live.table, Seat(0)).deal
    assert deal is not None
    assert deal.chosen == (False,) * 4


def test_who_may_expose_is_asked_for_its_key_cards() -> None:
    live = people("gongzhu-boulder")
    asked = [ask_of(live.table, Seat(seat)) for seat in range(4)]
    keys = {code for ask in asked if ask is not None for code in ask.modes}
    assert keys == {"QS", "JD", "TC", "AH"}
    for seat, ask in enumerate(asked):
        assert ask is not None
        assert ask.kind == "expose"
        assert set(ask.modes.values()) <= {("down", "up")}
        view = view_of(live.table.deal, Seat(seat)) if live.table.deal else None
        assert view is not None
        for code, modes in ask.modes.items():
            for mode in modes:
                assert view.why_illegal(Expose({Card(code): mode})) is None


def test_who_is_on_turn_is_asked_for_a_card_it_may_play() -> None:
    live = people("gongzhu-denexa")
    live.play_to_cards()
    for _ in range(30):
        (turn,) = live.waited()
        assert live.table.deal is not None
        cards = tuple(card.code for card in view_of(live.table.deal, turn).playable())
        for seat in range(4):
            ask = ask_of(live.table, Seat(seat))
            assert ask == (Ask("play", cards, count=0) if seat == turn else None)
        live.move(turn)


def test_who_may_end_the_deal_is_told_so() -> None:
    live = people("gongzhu-denexa")
    ask = None
    while ask is None or not ask.claim:
        live.dealt()
        live.play(steady_choice, most=1)
        live.ready(*FOUR)
        ask = ask_of(live.table, live.waited()[0]) if len(live.waited()) == 1 else None
    (turn,) = live.waited()
    live.do(FOUR[turn], Claim())
    assert live.table.finished[-1].record.claimed == turn


def test_who_shot_the_moon_is_asked_whom_it_counts_for() -> None:
    table = None
    for entry in moon().log:
        table = evolve(table, entry)
        if happened(entry, MoonShot):
            break
    assert table is not None
    (shooter,) = must_choose(table)
    assert shooter == 0, "the only person at this table"
    assert ask_of(table, shooter) == Ask("moon")


def test_nothing_is_asked_of_bots_and_of_who_left() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.begin("ann", "bo")
    assert ask_of(live.table, Seat(2)) is None
    assert ask_of(live.table, Seat(1))
    live.do("bo", Leave())
    assert ask_of(live.table, Seat(1)) is None


def test_what_the_rules_forbid_is_refused_in_their_words() -> None:
    live = people("gongzhu-denexa")
    live.play_to_cards()
    (turn,) = live.waited()
    other = Seat((turn + 1) % 4)
    assert live.table.deal is not None
    card = live.table.deal.own[other].hand[0]
    told = refused(live, FOUR[other], Play(card))
    assert (told.code, told.text()) == ("not_your_turn", "It is not your turn.")
    assert told.text("zh") != told.text("en")
    assert refused(live, FOUR[other], Claim()).code == "points_left"


def test_outside_a_deal_there_is_nothing_to_play() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.seat(*FOUR)
    play = Play(Card("2C"))
    assert refused(live, "ann", play).code == "no_deal"
    live.ready(*FOUR)
    assert refused(live, "ann", play).code == "no_deal"
    live.dealt()
    live.play(steady_choice)
    assert refused(live, "ann", play).code == "no_deal"


def test_a_bot_chooses_for_no_seat_but_its_own_and_not_twice() -> None:
    live = Live(settings_of("hearts-denexa"))
    live.begin("ann", "bo")
    asked = live.table.seq
    choices = [live.choice(Seat(seat)) for seat in range(4)]
    for seat in (0, 1):
        with pytest.raises(CommandRefused, match="moved on"):
            live.server(BotAct(Seat(seat), choices[seat], asked))
    # Others choose meanwhile, and that changes nothing for this one.
    live.server(BotAct(Seat(2), choices[2], asked))
    live.server(BotAct(Seat(3), choices[3], asked))
    with pytest.raises(CommandRefused, match="moved on"):
        live.server(BotAct(Seat(2), choices[2], live.table.seq))


def test_a_move_is_for_the_position_that_its_player_knew() -> None:
    live = people("gongzhu-denexa")
    live.play_to_cards()
    (turn,) = live.waited()
    play = live.choice(turn, steady_choice)
    assert isinstance(play, Play)
    known = live.table.seq
    live.server(Disconnect(FOUR[turn]))
    live.server(Connect(FOUR[turn]))
    live.do(FOUR[turn], play, after=known)
    while live.waited() != (turn,):
        live.play(steady_choice, most=1)
    # As when it is sent again after others have played: legal now, and not what was meant.
    late = live.choice(turn, steady_choice)
    assert refused(live, FOUR[turn], late, known).code == "stale"
    live.do(FOUR[turn], late, after=live.table.seq)


@pytest.mark.parametrize("preset", ["hearts-choice", "gongzhu-pagat", "gongzhu-wiki-swap"])
def test_a_move_is_stale_unless_all_that_happened_was_known(preset: str) -> None:
    live = people(preset)
    sealed = PassChosen | ExposureChosen
    while live.waited():
        turned = max(
            number
            for number, entry in enumerate(live.log, 1)
            for fact in entry.facts
            if isinstance(fact, Happened) and not isinstance(fact.event, sealed)
        )
        seat = live.waited()[0]
        action = live.choice(seat, steady_choice)
        assert refused(live, FOUR[seat], action, turned - 1).code == "stale"
        live.do(FOUR[seat], action, after=turned)
    assert live.stage() == "scored"


def test_a_sealed_choice_is_not_stale_since_others_have_chosen() -> None:
    live = people("hearts-denexa")
    known = live.table.seq
    chosen = [live.choice(Seat(seat), steady_choice) for seat in range(4)]
    for player, choice in zip(FOUR, chosen, strict=True):
        live.do(player, choice, after=known)
    assert refused(live, FOUR[0], chosen[0], known).code == "stale"


def test_what_a_bot_thought_of_before_somebody_played_is_stale() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.begin("ann")
    asked = live.table.seq
    live.play_to_cards()
    while not live.bot_chooses(live.waited()[0]):
        live.play(steady_choice, most=1)
    (seat,) = live.waited()
    action = live.choice(seat)
    with pytest.raises(CommandRefused, match="moved on"):
        live.server(BotAct(seat, action, asked))
    live.server(BotAct(seat, action, live.table.seq))


def test_that_a_bot_was_hurried_is_told_and_is_no_fault_of_its() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.begin("ann", "bo")
    while not (bots := [seat for seat in live.waited() if live.bot_chooses(seat)]):
        live.play(steady_choice, most=1)
    live.server(BotAct(bots[0], live.choice(bots[0]), live.table.seq, hurried=True))
    hurried, happened, *_ = live.log[-1].facts
    assert (hurried, type(happened)) == (BotHurried(bots[0]), Happened)
    assert not any(sitting.failed for sitting in live.table.state.seats)
    assert see_fact(hurried, Seat(0)) == see_fact(hurried, None) == hurried


def test_that_chance_chose_for_a_bot_is_in_the_log_and_stays_in_sight() -> None:
    """An illegal, late or dead bot is reported, never silently replaced."""
    live = Live(settings_of("gongzhu-denexa"))
    live.begin("ann", "bo")
    seat = live.bot_fails("late")
    failed, happened, *_ = live.log[-1].facts
    assert (failed, type(happened)) == (BotFailed(seat, "late"), Happened)
    live.bot_fails("illegal")
    live.bot_fails("dead")
    read_again = None
    for entry in live.log:
        read_again = evolve(read_again, entry)
    assert read_again == live.table
    for reader in (Seat(0), Seat(1), None):
        assert sum(sitting.failed for sitting in view_table(live.table, reader).state.seats) == 3
    live.play_game()
    assert sum(sitting.failed for sitting in live.table.state.seats) == 3
    live.ready("ann", "bo")
    assert not any(sitting.failed for sitting in live.table.state.seats)


def test_a_bot_that_wins_the_trick_thinks_anew_before_it_leads() -> None:
    live = Live(settings_of("gongzhu-denexa"))
    live.begin("ann")
    turns: list[tuple[Seat, ...]] = [(Seat(0),), (Seat(1),)]
    while turns[-1] != turns[-2] or not live.bot_chooses(turns[-1][0]):
        if live.stage() == "scored":
            live.ready("ann")
            live.dealt()
        live.play_to_cards()
        live.play(any_choice, most=1)
        turns.append(live.waited() or (Seat(0),))
    seat = turns[-1][0]
    action = live.choice(seat)
    with pytest.raises(CommandRefused, match="moved on"):
        live.server(BotAct(seat, action, live.table.seq - 1))
    live.server(BotAct(seat, action, live.table.seq))


def test_the_last_card_scores_the_deal_in_the_same_entry() -> None:
    live = people("gongzhu-denexa")
    live.play()
    kinds = [type(fact) for fact in live.log[-1].facts]
    assert DealScored in kinds
    scored = next(fact for fact in live.log[-1].facts if isinstance(fact, DealScored))
    assert live.table.deal is not None
    assert scored.scores == live.table.deal.public.scores
    assert scored.totals == scored.scores
    live.play_game()
    assert isinstance(live.log[-1].facts[-1], GameEnded)


def test_a_deal_stays_in_sight_until_the_next_one_is_called() -> None:
    live = people("gongzhu-denexa")
    live.play()
    view = view_table(live.table, Seat(1))
    assert view.deal is not None
    assert view.deal.public.dealt is not None
    live.ready(*FOUR)
    assert live.stage() == "calling"
    assert view_table(live.table, Seat(1)).deal is None
