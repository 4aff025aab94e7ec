"""The command line of gongzhu."""
