"""Players' accounts: signing in, recovery codes, passkeys, and deleting an account."""
