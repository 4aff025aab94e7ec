"""Communication between several servers on one database."""
