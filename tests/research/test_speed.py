"""The measurement of speed: what it refuses, and that it measures."""

import pytest

from gongzhu.research.speed import main, vectors


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--n", "0"], "--n is 1 to 1048576, not 0"),
        (["--seconds", "0"], "--seconds is above 0 and at most 3600, not 0"),
        (["--seconds", "nan"], "--seconds is above 0 and at most 3600, not nan"),
    ],
)
def test_it_refuses_what_cannot_be_measured(
    words: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["speed", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"speed: error: {told}"


def test_each_kind_of_environment_has_a_rate() -> None:
    rates = vectors("gongzhu-pagat", 64, 0.01)
    assert [*rates] == ["bare", "masks", "observations and masks"]
    assert min(rates.values()) > 0
