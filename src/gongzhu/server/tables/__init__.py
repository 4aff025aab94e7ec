"""The tables of a server: opened, loaded into memory, found by name, and removed from memory."""
