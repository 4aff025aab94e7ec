"""The search: what every legal choice is worth, over deals that fit what a seat may know.

All but `judgement` import NumPy and Numba: import from the modules, and late.
"""
