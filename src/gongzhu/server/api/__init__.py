"""The handlers of HTTP requests, by what they are about."""
