"""`gongzhu simulate`: plays many deals between bots, and writes records and averages."""
