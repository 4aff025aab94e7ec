"""The table in the terminal: one person and bots, drawn with Textual.

`local_table` is a table of `gongzhu.table` in memory and knows nothing of the screen; `app`,
`screens` and `widgets` draw it.
"""
