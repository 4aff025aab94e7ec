"""`gongzhu serve`: the tables in the browser, for this machine and the home network."""
