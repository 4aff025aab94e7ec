"""Networks of the scripts that learn with PyTorch. They need the extra `train`."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training.self_play import CARDS, Bytes, Floats, Numbers, Player, Steps


class Net:
    """A perceptron with two hidden layers from some bytes of an observation, `read`, and `extra`
    more bytes, to so many outputs."""

    def __init__(self, read: Numbers, hidden: int, outputs: int, extra: int = 0) -> None:
        self.read = torch.from_numpy(read)
        self.layers = torch.nn.Sequential(
            torch.nn.Linear(len(read) + extra, hidden),
            torch.nn.ReLU(),
            torch.nn.Linear(hidden, hidden),
            torch.nn.ReLU(),
            torch.nn.Linear(hidden, outputs),
        )

    def __call__(self, observations: torch.Tensor, *extra: torch.Tensor) -> torch.Tensor:
        """The outputs for bytes, [n, L]."""
        read = observations.index_select(1, self.read)
        return self.layers(torch.cat([read, *extra], 1).float())

    def save(self, file: Path) -> None:
        """Write it down: which bytes it reads, and what it has learned."""
        torch.save({"read": self.read, "layers": self.layers.state_dict()}, file)


def greedy(net: Net) -> Player:
    """The player that takes the allowed action for which a network's output is highest."""

    def choose(observations: Bytes, masks: Bytes) -> Numbers:
        with torch.no_grad():
            outputs = net(torch.from_numpy(observations))
            outputs[torch.from_numpy(masks) == 0] = -torch.inf
            chosen: Numbers = outputs.argmax(1).numpy()
        return chosen

    return choose


class Critic:
    """Tells what each seat will have in the end from all hands, the hidden ones too.

    It is there only while others learn. What it tells before an action does not depend on that
    action, so that taking it off the return leaves the best action the best, and takes the luck of
    the cards away.
    """

    def __init__(self, read: Numbers, players: int, hidden: int, rate: float) -> None:
        self._players = players
        self._net = Net(read, hidden, players, extra=players * CARDS)
        self.optimizer = torch.optim.Adam(self._net.layers.parameters(), rate)

    def values(self, steps: Steps) -> Floats:
        """[count + 1, n, players]: by seat."""
        told = np.zeros((*steps.seats.shape, self._players), np.float32)
        with torch.no_grad():
            for step, (observations, hands) in enumerate(
                zip(steps.observations, steps.hands, strict=True)
            ):
                told[step] = self._net(torch.from_numpy(observations), torch.from_numpy(hands))
        return np.take_along_axis(told, self._turned(steps.seats, -1), 2)

    def fit(self, steps: Steps, returns: Floats, batch: int) -> float:
        """Fit it to the returns, [count, n, players]; the share of their variance it had told."""
        count = len(returns)
        turned = np.take_along_axis(returns, self._turned(steps.seats[:count], 1), 2)
        wanted = torch.from_numpy(turned.reshape(-1, self._players))
        observations = steps.observations[:count].reshape(len(wanted), -1)
        hands = steps.hands[:count].reshape(len(wanted), -1)
        missed = 0.0
        for rows in torch.randperm(len(wanted)).split(batch):
            at = rows.numpy()
            told = self._net(torch.from_numpy(observations[at]), torch.from_numpy(hands[at]))
            loss = (told - wanted[rows]).square().mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            missed += float(loss.detach()) * len(at) / len(wanted)
        return 1 - missed / float(wanted.var())

    def _turned(self, seats: NDArray[np.int8], way: int) -> Numbers:
        return (way * seats[..., None].astype(np.int64) + np.arange(self._players)) % self._players
