"""An actor that learns a game on a graphics processor, from a critic that sees all hands.

`games` plays whole batches of deals in JAX, `inputs` is what a seat knows of one, `rollouts` the
decisions of self-play, `rounds` the deals of a round, and `learner` learns from them. `trainer` is
the run, `saving` its files. `demonstrations`, what is copied at first, and `verify`, which compares
`games` with the kernels, need gongzhu; nothing else here does.
"""
