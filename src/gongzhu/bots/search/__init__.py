"""The search: the value of every legal choice, over deals that fit what a seat may know.

All but `analysis` import NumPy and Numba: import from the modules, and late.
"""
