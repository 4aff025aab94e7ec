"""`gongzhu dataset`: deals between bots for research, in shards that can each be made alone."""
