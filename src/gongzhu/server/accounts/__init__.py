"""Players' accounts: sessions, recovery codes, passkeys, accounts at an OpenID provider, blocks and
reports, and deleting an account."""
