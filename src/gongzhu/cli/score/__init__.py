"""`gongzhu score`: the scorebook at the keyboard."""
