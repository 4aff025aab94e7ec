"""What an operator sees of a running server: logs, metrics and readiness."""
