"""`gongzhu benchmark` and `gongzhu exploit`: measure an agent on fixed deals."""
