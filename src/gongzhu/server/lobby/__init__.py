"""The lobby: lists of tables, room numbers and invitations, and rules to choose from."""
