"""`gongzhu simulate`: many deals between bots, their records and figures."""
