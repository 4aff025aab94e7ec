"""The lobby: lists of tables, room numbers and invitations, and the choice of rules."""
