"""Signing in with an account at the operator's OpenID Connect provider."""
