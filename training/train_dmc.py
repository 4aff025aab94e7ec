"""Learn Gong Zhu from nothing by deep Monte Carlo (DMC), in play against itself.

    pip install gongzhu[train]
    python -m training.train_dmc --minutes 10

One network plays all seats. It tells what every action will bring by the end of the deal, and is
fitted to what actions that were taken did bring; it takes the best one, and now and then another.
A critic that sees all hands takes the luck of the cards off, and says what is to come where a round
of learning ends within a deal. Writes the network and its learning curve to build/.

D. Zha, J. Xie, W. Ma, S. Zhang, X. Lian, X. Hu, J. Liu, "DouZero: Mastering DouDizhu with self-play
deep reinforcement learning", 2021.
"""

import numpy as np
import torch

from gongzhu.research import ACTIONS
from training.learning import between, run
from training.networks import Critic, Net
from training.self_play import Bytes, Floats, Numbers, Sampler, Steps, gains, of_actor

HIDDEN, CRITIC_HIDDEN = 192, 128
BATCH = 1024
RATES = (1e-3, 1e-4)
"""Learning rates, at first and at last."""
WARMTH = (0.2, 0.03)
"""The loss against the best action at which another is taken e times as seldom, at
first and at last; a hundred points are 1."""
FORBIDDEN = -1e9


class Dmc:
    """Deep Monte Carlo."""

    def __init__(self, read: Numbers, players: int) -> None:
        self.net = Net(read, HIDDEN, ACTIONS)
        self._optimizer = torch.optim.Adam(self.net.layers.parameters(), RATES[0])
        self._critic = Critic(read, players, CRITIC_HIDDEN, RATES[0])

    def sampler(self, spent: float) -> Sampler:
        """Takes the best action, and others the less often the less they are told to bring."""
        warmth = between(WARMTH, spent)

        def choose(observations: Bytes, masks: Bytes) -> tuple[Numbers, Floats]:
            with torch.no_grad():
                told = self.net(torch.from_numpy(observations)) / warmth
                told.masked_fill_(torch.from_numpy(masks) == 0, FORBIDDEN)
                drawn: Numbers = torch.multinomial(told.softmax(1), 1)[:, 0].numpy()
            return drawn, np.zeros(len(drawn), np.float32)

        return choose

    def learn(self, steps: Steps, spent: float) -> str:
        """Fit the network to what the actions brought, and the critic."""
        for optimizer in (self._optimizer, self._critic.optimizer):
            optimizer.param_groups[0]["lr"] = between(RATES, spent)
        values = self._critic.values(steps)
        gained = gains(steps, values, 1.0)
        critic = self._critic.fit(steps, gained + values[:-1], BATCH)
        choices = steps.masks.sum(2) > 1
        mine = torch.from_numpy(of_actor(gained, steps)[choices])
        actions = torch.from_numpy(steps.actions[choices])
        observations = steps.observations[:-1][choices]
        losses = []
        for rows in torch.randperm(len(actions)).split(BATCH):
            told = self.net(torch.from_numpy(observations[rows.numpy()]))
            loss = (told.gather(1, actions[rows, None])[:, 0] - mine[rows]).square().mean()
            self._optimizer.zero_grad()
            loss.backward()
            self._optimizer.step()
            losses.append(float(loss.detach()))
        told_by_net = 1 - np.mean(losses) / float(mine.var())
        return f"net tells {told_by_net:.1%} of {float(mine.std()):.2f}, critic {critic:.0%}"


if __name__ == "__main__":
    run(Dmc, "dmc", __doc__.splitlines()[0])
