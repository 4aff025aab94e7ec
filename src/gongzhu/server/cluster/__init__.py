"""Communication between several servers that share a database."""
