"""What the replay page is tested on is what the engine and the server say today."""

from tests.web import make_replay_vectors


def test_the_vectors_are_the_engines() -> None:
    """After a change of events or sheets: run make_replay_vectors.py, then `npm test` in web/."""
    assert make_replay_vectors.FILE.read_text("utf-8") == make_replay_vectors.text()
