"""Train the network of a game by self-play on a graphics processor.

    make train GAME=hearts               ten minutes; MINUTES= as many as you like
    python -m training.train_actor_critic gongzhu --minutes 10
    python -m training.train_actor_critic gongzhu --minutes 20 --resume     go on after a stop

Needs `pip install gongzhu[train]`, and for a graphics processor of NVIDIA `jax[cuda13]`; without
one it runs, but too slowly to become strong. First JAX's play is compared with the kernels', then
the actor copies deals of the tables of the policy, then it plays against itself; an actor and a
critic that sees all hands learn by proximal policy optimisation (`training.actor_critic`). In nine
minutes one H200 that learned both games at once played 31 M deals of Hearts and 38 M of Gong Zhu.

Into build/network come GAME.npz, the network; GAME-checkpoint.npz, from which `--resume` goes on
with the settings of before; and GAME.jsonl, how far ahead it was of its beginning by then, which
is drawn as GAME.svg where matplotlib is. All are written about every minute. The same seed does not
give the same network: what it learns in its minutes depends on the machine.
"""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from training.actor_critic.settings import CannotTrain, Settings, has_engine

GAMES = ("hearts", "gongzhu")
FOLDER = Path("build/network")
VERIFIED = 200
"""Deals that are played by JAX and by the kernels before a run."""


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    usual = Settings(hearts=True)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--minutes", type=float, default=10, help="with all before a resumption")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--deals", type=int, default=usual.deals, help="of a round")
    parser.add_argument("--batches", type=int, default=usual.batches, help="steps of an epoch")
    parser.add_argument("--epochs", type=int, default=usual.epochs)
    parser.add_argument("--width", type=int, nargs="+", default=usual.widths, help="the actor's")
    parser.add_argument("--critic", type=int, nargs="+", default=usual.critic_widths)
    parser.add_argument("--rates", type=float, nargs=2, default=usual.rates)
    parser.add_argument("--entropy", type=float, nargs=2, default=usual.entropy)
    parser.add_argument("--copies", type=int, default=usual.copies, help="of the demonstrations")
    parser.add_argument("--shown", type=Path, help="their file, if they were made elsewhere")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder")
    asked = parser.parse_args()
    if asked.deals % asked.batches:
        parser.error(f"{asked.deals} deals cannot be cut into {asked.batches} batches")
    return asked


def settings_asked(asked: argparse.Namespace) -> Settings:
    """The settings of a run that begins."""
    return Settings(
        hearts=asked.game == "hearts",
        deals=asked.deals,
        batches=asked.batches,
        epochs=asked.epochs,
        widths=tuple(asked.width),
        critic_widths=tuple(asked.critic),
        rates=tuple(asked.rates),
        entropy=tuple(asked.entropy),
        copies=asked.copies,
        seed=asked.seed,
    )


def shown_file(asked: argparse.Namespace) -> Path:
    """The file of the demonstrations, which are made if need be. Raises CannotTrain if they are
    not where they should be and cannot be made."""
    file: Path = asked.shown or asked.to / f"{asked.game}-demonstrations.npz"
    if not file.exists():
        if asked.shown or not has_engine():
            raise CannotTrain(
                f"no demonstrations in {file}; where gongzhu is installed, "
                f"python -m training.actor_critic.demonstrations {asked.game} makes them"
            )
        from training.actor_critic.demonstrations import new_demonstrations, write_demonstrations

        print("Making demonstrations", flush=True)
        write_demonstrations(file, new_demonstrations(asked.game == "hearts"))
    return file


def verify_rules(hearts: bool) -> None:
    """Compare JAX with the kernels, where they are. Raises Mismatch."""
    if not has_engine():
        print("gongzhu is not installed here: what JAX plays is not compared with it", flush=True)
        return
    from training.actor_critic.verify import verify

    verify(hearts, VERIFIED)
    print(f"{VERIFIED} deals agree with the kernels", flush=True)


def draw(curve: Path) -> None:
    """Draw the learning curve beside its file, where that can be done."""
    if find_spec("matplotlib") and has_engine():
        from training.draw_curves import draw_files

        # What is trained has no Chinese name here.
        draw_files([curve], curve.parent, curve.stem, languages=("",))


def train(asked: argparse.Namespace) -> None:
    """The whole run."""
    from training.actor_critic import trainer
    from training.actor_critic.saving import read_checkpoint

    game, folder = asked.game, asked.to
    if asked.resume:
        settings, progress = read_checkpoint(trainer.checkpoint_file(folder, game))
    else:
        folder.mkdir(parents=True, exist_ok=True)
        settings = settings_asked(asked)
        progress = trainer.new_progress(settings)
    shown = shown_file(asked) if settings.copies and not progress.rounds else None
    verify_rules(settings.hearts)
    run = trainer.Trainer(settings, progress, asked.minutes, folder)
    if shown:
        run.copy(shown)
    run.play()
    draw(trainer.curve_file(folder, game))
    print(trainer.network_file(folder, game))


def main() -> None:
    asked = arguments()
    if not (find_spec("jax") and find_spec("optax")):
        sys.exit("JAX is missing here: pip install gongzhu[train]")
    try:
        train(asked)
    except CannotTrain as wrong:
        sys.exit(f"{wrong}")
    except KeyboardInterrupt:
        print("\nStopped. With --resume it goes on from what was written last.")
        sys.exit(130)


if __name__ == "__main__":
    main()
