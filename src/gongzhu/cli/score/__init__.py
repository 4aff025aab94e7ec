"""`gongzhu score`: a scorekeeper for a game that people play with real cards."""
