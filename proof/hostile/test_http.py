"""Whatever is asked over HTTP is answered, or refused as a problem with a code and a sentence: the
server never fails over it. Paths are the application's own, so that a new one is asked too."""

from pathlib import Path
from random import Random

import pytest

from gongzhu.server.app import create_app
from gongzhu.server.config.settings import Limits, ServerConfig
from gongzhu.server.work import pool
from proof.hostile.http_requests import BODIES, Asked, any_request, ask, fault_of, routes
from proof.hostile.room import EXPECTED, PLENTY
from proof.server_log import watched_log
from tests.support.memory_store import MemoryStore
from tests.support.stores import in_loop

EACH = 500
LIMITS = Limits(
    tables_per_hour=PLENTY,
    open_tables=PLENTY,
    open_tables_per_player=PLENTY,
    players_per_hour=PLENTY,
    recoveries_per_hour=PLENTY,
    changes_per_hour=PLENTY,
    explanations_per_minute=PLENTY,
    lobbies_per_minute=PLENTY,
    club_changes_per_hour=PLENTY,
    tournaments_per_minute=PLENTY,
    records_per_minute=PLENTY,
)


@pytest.mark.parametrize("seed", range(3))
@in_loop
async def test_whatever_is_asked_is_answered(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # How long work may take is tested elsewhere, and a busy machine takes longer.
    monkeypatch.setattr(pool, "GRACE", 600.0)
    rng = Random(f"http {seed}")
    faults: list[str] = []
    statuses: set[int] = set()
    (tmp_path / "index.html").write_text("<!doctype html>", "utf-8")
    app = create_app(ServerConfig(limits=LIMITS, processes=1, bundle=tmp_path), MemoryStore())
    async with app.router.lifespan_context(app):
        assert {route.path for route in routes(app)} >= set(BODIES)
        welcome = await ask(app, "", Asked("POST", "/api/me", b'{"name":"Ann"}', {}))
        ann = dict(welcome.headers)["set-cookie"].partition(";")[0]
        # These are for what is refused, and for a part that takes its time on a busy machine.
        with watched_log((*EXPECTED, "security", "readiness"), faults.append):
            for _ in range(EACH):
                asked = any_request(rng, app)
                try:
                    answer = await ask(app, rng.choice((ann, "")), asked)
                except Exception as error:  # that is what is looked for
                    faults.append(f"{error!r} to {asked}"[:600])
                    continue
                statuses.add(answer.status)
                fault = fault_of(asked, answer)
                if fault is not None:
                    faults.append(fault[:600])
    assert faults == []
    assert statuses >= {200, 400, 401, 403, 404, 405, 422}
