"""Tables that deal twice from what should be used once: somebody notices."""

from unittest.mock import patch

import pytest

from gongzhu.dealing import check_deals
from gongzhu.table.progress import DealerChain
from tests.table.live import Live, settings_of


def played(deals: int) -> Live:
    """A table at which so many deals have been played."""
    live = Live(settings_of("gongzhu-boulder"))
    live.begin("ann", "bo")
    live.play()
    for _ in range(deals - 1):
        live.ready("ann", "bo")
        live.dealt()
        live.play()
    return live


def evidence_of(live: Live) -> list[str]:
    """What the players find when they check the deals of a table."""
    return [fault.step for fault in check_deals(deal.evidence for deal in live.table.finished)]


def test_a_deal_is_not_made_from_the_secret_of_the_deal_before() -> None:
    secret = DealerChain.secret
    with (
        patch.object(DealerChain, "secret", lambda chain, _: secret(chain, 1)),
        pytest.raises(ValueError, match="not the chain's secret"),
    ):
        played(2)


def test_a_chain_that_is_used_again_is_found_out_by_the_players() -> None:
    with patch("gongzhu.table.calling.LONGEST_CHAIN", 2):
        assert evidence_of(played(4)) == []
        with patch("gongzhu.table.calling._entropy", lambda draft: "ab" * 32):
            assert evidence_of(played(4)) == ["public", "public"]
