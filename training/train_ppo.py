"""Learn Gong Zhu from nothing by proximal policy optimisation (PPO), in play against itself.

    pip install gongzhu[train]
    python -m training.train_ppo --minutes 10

One network plays all seats; actions that are not allowed have no chance, by the mask. A critic that
sees all hands tells what a step has gained. Writes the network and its learning curve to build/.

J. Schulman, F. Wolski, P. Dhariwal, A. Radford, O. Klimov, "Proximal policy optimization
algorithms", 2017; S. Huang, S. Ontañón, "A closer look at invalid action masking in policy gradient
algorithms", 2020; L. Pinto, M. Andrychowicz, P. Welinder, W. Zaremba, P. Abbeel, "Asymmetric actor
critic for image-based robot learning", 2017.
"""

import numpy as np
import torch

from gongzhu.research import ACTIONS
from training.learning import between, run
from training.networks import Critic, Net
from training.self_play import Bytes, Floats, Numbers, Sampler, Steps, gains, of_actor

HIDDEN, CRITIC_HIDDEN = 192, 128
EPOCHS, BATCH = 2, 2048
RATES = (1e-3, 1e-4)
"""Learning rates, at first and at last."""
KEEPING = 0.95
"""The weight of a later step's change, for every step."""
CLIP = 0.2
ENTROPY = (0.02, 0.002)
"""The bonus for every nat, at first and at last."""
FORBIDDEN = -1e9


class Ppo:
    """Proximal policy optimisation."""

    def __init__(self, read: Numbers, players: int) -> None:
        self.net = Net(read, HIDDEN, ACTIONS)
        self._optimizer = torch.optim.Adam(self.net.layers.parameters(), RATES[0])
        self._critic = Critic(read, players, CRITIC_HIDDEN, RATES[0])

    def sampler(self, spent: float) -> Sampler:
        """Draws actions by the chances that the network gives them."""

        def choose(observations: Bytes, masks: Bytes) -> tuple[Numbers, Floats]:
            with torch.no_grad():
                chances = self._allowed(torch.from_numpy(observations), torch.from_numpy(masks))
                drawn = torch.multinomial(chances.exp(), 1)
            return drawn[:, 0].numpy(), chances.gather(1, drawn)[:, 0].numpy()

        return choose

    def learn(self, steps: Steps, spent: float) -> str:
        """Improve the network and the critic by these steps."""
        rate, entropy_bonus = between(RATES, spent), between(ENTROPY, spent)
        for optimizer in (self._optimizer, self._critic.optimizer):
            optimizer.param_groups[0]["lr"] = rate
        values = self._critic.values(steps)
        gained = gains(steps, values, KEEPING)
        told = self._critic.fit(steps, gained + values[:-1], BATCH)
        choices = steps.masks.sum(2) > 1
        mine = of_actor(gained, steps)[choices]
        mine = torch.from_numpy((mine - mine.mean()) / (mine.std() + 1e-6))
        actions = torch.from_numpy(steps.actions[choices])
        before = torch.from_numpy(steps.chances[choices])
        observations, masks = steps.observations[:-1][choices], steps.masks[choices]
        entropies = []
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(actions)).split(BATCH):
                at = rows.numpy()
                chances = self._allowed(
                    torch.from_numpy(observations[at]), torch.from_numpy(masks[at])
                )
                ratio = (chances.gather(1, actions[rows, None])[:, 0] - before[rows]).exp()
                clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
                loss = -torch.minimum(ratio * mine[rows], clipped * mine[rows]).mean()
                entropy = -(chances.exp() * chances).sum(1).mean()
                self._optimizer.zero_grad()
                (loss - entropy_bonus * entropy).backward()
                torch.nn.utils.clip_grad_norm_(self.net.layers.parameters(), 0.5)
                self._optimizer.step()
                entropies.append(float(entropy.detach()))
        return f"entropy {np.mean(entropies):.2f} nats, explained variance {told:.0%}"

    def _allowed(self, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """The logarithm of each action's chance; none for those that are not allowed."""
        return torch.log_softmax(self.net(observations).masked_fill(masks == 0, FORBIDDEN), 1)


if __name__ == "__main__":
    run(Ppo, "ppo", __doc__.splitlines()[0])
