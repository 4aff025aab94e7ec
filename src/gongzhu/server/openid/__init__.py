"""Signing in by an account elsewhere, as OpenID Connect has it: for hosts who have a provider."""
