"""`gongzhu advice`: the advice of the strategy pages, with positions to try."""
