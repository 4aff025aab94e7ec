"""`gongzhu dataset`: plays deals between bots for research, in shards that can be made
independently."""
