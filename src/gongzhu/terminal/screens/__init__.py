"""The screens: the start screen, the table, and the sheets shown over it."""
