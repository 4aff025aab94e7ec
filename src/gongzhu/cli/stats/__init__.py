"""The command `gongzhu stats`."""
