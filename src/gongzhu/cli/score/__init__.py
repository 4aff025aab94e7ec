"""`gongzhu score`: keeps the score of a real game at the keyboard."""
