"""The terminal table: one person and bots, drawn with Textual.

`session` knows the game and nothing of the screen; `app`, `screens` and `widgets` draw it.
"""
