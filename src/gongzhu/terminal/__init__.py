"""The terminal game `gongzhu play`: one person plays against bots at a table drawn with Textual.

`local_table` has the table, which uses `gongzhu.table` in memory and knows nothing of the screen.
`app`, `screens` and the widgets in `board`, `cards` and `bars` draw it.
"""
