"""The settings of a server, checked before it starts."""
