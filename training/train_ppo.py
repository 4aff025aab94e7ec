"""Learn Gong Zhu from nothing by proximal policy optimisation (PPO), in play against itself.

    pip install gongzhu[train]
    python -m training.train_ppo --minutes 50

One network plays all seats. A deal is short, so that the return of a step is what its seat got in
the end, and its advantage is that less the value the network expected; actions that are not allowed
have no chance, by the mask. Writes the network and its learning curve to build/.

J. Schulman, F. Wolski, P. Dhariwal, A. Radford, O. Klimov, "Proximal policy optimization
algorithms", 2017; S. Huang, S. Ontañón, "A closer look at invalid action masking in policy gradient
algorithms", 2020.
"""

import argparse
from pathlib import Path

import torch

from gongzhu.research import ACTIONS, vector
from training.learners import Bytes, Curve, Floats, Numbers, Sampler, Steps, greedy, network, play

DEALS, STEPS = 512, 112
"""Deals side by side, and steps of each between two rounds of learning: two deals."""
HIDDEN = 192
EPOCHS, BATCH = 2, 4096
RATES = (1e-3, 1e-4)
"""Learning rates, at first and at last."""
CLIP = 0.2
ENTROPY = (0.02, 0.002)
"""The bonus for every nat, at first and at last."""
VALUE = 0.5
"""The weight of the loss of the expected value."""
FORBIDDEN = -1e9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="gongzhu-pagat", help="a preset or a rule file")
    parser.add_argument("--minutes", type=float, default=50, help="of learning (50)")
    parser.add_argument("--to", type=Path, help="the network", default=Path("build/ppo.pt"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="of PyTorch (2)")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    env = vector(asked.rules, DEALS, asked.seed)
    net = network(env.rules, HIDDEN, ACTIONS + 1)
    optimizer = torch.optim.Adam(net.parameters(), RATES[0])
    curve = Curve(asked.to.with_suffix(".jsonl"), env.rules, ["random", "novice"], deals=1000)
    total = 60 * asked.minutes
    deals, tried = 0, 0.0
    while (spent := curve.seconds / total) < 1:
        steps = play(env, STEPS, sampler(net))
        deals += steps.deals
        optimizer.param_groups[0]["lr"] = between(RATES, spent)
        learn(net, optimizer, steps, between(ENTROPY, spent))
        if spent >= tried:
            curve.try_out(greedy(net), deals)
            tried += 0.05
    curve.try_out(greedy(net), deals)
    torch.save(net.state_dict(), asked.to)


def between(ends: tuple[float, float], spent: float) -> float:
    """A number that falls geometrically from the first to the last; `spent`: 0 to 1."""
    first, last = ends
    return float(first * (last / first) ** min(spent, 1.0))


def sampler(net: torch.nn.Module) -> Sampler:
    """Draws actions by the chances that a network gives them."""

    def choose(observations: Bytes, masks: Bytes) -> tuple[Numbers, Floats]:
        with torch.no_grad():
            chances = allowed(net(torch.from_numpy(observations).float()), torch.from_numpy(masks))
            drawn = torch.multinomial(chances.exp(), 1)
        return drawn[:, 0].numpy(), chances.gather(1, drawn)[:, 0].numpy()

    return choose


def allowed(outputs: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """The logarithm of each action's chance; none for those that are not allowed."""
    return torch.log_softmax(outputs[:, :ACTIONS].masked_fill(masks == 0, FORBIDDEN), 1)


def learn(
    net: torch.nn.Module, optimizer: torch.optim.Optimizer, steps: Steps, entropy_bonus: float
) -> None:
    """Improve the network by these steps."""
    masks, actions = torch.from_numpy(steps.masks), torch.from_numpy(steps.actions)
    before, returns = torch.from_numpy(steps.chances), torch.from_numpy(steps.returns)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(actions)).split(BATCH):
            outputs = net(torch.from_numpy(steps.observations[rows.numpy()]).float())
            chances, values = allowed(outputs, masks[rows]), outputs[:, ACTIONS]
            gains = returns[rows] - values.detach()
            gains = (gains - gains.mean()) / (gains.std() + 1e-6)
            ratio = (chances.gather(1, actions[rows, None])[:, 0] - before[rows]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.minimum(ratio * gains, clipped * gains).mean()
            loss += VALUE * (returns[rows] - values).square().mean()
            loss += entropy_bonus * (chances.exp() * chances).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


if __name__ == "__main__":
    main()
