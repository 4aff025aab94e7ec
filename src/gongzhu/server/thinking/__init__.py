"""Bots think in processes of their own, so that one that hangs or crashes holds up nobody."""
