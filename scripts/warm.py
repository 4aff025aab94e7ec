"""Compile every kernel during set-up, so that no move, review or fork waits for it."""

from gongzhu import bots, review


def main() -> None:
    bots.warm()
    review.warm()


if __name__ == "__main__":
    main()
