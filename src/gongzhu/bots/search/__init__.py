"""The search: estimates the value of every legal choice over deals that fit the knowledge of a
seat.

All modules except `analysis` import NumPy and Numba: import from the modules, and only when needed.
"""
