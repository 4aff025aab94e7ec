"""Which tables a server has: opened, loaded into memory, found by name, and put away."""
