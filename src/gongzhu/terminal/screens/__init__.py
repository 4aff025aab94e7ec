"""The screens of the terminal game: the start screen, the table, and the sheets shown over it."""
