"""The settings of a server, which are checked before it starts."""
