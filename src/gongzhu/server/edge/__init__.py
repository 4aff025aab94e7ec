"""The way into the server: every connection is counted and bounded here before anything else sees
what came over it."""
