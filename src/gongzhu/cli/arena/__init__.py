"""`gongzhu arena` and `gongzhu ladder`: matches between bots."""
