"""Worlds in which something was wrong once, as small as they could be made."""

import pytest

from proof.simulation.plan import read_plan
from proof.simulation.world import run

TABLE = '"tables":[{"preset":"gongzhu-pagat","people":2,"watchers":2}]'


@pytest.mark.parametrize(
    "plan",
    [
        # Whoever sent a message before the clock was set back had none left for as long.
        f'{{"seed":"113",{TABLE},"faults":[{{"kind":"clock","at":600,"amount":-3600.0}}]}}',
        # A game that could not be kept at its end was forgotten when the next one began.
        '{"seed":"1345","tables":[{"preset":"gongzhu-pagat","people":2,"grace":20,"games":2}],'
        '"faults":[{"kind":"full","at":69,"amount":35.036}]}',
        # A game whose end was on disk was missing from the list of games until a disk was sound.
        '{"seed":"2185","tables":[{"preset":"hearts-choice","people":1}],'
        '"faults":[{"kind":"unreadable","at":95,"amount":77.109}]}',
        # A command came again without the hello before it, was refused, and stood in the log.
        '{"seed":"101557","tables":[{"preset":"gongzhu-wiki-diamonds","people":2,"watchers":2,'
        '"grace":5}],"faults":[{"kind":"torn","at":35,"amount":0.241},{"kind":"torn","at":33,'
        '"amount":0.438},{"kind":"drop","at":167,"amount":69.462},{"kind":"torn","at":24,'
        '"amount":0.886}]}',
        # A process died between asking for a write and its beginning.
        '{"seed":"103422","tables":[{"preset":"gongzhu-summary","people":3,"watchers":1,'
        '"grace":60}],"faults":[{"kind":"crash","at":594,"amount":0.367},'
        '{"kind":"pause","at":503,"amount":84.783}]}',
        # A process died twice at one step.
        f'{{"seed":"107257",{TABLE},"faults":[{{"kind":"crash","at":400,"amount":0.043}},'
        '{"kind":"crash","at":400,"amount":64.646}]}',
        # All was judged between somebody's hello and the answer.
        '{"seed":"110108","tables":[{"preset":"gongzhu-pagat","people":2,"watchers":1,'
        '"devices":1,"grace":20}],"faults":[{"kind":"cut","at":137,"amount":28.177},'
        '{"kind":"stop","at":28,"amount":0.002},{"kind":"drop","at":100,"amount":9.691}]}',
        # The same, while news of somebody's coming was on its way.
        '{"seed":"115177","tables":[{"preset":"gongzhu-wiki-ceiling","people":3,"watchers":1,'
        '"move":20,"grace":20}],"faults":[{"kind":"drop","at":164,"amount":0.694},'
        '{"kind":"cut","at":137,"amount":85.877},{"kind":"crash","at":355,"amount":0.086},'
        '{"kind":"drop","at":280,"amount":6.402}]}',
        # A card that was sent again after a bot had played on was played in the next deal.
        '{"seed":"120348","tables":[{"preset":"hearts-omnibus","people":2,"watchers":2,'
        '"grace":5}],"faults":[{"kind":"deaf","at":399,"amount":6.573},'
        '{"kind":"cut","at":139,"amount":6.239}]}',
        # What did nothing was acknowledged twice, each time with the entry of the moment.
        '{"seed":"151133","tables":[{"preset":"gongzhu-pagat","people":4,"watchers":1,"grace":20}],'
        '"faults":[{"kind":"crash","at":102,"amount":0.041},'
        '{"kind":"drop","at":64,"amount":9.669}]}',
        # A server kept the lease of a table that it could not read, and no other one had it.
        '{"seed":"1184","tables":[{"preset":"gongzhu-pagat","people":3,"watchers":1,"grace":5}],'
        '"faults":[{"kind":"torn","at":6,"amount":0.002},{"kind":"cut","at":27,"amount":0.051},'
        '{"kind":"full","at":22,"amount":85.599},{"kind":"crash","at":1022,"amount":0.653}],'
        '"servers":2}',
    ],
)
def test_it_holds(plan: str) -> None:
    outcome = run(read_plan(plan))
    assert outcome.faults == []
    assert outcome.met


def test_a_full_disk_is_not_tried_a_hundred_times_a_second() -> None:
    full = f'{{"seed":"6",{TABLE},"faults":[{{"kind":"full","at":60,"amount":50.0}}]}}'
    outcome = run(read_plan(full))
    assert outcome.faults == []
    assert outcome.met["full"] == 1
    assert outcome.commits < outcome.entries + 50
