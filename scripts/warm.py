"""Compile every kernel during set-up, so that no move, review or fork waits for it."""

from gongzhu.bots import warm
from gongzhu.review import warming


def main() -> None:
    warm()
    warming.warm()


if __name__ == "__main__":
    main()
