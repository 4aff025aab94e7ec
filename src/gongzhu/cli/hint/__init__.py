"""`gongzhu hint`: the best choice in a position, with reasons."""
