"""Accounts: signing in, recovery, passkeys, and leaving."""
