"""Compile every kernel during set-up, so that no move, review or fork waits for it."""

from pathlib import Path

from gongzhu.bots import warm
from gongzhu.cards import Seat
from gongzhu.records import read_text
from gongzhu.review.deal_review import review_deal
from gongzhu.review.fork import moment_at
from gongzhu.review.redraw import redrawn
from gongzhu.view import view_of

DEAL = Path(__file__).parents[1] / "examples/friday.gzn"


def main() -> None:
    warm()
    (record,) = read_text(DEAL.read_text("utf-8"))
    redrawn(view_of(moment_at(record, 10).deal, Seat(0)), "")
    review_deal(record)


if __name__ == "__main__":
    main()
