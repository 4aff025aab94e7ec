"""Signing in by accounts at the operator's provider, which speaks OpenID Connect."""
