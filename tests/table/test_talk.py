"""What players may say at a table, and when."""

import pytest

from gongzhu.table import Clock, CommandRefused, Talk
from gongzhu.table.commands import Configure, Leave, SetTalk, Start
from gongzhu.table.facts import Configured
from gongzhu.table.talk import PHRASES, REACTIONS, check_phrase, check_text, speaker
from tests.table.live import Live, settings_of
from tests.table.seated import FOUR, refused


def table_for(preset: str = "gongzhu-denexa", *, access: str = "private", **talk: bool) -> Live:
    """A table of four people, none of whom is ready."""
    live = Live(settings_of(preset, talk=Talk(**talk), access=access))
    live.seat(*FOUR)
    return live


def silenced(live: Live, player: str) -> str:
    """The code by which somebody may not speak; empty if he may."""
    try:
        speaker(live.table, player)
    except CommandRefused as error:
        return error.code
    return ""


@pytest.mark.parametrize("preset", ["gongzhu-denexa", "hearts-denexa"])
def test_nobody_talks_while_choices_are_sealed(preset: str) -> None:
    live = table_for(preset)
    assert silenced(live, "ann") == ""
    live.ready(*FOUR)
    assert (live.stage(), silenced(live, "ann")) == ("calling", "sealed")
    live.commits(*live.there())
    assert silenced(live, "bo") == "sealed"
    live.reveals(*live.there())
    assert (live.stage(), silenced(live, "bo")) == ("playing", "sealed")
    while live.table.deal is not None and live.table.deal.public.phase.value != "playing":
        assert silenced(live, "cleo") == "sealed"
        live.play(most=1)
    assert silenced(live, "cleo") == ""
    assert speaker(live.table, "cleo") == 2
    live.play()
    assert (live.stage(), silenced(live, "cleo")) == ("scored", "")


def test_only_those_who_sit_there_talk() -> None:
    live = table_for()
    assert silenced(live, "eli") == "not_seated"
    live.ready(*FOUR)
    live.do("dev", Leave())
    assert silenced(live, "dev") == "not_seated"


def test_partners_are_silent_while_a_deal_is_played_unless_the_host_allows_it() -> None:
    live = table_for("gongzhu-pagat-partners")
    live.ready(*FOUR)
    live.dealt()
    live.play_to_cards()
    assert silenced(live, "ann") == "partners_silent"
    live.do("ann", SetTalk(Talk(partners=True)))
    assert silenced(live, "ann") == ""
    live.do("ann", SetTalk(Talk()))
    live.play()
    assert silenced(live, "ann") == ""


def test_the_host_changes_it_at_any_time_and_nobody_has_to_be_ready_anew() -> None:
    live = table_for()
    live.ready("bo")
    quiet = Talk(phrases=False)
    assert refused(live, "bo", SetTalk(quiet)) == "not_host"
    live.do("ann", SetTalk(quiet))
    assert live.log[-1].facts == (Configured(live.table.state.settings),)
    assert live.table.state.seats[1].ready
    assert silenced(live, "bo") == "talk_off"
    assert live.do("ann", SetTalk(quiet)) is None
    live.do("ann", SetTalk(Talk(phrases=False, text=True)))
    assert silenced(live, "bo") == ""
    live.do("ann", Start())
    live.ready(*FOUR[2:])
    live.dealt()
    live.play_to_cards()
    before = live.table.deal
    live.do("ann", SetTalk(Talk()))
    assert live.table.deal is before
    live.play()
    live.ready("bo")
    live.do("ann", SetTalk(quiet))
    assert live.table.state.seats[1].ready


def test_other_settings_leave_it_as_it_was() -> None:
    talk = Talk(phrases=True, text=True)
    live = table_for(text=True)
    live.do("ann", Configure(clock=Clock(move=30)))
    assert live.table.state.settings.talk == talk
    live.do("ann", Configure(talk=Talk()))
    assert live.table.state.settings.talk == Talk()


def test_text_is_for_private_tables() -> None:
    live = table_for(access="public")
    assert refused(live, "ann", SetTalk(Talk(text=True))) == "text_in_public"
    private = table_for(text=True)
    assert refused(private, "ann", Configure(access="public")) == "text_in_public"


def test_a_phrase_is_one_of_the_game() -> None:
    gongzhu, hearts = table_for().table, table_for("hearts-denexa").table
    assert check_phrase(gongzhu, "push_pig") == "push_pig"
    assert check_phrase(hearts, "here_queen") == "here_queen"
    for table, key in (
        (gongzhu, "here_queen"),
        (hearts, "push_pig"),
        (hearts, "pig"),
        (hearts, ""),
    ):
        with pytest.raises(CommandRefused) as error:
            check_phrase(table, key)
        assert error.value.code == "unknown_phrase"
    for reaction in REACTIONS:
        assert check_phrase(hearts, reaction) == reaction
    with pytest.raises(CommandRefused, match="switched phrases off"):
        check_phrase(table_for(phrases=False, text=True).table, "nice")


def test_there_are_pages_of_six_and_no_key_means_two_things() -> None:
    for phrases in PHRASES.values():
        keys = [*phrases, *REACTIONS]
        assert len(phrases) >= 12
        assert len(phrases) % 6 == 0
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("", "text_empty"),
        (" \n\t", "text_empty"),
        ("x" * 201, "text_long"),
        ("a\u202eb", "text_hidden"),
        ("a\u200bb", "text_hidden"),
        ("a\u0000", "text_hidden"),
        ("a" + "\u0301" * 9, "text_marks"),
    ],
)
def test_what_is_written_is_cleaned_as_names_are(given: str, code: str) -> None:
    table = table_for(text=True).table
    with pytest.raises(CommandRefused) as error:
        check_text(table, given)
    assert error.value.code == code


def test_a_text_is_one_line() -> None:
    table = table_for(text=True).table
    assert check_text(table, "  the\nqueen,\u2028e\u0301mile ") == "the queen, \u00e9mile"
    assert check_text(table, "猪" * 200) == "猪" * 200
    with pytest.raises(CommandRefused) as error:
        check_text(table_for().table, "hm")
    assert error.value.code == "text_off"
