"""The lobby: lists of tables, room numbers and invitations, and descriptions of the rules to choose
from."""
