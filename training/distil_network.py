"""Distil the network of Hearts into the small one that plays rollouts.

    make distil                            half an hour on a processor's core; MINUTES= others
    python -m training.distil_network --minutes 60
    python -m training.distil_network --minutes 90 --resume      go on after a stop

Needs `pip install gongzhu[train]`; a graphics processor is not needed. The network that ships
teaches (`gongzhu.bots.network`). Into build/network come distilled.npz, as
`gongzhu.bots.distilled` reads it; distilling.npz, from which `--resume` goes on; and
distilled.jsonl, how far it was from its teacher by then, which is drawn as distilled.svg where
matplotlib is. All are written about every minute. Whoever puts distilled.npz into the package as
hearts.npz plays matches first: the levels change with it, and so do tests/golden/decisions, the
data sets, and what `make levels-losses` has measured.
"""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from training.actor_critic.settings import CannotTrain

FOLDER = Path("build/network")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30, help="with all before a resumption")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--deals", type=int, default=512, help="of a round")
    parser.add_argument("--steps", type=int, default=8, help="of a round")
    parser.add_argument("--width", type=int, nargs="+", default=(128, 32), help="units of layers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder")
    asked = parser.parse_args()
    if not (find_spec("jax") and find_spec("optax")):
        sys.exit("JAX is missing here: pip install gongzhu[train]")
    from training.actor_critic.distiller import Distiller

    asked.to.mkdir(parents=True, exist_ok=True)
    try:
        distiller = Distiller(
            asked.to, asked.deals, asked.steps, asked.width, asked.seed, asked.resume
        )
        distiller.run(asked.minutes)
    except CannotTrain as wrong:
        sys.exit(f"{wrong}")
    except KeyboardInterrupt:
        print("\nStopped. With --resume it goes on from what was written last.")
        sys.exit(130)
    print(distiller.network)


if __name__ == "__main__":
    main()
