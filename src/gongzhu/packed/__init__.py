"""Rules and deals as plain integers, and compiled kernels that play them, for search and study.

Import from the modules, and only when needed: all but this one import NumPy, and the kernels Numba.

* `boards`: cards as bits; `layout`: the state of a deal; `rules`: the options; `packing`: converts
  the records of `gongzhu.rules` to all of these.
* Kernels: `beginning` (passing, exposing, first leader), `tricks` (legal cards, and playing a
  card), `scoring`, `game_end`.
* `jit`: decorators with which further kernels are made.

Kernels change the state that they are given and check nothing. Several threads may run them, each
with a state and random numbers of its own.
"""
