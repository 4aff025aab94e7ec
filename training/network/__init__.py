"""A network of action values for the cards to play, learned by branching, and its policy.

The tables of `gongzhu.bots.policy` are log-linear: they know nothing of cards together beyond the
conjunctions that they list. The network reads every card that its seat knows of. It is
learned by regularised policy iteration: at decisions of self-play every legal card is tried once in
the true deal and played on by a frozen policy, and the network is fitted to what came of each card
less the mean of all (`samples`, `learner`). The next policy is the tables' times the exponential of
the network's values (`play`), and from there it begins anew.
"""
