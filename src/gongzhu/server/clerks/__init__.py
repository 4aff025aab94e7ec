"""Costly work is done by processes of its own, each request of it within a limit, so that it holds
up neither moves nor files, and can be stopped: a thread cannot."""
