"""The tables that a server has: opening them, loading them into memory, finding them by name, and
removing them from memory."""
