"""Information about a running server for its operator: logs, metrics and readiness."""
