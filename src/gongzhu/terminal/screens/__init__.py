"""The screens: the start, the table, and the sheets that are laid over it."""
