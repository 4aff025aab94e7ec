"""The campaign against the page's checker runs, and notices a mistake in the checker."""

from proof.campaigns.dealers import built, fails, search


def test_the_search_notices_a_checker_that_forgets_a_deal() -> None:
    """Mutant 2 of web/dealers/mutants.ts forgets a deal when the next one is called."""
    assert not fails(search(built(), 4, 0, 0, 1))
    assert fails(search(built("2"), 5, 0, 0, 1, "first"))
