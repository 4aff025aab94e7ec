"""Learn Gong Zhu from nothing by deep Monte Carlo (DMC), in play against itself.

    pip install gongzhu[train]
    python -m training.train_dmc --minutes 55

One network plays all seats. It tells what every action will bring by the end of the deal, and is
fitted to what actions that were taken did bring; it takes the best one, and now and then any other.
Writes the network and its learning curve to build/.

D. Zha, J. Xie, W. Ma, S. Zhang, X. Lian, X. Hu, J. Liu, "DouZero: Mastering DouDizhu with self-play
deep reinforcement learning", 2021.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from gongzhu.research import ACTIONS, vector
from training.learners import Bytes, Curve, Floats, Numbers, Sampler, Steps, greedy, network, play
from training.train_ppo import between

DEALS, STEPS = 512, 112
HIDDEN = 256
BATCH = 2048
RATES = (1e-3, 1e-4)
"""Learning rates, at first and at last."""
EXPLORING = (0.2, 0.02)
"""The share of actions that are taken by chance, at first and at last."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="gongzhu-pagat", help="a preset or a rule file")
    parser.add_argument("--minutes", type=float, default=55, help="of learning (55)")
    parser.add_argument("--to", type=Path, help="the network", default=Path("build/dmc.pt"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="of PyTorch (2)")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    env = vector(asked.rules, DEALS, asked.seed)
    net = network(env.rules, HIDDEN, ACTIONS)
    optimizer = torch.optim.Adam(net.parameters(), RATES[0])
    curve = Curve(asked.to.with_suffix(".jsonl"), env.rules, ["random", "novice"], deals=1000)
    rng = np.random.default_rng(asked.seed)
    total = 60 * asked.minutes
    deals, tried = 0, 0.0
    while (spent := curve.seconds / total) < 1:
        steps = play(env, STEPS, exploring(net, between(EXPLORING, spent), rng))
        deals += steps.deals
        optimizer.param_groups[0]["lr"] = between(RATES, spent)
        learn(net, optimizer, steps)
        if spent >= tried:
            curve.try_out(greedy(net), deals)
            tried += 0.05
    curve.try_out(greedy(net), deals)
    torch.save(net.state_dict(), asked.to)


def exploring(net: torch.nn.Module, share: float, rng: np.random.Generator) -> Sampler:
    """Takes the best action, but of a share of the steps any that is allowed."""
    best = greedy(net)

    def choose(observations: Bytes, masks: Bytes) -> tuple[Numbers, Floats]:
        actions = best(observations, masks)
        some = rng.random(len(actions)) < share
        actions[some] = (masks[some] * rng.random((some.sum(), ACTIONS), np.float32)).argmax(1)
        return actions, np.zeros(len(actions), np.float32)

    return choose


def learn(net: torch.nn.Module, optimizer: torch.optim.Optimizer, steps: Steps) -> None:
    """Fit the network to what the actions brought."""
    actions, returns = torch.from_numpy(steps.actions), torch.from_numpy(steps.returns)
    for rows in torch.randperm(len(actions)).split(BATCH):
        outputs = net(torch.from_numpy(steps.observations[rows.numpy()]).float())
        told = outputs.gather(1, actions[rows, None])[:, 0]
        loss = torch.nn.functional.smooth_l1_loss(told, returns[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
