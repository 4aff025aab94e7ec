"""A live table without sockets, clock or chance of its own: commands in, entries of facts out."""
